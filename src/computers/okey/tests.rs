//! Advice in positions written as text. The indicator is always R4, so R5 is the joker.

use super::*;
use crate::rules::any::{AnyAction, AnyGame, AnyView, GameId};
use crate::rules::meld::Unseen;
use crate::rules::okey::WinKind;
use crate::rules::okey::view::{Moved, Phase};
use crate::rules::{Chance, Game, Seat, Viewer};
use crate::tests::rounds;
use crate::{Hint, Why, costly, hint};

const ME: usize = 0;
const NEXT: usize = 1;
const LEFT: usize = 3;

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a small number")
}

fn tiles(text: &str) -> Vec<Tile> {
    Tile::read_all(text).expect("tiles")
}

fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

/// Seat 0 of four with this rack and 40 tiles to draw, in the phase that the number of tiles says.
fn position(rack: &str) -> View {
    let before = AnyGame::new(&GameId::Okey.default_options(), 4);
    let AnyView::Okey(mut view) = before.view(Viewer::Seat(seat(ME))) else {
        panic!("a view of Okey");
    };
    let rack = tiles(rack);
    view.phase = match rack.len() {
        14 => Phase::Draw(seat(ME)),
        15 => Phase::Discard(seat(ME)),
        tiles => panic!("{tiles} tiles"),
    };
    view.indicator = tile("R4").face();
    view.rack = Some(rack);
    view.stock = 40;
    *view
}

fn with(mut view: View, change: impl FnOnce(&mut View)) -> View {
    change(&mut view);
    view
}

/// What the rules list in such a position.
fn actions(view: &View) -> Vec<AnyAction> {
    let rack = view.rack.clone().unwrap_or_default();
    let mut found = Vec::new();
    if view.may_show {
        found.push(Action::Show);
    }
    if let Phase::Discard(_) = view.phase {
        let okey = view.okey().expect("an indicator");
        let wins = |tile: &&Tile| score::wins(&meld::rest(&rack, **tile), okey);
        found.extend(rack.iter().filter(wins).map(|tile| Action::Finish(*tile)));
        found.extend(rack.iter().map(|tile| Action::Discard(*tile)));
    } else {
        found.push(if view.stock > 0 {
            Action::Draw
        } else {
            Action::Pass
        });
        found.extend(view.takeable.map(|_| Action::Take));
    }
    found.into_iter().map(AnyAction::Okey).collect()
}

fn why(hint: &Hint) -> Reason {
    let Why::Okey(reason) = hint.reason else {
        panic!("a reason of Okey");
    };
    reason
}

#[track_caller]
fn check(view: View, action: Action, is_reason: impl Fn(Reason) -> bool) {
    let actions = actions(&view);
    let view = AnyView::Okey(Box::new(view));
    let hint = hint(&view, &actions).expect("something is listed");
    assert_eq!(hint.action, AnyAction::Okey(action), "{:?}", hint.reason);
    assert!(is_reason(why(&hint)), "{:?}", hint.reason);
    let chosen = Level::Medium.choose(&view, &actions, &mut Dice::from_seed(1));
    assert_eq!(chosen, Some(hint.action), "medium follows its own advice");
}

#[test]
fn it_finishes_when_it_can_and_for_most() {
    let won = "R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 K5";
    check(
        position(&format!("{won} R11")),
        Action::Finish(tile("R11")),
        |reason| {
            matches!(
                reason,
                Reason::Wins {
                    points: 2,
                    kind: WinKind::Ordinary,
                    joker: false
                }
            )
        },
    );
    // The joker may go, or any tile that it can stand for.
    check(
        position(&format!("{won} R5")),
        Action::Finish(tile("R5")),
        |reason| {
            matches!(
                reason,
                Reason::Wins {
                    points: 4,
                    joker: true,
                    ..
                }
            )
        },
    );
    let pairs = "R1 R1 G2 G2 K3 K3 Y8 Y8 G9 G9 K11 K11 R13 R13 Y6";
    check(position(pairs), Action::Finish(tile("Y6")), |reason| {
        matches!(
            reason,
            Reason::Wins {
                points: 4,
                kind: WinKind::Pairs,
                joker: false
            }
        )
    });
}

#[test]
fn it_shows_before_anything_else() {
    let view = with(
        position("R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 R4 K8"),
        |view| {
            view.may_show = true;
        },
    );
    check(view, Action::Show, |reason| reason == Reason::Shows);
}

