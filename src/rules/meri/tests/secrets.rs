//! What nobody may know: shuffle it, and nothing that a viewer is told may change.

use super::super::robau::Robau;
use super::super::view::{Phase, View};
use super::super::{Action, Event, Meri};
use super::{Rig, WAYS, any_listed, cutting, karuta, options, play_match, play_round, seat};
use crate::karuta::{Karuta, Suit};
use crate::seat::MOST_SEATS;
use crate::{Chance, Dice, Game, Seat, Viewer};

/// The ways that end after one round.
const SHORT: &[&str] = WAYS.split_at(WAYS.len() - 1).0;

/// What this viewer is told although they may not know it.
fn leaks(game: &Meri, seed: u64) -> Vec<&'static str> {
    let mut found = Vec::new();
    for viewer in Viewer::all(MOST_SEATS) {
        let world = |seed| game.redeal_unseen(viewer, &mut Dice::from_seed(seed));
        let imagined = world(seed);
        found.extend(differences(game, &imagined, viewer));
        if imagined.redeal_unseen(viewer, &mut Dice::from_seed(seed + 1)) != world(seed + 1) {
            found.push("redealing depends on the truth");
        }
        if !imagined.faults().is_empty() {
            found.push("an imagined world is impossible");
        }
    }
    found
}

fn differences(game: &Meri, imagined: &Meri, viewer: Viewer) -> Vec<&'static str> {
    let mut found = Vec::new();
    if game.view(viewer) != imagined.view(viewer) {
        found.push("the view");
    }
    if game.waiting().seen_by(viewer) != imagined.waiting().seen_by(viewer) {
        found.push("who is to act");
    }
    let Some(seat) = viewer.seat() else {
        return found;
    };
    if game.actions(seat) != imagined.actions(seat) {
        found.push("the actions");
    }
    if game.at_zero(seat) != imagined.at_zero(seat) {
        found.push("what happens at zero");
    }
    let chance = Chance::from_seed(0);
    let mut tried = Seat::all(MOST_SEATS).flat_map(|other| game.actions(other));
    let refused = |world: &Meri, action: &Action| world.answer(seat, action, &chance).err();
    if tried.any(|action| refused(game, &action) != refused(imagined, &action)) {
        found.push("a refusal");
    }
    found
}

#[test]
fn nobody_is_told_what_they_may_not_know() {
    for way in SHORT.iter().copied() {
        for seed in 0..2 {
            let mut shuffled = false;
            play_match(&options(way), seed, &mut cutting, |game, _| {
                assert_eq!(leaks(game, seed), Vec::<&str>::new(), "{way}, seed {seed}");
                let mut dice = Dice::from_seed(seed);
                shuffled |= &game.redeal_unseen(Viewer::Watcher, &mut dice) != game;
            });
            assert!(shuffled, "the redeal changes nothing");
        }
    }
}

/// Ten trumps in one seat, the Sun alone in another: what is led and not followed tells much.
#[test]
fn nobody_is_told_more_where_little_is_left_to_guess() {
    let rig = Rig::new(2, 0, "K-9").rack(4, "K-Robai K-1 K-2 K-3 K-4 K-5 K-6 K-7 K-8");
    let rig = rig.rack(6, "K-Sun P-1 P-2 P-3 I-1 I-2 O-1 O-2 G-1");
    for way in SHORT.iter().copied() {
        for seed in 0..2 {
            let mut game = rig.dealt_with(way);
            play_round(&mut game, seed, &mut calling, |game, _| {
                assert_eq!(leaks(game, seed), Vec::<&str>::new(), "{way}, seed {seed}");
            });
        }
    }
}

/// Calls where it can, else does anything.
fn calling(game: &Meri, who: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    if actions.contains(&Action::Robatta) {
        return Action::Robatta;
    }
    any_listed(game, who, actions, dice)
}

/// Hachinin-meri rules 14: the others see no difference between somebody who is asked and somebody who has answered.
#[test]
fn nobody_sees_who_is_ready() {
    let mut game = Rig::new(1, 3, "K-4").rack(5, "K-Robai").dealt();
    for who in Seat::all(MOST_SEATS - 1) {
        let before: Vec<View> = views_but_of(&game, who);
        game.act(who, &Action::Ready, &Chance::from_seed(0))
            .expect("everybody may be ready");
        assert!(before == views_but_of(&game, who));
    }
}

fn views_but_of(game: &Meri, who: Seat) -> Vec<View> {
    Viewer::all(MOST_SEATS)
        .filter(|viewer| *viewer != Viewer::Seat(who))
        .map(|viewer| game.view(viewer))
        .collect()
}

