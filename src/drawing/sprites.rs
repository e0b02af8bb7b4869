//! The sprites, each drawn when it is first asked for and kept as long as the program runs.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use resvg::tiny_skia::Transform;

use super::badges::Badge;
use super::lettering::Text;
use super::packs::PieceFace;
use super::paint::corner_opacity;
use super::palette::Index;
use super::pool::{Piece, Pools};
use super::raster::{Sheet, Sprite, drawing};
use super::scene::{Backdrop, PieceSize, TextSize};

/// The characters that numbers are made of.
pub(super) const LETTERS: &str = "0123456789+−×/()";

/// The room that light takes around a piece.
const HALO: i32 = 22;

/// What is made once for each key.
struct Kept<K, V: 'static>(Mutex<HashMap<K, &'static OnceLock<V>>>);

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V> Kept<K, V> {
    /// What belongs to this key. While it is made only those wait who want the same.
    fn get(&self, key: K, make: impl FnOnce() -> V) -> &'static V {
        // Nothing that could fail happens behind the lock, and nothing is ever half done there.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place: &'static OnceLock<V> =
            kept.entry(key).or_insert_with(|| Box::leak(Box::default()));
        drop(kept);
        place.get_or_init(make)
    }
}

/// Rasterises these pieces, so that the first picture with them costs little more than the others. Whatever else is seen is drawn
/// then.
pub fn warm(pieces: &[(PieceFace, PieceSize)]) {
    for (face, size) in pieces {
        let _ = piece_sprite(*face, *size);
    }
}

/// The sprite of a piece.
pub(super) fn piece_sprite(face: PieceFace, size: PieceSize) -> &'static Piece {
    static KEPT: LazyLock<Kept<(PieceFace, PieceSize), Piece>> = LazyLock::new(Kept::default);
    static ALIKE: LazyLock<Mutex<Pools>> = LazyLock::new(Mutex::default);
    KEPT.get((face, size), || {
        let drawn = face.draw(size).finish();
        let mut alike = ALIKE.lock().unwrap_or_else(PoisonError::into_inner);
        alike.keep(size, drawn)
    })
}

/// The light around a piece.
pub(super) fn glow_sprite(size: PieceSize) -> &'static Sprite {
    static KEPT: LazyLock<Kept<PieceSize, Sprite>> = LazyLock::new(Kept::default);
    KEPT.get(size, || {
        let (width, height) = (size.width() + 2 * HALO, size.height() + 2 * HALO);
        let mut sheet = Sheet::new(width, height);
        let scaled = Transform::from_scale(size.scale(), size.scale());
        let place = scaled.post_translate(HALO as f32, HALO as f32);
        // It is drawn around a body of 88 × 132.
        let (wide, high) = size.body();
        let stretched = place.pre_scale(wide as f32 / 88.0, high as f32 / 132.0);
        sheet.draw(drawing!("glow"), stretched);
        sheet.finish((HALO, HALO))
    })
}

/// The sprite of a badge.
pub(super) fn badge_sprite(badge: Badge) -> &'static Sprite {
    static KEPT: LazyLock<Kept<Badge, Sprite>> = LazyLock::new(Kept::default);
    KEPT.get(badge, || badge.draw())
}

/// The pixels of a backdrop, row by row, each behind a 0.
pub(super) fn backdrop(backdrop: Backdrop) -> &'static [Index] {
    static KEPT: LazyLock<Kept<Backdrop, Vec<Index>>> = LazyLock::new(Kept::default);
    KEPT.get(backdrop, || {
        let (pixels, _) = draw_backdrop(backdrop).reduced();
        let width = backdrop.size().0 as usize;
        let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / width);
        for row in pixels.chunks(width) {
            rows.push(0);
            rows.extend_from_slice(row);
        }
        rows
    })
}

/// How much of each pixel of a round corner is covered, row by row from its outermost, each with as many pixels.
pub(super) fn corner(round: i32) -> &'static [u8] {
    static KEPT: LazyLock<Kept<i32, Vec<u8>>> = LazyLock::new(Kept::default);
    KEPT.get(round, || {
        let pixels = (0..round).flat_map(|depth| (0..round).map(move |inward| (inward, depth)));
        pixels
            .map(|(inward, depth)| corner_opacity(round, inward, depth))
            .collect()
    })
}

/// One character of a number: its opacity counts, its colour is chosen when it is set.
pub(super) fn letter_sprite(letter: char, size: TextSize) -> &'static Sprite {
    static KEPT: LazyLock<Kept<(char, TextSize), Sprite>> = LazyLock::new(Kept::default);
    KEPT.get((letter, size), || draw_letter(letter, size))
}

/// A character in a colour on ground of one colour.
pub(super) fn printed_letter(
    letter: char,
    size: TextSize,
    ink: Index,
    ground: Index,
) -> &'static Sprite {
    static KEPT: LazyLock<Kept<(char, TextSize, Index, Index), Sprite>> =
        LazyLock::new(Kept::default);
    KEPT.get((letter, size, ink, ground), || {
        letter_sprite(letter, size).printed(ink, ground)
    })
}

pub(super) fn draw_backdrop(backdrop: Backdrop) -> Sheet {
    let svg = match backdrop {
        Backdrop::Rack => drawing!("rack"),
        Backdrop::Felt => drawing!("felt"),
        Backdrop::Table => drawing!("table"),
        Backdrop::Low => drawing!("low"),
        Backdrop::Octagon => drawing!("octagon"),
    };
    let (width, height) = backdrop.size();
    let mut sheet = Sheet::new(width as i32, height as i32);
    sheet.draw(svg, Transform::identity());
    sheet
}

fn draw_letter(letter: char, size: TextSize) -> Sprite {
    let (width, height) = (size.advance(letter) + 2, size.pixels());
    let mut sheet = Sheet::new(width, height);
    // Digits are 0.729 of the type's height high: this baseline puts their middle in the middle.
    let baseline = f64::from(height) * (0.5 + 0.729 / 2.0);
    let text = Text {
        text: &letter.to_string(),
        x: f64::from(width) / 2.0,
        baseline,
        pixels: f64::from(height),
        narrow: 1.0,
        fill: "#000",
    };
    sheet.draw(&text.svg(width, height), Transform::identity());
    sheet.finish((width / 2, height / 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::usual_pieces;

    #[test]
    fn the_palette_is_true_to_every_backdrop() {
        for backdrop in [
            Backdrop::Rack,
            Backdrop::Felt,
            Backdrop::Table,
            Backdrop::Low,
            Backdrop::Octagon,
        ] {
            let found = draw_backdrop(backdrop).fidelity();
            assert!(found >= 35.0, "{backdrop:?}: {found:.1} dB");
        }
    }

    #[test]
    fn everything_can_be_drawn() {
        warm(&usual_pieces());
        for letter in LETTERS.chars() {
            let sprite = letter_sprite(letter, TextSize::Small);
            assert!(
                sprite.cover.pixels().contains(&255),
                "{letter} is empty: is the font there?"
            );
        }
    }

    #[test]
    fn a_sprite_is_drawn_once() {
        let kept = Kept::default();
        let first = kept.get(7, || "once");
        assert!(std::ptr::eq(first, kept.get(7, || "twice")));
        assert_eq!(*kept.get(8, || "another"), "another");
    }
}
