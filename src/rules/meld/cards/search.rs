//! The search for the sets beside which runs reach most: the choices of `opening/search.rs`, for every number of jokers
//! at once.

use super::super::held::{Held, Mask, column};
use super::rows::{JOKERS, NEVER, Reached, Rows, VALUE, join};
use crate::card::Rank;

/// A set: its rank, its suits as bits and its jokers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Set {
    pub rank: Rank,
    pub suits: u8,
    pub jokers: usize,
}

impl Set {
    /// How many cards it has.
    pub(super) fn size(self) -> usize {
        self.suits.count_ones() as usize + self.jokers
    }

    /// The naturals.
    pub(super) fn mask(self) -> Mask {
        let lanes = (0..4).filter(|suit| self.suits >> suit & 1 == 1);
        lanes.fold(0, |mask, suit| mask | 1 << (16 * suit + self.rank.index()))
    }
}

const ALL_SUITS: u8 = 0xf;

const RANKS: usize = 13;

/// What is found for a number of jokers: sets, and what they leave for runs.
#[derive(Clone)]
pub(super) struct Found {
    pub weight: i32,
    pub sets: Vec<Set>,
    pub rest: Held,
    /// How many jokers are in the runs.
    pub in_runs: usize,
}

/// The best for every number of jokers that are laid.
pub(super) type Best = [Option<Found>; JOKERS + 1];

/// What has been chosen: the cards and jokers left, what the runs of each suit reach with them, what the sets weigh.
#[derive(Clone, Copy)]
struct Node {
    held: Held,
    jokers: usize,
    used: usize,
    runs: [Reached; 4],
    kept: i32,
}

/// The best sets and runs of these cards.
pub(super) fn search(rows: &Rows, held: Held, jokers: usize) -> Best {
    let mut search = Search {
        rows,
        ranks: [Rank::ACE; RANKS],
        len: 0,
        bounds: [[0; JOKERS + 1]; RANKS + 1],
        sets: Vec::new(),
        best: Default::default(),
    };
    search.find_ranks(held, jokers);
    let node = Node {
        held,
        jokers,
        used: 0,
        runs: std::array::from_fn(|suit| rows.reached(held.row(suit), jokers)),
        kept: 0,
    };
    search.visit(&node, 0, ALL_SUITS);
    search.best
}

struct Search<'a> {
    rows: &'a Rows,
    /// The ranks that may have sets, and how many they are.
    ranks: [Rank; RANKS],
    len: usize,
    /// At least what sets from a place on can weigh with up to so many jokers.
    bounds: [Reached; RANKS + 1],
    sets: Vec<Set>,
    best: Best,
}

impl Search<'_> {
    fn find_ranks(&mut self, held: Held, jokers: usize) {
        let enough = 3usize.saturating_sub(jokers).max(1);
        for rank in Rank::all() {
            if suits_of(held.once, rank).count_ones() as usize >= enough {
                self.ranks[self.len] = rank;
                self.len += 1;
            }
        }
        for place in (0..self.len).rev() {
            let own = self.most_at(held, self.ranks[place]);
            self.bounds[place] = join(&own, &self.bounds[place + 1], jokers);
        }
    }

    /// At least what the sets of a rank can weigh: in one set, or with every card there is.
    fn most_at(&self, held: Held, rank: Rank) -> Reached {
        let suits = suits_of(held.once, rank).count_ones() as usize;
        let cards = suits + suits_of(held.twice, rank).count_ones() as usize;
        std::array::from_fn(|jokers| {
            let laid = match suits + jokers {
                _ if suits == 0 => 0,
                0..3 => 0,
                _ if cards + jokers >= 6 => cards + jokers,
                one => one.min(4),
            };
            laid as i32 * (VALUE * rank.value() as i32 + 1)
        })
    }

    /// Looks at what has been chosen, then at every set more from a place on; `from` is where its sets begin, so that the
    /// sets of a rank come in one order only.
    fn visit(&mut self, node: &Node, start: usize, from: u8) {
        let [hearts, diamonds, clubs, spades] = &node.runs;
        let both = |one, other| join(one, other, node.jokers);
        let runs = both(&both(hearts, diamonds), &both(clubs, spades));
        for (in_runs, reached) in runs.iter().enumerate().take(node.jokers + 1) {
            self.look(node, in_runs, node.kept + reached);
        }
        let mut from = from;
        for place in start..self.len {
            let bound = if place == start {
                let own = self.most_at(node.held, self.ranks[place]);
                join(&own, &self.bounds[place + 1], node.jokers)
            } else {
                self.bounds[place]
            };
            // Later sets weigh no more than this, and runs no more than with the cards of those sets.
            let most = join(&bound, &runs, node.jokers);
            if !self.could_be_better(node, &most) {
                return;
            }
            self.sets_at(node, place, from);
            from = ALL_SUITS;
        }
    }

    fn look(&mut self, node: &Node, in_runs: usize, weight: i32) {
        let best = &mut self.best[node.used + in_runs];
        let is_better = best.as_ref().is_none_or(|best| weight > best.weight);
        if weight >= 0 && is_better {
            *best = Some(Found {
                weight,
                sets: self.sets.clone(),
                rest: node.held,
                in_runs,
            });
        }
    }

    fn could_be_better(&self, node: &Node, most: &Reached) -> bool {
        (0..=node.jokers).any(|more| {
            let best = &self.best[node.used + more];
            let reached = node.kept + most[more];
            most[more] > NEVER / 2 && best.as_ref().is_none_or(|best| reached > best.weight)
        })
    }

    /// Every set of the rank of a place, and what can follow it.
    fn sets_at(&mut self, node: &Node, place: usize, from: u8) {
        let rank = self.ranks[place];
        let there = suits_of(node.held.once, rank);
        for suits in (1..=from).rev().filter(|suits| suits & !there == 0) {
            let naturals = suits.count_ones() as usize;
            for jokers in 3usize.saturating_sub(naturals)..=node.jokers.min(4 - naturals) {
                let set = Set {
                    rank,
                    suits,
                    jokers,
                };
                self.with(node, set, place);
            }
        }
    }

    fn with(&mut self, node: &Node, set: Set, place: usize) {
        let mut next = *node;
        next.held = node.held.without(set.mask());
        next.jokers = node.jokers - set.jokers;
        next.used = node.used + set.jokers;
        next.kept += weight_of(self.rows, set);
        for suit in (0..4).filter(|suit| set.suits >> suit & 1 == 1) {
            next.runs[suit] = self.rows.reached(next.held.row(suit), next.jokers);
        }
        self.sets.push(set);
        self.visit(&next, place, set.suits);
        self.sets.pop();
    }
}

/// What a set weighs.
pub(super) fn weight_of(rows: &Rows, set: Set) -> i32 {
    let place = set.rank.index() + 1;
    let naturals = set.suits.count_ones() as i32 * rows.goal.natural(place);
    naturals + set.jokers as i32 * rows.goal.joker(place)
}

/// The suits in which a rank is held, as bits.
pub(super) fn suits_of(mask: Mask, rank: Rank) -> u8 {
    let column = mask >> rank.index() & column(0);
    // The lowest bits of the four lanes, side by side.
    ((column | column >> 15 | column >> 30 | column >> 45) & 0xf) as u8
}
