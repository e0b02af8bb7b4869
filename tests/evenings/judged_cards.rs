//! The part of the judged evening that belongs to Kaluki: its command with a completion, a way through its pages, and what
//! that way does not lead by. As a button each of these is pressed, and judged, in the evenings of Kaluki.

use serde_json::json;

use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;
use crate::play_kaluki::rigged;

/// What is pressed while somebody else is to act, behind `1:TABLE:REVISION:`: pages are shown, and moves are refused.
const BESIDE_THE_WAY: [&str; 16] = [
    "plan:",
    "builds:0",
    "jokers:0",
    "leaving:",
    "where:00000000000000.0",
    "return:",
    "lay:00000000000000",
    "throw-surely:00000000000000.0.c2",
    "build:1.set.c2",
    "all:",
    "out:0.c2",
    "out-surely:0.c2",
    "announce:",
    "silent:",
    "buyin:",
    "decline:",
];

/// Reads every page, opens by the preview with a discard, and takes the other's discard.
pub async fn cards_are_laid(evening: &mut Evening) {
    evening.channel = evening.channel(json!({"name": "cards"})).await;
    let hands = ["hQ cQ sQ h3 h4 h5 d9 s7 c2", "d8 c8 s8 sK"];
    let options = json!({"rules": "match_mode=single_deal"});
    let lies = ("c5", "sK");
    let [ayse, ben] = rigged(evening, ["Aylin", "Bora"], options, hands, lies).await;
    completes_rules(&ayse).await;
    let panel = ayse.waits_to("draw").await;
    let panel = ayse.presses_the(&panel, "draw").await.message();
    let more = ayse.presses_the(&panel, "more").await.message();
    let score = ayse.presses_the(&more, "score").await.message();
    let panel = ayse.presses_the(&score, "rack").await.message();
    let more = ayse.presses_the(&panel, "more").await.message();
    let text = ayse.presses_the(&more, "text").await.message();
    let panel = ayse.presses_the(&text, "rack").await.message();
    let page = ayse.presses_the(&panel, "compose").await.message();
    let panel = ayse.presses_the(&page, "rack").await.message();
    let page = ayse.presses_the(&panel, "preview").await.message();
    let panel = ayse.presses_the(&page, "throw").await.message();
    presses_beside_the_way(&ayse, &panel).await;
    let panel = ben.waits_to("draw").await;
    let panel = ben.presses_the(&panel, "draw").await.message();
    ben.presses_the(&panel, "discard").await.message();
}

async fn presses_beside_the_way(person: &Person, panel: &Message) {
    let buttons = panel.buttons();
    let any = buttons.first().expect("a panel has buttons");
    for press in BESIDE_THE_WAY {
        let id = format!("1:{}:{}:{press}", any.table(), any.revision());
        person.forges(panel, &id).await.message();
    }
}

async fn completes_rules(person: &Person) {
    let wish = json!({"person": person.id, "channel": person.channel, "command": "kaluki",
        "options": {"rules": "joker_"}, "focused": "rules"});
    let offered = person.world.ask("POST", "/complete", wish).await;
    let choices = offered["choices"].as_array().map_or(0, Vec::len);
    assert!(choices > 1, "{offered}");
}
