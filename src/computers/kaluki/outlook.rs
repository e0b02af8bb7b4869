//! What an open hand may come to with its next draw: every unseen card is thought of as often as it is unseen.
//!
//! How much of a hand can leave it is not planned exactly, as the turn itself is: cards that fit the table go before melds
//! or after them, whichever leaves less.

use crate::rules::card::Card;
use crate::rules::kaluki::score::{hand_points, value};
use crate::rules::kaluki::{Options, View};
use crate::rules::meld::cards;
use crate::rules::piece::remove;

use super::danger::are_near;
use super::known;
use super::places::Places;
use super::question;

/// So many penalty points a call-up is worth, besides those that it saves.
pub(super) const CALL_UP: f64 = 40.0;

/// What may be drawn, and what the table takes.
pub(super) struct Outlook<'a> {
    options: &'a Options,
    pub(super) places: Places,
    /// Every unseen card once, with how often it is unseen.
    unseen: Vec<(Card, u32)>,
}

impl<'a> Outlook<'a> {
    /// As the viewer knows it.
    pub(super) fn of(view: &'a View) -> Self {
        let mut unseen: Vec<(Card, u32)> = Vec::new();
        for card in known::unseen(view) {
            match unseen.last_mut().filter(|(last, _)| *last == card) {
                Some((_, times)) => *times += 1,
                None => unseen.push((card, 1)),
            }
        }
        Self {
            options: &view.options,
            places: Places::of(view),
            unseen,
        }
    }

    /// What the hand is likely to cost after its next turn; a call-up is worth more than no penalty points.
    pub(super) fn after_a_draw(&self, hand: &[Card]) -> f64 {
        self.over_draws(hand, |rests| {
            let costs = rests.iter().map(|rest| self.cost_of_rest(rest));
            costs.fold(f64::INFINITY, f64::min)
        })
    }

    /// How likely the melds of this hand make a Kaluki with its next draw; nothing lies on the table to build on.
    pub(super) fn kaluki(&self, hand: &[Card]) -> f64 {
        self.over_draws(hand, |rests| {
            let all_laid = rests.iter().any(|rest| rest.len() <= 1);
            f64::from(u8::from(all_laid))
        })
    }

    /// The mean of something over all draws, by what may stay of the hand after each.
    fn over_draws(&self, hand: &[Card], of: impl Fn(&[Vec<Card>]) -> f64) -> f64 {
        let all: u32 = self.unseen.iter().map(|(_, times)| times).sum();
        let without = self.rests(hand);
        let each = self.unseen.iter().map(|(card, times)| {
            let rests = if self.helps(*card, hand) {
                self.rests(&[hand, &[*card]].concat())
            } else {
                // It is in no meld, so it stays.
                let with_it = without.iter().map(|rest| [rest, &[*card][..]].concat());
                with_it.collect()
            };
            f64::from(*times) * of(&rests)
        });
        each.sum::<f64>() / f64::from(all.max(1))
    }

    /// Whether this card could leave the hand that it comes to.
    fn helps(&self, card: Card, hand: &[Card]) -> bool {
        let goes_with = |other: &&Card| match (card.natural(), other.natural()) {
            (Some(own), Some(other)) => are_near(own, other),
            _ => true,
        };
        self.places.take(card) || hand.iter().filter(goes_with).nth(1).is_some()
    }

    /// What may stay of these cards at the end of a turn: with builds before melds, and after them.
    fn rests(&self, cards: &[Card]) -> Vec<Vec<Card>> {
        let (fitting, others): (Vec<Card>, Vec<Card>) =
            cards.iter().partition(|card| self.places.take(**card));
        let mut melds_first = self.rest_of_melds(cards);
        if fitting.is_empty() {
            return vec![melds_first];
        }
        melds_first.retain(|card| !self.places.take(*card));
        vec![self.rest_of_melds(&others), melds_first]
    }

    fn cost_of_rest(&self, rest: &[Card]) -> f64 {
        if rest.len() <= 1 {
            return -CALL_UP;
        }
        let dearest = rest.iter().map(|card| value(self.options, *card)).max();
        f64::from(hand_points(self.options, rest) - dearest.unwrap_or(0) as i32)
    }

    /// What the melds that leave least leave.
    fn rest_of_melds(&self, cards: &[Card]) -> Vec<Card> {
        let mut rest = cards.to_vec();
        let laying = cards::least_left(cards, None, &question(self.options));
        for card in laying.iter().flat_map(|laying| laying.cards()) {
            remove(&mut rest, card);
        }
        rest
    }
}
