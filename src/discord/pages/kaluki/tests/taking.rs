//! Discards that must be laid at once: how they are offered to whoever can lay them, and to whoever cannot.

use super::ends::{after, seen};
use super::{options, seat};
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kit::face::Face;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Tone;
use crate::rules::kaluki::{Action, Kaluki};
use crate::rules::{Chance, Dice, Game, Viewer};

/// Seat 1 is open and is to draw; seat 0 has just discarded a 4 of hearts.
const OPEN: &str = "open 1: S: hQ cQ sQ dQ / R: s6 s7 s8 s9; 0: h4";

#[test]
fn a_discard_of_no_use_is_offered_plainly_and_that_is_said() {
    let (using, melding) = (
        "discard_after_open=must_use",
        "discard_after_open=must_meld",
    );
    let run = "open 1: R: h6 h7 h8 h9 / R: s6 s7 s8 s9; 0: h4";
    let joker = "open 1: R: h3 Jk=h4 h5 / R: s6 s7 s8 s9; 0: h4";
    for (rules, table, held, serves) in [
        ("", OPEN, "h2 c9 d7 sK c5", true),
        (using, OPEN, "h2 c9 d7 sK c5", false),
        (melding, OPEN, "h2 c9 d7 sK c5", false),
        (using, OPEN, "h2 h3 d7 sK c5", true),
        (melding, OPEN, "c4 s4 d7 sK c5", true),
        // On a run it goes behind the five of the hand, but makes no meld with it.
        (using, run, "h5 c9 d7 sK c3", true),
        (melding, run, "h5 c9 d7 sK c3", false),
        (using, joker, "h9 c9 d7 sK c3", true),
        (melding, joker, "h9 c9 d7 sK c2", false),
    ] {
        let game = after(
            rules,
            &format!("{table}; 1: {held}"),
            "0 draw; 0 discard h4",
        );
        let (look, view) = seen(&game, 1);
        let body = KalukiFace::panel(Reader::new(Words::of("en"), &look), &view, None);
        let takes = |id: &str| id.contains(":take:");
        let take = body.rows.iter().flatten().find(|one| takes(&one.id));
        let tone = take.expect("it may be taken all the same").tone;
        let case = format!("{rules} {table} {held}: {}", body.text);
        assert_eq!(tone == Tone::Main, serves, "{case}");
        assert_eq!(tone == Tone::Plain, !serves, "{case}");
        let is_told = body.text.contains("You have no use for it now.");
        assert_eq!(is_told, !serves, "{case}");
    }
}

/// Whoever takes what is said to be of no use finds nothing but the way back, and how often that was so and how often not.
fn follow(rules: &str, seed: u64) -> [usize; 2] {
    let mut game = Kaluki::new(&options(rules), 3);
    let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
    let mut met = [0; 2];
    for _ in 0..1_500 {
        if game.standing().is_some() {
            break;
        }
        let Some(actor) = game.waiting().seats.iter().next() else {
            let events = game.deal(&chance);
            game.obey(&events);
            continue;
        };
        let mut listed = game.actions(actor);
        let view = game.view(Viewer::Seat(actor));
        let offered = view.own.as_ref().and_then(|own| own.takeable);
        if let Some(offered) = offered.filter(|_| listed.contains(&Action::Take)) {
            let is_useless = view.has_no_use_for(offered);
            met[usize::from(is_useless)] += 1;
            let mut after = game.clone();
            let taken = after.decide(actor, &Action::Take, &chance);
            after.obey(&taken.expect("it may be taken"));
            let left = after.actions(actor);
            let is_lone = left == [Action::Return];
            assert!(is_lone || !is_useless, "{rules} {seed}: {left:?}");
        }
        let is_discard = |action: &Action| matches!(action, Action::Discard { .. });
        if !listed.iter().all(is_discard) && dice.below(4) > 0 {
            listed.retain(|action| !is_discard(action));
        }
        let action = listed[dice.below(listed.len() as u32) as usize].clone();
        let events = game.decide(actor, &action, &chance);
        game.obey(&events.expect("a listed action"));
    }
    met
}

#[test]
fn nothing_can_be_done_with_what_is_said_to_be_of_no_use() {
    let mut met = [0; 2];
    for after_open in ["must_use", "must_meld"] {
        let rules = format!("initial_min=12 joker_count=4 discard_after_open={after_open}");
        for seed in 1..=3 {
            let [useful, useless] = follow(&rules, seed);
            met = [met[0] + useful, met[1] + useless];
        }
    }
    assert!(met.iter().all(|met| *met > 20), "{met:?}");
}

/// Who sits elsewhere is offered nothing, and a discard that is free is always of use.
#[test]
fn only_what_is_owed_can_be_of_no_use() {
    let game = after("", &format!("{OPEN}; 1: h2 c9"), "0 draw; 0 discard h4");
    let offered = |who: usize| {
        let view = game.view(Viewer::Seat(seat(who)));
        view.own
            .as_ref()
            .and_then(|own| own.takeable)
            .map(|one| view.has_no_use_for(one))
    };
    assert_eq!(
        [offered(0), offered(1), offered(2)],
        [None, Some(false), None]
    );
}
