//! How far a rack is from a winning one, exactly, and which tiles bring it nearer.
//!
//! A winning rack is some melds of fourteen tiles, or pairs. What is sought is the one that keeps most tiles of the
//! rack; its jokers stand for whatever is missing and are added at the end.
//!
//! # How
//!
//! Sets bind the colours together, runs do not. So the sets are chosen one by one, and what they leave falls apart
//! into four rows, one for each colour. For a row, tables tell at once how many tiles runs of 0, 1, … 14 tiles keep
//! of it (`runs`). The four answers are added up: the most for a size is the most over all ways to share it out.
//! Branches end where even runs that still had the tiles of the sets could not keep more.
//!
//! # Why it is exact
//!
//! - *Sizes are limits.* Melds of fewer than fourteen tiles can be completed without losing a kept tile.
//! - *Sets keep two tiles or more.* One that keeps a single tile could as well be a run of the same size. It keeps
//!   two or three in three tiles, or four in four.
//! - *Nobody counts what exists.* A choice may want a face three times, though two exist and the rack holds no third.
//!   Another choice then keeps at least as many and wants no face more than twice: three runs around one tile become
//!   two, and a set takes the colour that it lacks or does without. Of the indicator's face one tile is left and a
//!   joker is the other, so the two jokers of the game are always enough.
//!
//! The first and the last were checked for every choice there is (30 725 744 ways to put melds of up to five tiles
//! together, 16 368 892 of them smaller than fourteen or with a face three times). The tests compare the answers with
//! fourteens that are made of single tiles and two jokers.
//!
//! # What is wanted
//!
//! A face is wanted if with it one tile more could be kept. In a best choice that is what its rows want by their
//! tables, the third tile of a set of two, the fourth of a set of three if there is room for it, and the other colours
//! of a tile that runs keep alone, for its run could be a set.

use super::held::{ALL, Held, Mask, Row, column, lane, numbers};
use super::runs::{self, Kept, Runs, SHORTEST, Wants, join, join_at};

/// The most tiles that melds of `goal` tiles together can keep.
pub(super) fn most(held: Held, goal: usize) -> u8 {
    Search::of(held, goal, Ask::Most, 0).best
}

/// The faces with which melds could keep more than `most`, which is what they keep now.
pub(super) fn missing(held: Held, goal: usize, most: u8) -> Mask {
    Search::of(held, goal, Ask::Missing, most).found & !held.twice
}

/// The held faces of which melds keep `most` without one tile as well.
pub(super) fn spare(held: Held, goal: usize, most: u8) -> Mask {
    Search::of(held, goal, Ask::Spare, most).found
}

/// What is asked of a rack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ask {
    Most,
    Missing,
    Spare,
}

/// The most sets there can be.
const MOST_SETS: usize = 4;

/// Where sets may lie: the most promising first.
struct Places {
    list: [(u8, u8); 2 * 13],
    len: usize,
}

impl Places {
    /// The numbers that are held in two colours or more, twice where there is a pair: two sets may come of it.
    fn of(held: Held) -> Self {
        let mut places = Self {
            list: [(0, 0); 2 * 13],
            len: 0,
        };
        // The colours of each number, added up bit by bit: ones, twos and fours.
        let [red, yellow, green, black] = std::array::from_fn(|colour| lane(held.once, colour));
        let odd = red ^ yellow ^ green;
        let carry = red & yellow | green & (red ^ yellow);
        let (ones, twos, fours) = (odd ^ black, carry ^ odd & black, carry & odd & black);
        let again = numbers(held.twice);
        for (some, most) in [(fours, 4), (twos & ones, 3), (twos & !ones, 2)] {
            places.push(some, most);
            places.push(some & again, most);
        }
        places
    }

    fn push(&mut self, mut numbers: u16, most: u8) {
        while numbers != 0 {
            self.list[self.len] = (numbers.trailing_zeros() as u8, most);
            self.len += 1;
            numbers &= numbers - 1;
        }
    }

