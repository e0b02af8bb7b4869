//! The wooden rack, whatever stands on it: where pieces of any width stand on its two shelves, and the post at its right.

use std::ops::Range;

use super::packs::PieceFace;
use super::scene::{At, Badge, Ink, PieceSize, Scene, at};
use crate::rules::Seat;

/// The left edge of the shelves and the right one, where the post begins.
const SHELF: Range<i32> = 20..868;
/// On what height the pieces of each row stand.
const FEET: [i32; 2] = [172, 374];
/// The middle of the post.
pub(super) const POST: i32 = 944;
/// How far a marked piece stands above the others.
pub(super) const RAISED: i32 = 16;
/// The most air between two groups.
const AIR: i32 = 26;

/// How a group stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// On the shelf.
    #[default]
    Quiet,
    /// Raised, on a gold bar: part of what is about to be laid.
    Lifted,
}

/// Where everything on a rack stands.
pub(super) struct Places {
    pub(super) size: PieceSize,
    /// By slot, the top left corner of its piece.
    pub(super) slots: Vec<At>,
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

/// A part of a meld, or of the loose pieces, on one row.
struct Part {
    slots: Range<usize>,
    is_meld: bool,
}

/// What stands on a rack.
pub(super) struct Order {
    /// How many pieces.
    pub(super) count: usize,
    /// The lengths of the melds, in their order; the pieces behind them are loose.
    pub(super) melds: Vec<usize>,
}

impl Order {
    /// Stands the pieces on the shelves; the second row begins with the slot `split`.
    pub(super) fn stand(&self, size: PieceSize, split: usize) -> Places {
        let mut places = Places {
            size,
            slots: Vec::with_capacity(self.count),
            melds: Vec::new(),
        };
        for (row, feet) in self.rows(split).into_iter().zip(FEET) {
            self.stand_row(&mut places, self.parts(&row), feet);
        }
        places
    }

    /// The slot with which the second row begins, near the middle, so that no meld is broken and no row has more
    /// pieces than `most`; `None` if there is none.
    pub(super) fn split(&self, most: usize) -> Option<usize> {
        self.splits(most).next()
    }

    /// The same, so that groups have as much air between them as they can get, and at least `air`.
    pub(super) fn airy_split(&self, size: PieceSize, air: i32) -> Option<usize> {
        let fits = |split: &usize| {
            let rows = self.rows(*split);
            rows.iter()
                .all(|row| spread(size, &self.parts(row)).1 >= air)
        };
        self.splits(self.count).find(fits)
    }

    /// The slot behind the last one if all pieces stand on the first row, with at least `air` between groups.
    pub(super) fn row(&self, size: PieceSize, air: i32) -> Option<usize> {
        let (gap, left) = spread(size, &self.parts(&(0..self.count)));
        (gap >= 0 && left >= air).then_some(self.count)
    }

    /// Where the rows may part, the nearest to the middle first.
    fn splits(&self, most: usize) -> impl Iterator<Item = usize> {
        let count = self.count;
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
        [0..split, split..self.count]
    }

    /// The parts of melds, and the loose pieces, whose slots lie on a row.
    fn parts(&self, row: &Range<usize>) -> Vec<Part> {
        let melded: usize = self.melds.iter().sum();
        let loose = self.count.saturating_sub(melded);
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
            for _ in part.slots {
                places.slots.push(at(x, feet - places.size.height()));
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

/// The gap between the pieces of a row, and how much air the row has left between its groups.
fn spread(size: PieceSize, parts: &[Part]) -> (i32, i32) {
    let count: i32 = parts.iter().map(|part| part.slots.len() as i32).sum();
    let breaks = parts.len().saturating_sub(1) as i32;
    let room = SHELF.end - SHELF.start;
    // More pieces than a row has room for overlap rather than fall off the shelf.
    let gap = (room - count * size.width())
        .div_euclid((count - 1).max(1))
        .min(3);
    let left = room - taken(size, gap, parts);
    (gap, if gap < 0 { 0 } else { left / breaks.max(1) })
}

/// How wide the pieces of a row are without air between its groups.
fn taken(size: PieceSize, gap: i32, parts: &[Part]) -> i32 {
    let count: i32 = parts.iter().map(|part| part.slots.len() as i32).sum();
    count * (size.width() + gap) - gap
}

/// Puts a piece on its place; a marked one is raised and stands on a bar of this colour.
pub(super) fn put(
    scene: &mut Scene,
    piece: impl Into<PieceFace>,
    size: PieceSize,
    place: At,
    mark: Option<Ink>,
) {
    let Some(ink) = mark else {
        return scene.piece(piece, size, place);
    };
    let foot = place.by(4, size.height() - RAISED + 3);
    scene.bar(foot, (size.width() - 8, RAISED - 4), 5, ink);
    scene.piece(piece, size, place.by(0, -RAISED));
}

/// Whose rack this is, and whether they are to move, at this height of the post.
pub(super) fn owner(scene: &mut Scene, owner: Option<Seat>, mover: Option<Seat>, middle: i32) {
    let Some(seat) = owner else { return };
    if mover == Some(seat) {
        scene.bar(at(POST - 44, middle - 44), (88, 88), 44, Ink::Gold);
    }
    scene.badge(Badge::Seat(seat), at(POST, middle));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Finish;

    /// How so many pieces of this width stand, in melds of three and a few loose ones.
    fn stand(width: i32, melds: usize, loose: usize) -> Places {
        let size = PieceSize::new((2, 3), width, Finish::Fine);
        let order = Order {
            count: 3 * melds + loose,
            melds: vec![3; melds],
        };
        let split = order
            .airy_split(size, 10)
            .or_else(|| order.split(order.count));
        order.stand(size, split.expect("a rack can be parted"))
    }

    #[test]
    fn pieces_of_any_width_stand_side_by_side_on_both_shelves() {
        for width in [40, 58, 66, 88, 96, 104] {
            for (melds, loose) in [(0, 1), (0, 13), (2, 3), (3, 5), (4, 2)] {
                let places = stand(width, melds, loose);
                assert_eq!(places.slots.len(), 3 * melds + loose);
                for place in &places.slots {
                    let feet = place.y + places.size.height();
                    assert!(FEET.contains(&feet), "{width}: {place:?}");
                    let right = place.x + width;
                    assert!(
                        SHELF.start <= place.x && right <= SHELF.end,
                        "{width}: {place:?}"
                    );
                }
                for pair in places.slots.windows(2) {
                    let apart = pair[1].x - pair[0].x >= width || pair[1].y > pair[0].y;
                    assert!(apart, "{width}: {pair:?}");
                }
                assert_eq!(places.melds.len(), melds, "{width}: every meld is whole");
            }
        }
    }

    #[test]
    fn more_than_a_shelf_holds_overlaps_rather_than_falls_off() {
        let places = stand(104, 0, 24);
        for place in &places.slots {
            assert!(
                SHELF.start <= place.x && place.x + 104 <= SHELF.end,
                "{place:?}"
            );
        }
    }
}
