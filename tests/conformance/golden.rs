//! Journals and records of every format version, recorded once: they must replay for ever.
//!
//! To record a game after a *new* format version, under a new name:
//! `ISTAKA_RECORD=1 cargo test --test conformance record_when_asked`.

use std::collections::BTreeSet;
use std::iter::once;
use std::path::{Path, PathBuf};

use istaka::arena::verifier::verify;
use istaka::rules::any::{AnyAction, AnyEvent, AnyGame, AnyOptions, GameId};
use istaka::rules::chance::{Contributions, Secret};
use istaka::rules::record::{Cause, Change, FORMAT, Level, Record, Sitting, Step};
use istaka::rules::{Chance, Dice, Game, PerSeat, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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

fn kept(name: &str) -> String {
    std::fs::read_to_string(file(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn replays(name: &str) {
    let journal: Journal = serde_json::from_str(&kept(name)).expect("its form is still understood");
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
fn the_first_journal_of_every_game_is_kept() {
    for game in GameId::RELEASED {
        replays(&format!("{}/journal-1.json", game.id()));
    }
}

#[test]
fn okey_version_1_replays() {
    replays("okey/journal-1.json");
    replays("okey/journal-1-rare.json");
}

#[test]
fn okey101_version_1_replays() {
    replays("okey101/journal-1.json");
    replays("okey101/journal-1-rare.json");
}

#[test]
fn kaluki_version_1_replays() {
    replays("kaluki/journal-1.json");
}

#[test]
fn meri_version_1_replays() {
    replays("meri/journal-1.json");
}

const EVENTS_OF_OKEY: &str =
    "dealt declined discarded drawn drew finish_failed finished left over passed showed took";

const EVENTS_OF_101: &str = "charged dealt discarded drew laid laid_off opened opening_failed over passed returned \
                             round_ended swapped took took_back";

#[test]
fn okey_version_1_tells_every_event() {
    tells("okey/journal-1-rare.json", EVENTS_OF_OKEY);
}

#[test]
fn okey101_version_1_tells_every_event() {
    tells("okey101/journal-1-rare.json", EVENTS_OF_101);
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

#[test]
fn a_record_of_okey101_version_1_tells_every_event_and_stays_right() {
    let record = Record::read(&kept("okey101/record-1.json"));
    let record = record.expect("its form is still understood");
    verify(&record).expect("it was dealt and played by the rules");
    let read = |step: &Step| step.read_changes().expect("its form is still understood");
    let changes = record.steps.iter().flat_map(read);
    let events = changes.flat_map(|change| match change {
        Change::Dealt { events } | Change::Played { events, .. } => events,
        _ => Vec::new(),
    });
    let events: Vec<AnyEvent> = events.collect();
    assert_eq!(told(&events), words(EVENTS_OF_101));
}

/// What is not told in the journal would not be kept by it.
fn tells(journal: &str, every: &str) {
    let journal: Journal =
        serde_json::from_str(&kept(journal)).expect("its form is still understood");
    assert_eq!(told(&journal.events), words(every));
}

fn told<'a>(events: impl IntoIterator<Item = &'a AnyEvent>) -> BTreeSet<String> {
    events.into_iter().map(name).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// The name of an event of a game; one that tells nothing else is its name alone.
fn name(event: &AnyEvent) -> String {
    let event = serde_json::to_value(event).expect("an event becomes JSON");
    let inner = event.as_object().and_then(|game| game.values().next());
    match inner.expect("an event of a game") {
        Value::String(name) => name.clone(),
        inner => {
            let names = inner.as_object().expect("an event has a name").keys();
            names.cloned().collect()
        }
    }
}

/// House rules by which everything comes about: points that are soon used up, a phase for showing, a finish that may fail.
const OKEY: &str = "end_mode=elimination start_points=3 wrong_finish_penalty=1 \
                    gosterge_window=before_first_discard";

/// Openings that are soon reached and that cost when they fail, jokers that are exchanged, an empty stock to pass on.
const OKEY101: &str = "rounds=5 penalties=strict joker_swap=true exhaustion=next_may_take \
                       series_lay_pairs=if_pairs_opened open_min=40 pairs_min=3";

/// Short matches, much on the table, announcements.
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
        record_once(name, || {
            let options = with(game, "", rules);
            let table = Table {
                options,
                seats,
                seed,
            };
            let events = walk(new_game(&table), seed, &mut mixed, |_| {});
            journal(table, events)
        });
    }
    for (game, rules, every, name) in [
        (
            GameId::Okey,
            OKEY,
            EVENTS_OF_OKEY,
            "okey/journal-1-rare.json",
        ),
        (
            GameId::Okey101,
            OKEY101,
            EVENTS_OF_101,
            "okey101/journal-1-rare.json",
        ),
    ] {
        record_once(name, || {
            let (table, played) = seek(game, rules, every, Chance::from_seed);
            let events = played.into_iter().flat_map(|done| done.events);
            journal(table, events.collect())
        });
    }
    record_once("okey101/record-1.json", || {
        let game = GameId::Okey101;
        let chance = |seed| Chance::new(&secret(seed), ID, game.id(), &contributions());
        let (table, played) = seek(game, OKEY101, EVENTS_OF_101, chance);
        record_of(&table, &played).to_text()
    });
}

/// What was recorded stays as it was.
fn record_once(name: &str, text: impl FnOnce() -> String) {
    if !file(name).exists() {
        std::fs::write(file(name), text()).expect("the file can be written");
    }
}

fn journal(table: Table, events: Vec<AnyEvent>) -> String {
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
    serde_json::to_string(&journal).expect("a journal becomes JSON") + "\n"
}

/// What happened at once, and who did it; nobody where it was dealt.
struct Done {
    seat: Option<Seat>,
    events: Vec<AnyEvent>,
}

/// So many games are looked through for one in which everything happens.
const GAMES: u64 = 2_000;
/// So many actions that are not listed are thought of at each step.
const TRIES: u32 = 8;

/// The first game in which all this happens, with the chance that follows from its number.
fn seek(
    game: GameId,
    rules: &str,
    every: &str,
    chance: impl Fn(u64) -> Chance,
) -> (Table, Vec<Done>) {
    let every = words(every);
    let mut games = (0..GAMES).map(|seed| {
        let table = Table {
            options: with(game, "", rules),
            seats: 4,
            seed,
        };
        let played = play(&table, &chance(seed));
        (table, played)
    });
    let is_full = |(_, played): &(Table, Vec<Done>)| {
        told(played.iter().flat_map(|done| &done.events)) == every
    };
    let found = games.find(is_full);
    found.expect("in one of these games everything happens")
}

/// A whole game of people who do what nobody has done yet as soon as they can, and else play as everybody does.
fn play(table: &Table, chance: &Chance) -> Vec<Done> {
    let mut game = new_game(table);
    let mut dice = Dice::from_seed(table.seed);
    let (mut told, mut played) = (BTreeSet::new(), Vec::new());
    while game.standing().is_none() {
        let seat = game.waiting().seats.iter().next();
        let events = match seat {
            Some(seat) => step(&game, seat, chance, &told, &mut dice),
            None => game.deal(chance),
        };
        game.obey(&events);
        told.extend(events.iter().map(name));
        played.push(Done { seat, events });
    }
    played
}

/// What nobody has done yet, listed or not, if this seat can do it; else what it does in the battery.
fn step(
    game: &AnyGame,
    seat: Seat,
    chance: &Chance,
    told: &BTreeSet<String>,
    dice: &mut Dice,
) -> Vec<AnyEvent> {
    let listed = game.actions(seat);
    let written: Vec<AnyAction> = (0..TRIES).map(|_| game.written(seat, dice)).collect();
    let answer = |action: &AnyAction| game.answer(seat, action, chance).ok();
    let is_new = |events: &Vec<AnyEvent>| events.iter().any(|event| !told.contains(&name(event)));
    let mut answers = listed.iter().chain(&written).filter_map(answer);
    if let Some(events) = answers.find(is_new) {
        return events;
    }
    let action = mixed(game, seat, &listed, dice);
    let answer = game.answer(seat, &action, chance);
    answer.expect("what is listed is accepted")
}

/// The table of the record.
const ID: &str = "7f3k";
const OPENED_AT: u64 = 1_700_000_000_000;

fn secret(seed: u64) -> Secret {
    Secret::from_bytes(std::array::from_fn(|place| {
        (seed as u8).wrapping_add(place as u8)
    }))
}

/// Those of a table at which computers sit.
fn contributions() -> Contributions {
    Contributions {
        seats: Vec::new(),
        start: 9000,
    }
}

/// The record of a game that was played with the chance of its secret.
fn record_of(table: &Table, played: &[Done]) -> Record {
    let (game, secret, told) = (table.options.game(), secret(table.seed), contributions());
    let version = game.rules_version();
    let events = played.iter().flat_map(|done| &done.events);
    let ended = AnyGame::replay(&table.options, table.seats, events);
    let ended = ended.expect("what happened can happen");
    let changes = played.iter().map(|Done { seat, events }| match seat {
        Some(acting) => (
            *seat,
            json!({ "played": { "seat": acting, "events": events } }),
        ),
        None => (None, json!({ "dealt": { "events": events } })),
    });
    let began = (None, json!({ "began": { "start": told.start } }));
    let changes = once(began).chain(changes);
    let steps = changes.chain(once((None, json!("finished"))));
    let steps = (1..).zip(steps).map(|(revision, (seat, change))| Step {
        revision,
        at: OPENED_AT + revision,
        cause: Cause::Press,
        seat,
        changes: vec![change],
    });
    let record = Record {
        format: FORMAT,
        table: ID.to_owned(),
        game,
        rules_version: version.to_owned(),
        seal: secret.seal(ID, game.id(), version).to_string(),
        secret: secret.to_hex(),
        contributions: told.lines().lines().map(str::to_owned).collect(),
        options: table.options.clone().into(),
        seats: PerSeat::new(table.seats, |_| Sitting::Computer { level: Level::Easy }),
        opened_at: OPENED_AT,
        steps: steps.collect(),
        standing: ended.standing(),
    };
    verify(&record).expect("it was dealt and played by the rules");
    record
}
