//! What can happen in a state of Kaluki: whether the seats, the turn, the cards and the melds are there that an event
//! speaks of.
//!
//! Whether a rule allowed it is not asked: an event is the truth of a journal, and a journal outlives a corrected rule.

use super::meld::{End, Meld};
use super::options::Announce;
use super::score::{DealResult, Ending};
use super::state::{Deal, Kaluki};
use super::trial::Trial;
use super::view::Phase;
use super::{Answer, Event, Options, Placement, Recovered, Recovery};
use crate::card::{Card, Placed};
use crate::piece::remove;
use crate::{Seat, Seats};

/// Whether this event can happen now.
pub(super) fn is_possible(game: &Kaluki, event: &Event) -> bool {
    let is_open = game.standing.is_none();
    is_open
        && match (event, &game.deal) {
            (Event::Dealt { pack, cut, dealer }, deal) => {
                let is_due = deal.as_ref().is_none_or(Deal::is_over);
                let sits = dealer.index() < game.seats;
                is_due && sits && *cut <= pack.len() && is_whole(&game.options, pack)
            }
            (_, None) => false,
            (event, Some(deal)) => game.is_possible_in(deal, event),
        }
}

fn is_whole(options: &Options, pack: &[Card]) -> bool {
    is_same(pack, &Card::pack(options.joker_count.number()))
}

/// Whether these are the same cards, in whatever order.
fn is_same(one: &[Card], other: &[Card]) -> bool {
    let sorted = |cards: &[Card]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    sorted(one) == sorted(other)
}

impl Kaluki {
    fn is_possible_in(&self, deal: &Deal, event: &Event) -> bool {
        match event {
            Event::Drew { seat, card } => {
                deal.phase == Phase::Draw(*seat) && deal.stock.first() == Some(card)
            }
            Event::Reshuffled { stock } => deal.stock.is_empty() && is_same(stock, &deal.pile),
            Event::Took { seat, card, .. } => {
                deal.phase == Phase::Draw(*seat) && deal.pile.last() == Some(card)
            }
            Event::Returned { seat, card } => {
                let is_taken = deal.turn.taken.is_some_and(|taken| taken.card == *card);
                is_taken && deal.plays(*seat) && deal.holds(*seat, [*card])
            }
            Event::Discarded { seat, card } => deal.plays(*seat) && deal.holds(*seat, [*card]),
            Event::Opened { .. }
            | Event::Laid { .. }
            | Event::Built { .. }
            | Event::Exchanged { .. } => self.is_possible_on_table(deal, event),
            Event::Announced { seat, held, by } => deal.may_be_announced(*seat, *held, *by),
            Event::AnnouncementDue { seat } => {
                let takes_part = deal.players().contains(*seat);
                takes_part && deal.phase == Phase::Draw(deal.after(*seat))
            }
            Event::Missed { seat } => deal.phase == Phase::Announce(*seat),
            Event::DealEnded { result } => {
                deal.may_end_in(result) && result.lines.len() == self.seats
            }
            Event::BuyInOffered { seats, .. } => {
                deal.is_over() && !seats.is_empty() && self.are_active(*seats)
            }
            Event::Answered { seat, .. } => {
                matches!(deal.phase, Phase::BuyIn(asked) if asked.contains(*seat))
            }
            Event::BoughtIn { seat, .. } => {
                let answer = deal.answers.get(*seat).copied().flatten();
                deal.is_over() && answer == Some(Answer::BuyIn)
            }
            Event::Left { seat } => deal.is_over() && self.are_active(Seats::only(*seat)),
            Event::Over { standing } => deal.is_over() && standing.is_of(self.seats),
            Event::Dealt { .. } => false,
        }
    }

