//! Records of Kaluki: whole matches with everything in them verify, and no changed value does.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::whole::{self, Played, changed_values_are_refused, moves};
use crate::computers::Level;
use crate::rules::any::{AnyOptions, GameId};
use crate::rules::record::{Cause, Record, Step};
use crate::rules::{Dice, Game, Seat, Viewer};
use crate::tests::rounds;
use crate::verifier::{Fault, verify};

/// The record of a whole match; it stays right for ever.
const GOLDEN: &str = include_str!("../../../../tests/data/kaluki/record-1.json");

/// Matches in which much is laid, many buy in and nobody is announced for.
fn options() -> AnyOptions {
    let mut options = GameId::Kaluki.default_options();
    for (name, value) in [
        ("initial_min", "30"),
        ("penalty_limit", "60"),
        ("announce", "manual"),
        ("joker_count", "4"),
        ("discard_after_open", "must_use"),
    ] {
        options.set(name, value).expect("an option");
    }
    options
}

/// Two computers, and two who do anything that is listed.
fn move_on(played: &mut Played, seat: Seat, dice: &mut Dice) {
    let view = played.game.view(Viewer::Seat(seat));
    let actions = played.game.actions(seat);
    let chosen = match seat.index() {
        0 => Level::Medium.choose(&view, &actions, dice),
        1 => Level::Easy.choose(&view, &actions, dice),
        _ => actions
            .get(dice.below(actions.len() as u32) as usize)
            .cloned(),
    };
    let chosen = chosen.expect("who is to act has an action");
    assert!(played.act(seat, &chosen), "{chosen:?}");
}

fn record(seed: u64) -> Record {
    whole::record(&options(), 4, seed, move_on)
}

/// Everything that a record can tell of moves.
fn every() -> BTreeSet<String> {
    let every = "announced announcement_due answered bought_in built buy_in_offered deal_ended discarded drew exchanged \
                 laid left missed opened over reshuffled returned took";
    every.split(' ').map(str::to_owned).collect()
}

#[test]
fn whole_matches_verify() {
    let mut seen = BTreeSet::new();
    for seed in 0..rounds(40) {
        let record = record(seed);
        let text = record.to_text();
        let read = Record::read(&text).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        let verified = verify(&read).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        assert!(verified.moves > 40, "seed {seed}: {verified:?}");
        seen.extend(moves(&record));
    }
    assert_eq!(seen, every());
}

#[test]
fn a_record_of_version_1_stays_right() {
    let read = Record::read(GOLDEN).expect("its form is still understood");
    assert_eq!(verify(&read).map(|verified| verified.deals), Ok(2));
    assert_eq!(moves(&read), every());
}

#[test]
fn every_changed_value_of_a_match_is_refused() {
    // Every ninth: neighbours are mostly cards of one pack.
    changed_values_are_refused(&record(3), 9, |_| true);
}

/// What somebody did first in a match: the step and its event.
fn first<'a>(record: &'a mut Record, name: &str) -> &'a mut Step {
    let found = record.steps.iter_mut().find(|step| {
        let events = step.changes[0]["played"]["events"].as_array();
        let events = events.into_iter().flatten();
        events
            .into_iter()
            .any(|event| event["kaluki"][name].is_object())
    });
    found.unwrap_or_else(|| panic!("nobody {name}"))
}

/// The event of this name in a step.
fn told<'a>(step: &'a mut Step, name: &str) -> &'a mut Value {
    let events = step.changes[0]["played"]["events"].as_array_mut();
    let mut events = events.into_iter().flatten();
    let event = events.find(|event| event["kaluki"][name].is_object());
    &mut event.expect("it is in this step")["kaluki"][name]
}

/// A match in which somebody bought in.
fn with_a_buy_in() -> Record {
    let mut records = (0..).map(record);
    let bought = |record: &Record| moves(record).contains("bought_in");
    records.find(bought).expect("there is no end of them")
}

/// Changes one step of a match: that step is named.
fn is_named(name: &str, forge: impl Fn(&mut Step)) {
    let mut record = with_a_buy_in();
    assert!(verify(&record).is_ok());
    let step = first(&mut record, name);
    let revision = step.revision;
    forge(step);
    assert_eq!(verify(&record), Err(Fault::Move(revision)), "{name}");
}

