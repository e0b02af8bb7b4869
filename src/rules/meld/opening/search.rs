//! The search for the sets beside which runs reach most.

use super::super::held::{Held, Mask, Row, colours_at, count, spread};
use super::rows::{JOKERS, Rows, join, join_of, wide};

/// A set: its number, its colours as bits and its jokers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Set {
    pub number: u8,
    pub colours: u8,
    pub jokers: u8,
}

impl Set {
    /// The real tiles.
    pub(super) fn mask(self) -> Mask {
        spread(self.colours) << (self.number - 1)
    }
}

const ALL_COLOURS: u8 = 0xf;

/// More than all the tiles there are can make.
const MOST_SETS: usize = 36;

/// Some sets.
#[derive(Clone, Copy)]
struct Sets {
    list: [Set; MOST_SETS],
    len: usize,
}

/// What has been chosen: the tiles and jokers left, what the runs of each colour reach with them, what the sets weigh.
#[derive(Clone, Copy)]
struct Node {
    held: Held,
    jokers: usize,
    runs: [[u32; 3]; 4],
    kept: u32,
}

/// What is found: sets, and what they leave for runs.
pub(super) struct Found {
    pub weight: u32,
    pub sets: Vec<Set>,
    pub rest: Held,
    pub jokers: usize,
}

/// What the best sets and runs of these tiles weigh, if that is more than `floor`.
pub(super) fn most(rows: &Rows, held: Held, jokers: usize, floor: u32) -> Option<u32> {
    let search = Search::new(rows, held, jokers, Some(floor));
    search.found.map(|_| search.best)
}

/// A search for more than a weight that is known already.
pub(super) struct Search<'a> {
    rows: &'a Rows,
    /// The numbers that may have sets.
    places: [u8; 13],
    len: usize,
    /// The most that sets from a place on can weigh with so many jokers.
    bounds: [[u32; 3]; 14],
    sets: Sets,
    best: u32,
    found: Option<(Node, Sets)>,
}

impl<'a> Search<'a> {
    /// The best sets and runs of these tiles, if they weigh more than `floor`.
    pub(super) fn run(
        rows: &'a Rows,
        held: Held,
        jokers: usize,
        floor: Option<u32>,
    ) -> Option<Found> {
        let search = Self::new(rows, held, jokers, floor);
        let (node, sets) = search.found?;
        Some(Found {
            weight: search.best,
            sets: sets.list[..sets.len].to_vec(),
            rest: node.held,
            jokers: node.jokers,
        })
    }

    /// Looks at all there is.
    fn new(rows: &'a Rows, held: Held, jokers: usize, floor: Option<u32>) -> Self {
        let mut search = Self {
            rows,
            places: [0; 13],
            len: 0,
            bounds: [[0; 3]; 14],
            sets: Sets {
                list: [Set::default(); MOST_SETS],
                len: 0,
            },
            best: floor.map_or(0, |floor| floor + 1),
            found: None,
        };
        search.find_places(held, jokers);
        let runs = std::array::from_fn(|colour| wide(rows.reached(held.row(colour), jokers)));
        let node = Node {
            held,
            jokers,
            runs,
            kept: 0,
        };
        match jokers {
            0 => search.visit::<0>(&node, 0, ALL_COLOURS),
            1 => search.visit::<1>(&node, 0, ALL_COLOURS),
            _ => search.visit::<JOKERS>(&node, 0, ALL_COLOURS),
        }
        search
    }

    /// The numbers in enough colours, those with more tiles first.
    fn find_places(&mut self, held: Held, jokers: usize) {
        let mut numbers_in = [0u16; 5];
        for number in 1..=13 {
            let colours = count(colours_of(held.once, number));
            numbers_in[usize::from(colours)] |= 1 << number;
        }
        let enough = 1.max(3 - jokers);
        for mut numbers in numbers_in[enough..].iter().rev().copied() {
            while numbers != 0 {
                let highest = numbers.ilog2();
                self.places[self.len] = highest as u8;
                self.len += 1;
                numbers &= !(1 << highest);
            }
        }
        for place in (0..self.len).rev() {
            let own = self.most_at(held, self.places[place]);
            self.bounds[place] = join(own, self.bounds[place + 1]);
        }
    }

