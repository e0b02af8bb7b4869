//! The battery for 101: what the contract promises, with random house rules, and players who compose whatever they like.
//!
//! A failure names the seats, the house rules and the seed.

use istaka::rules::okey101::meld::{Composed, Kind, Place};
use istaka::rules::okey101::options::{JokerHeld, JokerLeftover, Penalties};
use istaka::rules::okey101::penalties::{Cost, Reason};
use istaka::rules::okey101::score::Ending;
use istaka::rules::okey101::view::{Moved, Phase, RoundResult, View};
use istaka::rules::okey101::{Action, Event, Okey101, OpenKind, Opening, Options, Refusal};
use istaka::rules::tile::{Face, Tile};
use istaka::rules::{Chance, Dice, Game, Refused, Seat, Viewer};

use crate::leaks::leaks;
use crate::walk::{Stop, walk};

/// Every option with values worth walking through; small minimums, so that melds come to the table.
const VALUES: &[(&str, &[&str])] = &[
    ("rounds", &["1", "2", "3"]),
    ("first_dealer", &["random", "0", "1"]),
    ("starter", &["dealer", "right_of_dealer"]),
    ("deal", &["simple", "stacks7"]),
    ("open_min", &["101", "50", "30", "9"]),
    ("pairs_min", &["5", "3", "2", "1"]),
    ("penalties", &["assisted", "strict"]),
    ("penalty_amount", &["101", "7", "0"]),
    ("unopened_penalty", &["202", "0"]),
    ("joker_leftover", &["face", "zero"]),
    ("joker_held", &["per_hand", "per_joker"]),
    ("joker_held_unopened", &["false", "true"]),
    ("exhaustion", &["after_last_discard", "next_may_take"]),
    ("series_lay_pairs", &["never", "if_pairs_opened"]),
    ("pairs_layoff_limit", &["0", "1", "2"]),
    ("joker_swap", &["false", "true", "true"]),
    ("elden_needs_101", &["true", "false"]),
    ("raising_open", &["false", "true"]),
    ("teams", &["false", "true"]),
    ("pile_browsing", &["adjacent", "top_only", "all"]),
];

/// One table of this battery.
#[derive(Debug)]
struct Table {
    seats: usize,
    seed: u64,
    options: Options,
}

impl Table {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::from_seed(seed);
        let seats = 2 + (seed % 3) as usize;
        let mut options = Options {
            rounds: 2,
            ..Options::default()
        };
        for (name, values) in VALUES {
            let value = values[dice.below(values.len() as u32) as usize];
            let before = options.clone();
            options.set(name, value).expect("a value of the rules");
            if Okey101::check(&options, seats).is_err() {
                options = before;
            }
        }
        Self {
            seats,
            seed,
            options,
        }
    }

    fn game(&self) -> Okey101 {
        Okey101::check(&self.options, self.seats).expect("the options fit");
        Okey101::new(&self.options, self.seats)
    }
}

/// Runs a check at many tables; a failure names the table.
fn at_tables(seeds: std::ops::Range<u64>, check: impl Fn(&Table)) {
    for seed in seeds {
        let table = Table::new(seed);
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&table)));
        assert!(checked.is_ok(), "at {table:?}");
    }
}

fn any<'a, T>(things: &'a [T], dice: &mut Dice) -> &'a T {
    &things[dice.below(things.len() as u32) as usize]
}

fn is_on_table(action: &Action) -> bool {
    !matches!(
        action,
        Action::Draw | Action::Take | Action::Return | Action::Pass | Action::Discard { .. }
    )
}

/// Mostly what brings tiles to the table, else any listed action.
fn eager(_: &Okey101, _: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    let table: Vec<&Action> = actions.iter().filter(|action| is_on_table(action)).collect();
    if !table.is_empty() && dice.below(4) > 0 {
        return (*any(&table, dice)).clone();
    }
    any(actions, dice).clone()
}

