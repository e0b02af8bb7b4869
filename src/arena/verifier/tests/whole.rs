//! Records of whole games, and their changed values: what the files about games share.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{leaves, other};
use crate::rules::any::{AnyAction, AnyGame, AnyOptions};
use crate::rules::chance::{Chance, Contributions, Secret};
use crate::rules::record::{Cause, FORMAT, Level, Record, Sitting, Step};
use crate::rules::{Dice, Game, PerSeat, Seat};
use crate::verifier::verify;

const TABLE: &str = "7f3k";
pub(super) const OPENED_AT: u64 = 1_700_000_000_000;

/// A game that is being recorded.
pub(super) struct Played {
    pub(super) game: AnyGame,
    chance: Chance,
    steps: Vec<Step>,
}

impl Played {
    fn step(&mut self, seat: Option<Seat>, change: Value) {
        let revision = self.steps.len() as u64 + 1;
        self.steps.push(Step {
            revision,
            at: OPENED_AT + revision,
            cause: Cause::Press,
            seat,
            changes: vec![change],
        });
    }

    fn begin(&mut self, start: u64, options: &AnyOptions, seats: usize) {
        self.step(None, json!({ "began": { "start": start } }));
        if let Some(drawn) = AnyGame::seat_draw(options, seats, &self.chance) {
            let drawn = json!({ "seats_drawn": { "seats": drawn } });
            self.steps[0].changes.push(drawn);
        }
    }

    fn deal(&mut self) {
        let events = self.game.deal(&self.chance);
        self.game.obey(&events);
        self.step(None, json!({ "dealt": { "events": events } }));
    }

    /// Whether the rules accepted it.
    pub(super) fn act(&mut self, seat: Seat, action: &AnyAction) -> bool {
        let Ok(events) = self.game.act(seat, action, &self.chance) else {
            return false;
        };
        self.step(
            Some(seat),
            json!({ "played": { "seat": seat, "events": events } }),
        );
        true
    }
}

/// The record of a whole game of so many computers in which whoever is to act moves on like this.
pub(super) fn record(
    options: &AnyOptions,
    seats: usize,
    seed: u64,
    move_on: impl FnMut(&mut Played, Seat, &mut Dice),
) -> Record {
    record_of(options, (seats, 0), seed, move_on)
}

/// The same, with so many people on the first of so many seats.
pub(super) fn record_of(
    options: &AnyOptions,
    (seats, people): (usize, usize),
    seed: u64,
    mut move_on: impl FnMut(&mut Played, Seat, &mut Dice),
) -> Record {
    let mut dice = Dice::from_seed(seed);
    let secret = Secret::from_bytes(std::array::from_fn(|place| {
        (seed as u8).wrapping_add(place as u8)
    }));
    let told = Contributions {
        seats: Seat::all(people)
            .map(|seat| (seat, 1000 + seat.index() as u64))
            .collect(),
        start: 9000,
    };
    let id = options.game();
    let mut played = Played {
        game: AnyGame::new(options, seats),
        chance: Chance::new(&secret, TABLE, id.id(), &told),
        steps: Vec::new(),
    };
    played.begin(told.start, options, seats);
    while played.game.standing().is_none() {
        match played.game.waiting().seats.iter().next() {
            Some(seat) => move_on(&mut played, seat, &mut dice),
            None => played.deal(),
        }
    }
    played.step(None, json!("finished"));
    let version = id.rules_version();
    Record {
        format: FORMAT,
        table: TABLE.to_owned(),
        game: id,
        rules_version: version.to_owned(),
        seal: secret.seal(TABLE, id.id(), version).to_string(),
        secret: secret.to_hex(),
        contributions: told.lines().lines().map(str::to_owned).collect(),
        options: options.clone().into(),
        seats: PerSeat::new(seats, |seat| {
            if seat.index() < people {
                Sitting::Person
            } else {
                Sitting::Computer { level: Level::Easy }
            }
        }),
        opened_at: OPENED_AT,
        steps: played.steps,
        standing: played.game.standing(),
    }
}

/// The names of the events that answer moves in a record.
pub(super) fn moves(record: &Record) -> BTreeSet<String> {
    let changes = record.steps.iter().flat_map(|step| &step.changes);
    let events = changes.filter_map(|change| change["played"]["events"].as_array());
    let id = record.game.id();
    let told = events.flatten().filter_map(|event| event[id].as_object());
    told.flat_map(|event| event.keys().cloned()).collect()
}

/// Changes values of the deals, moves and standing that are compared, one in so many: every forged record is refused.
pub(super) fn changed_values_are_refused(
    record: &Record,
    one_in: usize,
    is_compared: impl Fn(&str) -> bool,
) {
    let whole = serde_json::to_value(record).expect("a record is JSON");
    let mut paths = Vec::new();
    leaves(&whole, String::new(), &mut paths);
    let decides = |path: &str| {
        let changes = ["/seats_drawn/", "/played/", "/dealt/"];
        let is_told = changes.iter().any(|part| path.contains(part));
        is_told || path.starts_with("/standing/")
    };
    paths.retain(|path| decides(path) && is_compared(path));
    assert!(paths.len() > 1000, "{} values", paths.len());
    for path in paths.iter().step_by(one_in) {
        let mut changed = whole.clone();
        let value = changed.pointer_mut(path).expect("the path was found");
        *value = other(value);
        let forged = serde_json::from_value::<Record>(changed).ok();
        assert!(
            forged.is_none_or(|forged| verify(&forged).is_err()),
            "{path}"
        );
    }
}