    /// At least what the sets of a number can weigh: in one set, or with every tile there is.
    fn most_at(&self, held: Held, number: u8) -> [u32; 3] {
        let colours = u32::from(count(colours_of(held.once, number)));
        let tiles = colours + u32::from(count(colours_of(held.twice, number)));
        let weights = self.rows.weights;
        let most: [u32; JOKERS + 1] = std::array::from_fn(|jokers| {
            let jokers = jokers as u32;
            let laid = match colours + jokers {
                _ if colours == 0 => return 0,
                0..3 => return 0,
                _ if tiles + jokers >= 6 => tiles + jokers,
                one => one.min(4),
            };
            weights.weigh(laid, laid * u32::from(number), jokers)
        });
        let one = most[0].max(most[1]);
        [most[0], one, one.max(most[2])]
    }

    /// Looks at what has been chosen, then at every set more from a place on; `from` is where its sets begin, so that
    /// the sets of a number come in one order only. Where there are no more than `MOST` jokers, nothing is asked about more.
    fn visit<const MOST: usize>(&mut self, node: &Node, place: usize, from: u8) {
        let [red, yellow, green, black] = node.runs;
        let runs = join_of::<MOST>(join_of::<MOST>(red, yellow), join_of::<MOST>(green, black));
        let reached = node.kept + runs[node.jokers];
        if reached >= self.best && (self.found.is_none() || reached > self.best) {
            self.best = reached;
            self.found = Some((*node, self.sets));
        }
        let mut from = from;
        let start = place;
        for place in start..self.len {
            // Sets have been taken of the first number only: the others are as they were at the beginning.
            let sets = if place == start {
                join_of::<MOST>(
                    self.most_at(node.held, self.places[place]),
                    self.bounds[place + 1],
                )
            } else {
                self.bounds[place]
            };
            // Later sets weigh no more than this, and runs no more than with the tiles of those sets.
            if node.kept + join_of::<MOST>(sets, runs)[node.jokers]
                < self.best + u32::from(self.found.is_some())
            {
                return;
            }
            self.sets_at::<MOST>(node, &runs, place, from);
            from = ALL_COLOURS;
        }
    }

    /// Every set of the number of a place, and what can follow it.
    fn sets_at<const MOST: usize>(&mut self, node: &Node, runs: &[u32; 3], place: usize, from: u8) {
        let number = self.places[place];
        let there = colours_of(node.held.once, number);
        let beside = self.beside::<MOST>(node, runs, place);
        let mut colours = there;
        while colours != 0 {
            let real = usize::from(count(colours));
            let most = if colours > from {
                0
            } else {
                node.jokers.min(4 - real)
            };
            for jokers in 3usize.saturating_sub(real)..=most {
                let set = Set {
                    number,
                    colours,
                    jokers: jokers as u8,
                };
                let kept = node.kept + self.weigh(set);
                if kept + beside[node.jokers - jokers]
                    >= self.best + u32::from(self.found.is_some())
                {
                    self.with::<MOST>(node, set, kept, place);
                }
            }
            colours = (colours - 1) & there;
        }
    }

    /// At least what can be reached beside a set of the number of a place: other sets of it, later ones, and runs as if
    /// they still had the tiles of all these.
    fn beside<const MOST: usize>(&self, node: &Node, runs: &[u32; 3], place: usize) -> [u32; 3] {
        let number = self.places[place];
        let tiles =
            count(colours_of(node.held.once, number)) + count(colours_of(node.held.twice, number));
        let others = ((u32::from(tiles) + node.jokers as u32) / 3).saturating_sub(1);
        let another = others * self.rows.weights.weigh(4, 4 * u32::from(number), 0);
        join_of::<MOST>(self.bounds[place + 1], *runs).map(|most| most + another)
    }

    fn weigh(&self, set: Set) -> u32 {
        let tiles = u32::from(count(set.colours) + set.jokers);
        let points = tiles * u32::from(set.number);
        self.rows.weights.weigh(tiles, points, set.jokers.into())
    }

    fn with<const MOST: usize>(&mut self, node: &Node, set: Set, kept: u32, place: usize) {
        let mut next = *node;
        next.held = node.held.without(set.mask());
        next.jokers = node.jokers - usize::from(set.jokers);
        next.kept = kept;
        for colour in (0..4).filter(|colour| set.colours >> colour & 1 == 1) {
            let row: Row = next.held.row(colour);
            next.runs[colour] = wide(self.rows.reached(row, next.jokers));
        }
        self.sets.list[self.sets.len] = set;
        self.sets.len += 1;
        self.visit::<MOST>(&next, place, set.colours);
        self.sets.len -= 1;
    }
}

/// The colours in which a number is held, as bits.
#[inline]
fn colours_of(mask: Mask, number: u8) -> u8 {
    colours_at(mask, usize::from(number) - 1)
}
