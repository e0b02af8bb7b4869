//! The face of a person: a picture from outside, read within limits, cut round and reduced to our colours once.
//!
//! Nobody here vouches for what it is: whatever is no small PNG is told apart before it can cost anything.

mod packed;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::Cursor;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use image::imageops::{FilterType, resize};
use image::{ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};

use self::packed::Packed;
use super::cover::Cover;
use super::palette::{Index, Rgb, palette};
use super::raster::{Colours, Stamp};

/// No side of a picture is longer: we ask for 64.
const LONGEST: u32 = 256;
/// What the decoder may take of memory, in bytes: such a picture four times over.
const MOST_MEMORY: u64 = 4 * 4 * (LONGEST as u64) * (LONGEST as u64);

/// How large a face is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaceSize {
    /// Beside what fills a plaque.
    Small,
    /// Where a plaque has room for it.
    Usual,
    /// The winner's, on the picture of a result.
    Large,
}

impl FaceSize {
    const ALL: [Self; 3] = [Self::Small, Self::Usual, Self::Large];
    /// In these a face is kept. The largest, more than half of all of them, is made of the usual one where it is drawn: on the picture of
    /// a result, once a game, where most faces never stand so.
    const KEPT: [Self; 2] = [Self::Small, Self::Usual];

    /// How wide and high it is.
    pub const fn pixels(self) -> i32 {
        match self {
            Self::Small => 36,
            Self::Usual => 52,
            Self::Large => 72,
        }
    }

    /// How many pixels the square around it has.
    const fn area(self) -> usize {
        (self.pixels() * self.pixels()) as usize
    }

    /// Where its square lies among those of all sizes.
    #[cfg(test)]
    fn part(self) -> Range<usize> {
        let before = &Self::ALL[..self as usize];
        let start = before.iter().map(|size| size.area()).sum();
        start..start + self.area()
    }

    fn circle(self) -> &'static Circle {
        &CIRCLES[self as usize]
    }

    /// A picture that is as wide as high, in this size.
    fn scaled(self, picture: &RgbaImage) -> RgbaImage {
        let side = self.pixels().unsigned_abs();
        resize(picture, side, side, FilterType::Triangle)
    }
}

/// The face of a person. Clones are the same one.
#[derive(Clone)]
pub struct Portrait(Arc<Face>);

/// A face in the sizes that are kept.
struct Face {
    /// Our colours for each pixel that is seen, one size behind another ([`Circle`]): faces come and go by the thousand, and what is
    /// in one piece leaves one hole.
    colours: Packed,
    /// The colours before they were reduced to ours.
    #[cfg(test)]
    exact: Vec<Rgb>,
}

/// Why a picture is no face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoFace {
    /// It is no PNG, or a broken one.
    Unreadable,
    /// It is larger than any face we ask for.
    TooLarge,
}

impl Portrait {
    /// Reads a PNG; of one that moves the first picture.
    pub fn read(png: &[u8]) -> Result<Self, NoFace> {
        let picture = squared(decoded(png)?);
        let kept = FaceSize::KEPT.map(|size| size.circle().kept(&dithered(&size.scaled(&picture))));
        Ok(Self(Arc::new(Face {
            colours: Packed::of(&kept.concat()),
            #[cfg(test)]
            exact: FaceSize::ALL
                .iter()
                .flat_map(|size| tests::opaque_pixels(&size.scaled(&picture)))
                .collect(),
        })))
    }

    /// A face of one colour, which nobody has: it stands where only counts that there is one.
    pub fn nobodys() -> Self {
        Self(Arc::new(Face {
            colours: Packed::of(&vec![
                0;
                FaceSize::KEPT
                    .map(|size| size.circle().room)
                    .iter()
                    .sum()
            ]),
            #[cfg(test)]
            exact: vec![palette().rgb(0); FaceSize::Large.part().end],
        }))
    }

    /// Its colours in this size: [`Self::stamp`] takes them.
    pub(super) fn colours(&self, size: FaceSize) -> Vec<Index> {
        let [small, usual] = FaceSize::KEPT.map(|size| size.circle().room);
        match size {
            FaceSize::Small => self.0.colours.part(0..small),
            FaceSize::Usual => self.0.colours.part(small..small + usual),
            FaceSize::Large => {
                let usual = FaceSize::Usual
                    .circle()
                    .square(&self.colours(FaceSize::Usual));
                size.circle().kept(&dithered(&size.scaled(&usual)))
            }
        }
    }

