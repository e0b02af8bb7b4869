//! How likely a rack opens before the round ends, for comparing racks.
//!
//! What may still be drawn is tried out: the unseen tiles are shuffled and dealt out in hands of as many as the player
//! will still get, so that every unseen tile is thought of equally often; and the exact solver says what the rack
//! could lay with each hand. All racks are compared over the same hands. The shuffle follows from nothing but the
//! tiles, so equal views get equal answers.

use crate::rules::Dice;
use crate::rules::meld::{Goal, Left, best_laying, most_doubles};
use crate::rules::okey101::View;
use crate::rules::okey101::opening::Needed;
use crate::rules::tile::{Face, Tile};

use super::known;

/// About so many hands are tried.
const HANDS: usize = 24;
/// The left neighbour's discards are worth about so many draws more.
const OFFERED: usize = 1;
/// With fewer than four seats a player draws much more often: so many tiles are looked ahead at most.
const MOST_AHEAD: usize = 6;
/// A hand that is so many points short is worth nothing.
const SHORT: u32 = 40;
/// A hand that opens is worth so much.
const OPENS: u32 = 100;

/// And so much more for each tile of it.
const TILE: u32 = 4;
/// What opens with half of the hand counts so often besides: who opens early has time to lay off, and to finish.
const SOON: u32 = 2;
/// A hand that opens with doubles is worth so much.
const DOUBLES: u32 = 50;
/// A hand that is a double short is worth so much.
const NEAR_DOUBLES: u32 = 12;
/// A hand that is hardly short of an opening is worth so much.
const NEAR: u32 = 50;

/// What may come, for a player who has not opened.
pub(super) struct Hopes {
    okey: Face,
    needed: Needed,
    hands: Vec<Vec<Tile>>,
}

impl Hopes {
    /// What the viewer may still get; `None` before the first deal.
    pub(super) fn of(view: &View) -> Option<Self> {
        let draws = known::draws(view);
        let each = match draws {
            0 => 0,
            draws => (draws + OFFERED).min(MOST_AHEAD),
        };
        let pool = known::unseen(view);
        let mut hands = Vec::new();
        let mut dice = Dice::from_seed(0);
        while each > 0 && pool.len() >= each && hands.len() < HANDS {
            let mut shuffled = pool.clone();
            dice.shuffle(&mut shuffled);
            hands.extend(shuffled.chunks_exact(each).map(<[Tile]>::to_vec));
        }
        hands.truncate(HANDS);
        Some(Self {
            okey: view.okey()?,
            needed: view.needed?,
            hands,
        })
    }

    /// How good the prospects of these tiles are.
    pub(super) fn rate(&self, rack: &[Tile]) -> u32 {
        let each = self.hands.iter().map(|hand| {
            let soon = &hand[..hand.len().div_ceil(2)];
            SOON * self.with(rack, soon) + self.with(rack, hand)
        });
        each.sum()
    }

    fn with(&self, rack: &[Tile], hand: &[Tile]) -> u32 {
        let all = [rack, hand].concat();
        let laying =
            best_laying(&all, self.okey, Goal::Points, None, Left::Any).unwrap_or_default();
        let (points, laid) = (laying.points, laying.tiles() as u32);
        let pairs =
            most_doubles(&all, self.okey, None, Left::One).map_or(0, |all| all.len() as u32);
        let short = self.needed.points.saturating_sub(points);
        let by_series = match short {
            0 => OPENS + TILE * laid,
            short => NEAR * SHORT.saturating_sub(short) / SHORT,
        };
        let by_doubles = match self.needed.pairs.saturating_sub(pairs) {
            0 => DOUBLES,
            1 => NEAR_DOUBLES,
            _ => 0,
        };
        by_series.max(by_doubles)
    }
}

/// The most points that these tiles can lay.
pub(super) fn points(tiles: &[Tile], okey: Face) -> u32 {
    let laying = best_laying(tiles, okey, Goal::Points, None, Left::Any);
    laying.map_or(0, |laying| laying.points)
}
