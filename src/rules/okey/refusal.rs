//! Why an action is refused, with the facts; the sentences for people are the front's.

use thiserror::Error;

use crate::Seat;
use crate::tile::Tile;

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Nothing is being played: no round is dealt, or it is over.
    #[error("no round is being played")]
    NoRound,
    /// The seat plays no part in this game, or no longer.
    #[error("seat {seat} is not in the game")]
    NotInGame {
        /// Which.
        seat: Seat,
    },
    /// Somebody else is to act: out of turn one may only show.
    #[error("it is not that seat's turn")]
    OutOfTurn,
    /// Before anything else everybody says whether they show (`before_first_discard`).
    #[error("the showing is not over")]
    ShowingFirst,
    /// The seat has 14 tiles and must draw or take first.
    #[error("a tile must be drawn or taken first")]
    MustDrawFirst,
    /// The seat has 15 tiles and must discard or finish.
    #[error("a tile must be discarded")]
    MustDiscard,
    /// The tile is not on the rack.
    #[error("there is no {tile} on the rack")]
    NotOnRack {
        /// The tile that was named.
        tile: Tile,
    },
    /// There is no tile left to draw.
    #[error("the stock is empty")]
    StockEmpty,
    /// The stock has no such place, or may only be drawn in order.
    #[error("the stock has no place {place} to draw from")]
    NoSuchPlace {
        /// The place that was named.
        place: usize,
    },
    /// The left neighbour has no discard to take.
    #[error("there is no discard to take")]
    NothingToTake,
    /// So many turns in a row began with a take: this one begins with a draw.
    #[error("after {takes} takes in a row a tile must be drawn")]
    MustDrawFromStock {
        /// The cap that is reached.
        takes: u32,
    },
    /// On an empty stock only who wins with it may take a discard (`win_only`).
    #[error("{tile} may only be taken to win with it")]
    TakeDoesNotWin {
        /// The tile on the pile.
        tile: Tile,
    },
    /// The tile was taken to win with it, so the turn ends with a finish (`win_only`).
    #[error("the turn must end with a finish")]
    MustFinish,
    /// Passing needs an empty stock.
    #[error("{stock} tiles are left to draw")]
    StockLeft {
        /// How many.
        stock: usize,
    },
    /// The other fourteen tiles are no winning fourteen. Told to that player alone.
    #[error("without {tile} the rack does not win: {short} tiles are in no meld")]
    DoesNotWin {
        /// The tile that would have been discarded.
        tile: Tile,
        /// How many of the fourteen the best arrangement leaves over.
        short: usize,
    },
    /// One wrong finish a turn is enough: another costs nothing, and one that wins is accepted.
    #[error("a finish has already failed in this turn")]
    FinishFailedAlready,
    /// Nobody shows at this table.
    #[error("showing is switched off")]
    ShowingOff,
    /// The seat has shown, or has said no.
    #[error("that seat has already answered")]
    AlreadyShown,
    /// The time for showing is over for this seat.
    #[error("it is too late to show")]
    TooLateToShow,
    /// The twin is not on the rack. Told to that player alone.
    #[error("the twin of the indicator, {twin}, is not on the rack")]
    NoTwin {
        /// The tile that would have to be shown.
        twin: Tile,
    },
    /// There is nothing to say no to.
    #[error("there is nothing to decline")]
    NothingToDecline,
}
