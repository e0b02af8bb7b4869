//! The 75 unsun karuta of Hachinin-meri: suits, ranks, their text notation and canonical order (Hachinin-meri rules 2, 4.1).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The suit of a karuta, in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// `P`, clubs.
    Pao,
    /// `I`, swords.
    Isu,
    /// `K`, cups.
    Kotsu,
    /// `O`, coins.
    Ori,
    /// `G`, the whorl.
    Guru,
}

impl Suit {
    /// The five suits in canonical order.
    pub const ALL: [Self; 5] = [Self::Pao, Self::Isu, Self::Kotsu, Self::Ori, Self::Guru];

    /// The letter of the text notation.
    pub fn letter(self) -> char {
        match self {
            Self::Pao => 'P',
            Self::Isu => 'I',
            Self::Kotsu => 'K',
            Self::Ori => 'O',
            Self::Guru => 'G',
        }
    }
}

/// The rank of a karuta, in canonical order; which one beats which depends on suit and trump.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// 1 to 9, counted by its pips.
    Number(u8),
    /// The knight.
    Kaba,
    /// The king.
    Rei,
    /// The dragon.
    Robai,
    /// The queen.
    Sota,
    /// The lucky god of the suit.
    Un,
    /// The Chinese figure.
    Sun,
}

impl Rank {
    /// The courts in canonical order.
    pub const COURTS: [Self; 6] = [
        Self::Kaba,
        Self::Rei,
        Self::Robai,
        Self::Sota,
        Self::Un,
        Self::Sun,
    ];

    /// The fifteen ranks of a suit in canonical order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=9).map(Self::Number).chain(Self::COURTS)
    }

    /// The name of a court; a number has none.
    fn name(self) -> &'static str {
        match self {
            Self::Number(_) => "",
            Self::Kaba => "Kaba",
            Self::Rei => "Rei",
            Self::Robai => "Robai",
            Self::Sota => "Sota",
            Self::Un => "Un",
            Self::Sun => "Sun",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            court => f.write_str(court.name()),
        }
    }
}

impl FromStr for Rank {
    type Err = NoKaruta;

    fn from_str(text: &str) -> Result<Self, NoKaruta> {
        if let [digit @ b'1'..=b'9'] = text.as_bytes() {
            return Ok(Self::Number(digit - b'0'));
        }
        let mut courts = Self::COURTS.into_iter();
        courts
            .find(|court| court.name().eq_ignore_ascii_case(text))
            .ok_or(NoKaruta)
    }
}

/// One of the 75 karuta.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Karuta {
    suit: Suit,
    rank: Rank,
}

impl Karuta {
    /// The karuta of this suit and rank; `None` for a number that is not 1 to 9.
    pub fn new(suit: Suit, rank: Rank) -> Option<Self> {
        let is_one = !matches!(rank, Rank::Number(number) if !(1..=9).contains(&number));
        is_one.then_some(Self { suit, rank })
    }

    /// The suit.
    pub fn suit(self) -> Suit {
        self.suit
    }

    /// The rank.
    pub fn rank(self) -> Rank {
        self.rank
    }

    /// The 75 karuta in the canonical order before shuffling.
    pub fn pack() -> Vec<Self> {
        let of_suit = |suit| Rank::all().map(move |rank| Self { suit, rank });
        Suit::ALL.into_iter().flat_map(of_suit).collect()
    }
}

impl fmt::Display for Karuta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.suit.letter(), self.rank)
    }
}

/// A text that is no karuta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no karuta: P, I, K, O or G, a hyphen, and 1 to 9, Kaba, Rei, Robai, Sota, Un or Sun")]
pub struct NoKaruta;

impl FromStr for Karuta {
    type Err = NoKaruta;

    /// Letters may be small or large, as people type them.
    fn from_str(text: &str) -> Result<Self, NoKaruta> {
        let (suit, rank) = text.split_once('-').ok_or(NoKaruta)?;
        let is_letter = |letter: char| suit.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]));
        let mut suits = Suit::ALL.into_iter();
        let suit = suits.find(|suit| is_letter(suit.letter()));
        Self::new(suit.ok_or(NoKaruta)?, rank.parse()?).ok_or(NoKaruta)
    }
}

impl TryFrom<String> for Karuta {
    type Error = NoKaruta;

    fn try_from(text: String) -> Result<Self, NoKaruta> {
        text.parse()
    }
}

impl From<Karuta> for String {
    fn from(karuta: Karuta) -> Self {
        karuta.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_stands_in_canonical_order() {
        let pack = Karuta::pack();
        assert_eq!(pack.len(), 75);
        assert!(pack.is_sorted());
        let [first, last] = [pack[0], pack[74]].map(|karuta| karuta.to_string());
        assert_eq!((first.as_str(), last.as_str()), ("P-1", "G-Sun"));
    }

    #[test]
    fn karuta_read_as_people_type_them() {
        for karuta in Karuta::pack() {
            let text = karuta.to_string();
            assert_eq!(text.parse(), Ok(karuta));
            assert_eq!(text.to_lowercase().parse(), Ok(karuta));
        }
    }

    #[test]
    fn what_is_no_karuta_is_refused() {
        for text in [
            "", "-", "P", "P-", "-1", "P-0", "P-+1", "P-10", "PSun", "R-1", "P-Joker", "P-Sun-1",
        ] {
            assert_eq!(text.parse::<Karuta>(), Err(NoKaruta), "{text:?}");
        }
        assert!(Karuta::new(Suit::Pao, Rank::Number(10)).is_none());
    }
}
