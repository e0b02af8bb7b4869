//! Another truth that a viewer cannot tell from the present one.
//!
//! Everything the viewer knows stays: the own hand, table and discards, taken discards that are still held, hands that were
//! shown, and of which cards the stock consists since the discards became it. The rest is shuffled. What others drew is
//! then told anew so that the imagined deal could have happened: no card leaves a hand before it is drawn.
//!
//! Two things are not imagined: that a hand could open with a card that was taken for it, which is seen at once or not at
//! all; and through whose hands each card of a reshuffled stock came, only that it was one of those.

use super::deal::HAND;
use super::hand::{add, difference};
use super::state::{Deal, Kaluki, Taken};
use super::view::{Moved, Phase};
use super::{Answer, Placement};
use crate::card::{Card, Placed};
use crate::piece::remove;
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
    let mut known = Vec::new();
    for moved in &deal.history {
        let change = Change::of(moved, seat);
        for card in change.out {
            // If an equal card is known it may be that one: then nothing more is certain.
            remove(&mut known, card);
        }
        known.extend(change.open);
    }
    known
}

/// What a step changed in a hand, as everybody knows it.
#[derive(Default)]
struct Change {
    /// Cards that left the hand.
    out: Vec<Card>,
    /// A card that came to it and that everybody knows.
    open: Option<Card>,
    /// Whether a card came that only its owner knows.
    hidden: bool,
}

impl Change {
    fn of(moved: &Moved, own: Seat) -> Self {
        let out = |out: Vec<Card>| Self {
            out,
            ..Self::default()
        };
        match moved {
            Moved::Drew { seat, .. } if *seat == own => Self {
                hidden: true,
                ..Self::default()
            },
            Moved::Took { seat, card } if *seat == own => Self {
                open: Some(*card),
                ..Self::default()
            },
            Moved::Returned { seat, card } | Moved::Discarded { seat, card } if *seat == own => {
                out(vec![*card])
            }
            Moved::Opened { seat, melds, .. } if *seat == own => {
                out(cards(melds.iter().flat_map(|meld| meld.cards())))
            }
            Moved::Laid { seat, meld } if *seat == own => out(cards(meld.cards().iter())),
            Moved::Built {
                seat, cards: built, ..
            } if *seat == own => out(cards(built.iter())),
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
                out(left)
            }
            _ => Self::default(),
        }
    }
}

fn cards<'a>(placed: impl Iterator<Item = &'a Placed>) -> Vec<Card> {
    placed.map(|placed| placed.card()).collect()
}

/// Tells anew what a seat drew, now that it holds other cards.
fn retell(deal: &mut Deal, seat: Seat, dice: &mut Dice) {
    let mut told = Told {
        free: vec![None; HAND],
        known: Vec::new(),
        drawn: Vec::new(),
    };
    for (index, moved) in deal.history.iter().enumerate() {
        told.step(Change::of(moved, seat), index, dice);
    }
    // What has not left the hand is still in it.
    let mut rest = difference(&deal.hands[seat], &told.known);
    dice.shuffle(&mut rest);
    for (place, card) in told.free.into_iter().zip(rest) {
        told.drawn.extend(place.map(|index| (index, card)));
    }
    for (index, drawn) in &told.drawn {
        if let Moved::Drew { card, .. } = &mut deal.history[*index] {
            *card = Some(*drawn);
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
    let laid = since.flat_map(|moved| Change::of(moved, seat).out);
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

/// The story of one hidden hand as far as it is told.
struct Told {
    /// Cards of the hand of which nobody knows what they are: `None` for a dealt one, else the step of its draw.
    free: Vec<Option<usize>>,
    /// Cards of the hand that everybody knows.
    known: Vec<Card>,
    /// What was drawn at which step.
    drawn: Vec<(usize, Card)>,
}

impl Told {
    fn step(&mut self, change: Change, index: usize, dice: &mut Dice) {
        for card in change.out {
            if !remove(&mut self.known, card) {
                let place = self.pick(dice);
                self.drawn.extend(place.map(|drawn| (drawn, card)));
            }
        }
        if let Some(card) = change.open {
            add(&mut self.known, card);
        }
        if change.hidden {
            self.free.push(Some(index));
        }
    }

    /// Any card of which nobody knows what it is leaves the hand.
    fn pick(&mut self, dice: &mut Dice) -> Option<usize> {
        if self.free.is_empty() {
            return None;
        }
        let place = dice.below(self.free.len() as u32) as usize;
        self.free.swap_remove(place)
    }
}
