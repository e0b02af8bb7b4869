//! A scene becomes PNG bytes: sprites are copied onto the backdrop in palette colours, then encoded.
//!
//! The same scene always gives the same bytes; they carry nothing but the picture.

use super::palette::{Index, palette};
use super::scene::{At, Item, Scene, TextSize};
use super::sprites::{self, Sprite};

/// Paints a scene and encodes it as PNG.
pub fn paint(scene: &Scene) -> Vec<u8> {
    let (width, height) = scene.size();
    encode(&pixels(scene), width, height)
}

/// Paints a scene in palette colours.
fn pixels(scene: &Scene) -> Vec<Index> {
    let (width, height) = scene.size();
    let mut canvas = Canvas {
        pixels: sprites::backdrop(scene.backdrop).to_vec(),
        width: width as i32,
        height: height as i32,
    };
    for item in &scene.items {
        canvas.lay(item);
    }
    canvas.pixels
}

/// Indexed colours, no row filters, balanced compression: the measured sweet spot for such pictures.
fn encode(pixels: &[Index], width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(32 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette().bytes());
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    encoder.set_filter(png::Filter::NoFilter);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(pixels));
    written.expect("writing to memory cannot fail, and the pixels are as many as the header says");
    bytes
}

/// Measured: lower levels give larger files, higher ones take longer.
const LEVEL: u8 = 4;

struct Canvas {
    pixels: Vec<Index>,
    width: i32,
    height: i32,
}

impl Canvas {
    fn lay(&mut self, item: &Item) {
        match item {
            Item::Tile { face, size, at } => self.copy(sprites::tile_sprite(*face, *size), *at),
            Item::Glow { size, at } => self.copy(sprites::glow_sprite(*size), *at),
            Item::Badge { badge, middle } => self.copy(sprites::badge_sprite(*badge), *middle),
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

    /// The part of `from..from + length` that lies on a canvas of `limit`, counted from `from`.
    fn visible(from: i32, length: i32, limit: i32) -> std::ops::Range<usize> {
        let first = (-from).clamp(0, length);
        let end = (limit - from).clamp(first, length);
        first as usize..end as usize
    }

    fn copy(&mut self, sprite: &Sprite, at: At) {
        let (left, top) = (at.x - sprite.origin.0, at.y - sprite.origin.1);
        let columns = Self::visible(left, sprite.width as i32, self.width);
        for row in Self::visible(top, sprite.height as i32, self.height) {
            let start = row * sprite.width;
            let colours = &sprite.colours[start..start + sprite.width][columns.clone()];
            let opacity = &sprite.opacity[start..start + sprite.width][columns.clone()];
            let (solid, solid_end) = sprite.solid[row];
            let solid = solid.clamp(columns.start, columns.end) - columns.start;
            let solid_end = solid_end.clamp(columns.start, columns.end) - columns.start;
            let line = self.line(top + row as i32, left + columns.start as i32, colours.len());
            line[solid..solid_end].copy_from_slice(&colours[solid..solid_end]);
            blend_all(&mut line[..solid], &colours[..solid], &opacity[..solid]);
            blend_all(
                &mut line[solid_end..],
                &colours[solid_end..],
                &opacity[solid_end..],
            );
        }
    }

    /// A stretch of one row; the caller has cut it to the canvas.
    fn line(&mut self, y: i32, x: i32, length: usize) -> &mut [Index] {
        let start = (y * self.width + x) as usize;
        &mut self.pixels[start..start + length]
    }

    fn set(&mut self, text: &str, size: TextSize, ink: Index, middle: At) {
        let letters = || {
            text.chars()
                .filter(|letter| sprites::LETTERS.contains(*letter))
        };
        let width: i32 = letters().map(|letter| sprites::advance(letter, size)).sum();
        let mut x = middle.x - width / 2;
        for letter in letters() {
            let advance = sprites::advance(letter, size);
            if let Some(sprite) = sprites::letter_sprite(letter, size) {
                self.tint(
                    sprite,
                    ink,
                    At {
                        x: x + advance / 2,
                        y: middle.y,
                    },
                );
            }
            x += advance;
        }
    }

    /// Copies the shape of a sprite in another colour.
    fn tint(&mut self, sprite: &Sprite, ink: Index, at: At) {
        let (left, top) = (at.x - sprite.origin.0, at.y - sprite.origin.1);
        let columns = Self::visible(left, sprite.width as i32, self.width);
        for row in Self::visible(top, sprite.height as i32, self.height) {
            let start = row * sprite.width;
            let opacity = &sprite.opacity[start..start + sprite.width][columns.clone()];
            let line = self.line(top + row as i32, left + columns.start as i32, opacity.len());
            for (pixel, opacity) in line.iter_mut().zip(opacity) {
                *pixel = over(*pixel, ink, *opacity);
            }
        }
    }

    fn fill(&mut self, at: At, (width, height): (i32, i32), round: i32, ink: Index) {
        let round = round.clamp(0, width.min(height) / 2);
        let columns = Self::visible(at.x, width, self.width);
        for row in Self::visible(at.y, height, self.height) {
            let line = self.line(
                at.y + row as i32,
                at.x + columns.start as i32,
                columns.len(),
            );
            let depth = (row as i32).min(height - 1 - row as i32);
            if depth >= round {
                line.fill(ink);
                continue;
            }
            for (pixel, column) in line.iter_mut().zip(columns.clone()) {
                let inward = (column as i32).min(width - 1 - column as i32);
                *pixel = over(*pixel, ink, corner_opacity(round, inward, depth));
            }
        }
    }
}

/// How much of a pixel lies inside a round corner, `inward` and `depth` pixels from its two sides.
fn corner_opacity(round: i32, inward: i32, depth: i32) -> u8 {
    if inward >= round {
        return 255;
    }
    let off = |from: i32| f64::from(round - from) - 0.5;
    // Roots are exact everywhere, which `hypot` does not promise: the same scene gives the same bytes.
    let outside = (off(inward).powi(2) + off(depth).powi(2)).sqrt() - f64::from(round);
    ((0.5 - outside).clamp(0.0, 1.0) * 255.0) as u8
}

fn blend_all(line: &mut [Index], colours: &[Index], opacity: &[u8]) {
    for ((pixel, colour), opacity) in line.iter_mut().zip(colours).zip(opacity) {
        *pixel = over(*pixel, *colour, *opacity);
    }
}

fn over(ground: Index, ink: Index, opacity: u8) -> Index {
    match opacity {
        0 => ground,
        255 => ink,
        _ => palette().blend(ground, ink, opacity),
    }
}
