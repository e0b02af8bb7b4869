//! Where melds lie in the area of their owner: as large as they fit, in rows, each meld whole.

use crate::packs::tiles::{self, TileFace};
use crate::rules::Seat;
use crate::rules::okey101::View;
use crate::rules::okey101::meld::Stands;
use crate::rules::okey101::view::{Moved, Phase, TableMeld};
use crate::rules::tile::{Face, Tile};
use crate::scene::{At, Ink, PieceSize, Scene};

/// The air between the tiles of a meld.
const CLOSE: i32 = 1;
/// The least air between two rows of tiles.
const BETWEEN: i32 = 6;
/// The sizes of melds, the largest first.
const SIZES: [PieceSize; 6] = [
    tiles::MEDIUM,
    tiles::MODEST,
    tiles::USUAL,
    tiles::COMPACT,
    tiles::TINY,
    tiles::LEAST,
];

/// What lies in an area: a meld, or the tile that its seat has taken.
struct Lying {
    tiles: Vec<TileFace>,
    mark: Mark,
}

/// How it is marked.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    /// Not at all.
    Plain,
    /// It has come to the table, or grown, since somebody last drew.
    New,
    /// Taken: it must be used or returned.
    Taken,
}

/// How everything lies in an area.
struct Layout {
    size: PieceSize,
    /// For each thing its row, and how far right it begins.
    places: Vec<(usize, i32)>,
    rows: usize,
    /// From one row to the next.
    step: i32,
}

/// Lays the melds of a seat, and a tile it has taken, into the area with this corner and size; the tile is lit as long as it
/// is that seat's turn.
pub(super) fn lay(
    scene: &mut Scene,
    view: &View,
    (seat, turn): (Seat, Option<Seat>),
    corner: At,
    room: (i32, i32),
) {
    let Some(okey) = view.okey() else { return };
    let things = things(view, (seat, turn), okey);
    let layout = fit(&things, largest(view), room);
    let size = layout.size;
    for (thing, (row, x)) in things.iter().zip(&layout.places) {
        let place = corner.by(*x, *row as i32 * layout.step);
        match thing.mark {
            Mark::Plain => {}
            Mark::New => {
                let foot = place.by(1, size.height() + 1);
                let width = width_of(thing, size) - 2;
                scene.bar(foot, (width, BETWEEN - 2), 2, Ink::Sky);
            }
            Mark::Taken => scene.glow(size, place),
        }
        for (index, face) in thing.tiles.iter().enumerate() {
            let x = index as i32 * (size.width() + CLOSE);
            scene.piece(*face, size, place.by(x, 0));
        }
    }
}

fn things(view: &View, (seat, turn): (Seat, Option<Seat>), okey: Face) -> Vec<Lying> {
    let new = new_melds(view);
    let own = view.table.iter().enumerate();
    let own = own.filter(|(_, meld)| meld.owner == seat);
    let mut things: Vec<_> = own
        .map(|(place, meld)| Lying {
            tiles: faces(meld, okey),
            mark: if new.contains(&place) {
                Mark::New
            } else {
                Mark::Plain
            },
        })
        .collect();
    // At a closed table it is held like the others: nobody uses it or gives it back there.
    if let (Phase::Taken(taker), Some(taken), Some(_)) = (view.phase, view.taken, turn)
        && taker == seat
    {
        things.push(Lying {
            tiles: vec![TileFace::of(taken, okey)],
            mark: Mark::Taken,
        });
    }
    things
}

/// The tiles of a meld as they are shown: a joker has what it stands for in gold.
pub(super) fn faces(meld: &TableMeld, okey: Face) -> Vec<TileFace> {
    let shown = |(tile, stands): (&Tile, &Stands)| match stands {
        _ if !tile.is_joker(okey) => TileFace::of(*tile, okey),
        Stands::Face(face) => TileFace::Okey(*face),
        Stands::Number(number) => TileFace::Wild(*number),
        Stands::Any => TileFace::Okey(okey),
    };
    meld.tiles.iter().zip(&meld.stands).map(shown).collect()
}

/// The melds that came or grew since somebody last drew or took a tile, by their places on the table.
fn new_melds(view: &View) -> Vec<usize> {
    let since = view.history.iter().rposition(is_beginning).unwrap_or(0);
    let moves = &view.history[since..];
    let laid: usize = moves.iter().map(melds_laid).sum();
    let mut new: Vec<_> = (view.table.len().saturating_sub(laid)..view.table.len()).collect();
    for moved in moves {
        match moved {
            Moved::LaidOff { meld, .. } | Moved::Swapped { meld, .. } => new.push(*meld),
            Moved::TookBack { meld, .. } => {
                let undone = new.iter().rposition(|place| place == meld);
                undone.map(|place| new.remove(place));
            }
            _ => {}
        }
    }
    new
}

fn is_beginning(moved: &Moved) -> bool {
    matches!(moved, Moved::Drew { .. } | Moved::Took { .. })
}

fn melds_laid(moved: &Moved) -> usize {
    match moved {
        Moved::Opened { melds, .. } => melds.len(),
        Moved::Laid { .. } => 1,
        _ => 0,
    }
}

/// The largest size of tiles where so many lie: every tile costs bytes, and a large one more.
fn largest(view: &View) -> PieceSize {
    let tiles: usize = view.table.iter().map(|meld| meld.tiles.len()).sum();
    match tiles {
        0..=26 => tiles::MEDIUM,
        27..=40 => tiles::MODEST,
        41..=58 => tiles::USUAL,
        59..=80 => tiles::COMPACT,
        _ => tiles::TINY,
    }
}

/// The largest size in which everything has room; if none has enough, the rows overlap.
fn fit(things: &[Lying], largest: PieceSize, room: (i32, i32)) -> Layout {
    let sizes = SIZES.into_iter().skip_while(|size| *size != largest);
    let mut layouts = sizes.map(|size| rows(things, size, room));
    let fits = |layout: &Layout| {
        let down = layout.rows < 2 || layout.step >= layout.size.height() + BETWEEN;
        down && is_within(things, layout, room.0)
    };
    layouts
        .find(fits)
        .unwrap_or_else(|| rows(things, tiles::LEAST, room))
}

fn is_within(things: &[Lying], layout: &Layout, width: i32) -> bool {
    let mut ends = things.iter().zip(&layout.places);
    ends.all(|(thing, (_, x))| x + width_of(thing, layout.size) <= width)
}

fn width_of(thing: &Lying, size: PieceSize) -> i32 {
    thing.tiles.len() as i32 * (size.width() + CLOSE) - CLOSE
}

/// Each thing goes to the first row with room for it, so that it stays where it was while others come.
fn rows(things: &[Lying], size: PieceSize, (width, height): (i32, i32)) -> Layout {
    let apart = (size.width() / 5).max(10);
    let mut used: Vec<i32> = Vec::new();
    let mut places = Vec::with_capacity(things.len());
    for thing in things {
        let own = width_of(thing, size);
        let row = used.iter().position(|used| used + apart + own <= width);
        let row = row.unwrap_or_else(|| {
            used.push(-apart);
            used.len() - 1
        });
        let x = used[row] + apart;
        places.push((row, x));
        used[row] = x + own;
    }
    let rows = used.len();
    let most = size.height() + size.height() / 5;
    // Rows that do not fit one below the other overlap: the numbers in the upper halves stay visible.
    let step = match rows {
        0 | 1 => most,
        _ => ((height - size.height()) / (rows as i32 - 1)).min(most),
    };
    Layout {
        size,
        places,
        rows,
        step,
    }
}
