//! A world that is kept in a file: everything is there again after a restart, and a file that cannot be used is left alone.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use super::answers::{ask, buttons, outcome, played};
use super::bot::Bot;
use super::{Folder, in_time, person, settings, text};
use crate::{Failure, Sandbox, Settings, WorldTrouble, start, world_beside};

/// The smallest beginning of a picture that the sandbox knows.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03rest";

/// A sandbox that keeps its world there.
async fn kept(world: &Path) -> Sandbox {
    try_kept(world).await.expect("a world")
}

async fn try_kept(world: &Path) -> Result<Sandbox, Failure> {
    let settings = Settings {
        world: Some(world.to_owned()),
        ..settings()
    };
    start(settings).await
}

/// All that somebody is told of the world and its messages, without the address, which is another one after a restart.
async fn told(sandbox: &Sandbox, who: &str) -> Value {
    let path = format!("/world?person={who}");
    let world = sandbox.call("GET", &path, Value::Null).await;
    let mut world = world.expect("the world is told");
    // Whether a bot is connected is no memory.
    world["bot_online"] = Value::Null;
    let channels = world["channels"].as_array().expect("a list").clone();
    let mut all = vec![world];
    for channel in channels {
        let id = text(&channel["id"]);
        let seen = sandbox.see(who, &id).await.expect("an open channel");
        all.push(seen["messages"].clone());
        all.push(sandbox.commands(who, &id).await.expect("commands"));
    }
    let all = Value::from(all).to_string();
    serde_json::from_str(&all.replace(&sandbox.url(), "")).expect("JSON still")
}

/// An evening with a bit of everything; Ada, Ben and an interaction of Ada's.
async fn evening(sandbox: &Sandbox) -> (Bot, [String; 2], Value) {
    let mut bot = Bot::login(sandbox).await;
    bot.register().await;
    let (ada, ben) = (person(sandbox, "Ada").await, person(sandbox, "千夏").await);
    let secret =
        json!({"type": 4, "data": {"content": "your rack", "flags": 64, "components": buttons()}});
    let (interaction, _) = played(sandbox, &mut bot, &ada, secret).await;
    let channel = format!("/channels/{}", sandbox.channel());
    let board = json!({"content": format!("<@{ben}> draws"), "allowed_mentions": {"users": [ben]}, "components": buttons(),
        "embeds": [{"title": "board", "image": {"url": "attachment://a.png"}}],
        "attachments": [{"id": 0, "filename": "a.png", "description": "a board"}]});
    let board = bot
        .upload(
            "POST",
            &format!("{channel}/messages"),
            board,
            &[("a.png", PNG)],
        )
        .await;
    assert_eq!(board.status, 200);
    let thread = json!({"name": "table", "type": 11});
    let thread = bot
        .call("POST", &format!("{channel}/threads"), thread)
        .await;
    assert_eq!(thread.status, 201);
    let thread = text(&thread.body["id"]);
    sandbox
        .say(&ada, &thread, "hello @everyone")
        .await
        .expect("said");
    sandbox
        .open(json!({"kind": "dm", "person": ada}))
        .await
        .expect("opened");
    let rights = json!({"people_permissions": "1024", "name": "quiet"});
    let change = sandbox.call("POST", &channel, rights).await;
    change.expect("rights can be changed");
    (bot, [ada, ben], interaction)
}

#[tokio::test]
async fn everything_is_there_again() {
    let folder = Folder::new();
    let file = folder.file("evening.db.world");
    let first = kept(&file).await;
    let (bot, [ada, ben], interaction) = evening(&first).await;
    first.clock().advance(Duration::from_secs(60));
    let before = [told(&first, &ada).await, told(&first, &ben).await];
    let (token, guild, time) = (first.token(), first.guild(), first.clock().now_ms());
    let hook = bot.hook(&interaction, "/messages/@original");
    first.stop().await;

    let again = kept(&file).await;
    assert_eq!((again.token(), again.guild()), (token, guild));
    assert_eq!(
        again.clock().now_ms(),
        time,
        "a clock that stands still goes on there"
    );
    assert_eq!([told(&again, &ada).await, told(&again, &ben).await], before);
    // The picture is the same, byte for byte.
    let seen = again.see(&ada, &again.channel()).await.expect("seen");
    let messages = seen["messages"].as_array().expect("a list");
    let picture = messages
        .iter()
        .find_map(|one| one["embeds"][0]["image"]["url"].as_str());
    let got = reqwest::get(picture.expect("an address"))
        .await
        .expect("an answer");
    assert_eq!(got.bytes().await.expect("bytes"), PNG);
    // The token lives as long as it would have.
    let bot = Bot::login(&again).await;
    let edit = bot
        .call("PATCH", &hook, json!({"content": "your new rack"}))
        .await;
    assert_eq!(edit.status, 200, "{}", edit.body);
    again.clock().advance(Duration::from_secs(15 * 60));
    assert_eq!(bot.call("GET", &hook, Value::Null).await.status, 401);
    // New ids come after all that there were.
    let newest = messages.last().expect("a message")["id"].as_str();
    let newest: u64 = newest.expect("an id").parse().expect("a number");
    let late = person(&again, "Late").await;
    assert!(late.parse::<u64>().expect("a number") > newest, "{late}");
}

