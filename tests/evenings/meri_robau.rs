//! Robau over real sockets: everybody is asked alike, and only whoever holds the trump robai can call (Hachinin-meri rules 6).

use crate::house::Evening;
use crate::play_meri::{Deal, rack, rigged};

const NAMES: [&str; 8] = [
    "Ayşe", "Ben", "Chiyo", "Deniz", "Emre", "Fumi", "Gül", "八郎",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_calls_takes_the_okie_and_leads() {
    let mut evening = Evening::begins().await;
    let deal = Deal {
        dealer: 3,
        racks: ["", "", "K-Robai K-9 G-Sun", "", "", "", "", ""],
        okie: "K-4",
        leftovers: "P-1 O-9",
    };
    let people = rigged(&mut evening, NAMES, "", &deal).await;
    let holder = &people[2];
    let panel = holder
        .waits_for_panel("the call", |panel| panel.can("robatta").is_some())
        .await;
    let called = holder.presses_the(&panel, "robatta").await.message();
    assert_eq!(rack(&called).len(), 10, "{called:?}");
    evening.ends().await;
}
