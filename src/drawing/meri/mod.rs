//! The pictures of Hachinin-meri: a player's karuta, and the round table of eight as everybody sees it.

mod board;
mod rack;

pub use board::board;
pub use rack::{Marks, Shown, rack, slots};

use crate::rules::Seat;
use crate::rules::meri::View;
use crate::rules::meri::view::Phase;

/// Who is to move, if it is a single seat.
fn mover(view: &View) -> Option<Seat> {
    match view.phase {
        Phase::Uchidashi(seat) | Phase::Play(seat) => Some(seat),
        Phase::Undealt | Phase::Robau | Phase::RoundOver => None,
    }
}
