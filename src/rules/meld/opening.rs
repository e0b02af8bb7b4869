//! The best first laying of Okey 101, exactly: the sets and runs worth most, and the most doubles (101 rules 6 and 7).
//!
//! # What is compared
//!
//! An opening needs points, so [`Goal::Points`] wants most points; of equal totals the one with fewest jokers, for a
//! joker kept is worth more than one laid; of those the one with most tiles. Who has opened wants to be rid of tiles:
//! [`Goal::Tiles`] wants most tiles, then most points, then fewest jokers. Both are one sum over the melds.
//!
//! # Why it is exact
//!
//! Sets bind the colours together, runs do not. `search` visits every choice of sets, their jokers included: number by
//! number, each subset of the colours that are there with as many jokers as make it three or four tiles. What they
//! leave falls apart into four rows, one for each colour; `rows` tells the best runs of a row for each number of
//! jokers and says there why it is the best; the jokers are shared out over the rows in every way. Only branches are cut
//! that could not be better even if later sets took no tile from the runs.
//!
//! The other questions are asked in terms of that one. A laying that leaves a tile leaves some tile: it is a laying of
//! the rack without it. A laying that uses a tile has a meld with it, and the rest is a laying of the other tiles; all
//! such melds are tried, runs of up to five tiles being enough here too.

mod doubles;
mod rows;
mod search;
mod using;

use super::held::{Held, Mask, bit, in_lane};
use super::remove;
use crate::tile::{Colour, Face, Tile};
use rows::{JOKERS, Rows};
use search::{Found, Search, Set};

pub use doubles::most_doubles;

/// What is wanted of a laying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Most points, then fewest jokers, then most tiles.
    Points,
    /// Most tiles, then most points, then fewest jokers.
    Tiles,
}

/// What must stay on the rack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// Nothing.
    Any,
    /// A tile at least, to be discarded (101 rules 5.3).
    One,
}

/// What sort of meld some tiles are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Consecutive numbers of one colour.
    Run,
    /// One number in different colours.
    Set,
}

/// A meld to be laid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    /// What it is; a few tiles with two jokers could be either.
    pub sort: Sort,
    /// The tiles in their order, a joker at its place.
    pub tiles: Vec<Tile>,
}

/// Disjoint melds: runs by colour, then sets by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Laying {
    /// The sum of the numbers that the tiles stand for.
    pub points: u32,
    /// The melds.
    pub melds: Vec<Laid>,
}

impl Laying {
    /// How many tiles are laid.
    pub fn tiles(&self) -> usize {
        self.melds.iter().map(|meld| meld.tiles.len()).sum()
    }

    /// How many of them are jokers.
    pub fn jokers(&self, okey: Face) -> usize {
        let tiles = self.melds.iter().flat_map(|meld| &meld.tiles);
        tiles.filter(|tile| tile.is_joker(okey)).count()
    }
}

/// The opening with most points that leaves a tile to discard; without any meld if there is none.
pub fn best_opening(tiles: &[Tile], okey: Face) -> Laying {
    best_laying(tiles, okey, Goal::Points, None, Left::One).unwrap_or_default()
}

/// The best laying of up to 22 tiles, with the taken tile in one of its melds; `None` if it cannot be in any.
pub fn best_laying(
    tiles: &[Tile],
    okey: Face,
    goal: Goal,
    taken: Option<Tile>,
    left: Left,
) -> Option<Laying> {
    let rows = Rows::of(goal);
    let pile = CountedTiles::of(tiles, okey);
    let best = pile.best(rows, taken)?;
    if left == Left::Any || best.tiles() < tiles.len() {
        return Some(best.laying(okey));
    }
    let mut rest = tiles.to_vec();
    rest.sort_unstable();
    rest.dedup();
    let mut best: Option<Best> = None;
    for tile in rest {
        let pile = pile.without(tile);
        let weight = best.as_ref().map(|best| best.weight);
        if let Some(better) = pile.better(rows, taken, weight) {
            best = Some(better);
        }
    }
    best.map(|best| best.laying(okey))
}

/// For every different tile the best opening with what stays when it is discarded; without those that leave the taken
/// tile in no meld.
pub fn best_openings(tiles: &[Tile], okey: Face, taken: Option<Tile>) -> Vec<(Tile, Laying)> {
    let mut discards = tiles.to_vec();
    discards.sort_unstable();
    discards.dedup();
    let rest = |tile: Tile| {
        let mut rest = tiles.to_vec();
        remove(&mut rest, tile);
        best_laying(&rest, okey, Goal::Points, taken, Left::Any)
    };
    discards
        .into_iter()
        .filter_map(|tile| Some((tile, rest(tile)?)))
        .collect()
}

