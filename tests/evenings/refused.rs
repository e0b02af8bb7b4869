//! Discord refuses too much: the bot is silent until that is ten minutes old, whoever starts it again meanwhile.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use istaka::store::{Moment, Refused, Store};
use serde_json::json;

use crate::hosting::{health, metered, metrics_with, port_of};
use crate::house::{Folder, sit_down};
use crate::killed::two_people;
use crate::play::turn_to_draw;
use crate::process::{Process, Server};

/// Of so many nothing but answers to presses is sent.
const MOST_REFUSED: u32 = 1_000;

/// So many requests were refused so long ago, by whichever process.
async fn were_refused(db: &Path, many: u32, ago: Duration) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.expect("it is later than 1970").as_millis();
    let now = Moment::from_unix_ms(u64::try_from(now).expect("a moment"));
    let at = now.minus(ago);
    let store = Store::open(db).await.expect("a database");
    let noted = store.note_refused(vec![Refused { at, many }]).await;
    assert_eq!(noted, Ok(()));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_of_which_too_much_was_refused_is_as_silent_after_a_kill_and_answers_presses() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    // One less than too many, which a former process did not live to see.
    were_refused(&db, MOST_REFUSED - 1, Duration::from_secs(60)).await;
    let starts = || {
        let mut command = server.bot(&db);
        command.env("ISTAKA_METRICS_PORT", "0");
        Process::start(command)
    };
    let mut bot = starts();
    let [ayse, ben] = two_people(&server).await;
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    let page =
        json!({"method": "PATCH", "path": "/channels/*/messages/*", "status": 403, "code": 0});
    server.world.ask("POST", "/faults/next", page).await;
    actor.takes_their_turn().await;
    bot.says("Discord has refused too many requests").await;
    // What was refused goes to the disk before what was pressed after that.
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let drawn = actor.presses_the(&panel, "draw").await.message();

    bot.is_killed();
    server.bot_is_gone(&ayse).await;
    let mut bot = starts();
    let port = port_of(&mut bot).await;
    bot.says("Discord refused too many requests before this start")
        .await;
    // It comes online all the same, and whoever plays goes on.
    server.bot_is_there(&ayse).await;
    let again = actor.runs("rack", json!({})).await.message();
    assert_eq!(again.rack(), drawn.rack(), "{again:?}");
    actor.discards(&again).await;
    let told = metrics_with(&port, &["istaka_silent 1\n"]).await;
    for route in ["edit message", "post message"] {
        assert!(!told.contains(&format!("route=\"{route}\"")), "{told}");
    }
    let well = health(&port).await;
    assert_eq!(well.code, Some(0), "{well:?}");
    assert!(well.all.contains("refused too many requests"), "{well:?}");

    // Nor does it help to stop it in order.
    bot.gets("TERM");
    assert_eq!(bot.ends().await.code, Some(0));
    server.bot_is_gone(&ayse).await;
    let mut bot = starts();
    bot.says("Discord refused too many requests before this start")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_over_all_that_lasts_is_told_and_people_play_on() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let (mut bot, port) = metered(&server, &folder).await;
    let [ayse, ben] = two_people(&server).await;
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    let path = "/channels/*/messages/*";
    let minutes = json!({"method": "PATCH", "path": path, "what": "limited", "scope": "global", "ms": 600_000});
    server.world.ask("POST", "/faults/next", minutes).await;
    actor.takes_their_turn().await;
    bot.says("Discord limits all that is sent with the token")
        .await;
    metrics_with(&port, &["istaka_silent 1\n", "istaka_mute 0\n"]).await;
    let well = health(&port).await;
    assert_eq!(well.code, Some(0), "{well:?}");
    let said = "takes nothing but answers to presses for now";
    assert!(well.all.contains(said), "{well:?}");
    turn_to_draw(&[&ayse, &ben])
        .await
        .0
        .takes_their_turn()
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_refused_long_ago_or_by_another_clock_keeps_nobody_waiting() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    were_refused(&db, 5 * MOST_REFUSED, Duration::from_secs(601)).await;
    let bot = Process::start(server.bot(&db));
    let [ayse, ben] = two_people(&server).await;
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    turn_to_draw(&[&ayse, &ben]).await;
    assert!(!bot.stderr().contains("too many requests"));
}
