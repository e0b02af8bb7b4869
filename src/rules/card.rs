//! The cards of Kaluki: suits, ranks, the joker, their text notation and canonical order (Kaluki rules 2).
//!
//! Cards are faces, not numbered objects: two equal cards are equal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
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

    /// The place in canonical order, 0 to 3.
    pub fn index(self) -> usize {
        self as usize
    }

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

    /// The ace, the highest rank.
    pub const ACE: Self = Self(12);

    /// The rank at this place in the order of runs, 0 for the 2 up to 12 for the ace.
    pub fn new(index: usize) -> Option<Self> {
        u8::try_from(index)
            .ok()
            .filter(|index| *index < 13)
            .map(Self)
    }

    /// What a card of this rank is worth, in a hand and in a meld (Kaluki rules 2).
    pub fn value(self) -> u32 {
        match self.0 {
            12 => 11,
            8..12 => 10,
            pips => u32::from(pips) + 2,
        }
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
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

    /// Two cards of each suit and rank and so many jokers, in canonical order (Kaluki rules 4.1).
    pub fn pack(jokers: usize) -> Vec<Self> {
        let naturals = || Self::kinds().filter(|card| *card != Self::Joker);
        let jokers = std::iter::repeat_n(Self::Joker, jokers);
        naturals().chain(naturals()).chain(jokers).collect()
    }

    /// What it shows; `None` for a joker.
    pub fn natural(self) -> Option<Natural> {
        match self {
            Self::Natural(natural) => Some(natural),
            Self::Joker => None,
        }
    }

    /// Reads cards separated by white space.
    pub fn read_all(text: &str) -> Result<Vec<Self>, NoCard> {
        text.split_whitespace().map(str::parse).collect()
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit.letter(), self.rank.text())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Natural(natural) => natural.fmt(f),
            Self::Joker => f.write_str("Jk"),
        }
    }
}

impl TryFrom<String> for Card {
    type Error = NoCard;

    fn try_from(text: String) -> Result<Self, NoCard> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

/// A card as it lies in a meld: a joker of a run with the card it stands for, `Jk=h6` (Kaluki rules 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Placed {
    /// A card with suit and rank.
    Natural(Natural),
    /// A joker of which nothing is said, as in a set.
    Joker,
    /// A joker that stands for this card.
    JokerAs(Natural),
}

impl Placed {
    /// The card itself.
    pub fn card(self) -> Card {
        match self {
            Self::Natural(natural) => Card::Natural(natural),
            Self::Joker | Self::JokerAs(_) => Card::Joker,
        }
    }

    /// What it counts as, if it says so.
    pub fn stands_for(self) -> Option<Natural> {
        match self {
            Self::Natural(natural) | Self::JokerAs(natural) => Some(natural),
            Self::Joker => None,
        }
    }

    /// Reads cards separated by white space.
    pub fn read_all(text: &str) -> Result<Vec<Self>, NoCard> {
        text.split_whitespace().map(str::parse).collect()
    }
}

impl From<Card> for Placed {
    fn from(card: Card) -> Self {
        card.natural().map_or(Self::Joker, Self::Natural)
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Natural(natural) => natural.fmt(f),
            Self::Joker => Card::Joker.fmt(f),
            Self::JokerAs(natural) => write!(f, "{}={natural}", Card::Joker),
        }
    }
}

impl FromStr for Placed {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        let Some((joker, natural)) = text.split_once('=') else {
            return text.parse().map(Card::into);
        };
        match (joker.parse()?, natural.parse()?) {
            (Card::Joker, Card::Natural(natural)) => Ok(Self::JokerAs(natural)),
            _ => Err(NoCard),
        }
    }
}

impl TryFrom<String> for Placed {
    type Error = NoCard;

    fn try_from(text: String) -> Result<Self, NoCard> {
        text.parse()
    }
}

impl From<Placed> for String {
    fn from(placed: Placed) -> Self {
        placed.to_string()
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
    fn jokers_say_what_they_stand_for() {
        for text in ["h9", "Jk", "Jk=h6", "Jk=sA"] {
            let read = text.parse::<Placed>().map(|placed| placed.to_string());
            assert_eq!(read.as_deref(), Ok(text));
        }
        for text in ["h9=h6", "Jk=", "Jk=Jk", "=h6", "Jk=h6=h7"] {
            assert_eq!(text.parse::<Placed>(), Err(NoCard), "{text:?}");
        }
    }

    #[test]
    fn a_pack_has_two_cards_of_each_face() {
        for (jokers, cards) in [(2, 106), (4, 108)] {
            let mut pack = Card::pack(jokers);
            assert_eq!(pack.len(), cards);
            pack.sort_unstable();
            assert_eq!(pack.iter().filter(|card| **card == pack[0]).count(), 2);
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
