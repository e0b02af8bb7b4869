//! Scenes read as data by tests: where things lie, what hides what, what is drawn and said.

use crate::extent::contains;
pub(super) use crate::extent::{Rect, overlap};
use crate::packs::cards::CardFace;
use crate::packs::tiles::TileFace;
use crate::scene::{Badge, Heading, Ink, Item, PieceFace, Scene};
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

/// Whether the table is drawn as that of a closed one: nothing is lit, no plaque is gold, and no arrow stands beside a pile but
/// that from the indicator to the okey.
pub(super) fn marks_no_turn(scene: &Scene) -> bool {
    let large =
        |item: &Item| matches!(item, Item::Bar { height, ink: Ink::Gold, .. } if *height > 40);
    let headings = [Heading::Up, Heading::Down, Heading::Left].map(Badge::Arrow);
    let arrows = headings.into_iter().map(|badge| drawn(scene, badge));
    !glows(scene) && !scene.items.iter().any(large) && arrows.sum::<usize>() == 0
}

/// Whether a rack has the gold ring of whoever is to move.
pub(super) fn shows_turn(rack: &Scene) -> bool {
    let ring = |item: &Item| {
        matches!(
            item,
            Item::Bar {
                width: 88,
                height: 88,
                ink: Ink::Gold,
                ..
            }
        )
    };
    rack.items.iter().any(ring)
}

/// The signs on gold that would be lost there: neither half of their edge nor half of their whole is told from it (3:1, as
/// the WCAG ask of graphics).
pub(super) fn lost_on_gold(scene: &Scene) -> Vec<Badge> {
    let mut lost = Vec::new();
    for (place, item) in scene.items.iter().enumerate() {
        let Item::Badge { badge, middle } = item else {
            continue;
        };
        let point = [middle.x, middle.y, middle.x, middle.y];
        let ground = scene.items[..place]
            .iter()
            .rev()
            .find_map(|item| match item {
                Item::Bar { ink, .. } => contains(item.rect(), point).then_some(*ink),
                _ => None,
            });
        if ground == Some(Ink::Gold) && !is_told_from(*badge, Ink::Gold.rgb()) {
            lost.push(*badge);
        }
    }
    lost
}

fn is_told_from(badge: Badge, ground: [u8; 3]) -> bool {
    let sprite = sprites::badge_sprite(badge);
    let (covered, width) = (sprite.cover.pixels(), sprite.width);
    let is_in = |pixel: usize| covered.get(pixel).is_some_and(|covers| *covers > 200);
    let is_edge = |pixel: &usize| {
        let beside = [
            pixel.wrapping_sub(1),
            pixel + 1,
            pixel.wrapping_sub(width),
            pixel + width,
        ];
        beside.into_iter().any(|other| !is_in(other))
    };
    let differs = |pixel: &usize| contrast(sprite.exact[*pixel], ground) >= 3.0;
    let all: Vec<usize> = (0..covered.len()).filter(|pixel| is_in(*pixel)).collect();
    let edge: Vec<usize> = all.iter().copied().filter(is_edge).collect();
    let half =
        |pixels: &[usize]| 2 * pixels.iter().filter(|pixel| differs(pixel)).count() >= pixels.len();
    half(&all) || half(&edge)
}

/// The contrast of two colours, as the WCAG reckon it: from 1 to 21.
pub(super) fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let light = |rgb: [u8; 3]| {
        let [red, green, blue] = rgb.map(|channel| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.040_45 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

fn is_back(piece: PieceFace) -> bool {
    [TileFace::Back.into(), CardFace::Back.into()].contains(&piece)
}