    /// It in this size, cut round, with its colours there.
    pub(super) fn stamp<'a>(&'a self, size: FaceSize, colours: &'a [Index]) -> Stamp<'a> {
        let (width, middle) = (size.pixels() as usize, size.pixels() / 2);
        Stamp {
            width,
            height: width,
            origin: (middle, middle),
            colours: Colours::Seen(colours, &size.circle().starts),
            cover: &size.circle().cover,
            #[cfg(test)]
            exact: &self.0.exact[size.part()],
        }
    }
}

impl PartialEq for Portrait {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.colours == other.0.colours
    }
}

impl Eq for Portrait {}

impl Hash for Portrait {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.colours.hash(state);
    }
}

impl fmt::Debug for Portrait {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whose face it is, is nobody's business in a log.
        out.write_str("Portrait")
    }
}

/// The picture, if its own words about its size are within our limits.
fn decoded(png: &[u8]) -> Result<RgbaImage, NoFace> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST);
    limits.max_image_height = Some(LONGEST);
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(why)?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > LONGEST || width.min(height) == 0 {
        return Err(NoFace::TooLarge);
    }
    let picture = image::DynamicImage::from_decoder(decoder).map_err(why)?;
    Ok(picture.into_rgba8())
}

fn why(error: image::ImageError) -> NoFace {
    match error {
        image::ImageError::Limits(_) => NoFace::TooLarge,
        _ => NoFace::Unreadable,
    }
}

/// Its middle, as wide as it is high.
fn squared(picture: RgbaImage) -> RgbaImage {
    let (width, height) = picture.dimensions();
    let side = width.min(height);
    let corner = ((width - side) / 2, (height - side) / 2);
    image::imageops::crop_imm(&picture, corner.0, corner.1, side, side).to_image()
}

/// The circle that a face of one size fills, and where the pixels in it are kept: those outside, a fifth of the square, are not.
struct Circle {
    cover: Cover,
    /// How many pixels are kept, with the corners of the first and the last row.
    room: usize,
    /// Where each row would begin, if its corners were kept.
    starts: Vec<u16>,
    /// The columns of each row that are seen.
    seen: Vec<Range<usize>>,
}

/// Those of all sizes, once for all faces.
static CIRCLES: LazyLock<[Circle; FaceSize::ALL.len()]> =
    LazyLock::new(|| FaceSize::ALL.map(Circle::of));

impl Circle {
    fn of(size: FaceSize) -> Self {
        let width = size.pixels() as usize;
        let places = 0..size.area();
        let opacity = places.map(|place| covered(place % width, place / width, width));
        let opacity: Vec<u8> = opacity.collect();
        let seen: Vec<Range<usize>> = opacity.chunks(width).map(seen).collect();
        // The first row has the widest corners, and so has the last one.
        let corner = seen.first().map_or(0, |row| row.start);
        let mut end = corner;
        let starts = seen.iter().map(|row| {
            let begins = end - row.start;
            end += row.len();
            begins as u16
        });
        Self {
            starts: starts.collect(),
            room: end + corner,
            cover: Cover::of(&opacity, width),
            seen,
        }
    }

    /// What is kept of a square: what is seen of it.
    fn kept(&self, square: &[Index]) -> Vec<Index> {
        let mut kept = vec![0; self.room];
        let rows = square.chunks(self.seen.len());
        for ((row, seen), start) in rows.zip(&self.seen).zip(&self.starts) {
            let place = &mut kept[usize::from(*start)..][seen.clone()];
            place.copy_from_slice(&row[seen.clone()]);
        }
        kept
    }

    /// The square again: a corner has the colours beside it, which its circle ends with.
    fn square(&self, kept: &[Index]) -> RgbaImage {
        let side = self.seen.len() as u32;
        RgbaImage::from_fn(side, side, |x, y| {
            let (row, seen) = (y as usize, &self.seen[y as usize]);
            let column = (x as usize).clamp(seen.start, seen.end - 1);
            let [red, green, blue] = palette().rgb(kept[usize::from(self.starts[row]) + column]);
            image::Rgba([red, green, blue, u8::MAX])
        })
    }
}

/// From the first pixel of a row that covers anything to the last one.
fn seen(opacity: &[u8]) -> Range<usize> {
    let start = opacity.iter().position(|opacity| *opacity > 0);
    let end = opacity.iter().rposition(|opacity| *opacity > 0);
    start.unwrap_or(0)..end.map_or(0, |last| last + 1)
}

