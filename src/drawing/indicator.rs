//! The indicator and the okey that it fixes, as the two games with tiles show them.

use super::packs::tiles::{self, TileFace};
use super::scene::{At, Badge, Heading, PieceSize, Scene, at};
use super::shelf::POST;
use crate::rules::tile::Face;

/// On the post of a rack, the one above the other, from this height down.
pub(super) fn on_post(scene: &mut Scene, indicator: Option<Face>, size: PieceSize, top: i32) {
    let Some(indicator) = indicator else { return };
    let left = POST - size.width() / 2;
    // Room for the arrow between them; a smaller pair stands closer.
    let apart = if size == tiles::MEDIUM { 29 } else { 22 };
    let arrow = top + size.height() + apart;
    scene.piece(TileFace::Plain(indicator), size, at(left, top));
    scene.badge(Badge::Arrow(Heading::Down), at(POST, arrow));
    let below = arrow + apart - 3;
    scene.piece(TileFace::Okey(indicator.okey()), size, at(left, below));
}

/// On the table, the one beside the other, from this place to the right.
pub(super) fn on_table(scene: &mut Scene, indicator: Face, size: PieceSize, place: At) {
    let apart = if size == tiles::LARGE { 34 } else { 26 };
    let arrow = place.by(size.width() + apart, (size.height() + 1) / 2);
    scene.piece(TileFace::Plain(indicator), size, place);
    scene.badge(Badge::Arrow(Heading::Right), arrow);
    let right = place.by(size.width() + 2 * apart, 0);
    scene.piece(TileFace::Okey(indicator.okey()), size, right);
}
