//! Adversaries: whole games in which everything is tried, what is allowed and what is not, and nothing may give way.
//!
//! A run is made of sections that know nothing of each other, so that the number of threads changes nothing. A section
//! plays games of any house rules one after another, until so many actions were tried. Each game is played once, read
//! again from its events as a journal tells them, and played once more from its seed: what was answered, and what came of
//! it, has to be the same three times. One digest tells it all, so that two machines can be compared.

mod evening;
mod mutated;
mod tables;
mod trying;

use std::fmt;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use sha2::{Digest, Sha256};

pub use self::evening::Making;
use self::evening::play;
pub use self::trying::{Tried, Way};
use crate::rules::any::{AnyGame, AnyOptions, GameId};
use crate::rules::{Dice, Game};

/// As many actions are tried in a section. Whoever changes this changes every digest.
pub const OF_A_SECTION: u64 = 20_000;

/// A game is left when so many actions were tried in it: some house rules make games that go on for ever.
const OF_A_GAME: u64 = 4_000;

/// Many actions, tried in games of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adversaries {
    /// Which game.
    pub game: GameId,
    /// How many actions are tried.
    pub actions: u64,
    /// What decides all of them.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
}

/// What was tried, and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tries {
    /// How many actions of each way, in the order of [`Way::ALL`]: tried, and accepted of them.
    pub ways: [(u64, u64); Way::ALL.len()],
    /// How many accepted actions were not listed.
    pub unlisted: u64,
    /// How many actions were tried by seats that were not to act and could not speak out of turn.
    pub out_of_turn: u64,
    /// How many games were begun.
    pub games: u64,
    /// How many of them ended.
    pub ended: u64,
    /// How many rounds were dealt.
    pub rounds: u64,
    /// How many events happened.
    pub events: u64,
}

impl Tries {
    /// How many actions were tried.
    pub fn tried(&self) -> u64 {
        self.ways.iter().map(|(tried, _)| tried).sum()
    }

    /// How many of them were accepted.
    pub fn accepted(&self) -> u64 {
        self.ways.iter().map(|(_, accepted)| accepted).sum()
    }
}

impl AddAssign for Tries {
    fn add_assign(&mut self, other: Self) {
        for (own, other) in self.ways.iter_mut().zip(other.ways) {
            own.0 += other.0;
            own.1 += other.1;
        }
        self.unlisted += other.unlisted;
        self.out_of_turn += other.out_of_turn;
        self.games += other.games;
        self.ended += other.ended;
        self.rounds += other.rounds;
        self.events += other.events;
    }
}

/// What a run came to in which nothing gave way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survived {
    /// What was tried.
    pub tries: Tries,
    /// SHA-256 over every action, every answer and all that happened, in hexadecimal digits.
    pub digest: String,
}

/// Something that a game must never do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} (section {section}, game {game}, after {tried} actions of it)")]
pub struct Broken {
    /// What it did.
    pub what: String,
    /// In which section of the run.
    pub section: u64,
    /// In which game of the section.
    pub game: u64,
    /// How many actions had been tried in that game.
    pub tried: u64,
}

/// Where a thread is, also when it panics.
#[derive(Default)]
struct Place {
    section: AtomicU64,
    game: AtomicU64,
    tried: AtomicU64,
}

impl Place {
    fn broken(&self, what: impl fmt::Display) -> Broken {
        Broken {
            what: what.to_string(),
            section: self.section.load(Ordering::Relaxed),
            game: self.game.load(Ordering::Relaxed),
            tried: self.tried.load(Ordering::Relaxed),
        }
    }
}

/// What one section came to.
struct Section {
    number: u64,
    tries: Tries,
    digest: [u8; 32],
}

impl Adversaries {
    /// Tries everything; the first thing that gives way ends it.
    pub fn try_all(&self) -> Result<Survived, Broken> {
        self.try_made(&|options: &AnyOptions, seats| AnyGame::new(options, seats))
    }

    /// The same with games that somebody makes: the tests plant faults in them.
    fn try_made<G>(&self, make: &Making<G>) -> Result<Survived, Broken>
    where
        G: Tried<Options = AnyOptions>,
    {
        let sections = self.actions.div_ceil(OF_A_SECTION);
        let next = AtomicU64::new(0);
        let threads = self.threads.clamp(1, 1024);
        let places: Vec<Place> = (0..threads).map(|_| Place::default()).collect();
        let worked: Vec<Result<Vec<Section>, Broken>> = thread::scope(|scope| {
            let work = |place| self.sections_of_a_thread(make, sections, &next, place);
            let workers: Vec<_> = places
                .iter()
                .map(|place| (place, scope.spawn(move || work(place))))
                .collect();
            let joined = workers.into_iter().map(|(place, worker)| {
                let panicked = |panic: Box<dyn std::any::Any + Send>| {
                    Err(place.broken(format_args!("it panicked: {}", told(&*panic))))
                };
                worker.join().unwrap_or_else(panicked)
            });
            joined.collect()
        });
        let mut done = Vec::new();
        for sections in worked {
            done.extend(sections?);
        }
        done.sort_unstable_by_key(|section| section.number);
        Ok(self.summed(&done))
    }

    fn sections_of_a_thread<G>(
        &self,
        make: &Making<G>,
        sections: u64,
        next: &AtomicU64,
        place: &Place,
    ) -> Result<Vec<Section>, Broken>
    where
        G: Tried<Options = AnyOptions>,
    {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= sections {
                return Ok(done);
            }
            place.section.store(number, Ordering::Relaxed);
            let section = self.section(make, number, place);
            // The others need not go on.
            done.push(section.inspect_err(|_| next.store(sections, Ordering::Relaxed))?);
        }
    }

    fn section<G>(&self, make: &Making<G>, number: u64, place: &Place) -> Result<Section, Broken>
    where
        G: Tried<Options = AnyOptions>,
    {
        let mut left = OF_A_SECTION.min(self.actions - number * OF_A_SECTION);
        let mut dice = Dice::from_seed(mixed(self.seed, number));
        let mut tries = Tries::default();
        let mut digest = Sha256::new();
        for game in 0.. {
            if left == 0 {
                break;
            }
            place.game.store(game, Ordering::Relaxed);
            place.tried.store(0, Ordering::Relaxed);
            let (options, seats) = tables::any_table(self.game, &mut dice);
            let seed = mixed(mixed(self.seed, number), game + 1);
            let table = evening::Table {
                options,
                seats,
                seed,
            };
            let played = play(make, &table, left.min(OF_A_GAME), &place.tried);
            let (of_game, found) = played
                .map_err(|what| place.broken(format_args!("{what}; the house rules: {table}")))?;
            left -= of_game.tried();
            tries += of_game;
            digest.update(found);
        }
        Ok(Section {
            number,
            tries,
            digest: digest.finalize().into(),
        })
    }

    fn summed(&self, sections: &[Section]) -> Survived {
        let Self {
            game,
            actions,
            seed,
            threads: _,
        } = self;
        let mut digest = Sha256::new();
        digest.update(format!(
            "istaka adversaries 1\n{}\n{seed}\n{actions}\n",
            game.id()
        ));
        let mut tries = Tries::default();
        for section in sections {
            digest.update(section.digest);
            tries += section.tries;
        }
        let digest: [u8; 32] = digest.finalize().into();
        let digits = digest.iter().map(|byte| format!("{byte:02x}"));
        Survived {
            tries,
            digest: digits.collect(),
        }
    }
}

/// Numbers that follow from two others and look like chance (the finaliser of `SplitMix64`).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut word = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// What a panic said.
fn told(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a word")
}

#[cfg(test)]
mod tests;
