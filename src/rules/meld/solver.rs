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

use super::held::{ALL, Held, Mask, Row, colours_at, count, lane, numbers, spread};
use super::kept::{Kept, LARGEST, SHORTEST};
use super::recent::Recent;
use super::runs::{self, Runs, Wants};

/// The most tiles that melds of fourteen tiles together can keep.
pub(super) fn most(held: Held) -> u8 {
    Search::run(held, Ask::Most, 1, 0).0 - 1
}

/// Those of these faces with which melds could keep more than `most`, which is the most that they keep now.
pub(super) fn missing(held: Held, most: u8, faces: Mask) -> Mask {
    let sought = faces & !held.twice;
    let known = MISSING.with(|recent| recent.known(held));
    if let Some((asked, found)) = known
        && sought & !asked == 0
    {
        return found & sought;
    }
    let found = Search::run(held, Ask::Missing, most, sought).1;
    MISSING.with(|recent| recent.remember(held, (sought, found)));
    found & sought
}

/// The held faces of which melds keep `most`, the most that they can, without one tile as well.
pub(super) fn spare(held: Held, most: u8) -> Mask {
    if let Some(found) = SPARE.with(|recent| recent.known(held)) {
        return found;
    }
    let found = Search::run(held, Ask::Spare, most, held.once).1;
    SPARE.with(|recent| recent.remember(held, found));
    found
}

