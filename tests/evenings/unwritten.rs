//! What stands in a channel, and where that could not be written down: the disk refused it for a while, or the process went before.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};

use crate::access::{becomes, told, waits_for_the_word_to_go};
use crate::faults_aimed::{aims, lobbies, refusal};
use crate::healed::{EDIT, HOURS, ORIGINAL, TRIES, boards, follows, have_met, heals, line_of};
use crate::house::{Evening, INVITED, sit_down};
use crate::locked::two_in_a_thread;
use crate::message::Message;
use crate::play::turn_to_draw;

async fn database(evening: &Evening) -> SqliteConnection {
    let url = format!("sqlite://{}", evening.db().display());
    SqliteConnection::connect(&url).await.expect("the database")
}

/// The database knows no more where this stands, as if the bot had gone before it wrote that down. The bot is gone.
pub async fn forgets(evening: &Evening, place: &str) {
    let mut db = database(evening).await;
    let forget = AssertSqlSafe(format!("update tables set {place} = null"));
    db.execute(forget).await.expect("written");
    db.close().await.expect("closed");
}

/// The disk takes no news of this place from now on.
async fn refuses(db: &mut SqliteConnection, place: &str) {
    let trouble = format!(
        "create trigger refuses before update of {place} on tables begin insert into nowhere values (1); end"
    );
    let trouble = AssertSqlSafe(trouble);
    db.execute(trouble).await.expect("trouble");
}

async fn takes_it_again(db: &mut SqliteConnection) {
    db.execute("drop trigger refuses")
        .await
        .expect("no trouble");
}

