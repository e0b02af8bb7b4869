//! The pages of Hachinin-meri over real sockets: who reads what, and how one comes there.

use crate::house::Evening;
use crate::message::Message;
use crate::play_meri::{Deal, rack, rigged};

const NAMES: [&str; 8] = [
    "Ayşe", "Ben", "Chiyo", "Deniz", "Emre", "Fumi", "Gül", "八郎",
];

/// The trump robai lies with the first seat.
const DEAL: Deal<'_> = Deal {
    dealer: 3,
    racks: ["K-Robai K-9 G-Sun", "", "", "", "", "", "", ""],
    okie: "K-4",
    leftovers: "P-1 O-9",
};

fn is_order(page: &Message) -> bool {
    page.content().starts_with("## Trumps") && page.is_private() && page.has_picture()
}

/// Hachinin-meri rules 14: only the holder reads that they are; and from the table the trumps are one press away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_reads_what_to_press_and_only_ones_own() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &DEAL).await;
    let [ayse, others @ ..] = &people;
    let zoe = evening.person("Zoe").await;
    let asked = |panel: &Message| panel.can("ready").is_some();
    for other in others {
        let panel = other.waits_for_panel("the question", asked).await;
        assert!(
            panel.content().contains("You don't hold 🍷Robai") && panel.can("robatta").is_none(),
            "{panel:?}"
        );
    }

    let seen = zoe.presses_on_the_board("order").await.message();
    assert!(
        is_order(&seen) && seen.can("rack").is_none() && !seen.content().contains("**🍷"),
        "{seen:?}"
    );
    assert!(!seen.alt().contains("Yours"), "{}", seen.alt());
    let own = ayse.presses_on_the_board("order").await.message();
    assert!(
        is_order(&own) && own.content().contains("**🍷Robai**"),
        "{own:?}"
    );
    assert!(own.alt().contains("Yours: Robai, 9"), "{}", own.alt());

    // Two taps open the round, and each page says what comes next.
    let holds = ayse.presses_the(&own, "rack").await.message();
    assert!(holds.content().contains("You hold 🍷Robai"), "{holds:?}");
    let taker = ayse.presses_the(&holds, "robatta").await.message();
    assert_eq!(rack(&taker).len(), 10, "{taker:?}");
    assert!(
        taker
            .content()
            .contains("First press the card you **lead**"),
        "{taker:?}"
    );
    let away = ayse.presses_the(&taker, "lead").await.message();
    assert!(
        away.content()
            .contains("Now press the card you **lay away**"),
        "{away:?}"
    );
    let order = ayse.presses_the(&away, "order").await.message();
    assert!(is_order(&order), "{order:?}");
    evening.ends().await;
}
