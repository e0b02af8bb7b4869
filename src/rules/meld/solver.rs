//! How far a rack is from a winning one, exactly, and which tiles bring it nearer.
//!
//! A winning rack is some melds of fourteen tiles, or pairs. What is sought is the one that keeps most tiles of the
//! rack; its jokers stand for whatever is missing and are added at the end.

use super::held::{ALL, Held, Mask, column, lane};
use super::runs::{self, Kept, Runs, SHORTEST, join};

/// What is asked of a rack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// How many tiles can be kept.
    Count,
    /// That, and the faces that would let more be kept.
    Missing,
}

/// The most that can be kept, and the faces that would let more be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Most {
    /// How many tiles without jokers.
    pub kept: u8,
    /// The faces that some best choice wants more often than they are held.
    pub missing: Mask,
}

impl Most {
    /// The better of two, with the missing faces of both where they are equal.
    pub(super) fn or(self, other: Self) -> Self {
        match self.kept.cmp(&other.kept) {
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Equal => Self {
                missing: self.missing | other.missing,
                ..self
            },
        }
    }
}

/// The most that melds of `goal` tiles together can keep.
pub(super) fn melds(held: Held, goal: usize, ask: Ask) -> Most {
    let mut search = Search {
        runs: &runs::OKEY,
        ask,
        places: Places::of(held),
        best: Most::default(),
    };
    let start = Choice {
        held,
        kept: 0,
        left: goal,
        partial: [(0, 0); MOST_SETS],
        sets: 0,
    };
    let all = search.judge(&start);
    search.go(&start, &all, 0);
    Most {
        missing: search.best.missing & !held.twice,
        ..search.best
    }
}

/// The most sets there can be.
const MOST_SETS: usize = 4;

/// Where sets may lie: the most promising first.
struct Places {
    list: [(u8, u8); 2 * 13],
    len: usize,
}

impl Places {
    /// The numbers that are held in two colours or more, twice where two sets may come of them.
    fn of(held: Held) -> Self {
        let mut places = Self {
            list: [(0, 0); 2 * 13],
            len: 0,
        };
        for least in [4, 3, 2] {
            for place in 0..13 {
                let colours = (held.once & column(place)).count_ones();
                let more = (held.twice & column(place)).count_ones();
                if colours == least {
                    places.push(place, least);
                }
                if colours >= 2 && (colours + more).saturating_sub(2).min(colours) == least {
                    places.push(place, least);
                }
            }
        }
        places
    }

    fn push(&mut self, place: usize, most: u32) {
        self.list[self.len] = (place as u8, most as u8);
        self.len += 1;
    }

    /// The most that sets in these places and what is known of runs keep in so many tiles.
    fn bound(&self, from: usize, runs: &Kept, left: usize) -> u8 {
        let mut most = runs[left];
        let (mut sets, mut size) = (0, 0);
        for (_, gain) in &self.list[from.min(self.len)..self.len] {
            sets += gain;
            size += SHORTEST;
            if size > left {
                break;
            }
            most = most.max(sets + runs[left - size]);
        }
        most
    }
}

/// Some sets, and what they leave.
#[derive(Clone, Copy)]
struct Choice {
    held: Held,
    /// What the sets keep.
    kept: u8,
    /// How many tiles there may be beside the sets.
    left: usize,
    /// The sets with fewer than four tiles: what they hold and their place.
    partial: [(Mask, u8); MOST_SETS],
    sets: usize,
}

impl Choice {
    /// With a set that keeps these tiles, if there is room for it.
    fn with(&self, set: Mask, place: u8) -> Option<Self> {
        let kept = set.count_ones();
        let left = self.left.checked_sub(SHORTEST.max(kept as usize))?;
        let mut next = *self;
        next.held = self.held.without(set);
        next.kept += kept as u8;
        next.left = left;
        if kept < 4 {
            next.partial[self.sets] = (set, place);
            next.sets += 1;
        }
        Some(next)
    }
}

