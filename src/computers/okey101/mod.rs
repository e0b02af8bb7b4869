//! The computers for 101. `easy` lays what it can; `medium` plans its turn with the exact solver (`plan`, `opening`) and
//! keeps what is likeliest to open (`hopes`), by what all have seen (`known`).

mod danger;
pub mod easy;
mod hopes;
mod known;
pub mod medium;
mod opening;
mod plan;
mod spots;
#[cfg(test)]
mod tests;

use crate::rules::okey101::penalties::Cost;
use crate::rules::okey101::{Action, View};
use crate::rules::tile::Tile;

/// The facts behind an advice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The rack opens with sets and runs.
    Opens {
        /// What they are worth.
        points: u32,
    },
    /// The rack opens with doubles.
    OpensDoubles {
        /// How many.
        count: u32,
    },
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
    /// With the left neighbour's discard the rack opens with doubles.
    TakesToOpenDoubles {
        /// Which tile.
        tile: Tile,
        /// How many doubles.
        count: u32,
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
    /// Opened: no other discard leaves a cheaper rack.
    Discards {
        /// How many tiles are left.
        left: usize,
        /// Why the discard costs points, if every discard does.
        costs: Option<Cost>,
    },
    /// There is no choice.
    Forced,
}

/// What ends the turn without harm, if nothing better is known: a draw, a return, the cheapest discard.
fn fallback(view: &View, actions: &[Action]) -> Option<Action> {
    let listed = |action: &Action| actions.contains(action).then(|| action.clone());
    let costs = |tile: &Tile| {
        let own = view.own.as_ref();
        own.is_some_and(|own| own.costs.iter().any(|(costly, _)| costly == tile))
    };
    let cheapest = || {
        let throws = actions.iter().filter_map(|action| match action {
            Action::Discard { tile, .. } => Some((action, tile)),
            _ => None,
        });
        let okey = view.okey();
        let joker = |tile: &Tile| okey.is_some_and(|okey| tile.is_joker(okey));
        let cheapest = throws.min_by_key(|(_, tile)| (costs(tile), joker(tile)));
        cheapest.map(|(action, _)| action.clone())
    };
    listed(&Action::Draw)
        .or_else(|| listed(&Action::Return))
        .or_else(cheapest)
        .or_else(|| listed(&Action::Pass))
        .or_else(|| actions.first().cloned())
}
