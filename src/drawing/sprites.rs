//! The faces: SVG drawings of ours, rasterised once, reduced to the palette and kept.

use std::ops::Range;
use std::sync::OnceLock;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use super::lettering::Text;
use super::palette::{Index, palette};
use super::scene::{Backdrop, Badge, Heading, TextSize, TileFace, TileSize};
use crate::rules::tile::{Colour, Face};

/// A rasterised drawing: for each pixel a colour and how much of it covers what lies below.
pub(super) struct Sprite {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Where its place lies inside the sprite: a tile's corner, a badge's middle.
    pub(super) origin: (i32, i32),
    pub(super) colours: Vec<Index>,
    pub(super) opacity: Vec<u8>,
    /// For each row, the longest stretch in which every pixel covers fully.
    pub(super) solid: Vec<(usize, usize)>,
}

macro_rules! drawing {
    ($name:literal) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../assets/faces/",
            $name,
            ".svg"
        ))
    };
}

const SIGNS: [&str; 8] = [
    drawing!("sign_circle"),
    drawing!("sign_diamond"),
    drawing!("sign_square"),
    drawing!("sign_triangle"),
    drawing!("sign_star"),
    drawing!("sign_heart"),
    drawing!("sign_blossom"),
    drawing!("sign_cloud"),
];

/// The characters that numbers are made of.
pub(super) const LETTERS: &str = "0123456789+−×/";

/// A coordinate in the drawing of a tile: its body is 88 × 132.
const BODY: f32 = 88.0;

/// The room around a tile's body for its shadow and its burst: left, top, right, bottom, for a large tile.
const ROOM: (i32, i32, i32, i32) = (12, 12, 12, 12);

/// The room that light takes around a tile.
const HALO: i32 = 22;

/// Rasterises what most pictures need, so that the first costs little more than the others. What a single round
/// needs (its okey, its false joker) is drawn when it is first seen, and so are the tiles of melds, which come a few
/// at a time.
pub fn warm() {
    for size in TileSize::ALL.into_iter().filter(|size| !size.is_flat()) {
        let _ = tile_sprite(TileFace::Back, size);
        for face in Face::all() {
            let _ = tile_sprite(TileFace::Plain(face), size);
        }
    }
}

/// The sprite of a tile.
pub(super) fn tile_sprite(face: TileFace, size: TileSize) -> &'static Sprite {
    const KINDS: usize = 3 * 52 + 1 + 13;
    static KEPT: [[OnceLock<Sprite>; KINDS]; TileSize::ALL.len()] =
        [const { [const { OnceLock::new() }; KINDS] }; TileSize::ALL.len()];
    let kind = match face {
        TileFace::Plain(face) => face.index(),
        TileFace::Okey(face) => 52 + face.index(),
        TileFace::FalseJoker(face) => 104 + face.index(),
        TileFace::Back => 156,
        TileFace::Wild(number) => 157 + usize::from(number.clamp(1, 13) - 1),
    };
    KEPT[size as usize][kind].get_or_init(|| {
        let (sheet, origin) = draw_tile(face, size);
        let mut sprite = sheet.finish(origin);
        if size.is_coarse() {
            for colour in &mut sprite.colours {
                *colour = palette().coarse(*colour);
            }
        }
        sprite
    })
}

/// The light around a tile.
pub(super) fn glow_sprite(size: TileSize) -> &'static Sprite {
    static KEPT: [OnceLock<Sprite>; TileSize::ALL.len()] =
        [const { OnceLock::new() }; TileSize::ALL.len()];
    KEPT[size as usize].get_or_init(|| {
        let scale = scale_of(size);
        let (width, height) = (size.width() + 2 * HALO, size.height() + 2 * HALO);
        let mut sheet = Sheet::new(width, height);
        let place = Transform::from_scale(scale, scale).post_translate(HALO as f32, HALO as f32);
        sheet.draw(drawing!("glow"), place);
        sheet.finish((HALO, HALO))
    })
}

