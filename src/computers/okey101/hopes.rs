//! How likely a rack opens before the round ends, for comparing racks.
//!
//! What may still be drawn is tried out: the unseen tiles are shuffled and dealt out in futures of as many as the player
//! will still get, so that every unseen tile is thought of equally often; and the exact solver says what the rack
//! could lay with each future. All racks are compared over the same futures. The shuffle follows from nothing but the
//! tiles, so equal views get equal answers.
//!
//! The weights were tried one by one, each over 12 000 rounds against three easy players: halved or doubled, none of
//! them changes the share of games won by more than the error of about two in a hundred. Thrice as many futures make a
//! round about two points cheaper and take five times as long.

use crate::rules::Dice;
use crate::rules::meld::{CountedTiles, Worth};
use crate::rules::okey101::View;
use crate::rules::okey101::opening::Needed;
use crate::rules::tile::{Face, Tile};

use super::known;

/// About so many futures are tried.
const FUTURES: usize = 16;
/// So many of them at first sight.
const GLANCED: usize = 4;
/// The left neighbour's discards are worth about so many draws more.
const OFFERED: usize = 1;
/// With fewer than four seats a player draws much more often: so many tiles are looked ahead at most.
const MOST_AHEAD: usize = 6;
/// A future that is so many points short is worth nothing.
const SHORT: u32 = 40;
/// A future that opens is worth so much.
const OPENS: u32 = 100;

/// And so much more for each tile of it.
const TILE: u32 = 4;
/// What opens with half of the future counts so often besides: who opens early has time to lay off, and to finish.
const SOON: u32 = 2;
/// A future that opens with doubles is worth so much.
const DOUBLES: u32 = 50;
/// A future that is a double short is worth so much.
const NEAR_DOUBLES: u32 = 12;
/// A future that is hardly short of an opening is worth so much.
const NEAR: u32 = 50;

/// What may come, for a player who has not opened.
pub(super) struct Hopes {
    okey: Face,
    needed: Needed,
    futures: Vec<Future>,
}

/// What may come in the draws that are left.
struct Future {
    /// All of it.
    whole: CountedTiles,
    /// The first half.
    half: CountedTiles,
}

impl Future {
    fn of(tiles: &[Tile], okey: Face) -> Self {
        Self {
            whole: CountedTiles::of(tiles, okey),
            half: CountedTiles::of(&tiles[..tiles.len().div_ceil(2)], okey),
        }
    }
}

impl Hopes {
    /// What the viewer may still get; `None` before the first deal.
    pub(super) fn of(view: &View) -> Option<Self> {
        let (okey, needed) = (view.okey()?, view.needed?);
        let draws = known::draws(view);
        let each = match draws {
            0 => 0,
            draws => (draws + OFFERED).min(MOST_AHEAD),
        };
        let pool = known::unseen(view);
        let mut futures = Vec::new();
        let mut dice = Dice::from_seed(0);
        while each > 0 && pool.len() >= each && futures.len() < FUTURES {
            let mut shuffled = pool.clone();
            dice.shuffle(&mut shuffled);
            let dealt = shuffled.chunks_exact(each);
            futures.extend(dealt.map(|tiles| Future::of(tiles, okey)));
        }
        futures.truncate(FUTURES);
        Some(Self {
            okey,
            needed,
            futures,
        })
    }

    /// Whether nothing will come any more.
    pub(super) fn are_none(&self) -> bool {
        self.futures.is_empty()
    }

    /// How good the prospects of these tiles are, at first sight.
    pub(super) fn glance(&self, rack: &[Tile]) -> u32 {
        let few = self.futures.len().min(GLANCED);
        self.over(rack, &self.futures[..few])
    }

    /// How good the prospects of these tiles are.
    pub(super) fn rate(&self, rack: &[Tile]) -> u32 {
        self.over(rack, &self.futures)
    }

    fn over(&self, rack: &[Tile], futures: &[Future]) -> u32 {
        let rack = CountedTiles::of(rack, self.okey);
        let each = futures
            .iter()
            .map(|future| match self.rated(rack.and(future.whole)) {
                // What a whole future cannot do, half of it cannot.
                0 => 0,
                whole => whole + SOON * self.rated(rack.and(future.half)),
            });
        each.sum()
    }

    /// How good these tiles would be.
    fn rated(&self, all: CountedTiles) -> u32 {
        // What is too short is worth nothing, whatever it is.
        let enough = self.needed.points.saturating_sub(SHORT);
        let Worth { points, tiles } = all.worth_over(enough).unwrap_or_default();
        let short = self.needed.points.saturating_sub(points);
        let by_series = match short {
            0 => OPENS + TILE * tiles,
            short => NEAR * SHORT.saturating_sub(short) / SHORT,
        };
        let by_doubles = match self.needed.pairs.saturating_sub(all.doubles()) {
            0 => DOUBLES,
            1 => NEAR_DOUBLES,
            _ => 0,
        };
        by_series.max(by_doubles)
    }
}

/// The most points that these tiles can lay.
pub(super) fn points(tiles: &[Tile], okey: Face) -> u32 {
    let worth = CountedTiles::of(tiles, okey).worth_over(0);
    worth.map_or(0, |worth| worth.points)
}