/// An action that somebody could write: well-formed, and otherwise anything.
fn composed_action(game: &Okey101, seat: Seat, dice: &mut Dice) -> Action {
    let view = game.view(Viewer::Seat(seat));
    let rack = view.rack().map(<[Tile]>::to_vec).unwrap_or_default();
    let melds_on_table = view.table.len() as u32;
    let meld = dice.below(melds_on_table + 2) as usize;
    let one = |dice: &mut Dice| any_tile(&rack, dice);
    match dice.below(14) {
        0 => Action::Draw,
        1 => Action::Take,
        2 => Action::Return,
        3 | 4 => {
            let count = dice.below(6);
            let melds = (0..count).map(|_| any_meld(&rack, dice)).collect();
            Action::Open { melds }
        }
        5 => Action::Open {
            melds: vec![Composed::of(rack)],
        },
        6 => Action::Lay {
            meld: any_meld(&rack, dice),
        },
        7 | 8 => Action::LayOff {
            tile: one(dice),
            meld,
            end: *any(
                &[None, Some(Place::Low), Some(Place::High), Some(Place::Set)],
                dice,
            ),
        },
        9 => Action::SwapJoker {
            tile: one(dice),
            meld,
        },
        10 => Action::Discard {
            tile: one(dice),
            confirm: dice.below(2) == 0,
        },
        11 => Action::Pass,
        _ => Action::TakeBack,
    }
}

/// Mostly a tile of the rack.
fn any_tile(rack: &[Tile], dice: &mut Dice) -> Tile {
    if rack.is_empty() || dice.below(8) == 0 {
        return *any(&Tile::deck(), dice);
    }
    *any(rack, dice)
}

fn any_meld(rack: &[Tile], dice: &mut Dice) -> Composed {
    let kinds = [None, Some(Kind::Run), Some(Kind::Set), Some(Kind::Pair)];
    let length = dice.below(6);
    Composed {
        tiles: (0..length).map(|_| any_tile(rack, dice)).collect(),
        kind: *any(&kinds, dice),
    }
}

/// A player of the strict table's dreams: composes this and that, and does what is accepted, else what is listed.
fn composing(game: &Okey101, seat: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    for _ in 0..3 {
        let action = composed_action(game, seat, dice);
        let ends_turn = matches!(action, Action::Discard { .. });
        if !ends_turn && game.answer(seat, &action, &Chance::from_seed(0)).is_ok() {
            return action;
        }
    }
    eager(game, seat, actions, dice)
}

#[test]
fn listed_actions_are_accepted_and_never_missing() {
    at_tables(0..24, |table| {
        walk(table.game(), table.seed, &mut eager, |stop| {
            let chance = Chance::from_seed(table.seed);
            for seat in Seat::all(table.seats) {
                let listed = stop.game.actions(seat);
                for action in &listed {
                    let answer = stop.game.answer(seat, action, &chance);
                    assert!(answer.is_ok(), "{action:?} is listed and refused");
                    let failed = |event: &Event| matches!(event, Event::OpeningFailed { .. });
                    let failed = answer.is_ok_and(|events| events.iter().any(failed));
                    assert!(!failed, "{action:?} is listed and fails");
                }
                if stop.game.waiting().seats.contains(seat) {
                    let at_zero = stop.game.at_zero(seat);
                    assert!(listed.contains(&at_zero), "{at_zero:?} is not listed");
                    check_at_zero(stop.game, seat, &at_zero);
                }
            }
        });
    });
}

/// Rules 13: automatic moves are the cheapest, and take nothing.
fn check_at_zero(game: &Okey101, seat: Seat, at_zero: &Action) {
    let view = game.view(Viewer::Seat(seat));
    let own = view.own.expect("a seat");
    match (view.phase, at_zero) {
        (Phase::Draw(_), Action::Draw) => assert!(view.stock > 0),
        (Phase::Draw(_), Action::Pass) => assert_eq!(view.stock, 0),
        (Phase::Taken(_), Action::Return) => {}
        (Phase::Play(_), Action::Discard { tile, confirm }) => {
            let costs = |tile: &Tile| own.costs.iter().any(|(other, _)| other == tile);
            let all_cost = own.rack.iter().all(|tile| costs(tile));
            assert!(!costs(tile) || all_cost, "a discard that costs needlessly");
            let asks = view.options.penalties == Penalties::Assisted;
            assert_eq!(*confirm, asks && costs(tile));
        }
        (phase, action) => panic!("{action:?} in {phase:?}"),
    }
}

#[test]
fn nothing_is_lost_and_a_round_ends() {
    at_tables(0..150, |table| {
        for choose in [eager, composing] {
            let mut count = 0;
            walk(table.game(), table.seed, &mut { choose }, |stop| {
                let faults = stop.game.faults();
                assert_eq!(faults, Vec::<String>::new(), "after {count} steps");
                count += 1;
                check_turn(&stop);
            });
        }
    });
}

