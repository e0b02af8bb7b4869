//! Scenes read as data by tests: where things lie, what hides what, what is drawn and said.

use crate::packs::cards::CardFace;
use crate::packs::tiles::TileFace;
use crate::scene::{At, Badge, Item, PieceFace, Scene};
use crate::sprites;

/// A rectangle: left, top, right, bottom.
pub(super) type Rect = [i32; 4];

/// Where an item lies.
pub(super) fn rect(item: &Item) -> Rect {
    let around = |middle: At, width: i32, height: i32| {
        let (left, top) = (middle.x - width / 2, middle.y - height / 2);
        [left, top, left + width, top + height]
    };
    match item {
        Item::Piece { size, at, .. } | Item::Glow { size, at } => {
            [at.x, at.y, at.x + size.width(), at.y + size.height()]
        }
        Item::Badge { badge, middle } => {
            let sprite = sprites::badge_sprite(*badge);
            around(*middle, sprite.width as i32, sprite.height as i32)
        }
        Item::Face { size, middle, .. } => around(*middle, size.pixels(), size.pixels()),
        Item::Text {
            text, size, middle, ..
        } => around(*middle, size.width(text), size.pixels() * 3 / 4),
        Item::Bar {
            at, width, height, ..
        } => [at.x, at.y, at.x + width, at.y + height],
    }
}

/// Whether these have anything in common.
pub(super) fn overlap(a: Rect, b: Rect) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Whether everything lies within the picture.
pub(super) fn is_inside(scene: &Scene) -> bool {
    let (width, height) = scene.size();
    let mut all = scene.items.iter().map(rect);
    all.all(|[left, top, right, bottom]| {
        left >= 0 && top >= 0 && right <= width as i32 && bottom <= height as i32
    })
}

/// What hides something else: pieces, numbers and signs that lie on one another.
pub(super) fn hidden(scene: &Scene) -> Vec<(&Item, &Item)> {
    let says = |item: &&Item| match item {
        Item::Piece { piece, .. } => !is_back(*piece),
        Item::Text { .. } | Item::Badge { .. } | Item::Face { .. } => true,
        Item::Glow { .. } | Item::Bar { .. } => false,
    };
    let items: Vec<_> = scene.items.iter().filter(says).collect();
    let mut hidden = Vec::new();
    for (place, one) in items.iter().enumerate() {
        for other in &items[place + 1..] {
            if overlap(rect(one), rect(other)) {
                hidden.push((*one, *other));
            }
        }
    }
    hidden
}

/// How often a badge is drawn.
pub(super) fn drawn(scene: &Scene, badge: Badge) -> usize {
    let is_it = |item: &&Item| matches!(item, Item::Badge { badge: drawn, .. } if *drawn == badge);
    scene.items.iter().filter(is_it).count()
}

/// Whether a text stands there.
pub(super) fn says(scene: &Scene, number: &str) -> bool {
    let mut texts = scene.items.iter().filter_map(|item| match item {
        Item::Text { text, .. } => Some(text),
        _ => None,
    });
    texts.any(|text| text == number)
}

/// Whether something is lit.
pub(super) fn glows(scene: &Scene) -> bool {
    let mut items = scene.items.iter();
    items.any(|item| matches!(item, Item::Glow { .. }))
}

fn is_back(piece: PieceFace) -> bool {
    [TileFace::Back.into(), CardFace::Back.into()].contains(&piece)
}