struct Search {
    runs: &'static Runs,
    ask: Ask,
    places: Places,
    best: Most,
}

impl Search {
    /// Adds sets from a place of the list on to a choice.
    fn go(&mut self, choice: &Choice, runs: &Kept, from: usize) {
        for at in from..self.places.len {
            if !self.may_help(choice.kept + self.places.bound(at, runs, choice.left)) {
                return;
            }
            let place = self.places.list[at].0;
            let held = choice.held.once & column(usize::from(place));
            let mut set = held;
            while set != 0 {
                if set.count_ones() >= 2
                    && let Some(next) = choice.with(set, place)
                    && self.may_help(next.kept + self.places.bound(at + 1, runs, next.left))
                {
                    let runs = self.judge(&next);
                    self.go(&next, &runs, at + 1);
                }
                set = (set - 1) & held;
            }
        }
    }

    /// Whether a choice that keeps at most so many could change the answer.
    fn may_help(&self, bound: u8) -> bool {
        match self.ask {
            Ask::Count => bound > self.best.kept,
            Ask::Missing => bound >= self.best.kept,
        }
    }

    /// Completes a choice with runs alone; answers what runs keep.
    fn judge(&mut self, choice: &Choice) -> Kept {
        let rows: [Kept; 4] = std::array::from_fn(|colour| self.runs.kept(choice.held.row(colour)));
        let halves = [join(&rows[0], &rows[1]), join(&rows[2], &rows[3])];
        let all = join(&halves[0], &halves[1]);
        let kept = choice.kept + all[choice.left];
        if kept > self.best.kept {
            self.best = Most { kept, missing: 0 };
        }
        if kept == self.best.kept && self.ask == Ask::Missing {
            self.best.missing |= self.missing(choice, &rows, &halves) | in_sets(choice, &all);
        }
        all
    }

    /// What the runs of a best choice want, and sets around a tile that runs keep alone.
    fn missing(&self, choice: &Choice, rows: &[Kept; 4], halves: &[Kept; 2]) -> Mask {
        let (mut missing, mut alone) = (0, 0);
        let most = self.best.kept - choice.kept;
        for colour in 0..4 {
            let others = join(&rows[colour ^ 1], &halves[1 - colour / 2]);
            let (own, wants) = self.runs.wants(choice.held.row(colour));
            let mut want = (0, 0);
            for size in 0..=choice.left {
                if own[size] + others[choice.left - size] == most {
                    want.0 |= wants[size].missing;
                    want.1 |= wants[size].alone;
                }
            }
            missing |= Mask::from(want.0) << (16 * colour);
            alone |= Mask::from(want.1) << (16 * colour);
        }
        for colour in 0..4 {
            let beside = alone & !(0xffff << (16 * colour));
            let numbers = lane(beside, 0) | lane(beside, 1) | lane(beside, 2) | lane(beside, 3);
            missing |= Mask::from(numbers) << (16 * colour);
        }
        missing
    }
}

/// What the sets of a best choice want: a third tile for two, a fourth one if there is room for it.
fn in_sets(choice: &Choice, runs: &Kept) -> Mask {
    let spare = choice.left > 0 && runs[choice.left - 1] == runs[choice.left];
    choice.partial[..choice.sets]
        .iter()
        .filter(|(set, _)| spare || set.count_ones() == 2)
        .fold(0, |missing, (set, place)| {
            missing | column(usize::from(*place)) & !set
        })
}

/// The most that `count` pairs keep.
pub(super) fn pairs(held: Held, count: u32) -> Most {
    let single = held.once & !held.twice;
    let pairs = held.twice.count_ones().min(count);
    let open = count - pairs;
    let halves = single.count_ones().min(open);
    let missing = match open {
        0 => 0,
        _ if halves < open => ALL & !held.twice,
        _ => single,
    };
    Most {
        kept: (2 * pairs + halves) as u8,
        missing,
    }
}