// So many places hold the answers of some turns of four players.
thread_local! {
    /// Which faces were asked for, and which of them found.
    static MISSING: Recent<Held, (Mask, Mask), 2048> = const { Recent::new() };
    static SPARE: Recent<Held, Mask, 1024> = const { Recent::new() };
    static WANTS: Recent<Row, Wants, 512> = const { Recent::new() };
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

/// A number that may have a set, and the most that it keeps.
#[derive(Clone, Copy, Default)]
struct Place {
    number: u8,
    gain: u8,
    /// Whether there may be a set of the number already: a second one comes after it.
    second: bool,
}

/// Where sets may lie: the most promising first.
struct Places {
    list: [Place; 2 * 13],
    len: usize,
}

impl Places {
    /// The numbers that are held in two colours or more, twice where there is a pair: two sets may come of it.
    fn of(held: Held) -> Self {
        let mut places = Self {
            list: [Place::default(); 2 * 13],
            len: 0,
        };
        // The colours of each number, added up bit by bit: ones, twos and fours.
        let [red, yellow, green, black] = std::array::from_fn(|colour| lane(held.once, colour));
        let odd = red ^ yellow ^ green;
        let carry = red & yellow | green & (red ^ yellow);
        let (ones, twos, fours) = (odd ^ black, carry ^ odd & black, carry & odd & black);
        let again = numbers(held.twice);
        for (some, gain) in [(fours, 4), (twos & ones, 3), (twos & !ones, 2)] {
            places.push(some, gain, false);
            places.push(some & again, gain, true);
        }
        places
    }

    fn push(&mut self, mut numbers: u16, gain: u8, second: bool) {
        while numbers != 0 {
            self.list[self.len] = Place {
                number: numbers.trailing_zeros() as u8,
                gain,
                second,
            };
            self.len += 1;
            numbers &= numbers - 1;
        }
    }

    /// Whether one set or more in these places and what is known of runs could keep so many in so many tiles.
    #[inline]
    fn may_keep(&self, needed: u8, from: usize, runs: Kept, left: usize) -> bool {
        let (mut sets, mut rest) = (0, runs.below(left));
        let places = self.list[..self.len].iter().skip(from);
        for place in places.take(left / SHORTEST) {
            sets += place.gain;
            rest.go_down(SHORTEST);
            if sets + rest.now() >= needed {
                return true;
            }
        }
        false
    }
}

/// Some sets, by what they leave.
#[derive(Clone, Copy)]
struct Choice {
    held: Held,
    /// What the sets keep.
    kept: u8,
    /// How many tiles there may be beside the sets.
    left: usize,
}

impl Choice {
    /// With a set of these colours, if there is room for it.
    #[inline]
    fn with(&self, colours: u8, place: usize) -> Option<Self> {
        let kept = count(colours);
        Some(Self {
            held: self.held.without(spread(colours) << place),
            kept: self.kept + kept,
            left: self.left.checked_sub(SHORTEST.max(kept.into()))?,
        })
    }
}

/// A set by the tiles that it keeps: their colours as bits, and their place.
#[derive(Clone, Copy, Default)]
struct Set {
    colours: u8,
    place: usize,
}

/// The sets of a choice.
#[derive(Clone, Copy, Default)]
struct Sets {
    list: [Set; MOST_SETS],
    len: usize,
}

impl Sets {
    /// The colours of the set of a number, or none: two sets of a number come in one order only.
    fn at(&self, place: usize) -> u8 {
        let mut sets = self.list[..self.len].iter();
        let set = sets.find(|set| set.place == place);
        set.map_or(0, |set| set.colours)
    }

    /// What they want: a third tile for two; a fourth one, if there is room for it.
    fn missing(&self, room: bool) -> Mask {
        let most = if room { 3 } else { 2 };
        let sets = self.list[..self.len].iter();
        let sets = sets.filter(|set| count(set.colours) <= most);
        sets.fold(0, |missing, set| {
            missing | spread(!set.colours & 0xf) << set.place
        })
    }
}

/// What runs keep beside a choice of sets.
#[derive(Clone, Copy)]
struct InRuns {
    rows: [Kept; 4],
    /// Of the first two colours, and of the others.
    halves: [Kept; 2],
    all: Kept,
}

impl InRuns {
    fn of(runs: &Runs, held: Held) -> Self {
        let rows: [Kept; 4] = std::array::from_fn(|colour| runs.kept(held.row(colour)));
        let halves = [rows[0].and(rows[1]), rows[2].and(rows[3])];
        Self {
            rows,
            halves,
            all: halves[0].and(halves[1]),
        }
    }

    /// What they keep of what a set has left; only its colours are looked at.
    #[inline]
    fn without(&self, colours: u8, runs: &Runs, held: Held) -> Self {
        let mut next = *self;
        let mut colours_left = colours;
        while colours_left != 0 {
            let colour = colours_left.trailing_zeros() as usize;
            next.rows[colour] = runs.kept(held.row(colour));
            colours_left &= colours_left - 1;
        }
        if colours & 0b0011 != 0 {
            next.halves[0] = next.rows[0].and(next.rows[1]);
        }
        if colours & 0b1100 != 0 {
            next.halves[1] = next.rows[2].and(next.rows[3]);
        }
        next.all = next.halves[0].and(next.halves[1]);
        next
    }

    /// What runs of the other three colours keep.
    fn beside(&self, colour: usize) -> Kept {
        self.rows[colour ^ 1].and(self.halves[1 - colour / 2])
    }
}

struct Search {
    runs: &'static Runs,
    ask: Ask,
    places: Places,
    /// How many tiles a choice must keep to change the answer.
    least: u8,
    /// The faces that are asked about, and those of them (and others) of which the answer is yes.
    sought: Mask,
    found: Mask,
    /// Of the choice that is looked at.
    sets: Sets,
}

impl Search {
    /// One more than the most that is kept, if that is asked; and the faces found.
    fn run(held: Held, ask: Ask, least: u8, sought: Mask) -> (u8, Mask) {
        let mut search = Self {
            runs: &runs::OKEY,
            ask,
            places: Places::of(held),
            least,
            sought,
            found: 0,
            sets: Sets::default(),
        };
        let start = Choice {
            held,
            kept: 0,
            left: LARGEST,
        };
        search.judge(&start, &InRuns::of(search.runs, held), 0);
        (search.least, search.found)
    }

    /// The faces of which nothing is known yet.
    fn open(&self) -> Mask {
        self.sought & !self.found
    }

    /// How many tiles must be kept beside sets that keep so many: fewer change nothing.
    #[inline]
    fn needed(&self, kept: u8) -> u8 {
        self.least.saturating_sub(kept)
    }

    /// Completes a choice with runs alone, then goes on with sets from a place of the list on.
    fn judge(&mut self, choice: &Choice, runs: &InRuns, from: usize) {
        if choice.kept + runs.all.at(choice.left) >= self.least {
            self.add(choice, runs);
        }
        for at in from..self.places.len {
            let needed = self.needed(choice.kept);
            if !self.places.may_keep(needed, at, runs.all, choice.left) {
                return;
            }
            self.add_sets(choice, runs, at);
        }
    }

    /// Takes what follows from a choice that keeps enough.
    fn add(&mut self, choice: &Choice, runs: &InRuns) {
        let in_runs = runs.all.at(choice.left);
        match self.ask {
            Ask::Most => self.least = choice.kept + in_runs + 1,
            Ask::Missing => self.add_missing(choice, runs, in_runs),
            Ask::Spare => self.add_spare(choice, runs, in_runs),
        }
        if self.ask != Ask::Most && self.open() == 0 {
            // All is known: nothing keeps so many.
            self.least = u8::MAX;
        }
    }

    /// Adds every set of a place to a choice.
    fn add_sets(&mut self, choice: &Choice, runs: &InRuns, at: usize) {
        let Place { number, second, .. } = self.places.list[at];
        let place = number.into();
        let most = if second { self.sets.at(place) } else { 0xf };
        let there = colours_at(choice.held.once, place);
        let mut colours = there;
        while colours != 0 {
            // One tile is no set (see above).
            if colours & (colours - 1) != 0
                && colours <= most
                && let Some(next) = choice.with(colours, place)
                && self.is_worth(&next, runs.all, at + 1)
            {
                self.go_on(&next, runs, Set { colours, place }, at + 1);
            }
            colours = (colours - 1) & there;
        }
    }

    /// Goes on with a choice to which this set has come.
    fn go_on(&mut self, choice: &Choice, runs: &InRuns, set: Set, from: usize) {
        let left = runs.without(set.colours, self.runs, choice.held);
        let before = self.sets.len;
        self.sets.list[before] = set;
        self.sets.len += 1;
        self.judge(choice, &left, from);
        self.sets.len = before;
    }

    #[inline]
    fn is_worth(&self, choice: &Choice, runs: Kept, from: usize) -> bool {
        let needed = self.needed(choice.kept);
        runs.at(choice.left) >= needed || self.places.may_keep(needed, from, runs, choice.left)
    }

    /// Adds what a best choice wants: its runs, its sets, and sets around a tile that runs keep alone.
    fn add_missing(&mut self, choice: &Choice, runs: &InRuns, most: u8) {
        let mut alone = 0;
        for colour in 0..4 {
            let open = self.open();
            let wants = self.wants(choice.held.row(colour));
            if !may_want(&wants, open, colour) {
                continue;
            }
            let beside = runs.beside(colour);
            let own = runs.rows[colour];
            let want = runs::wanted(own, &wants, beside, choice.left, most);
            self.found |= Mask::from(want.missing) << (16 * colour);
            alone |= Mask::from(want.alone) << (16 * colour);
        }
        for colour in 0..4 {
            let others = alone & !(0xffff << (16 * colour));
            self.found |= Mask::from(numbers(others)) << (16 * colour);
        }
        let room = choice.left > 0 && runs.all.at(choice.left - 1) == most;
        self.found |= self.sets.missing(room);
    }

    /// What is wanted beside a row.
    fn wants(&self, row: Row) -> Wants {
        if row.twice == 0 {
            return *self.runs.wants(row.once);
        }
        let known = WANTS.with(|recent| recent.known(row));
        known.unwrap_or_else(|| {
            let wants = self.runs.wants_of_pairs(row).1;
            WANTS.with(|recent| recent.remember(row, wants));
            wants
        })
    }

    /// Adds the tiles without which the runs of a best choice keep as many.
    fn add_spare(&mut self, choice: &Choice, runs: &InRuns, most: u8) {
        for colour in 0..4 {
            let row = choice.held.row(colour);
            let mut open = row.once & lane(self.open(), colour);
            if open == 0 {
                continue;
            }
            let beside = runs.beside(colour);
            while open != 0 {
                let number = open & open.wrapping_neg();
                let without = self.runs.kept(row.without(number));
                if without.and_at(beside, choice.left) == most {
                    self.found |= Mask::from(number) << (16 * colour);
                }
                open &= open - 1;
            }
        }
    }
}

/// Whether a row may want one of these faces, or its tiles as sets.
fn may_want(wants: &Wants, faces: Mask, colour: usize) -> bool {
    let others = faces & !(0xffff << (16 * colour));
    wants.any.missing & lane(faces, colour) | wants.any.alone & numbers(others) != 0
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    /// Racks are asked about again and again, and of other faces each time.
    #[test]
    fn what_is_remembered_is_what_is_found() {
        let mut dice = Dice::from_seed(2_048);
        let mut racks = Vec::new();
        for _ in 0..300 {
            let held = (0..14).fold(Held::default(), |held, _| {
                let face = 1 << (16 * dice.below(4) + dice.below(13));
                if held.twice & face == 0 {
                    held.with(face)
                } else {
                    held
                }
            });
            racks.push(held);
        }
        for _ in 0..3_000 {
            let held = racks[dice.below(300) as usize];
            let faces = (0..4).fold(0, |all, _| all << 16 | u64::from(dice.below(1 << 13)));
            let most = most(held);
            let all = Search::run(held, Ask::Missing, most, ALL & !held.twice).1;
            let expected = all & faces & !held.twice;
            assert_eq!(missing(held, most, faces), expected, "{held:?}");
            let expected = Search::run(held, Ask::Spare, most, held.once).1;
            assert_eq!(spare(held, most), expected, "{held:?}");
        }
    }
}
