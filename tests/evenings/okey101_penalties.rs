//! What costs points in Okey 101: slips in the strict game, discards that fit the table in both.

use serde_json::json;

use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;
use crate::play101::meld_button;
use crate::rig::{Deal, rigged};

/// Melds worth 101 and 97 can be made of these, and Y9 fits the first ones.
const RACK: &str = "K11 K12 K13 R13 Y13 G13 Y4 Y5 Y6 Y7 Y8 Y9 K1";
const OPENING: &str = "open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8";
const TOO_LOW: &str = "open K11 K12 K13 / R13 Y13 G13 / Y4 Y5 Y6 Y7";
const FITS: &str = "**+101**: discarded ⭐9, which fits a meld";

fn sorted(panel: &Message) -> Vec<istaka::rules::tile::Tile> {
    let mut rack = panel.rack();
    rack.sort_unstable();
    rack
}

async fn board_with(person: &Person, words: &str) -> Message {
    person
        .waits_for_board(words, |board| board.content().contains(words))
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_strict_game_a_failed_opening_costs_once_and_a_discard_that_fits_is_not_asked_about()
{
    let mut evening = Evening::begins().await;
    let eve = evening.person("Eve").await;
    let sheet = "sheet (the classic rules; mistakes cost points)";
    let sheet = eve.choice_of("okey101", "preset", sheet).await;
    let options = json!({"rounds": 1, "preset": sheet});
    let deal = Deal::of(&[RACK, ""], "");
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
    let before = sorted(&ayse.panel().await.expect("a panel"));

    let failed = ayse.plays(TOO_LOW).await.message();
    for told in [
        "Your opening failed and cost you 101. The opening was not laid",
        "it is worth 97, 4 short of 101.",
        "You may try again: failing once more this turn costs nothing.",
        // A good opening is not refused, so it is still told and offered.
        "You can open with ",
    ] {
        assert!(failed.content().contains(told), "{told}: {failed:?}");
    }
    assert!(meld_button(&failed, "preview.").is_some(), "{failed:?}");
    assert_eq!(sorted(&failed), before, "the tiles stay");
    let board = board_with(&eve, "**+101**: a failed opening").await;
    for secret in ["⭐4", "⭐5", "♠\u{fe0e}11"] {
        assert!(!board.content().contains(secret), "{board:?}");
    }
    let again = ayse.plays(TOO_LOW).await.message();
    for words in [
        "97, 4 short of 101",
        "You already paid for a failed opening this turn",
        "so this one costs nothing; you may try again.",
    ] {
        assert!(again.content().contains(words), "{words}: {again:?}");
    }
    assert_eq!(sorted(&again), before);
    ayse.throws("K1").await;
    let panel = ben.draws().await;
    ben.discards(&panel).await;

    // The next turn is another try; then a tile that fits the table goes without a question, and costs.
    ayse.draws().await;
    let opened = ayse.plays(OPENING).await.says();
    assert!(opened.contains("You have opened with 101"), "{opened}");
    let thrown = ayse.throws("Y9").await;
    assert!(thrown.can("surely").is_none(), "{thrown:?}");
    let board = board_with(&eve, FITS).await;
    assert_eq!(board.content().matches("**+101**").count(), 2, "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_assisted_game_a_discard_that_fits_is_asked_about_once() {
    let mut evening = Evening::begins().await;
    let deal = Deal::of(&[RACK, ""], "");
    let options = json!({"rounds": 1});
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
    let refused = ayse.plays(TOO_LOW).await.message();
    assert!(
        refused.content().contains("97, 4 short of 101"),
        "{refused:?}"
    );
    let opened = ayse.plays(OPENING).await.message();
    assert!(opened.content().contains("⭐4"), "{opened:?}");
    let asked = ayse.throws("Y9").await;
    let question = "⭐9 fits ⭐5–8 on the table: discarding it costs **101**";
    assert!(asked.content().contains(question), "{asked:?}");
    // Nothing has happened yet, and one may think again.
    let panel = ayse.presses_the(&asked, "rack").await.message();
    assert_eq!(sorted(&panel), sorted(&opened));
    let asked = ayse.throws("Y9").await;
    let thrown = ayse.presses_the(&asked, "surely").await.message();
    assert!(thrown.can("surely").is_none(), "{thrown:?}");
    assert_eq!(thrown.rack().len(), opened.rack().len() - 1, "{thrown:?}");
    let board = board_with(&ben, FITS).await;
    assert_eq!(board.content().matches("**+101**").count(), 1, "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_strict_game_taking_back_several_tiles_costs_once() {
    let mut evening = Evening::begins().await;
    let deal = Deal::of(&[RACK, ""], "");
    let options = json!({"rounds": 1, "rules": "penalties=strict"});
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
    ayse.plays(OPENING).await;
    ayse.plays("off Y4 3").await;
    let laid = ayse.plays("off Y9 3").await.message();
    let free = meld_button(&laid, "undo").expect("Take back");
    assert_eq!(free.label, "Take back ⭐9");
    let back = ayse.presses(&laid, &free).await.message();
    let costs = meld_button(&back, "undo").expect("Take back once more");
    assert_eq!(costs.label, "Take back ⭐4 (+101)");
    let back = ayse.presses(&back, &costs).await.message();
    assert_eq!(back.rack().len(), 12, "{back:?}");
    assert!(meld_button(&back, "undo").is_none(), "{back:?}");
    let board = board_with(&ben, "**+101**: took back more than one tile").await;
    assert_eq!(board.content().matches("**+101**").count(), 1, "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_prepared_discard_that_would_cost_is_left_to_its_owner_in_either_game() {
    for (penalties, draws_always) in [("strict", false), ("assisted", false), ("strict", true)] {
        let mut evening = Evening::begins().await;
        let deal = Deal::of(&[RACK, "Y9 R1 K7"], "G9");
        let options = json!({"rounds": 1, "rules": format!("penalties={penalties}")});
        let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
        let panel = ben.panel().await.expect("a panel");
        let more = ben.more(&panel).await;
        let mut desk = ben.presses_on_desk(&more, "").await;
        if draws_always {
            desk = ben.presses_on_desk(&desk, "auto.on").await;
        }
        let tiles = ben.presses_on_desk(&desk, "tiles").await;
        let is_meant = |button: &Button| {
            button.argument().starts_with("prepare.") && button.tile() == "Y9".parse().ok()
        };
        let prepare = tiles.enabled().into_iter().find(is_meant).expect("Y9");
        let panel = ben.presses(&tiles, &prepare).await.message();
        assert!(panel.content().contains("Prepared:"), "{panel:?}");
        ayse.plays(OPENING).await;
        ayse.throws("K1").await;
        // 101 rules 10.4: the strict game does not warn.
        let why = match penalties {
            "strict" => "discard): the choice is left to you",
            _ => "it would cost points now",
        };
        let told = |panel: &Message| panel.content().contains(why);
        let panel = ben
            .waits_for_panel(why, |panel| {
                // What is drawn for them takes nothing of that away.
                told(panel) && panel.can("draw").is_some() != draws_always
            })
            .await;
        let still = "⭐9 is still yours to discard";
        assert!(panel.content().contains(still), "{penalties}: {panel:?}");
        // Nothing was drawn either, unless they want that always: they may rather take the discard now.
        let is_drawn = panel.content().contains("New:");
        assert_eq!(is_drawn, draws_always, "{penalties}: {panel:?}");
        let board = ben.board().await;
        assert!(!board.content().contains("**+101**"), "{board:?}");
        evening.ends().await;
    }
}
