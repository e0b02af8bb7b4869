//! What is in a scene, and whether something hides something else.

use crate::packs::PieceFace;
use crate::packs::karuta::KarutaFace;
use crate::scene::{At, Badge, Ink, Item, PieceSize, Scene};
use crate::sprites;

/// A rectangle: left, top, right, bottom.
type Rect = [i32; 4];

fn rect(item: &Item) -> Rect {
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
        Item::Text {
            text, size, middle, ..
        } => around(*middle, size.width(text), size.pixels() * 3 / 4),
        Item::Bar {
            at, width, height, ..
        } => [at.x, at.y, at.x + width, at.y + height],
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

pub(super) fn is_inside(scene: &Scene) -> bool {
    let (width, height) = scene.size();
    let mut all = scene.items.iter().map(rect);
    all.all(|[left, top, right, bottom]| {
        left >= 0 && top >= 0 && right <= width as i32 && bottom <= height as i32
    })
}

/// What hides something else: karuta, numbers and signs that lie on one another.
pub(super) fn hidden(scene: &Scene) -> Vec<(&Item, &Item)> {
    let says = |item: &&Item| !matches!(item, Item::Glow { .. } | Item::Bar { .. });
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

pub(super) fn drawn(scene: &Scene, badge: Badge) -> usize {
    let is_it = |item: &&Item| matches!(item, Item::Badge { badge: drawn, .. } if *drawn == badge);
    scene.items.iter().filter(is_it).count()
}

pub(super) fn says(scene: &Scene, number: &str) -> bool {
    let mut texts = scene.items.iter().filter_map(|item| match item {
        Item::Text { text, .. } => Some(text),
        _ => None,
    });
    texts.any(|text| text == number)
}

/// How many bars of this size and colour there are.
pub(super) fn bars(scene: &Scene, (width, height): (i32, i32), ink: Ink) -> usize {
    let is_it = |item: &&Item| {
        matches!(item, Item::Bar { width: wide, height: high, ink: filled, .. }
            if (*wide, *high, *filled) == (width, height, ink))
    };
    scene.items.iter().filter(is_it).count()
}

pub(super) fn glows(scene: &Scene) -> Vec<At> {
    let glow = |item: &Item| match item {
        Item::Glow { at, .. } => Some(*at),
        _ => None,
    };
    scene.items.iter().filter_map(glow).collect()
}

/// The karuta of a scene with their sizes and places.
pub(super) fn karuta(scene: &Scene) -> Vec<(KarutaFace, PieceSize, At)> {
    let karuta = |(face, size, at)| match face {
        PieceFace::Karuta(face) => Some((face, size, at)),
        _ => None,
    };
    scene.pieces().filter_map(karuta).collect()
}

/// The faces of one size.
pub(super) fn faces(scene: &Scene, size: PieceSize) -> Vec<KarutaFace> {
    let of_size = karuta(scene)
        .into_iter()
        .filter(|(_, other, _)| *other == size);
    of_size.map(|(face, ..)| face).collect()
}
