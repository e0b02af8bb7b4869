//! The scores of 101 as they are written, computed once more, and what the walks of the battery must meet.

use istaka::rules::okey101::meld::Kind;
use istaka::rules::okey101::options::{JokerHeld, JokerLeftover};
use istaka::rules::okey101::penalties::{Cost, Reason};
use istaka::rules::okey101::score::Ending;
use istaka::rules::okey101::view::{Phase, RoundResult, View};
use istaka::rules::okey101::{Event, Okey101, OpenKind, Options};
use istaka::rules::tile::{Face, Tile};
use istaka::rules::{Game, Seat, Standing, Viewer};

use crate::conformance::okey101_walk::{Table, at_tables, composing};
use crate::conformance::walk::{Stop, walk};

/// What 101 rules 10 make of the end of a round, written once more from what the seats hold.
fn round_as_written(game: &Okey101, result: &RoundResult) -> Vec<i32> {
    let watcher = game.view(Viewer::Watcher);
    let (options, okey) = (&watcher.options, watcher.okey().expect("a round was dealt"));
    let (finisher, doublings) = match result.ending {
        Ending::Cancelled => return vec![0; game.seats()],
        Ending::Exhausted => (None, 0),
        Ending::Finished(finish) => {
            let all = [finish.joker, finish.doubles, finish.elden];
            (
                Some(finish.seat.index()),
                all.iter().filter(|set| **set).count() as u32,
            )
        }
    };
    let score = |seat: Seat| {
        let index = seat.index();
        let own = watcher.penalties.iter().filter(|act| act.seat == seat);
        let acts: i32 = own.map(|act| act.points).sum();
        if finisher == Some(index) {
            return -101 * 2_i32.pow(doublings) + acts;
        }
        if options.teams && finisher.is_some_and(|other| other % 2 == index % 2) {
            return acts;
        }
        let view = game.view(Viewer::Seat(seat));
        let rack = view.rack().expect("a seat has a rack");
        let base = match watcher.opened[seat].map(|opening| opening.kind) {
            None => options.unopened_penalty as i32,
            Some(OpenKind::Series) => left(options, okey, rack),
            Some(OpenKind::Doubles) => 2 * left(options, okey, rack),
        };
        let opened = watcher.opened[seat].is_some();
        let jokers = rack.iter().filter(|tile| tile.is_joker(okey)).count() as i32;
        let charged = match options.joker_held {
            _ if !opened && !options.joker_held_unopened => 0,
            JokerHeld::PerHand => jokers.min(1),
            JokerHeld::PerJoker => jokers,
        };
        base * 2_i32.pow(doublings) + charged * options.penalty_amount as i32 + acts
    };
    Seat::all(game.seats()).map(score).collect()
}

fn left(options: &Options, okey: Face, rack: &[Tile]) -> i32 {
    let counts =
        |tile: &&Tile| !(tile.is_joker(okey) && options.joker_leftover == JokerLeftover::Zero);
    let numbers = rack.iter().filter(counts).map(|tile| match tile {
        Tile::Numbered(face) => i32::from(face.number()),
        Tile::FalseJoker => i32::from(okey.number()),
    });
    numbers.sum()
}

#[test]
fn scores_are_as_written() {
    at_tables(120, |table| {
        let mut totals = vec![0; table.seats];
        let (mut counted, mut standings) = (0, 0);
        walk(table.game(), table.seed, &mut composing, |stop| {
            let view = stop.game.view(Viewer::Watcher);
            let Some(result) = &view.result else { return };
            let expected = round_as_written(stop.game, result);
            let found: Vec<i32> = result.lines.values().map(|line| line.total).collect();
            assert_eq!(found, expected);
            for (total, points) in totals.iter_mut().zip(expected) {
                *total += points;
            }
            counted += u32::from(result.counted);
            assert_eq!(view.totals.values().copied().collect::<Vec<_>>(), totals);
            assert_eq!(view.sheet.len() as u32, counted);
            assert_eq!(view.standing.is_some(), table.options.rounds == counted);
            if let Some(standing) = &view.standing {
                check_standing(&view, standing);
                standings += 1;
            }
        });
        assert_eq!((counted, standings), (table.options.rounds, 1));
    });
}

