//! Whether decks are shuffled evenly: how often each piece lies on each place, over many deals of the real game.
//!
//! A chi-square test over places and pieces. Three controls shuffle in ways that are known to be wrong: a test that lets
//! them pass would prove nothing.

use std::thread;

use crate::rules::Game;
use crate::rules::any::{AnyGame, AnyOptions};
use crate::rules::chance::{Chance, Label};
use crate::rules::piece::Piece;

/// Less likely than this, in either direction, is not even: one run in half a million of a right shuffle.
pub const LEAST_LIKELY: f64 = 1e-6;

/// A wrong way to shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Each piece is swapped with any place, instead of one that is not yet done.
    SwapAny,
    /// A byte modulo the number of places: the first ones come more often.
    Modulo,
    /// No piece may stay where it is.
    OffByOne,
}

impl Control {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::SwapAny, Self::Modulo, Self::OffByOne];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::SwapAny => "swap_any",
            Self::Modulo => "modulo",
            Self::OffByOne => "off_by_one",
        }
    }

    /// The control of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|control| control.name() == name)
    }

    fn shuffle(self, pieces: &mut [usize], chance: &Chance) {
        let mut dice = chance.stream(Label::Deck, 0);
        let places = pieces.len() as u32;
        match self {
            Self::SwapAny => {
                (0..pieces.len()).for_each(|i| pieces.swap(i, dice.below(places) as usize));
            }
            Self::Modulo => (1..pieces.len())
                .rev()
                .for_each(|i| pieces.swap(i, dice.below(256) as usize % (i + 1))),
            Self::OffByOne => (1..pieces.len())
                .rev()
                .for_each(|i| pieces.swap(i, dice.below(i as u32) as usize)),
        }
    }
}

/// Which decks are looked at.
#[derive(Clone, Debug)]
pub struct Shuffles {
    /// The game and its house rules.
    pub options: AnyOptions,
    /// At a table of so many.
    pub seats: usize,
    /// How many decks.
    pub decks: u64,
    /// What decides them.
    pub seed: u64,
    /// On how many threads; what is counted does not depend on it.
    pub threads: usize,
    /// Shuffled wrongly on purpose.
    pub control: Option<Control>,
}

/// What was counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evenness {
    /// How many places a deck has.
    pub places: usize,
    /// How many different pieces.
    pub pieces: usize,
    /// Chi-square over places and pieces.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub freedom: f64,
    /// How many standard deviations it is off, after Wilson and Hilferty.
    pub deviations: f64,
    /// How likely a right shuffle gives as much or more.
    pub likelihood: f64,
}

impl Evenness {
    /// Whether a right shuffle gives this: neither too uneven nor too even.
    pub fn is_even(&self) -> bool {
        (LEAST_LIKELY..=1.0 - LEAST_LIKELY).contains(&self.likelihood)
    }
}

impl Shuffles {
    /// Deals them all; `None` where nothing is shuffled.
    pub fn counted(&self) -> Option<Evenness> {
        let canonical = self.canonical()?;
        let threads = self.threads.max(1) as u64;
        let all = &canonical;
        let counts = thread::scope(|scope| {
            let work: Vec<_> = (0..threads)
                .map(|thread| {
                    let mine = (thread..self.decks).step_by(threads as usize);
                    scope.spawn(move || self.count(all, mine))
                })
                .collect();
            let done = work
                .into_iter()
                .map(|thread| thread.join().expect("counting does not fail"));
            done.reduce(|mut all, more| {
                all.iter_mut()
                    .zip(more)
                    .for_each(|(all, more)| *all += more);
                all
            })
        });
        Some(self.judged(&canonical, &counts?))
    }

    /// The pieces of a deck in their order, with all copies.
    fn canonical(&self) -> Option<Vec<Piece>> {
        let mut deck = self.dealt(0)?;
        deck.sort_unstable();
        Some(deck)
    }

    fn chance(&self, number: u64) -> Chance {
        Chance::from_seed(self.seed.wrapping_mul(1 << 32).wrapping_add(number))
    }

