//! People and servers whom the host shuts out: they are told so, nothing that they do changes anything, and what is kept of them
//! stays theirs.

use istaka::tables::{Look, PersonId};
use serde_json::{Value, json};

use crate::house::{Evening, NO_THREADS, sit_down};
use crate::message::{Message, Outcome};
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::settings::presses;

const MINUTE: u64 = 60;
/// What whoever is shut out reads, and what everybody does in a server that is.
const PERSON: &str = "Whoever runs this bot has shut you out";
const SERVER: &str = "Whoever runs this bot has shut this server out";

/// Ids for as long as the process.
fn ids(ids: &[&str]) -> &'static [u64] {
    let mut ids: Vec<u64> = ids.iter().map(|id| id.parse().expect("an id")).collect();
    ids.sort_unstable();
    ids.leak()
}

/// Nobody else reads that, and there is nothing to press.
fn is_turned_away(told: &Outcome, sentence: &str) {
    let message = told.message();
    assert!(message.is_private(), "{message:?}");
    assert!(message.content().contains(sentence), "{message:?}");
    assert!(message.content().contains("`/privacy`"), "{message:?}");
    assert!(message.buttons().is_empty(), "{message:?}");
}

/// The only table, as whoever passes by sees it when the bot has said all.
async fn passing_by(evening: &Evening) -> Look {
    evening.world.settles().await;
    let table = evening.hall().all().pop().expect("a table");
    table.look(None, None).await.expect("it lives")
}

/// Neither commands nor presses nor typing do anything.
async fn can_do_nothing(person: &Person, sentence: &str) {
    for command in ["okey", "rack", "settings", "stats", "help", "table leave"] {
        is_turned_away(&person.runs(command, json!({})).await, sentence);
    }
    is_turned_away(&person.plays("draw").await, sentence);
    assert_eq!(person.offered("").await, []);
    let board = person.board().await;
    for button in board.enabled() {
        is_turned_away(&person.forges(&board, &button.id).await, sentence);
    }
}

/// They still get what is kept of them.
async fn own_data_are_theirs(person: &Person) {
    let page = person.runs("privacy", json!({})).await.message();
    let told = presses(person, &page, "1:privacy:export:").await;
    assert!(told.is_private(), "{told:?}");
    assert_ne!(told.0["attachments"], Value::Null, "{told:?}");
    assert_ne!(told.0["attachments"], json!([]), "{told:?}");
}

/// Everything is deleted: what they read.
async fn deletes(person: &Person) -> String {
    let page = person.runs("privacy", json!({})).await.message();
    let question = presses(person, &page, "1:privacy:ask:").await;
    let done = presses(person, &question, "1:privacy:delete:").await;
    done.content().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_shut_out_is_played_for_as_if_they_were_away() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (shut_out, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if shut_out.id == ayse.id { &ben } else { &ayse };
    evening.shuts_out(ids(&[&shut_out.id])).await;

    let before = passing_by(&evening).await.revision;
    can_do_nothing(shut_out, PERSON).await;
    is_turned_away(&shut_out.presses_the(&panel, "draw").await, PERSON);
    own_data_are_theirs(shut_out).await;
    assert_eq!(passing_by(&evening).await.revision, before);

    // Their clock runs out, and then a computer plays for them: the table goes on.
    other.runs("rack", json!({})).await;
    // Nobody calls them to a turn that they cannot play.
    evening.world.passes(40).await;
    let called = format!("<@{}>", shut_out.id);
    let is_call = |one: &Message| one.content().contains("🔔") && one.content().contains(&called);
    let seen = other.sees().await;
    assert!(!seen.iter().any(is_call), "{seen:#?}");
    evening.world.passes(MINUTE - 10).await;
    other.takes_their_turn().await;
    evening.world.passes(MINUTE + 1).await;
    other.has_the_turn().await;
    let away = format!("<@{}> 💤", shut_out.id);
    other
        .waits_for_board("the mark", |board| board.content().contains(&away))
        .await;
    other.takes_their_turn().await;
    other.has_the_turn().await;
    // No press brings them back.
    let board = shut_out.board().await;
    is_turned_away(&shut_out.presses_the(&board, "rack").await, PERSON);
    assert!(other.board().await.content().contains(&away));

    // Whoever has their data deleted gives their seat up.
    let done = deletes(shut_out).await;
    assert!(done.starts_with("✅ Done."), "{done}");
    let person = PersonId::new(shut_out.id.parse().expect("an id"));
    assert_eq!(passing_by(&evening).await.seat_of(person), None);
    is_turned_away(&shut_out.runs("okey", json!({})).await, PERSON);
    // Nor is anybody told that they would come.
    let invited = json!({"person": shut_out.id});
    let told = other.runs("table invite", invited).await.says();
    let says = format!("This bot doesn't let <@{}> play", shut_out.id);
    assert!(told.starts_with(&says), "{told}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_server_that_is_shut_out_nothing_is_opened() {
    let mut evening = Evening::begins().await;
    let garden = json!({"name": "lobby", "server": "Garden", "bot": true,
        "bot_permissions": NO_THREADS.to_string()});
    let garden = evening.world.ask("POST", "/channels", garden).await;
    let garden = garden["id"].as_str().expect("a channel has an id");
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let server = evening.sandbox.guild();
    evening.shuts_out(ids(&[&server])).await;

    let before = passing_by(&evening).await.revision;
    for person in [&ayse, &ben, &evening.person("Cem").await] {
        can_do_nothing(person, SERVER).await;
    }
    own_data_are_theirs(&ben).await;
    assert_eq!(passing_by(&evening).await.revision, before);
    assert_eq!(evening.hall().all().len(), 1);

    // The same people play elsewhere.
    let lobby = ayse.in_channel(garden).runs("okey", json!({})).await;
    assert!(lobby.message().can("join").is_some(), "{lobby:?}");
    evening.ends().await;
}
