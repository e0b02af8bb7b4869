//! A scene becomes PNG bytes: sprites are copied onto the backdrop in palette colours, then encoded.
//!
//! The same scene always gives the same bytes; they carry nothing but the picture.

use std::ops::Range;

use super::cover::Line;
use super::palette::{Index, Palette, palette};
use super::raster::{Sprite, Stamp};
use super::scene::{At, Ink, Item, Scene, TextSize, at};
use super::sprites;
use super::stream::{Kind, Lying, STRIDE, Told, stream};

/// How wide the rim of a face is.
pub(super) const RIM: i32 = 2;

/// Paints a scene and encodes it as PNG.
pub fn paint(scene: &Scene) -> Vec<u8> {
    let (width, height) = scene.size();
    let stream = zlib_stream(scene);

    let mut bytes = Vec::with_capacity(stream.len() + 1024);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette().bytes());
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_chunk(png::chunk::IDAT, &stream)?;
        writer.finish()
    });
    written.expect("writing to memory cannot fail");
    bytes
}

/// A scene's rows, encoded.
pub(super) fn zlib_stream(scene: &Scene) -> Vec<u8> {
    let Canvas {
        rows, kind, pieces, ..
    } = Canvas::of(scene);
    stream(&rows, kind, pieces)
}

/// A picture in palette colours.
struct Canvas {
    /// Row by row, each behind the number of its filter: 0, none. Filters help photographs, not drawings.
    rows: Vec<Index>,
    width: i32,
    height: i32,
    kind: Kind,
    mixer: Mixer,
    /// What lies on it and is told beforehand.
    pieces: Vec<Lying>,
}

impl Canvas {
    fn of(scene: &Scene) -> Self {
        let (width, height) = scene.size();
        let mut rows = sprites::backdrop(scene.backdrop).to_vec();
        if let Some(below) = scene.below {
            rows.extend_from_slice(sprites::backdrop(below));
        }
        let mut canvas = Self {
            rows,
            width: width as i32,
            height: height as i32,
            kind: scene.kind(),
            mixer: Mixer::new(),
            pieces: Vec::with_capacity(scene.items.len()),
        };
        for item in &scene.items {
            canvas.lay(item);
        }
        canvas
    }

    fn lay(&mut self, item: &Item) {
        match item {
            Item::Piece { piece, size, at } => {
                let piece = sprites::piece_sprite(*piece, *size);
                self.put(piece.stamp(), piece.told(self.kind), *at);
            }
            Item::Glow { size, at } => self.copy(sprites::glow_sprite(*size).stamp(), *at),
            Item::Badge { badge, middle } => {
                let badge = sprites::badge_sprite(*badge);
                self.put(badge.stamp(), badge.told(self.kind), *middle);
            }
            Item::Face {
                portrait,
                seat,
                size,
                middle,
            } => {
                let (width, half) = (size.pixels() + 2 * RIM, size.pixels() / 2 + RIM);
                let rim = palette().ink(Ink::Sign(*seat));
                self.fill(middle.by(-half, -half), (width, width), half, rim);
                let colours = portrait.colours(*size);
                self.copy(portrait.stamp(*size, &colours), *middle);
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
                let ink = palette().ink(*ink);
                self.fill(*at, (*width, *height), *round, ink);
            }
        }
    }

