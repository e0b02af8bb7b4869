//! What every game promises those who judge records and count rounds.

use istaka::rules::any::{AnyEvent, AnyGame};
use istaka::rules::{Chance, Game, Seat};

use crate::conformance::walk::{Stop, at_every_table, mixed, new_game, walk};

#[test]
fn what_was_done_can_be_wished_again() {
    at_every_table(1, |table| {
        let chance = Chance::from_seed(table.seed);
        let mut told = 0;
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            let events = &stop.all_events[told..];
            told = stop.all_events.len();
            let is_deal = stop.before.waiting().seats.is_empty();
            match AnyGame::wish(&events[0]) {
                wish if is_deal => assert!(wish.is_none(), "a deal answers a wish"),
                None => panic!("no wish leads to what was done"),
                Some(wish) => {
                    let answer = |seat| stop.before.answer(seat, &wish, &chance).ok();
                    let mut answers = may_act(&stop).filter_map(answer);
                    let is_told = |given: Vec<AnyEvent>| is_same(&given, events);
                    assert!(answers.any(is_told), "{wish:?} leads to something else");
                }
            }
        });
    });
}

fn may_act(stop: &Stop<AnyGame>) -> impl Iterator<Item = Seat> {
    let waiting = stop.before.waiting().seats.iter();
    waiting.chain(stop.before.may_interject().iter())
}

fn is_same(given: &[AnyEvent], told: &[AnyEvent]) -> bool {
    let mut pairs = given.iter().zip(told);
    given.len() == told.len() && pairs.all(|(given, told)| AnyGame::is_same(given, told))
}

#[test]
fn events_of_different_wishes_are_told_apart() {
    at_every_table(1, |table| {
        let events = walk(new_game(table), table.seed, &mut mixed, |_| {});
        for pair in events.windows(2) {
            assert!(AnyGame::is_same(&pair[0], &pair[0]));
            let [one, other] = [&pair[0], &pair[1]].map(AnyGame::wish);
            let differ = one.is_some() && other.is_some() && one != other;
            assert!(!differ || !AnyGame::is_same(&pair[0], &pair[1]));
        }
    });
}

#[test]
fn a_round_has_a_standing_when_it_is_over() {
    at_every_table(1, |table| {
        let mut rounds = 0;
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            let standing = stop.game.round_standing();
            let is_over = stop.game.waiting().seats.is_empty();
            assert!(is_over || standing.is_none(), "the round is still played");
            let Some(standing) = standing else { return };
            rounds += 1;
            let sits = |seat: Seat| seat.index() < table.seats;
            assert!(standing.winners.iter().all(sits));
            let Some(points) = standing.points else {
                return;
            };
            assert_eq!(points.len(), table.seats);
            assert!(standing.winners.iter().all(|seat| points[seat].is_some()));
        });
        assert!(rounds > 0, "no round came to anything");
    });
}
