//! Journals of every format version, recorded once: they must replay for ever.
//!
//! To record a game after a *new* format version, under a new name: `ISTAKA_RECORD=1 cargo test --test conformance record`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use istaka::rules::Game;
use istaka::rules::any::{AnyEvent, AnyGame, AnyOptions, GameId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::conformance::walk::{Table, mixed, new_game, walk, with};

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
fn kaluki_version_1_replays() {
    replays("kaluki/journal-1.json");
}

#[test]
fn meri_version_1_replays() {
    replays("meri/journal-1.json");
}

#[test]
fn kaluki_version_1_tells_every_event() {
    let every = "announced announcement_due answered bought_in built buy_in_offered deal_ended dealt discarded drew \
                 exchanged laid left missed opened over reshuffled returned took";
    tells("kaluki/journal-1.json", every);
}

#[test]
fn meri_version_1_tells_every_event() {
    let every = "called dealt led over played readied round_ended won";
    tells("meri/journal-1.json", every);
}

/// What is not told in the journal would not be kept by it.
fn tells(journal: &str, every: &str) {
    let text = std::fs::read_to_string(file(journal)).expect("it is there");
    let journal: Journal = serde_json::from_str(&text).expect("its form is still understood");
    let told: BTreeSet<String> = journal.events.iter().map(name).collect();
    let every: BTreeSet<String> = every.split(' ').map(str::to_owned).collect();
    assert_eq!(told, every);
}

/// The name of an event of a game.
fn name(event: &AnyEvent) -> String {
    let event = serde_json::to_value(event).expect("an event becomes JSON");
    let inner = |value: &Value| Some(value.as_object()?.iter().next()?.1.clone());
    let event = inner(&event).expect("an event of a game");
    let names = event.as_object().expect("an event has a name").keys();
    names.cloned().collect()
}

/// House rules by which everything comes about: short matches, much on the table, announcements.
const KALUKI: &str =
    "joker_count=4 announce=manual penalty_limit=40 initial_min=20 discard_after_open=must_use";

/// A kiri whose halves are cut anywhere, and whose hidden robai counts most.
const MERI: &str = "split=random hidden_robai=all_yaku";

#[test]
fn record_when_asked() {
    if std::env::var_os("ISTAKA_RECORD").is_none() {
        return;
    }
    for (game, rules, seats, seed, name) in [
        (GameId::Okey, "start_points=6", 4, 2, "okey/journal-1.json"),
        (GameId::Okey101, "rounds=2", 4, 2, "okey101/journal-1.json"),
        (GameId::Kaluki, KALUKI, 4, 308, "kaluki/journal-1.json"),
        (GameId::Meri, MERI, 8, 2, "meri/journal-1.json"),
    ] {
        // What was recorded stays as it was.
        if !file(name).exists() {
            let options = with(game, "", rules);
            let table = Table {
                options,
                seats,
                seed,
            };
            record(table, name);
        }
    }
}

fn record(table: Table, name: &str) {
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
