//! What somebody could write down at a table of 101: well-formed, and otherwise anything.

use super::meld::{Composed, Kind, Place};
use super::state::Okey101;
use super::{Action, seen};
use crate::tile::Tile;
use crate::{Dice, Seat, Viewer};

pub(super) fn written(game: &Okey101, seat: Seat, dice: &mut Dice) -> Action {
    let view = seen::view(game, Viewer::Seat(seat));
    let rack = view.rack().map(<[Tile]>::to_vec).unwrap_or_default();
    let melds_on_table = view.table.len() as u32;
    let meld = dice.below(melds_on_table + 2) as usize;
    let one = |dice: &mut Dice| any_tile(&rack, dice);
    match dice.below(14) {
        0 => Action::Draw,
        1 => Action::Take,
        2 => Action::Return,
        3 | 4 => {
            let count = dice.below(6);
            let melds = (0..count).map(|_| any_meld(&rack, dice)).collect();
            Action::Open { melds }
        }
        5 => Action::Open {
            melds: vec![Composed::of(rack)],
        },
        6 => Action::Lay {
            meld: any_meld(&rack, dice),
        },
        7 | 8 => Action::LayOff {
            tile: one(dice),
            meld,
            end: *dice.any(&[None, Some(Place::Low), Some(Place::High), Some(Place::Set)]),
        },
        9 => Action::SwapJoker {
            tile: one(dice),
            meld,
        },
        10 => Action::Discard {
            tile: one(dice),
            confirm: dice.below(2) == 0,
        },
        11 => Action::Pass,
        _ => Action::TakeBack,
    }
}

/// Mostly a tile of the rack.
fn any_tile(rack: &[Tile], dice: &mut Dice) -> Tile {
    if rack.is_empty() || dice.below(8) == 0 {
        return *dice.any(&Tile::deck());
    }
    *dice.any(rack)
}

fn any_meld(rack: &[Tile], dice: &mut Dice) -> Composed {
    let kinds = [None, Some(Kind::Run), Some(Kind::Set), Some(Kind::Pair)];
    let length = dice.below(6);
    Composed {
        tiles: (0..length).map(|_| any_tile(rack, dice)).collect(),
        kind: *dice.any(&kinds),
    }
}