/// Rules 13: nobody ends a turn without a discard, and turn numbers only grow.
fn check_turn(stop: &Stop<Okey101>) {
    let (before, after) = (stop.before.waiting(), stop.game.waiting());
    assert!(before.turn <= after.turn);
    let others = after.seats.iter().any(|seat| !before.seats.contains(seat));
    assert!(!others || before.turn < after.turn, "an old turn goes on");
    let playing = !before.seats.is_empty() && !after.seats.is_empty();
    if playing && others {
        let last = stop.all_events.iter().rev();
        let mut last = last.filter(|event| !matches!(event, Event::Charged { .. }));
        let discarded = matches!(last.next(), Some(Event::Discarded { .. }));
        assert!(discarded, "a turn ended without a discard");
    }
}

#[test]
fn hostile_actions_never_panic_and_change_nothing_unless_accepted() {
    at_tables(0..60, |table| {
        let mut dice = Dice::from_seed(table.seed + 1);
        walk(table.game(), table.seed, &mut composing, |stop| {
            for _ in 0..12 {
                let seat = *any(&Seat::all(8).collect::<Vec<_>>(), &mut dice);
                try_hostile(stop.game, seat, &mut dice);
            }
        });
    });
}

fn try_hostile(game: &Okey101, seat: Seat, dice: &mut Dice) {
    let action = composed_action(game, seat, dice);
    let chance = Chance::from_seed(0);
    let text = serde_json::to_string(&action).expect("an action becomes JSON");
    assert_eq!(serde_json::from_str::<Action>(&text).ok(), Some(action.clone()));
    let mut after = game.clone();
    match after.act(seat, &action, &chance) {
        Ok(_) => assert_eq!(after.faults(), Vec::<String>::new(), "after {action:?}"),
        Err(refused) => {
            assert!(&after == game, "{action:?} was refused and changed the game");
            assert!(!refused.to_string().is_empty());
            let on_turn = game.waiting().seats.contains(seat);
            assert_eq!(on_turn, matches!(refused, Refused::Rules(_)));
        }
    }
    // Asked out of turn, or about a seat that is not there, the rules themselves say no.
    if !game.waiting().seats.contains(seat) {
        assert!(game.decide(seat, &action, &chance).is_err(), "{action:?}");
        assert!(game.actions(seat).is_empty());
    }
    game.at_zero(seat);
    let imagined = game.redeal_unseen(Viewer::Seat(seat), dice);
    assert!(imagined.view(Viewer::Seat(seat)) == game.view(Viewer::Seat(seat)));
}

#[test]
fn a_replay_of_the_journal_is_the_same_game() {
    let as_json = |events: &[Event]| serde_json::to_string(events).expect("events become JSON");
    at_tables(0..30, |table| {
        let events = walk(table.game(), table.seed, &mut composing, |stop| {
            if stop.all_events.len() % 16 == 0 || stop.game.standing().is_some() {
                let stored: Vec<Event> =
                    serde_json::from_str(&as_json(stop.all_events)).expect("the JSON reads back");
                let replayed = Okey101::replay(&table.options, table.seats, &stored);
                assert!(&replayed == stop.game, "the replay is another game");
            }
        });
        let again = walk(table.game(), table.seed, &mut composing, |_| {});
        assert!(
            as_json(&events) == as_json(&again),
            "one seed, different events"
        );
    });
}

#[test]
fn nobody_is_told_what_they_may_not_know() {
    at_tables(0..30, |table| {
        let mut shuffled = false;
        walk(table.game(), table.seed, &mut composing, |stop| {
            let found = leaks(stop.game, table.seats, table.seed);
            assert!(found.is_empty(), "leaks: {found:?}");
            let mut dice = Dice::from_seed(table.seed);
            let imagined = stop.game.redeal_unseen(Viewer::Watcher, &mut dice);
            shuffled |= &imagined != stop.game;
            for seat in Seat::all(table.seats) {
                for world in [stop.game, &imagined] {
                    let view = world.view(Viewer::Seat(seat));
                    assert!(could_have_happened(&view, seat), "seat {seat}");
                }
            }
        });
        assert!(shuffled, "the redeal never changes anything");
    });
}

