//! What can happen in a state of Okey: whether the seats, the turn and the tiles are there that an event speaks of.
//!
//! Whether a rule allowed it is not asked: an event is the truth of a journal, and a journal outlives a corrected rule.

use super::Event;
use super::state::{Okey, Round};
use super::view::Phase;
use crate::tile::Tile;
use crate::wall::is_whole;
use crate::{PerSeat, Seat};

/// Whether this event can happen now.
pub(super) fn is_possible(game: &Okey, event: &Event) -> bool {
    let is_open = game.standing.is_none();
    is_open
        && match (event, &game.round) {
            (Event::Dealt { deck, dealer, .. }, round) => {
                let is_due = round.as_ref().is_none_or(Round::is_over);
                is_due && game.active().contains(*dealer) && is_whole(deck)
            }
            (_, None) => false,
            (event, Some(round)) => game.is_possible_in(round, event),
        }
}

impl Okey {
    fn is_possible_in(&self, round: &Round, event: &Event) -> bool {
        match event {
            Event::Showed { seat, points } => {
                let may = self.active().contains(*seat) && !round.showed.contains(*seat);
                may && !round.is_over() && round.holds(*seat, round.twin()) && self.fit(points)
            }
            Event::Declined { seat } => {
                matches!(round.phase, Phase::Showing(asked) if asked.contains(*seat))
            }
            Event::Drew { seat, tile, place } => {
                let slot = self.next_draw(round, *place);
                round.draws(*seat) && slot.is_some_and(|slot| slot.tile == *tile)
            }
            Event::Took { seat, tile } => {
                round.draws(*seat) && round.piles[self.left_of(*seat)].last() == Some(tile)
            }
            Event::Discarded { seat, tile } => round.discards(*seat) && round.holds(*seat, *tile),
            Event::Passed { seat } => round.draws(*seat),
            Event::FinishFailed { seat, tile, points } => {
                round.discards(*seat) && round.holds(*seat, *tile) && self.fit(points)
            }
            Event::Finished { seat, win, points } => {
                let laid = win.melds.iter().flatten().copied().chain([win.discard]);
                round.discards(*seat) && is_same(laid, &round.racks[*seat]) && self.fit(points)
            }
            Event::Drawn => matches!(round.phase, Phase::Draw(_)),
            Event::Left { seat } => round.is_over() && self.active().contains(*seat),
            Event::Over { standing } => round.is_over() && standing.is_of(self.seats()),
            Event::Dealt { .. } => false,
        }
    }

    fn fit(&self, points: &PerSeat<i32>) -> bool {
        points.len() == self.seats()
    }
}

impl Round {
    fn is_over(&self) -> bool {
        self.phase == Phase::RoundOver
    }

    fn draws(&self, seat: Seat) -> bool {
        self.phase == Phase::Draw(seat)
    }

    fn discards(&self, seat: Seat) -> bool {
        matches!(self.phase, Phase::StarterDiscard(actor) | Phase::Discard(actor) if actor == seat)
    }

    fn holds(&self, seat: Seat, tile: Tile) -> bool {
        self.racks
            .get(seat)
            .is_some_and(|rack| rack.contains(&tile))
    }
}

/// Whether these are the tiles of a rack, in whichever order.
fn is_same(tiles: impl Iterator<Item = Tile>, rack: &[Tile]) -> bool {
    let mut tiles: Vec<Tile> = tiles.collect();
    tiles.sort_unstable();
    tiles == rack
}
