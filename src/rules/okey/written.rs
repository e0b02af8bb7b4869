//! What somebody could write down at a table of Okey: well-formed, and otherwise anything.

use super::state::Okey;
use super::{Action, seen};
use crate::tile::Tile;
use crate::{Dice, Seat, Viewer};

/// Places of the stock: the ends, one in the middle, and some that no stock has.
const PLACES: [usize; 6] = [0, 1, 20, 47, 76, usize::MAX];

pub(super) fn written(game: &Okey, seat: Seat, dice: &mut Dice) -> Action {
    let rack = seen::view(game, Viewer::Seat(seat)).rack;
    let rack = rack.unwrap_or_default();
    match dice.below(12) {
        0 => Action::Show,
        1 => Action::Decline,
        2 => Action::Draw,
        3 => Action::DrawAt(*dice.any(&PLACES)),
        4 => Action::Take,
        5 => Action::Pass,
        6..=8 => Action::Discard(any_tile(&rack, dice)),
        _ => Action::Finish(any_tile(&rack, dice)),
    }
}

/// Mostly a tile of the rack.
fn any_tile(rack: &[Tile], dice: &mut Dice) -> Tile {
    if rack.is_empty() || dice.below(8) == 0 {
        return *dice.any(&Tile::deck());
    }
    *dice.any(rack)
}
