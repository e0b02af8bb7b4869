//! The cards of Kaluki: suits, ranks, the joker, their text notation and canonical order (Kaluki rules 2).
//!
//! Cards are faces, not numbered objects: two equal cards are equal.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The suit of a card, in canonical order (Kaluki rules 4.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// `h`
    Hearts,
    /// `d`
    Diamonds,
    /// `c`
    Clubs,
    /// `s`
    Spades,
}

impl Suit {
    /// The four suits in canonical order.
    pub const ALL: [Self; 4] = [Self::Hearts, Self::Diamonds, Self::Clubs, Self::Spades];

    /// The letter of the text notation.
    pub fn letter(self) -> char {
        match self {
            Self::Hearts => 'h',
            Self::Diamonds => 'd',
            Self::Clubs => 'c',
            Self::Spades => 's',
        }
    }
}

/// The rank of a card, from 2 up to the ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// The texts of the ranks, the lowest first.
    const TEXTS: [&'static str; 13] = [
        "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
    ];

    /// All ranks, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..13).map(Self)
    }

    /// The place in the order of runs, 0 for the 2 up to 12 for the ace.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The text of the notation.
    pub fn text(self) -> &'static str {
        Self::TEXTS[self.index()]
    }
}

/// A suit and a rank: what a card that is no joker shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Natural {
    /// The suit.
    pub suit: Suit,
    /// The rank.
    pub rank: Rank,
}

/// One card, known by what it shows (Kaluki rules 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// A card with suit and rank.
    Natural(Natural),
    /// `Jk`
    Joker,
}

impl Card {
    /// All 53 different cards in canonical order.
    pub fn kinds() -> impl Iterator<Item = Self> {
        let of_suit = |suit| Rank::all().map(move |rank| Self::Natural(Natural { suit, rank }));
        Suit::ALL.into_iter().flat_map(of_suit).chain([Self::Joker])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Natural(Natural { suit, rank }) => {
                write!(f, "{}{}", suit.letter(), rank.text())
            }
            Self::Joker => f.write_str("Jk"),
        }
    }
}

/// A text that is no card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no card: h, d, c or s with 2 to 10, J, Q, K or A, or Jk")]
pub struct NoCard;

impl FromStr for Card {
    type Err = NoCard;

    /// Letters may be small or large, as people type them.
    fn from_str(text: &str) -> Result<Self, NoCard> {
        let mut kinds = Self::kinds();
        kinds
            .find(|card| card.to_string().eq_ignore_ascii_case(text))
            .ok_or(NoCard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_read_as_people_type_them() {
        for (text, card) in [("H9", "h9"), ("sq", "sQ"), ("C10", "c10"), ("jk", "Jk")] {
            let read = text.parse::<Card>().map(|card| card.to_string());
            assert_eq!(read.as_deref(), Ok(card));
        }
        for text in ["", "h", "9", "h1", "h11", "J", "Jk=h6", "h9#1", "♥9"] {
            assert_eq!(text.parse::<Card>(), Err(NoCard), "{text:?}");
        }
    }

    #[test]
    fn kinds_stand_in_canonical_order() {
        let kinds: Vec<Card> = Card::kinds().collect();
        assert_eq!(kinds.len(), 53);
        assert!(kinds.is_sorted());
        assert_eq!(kinds[0].to_string(), "h2");
    }
}
