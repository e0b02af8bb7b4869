//! What a person could do, and why: the advice of the medium computer with its facts. And what a person may not have
//! meant to do.
//!
//! Both are pure functions of what the asking seat may see; there is no chance in them.

use super::okey::medium;
use super::okey101;
pub use super::okey101::Reason as Reason101;
use crate::rules::any::{AnyAction, AnyView};
use crate::rules::meld;
use crate::rules::okey::{Action, View, WinKind, score};
use crate::rules::tile::Tile;

/// A piece of advice.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// What to do: a listed action, or an opening or meld of 101 that the computer composed by the rules itself.
    pub action: AnyAction,
    /// Why.
    pub reason: Why,
}

/// The facts behind an advice, by game.
#[derive(Clone, PartialEq, Debug)]
pub enum Why {
    /// Of Okey.
    Okey(Reason),
    /// Of Okey 101.
    Okey101(Reason101),
}

/// The facts behind an advice in Okey.
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

/// The best of the actions of the seat whose view this is; `None` if it has none.
pub fn hint(view: &AnyView, actions: &[AnyAction]) -> Option<Hint> {
    match view {
        AnyView::Okey(view) => {
            let (action, reason) = medium::advise(view, &super::okey_actions(actions))?;
            Some(Hint {
                action: AnyAction::Okey(action),
                reason: Why::Okey(reason),
            })
        }
        AnyView::Okey101(view) => {
            let own = super::okey101_actions(actions);
            let (action, reason) = okey101::medium::advise(view, &own)?;
            Some(Hint {
                action: AnyAction::Okey101(action),
                reason: Why::Okey101(reason),
            })
        }
    }
}

/// What an action gives away that its player may want to keep: worth asking once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Costly {
    /// The rack wins now, and this does not finish.
    ThrowsWinAway,
    /// A joker goes without winning; the next player may take it.
    ThrowsJoker,
}

/// What this action of the viewer gives away, if anything. No discard of Okey costs points by itself; which of
/// Okey 101 do, its own view says.
pub fn costly(view: &AnyView, action: &AnyAction) -> Option<Costly> {
    match (view, action) {
        (AnyView::Okey(view), AnyAction::Okey(Action::Discard(discard))) => {
            gives_away(view, *discard)
        }
        _ => None,
    }
}

fn gives_away(view: &View, discard: Tile) -> Option<Costly> {
    let (rack, okey) = (view.rack.as_ref()?, view.okey()?);
    let wins = |tile: &Tile| score::wins(&meld::rest(rack, *tile), okey);
    if rack.iter().any(wins) {
        return Some(Costly::ThrowsWinAway);
    }
    discard.is_joker(okey).then_some(Costly::ThrowsJoker)
}

#[cfg(test)]
mod tests;