#[test]
fn a_forged_step_is_named() {
    // Another card, more points, another stake, a cheaper hand.
    is_named("discarded", |step| {
        told(step, "discarded")["card"] = json!("Jk")
    });
    is_named("opened", |step| told(step, "opened")["points"] = json!(99));
    for (line, value) in [("stake", 7), ("points", 0)] {
        is_named("deal_ended", |step| {
            let lines = &mut told(step, "deal_ended")["result"]["lines"];
            let lines = lines.as_array_mut().expect("a line for each seat");
            let loser = lines.iter_mut().find(|line| line["points"] != json!(0));
            loser.expect("somebody held cards")[line] = json!(value);
        });
    }
    // Who is offered to buy in, at what, and what somebody answered.
    is_named("buy_in_offered", |step| {
        told(step, "buy_in_offered")["at"] = json!(0);
    });
    is_named("answered", |step| {
        let answered = told(step, "answered");
        let is_in = answered["answer"] == json!("buy_in");
        answered["answer"] = json!(if is_in { "decline" } else { "buy_in" });
    });
    is_named("bought_in", |step| {
        told(step, "bought_in")["penalty"] = json!(0);
    });
}

#[test]
fn a_forged_draw_for_seats_is_named() {
    let forged = |forge: &dyn Fn(&mut Vec<Value>)| {
        let mut record = record(1);
        forge(&mut record.steps[0].changes);
        verify(&record)
    };
    let moved = |changes: &mut Vec<Value>| {
        let seats = changes[1]["seats_drawn"]["seats"].as_array_mut();
        seats.expect("the seats").rotate_left(1);
    };
    assert_eq!(forged(&moved), Err(Fault::Seats(1)));
    assert_eq!(forged(&|changes| drop(changes.pop())), Err(Fault::Seats(1)));
    let twice = |changes: &mut Vec<Value>| changes.push(changes[1].clone());
    assert_eq!(forged(&twice), Err(Fault::Seats(1)));
    assert_eq!(forged(&|changes| changes.swap(0, 1)), Err(Fault::Seats(1)));
}

#[test]
fn a_forged_cut_is_named() {
    let mut record = record(1);
    let dealt = &mut record.steps[1].changes[0]["dealt"]["events"][0]["kaluki"]["dealt"];
    let cut = dealt["cut"].as_u64().expect("where it was cut");
    dealt["cut"] = json!(cut % 107 + 1);
    assert_eq!(verify(&record), Err(Fault::Deal(2)));
}

#[test]
fn seats_that_were_drawn_otherwise_are_named() {
    let forges: [fn(&mut Vec<Value>); 3] = [
        |changes| changes.truncate(1),
        |changes| changes.push(changes[1].clone()),
        |changes| {
            let seats = changes[1]["seats_drawn"]["seats"].as_array_mut();
            seats.expect("a seat for each").rotate_left(1);
        },
    ];
    for forge in forges {
        let mut record = record(1);
        forge(&mut record.steps[0].changes);
        let fault = verify(&record).expect_err("the seats are forged");
        assert!(matches!(fault, Fault::Seats(1 | 2)), "{fault}");
    }
}

/// Somebody who was not over the limit, or was not asked, cannot buy in.
#[test]
fn a_buy_in_that_was_not_offered_is_named() {
    let mut record = with_a_buy_in();
    let at = record.steps.iter().position(|step| {
        let events = &step.changes[0]["played"]["events"];
        events[0]["kaluki"]["answered"].is_object()
    });
    let at = at.expect("somebody answered");
    let seat = record.steps[at].seat;
    let buys = json!({ "answered": { "seat": seat, "answer": "buy_in" } });
    let step = Step {
        revision: at as u64,
        at: record.steps[at - 2].at,
        cause: Cause::Press,
        seat,
        changes: vec![json!({ "played": { "seat": seat, "events": [{ "kaluki": buys }] } })],
    };
    // Before the deal ended, when nobody was asked.
    record.steps.insert(at - 1, step);
    for (revision, step) in (1..).zip(&mut record.steps) {
        step.revision = revision;
    }
    assert_eq!(verify(&record), Err(Fault::Move(at as u64)));
}
