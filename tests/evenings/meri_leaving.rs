//! Somebody leaves a round of Hachinin-meri, or sleeps through it: nobody waits for them, and nothing is told by it.

use serde_json::json;
use sqlx::{Connection, Row, SqliteConnection};

use crate::house::{Evening, sit_down_to};
use crate::message::Message;
use crate::moves_meri::{DEAL, written};
use crate::people::{self, Person};
use crate::play::choice;
use crate::play_meri::{rack, rigged};

const MINUTE: u64 = 60;

/// Person, place and outcome of every result.
async fn results(evening: &Evening) -> Vec<(String, i64, String)> {
    let url = format!("sqlite://{}?mode=ro", evening.db().display());
    let db = SqliteConnection::connect(&url).await;
    let rows = sqlx::query("select person, place, outcome from results")
        .fetch_all(&mut db.expect("the database opens"))
        .await
        .expect("there are results");
    rows.iter()
        .map(|row| (row.get::<i64, _>(0).to_string(), row.get(1), row.get(2)))
        .collect()
}

/// The lines of the teams on a board: who sits where.
fn teams(board: &Message) -> String {
    let lines = board.content().lines();
    let lines: Vec<&str> = lines.filter(|line| line.contains("**Team ")).collect();
    lines.join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_before_or_after_their_own_play_the_trick_goes_on() {
    let mut evening = Evening::begins().await;
    let names = ["Ayşe", "Ben", "Cem"];
    let [ayse, ben, cem] = rigged(&mut evening, names, "", &DEAL).await;
    ayse.calls().await;
    ayse.opens_with("O-9", "K-9").await;
    ben.turn_in_meri().await;
    // Before: a computer plays at once in their place.
    let told = ben.leaves().await.says();
    assert!(told.starts_with("You left the table"), "{told}");
    let turn = cem.turn_in_meri().await;
    let board = cem.board().await;
    assert!(!teams(&board).contains(&ben.id), "{board:?}");
    assert!(
        board.content().contains("in place of somebody who left"),
        "{board:?}"
    );
    assert!(!board.content().contains(&ben.id), "{board:?}");
    // After: what they laid face down lies there as it did.
    cem.presses_karuta(&turn, "play", "K-3").await;
    ayse.waits_for_board("the first trick", |board| {
        board.content().contains("Trick 1:") && board.content().contains(&written("K-3"))
    })
    .await;
    cem.leaves().await;
    ayse.plays_to_the_end().await;
    let over = |board: &Message| board.content().contains("The game is over");
    let board = ayse.waits_for_board("the end", over).await;
    assert!(
        board.content().contains("in place of people who left"),
        "{board:?}"
    );
    let results = results(&evening).await;
    let of = |who: &Person| results.iter().find(|(person, ..)| *person == who.id);
    for leaver in [&ben, &cem] {
        let result = of(leaver).expect("a result");
        assert_eq!((result.1, &result.2[..]), (8, "lost"), "{results:?}");
    }
    // Their own result is that of their team.
    let own = of(&ayse).expect("a result");
    assert!(own.1 == 1 || own.1 == 2, "{results:?}");
    assert_eq!(own.2 == "won", own.1 == 1, "{results:?}");
    assert_eq!(results.len(), 3, "{results:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_with_a_trump_face_down_leaves_it_there_unseen() {
    let mut evening = Evening::begins().await;
    let names = ["Ayşe", "Ben", "Cem"];
    let [ayse, ben, cem] = rigged(&mut evening, names, "", &DEAL).await;
    ayse.calls().await;
    ayse.opens_with("O-9", "K-9").await;
    ben.plays_karuta("K-1").await;
    cem.turn_in_meri().await;
    ben.leaves().await;
    // Whoever takes the seat sees what belongs to it, and nobody else does.
    let eve = evening.person("Eve").await;
    eve.is_not_told("K-1").await;
    eve.presses_on_the_board("sit").await;
    let panel = eve.waits_for_a_panel().await;
    assert_eq!(rack(&panel).len(), 8, "{panel:?}");
    let laid = format!("Your card in trick 1: {}, played face down", written("K-1"));
    assert!(panel.content().contains(&laid), "{panel:?}");
    eve.leaves().await;
    // The host and taker goes as well: nobody's rights are missed.
    ayse.leaves().await;
    let board = cem.board().await;
    assert!(board.content().contains("face down"), "{board:?}");
    cem.is_not_told("K-1").await;
    cem.plays_karuta("K-3").await;
    let shown = |board: &Message| board.content().contains("Trick 1:");
    let board = cem.waits_for_board("the shōbu", shown).await;
    assert!(board.content().contains(&written("K-1")), "{board:?}");
    // The last person of eight: the table ends, and the channel is free.
    cem.leaves().await;
    cem.waits_for_board("the end", |board| {
        board.content().contains("closed without a result") && board.is_done_with()
    })
    .await;
    let lobby = cem.runs("meri", json!({})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_holder_of_the_robai_and_the_taker_leave_and_nobody_waits() {
    let mut evening = Evening::begins().await;
    let names = ["Ayşe", "Ben", "Cem"];
    let [ayse, ben, cem] = rigged(&mut evening, names, "", &DEAL).await;
    for person in [&ben, &cem] {
        person.says_ready().await;
    }
    // The holder has not answered; whoever answers for them, somebody takes the okie and leads.
    ayse.leaves().await;
    let shown = |seen: &[Message]| {
        let board = people::board(seen);
        board.is_some_and(|board| board.content().contains("Trick 1:"))
    };
    let (one, other) = tokio::join!(ben.plays_until(shown), cem.plays_until(shown));
    for pressed in [one, other] {
        assert_eq!(pressed.verbs.first().map(String::as_str), Some("play"));
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_taker_who_leaves_is_followed_by_a_computer_that_opens() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], "", &DEAL).await;
    let called = ayse.calls().await;
    ayse.presses_karuta(&called, "lead", "O-9").await;
    ayse.leaves().await;
    let turn = ben.turn_in_meri().await;
    let board = ben.board().await;
    assert!(
        board.content().contains("**Trick 1 of 9** · 🔵"),
        "{board:?}"
    );
    assert_eq!(rack(&turn).len(), 9, "{turn:?}");
    // What was only picked says nothing to whoever leads now.
    assert!(
        ayse.plays("lead O-9 away K-9")
            .await
            .says()
            .contains("watch")
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_plays_for_whoever_is_late_and_then_until_they_are_back() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], "", &DEAL).await;
    ayse.calls().await;
    // For who sleeps as the taker a computer leads, and lays another one away unseen (Hachinin-meri rules 14).
    evening.world.passes(MINUTE + 1).await;
    let before = ben.turn_in_meri().await;
    let opened = ayse.panel().await.expect("a panel");
    assert_eq!(rack(&opened).len(), 8, "{opened:?}");
    assert!(opened.content().contains("Laid away: "), "{opened:?}");
    let board = ben.board().await;
    let told = format!("{}{}", board.content(), before.content());
    assert!(!told.contains("laid"), "{told}");
    evening.world.passes(MINUTE - 1).await;
    // The call has brought the panel below, as it was.
    let still = ben.panel().await.expect("a panel");
    assert_eq!(still.content(), before.content(), "too early");
    evening.world.passes(2).await;
    let board = ayse.board().await;
    assert!(!board.content().contains("💤"), "{board:?}");
    let played = ben.panel().await.expect("a panel");
    assert_eq!(rack(&played).len(), 8, "{played:?}");
    let away = loop {
        let seen = ayse.board().await;
        if seen.content().contains("💤") {
            break seen;
        }
        let panel = ayse.panel().await.expect("a panel");
        match choice(&panel) {
            Some(button) => drop(ayse.presses(&panel, &button).await),
            None => evening.world.passes(MINUTE + 1).await,
        }
    };
    assert!(
        away.content().contains(&format!("<@{}> 💤", ben.id)),
        "{away:?}"
    );
    let back = ben.shows_rack().await;
    assert!(back.is_private(), "{back:?}");
    ayse.waits_for_board("no mark", |board| !board.content().contains("💤"))
        .await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let results = results(&evening).await;
    assert!(
        results.iter().all(|(_, place, _)| [1, 5].contains(place)),
        "{results:?}"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_away_the_computers_end_the_round_and_the_table_rests_after_another_one() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    sit_down_to("meri", &ayse, &[], json!({"computers": 7})).await;
    for _ in 0..3 {
        evening.world.passes(MINUTE + 1).await;
    }
    let ended = |board: &Message| board.content().contains("closed without a result");
    let board = ayse.waits_for_board("the end", ended).await;
    assert!(board.is_done_with(), "{board:?}");
    assert_eq!(results(&evening).await, []);
    evening.ends().await;
}
