//! The pictures of Okey 101: a player's rack, and the table as everybody sees it or the score sheet after a round.

mod board;
mod melds;
mod rack;
mod result;
mod sheet;
mod shown;

pub use crate::shelf::Tone;
pub use board::board;
pub use rack::{Group, Marks, Shown, fresh_slot, rack, slots};
pub use result::{reached, result, shown};
pub use shown::worth;

use crate::packs::{Usual, tiles};
use crate::rules::Seat;
use crate::rules::okey101::View;
use crate::rules::okey101::view::Phase;

/// What racks hold and piles show; the tiles of melds come a few at a time.
pub fn usual() -> Usual {
    [tiles::MODEST, tiles::MEDIUM].map(tiles::usual).concat()
}

/// Who is to move, if anybody is.
fn mover(view: &View) -> Option<Seat> {
    match view.phase {
        Phase::Draw(seat) | Phase::Taken(seat) | Phase::Play(seat) => Some(seat),
        Phase::Undealt | Phase::RoundOver => None,
    }
}

#[cfg(test)]
pub(super) mod tests;
