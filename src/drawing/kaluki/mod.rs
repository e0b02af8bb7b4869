//! The pictures of Kaluki: a player's rack of cards, and the table as everybody sees it or the score sheet after a deal.

mod board;
mod book;
mod melds;
mod plaque;
mod rack;
mod result;
mod sheet;
mod shown;

pub use crate::shelf::Tone;
pub use board::board;
pub use book::{Summed, bought_in, summed};
pub use rack::{Group, Marks, Shown, fresh_slot, rack, slots};
pub use result::{reached, result, whose_melds};
pub use sheet::summed_deals;

use crate::packs::{Usual, cards};
use crate::rules::kaluki::View;
use crate::rules::kaluki::options::Settlement;
use crate::rules::kaluki::view::Phase;
use crate::rules::{Seat, Seats};
use crate::scene::{At, Ink, Scene, TextSize};

/// What racks hold and piles show.
pub fn usual() -> Usual {
    cards::usual()
}

/// Who is to move, if it is a single seat.
fn mover(view: &View) -> Option<Seat> {
    match view.phase {
        Phase::Draw(seat) | Phase::Play(seat) | Phase::Announce(seat) => Some(seat),
        Phase::Undealt | Phase::BuyIn(_) | Phase::DealOver => None,
    }
}

/// The units of a seat while a match is played: with what it paid into the pool or without (Kaluki rules 11).
fn units_of(view: &View, seat: Seat) -> i32 {
    match view.options.settlement {
        Settlement::Final => view.ledger[seat],
        Settlement::PerDeal => view.totals[seat],
    }
}

/// Those who are asked whether they buy in, whoever of them has answered: that is for nobody to see (Kaluki rules 7.4).
fn asked(view: &View) -> Seats {
    if !matches!(view.phase, Phase::BuyIn(_)) {
        return Seats::NONE;
    }
    let limit = view.options.penalty_limit as i32;
    let is_asked = |seat: &Seat| view.left[*seat].is_none() && view.penalties[*seat] > limit;
    let seats = view.penalties.iter().map(|(seat, _)| seat);
    seats.filter(is_asked).collect()
}

/// A number with the minus of the font.
fn signed(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// The same, but that what is won has a plus.
fn gained(number: i32) -> String {
    match number {
        1.. => format!("+{number}"),
        _ => signed(number),
    }
}

/// The largest type up to this one in which a text has room.
fn fit(text: &str, largest: TextSize, room: i32) -> TextSize {
    largest.fitting(text, room)
}

/// A text that begins here, no wider than its room.
fn write(scene: &mut Scene, text: &str, ink: Ink, left: At, room: i32) {
    let size = fit(text, TextSize::Small, room);
    scene.text(text, size, ink, left.by(size.width(text) / 2, 0));
}

#[cfg(test)]
pub(super) mod tests;