/// How much of a pixel lies in the circle that fills a square of this width, by sixteen points of it.
fn covered(x: usize, y: usize, width: usize) -> u8 {
    const POINTS: usize = 4;
    // In eighths of a pixel from the middle: whole numbers, so that no two processors differ.
    let off = |pixel: usize, point: usize| (8 * pixel + 2 * point + 1) as i64 - 4 * width as i64;
    let radius = 4 * width as i64;
    let within = (0..POINTS * POINTS).filter(|point| {
        let (across, down) = (off(x, point % POINTS), off(y, point / POINTS));
        across * across + down * down <= radius * radius
    });
    (within.count() * 255 / (POINTS * POINTS)) as u8
}

/// The nearest of our colours for each pixel; what that is off by goes on to the pixels beside and below, as Floyd and
/// Steinberg do it: our colours are few.
fn dithered(picture: &RgbaImage) -> Vec<Index> {
    let width = picture.width() as usize;
    let mut rest = vec![[0i32; 3]; picture.pixels().len() + width + 2];
    let mut colours = Vec::with_capacity(picture.pixels().len());
    for (place, pixel) in picture.pixels().enumerate() {
        let wanted = opaque(pixel.0);
        let exact: [i32; 3] =
            std::array::from_fn(|channel| i32::from(wanted[channel]) + rest[place][channel] / 16);
        let index = palette().nearest(exact.map(|channel| channel.clamp(0, 255) as u8));
        let near = palette().rgb(index);
        colours.push(index);
        let column = place % width;
        for channel in 0..3 {
            let off = exact[channel].clamp(0, 255) - i32::from(near[channel]);
            if column + 1 < width {
                rest[place + 1][channel] += off * 7;
                rest[place + width + 1][channel] += off;
            }
            if column > 0 {
                rest[place + width - 1][channel] += off * 3;
            }
            rest[place + width][channel] += off * 5;
        }
    }
    colours
}