#[tokio::test]
async fn a_button_from_before_is_pressed_after_a_restart() {
    let folder = Folder::new();
    let file = folder.file("evening.db.world");
    let first = kept(&file).await;
    let (_, [ada, ben], interaction) = evening(&first).await;
    let seen = first.interaction(&ada, &text(&interaction["id"])).await;
    let message = text(&seen.expect("remembered")["message"]["id"]);
    first.stop().await;

    let again = kept(&file).await;
    let mut bot = Bot::login(&again).await;
    let press = |who: &str| json!({"person": who, "message": message, "custom_id": "go"});
    let peeking = again
        .press(press(&ben))
        .await
        .expect_err("it is Ada's alone");
    assert!(peeking.to_string().contains("no such message"), "{peeking}");
    let pressing = ask(&again, "/press", press(&ada));
    let pressed = bot.interaction().await;
    assert_eq!(pressed["message"]["content"], "your rack");
    let update = json!({"type": 7, "data": {"content": "a tile more"}});
    assert_eq!(bot.answer(&pressed, update).await.status, 204);
    assert_eq!(outcome(pressing).await["message"]["content"], "a tile more");
}

#[tokio::test]
async fn who_was_left_without_an_answer_is_told_so_after_a_restart() {
    let folder = Folder::new();
    let file = folder.file("evening.db.world");
    let first = kept(&file).await;
    let mut bot = Bot::login(&first).await;
    bot.register().await;
    let ada = person(&first, "Ada").await;
    let thinking = json!({"type": 5, "data": {"flags": 64}});
    let (interaction, deferred) = played(&first, &mut bot, &ada, thinking).await;
    assert_eq!(deferred["state"], "deferred");
    first.stop().await;

    let again = kept(&file).await;
    let id = text(&interaction["id"]);
    let now = again.interaction(&ada, &id).await.expect("remembered");
    assert_eq!(now["state"], "deferred");
    again.clock().advance(Duration::from_secs(15 * 60 + 1));
    let failed = async {
        loop {
            let now = again.interaction(&ada, &id).await.expect("remembered");
            if now["state"] == "failed" {
                return;
            }
            let seq = again.news(&ada, 0, Duration::ZERO).await.expect("news");
            let seq = seq["seq"].as_u64().expect("a number");
            again
                .news(&ada, seq, Duration::from_secs(1))
                .await
                .expect("news");
        }
    };
    in_time(failed).await;
    let seen = again.see(&ada, &again.channel()).await.expect("seen");
    let words = seen["messages"].to_string();
    assert!(words.contains("did not respond"), "{words}");
}

#[tokio::test]
async fn a_page_that_stayed_open_reads_everything_anew() {
    let folder = Folder::new();
    let file = folder.file("evening.db.world");
    let first = kept(&file).await;
    let ada = person(&first, "Ada").await;
    let seq = first.news(&ada, 0, Duration::ZERO).await.expect("news")["seq"].clone();
    let seq = seq.as_u64().expect("a number");
    first.stop().await;
    let again = kept(&file).await;
    for _ in 0..3 {
        person(&again, "Ben").await;
    }
    let news = again.news(&ada, seq, Duration::ZERO).await.expect("news");
    assert_eq!(news["missed"], true, "{news}");
    let now = news["seq"].as_u64().expect("a number");
    let news = again.news(&ada, now, Duration::ZERO).await.expect("news");
    assert_eq!(news.get("missed"), None, "{news}");
}

