//! How likely a hand opens before others call up, for comparing hands.
//!
//! What may still be drawn is tried out: the unseen cards are shuffled and dealt out in futures of as many as the player may
//! still get, so that every unseen card is thought of equally often; and the exact solver says what could be laid with each
//! of them. All hands are compared over the same futures. The shuffle follows from nothing but the cards, so equal views get
//! equal answers.

use crate::rules::Dice;
use crate::rules::card::Card;
use crate::rules::kaluki::score::hand_points;
use crate::rules::kaluki::{Options, View};
use crate::rules::meld::cards;

use super::{known, without};

/// About so many futures are tried.
const FUTURES: usize = 16;
/// So many of them at first sight.
const GLANCED: usize = 4;
/// So many draws are looked ahead at most.
const MOST_AHEAD: usize = 6;
/// A hand that is so many points short is worth nothing.
const SHORT: u32 = 30;
/// What a hand is worth that opens, besides the points that it lays.
const OPENS: u32 = 60;
/// What a hand is worth that is hardly short of an initial meld.
const NEAR: u32 = 30;
/// What opens with half of the draws counts so often besides.
const SOON: u32 = 2;
/// What a penalty point in the hand weighs, in hundredths of a future.
const LOAD: i32 = 50;

/// What may come, for a player who is not open.
pub(super) struct Hopes<'a> {
    options: &'a Options,
    futures: Vec<Vec<Card>>,
}

impl<'a> Hopes<'a> {
    /// What the viewer may still get.
    pub(super) fn of(view: &'a View) -> Self {
        let unseen = known::unseen(view);
        let each = known::draws(view).min(MOST_AHEAD).min(unseen.len());
        let mut futures = Vec::new();
        let mut dice = Dice::from_seed(0);
        while each > 0 && futures.len() < FUTURES {
            let mut shuffled = unseen.clone();
            dice.shuffle(&mut shuffled);
            futures.extend(shuffled.chunks_exact(each).map(<[Card]>::to_vec));
        }
        futures.truncate(FUTURES);
        Self {
            options: &view.options,
            futures,
        }
    }

    /// How good the prospects of these cards are, at first sight.
    pub(super) fn glance(&self, hand: &[Card]) -> i32 {
        let few = self.futures.len().min(GLANCED);
        self.over(hand, &self.futures[..few])
    }

    /// How good the prospects of these cards are.
    pub(super) fn rate(&self, hand: &[Card]) -> i32 {
        self.over(hand, &self.futures)
    }

    /// How good they are at first sight with the best discard.
    pub(super) fn glance_with(&self, hand: &[Card], card: Card) -> i32 {
        let all = [hand, &[card]].concat();
        let discards = hand.iter().map(|discard| without(&all, *discard));
        discards.map(|rest| self.glance(&rest)).max().unwrap_or(0)
    }

    /// The first cards of the futures: draws as likely as any.
    pub(super) fn draws(&self) -> impl Iterator<Item = Card> {
        self.futures
            .iter()
            .filter_map(|future| future.first().copied())
    }

    fn over(&self, hand: &[Card], futures: &[Vec<Card>]) -> i32 {
        let each = futures.iter().map(|future| match self.with(hand, future) {
            // What a whole future cannot do, half of it cannot.
            0 => 0,
            whole => whole + SOON * self.with(hand, &future[..future.len().div_ceil(2)]),
        });
        let hopes: u32 = each.sum();
        let load = hand_points(self.options, hand) * LOAD * futures.len().max(1) as i32 / 100;
        hopes as i32 - load
    }

    fn with(&self, hand: &[Card], future: &[Card]) -> u32 {
        let all = [hand, future].concat();
        let points = points(self.options, &all);
        match self.options.initial_min.saturating_sub(points) {
            0 => OPENS + points,
            short => NEAR * SHORT.saturating_sub(short) / SHORT,
        }
    }
}

/// The most points that these cards can lay.
pub(super) fn points(options: &Options, cards: &[Card]) -> u32 {
    cards::most_points(cards, options.aces())
}
