//! People who are out of a game that goes on: it comes to its end for them, whatever the others do.

use super::replay::Played;
use super::*;
use crate::rules::any::GameId;
use crate::rules::{Game, Seat};
use crate::store::Part;
use crate::tables::change::{Cause, Change};
use crate::tables::lobby::No;

/// In some of so many games a round follows that everybody sleeps through and that does not end the game.
const SEEDS: u64 = 20;

/// Deals, and plays to the end of the round what computers play.
fn plays_a_round(played: &mut Played) {
    let dealt = played.now().dealt().unwrap();
    played.makes(Cause::House, None, vec![dealt]);
    while let Some(asked) = played.asked().first().copied() {
        let change = played.move_of(asked);
        played.makes(Cause::Computer, None, vec![change]);
    }
}

/// A game of three people and a computer up to the round that put the first of the people out; `None` if it ended then.
fn some_are_out(options: &AnyOptions, seed: u64) -> Option<Played> {
    let mut played = Played::begun(options, 4, seed);
    loop {
        plays_a_round(&mut played);
        let now = played.now();
        if now.life != Life::Playing {
            return None;
        }
        if now.people().any(|(seat, _)| now.is_out(seat)) {
            return Some(played);
        }
    }
}

/// Everybody has the result of the game, whether they were out of it or away.
fn check_results(played: &Played, seed: u64) {
    let now = played.now();
    assert_eq!(now.life, Life::Finished, "seed {seed}");
    let standing = now.game.as_ref().and_then(Game::standing).unwrap();
    let results = now.results();
    assert_eq!(results.len(), 3, "seed {seed}");
    for row in results {
        let place = standing.places[row.seat];
        assert_eq!((row.part, row.place), (Part::Played, place), "seed {seed}");
    }
}

#[test]
fn an_elimination_is_played_out_for_whoever_is_out_although_the_others_sleep() {
    let mut options = GameId::Okey.default_options();
    options.set("end_mode", "elimination").unwrap();
    options.set("start_points", "10").unwrap();
    for leave in [false, true] {
        let is_slept_through = (0..SEEDS).any(|seed| {
            let Some(mut played) = some_are_out(&options, seed) else {
                return false;
            };
            let people: Vec<Seat> = played.now().people().map(|(seat, _)| seat).collect();
            for seat in people {
                if !played.now().is_out(seat) {
                    played.makes(Cause::Clock, None, vec![Change::WentAway { seat }]);
                } else if leave {
                    let left = played.leaves(seat);
                    played.makes(Cause::Press, None, left);
                }
            }
            plays_a_round(&mut played);
            let after = played.now();
            let all_sleep_on = after.is_between_rounds() && after.all_away();
            while played.now().life == Life::Playing {
                plays_a_round(&mut played);
            }
            check_results(&played, seed);
            all_sleep_on
        });
        assert!(is_slept_through, "no round that everybody slept through");
    }
}

#[test]
fn a_moderator_who_is_out_does_not_end_the_game_for_those_who_play_on() {
    let mut options = GameId::Okey.default_options();
    options.set("end_mode", "elimination").unwrap();
    options.set("start_points", "10").unwrap();
    let played = (0..SEEDS).find_map(|seed| {
        let played = some_are_out(&options, seed)?;
        (!played.now().has_few_voters()).then_some(played)
    });
    let played = played.expect("one of three is out");
    let now = played.now();
    for (seat, who) in now.people() {
        let ends = now.end(who, Ender::Moderator);
        if now.is_out(seat) {
            assert!(matches!(ends, Err(No::Declined(Declined::HadPart))));
        } else {
            assert!(matches!(&ends.unwrap()[..], [Change::Voted { .. }]));
        }
    }
}
