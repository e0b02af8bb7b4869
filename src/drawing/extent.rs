//! How much room things take: the rectangles that items fill, and how these lie to one another.

use super::scene::{At, Item};
use super::sprites;

/// A rectangle: left, top, right, bottom; the last two are just outside of it.
pub(super) type Rect = [i32; 4];

impl Item {
    /// Where it lies: left, top, right and bottom in pixels, the last two just outside of it. A piece without its shadow, a
    /// light without its rays, a number as high as its digits.
    pub fn rect(&self) -> [i32; 4] {
        match self {
            Self::Piece { size, at, .. } | Self::Glow { size, at } => {
                [at.x, at.y, at.x + size.width(), at.y + size.height()]
            }
            Self::Badge { badge, middle } => {
                let sprite = sprites::badge_sprite(*badge);
                around(*middle, sprite.width as i32, sprite.height as i32)
            }
            Self::Face { size, middle, .. } => around(*middle, size.pixels(), size.pixels()),
            Self::Text {
                text, size, middle, ..
            } => around(*middle, size.width(text), size.pixels() * 3 / 4),
            Self::Bar {
                at, width, height, ..
            } => [at.x, at.y, at.x + width, at.y + height],
        }
    }
}

/// The rectangle of this width and height around a middle.
pub(super) fn around(middle: At, width: i32, height: i32) -> Rect {
    let (left, top) = (middle.x - width / 2, middle.y - height / 2);
    [left, top, left + width, top + height]
}

/// Whether these have anything in common.
pub(super) fn overlap(a: Rect, b: Rect) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Whether the first one has all of the second.
pub(super) fn contains(a: Rect, b: Rect) -> bool {
    a[0] <= b[0] && a[1] <= b[1] && b[2] <= a[2] && b[3] <= a[3]
}

/// The least one that has both.
pub(super) fn both(a: Rect, b: Rect) -> Rect {
    [
        a[0].min(b[0]),
        a[1].min(b[1]),
        a[2].max(b[2]),
        a[3].max(b[3]),
    ]
}

/// The same, wider at each side and higher at each end by so much.
pub(super) fn grown([left, top, right, bottom]: Rect, wider: i32, higher: i32) -> Rect {
    [left - wider, top - higher, right + wider, bottom + higher]
}
