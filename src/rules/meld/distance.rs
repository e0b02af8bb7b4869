//! The distance of an Okey rack from a win, and what brings it nearer (Okey rules 6 and 7).

use super::held::{Held, Mask, bit};
use super::remove;
use super::solver::{self, Ask, Most};
use crate::rules::tile::{Face, Tile};

/// The tiles of a winning rack, and the pairs of one in pairs.
const GOAL: u8 = 14;
const PAIRS: u32 = 7;

/// How far a rack is from winning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// 14 minus the most tiles that can be kept in a winning fourteen; 0 is a win.
    pub distance: u8,
    /// The faces that would lower the distance, jokers apart.
    nearer: Mask,
    okey: Face,
}

impl Progress {
    /// Whether one more such tile would lower the distance, if there is one.
    pub fn wants(&self, tile: Tile) -> bool {
        if tile.is_joker(self.okey) {
            return self.distance > 0;
        }
        self.nearer & bit(tile.face().unwrap_or(self.okey)) != 0
    }

    /// How many of these tiles would lower the distance.
    pub fn count(&self, unseen: &Unseen) -> u32 {
        unseen
            .counts
            .iter()
            .filter(|(tile, _)| self.wants(*tile))
            .map(|(_, count)| u32::from(*count))
            .sum()
    }
}

/// Tiles that nobody has shown: how many of each there may still be.
#[derive(Clone, Debug)]
pub struct Unseen {
    counts: Vec<(Tile, u8)>,
}

impl Unseen {
    /// All tiles but the indicator and those given.
    pub fn but(seen: &[Tile], indicator: Face) -> Self {
        let mut counts: Vec<(Tile, u8)> = Tile::kinds().map(|tile| (tile, 2)).collect();
        for tile in seen.iter().chain([&Tile::Numbered(indicator)]) {
            let count = &mut counts[tile.index()].1;
            *count = count.saturating_sub(1);
        }
        Self { counts }
    }

    /// How many of one tile there may still be.
    pub fn of(&self, tile: Tile) -> u8 {
        self.counts[tile.index()].1
    }
}

/// The distance of fourteen tiles from a win; what would lower it is not asked.
pub fn distance(tiles: &[Tile], indicator: Face) -> u8 {
    measure(tiles, indicator, Ask::Count).distance
}

/// The distance of fourteen tiles from a win, and what would lower it.
pub fn progress(tiles: &[Tile], indicator: Face) -> Progress {
    measure(tiles, indicator, Ask::Missing)
}

fn measure(tiles: &[Tile], indicator: Face, ask: Ask) -> Progress {
    let okey = indicator.okey();
    let held = Held::of(tiles, okey);
    let jokers = tiles.iter().filter(|tile| tile.is_joker(okey)).count() as u8;
    let melds = solver::melds(held, usize::from(GOAL), ask);
    let Most { kept, missing } = melds.or(solver::pairs(held, PAIRS));
    let distance = GOAL.saturating_sub(kept + jokers);
    Progress {
        distance,
        nearer: if distance > 0 { missing } else { 0 },
        okey,
    }
}

/// What a rack of fifteen becomes without one of its tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Without {
    /// The tile that goes.
    pub tile: Tile,
    /// How far the other fourteen are from a win.
    pub progress: Progress,
}

/// The distinct tiles of a rack, each with what the others are without it, in canonical order.
pub fn discards(tiles: &[Tile], indicator: Face) -> Vec<Without> {
    distinct(tiles)
        .into_iter()
        .map(|tile| Without {
            tile,
            progress: progress(&rest(tiles, tile), indicator),
        })
        .collect()
}

/// The distance after each distinct discard, in canonical order.
pub fn distances(tiles: &[Tile], indicator: Face) -> Vec<(Tile, u8)> {
    distinct(tiles)
        .into_iter()
        .map(|tile| (tile, distance(&rest(tiles, tile), indicator)))
        .collect()
}

fn distinct(tiles: &[Tile]) -> Vec<Tile> {
    let mut distinct = tiles.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// The tiles without one of them.
pub fn rest(tiles: &[Tile], tile: Tile) -> Vec<Tile> {
    let mut rest = tiles.to_vec();
    remove(&mut rest, tile);
    rest
}