/// 101 rules 11: fewest points win, when and only when all rounds are played.
fn check_standing(view: &View, standing: &Standing) {
    let side = |index: usize| if view.options.teams { index % 2 } else { index };
    let points = |index: usize| -> i32 {
        let own = view
            .totals
            .iter()
            .filter(|(seat, _)| side(seat.index()) == side(index));
        own.map(|(_, total)| *total).sum()
    };
    let seats = view.totals.len();
    let best = (0..seats).map(points).min().expect("two seats at least");
    for (seat, place) in standing.places.iter() {
        assert_eq!(standing.points[seat], points(seat.index()));
        assert_eq!(*place == 1, points(seat.index()) == best);
    }
}

/// What the walks of this battery must have met, or they prove nothing.
const WANTED: &[&str] = &[
    "finished",
    "joker finish",
    "doubles finish",
    "exhausted",
    "passed",
    "cancelled",
    "cancelled, counted",
    "returned",
    "failed opening",
    "took back",
    "several taken back",
    "swapped",
    "joker discarded",
    "islek discarded",
    "doubles laid by a series opener",
    "laid off after doubles",
    "in phase Taken again",
];

fn met(stop: &Stop<Okey101>) -> Vec<&'static str> {
    let after = stop.game.view(Viewer::Watcher);
    let before = stop.before.view(Viewer::Watcher);
    let opened = |seat: &Seat| before.opened[*seat].map(|opening| opening.kind);
    let of = |event: &Event| match event {
        Event::Returned { .. } => vec!["returned"],
        Event::OpeningFailed { .. } => vec!["failed opening"],
        Event::TookBack { .. } if matches!(after.phase, Phase::Taken(_)) => {
            vec!["took back", "in phase Taken again"]
        }
        Event::TookBack { .. } => vec!["took back"],
        Event::Swapped { .. } => vec!["swapped"],
        Event::Passed { .. } => vec!["passed"],
        Event::Laid { seat, meld }
            if meld.kind() == Kind::Pair && opened(seat) == Some(OpenKind::Series) =>
        {
            vec!["doubles laid by a series opener"]
        }
        Event::LaidOff { seat, .. } if opened(seat) == Some(OpenKind::Doubles) => {
            vec!["laid off after doubles"]
        }
        Event::Charged { reason, .. } => vec![match reason {
            Reason::TookBackSeveral => "several taken back",
            Reason::OpeningFailed => "failed opening",
            Reason::Discarded { cost, .. } => match cost {
                Cost::Joker => "joker discarded",
                Cost::Islek => "islek discarded",
            },
        }],
        Event::RoundEnded { result } => endings(result),
        _ => Vec::new(),
    };
    let earlier = stop.all_events.len().saturating_sub(4);
    stop.all_events[earlier..].iter().flat_map(of).collect()
}

fn endings(result: &RoundResult) -> Vec<&'static str> {
    match result.ending {
        Ending::Exhausted => vec!["exhausted"],
        Ending::Cancelled if result.counted => vec!["cancelled, counted"],
        Ending::Cancelled => vec!["cancelled"],
        Ending::Finished(finish) => {
            let all = [
                (true, "finished"),
                (finish.joker, "joker finish"),
                (finish.doubles, "doubles finish"),
            ];
            let those = all.into_iter().filter(|(set, _)| *set);
            those.map(|(_, name)| name).collect()
        }
    }
}

/// So many tables at most: what is rare comes within a few hundred.
const TABLES: u64 = 3000;

#[test]
fn the_walks_meet_everything() {
    let mut missing: Vec<&str> = WANTED.to_vec();
    for seed in 0..TABLES {
        let table = Table::new(seed);
        walk(table.game(), seed, &mut composing, |stop| {
            let met = met(&stop);
            missing.retain(|wanted| !met.contains(wanted));
        });
        if missing.is_empty() {
            return;
        }
    }
    panic!("never met: {missing:?}");
}
