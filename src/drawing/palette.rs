//! The 256 colours of every picture, and the nearest of them to any other colour.
//!
//! They are ramps between the colours that meet in our faces, so that edges and shades fall on the ramps.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::scene::Ink;

/// A colour: red, green and blue.
pub(super) type Rgb = [u8; 3];

/// The number of a colour in the palette.
pub(super) type Index = u8;

/// The bits of each channel that the table of nearest colours keeps.
const BITS: u32 = 6;
/// So many colours the table tells apart.
const CELLS: usize = 1 << (3 * BITS);
/// The bits of each channel that say in which part of all colours one lies.
const PART_BITS: u32 = 4;

const IVORY: Rgb = [0xf7, 0xec, 0xd3];
const EBONY: Rgb = [0x1a, 0x0f, 0x08];
const BRONZE: Rgb = [0x9a, 0x6a, 0x12];
const GOLD: Rgb = [0xff, 0xd7, 0x5e];
const COBALT: Rgb = [0x1f, 0x4a, 0x8c];
const WHITE: Rgb = [0xff, 0xff, 0xff];
const FELT: Rgb = [0x14, 0x50, 0x3a];
/// Ivory under the veil of `assets/faces/karuta/veil.svg`.
const VEILED: Rgb = [0x88, 0x7d, 0x6d];

/// Between which colours there are ramps, and how many steps each takes (both ends are among them).
const RAMPS: &[(Rgb, Rgb, u32)] = &[
    // Wood, from its deepest shade to its brightest edge.
    ([0x08, 0x05, 0x02], [0x4a, 0x2e, 0x19], 20),
    ([0x4a, 0x2e, 0x19], [0xa4, 0x75, 0x46], 12),
    // Felt and the shadows on it.
    ([0x07, 0x1d, 0x15], FELT, 10),
    (FELT, [0x1c, 0x62, 0x47], 5),
    // Ivory, its bevel and its edge on dark wood and on felt.
    (IVORY, [0xff, 0xfc, 0xf2], 4),
    (IVORY, [0xd3, 0xbb, 0x88], 6),
    ([0xd3, 0xbb, 0x88], [0xa4, 0x83, 0x4f], 6),
    ([0xa4, 0x83, 0x4f], [0x31, 0x1e, 0x11], 6),
    (IVORY, [0x31, 0x1e, 0x11], 8),
    (IVORY, FELT, 5),
    // The four inks on ivory, and on the gold of an okey.
    ([0xc4, 0x12, 0x2b], IVORY, 8),
    ([0xb0, 0x6a, 0x00], IVORY, 7),
    ([0x0a, 0x70, 0x38], IVORY, 9),
    ([0x1f, 0x1c, 0x1b], IVORY, 8),
    ([0xc4, 0x12, 0x2b], [0xf9, 0xe2, 0xa0], 6),
    ([0xb0, 0x6a, 0x00], [0xf9, 0xe2, 0xa0], 6),
    ([0x0a, 0x70, 0x38], [0xf9, 0xe2, 0xa0], 6),
    ([0x1f, 0x1c, 0x1b], [0xf9, 0xe2, 0xa0], 6),
    // Gold.
    (BRONZE, GOLD, 8),
    (BRONZE, [0xf2, 0xc1, 0x4e], 5),
    (GOLD, [0xff, 0xe9, 0xa8], 5),
    ([0xfb, 0xea, 0xb8], [0xf6, 0xd8, 0x84], 4),
    (EBONY, [0x7a, 0x4d, 0x06], 4),
    (EBONY, GOLD, 9),
    (FELT, GOLD, 6),
    ([0x7a, 0x4d, 0x06], GOLD, 5),
    // The back, the false joker, computers.
    (COBALT, [0x5c, 0x8f, 0xd6], 7),
    (COBALT, IVORY, 7),
    (COBALT, WHITE, 5),
    ([0x13, 0x7f, 0x9c], IVORY, 7),
    ([0x14, 0x2f, 0x5c], [0xdc, 0xea, 0xf5], 7),
    (EBONY, [0xdc, 0xea, 0xf5], 6),
    ([0x14, 0x2f, 0x5c], GOLD, 4),
    // Losses and what is new.
    (EBONY, [0xd0, 0x21, 0x2f], 6),
    ([0xd0, 0x21, 0x2f], IVORY, 5),
    ([0x31, 0x1e, 0x11], [0x2f, 0x9b, 0xff], 5),
    // The signs of the seats, rimmed with white.
    (WHITE, [0x2f, 0x7f, 0xf0], 4),
    (WHITE, [0xf5, 0x8a, 0x1f], 4),
    (WHITE, [0x9a, 0x4f, 0xe0], 4),
    (WHITE, [0xe5, 0x34, 0x3d], 4),
    (WHITE, [0xf7, 0xcf, 0x3a], 3),
    (WHITE, [0x37, 0xb3, 0x4a], 3),
    (WHITE, [0xf4, 0x8f, 0xb8], 3),
    (WHITE, [0xaa, 0xb6, 0xc2], 3),
    (EBONY, WHITE, 6),
    // Karuta that may not be played now: the inks of their suits and their gold under the veil.
    ([0x12, 0x3f, 0x20], VEILED, 5),
    ([0x1c, 0x2c, 0x4a], VEILED, 5),
    ([0x6f, 0x10, 0x19], VEILED, 5),
    ([0x65, 0x3c, 0x04], VEILED, 5),
    ([0x1c, 0x15, 0x11], VEILED, 5),
    ([0x8c, 0x73, 0x33], [0x8c, 0x73, 0x33], 1),
    // Black, for shadows before they fall.
    ([0, 0, 0], [0, 0, 0], 1),
];

