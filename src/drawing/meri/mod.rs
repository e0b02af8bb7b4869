//! The pictures of Hachinin-meri: a player's karuta, the round table of eight as everybody sees it, what a round came to,
//! and what teaches the game.

mod board;
mod lesson;
mod middle;
mod places;
mod rack;
mod result;
mod sheet;
mod teams;
#[cfg(test)]
pub(crate) mod tests;
mod trick;

pub use board::{board, taken};
pub use lesson::{Lesson, lesson, order};
pub use rack::{Marks, Shown, rack, slots};
pub use result::{finest, reached, result};

use crate::packs::{Usual, karuta};
use crate::rules::Seat;
use crate::rules::meri::View;
use crate::rules::meri::view::Phase;

/// What racks hold, and the signs of the suits.
pub fn usual() -> Usual {
    karuta::usual()
}

/// Who is to move, if it is a single seat.
fn mover(view: &View) -> Option<Seat> {
    match view.phase {
        Phase::Uchidashi(seat) | Phase::Play(seat) => Some(seat),
        Phase::Undealt | Phase::Robau | Phase::RoundOver => None,
    }
}