/// What the best melds of some tiles come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// The sum of the numbers that the tiles stand for.
    pub points: u32,
    /// How many tiles are laid.
    pub tiles: u32,
}

/// Tiles by what they mean, for whoever asks many times only what the melds of some tiles are worth.
#[derive(Clone, Copy)]
pub struct CountedTiles {
    held: Held,
    jokers: usize,
    okey: Face,
}

impl CountedTiles {
    /// Counts tiles of one deck; `okey` is what the jokers have printed on them.
    pub fn of(tiles: &[Tile], okey: Face) -> Self {
        let jokers = tiles.iter().filter(|tile| tile.is_joker(okey)).count();
        Self {
            held: Held::of(tiles, okey),
            jokers: jokers.min(JOKERS),
            okey,
        }
    }

    /// These tiles and others of the same deck.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self {
            held: self.held.and(others.held),
            jokers: (self.jokers + others.jokers).min(JOKERS),
            okey: self.okey,
        }
    }

    /// How many doubles they make: equal ones, and each joker with any tile.
    pub fn doubles(self) -> u32 {
        self.held.twice.count_ones() + self.jokers as u32
    }

    /// What the melds of [`Goal::Points`] come to, if that is more than so many points.
    pub fn worth_over(self, points: u32) -> Option<Worth> {
        let rows = Rows::of(Goal::Points);
        let floor = rows.weights.most_of(points);
        let weight = search::most(rows, self.held, self.jokers, floor)?;
        Some(rows.weights.told(weight))
    }

    /// The same, and what such melds leave, jokers apart: without a tile of that they come to just as much.
    pub fn laid_over(self, points: u32) -> Option<(Worth, Self)> {
        let rows = Rows::of(Goal::Points);
        let floor = rows.weights.most_of(points);
        let found = Search::run(rows, self.held, self.jokers, Some(floor))?;
        let beside_sets = found.rest;
        let best = Best::of(rows, found);
        let in_runs = best.runs.iter().map(Span::mask);
        let left = Self {
            held: in_runs.fold(beside_sets, Held::without),
            jokers: 0,
            okey: self.okey,
        };
        Some((rows.weights.told(best.weight), left))
    }

    /// Whether such a tile is there; of jokers it is not told.
    pub fn holds(self, tile: Tile) -> bool {
        !tile.is_joker(self.okey) && self.held.once & self.mask(tile) != 0
    }

    /// Without one tile that is there.
    #[must_use]
    pub fn without(self, tile: Tile) -> Self {
        if tile.is_joker(self.okey) {
            return Self {
                jokers: self.jokers.saturating_sub(1),
                ..self
            };
        }
        Self {
            held: self.held.without(self.mask(tile)),
            ..self
        }
    }

    fn mask(self, tile: Tile) -> Mask {
        bit(tile.face().unwrap_or(self.okey))
    }

    /// The best melds, with this tile in one of them if one is named.
    fn best(self, rows: &Rows, taken: Option<Tile>) -> Option<Best> {
        self.better(rows, taken, None)
    }

    /// The same, if they weigh more than `floor`.
    fn better(self, rows: &Rows, taken: Option<Tile>, floor: Option<u32>) -> Option<Best> {
        let found = Search::run(rows, self.held, self.jokers, floor)?;
        let best = Best::of(rows, found);
        match taken {
            Some(taken) if !best.uses(taken, self.okey) => using::best(rows, self, taken)
                .filter(|best| floor.is_none_or(|floor| best.weight > floor)),
            _ => Some(best),
        }
    }
}

/// A run: its colour, its numbers as bits, and those of them that are jokers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    colour: usize,
    numbers: u16,
    wild: u16,
}

impl Span {
    /// The real tiles.
    fn mask(&self) -> Mask {
        in_lane(self.numbers & !self.wild, self.colour)
    }
}

/// Melds and what they weigh.
struct Best {
    weight: u32,
    runs: Vec<Span>,
    sets: Vec<Set>,
}

