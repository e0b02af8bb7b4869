//! The most doubles (101 rules 6.4 and 7.2): two tiles of one face, and a joker with anything.

use super::Left;
use crate::tile::{Face, Tile};

/// The most disjoint doubles, with the taken tile in one of them if there is one; `None` if it cannot be in any.
///
/// Equal tiles are together, what is single is joined by jokers, the highest number first. No choice has more doubles:
/// without jokers only equal tiles are one, and each joker makes at most one double more. The taken tile is joined
/// first: which single tile a joker joins does not change how many doubles there are, and a joker may as well take the
/// place of a tile in a double of equal ones.
pub fn most_doubles(
    tiles: &[Tile],
    okey: Face,
    taken: Option<Tile>,
    left: Left,
) -> Option<Vec<[Tile; 2]>> {
    let is_joker = |tile: &Tile| tile.is_joker(okey);
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    let mut jokers: Vec<Tile> = sorted.extract_if(.., |tile| is_joker(tile)).collect();
    let (mut doubles, mut singles) = equal(&sorted);
    let worth = |tile: &Tile| tile.face().unwrap_or(okey).number();
    singles.sort_by_key(|tile| (Some(*tile) == taken, worth(tile)));
    while let (Some(single), Some(joker)) = (singles.last().copied(), jokers.last().copied()) {
        singles.pop();
        jokers.pop();
        doubles.push([single, joker]);
    }
    if let [one, other] = jokers[..] {
        doubles.push([one, other]);
        jokers.clear();
    }
    let Some(taken) = taken else {
        keep_one(&mut doubles, tiles, left, None);
        return Some(doubles);
    };
    if jokers.contains(&taken) {
        doubles.last_mut()?[1] = taken;
    }
    keep_one(&mut doubles, tiles, left, Some(taken));
    let is_used = doubles.iter().flatten().any(|tile| *tile == taken);
    is_used.then_some(doubles)
}

/// The equal ones of sorted tiles two by two, and what is single.
fn equal(sorted: &[Tile]) -> (Vec<[Tile; 2]>, Vec<Tile>) {
    let (mut doubles, mut singles): (Vec<[Tile; 2]>, Vec<Tile>) = (Vec::new(), Vec::new());
    for same in sorted.chunk_by(|one, other| one == other) {
        let two_by_two = same.chunks_exact(2);
        singles.extend(two_by_two.remainder());
        doubles.extend(two_by_two.map(|two| [two[0], two[1]]));
    }
    (doubles, singles)
}

/// Gives up a double if no tile would stay, rather one with a joker, never the only one with the taken tile.
fn keep_one(doubles: &mut Vec<[Tile; 2]>, tiles: &[Tile], left: Left, taken: Option<Tile>) {
    if left == Left::Any || doubles.len() * 2 < tiles.len() {
        return;
    }
    let holds = |double: &[Tile; 2]| taken.is_some_and(|taken| double.contains(&taken));
    let with_taken = doubles.iter().filter(|double| holds(double)).count();
    let free = doubles
        .iter()
        .rposition(|double| with_taken > 1 || !holds(double));
    if let Some(place) = free.or(doubles.len().checked_sub(1)) {
        doubles.remove(place);
    }
}