/// The palette with its table of nearest colours.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    near: Near,
    /// By number, black behind the last one: no number is beyond it.
    by_index: [Rgb; 256],
    nearest: Box<[Index; CELLS]>,
    coarse: Vec<Index>,
    inks: HashMap<Rgb, Index>,
}

/// The one palette of all pictures.
pub(super) fn palette() -> &'static Palette {
    static PALETTE: OnceLock<Palette> = OnceLock::new();
    PALETTE.get_or_init(Palette::new)
}

impl Palette {
    fn new() -> Self {
        let colours = colours();
        let near = Near::of(&colours);
        let centre = |step: usize| ((step << (8 - BITS)) | (1 << (7 - BITS))) as u8;
        let nearest: Vec<Index> = all_steps(BITS)
            .map(|steps| near.closest(steps.map(centre)))
            .collect();
        let coarse = coarse(&colours);
        let mut by_index = [Rgb::default(); 256];
        by_index[..colours.len()].copy_from_slice(&colours);
        let nearest = nearest.try_into();
        let inks = Ink::all().map(|ink| (ink.rgb(), near.closest(ink.rgb())));
        let inks = inks.collect();
        Self {
            colours,
            near,
            by_index,
            nearest: nearest.expect("there is one for each cell"),
            coarse,
            inks,
        }
    }

    /// The exactly nearest colour to an ink.
    pub(super) fn ink(&self, ink: Ink) -> Index {
        let known = self.inks.get(&ink.rgb()).copied();
        known.unwrap_or_else(|| self.exactly(ink.rgb()))
    }

    /// The same colour, but that the edges of inks on ivory have only a few steps.
    pub(super) fn coarse(&self, index: Index) -> Index {
        self.coarse[usize::from(index)]
    }

    /// The colour with this number.
    #[inline]
    pub(super) fn rgb(&self, index: Index) -> Rgb {
        self.by_index[usize::from(index)]
    }

    /// The palette as the PNG chunk wants it.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// The nearest colour, up to the grain of the table: for edges, fast.
    #[inline]
    pub(super) fn nearest(&self, [red, green, blue]: Rgb) -> Index {
        let cell = |channel: u8| usize::from(channel >> (8 - BITS));
        self.nearest[(cell(red) << (2 * BITS)) | (cell(green) << BITS) | cell(blue)]
    }

    /// `ink` laid over `ground` with this opacity.
    #[inline]
    pub(super) fn blend(&self, ground: Index, ink: Index, opacity: u8) -> Index {
        let (below, above) = (self.rgb(ground), self.rgb(ink));
        let opacity = u32::from(opacity);
        let mix = |channel: usize| {
            let sum =
                u32::from(above[channel]) * opacity + u32::from(below[channel]) * (255 - opacity);
            ((sum + 127) / 255) as u8
        };
        self.nearest([mix(0), mix(1), mix(2)])
    }

    /// The exactly nearest colour: for faces, once.
    pub(super) fn exactly(&self, rgb: Rgb) -> Index {
        self.near.closest(rgb)
    }
}

/// Of each part of all colours those of the palette that are the nearest of something in it: a few, of 256.
struct Near {
    /// Those of one part after those of the one before, each part in the order of the palette.
    colours: Vec<(Rgb, Index)>,
    /// Where those of each part end.
    ends: Vec<u32>,
}

impl Near {
    fn of(palette: &[Rgb]) -> Self {
        let (mut colours, mut ends) = (Vec::new(), Vec::new());
        for steps in all_steps(PART_BITS) {
            let part = steps.map(|step| {
                let first = (step << (8 - PART_BITS)) as i32;
                (first, first + (1 << (8 - PART_BITS)) - 1)
            });
            let middle = part.map(|(first, last)| ((first + last) / 2) as u8);
            let numbered = palette.iter().copied().zip(0..=Index::MAX);
            // Most of the others are farther off than this one, wherever in the part.
            let central = numbered
                .clone()
                .min_by_key(|(colour, _)| distance(*colour, middle));
            let can_be = |colour: Rgb| {
                central.is_none_or(|(central, _)| !is_nearer_to_all(central, colour, part))
            };
            colours.extend(numbered.filter(|(colour, _)| can_be(*colour)));
            ends.push(colours.len() as u32);
        }
        Self { colours, ends }
    }

