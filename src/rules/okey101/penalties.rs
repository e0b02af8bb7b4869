//! Acts that cost points, and which discards do (101 rules 10.3 to 10.7).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::meld::Meld;
use crate::Seat;
use crate::tile::{Face, Tile};

/// Why a discard costs points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// It is a joker.
    Joker,
    /// It is işlek: it fits a set or run on the table.
    Islek,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Joker => "it is a joker",
            Self::Islek => "it fits a meld on the table",
        })
    }
}

/// The act that was charged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A discard that costs.
    Discarded {
        /// What.
        tile: Tile,
        /// Why.
        cost: Cost,
    },
    /// An opening that failed (`strict`).
    OpeningFailed,
    /// Several tiles taken back (`strict`).
    TookBackSeveral,
}

/// A penalty as it fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Penalty {
    /// Who pays.
    pub seat: Seat,
    /// For what.
    pub reason: Reason,
    /// How much.
    pub points: i32,
}

/// What is charged for this discard: as a joker once, even if it fits a meld too (101 rules 10.5).
///
/// The last tile of a rack is free (101 rules 9.1); that is the caller's to know.
pub fn cost<'a>(tile: Tile, okey: Face, table: impl IntoIterator<Item = &'a Meld>) -> Option<Cost> {
    if tile.is_joker(okey) {
        return Some(Cost::Joker);
    }
    let fits = |meld: &Meld| !meld.fits(tile, okey).is_empty();
    table.into_iter().any(fits).then_some(Cost::Islek)
}
