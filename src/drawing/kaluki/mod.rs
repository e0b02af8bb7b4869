//! The pictures of Kaluki: a player's rack of cards, and the table as everybody sees it or the score sheet after a deal.

mod board;
mod rack;

pub use board::board;
pub use rack::{Group, Marks, Shown, Tone, fresh_slot, rack, slots};

use crate::rules::Seat;
use crate::rules::kaluki::View;
use crate::rules::kaluki::view::Phase;

/// Who is to move, if it is a single seat.
fn mover(view: &View) -> Option<Seat> {
    match view.phase {
        Phase::Draw(seat) | Phase::Play(seat) | Phase::Announce(seat) => Some(seat),
        Phase::Undealt | Phase::BuyIn(_) | Phase::DealOver => None,
    }
}