#[tokio::test]
async fn what_is_gone_stays_gone() {
    let folder = Folder::new();
    let file = folder.file("evening.db.world");
    let first = kept(&file).await;
    let (_, [ada, _], _) = evening(&first).await;
    let seen = first.see(&ada, &first.channel()).await.expect("seen");
    let mine = seen["messages"].as_array().expect("a list").iter();
    let mine = mine
        .clone()
        .find(|one| one["flags"] == 64)
        .expect("her own");
    first
        .dismiss(&ada, &text(&mine["id"]))
        .await
        .expect("dismissed");
    let path = format!("/channels/{}/delete", first.channel());
    let before = told(&first, &ada).await;
    first.stop().await;
    let again = kept(&file).await;
    assert_eq!(told(&again, &ada).await, before);
    again.call("POST", &path, json!({})).await.expect("deleted");
    let before = told(&again, &ada).await;
    again.stop().await;
    assert_eq!(told(&kept(&file).await, &ada).await, before);
}

/// A world with somebody in it, closed.
async fn some_world(file: &Path) {
    let sandbox = kept(file).await;
    evening(&sandbox).await;
    sandbox.stop().await;
}

async fn changed(file: &Path, how: &'static str) {
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a database");
    connection
        .execute(sqlx::raw_sql(how))
        .await
        .expect("changed");
    connection.close().await.expect("closed");
}

/// That the file is refused with these words, and is as it was.
async fn refuses(file: &Path, words: &str) {
    let before = std::fs::read(file).expect("it can be read");
    let Err(failure) = try_kept(file).await else {
        panic!("{words}: it was opened");
    };
    let said = failure.to_string();
    assert!(
        said.contains(words) && said.contains(&file.display().to_string()),
        "{said}"
    );
    assert_eq!(
        std::fs::read(file).expect("it can be read"),
        before,
        "{words}: it was changed"
    );
}

#[tokio::test]
async fn what_is_no_world_is_refused_and_left_alone() {
    let folder = Folder::new();
    let letter = folder.file("letter");
    std::fs::write(&letter, "Dear Ada, this is no world.").expect("written");
    refuses(&letter, "is no world of the sandbox").await;

    let other = folder.file("other");
    changed(&other, "create table things (name text)").await;
    refuses(&other, "is no world of the sandbox").await;
    let marked = folder.file("marked");
    changed(
        &marked,
        "pragma application_id = 1769174123; create table things (name text)",
    )
    .await;
    refuses(&marked, "is no world of the sandbox").await;

    let newer = folder.file("newer");
    some_world(&newer).await;
    changed(&newer, "pragma user_version = 2").await;
    refuses(&newer, "newer version").await;
    let Err(failure) = try_kept(&folder.file("")).await else {
        panic!("a folder was opened");
    };
    assert!(failure.to_string().contains("is no world"), "{failure}");
}

#[tokio::test]
async fn a_damaged_world_is_refused_and_left_alone() {
    let folder = Folder::new();
    for (name, how) in [
        (
            "torn",
            "update thing set body = substr(body, 1, 20) where kind = 3",
        ),
        (
            "headless",
            "update part set body = '{}' where name = 'frame'",
        ),
        ("homeless", "delete from thing where kind = 2"),
        ("ownerless", "delete from thing where kind = 1"),
        ("frameless", "delete from part where name = 'frame'"),
    ] {
        let file = folder.file(name);
        some_world(&file).await;
        changed(&file, how).await;
        refuses(&file, "is damaged").await;
    }
    let cut = folder.file("cut");
    some_world(&cut).await;
    let whole = std::fs::read(&cut).expect("it can be read");
    std::fs::write(&cut, &whole[..whole.len() / 2]).expect("written");
    refuses(&cut, "is damaged").await;
}

#[tokio::test]
async fn two_sandboxes_do_not_play_in_one_world() {
    let folder = Folder::new();
    let file = folder.file("evening.db.world");
    let first = kept(&file).await;
    let Err(failure) = try_kept(&file).await else {
        panic!("it was opened twice");
    };
    let Failure::World {
        trouble: WorldTrouble::InUse,
        ..
    } = failure
    else {
        panic!("{failure}");
    };
    person(&first, "Ada").await;
    first.stop().await;
    kept(&file).await;
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_reads_a_world() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let file = world_beside(&folder.file("evening.db"));
    let sandbox = kept(&file).await;
    person(&sandbox, "Ada").await;
    let all = std::fs::read_dir(folder.file("")).expect("it can be read");
    let all: Vec<_> = all.map(|one| one.expect("it can be read")).collect();
    assert!(all.len() > 1, "the log lies beside it");
    for one in all {
        let rights = one.metadata().expect("it is there").permissions().mode();
        assert_eq!(rights & 0o077, 0, "{:?}", one.path());
    }
}
