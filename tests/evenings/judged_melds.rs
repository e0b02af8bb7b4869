//! The part of the judged evening that belongs to Okey 101: every kind of press that its panels know.

use serde_json::{Value, json};

use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;
use crate::play101::{meld_button, shown};
use crate::rig::{Deal, rigged};

/// Opens by hand, lays off, takes back, lays, swaps; opens by a page and discards at once, at a cost.
pub async fn melds_are_laid(evening: &mut Evening) {
    evening.channel = evening.channel(json!({"name": "melds"})).await;
    let first = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 Y9 Y10 K6 R5 K8 K7 R1 G3";
    let second = "R10 R11 R12 G10 G11 G12 Y11 Y12 Y13 Y4 K1";
    let deal = Deal::of(&[first, second], "K2");
    let options = json!({"rounds": 1, "rules": "joker_swap=true"});
    let [ayse, ben] = rigged(evening, ["Aylin", "Bora"], options, &deal).await;
    completes_rules(&ayse).await;
    prepares(&ben).await;
    opens_by_hand(&ayse).await;
    lays_and_swaps(&ayse).await;
    ayse.throws("R1").await;

    let panel = ben
        .waits_for_panel("a discard to take", |panel| panel.can("take").is_some())
        .await;
    let taken = ben.presses_the(&panel, "take").await.message();
    let returned = ben.melds(&taken, "return").await;
    let drawn = ben.presses_the(&returned, "draw").await.message();
    let page = ben.melds(&drawn, "preview.").await;
    let asked = ben.presses(&page, &throw(&page, "Y4")).await.message();
    ben.melds(&asked, "surely.").await;
}

fn throw(page: &Message, tile: &str) -> Button {
    let mut buttons = page.enabled().into_iter();
    let is_meant = |button: &Button| {
        button.argument().starts_with("throw.") && button.tile() == tile.parse().ok()
    };
    buttons.find(is_meant).expect("a tile to discard")
}

async fn completes_rules(person: &Person) {
    let wish = json!({"person": person.id, "channel": person.channel, "command": "okey101",
        "options": {"rules": "joker_"}, "focused": "rules"});
    let offered = person.world.ask("POST", "/complete", wish).await;
    assert!(
        offered["choices"]
            .as_array()
            .is_some_and(|choices| !choices.is_empty()),
        "{offered}"
    );
}

/// With so many tiles, those to be prepared have a page of their own.
async fn prepares(person: &Person) {
    let panel = person.panel().await.expect("a panel");
    let more = person.more(&panel).await;
    let desk = person.presses_the(&more, "desk").await.message();
    let tiles = desk
        .enabled()
        .into_iter()
        .find(|button| button.argument() == "tiles");
    let tiles = tiles.unwrap_or_else(|| panic!("no page of tiles on {desk:?}"));
    let page = person.presses(&desk, &tiles).await.message();
    assert_eq!(
        page.0["components"].as_array().map(Vec::len),
        Some(5),
        "{page:?}"
    );
    let back: Value = person.presses_the(&page, "desk").await.0;
    assert!(back.is_object(), "{back}");
}

async fn opens_by_hand(person: &Person) {
    let panel = person.panel().await.expect("a panel");
    let more = person.more(&panel).await;
    let text = person.melds(&more, "text").await;
    let panel = person.presses_the(&text, "rack").await.message();
    let page = person.composes(&panel).await;
    let page = person.joins(&page, "K11 K12 K13").await;
    let page = person.joins(&page, "R13 Y13 G13").await;
    let page = person.toggles(&page, "Y5 Y6 Y7 Y8").await;
    person.melds(&page, "lay.").await;
}

/// The page of everywhere a tile can go, which few racks have a button for; back on the panel.
async fn sees_all_places(person: &Person, page: &Message, tile: &str) -> Message {
    let mut buttons = page.enabled().into_iter();
    let picks = |button: &Button| {
        button.argument().starts_with("compose.") && shown(button) == tile.parse().ok()
    };
    let picked = buttons.find(picks).expect("a tile to pick");
    let places = format!("{}.0", picked.id.replacen("compose.", "where.", 1));
    let page = person.forges(page, &places).await.message();
    assert!(meld_button(&page, "off.").is_some(), "{page:?}");
    person.presses_the(&page, "rack").await.message()
}

async fn lays_and_swaps(person: &Person) {
    let panel = person.panel().await.expect("a panel");
    let page = person.composes(&panel).await;
    let page = sees_all_places(person, &page, "Y9").await;
    let page = person.composes(&page).await;
    let page = person.toggles(&page, "Y9").await;
    let panel = person.melds(&page, "off.").await;
    let panel = person.melds(&panel, "undo").await;
    let panel = person.melds(&panel, "all").await;
    let page = person.composes(&panel).await;
    let page = person.toggles(&page, "K6 R5 K8").await;
    let panel = person.melds(&page, "lay.").await;
    let page = person.composes(&panel).await;
    let page = person.toggles(&page, "K7").await;
    let swapped = person.melds(&page, "swap.").await;
    assert!(meld_button(&swapped, "undo").is_none(), "{swapped:?}");
}
