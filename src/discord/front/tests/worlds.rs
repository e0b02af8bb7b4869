//! Two worlds: where only what somebody may not know differs, everything that the front would tell them is the same, byte
//! for byte. What is compared is what would be sent: requests with their pictures, completions, refusals, the log.
//!
//! `ISTAKA_ROUNDS=50 cargo test --lib worlds` walks through so many games of each kind and stops at every step.

mod facts;
mod planted;
mod said;

use std::collections::BTreeSet;

use self::planted::Plant;
use self::said::{Room, Said, differing, said};
use crate::computers::Level;
use crate::rules::any::{AnyGame, AnyOptions, GameId};
use crate::rules::{Chance, Dice, Game, PerSeat, Seat, Viewer};
use crate::tables::{ChannelId, Desk, Look, Moment, PersonId, Places, Revision, Sitter};

/// House rules that keep games short. Leaks are planted at the first table of each game.
pub(super) const TABLES: [(&str, usize, &str); 6] = [
    ("okey", 4, "max_hands=1"),
    (
        "okey",
        2,
        "max_hands=1 pile_browsing=top_only partnership=false",
    ),
    ("okey101", 3, "rounds=1 open_min=40 joker_swap=true"),
    (
        "kaluki",
        3,
        "match_mode=single_deal initial_min=20 announce=manual",
    ),
    ("meri", 8, "match_length=hitomaki"),
    (
        "meri",
        8,
        "match_length=hitomaki opening_reveal=all split=random",
    ),
];

/// At least so often worlds are compared at each table, where nobody asks for more.
const LEAST: u64 = 3;

fn options_of(game: &str, set: &str) -> AnyOptions {
    let game = GameId::from_id(game).expect("a game of ours");
    let mut options = game.default_options();
    for part in set.split_whitespace() {
        let (name, value) = part.split_once('=').expect("name=value");
        options.set(name, value).expect("an option of the rules");
    }
    options
}

fn person(seat: Seat) -> PersonId {
    PersonId::new(10 + seat.index() as u64)
}

/// The table as this viewer sees it. Everybody wants the table to draw for them.
fn look(world: &AnyGame, options: &AnyOptions, seats: usize, viewer: Viewer) -> Look {
    let seat = viewer.seat();
    let is_over = world.standing().is_some();
    let is_between = world.waiting().seats.is_empty() && !is_over;
    let at = |ms: u64| Moment::from_unix_ms(1_790_000_000_000 + ms);
    let table = "7f3kabcd".parse().expect("an id");
    let places = Places::nowhere_in(None, ChannelId::new(1));
    Look {
        revision: Revision::new(7),
        seen_revision: Revision::new(5),
        options: options.clone(),
        language: "en".to_owned(),
        seal: "5ea1".to_owned(),
        seats: PerSeat::new(seats, |seat| Sitter::Person {
            person: person(seat),
            away: false,
        }),
        seat_revision: seat.map(|_| Revision::new(4)),
        may_interject: seat.is_some_and(|seat| world.may_interject().contains(seat)),
        deadline: Some(at(60_000)),
        turn_since: Some(at(0)),
        next_round_at: is_between.then(|| at(90_000)),
        voters: Seat::all(seats).collect(),
        out: world.out(),
        // Every other seat reads what was done in it.
        was_away: seat.is_some_and(|seat| seat.index() % 2 == 1),
        desk: seat.map(|_| Desk {
            auto_draw: true,
            ..Desk::default()
        }),
        held_back: seat
            .and_then(|seat| world.unasked(seat))
            .and_then(Result::err),
        ..Look::quiet(table, PersonId::new(10), places, world, viewer)
    }
}

/// A state on the way through a game.
pub(super) struct Stop {
    options: AnyOptions,
    seats: usize,
    truth: AnyGame,
    seed: u64,
}

impl Stop {
    /// The table as this viewer sees it then.
    pub(super) fn look(&self, viewer: Viewer) -> Look {
        look(&self.truth, &self.options, self.seats, viewer)
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        Viewer::all(self.seats)
    }

    /// What this viewer would be told with this leak of the truth, and of a world that they cannot tell from it.
    fn told(&self, viewer: Viewer, seed: u64, plant: Option<&Plant>) -> [Said; 2] {
        let mut dice = Dice::from_seed(seed);
        let imagined = self.truth.redeal_unseen(viewer, &mut dice);
        // What somebody tries is the same in both worlds.
        let tried = said::tried(&self.truth, self.seats);
        let of = |world: &AnyGame| {
            let look = |viewer| look(world, &self.options, self.seats, viewer);
            said(
                world,
                (&look(viewer), &look(Viewer::Watcher)),
                &tried,
                plant,
            )
        };
        [of(&self.truth), of(&imagined)]
    }
}

