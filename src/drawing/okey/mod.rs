//! The pictures of Okey: a player's rack and the table as everybody sees it.

mod board;
mod rack;
mod result;
mod sheet;

pub use board::board;
pub use rack::{Marks, fresh_slot, rack, slots};
pub use result::{reached, result};
pub use sheet::{sheet, summed_rounds};

use crate::packs::{Usual, tiles};
use crate::rules::Seat;
use crate::rules::okey::View;
use crate::rules::okey::view::Phase;

/// What racks hold and piles show; the lower tiles of piles, and those of a winner, come later.
pub fn usual() -> Usual {
    tiles::usual(tiles::LARGE)
}

/// Who is to move, if anybody is.
fn mover(view: &View) -> Option<Seat> {
    match view.phase {
        Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat) => Some(seat),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