#[test]
fn it_tells_the_facts_of_what_it_keeps() {
    let indicator = tile("R4").face().expect("a number");
    for seed in 0..rounds(40) {
        let mut deck = Tile::deck();
        meld::remove(&mut deck, tile("R4"));
        Dice::from_seed(seed).shuffle(&mut deck);
        let rack = &deck[..15];
        let unseen = Unseen::but(rack, indicator);
        let names: Vec<String> = rack.iter().map(Tile::to_string).collect();
        let view = position(&names.join(" "));
        let hint = hint(&AnyView::Okey(Box::new(view.clone())), &actions(&view));
        let hint = hint.expect("a discard");
        let AnyAction::Okey(Action::Discard(thrown)) = hint.action else {
            panic!("seed {seed}: {:?}", hint.action);
        };
        let left = meld::progress(&meld::rest(rack, thrown), indicator);
        let facts = match why(&hint) {
            Reason::Keeps {
                distance, useful, ..
            } => (distance, useful),
            other => panic!("seed {seed}: {other:?}"),
        };
        assert_eq!(facts, (left.distance, left.count(&unseen)), "seed {seed}");
    }
}

#[test]
fn it_keeps_what_waits_for_most() {
    let six_pairs = "R1 R1 G2 G2 K3 K3 Y8 Y8 G9 G9 K11 K11 R13 Y6 Y4";
    // Both Y6 lie open: R13 and Y4 still have a partner.
    let view = with(position(six_pairs), |view| {
        view.history.push(Moved::Discarded {
            seat: seat(LEFT),
            tile: tile("Y6"),
        });
    });
    check(view, Action::Discard(tile("Y6")), |reason| {
        matches!(
            reason,
            Reason::Keeps {
                distance: 1,
                kind: WinKind::Pairs,
                ..
            }
        )
    });
}

#[test]
fn it_looks_at_what_it_would_wait_for_then() {
    // Four melds are begun or done, two tiles are missing. Without K13 or R9 as many tiles help at once.
    let rack = "R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 K2 K3 G12 G13 R9 K13";
    let view = position(rack);
    let actions = actions(&view);
    let view = AnyView::Okey(Box::new(view));
    let hint = hint(&view, &actions).expect("a discard");
    assert_eq!(hint.action, AnyAction::Okey(Action::Discard(tile("R9"))));
}

#[test]
fn it_prefers_some_tiles_to_a_draw_though_they_bring_it_no_nearer() {
    let indicator = tile("R4").face().expect("a number");
    let (mut preferred, racks) = (0, rounds(60));
    for seed in 0..racks {
        let mut deck = Tile::deck();
        meld::remove(&mut deck, tile("R4"));
        Dice::from_seed(seed).shuffle(&mut deck);
        let names: Vec<String> = deck[..14].iter().map(Tile::to_string).collect();
        let view = with(position(&names.join(" ")), |view| {
            view.takeable = Some(deck[14]);
        });
        let wants = meld::progress(&deck[..14], indicator).wants(deck[14]);
        let hint = hint(&AnyView::Okey(Box::new(view.clone())), &actions(&view));
        let hint = hint.expect("a way to draw");
        let takes = hint.action == AnyAction::Okey(Action::Take);
        match why(&hint) {
            Reason::Takes { .. } => assert!(takes && wants, "seed {seed}"),
            Reason::Prefers { .. } => {
                assert!(takes && !wants, "seed {seed}");
                preferred += 1;
            }
            other => assert!(!takes && !wants, "seed {seed}: {other:?}"),
        }
    }
    assert!((1..racks / 2).contains(&preferred), "{preferred}");
}

#[test]
fn it_never_throws_a_joker_away() {
    let view = position("R5 R5 G1 Y4 K8 R9 G12 Y13 K2 K5 G5 Y7 R12 K11 F");
    let actions = actions(&view);
    let view = AnyView::Okey(Box::new(view));
    let hint = hint(&view, &actions).expect("a discard");
    assert_ne!(hint.action, AnyAction::Okey(Action::Discard(tile("R5"))));
}