    /// The most that one set or more in these places and what is known of runs keep in so many tiles.
    fn bound(&self, from: usize, runs: &Kept, left: usize) -> u8 {
        let (mut most, mut sets, mut room) = (0, 0, left);
        for (_, gain) in self.list[..self.len].iter().skip(from) {
            let Some(rest) = room.checked_sub(SHORTEST) else {
                break;
            };
            sets += gain;
            room = rest;
            most = most.max(sets + runs[room]);
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

    /// What the sets want: a third tile for two; a fourth one, if there is room for it.
    fn missing(&self, room: bool) -> Mask {
        self.partial[..self.sets]
            .iter()
            .filter(|(set, _)| room || set.count_ones() == 2)
            .fold(0, |missing, (set, place)| {
                missing | column(usize::from(*place)) & !set
            })
    }
}

/// What runs keep beside a choice of sets.
struct InRuns {
    rows: [Kept; 4],
    /// Of the first two colours, and of the others.
    halves: [Kept; 2],
}

impl InRuns {
    /// What runs of the other three colours keep.
    fn beside(&self, colour: usize) -> Kept {
        join(&self.rows[colour ^ 1], &self.halves[1 - colour / 2])
    }

    fn most(&self, left: usize) -> u8 {
        join_at(&self.halves[0], &self.halves[1], left)
    }
}

struct Search {
    runs: &'static Runs,
    ask: Ask,
    places: Places,
    /// The most that is kept, as far as it is known.
    best: u8,
    /// The faces that were asked for.
    found: Mask,
    /// What was found last for a row with pairs of a colour.
    last: [Option<(Row, Wants)>; 4],
}

impl Search {
    fn of(held: Held, goal: usize, ask: Ask, best: u8) -> Self {
        let mut search = Self {
            runs: &runs::OKEY,
            ask,
            places: Places::of(held),
            best,
            found: 0,
            last: [None; 4],
        };
        let start = Choice {
            held,
            kept: 0,
            left: goal,
            partial: [(0, 0); MOST_SETS],
            sets: 0,
        };
        search.judge(&start, &[goal as u8; runs::SIZES], 0);
        search
    }

    /// Whether a choice that keeps at most so many could change the answer.
    fn may_help(&self, bound: u8) -> bool {
        match self.ask {
            Ask::Most => bound > self.best,
            Ask::Missing | Ask::Spare => bound >= self.best,
        }
    }

    /// Completes a choice with runs alone, then goes on with sets; `bound` is what runs keep at most.
    fn judge(&mut self, choice: &Choice, bound: &Kept, from: usize) {
        let rows: [Kept; 4] = std::array::from_fn(|colour| self.runs.kept(choice.held.row(colour)));
        let halves = [join(&rows[0], &rows[1]), join(&rows[2], &rows[3])];
        let runs = InRuns { rows, halves };
        let kept = choice.kept + runs.most(choice.left);
        match self.ask {
            Ask::Most => self.best = self.best.max(kept),
            Ask::Missing if kept == self.best => self.add_missing(choice, &runs),
            Ask::Spare if kept == self.best => self.add_spare(choice, &runs),
            Ask::Missing | Ask::Spare => {}
        }
        if self.may_help(choice.kept + self.places.bound(from, bound, choice.left)) {
            let all = join(&runs.halves[0], &runs.halves[1]);
            self.go(choice, &all, from);
        }
    }

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
                if set & (set - 1) != 0
                    && let Some(next) = choice.with(set, place)
                    && self.is_worth(&next, runs, at + 1)
                {
                    self.judge(&next, runs, at + 1);
                }
                set = (set - 1) & held;
            }
        }
    }

    fn is_worth(&self, choice: &Choice, runs: &Kept, from: usize) -> bool {
        let alone = runs[choice.left];
        let with_sets = self.places.bound(from, runs, choice.left);
        self.may_help(choice.kept + alone.max(with_sets))
    }

    /// Adds what a best choice wants: its runs, its sets, and sets around a tile that runs keep alone.
    fn add_missing(&mut self, choice: &Choice, runs: &InRuns) {
        let most = self.best - choice.kept;
        let mut alone = 0;
        for colour in 0..4 {
            let found = self.found;
            let wants = self.wants(colour, choice.held.row(colour));
            if are_known(wants, found, colour) {
                continue;
            }
            let beside = runs.beside(colour);
            let own = &runs.rows[colour];
            let want = runs::wanted(own, wants, &beside, choice.left, most);
            self.found |= Mask::from(want.missing) << (16 * colour);
            alone |= Mask::from(want.alone) << (16 * colour);
        }
        for colour in 0..4 {
            let others = alone & !(0xffff << (16 * colour));
            self.found |= Mask::from(numbers(others)) << (16 * colour);
        }
        let room = choice.left > 0 && runs.most(choice.left - 1) == most;
        self.found |= choice.missing(room);
    }

    fn wants(&mut self, colour: usize, row: Row) -> &Wants {
        if row.twice == 0 {
            return self.runs.wants(row.once);
        }
        let last = &mut self.last[colour];
        if last.is_none_or(|(known, _)| known != row) {
            *last = None;
        }
        let (_, wants) = last.get_or_insert_with(|| (row, self.runs.wants_of_pairs(row).1));
        wants
    }

    /// Adds the tiles without which the runs of a best choice keep as many.
    fn add_spare(&mut self, choice: &Choice, runs: &InRuns) {
        let most = self.best - choice.kept;
        for colour in 0..4 {
            let row = choice.held.row(colour);
            let mut open = row.once & !lane(self.found, colour);
            if open == 0 {
                continue;
            }
            let beside = runs.beside(colour);
            while open != 0 {
                let number = open & open.wrapping_neg();
                let without = self.runs.kept(row.without(number));
                if join_at(&without, &beside, choice.left) == most {
                    self.found |= Mask::from(number) << (16 * colour);
                }
                open &= open - 1;
            }
        }
    }
}

/// Whether all that a row may want has been found, and all that its tiles could want as sets.
fn are_known(wants: &Wants, found: Mask, colour: usize) -> bool {
    let all = runs::any(wants);
    let others = found | Mask::from(u16::MAX) << (16 * colour);
    let in_sets = (0..4).fold(u16::MAX, |known, other| known & lane(others, other));
    all.missing & !lane(found, colour) == 0 && all.alone & !in_sets == 0
}

/// The most tiles that `count` pairs keep.
pub(super) fn most_in_pairs(held: Held, count: u32) -> u8 {
    let pairs = held.twice.count_ones().min(count);
    let single = (held.once & !held.twice).count_ones();
    (2 * pairs + single.min(count - pairs)) as u8
}

/// The faces with which pairs could keep more.
pub(super) fn missing_in_pairs(held: Held, count: u32) -> Mask {
    let single = held.once & !held.twice;
    let open = count.saturating_sub(held.twice.count_ones());
    match open {
        0 => 0,
        _ if single.count_ones() < open => ALL & !held.twice,
        _ => single,
    }
}
