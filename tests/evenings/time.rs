//! The clock: nobody waits for ever, and whoever comes back goes on.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::people::Person;
use crate::play::{is_to_act, turn_of, turn_to_draw};

const MINUTE: u64 = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_runs_out_twice_and_the_owner_comes_back() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (sleeper, before) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if sleeper.id == ayse.id { &ben } else { &ayse };

    // Once: the rules draw and discard, and the other one goes on.
    evening.world.passes(MINUTE - 1).await;
    // The call has brought the panel below, as it was.
    let still = sleeper.panel().await.expect("a panel");
    assert_eq!(still.content(), before.content(), "too early");
    evening.world.passes(2).await;
    other.takes_their_turn().await;
    let board = other.board().await;
    let acts = format!("**<@{}>**'s turn", sleeper.id);
    assert!(board.content().contains(&acts), "{board:?}");
    assert!(!board.content().contains("💤"), "{board:?}");
    // Twice: away, and marked so.
    let panel = sleeper.panel().await.expect("a panel");
    assert!(is_to_act(&panel), "{panel:?}");
    evening.world.passes(MINUTE + 1).await;
    other.has_the_turn().await;
    let marked = |who: &Person| format!("<@{}> 💤", who.id);
    let away = marked(sleeper);
    other
        .waits_for_board("the mark", |board| board.content().contains(&away))
        .await;
    // A computer plays without waiting for the clock.
    other.takes_their_turn().await;
    other.has_the_turn().await;

    let way_back = |panel: &crate::message::Message| panel.can("rack").is_some();
    let panel = sleeper.waits_for_panel("a way back", way_back).await;
    let told = "press **I'm back**";
    assert!(panel.content().contains(told), "{panel:?}");
    let back = sleeper.presses_the(&panel, "rack").await.message();
    assert!(back.is_private() && back.rack().len() == 14, "{back:?}");
    assert!(back.can("rack").is_none(), "{back:?}");
    let lately = "You were away, so your turns were played for you. From now on you play yourself. The last moves in your seat: ";
    assert!(back.content().contains(lately), "{back:?}");
    other
        .waits_for_board("no mark", |board| !board.content().contains("💤"))
        .await;
    other.takes_their_turn().await;
    let turn = sleeper.takes_their_turn().await;
    assert_eq!(turn.rack().len(), 14, "{turn:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_nobody_cares_for_closes_after_an_hour() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({})).await.message();
    evening.world.passes(59 * MINUTE).await;
    ben.presses_the(&lobby, "join").await;
    evening.world.passes(59 * MINUTE).await;
    let busy = ben.runs("okey", json!({})).await.says();
    assert!(busy.contains("already a table in this channel"), "{busy}");
    evening.world.passes(61 * MINUTE).await;
    let closed = ayse
        .waits_for("the end of the lobby", |seen| {
            let closed = |message: &&crate::message::Message| {
                message.content().contains("This table is closed")
            };
            seen.iter()
                .find(closed)
                .filter(|closed| closed.buttons().is_empty())
                .cloned()
        })
        .await;
    let text = closed.content();
    assert!(text.contains("Nobody started it"), "{text}");
    let lobby = ben.runs("okey", json!({})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_round_comes_after_ten_seconds_or_when_all_are_ready() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 50})).await;
    play_a_round(&ayse, &ben).await;
    let panel = ayse.panel().await.expect("a panel");
    let ready = ayse.presses_the(&panel, "next").await.message();
    assert!(ready.can("next").is_none(), "{ready:?}");
    evening.world.passes(9).await;
    assert!(
        ben.panel()
            .await
            .is_some_and(|panel| panel.can("next").is_some())
    );
    evening.world.passes(2).await;
    turn_of(&[&ayse, &ben]).await;

    // Each panel follows on its own: one that still shows the old round would look like its end.
    for person in [&ayse, &ben] {
        let is_new = |panel: &crate::message::Message| panel.can("next").is_none();
        person.waits_for_panel("the new round", is_new).await;
    }
    play_a_round(&ayse, &ben).await;
    for person in [&ayse, &ben] {
        let panel = person.panel().await.expect("a panel");
        person.presses_the(&panel, "next").await;
    }
    turn_of(&[&ayse, &ben]).await;
}

/// Plays until both can press *Next round*.
async fn play_a_round(one: &Person, other: &Person) {
    let can_go_on = |seen: &[crate::message::Message]| {
        crate::people::panel(seen).is_some_and(|panel| panel.can("next").is_some())
    };
    tokio::join!(one.plays_until(can_go_on), other.plays_until(can_go_on));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panel_says_in_its_last_minute_that_it_stops_following_the_table() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "clock": 3})).await;
    turn_of(&[&ayse, &ben]).await;
    ayse.runs("rack", json!({})).await;
    let is_old =
        |panel: &crate::message::Message| panel.content().contains("In a minute this panel");
    evening.world.passes(12 * MINUTE).await;
    assert!(!is_old(&ayse.panel().await.expect("a panel")));
    evening.world.passes(MINUTE + 1).await;
    let old = ayse.waits_for_panel("word of its age", is_old).await;
    assert!(old.has_picture() && old.rack().len() >= 14, "{old:?}");
    assert!(old.content().contains("`/rack`"), "{old:?}");
    // Nothing changes it after that, and any press makes it young again.
    evening.world.passes(5 * MINUTE).await;
    let young = ayse.runs("rack", json!({})).await.message();
    assert!(!is_old(&young), "{young:?}");
    evening.ends().await;
}
