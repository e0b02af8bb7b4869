//! A scene becomes PNG bytes: sprites are copied onto the backdrop in palette colours, then encoded.
//!
//! The same scene always gives the same bytes; they carry nothing but the picture.

use std::ops::Range;

use super::cover::Line;
use super::palette::{Index, Palette, palette};
use super::raster::{Sprite, Stamp};
use super::scene::{At, Ink, Item, Scene, TextSize, at};
use super::sprites;
use super::stream::stream;

/// How wide the rim of a face is.
pub(super) const RIM: i32 = 2;

/// Paints a scene and encodes it as PNG.
pub fn paint(scene: &Scene) -> Vec<u8> {
    encode(&rows(scene), scene.size())
}

/// Paints a scene in palette colours, row by row, each behind the number of its filter: 0, none. Filters help photographs,
/// not drawings.
fn rows(scene: &Scene) -> Vec<Index> {
    let (width, height) = scene.size();
    let mut canvas = Canvas {
        rows: sprites::backdrop(scene.backdrop).to_vec(),
        width: width as i32,
        height: height as i32,
    };
    for item in &scene.items {
        canvas.lay(item);
    }
    canvas.rows
}

/// Indexed colours; the rows are told in one piece.
fn encode(rows: &[Index], (width, height): (u32, u32)) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(32 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette().bytes());
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_chunk(png::chunk::IDAT, &stream(rows, stride(width)))?;
        writer.finish()
    });
    written.expect("writing to memory cannot fail");
    bytes
}

/// How many bytes a row has.
pub(super) fn stride(width: u32) -> usize {
    width as usize + 1
}

struct Canvas {
    rows: Vec<Index>,
    width: i32,
    height: i32,
}

impl Canvas {
    fn lay(&mut self, item: &Item) {
        match item {
            Item::Piece { piece, size, at } => {
                self.copy(sprites::piece_sprite(*piece, *size).stamp(), *at);
            }
            Item::Glow { size, at } => self.copy(sprites::glow_sprite(*size).stamp(), *at),
            Item::Badge { badge, middle } => {
                self.copy(sprites::badge_sprite(*badge).stamp(), *middle)
            }
            Item::Face {
                portrait,
                seat,
                size,
                middle,
            } => {
                let (width, half) = (size.pixels() + 2 * RIM, size.pixels() / 2 + RIM);
                let rim = palette().exactly().nearest(Ink::Sign(*seat).rgb());
                self.fill(middle.by(-half, -half), (width, width), half, rim);
                self.copy(portrait.stamp(*size), *middle);
            }
            Item::Text {
                text,
                size,
                ink,
                middle,
            } => {
                let ink = palette().nearest(ink.rgb());
                self.set(text, *size, ink, *middle);
            }
            Item::Bar {
                at,
                width,
                height,
                round,
                ink,
            } => {
                let ink = palette().exactly().nearest(ink.rgb());
                self.fill(*at, (*width, *height), *round, ink);
            }
        }
    }

    /// The rows and columns of something of this size that lie on the canvas, counted from its corner.
    fn visible(&self, corner: At, width: i32, height: i32) -> (Range<usize>, Range<usize>) {
        let part = |from: i32, length: i32, limit: i32| {
            let first = (-from).clamp(0, length);
            let end = (limit - from).clamp(first, length);
            first as usize..end as usize
        };
        let rows = part(corner.y, height, self.height);
        let columns = part(corner.x, width, self.width);
        // Without columns there is no first column on the canvas either.
        let rows = if columns.is_empty() { 0..0 } else { rows };
        (rows, columns)
    }

    fn copy(&mut self, stamp: Stamp<'_>, at: At) {
        let corner = at.by(-stamp.origin.0, -stamp.origin.1);
        let (rows, columns) = self.visible(corner, stamp.width as i32, stamp.height as i32);
        for row in rows {
            let colours = &stamp.row(row)[columns.clone()];
            let Line { left, full, right } = stamp.cover.line(row).cut(&columns);
            let line = self.line(corner, row, &columns);
            line[full.clone()].copy_from_slice(&colours[full.clone()]);
            blend_all(&mut line[..full.start], &colours[..full.start], left);
            blend_all(&mut line[full.end..], &colours[full.end..], right);
        }
    }

    /// A stretch of one row of something at `corner`; [`Self::visible`] has cut it to the canvas.
    fn line(&mut self, corner: At, row: usize, columns: &Range<usize>) -> &mut [Index] {
        let (x, y) = (corner.x + columns.start as i32, corner.y + row as i32);
        // Each row begins with the number of its filter.
        let start = (y * (self.width + 1) + 1 + x) as usize;
        &mut self.rows[start..start + columns.len()]
    }

    fn set(&mut self, text: &str, size: TextSize, ink: Index, middle: At) {
        let letters = || {
            text.chars()
                .filter(|letter| sprites::LETTERS.contains(*letter))
        };
        let width: i32 = letters().map(|letter| size.advance(letter)).sum();
        let mut x = middle.x - width / 2;
        for letter in letters() {
            let advance = size.advance(letter);
            let sprite = sprites::letter_sprite(letter, size);
            self.tint(sprite, ink, at(x + advance / 2, middle.y));
            x += advance;
        }
    }

    /// Copies the shape of a sprite in another colour.
    fn tint(&mut self, sprite: &Sprite, ink: Index, at: At) {
        let corner = at.by(-sprite.origin.0, -sprite.origin.1);
        let (rows, columns) = self.visible(corner, sprite.width as i32, sprite.height as i32);
        for row in rows {
            let opacity = sprite.cover.line(row).cut(&columns).pixels();
            let palette = palette();
            for (pixel, opacity) in self.line(corner, row, &columns).iter_mut().zip(opacity) {
                *pixel = over(palette, *pixel, ink, opacity);
            }
        }
    }

