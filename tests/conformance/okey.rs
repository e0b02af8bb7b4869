//! What the battery cannot know of every game: the scores of Okey, and what its players know.

use istaka::rules::any::{AnyEvent, AnyOptions};
use istaka::rules::okey::options::{MonoColour, PairsJoker, ShowingEffect};
use istaka::rules::okey::view::{Moved, View};
use istaka::rules::okey::{Event, Okey, Options, WinKind};
use istaka::rules::tile::Tile;
use istaka::rules::{Dice, Game, Seat, Viewer};

use crate::conformance::walk::{Table, any_listed, at_every_table, mixed, new_game, rounds, walk};
use crate::support::rig::{Rig, seat, tile};

/// Okey rules 8, written once more: what everybody has after these events.
fn scores(table: &Table, options: &Options, events: &[AnyEvent]) -> Vec<i32> {
    let mut scores = vec![options.start_points as i32; table.seats];
    let mut out = vec![false; table.seats];
    let same_side =
        |one: usize, other: usize| one == other || (options.partnership && one % 2 == other % 2);
    for event in events {
        let AnyEvent::Okey(event) = event else {
            panic!("an event of Okey");
        };
        for index in (0..table.seats).filter(|index| !out[*index]) {
            scores[index] += match event {
                Event::Showed { seat, .. } => match options.gosterge_effect {
                    ShowingEffect::OthersLose if !same_side(index, seat.index()) => -1,
                    ShowingEffect::ShowerGains if same_side(index, seat.index()) => 1,
                    _ => 0,
                },
                Event::FinishFailed { seat, .. } if same_side(index, seat.index()) => {
                    -(options.wrong_finish_penalty as i32)
                }
                Event::Finished { seat, win, .. } if !same_side(index, seat.index()) => {
                    let doublings =
                        u32::from(win.kind == WinKind::Pairs) + u32::from(win.joker_finish);
                    -(2 * 2_i32.pow(doublings))
                }
                _ => 0,
            };
        }
        if let Event::Left { seat } = event {
            out[seat.index()] = true;
        }
    }
    scores
}

#[test]
fn scores_are_as_written() {
    at_every_table(6, |table| {
        let AnyOptions::Okey(options) = &table.options else {
            return;
        };
        let plain =
            options.mono_colour == MonoColour::Off && options.pairs_joker == PairsJoker::Multiply;
        let mut last = None;
        let events = walk(new_game(table), table.seed, &mut mixed, |stop| {
            last = stop.game.standing();
        });
        let points = last.expect("the game is over").points;
        if plain {
            let found: Vec<i32> = points.values().copied().collect();
            assert_eq!(found, scores(table, options, &events));
        }
    });
}

fn rack(game: &Okey, seat: Seat) -> Vec<Tile> {
    game.view(Viewer::Seat(seat))
        .rack
        .expect("a seat has a rack")
}

/// Whether the history that a seat knows of itself could have led to its rack: told backwards, every tile is there.
fn could_have_happened(view: &View) -> bool {
    let Viewer::Seat(own) = view.viewer else {
        return true;
    };
    let mut rack = view.rack.clone().unwrap_or_default();
    for moved in view.history.iter().rev() {
        let came = match moved {
            Moved::Drew { seat, tile } if *seat == own => *tile,
            Moved::Took { seat, tile } if *seat == own => Some(*tile),
            Moved::Discarded { seat, tile } | Moved::Finished { seat, tile } if *seat == own => {
                rack.push(*tile);
                None
            }
            Moved::Showed { seat } if *seat == own => {
                let twin = view.indicator.map(Tile::Numbered);
                if !rack.iter().any(|tile| Some(*tile) == twin) {
                    return false;
                }
                None
            }
            _ => None,
        };
        if let Some(came) = came {
            let Some(place) = rack.iter().position(|tile| *tile == came) else {
                return false;
            };
            rack.remove(place);
        }
    }
    rack.len() == 14 || rack.len() == 15
}

#[test]
fn imagined_games_could_have_happened() {
    for seats in 2..=4 {
        for seed in 0..rounds(18).div_ceil(3) {
            let options = Options {
                max_rounds: 1,
                exposed_tile_last: seed % 2 == 0,
                ..Default::default()
            };
            walk(Okey::new(&options, seats), seed, &mut any_listed, |stop| {
                for viewer in Viewer::all(seats) {
                    let imagined = stop.game.redeal_unseen(viewer, &mut Dice::from_seed(seed));
                    for other in Seat::all(seats) {
                        assert!(
                            could_have_happened(&imagined.view(Viewer::Seat(other))),
                            "seed {seed}: seat {other} as {viewer:?} imagines it"
                        );
                    }
                }
            });
        }
    }
}

