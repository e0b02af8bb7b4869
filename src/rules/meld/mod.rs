//! Sets, runs and pairs: what is a meld, what wins, and how a rack is best arranged (Okey rules 6 and 7).

use super::tile::{Face, Tile};

/// A rack sorted into melds and the rest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrangement {
    /// Disjoint melds (or pairs), each in its playing order.
    pub melds: Vec<Vec<Tile>>,
    /// What belongs to no meld, in canonical order.
    pub loose: Vec<Tile>,
}

/// Arranges a rack for display: the most tiles in disjoint melds, the rest behind.
pub fn arrange(_tiles: &[Tile], _okey: Face) -> Arrangement {
    todo!()
}