/// The sprite of a badge.
pub(super) fn badge_sprite(badge: Badge) -> &'static Sprite {
    static KEPT: [OnceLock<Sprite>; 32] = [const { OnceLock::new() }; 32];
    let (slot, svg, turn) = match badge {
        Badge::Seat(seat) => (seat.index(), SIGNS[seat.index()], 0.0),
        Badge::Partner(seat) => (24 + seat.index(), SIGNS[seat.index()], 0.0),
        Badge::Computer => (8, drawing!("computer"), 0.0),
        Badge::Away => (9, drawing!("away"), 0.0),
        Badge::Dealer => (10, drawing!("dealer"), 0.0),
        Badge::Held => (11, drawing!("held"), 0.0),
        Badge::Crown => (12, drawing!("crown"), 0.0),
        Badge::Laurel => (13, drawing!("laurel"), 0.0),
        Badge::Arrow(Heading::Right) => (14, drawing!("arrow"), 0.0),
        Badge::Arrow(Heading::Down) => (15, drawing!("arrow"), 90.0),
        Badge::Arrow(Heading::Left) => (16, drawing!("arrow"), 180.0),
        Badge::Arrow(Heading::Up) => (17, drawing!("arrow"), 270.0),
        Badge::Fits => (18, drawing!("fits"), 0.0),
        Badge::Costs => (19, drawing!("costs"), 0.0),
        Badge::Series => (20, drawing!("series"), 0.0),
        Badge::Doubles => (21, drawing!("doubles"), 0.0),
        Badge::Closed => (22, drawing!("closed"), 0.0),
        Badge::Rounds => (23, drawing!("rounds"), 0.0),
    };
    KEPT[slot].get_or_init(|| {
        let tree = parse(svg);
        let scale = match badge {
            Badge::Partner(_) => 0.44,
            _ => 1.0,
        };
        let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
        let mut sheet = Sheet::new(width as i32, height as i32);
        let turned = Transform::from_rotate_at(turn, width / 2.0, height / 2.0);
        sheet.render(&tree, turned.pre_scale(scale, scale));
        sheet.finish((width as i32 / 2, height as i32 / 2))
    })
}

/// The rows of a backdrop as a PNG has them: each begins with 0, the number of its filter.
pub(super) fn backdrop(backdrop: Backdrop) -> &'static [Index] {
    static KEPT: [OnceLock<Vec<Index>>; 3] = [const { OnceLock::new() }; 3];
    let svg = match backdrop {
        Backdrop::Rack => drawing!("rack"),
        Backdrop::Felt => drawing!("felt"),
        Backdrop::Table => drawing!("table"),
    };
    KEPT[backdrop as usize].get_or_init(|| {
        let (width, height) = backdrop.size();
        let mut sheet = Sheet::new(width as i32, height as i32);
        sheet.draw(svg, Transform::identity());
        let (colours, _) = sheet.reduced();
        colours
    })
}

/// One character of a number: its opacity counts, its colour is chosen when it is set.
pub(super) fn letter_sprite(letter: char, size: TextSize) -> Option<&'static Sprite> {
    const COUNT: usize = 14;
    static KEPT: [[OnceLock<Sprite>; COUNT]; 2] = [const { [const { OnceLock::new() }; COUNT] }; 2];
    let slot = LETTERS.chars().position(|known| known == letter)?;
    Some(KEPT[size as usize][slot].get_or_init(|| draw_letter(letter, size)))
}