#[test]
fn of_equal_discards_the_next_player_gets_the_safe_one() {
    // Thirteen tiles of melds wait for a fourteenth; G13 and R13 are of the same use, none.
    let rack = "R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 G13 R13";
    let taken = |tiles: &[&str]| {
        let mut view = position(rack);
        for name in tiles {
            view.history.extend([
                Moved::Discarded {
                    seat: seat(ME),
                    tile: tile(name),
                },
                Moved::Took {
                    seat: seat(NEXT),
                    tile: tile(name),
                },
                Moved::Discarded {
                    seat: seat(NEXT),
                    tile: tile("Y5"),
                },
            ]);
        }
        view
    };
    let thrown = |view: View| {
        let actions = actions(&view);
        let hint = hint(&AnyView::Okey(Box::new(view)), &actions);
        match hint.expect("a discard").action {
            AnyAction::Okey(Action::Discard(tile)) => tile.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(thrown(taken(&["G11", "G12"])), "R13");
    assert_eq!(thrown(taken(&["R11", "R12"])), "G13");
}

#[test]
fn it_takes_only_what_brings_it_nearer() {
    let rack = "R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 R9 G13";
    let offered = |name: &str| with(position(rack), |view| view.takeable = Some(tile(name)));
    for (name, to) in [("K4", 1), ("Y13", 1), ("R5", 1)] {
        check(
            offered(name),
            Action::Take,
            |reason| matches!(reason, Reason::Takes { from: 2, to: reached, .. } if reached == to),
        );
    }
    check(offered("G4"), Action::Draw, |reason| {
        matches!(
            reason,
            Reason::Draws {
                leaves: Some(_),
                distance: 2,
                ..
            }
        )
    });
    check(position(rack), Action::Draw, |reason| {
        matches!(
            reason,
            Reason::Draws {
                leaves: None,
                distance: 2,
                ..
            }
        )
    });
    let empty = |name: &str| with(offered(name), |view| view.stock = 0);
    check(empty("G4"), Action::Pass, |reason| {
        matches!(reason, Reason::Passes { leaves: Some(_) })
    });
    check(empty("K4"), Action::Take, |reason| {
        matches!(reason, Reason::Takes { .. })
    });
}

#[test]
fn without_hope_it_only_keeps_the_next_player_from_winning() {
    let scattered = "R1 G1 Y4 K8 R9 G12 Y13 K2 K5 G5 Y7 R12 K11 Y10 G8";
    let view = with(position(scattered), |view| view.stock = 2);
    let actions = actions(&view);
    let hint = hint(&AnyView::Okey(Box::new(view)), &actions).expect("a discard");
    assert_eq!(why(&hint), Reason::Defends);
}

#[test]
fn what_gives_something_away_is_told() {
    let costly_discard = |view: &View, name: &str| {
        let view = AnyView::Okey(Box::new(view.clone()));
        costly(&view, &AnyAction::Okey(Action::Discard(tile(name))))
    };
    let mut won = position("R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 K5 R11");
    assert_eq!(costly_discard(&won, "K2"), Some(Costly::ThrowsWinAway));
    assert_eq!(costly_discard(&won, "R11"), Some(Costly::ThrowsWinAway));
    won.history.push(Moved::FailedFinish {
        seat: seat(ME),
        points: -1,
    });
    // A finish that wins is accepted after one that failed.
    assert_eq!(costly_discard(&won, "K2"), Some(Costly::ThrowsWinAway));
    let jokers = position("R5 G1 Y4 K8 R9 G12 Y13 K2 K5 G5 Y7 R12 K11 F G8");
    assert_eq!(costly_discard(&jokers, "R5"), Some(Costly::ThrowsJoker));
    assert_eq!(costly_discard(&jokers, "F"), None);
    let view = AnyView::Okey(Box::new(jokers));
    assert_eq!(costly(&view, &AnyAction::Okey(Action::Draw)), None);
}

/// It took a tile that brought the rack nearer, and threw it again: hardly any of what it waited for then was left.
#[test]
fn what_it_takes_it_keeps() {
    let mut left = 0;
    for seed in 0..rounds(160) {
        let chance = Chance::from_seed(seed);
        let mut game = AnyGame::new(&GameId::Okey.default_options(), 4);
        game.obey(&game.deal(&chance));
        let mut taken = None;
        while let Some(seat) = game.waiting().seats.iter().next() {
            let view = game.view(Viewer::Seat(seat));
            let hint = hint(&view, &game.actions(seat)).expect("something is listed");
            let AnyAction::Okey(action) = hint.action else {
                panic!("an action of Okey");
            };
            let lying = match &view {
                AnyView::Okey(view) => view.takeable.filter(|_| view.stock > 0),
                _ => None,
            };
            match action {
                Action::Take => taken = lying,
                Action::Discard(tile) => assert_ne!(Some(tile), taken.take(), "seed {seed}"),
                _ => taken = None,
            }
            left += u32::from(matches!(why(&hint), Reason::LeavesNearer { .. }));
            let done = game.act(seat, &hint.action, &chance);
            done.expect("what is listed is allowed");
        }
    }
    assert!(left > 0, "it was never better to leave one");
}
