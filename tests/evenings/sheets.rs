//! The score sheet of a game that is over: for everybody, also long after its table is gone.

use serde_json::json;

use crate::house::{Evening, sit_down};

const TWO_HOURS: u64 = 2 * 60 * 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_a_game_ended_is_shown_to_whoever_comes_hours_later() {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = eve
        .waits_for_board("the score sheet", |board| board.can("sheet").is_some())
        .await;
    let first = eve.presses_the(&board, "sheet").await.message();
    evening.world.passes(TWO_HOURS).await;
    let later = eve.presses_the(&board, "sheet").await.message();
    for sheet in [&first, &later] {
        assert!(sheet.is_private() && sheet.has_picture(), "{sheet:?}");
        assert!(sheet.content().contains("The game is over"), "{sheet:?}");
        assert!(sheet.content().contains("\n**1.** "), "{sheet:?}");
        assert!(sheet.buttons().is_empty(), "{sheet:?}");
    }
    let told = (first.content(), first.alt());
    assert_eq!((later.content(), later.alt()), told);
    evening.ends().await;
}
