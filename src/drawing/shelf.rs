//! The wooden rack that the tile games share: where tiles stand on its two shelves, and the post at its right.

use std::ops::Range;

use super::scene::{At, Badge, Heading, Ink, Scene, TileFace, TileSize, at};
use crate::rules::Seat;
use crate::rules::tile::{Face, Tile};

/// The left edge of the shelves and the right one, where the post begins.
const SHELF: Range<i32> = 20..868;
/// On what height the tiles of each row stand.
const FEET: [i32; 2] = [172, 374];
/// The middle of the post.
pub(super) const POST: i32 = 944;
/// How far a marked tile stands above the others.
pub(super) const RAISED: i32 = 16;
/// The most air between two groups.
const AIR: i32 = 26;

/// Where everything on a rack stands.
pub(super) struct Places {
    pub(super) size: TileSize,
    /// By slot.
    pub(super) tiles: Vec<(Tile, At)>,
    /// The melds, or the parts of them on each row.
    pub(super) melds: Vec<Span>,
}

/// From where to where a meld reaches, and on what height it stands.
pub(super) struct Span {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) feet: i32,
    /// Its first slot here: a meld's first part has that of the meld.
    pub(super) slot: usize,
}

/// A part of a meld, or of the loose tiles, on one row.
struct Part {
    slots: Range<usize>,
    is_meld: bool,
}

/// The lengths of the melds of a rack, in their order; the tiles behind them are loose.
pub(super) struct Order<'a> {
    pub(super) tiles: &'a [Tile],
    pub(super) melds: Vec<usize>,
}

impl Order<'_> {
    /// Stands the tiles on the shelves; the second row begins with the slot `split`.
    pub(super) fn stand(&self, size: TileSize, split: usize) -> Places {
        let mut places = Places {
            size,
            tiles: Vec::with_capacity(self.tiles.len()),
            melds: Vec::new(),
        };
        for (row, feet) in self.rows(split).into_iter().zip(FEET) {
            self.stand_row(&mut places, self.parts(&row), feet);
        }
        places
    }

    /// The slot with which the second row begins, near the middle, so that no meld is broken and no row has more
    /// tiles than `most`; `None` if there is none.
    pub(super) fn split(&self, most: usize) -> Option<usize> {
        self.splits(most).next()
    }

    /// The same, so that groups have as much air between them as they can get, and at least `air`.
    pub(super) fn airy_split(&self, size: TileSize, air: i32) -> Option<usize> {
        let fits = |split: &usize| {
            let rows = self.rows(*split);
            rows.iter()
                .all(|row| spread(size, &self.parts(row)).1 >= air)
        };
        self.splits(self.tiles.len()).find(fits)
    }

    /// Where the rows may part, the nearest to the middle first.
    fn splits(&self, most: usize) -> impl Iterator<Item = usize> {
        let count = self.tiles.len();
        let middle = count.div_ceil(2);
        let melded: usize = self.melds.iter().sum();
        let ends = self.melds.iter().scan(0, |end, length| {
            *end += length;
            Some(*end)
        });
        let least = count.saturating_sub(most);
        let mut splits: Vec<_> = ends
            .chain(melded..=count)
            .filter(|slot| (least..=most).contains(slot))
            .collect();
        splits.sort_by_key(|slot| slot.abs_diff(middle));
        splits.into_iter()
    }

    fn rows(&self, split: usize) -> [Range<usize>; 2] {
        [0..split, split..self.tiles.len()]
    }

    /// The parts of melds, and the loose tiles, whose slots lie on a row.
    fn parts(&self, row: &Range<usize>) -> Vec<Part> {
        let melded: usize = self.melds.iter().sum();
        let loose = self.tiles.len().saturating_sub(melded);
        let mut start = 0;
        let melds = self.melds.iter().map(|length| (*length, true));
        melds
            .chain([(loose, false)])
            .map(|(length, is_meld)| {
                start += length;
                let slots = (start - length).max(row.start)..start.min(row.end);
                Part { slots, is_meld }
            })
            .filter(|part| !part.slots.is_empty())
            .collect()
    }

    fn stand_row(&self, places: &mut Places, parts: Vec<Part>, feet: i32) {
        let (gap, apart, used) = {
            let (gap, air) = spread(places.size, &parts);
            let breaks = parts.len().saturating_sub(1) as i32;
            let apart = air.clamp(0, AIR);
            (gap, apart, taken(places.size, gap, &parts) + apart * breaks)
        };
        let mut x = SHELF.start + (SHELF.end - SHELF.start - used) / 2;
        for part in parts {
            let (left, slot) = (x, part.slots.start);
            for tile in &self.tiles[part.slots] {
                let place = at(x, feet - places.size.height());
                places.tiles.push((*tile, place));
                x += places.size.width() + gap;
            }
            if part.is_meld {
                places.melds.push(Span {
                    left: left + 4,
                    right: x - gap - 4,
                    feet,
                    slot,
                });
            }
            x += apart;
        }
    }
}

