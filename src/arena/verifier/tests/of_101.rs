//! Records of Okey 101: whole games with everything in them verify, and no changed value does.

use std::collections::BTreeSet;

use serde_json::json;

use super::whole::{self, Played, changed_values_are_refused, moves};
use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyEvent, AnyGame, AnyOptions, GameId};
use crate::rules::chance::Chance;
use crate::rules::okey101::{Action, Composed};
use crate::rules::record::{Record, Step};
use crate::rules::{Dice, Game, GameView, Seat, Viewer};
use crate::tests::rounds;
use crate::verifier::{Fault, verify};

/// Two computers, and two who do anything, an opening that fails included.
fn move_on(played: &mut Played, seat: Seat, dice: &mut Dice) {
    let view = played.game.view(Viewer::Seat(seat));
    let actions = played.game.actions(seat);
    if seat.index() > 1 && dice.below(8) == 0 {
        let rack = view.rack().unwrap_or_default().into_iter();
        let tiles = rack.filter_map(|piece| piece.try_into().ok());
        let melds = vec![Composed::of(tiles.take(3).collect())];
        if played.act(seat, &AnyAction::Okey101(Action::Open { melds })) {
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
    assert!(played.act(seat, &chosen), "{chosen:?}");
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

fn record(seed: u64) -> Record {
    whole::record(&options(), 4, seed, move_on)
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
        seen.extend(moves(&record));
    }
    // Everything that a record can tell was told.
    let every = "charged discarded drew laid laid_off opened opening_failed over passed returned round_ended swapped \
                 took took_back";
    let every: BTreeSet<String> = every.split(' ').map(str::to_owned).collect();
    assert_eq!(seen, every);
}

#[test]
fn every_changed_value_of_a_game_is_refused() {
    // Every seventh: neighbours are mostly tiles of one deck. Why an opening failed is not compared, as its tiles are not
    // known.
    changed_values_are_refused(&record(3), 7, |path| !path.contains("/fault"));
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
