//! The facts behind the advice of the computers of Okey.

use crate::rules::okey::WinKind;
use crate::rules::tile::Tile;

/// Why an action is advised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Showing the twin costs nothing.
    Shows,
    /// There is no twin to show.
    NothingToShow,
    /// This finish wins, and none pays more.
    Wins {
        /// What each other player (or the other team) loses.
        points: i32,
        /// With melds or in pairs.
        kind: WinKind,
        /// Whether a joker is thrown.
        joker: bool,
    },
    /// No other discard leaves a better rack.
    Keeps {
        /// How many tiles are then missing to a win.
        distance: u8,
        /// How many tiles that nobody has shown would then bring it nearer.
        useful: u32,
        /// What the rack is on the way to.
        kind: WinKind,
    },
    /// A win is out of reach in this round: the next player can do least with this discard.
    Defends,
    /// The left neighbour's discard brings the rack nearer to a win.
    Takes {
        /// Which.
        tile: Tile,
        /// How many tiles were missing.
        from: u8,
        /// How many tiles are then missing; 0 is a win.
        to: u8,
    },
    /// The left neighbour's discard brings the rack no nearer at once, but is worth more to it than a draw.
    Prefers {
        /// Which.
        tile: Tile,
    },
    /// The left neighbour's discard would bring the rack nearer, but it would wait for tiles of which hardly any are left, and throw it again.
    LeavesNearer {
        /// Which.
        tile: Tile,
    },
    /// Nothing that lies there to be taken brings the rack nearer.
    Draws {
        /// What is left lying, if anything may be taken.
        leaves: Option<Tile>,
        /// How many tiles are missing to a win.
        distance: u8,
        /// How many tiles that nobody has shown would bring it nearer.
        useful: u32,
    },
    /// There is nothing to draw, and nothing to take that helps.
    Passes {
        /// What is left lying, if anything may be taken.
        leaves: Option<Tile>,
    },
}
