//! Two worlds, seen by whoever reads the log: what the running program writes at a table does not tell what lies where.

use std::collections::BTreeSet;

use serde_json::json;

use crate::every_game::with_every_game;
use crate::house::{Folder, sit_down_to};
use crate::people::Person;
use crate::process::{Process, Server};
use crate::rig::{changes, put_changes};
use crate::two_worlds::{NAMES, Story, seats};

/// What a host sees who asks for no more: below that is told how a race between two requests went.
const TALKATIVE: &str = "info";

/// What the program writes where a busy machine does not let it say all that it has to say before it ends.
const LEFT_AS_IT_IS: &str = "some messages were left as they are";

/// What the program writes while the story is played in one of its worlds, without what differs between any two evenings.
async fn written(story: &Story, world: usize) -> Vec<String> {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let mut everybody = Vec::new();
    for name in &NAMES[..story.seats] {
        let wish = json!({"name": name, "avatar": "none"});
        everybody.push(Person::comes(&server.world, &server.channel, wish).await);
    }
    let host = &everybody[0];
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(host).await;
    let guests: Vec<&Person> = everybody[1..].iter().collect();
    let lobby = sit_down_to(story.game.id(), host, &guests, story.wish()).await;
    let table = lobby.buttons()[0].table().to_owned();
    bot.is_killed();
    server.bot_is_gone(host).await;
    let deal = json!([{"dealt": {"events": story.deals[world]}}]);
    put_changes(&db, story.game.id(), deal).await;
    let seats = seats(&changes(&db, story.game.id()).await, story.seats);

    let mut command = server.bot(&db);
    command.env("RUST_LOG", TALKATIVE);
    let bot = Process::start(command);
    server.bot_is_there(host).await;
    let at = |seat: usize| {
        let place = seats.iter().position(|drawn| *drawn == seat);
        &everybody[place.expect("everybody has a seat")]
    };
    for seat in 0..story.seats {
        at(seat).presses_on_the_board("rack").await;
    }
    for (seat, text) in &story.moves {
        // Whoever is not to act is refused, which may be written, too.
        for other in (0..story.seats).filter(|other| *other != seat.index()) {
            at(other).plays("no move of any game").await;
        }
        let made = at(seat.index()).plays(text).await;
        assert!(made.is_answered(), "{made:?}");
        at(seat.index()).runs("hint", json!({})).await;
    }
    bot.gets("TERM");
    let log = bot.ends().await.all;
    let place = db.display().to_string();
    let lines = log.lines().map(|line| line.replace(&place, "FILE"));
    let lines = lines.map(|line| plain(&line, &table));
    // How much time the machine has left when the program ends says nothing of the table.
    let mut lines: Vec<String> = lines.filter(|line| !line.contains(LEFT_AS_IT_IS)).collect();
    lines.sort_unstable();
    lines
}

/// A line without its time, the table's id, the ids of Discord's, the sandbox's port, and how long something took: what any
/// two evenings tell otherwise.
fn plain(line: &str, table: &str) -> String {
    let line = line.split_once(' ').map_or(line, |(_, said)| said);
    let line = line.replace(table, "TABLE");
    let mut told = String::new();
    for part in line.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
        let digits = part.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let is_id = digits.len() >= 15;
        let before = ["127.0.0.1:", "seconds=", "seconds=ID."];
        let is_port_or_span = before.iter().any(|before| told.ends_with(before));
        told.push_str(if is_id || is_port_or_span {
            "ID"
        } else {
            digits
        });
        told.push_str(&part[digits.len()..]);
    }
    told
}

/// Plays both worlds and compares.
async fn are_written_alike(game: &str) {
    let story = Story::of(game);
    let [one, other] = [written(&story, 0).await, written(&story, 1).await];
    let only = |these: &[String], those: &[String]| -> BTreeSet<String> {
        these
            .iter()
            .filter(|line| !those.contains(line))
            .cloned()
            .collect()
    };
    assert_eq!(only(&one, &other), only(&other, &one));
    assert_eq!(one, other, "as often");
    assert!(!one.is_empty(), "there is no log");
}

with_every_game! {
    are_written_alike:
    the_log_tells_two_worlds_of_okey_alike of "okey";
    the_log_tells_two_worlds_of_101_alike of "okey101";
    the_log_tells_two_worlds_of_kaluki_alike of "kaluki";
    the_log_tells_two_worlds_of_meri_alike of "meri";
}

#[test]
fn only_what_any_two_evenings_tell_otherwise_is_left_out_of_a_line() {
    let line = "2026-01-01T00:00:00Z  WARN a: seat 3 of t4ble drew R13 at 127.0.0.1:4711 for 123456789012345678 seconds=0.25";
    assert_eq!(
        plain(line, "t4ble"),
        " WARN a: seat 3 of TABLE drew R13 at 127.0.0.1:ID for ID seconds=ID.ID"
    );
}
