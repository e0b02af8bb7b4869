//! Which tile an arrangement needs least.

use super::{arrange, remove};
use crate::tile::{Face, Tile};

/// The tile that the arrangement of a rack needs least, ties in canonical order (Okey rules 11).
///
/// It is a loose tile with the fewest neighbours among the tiles of the rack; where everything lies in melds, the one
/// without which most tiles still do. A joker only if there is nothing else; `None` for an empty rack.
pub fn least_needed(tiles: &[Tile], okey: Face) -> Option<Tile> {
    let arrangement = arrange(tiles, okey);
    let natural = |tiles: &[Tile]| -> Vec<Tile> {
        let mut natural: Vec<Tile> = tiles
            .iter()
            .copied()
            .filter(|tile| !tile.is_joker(okey))
            .collect();
        natural.sort_unstable();
        natural.dedup();
        natural
    };
    let loose = natural(&arrangement.loose);
    if !loose.is_empty() {
        return loose
            .into_iter()
            .min_by_key(|tile| neighbours(*tile, tiles, &arrangement.loose, okey));
    }
    natural(tiles)
        .into_iter()
        .max_by_key(|tile| {
            let mut rest = tiles.to_vec();
            remove(&mut rest, *tile);
            // Of equal ones the first in canonical order: `max_by_key` would answer the last.
            (arrange(&rest, okey).covered(), std::cmp::Reverse(*tile))
        })
        .or_else(|| tiles.first().copied())
}

/// How much the other tiles could make of one: those that are loose as well count more.
fn neighbours(tile: Tile, tiles: &[Tile], loose: &[Tile], okey: Face) -> u32 {
    let weight = |others: &[Tile]| -> u32 {
        let mut others = others.to_vec();
        remove(&mut others, tile);
        others
            .into_iter()
            .filter(|other| !other.is_joker(okey))
            .map(|other| closeness(face(tile, okey), face(other, okey)))
            .sum()
    };
    4 * weight(loose) + weight(tiles)
}

/// The face a tile has as long as it is no joker (Okey rules 6.1).
fn face(tile: Tile, okey: Face) -> Face {
    tile.face().unwrap_or(okey)
}

/// How near two faces are to a common meld: side by side 3, one number in two colours 3, a gap of one 2, a pair 1.
fn closeness(one: Face, other: Face) -> u32 {
    let same_colour = one.colour() == other.colour();
    let apart = gap(one.number(), other.number());
    match (same_colour, apart) {
        (true, 0) => 1,
        (true, 1) | (false, 0) => 3,
        (true, 2) => 2,
        _ => 0,
    }
}

/// The distance of two numbers in a run, the 1 above 13 included (Okey rules 6.3).
fn gap(one: u8, other: u8) -> u8 {
    let high = |number: u8| if number == 1 { 14 } else { number };
    one.abs_diff(other).min(high(one).abs_diff(high(other)))
}
