//! The part of the judged evening that belongs to Hachinin-meri: its command with a completion, and every press of its panels.

use serde_json::json;

use crate::house::Evening;
use crate::people::Person;
use crate::play_meri::{Deal, is_to_play, rigged};

/// One is ready, the other calls, leads, and lays one away; both play, and look at the order of the trumps and at the trick.
pub async fn tricks_are_played(evening: &mut Evening) {
    evening.channel = evening.channel(json!({"name": "tricks"})).await;
    let deal = Deal {
        dealer: 3,
        racks: ["K-Robai K-9 G-Sun", "", "", "", "", "", "", ""],
        okie: "K-4",
        leftovers: "P-1 O-9",
    };
    let [ayse, ben] = rigged(evening, ["Aylin", "Bora"], "", &deal).await;
    completes_rules(&ayse).await;
    let asked = ben.panel().await.expect("a panel");
    ben.presses_the(&asked, "ready").await.message();
    let asked = ayse.panel().await.expect("a panel");
    let called = ayse.presses_the(&asked, "robatta").await.message();
    let page = ayse.presses_the(&called, "lead").await.message();
    ayse.presses_the(&page, "away").await.message();
    let panel = ben.waits_for_panel("a turn", is_to_play).await;
    ben.presses_the(&panel, "play").await.message();
    let panel = ayse
        .waits_for_panel("the first trick", |panel| panel.can("trick").is_some())
        .await;
    let order = ayse.presses_the(&panel, "order").await.message();
    ayse.presses_the(&order, "trick").await.message();
    changes_seat(evening).await;
}

/// Where seats are chosen, one can be changed in the lobby.
async fn changes_seat(evening: &mut Evening) {
    evening.channel = evening.channel(json!({"name": "seats"})).await;
    let cem = evening.person("Cem").await;
    let rules = json!({"rules": "team_assign=chosen"});
    let lobby = cem.runs("meri", rules).await.message();
    cem.presses_the(&lobby, "seat").await.message();
}

async fn completes_rules(person: &Person) {
    let wish = json!({"person": person.id, "channel": person.channel, "command": "meri",
        "options": {"rules": "hidden_robai="}, "focused": "rules"});
    let offered = person.world.ask("POST", "/complete", wish).await;
    let choices = offered["choices"].as_array().map_or(0, Vec::len);
    assert!(choices > 1, "{offered}");
}