    /// The rows and columns of something of this size that lie on the canvas, counted from its corner; the pieces there are hidden
    /// by it.
    fn uncovered(&mut self, corner: At, width: i32, height: i32) -> (Range<usize>, Range<usize>) {
        let (rows, columns) = self.visible(corner, width, height);
        if !rows.is_empty() {
            let on_canvas = |from: i32, part: &Range<usize>| {
                let on = |place: usize| (from + place as i32) as usize;
                on(part.start)..on(part.end)
            };
            let (below, across) = (
                on_canvas(corner.y, &rows),
                on_canvas(corner.x + 1, &columns),
            );
            for piece in &mut self.pieces {
                piece.hide(&below, &across);
            }
        }
        (rows, columns)
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

    /// Copies something that is told beforehand if it lies on the canvas as a whole.
    fn put(&mut self, stamp: Stamp<'_>, told: &'static Told, at: At) {
        self.copy(stamp, at);
        let corner = at.by(-stamp.origin.0, -stamp.origin.1);
        if self.has_all_of(stamp.width, stamp.height, corner) {
            self.pieces.push(Lying {
                told,
                left: 1 + corner.x as usize,
                top: corner.y as usize,
                hidden: 0..0,
            });
        }
    }

    fn has_all_of(&self, width: usize, height: usize, corner: At) -> bool {
        let (rows, columns) = self.visible(corner, width as i32, height as i32);
        rows.len() == height && columns.len() == width
    }

    fn copy(&mut self, stamp: Stamp<'_>, at: At) {
        let corner = at.by(-stamp.origin.0, -stamp.origin.1);
        let (rows, columns) = self.uncovered(corner, stamp.width as i32, stamp.height as i32);
        for row in rows {
            let colours = &stamp.row(row)[columns.clone()];
            let Line { left, full, right } = stamp.cover.line(row).cut(&columns);
            let line = line(&mut self.rows, corner, row, &columns);
            line[full.clone()].copy_from_slice(&colours[full.clone()]);
            self.mixer
                .lay(&mut line[..full.start], &colours[..full.start], left);
            self.mixer
                .lay(&mut line[full.end..], &colours[full.end..], right);
        }
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
            let place = at(x + advance / 2, middle.y);
            let sprite = sprites::letter_sprite(letter, size);
            match self.plain_ground(sprite, place) {
                Some(ground) => {
                    let letter = sprites::printed_letter(letter, size, ink, ground);
                    self.put(letter.stamp(), letter.told(self.kind), place);
                }
                None => self.tint(sprite, ink, place),
            }
            x += advance;
        }
    }

    /// The colour of all pixels where a sprite would lie, if they have but one.
    fn plain_ground(&mut self, sprite: &Sprite, at: At) -> Option<Index> {
        let corner = at.by(-sprite.origin.0, -sprite.origin.1);
        if !self.has_all_of(sprite.width, sprite.height, corner) {
            return None;
        }
        let columns = 0..sprite.width;
        let ground = *line(&mut self.rows, corner, 0, &columns).first()?;
        let mut rows = 0..sprite.height;
        let is_plain = rows.all(|row| {
            line(&mut self.rows, corner, row, &columns)
                .iter()
                .all(|pixel| *pixel == ground)
        });
        is_plain.then_some(ground)
    }

    /// Copies the shape of a sprite in another colour.
    fn tint(&mut self, sprite: &Sprite, ink: Index, at: At) {
        let corner = at.by(-sprite.origin.0, -sprite.origin.1);
        let (rows, columns) = self.uncovered(corner, sprite.width as i32, sprite.height as i32);
        for row in rows {
            let opacity = sprite.cover.line(row).cut(&columns).pixels();
            let line = line(&mut self.rows, corner, row, &columns);
            for (pixel, opacity) in line.iter_mut().zip(opacity) {
                *pixel = self.mixer.over(*pixel, ink, opacity);
            }
        }
    }

    fn fill(&mut self, at: At, (width, height): (i32, i32), round: i32, ink: Index) {
        let round = round.clamp(0, width.min(height) / 2);
        let (rows, columns) = self.uncovered(at, width, height);
        let corner = sprites::corner(round);
        for row in rows {
            let line = line(&mut self.rows, at, row, &columns);
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
                let inward = column.min(width - 1 - column);
                let opacity = corner[(depth * round + inward) as usize];
                line[place] = self.mixer.over(line[place], ink, opacity);
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

/// A stretch of one row of something at `corner`; [`Canvas::visible`] has cut it to the canvas.
fn line<'a>(
    rows: &'a mut [Index],
    corner: At,
    row: usize,
    columns: &Range<usize>,
) -> &'a mut [Index] {
    let (x, y) = (corner.x + columns.start as i32, corner.y + row as i32);
    // Each row begins with the number of its filter.
    let start = y as usize * STRIDE + 1 + x as usize;
    &mut rows[start..start + columns.len()]
}

/// Mixes colours, and remembers what the last ones gave: edges of many pieces lie on the same ground.
struct Mixer {
    palette: &'static Palette,
    /// By a number that they give, ground, ink and opacity, and the colour that they gave.
    known: Box<[u32; 1 << MIXER_BITS]>,
}

/// The bits of the number by which mixtures are remembered.
const MIXER_BITS: u32 = 11;

impl Mixer {
    fn new() -> Self {
        // Nothing is mixed with an opacity of 0, so no mixture is known yet.
        let known = Box::new([0; 1 << MIXER_BITS]);
        let palette = palette();
        Self { palette, known }
    }

    fn lay(&mut self, line: &mut [Index], colours: &[Index], opacity: &[u8]) {
        for ((pixel, colour), opacity) in line.iter_mut().zip(colours).zip(opacity) {
            *pixel = self.over(*pixel, *colour, *opacity);
        }
    }

