//! The pictures of Okey: a player's rack and the table as everybody sees it.

mod board;
mod rack;

pub use board::board;
pub use rack::{Marks, fresh_slot, rack, slots};

use crate::rules::okey::View;
use crate::rules::okey::view::Phase;
use crate::rules::{Seat, tile};

/// Who is to move, if anybody is.
fn mover(view: &View) -> Option<Seat> {
    match view.phase {
        Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat) => Some(seat),
        _ => None,
    }
}

/// How a tile looks in this round.
fn look(tile: tile::Tile, okey: tile::Face) -> super::scene::TileFace {
    super::scene::TileFace::of(tile, okey)
}

#[cfg(test)]
mod tests;
