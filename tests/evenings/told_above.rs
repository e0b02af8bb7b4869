//! Games whose threads are gone or locked, and that no line in the channel tells of: the word there, from which people play on, says
//! how they ended.

use reqwest::Method;
use serde_json::{Value, json};

use crate::access::{becomes, told};
use crate::faults_aimed::aims;
use crate::healed::{EDIT, SHORT, have_met, heals, page};
use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::threads::{asks_discord, linked, two_lose_their_thread};

/// The type of Discord's own word that a thread was made.
const THREAD_MADE: u64 = 18;

/// What the bot says to everybody in a channel.
async fn public(person: &Person) -> Vec<Message> {
    let mut seen = person.sees().await;
    seen.retain(|message| !message.is_private() && message.0["type"] != THREAD_MADE);
    seen
}

/// The only thing that the bot says to everybody in the channel is how a game ended, and nobody can press it.
async fn the_end(person: &Person) -> Message {
    let seen = public(person).await;
    let [end] = &seen[..] else {
        panic!("not one message: {seen:#?}");
    };
    assert!(end.content().starts_with("🏁 Okey: "), "{end:?}");
    assert!(end.buttons().is_empty(), "{end:?}");
    end.clone()
}

/// Two begin in a thread that somebody of theirs has made; the channel above, the thread, and both as they are in the channel.
async fn two_in_their_own_thread(evening: &Evening) -> (String, [Person; 2]) {
    let channel = evening.channel_with_threads().await;
    let theirs = json!({"name": "side", "parent": channel});
    let theirs = evening.channel(theirs).await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [host, guest] = [&people[0], &people[1]].map(|person| person.in_channel(&theirs));
    sit_down(&host, &[&guest], json!({"seats": 2, "points": 1})).await;
    evening.world.settles().await;
    (theirs, people.map(|person| person.in_channel(&channel)))
}

/// Both play on in the channel.
async fn two_play_on(people: &[Person; 2]) {
    for person in people {
        person.runs("rack", json!({})).await;
    }
    tokio::join!(people[0].plays_to_the_end(), people[1].plays_to_the_end());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_thread_and_line_are_gone_the_word_of_that_tells_how_the_game_ended() {
    let evening = Evening::begins().await;
    let (channel, people) = two_lose_their_thread(&evening).await;
    let seen = public(&people[0]).await;
    let [line, word] = &seen[..] else {
        panic!("not a line and a word: {seen:#?}");
    };
    assert!(linked(line).is_some(), "{line:?}");
    let path = format!("/channels/{channel}/messages/{}", line.id());
    asks_discord(&evening, Method::DELETE, &path, Value::Null).await;
    two_play_on(&people).await;
    let end = the_end(&people[0]).await;
    assert_eq!(end.id(), word.id());
    assert!(end.content().contains("🏆 <@"), "{end:?}");
    // To what is gone nothing leads.
    assert_eq!(linked(&end), None, "{end:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_peoples_own_thread_is_gone_the_channel_is_told_how_the_game_ended() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let (theirs, people) = two_in_their_own_thread(&evening).await;
    let path = format!("/channels/{theirs}/delete");
    evening.world.ask("POST", &path, json!({})).await;
    let is_told = |one: &Message| one.content().contains("is gone. The game goes on");
    people[0]
        .waits_for("word of the thread", |seen| {
            seen.iter().any(is_told).then_some(())
        })
        .await;
    // What cannot be changed now is changed later.
    aims(&evening, "PATCH", EDIT, 1_000, page());
    two_play_on(&people).await;
    have_met(&evening, 3).await;
    heals(&evening).await;
    people[0]
        .waits_for("the end", |seen| (!seen.iter().any(is_told)).then_some(()))
        .await;
    let end = the_end(&people[0]).await;
    assert!(end.content().contains("🏆 <@"), "{end:?}");
    // It is nobody's word any more: a start leaves it alone.
    evening.bot_goes().await;
    evening.bot_comes().await;
    assert_eq!(the_end(&people[0]).await, end);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_peoples_own_thread_is_locked_the_channel_is_told_how_the_game_ended() {
    let evening = Evening::begins().await;
    let (theirs, people) = two_in_their_own_thread(&evening).await;
    becomes(&evening, &theirs, json!({"locked": true})).await;
    people[0]
        .waits_for("word of the lock", |seen| (told(seen) == 1).then_some(()))
        .await;
    for person in &people {
        person.runs("table end", json!({})).await;
    }
    let end = the_end(&people[0]).await;
    assert!(end.content().contains("closed without a result"), "{end:?}");
    assert_eq!(linked(&end), Some(theirs.clone()));
    // The thread says the same once it can.
    becomes(&evening, &theirs, json!({"locked": false})).await;
    people[0]
        .in_channel(&theirs)
        .waits_for_board("the end", |board| {
            board.content().contains("closed without a result")
        })
        .await;
    assert_eq!(the_end(&people[0]).await, end);
    evening.ends().await;
}
