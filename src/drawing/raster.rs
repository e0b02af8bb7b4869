//! From an SVG drawing of ours to a sprite in the colours of the palette.

use std::ops::Range;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use super::cover::Cover;
#[cfg(test)]
use super::palette::Rgb;
use super::palette::{Index, palette};
use super::pool::Rows;
use super::scene::PieceSize;
use super::stream::{Kind, Tellings, Told};

/// The text of a drawing in `assets/faces`.
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
pub(super) use drawing;

/// A rasterised drawing: for each pixel a colour and how much of it covers what lies below.
pub(super) struct Sprite {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Where its place lies inside the sprite: a piece's corner, a badge's middle.
    pub(super) origin: (i32, i32),
    pub(super) colours: Vec<Index>,
    pub(super) cover: Cover,
    /// It, told beforehand.
    pub(super) told: Tellings,
    /// The colours before they were reduced to the palette.
    #[cfg(test)]
    pub(super) exact: Vec<Rgb>,
}

/// The colours of what is copied.
#[derive(Clone, Copy)]
pub(super) enum Colours<'a> {
    /// One row behind another.
    Own(&'a [Index]),
    /// Some rows are those of others.
    Shared(&'a Rows),
    /// Where each row begins: of pixels that are not seen those of other rows stand in their places.
    Seen(&'a [Index], &'a [u16]),
}

/// What is copied from a sprite, wherever it is kept.
#[derive(Clone, Copy)]
pub(super) struct Stamp<'a> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) origin: (i32, i32),
    pub(super) colours: Colours<'a>,
    pub(super) cover: &'a Cover,
    #[cfg(test)]
    pub(super) exact: &'a [Rgb],
}

impl<'a> Stamp<'a> {
    /// The colours of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &'a [Index] {
        match self.colours {
            Colours::Own(colours) => &colours[row * self.width..][..self.width],
            Colours::Shared(rows) => rows.row(row, self.width),
            Colours::Seen(colours, starts) => &colours[starts[row].into()..][..self.width],
        }
    }
}

impl Sprite {
    /// It, told beforehand for this kind of pictures.
    pub(super) fn told(&self, kind: Kind) -> &Told {
        self.told.of(kind, self.stamp())
    }

    pub(super) fn stamp(&self) -> Stamp<'_> {
        Stamp {
            width: self.width,
            height: self.height,
            origin: self.origin,
            colours: Colours::Own(&self.colours),
            cover: &self.cover,
            #[cfg(test)]
            exact: &self.exact,
        }
    }

    /// Its shape in this ink on ground of one colour, which it covers fully.
    pub(super) fn printed(&self, ink: Index, ground: Index) -> Self {
        let mixed = |opacity| match opacity {
            0 => ground,
            255 => ink,
            _ => palette().blend(ground, ink, opacity),
        };
        let opacity = (0..self.height).flat_map(|row| self.cover.line(row).pixels());
        let colours: Vec<Index> = opacity.map(mixed).collect();
        Self {
            width: self.width,
            height: self.height,
            origin: self.origin,
            cover: Cover::of(&vec![255; colours.len()], self.width),
            told: Tellings::default(),
            #[cfg(test)]
            exact: colours
                .iter()
                .map(|colour| palette().rgb(*colour))
                .collect(),
            colours,
        }
    }

    /// The same, but that the edges of inks have only a few steps.
    fn coarse(mut self) -> Self {
        for colour in &mut self.colours {
            *colour = palette().coarse(*colour);
        }
        self
    }
}

/// What is drawn before it is reduced to the palette.
pub(super) struct Sheet(Pixmap);

impl Sheet {
    pub(super) fn new(width: i32, height: i32) -> Self {
        let size = |pixels: i32| u32::try_from(pixels).unwrap_or(1).max(1);
        Self(Pixmap::new(size(width), size(height)).expect("our sheets are small and never empty"))
    }

    pub(super) fn draw(&mut self, svg: &str, place: Transform) {
        self.render(&parse(svg), place);
    }

    pub(super) fn render(&mut self, tree: &usvg::Tree, place: Transform) {
        resvg::render(tree, place, &mut self.0.as_mut());
    }

    /// The colour and the opacity of each pixel.
    pub(super) fn reduced(&self) -> (Vec<Index>, Vec<u8>) {
        let palette = palette();
        let pixels = self.0.pixels().iter().map(|pixel| pixel.demultiply());
        // Most pixels are like the one before.
        let mut last = None;
        let reduced = pixels.map(|pixel| {
            let rgb = [pixel.red(), pixel.green(), pixel.blue()];
            let colour = match last {
                Some((before, colour)) if before == rgb => colour,
                _ => palette.exactly(rgb),
            };
            last = Some((rgb, colour));
            (colour, pixel.alpha())
        });
        reduced.unzip()
    }

