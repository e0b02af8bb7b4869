//! Where melds lie in the area of their owner: as large as they fit, in rows, each meld whole.

use crate::drawing::scene::{At, Scene, TileFace, TileSize};
use crate::rules::okey101::meld::Stands;
use crate::rules::okey101::view::TableMeld;
use crate::rules::tile::{Face, Tile};

/// The air between the tiles of a meld.
const CLOSE: i32 = 1;
/// The least air between two rows of tiles.
const BETWEEN: i32 = 5;

/// What lies in an area: a meld, or the tile that its seat has taken.
pub(super) enum Lying {
    /// A meld.
    Meld(Vec<TileFace>),
    /// A taken tile, which must be used or returned.
    Taken(TileFace),
}

impl Lying {
    /// A meld as it is shown: a joker has what it stands for in gold.
    pub(super) fn meld(meld: &TableMeld, okey: Face) -> Self {
        let tiles = meld.tiles.iter().zip(&meld.stands);
        Self::Meld(
            tiles
                .map(|(tile, stands)| shown(*tile, *stands, okey))
                .collect(),
        )
    }

    fn tiles(&self) -> &[TileFace] {
        match self {
            Self::Meld(tiles) => tiles,
            Self::Taken(tile) => std::slice::from_ref(tile),
        }
    }
}

fn shown(tile: Tile, stands: Stands, okey: Face) -> TileFace {
    if !tile.is_joker(okey) {
        return TileFace::of(tile, okey);
    }
    match stands {
        Stands::Face(face) => TileFace::Okey(face),
        Stands::Number(number) => TileFace::Wild(number),
        Stands::Any => TileFace::Okey(okey),
    }
}

/// How everything lies in an area.
struct Layout {
    size: TileSize,
    /// For each thing its row, and how far right it begins.
    places: Vec<(usize, i32)>,
    rows: usize,
    /// From one row to the next.
    step: i32,
}

/// Lays everything into the area with this corner and size.
pub(super) fn lay(scene: &mut Scene, things: &[Lying], corner: At, room: (i32, i32)) {
    let layout = fit(things, room);
    let size = layout.size;
    for (thing, (row, x)) in things.iter().zip(&layout.places) {
        let place = corner.by(*x, *row as i32 * layout.step);
        if let Lying::Taken(_) = thing {
            scene.glow(size, place);
        }
        for (index, face) in thing.tiles().iter().enumerate() {
            let x = index as i32 * (size.width() + CLOSE);
            scene.tile(*face, size, place.by(x, 0));
        }
    }
}

fn fit(things: &[Lying], room: (i32, i32)) -> Layout {
    let sizes = [
        TileSize::Medium,
        TileSize::Modest,
        TileSize::Compact,
        TileSize::Tiny,
        TileSize::Least,
    ];
    let mut layouts = sizes.into_iter().map(|size| rows(things, size, room));
    let fits = |layout: &Layout| {
        let height = layout.size.height();
        layout.rows == 0 || (layout.step >= height + BETWEEN && is_within(things, layout, room.0))
    };
    layouts
        .find(fits)
        .unwrap_or_else(|| rows(things, TileSize::Least, room))
}

fn is_within(things: &[Lying], layout: &Layout, width: i32) -> bool {
    let mut ends = things.iter().zip(&layout.places);
    ends.all(|(thing, (_, x))| x + width_of(thing, layout.size) <= width)
}

fn width_of(thing: &Lying, size: TileSize) -> i32 {
    thing.tiles().len() as i32 * (size.width() + CLOSE) - CLOSE
}

/// Each thing goes to the first row with room for it, so that it stays where it was while others come.
fn rows(things: &[Lying], size: TileSize, (width, height): (i32, i32)) -> Layout {
    let apart = (size.width() / 4).max(10);
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
