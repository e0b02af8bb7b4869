//! What a seat knows of the round: how often it will still draw, and which tiles nobody has shown.

use crate::rules::Seat;
use crate::rules::okey101::View;
use crate::rules::okey101::view::Moved;
use crate::rules::tile::Tile;

/// How often the viewer draws after this turn, if everybody draws.
pub(super) fn draws(view: &View) -> usize {
    view.stock / view.held.len().max(1)
}

/// With fewer than four seats the stock lasts for many more draws than a round does: so many are looked ahead at most.
pub(super) const MOST_AHEAD: usize = 6;

/// How many tiles this seat has laid off in its present turn.
pub(super) fn laid_off(view: &View, seat: Seat) -> usize {
    let turn = view
        .history
        .iter()
        .rev()
        .take_while(|moved| !matches!(moved, Moved::Discarded { .. }));
    let count = turn.fold(0i32, |count, moved| match moved {
        Moved::LaidOff { seat: who, .. } if *who == seat => count + 1,
        Moved::TookBack { seat: who, .. } if *who == seat => count - 1,
        _ => count,
    });
    count.max(0) as usize
}

/// Every tile that lies neither open nor on the viewer's rack, in canonical order.
pub(super) fn unseen(view: &View) -> Vec<Tile> {
    let mut left = [0i8; Tile::KINDS];
    Tile::deck().iter().for_each(|tile| left[tile.index()] += 1);
    let indicator = view.indicator.map(Tile::Numbered);
    let table = view.table.iter().flat_map(|meld| &meld.tiles);
    let shown = table
        .chain(view.rack().into_iter().flatten())
        .chain(&indicator);
    shown.for_each(|tile| left[tile.index()] -= 1);
    for moved in &view.history {
        match moved {
            Moved::Discarded { tile, .. } | Moved::Returned { tile, .. } => left[tile.index()] -= 1,
            Moved::Took { tile, .. } => left[tile.index()] += 1,
            _ => {}
        }
    }
    Tile::kinds()
        .flat_map(|tile| std::iter::repeat_n(tile, left[tile.index()].max(0) as usize))
        .collect()
}
