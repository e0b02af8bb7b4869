//! The facts behind the advice of the computers of Okey 101.

use crate::rules::okey101::penalties::Cost;
use crate::rules::tile::Tile;

/// Why an action is advised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The rack opens with sets and runs.
    Opens {
        /// What they are worth.
        points: u32,
        /// What would be left, in points as they count; 0 if nothing is.
        left: i32,
        /// What staying closed costs.
        closed: i32,
    },
    /// The rack opens with fewer points than it takes, which is enough because the turn finishes (101 rules 7.6).
    OpensLow {
        /// What the melds are worth.
        points: u32,
        /// What any other opening must be worth.
        needed: u32,
        /// The last tile, which must follow.
        last: Tile,
    },
    /// The rack opens with doubles.
    OpensDoubles {
        /// How many.
        count: u32,
    },
    /// The rack opens with doubles, as all others have: the round is void and costs nothing.
    Voids,
    /// This discard finishes.
    Finishes {
        /// Whether it is a joker.
        joker: bool,
    },
    /// With the left neighbour's discard the rack opens.
    TakesToOpen {
        /// Which tile.
        tile: Tile,
        /// What the opening is worth.
        points: u32,
    },
    /// With the left neighbour's discard the rack opens with fewer points than it takes, and finishes in the same turn.
    TakesToOpenLow {
        /// Which tile.
        tile: Tile,
        /// What the opening is worth.
        points: u32,
        /// What any other opening must be worth.
        needed: u32,
        /// The last tile, which must follow.
        last: Tile,
    },
    /// With the left neighbour's discard the rack opens with doubles.
    TakesToOpenDoubles {
        /// Which tile.
        tile: Tile,
        /// How many doubles.
        count: u32,
    },
    /// With the left neighbour's discard the rack opens with doubles, which makes the round void.
    TakesToVoid {
        /// Which tile.
        tile: Tile,
    },
    /// The left neighbour's discard can be laid at once.
    TakesToLay {
        /// Which tile.
        tile: Tile,
    },
    /// The taken tile cannot be used.
    Returns {
        /// Which tile.
        tile: Tile,
    },
    /// A meld leaves the rack.
    LaysMeld,
    /// A tile leaves the rack for a meld on the table.
    LaysOff {
        /// Which tile.
        tile: Tile,
    },
    /// A joker on the table is worth more than the tile it stands for.
    Swaps {
        /// Which tile is given for it.
        tile: Tile,
    },
    /// Nothing that lies there can be used.
    Draws {
        /// What is left lying, if anything may be taken.
        leaves: Option<Tile>,
    },
    /// There is nothing to draw, and nothing to take that helps.
    Passes {
        /// What is left lying, if anything may be taken.
        leaves: Option<Tile>,
    },
    /// Not opened: no other discard leaves better prospects to open.
    Waits {
        /// How many points are missing to an opening with sets and runs.
        missing: u32,
        /// Why the discard costs points, if every discard does.
        costs: Option<Cost>,
    },
    /// Not opened though it could: what would stay on the rack costs more than staying closed.
    StaysClosed {
        /// What would be left, in points as they count.
        left: i32,
        /// What staying closed costs.
        closed: i32,
        /// Why the discard costs points, if every discard does.
        costs: Option<Cost>,
    },
    /// Opened: no other discard leaves a better rack.
    Discards {
        /// How many tiles are left.
        left: usize,
        /// What is better about them.
        merit: Merit,
        /// Why the discard costs points, if every discard does.
        costs: Option<Cost>,
    },
    /// There is no choice.
    Forced,
}

/// What speaks for the tiles that a discard leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merit {
    /// No other discard leaves tiles that cost less.
    Cheapest,
    /// None that is free does, and this one is.
    CheapestOfFree,
    /// They do not cost least, but there is more hope to be rid of them.
    Hopeful,
}
