//! Sets, runs and pairs: what is a meld, what wins, and how a rack is best arranged (Okey rules 6 and 7).
//!
//! Everything here is exact. Jokers are given as tiles with the okey's printed face, the false joker
//! as itself; `tally` turns both into what they mean. Cards have a solver of their own in `cards`.

mod ahead;
pub mod cards;
mod distance;
mod held;
mod kept;
mod need;
mod opening;
mod pairs;
mod recent;
mod runs;
mod search;
mod solver;
mod tally;
#[cfg(test)]
mod tests;

use super::tile::{Face, Tile};
use search::Piece;
use tally::Tally;

pub use ahead::{Live, Outlook, Wait};
pub use distance::{
    Progress, Rest, Unseen, Without, best_discards, discards, distance, distances, finishing,
    is_win, progress, rest, rests,
};
pub use need::least_needed;
pub use opening::{
    CountedTiles, Goal, Laid, Laying, Left, Sort, Worth, best_laying, best_opening, best_openings,
    most_doubles,
};
pub use pairs::{is_pair, pairs};

pub use super::piece::remove;

/// A rack of tiles sorted into melds (or pairs) and the rest, which is in canonical order.
pub type Arrangement = super::view::Arrangement<Tile>;

impl Arrangement {
    fn of(melds: Vec<Vec<Tile>>, tiles: &[Tile]) -> Self {
        let mut loose = tiles.to_vec();
        loose.sort_unstable();
        for tile in melds.iter().flatten() {
            remove(&mut loose, *tile);
        }
        Self { melds, loose }
    }
}

/// From how many pairs on a rack is shown as pairs when they hold more tiles than its melds.
const PAIRS_WORTH_SHOWING: usize = 5;

/// Arranges a rack for display: the most tiles in disjoint melds, the rest behind.
///
/// A rack with five pairs or more that hold more tiles than any melds could is shown in pairs.
pub fn arrange(tiles: &[Tile], okey: Face) -> Arrangement {
    let melded = arrange_in_melds(tiles, okey);
    let paired = pairs(tiles, okey);
    if paired.len() >= PAIRS_WORTH_SHOWING && 2 * paired.len() > melded.covered() {
        return Arrangement::of(paired, tiles);
    }
    melded
}

/// Arranges a rack in sets and runs alone: the most tiles in disjoint melds.
pub fn arrange_in_melds(tiles: &[Tile], okey: Face) -> Arrangement {
    let tally = Tally::of(tiles, okey);
    Arrangement::of(lay(search::most(tally), okey), tiles)
}

/// All these tiles in sets and runs, if that is possible (Okey rules 7.1).
pub fn partition(tiles: &[Tile], okey: Face) -> Option<Vec<Vec<Tile>>> {
    let tally = Tally::of(tiles, okey);
    if tally.len() != tiles.len() {
        return None;
    }
    search::exact(tally).map(|pieces| lay(pieces, okey))
}

/// Whether these tiles are one set (Okey rules 6.2).
pub fn is_set(tiles: &[Tile], okey: Face) -> bool {
    let tally = Tally::of(tiles, okey);
    let faces: Vec<Face> = tally.faces().collect();
    let one_number = faces
        .windows(2)
        .all(|pair| pair[0].number() == pair[1].number());
    let colours = faces
        .windows(2)
        .all(|pair| pair[0].colour() != pair[1].colour());
    tally.len() == tiles.len() && (3..=4).contains(&tiles.len()) && one_number && colours
}

/// Whether these tiles are one run (Okey rules 6.3).
pub fn is_run(tiles: &[Tile], okey: Face) -> bool {
    let tally = Tally::of(tiles, okey);
    let faces: Vec<Face> = tally.faces().collect();
    if tally.len() != tiles.len() || !(3..=13).contains(&tiles.len()) {
        return false;
    }
    if faces
        .windows(2)
        .any(|pair| pair[0].colour() != pair[1].colour())
    {
        return false;
    }
    let low = faces.iter().map(|face| face.number());
    let high = low
        .clone()
        .map(|number| if number == 1 { 14 } else { number });
    fits_a_run(low.collect(), tiles.len()) || fits_a_run(high.collect(), tiles.len())
}

/// Whether different positions lie close enough that `length` tiles in a row hold them all.
fn fits_a_run(mut positions: Vec<u8>, length: usize) -> bool {
    positions.sort_unstable();
    let distinct = positions.windows(2).all(|pair| pair[0] < pair[1]);
    let span = match (positions.first(), positions.last()) {
        (Some(first), Some(last)) => usize::from(last - first) + 1,
        _ => 0,
    };
    distinct && span <= length
}

/// The tiles of the pieces: runs by colour, then sets by number; neighbouring runs are joined.
fn lay(mut pieces: Vec<Piece>, okey: Face) -> Vec<Vec<Tile>> {
    pieces.sort_unstable_by_key(Piece::order);
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        let whole = joined
            .iter()
            .enumerate()
            .find_map(|(place, earlier)| Some((place, earlier.joined(&piece)?)));
        match whole {
            Some((place, whole)) => joined[place] = whole,
            None => joined.push(piece),
        }
    }
    joined.iter().map(|piece| piece.tiles(okey)).collect()
}

/// Tiles by colour and number. The false joker stands where the okey's face belongs, which it has; the jokers stand
/// behind.
pub fn by_colours(mut tiles: Vec<Tile>, okey: Face) -> Vec<Tile> {
    tiles.sort_by_key(|tile| (tile.is_joker(okey), tile.face().unwrap_or(okey).index()));
    tiles
}
