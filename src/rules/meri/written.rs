//! What somebody could write down at a table of Hachinin-meri: well-formed, and otherwise anything.

use super::Action;
use super::state::Meri;
use crate::karuta::Karuta;
use crate::{Dice, Game, Seat, Viewer};

pub(super) fn written(game: &Meri, seat: Seat, dice: &mut Dice) -> Action {
    let view = game.view(Viewer::Seat(seat));
    let held = view.rack().map(<[Karuta]>::to_vec).unwrap_or_default();
    match dice.below(8) {
        0 => Action::Ready,
        1 => Action::Robatta,
        2..=4 => Action::Uchidashi {
            lead: any_karuta(&held, dice),
            discard: any_karuta(&held, dice),
        },
        _ => Action::Play(any_karuta(&held, dice)),
    }
}

/// Mostly a karuta that the seat holds.
fn any_karuta(held: &[Karuta], dice: &mut Dice) -> Karuta {
    if held.is_empty() || dice.below(8) == 0 {
        return *dice.any(&Karuta::pack());
    }
    *dice.any(held)
}