impl Best {
    /// The sets found and the best runs beside them.
    fn of(rows: &Rows, found: Found) -> Self {
        let reached: [_; 4] = std::array::from_fn(|colour| {
            rows::wide(rows.reached(found.rest.row(colour), found.jokers))
        });
        let mut runs = Vec::new();
        let mut jokers = found.jokers;
        for colour in 0..4 {
            let others = reached[colour + 1..]
                .iter()
                .fold([0; 3], |all, one| rows::join(all, *one));
            let sum = |own: usize| reached[colour][own] + others[jokers - own];
            // Of equal shares the smallest, so no joker is spent for nothing.
            let own = (0..=jokers).rev().max_by_key(|own| sum(*own)).unwrap_or(0);
            let laid = rows.lay(found.rest.row(colour), own);
            runs.extend(laid.into_iter().map(|(numbers, wild)| Span {
                colour,
                numbers,
                wild,
            }));
            jokers -= own;
        }
        Self {
            weight: found.weight,
            runs,
            sets: found.sets,
        }
    }

    fn tiles(&self) -> usize {
        let in_runs: u32 = self.runs.iter().map(|run| run.numbers.count_ones()).sum();
        let in_sets: u32 = self
            .sets
            .iter()
            .map(|set| set.colours.count_ones() + u32::from(set.jokers))
            .sum();
        (in_runs + in_sets) as usize
    }

    /// Whether such a tile is in one of the melds.
    fn uses(&self, tile: Tile, okey: Face) -> bool {
        if tile.is_joker(okey) {
            let in_sets = self.sets.iter().any(|set| set.jokers > 0);
            return in_sets || self.runs.iter().any(|run| run.wild != 0);
        }
        let face = tile.face().unwrap_or(okey);
        let (colour, number) = (face.colour().index(), face.number());
        let in_runs = self
            .runs
            .iter()
            .any(|run| run.colour == colour && (run.numbers & !run.wild) >> (number - 1) & 1 == 1);
        let in_sets = || {
            let mut sets = self.sets.iter().filter(|set| set.number == number);
            sets.any(|set| set.colours >> colour & 1 == 1)
        };
        in_runs || in_sets()
    }

    /// The melds in tiles; a run that goes on where another ends is one with it.
    fn laying(mut self, okey: Face) -> Laying {
        self.runs
            .sort_unstable_by_key(|run| (run.colour, run.numbers.trailing_zeros()));
        self.sets
            .sort_unstable_by_key(|set| (set.number, set.colours));
        let mut joined: Vec<Span> = Vec::new();
        for run in self.runs {
            let before = joined.iter_mut().find(|earlier| {
                let end = 16 - earlier.numbers.leading_zeros();
                earlier.colour == run.colour && end == run.numbers.trailing_zeros()
            });
            match before {
                Some(earlier) => {
                    earlier.numbers |= run.numbers;
                    earlier.wild |= run.wild;
                }
                None => joined.push(run),
            }
        }
        let points = joined.iter().map(|run| sum(run.numbers)).sum::<u32>()
            + self.sets.iter().map(|set| points_of(*set)).sum::<u32>();
        let runs = joined.into_iter().map(|run| run_of(run, okey));
        let sets = self.sets.into_iter().map(|set| set_of(set, okey));
        Laying {
            points,
            melds: runs.chain(sets).collect(),
        }
    }
}

fn sum(numbers: u16) -> u32 {
    (0..13)
        .filter(|place| numbers >> place & 1 == 1)
        .map(|place| place + 1)
        .sum()
}

fn points_of(set: Set) -> u32 {
    u32::from(set.number) * (set.colours.count_ones() + u32::from(set.jokers))
}

/// The tile with a face, or the joker in its place.
fn tile_of(colour: usize, number: u8, okey: Face) -> Tile {
    match Face::new(Colour::ALL[colour], number) {
        Some(face) if face != okey => Tile::Numbered(face),
        _ => Tile::FalseJoker,
    }
}

fn run_of(run: Span, okey: Face) -> Laid {
    let numbers = (0..13u8).filter(|place| run.numbers >> place & 1 == 1);
    let tiles = numbers.map(|place| match run.wild >> place & 1 {
        0 => tile_of(run.colour, place + 1, okey),
        _ => Tile::Numbered(okey),
    });
    Laid {
        sort: Sort::Run,
        tiles: tiles.collect(),
    }
}

fn set_of(set: Set, okey: Face) -> Laid {
    let colours = (0..4).filter(|colour| set.colours >> colour & 1 == 1);
    let real = colours.map(|colour| tile_of(colour, set.number, okey));
    let jokers = std::iter::repeat_n(Tile::Numbered(okey), set.jokers.into());
    Laid {
        sort: Sort::Set,
        tiles: real.chain(jokers).collect(),
    }
}
