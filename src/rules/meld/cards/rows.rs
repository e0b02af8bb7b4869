//! The best runs of one suit, with exactly so many jokers in them.
//!
//! As in 101 (see `opening/rows.rs`) a row without pairs is one of 8 192, its answers are looked up in a table, and one
//! card decides. What differs: a court card is worth 10 and an ace 11, an ace may stand below a 2, and there are four
//! jokers. So
//!
//! - answers are for *exactly* so many jokers: who wants to be rid of penalty points is glad to lay one;
//! - runs of up to seven cards are needed: those of six and seven with more than three naturals are shorter ones in a row,
//!   each with a natural of its own;
//! - a run still takes every natural it can, but one. If a joker stands where the suit has a natural in another meld, the
//!   two change places, unless that natural is the only one beside two jokers or more; if it is in no meld, it goes there,
//!   and the joker to an end of the run, which has room, for longer runs are several.

use std::sync::LazyLock;

use super::super::held::Row;
use super::{Aces, Goal};
use crate::card::Rank;

/// The most jokers there are.
pub(super) const JOKERS: usize = 4;

/// What is reached with exactly 0 to 4 jokers.
pub(super) type Reached = [i32; JOKERS + 1];

/// Less than anything: it cannot be reached.
pub(super) const NEVER: i32 = -1_000_000;

/// What a value outweighs any number of cards by.
pub(super) const VALUE: i32 = 128;

const RANKS: usize = 13;
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=7;
/// The longest run that is needed however many naturals are in it, and how many are in a longer one.
const USUAL: usize = 5;
const NATURALS: usize = 3;

/// Cards in a row: where they begin, from 0 for an ace below the 2 to 13 for the ace above the king, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub first: usize,
    pub size: usize,
    /// Its ranks.
    pub bits: u16,
}

impl Window {
    fn new(first: usize, size: usize) -> Self {
        let places = first..first + size;
        Self {
            first,
            size,
            bits: places.fold(0, |bits, place| bits | bit_at(place)),
        }
    }

    /// Its places.
    pub(super) fn places(self) -> std::ops::Range<usize> {
        self.first..self.first + self.size
    }

    /// Which ranks may be jokers in it, with this one a natural: those that the row lacks, and perhaps one more, whose
    /// natural is needed beside two other jokers.
    #[inline]
    pub(super) fn ways(self, row: Row, natural: u16, jokers: usize) -> impl Iterator<Item = u16> {
        let lacking = self.bits & !row.once;
        let used = lacking.count_ones() as usize;
        let may_be = move |used: usize| {
            used <= jokers && (self.size <= USUAL || self.size - used <= NATURALS)
        };
        let there = if used + 3 <= jokers && may_be(used + 1) {
            self.bits & row.once & !natural
        } else {
            0
        };
        let own = Some(lacking).filter(|_| may_be(used));
        own.into_iter()
            .chain(each(there).map(move |bit| lacking | bit))
    }
}