/// On the ivory of tiles, where one can look through.
fn opaque([red, green, blue, alpha]: [u8; 4]) -> Rgb {
    const BELOW: Rgb = [0xf7, 0xec, 0xd3];
    let above = [red, green, blue];
    std::array::from_fn(|channel| {
        let (above, below) = (u32::from(above[channel]), u32::from(BELOW[channel]));
        let alpha = u32::from(alpha);
        ((above * alpha + below * (255 - alpha) + 127) / 255) as u8
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::scene::{Backdrop, Scene, at};
    use crate::{Sitter, paint};

    /// A face that nobody has, each number another one: rings in two colours.
    pub(crate) fn drawn(number: u8) -> RgbaImage {
        RgbaImage::from_fn(64, 64, |x, y| {
            let (x, y) = (x as i32 - 32, y as i32 - 40 + i32::from(number));
            let ring = (x * x + y * y) / 300 + i32::from(number);
            let shade = (ring * 70 % 256) as u8;
            image::Rgba([shade, number.wrapping_mul(37), 255 - shade, 255])
        })
    }

    /// Whoever has that face.
    pub(crate) fn known(number: u8) -> Sitter {
        Sitter::Known(Portrait::read(&png(&drawn(number))).expect("a small PNG"))
    }

    fn png(picture: &RgbaImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture
            .write_to(&mut bytes, ImageFormat::Png)
            .expect("memory takes everything");
        bytes.into_inner()
    }

    /// Its pixels, as if none let anything through.
    pub(super) fn opaque_pixels(picture: &RgbaImage) -> Vec<Rgb> {
        let pixels = picture.pixels();
        pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    }

    /// A PNG that only says how large it is.
    fn claiming(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let encoder = png::Encoder::new(&mut bytes, width, height);
        drop(encoder.write_header().expect("memory takes everything"));
        bytes
    }

    /// A PNG of two pictures, the first all red, the second all blue.
    fn moving() -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 32, 32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_animated(2, 0).expect("two pictures");
        let mut writer = encoder.write_header().expect("memory takes everything");
        for colour in [[220, 40, 40], [40, 40, 220]] {
            let picture = colour.repeat(32 * 32);
            writer.write_image_data(&picture).expect("as announced");
        }
        writer.finish().expect("both were written");
        bytes
    }

    #[test]
    fn what_is_no_small_picture_is_no_face() {
        let large = png(&RgbaImage::new(LONGEST + 1, 8));
        let whole = png(&drawn(1));
        for (bytes, why) in [
            (&b""[..], NoFace::Unreadable),
            (b"GIF89a\x01\x00\x01\x00\x00\x00\x00;", NoFace::Unreadable),
            (b"<!doctype html>", NoFace::Unreadable),
            (&whole[..whole.len() / 2], NoFace::Unreadable),
            (&large, NoFace::TooLarge),
            (&claiming(30_000, 30_000), NoFace::TooLarge),
            (&claiming(8, 30_000), NoFace::TooLarge),
        ] {
            assert_eq!(Portrait::read(bytes), Err(why), "{} bytes", bytes.len());
        }
    }

    #[test]
    fn of_a_face_that_moves_the_first_picture_is_shown() {
        let face = Portrait::read(&moving()).expect("it is a PNG");
        let still = RgbaImage::from_pixel(32, 32, image::Rgba([220, 40, 40, 255]));
        assert_eq!(Ok(face), Portrait::read(&png(&still)));
    }

    #[test]
    fn faces_are_told_apart_and_the_same_one_is_the_same() {
        assert_eq!(known(1), known(1));
        assert_ne!(known(1), known(2));
        let bytes = |number| {
            let Sitter::Known(face) = known(number) else {
                unreachable!("it has a face");
            };
            let mut scene = Scene::on(Backdrop::Felt);
            let seat = crate::tests::seat(0);
            scene.face(face, seat, FaceSize::Usual, at(200, 200));
            paint(&scene)
        };
        assert_eq!(bytes(1), bytes(1));
        assert_ne!(bytes(1), bytes(2));
    }

    #[test]
    fn what_is_kept_of_a_face_is_what_is_seen_of_it() {
        let picture = drawn(5);
        let face = Portrait::read(&png(&picture)).expect("a small PNG");
        let room = face.0.colours.bytes();
        assert!(room <= 3_584, "{room}");
        for size in FaceSize::KEPT {
            let side = size.pixels() as usize;
            let square = dithered(&resize(
                &picture,
                side as u32,
                side as u32,
                FilterType::Triangle,
            ));
            let colours = face.colours(size);
            let stamp = face.stamp(size, &colours);
            let opacity = stamp.cover.pixels();
            for (place, wanted) in square.iter().enumerate() {
                let (row, column) = (place / side, place % side);
                let is_seen = opacity[place] > 0;
                assert!(
                    !is_seen || stamp.row(row)[column] == *wanted,
                    "{size:?} {row} {column}"
                );
            }
        }
    }

    #[test]
    fn a_face_is_round_and_full_in_every_size() {
        let face = Portrait::read(&png(&drawn(3))).expect("a small PNG");
        for size in FaceSize::ALL {
            let (colours, middle) = (face.colours(size), size.pixels() as usize / 2);
            let stamp = face.stamp(size, &colours);
            assert_eq!((stamp.width, stamp.height), (2 * middle, 2 * middle));
            let opacity = stamp.cover.pixels();
            assert_eq!(opacity[0], 0, "the corner");
            assert_eq!(
                stamp.cover.line(middle).full,
                0..2 * middle,
                "the widest row"
            );
            let covered = opacity.iter().filter(|opacity| **opacity > 127);
            let share = covered.count() * 1000 / (4 * middle * middle);
            // A circle covers 0.785 of its square.
            assert!((770..800).contains(&share), "{size:?}: {share}");
        }
    }

    /// A face is no more than so far from itself in our colours, looked at from where its pixels are not told apart; also where it is
    /// larger than it is kept.
    #[test]
    fn our_few_colours_mixed_look_like_the_face() {
        let picture = drawn(5);
        let face = Portrait::read(&png(&picture)).expect("a small PNG");
        // What is made of our colours once more is a little farther off.
        let sizes = [
            (FaceSize::Small, 24),
            (FaceSize::Usual, 24),
            (FaceSize::Large, 28),
        ];
        for (size, most) in sizes {
            let colours = face.colours(size);
            let stamp = face.stamp(size, &colours);
            let exact = size.scaled(&picture);
            let block = |top: usize, left: usize| {
                let mut off = [0i32; 3];
                for (y, x) in (top..top + 8).flat_map(|y| (left..left + 8).map(move |x| (y, x))) {
                    let near = palette().rgb(stamp.row(y)[x]);
                    let wanted = exact.get_pixel(x as u32, y as u32).0;
                    for channel in 0..3 {
                        off[channel] += i32::from(near[channel]) - i32::from(wanted[channel]);
                    }
                }
                off.map(|off| (off / 64).abs())
            };
            let side = size.pixels() as usize;
            let (near, far) = (8 * side / 52, 36 * side / 52);
            let middle = 22 * side / 52;
            for (top, left) in [
                (near, near),
                (near, far),
                (middle, middle),
                (far, near),
                (far, far),
            ] {
                let off = block(top, left);
                assert!(
                    off.iter().all(|off| *off <= most),
                    "{size:?} {top} {left}: {off:?}"
                );
            }
        }
    }
}
