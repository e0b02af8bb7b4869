//! What the runs of one colour can keep of a row, for every number of tiles that they may have together.
//!
//! A row without pairs is one of 8 192, and its answers are looked up in tables that are made once. A second tile
//! of a number is either not kept, or lies in a run of its own; so a row with pairs is a choice among rows with
//! fewer. Runs of six and more are shorter ones in a row, so three lengths are enough. Which runs there are is given
//! by a `Rule`; the tables of Okey take 700 kB and some milliseconds when the first rack is measured.

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

impl Want {
    /// What either wants.
    fn add(&mut self, other: Self) {
        self.missing |= other.missing;
        self.alone |= other.alone;
    }
}

/// The numbers of a colour, and the lengths of the runs that are no shorter ones in a row.
const NUMBERS: usize = 13;
const LENGTHS: std::ops::RangeInclusive<usize> = SHORTEST..=5;

/// The fewest tiles of a run, or of a set.
pub(super) const SHORTEST: usize = 3;

/// Which runs there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// The last position of a run: 14 where the 1 lies above 13 as well (Okey rules 6.3).
    pub last: usize,
}

/// A run: its numbers as bits, the first and the last of them, and how many there are.
#[derive(Clone, Copy, Debug)]
struct Run {
    numbers: u16,
    ends: u16,
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
        for run in self.worth(lowest, row) {
            let rest = &self.kept[usize::from(row & !run.numbers)];
            raise(&mut best, rest, run, row);
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
    #[inline]
    pub(super) fn kept(&self, row: Row) -> Kept {
        match row.twice {
            0 => self.kept[usize::from(row.once)],
            _ => self.kept_of_pairs(row),
        }
    }

    /// The same for a row with pairs: the second tile of the lowest is left, or lies in a run of its own.
    fn kept_of_pairs(&self, row: Row) -> Kept {
        let lowest = row.twice & row.twice.wrapping_neg();
        let mut best = self.kept(Row {
            twice: row.twice & !lowest,
            ..row
        });
        for run in self.worth(lowest.trailing_zeros() as usize, row.once) {
            let rest = self.kept(row.without(run.numbers));
            raise(&mut best, &rest, run, row.once);
        }
        best
    }

    /// The runs with this number that may keep most: one that ends in missing tiles keeps no more than a shorter one,
    /// and of those that keep the tile alone one is enough.
    fn worth(&self, place: usize, row: u16) -> impl Iterator<Item = Run> {
        let holding = &self.holding[place];
        let worth = move |run: &&Run| match run.size {
            SHORTEST => row & run.numbers != 1 << place,
            _ => row & run.ends == run.ends,
        };
        holding[..1]
            .iter()
            .chain(holding[1..].iter().filter(worth))
            .copied()
    }

    /// What is wanted beside a row without pairs.
    pub(super) fn wants(&self, row: u16) -> &Wants {
        &self.wants[usize::from(row)]
    }

    /// What is kept of a row and wanted beside it, by the choices of which `kept_of_pairs` finds the best.
    pub(super) fn wants_of_pairs(&self, row: Row) -> (Kept, Wants) {
        if row.twice == 0 {
            let once = usize::from(row.once);
            return (self.kept[once], self.wants[once]);
        }
        let lowest = row.twice & row.twice.wrapping_neg();
        let mut best = self.wants_of_pairs(Row {
            twice: row.twice & !lowest,
            ..row
        });
        for run in self.worth(lowest.trailing_zeros() as usize, row.once) {
            let rest = self.wants_of_pairs(row.without(run.numbers));
            choose(&mut best, &rest, run, row.once);
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
        let bit = |place: usize| 1 << (place % NUMBERS);
        Self {
            numbers: (first..first + size).fold(0, |all, place| all | bit(place)),
            ends: bit(first) | bit(first + size - 1),
            size,
        }
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
///
/// What the run itself wants is found as well: the two runs around a pair can be chosen the other way round.
fn choose(best: &mut (Kept, Wants), rest: &(Kept, Wants), run: Run, row: u16) {
    let gain = (row & run.numbers).count_ones() as u8;
    for size in run.size..SIZES {
        let kept = gain + rest.0[size - run.size];
        if kept > best.0[size] {
            best.0[size] = kept;
            best.1[size] = Want::default();
        }
        if kept == best.0[size] {
            best.1[size].add(rest.1[size - run.size]);
        }
    }
}

/// More than is ever kept: what is raised by it is greater than what is not.
const REAL: u8 = 64;

/// The most that two colours keep together.
///
/// Compilers make vectors of these loops: each step adds to all sizes at once. So there are zeros before the raised
/// answers: they stand for sizes below nothing, and are never the better ones.
pub(super) fn join(one: &Kept, other: &Kept) -> Kept {
    let mut room = [0; 2 * SIZES];
    for at in 0..SIZES {
        room[SIZES + at] = other[at] + REAL;
    }
    let mut best = [0; SIZES];
    best.copy_from_slice(&room[SIZES..]);
    let most = one[SIZES - 1];
    let mut size = SHORTEST - 1;
    // More tiles than keep the most keep no more.
    while one[size] < most {
        size += 1;
        let own = one[size];
        let rest = &room[SIZES - size..2 * SIZES - size];
        for (best, rest) in best.iter_mut().zip(rest) {
            *best = (*best).max(rest + own);
        }
    }
    for best in &mut best {
        *best -= REAL;
    }
    best
}

/// What is wanted for some number of tiles.
pub(super) fn any(wants: &Wants) -> Want {
    let mut all = Want::default();
    wants.iter().for_each(|want| all.add(*want));
    all
}

/// What is wanted where `own` tiles of a colour and what the others keep beside them in `left` tiles are `most`.
pub(super) fn wanted(own: &Kept, wants: &Wants, beside: &Kept, left: usize, most: u8) -> Want {
    let mut all = Want::default();
    for size in 0..=left {
        // All bits or none: guessing a branch wrong takes longer.
        let is_best = u16::from(own[size] + beside[left - size] == most).wrapping_neg();
        all.missing |= wants[size].missing & is_best;
        all.alone |= wants[size].alone & is_best;
    }
    all
}

/// The most that two colours keep together in just so many tiles.
#[inline]
pub(super) fn join_at(one: &Kept, other: &Kept, size: usize) -> u8 {
    let mut best = other[size];
    let mut own = SHORTEST - 1;
    // More tiles than keep the most keep no more.
    while own < size && one[own] < one[SIZES - 1] {
        own += 1;
        best = best.max(one[own] + other[size - own]);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    #[test]
    fn the_rule_says_which_runs_there_are() {
        let with_high_one = 0b1_1000_0000_0001;
        assert_eq!(OKEY.kept[with_high_one][3], 3);
        let low_only = Runs::new(Rule { last: 13 });
        assert_eq!(low_only.kept[with_high_one][3], 2);
        assert_eq!(low_only.kept[with_high_one][6], 3);
    }

    /// For rows with pairs the answer is put together; the meaning of it is that with the tile more is kept.
    #[test]
    fn what_rows_with_pairs_want_lets_them_keep_more() {
        let mut dice = Dice::from_seed(52);
        for _ in 0..2_000 {
            let mut some = || dice.below(1 << 13) as u16;
            let once = some() & some();
            let twice = once & some();
            let row = Row { once, twice };
            let (kept, wants) = OKEY.wants_of_pairs(row);
            assert_eq!(kept, OKEY.kept(row), "{row:?}");
            for number in (0..13).map(|place| 1 << place) {
                let with = OKEY.kept(Row {
                    once: once | number,
                    twice: twice | once & number,
                });
                for size in 0..SIZES {
                    let is_wanted = wants[size].missing & number != 0;
                    assert_eq!(is_wanted, with[size] > kept[size], "{row:?}, {number:b}");
                }
            }
        }
    }
}
