//! What is in a scene of karuta, beside what all scenes have.

use crate::packs::PieceFace;
use crate::packs::karuta::KarutaFace;
pub(super) use crate::reading::{drawn, hidden, is_inside, says};
use crate::scene::{At, Ink, Item, PieceSize, Scene};

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
