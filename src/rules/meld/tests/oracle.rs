//! A slow second opinion on distances: every fourteen that melds can make is put together meld by meld.
//!
//! It knows neither tables nor colours apart. Melds are lists of faces, runs of every length among them; each tile
//! of a fourteen comes from the rack, from the tiles elsewhere, or is one of two jokers, and none is used twice.
//! A branch is cut when the melds still to come would miss too much even if each had the whole rack to itself.

use std::sync::LazyLock;

use crate::tile::{Face, Tile};

/// How many tiles of each face.
type Counts = [u8; 52];

/// The tiles of a win, and one more than them: the places of a table by how many are still to come.
const WIN: usize = 14;
const NEVER: u8 = 100;

/// Every set, and every run from three tiles to thirteen.
static MELDS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let mut melds = Vec::new();
    for number in 0..13 {
        let four = [number, number + 13, number + 26, number + 39];
        melds.push(four.to_vec());
        melds.extend((0..4).map(|left_out| {
            let mut three = four.to_vec();
            three.remove(left_out);
            three
        }));
    }
    for colour in 0..4 {
        for first in 0..12 {
            // Position 13 is the 1 above 13; a run that begins with the low 1 ends with 13 at the latest.
            let last = if first == 0 { 12 } else { 13 };
            let faces = |end: usize| (first..=end).map(|at| 13 * colour + at % 13).collect();
            melds.extend((first + 2..=last).map(faces));
        }
    }
    melds
});

/// A rack, counted.
pub(super) struct Oracle {
    held: Counts,
    exist: Counts,
    jokers: u8,
}

impl Oracle {
    pub(super) fn of(tiles: &[Tile], indicator: Face) -> Self {
        let okey = indicator.okey();
        let mut oracle = Self {
            held: [0; 52],
            exist: [2; 52],
            jokers: 0,
        };
        oracle.exist[indicator.index()] = 1;
        for tile in tiles {
            match tile {
                Tile::Numbered(face) if *face == okey => oracle.jokers += 1,
                Tile::Numbered(face) => oracle.held[face.index()] += 1,
                Tile::FalseJoker => oracle.held[okey.index()] += 1,
            }
        }
        oracle
    }

    /// Whether some fourteen of melds misses at most so many tiles of this rack.
    pub(super) fn melds_within(&self, distance: u8) -> bool {
        let limit = distance + self.jokers;
        let mut melds: Vec<(u8, &[usize])> = MELDS
            .iter()
            .map(|meld| {
                let missing = meld.iter().filter(|face| self.held[**face] == 0).count();
                (missing as u8, meld.as_slice())
            })
            .collect();
        melds.sort_by_key(|(missing, _)| *missing);
        let least = least(&melds);
        let search = Search {
            oracle: self,
            melds: &melds,
            least: &least,
            limit,
        };
        search.go(0, WIN, &mut [0; 52], 0, 0)
    }

    /// How many tiles the best seven pairs miss.
    pub(super) fn pairs(&self) -> u8 {
        let mut most = self.held;
        most.sort_unstable_by(|one, other| other.cmp(one));
        let kept: u8 = most[..7].iter().sum();
        (WIN as u8).saturating_sub(kept + self.jokers)
    }

    /// Whether this rack wins, or comes within so many tiles of it.
    pub(super) fn within(&self, distance: u8) -> bool {
        self.pairs() <= distance || self.melds_within(distance)
    }

    /// Whether this is the distance.
    pub(super) fn agrees(&self, distance: u8) -> bool {
        self.within(distance) && (distance == 0 || !self.within(distance - 1))
    }
}

/// The least that melds from one of the list on miss, for every number of tiles, if no two want the same tile.
fn least(melds: &[(u8, &[usize])]) -> Vec<[u8; WIN + 1]> {
    let mut least = vec![[NEVER; WIN + 1]; melds.len() + 1];
    least[melds.len()][0] = 0;
    for (at, (missing, meld)) in melds.iter().enumerate().rev() {
        let mut own = least[at + 1];
        for size in meld.len()..=WIN {
            own[size] = own[size].min(missing + own[size - meld.len()]);
        }
        least[at] = own;
    }
    least
}

struct Search<'a> {
    oracle: &'a Oracle,
    melds: &'a [(u8, &'a [usize])],
    least: &'a [[u8; WIN + 1]],
    limit: u8,
}

impl Search<'_> {
    /// Whether melds of the list, from one on, can fill what is left of a fourteen.
    fn go(&self, from: usize, left: usize, used: &mut Counts, missing: u8, jokers: u8) -> bool {
        if left == 0 {
            return true;
        }
        for (at, (_, meld)) in self.melds.iter().enumerate().skip(from) {
            if missing + self.least[at][left] > self.limit {
                return false;
            }
            let Some(left) = left.checked_sub(meld.len()) else {
                continue;
            };
            let more = self.count(meld, used, &self.oracle.held);
            let jokers = jokers + self.count(meld, used, &self.oracle.exist);
            if jokers > 2 || missing + more + self.least[at][left] > self.limit {
                continue;
            }
            meld.iter().for_each(|face| used[*face] += 1);
            let found = self.go(at, left, used, missing + more, jokers);
            meld.iter().for_each(|face| used[*face] -= 1);
            if found {
                return true;
            }
        }
        false
    }

    /// How many faces of a meld are all used.
    fn count(&self, meld: &[usize], used: &Counts, of: &Counts) -> u8 {
        meld.iter()
            .filter(|face| used[**face] >= of[**face])
            .count() as u8
    }
}
