//! A bot that is at home in many servers: each has tables and results of its own, and what happens in the others, or to them, is
//! felt at none of its tables.

use istaka::tables::{Look, ServerId};
use serde_json::{Value, json};

use crate::house::{Evening, NO_THREADS, sit_down};
use crate::message::Message;
use crate::people::Person;

/// So many servers are there beside those in which people play.
const CROWD: u64 = 300;

/// The table as whoever passes by sees it, when the bot has said all.
async fn passing_by(evening: &Evening) -> Look {
    evening.world.settles().await;
    let table = evening.hall().all().pop().expect("a table");
    table.look(None, None).await.expect("it lives")
}

async fn crowd(evening: &Evening, path: &str, wish: Value) {
    evening.world.ask("POST", path, wish).await;
}

/// What this person reads of the leaderboard here.
async fn leaders(person: &Person) -> Message {
    person.runs("leaderboard", json!({})).await.message()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_one_of_many_servers_is_that_servers_alone() {
    let mut evening = Evening::begins().await;
    let size =
        json!({"count": CROWD, "channels": 4, "roles": 2, "threads": 1, "emojis": 1, "pace_ms": 0});
    crowd(&evening, "/servers", size).await;
    let bot_may = NO_THREADS.to_string();
    let garden =
        json!({"name": "lobby", "server": "Garden", "bot": true, "bot_permissions": bot_may});
    let garden = evening.world.ask("POST", "/channels", garden).await;
    let [channel, server] = ["id", "server"].map(|key| garden[key].as_str().expect("an id"));
    let server = ServerId::new(server.parse().expect("a number"));
    // It logs in where it has been invited so often.
    evening.bot_goes().await;
    evening.bot_comes().await;

    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let there = [&ayse, &ben].map(|person| person.in_channel(channel));
    let [first, second] = &there;
    sit_down(first, &[second], json!({"seats": 2, "points": 1})).await;
    assert_eq!(evening.hall().servers(), [server].into());

    // All others are out of reach, the first one too, and come back; meanwhile much happens there. Nobody here notices.
    let before = passing_by(&evening).await;
    crowd(&evening, "/servers/news", json!({"count": 100})).await;
    crowd(&evening, "/servers", json!({"unavailable": CROWD})).await;
    crowd(&evening, "/server", json!({"unavailable": true})).await;
    // What comes behind all that has been heard.
    first.runs("rack", json!({})).await;
    let lines = evening.hall().lines();
    assert!(!lines.is_cut_off(Some(server)));
    let other = ServerId::new(evening.sandbox.guild().parse().expect("a number"));
    assert!(lines.is_cut_off(Some(other)));
    crowd(&evening, "/server", json!({"unavailable": false})).await;
    crowd(&evening, "/servers", json!({"unavailable": 0})).await;
    let after = passing_by(&evening).await;
    assert_eq!(
        (after.revision, after.deadline),
        (before.revision, before.deadline)
    );

    // The game counts here and nowhere else.
    futures::future::join_all(there.iter().map(Person::plays_to_the_end)).await;
    let told = leaders(first).await;
    assert!(told.content().contains(&ben.id), "{told:?}");
    let elsewhere = leaders(&ayse).await;
    assert!(!elsewhere.content().contains(&ben.id), "{elsewhere:?}");
    evening.ends().await;
}
