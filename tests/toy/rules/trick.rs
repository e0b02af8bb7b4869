//! A trick: its colour, what a tile counts in it, and who takes it.

use crate::Seat;
use crate::tile::{Colour, Tile};

/// The side a seat plays for (Toy rules 1.1).
pub fn side_of(seat: Seat) -> u8 {
    (seat.index() % 2) as u8
}

pub(super) fn colour_of(tile: Tile) -> Option<Colour> {
    tile.face().map(|face| face.colour())
}

pub(super) fn number_of(tile: Tile) -> u8 {
    tile.face().map_or(0, |face| face.number())
}

/// The colour of a trick: that of its first numbered tile (Toy rules 3.2).
pub(super) fn colour(trick: &[(Seat, Tile)]) -> Option<Colour> {
    trick.iter().find_map(|(_, tile)| colour_of(*tile))
}

/// How much a tile counts in this trick: nothing in another colour (Toy rules 3.3).
pub fn strength(trick: &[(Seat, Tile)], tile: Tile) -> u8 {
    let is_other = colour(trick).is_some_and(|colour| colour_of(tile) != Some(colour));
    if is_other { 0 } else { number_of(tile) }
}

/// Who takes this trick (Toy rules 3.3).
pub fn taker(trick: &[(Seat, Tile)]) -> Option<Seat> {
    // Of equal ones the last is the largest: the first one is the last from behind.
    let from_behind = trick.iter().rev();
    let best = from_behind.max_by_key(|(_, tile)| strength(trick, *tile));
    best.map(|(seat, _)| *seat)
}
