//! What the runs of one colour can keep of a row, for every number of tiles that they may have together.
//!
//! A row without pairs is one of 8 192, and its answers are looked up in tables that are made once. A second tile
//! of a number is either not kept, or lies in a run of its own; so a row with pairs is a choice among rows with
//! fewer, and what is kept of rows with one pair stands in a table, too. Runs of six and more are shorter ones in a row,
//! so three lengths are enough. Which runs there are is given by a `Rule`; the tables of Okey take 900 kB and some
//! milliseconds when the first rack is measured.

use std::sync::LazyLock;

use super::held::Row;
use super::kept::{Kept, LARGEST, SHORTEST};

/// For every number of tiles from the fewest of a run on, what would be kept as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Wants {
    by_size: [Want; LARGEST + 1 - SHORTEST],
    /// What is wanted for some number of tiles.
    pub any: Want,
}

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
    /// What is kept of every row without pairs, and of every row with one.
    kept: Vec<Kept>,
    kept_of_pair: Vec<Kept>,
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
            kept: vec![Kept::default(); 1 << NUMBERS],
            kept_of_pair: Vec::new(),
            wants: Vec::new(),
        };
        // A row is greater than what runs leave of it, so that is known already.
        for row in 1..1 << NUMBERS {
            runs.kept[usize::from(row)] = runs.most(row);
        }
        let pairs = (0..NUMBERS)
            .flat_map(|place| (0..1 << (NUMBERS - 1)).map(move |others| (place, others)));
        runs.kept_of_pair = pairs
            .map(|(place, others)| runs.of_pair(place, others))
            .collect();
        runs.wants = (0..1 << NUMBERS).map(|row| runs.wanted(row)).collect();
        runs
    }

    /// The most that can be kept of a row without pairs: its lowest tile is left, or lies in a run.
    fn most(&self, row: u16) -> Kept {
        let lowest = row.trailing_zeros() as usize;
        let mut best = self.kept[usize::from(row & (row - 1))];
        for run in self.worth(lowest, row) {
            let rest = self.kept[usize::from(row & !run.numbers)];
            best = best.or_with(run.gain(row), run.size, rest);
        }
        best
    }

    /// What is wanted beside a row without pairs, by the meaning of it: with the tile more is kept.
    fn wanted(&self, once: u16) -> Wants {
        let own = self.kept[usize::from(once)];
        let mut wants = Wants::default();
        for place in 0..NUMBERS {
            let number = 1 << place;
            let twice = once & number;
            let with = self.kept(Row {
                once: once | number,
                twice,
            });
            let without = self.kept[usize::from(once & !number)];
            for (size, want) in (SHORTEST..).zip(&mut wants.by_size) {
                if with.at(size) > own.at(size) {
                    want.missing |= number;
                }
                if twice != 0 && without.at(size - SHORTEST) + 1 == own.at(size) {
                    want.alone |= number;
                }
            }
        }
        wants.summed()
    }

    /// The most that can be kept of a row.
    #[inline]
    pub(super) fn kept(&self, row: Row) -> Kept {
        match row.twice {
            0 => self.kept[usize::from(row.once)],
            _ => self.kept_of_pairs(row),
        }
    }

    /// The same for a row with pairs.
    fn kept_of_pairs(&self, row: Row) -> Kept {
        let lowest = row.twice & row.twice.wrapping_neg();
        if row.twice != lowest {
            return self.choose_of_pairs(row, lowest);
        }
        // Where the table has the row, which has no place for the number of the pair.
        let below = row.once & (lowest - 1);
        let others = below | (row.once - lowest - below) >> 1;
        let place = lowest.trailing_zeros() as usize;
        self.kept_of_pair[place << (NUMBERS - 1) | usize::from(others)]
    }

    /// The same for one pair, `others` being the row without its number; there is no place for that.
    fn of_pair(&self, place: usize, others: u16) -> Kept {
        let below = others & ((1 << place) - 1);
        let number = 1 << place;
        let once = (others - below) << 1 | below | number;
        let twice = number;
        self.choose_of_pairs(Row { once, twice }, number)
    }

    /// What is kept of a row with pairs: the second tile of the lowest is left, or lies in a run of its own.
    fn choose_of_pairs(&self, row: Row, lowest: u16) -> Kept {
        let mut best = self.kept(Row {
            twice: row.twice & !lowest,
            ..row
        });
        for run in self.worth(lowest.trailing_zeros() as usize, row.once) {
            let rest = self.kept(row.without(run.numbers));
            best = best.or_with(run.gain(row.once), run.size, rest);
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

    /// What is kept of a row and wanted beside it, by the choices of which `choose_of_pairs` finds the best.
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
        let wants = best.1.by_size.iter_mut();
        wants.for_each(|want| want.missing &= !row.twice);
        (best.0, best.1.summed())
    }
}

impl Run {
    /// How many tiles of a row it keeps.
    fn gain(self, row: u16) -> u32 {
        (row & self.numbers).count_ones()
    }

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

impl Wants {
    /// With what is wanted for some number of tiles made anew.
    fn summed(mut self) -> Self {
        self.any = Want::default();
        self.by_size.iter().for_each(|want| self.any.add(*want));
        self
    }
}

/// What is kept with a run or without it, and what is wanted beside that: of equal choices, what each of them wants.
///
/// What the run itself wants is found as well: the two runs around a pair can be chosen the other way round.
fn choose(best: &mut (Kept, Wants), rest: &(Kept, Wants), run: Run, row: u16) {
    let (gain, before, wants) = (run.gain(row), best.0, &rest.1.by_size);
    best.0 = before.or_with(gain, run.size, rest.0);
    for (at, size) in (run.size..=LARGEST).enumerate() {
        let want = &mut best.1.by_size[size - SHORTEST];
        let most = best.0.at(size);
        if most > before.at(size) {
            *want = Want::default();
        }
        if gain as u8 + rest.0.at(at) == most
            && let Some(rest) = at.checked_sub(SHORTEST)
        {
            want.add(wants[rest]);
        }
    }
}

/// What is wanted where `own` tiles of a colour and what the others keep beside them in `left` tiles are `most`.
pub(super) fn wanted(own: Kept, wants: &Wants, beside: Kept, left: usize, most: u8) -> Want {
    let mut all = Want::default();
    for (is_best, want) in own.shares(beside, left, most).zip(&wants.by_size) {
        // All bits or none: guessing a branch wrong takes longer.
        let is_best = u16::from(is_best).wrapping_neg();
        all.missing |= want.missing & is_best;
        all.alone |= want.alone & is_best;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    #[test]
    fn the_rule_says_which_runs_there_are() {
        let with_high_one = 0b1_1000_0000_0001;
        assert_eq!(OKEY.kept[with_high_one].at(3), 3);
        let low_only = Runs::new(Rule { last: 13 });
        assert_eq!(low_only.kept[with_high_one].at(3), 2);
        assert_eq!(low_only.kept[with_high_one].at(6), 3);
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
                for size in SHORTEST..=LARGEST {
                    let is_wanted = wants.by_size[size - SHORTEST].missing & number != 0;
                    let keeps_more = with.at(size) > kept.at(size);
                    assert_eq!(is_wanted, keeps_more, "{row:?}, {number:b}");
                }
            }
        }
    }
}
