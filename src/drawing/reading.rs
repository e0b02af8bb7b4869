//! Scenes read as data by tests: where things lie, what hides what, what is drawn and said.

use crate::extent::contains;
pub(super) use crate::extent::{Rect, overlap};
use crate::packs::cards::CardFace;
use crate::packs::tiles::TileFace;
use crate::scene::{At, Badge, Item, PieceFace, Scene};
use crate::sprites;

/// Where an item lies.
pub(super) fn rect(item: &Item) -> Rect {
    item.rect()
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
