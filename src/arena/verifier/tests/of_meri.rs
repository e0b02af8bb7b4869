//! Records of Hachinin-meri: whole matches with everything in them verify, and no changed value does.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::whole::{self, Played, changed_values_are_refused, moves};
use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyOptions, GameId};
use crate::rules::meri::{Action, SEATS};
use crate::rules::record::{Record, Step};
use crate::rules::{Dice, Game, Seat, Viewer};
use crate::tests::rounds;
use crate::verifier::{Fault, verify};

/// The record of a whole match; it stays right for ever.
const GOLDEN: &str = include_str!("../../../../tests/data/meri/record-1.json");

/// The halves are cut anywhere.
fn options(length: &str) -> AnyOptions {
    let mut options = GameId::Meri.default_options();
    for (name, value) in [
        ("match_length", length),
        ("split", "random"),
        ("hidden_robai", "all_yaku"),
    ] {
        options.set(name, value).expect("an option");
    }
    options
}

/// Computers, and some who do anything that is listed; every other holder of the robai hides it.
fn move_on(played: &mut Played, seat: Seat, dice: &mut Dice) {
    let view = played.game.view(Viewer::Seat(seat));
    let mut actions = played.game.actions(seat);
    if seat.index().is_multiple_of(2) {
        actions.retain(|action| *action != AnyAction::Meri(Action::Robatta));
    }
    let chosen = match seat.index() {
        0 => Level::Medium.choose(&view, &actions, dice),
        1..4 => Level::Easy.choose(&view, &actions, dice),
        _ => actions
            .get(dice.below(actions.len() as u32) as usize)
            .cloned(),
    };
    let chosen = chosen.expect("who is to act has an action");
    assert!(played.act(seat, &chosen), "{chosen:?}");
}

/// A match of one round.
fn record(seed: u64) -> Record {
    whole::record(&options("hitomaki"), SEATS, seed, move_on)
}

/// Everything that a record can tell of moves.
fn every() -> BTreeSet<String> {
    let every = "called led over played readied round_ended won";
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
        // 72 karuta, one of them with the discard, and what was answered before.
        assert!((72..=80).contains(&verified.moves), "seed {seed}");
        seen.extend(moves(&record));
    }
    assert_eq!(seen, every());
}

#[test]
fn a_record_of_version_1_stays_right() {
    let read = Record::read(GOLDEN).expect("its form is still understood");
    assert_eq!(verify(&read).map(|verified| verified.deals), Ok(1));
    assert_eq!(moves(&read), every());
}

#[test]
fn every_changed_value_of_a_match_is_refused() {
    let kiri = whole::record(&options("hitokiri"), SEATS, 3, move_on);
    assert!(verify(&kiri).is_ok_and(|verified| verified.deals >= 8));
    // Every ninth: neighbours are mostly karuta of one pack.
    changed_values_are_refused(&kiri, 9, |_| true);
}

/// The first step with an event of this name that is as wanted.
fn first<'a>(
    record: &'a mut Record,
    name: &str,
    is_wanted: impl Fn(&Value) -> bool,
) -> Option<&'a mut Step> {
    record.steps.iter_mut().find(|step| {
        let events = step.changes[0]["played"]["events"].as_array();
        let mut told = events.into_iter().flatten();
        told.any(|event| event["meri"].get(name).is_some_and(&is_wanted))
    })
}

/// The event of this name in a step.
fn told<'a>(step: &'a mut Step, name: &str) -> &'a mut Value {
    let events = step.changes[0]["played"]["events"].as_array_mut();
    let mut events = events.into_iter().flatten();
    let event = events.find(|event| event["meri"].get(name).is_some());
    &mut event.expect("it is in this step")["meri"][name]
}

/// Changes one step of a match, in which there is one such: that step is named.
fn is_named(name: &str, is_wanted: impl Fn(&Value) -> bool, forge: impl Fn(&mut Value)) {
    let forged = (0..60).find_map(|seed| {
        let mut record = record(seed);
        assert!(verify(&record).is_ok());
        let step = first(&mut record, name, &is_wanted)?;
        let revision = step.revision;
        forge(told(step, name));
        Some((record, revision))
    });
    let (record, revision) = forged.unwrap_or_else(|| panic!("nobody {name}"));
    assert_eq!(verify(&record), Err(Fault::Move(revision)), "{name}");
}

#[test]
fn a_forged_step_is_named() {
    let any = |_: &Value| true;
    // Another karuta, another discard, another caller, another who is ready.
    is_named("played", any, |played| played["karuta"] = json!("P-1"));
    is_named("led", any, |led| {
        let lead = led["lead"].clone();
        led["discard"] = lead;
    });
    let next = |seat: &Value| json!((seat.as_u64().expect("a seat") + 1) % 8);
    for name in ["called", "readied"] {
        is_named(name, any, |told| told["seat"] = next(&told["seat"]));
    }
    // Another takes the trick, a yaku moves more, or was none, or is kept quiet.
    is_named("won", any, |won| won["seat"] = next(&won["seat"]));
    let is_yaku = |won: &Value| won["made"].is_object();
    is_named("won", is_yaku, |won| won["made"]["value"] = json!(10_000));
    is_named("won", is_yaku, |won| won["made"] = json!(null));
    is_named(
        "won",
        |won| !is_yaku(won),
        |won| {
            let team = if won["seat"].as_u64().expect("a seat") % 2 == 0 {
                "A"
            } else {
                "B"
            };
            won["made"] = json!({ "yaku": "sun_over_un", "team": team, "value": 2 });
        },
    );
    // One more for the winners.
    is_named("round_ended", any, |ended| {
        let diff = ended["total"]["diff"].as_i64().expect("a number");
        ended["total"]["diff"] = json!(diff + 2 * diff.signum());
    });
}

/// A robai that was called for and one that was hidden give the okie to different seats.
#[test]
fn a_call_that_was_never_made_is_named() {
    let mut record = (0..60)
        .map(record)
        .find(|record| !moves(record).contains("called"))
        .expect("somebody hides the robai");
    let step = first(&mut record, "readied", |_| true).expect("everybody is ready");
    let (revision, seat) = (step.revision, step.seat);
    let called = json!({ "called": { "seat": seat } });
    step.changes[0]["played"]["events"] = json!([{ "meri": called }]);
    assert_eq!(verify(&record), Err(Fault::Move(revision)));
}

#[test]
fn a_forged_deal_is_named() {
    let forged = |forge: &dyn Fn(&mut Value)| {
        let mut record = record(1);
        forge(&mut record.steps[1].changes[0]["dealt"]["events"][0]["meri"]["dealt"]);
        verify(&record)
    };
    let rotate = |name: &'static str| {
        move |dealt: &mut Value| {
            let karuta = dealt[name].as_array_mut().expect("karuta");
            karuta.swap(0, 1);
        }
    };
    assert_eq!(forged(&rotate("deck")), Err(Fault::Deal(2)));
    assert_eq!(forged(&rotate("again")), Err(Fault::Deal(2)));
    let cut = |dealt: &mut Value| {
        let half = dealt["half"].as_u64().expect("where it was split");
        dealt["half"] = json!(if half == 45 { 44 } else { half + 1 });
    };
    assert_eq!(forged(&cut), Err(Fault::Deal(2)));
    let dealer = |dealt: &mut Value| {
        let dealer = dealt["dealer"].as_u64().expect("a seat");
        dealt["dealer"] = json!((dealer + 1) % 8);
    };
    assert_eq!(forged(&dealer), Err(Fault::Deal(2)));
}
