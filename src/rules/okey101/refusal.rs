//! Why an action is refused, with the facts; the sentences for people are the front's.

use thiserror::Error;

use super::meld::MeldFault;
use super::opening::OpeningFault;
use super::penalties::Cost;
use crate::Seat;
use crate::tile::Tile;

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Nothing is being played: no round is dealt, or it is over.
    #[error("no round is being played")]
    NoRound,
    /// The table has no such seat.
    #[error("seat {seat} is not in the game")]
    NotInGame {
        /// Which.
        seat: Seat,
    },
    /// Somebody else is to act.
    #[error("it is not that seat's turn")]
    OutOfTurn,
    /// A tile must be drawn or taken before anything else.
    #[error("a tile must be drawn or taken first")]
    MustDrawFirst,
    /// The turn has its tile: it goes on with the table, or with a discard.
    #[error("nothing can be drawn now: a tile must be discarded")]
    MustDiscard,
    /// The taken tile must be used, or returned, before anything else.
    #[error("{taken} was taken and must be used or returned first")]
    UseTakenFirst {
        /// The tile.
        taken: Tile,
    },
    /// Nothing was taken that could be returned, or it has been used.
    #[error("there is no taken tile to return")]
    NothingToReturn,
    /// A tile was returned in this turn: now one must be drawn.
    #[error("after a return a tile must be drawn")]
    ReturnedThisTurn,
    /// The tile is not on the rack, or not so often.
    #[error("there is no {tile} left on the rack for that")]
    NotOnRack {
        /// The tile that was named.
        tile: Tile,
    },
    /// There is no tile left to draw.
    #[error("the stock is empty")]
    StockEmpty,
    /// The left neighbour has no discard to take.
    #[error("there is no discard to take")]
    NothingToTake,
    /// Passing needs an empty stock.
    #[error("{stock} tiles are left to draw")]
    StockLeft {
        /// How many.
        stock: usize,
    },
    /// The round ends by itself at this table: nobody passes.
    #[error("nobody passes at this table")]
    NoPassing,
    /// No meld was composed.
    #[error("no tiles were put together")]
    NothingComposed,
    /// The opening fails. Told to that player alone.
    #[error(transparent)]
    Opening(#[from] OpeningFault),
    /// A further opening failed in one turn (`strict`).
    #[error("an opening has already failed in this turn: {fault}")]
    FailedAlready {
        /// Why this one fails.
        fault: OpeningFault,
    },
    /// The taken tile is not among the tiles.
    #[error("{taken} was taken and is not among the tiles")]
    TakenUnused {
        /// The tile.
        taken: Tile,
    },
    /// One tile must stay for the discard (101 rules 5.3).
    #[error("no tile would be left to discard")]
    RackEmptied,
    /// Nobody opens twice in a round.
    #[error("that seat has opened already")]
    AlreadyOpened,
    /// Laying and laying off come after opening.
    #[error("that seat has not opened")]
    NotOpened,
    /// The tiles are no meld.
    #[error("that is no meld: {fault}")]
    NoMeld {
        /// Why.
        fault: MeldFault,
    },
    /// Who opened with doubles lays no sets and runs.
    #[error("who opened with doubles lays only doubles")]
    OnlyDoubles,
    /// Who opened with sets and runs lays no doubles.
    #[error("who opened with sets and runs lays no doubles")]
    NoDoubles,
    /// They may, once somebody has opened with doubles (`if_pairs_opened`).
    #[error("nobody has opened with doubles yet")]
    NobodyOpenedDoubles,
    /// Who opened with doubles has laid off as often as the table allows.
    #[error("only {limit} tiles a turn may be laid off after opening with doubles")]
    LayOffLimit {
        /// How many in a turn.
        limit: u32,
    },
    /// There is no such meld on the table.
    #[error("there is no meld {} on the table", meld.saturating_add(1))]
    NoSuchMeld {
        /// The place that was named, from 0.
        meld: usize,
    },
    /// Nothing is added to a double.
    #[error("nothing can be added to a double")]
    ClosedDouble,
    /// The set has its four tiles.
    #[error("the set is full")]
    FullSet,
    /// The tile does not fit that meld, or not at that end.
    #[error("{tile} does not fit there")]
    DoesNotFit {
        /// The tile.
        tile: Tile,
    },
    /// The last table action of this turn was no laying off.
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    /// The tile has been taken back once.
    #[error("{tile} has been taken back in this turn already")]
    TakenBackAlready {
        /// The tile.
        tile: Tile,
    },
    /// Only one tile may be taken back at a time (`assisted`).
    #[error("only the tile laid off last may be taken back")]
    OnlyTheLast,
    /// Jokers on the table stay there at this table.
    #[error("jokers are not swapped at this table")]
    SwapOff,
    /// No joker of that meld stands for this tile.
    #[error("no joker there stands for {tile}")]
    NoJokerFor {
        /// The tile.
        tile: Tile,
    },
    /// After an opening below the minimum the last tile must be discarded (101 rules 7.6).
    #[error("the last tile must be discarded now")]
    MustFinish,
    /// The discard costs points: it needs a confirmation (101 rules 10.4). Told to that player alone.
    #[error("discarding {tile} costs {points}: {cost}")]
    NeedsConfirmation {
        /// The tile.
        tile: Tile,
        /// Why it costs.
        cost: Cost,
        /// How much.
        points: i32,
    },
}
