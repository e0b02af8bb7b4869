//! Tables in private threads: nobody in the channel above hears of them, and nobody keeps their players from their game.

use serde_json::json;

use crate::access::{becomes, is_closed, waits_for_the_turn};
use crate::house::{Evening, INVITED, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::pings::the_ping;
use crate::play::turn_to_draw;

/// What these people see of the channel and of a private thread below it, into which they let the bot: there they begin to
/// play, the first of them opens the table.
async fn begin(evening: &Evening, channel: &str, people: [&Person; 2]) -> [Person; 2] {
    let wish = json!({"name": "ours", "parent": channel, "private": true});
    let thread = evening.channel(wish).await;
    let there = people.map(|person| person.in_channel(&thread));
    let words = format!("<@{}> come in", evening.sandbox.bot_user());
    let wish = json!({"person": there[0].id, "channel": thread, "text": words});
    evening.world.ask("POST", "/say", wish).await;
    sit_down(&there[0], &[&there[1]], json!({"seats": 2})).await;
    turn_to_draw(&[&there[0], &there[1]]).await;
    there
}

/// Above a panel in a place where nothing can be pressed.
fn sends_elsewhere(panel: &Message) -> bool {
    let text = panel.content();
    text.contains("nothing can be pressed here")
        && text.contains("`/rack` in another channel")
        && !text.contains("The game goes on here")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_locks_a_private_thread_keeps_nobody_from_their_game() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &channel, wish).await;
    let people = evening.people(["Ben", "Eve"]).await;
    let [ben, eve] = people.map(|person| person.in_channel(&channel));
    // Ben waits at another table as well.
    let other = evening.channel(json!({"name": "other"})).await;
    ben.in_channel(&other)
        .runs("okey", json!({"seats": 2}))
        .await;
    let [_, there] = begin(&evening, &channel, [&mo, &ben]).await;
    becomes(&evening, &there.channel, json!({"locked": true})).await;
    there
        .waits_for_panel("where the game goes on", sends_elsewhere)
        .await;
    let (mo, ben) = (&mo, &ben);
    for person in [mo, ben] {
        let panel = person.runs("rack", json!({})).await.message();
        assert!(is_closed(&panel) && panel.rack().len() >= 14, "{panel:?}");
    }
    let turn = [mo, ben];
    // Each of them has a turn, by commands and by buttons.
    for _ in 0..2 {
        let (actor, _) = turn_to_draw(&turn).await;
        let offered = actor.offered("draw").await;
        let draws = offered.iter().any(|(_, value)| value.ends_with("draw"));
        assert!(draws, "{offered:?}");
        let panel = actor.plays("draw").await.message();
        actor.discards(&panel).await;
    }
    let vote = ben.runs("table end", json!({})).await.says();
    assert!(vote.contains("1 of 2 votes"), "{vote}");
    let seen = eve.sees().await;
    assert!(seen.iter().all(Message::is_private), "{seen:#?}");
    becomes(&evening, &there.channel, json!({"locked": false})).await;
    waits_for_the_turn(&there, turn).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_thread_opens_and_goes_with_the_channel_above() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let other = evening.channel(json!({"name": "other"})).await;
    let people = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let [ayse, ben, eve] = people.map(|person| person.in_channel(&other));
    let [host, _] = begin(&evening, &channel, [&ayse, &ben]).await;
    // What lies above is known from whoever asks in the thread once the table has its messages.
    host.runs("rack", json!({})).await;
    let may = |rights: u64| json!({"bot_permissions": rights.to_string()});
    // It may not look in, and later it may again.
    becomes(&evening, &channel, may(0)).await;
    for person in [&ayse, &ben] {
        person.runs("rack", json!({})).await;
    }
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    actor.takes_their_turn().await;
    ayse.waits_for_panel("word of it", is_closed).await;
    becomes(&evening, &channel, may(INVITED)).await;
    waits_for_the_turn(&host, [&ayse, &ben]).await;
    evening.world.settles().await;
    // It may not write.
    becomes(&evening, &channel, may(INVITED & !(1 << 38))).await;
    eve.waits_for_what_was_told().await;
    evening.world.passes(31).await;
    let is_silent = |one: &Message| one.content().contains("🔇");
    host.waits_for_board("that nobody is called", is_silent)
        .await;
    becomes(&evening, &channel, may(INVITED)).await;
    host.waits_for_board("it may write", |board| !is_silent(board))
        .await;
    evening.world.settles().await;
    evening.world.passes(8).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    the_ping(&actor.in_channel(&host.channel), "🔔").await;
    let seen = eve.in_channel(&channel).sees().await;
    assert!(seen.is_empty(), "{seen:#?}");

    let path = format!("/channels/{channel}/delete");
    evening.world.ask("POST", &path, json!({})).await;
    let is_gone = |panel: &Message| panel.content().contains("channel was deleted");
    ayse.waits_for_panel("that it is gone", is_gone).await;
    evening.ends().await;
}
