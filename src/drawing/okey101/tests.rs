//! What the scenes of 101 hold, read as data, in games played by the rules.

mod games;
mod racks;
pub(crate) mod samples;
mod sheets;
mod tables;

use games::Played;

use crate::packs::tiles::TileFace;
use crate::rules::PerSeat;
use crate::rules::okey101::{Options, View};
use crate::scene::{At, Badge, Item, Scene};
use crate::signs::Sitter;
use crate::sprites;

/// The most that a picture may weigh, in bytes.
const RACK: usize = 20_000;
const BOARD: usize = 40_000;

/// The table of persons.
fn board(view: &View) -> Scene {
    super::board(view, &PerSeat::new(0, |_| Sitter::Person))
}

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

fn is_inside(scene: &Scene) -> bool {
    let (width, height) = scene.size();
    let mut all = scene.items.iter().map(rect);
    all.all(|[left, top, right, bottom]| {
        left >= 0 && top >= 0 && right <= width as i32 && bottom <= height as i32
    })
}

/// What hides something else: tiles, numbers and signs that lie on one another.
fn hidden(scene: &Scene) -> Vec<(&Item, &Item)> {
    let says = |item: &&Item| match item {
        Item::Piece { piece, .. } => *piece != TileFace::Back.into(),
        Item::Text { .. } | Item::Badge { .. } => true,
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

fn drawn(scene: &Scene, badge: Badge) -> usize {
    let is_it = |item: &&Item| matches!(item, Item::Badge { badge: drawn, .. } if *drawn == badge);
    scene.items.iter().filter(is_it).count()
}

fn says(scene: &Scene, number: &str) -> bool {
    let mut texts = scene.items.iter().filter_map(|item| match item {
        Item::Text { text, .. } => Some(text),
        _ => None,
    });
    texts.any(|text| text == number)
}

fn glows(scene: &Scene) -> bool {
    let mut items = scene.items.iter();
    items.any(|item| matches!(item, Item::Glow { .. }))
}

/// Every few steps of games of two, three and four.
fn tables(mut look: impl FnMut(&Played, &View)) {
    for seed in [0, 1, 5, 7, 8, 14, 47, 50, 140] {
        let seats = match seed {
            140 => 4,
            _ => 2 + seed as usize % 3,
        };
        let mut played = Played::new(seed, seats, &Options::default());
        played.deal();
        let mut steps = 0;
        while played.step().is_some() {
            steps += 1;
            if steps % 7 == 0 {
                look(&played, &played.watched());
            }
        }
        look(&played, &played.watched());
    }
}