/// The gap between the tiles of a row, and how much air the row has left between its groups.
fn spread(size: TileSize, parts: &[Part]) -> (i32, i32) {
    let count: i32 = parts.iter().map(|part| part.slots.len() as i32).sum();
    let breaks = parts.len().saturating_sub(1) as i32;
    let room = SHELF.end - SHELF.start;
    // More tiles than a row has room for overlap rather than fall off the shelf.
    let gap = ((room - count * size.width()) / (count - 1).max(1)).min(3);
    let left = room - taken(size, gap, parts);
    (gap, if gap < 0 { 0 } else { left / breaks.max(1) })
}

/// How wide the tiles of a row are without air between its groups.
fn taken(size: TileSize, gap: i32, parts: &[Part]) -> i32 {
    let count: i32 = parts.iter().map(|part| part.slots.len() as i32).sum();
    count * (size.width() + gap) - gap
}

/// Puts a tile on its place; a marked one is raised and stands on a bar of this colour.
pub(super) fn put(scene: &mut Scene, face: TileFace, size: TileSize, place: At, mark: Option<Ink>) {
    let Some(ink) = mark else {
        return scene.tile(face, size, place);
    };
    let foot = place.by(4, size.height() - RAISED + 3);
    scene.bar(foot, (size.width() - 8, RAISED - 4), 5, ink);
    scene.tile(face, size, place.by(0, -RAISED));
}

/// How a tile looks. Before the first deal there is no okey, nor a rack; a false joker would then stand for any face.
pub(super) fn face(tile: Tile, okey: Option<Face>) -> TileFace {
    match (okey, tile) {
        (Some(okey), tile) => TileFace::of(tile, okey),
        (None, Tile::Numbered(face)) => TileFace::Plain(face),
        (None, Tile::FalseJoker) => TileFace::Back,
    }
}

/// Whose rack this is, and whether they are to move, at this height of the post.
pub(super) fn owner(scene: &mut Scene, owner: Option<Seat>, mover: Option<Seat>, middle: i32) {
    let Some(seat) = owner else { return };
    if mover == Some(seat) {
        scene.bar(at(POST - 44, middle - 44), (88, 88), 44, Ink::Gold);
    }
    scene.badge(Badge::Seat(seat), at(POST, middle));
}

/// The indicator and the okey on the post, the one above the other, from this height down.
pub(super) fn wild(scene: &mut Scene, indicator: Option<Face>, size: TileSize, top: i32) {
    let Some(indicator) = indicator else { return };
    let left = POST - size.width() / 2;
    // Room for the arrow between them; a smaller pair stands closer.
    let apart = if size == TileSize::Medium { 29 } else { 22 };
    let arrow = top + size.height() + apart;
    scene.tile(TileFace::Plain(indicator), size, at(left, top));
    scene.badge(Badge::Arrow(Heading::Down), at(POST, arrow));
    let below = arrow + apart - 3;
    scene.tile(TileFace::Okey(indicator.okey()), size, at(left, below));
}
