//! How likely a rack opens before the round ends, for comparing racks.
//!
//! What may still be drawn is tried out: the unseen tiles are shuffled and dealt out in futures of as many as the player
//! will still get, so that every unseen tile is thought of equally often; and the exact solver says what the rack
//! could lay with each future. All racks are compared over the same futures. The shuffle follows from nothing but the
//! tiles, so equal views get equal answers.
//!
//! A discard that the best melds of a future do without changes nothing there: so each future is laid once with the whole
//! rack, and once more for each discard that those melds need.
//!
//! The weights were tried one by one, each over 10 000 rounds against three easy players: about halved or doubled, none
//! of them makes a round cheaper by more than a point. Ten times as many futures do not make it cheaper than these, either; nor
//! can they by much: see docs/benchmarks.md for what luck leaves.

use std::cmp::Reverse;

use crate::rules::Dice;
use crate::rules::meld::{CountedTiles, Worth};
use crate::rules::okey101::View;
use crate::rules::okey101::opening::Needed;
use crate::rules::tile::{Face, Tile};

use super::known;

/// About so many futures are tried.
const FUTURES: usize = 32;
/// After so many futures so many discards, the best so far and their equals, are tried further.
const SIEVE: [(usize, usize); 3] = [(8, 5), (16, 3), (FUTURES, 3)];
/// The left neighbour's discards are worth about so many draws more.
const OFFERED: usize = 1;
/// A future that is so many points short is worth nothing.
const SHORT: u32 = 40;
/// A future that opens is worth so much.
const OPENS: u32 = 100;

/// And so much more for each tile of it.
const TILE: u32 = 8;
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
            draws => (draws + OFFERED).min(known::MOST_AHEAD),
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

    /// These tiles of a rack, each with the prospects of the others, in hundredths of what a future is worth; those that
    /// fall behind are left out. Where nothing will come any more, all are equal.
    pub(super) fn without_each(&self, rack: &[Tile], tiles: Vec<Tile>) -> Vec<(Tile, u32)> {
        let rack = CountedTiles::of(rack, self.okey);
        let mut sums: Vec<(Tile, u32)> = tiles.into_iter().map(|tile| (tile, 0)).collect();
        let mut tried = 0;
        for (until, kept) in SIEVE
            .into_iter()
            .filter(|(until, _)| *until <= self.futures.len())
        {
            let more = &self.futures[tried..until];
            more.iter()
                .for_each(|future| self.add(rack, future, &mut sums));
            tried = until;
            sums.sort_by_key(|(_, sum)| Reverse(*sum));
            let least = sums.get(kept - 1).map_or(0, |(_, sum)| *sum);
            sums.retain(|(_, sum)| *sum >= least);
        }
        let mean = |sum: u32| 100 * sum / tried.max(1) as u32;
        sums.into_iter()
            .map(|(tile, sum)| (tile, mean(sum)))
            .collect()
    }

    /// Adds to each tile what the rack without it is worth with a future.
    fn add(&self, rack: CountedTiles, future: &Future, sums: &mut [(Tile, u32)]) {
        // What a whole future cannot do, half of it cannot, nor fewer tiles.
        let Some(whole) = self.laid(rack.and(future.whole)) else {
            return;
        };
        let half = self.laid(rack.and(future.half));
        for (tile, sum) in sums {
            let late = self.rated_without(&whole, *tile);
            if late > 0 {
                let soon = half
                    .as_ref()
                    .map_or(0, |half| self.rated_without(half, *tile));
                *sum += late + SOON * soon;
            }
        }
    }

    /// The best that these tiles can lay; `None` if that is worth nothing.
    fn laid(&self, tiles: CountedTiles) -> Option<Laid> {
        match tiles.laid_over(self.too_short()) {
            Some((worth, left)) => Some(Laid {
                tiles,
                by_series: self.by_series(worth),
                left,
            }),
            None => (self.by_doubles(tiles) > 0).then_some(Laid {
                tiles,
                by_series: 0,
                left: tiles,
            }),
        }
    }

    /// How good these tiles would be without one.
    fn rated_without(&self, laid: &Laid, tile: Tile) -> u32 {
        let without = laid.tiles.without(tile);
        let by_series = if laid.by_series == 0 || laid.left.holds(tile) {
            laid.by_series
        } else {
            let worth = without.worth_over(self.too_short());
            worth.map_or(0, |worth| self.by_series(worth))
        };
        by_series.max(self.by_doubles(without))
    }

    /// So many points are worth nothing, whatever lays them.
    fn too_short(&self) -> u32 {
        self.needed.points.saturating_sub(SHORT)
    }

    /// What melds of this worth are good for: more points than are too short.
    fn by_series(&self, worth: Worth) -> u32 {
        match self.needed.points.saturating_sub(worth.points) {
            0 => OPENS + TILE * worth.tiles,
            short => NEAR * SHORT.saturating_sub(short) / SHORT,
        }
    }

    fn by_doubles(&self, tiles: CountedTiles) -> u32 {
        match self.needed.pairs.saturating_sub(tiles.doubles()) {
            0 => DOUBLES,
            1 => NEAR_DOUBLES,
            _ => 0,
        }
    }
}

/// The best melds of some tiles.
struct Laid {
    tiles: CountedTiles,
    /// What they are good for.
    by_series: u32,
    /// What they leave: without a tile of that the others lay as much.
    left: CountedTiles,
}

/// The most points that these tiles can lay.
pub(super) fn points(tiles: &[Tile], okey: Face) -> u32 {
    let worth = CountedTiles::of(tiles, okey).worth_over(0);
    worth.map_or(0, |worth| worth.points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::meld::remove;
    use crate::rules::okey101::{Okey101, Options};
    use crate::rules::{Chance, Game, Viewer};

    /// The same, each discard by itself and in every future.
    fn one_by_one(hopes: &Hopes, rack: &[Tile], tile: Tile) -> u32 {
        let mut rest = rack.to_vec();
        remove(&mut rest, tile);
        let rest = CountedTiles::of(&rest, hopes.okey);
        let rated = |tiles: CountedTiles| {
            let worth = tiles.worth_over(hopes.too_short());
            let by_series = worth.map_or(0, |worth| hopes.by_series(worth));
            by_series.max(hopes.by_doubles(tiles))
        };
        let each = hopes.futures.iter().map(|future| {
            let late = rated(rest.and(future.whole));
            let soon = rated(rest.and(future.half));
            if late == 0 { 0 } else { late + SOON * soon }
        });
        100 * each.sum::<u32>() / FUTURES as u32
    }

    #[test]
    fn prospects_are_those_of_each_discard_by_itself() {
        let mut apart = 0;
        for seed in 0..40 {
            let mut game = Okey101::new(&Options::default(), 4);
            let dealt = game.deal(&Chance::from_seed(seed));
            game.obey(&dealt);
            let waiting = game.waiting().seats.iter().next();
            let starter = waiting.expect("the starter is to act");
            let view = game.view(Viewer::Seat(starter));
            let rack = view.rack().expect("a seat has a rack");
            let hopes = Hopes::of(&view).expect("it is dealt");
            let mut tiles = rack.to_vec();
            tiles.dedup();
            let compared = hopes.without_each(rack, tiles);
            assert!(compared.len() >= 3, "seed {seed}");
            for (tile, prospects) in &compared {
                let expected = one_by_one(&hopes, rack, *tile);
                assert_eq!(*prospects, expected, "seed {seed}, without {tile}");
            }
            apart += usize::from(compared[0].1 > compared[2].1);
        }
        // Otherwise it would not matter what goes.
        assert!(apart > 20, "{apart}");
    }
}