    fn fill(&mut self, at: At, (width, height): (i32, i32), round: i32, ink: Index) {
        let round = round.clamp(0, width.min(height) / 2);
        let (rows, columns) = self.visible(at, width, height);
        for row in rows {
            let line = self.line(at, row, &columns);
            let depth = (row as i32).min(height - 1 - row as i32);
            if depth >= round {
                line.fill(ink);
                continue;
            }
            // Between the two corners nothing is round.
            let on_line =
                |column: i32| (column as usize).clamp(columns.start, columns.end) - columns.start;
            let (straight, straight_end) = (on_line(round), on_line(width - round));
            line[straight..straight_end].fill(ink);
            for place in (0..straight).chain(straight_end..line.len()) {
                let column = (columns.start + place) as i32;
                let opacity = corner_opacity(round, column.min(width - 1 - column), depth);
                line[place] = over(palette(), line[place], ink, opacity);
            }
        }
    }
}

/// How much of a pixel lies inside a round corner, `inward` and `depth` pixels from its two sides.
pub(super) fn corner_opacity(round: i32, inward: i32, depth: i32) -> u8 {
    if inward >= round {
        return 255;
    }
    let off = |from: i32| f64::from(round - from) - 0.5;
    // Roots are exact everywhere, which `hypot` does not promise: the same scene gives the same bytes.
    let outside = (off(inward).powi(2) + off(depth).powi(2)).sqrt() - f64::from(round);
    ((0.5 - outside).clamp(0.0, 1.0) * 255.0) as u8
}

fn blend_all(line: &mut [Index], colours: &[Index], opacity: &[u8]) {
    let palette = palette();
    for ((pixel, colour), opacity) in line.iter_mut().zip(colours).zip(opacity) {
        *pixel = over(palette, *pixel, *colour, *opacity);
    }
}

#[inline]
fn over(palette: &Palette, ground: Index, ink: Index, opacity: u8) -> Index {
    match opacity {
        0 => ground,
        255 => ink,
        _ => palette.blend(ground, ink, opacity),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::tiles::{self, TileFace};
    use crate::scene::{Backdrop, Badge, Ink};

    #[test]
    fn what_lies_beyond_the_edge_is_cut_off() {
        let plain = paint(&Scene::on(Backdrop::Rack));
        for place in [at(-300, -300), at(1300, 90), at(-88 - 60, 0), at(40, 900)] {
            let mut scene = Scene::on(Backdrop::Rack);
            scene.piece(TileFace::Back, tiles::LARGE, place);
            scene.badge(Badge::Crown, place);
            scene.bar(place, (20, 20), 8, Ink::Gold);
            scene.text("12", TextSize::Small, Ink::Gold, place);
            assert_eq!(paint(&scene), plain, "{place:?}");
        }
        for x in -100..20 {
            let mut scene = Scene::on(Backdrop::Felt);
            scene.piece(TileFace::Back, tiles::LARGE, at(x, -60));
            scene.glow(tiles::LARGE, at(1000 - x - 110, 650));
            assert_eq!(rows(&scene).len(), 1001 * 700);
        }
    }

    /// The pixels of a bar as they are defined, one by one.
    fn one_by_one(
        scene: &Scene,
        corner: At,
        (width, height): (i32, i32),
        round: i32,
    ) -> Vec<Index> {
        let mut plain = rows(&Scene::on(scene.backdrop));
        let round = round.clamp(0, width.min(height) / 2);
        let ink = palette().exactly().nearest(Ink::Oak.rgb());
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column)))
        {
            let (x, y) = (corner.x + column, corner.y + row);
            if !(0..1000).contains(&x) || !(0..700).contains(&y) {
                continue;
            }
            let (inward, depth) = (column.min(width - 1 - column), row.min(height - 1 - row));
            let opacity = if depth < round {
                corner_opacity(round, inward, depth)
            } else {
                255
            };
            let pixel = &mut plain[(y * 1001 + 1 + x) as usize];
            *pixel = over(palette(), *pixel, ink, opacity);
        }
        plain
    }

    #[test]
    fn a_bar_is_what_it_is_pixel_by_pixel() {
        for (size, round) in [
            ((220, 88), 18),
            ((36, 36), 18),
            ((7, 40), 18),
            ((50, 5), 2),
            ((9, 9), 0),
        ] {
            for corner in [
                at(300, 300),
                at(-12, -5),
                at(990, 690),
                at(-25, 200),
                at(980, 10),
            ] {
                let mut scene = Scene::on(Backdrop::Felt);
                scene.bar(corner, size, round, Ink::Oak);
                let same = rows(&scene) == one_by_one(&scene, corner, size, round);
                assert!(same, "{size:?} round {round} at {corner:?}");
            }
        }
    }

    #[test]
    fn a_picture_carries_nothing_but_its_pixels() {
        let bytes = paint(&Scene::on(Backdrop::Felt));
        let mut chunks = Vec::new();
        let mut rest = &bytes[8..];
        while let [a, b, c, d, name @ ..] = rest {
            chunks.push(String::from_utf8_lossy(&name[..4]).into_owned());
            let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
            rest = &rest[12 + length..];
        }
        chunks.dedup();
        assert_eq!(chunks, ["IHDR", "PLTE", "IDAT", "IEND"]);
    }
}
