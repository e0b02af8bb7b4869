//! How likely a rack opens before the round ends, for comparing racks.
//!
//! What may still be drawn is tried out: the unseen tiles are shuffled and dealt out in hands of as many as the player
//! will still get, so that every unseen tile is thought of equally often; and the exact solver says what the rack
//! could lay with each hand. All racks are compared over the same hands. The shuffle follows from nothing but the
//! tiles, so equal views get equal answers.
//!
//! The weights were tried one by one, each over 12 000 rounds against three easy players: halved or doubled, none of
//! them changes the share of games won by more than the error of about two in a hundred. Thrice as many hands make a
//! round about two points cheaper and take five times as long.

use crate::rules::Dice;
use crate::rules::meld::{Goal, Left, best_laying};
use crate::rules::okey101::View;
use crate::rules::okey101::opening::Needed;
use crate::rules::tile::{Face, Tile};

use super::known;

/// About so many hands are tried.
const HANDS: usize = 16;
/// So many of them at first sight.
const GLANCED: usize = 4;
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

    /// Whether nothing will come any more.
    pub(super) fn are_none(&self) -> bool {
        self.hands.is_empty()
    }

    /// How good the prospects of these tiles are, at first sight.
    pub(super) fn glance(&self, rack: &[Tile]) -> u32 {
        let few = self.hands.len().min(GLANCED);
        self.over(rack, &self.hands[..few])
    }

    /// How good the prospects of these tiles are.
    pub(super) fn rate(&self, rack: &[Tile]) -> u32 {
        self.over(rack, &self.hands)
    }

    fn over(&self, rack: &[Tile], hands: &[Vec<Tile>]) -> u32 {
        let each = hands.iter().map(|hand| match self.with(rack, hand) {
            // What a whole hand cannot do, half of it cannot.
            0 => 0,
            whole => whole + SOON * self.with(rack, &hand[..hand.len().div_ceil(2)]),
        });
        each.sum()
    }

    fn with(&self, rack: &[Tile], hand: &[Tile]) -> u32 {
        let all = [rack, hand].concat();
        let laying =
            best_laying(&all, self.okey, Goal::Points, None, Left::Any).unwrap_or_default();
        let (points, laid) = (laying.points, laying.tiles() as u32);
        let pairs = doubles(&all, self.okey);
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

/// How many doubles these tiles make: equal ones, and each joker with any tile.
fn doubles(tiles: &[Tile], okey: Face) -> u32 {
    let mut counts = [0u32; Tile::KINDS];
    tiles.iter().for_each(|tile| counts[tile.index()] += 1);
    let jokers = std::mem::take(&mut counts[Tile::Numbered(okey).index()]);
    counts.iter().map(|count| count / 2).sum::<u32>() + jokers
}

/// The most points that these tiles can lay.
pub(super) fn points(tiles: &[Tile], okey: Face) -> u32 {
    let laying = best_laying(tiles, okey, Goal::Points, None, Left::Any);
    laying.map_or(0, |laying| laying.points)
}