/// Each of these ranks alone, the lowest first.
#[inline]
fn each(mut ranks: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let lowest = ranks & ranks.wrapping_neg();
        ranks &= !lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The rank at a place of a run.
pub(super) fn rank_at(place: usize) -> Rank {
    match place {
        0 => Rank::ACE,
        above => Rank::new(above - 1).unwrap_or(Rank::ACE),
    }
}

/// The bit of the rank at a place.
pub(super) fn bit_at(place: usize) -> u16 {
    1 << rank_at(place).index()
}

/// What the card at a place is worth in a run (Kaluki rules 2 and 12, `ace_low`).
pub(super) fn points_at(place: usize) -> u32 {
    match place {
        0 => 1,
        above => rank_at(above).value(),
    }
}

/// The answers for every row.
pub(super) struct Rows {
    pub goal: Goal,
    /// All runs that may be needed.
    pub windows: Vec<Window>,
    /// Those that hold a rank, for every rank, with what each weighs without jokers.
    holding: Vec<Vec<(Window, i32)>>,
    /// What a joker weighs less than the card that it stands for, for every rank.
    less: [i32; RANKS],
    table: Vec<Reached>,
}

static POINTS: LazyLock<Rows> = LazyLock::new(|| Rows::new(Goal::Points, Aces::High));
static PENALTY: LazyLock<Rows> = LazyLock::new(|| Rows::new(Goal::Penalty, Aces::High));
static POINTS_LOW: LazyLock<Rows> = LazyLock::new(|| Rows::new(Goal::Points, Aces::LowToo));
static PENALTY_LOW: LazyLock<Rows> = LazyLock::new(|| Rows::new(Goal::Penalty, Aces::LowToo));

impl Rows {
    /// The answers for a goal.
    pub(super) fn of(goal: Goal, aces: Aces) -> &'static Self {
        match (goal, aces) {
            (Goal::Points, Aces::High) => &POINTS,
            (Goal::Points, Aces::LowToo) => &POINTS_LOW,
            (Goal::Penalty, Aces::High) => &PENALTY,
            (Goal::Penalty, Aces::LowToo) => &PENALTY_LOW,
        }
    }

    fn new(goal: Goal, aces: Aces) -> Self {
        let lowest = match aces {
            Aces::High => 1,
            Aces::LowToo => 0,
        };
        let windows: Vec<Window> = LENGTHS
            .flat_map(|size| (lowest..=RANKS + 1 - size).map(move |first| Window::new(first, size)))
            .collect();
        let holding = |rank: usize| {
            let holds = windows.iter().filter(|run| run.bits >> rank & 1 == 1);
            let weight = |run: &Window| run.places().map(|place| goal.natural(place)).sum();
            holds.map(|run| (*run, weight(run))).collect()
        };
        // An ace below a 2 is worth less in points only, and there a joker weighs what it stands for.
        let less = |rank: usize| goal.natural(rank + 1) - goal.joker(rank + 1);
        let mut rows = Self {
            goal,
            holding: (0..RANKS).map(holding).collect(),
            less: std::array::from_fn(less),
            windows,
            table: vec![[NEVER; JOKERS + 1]; 1 << RANKS],
        };
        rows.table[0][0] = 0;
        // A row is greater than what runs leave of it, so that is known already.
        for once in 1..1 << RANKS {
            let row = Row { once, twice: 0 };
            let lowest = once & once.wrapping_neg();
            let left = rows.table[usize::from(once & !lowest)];
            rows.table[usize::from(once)] = rows.best(row, lowest, left, JOKERS);
        }
        rows
    }

    /// The most that runs of a row can reach, for every number of jokers up to so many.
    pub(super) fn reached(&self, row: Row, jokers: usize) -> Reached {
        match row.twice {
            0 => self.table[usize::from(row.once)],
            twice => {
                let lowest = twice & twice.wrapping_neg();
                let left = self.reached(without_second(row, lowest), jokers);
                self.best(row, lowest, left, jokers)
            }
        }
    }

    /// The most with a card of this rank in a run, or `left` without it.
    fn best(&self, row: Row, rank: u16, left: Reached, jokers: usize) -> Reached {
        let mut best = left;
        for (run, natural) in &self.holding[rank.trailing_zeros() as usize] {
            for wild in run.ways(row, rank, jokers) {
                let used = wild.count_ones() as usize;
                let rest = self.reached(row.without(run.bits & !wild), jokers - used);
                let weight = natural - self.less_for(wild);
                for more in 0..=jokers - used {
                    best[more + used] = best[more + used].max(rest[more] + weight);
                }
            }
        }
        best
    }

    /// What a run weighs in which these ranks are jokers.
    pub(super) fn weigh(&self, run: Window, wild: u16) -> i32 {
        let naturals = run.places().map(|place| self.goal.natural(place));
        naturals.sum::<i32>() - self.less_for(wild)
    }

    /// What jokers for these ranks weigh less than those.
    fn less_for(&self, wild: u16) -> i32 {
        let each = each(wild).map(|bit| self.less[bit.trailing_zeros() as usize]);
        each.sum()
    }

    /// Runs that reach the most with exactly so many jokers: each with the ranks that are jokers in it.
    pub(super) fn lay(&self, mut row: Row, mut jokers: usize) -> Vec<(Window, u16)> {
        let mut runs = Vec::new();
        while row.once != 0 {
            let (rank, without) = match row.twice {
                0 => {
                    let lowest = row.once & row.once.wrapping_neg();
                    (lowest, row.without(lowest))
                }
                twice => {
                    let lowest = twice & twice.wrapping_neg();
                    (lowest, without_second(row, lowest))
                }
            };
            let goal = self.reached(row, jokers)[jokers];
            if self.reached(without, jokers)[jokers] == goal {
                row = without;
                continue;
            }
            let holding = &self.holding[rank.trailing_zeros() as usize];
            let ways = |(run, _): &(Window, i32)| {
                let run = *run;
                run.ways(row, rank, jokers).map(move |wild| (run, wild))
            };
            let found = holding.iter().flat_map(ways).find_map(|(run, wild)| {
                let rest = row.without(run.bits & !wild);
                let left = jokers - wild.count_ones() as usize;
                let total = self.reached(rest, left)[left] + self.weigh(run, wild);
                (total == goal).then_some((run, wild, rest, left))
            });
            let (run, wild, rest, left) =
                found.expect("the most is reached without the card or with one of its runs");
            runs.push((run, wild));
            (row, jokers) = (rest, left);
        }
        runs
    }
}

/// With one card of a pair only.
fn without_second(row: Row, rank: u16) -> Row {
    Row {
        twice: row.twice & !rank,
        ..row
    }
}

/// The most that two kinds of melds reach together with up to so many jokers, shared out among them.
#[inline]
pub(super) fn join(one: &Reached, other: &Reached, jokers: usize) -> Reached {
    let mut both = [NEVER; JOKERS + 1];
    for own in 0..=jokers {
        if one[own] < 0 {
            continue;
        }
        for more in 0..=jokers - own {
            both[own + more] = both[own + more].max(one[own] + other[more]);
        }
    }
    both
}
