//! Imagining a rack of which everybody knows that it wins: after a take that is only allowed to win (Okey rules 5.4).
//!
//! Some fifteen tiles are sought that hold the known ones and win with one discard. The search is exhaustive, so it finds
//! what the true world shows to exist; the order in which it looks is decided by dice.

use crate::Dice;
use crate::meld::remove;
use crate::tile::{Colour, Face, Tile};

/// Fifteen tiles, the known ones and some of the pool, of which fourteen win; `None` if there are no such tiles.
pub(super) fn fifteen(
    known: &[Tile],
    pool: &[Tile],
    okey: Face,
    dice: &mut Dice,
) -> Option<Vec<Tile>> {
    let mut discards: Vec<Option<Tile>> = known.iter().copied().map(Some).chain([None]).collect();
    discards.dedup();
    dice.shuffle(&mut discards);
    let search = Search::new(okey, dice);
    discards
        .into_iter()
        .find_map(|discard| search.with_discard(known, pool, discard))
}

/// Tiles that must be used, and tiles that may be, counted by kind.
#[derive(Clone, Copy)]
struct Supply {
    required: [u8; Tile::KINDS],
    free: [u8; Tile::KINDS],
}

impl Supply {
    fn new(required: &[Tile], free: &[Tile]) -> Self {
        let mut supply = Self {
            required: [0; Tile::KINDS],
            free: [0; Tile::KINDS],
        };
        required
            .iter()
            .for_each(|tile| supply.required[tile.index()] += 1);
        free.iter().for_each(|tile| supply.free[tile.index()] += 1);
        supply
    }

    fn holds(&self, tile: Tile) -> u8 {
        self.required[tile.index()] + self.free[tile.index()]
    }

    /// How many tiles must still be used.
    fn required(&self) -> usize {
        self.required.iter().map(|count| usize::from(*count)).sum()
    }

    /// The first tile in canonical order that must still be used.
    fn first_required(&self) -> Option<Tile> {
        Tile::kinds().find(|tile| self.required[tile.index()] > 0)
    }

    /// Takes all of these, required ones first; `None` if some are missing.
    fn without(mut self, tiles: &[Tile]) -> Option<Self> {
        for tile in tiles.iter().map(|tile| tile.index()) {
            let count = match self.required[tile] {
                0 => &mut self.free[tile],
                _ => &mut self.required[tile],
            };
            *count = count.checked_sub(1)?;
        }
        Some(self)
    }
}

struct Search {
    okey: Face,
    /// Melds of three to five tiles without jokers, in the order in which they are tried.
    melds: Vec<Vec<Tile>>,
    pairs_first: bool,
}

impl Search {
    fn new(okey: Face, dice: &mut Dice) -> Self {
        let mut melds = melds(okey);
        dice.shuffle(&mut melds);
        Self {
            okey,
            melds,
            pairs_first: dice.below(2) == 0,
        }
    }

    /// Fifteen tiles with this known tile as the discard, or with one of the pool.
    fn with_discard(
        &self,
        known: &[Tile],
        pool: &[Tile],
        discard: Option<Tile>,
    ) -> Option<Vec<Tile>> {
        let mut required = known.to_vec();
        if let Some(discard) = discard {
            remove(&mut required, discard);
        }
        let supply = Supply::new(&required, pool);
        let ordinary = || self.melded(supply, 14, 0);
        let pairs = || self.paired(supply, 14);
        let mut fifteen = if self.pairs_first {
            pairs().or_else(ordinary)?
        } else {
            ordinary().or_else(pairs)?
        };
        let rest = supply.without(&fifteen)?;
        let other = || pool.iter().copied().find(|tile| rest.holds(*tile) > 0);
        fifteen.push(discard.or_else(other)?);
        Some(fifteen)
    }

    /// So many tiles in melds that use up what is required. Once nothing is, melds are tried from number `from` on.
    fn melded(&self, supply: Supply, size: usize, from: usize) -> Option<Vec<Tile>> {
        let required = supply.required();
        if size == 0 || required > size {
            return (required == 0).then(Vec::new);
        }
        let must_hold = supply.first_required();
        let start = if must_hold.is_some() { 0 } else { from };
        for (number, meld) in self.melds.iter().enumerate().skip(start) {
            let rest = size.checked_sub(meld.len());
            let Some(rest) = rest.filter(|rest| !matches!(rest, 1 | 2)) else {
                continue;
            };
            for tiles in self.ways(supply, meld) {
                if must_hold.is_some_and(|tile| !tiles.contains(&tile)) {
                    continue;
                }
                let left = supply.without(&tiles);
                let found = left.and_then(|left| self.melded(left, rest, number));
                if let Some(found) = found {
                    return Some([tiles, found].concat());
                }
            }
        }
        None
    }

    /// The ways to lay a meld from a supply: jokers stand for what is missing, and may for more.
    fn ways(&self, supply: Supply, meld: &[Tile]) -> Vec<Vec<Tile>> {
        let joker = Tile::Numbered(self.okey);
        let jokers = u32::from(supply.holds(joker));
        let missing = meld
            .iter()
            .enumerate()
            .fold(0u32, |missing, (place, tile)| {
                missing | u32::from(supply.holds(*tile) == 0) << place
            });
        if missing.count_ones() > jokers {
            return Vec::new();
        }
        (0..1u32 << meld.len())
            .filter(|by_jokers| by_jokers & missing == missing && by_jokers.count_ones() <= jokers)
            .map(|by_jokers| {
                let tiles = meld.iter().enumerate();
                tiles
                    .map(|(place, tile)| {
                        if by_jokers >> place & 1 == 1 {
                            joker
                        } else {
                            *tile
                        }
                    })
                    .collect()
            })
            .collect()
    }

    /// So many tiles in pairs that use up what is required.
    fn paired(&self, supply: Supply, size: usize) -> Option<Vec<Tile>> {
        if size == 0 {
            return (supply.required() == 0).then(Vec::new);
        }
        let joker = Tile::Numbered(self.okey);
        let must_hold = supply.first_required();
        let firsts =
            || Tile::kinds().filter(move |tile| must_hold.is_none_or(|must| must == *tile));
        let equal = firsts().map(|tile| [tile, tile]);
        let helped = firsts().map(|tile| [tile, joker]);
        let others = Tile::kinds()
            .filter(|_| must_hold == Some(joker))
            .map(|tile| [joker, tile]);
        equal.chain(helped).chain(others).find_map(|pair| {
            let left = supply.without(&pair)?;
            let found = self.paired(left, size - 2)?;
            Some([pair.to_vec(), found].concat())
        })
    }
}

/// Every meld of three to five real tiles; longer runs are several in a row.
fn melds(okey: Face) -> Vec<Vec<Tile>> {
    let tile = |colour, position: u8| match Face::new(colour, (position - 1) % 13 + 1) {
        Some(face) if face != okey => Tile::Numbered(face),
        _ => Tile::FalseJoker,
    };
    let mut melds = Vec::new();
    for number in 1..=13 {
        let all: Vec<Tile> = Colour::ALL.map(|colour| tile(colour, number)).to_vec();
        for left_out in 0..4 {
            let mut three = all.clone();
            three.remove(left_out);
            melds.push(three);
        }
        melds.push(all);
    }
    for colour in Colour::ALL {
        for length in 3..=5 {
            for first in 1..=15 - length {
                melds.push((first..first + length).map(|at| tile(colour, at)).collect());
            }
        }
    }
    melds
}
