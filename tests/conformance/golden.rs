//! Journals of every format version, recorded once: they must replay for ever.
//!
//! To record a game after a *new* format version, under a new name: `ISTAKA_RECORD=1 cargo test --test conformance record`.

use std::path::{Path, PathBuf};

use istaka::rules::Game;
use istaka::rules::any::{AnyEvent, AnyGame, AnyOptions, GameId};
use serde::{Deserialize, Serialize};

use crate::conformance::walk::{Table, mixed, new_game, walk};

/// A stored game.
#[derive(Serialize, Deserialize)]
struct Journal {
    version: u32,
    options: AnyOptions,
    seats: usize,
    events: Vec<AnyEvent>,
    /// The points at the end.
    points: Vec<i32>,
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn replays(name: &str) {
    let text = std::fs::read_to_string(file(name)).expect("the golden journal is there");
    let journal: Journal = serde_json::from_str(&text).expect("its form is still understood");
    let game = AnyGame::replay(&journal.options, journal.seats, &journal.events);
    let game = game.expect("what happened can happen");
    let standing = game.standing().expect("the game is over");
    assert_eq!(
        standing.points.values().copied().collect::<Vec<_>>(),
        journal.points
    );
    assert_eq!(game.faults(), Vec::<String>::new());
}

#[test]
fn okey_version_1_replays() {
    replays("okey/journal-1.json");
}

#[test]
fn okey101_version_1_replays() {
    replays("okey101/journal-1.json");
}

#[test]
fn record_when_asked() {
    if std::env::var_os("ISTAKA_RECORD").is_none() {
        return;
    }
    for (game, length, name) in [
        (GameId::Okey, ("start_points", "6"), "okey/journal-1.json"),
        (GameId::Okey101, ("rounds", "2"), "okey101/journal-1.json"),
    ] {
        // What was recorded stays as it was.
        if !file(name).exists() {
            let mut options = game.default_options();
            options.set(length.0, length.1).expect("an option");
            record(options, name);
        }
    }
}

fn record(options: AnyOptions, name: &str) {
    let table = Table {
        options,
        seats: 4,
        seed: 2,
    };
    let events = walk(new_game(&table), table.seed, &mut mixed, |_| {});
    let game = AnyGame::replay(&table.options, table.seats, &events);
    let game = game.expect("what happened can happen");
    let standing = game.standing().expect("the game is over");
    let journal = Journal {
        version: 1,
        options: table.options,
        seats: table.seats,
        events,
        points: standing.points.values().copied().collect(),
    };
    let text = serde_json::to_string(&journal).expect("a journal becomes JSON");
    std::fs::write(file(name), text + "\n").expect("the file can be written");
}
