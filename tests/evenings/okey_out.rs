//! Somebody out of a game of Okey that the others play on (Okey rules 9.3): the board, their panel, and how they leave.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::kaluki_out::result_of;
use crate::play101::assert_tells;
use crate::rig::rigs;

/// The starter's rack, who can finish at once.
const WINS: &str = "R1 R2 R3 G7 G8 G9 K1 K2 K3 K4 Y10 Y11 Y12 Y13 R13";
/// With the indicator's twin.
const SHOWS: &str = "R4 R7 R9 G1 G3 G5 G11 K6 K8 K10 K12 Y1 Y3 Y5";
const PLAIN: &str = "R2 R6 R8 R10 R12 G2 G4 G6 G10 K7 K9 K11 Y2 Y4";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_out_leaves_without_harm_and_the_others_play_on() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let rules = "deal=simplified end_mode=elimination start_points=3";
    let options = json!({"seats": 3, "rules": rules});
    sit_down(&ayse, &[&ben, &cem], options).await;
    rigs(&mut evening, WINS, &format!("{SHOWS} {PLAIN}"), "Y7").await;
    let panel = ayse.shows_rack().await;
    ayse.presses_the(&panel, "show").await;
    let panel = cem.shows_rack().await;
    cem.presses_the(&panel, "finish").await;

    // One point for the twin, two for the finish.
    let is_out = |board: &str| board.contains(&format!("<@{}> · **0** points · out", ben.id));
    let between = ayse
        .waits_for_board("who is out", |board| is_out(board.content()))
        .await;
    let panel = ben.shows_rack().await;
    assert_tells(&panel, &["You are out of this game", "Round 1"]);
    assert!(panel.enabled().is_empty(), "{panel:?}");
    for person in [&ayse, &cem] {
        person.presses_the(&between, "next").await;
    }
    let is_dealt = |board: &str| is_out(board) && board.contains("Round 2 · ");
    ayse.waits_for_board("the next round", |board| is_dealt(board.content()))
        .await;
    let panel = ben.shows_rack().await;
    assert_tells(&panel, &["You are out of this game"]);
    for (person, other) in [(&ayse, &cem), (&cem, &ayse)] {
        let panel = person.shows_rack().await;
        let waits = panel.content().contains("you play after");
        assert!(!waits || panel.content().contains(&other.id), "{panel:?}");
    }

    // Their result stands, and nobody is to play on for them.
    let told = ben.runs("table leave", json!({})).await.says();
    assert!(told.contains("already out of the game"), "{told}");
    evening.world.settles().await;
    let board = ayse.board().await;
    assert!(board.can("sit").is_none());
    assert!(is_out(board.content()), "{board:?}");
    assert!(!board.content().contains("who left"), "{board:?}");
    // Nobody is left: it is played to its end all the same.
    ayse.leaves().await;
    cem.leaves().await;
    let last = ben
        .waits_for_board("the end", |board| {
            board.content().contains("The game is over")
        })
        .await;
    // The last place is theirs, not that of a computer that never played for them.
    let places: Vec<&str> = last
        .content()
        .lines()
        .filter(|line| line.contains("**3.**"))
        .collect();
    assert!(
        places.len() == 1 && places[0].contains(&format!("<@{}>", ben.id)),
        "{last:?}"
    );
    for deserted in [&ayse, &cem] {
        assert!(!last.content().contains(&deserted.id), "{last:?}");
    }
    evening.world.settles().await;
    assert_eq!(result_of(&evening, &ben).await, (3, "lost".to_owned(), 0));
    evening.ends().await;
}