    /// The nearest colour. The first of equals: the order of the palette decides, so that pictures never vary.
    fn closest(&self, rgb: Rgb) -> Index {
        let step = |channel: u8| usize::from(channel >> (8 - PART_BITS));
        let part = rgb
            .into_iter()
            .fold(0, |part, channel| (part << PART_BITS) | step(channel));
        let begin = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        let colours = &self.colours[begin as usize..self.ends[part] as usize];
        let nearest = colours
            .iter()
            .min_by_key(|(colour, _)| distance(*colour, rgb));
        nearest.map_or(0, |(_, index)| *index)
    }
}

/// The steps of the three channels, so many bits each: red slowest, then green, then blue.
fn all_steps(bits: u32) -> impl Iterator<Item = [usize; 3]> {
    let mask = (1 << bits) - 1;
    (0..1usize << (3 * bits))
        .map(move |all| [2, 1, 0].map(|channel| (all >> (channel * bits)) & mask))
}

fn colours() -> Vec<Rgb> {
    let mut colours = Vec::with_capacity(256);
    for (from, to, steps) in RAMPS {
        for step in 0..*steps {
            let rgb = between(*from, *to, step, steps.saturating_sub(1).max(1));
            if !colours.contains(&rgb) {
                colours.push(rgb);
            }
        }
    }
    colours.truncate(256);
    colours
}

/// For each colour the one that stands for it where edges are coarse.
fn coarse(colours: &[Rgb]) -> Vec<Index> {
    const LEVELS: u32 = 3;
    let mut coarse: Vec<Index> = (0..=Index::MAX).collect();
    let edges = RAMPS
        .iter()
        .filter(|(ink, to, _)| *to == IVORY && *ink != COBALT);
    for (ink, to, steps) in edges.filter(|(.., steps)| *steps > LEVELS) {
        let last = steps - 1;
        for step in 0..*steps {
            let level = (step * LEVELS + last / 2) / last;
            let kept = between(*ink, *to, level * last / LEVELS, last);
            let own = between(*ink, *to, step, last);
            let place = |rgb| colours.iter().position(|colour| *colour == rgb);
            if let (Some(own), Some(kept)) = (place(own), place(kept)) {
                coarse[own] = kept as Index;
            }
        }
    }
    coarse
}

fn between(from: Rgb, to: Rgb, step: u32, steps: u32) -> Rgb {
    std::array::from_fn(|channel| {
        let (from, to) = (u32::from(from[channel]), u32::from(to[channel]));
        ((from * (steps - step) + to * step + steps / 2) / steps) as u8
    })
}

/// Whether one colour is nearer than another to everything in a part, of which the first and the last of each channel are given.
/// How much nearer grows or falls evenly along each channel, so it is least at one of the ends.
fn is_nearer_to_all(one: Rgb, other: Rgb, part: [(i32, i32); 3]) -> bool {
    let most = |channel: usize| {
        let (one, other) = (i32::from(one[channel]), i32::from(other[channel]));
        let farther = |at: i32| (at - one).pow(2) - (at - other).pow(2);
        let (first, last) = part[channel];
        farther(first).max(farther(last))
    };
    most(0) + most(1) + most(2) < 0
}

fn distance(a: Rgb, b: Rgb) -> i32 {
    let off = |channel: usize| i32::from(a[channel]) - i32::from(b[channel]);
    off(0) * off(0) + off(1) * off(1) + off(2) * off(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ramps_fit_into_the_palette() {
        let all: u32 = RAMPS.iter().map(|(_, _, steps)| steps).sum();
        assert!(palette().colours.len() <= 256, "{all} steps");
        assert_eq!(palette().exactly([0; 3]), palette().nearest([0; 3]));
        assert_eq!(
            palette().rgb(palette().nearest([0, 0, 0])),
            [0, 0, 0],
            "the last ramp was cut off"
        );
    }

    /// Of all colours that there are every seventh of each channel, and those of the palette.
    #[test]
    fn the_nearest_colour_is_the_first_of_those_that_are_nearest() {
        let colours = &palette().colours;
        let channel = || (0..=255u8).step_by(7);
        let all = channel()
            .flat_map(|red| channel().map(move |green| (red, green)))
            .flat_map(|(red, green)| channel().map(move |blue| [red, green, blue]));
        for rgb in all.chain(colours.iter().copied()) {
            let distances = colours.iter().map(|colour| distance(*colour, rgb));
            let first = distances.enumerate().min_by_key(|(_, distance)| *distance);
            let found = usize::from(palette().exactly(rgb));
            assert_eq!(Some(found), first.map(|(index, _)| index), "{rgb:?}");
        }
    }

    #[test]
    fn the_inks_are_in_the_palette() {
        for ink in Ink::all() {
            let near = palette().rgb(palette().ink(ink));
            assert!(distance(near, ink.rgb()) <= 12, "{ink:?} became {near:?}");
        }
    }
}
