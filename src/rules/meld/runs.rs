//! What the runs of one colour can keep of a row, for every number of tiles that they may have together.
//!
//! A row without pairs is one of 8 192, and its answers are looked up in tables that are made once. A second tile
//! of a number is either not kept, or lies in a run of its own; so a row with pairs is a choice among rows with
//! fewer. Runs of six and more are shorter ones in a row, so three lengths are enough.

use std::sync::LazyLock;

use super::held::Row;

/// One more than the most tiles that melds can have together here.
pub(super) const SIZES: usize = 16;

/// The most tiles that can be kept in melds of together at most so many tiles.
pub(super) type Kept = [u8; SIZES];

/// For every number of tiles, what would be kept as well.
pub(super) type Wants = [Want; SIZES];

/// Tiles that would let runs keep one more, as numbers of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Want {
    /// Those that runs of this colour want.
    pub missing: u16,
    /// Those held that some best choice keeps alone in a run of three: it could as well be in a set.
    pub alone: u16,
}

/// The numbers of a colour, and the lengths of the runs that are no shorter ones in a row.
const NUMBERS: usize = 13;
const LENGTHS: std::ops::RangeInclusive<usize> = SHORTEST..=5;
/// The fewest tiles of a run.
pub(super) const SHORTEST: usize = 3;

/// Which runs there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// The last position of a run: 14 where the 1 lies above 13 as well (Okey rules 6.3).
    pub last: usize,
}

/// A run: its numbers as bits, and how many.
#[derive(Clone, Copy, Debug)]
struct Run {
    numbers: u16,
    size: usize,
}

/// The answers for every row.
pub(super) struct Runs {
    /// The runs that hold a number, for every number.
    holding: Vec<Vec<Run>>,
    kept: Vec<Kept>,
    wants: Vec<Wants>,
}

/// The runs of Okey.
pub(super) static OKEY: LazyLock<Runs> = LazyLock::new(|| Runs::new(Rule { last: 14 }));

impl Runs {
    fn new(rule: Rule) -> Self {
        let all: Vec<Run> = LENGTHS
            .flat_map(|size| (0..=rule.last - size).map(move |first| Run::new(first, size)))
            .collect();
        let holding = |place: usize| {
            let holds = all.iter().filter(|run| run.numbers >> place & 1 == 1);
            holds.copied().collect()
        };
        let mut runs = Self {
            holding: (0..NUMBERS).map(holding).collect(),
            kept: vec![[0; SIZES]; 1 << NUMBERS],
            wants: Vec::new(),
        };
        // A row is greater than what runs leave of it, so that is known already.
        for row in 1..1 << NUMBERS {
            runs.kept[usize::from(row)] = runs.most(row);
        }
        runs.wants = (0..1 << NUMBERS).map(|row| runs.wanted(row)).collect();
        runs
    }

    /// The most that can be kept of a row without pairs: its lowest tile is left, or lies in a run.
    fn most(&self, row: u16) -> Kept {
        let lowest = row.trailing_zeros() as usize;
        let mut best = self.kept[usize::from(row & (row - 1))];
        for run in &self.holding[lowest] {
            let rest = &self.kept[usize::from(row & !run.numbers)];
            raise(&mut best, rest, *run, row);
        }
        best
    }

    /// What is wanted beside a row without pairs, by the meaning of it: with the tile more is kept.
    fn wanted(&self, once: u16) -> Wants {
        let own = &self.kept[usize::from(once)];
        let mut wants = [Want::default(); SIZES];
        for place in 0..NUMBERS {
            let number = 1 << place;
            let twice = once & number;
            let with = self.kept(Row {
                once: once | number,
                twice,
            });
            let without = &self.kept[usize::from(once & !number)];
            for size in SHORTEST..SIZES {
                if with[size] > own[size] {
                    wants[size].missing |= number;
                }
                if twice != 0 && without[size - SHORTEST] + 1 == own[size] {
                    wants[size].alone |= number;
                }
            }
        }
        wants
    }

    /// The most that can be kept of a row.
    pub(super) fn kept(&self, row: Row) -> Kept {
        if row.twice == 0 {
            return self.kept[usize::from(row.once)];
        }
        let lowest = row.twice & row.twice.wrapping_neg();
        let mut best = self.kept(Row {
            twice: row.twice & !lowest,
            ..row
        });
        for run in self.with(lowest, row.once) {
            let rest = self.kept(row.without(run.numbers));
            raise(&mut best, &rest, *run, row.once);
        }
        best
    }

    /// The runs with this number that are worth it: alone a tile needs no more than three.
    fn with(&self, number: u16, once: u16) -> impl Iterator<Item = &Run> {
        self.holding[number.trailing_zeros() as usize]
            .iter()
            .filter(move |run| run.size == SHORTEST || run.numbers & once != number)
    }

    /// The most that can be kept of a row, and what more is wanted.
    pub(super) fn wants(&self, row: Row) -> (Kept, Wants) {
        if row.twice == 0 {
            let row = usize::from(row.once);
            return (self.kept[row], self.wants[row]);
        }
        let lowest = row.twice & row.twice.wrapping_neg();
        let mut best = self.wants(Row {
            twice: row.twice & !lowest,
            ..row
        });
        for run in &self.holding[lowest.trailing_zeros() as usize] {
            choose(&mut best, &self.wants(row.without(run.numbers)), *run, row);
        }
        best.1
            .iter_mut()
            .for_each(|want| want.missing &= !row.twice);
        best
    }
}

impl Run {
    /// A run from a place on; place 13 is the 1 above 13.
    fn new(first: usize, size: usize) -> Self {
        let numbers = (first..first + size).fold(0, |all, place| all | 1 << (place % NUMBERS));
        Self { numbers, size }
    }
}

/// Better answers with a run, where `rest` is what can be kept of the others.
fn raise(best: &mut Kept, rest: &Kept, run: Run, row: u16) {
    let gain = (row & run.numbers).count_ones() as u8;
    for (best, rest) in best[run.size..].iter_mut().zip(rest) {
        *best = (*best).max(rest + gain);
    }
}

/// The same with what is wanted: of equal choices, what each of them wants.
fn choose(best: &mut (Kept, Wants), rest: &(Kept, Wants), run: Run, row: Row) {
    let own = row.once & run.numbers;
    let gain = own.count_ones() as u8;
    for size in run.size..SIZES {
        let kept = gain + rest.0[size - run.size];
        let want = rest.1[size - run.size];
        if kept > best.0[size] {
            best.0[size] = kept;
            best.1[size] = Want::default();
        }
        if kept == best.0[size] {
            let alone = if gain == 1 && run.size == SHORTEST {
                own
            } else {
                0
            };
            best.1[size].missing |= want.missing | run.numbers & !row.once;
            best.1[size].alone |= want.alone | alone;
        }
    }
}

/// The most that two colours keep together.
pub(super) fn join(one: &Kept, other: &Kept) -> Kept {
    let mut best = *other;
    let mut shifted = [0; 2 * SIZES];
    shifted[SIZES..].copy_from_slice(other);
    for size in SHORTEST..SIZES {
        for at in 0..SIZES {
            let own = if at >= size { one[size] } else { 0 };
            best[at] = best[at].max(shifted[SIZES + at - size] + own);
        }
    }
    best
}
