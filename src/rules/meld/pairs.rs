//! Pairs (Okey rules 6.4).

use super::remove;
use crate::tile::{Face, Tile};

/// Whether two tiles are a pair: one face, or a joker among them (Okey rules 6.4).
pub fn is_pair(one: Tile, other: Tile, okey: Face) -> bool {
    one == other || one.is_joker(okey) || other.is_joker(okey)
}

/// The most disjoint pairs these tiles hold: natural ones first, then jokers with what is single.
pub fn pairs(tiles: &[Tile], okey: Face) -> Vec<Vec<Tile>> {
    let mut rest: Vec<Tile> = tiles.to_vec();
    rest.sort_unstable();
    let mut jokers: Vec<Tile> = rest.extract_if(.., |tile| tile.is_joker(okey)).collect();
    let mut pairs = natural(&mut rest);
    for single in rest {
        match jokers.pop() {
            Some(joker) => pairs.push(vec![single, joker]),
            None => break,
        }
    }
    pairs.extend(jokers.chunks_exact(2).map(<[Tile]>::to_vec));
    pairs
}

/// Takes the pairs of equal tiles out of sorted tiles.
fn natural(sorted: &mut Vec<Tile>) -> Vec<Vec<Tile>> {
    let mut pairs = Vec::new();
    let mut last = None;
    for tile in sorted.clone() {
        if last == Some(tile) {
            remove(sorted, tile);
            remove(sorted, tile);
            pairs.push(vec![tile, tile]);
            last = None;
        } else {
            last = Some(tile);
        }
    }
    pairs
}
