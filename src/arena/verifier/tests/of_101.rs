//! Records of Okey 101: whole games with everything in them verify, and no changed value does.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{leaves, other};
use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyEvent, AnyGame, AnyOptions, GameId};
use crate::rules::chance::{Chance, Contributions, Secret};
use crate::rules::okey101::{Action, Composed};
use crate::rules::record::{FORMAT, Record, Sitting, Step};
use crate::rules::{Dice, Game, GameView, PerSeat, Seat, Viewer};
use crate::tests::rounds;
use crate::verifier::{Fault, verify};

const TABLE: &str = "7f3k";
const OPENED_AT: u64 = 1_700_000_000_000;

/// A game that is being recorded.
struct Played {
    game: AnyGame,
    chance: Chance,
    steps: Vec<Step>,
}

impl Played {
    fn step(&mut self, seat: Option<Seat>, change: Value) {
        let revision = self.steps.len() as u64 + 1;
        self.steps.push(Step {
            revision,
            at: OPENED_AT + revision,
            cause: "press".to_owned(),
            seat,
            changes: vec![change],
        });
    }

    fn deal(&mut self) {
        let events = self.game.deal(&self.chance);
        self.game.obey(&events);
        self.step(None, json!({ "dealt": { "events": events } }));
    }

    /// Whether the rules accepted it.
    fn act(&mut self, seat: Seat, action: &AnyAction) -> bool {
        let Ok(events) = self.game.act(seat, action, &self.chance) else {
            return false;
        };
        self.step(
            Some(seat),
            json!({ "played": { "seat": seat, "events": events } }),
        );
        true
    }

    /// One move of whoever is to act: two computers, and two who do anything, an opening that fails included.
    fn go_on(&mut self, dice: &mut Dice) {
        let Some(seat) = self.game.waiting().seats.iter().next() else {
            return self.deal();
        };
        let (view, actions) = (self.game.view(Viewer::Seat(seat)), self.game.actions(seat));
        if seat.index() > 1 && dice.below(8) == 0 {
            let rack = view.rack().unwrap_or_default().into_iter();
            let tiles = rack.filter_map(|piece| piece.try_into().ok());
            let melds = vec![Composed::of(tiles.take(3).collect())];
            if self.act(seat, &AnyAction::Okey101(Action::Open { melds })) {
                return;
            }
        }
        let chosen = match seat.index() {
            0 => Level::Easy.choose(&view, &actions, dice),
            1 => Level::Medium.choose(&view, &actions, dice),
            _ => actions
                .get(dice.below(actions.len() as u32) as usize)
                .cloned(),
        };
        let chosen = chosen.expect("who is to act has an action");
        assert!(self.act(seat, &chosen), "{chosen:?}");
    }
}

fn options() -> AnyOptions {
    let mut options = GameId::Okey101.default_options();
    for (name, value) in [
        ("rounds", "4"),
        ("penalties", "strict"),
        ("joker_swap", "true"),
        ("exhaustion", "next_may_take"),
        ("series_lay_pairs", "if_pairs_opened"),
        ("open_min", "40"),
        ("pairs_min", "3"),
    ] {
        options.set(name, value).expect("an option");
    }
    options
}

/// The record of a whole game.
fn record(seed: u64) -> Record {
    let mut dice = Dice::from_seed(seed);
    let secret = Secret::from_bytes(std::array::from_fn(|place| {
        (seed as u8).wrapping_add(place as u8)
    }));
    let told = Contributions {
        seats: Vec::new(),
        start: 9000,
    };
    let options = options();
    let mut played = Played {
        game: AnyGame::new(&options, 4),
        chance: Chance::new(&secret, TABLE, GameId::Okey101.id(), &told),
        steps: Vec::new(),
    };
    played.step(None, json!({ "began": { "start": told.start } }));
    while played.game.standing().is_none() {
        played.go_on(&mut dice);
    }
    played.step(None, json!("finished"));
    let version = GameId::Okey101.rules_version();
    Record {
        format: FORMAT,
        table: TABLE.to_owned(),
        game: GameId::Okey101,
        rules_version: version.to_owned(),
        seal: secret
            .seal(TABLE, GameId::Okey101.id(), version)
            .to_string(),
        secret: secret.to_hex(),
        contributions: told.lines().lines().map(str::to_owned).collect(),
        options,
        seats: PerSeat::new(4, |_| Sitting::Computer {
            level: "easy".to_owned(),
        }),
        opened_at: OPENED_AT,
        steps: played.steps,
        standing: played.game.standing(),
    }
}

/// The names of the events of a record.
fn events(record: &Record) -> BTreeSet<String> {
    let changes = record.steps.iter().flat_map(|step| &step.changes);
    let events = changes.filter_map(|change| change["played"]["events"].as_array());
    let told = events
        .flatten()
        .filter_map(|event| event["okey101"].as_object());
    told.flat_map(|event| event.keys().cloned()).collect()
}

#[test]
fn whole_games_verify() {
    let mut seen = BTreeSet::new();
    for seed in 0..rounds(20) {
        let record = record(seed);
        let text = record.to_text();
        let read = Record::read(&text).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        let verified = verify(&read).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        assert!(
            verified.deals >= 4 && verified.moves > 40,
            "seed {seed}: {verified:?}"
        );
        seen.extend(events(&record));
    }
    // Everything that a record can tell was told.
    let every = "charged discarded drew laid laid_off opened opening_failed over passed returned round_ended swapped \
                 took took_back";
    let every: BTreeSet<String> = every.split(' ').map(str::to_owned).collect();
    assert_eq!(seen, every);
}

#[test]
fn every_changed_value_of_a_game_is_refused() {
    let record = record(3);
    let whole = serde_json::to_value(&record).expect("a record is JSON");
    let mut paths = Vec::new();
    leaves(&whole, String::new(), &mut paths);
    let decides = |path: &str| {
        let played = path.contains("/played/") || path.contains("/dealt/");
        // Why an opening failed is not compared, as its tiles are not known.
        (played && !path.contains("/fault")) || path.starts_with("/standing/")
    };
    paths.retain(|path| decides(path));
    assert!(paths.len() > 1000, "{} values", paths.len());
    // Every seventh: neighbours are mostly tiles of one deck.
    for path in paths.iter().step_by(7) {
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

#[test]
fn a_move_that_is_left_out_is_named() {
    let mut record = record(5);
    let is_discard =
        |step: &Step| step.changes[0]["played"]["events"][0]["okey101"]["discarded"].is_object();
    let at = record
        .steps
        .iter()
        .position(is_discard)
        .expect("somebody discards");
    record.steps.remove(at);
    for (revision, step) in (1..).zip(&mut record.steps) {
        step.revision = revision;
    }
    assert_eq!(verify(&record), Err(Fault::Move(at as u64 + 1)));
}

#[test]
fn events_of_another_game_are_refused() {
    let mut record = record(5);
    let okey = AnyGame::new(&GameId::Okey.default_options(), 4);
    let events: Vec<AnyEvent> = okey.deal(&Chance::from_seed(1));
    record.steps[1].changes = vec![json!({ "dealt": { "events": events } })];
    assert_eq!(verify(&record), Err(Fault::Deal(2)));
}
