//! The file of the database goes away while people play: nothing is told as done that is lost.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::json;

use crate::command_line::LASTING;
use crate::house::{Folder, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::process::{Process, Server, ends};

/// What stands beside a file, or the file itself.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

/// Two people at a table, and whoever is to draw, with their panel.
async fn two_play(server: &Server) -> (Person, Message) {
    let comes = async |name: &str| {
        Person::comes(&server.world, &server.channel, json!({"name": name})).await
    };
    let people = [comes("Ayşe").await, comes("Ben").await];
    server.bot_is_there(&people[0]).await;
    sit_down(&people[0], &[&people[1]], json!({"seats": 2})).await;
    let (actor, panel) = turn_to_draw(&[&people[0], &people[1]]).await;
    (actor.clone(), panel)
}

/// How many lines of a log say that the file is gone.
fn lines_about_the_file(log: &str) -> usize {
    let tells = |line: &&str| line.contains("deleted or replaced");
    log.lines().filter(tells).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_file_is_gone_moves_are_refused_and_go_on_when_it_is_back() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let mut bot = Process::start(server.bot(&db));
    let (actor, panel) = two_play(&server).await;
    let (here, away) = (db.clone(), beside(&db, ".away"));
    std::fs::rename(&here, &away).expect("the file goes");
    let refused = async |panel: &Message| {
        let refused = actor.presses_the(panel, "draw").await.message();
        let content = refused.content();
        assert!(content.starts_with("That was not done"), "{content}");
        assert_eq!(refused.rack(), panel.rack(), "{refused:?}");
        refused
    };
    let mut panel = refused(&panel).await;
    for _ in 0..3 {
        panel = refused(&panel).await;
    }
    // Another file in its place is not the one that was opened: a copy, however right it looks.
    std::fs::copy(&away, &here).expect("a copy");
    panel = refused(&panel).await;
    std::fs::remove_file(&here).expect("the copy goes");
    bot.says("deleted or replaced").await;
    assert_eq!(lines_about_the_file(&bot.stderr()), 1, "{}", bot.stderr());

    std::fs::rename(&away, &here).expect("the file is back");
    let drawn = actor.presses_the(&panel, "draw").await.message();
    assert_eq!(drawn.rack().len(), panel.rack().len() + 1, "{drawn:?}");
    bot.says("the disk accepts again").await;
}

/// What stands in the log alone comes to its place when the database is closed in order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_was_taken_away_costs_nothing_and_play_goes_on() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let mut bot = Process::start(server.bot(&db));
    let (actor, panel) = two_play(&server).await;
    std::fs::remove_file(beside(&db, "-wal")).expect("the log goes");
    let refused = actor.presses_the(&panel, "draw").await.message();
    let content = refused.content();
    assert!(content.starts_with("That was not done"), "{content}");
    bot.says("is opened again").await;
    bot.says_so_often("connected version", 2).await;
    let panel = actor.shows_rack().await;
    let drawn = actor.presses_the(&panel, "draw").await.message();
    assert_eq!(drawn.rack().len(), panel.rack().len() + 1, "{drawn:?}");
    // Nor is it lost with the process.
    bot.is_killed();
    let mut bot = Process::start(server.bot(&db));
    bot.says("connected version").await;
    assert_eq!(actor.shows_rack().await.rack(), drawn.rack());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_whose_file_was_deleted_does_not_begin_with_an_empty_one() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let mut command = server.bot(&db);
    command.args(["--log-filter", "istaka=debug"]);
    let mut bot = Process::start(command);
    let (actor, panel) = two_play(&server).await;
    for lost in ["", "-wal", "-shm"] {
        std::fs::remove_file(beside(&db, lost)).expect("the file goes");
    }
    let refused = actor.presses_the(&panel, "draw").await.message();
    assert!(
        refused.content().starts_with("That was not done"),
        "{refused:?}"
    );
    // What is refused every ten seconds is told once a minute, by the writer.
    server.world.passes(11).await;
    let told = bot.says("could not be noted that the process lives").await;
    assert!(told.contains("DEBUG"), "{told}");
    bot.is_killed();
    let ended = ends(server.bot(&db)).await;
    assert_eq!(ended.code, Some(78), "{}", ended.all);
    assert!(ended.all.contains("is gone: put it back"), "{}", ended.all);
    assert!(!db.exists(), "an empty database was made");
}

/// Where nothing can be written: nobody reads it any more, or its disk is full.
fn dead_logs() -> Vec<Stdio> {
    let (reader, writer) = std::io::pipe().expect("there are pipes");
    drop(reader);
    // Not every system has one.
    let full = OpenOptions::new().write(true).open("/dev/full").ok();
    let full = full.map(Stdio::from);
    full.into_iter().chain([Stdio::from(writer)]).collect()
}

/// Whoever writes the database says in the log that its file is gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_cannot_be_written_keeps_no_move_from_being_made() {
    for (log, form) in dead_logs().into_iter().zip(["plain", "json"]) {
        let server = Server::starts().await;
        let folder = Folder::new();
        let db = folder.file("istaka.db");
        let mut command = server.bot(&db);
        command.args(["--log", form]);
        let bot = Process::start_logging_to(command, log);
        let (actor, panel) = two_play(&server).await;
        let away = beside(&db, ".away");
        std::fs::rename(&db, &away).expect("the file goes");
        let refused = actor.presses_the(&panel, "draw").await.message();
        let content = refused.content();
        assert!(content.starts_with("That was not done"), "{content}");
        std::fs::rename(&away, &db).expect("the file is back");
        let drawn = actor.presses_the(&refused, "draw").await.message();
        assert_eq!(drawn.rack().len(), panel.rack().len() + 1, "{drawn:?}");
        bot.gets("TERM");
        assert_eq!(bot.ends().await.code, Some(0), "{form}");
    }
}

/// Where everything waits that writes, as on a terminal that stands still: nobody reads, and it is full. It is, as long as the
/// other end is there.
fn stuck_log() -> (UnixStream, Stdio) {
    let (reader, mut log) = UnixStream::pair().expect("there are sockets");
    log.set_nonblocking(true).expect("it can be told");
    while log.write(b"x").is_ok() {}
    log.set_nonblocking(false).expect("it can be told");
    (reader, Stdio::from(OwnedFd::from(log)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_nobody_takes_keeps_no_bot_from_playing_and_ending() {
    for form in ["plain", "json"] {
        let server = Server::starts().await;
        let folder = Folder::new();
        let db = folder.file("istaka.db");
        let mut command = server.bot(&db);
        command.args(["--log", form]);
        let (_reader, log) = stuck_log();
        let bot = Process::start_logging_to(command, log);
        let (actor, panel) = two_play(&server).await;
        let drawn = actor.presses_the(&panel, "draw").await.message();
        assert_eq!(drawn.rack().len(), panel.rack().len() + 1, "{drawn:?}");
        bot.gets("TERM");
        assert_eq!(bot.ends().await.code, Some(0), "{form}");
    }
}

/// Its last word finds no place either; whoever started it has the exit status.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_fails_ends_where_nobody_takes_its_log() {
    let server = Server::starts().await;
    let folder = Folder::new();
    for form in ["plain", "json"] {
        let mut command = server.bot(&folder.file("nowhere/istaka.db"));
        command.args(["--log", form]);
        let (_reader, log) = stuck_log();
        let bot = Process::start_logging_to(command, log);
        assert_eq!(bot.ends().await.code, Some(LASTING), "{form}");
    }
}
