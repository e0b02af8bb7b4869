//! Another truth that a viewer cannot tell from the present one.
//!
//! Everything the viewer knows stays: the own hand, table and discards, taken discards that are still held, hands that were
//! shown, and of which cards the stock consists since the discards became it. The rest is shuffled. What others drew is
//! then told anew so that the imagined deal could have happened: no card leaves a hand before it is drawn.
//!
//! Two things are not imagined: that a hand could open with a card that was taken for it, which is seen at once or not at
//! all; and through whose hands each card of a reshuffled stock came, only that it was one of those.

use super::deal::HAND;
use super::state::{Deal, Kaluki, Taken};
use super::view::{Moved, Phase};
use super::{Answer, Placement};
use crate::card::{Card, Placed};
use crate::piece::{difference, remove};
use crate::retold::{self, Change, Told};
use crate::{Dice, Seat, Viewer};

pub(super) fn redeal(game: &Kaluki, viewer: Viewer, dice: &mut Dice) -> Kaluki {
    let mut imagined = game.clone();
    let is_hidden = |seat: &Seat| viewer != Viewer::Seat(*seat);
    if let Some(deal) = &mut imagined.deal {
        let order = deal.order.iter().copied();
        let hidden: Vec<Seat> = order.filter(is_hidden).collect();
        let mut pool = Pool::gather(deal, &hidden);
        dice.shuffle(&mut pool.cards);
        pool.fill(deal, viewer, &hidden);
        for seat in &hidden {
            retell(deal, *seat, dice);
        }
        // What was answered is secret until all have answered (Kaluki rules 7).
        if matches!(deal.phase, Phase::BuyIn(_)) {
            for seat in Seat::all(game.seats).filter(is_hidden) {
                let other = any_answer(dice);
                deal.answers[seat] = deal.answers[seat].map(|_| other);
            }
        }
    }
    imagined
}

fn any_answer(dice: &mut Dice) -> Answer {
    match dice.below(2) {
        0 => Answer::BuyIn,
        _ => Answer::Decline,
    }
}

/// The cards that the viewer cannot place.
struct Pool {
    cards: Vec<Card>,
    /// What is known of each hidden hand, in their order.
    known: Vec<Vec<Card>>,
}

impl Pool {
    /// Gathers the cards in canonical order: how they lie in the true world must not matter.
    fn gather(deal: &Deal, hidden: &[Seat]) -> Self {
        let mut cards = deal.stock.clone();
        let mut known = Vec::new();
        for seat in hidden {
            let certain = known_of(deal, *seat);
            cards.extend(difference(&deal.hands[*seat], &certain));
            known.push(certain);
        }
        cards.sort_unstable();
        Self { cards, known }
    }

    /// Puts the cards back in the order they now have, into the stock only such as can be there.
    fn fill(mut self, deal: &mut Deal, viewer: Viewer, hidden: &[Seat]) {
        let stock = match stock_since(deal, viewer) {
            None => self.cards.drain(..deal.stock.len()).collect(),
            Some(mut possible) => {
                let cards = self.cards.iter().copied();
                let fitting = cards.filter(|card| remove(&mut possible, *card));
                let stock: Vec<Card> = fitting.take(deal.stock.len()).collect();
                self.cards = difference(&self.cards, &stock);
                stock
            }
        };
        deal.stock = stock;
        let mut cards = self.cards.into_iter();
        for (seat, mut hand) in hidden.iter().zip(self.known) {
            let missing = deal.hands[*seat].len().saturating_sub(hand.len());
            hand.extend(cards.by_ref().take(missing));
            hand.sort_unstable();
            deal.hands[*seat] = hand;
        }
    }
}

/// Of which cards the stock can still consist: the discards that became it, without those that the viewer has drawn.
fn stock_since(deal: &Deal, viewer: Viewer) -> Option<Vec<Card>> {
    let mut possible = None;
    for moved in &deal.history {
        match moved {
            Moved::Reshuffled { cards } => possible = Some(cards.clone()),
            Moved::Drew {
                seat,
                card: Some(card),
            } if viewer == Viewer::Seat(*seat) => {
                if let Some(possible) = &mut possible {
                    remove(possible, *card);
                }
            }
            _ => {}
        }
    }
    possible
}

/// What everybody knows to be in a hand.
fn known_of(deal: &Deal, seat: Seat) -> Vec<Card> {
    if deal.counts() {
        return deal.hands[seat].clone();
    }
    retold::known_after(deal.history.iter().map(|moved| change(moved, seat)))
}

/// What a step changed in a hand.
fn change(moved: &Moved, own: Seat) -> Change<Card> {
    match moved {
        Moved::Drew { seat, .. } if *seat == own => Change::hidden(),
        Moved::Took { seat, card } if *seat == own => Change::open(*card),
        Moved::Returned { seat, card } | Moved::Discarded { seat, card } if *seat == own => {
            Change::out(vec![*card])
        }
        Moved::Opened { seat, melds, .. } if *seat == own => {
            Change::out(cards(melds.iter().flat_map(|meld| meld.cards())))
        }
        Moved::Laid { seat, meld } if *seat == own => Change::out(cards(meld.cards().iter())),
        Moved::Built {
            seat, cards: built, ..
        } if *seat == own => Change::out(cards(built.iter())),
        Moved::Exchanged {
            seat,
            recovered,
            placements,
        } if *seat == own => {
            let mut left = cards(placements.iter().flat_map(Placement::cards));
            for given in recovered {
                // The recovered joker was never in the hand.
                remove(&mut left, Card::Joker);
                left.extend(&given.cards);
            }
            Change::out(left)
        }
        _ => Change::default(),
    }
}

fn cards<'a>(placed: impl Iterator<Item = &'a Placed>) -> Vec<Card> {
    placed.map(|placed| placed.card()).collect()
}

/// Tells anew what a seat drew, now that it holds other cards.
fn retell(deal: &mut Deal, seat: Seat, dice: &mut Dice) {
    let mut told = Told::dealt(HAND);
    for (index, moved) in deal.history.iter().enumerate() {
        told.step(change(moved, seat), index, dice);
    }
    for (index, drawn) in told.drawn(&deal.hands[seat], dice) {
        if let Moved::Drew { card, .. } = &mut deal.history[index] {
            *card = Some(drawn);
        }
    }
    if deal.phase == Phase::Play(seat) {
        retell_turn(deal, seat);
    }
}

/// The card of the turn is the one that was drawn last; whether an equal one was held before a take follows from the hand.
fn retell_turn(deal: &mut Deal, seat: Seat) {
    if deal.turn.drawn.is_some() {
        deal.turn.drawn = last_drawn(deal, seat);
    }
    let Some(taken) = deal.turn.taken else { return };
    let took = |moved: &&Moved| !matches!(moved, Moved::Took { .. });
    let since = deal.history.iter().rev().take_while(took);
    let laid = since.flat_map(|moved| change(moved, seat).out);
    let equal = laid.chain(deal.hands[seat].iter().copied());
    let had_equal = equal.filter(|card| *card == taken.card).count() > 1;
    deal.turn.taken = Some(Taken { had_equal, ..taken });
}

fn last_drawn(deal: &Deal, own: Seat) -> Option<Card> {
    let mut drawn = deal.history.iter().rev().filter_map(|moved| match moved {
        Moved::Drew { seat, card } if *seat == own => Some(*card),
        _ => None,
    });
    drawn.next().flatten()
}
