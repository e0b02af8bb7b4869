//! How near pictures come to the same scenes in full colour, which are painted here and nowhere else.

use super::paint::{RIM, corner_opacity, paint};
use super::palette::Rgb;
use super::raster::Stamp;
use super::samples;
use super::scene::{At, Ink, Item, Scene, TextSize, at};
use super::sprites;
use super::tests::decode;

/// What racks and boards have at the least, in decibels (docs/benchmarks.md).
const PLAYED: f64 = 40.0;

/// What the others have: score sheets, pages that teach, faces laid side by side.
const OTHERS: f64 = 37.5;

/// What those with people's faces have. A face is dithered: pixels make up for their neighbours, which this measure does not see.
const FACES: f64 = 32.0;

/// A picture whose colours are not reduced.
struct Full {
    pixels: Vec<[f64; 3]>,
    width: i32,
    height: i32,
}

impl Full {
    fn of(scene: &Scene) -> Self {
        let (width, height) = scene.size();
        let backdrop = sprites::draw_backdrop(scene.backdrop).exact();
        let mut full = Self {
            pixels: backdrop.into_iter().map(|rgb| rgb.map(f64::from)).collect(),
            width: width as i32,
            height: height as i32,
        };
        for item in &scene.items {
            full.lay(item);
        }
        full
    }

    fn lay(&mut self, item: &Item) {
        match item {
            Item::Piece { piece, size, at } => {
                self.copy(sprites::piece_sprite(*piece, *size).stamp(), None, *at);
            }
            Item::Glow { size, at } => self.copy(sprites::glow_sprite(*size).stamp(), None, *at),
            Item::Badge { badge, middle } => {
                self.copy(sprites::badge_sprite(*badge).stamp(), None, *middle);
            }
            Item::Face {
                portrait,
                seat,
                size,
                middle,
            } => {
                let (width, half) = (size.pixels() + 2 * RIM, size.pixels() / 2 + RIM);
                let corner = middle.by(-half, -half);
                self.fill(corner, (width, width), half, Ink::Sign(*seat).rgb());
                let colours = portrait.colours(*size);
                self.copy(portrait.stamp(*size, &colours), None, *middle);
            }
            Item::Text {
                text,
                size,
                ink,
                middle,
            } => self.set(text, *size, ink.rgb(), *middle),
            Item::Bar {
                at,
                width,
                height,
                round,
                ink,
            } => self.fill(*at, (*width, *height), *round, ink.rgb()),
        }
    }

    fn dot(&mut self, at: At, rgb: Rgb, opacity: u8) {
        if (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y) {
            let pixel = &mut self.pixels[(at.y * self.width + at.x) as usize];
            let part = f64::from(opacity) / 255.0;
            for (below, above) in pixel.iter_mut().zip(rgb) {
                *below += (f64::from(above) - *below) * part;
            }
        }
    }

    fn copy(&mut self, stamp: Stamp<'_>, ink: Option<Rgb>, place: At) {
        let corner = place.by(-stamp.origin.0, -stamp.origin.1);
        let pixels = stamp.exact.iter().zip(stamp.cover.pixels());
        for (number, (rgb, opacity)) in pixels.enumerate() {
            let (x, y) = (number % stamp.width, number / stamp.width);
            let place = corner.by(x as i32, y as i32);
            self.dot(place, ink.unwrap_or(*rgb), opacity);
        }
    }

    fn set(&mut self, text: &str, size: TextSize, ink: Rgb, middle: At) {
        let letters = text
            .chars()
            .filter(|letter| sprites::LETTERS.contains(*letter));
        let width: i32 = letters.clone().map(|letter| size.advance(letter)).sum();
        let mut x = middle.x - width / 2;
        for letter in letters {
            let advance = size.advance(letter);
            let sprite = sprites::letter_sprite(letter, size);
            self.copy(sprite.stamp(), Some(ink), at(x + advance / 2, middle.y));
            x += advance;
        }
    }

    fn fill(&mut self, corner: At, (width, height): (i32, i32), round: i32, ink: Rgb) {
        let round = round.clamp(0, width.min(height) / 2);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let (inward, depth) = (x.min(width - 1 - x), y.min(height - 1 - y));
            let opacity = if depth < round {
                corner_opacity(round, inward, depth)
            } else {
                255
            };
            self.dot(corner.by(x, y), ink, opacity);
        }
    }

    /// The signal-to-noise ratio of a picture of the same scene, in decibels.
    fn fidelity(&self, picture: &[u8]) -> f64 {
        let exact = self.pixels.iter().flatten();
        let off = exact
            .zip(picture)
            .map(|(exact, near)| exact - f64::from(*near));
        let error: f64 = off.map(|off| off * off).sum();
        let mean = error / picture.len() as f64;
        10.0 * (255.0_f64.powi(2) / mean.max(1e-9)).log10()
    }
}

/// What the picture of this sample has at the least, in decibels.
fn least(name: &str, scene: &Scene) -> f64 {
    let is_face = |item: &Item| matches!(item, Item::Face { .. });
    if scene.items.iter().any(is_face) {
        FACES
    } else if name.contains("rack") || name.contains("board") {
        PLAYED
    } else {
        OTHERS
    }
}

#[test]
fn pictures_are_true_to_full_colour() {
    let mut far = Vec::new();
    for (name, scene) in samples::all() {
        let (_, _, pixels) = decode(&paint(&scene));
        let found = Full::of(&scene).fidelity(&pixels);
        println!("{name}: {found:.1} dB");
        if found < least(name, &scene) {
            far.push(format!("{name}: {found:.1} dB"));
        }
    }
    assert!(far.is_empty(), "{far:?}");
}

#[test]
fn every_letter_of_a_picture_can_be_set() {
    for (name, scene) in samples::all() {
        for item in &scene.items {
            if let Item::Text { text, .. } = item {
                assert!(
                    text.chars().all(|letter| sprites::LETTERS.contains(letter)),
                    "{name}: {text}"
                );
            }
        }
    }
}