    /// The sprite without the empty margins of the sheet.
    pub(super) fn finish(self, origin: (i32, i32)) -> Sprite {
        let full = self.0.width() as usize;
        let (colours, opacity) = self.reduced();
        let (columns, rows) = inked(&opacity, full);
        let opacity = cut(&opacity, full, &rows, &columns);
        Sprite {
            width: columns.len(),
            height: rows.len(),
            origin: (
                origin.0 - columns.start as i32,
                origin.1 - rows.start as i32,
            ),
            colours: cut(&colours, full, &rows, &columns),
            cover: Cover::of(&opacity, columns.len()),
            told: Tellings::default(),
            #[cfg(test)]
            exact: cut(&self.exact(), full, &rows, &columns),
        }
    }

    /// The colour of each pixel in full.
    #[cfg(test)]
    pub(super) fn exact(&self) -> Vec<Rgb> {
        let pixels = self.0.pixels().iter().map(|pixel| pixel.demultiply());
        let colours = pixels.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        colours.collect()
    }

    /// The signal-to-noise ratio in decibels of what the palette makes of the sheet.
    #[cfg(test)]
    pub(super) fn fidelity(&self) -> f64 {
        let (colours, _) = self.reduced();
        let (mut error, mut weight) = (0.0, 0.0);
        for (pixel, index) in self.0.pixels().iter().zip(&colours) {
            let pixel = pixel.demultiply();
            let near = palette().rgb(*index);
            let exact = [pixel.red(), pixel.green(), pixel.blue()];
            let off = |channel: usize| f64::from(near[channel]) - f64::from(exact[channel]);
            let opacity = f64::from(pixel.alpha()) / 255.0;
            error += (0..3).map(|channel| off(channel).powi(2)).sum::<f64>() * opacity;
            weight += 3.0 * opacity;
        }
        10.0 * (255.0_f64.powi(2) * weight / error.max(1e-9)).log10()
    }
}

/// A piece while it is drawn: a sheet of its size with room around its body for a shadow.
pub(super) struct Blank {
    sheet: Sheet,
    size: PieceSize,
    /// Where its drawings lie, which are in units of its body.
    pub(super) place: Transform,
    origin: (i32, i32),
}

impl Blank {
    /// An empty one with this much room on each side, in units of its body.
    pub(super) fn new(size: PieceSize, room: i32) -> Self {
        let room = (room as f32 * size.scale()).ceil() as i32;
        let scaled = Transform::from_scale(size.scale(), size.scale());
        Self {
            sheet: Sheet::new(size.width() + 2 * room, size.height() + 2 * room),
            size,
            place: scaled.post_translate(room as f32, room as f32),
            origin: (room, room),
        }
    }

    /// A place in units of the body, moved to the nearest whole pixel: what is drawn there and elsewhere has the same
    /// edges, which costs fewer bytes.
    pub(super) fn whole(&self, x: f32, y: f32) -> Transform {
        let exact = self.place.pre_translate(x, y);
        exact.post_translate(exact.tx.round() - exact.tx, exact.ty.round() - exact.ty)
    }

    /// Draws something that is as large as the body.
    pub(super) fn draw(&mut self, svg: &str) {
        self.draw_at(svg, self.place);
    }

    /// Draws something else.
    pub(super) fn draw_at(&mut self, svg: &str, place: Transform) {
        self.sheet.draw(svg, place);
    }

    /// Draws something whose ink is chosen when it is drawn: where its colour is `currentColor`.
    pub(super) fn draw_inked(&mut self, svg: &str, ink: &str, place: Transform) {
        self.draw_at(&svg.replace("currentColor", ink), place);
    }

    /// The sprite, in as few colours as its size wants.
    pub(super) fn finish(self) -> Sprite {
        let sprite = self.sheet.finish(self.origin);
        if self.size.is_coarse() {
            return sprite.coarse();
        }
        sprite
    }

    /// See [`Sheet::fidelity`].
    #[cfg(test)]
    pub(super) fn fidelity(&self) -> f64 {
        self.sheet.fidelity()
    }
}

/// A part of a sheet. Sprites are kept for ever: no byte more than they need.
fn cut<T: Copy>(pixels: &[T], full: usize, rows: &Range<usize>, columns: &Range<usize>) -> Vec<T> {
    let mut cut = Vec::with_capacity(rows.len() * columns.len());
    for row in pixels.chunks(full).skip(rows.start).take(rows.len()) {
        cut.extend_from_slice(&row[columns.clone()]);
    }
    cut
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

/// A drawing of ours, read.
pub(super) fn parse(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default())
        .expect("our own drawings are correct SVG: a test parses each")
}
