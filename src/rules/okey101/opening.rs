//! The first melds or doubles of a player in a round (101 rules 7).

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Refusal;
use super::meld::{Composed, Kind, Meld, MeldFault};
use crate::meld::remove;
use crate::tile::{Face, Tile};

/// With what a player has opened; it holds for the whole round (101 rules 7.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenKind {
    /// With sets and runs.
    Series,
    /// With doubles.
    Doubles,
}

/// How somebody opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// With what.
    pub kind: OpenKind,
    /// The points of a series, or the number of doubles.
    pub worth: u32,
    /// Whether it was below the minimum and must finish in the same turn (101 rules 7.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub low: bool,
}

/// What an opening must reach now, raising included (101 rules 7.1, 7.2 and 7.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needed {
    /// The points of a series.
    pub points: u32,
    /// The number of doubles.
    pub pairs: u32,
}

/// Why an opening fails; under `strict` each of these costs (101 rules 10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningFault {
    /// One of the melds is none.
    #[error("meld {} is none: {fault}", place + 1)]
    NoMeld {
        /// Which, counted from 0.
        place: usize,
        /// Why.
        fault: MeldFault,
    },
    /// Doubles and melds together.
    #[error("doubles and melds cannot open together")]
    Mixed,
    /// Too few points.
    #[error("{points} points, {} short of {needed}", needed - points)]
    TooLow {
        /// What the melds are worth.
        points: u32,
        /// What they must be worth.
        needed: u32,
    },
    /// Too few doubles.
    #[error("{pairs} doubles, {needed} are needed")]
    TooFewPairs {
        /// How many there are.
        pairs: u32,
        /// How many there must be.
        needed: u32,
    },
}

/// Who tries to open, and under what conditions.
#[derive(Clone, Copy)]
pub struct Attempt<'a> {
    /// The tiles of the player.
    pub rack: &'a [Tile],
    /// The tile that was taken and is not yet used (101 rules 5.2).
    pub taken: Option<Tile>,
    /// The okey of the round.
    pub okey: Face,
    /// What must be reached.
    pub needed: Needed,
    /// Whether an opening that finishes in the same turn may be worth less (101 rules 7.6).
    pub elden_may_be_low: bool,
}

/// Judges an opening; the checks run in the order of 101 rules 7.3.
pub fn judge(attempt: &Attempt, composed: &[Composed]) -> Result<(Opening, Vec<Meld>), Refusal> {
    if composed.is_empty() {
        return Err(Refusal::NothingComposed);
    }
    let tiles = || composed.iter().flat_map(|meld| meld.tiles.iter().copied());
    holds(attempt.rack, tiles())?;
    let melds = melds_of(composed, attempt.okey)?;
    let pairs = melds
        .iter()
        .filter(|meld| meld.kind() == Kind::Pair)
        .count();
    if pairs != 0 && pairs != melds.len() {
        return Err(OpeningFault::Mixed.into());
    }
    uses(attempt.taken, tiles())?;
    let left = attempt.rack.len() - tiles().count();
    if left == 0 {
        return Err(Refusal::RackEmptied);
    }
    let opening = if pairs == 0 {
        series(attempt, &melds, left)?
    } else {
        doubles(attempt, pairs as u32)?
    };
    Ok((opening, melds))
}

fn melds_of(composed: &[Composed], okey: Face) -> Result<Vec<Meld>, OpeningFault> {
    let each = composed.iter().enumerate().map(|(place, composed)| {
        Meld::compose(composed, okey).map_err(|fault| OpeningFault::NoMeld { place, fault })
    });
    each.collect()
}

fn series(attempt: &Attempt, melds: &[Meld], left: usize) -> Result<Opening, OpeningFault> {
    let points = melds.iter().map(|meld| meld.value(attempt.okey)).sum();
    let needed = attempt.needed.points;
    let finishes = attempt.elden_may_be_low && left == 1;
    if points < needed && !finishes {
        return Err(OpeningFault::TooLow { points, needed });
    }
    Ok(Opening {
        kind: OpenKind::Series,
        worth: points,
        low: points < needed,
    })
}

fn doubles(attempt: &Attempt, pairs: u32) -> Result<Opening, OpeningFault> {
    let needed = attempt.needed.pairs;
    if pairs < needed {
        return Err(OpeningFault::TooFewPairs { pairs, needed });
    }
    Ok(Opening {
        kind: OpenKind::Doubles,
        worth: pairs,
        low: false,
    })
}

/// Whether all these tiles are on the rack, each as often as it is named.
pub(super) fn holds(rack: &[Tile], tiles: impl Iterator<Item = Tile>) -> Result<(), Refusal> {
    let mut rest = rack.to_vec();
    for tile in tiles {
        if !remove(&mut rest, tile) {
            return Err(Refusal::NotOnRack { tile });
        }
    }
    Ok(())
}

/// Whether the taken tile, if there is one, is among these (101 rules 5.2).
pub(super) fn uses(
    taken: Option<Tile>,
    mut tiles: impl Iterator<Item = Tile>,
) -> Result<(), Refusal> {
    match taken {
        Some(taken) if !tiles.any(|tile| tile == taken) => Err(Refusal::TakenUnused { taken }),
        _ => Ok(()),
    }
}