/// Whether the disk knows this place of the only table.
async fn knows(db: &mut SqliteConnection, place: &str) -> bool {
    let known = format!("select {place} is not null from tables");
    sqlx::query_scalar(AssertSqlSafe(known))
        .fetch_one(db)
        .await
        .expect("a table")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_whose_place_the_disk_refused_is_written_down_with_what_happens_next() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let mut db = database(&evening).await;
    refuses(&mut db, "board").await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    turn_to_draw(&[&ayse, &ben]).await;
    assert!(!knows(&mut db, "board").await);
    takes_it_again(&mut db).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    actor.takes_their_turn().await;
    evening.world.settles().await;
    assert!(knows(&mut db, "board").await);
    evening.bot_goes().await;
    // Discord has forgotten by then with which nonce it was posted.
    evening.world.passes(600).await;
    evening.bot_comes().await;
    let seen = ayse.sees().await;
    let [stands] = boards(&seen)[..] else {
        panic!("not one board: {seen:#?}");
    };
    assert_eq!(stands.id(), board.id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_whose_place_the_disk_refused_is_written_down_and_goes_after_a_restart() {
    let mut evening = Evening::begins().await;
    let clock = "days (24 h a turn)";
    let ([host, _guest], [ayse, ben]) = two_in_a_thread(&evening, INVITED, clock).await;
    let mut db = database(&evening).await;
    refuses(&mut db, "word").await;
    becomes(&evening, &host.channel, json!({"locked": true})).await;
    ayse.waits_for("word of the lock", |seen| (told(seen) == 1).then_some(()))
        .await;
    evening.world.settles().await;
    takes_it_again(&mut db).await;
    for person in [&ayse, &ben] {
        person.runs("rack", json!({})).await;
    }
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    actor.takes_their_turn().await;
    evening.world.settles().await;
    assert!(knows(&mut db, "word").await);
    evening.bot_goes().await;
    evening.world.passes(3_600).await;
    evening.bot_comes().await;
    evening.world.settles().await;
    assert_eq!(told(&ayse.sees().await), 1, "nobody is called twice");
    becomes(&evening, &host.channel, json!({"locked": false})).await;
    waits_for_the_word_to_go(&ayse).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_was_being_opened_when_the_bot_went_has_one_lobby() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(HOURS).await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    let line = line_of(&ayse, json!({"seats": 3})).await;
    let there = follows(&ayse, &line).await;
    there.runs("table computer", json!({})).await;
    let seen = there.sees().await;
    let [first] = lobbies(&seen)[..] else {
        panic!("not one lobby: {seen:#?}");
    };
    let first = first.id().to_owned();
    // As it was before the lobby was written down and the line told of it; what has happened since is in the journal.
    evening.bot_goes().await;
    forgets(&evening, "lobby").await;
    evening.world.passes(30).await;
    evening.bot_comes().await;
    evening.world.settles().await;
    let seen = there.sees().await;
    let [lobby] = lobbies(&seen)[..] else {
        panic!("not one lobby: {seen:#?}");
    };
    assert_eq!(lobby.id(), first);
    assert!(lobby.content().contains("🤖"), "{lobby:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_stands_twice_goes_where_it_is_pressed() {
    for is_started in [false, true] {
        let mut evening = Evening::begins().await;
        let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
        let old = ayse.runs("okey", json!({"seats": 2})).await.message();
        // The answer to a command has no nonce: who does not know where it stands posts another one.
        evening.bot_goes().await;
        forgets(&evening, "lobby").await;
        evening.bot_comes().await;
        let new = ayse
            .waits_for("the other lobby", |seen| {
                let is_new = |one: &&&Message| one.id() != old.id();
                lobbies(seen).iter().find(is_new).copied().cloned()
            })
            .await;
        if is_started {
            ben.presses_the(&new, "join").await;
            ayse.presses_the(&new, "start").await;
            ayse.waits_for_a_board().await;
        }
        ben.presses_the(&old, "join").await;
        ayse.waits_for("the old lobby to go", |seen| {
            let is_gone = seen.iter().all(|one| one.id() != old.id());
            is_gone.then_some(())
        })
        .await;
        let seen = ayse.sees().await;
        assert!(seen.iter().any(|one| one.id() == new.id()), "{seen:#?}");
        if !is_started {
            let [lobby] = lobbies(&seen)[..] else {
                panic!("not one lobby: {seen:#?}");
            };
            assert!(lobby.content().contains(&ben.id), "{lobby:?}");
        }
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_does_not_tell_yet_that_its_table_is_open_gets_its_link_after_a_restart() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(HOURS).await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    for path in [ORIGINAL, EDIT] {
        aims(&evening, "PATCH", path, TRIES, refusal(502, 0));
    }
    let line = line_of(&ayse, json!({"seats": 3})).await;
    have_met(&evening, (2 * TRIES).into()).await;
    evening.bot_goes().await;
    heals(&evening).await;
    forgets(&evening, "lobby").await;
    evening.bot_comes().await;
    follows(&ayse, &line).await;
    evening.ends().await;
}

/// How many different messages that the game begins were posted in this channel: one that gets lost is posted again.
fn announcements(evening: &Evening) -> usize {
    let path = format!("/channels/{}/messages", evening.channel);
    let exchanges = evening.record.exchanges();
    let is_one = |one: &&Value| {
        let (asked, said) = (one["path"].as_str(), one["body"]["content"].as_str());
        let is_post = one["method"] == "POST" && asked.is_some_and(|asked| asked.ends_with(&path));
        is_post && said.is_some_and(|said| said.contains("begins: <@"))
    };
    let nonces = exchanges
        .iter()
        .filter(is_one)
        .map(|one| one["body"]["nonce"].to_string());
    nonces.collect::<HashSet<_>>().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_was_announced_begins_once_the_disk_takes_that() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(Duration::from_millis(50)).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 2})).await.message();
    ben.presses_the(&lobby, "join").await;
    evening.world.settles().await;
    let mut db = database(&evening).await;
    let trouble = r#"create trigger refuses before insert on steps when new.changes like '%"began"%'
                     begin select raise(abort, 'no room'); end"#;
    db.execute(trouble).await.expect("trouble");
    ayse.presses_the(&lobby, "start").await;
    let announced = |seen: &[Message]| {
        let is_it = |one: &&Message| one.content().contains("begins: <@");
        seen.iter().find(is_it).cloned()
    };
    ayse.waits_for("the announcement", announced).await;
    // Nothing seems to happen, and the host presses once more: nobody is called twice.
    let wish = json!({"ms": 11_000});
    evening.world.ask("POST", "/clock/advance", wish).await;
    ayse.presses_the(&lobby, "start").await;
    takes_it_again(&mut db).await;
    db.close().await.expect("closed");
    let (_, panel) = turn_to_draw(&[&ayse, &ben]).await;
    assert!(!panel.rack().is_empty());
    let seen = ayse.sees().await;
    let begun = seen
        .iter()
        .filter(|one| one.content().contains("begins: <@"));
    assert_eq!(begun.count(), 1, "{seen:#?}");
    assert_eq!(announcements(&evening), 1);
    evening.ends().await;
}
