//! What every game promises but for its secrets.

use std::mem::discriminant;

use istaka::rules::any::{AnyAction, AnyEvent, AnyGame, GameId};
use istaka::rules::card::Card;
use istaka::rules::karuta::Karuta;
use istaka::rules::okey::{Action, Event};
use istaka::rules::seat::MOST_SEATS;
use istaka::rules::tile::Tile;
#[cfg(debug_assertions)]
use istaka::rules::toy;
use istaka::rules::{Chance, Dice, Game, GameView, Impossible, PerSeat, Seat, Seats, Viewer};
use istaka::rules::{kaluki, meri, okey101};

use crate::conformance::walk::{
    Stop, Table, any_listed, as_json, at_every_table, mixed, new_game, tables, walk,
};

#[test]
fn listed_actions_are_accepted_and_never_missing() {
    at_every_table(2, |table| {
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            let chance = Chance::from_seed(table.seed);
            for seat in Seat::all(table.seats) {
                for action in stop.game.actions(seat) {
                    let answer = stop.game.answer(seat, &action, &chance);
                    assert!(answer.is_ok(), "{action:?} is listed and refused");
                }
            }
            for seat in stop.game.waiting().seats.iter() {
                let listed = stop.game.actions(seat);
                assert!(
                    listed.contains(&stop.game.at_zero(seat)),
                    "what happens at zero is not listed"
                );
            }
        });
    });
}

#[test]
fn a_seat_holds_what_its_view_tells() {
    at_every_table(2, |table| {
        let undealt = new_game(table);
        for seat in Seat::all(table.seats) {
            assert_eq!(undealt.rack(seat), [], "before the first deal");
        }
        walk(undealt, table.seed, &mut mixed, |stop| {
            for seat in Seat::all(table.seats) {
                let told = stop.game.view(Viewer::Seat(seat)).rack();
                assert_eq!(told, Some(stop.game.rack(seat)), "{seat:?}");
            }
        });
    });
}

#[test]
fn what_is_done_unasked_is_listed_for_a_seat_that_is_to_act() {
    at_every_table(2, |table| {
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            for seat in Seat::all(MOST_SEATS) {
                let is_to_act = stop.game.waiting().seats.contains(seat);
                let done = stop.game.unasked(seat);
                assert!(is_to_act || done.is_none(), "done for a seat that waits");
                if let Some(Ok(action)) = done {
                    let listed = stop.game.actions(seat);
                    assert!(
                        listed.contains(&action),
                        "{action:?} is done and not listed"
                    );
                }
                prepared(stop.game, seat);
            }
        });
    });
}

/// A prepared move goes on with listed actions, or with one that is refused, and comes to an end.
fn prepared(game: &AnyGame, seat: Seat) {
    let chance = Chance::from_seed(0);
    let is_to_act = game.waiting().seats.contains(seat);
    let rack = game.view(Viewer::Seat(seat)).rack().unwrap_or_default();
    let strangers = ["R1", "h9", "K-Un"].map(|text| text.parse().expect("a piece"));
    for piece in strangers {
        let next = game.prepared(seat, piece);
        let is_kind = rack
            .iter()
            .any(|held| discriminant(held) == discriminant(&piece));
        let goes_on = matches!(next, Some(Ok(_)));
        assert!(is_kind || !goes_on, "a piece of another game is given away");
    }
    for piece in rack {
        let next = game.prepared(seat, piece);
        assert!(is_to_act || next.is_none(), "the moment comes in a turn");
        if let Some(Ok(action)) = next {
            let is_listed = game.actions(seat).contains(&action);
            let is_refused = game.answer(seat, &action, &chance).is_err();
            assert!(is_listed || is_refused, "{action:?} is neither");
        }
    }
}

/// Whether a state can be wrong like this after a possible event alone.
fn is_sound(event: &AnyEvent, faults: &[String]) -> bool {
    match event {
        // It carries the points of a round: those of another round are possible and wrong.
        AnyEvent::Okey101(okey101::Event::RoundEnded { .. }) => true,
        // A round that somebody finishes ends with the event after their last discard.
        AnyEvent::Okey101(okey101::Event::Discarded { seat, .. }) => faults
            .iter()
            .all(|fault| *fault == format!("seat {seat} holds 0 tiles")),
        // The end of the deal is told with the event that takes the last card of a hand, and the stock is made anew with the
        // event after the discard that finds it empty.
        AnyEvent::Kaluki(_) => faults
            .iter()
            .all(|fault| fault.ends_with("holds 0 cards") || fault == "nothing is left to draw"),
        _ => faults.is_empty(),
    }
}

/// As many events of a journal are tried at each state.
const TRIED: usize = 24;

#[test]
fn what_cannot_happen_is_refused_and_changes_nothing() {
    at_every_table(1, only_what_can_happen_does);
}

