//! What lies on the tables of the tile games in the same way: the stock, the tops of piles, who sits there.

use super::scene::{At, Badge, Ink, Scene, TextSize, TileFace, TileSize};
use super::signs::Sitter;
use crate::rules::tile::{Face, Tile};

/// The stock, with the number of tiles left.
pub(super) fn stock(scene: &mut Scene, left: usize, size: TileSize, place: At) {
    // Lengths are those of a large tile, which is 88 wide.
    let scaled = |length: i32| length * size.width() / TileSize::Large.width();
    if left == 0 {
        empty(scene, size, place);
    }
    // One more layer for every sixteen tiles: the pile visibly shrinks.
    let layers = left.div_ceil(16).min(5) as i32;
    for layer in (0..layers).rev() {
        let lower = place.by(scaled(-3) * layer, scaled(5) * layer);
        scene.tile(TileFace::Back, size, lower);
    }
    let middle = place.by(scaled(44), scaled(64));
    let (width, height) = (scaled(76), scaled(56));
    let corner = middle.by(-width / 2, -height / 2);
    scene.bar(corner, (width, height), scaled(14), Ink::Ebony);
    let text = match size {
        TileSize::Large => TextSize::Large,
        _ => TextSize::Small,
    };
    scene.text(left, text, Ink::Ivory, middle);
}

/// The top of a pile, or the place for it.
pub(super) fn top_of(scene: &mut Scene, seen: &[Tile], okey: Face, size: TileSize, place: At) {
    match seen.last() {
        Some(top) => scene.tile(TileFace::of(*top, okey), size, place),
        None => empty(scene, size, place),
    }
}

fn empty(scene: &mut Scene, size: TileSize, place: At) {
    let round = size.width() * 12 / TileSize::Large.width();
    scene.bar(place, (size.width(), size.height()), round, Ink::Moss);
}

/// What marks who sits there; persons are not marked.
pub(super) fn badge_of(sitter: Sitter) -> Option<Badge> {
    match sitter {
        Sitter::Person => None,
        Sitter::Computer => Some(Badge::Computer),
        Sitter::Away => Some(Badge::Away),
    }
}