    #[inline]
    fn over(&mut self, ground: Index, ink: Index, opacity: u8) -> Index {
        match opacity {
            0 => ground,
            255 => ink,
            _ => self.mixed(ground, ink, opacity),
        }
    }

    #[inline]
    fn mixed(&mut self, ground: Index, ink: Index, opacity: u8) -> Index {
        let three = u32::from(ground) << 8 | u32::from(ink) << 16 | u32::from(opacity) << 24;
        let key = three.wrapping_mul(0x9e37_79b1) >> (u32::BITS - MIXER_BITS);
        let known = &mut self.known[key as usize];
        if *known & !0xff != three {
            *known = three | u32::from(self.palette.blend(ground, ink, opacity));
        }
        *known as Index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::tiles::{self, TileFace};
    use crate::rules::Dice;
    use crate::samples;
    use crate::scene::{Backdrop, Badge, Ink};
    use crate::stream::tests::read_back;
    use crate::tests::usual_pieces;

    #[test]
    fn what_lies_beyond_the_edge_is_cut_off() {
        let plain = Canvas::of(&Scene::on(Backdrop::Rack)).rows;
        for place in [at(-300, -300), at(1300, 90), at(-88 - 60, 0), at(40, 900)] {
            let mut scene = Scene::on(Backdrop::Rack);
            scene.piece(TileFace::Back, tiles::LARGE, place);
            scene.badge(Badge::Crown, place);
            scene.bar(place, (20, 20), 8, Ink::Gold);
            scene.text("12", TextSize::Small, Ink::Gold, place);
            assert!(Canvas::of(&scene).rows == plain, "{place:?}");
        }
        for x in -100..20 {
            let mut scene = Scene::on(Backdrop::Felt);
            scene.piece(TileFace::Back, tiles::LARGE, at(x, -60));
            scene.glow(tiles::LARGE, at(1000 - x - 110, 650));
            assert_eq!(Canvas::of(&scene).rows.len(), 1001 * 700);
        }
    }

    /// The pixels of a bar as they are defined, one by one.
    fn one_by_one(
        scene: &Scene,
        corner: At,
        (width, height): (i32, i32),
        round: i32,
    ) -> Vec<Index> {
        let mut plain = Canvas::of(&Scene::on(scene.backdrop)).rows;
        let round = round.clamp(0, width.min(height) / 2);
        let ink = palette().ink(Ink::Oak);
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
            *pixel = Mixer::new().over(*pixel, ink, opacity);
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
                let same = Canvas::of(&scene).rows == one_by_one(&scene, corner, size, round);
                assert!(same, "{size:?} round {round} at {corner:?}");
            }
        }
    }

    /// Whatever lies on whatever else, wherever: what three decoders make of the picture is what was painted.
    #[test]
    fn any_scene_is_told() {
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
        println!("seed {seed}");
        let mut dice = Dice::from_seed(seed);
        let (faces, badges) = (usual_pieces(), Badge::all());
        for _ in 0..40 {
            let backdrop = [
                Backdrop::Rack,
                Backdrop::Felt,
                Backdrop::Table,
                Backdrop::Low,
                Backdrop::Octagon,
            ][dice.below(5) as usize];
            let mut scene = Scene::on(backdrop);
            let (width, height) = scene.size();
            for _ in 0..dice.below(40) {
                let place = at(
                    dice.below(width + 80) as i32 - 40,
                    dice.below(height + 80) as i32 - 40,
                );
                let (face, size) = faces[dice.below(faces.len() as u32) as usize];
                match dice.below(6) {
                    0 => scene.badge(badges[dice.below(badges.len() as u32) as usize], place),
                    1 => scene.text(dice.below(2_000), TextSize::Large, Ink::Ivory, place),
                    2 => scene.bar(place, (dice.below(300) as i32, 40), 12, Ink::Oak),
                    3 => scene.glow(size, place),
                    // Beside one another, as on a rack.
                    _ => (0..3).for_each(|step| {
                        scene.piece(face, size, place.by(step * (size.width() + 3), 0));
                    }),
                }
            }
            assert_read_back(&scene);
        }
    }

    #[test]
    fn every_sample_is_told() {
        for (name, scene) in samples::all() {
            println!("{name}");
            assert_read_back(&scene);
        }
    }

    fn assert_read_back(scene: &Scene) {
        let canvas = Canvas::of(scene);
        let rows = canvas.rows.clone();
        for read in read_back(&stream(&canvas.rows, canvas.kind, canvas.pieces)) {
            assert!(read == rows, "{scene:?}");
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
