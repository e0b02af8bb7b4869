//! The distance of an Okey rack from a win, and what brings it nearer (Okey rules 6 and 7).

use super::held::{ALL, Held, Mask, bit};
use super::remove;
use super::solver;
use crate::tile::{Face, Tile};

/// The tiles of a winning rack, and the pairs of one in pairs.
pub(super) const GOAL: usize = 14;
pub(super) const PAIRS: u32 = 7;

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

/// A rack as the solver sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    pub held: Held,
    pub jokers: u8,
}

/// What melds and what pairs keep of a rack, jokers apart.
#[derive(Clone, Copy)]
struct Kept {
    in_melds: u8,
    in_pairs: u8,
}

impl Counted {
    pub(super) fn of(tiles: &[Tile], okey: Face) -> Self {
        let jokers = tiles.iter().filter(|tile| tile.is_joker(okey)).count();
        Self {
            held: Held::of(tiles, okey),
            jokers: jokers as u8,
        }
    }

    pub(super) fn without(self, tile: Tile, okey: Face) -> Self {
        if tile.is_joker(okey) {
            return Self {
                jokers: self.jokers.saturating_sub(1),
                ..self
            };
        }
        Self {
            held: self.held.without(bit(tile.face().unwrap_or(okey))),
            ..self
        }
    }

    fn kept(self) -> Kept {
        Kept {
            in_melds: solver::most(self.held),
            in_pairs: solver::most_in_pairs(self.held, PAIRS),
        }
    }

    fn distance(self, kept: Kept) -> u8 {
        let kept = kept.in_melds.max(kept.in_pairs) + self.jokers;
        (GOAL as u8).saturating_sub(kept)
    }

    /// What would lower the distance, once it is known what is kept.
    fn progress(self, kept: Kept, okey: Face) -> Progress {
        let distance = self.distance(kept);
        let mut nearer = 0;
        if distance > 0 && kept.in_melds >= kept.in_pairs {
            nearer |= solver::missing(self.held, kept.in_melds, ALL);
        }
        if distance > 0 && kept.in_pairs >= kept.in_melds {
            nearer |= solver::missing_in_pairs(self.held, PAIRS);
        }
        Progress {
            distance,
            nearer,
            okey,
        }
    }
}

/// The distance of fourteen tiles from a win; what would lower it is not asked.
pub fn distance(tiles: &[Tile], indicator: Face) -> u8 {
    let counted = Counted::of(tiles, indicator.okey());
    counted.distance(counted.kept())
}

/// Whether fourteen tiles of one game win, in melds or in pairs (Okey rules 7.1 and 7.2).
pub fn is_win(tiles: &[Tile], okey: Face) -> bool {
    let counted = Counted::of(tiles, okey);
    tiles.len() == GOAL && counted.distance(counted.kept()) == 0
}

/// The distance of fourteen tiles from a win, and what would lower it.
pub fn progress(tiles: &[Tile], indicator: Face) -> Progress {
    let okey = indicator.okey();
    let counted = Counted::of(tiles, okey);
    counted.progress(counted.kept(), okey)
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
    let okey = indicator.okey();
    let measured = |(tile, rest, kept): (Tile, Counted, Kept)| Without {
        tile,
        progress: rest.progress(kept, okey),
    };
    each_without(tiles, okey).map(measured).collect()
}

/// Those discards that leave the rack nearest to a win, in canonical order.
pub fn best_discards(tiles: &[Tile], indicator: Face) -> Vec<Without> {
    let okey = indicator.okey();
    let all: Vec<_> = each_without(tiles, okey).collect();
    let nearest = all.iter().map(|(_, rest, kept)| rest.distance(*kept)).min();
    all.into_iter()
        .filter(|(_, rest, kept)| Some(rest.distance(*kept)) == nearest)
        .map(|(tile, rest, kept)| Without {
            tile,
            progress: rest.progress(kept, okey),
        })
        .collect()
}

/// The distance after each distinct discard, in canonical order.
pub fn distances(tiles: &[Tile], indicator: Face) -> Vec<(Tile, u8)> {
    each_without(tiles, indicator.okey())
        .map(|(tile, rest, kept)| (tile, rest.distance(kept)))
        .collect()
}

/// What a discard leaves of fifteen tiles, as the solver sees it; [`super::Outlook::after`] looks further.
#[derive(Clone, Copy)]
pub struct Rest {
    /// The tile that goes.
    pub tile: Tile,
    /// How far the others are from a win.
    pub distance: u8,
    pub(super) counted: Counted,
    pub(super) in_melds: u8,
}

/// What each distinct discard leaves, in canonical order.
pub fn rests(tiles: &[Tile], indicator: Face) -> Vec<Rest> {
    let rest = |(tile, counted, kept): (Tile, Counted, Kept)| Rest {
        tile,
        distance: counted.distance(kept),
        counted,
        in_melds: kept.in_melds,
    };
    each_without(tiles, indicator.okey()).map(rest).collect()
}

/// The distinct tiles of fifteen of one game without which the others win, in canonical order (Okey rules 7.1 and 7.2).
pub fn finishing(tiles: &[Tile], okey: Face) -> Vec<Tile> {
    let all = Counted::of(tiles, okey);
    // No fourteen of them keep more than all of them.
    if tiles.len() != GOAL + 1 || all.distance(all.kept()) > 0 {
        return Vec::new();
    }
    each_without(tiles, okey)
        .filter(|(_, rest, kept)| rest.distance(*kept) == 0)
        .map(|(tile, _, _)| tile)
        .collect()
}

/// What a rack becomes without each of its tiles, and what is kept of it then.
///
/// Melds keep one tile fewer if they need the one that goes, else as many as before.
fn each_without(tiles: &[Tile], okey: Face) -> impl Iterator<Item = (Tile, Counted, Kept)> {
    let all = Counted::of(tiles, okey);
    let most = solver::most(all.held);
    let spare = solver::spare(all.held, most);
    distinct(tiles).into_iter().map(move |tile| {
        let rest = all.without(tile, okey);
        let is_spare = tile.is_joker(okey) || spare & bit(tile.face().unwrap_or(okey)) != 0;
        let kept = Kept {
            in_melds: if is_spare { most } else { most - 1 },
            in_pairs: solver::most_in_pairs(rest.held, PAIRS),
        };
        (tile, rest, kept)
    })
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
