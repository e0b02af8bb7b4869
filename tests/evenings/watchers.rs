//! Watchers: anybody in the channel sees the board, and reads what they can do.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::play::turn_to_draw;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_reads_where_to_look_and_how_to_sit_down() {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 2})).await.message();
    for verb in ["leave", "start", "options", "uncomputer"] {
        let id = lobby.can(verb).map(|button| button.id);
        let id = id.unwrap_or_else(|| {
            let join = lobby.can("join").expect("Join");
            let argument = if verb == "options" { "0" } else { "" };
            format!("1:{}:0:{verb}:{argument}", join.table())
        });
        let told = eve.forges(&lobby, &id).await.message();
        assert!(told.is_private(), "{verb}: {told:?}");
        assert!(
            told.content().contains("don't have a seat"),
            "{verb}: {told:?}"
        );
    }
    let told = eve.runs("table kick", json!({"seat": 1})).await.says();
    assert!(
        told.contains("don't have a seat") || told.contains("Only the host"),
        "{told}"
    );

    let told = eve.runs("rack", json!({})).await.says();
    assert!(told.contains("Press **Join**"), "{told}");
    assert!(told.contains(lobby.id()), "{told}");
    let lobby = ben.presses_the(&lobby, "join").await.message();
    ayse.presses_the(&lobby, "start").await;
    for person in [&ayse, &ben] {
        person.waits_for_a_panel().await;
    }
    turn_to_draw(&[&ayse, &ben]).await;
    let board = eve.board().await;
    let is_told = |told: String| {
        assert!(told.contains("so you are watching"), "{told}");
        assert!(told.contains(board.id()), "{told}");
    };
    is_told(eve.presses_the(&board, "rack").await.says());
    is_told(eve.presses_on_the_board("draw").await.says());
    is_told(eve.runs("rack", json!({})).await.says());
    is_told(eve.plays("draw").await.says());
    is_told(eve.leaves().await.says());
    assert!(eve.panel().await.is_none());
    let shown = eve.runs("table show", json!({})).await.message();
    assert!(shown.is_private() && shown.has_picture(), "{shown:?}");
    assert!(shown.content().contains(board.id()), "{shown:?}");
    assert!(!shown.alt().contains("Your rack"), "{shown:?}");
    let refused = eve.runs("table end", json!({})).await.says();
    assert!(refused.starts_with("Only a moderator"), "{refused}");

    ben.leaves().await;
    let told = eve.runs("rack", json!({})).await.says();
    assert!(told.contains("**Take seat**"), "{told}");
    let dora = evening.person("Dora").await;
    eve.presses_on_the_board("sit").await;
    let told = dora.runs("rack", json!({})).await.says();
    assert!(told.contains("so you are watching"), "{told}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_of_a_finished_game_starts_nothing() {
    let evening = Evening::begins().await;
    let [ayse, eve] = evening.people(["Ayşe", "Eve"]).await;
    sit_down(&ayse, &[], json!({"seats": 2, "computers": 1, "points": 1})).await;
    ayse.plays_to_the_end().await;
    let board = eve
        .waits_for_board("the rematch", |board| board.can("rematch").is_some())
        .await;
    let refused = eve.presses_the(&board, "rematch").await.says();
    assert!(refused.starts_with("Only those who played"), "{refused}");
    evening.ends().await;
}
