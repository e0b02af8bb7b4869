//! What the scenes of Kaluki hold, read as data, in matches played by the rules.

mod games;
mod racks;
pub(crate) mod samples;
mod sheets;
mod tables;

use games::Played;

use crate::packs::PieceFace;
use crate::packs::cards::{CardFace, Inks};
use crate::rules::card::Card;
use crate::rules::kaluki::{Options, View};
use crate::rules::{Game, PerSeat};
use crate::scene::{At, Badge, Item, PieceSize, Scene};
use crate::signs::Sitter;
use crate::sprites;

/// The most that a picture may weigh, in bytes.
const RACK: usize = 28_000;
const BOARD: usize = 44_000;

/// Cards from their notation.
fn cards(text: &str) -> Vec<Card> {
    Card::read_all(text).expect("tests write cards correctly")
}

/// The table of persons.
fn board(view: &View) -> Scene {
    super::board(view, &PerSeat::new(0, |_| Sitter::Person), Inks::Two)
}

/// The cards of a scene with their places, the lowest first.
fn cards_on(scene: &Scene) -> impl Iterator<Item = (CardFace, PieceSize, At)> {
    scene.pieces().filter_map(|(piece, size, at)| match piece {
        PieceFace::Card(face) => Some((face, size, at)),
        PieceFace::Tile(_) | PieceFace::Karuta(_) => None,
    })
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

/// What hides something else: cards, numbers and signs that lie on one another.
fn hidden(scene: &Scene) -> Vec<(&Item, &Item)> {
    let says = |item: &&Item| match item {
        Item::Piece { piece, .. } => *piece != CardFace::Back.into(),
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

/// Every few steps of whole matches of two to five, and after every deal.
fn tables(mut look: impl FnMut(&Played, &View)) {
    for seed in [0, 1, 2, 3, 7] {
        let seats = 2 + seed as usize % 4;
        let mut played = Played::new(seed, seats, &Options::default());
        let mut steps = 0;
        while played.game.standing().is_none() {
            if played.step().is_none() {
                look(&played, &played.watched());
                played.deal();
            }
            steps += 1;
            if steps % 11 == 0 {
                look(&played, &played.watched());
            }
        }
        look(&played, &played.watched());
    }
}
