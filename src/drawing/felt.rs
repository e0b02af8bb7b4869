//! What lies on tables in the same way, whatever is played: the stock, piles, who sits there and in which place.

use super::extent::grown;
use super::packs::PieceFace;
use super::ring::Pile;
use super::scene::{At, Badge, FaceSize, Ink, Item, PieceSize, Scene, TextSize, at};
use super::signs::Sitter;
use crate::rules::Seat;

/// The width of the largest pieces; lengths here are those that belong to them.
const LARGEST: i32 = 88;

/// The stock of pieces with this back, with the number of those left.
pub(super) fn stock(
    scene: &mut Scene,
    back: impl Into<PieceFace>,
    left: usize,
    size: PieceSize,
    place: At,
) {
    let scaled = |length: i32| length * size.width() / LARGEST;
    if left == 0 {
        empty(scene, size, place);
    }
    let back = back.into();
    // One more layer for every sixteen pieces: the pile visibly shrinks.
    let layers = left.div_ceil(16).min(5) as i32;
    for layer in (0..layers).rev() {
        let lower = place.by(scaled(-3) * layer, scaled(5) * layer);
        scene.piece(back, size, lower);
    }
    let middle = place.by(scaled(44), scaled(64));
    let (width, height) = (scaled(76), scaled(56));
    let corner = middle.by(-width / 2, -height / 2);
    scene.bar(corner, (width, height), scaled(14), Ink::Ebony);
    let text = if size.width() < LARGEST {
        TextSize::Small
    } else {
        TextSize::Large
    };
    scene.text(left, text, Ink::Ivory, middle);
}

/// The top of a pile, or the place for it.
pub(super) fn top_of(scene: &mut Scene, top: Option<PieceFace>, size: PieceSize, place: At) {
    match top {
        Some(top) => scene.piece(top, size, place),
        None => empty(scene, size, place),
    }
}

/// The light around a pile whose top may be taken, and the arrow to the one who may.
pub(super) fn offer(scene: &mut Scene, pile: Pile, size: PieceSize) {
    scene.glow(size, size.around(pile.middle));
    scene.badge(Badge::Arrow(pile.heading), pile.arrow);
}

fn empty(scene: &mut Scene, size: PieceSize, place: At) {
    let round = size.width() * 12 / LARGEST;
    scene.bar(place, (size.width(), size.height()), round, Ink::Moss);
}

/// A sign beside what is written in this ink. Most signs are pale: on gold, where what is written is dark, they have a dark
/// ground, or they would be lost there.
pub(super) fn sign(scene: &mut Scene, badge: Badge, ink: Ink, middle: At) {
    if ink == Ink::Ebony {
        let item = Item::Badge { badge, middle };
        let [left, top, right, bottom] = grown(item.rect(), 3, 3);
        scene.bar(at(left, top), (right - left, bottom - top), 10, Ink::Ebony);
    }
    scene.badge(badge, middle);
}

/// Shows who sits there, as far as that is marked: the face of a person or of a computer, or that somebody is away.
pub(super) fn sitter(scene: &mut Scene, seat: Seat, sitter: &Sitter, size: FaceSize, middle: At) {
    match sitter {
        Sitter::Person => {}
        Sitter::Known(portrait) => scene.face(portrait.clone(), seat, size, middle),
        Sitter::Computer(persona) => scene.badge(Badge::Computer(*persona), middle),
        Sitter::Away => scene.badge(Badge::Away, middle),
    }
}

/// The same beside what is written in this ink: a computer's face is pale.
pub(super) fn sitter_beside(
    scene: &mut Scene,
    (seat, sitter): (Seat, &Sitter),
    size: FaceSize,
    ink: Ink,
    middle: At,
) {
    match sitter {
        Sitter::Computer(persona) => sign(scene, Badge::Computer(*persona), ink, middle),
        Sitter::Away => sign(scene, Badge::Away, ink, middle),
        Sitter::Person | Sitter::Known(_) => self::sitter(scene, seat, sitter, size, middle),
    }
}

/// The head of a column: the sign of its seat, and beside it whoever sits there.
pub(super) fn head(scene: &mut Scene, seat: Seat, sitter: &Sitter, middle: At) {
    if *sitter == Sitter::Person {
        return scene.badge(Badge::Seat(seat), middle);
    }
    scene.badge(Badge::Seat(seat), middle.by(-22, 0));
    self::sitter(scene, seat, sitter, FaceSize::Small, middle.by(30, 0));
}

/// The number of the place that a seat has reached.
pub(super) fn rank(scene: &mut Scene, place: u8, middle: At) {
    scene.bar(middle.by(-21, -21), (42, 42), 21, Ink::Oak);
    scene.text(place, TextSize::Small, Ink::Ivory, middle);
}