fn scale_of(size: TileSize) -> f32 {
    size.width() as f32 / BODY
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

fn draw_tile(face: TileFace, size: TileSize) -> (Sheet, (i32, i32)) {
    let scale = scale_of(size);
    let room = |pixels: i32| (pixels as f32 * scale).ceil() as i32;
    let (left, top, right, bottom) = ROOM;
    let origin = (room(left), room(top));
    let width = size.width() + origin.0 + room(right);
    let height = size.height() + origin.1 + room(bottom);
    let mut sheet = Sheet::new(width, height);
    let place =
        Transform::from_scale(scale, scale).post_translate(origin.0 as f32, origin.1 as f32);
    match size.is_flat() {
        true => sheet.draw(drawing!("tile_flat"), place),
        false => sheet.draw(drawing!("tile"), place),
    }
    match face {
        TileFace::Plain(face) => print_face(&mut sheet, face, place),
        TileFace::Okey(_) | TileFace::Wild(_) => print_okey(&mut sheet, face, size, place),
        TileFace::FalseJoker(face) => {
            sheet.draw(drawing!("false_joker"), place);
            print_small(&mut sheet, face, place);
        }
        TileFace::Back => sheet.draw(drawing!("back"), place),
    }
    (sheet, origin)
}

/// A joker. Where it is small, its number lies above its burst, so that it can be read.
fn print_okey(sheet: &mut Sheet, face: TileFace, size: TileSize, place: Transform) {
    if size.is_flat() {
        sheet.draw(drawing!("okey_flat"), place);
        sheet.draw(drawing!("okey_burst"), place);
    } else {
        sheet.draw(drawing!("okey_rim"), place);
    }
    match face {
        TileFace::Okey(face) => print_face(sheet, face, place),
        TileFace::Wild(number) => print_wild(sheet, number, place),
        _ => {}
    }
    if !size.is_flat() {
        sheet.draw(drawing!("okey_burst"), place);
    }
}

/// The number in the upper half of a tile.
fn print_number(sheet: &mut Sheet, number: u8, fill: &str, place: Transform) {
    let narrow = if number > 9 { 0.86 } else { 1.0 };
    let number = Text {
        text: &number.to_string(),
        x: 43.5,
        baseline: 64.0,
        pixels: 63.0,
        narrow,
        fill,
    };
    sheet.draw(&number.svg(88, 132), place);
}

/// The number, and below it a burst instead of a shape: it may have any colour.
fn print_wild(sheet: &mut Sheet, number: u8, place: Transform) {
    print_number(sheet, number, "#1a0f08", place);
    // The burst is drawn around (73, 13).
    let middle = place
        .pre_translate(43.5, 94.0)
        .pre_scale(1.3, 1.3)
        .pre_translate(-73.0, -13.0);
    sheet.draw(drawing!("okey_burst"), middle);
}

/// The number and below it the shape that belongs to the colour.
fn print_face(sheet: &mut Sheet, face: Face, place: Transform) {
    print_number(sheet, face.number(), fill_of(face.colour()), place);
    let middle = place.pre_translate(43.5, 96.0).pre_translate(-24.0, -24.0);
    sheet.draw(shape_of(face.colour()), middle);
}

/// The same, small, at the foot of a false joker.
fn print_small(sheet: &mut Sheet, face: Face, place: Transform) {
    let narrow = if face.number() > 9 { 0.86 } else { 1.0 };
    let number = Text {
        text: &face.number().to_string(),
        x: 29.0,
        baseline: 109.0,
        pixels: 31.0,
        narrow,
        fill: fill_of(face.colour()),
    };
    sheet.draw(&number.svg(88, 132), place);
    let corner = place
        .pre_translate(61.0, 98.0)
        .pre_scale(0.52, 0.52)
        .pre_translate(-24.0, -24.0);
    sheet.draw(shape_of(face.colour()), corner);
}

fn fill_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "#c4122b",
        Colour::Yellow => "#b06a00",
        Colour::Green => "#0a7038",
        Colour::Black => "#1f1c1b",
    }
}

fn shape_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => drawing!("heart"),
        Colour::Yellow => drawing!("star"),
        Colour::Green => drawing!("clover"),
        Colour::Black => drawing!("spade"),
    }
}

/// What is drawn before it is reduced to the palette.
struct Sheet(Pixmap);

impl Sheet {
    fn new(width: i32, height: i32) -> Self {
        let size = |pixels: i32| u32::try_from(pixels).unwrap_or(1).max(1);
        Self(Pixmap::new(size(width), size(height)).expect("our sheets are small and never empty"))
    }

    fn draw(&mut self, svg: &str, place: Transform) {
        self.render(&parse(svg), place);
    }

    fn render(&mut self, tree: &usvg::Tree, place: Transform) {
        resvg::render(tree, place, &mut self.0.as_mut());
    }

    /// The colour and the opacity of each pixel.
    fn reduced(&self) -> (Vec<Index>, Vec<u8>) {
        let mut exactly = palette().exactly();
        let pixels = self.0.pixels().iter().map(|pixel| pixel.demultiply());
        let reduced = pixels.map(|pixel| {
            let colour = exactly.nearest([pixel.red(), pixel.green(), pixel.blue()]);
            (colour, pixel.alpha())
        });
        reduced.unzip()
    }

    /// The sprite without the empty margins of the sheet.
    fn finish(self, origin: (i32, i32)) -> Sprite {
        let full = self.0.width() as usize;
        let (colours, opacity) = self.reduced();
        let (columns, rows) = inked(&opacity, full);
        let cut = |pixels: &[u8]| -> Vec<u8> {
            let rows = pixels.chunks(full).skip(rows.start).take(rows.len());
            rows.flat_map(|row| &row[columns.clone()])
                .copied()
                .collect()
        };
        let opacity = cut(&opacity);
        Sprite {
            width: columns.len(),
            height: rows.len(),
            origin: (
                origin.0 - columns.start as i32,
                origin.1 - rows.start as i32,
            ),
            colours: cut(&colours),
            solid: opacity
                .chunks(columns.len().max(1))
                .map(longest_solid)
                .collect(),
            opacity,
        }
    }
}