/// Whether the history that a seat knows of itself led to its rack: told backwards, every tile is there.
fn could_have_happened(view: &View, own: Seat) -> bool {
    let mut rack = view.rack().map(<[Tile]>::to_vec).unwrap_or_default();
    let mut take = |tile: Option<Tile>, rack: &mut Vec<Tile>| {
        let place = tile.and_then(|tile| rack.iter().position(|held| *held == tile));
        place.map(|place| rack.remove(place)).is_some()
    };
    for moved in view.history.iter().rev() {
        let known = match moved {
            Moved::Drew { seat, tile } if *seat == own => take(*tile, &mut rack),
            Moved::Took { seat, tile } | Moved::TookBack { seat, tile, .. } if *seat == own => {
                take(Some(*tile), &mut rack)
            }
            Moved::Swapped {
                seat, tile, joker, ..
            } if *seat == own => {
                let held = take(Some(*joker), &mut rack);
                rack.push(*tile);
                held
            }
            Moved::Returned { seat, tile }
            | Moved::LaidOff { seat, tile, .. }
            | Moved::Discarded { seat, tile }
                if *seat == own =>
            {
                rack.push(*tile);
                true
            }
            Moved::Opened { seat, melds, .. } if *seat == own => {
                rack.extend(melds.iter().flat_map(|meld| meld.tiles()));
                true
            }
            Moved::Laid { seat, meld } if *seat == own => {
                rack.extend(meld.tiles());
                true
            }
            _ => true,
        };
        if !known {
            return false;
        }
    }
    let dealt = match view.starter {
        None => 0,
        Some(starter) => 21 + usize::from(starter == own),
    };
    rack.len() == dealt
}

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
    let counts = |tile: &&Tile| {
        !(tile.is_joker(okey) && options.joker_leftover == JokerLeftover::Zero)
    };
    let numbers = rack.iter().filter(counts).map(|tile| match tile {
        Tile::Numbered(face) => i32::from(face.number()),
        Tile::FalseJoker => i32::from(okey.number()),
    });
    numbers.sum()
}

#[test]
fn scores_are_as_written() {
    at_tables(0..120, |table| {
        let mut totals = vec![0; table.seats];
        let mut counted = 0;
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
            check_standing(&view, table.options.rounds == counted);
        });
    });
}

/// Rules 11: fewest points win, when and only when all rounds are played.
fn check_standing(view: &View, is_last: bool) {
    assert_eq!(view.standing.is_some(), is_last);
    let Some(standing) = &view.standing else {
        return;
    };
    let side = |index: usize| if view.options.teams { index % 2 } else { index };
    let points = |index: usize| -> i32 {
        let own = view.totals.iter().filter(|(seat, _)| side(seat.index()) == side(index));
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
    "finished", "joker finish", "doubles finish", "elden", "exhausted", "passed", "cancelled",
    "cancelled, counted", "returned", "failed opening", "took back", "several taken back",
    "swapped", "joker discarded", "islek discarded", "doubles laid by a series opener",
    "low opening", "laid off after doubles", "in phase Taken again",
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
        Event::Opened {
            opening: Opening { low: true, .. },
            ..
        } => vec!["low opening"],
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
                (finish.elden, "elden"),
            ];
            let those = all.into_iter().filter(|(set, _)| *set);
            those.map(|(_, name)| name).collect()
        }
    }
}

#[test]
fn the_walks_meet_everything() {
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..400 {
        let table = Table::new(seed);
        walk(table.game(), seed, &mut composing, |stop| {
            found.extend(met(&stop));
        });
    }
    let missing: Vec<_> = WANTED.iter().filter(|wanted| !found.contains(**wanted)).collect();
    assert!(missing.is_empty(), "never met: {missing:?}");
}

#[test]
fn events_of_strangers_do_nothing() {
    let stranger = Seat::new(7).expect("a small number");
    let tile: Tile = "K7".parse().expect("a tile");
    let table = Table::new(2);
    walk(table.game(), 2, &mut eager, |stop| {
        let mut game = stop.game.clone();
        for event in [
            Event::Drew {
                seat: stranger,
                tile,
            },
            Event::TookBack { seat: stranger },
            Event::Passed { seat: stranger },
            Event::LaidOff {
                seat: Seat::new(0).expect("a seat"),
                tile,
                meld: usize::MAX,
                place: Place::Low,
            },
            Event::Swapped {
                seat: Seat::new(0).expect("a seat"),
                tile,
                meld: usize::MAX,
                at: 9,
            },
            Event::Dealt {
                deck: Vec::new(),
                dealer: Seat::new(0).expect("a seat"),
                dice: vec![9, 0],
            },
        ] {
            game.apply(&event);
        }
        assert!(&game == stop.game);
    });
}

#[test]
fn refusals_of_an_opening_tell_the_facts() {
    let missing = Refusal::Opening(istaka::rules::okey101::opening::OpeningFault::TooLow {
        points: 97,
        needed: 101,
    });
    assert_eq!(missing.to_string(), "97 points, 4 short of 101");
}
