//! Melds put together by hand, tile by tile; laying off, taking back, and exchanging an okey.

use serde_json::json;

use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;
use crate::play101::{assert_tells, meld_button};
use crate::rig::{Deal, rigged};

async fn table_of_two(evening: &mut Evening, racks: &[&str], stock: &str) -> [Person; 2] {
    let deal = Deal::of(racks, stock);
    rigged(evening, ["Ayşe", "Ben"], json!({"rounds": 1}), &deal).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opening_is_put_together_tile_by_tile() {
    let mut evening = Evening::begins().await;
    let rack = "K11 K12 K13 R13 Y13 G13 Y4 Y5 Y6 Y7 Y8 K1";
    let [ayse, ben] = table_of_two(&mut evening, &[rack, ""], "").await;
    let panel = ayse.panel().await.expect("a panel");
    let page = ayse.composes(&panel).await;
    assert_tells(&page, &["Put melds together"]);
    // Not every two tiles are something; and *Meld* of such tiles says why not, and keeps them.
    let page = ayse.joins(&page, "K11 Y4").await;
    assert_tells(&page, &["not a meld yet: the two tiles differ"]);
    let page = ayse.takes_out(&page, "Y4").await;
    let page = ayse.joins(&page, "K12 K13").await;
    assert_tells(&page, &["**36, 65 short** of 101"]);
    let page = ayse.joins(&page, "R13 Y13 G13").await;
    let page = ayse.toggles(&page, "Y4 Y5 Y6 Y7").await;
    assert_tells(
        &page,
        &["Picked: ⭐4 ⭐5 ⭐6 ⭐7 = **22**", "**97, 4 short** of 101"],
    );
    let page = ayse.melds(&page, "join.").await;
    let refused = ayse.melds(&page, "lay.").await;
    assert_tells(
        &refused,
        &["it is worth 97, 4 short of 101", "**97, 4 short** of 101"],
    );
    assert_eq!(meld_button(&refused, "lay."), meld_button(&page, "lay."));

    // Out of a meld a tile goes alone, and the others are picked.
    let page = ayse.takes_out(&refused, "Y4").await;
    assert_tells(&page, &["Picked: ⭐5 ⭐6 ⭐7 = **18**"]);
    let page = ayse.joins(&page, "Y8").await;
    assert_tells(&page, &["**101** of 101 ✅"]);
    let opened = ayse.melds(&page, "lay.").await;
    assert_tells(
        &opened,
        &["You have opened with 101", "These fit the table: ", "⭐4"],
    );
    assert_eq!(opened.rack().len(), 12, "{opened:?}");
    let told = |board: &Message| board.content().contains("opened with 101: ");
    ben.waits_for_board("the opening", told).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opening_is_laid_and_a_tile_discarded_in_one_press() {
    let mut evening = Evening::begins().await;
    let rack = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G4 G6 R1 R3 R7 R9 Y2 K2 K4 Y11";
    let [ayse, ben] = table_of_two(&mut evening, &["K3", rack], "G9").await;
    ayse.throws("K3").await;
    let panel = ben.draws().await;
    let page = ben.melds(&panel, "preview.").await;
    // One may change it, and come back.
    let changed = ben.melds(&page, "compose.").await;
    assert_tells(&changed, &["Put melds together", "✅"]);
    let panel = ben.presses_the(&changed, "rack").await.message();
    let page = ben.melds(&panel, "preview.").await;
    let is_meant = |button: &Button| {
        button.argument().starts_with("throw.") && button.tile() == "G9".parse().ok()
    };
    let thrown = page
        .enabled()
        .into_iter()
        .find(is_meant)
        .expect("a tile to discard");
    let waiting = ben.presses(&page, &thrown).await.message();
    assert_tells(&waiting, &["Not your turn yet", "You have opened with 101"]);
    let panel = ayse
        .waits_for_panel("their turn", |panel| panel.can("take").is_some())
        .await;
    assert_eq!(
        panel.can("take").and_then(|take| take.tile()),
        thrown.tile()
    );
    evening.ends().await;
}

/// The button that opens does not come to where the one that shows the opening was pressed: whoever presses a button holds its
/// page against that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_quick_taps_on_an_opening_lay_nothing() {
    let mut evening = Evening::begins().await;
    let rack = "K11 K12 K13 R13 Y13 G13 Y4 Y5 Y6 Y7 Y8 Y9 K1";
    let [ayse, _ben] = table_of_two(&mut evening, &[rack, ""], "").await;
    let panel = ayse.panel().await.expect("a panel");
    // They begin, so nothing stands before it, and again after a way back.
    let page = ayse.melds(&panel, "preview.").await;
    let panel = ayse.presses_the(&page, "rack").await.message();
    // On that page it stands where the page of an opening has tiles: one of them gives way, and not to what opens.
    let more = ayse.more(&panel).await;
    let page = ayse.melds(&more, "preview.").await;
    let opened = ayse.melds(&page, "lay.").await;
    assert_tells(&opened, &["You have opened with"]);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tiles_are_laid_off_taken_back_and_laid_off_by_hand() {
    let mut evening = Evening::begins().await;
    let rack = "K11 K12 K13 R13 Y13 G13 Y4 Y5 Y6 Y7 Y8 Y9 K1";
    let [ayse, ben] = table_of_two(&mut evening, &[rack, ""], "").await;
    let opened = ayse
        .plays("open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8")
        .await
        .message();
    let all = meld_button(&opened, "all").expect("Lay off");
    assert!(all.label.starts_with("Lay off "), "{all:?}");
    let laid = ayse.presses(&opened, &all).await.message();
    let count = all.label.split(' ').nth(2).expect("how many");
    let count: usize = count.parse().expect("a number");
    assert_eq!(laid.rack().len() + count, opened.rack().len(), "{laid:?}");
    assert!(count >= 2, "{all:?}");
    assert!(
        laid.enabled()
            .iter()
            .all(|button| button.argument() != "all"),
        "{laid:?}"
    );

    // The last one comes back, and nothing more than that.
    let undo = meld_button(&laid, "undo").expect("Take back");
    assert!(undo.label.starts_with("Take back "), "{undo:?}");
    let back = ayse.presses(&laid, &undo).await.message();
    assert_eq!(back.rack().len(), laid.rack().len() + 1, "{back:?}");
    let twice = ayse.forges(&back, &undo.id).await.message();
    assert_tells(&twice, &["out of date"]);
    let twice = ayse.plays("back").await.message();
    assert_tells(&twice, &["Only the last tile laid off can be taken back"]);
    assert_eq!(twice.rack(), back.rack());

    // Picked alone, a tile can be laid off where it fits; taken back once, it stays there.
    let returned = back
        .rack()
        .into_iter()
        .find(|tile| !laid.rack().contains(tile));
    let returned = returned.expect("the tile that came back").to_string();
    let page = ayse.composes(&twice).await;
    let page = ayse.toggles(&page, &returned).await;
    let laid = ayse.melds(&page, "off.").await;
    assert_eq!(laid.rack().len() + 1, back.rack().len(), "{laid:?}");
    assert!(meld_button(&laid, "undo").is_none(), "{laid:?}");
    let stays = ayse.plays("back").await.message();
    assert_tells(&stays, &["now it stays there"]);
    let told = |board: &Message| board.content().contains(" back · ");
    ben.waits_for_board("what was taken back", told).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_a_cafe_table_an_okey_on_the_table_is_exchanged() {
    let mut evening = Evening::begins().await;
    let eve = evening.person("Eve").await;
    let cafe = "cafe (the way most public tables play)";
    let cafe = eve.choice_of("okey101", "preset", cafe).await;
    let rack = "K11 R5 K13 K12 R13 Y13 G13 Y5 Y6 Y7 Y8 K1";
    // The seat at the dealer's right begins.
    let deal = Deal {
        dealer: 1,
        ..Deal::of(&[rack, ""], "")
    };
    let options = json!({"rounds": 1, "preset": cafe});
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
    let opened = ayse
        .plays("open K11 R5 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8")
        .await
        .message();
    assert_tells(&opened, &["You have opened with 101"]);
    let page = ayse.composes(&opened).await;
    let page = ayse.toggles(&page, "K12").await;
    let swap = meld_button(&page, "swap.").expect("an exchange");
    assert!(swap.label.contains("for the okey of"), "{swap:?}");
    let swapped = ayse.presses(&page, &swap).await.message();
    let rack = swapped.rack();
    assert_eq!(rack.len(), opened.rack().len(), "{swapped:?}");
    assert!(rack.contains(&"R5".parse().expect("a tile")), "{swapped:?}");
    let told = |board: &Message| board.content().contains("put ♠\u{fe0e}12 down for an okey");
    ben.waits_for_board("the exchange", told).await;
    evening.ends().await;
}
