//! A moderator times somebody out, or they leave the server: for so long none of their presses arrives, and nobody else waits for ever.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::{is_to_act, turn_to_draw};

const MINUTE: u64 = 60;

/// A moderator times somebody out for so many seconds; with none they may do everything again.
async fn is_timed_out(person: &Person, seconds: u64) {
    let path = format!("/people/{}", person.id);
    let wish = json!({"timeout_ms": seconds * 1000});
    person.world.ask("POST", &path, wish).await;
}

/// Nothing that they would press or run reaches the bot.
async fn can_do_nothing(person: &Person) {
    let run = person.tries("rack", json!({})).await;
    let told = run.expect_err("they are timed out");
    assert!(told.contains("timed you out"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_timed_out_in_their_turn_is_played_for_and_comes_back_when_they_may() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (kept, _) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if kept.id == ayse.id { &ben } else { &ayse };
    is_timed_out(kept, 60 * MINUTE).await;
    can_do_nothing(kept).await;
    for _ in 0..2 {
        evening.world.passes(MINUTE + 1).await;
        other.takes_their_turn().await;
    }
    let away = format!("<@{}> 💤", kept.id);
    other
        .waits_for_board("the mark", |board| board.content().contains(&away))
        .await;
    can_do_nothing(kept).await;
    // A computer plays without waiting for the clock.
    other.takes_their_turn().await;
    other.has_the_turn().await;
    is_timed_out(kept, 0).await;
    let panel = kept
        .waits_for_panel("a way back", |panel| panel.can("rack").is_some())
        .await;
    kept.presses_the(&panel, "rack").await;
    other.takes_their_turn().await;
    kept.waits_for_panel("their turn", is_to_act).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_whose_host_is_timed_out_is_left_and_ended_and_closes_by_itself() {
    for is_ended in [true, false] {
        let evening = Evening::begins().await;
        let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
        let wish = json!({"name": "Mo", "moderator": true});
        let mo = Person::comes(&evening.world, &evening.channel, wish).await;
        let lobby = ayse.runs("okey", json!({"seats": 3})).await.message();
        ben.presses_the(&lobby, "join").await;
        is_timed_out(&ayse, 24 * 60 * MINUTE).await;
        can_do_nothing(&ayse).await;
        let joined = cem.presses_the(&lobby, "join").await.message();
        let left = cem.presses_the(&joined, "leave").await.message();
        assert!(left.can("join").is_some(), "{left:?}");
        if is_ended {
            let told = mo.ends_the_table().await.says();
            assert!(told.contains("closed"), "{told}");
        } else {
            evening.world.passes(61 * MINUTE).await;
        }
        let is_closed = |one: &&Message| one.id() == lobby.id() && one.buttons().is_empty();
        ben.waits_for("the end of the lobby", |seen| {
            seen.iter().find(is_closed).cloned()
        })
        .await;
        // Nobody is held back by it.
        let own = ben.runs("okey", json!({"seats": 2})).await.message();
        assert!(own.can("join").is_some(), "{own:?}");
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_the_server_keeps_nobody_waiting() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (gone, _) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if gone.id == ayse.id { &ben } else { &ayse };
    let path = format!("/people/{}", gone.id);
    evening
        .world
        .ask("POST", &path, json!({"member": false}))
        .await;
    let told = gone.tries("rack", json!({})).await;
    assert!(told.is_err(), "{told:?}");
    for _ in 0..2 {
        evening.world.passes(MINUTE + 1).await;
        other.takes_their_turn().await;
    }
    other.takes_their_turn().await;
    other.has_the_turn().await;
    evening.ends().await;
}
