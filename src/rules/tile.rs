//! The tiles of Okey and 101: faces, the false joker, their text notation and canonical order.
//!
//! Tiles are faces, not numbered objects: two equal tiles are equal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The colour of a numbered tile (Okey rules 2.1), in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `G`
    Green,
    /// `K`
    Black,
}

impl Colour {
    /// The four colours in canonical order (Okey rules 4).
    pub const ALL: [Self; 4] = [Self::Red, Self::Yellow, Self::Green, Self::Black];

    /// The letter of the text notation (Okey rules 2.3).
    pub fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Green => 'G',
            Self::Black => 'K',
        }
    }

    /// The place in canonical order, 0 to 3.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A colour and a number: what a numbered tile shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face {
    colour: Colour,
    number: u8,
}

impl Face {
    /// The face of this colour and number; `None` unless the number is 1 to 13.
    pub fn new(colour: Colour, number: u8) -> Option<Self> {
        (1..=13)
            .contains(&number)
            .then_some(Self { colour, number })
    }

    /// The colour.
    pub fn colour(self) -> Colour {
        self.colour
    }

    /// The number, 1 to 13.
    pub fn number(self) -> u8 {
        self.number
    }

    /// The place in canonical order, 0 to 51.
    pub fn index(self) -> usize {
        self.colour.index() * 13 + usize::from(self.number) - 1
    }

    /// All 52 faces in canonical order.
    pub fn all() -> impl Iterator<Item = Self> {
        Colour::ALL
            .into_iter()
            .flat_map(|colour| (1..=13).map(move |number| Self { colour, number }))
    }

    /// The okey that this indicator fixes: one higher, 1 after 13 (Okey rules 2.4).
    #[must_use]
    pub fn okey(self) -> Self {
        Self {
            colour: self.colour,
            number: self.number % 13 + 1,
        }
    }
}

/// One of the 106 tiles, known by what it shows (Okey rules 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Tile {
    /// A numbered tile; an okey is written with its own printed face.
    Numbered(Face),
    /// `F`, a tile without a number that has the okey's face (Okey rules 2.5).
    FalseJoker,
}

impl Tile {
    /// How many different tiles there are: 52 faces and the false joker.
    pub const KINDS: usize = 53;

    /// The place in canonical order, 0 to 52.
    pub fn index(self) -> usize {
        match self {
            Self::Numbered(face) => face.index(),
            Self::FalseJoker => 52,
        }
    }

    /// All 53 different tiles in canonical order.
    pub fn kinds() -> impl Iterator<Item = Self> {
        Face::all().map(Self::Numbered).chain([Self::FalseJoker])
    }

    /// The 106 tiles in the canonical order before shuffling (Okey rules 4).
    pub fn deck() -> Vec<Self> {
        let faces = || Face::all().map(Self::Numbered);
        faces()
            .chain(faces())
            .chain([Self::FalseJoker; 2])
            .collect()
    }

    /// The printed face; `None` for the false joker.
    pub fn face(self) -> Option<Face> {
        match self {
            Self::Numbered(face) => Some(face),
            Self::FalseJoker => None,
        }
    }

    /// Whether the tile is a joker when `okey` is the okey (Okey rules 2.4).
    pub fn is_joker(self, okey: Face) -> bool {
        self == Self::Numbered(okey)
    }

    /// Reads tiles separated by white space.
    pub fn read_all(text: &str) -> Result<Vec<Self>, NoTile> {
        text.split_whitespace().map(str::parse).collect()
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.number)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(face) => face.fmt(f),
            Self::FalseJoker => f.write_str("F"),
        }
    }
}

/// A text that is no tile.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text:?} is no tile: R, Y, G or K with 1 to 13, or F")]
pub struct NoTile {
    /// What was read instead, shortened to 16 characters.
    pub text: String,
}

impl FromStr for Tile {
    type Err = NoTile;

    fn from_str(text: &str) -> Result<Self, NoTile> {
        read(text).ok_or_else(|| NoTile {
            text: text.chars().take(16).collect(),
        })
    }
}

fn read(text: &str) -> Option<Tile> {
    let mut letters = text.chars();
    let first = letters.next()?.to_ascii_uppercase();
    let digits = letters.as_str();
    if first == 'F' && digits.is_empty() {
        return Some(Tile::FalseJoker);
    }
    let colour = Colour::ALL
        .into_iter()
        .find(|colour| colour.letter() == first)?;
    // `parse` would take "+5" and "05"; the notation has neither.
    if digits.starts_with(['+', '0']) {
        return None;
    }
    Face::new(colour, digits.parse().ok()?).map(Tile::Numbered)
}

impl TryFrom<String> for Tile {
    type Error = NoTile;

    fn try_from(text: String) -> Result<Self, NoTile> {
        text.parse()
    }
}

impl From<Tile> for String {
    fn from(tile: Tile) -> Self {
        tile.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_reads_back_from_its_own_notation() {
        for (index, tile) in Tile::kinds().enumerate() {
            assert_eq!(tile.index(), index);
            assert_eq!(tile.to_string().parse(), Ok(tile));
        }
    }

    #[test]
    fn what_is_no_tile_is_refused() {
        for text in [
            "", "R", "R0", "R14", "R+5", "R05", "B5", "FF", "F1", "5R", "é5", "R 5",
        ] {
            assert!(text.parse::<Tile>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_okey_is_one_above_the_indicator() {
        for (indicator, okey) in [("R4", "R5"), ("K13", "K1")] {
            let face = |text: &str| text.parse::<Tile>().ok().and_then(Tile::face);
            assert_eq!(face(indicator).map(Face::okey), face(okey));
        }
    }

    #[test]
    fn the_deck_has_106_tiles() {
        assert_eq!(Tile::deck().len(), 106);
    }
}
