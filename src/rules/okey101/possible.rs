//! What can happen in a state of 101: whether the seats, the turn, the tiles and the melds are there that an event
//! speaks of.
//!
//! Whether a rule allowed it is not asked: an event is the truth of a journal, and a journal outlives a corrected rule.

use super::Event;
use super::meld::{Meld, Place};
use super::score::Ending;
use super::state::{Act, Okey101, Round};
use super::view::{Phase, RoundResult};
use crate::Seat;
use crate::piece::remove;
use crate::tile::Tile;
use crate::wall::is_whole;

/// Whether this event can happen now.
pub(super) fn is_possible(game: &Okey101, event: &Event) -> bool {
    let is_open = game.standing.is_none();
    is_open
        && match (event, &game.round) {
            (Event::Dealt { deck, dealer, .. }, round) => {
                let is_due = round.as_ref().is_none_or(Round::is_over);
                is_due && dealer.index() < game.seats && is_whole(deck)
            }
            (_, None) => false,
            (event, Some(round)) => game.is_possible_in(round, event),
        }
}

impl Okey101 {
    fn is_possible_in(&self, round: &Round, event: &Event) -> bool {
        match event {
            Event::Drew { seat, tile } => {
                let next = round.stock.first().map(|slot| slot.tile);
                round.phase == Phase::Draw(*seat) && next == Some(*tile)
            }
            Event::Took { seat, tile } => {
                let pile = &round.piles[self.left_of(*seat)];
                round.phase == Phase::Draw(*seat) && pile.last() == Some(tile)
            }
            Event::Returned { seat, tile } => {
                let is_taken = round.turn.taken == Some(*tile);
                round.phase == Phase::Taken(*seat) && is_taken && round.holds(*seat, [*tile])
            }
            Event::Opened { seat, melds, .. } => {
                let has_opened = round.opened.get(*seat).is_some_and(Option::is_some);
                !round.is_over() && !has_opened && round.can_lay_melds(*seat, melds)
            }
            Event::OpeningFailed { seat, .. } => round.acts(*seat),
            Event::Laid { seat, meld } => {
                let is_opened = round.acts(*seat) && round.opened[*seat].is_some();
                is_opened && round.can_lay_melds(*seat, std::slice::from_ref(meld))
            }
            Event::LaidOff {
                seat,
                tile,
                meld,
                place,
            } => {
                let can_go = round.acts(*seat) && round.can_lay(*seat, [*tile]);
                can_go && round.has_place_for(*tile, *meld, *place)
            }
            Event::TookBack { seat } => {
                round.acts(*seat) && matches!(round.turn.acts.last(), Some(Act::LaidOff(_)))
            }
            Event::Swapped {
                seat,
                tile,
                meld,
                at,
            } => {
                let holds = round.acts(*seat) && round.holds(*seat, [*tile]);
                holds && round.has_joker_for(*tile, *meld, *at)
            }
            Event::Discarded { seat, tile } => {
                round.phase == Phase::Play(*seat) && round.holds(*seat, [*tile])
            }
            Event::Charged { seat, .. } => !round.is_over() && seat.index() < self.seats,
            Event::Passed { seat } => round.phase == Phase::Draw(*seat),
            Event::RoundEnded { result } => {
                round.may_end_in(result) && result.lines.len() == self.seats
            }
            Event::Over { standing } => round.is_over() && standing.is_of(self.seats),
            Event::Dealt { .. } => false,
        }
    }
}

impl Round {
    fn is_over(&self) -> bool {
        self.phase == Phase::RoundOver
    }

    fn acts(&self, seat: Seat) -> bool {
        self.actor() == Some(seat)
    }

    /// Whether the seat holds all of these tiles.
    fn holds(&self, seat: Seat, tiles: impl IntoIterator<Item = Tile>) -> bool {
        let Some(rack) = self.racks.get(seat) else {
            return false;
        };
        let mut rest = rack.clone();
        tiles.into_iter().all(|tile| remove(&mut rest, tile))
    }

    /// Whether the seat holds all of these tiles and more: without one to discard no turn ends (101 rules 5.3), and the game
    /// would stand still.
    fn can_lay(&self, seat: Seat, tiles: impl IntoIterator<Item = Tile>) -> bool {
        let tiles: Vec<Tile> = tiles.into_iter().collect();
        let keeps_one = self
            .racks
            .get(seat)
            .is_some_and(|rack| rack.len() > tiles.len());
        keeps_one && self.holds(seat, tiles)
    }

    fn can_lay_melds(&self, seat: Seat, melds: &[Meld]) -> bool {
        self.can_lay(seat, melds.iter().flat_map(Meld::tiles).copied())
    }

    fn has_place_for(&self, tile: Tile, meld: usize, place: Place) -> bool {
        let laid = self.table.get(meld);
        laid.is_some_and(|laid| laid.meld.fits(tile, self.okey()).contains(&place))
    }

    fn has_joker_for(&self, tile: Tile, meld: usize, at: usize) -> bool {
        let laid = self.table.get(meld);
        laid.is_some_and(|laid| laid.meld.swaps(tile, self.okey()) == Some(at))
    }

    /// A round ends between two turns, unless it is void.
    fn may_end_in(&self, result: &RoundResult) -> bool {
        match self.phase {
            Phase::Draw(_) => true,
            Phase::Taken(_) | Phase::Play(_) => result.ending == Ending::Cancelled,
            Phase::Undealt | Phase::RoundOver => false,
        }
    }
}