/// Acts for seats in turn, by their own names.
fn play(game: &mut Okey, moves: &[(usize, istaka::rules::okey::Action)]) {
    for (who, action) in moves {
        game.act(seat(*who), action, &istaka::rules::Chance::from_seed(0))
            .unwrap_or_else(|refused| panic!("{action:?}: {refused}"));
    }
}

#[test]
fn what_all_know_of_a_rack_stays_there() {
    use istaka::rules::okey::Action::{Discard, Draw, Show, Take};
    let mut game = Rig::read(4, 1, "1: R10 Y3; 2: K9; 3: R4").game(&Options::default());
    play(
        &mut game,
        &[
            (3, Show),
            (1, Discard(tile("R10"))),
            (2, Take),
            (2, Discard(tile("K9"))),
            (3, Draw),
        ],
    );
    for seed in 0..rounds(40) {
        for viewer in [
            Viewer::Watcher,
            Viewer::Seat(seat(0)),
            Viewer::Seat(seat(1)),
        ] {
            let imagined = game.redeal_unseen(viewer, &mut Dice::from_seed(seed));
            assert!(
                rack(&imagined, seat(2)).contains(&tile("R10")),
                "the taken tile is known"
            );
            assert!(
                rack(&imagined, seat(3)).contains(&tile("R4")),
                "the shown twin is known"
            );
        }
    }
}

#[test]
fn a_false_joker_that_all_saw_keeps_its_place() {
    // Simplified deal, four seats: tiles 57 and 58 are turned up before the indicator.
    let mut deck = Tile::deck();
    deck.swap(57, 104);
    deck.swap(58, 105);
    let mut options = Options::default();
    options.set("deal", "simplified").expect("an option");
    let mut game = Okey::new(&options, 4);
    game.obey(&[Event::Dealt {
        deck,
        dealer: seat(0),
        dice: Vec::new(),
    }]);
    assert_eq!(game.view(Viewer::Watcher).false_jokers_seen, [0, 1]);
    for seed in 0..rounds(20) {
        let mut imagined = game.redeal_unseen(Viewer::Seat(seat(3)), &mut Dice::from_seed(seed));
        let starter = imagined.at_zero(seat(1));
        play(
            &mut imagined,
            &[(1, starter), (2, istaka::rules::okey::Action::Draw)],
        );
        assert_eq!(
            imagined.view(Viewer::Seat(seat(2))).fresh,
            Some(Tile::FalseJoker)
        );
        assert_eq!(imagined.view(Viewer::Watcher).false_jokers_seen, [0]);
        let known = Moved::Drew {
            seat: seat(2),
            tile: Some(Tile::FalseJoker),
        };
        assert_eq!(imagined.view(Viewer::Watcher).history.last(), Some(&known));
    }
}

#[test]
fn a_take_that_must_win_is_known_to_win() {
    use istaka::rules::okey::Action::Take;
    for (seats, setup) in [
        (
            2,
            "0: R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 G13; last: K5",
        ),
        (
            3,
            "1: R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 G13 G5; last: K5",
        ),
        (
            4,
            "2: R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 R5 G13; last: K5",
        ),
        (
            4,
            "2: K1 K1 R3 R3 Y4 Y4 G9 G9 K12 K12 Y8 Y8 R13 R7; last: R7",
        ),
    ] {
        let mut options = Options::default();
        options
            .set("exhausted_take", "win_only")
            .expect("an option");
        let mut game = Rig::read(seats, 1, setup).game(&options);
        let taker = loop {
            let waiting = game
                .waiting()
                .seats
                .iter()
                .next()
                .expect("somebody is to act");
            if game.view(Viewer::Watcher).stock == 0 && game.actions(waiting).contains(&Take) {
                break waiting;
            }
            let action = game.at_zero(waiting);
            play(&mut game, &[(waiting.index(), action)]);
        };
        play(&mut game, &[(taker.index(), Take)]);
        for seed in 0..rounds(32).div_ceil(4) {
            let found = crate::conformance::leaks::leaks(&game, seats, seed);
            assert!(found.is_empty(), "{setup}: {found:?}");
            let imagined = game.redeal_unseen(Viewer::Watcher, &mut Dice::from_seed(seed));
            assert!(
                seats == 2 || rack(&imagined, taker) != rack(&game, taker),
                "{setup}"
            );
        }
    }
}
