//! The best runs of one colour, with no joker, one or two.
//!
//! A row without pairs is one of 8 192, and its answers are looked up in a table that is made once for each goal.
//! What the table and the choices in front of it rely on:
//!
//! - *Three lengths are enough.* A run of six and more is shorter ones in a row, worth the same together; each of them
//!   has a real tile, for there are only two jokers.
//! - *A run takes every real tile it can.* If a joker stands where the row still has a real tile, the two change places,
//!   wherever the real one lies, and nothing else changes. So the jokers of a run follow from the row.
//! - *One tile decides.* A tile of the row is left, or lies in one of the runs that hold its number; all are tried. It is
//!   the lowest tile in the table, and the second tile of the lowest pair before it.

use std::sync::LazyLock;

use super::super::held::Row;
use super::{Goal, Worth};

/// The most that is reached with at most 0, 1 and 2 jokers; the fourth place makes the table quick to index.
pub(super) type Reached = [u16; 4];

/// The most jokers there are.
pub(super) const JOKERS: usize = 2;

const NUMBERS: usize = 13;
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=5;

/// What a laying is measured by: sums of this decide, so greater is better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub point: u32,
    pub tile: u32,
    pub joker: u32,
}

impl Weights {
    /// The first kind outweighs any difference in the second, and that any in the third, up to 22 tiles and 286 points.
    const fn of(goal: Goal) -> Self {
        match goal {
            // Points, then few jokers, then tiles.
            Goal::Points => Self {
                point: 128,
                tile: 1,
                joker: 32,
            },
            // Tiles, then points, then few jokers.
            Goal::Tiles => Self {
                point: 4,
                tile: 2048,
                joker: 1,
            },
        }
    }

    /// What so many tiles with so many points and so many jokers among them weigh.
    pub(super) fn weigh(self, tiles: u32, points: u32, jokers: u32) -> u32 {
        self.tile * tiles + self.point * points - self.joker * jokers
    }

    /// The most that so many points weigh, where points count before all else.
    pub(super) fn most_of(self, points: u32) -> u32 {
        self.point * points + self.joker - 1
    }

    /// What weighs so much, where points count before all else: jokers and tiles together weigh less than a point, and
    /// fewer tiles than a joker are laid.
    pub(super) fn told(self, weight: u32) -> Worth {
        Worth {
            points: (weight + JOKERS as u32 * self.joker) / self.point,
            tiles: weight % self.joker,
        }
    }
}

/// A run of three to five tiles: its numbers as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub numbers: u16,
    weight: u16,
}

impl Run {
    /// What it weighs with so many jokers in it.
    fn with(self, jokers: u32, weights: Weights) -> u16 {
        self.weight - (weights.joker * jokers) as u16
    }
}

/// The answers for every row.
pub(super) struct Rows {
    pub weights: Weights,
    /// The runs that hold a number, for every number.
    holding: Vec<Vec<Run>>,
    /// Of every row without pairs.
    table: Vec<Reached>,
    /// Of every row with one pair.
    with_pair: Vec<Reached>,
}

static POINTS: LazyLock<Rows> = LazyLock::new(|| Rows::new(Goal::Points));
static TILES: LazyLock<Rows> = LazyLock::new(|| Rows::new(Goal::Tiles));