/// Found by a long run: somebody would have laid off the tile that they must discard.
#[test]
fn nobody_lays_off_their_last_tile_at_101() {
    let found = tables(74..75).into_iter().filter(|table| {
        let is_okey101 = table.options.game() == GameId::Okey101;
        is_okey101 && table.seats == 2
    });
    found.for_each(|table| only_what_can_happen_does(&table));
}

fn only_what_can_happen_does(table: &Table) {
    let mut dice = Dice::from_seed(table.seed);
    walk(new_game(table), table.seed, &mut mixed, |stop| {
        let is_over = stop.game.standing().is_some();
        let is_played = !stop.game.waiting().seats.is_empty();
        let deal = &stop.all_events[..1];
        let some = (0..TRIED).map(|_| {
            let place = dice.below(stop.all_events.len() as u32);
            &stop.all_events[place as usize]
        });
        for event in deal.iter().chain(some) {
            let mut game = stop.game.clone();
            let happened = game.apply(event);
            assert!(happened.is_ok() || &game == stop.game, "half an event");
            assert!(!is_over || happened.is_err(), "after the end");
            let faults = game.faults();
            assert!(
                is_sound(event, &faults),
                "{}: {faults:?}",
                as_json(std::slice::from_ref(event))
            );
        }
        let dealt = stop.game.clone().apply(&deal[0]);
        assert!(!is_played || dealt.is_err(), "dealt into a round");
        for other in GameId::ALL.iter().filter(|id| **id != stop.game.game()) {
            let other = AnyGame::new(&other.default_options(), *other.seats().start());
            for event in other.deal(&Chance::from_seed(0)) {
                let mut game = stop.game.clone();
                assert_eq!(game.apply(&event), Err(Impossible));
                assert!(&game == stop.game, "an event of another game");
            }
        }
    });
}

#[test]
fn nothing_is_lost_and_a_round_ends() {
    at_every_table(6, |table| {
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            assert_eq!(stop.game.faults(), Vec::<String>::new());
        });
    });
}

#[test]
fn any_listed_actions_come_to_an_end() {
    at_every_table(3, |table| {
        walk(new_game(table), table.seed, &mut any_listed, |stop| {
            assert_eq!(stop.game.faults(), Vec::<String>::new());
        });
    });
}

#[test]
fn whoever_is_out_of_a_game_stays_out_and_is_not_waited_for() {
    at_every_table(3, |table| {
        let mut out = Seats::NONE;
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            let now = stop.game.out();
            assert!(out.iter().all(|seat| now.contains(seat)), "back again");
            out = now;
            let waiting = stop.game.waiting().seats;
            let may_speak = stop.game.may_interject();
            for seat in now.iter() {
                assert!(!waiting.contains(seat) && !may_speak.contains(seat));
                assert!(stop.game.actions(seat).is_empty(), "{seat} may act");
            }
        });
    });
}

#[test]
fn options_without_stakes_make_a_game_and_have_none() {
    for game in GameId::ALL {
        let options = game.default_options();
        assert_eq!(options.has_stakes(), game.has_units(), "{game:?}");
        let Some(without) = options.without_stakes() else {
            continue;
        };
        assert!(!without.has_stakes());
        assert_eq!(without.without_stakes(), Some(without.clone()));
        for seats in game.seats() {
            assert!(without.check(seats).is_ok());
        }
    }
}

#[test]
fn a_draw_for_seats_gives_everybody_one() {
    for game in GameId::ALL {
        let options = game.default_options();
        for (seats, seed) in game
            .seats()
            .flat_map(|seats| (0..20).map(move |seed| (seats, seed)))
        {
            let chance = Chance::from_seed(seed);
            let Some(drawn) = AnyGame::seat_draw(&options, seats, &chance) else {
                continue;
            };
            let everybody = PerSeat::new(seats, |seat| seat);
            let moved = everybody.moved(&drawn).expect("a seat for each");
            for (at, from) in moved.iter() {
                assert_eq!(drawn[*from], at, "{game:?}, seed {seed}");
            }
        }
    }
}

#[test]
fn hostile_actions_are_refused() {
    at_every_table(1, |table| {
        let mut count = 0;
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            count += 1;
            // Every action of every seat at some states; prime, so that all phases are met.
            if count % 7 == 0 {
                hostile(&stop);
            }
        });
    });
}