/// The columns and the rows between which something is drawn.
fn inked(opacity: &[u8], width: usize) -> (Range<usize>, Range<usize>) {
    let rows = opacity.chunks(width);
    let is_inked = |row: &&[u8]| row.iter().any(|opacity| *opacity > 0);
    let first = rows.clone().position(|row| is_inked(&row)).unwrap_or(0);
    let end = rows
        .clone()
        .rposition(|row| is_inked(&row))
        .map_or(0, |last| last + 1);
    let column = |x: &usize| rows.clone().any(|row| row[*x] > 0);
    let left = (0..width).find(column).unwrap_or(0);
    let right = (0..width).rfind(column).map_or(0, |last| last + 1);
    (left..right, first..end)
}

fn longest_solid(row: &[u8]) -> (usize, usize) {
    let mut longest = (0, 0);
    let mut start = 0;
    for (end, opacity) in row.iter().enumerate() {
        if *opacity != 255 {
            start = end + 1;
        } else if end + 1 - start > longest.1 - longest.0 {
            longest = (start, end + 1);
        }
    }
    longest
}

fn parse(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default())
        .expect("our own drawings are correct SVG: a test parses each")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;

    /// The signal-to-noise ratio in decibels of what the palette makes of a sheet.
    fn fidelity(sheet: Sheet) -> f64 {
        let pixels: Vec<_> = sheet
            .0
            .pixels()
            .iter()
            .map(|pixel| pixel.demultiply())
            .collect();
        let (colours, _) = sheet.reduced();
        let (mut error, mut weight) = (0.0, 0.0);
        for (pixel, index) in pixels.iter().zip(&colours) {
            let near = palette().rgb(*index);
            let exact = [pixel.red(), pixel.green(), pixel.blue()];
            let off = |channel: usize| f64::from(near[channel]) - f64::from(exact[channel]);
            let opacity = f64::from(pixel.alpha()) / 255.0;
            error += (0..3).map(|channel| off(channel).powi(2)).sum::<f64>() * opacity;
            weight += 3.0 * opacity;
        }
        10.0 * (255.0_f64.powi(2) * weight / error.max(1e-9)).log10()
    }

    fn of_svg(svg: &str) -> Sheet {
        let tree = parse(svg);
        let mut sheet = Sheet::new(tree.size().width() as i32, tree.size().height() as i32);
        sheet.render(&tree, Transform::identity());
        sheet
    }

    #[test]
    fn the_palette_is_true_to_every_drawing() {
        let plain = Face::all().map(TileFace::Plain);
        let special = Face::all().filter(|face| face.number() % 6 == 1);
        let special = special.flat_map(|face| [TileFace::Okey(face), TileFace::FalseJoker(face)]);
        let others = [TileFace::Back, TileFace::Wild(7), TileFace::Wild(12)];
        for face in plain.chain(special).chain(others) {
            let found = fidelity(draw_tile(face, TileSize::Large).0);
            assert!(found >= 40.0, "{face:?}: {found:.1} dB");
        }
        let icons = [
            drawing!("computer"),
            drawing!("away"),
            drawing!("dealer"),
            drawing!("held"),
            drawing!("fits"),
            drawing!("costs"),
            drawing!("series"),
            drawing!("doubles"),
            drawing!("closed"),
            drawing!("rounds"),
        ];
        let others = [
            drawing!("crown"),
            drawing!("laurel"),
            drawing!("arrow"),
            drawing!("rack"),
            drawing!("felt"),
            drawing!("table"),
        ];
        for svg in SIGNS.into_iter().chain(icons).chain(others) {
            let found = fidelity(of_svg(svg));
            assert!(found >= 35.0, "{found:.1} dB: {svg}");
        }
    }

    #[test]
    fn everything_can_be_drawn() {
        warm();
        let seats = Seat::all(8).map(Badge::Seat);
        let partners = Seat::all(8).map(Badge::Partner);
        let arrows = [Heading::Right, Heading::Down, Heading::Left, Heading::Up].map(Badge::Arrow);
        let others = [
            Badge::Computer,
            Badge::Away,
            Badge::Dealer,
            Badge::Held,
            Badge::Crown,
            Badge::Laurel,
            Badge::Fits,
            Badge::Costs,
            Badge::Series,
            Badge::Doubles,
            Badge::Closed,
            Badge::Rounds,
        ];
        let mut seen = Vec::new();
        for badge in seats.chain(partners).chain(arrows).chain(others) {
            let sprite = badge_sprite(badge);
            assert!(sprite.opacity.contains(&255), "{badge:?} is empty");
            let look = (sprite.width, &sprite.colours, &sprite.opacity);
            assert!(!seen.contains(&look), "{badge:?} looks like another");
            seen.push(look);
        }
        for letter in LETTERS.chars() {
            let sprite = letter_sprite(letter, TextSize::Small).expect("it is one of ours");
            assert!(
                sprite.opacity.contains(&255),
                "{letter} is empty: is the font there?"
            );
        }
    }
}