    /// Whether the cards of a table action are there, and the melds that it speaks of.
    fn is_possible_on_table(&self, deal: &Deal, event: &Event) -> bool {
        match event {
            Event::Opened { seat, melds, .. } => {
                let takes_part = deal.players().contains(*seat) && !deal.opened.contains(*seat);
                !deal.is_over() && takes_part && deal.holds_melds(*seat, melds)
            }
            Event::Laid { seat, meld } => {
                deal.lays(*seat) && deal.holds_melds(*seat, std::slice::from_ref(meld))
            }
            Event::Built {
                seat,
                meld,
                cards,
                end,
            } => {
                let holds = deal.lays(*seat) && deal.holds_placed(*seat, cards);
                holds && self.has_place_for(deal, cards, *meld, *end)
            }
            Event::Exchanged {
                seat,
                recovered,
                placements,
            } => deal.lays(*seat) && self.can_exchange(deal, *seat, recovered, placements),
            _ => false,
        }
    }

    fn has_place_for(&self, deal: &Deal, cards: &[Placed], meld: usize, end: End) -> bool {
        let aces = self.options.aces();
        let laid = deal.table.get(meld);
        laid.is_some_and(|laid| laid.meld.build(cards, end, aces).is_ok())
    }

    /// Whether the jokers lie where they are said to lie, and all that is recovered is placed.
    fn can_exchange(
        &self,
        deal: &Deal,
        seat: Seat,
        recovered: &[Recovered],
        placements: &[Placement],
    ) -> bool {
        let hand = &deal.hands[seat];
        let mut trial = Trial::new(&self.options, hand, deal.melds(), &deal.turn.end_adds);
        let frees = recovered.iter().all(|given| {
            let recovery = Recovery {
                meld: given.meld,
                cards: given.cards.clone(),
            };
            let freed = trial.recover(&recovery, 0);
            freed.is_ok_and(|freed| freed.at == given.at)
        });
        let fits = |placement| trial.place(placement, 0).is_ok();
        frees && placements.iter().all(fits) && trial.freed == 0
    }

    fn are_active(&self, seats: Seats) -> bool {
        let active = self.book.active();
        seats.iter().all(|seat| active.contains(seat))
    }
}

impl Deal {
    fn is_over(&self) -> bool {
        self.phase == Phase::DealOver
    }

    fn plays(&self, seat: Seat) -> bool {
        self.phase == Phase::Play(seat)
    }

    fn lays(&self, seat: Seat) -> bool {
        self.plays(seat) && self.opened.contains(seat)
    }

    /// Whether the seat holds all of these cards.
    fn holds(&self, seat: Seat, cards: impl IntoIterator<Item = Card>) -> bool {
        let Some(hand) = self.hands.get(seat) else {
            return false;
        };
        let mut rest = hand.clone();
        cards.into_iter().all(|card| remove(&mut rest, card))
    }

    fn holds_placed(&self, seat: Seat, cards: &[Placed]) -> bool {
        self.holds(seat, cards.iter().map(|placed| placed.card()))
    }

    fn holds_melds(&self, seat: Seat, melds: &[Meld]) -> bool {
        let placed = melds.iter().flat_map(Meld::cards);
        self.holds(seat, placed.map(|placed| placed.card()))
    }

    /// The bot tells when the turn has gone on, the player before it does.
    fn may_be_announced(&self, seat: Seat, held: usize, by: Announce) -> bool {
        let is_moment = match by {
            Announce::Auto => matches!(self.phase, Phase::Draw(_)),
            Announce::Manual => self.phase == Phase::Announce(seat),
        };
        let hand = self.hands.get(seat);
        is_moment && hand.is_some_and(|hand| hand.len() == held)
    }

    /// A deal ends between two turns, or with the last card of a hand.
    fn may_end_in(&self, result: &DealResult) -> bool {
        match (self.phase, result.ending) {
            (Phase::Draw(_) | Phase::Play(_), Ending::CalledUp(call_up)) => {
                let hand = self.hands.get(call_up.seat);
                hand.is_some_and(Vec::is_empty) && self.players().contains(call_up.seat)
            }
            (Phase::Draw(_), Ending::Exhausted | Ending::Stalled) => true,
            _ => false,
        }
    }
}