impl Rows {
    /// The answers for a goal.
    pub(super) fn of(goal: Goal) -> &'static Self {
        match goal {
            Goal::Points => &POINTS,
            Goal::Tiles => &TILES,
        }
    }

    fn new(goal: Goal) -> Self {
        let weights = Weights::of(goal);
        let all: Vec<Run> = LENGTHS
            .flat_map(|size| (0..=NUMBERS - size).map(move |first| (first, size)))
            .map(|(first, size)| {
                let points = (first..first + size).map(|place| place as u32 + 1).sum();
                Run {
                    numbers: ((1 << size) - 1) << first,
                    weight: weights.weigh(size as u32, points, 0) as u16,
                }
            })
            .collect();
        let holding = |place: usize| {
            let holds = all.iter().filter(|run| run.numbers >> place & 1 == 1);
            holds.copied().collect()
        };
        let mut rows = Self {
            weights,
            holding: (0..NUMBERS).map(holding).collect(),
            table: vec![[0; 4]; 1 << NUMBERS],
            with_pair: Vec::new(),
        };
        // A row is greater than what runs leave of it, so that is known already.
        for once in 1..1 << NUMBERS {
            let row = Row { once, twice: 0 };
            let lowest = once & once.wrapping_neg();
            let left = rows.table[usize::from(once & !lowest)];
            rows.table[usize::from(once)] = rows.best(row, lowest, left, JOKERS);
        }
        let pairs = (0..NUMBERS)
            .flat_map(|place| (0..1 << (NUMBERS - 1)).map(move |others| (place, others)));
        rows.with_pair = pairs
            .map(|(place, others)| rows.of_pair(place, others))
            .collect();
        rows
    }

    /// The most that runs of a row can reach with up to so many jokers.
    #[inline]
    pub(super) fn reached(&self, row: Row, jokers: usize) -> Reached {
        match row.twice {
            0 => self.table[usize::from(row.once)],
            _ => self.reached_of_pairs(row, jokers),
        }
    }

    /// The same for one pair, `others` being the row without its number; there is no place for that.
    fn of_pair(&self, place: usize, others: u16) -> Reached {
        let below = others & ((1 << place) - 1);
        let number = 1 << place;
        let row = Row {
            once: (others - below) << 1 | below | number,
            twice: number,
        };
        self.best(row, number, self.table[usize::from(row.once)], JOKERS)
    }

    fn reached_of_pairs(&self, row: Row, jokers: usize) -> Reached {
        let lowest = row.twice & row.twice.wrapping_neg();
        if row.twice == lowest {
            let place = lowest.trailing_zeros() as usize;
            let below = row.once & (lowest - 1);
            let others = below | (row.once - lowest - below) >> 1;
            return self.with_pair[place << (NUMBERS - 1) | usize::from(others)];
        }
        let left = self.reached(without_second(row, lowest), jokers);
        self.best(row, lowest, left, jokers)
    }

    /// The most with a tile of this number in a run, or `left` without it.
    fn best(&self, row: Row, number: u16, left: Reached, jokers: usize) -> Reached {
        let mut best = left;
        for run in &self.holding[number.trailing_zeros() as usize] {
            let used = jokers_in(run.numbers & !row.once);
            if used as usize > jokers {
                continue;
            }
            let rest = self.reached(row.without(run.numbers & row.once), jokers - used as usize);
            let weight = run.with(used, self.weights);
            for more in 0..=jokers - used as usize {
                let place = &mut best[more + used as usize];
                *place = (*place).max(rest[more] + weight);
            }
        }
        best
    }

    /// Runs that reach the most with up to so many jokers: each with the numbers that are jokers in it.
    pub(super) fn lay(&self, mut row: Row, mut jokers: usize) -> Vec<(u16, u16)> {
        let mut runs = Vec::new();
        while row.once != 0 {
            let (number, without) = match row.twice {
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
            if goal == 0 {
                break;
            }
            if self.reached(without, jokers)[jokers] == goal {
                row = without;
                continue;
            }
            let found = self.holding[number.trailing_zeros() as usize]
                .iter()
                .find_map(|run| {
                    let wild = run.numbers & !row.once;
                    let left = jokers.checked_sub(wild.count_ones() as usize)?;
                    let rest = row.without(run.numbers & row.once);
                    let total =
                        self.reached(rest, left)[left] + run.with(wild.count_ones(), self.weights);
                    (total == goal).then_some((run.numbers, wild, rest, left))
                });
            let (numbers, wild, rest, left) =
                found.expect("the most is reached without the tile or with one of its runs");
            runs.push((numbers, wild));
            (row, jokers) = (rest, left);
        }
        runs
    }
}

/// With one tile of a pair only.
fn without_second(row: Row, number: u16) -> Row {
    Row {
        twice: row.twice & !number,
        ..row
    }
}

/// How many jokers stand for these numbers: one more than there are stands for more.
#[inline]
fn jokers_in(numbers: u16) -> u32 {
    let one_fewer = numbers & numbers.wrapping_sub(1);
    let two_fewer = one_fewer & one_fewer.wrapping_sub(1);
    u32::from(numbers != 0) + u32::from(one_fewer != 0) + u32::from(two_fewer != 0)
}

/// The most that two kinds of melds reach together, the jokers shared out among them.
#[inline]
pub(super) fn join(one: [u32; 3], other: [u32; 3]) -> [u32; 3] {
    [
        one[0] + other[0],
        (one[0] + other[1]).max(one[1] + other[0]),
        (one[0] + other[2])
            .max(one[1] + other[1])
            .max(one[2] + other[0]),
    ]
}

/// The same, but with at most so many jokers: what more would reach is left open.
#[inline]
pub(super) fn join_of<const MOST: usize>(one: [u32; 3], other: [u32; 3]) -> [u32; 3] {
    let none = one[0] + other[0];
    match MOST {
        0 => [none; 3],
        1 => {
            let single = (one[0] + other[1]).max(one[1] + other[0]);
            [none, single, single]
        }
        _ => join(one, other),
    }
}

/// The same numbers, wider.
#[inline]
pub(super) fn wide(reached: Reached) -> [u32; 3] {
    [reached[0].into(), reached[1].into(), reached[2].into()]
}