    fn dealt(&self, number: u64) -> Option<Vec<Piece>> {
        let events = AnyGame::new(&self.options, self.seats).deal(&self.chance(number));
        AnyGame::deck(events.first()?)
    }

    /// How often each kind of piece lay on each place: place after place.
    fn count(&self, canonical: &[Piece], numbers: impl Iterator<Item = u64>) -> Vec<u64> {
        let kinds = kinds(canonical);
        let kind_of = |piece: &Piece| kinds.binary_search(piece).expect("every deck has the same");
        let mut counts = vec![0; canonical.len() * kinds.len()];
        let sorted: Vec<usize> = canonical.iter().map(kind_of).collect();
        for number in numbers {
            let deck = match self.control {
                Some(control) => {
                    let mut deck = sorted.clone();
                    control.shuffle(&mut deck, &self.chance(number));
                    deck
                }
                None => {
                    let dealt = self.dealt(number).expect("every game deals a deck");
                    dealt.iter().map(kind_of).collect()
                }
            };
            for (place, kind) in deck.into_iter().enumerate() {
                counts[place * kinds.len() + kind] += 1;
            }
        }
        counts
    }

    fn judged(&self, canonical: &[Piece], counts: &[u64]) -> Evenness {
        let (places, kinds) = (canonical.len(), kinds(canonical));
        let copies = |kind: &Piece| canonical.iter().filter(|piece| *piece == kind).count();
        let each = self.decks as f64 / places as f64;
        let expected: Vec<f64> = kinds
            .iter()
            .map(|kind| copies(kind) as f64 * each)
            .collect();
        let cells = counts.iter().zip(expected.iter().cycle());
        let sum: f64 = cells
            .map(|(count, expected)| (*count as f64 - expected).powi(2) / expected)
            .sum();
        // Whatever lies on one place lies on no other: the counts of a deck hang together, which makes the sum larger by
        // just this factor.
        let chi_square = sum * (places - 1) as f64 / places as f64;
        let freedom = ((places - 1) * (kinds.len() - 1)) as f64;
        let deviations = deviations(chi_square, freedom);
        Evenness {
            places,
            pieces: kinds.len(),
            chi_square,
            freedom,
            deviations,
            likelihood: 0.5 * libm::erfc(deviations / std::f64::consts::SQRT_2),
        }
    }
}

/// Wilson and Hilferty: the cube root of chi-square is nearly normal, the more degrees of freedom the more nearly.
fn deviations(chi_square: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

fn kinds(canonical: &[Piece]) -> Vec<Piece> {
    let mut kinds = canonical.to_vec();
    kinds.dedup();
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::any::GameId;

    fn shuffles(game: GameId, control: Option<Control>) -> Shuffles {
        Shuffles {
            options: game.default_options(),
            seats: *game.seats().end(),
            decks: 2_000,
            seed: 1,
            threads: 2,
            control,
        }
    }

    #[test]
    fn every_game_shuffles_evenly_and_every_control_fails() {
        for game in GameId::RELEASED {
            let counted = shuffles(*game, None).counted();
            let counted = counted.unwrap_or_else(|| panic!("Game::deck of {game:?} tells no deck"));
            assert!(counted.is_even(), "{game:?}: {counted:?}");
            for control in Control::ALL {
                let counted = shuffles(*game, Some(control)).counted();
                let counted = counted.expect("it deals a deck");
                assert!(!counted.is_even(), "{game:?} {control:?}: {counted:?}");
            }
        }
    }

    #[test]
    fn what_is_counted_does_not_depend_on_threads() {
        let two = shuffles(GameId::RELEASED[0], None);
        let one = Shuffles {
            threads: 1,
            ..two.clone()
        };
        assert_eq!(one.counted(), two.counted());
    }

    /// Tables of chi-square: the values that one in twenty and one in a hundred exceed.
    #[test]
    fn deviations_are_those_of_the_tables() {
        for (chi_square, freedom, expected) in [
            (124.342, 100.0, 1.645),
            (135.807, 100.0, 2.326),
            (1_074.679, 1_000.0, 1.645),
        ] {
            let off = (deviations(chi_square, freedom) - expected).abs();
            assert!(off < 0.01, "{chi_square}: off by {off}");
        }
    }
}