/// Hachinin-meri rules 12: what is face down, laid away or left over is in no view but its owner's until it is shown.
#[test]
fn what_lies_face_down_is_in_no_other_view() {
    for way in WAYS {
        play_match(&options(way), 11, &mut any_listed, |game, _| {
            let Some(round) = &game.round else { return };
            let pile_is_open = round.phase == Phase::RoundOver
                || way.contains("opening_reveal=all") && round.discard.is_some();
            for viewer in Viewer::all(MOST_SEATS) {
                let known = game.view(viewer).known();
                let is_taker = viewer.seat() == round.taker && round.taker.is_some();
                assert_eq!(
                    round
                        .discard
                        .is_some_and(|discard| known.contains(&discard)),
                    round.discard.is_some_and(|discard| {
                        pile_is_open || is_taker || discard == round.okie
                    })
                );
                let sees = round.leftovers.iter().any(|left| known.contains(left));
                assert_eq!(sees, pile_is_open);
                let others = Seat::all(MOST_SEATS).filter(|seat| viewer.seat() != Some(*seat));
                for held in others.flat_map(|seat| &round.racks[seat]) {
                    assert!(!known.contains(held) || *held == round.okie);
                }
            }
        });
    }
}

/// Hachinin-meri rules 12: with `all_yaku` the value of a yaku waits until everybody knows whether the robai was hidden.
#[test]
fn a_value_that_would_betray_the_robai_waits() {
    let (mut waited, mut told) = (0, 0);
    for seed in 0..60 {
        let options = options("match_length=hitomaki hidden_robai=all_yaku");
        let mut hiding = |_: &Meri, _: Seat, actions: &[Action], dice: &mut Dice| {
            let quiet: Vec<Action> = actions
                .iter()
                .filter(|action| **action != Action::Robatta)
                .copied()
                .collect();
            quiet[dice.below(quiet.len() as u32) as usize]
        };
        play_match(&options, seed, &mut hiding, |game, _| {
            let view = game.view(Viewer::Watcher);
            let made = view.tricks.iter().take(8).filter_map(|trick| trick.made);
            for scored in made {
                assert_eq!(scored.value.is_some(), view.robau.is_some());
                if scored.value.is_none() {
                    waited += 1;
                    // Imagined, the robai lies elsewhere: then the yaku moves something else.
                    assert_eq!(leaks(game, seed), Vec::<&str>::new(), "seed {seed}");
                }
                told += usize::from(scored.value.is_some());
            }
            let robai = Karuta::new(
                view.trump().unwrap_or(Suit::Pao),
                crate::karuta::Rank::Robai,
            );
            let is_shown = view.known().contains(&robai.expect("a court"));
            let is_over = view.phase == Phase::RoundOver;
            assert_eq!(
                view.robau.is_some(),
                view.taker.is_some() && (is_shown || is_over)
            );
            assert!(view.robau != Some(Robau::Robatta));
        });
    }
    assert!(waited > 0 && told > 0, "{waited} {told}");
}

/// Who did not follow holds nothing of the suit in any imagined world.
#[test]
fn imagined_worlds_heed_what_was_told() {
    let rig = Rig::new(2, 4, "K-9").rack(4, "K-Robai K-1 P-9 I-3 O-4 O-5 O-6 O-7 O-8");
    let rig = rig.rack(5, "P-8 G-1 G-2 G-3 G-4 G-5 G-6 G-7 G-8");
    let mut game = rig.dealt();
    let chance = Chance::from_seed(0);
    let act = |game: &mut Meri, who: usize, action| -> Vec<Event> {
        let events = game.act(seat(who), &action, &chance);
        events.unwrap_or_else(|refusal| panic!("seat {who}: {refusal}"))
    };
    act(&mut game, 4, Action::Robatta);
    let [lead, discard] = ["P-9", "K-9"].map(|text| karuta(text)[0]);
    act(&mut game, 4, Action::Uchidashi { lead, discard });
    for who in [5, 6, 7, 0, 1, 2, 3] {
        let first = game.at_zero(seat(who));
        act(&mut game, who, first);
    }
    // Whoever leads leads a trump as soon as they have one, until seat 5 has not followed.
    let trump = |karuta: &Karuta| super::super::order::is_trump(*karuta, Suit::Kotsu);
    let mut leading = |game: &Meri, who: Seat, actions: &[Action], dice: &mut Dice| {
        let leads = game.view(Viewer::Watcher).plays.is_empty();
        let meri = actions
            .iter()
            .find(|action| matches!(action, Action::Play(karuta) if leads && trump(karuta)));
        meri.copied()
            .unwrap_or_else(|| any_listed(game, who, actions, dice))
    };
    let mut heeded = 0;
    play_round(&mut game, 1, &mut leading, |game, _| {
        let view = game.view(Viewer::Watcher);
        let merely_plain = view.tricks.iter().any(|trick| {
            let led = trick.plays[0].karuta.is_some_and(|lead| trump(&lead));
            let own = trick.plays.iter().find(|play| play.seat == seat(5));
            led && own
                .and_then(|play| play.karuta)
                .is_some_and(|own| !trump(&own))
        });
        if merely_plain {
            for seed in 0..8 {
                let world = game.redeal_unseen(Viewer::Watcher, &mut Dice::from_seed(seed));
                let rack = world.view(Viewer::Seat(seat(5))).own.expect("a seat").rack;
                let trumps: Vec<String> = rack
                    .iter()
                    .filter(|karuta| trump(karuta))
                    .map(Karuta::to_string)
                    .collect();
                assert!(trumps.is_empty() || trumps == ["K-Sun"], "{trumps:?}");
                heeded += 1;
            }
        }
    });
    assert!(heeded > 0);
}
