//! What lies on a rack, whatever is played: the one word that the rest of the house has for tiles, cards and karuta.
//!
//! Their notations are disjoint, so a text names one piece of one kind: `R5`, `h9`, `K-Un`. What a piece means only its
//! own game knows.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::card::Card;
use super::karuta::Karuta;
use super::tile::Tile;

/// The one list of kinds of pieces.
macro_rules! pieces {
    ($($(#[$doc:meta])* $kind:ident,)+) => {
        /// A tile, a card or a karuta.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub enum Piece { $($(#[$doc])* $kind($kind),)+ }

        impl fmt::Display for Piece {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$kind(piece) => piece.fmt(f),)+ }
            }
        }

        impl FromStr for Piece {
            type Err = NoPiece;

            fn from_str(text: &str) -> Result<Self, NoPiece> {
                $(if let Ok(piece) = text.parse() { return Ok(Self::$kind(piece)); })+
                Err(NoPiece { text: text.chars().take(16).collect() })
            }
        }

        $(
            impl From<$kind> for Piece {
                fn from(piece: $kind) -> Self { Self::$kind(piece) }
            }

            impl TryFrom<Piece> for $kind {
                type Error = OtherPiece;

                /// The piece, if it is of this kind.
                fn try_from(piece: Piece) -> Result<Self, OtherPiece> {
                    match piece {
                        Piece::$kind(piece) => Ok(piece),
                        _ => Err(OtherPiece),
                    }
                }
            }
        )+
    };
}

pieces! {
    /// Of Okey and 101.
    Tile,
    /// Of Kaluki.
    Card,
    /// Of Hachinin-meri.
    Karuta,
}

impl Piece {
    /// Reads pieces separated by white space.
    pub fn read_all(text: &str) -> Result<Vec<Self>, NoPiece> {
        text.split_whitespace().map(str::parse).collect()
    }
}

/// Takes one such piece away; says whether there was one.
pub fn remove<P: PartialEq>(pieces: &mut Vec<P>, piece: P) -> bool {
    let place = pieces.iter().position(|held| *held == piece);
    place.is_some_and(|place| {
        pieces.remove(place);
        true
    })
}

/// Adds a piece in canonical order.
pub(crate) fn add<P: Ord>(pieces: &mut Vec<P>, piece: P) {
    let place = pieces.partition_point(|held| *held <= piece);
    pieces.insert(place, piece);
}

/// Pieces without each of these once.
pub(crate) fn difference<P: Copy + PartialEq>(pieces: &[P], taken: &[P]) -> Vec<P> {
    let mut rest = pieces.to_vec();
    for piece in taken {
        remove(&mut rest, *piece);
    }
    rest
}

/// A text that is no piece.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text:?} is no tile, card or karuta")]
pub struct NoPiece {
    /// What was read instead, shortened to 16 characters.
    pub text: String,
}

/// The piece is of another kind than its game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("that is a piece of another game")]
pub struct OtherPiece;

impl TryFrom<String> for Piece {
    type Error = NoPiece;

    fn try_from(text: String) -> Result<Self, NoPiece> {
        text.parse()
    }
}

impl From<Piece> for String {
    fn from(piece: Piece) -> Self {
        piece.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_reads_back_from_its_own_notation_and_no_other_kind_does() {
        let tiles = Tile::kinds().map(Piece::Tile);
        let cards = Card::kinds().map(Piece::Card);
        let karuta = Karuta::pack().into_iter().map(Piece::Karuta);
        let all: Vec<Piece> = tiles.chain(cards).chain(karuta).collect();
        assert_eq!(all.len(), 53 + 53 + 75);
        for piece in all {
            let text = piece.to_string();
            assert_eq!(text.parse(), Ok(piece));
            let kinds = [
                text.parse::<Tile>().is_ok(),
                text.parse::<Card>().is_ok(),
                text.parse::<Karuta>().is_ok(),
            ];
            assert_eq!(kinds.iter().filter(|is_one| **is_one).count(), 1, "{text}");
        }
    }

    #[test]
    fn what_is_no_piece_is_refused() {
        for text in [
            "", "K", "K-", "K-10", "h1", "h11", "Jk=h6", "R14", "P-Joker", "x9",
        ] {
            assert!(text.parse::<Piece>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_piece_of_another_kind_is_told_apart() {
        let piece: Piece = "h9".parse().expect("a card");
        assert_eq!(Tile::try_from(piece), Err(OtherPiece));
        assert_eq!(Card::try_from(piece).map(Piece::from), Ok(piece));
    }
}