/// Plays a game; whoever acts does what a computer would, or anything.
pub(super) fn walk(
    (game, seats, set): (&str, usize, &str),
    seed: u64,
    mut stop: impl FnMut(u64, Stop),
) {
    let options = options_of(game, set);
    let mut truth = AnyGame::new(&options, seats);
    let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
    truth.obey(&truth.deal(&chance));
    for step in 0.. {
        stop(
            step,
            Stop {
                options: options.clone(),
                seats,
                truth: truth.clone(),
                seed: seed.wrapping_mul(1_000).wrapping_add(step),
            },
        );
        if truth.standing().is_some() {
            return;
        }
        let Some(seat) = truth.waiting().seats.iter().next() else {
            let events = truth.deal(&chance);
            truth.obey(&events);
            continue;
        };
        let actions = truth.actions(seat);
        let any = dice.below(actions.len() as u32) as usize;
        let action = match dice.below(3) {
            0 => actions[any].clone(),
            _ => Level::Easy
                .choose(&truth.view(Viewer::Seat(seat)), &actions, &mut dice)
                .expect("whoever is to act has an action"),
        };
        let done = truth.act(seat, &action, &chance);
        done.expect("what is listed is possible");
    }
}

/// How many games of each kind, and whether each step is looked at.
fn told() -> Option<u64> {
    let told = std::env::var("ISTAKA_ROUNDS").ok()?;
    Some(told.parse().expect("ISTAKA_ROUNDS is a whole number"))
}

#[test]
fn nobody_can_tell_worlds_apart_that_differ_in_what_they_may_not_know() {
    let games = told().unwrap_or(1);
    let (mut compared, mut differed) = (0, 0);
    let mut heard = BTreeSet::new();
    for table in TABLES {
        let before = compared;
        for seed in 0..games {
            walk(table, seed, |step, stop| {
                let all = told().is_some();
                // Without being asked for more: now and then, each time another viewer.
                if !all && step % 7 != 1 {
                    return;
                }
                let only = (step / 7) as usize % (stop.seats + 1);
                for (number, viewer) in stop.viewers().enumerate() {
                    if !all && number != only {
                        continue;
                    }
                    let [one, other] = stop.told(viewer, stop.seed, None);
                    let rooms = differing(&one, &other);
                    assert!(
                        rooms.is_empty(),
                        "{table:?}, seed {seed}, step {step}, {viewer:?}: {rooms:?}"
                    );
                    let mut dice = Dice::from_seed(stop.seed);
                    differed +=
                        u64::from(stop.truth.redeal_unseen(viewer, &mut dice) != stop.truth);
                    compared += 1;
                    heard.extend(one.rooms());
                }
            });
        }
        assert!(
            compared - before >= LEAST,
            "{table:?}: {}",
            compared - before
        );
    }
    // Nothing is logged of a game that goes well.
    let rooms = Room::ALL.into_iter().map(|(_, room)| room);
    let silent: Vec<Room> = rooms.filter(|room| !heard.contains(room)).collect();
    assert_eq!(silent, [Room::Log], "nothing was compared there");
    eprintln!("{compared} pairs of worlds, {differed} of them with another truth");
    // The others are those in which nothing is hidden: before the first deal, and when all is shown.
    assert!(2 * differed > compared, "{differed} of {compared}");
}

/// The first table of each game that people are offered.
fn first_tables() -> Vec<(&'static str, usize, &'static str)> {
    let games = GameId::RELEASED.iter();
    let first = games.map(|game| {
        let mut tables = TABLES.into_iter();
        let found = tables.find(|(id, ..)| *id == game.id());
        found.unwrap_or_else(|| panic!("{} is left out", game.id()))
    });
    first.collect()
}

/// Steps in the middle of a game.
const MIDDLES: [u64; 5] = [2, 3, 6, 7, 11];

/// Stops in the middle of games, at one table of each.
fn middles() -> Vec<Stop> {
    let mut middles = Vec::new();
    for table in first_tables() {
        walk(table, 3, |step, stop| {
            if MIDDLES.contains(&step) {
                middles.push(stop);
            }
        });
    }
    middles
}

#[test]
fn every_leak_that_was_planted_is_found_by_name() {
    let stops = middles();
    assert_eq!(stops.len(), MIDDLES.len() * first_tables().len());
    let plants = planted::all();
    assert!(plants.len() >= 50, "{}", plants.len());
    let mut missed = Vec::new();
    for plant in &plants {
        let mut found = Vec::new();
        for stop in &stops {
            for viewer in stop.viewers().take(3) {
                if !found.contains(&plant.room) {
                    let [one, other] = stop.told(viewer, stop.seed, Some(plant));
                    found.extend(differing(&one, &other));
                }
            }
        }
        if !found.contains(&plant.room) {
            missed.push(format!("{plant:?}: only {found:?}"));
        }
    }
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
}
