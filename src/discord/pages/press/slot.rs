//! A place on a rack, as the ids of its buttons name it.

use std::fmt;
use std::str::FromStr;

use super::NoPress;
use crate::rules::piece::Piece;

/// A place on the rack and what lies there: two equal tiles must not give equal ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    /// Counted from 0 in the order of the picture.
    pub place: u8,
    /// What lies there.
    pub piece: Piece,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.place, self.piece)
    }
}

impl FromStr for Slot {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        let (place, piece) = text.split_once('.').ok_or(NoPress)?;
        Ok(Self {
            place: place.parse().map_err(|_| NoPress)?,
            piece: piece.parse().map_err(|_| NoPress)?,
        })
    }
}