/// Tries everything that can be written, also for seats that do not exist.
fn hostile(stop: &Stop<AnyGame>) {
    let chance = Chance::from_seed(0);
    for seat in Seat::all(8) {
        let listed = stop.game.actions(seat);
        for action in everything(stop.game.game()) {
            let answer = stop.game.answer(seat, &action, &chance);
            let decided = stop.game.decide(seat, &action, &chance);
            if listed.contains(&action) {
                continue;
            }
            // A wrong finish with a penalty is an accepted action that fails.
            let failed = |events: &[AnyEvent]| {
                matches!(events, [AnyEvent::Okey(Event::FinishFailed { .. })])
            };
            for accepted in [answer.ok(), decided.ok()].into_iter().flatten() {
                assert!(failed(&accepted), "{action:?} is not listed and accepted");
            }
        }
        // Asked about a seat that is not there, or not to act, nothing panics either.
        let viewer = Viewer::Seat(seat);
        let imagined = stop.game.redeal_unseen(viewer, &mut Dice::from_seed(0));
        assert!(imagined.view(viewer) == stop.game.view(viewer));
        stop.game.at_zero(seat);
    }
}

fn everything(game: GameId) -> Vec<AnyAction> {
    match game {
        GameId::Okey => Tile::kinds()
            .flat_map(|tile| [Action::Discard(tile), Action::Finish(tile)])
            .chain([
                Action::Show,
                Action::Decline,
                Action::Draw,
                Action::Take,
                Action::Pass,
            ])
            .chain([0, 1, 47, 76, usize::MAX].map(Action::DrawAt))
            .map(AnyAction::Okey)
            .collect(),
        // Only what is listed in full; whatever else can be composed is tried in the battery of its own.
        GameId::Okey101 => Tile::kinds()
            .map(|tile| okey101::Action::Discard {
                tile,
                confirm: false,
            })
            .chain([
                okey101::Action::Draw,
                okey101::Action::Take,
                okey101::Action::Return,
                okey101::Action::Pass,
            ])
            .map(AnyAction::Okey101)
            .collect(),
        // The same here; a card that was put back may be taken again, but is not listed.
        GameId::Kaluki => Card::kinds()
            .map(|card| kaluki::Action::Discard { card })
            .chain([
                kaluki::Action::Draw,
                kaluki::Action::Return,
                kaluki::Action::Announce,
                kaluki::Action::StaySilent,
                kaluki::Action::BuyIn,
                kaluki::Action::Decline,
            ])
            .map(AnyAction::Kaluki)
            .collect(),
        GameId::Meri => Karuta::pack()
            .into_iter()
            .map(meri::Action::Play)
            .chain([meri::Action::Ready, meri::Action::Robatta])
            .map(AnyAction::Meri)
            .collect(),
        #[cfg(debug_assertions)]
        GameId::Toy => Tile::kinds()
            .map(toy::Action::Play)
            .chain([toy::Action::Knock])
            .map(AnyAction::Toy)
            .collect(),
    }
}

#[test]
fn a_replay_of_the_journal_is_the_same_game() {
    at_every_table(2, |table| {
        let events = walk(new_game(table), table.seed, &mut mixed, |stop| {
            let Some(last) = stop.all_events.len().checked_sub(1) else {
                return;
            };
            if let Some(standing) = stop.game.standing() {
                let told = PerSeat::new(table.seats, |seat| table.options.side(seat));
                assert_eq!(told, standing.sides, "who plays together, before and after");
            }
            if last % 16 == 0 || stop.game.standing().is_some() {
                let stored: Vec<AnyEvent> =
                    serde_json::from_str(&as_json(stop.all_events)).expect("the JSON reads back");
                let replayed = AnyGame::replay(&table.options, table.seats, &stored);
                let replayed = replayed.expect("what happened can happen");
                assert!(&replayed == stop.game, "the replay is another game");
            }
        });
        let again = walk(new_game(table), table.seed, &mut mixed, |_| {});
        assert!(
            as_json(&events) == as_json(&again),
            "one seed, different events"
        );
    });
}

#[test]
fn the_turn_number_only_grows() {
    at_every_table(2, |table| {
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            let (before, after) = (stop.before.waiting(), stop.game.waiting());
            assert!(before.turn <= after.turn);
            let others = after.seats.iter().any(|seat| !before.seats.contains(seat));
            assert!(
                !others || before.turn < after.turn,
                "somebody new is to act in an old turn"
            );
        });
    });
}

#[test]
fn events_of_strangers_are_refused() {
    // A journal of another table: seats that this one does not have.
    let seat = Seat::new(7).expect("a small number");
    let table = crate::conformance::walk::tables(0..1).remove(0);
    walk(new_game(&table), 0, &mut mixed, |stop| {
        let mut game = stop.game.clone();
        for event in [
            Event::Declined { seat },
            Event::Left { seat },
            Event::Passed { seat },
            Event::Dealt {
                deck: Vec::new(),
                dealer: seat,
                dice: Vec::new(),
            },
            Event::Dealt {
                deck: Vec::new(),
                dealer: Seat::new(0).expect("a seat"),
                dice: vec![9, 0],
            },
        ] {
            assert_eq!(game.apply(&AnyEvent::Okey(event)), Err(Impossible));
        }
        assert!(&game == stop.game);
    });
}
