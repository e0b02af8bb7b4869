//! A seat that somebody left can be taken by anybody who has none.

use serde_json::json;
use sqlx::{Connection, Row, SqliteConnection};

use crate::house::{Evening, sit_down};
use crate::play::turn_to_draw;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_takes_the_seat_of_a_leaver_and_plays_on() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem, eve] = evening.people(["Ayşe", "Ben", "Cem", "Eve"]).await;
    let board = sit_down(&ayse, &[&ben, &cem], json!({"seats": 3, "points": 1})).await;
    assert!(board.can("sit").is_none(), "{board:?}");
    turn_to_draw(&[&ayse, &ben, &cem]).await;
    ayse.leaves().await;
    let board = eve
        .waits_for_board("a seat to take", |board| board.can("sit").is_some())
        .await;
    let sit = board.can("sit").expect("just waited for");
    let seated = ben.forges(&board, &sit.id).await.says();
    assert!(seated.contains("already have a seat"), "{seated}");
    let none = ben.forges(&board, &sit.id.replace("sit:0", "sit:1")).await;
    assert!(none.is_answered(), "{none:?}");

    // Two press at once, and then again: one sits.
    let dan = evening.person("Dan").await;
    let (one, other) = tokio::join!(eve.forges(&board, &sit.id), dan.forges(&board, &sit.id));
    let (one, other) = (one.message(), other.message());
    assert!(one.is_private() && other.is_private(), "{one:?} {other:?}");
    let is_eve = other.rack().is_empty();
    assert_ne!(is_eve, one.rack().is_empty(), "{one:?} {other:?}");
    let (newcomer, stranger) = if is_eve { (&eve, &dan) } else { (&dan, &eve) };
    let doubled = newcomer.forges(&board, &sit.id).await.message();
    assert!(
        doubled.content().contains("already have a seat"),
        "{doubled:?}"
    );
    let panel = newcomer.waits_for_a_panel().await;
    assert!(panel.rack().len() >= 14, "{panel:?}");
    let casual = "so this game is casual for you";
    assert!(panel.content().contains(casual), "{panel:?}");
    assert!(stranger.panel().await.is_none());
    let late = stranger.forges(&board, &sit.id).await.says();
    assert_eq!(late, "Somebody else took that seat.");
    newcomer
        .waits_for_board("no seat to take", |board| {
            board.can("sit").is_none() && board.content().contains(&newcomer.id)
        })
        .await;
    tokio::join!(
        ben.plays_to_the_end(),
        cem.plays_to_the_end(),
        newcomer.plays_to_the_end()
    );

    let results = results(&evening).await;
    let of = |id: &str| {
        let found = results.iter().find(|result| result.0 == id);
        found.unwrap_or_else(|| panic!("no result in {results:?}"))
    };
    assert_eq!(results.len(), 4, "{results:?}");
    let ayse = of(&ayse.id);
    assert_eq!((ayse.1, &ayse.2[..], ayse.3), (3, "lost", false));
    assert!(of(&newcomer.id).3, "a substitute plays a casual game");
    assert!(!of(&ben.id).3 && !of(&cem.id).3, "{results:?}");
    evening.ends().await;
}

/// Person, place, outcome and whether it is casual, of every result.
async fn results(evening: &Evening) -> Vec<(String, i64, String, bool)> {
    let url = format!("sqlite://{}?mode=ro", evening.db().display());
    let mut connection = SqliteConnection::connect(&url)
        .await
        .expect("the database opens");
    let rows = sqlx::query("select person, place, outcome, casual from results")
        .fetch_all(&mut connection)
        .await
        .expect("there are results");
    rows.iter()
        .map(|row| {
            let casual = row.get::<i64, _>(3) != 0;
            (
                row.get::<i64, _>(0).to_string(),
                row.get(1),
                row.get(2),
                casual,
            )
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_left_may_come_back_and_stays_last() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    turn_to_draw(&[&ayse, &ben]).await;
    for _ in 0..2 {
        ayse.leaves().await;
        let lost = "stays a last place for you";
        let watching = ayse.runs("rack", json!({})).await.says();
        assert!(watching.contains(lost), "{watching}");
        // The board from before may still offer the seat as it was free the time before.
        let board = ayse.board().await;
        let seated = ayse.presses_the(&board, "sit").await.message();
        assert!(seated.rack().len() >= 14, "{seated:?}");
        assert!(seated.content().contains(lost), "{seated:?}");
    }
    evening.bot_goes().await;
    evening.bot_comes().await;
    for person in [&ayse, &ben] {
        person.runs("rack", json!({})).await;
    }
    tokio::join!(ben.plays_to_the_end(), ayse.plays_to_the_end());
    // Whoever finishes first, the board says for whom it was lost.
    let board = ben.board().await;
    let last = "left this game and came back: for them it counts as a last place";
    assert!(board.content().contains(last), "{board:?}");
    let results = results(&evening).await;
    assert_eq!(results.len(), 2, "{results:?}");
    let ayse = results.iter().find(|result| result.0 == ayse.id);
    let ayse = ayse.expect("a result");
    assert_eq!((ayse.1, &ayse.2[..], ayse.3), (2, "lost", false));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_took_a_seat_over_leaves_a_rated_game_without_a_loss() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem, eve] = evening.people(["Ayşe", "Ben", "Cem", "Eve"]).await;
    sit_down(&ayse, &[&ben, &cem], json!({"seats": 3})).await;
    turn_to_draw(&[&ayse, &ben, &cem]).await;
    ayse.leaves().await;
    eve.presses_on_the_board("sit").await;
    eve.waits_for_a_panel().await;
    let told = eve.runs("table leave", json!({})).await.message();
    assert!(told.can("quit").is_none(), "{told:?}");
    let is_casual = "counts as lost among your casual games only";
    assert!(told.content().contains(is_casual), "{told:?}");
    assert!(!told.content().contains("last place"), "{told:?}");
    // Whoever comes back to a seat of their own is no substitute.
    ayse.presses_on_the_board("sit").await;
    let asked = ayse.runs("table leave", json!({})).await.message();
    assert!(asked.can("quit").is_some(), "{asked:?}");
    evening.ends().await;
}
