//! The battery for 101: what the contract promises, with random house rules, and players who compose whatever they like.
//!
//! A failure names the seats, the house rules and the seed.

use istaka::rules::okey101::meld::Place;
use istaka::rules::okey101::options::{Deal, Penalties};
use istaka::rules::okey101::score::Ending;
use istaka::rules::okey101::view::{Moved, Phase, View};
use istaka::rules::okey101::{Action, Composed, Event, Okey101, Options, deal};
use istaka::rules::tile::Tile;
use istaka::rules::{Chance, Dice, Game, Impossible, Refused, Seat, Viewer};

use crate::conformance::leaks::leaks;
use crate::conformance::okey101_walk::{Table, any, at_tables, composing, eager};
use crate::conformance::walk::{Stop, walk};

#[test]
fn listed_actions_are_accepted_and_never_missing() {
    at_tables(24, |table| {
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

/// What a panel offers to lay off in one press is accepted tile by tile, and leaves a tile to discard.
#[test]
fn lay_offs_are_accepted_one_after_another() {
    let laid = std::cell::Cell::new(0);
    at_tables(24, |table| {
        walk(table.game(), table.seed, &mut eager, |stop| {
            let chance = Chance::from_seed(table.seed);
            for seat in stop.game.waiting().seats.iter() {
                let mut game = stop.game.clone();
                for action in game.view(Viewer::Seat(seat)).lay_offs(&[]) {
                    let done = game.act(seat, &action, &chance);
                    assert!(done.is_ok(), "{action:?} is offered and refused");
                    laid.set(laid.get() + 1);
                }
                let left = game.view(Viewer::Seat(seat)).own.map(|own| own.rack.len());
                assert!(
                    left.is_some_and(|left| left > 0),
                    "no tile is left to discard"
                );
            }
        });
    });
    assert!(laid.get() > 100, "only {} lay-offs were tried", laid.get());
}

/// 101 rules 13: automatic moves are the cheapest, and take nothing.
fn check_at_zero(game: &Okey101, seat: Seat, at_zero: &Action) {
    let view = game.view(Viewer::Seat(seat));
    let own = view.own.expect("a seat");
    match (view.phase, at_zero) {
        (Phase::Draw(_), Action::Draw) => assert!(view.stock > 0),
        (Phase::Draw(_), Action::Pass) => assert_eq!(view.stock, 0),
        (Phase::Taken(_), Action::Return) => {}
        (Phase::Play(_), Action::Discard { tile, confirm }) => {
            let costs = |tile: &Tile| own.costs.iter().any(|(other, _)| other == tile);
            let all_cost = own.rack.iter().all(costs);
            assert!(!costs(tile) || all_cost, "a discard that costs needlessly");
            let asks = view.options.penalties == Penalties::Assisted;
            assert_eq!(*confirm, asks && costs(tile));
        }
        (phase, action) => panic!("{action:?} in {phase:?}"),
    }
}

#[test]
fn nothing_is_lost_and_a_round_ends() {
    at_tables(150, |table| {
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

/// 101 rules 13: nobody ends a turn without a discard, and turn numbers only grow.
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
    at_tables(45, |table| {
        let mut dice = Dice::from_seed(table.seed + 1);
        walk(table.game(), table.seed, &mut composing, |stop| {
            for _ in 0..5 {
                let seat = *any(&Seat::all(8).collect::<Vec<_>>(), &mut dice);
                try_hostile(stop.game, seat, &mut dice);
            }
        });
    });
}

fn try_hostile(game: &Okey101, seat: Seat, dice: &mut Dice) {
    let action = game.written(seat, dice);
    let chance = Chance::from_seed(0);
    let text = serde_json::to_string(&action).expect("an action becomes JSON");
    assert_eq!(
        serde_json::from_str::<Action>(&text).ok(),
        Some(action.clone())
    );
    let mut after = game.clone();
    match after.act(seat, &action, &chance) {
        Ok(_) => assert_eq!(after.faults(), Vec::<String>::new(), "after {action:?}"),
        Err(refused) => {
            assert!(
                &after == game,
                "{action:?} was refused and changed the game"
            );
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
    at_tables(30, |table| {
        let events = walk(table.game(), table.seed, &mut composing, |stop| {
            if stop.all_events.len() % 16 == 0 || stop.game.standing().is_some() {
                let stored: Vec<Event> =
                    serde_json::from_str(&as_json(stop.all_events)).expect("the JSON reads back");
                let replayed = Okey101::replay(&table.options, table.seats, &stored);
                let replayed = replayed.expect("what happened can happen");
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
    at_tables(24, |table| {
        let mut shuffled = false;
        walk(table.game(), table.seed, &mut composing, |stop| {
            let found = leaks(stop.game, table.seats, table.seed);
            assert!(found.is_empty(), "leaks: {found:?}");
            let mut dice = Dice::from_seed(table.seed);
            let imagined = stop.game.redeal_unseen(Viewer::Watcher, &mut dice);
            shuffled |= &imagined != stop.game;
            for viewer in Viewer::all(table.seats) {
                assert!(!reason_is_known_to(stop.game, viewer, table.seed));
            }
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

/// Why an opening failed is between the rules and who tried: nobody else's imagination may hold it.
fn reason_is_known_to(game: &Okey101, viewer: Viewer, seed: u64) -> bool {
    let imagined = game.redeal_unseen(viewer, &mut Dice::from_seed(seed));
    let others = Seat::all(game.seats()).filter(|seat| viewer != Viewer::Seat(*seat));
    let failed = |seat| imagined.view(Viewer::Seat(seat)).own?.failed;
    others.into_iter().any(|seat| failed(seat).is_some())
}

/// Whether the history that a seat knows of itself led to its rack: told backwards, every tile is there.
fn could_have_happened(view: &View, own: Seat) -> bool {
    let mut rack = view.rack().map(<[Tile]>::to_vec).unwrap_or_default();
    let take = |tile: Option<Tile>, rack: &mut Vec<Tile>| {
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
            assert_eq!(game.apply(&event), Err(Impossible));
        }
        assert!(&game == stop.game);
    });
}

/// A deal in which the starter, seat 0, holds these 22 tiles.
fn dealt(options: &Options, seats: usize, held: &[Tile]) -> Okey101 {
    let spread = deal::spread(Deal::Simple, seats, &[], |_| false).expect("a plain deal");
    let mut rest = Tile::deck();
    let mut deck: Vec<Option<Tile>> = vec![None; deal::TILES];
    let indicator: Tile = "R4".parse().expect("a tile");
    let racked = spread.racks[0].iter().zip(held.iter().copied());
    for (place, tile) in racked.chain([(&spread.indicator, indicator)]) {
        let at = rest.iter().position(|other| *other == tile);
        rest.remove(at.expect("two tiles of each face at most"));
        deck[*place] = Some(tile);
    }
    Dice::from_seed(7).shuffle(&mut rest);
    let deck = deck.into_iter().map(|tile| tile.or_else(|| rest.pop()));
    let mut game = Okey101::new(options, seats);
    game.obey(&[Event::Dealt {
        deck: deck.map(|tile| tile.expect("106 tiles")).collect(),
        dealer: Seat::new(0).expect("a seat"),
        dice: Vec::new(),
    }]);
    game
}

/// No random walk opens with 21 tiles at once: here somebody does, below 101 where the table allows it.
#[test]
fn an_elden_keeps_its_secrets() {
    let melds = [
        "K1 K2 K3", "Y1 Y2 Y3", "G1 G2 G3", "R1 R2 R3", "K6 K7 K8", "Y4 Y5 Y6", "R9 G9 Y9",
    ];
    let read = |text: &str| Tile::read_all(text).expect("tiles");
    let last = read("K12");
    let held: Vec<Tile> = melds
        .iter()
        .flat_map(|meld| read(meld))
        .chain(last)
        .collect();
    let options = Options {
        rounds: 1,
        elden_needs_101: false,
        ..Options::default()
    };
    for seats in 2..=4 {
        let (starter, chance) = (Seat::new(0).expect("a seat"), Chance::from_seed(0));
        let mut game = dealt(&options, seats, &held);
        let melds = melds.iter().map(|meld| Composed::of(read(meld))).collect();
        let opened = game.act(starter, &Action::Open { melds }, &chance);
        assert!(opened.is_ok(), "{:?}", opened.err());
        assert_eq!(leaks(&game, seats, 3), Vec::<&str>::new());
        let at_zero = game.at_zero(starter);
        assert_eq!(game.actions(starter), vec![at_zero.clone()]);
        assert!(game.act(starter, &at_zero, &chance).is_ok());
        assert_eq!(leaks(&game, seats, 4), Vec::<&str>::new());
        assert_eq!(game.faults(), Vec::<String>::new());
        let result = game
            .view(Viewer::Watcher)
            .result
            .expect("the round is over");
        assert!(matches!(result.ending, Ending::Finished(finish) if finish.elden));
        let points: Vec<i32> = result.lines.values().map(|line| line.total).collect();
        assert_eq!(points, [-202, 404, 404, 404][..seats]);
    }
}
