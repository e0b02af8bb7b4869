//! A piece told beforehand: the bits of its rows wherever it lies, in the code of a kind of pictures.
//!
//! Of a row only those pixels are told that cover fully, as do those above them: they are the same on every ground, and so
//! are those above. All that is repeated stands in them or above them.

use std::iter;
use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

use super::coding::{Bits, Code};
use super::kinds::{KINDS, Kind};
use super::{LONGEST, SHORTEST, STRIDE, WINDOW};
use crate::palette::Index;
use crate::raster::Stamp;

/// Fewer pixels of a row are not worth being told beforehand.
const LEAST: usize = 8;
/// From so many pixels to the left, and that much aside in the row above, pixels are repeated.
const NEAR: usize = 48;
const ASIDE: usize = 3;
/// So many pixels that are like the one before are told by it, and no other way is looked for.
const FLAT: usize = 24;
/// So many of the places that began alike are tried.
const TRIED: usize = 36;
/// What lies behind so many columns of a piece is not told beforehand, nor a row behind so many bytes: then a row takes
/// little room, and there are very many.
const WIDEST: usize = u8::MAX as usize;
const MOST_BYTES: usize = u16::MAX as usize - 2 * WIDEST;
/// From so many rows above a row is told.
pub(super) const DEPTH: usize = WINDOW.div_ceil(STRIDE);
/// So many pixels at the beginning of what is told have a key of their own.
pub(super) const HEAD: usize = 10;
/// So many keys there are.
pub(super) const KEYS: usize = 1 << 13;

/// A piece, told beforehand from the first picture of a kind on in which it lies.
#[derive(Default)]
pub(crate) struct Tellings([OnceLock<Box<Told>>; KINDS]);

impl Tellings {
    /// As it is told in this kind of pictures; it is the same piece each time.
    pub(crate) fn of(&self, kind: Kind, stamp: Stamp<'_>) -> &Told {
        self.0[kind.index()].get_or_init(|| Box::new(Told::of(stamp, kind.code())))
    }
}

/// The rows of a piece as they are told.
pub(crate) struct Told {
    rows: Box<[Row]>,
    /// The bits of each row from a byte of its own on, and a word behind the last.
    bits: Box<[u8]>,
    /// Where the first pixel that covers fully stands in any row, and behind the last.
    columns: Range<usize>,
}

/// A row: so many pixels as in the row above, then what is told, then so many as in the row above.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    start: u8,
    lead: u8,
    told: u8,
    tail: u8,
    first: u16,
    count: u16,
    key: u16,
    head_key: u16,
}

impl Row {
    /// The columns of the piece that are told.
    pub(super) fn columns(&self) -> Range<usize> {
        let start = usize::from(self.start);
        start..start + self.lead() + self.told() + usize::from(self.tail)
    }

    pub(super) fn lead(&self) -> usize {
        self.lead.into()
    }

    pub(super) fn told(&self) -> usize {
        self.told.into()
    }

    /// How many bits it takes to tell that.
    pub(super) fn count(&self) -> u32 {
        self.count.into()
    }

    /// Numbers that the pixels give which are told, less than [`KEYS`], all of them and the first [`HEAD`]; others may give the same.
    pub(super) fn keys(&self) -> [usize; 2] {
        [self.key.into(), self.head_key.into()]
    }
}

impl Told {
    /// A piece in a code.
    fn of(stamp: Stamp<'_>, code: &Code) -> Self {
        let mut bits = Vec::new();
        let mut rows = vec![Row::default(); stamp.height];
        let line = |row: usize| Line {
            pixels: stamp.row(row),
            full: stamp.cover.line(row).full,
        };
        let lines: Vec<Line<'_>> = (0..stamp.height).map(line).collect();
        // A row may be told by any pixel that covers fully, also by one that is not told itself.
        let full = lines
            .iter()
            .map(|line| &line.full)
            .filter(|full| !full.is_empty());
        let columns = full.fold(stamp.width..0, |all, full| {
            all.start.min(full.start)..all.end.max(full.end)
        });
        let mut earlier = Earlier::new(stamp);
        for (number, row) in rows.iter_mut().enumerate().skip(1) {
            let (above, line) = (&lines[number - 1], &lines[number]);
            earlier.remember(number - 1, above);
            let told = line.below(above);
            if told.len() < LEAST || bits.len() > MOST_BYTES {
                continue;
            }
            let search = Search {
                number,
                lines: &lines,
                earlier: &earlier,
                code,
            };
            *row = search.tell(told, &mut bits);
        }
        bits.extend([0; size_of::<u64>()]);
        Self {
            rows: rows.into(),
            bits: bits.into(),
            columns,
        }
    }

    /// Between which columns of the piece all pixels lie that are told or tell others.
    pub(crate) fn columns(&self) -> Range<usize> {
        self.columns.clone()
    }

    /// How many rows the piece has.
    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// A row, if something is told of it.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Option<&Row> {
        self.rows.get(row).filter(|row| !row.columns().is_empty())
    }

    /// From where the bits of a row stand.
    #[inline]
    pub(super) fn bits(&self, row: &Row) -> &[u8] {
        &self.bits[row.first.into()..]
    }
}

/// A row of a piece, and which of its pixels cover fully.
struct Line<'a> {
    pixels: &'a [Index],
    full: Range<usize>,
}

impl Line<'_> {
    /// The columns that are full in both rows, as far as they are told.
    fn below(&self, above: &Self) -> Range<usize> {
        let end = self.full.end.min(above.full.end);
        self.full.start.max(above.full.start)..end.min(WIDEST)
    }
}

/// The key of these pixels (FNV-1a).
fn key(pixels: &[Index]) -> u16 {
    let mixed = pixels.iter().fold(0x811c_9dc5_u32, |mixed, pixel| {
        (mixed ^ u32::from(*pixel)).wrapping_mul(0x0100_0193)
    });
    ((mixed ^ mixed >> 16) as usize % KEYS) as u16
}

/// Where the rows before have which four pixels.
struct Earlier {
    /// By a number that they give, the last place with it, from 1: rows of `width`.
    last: Vec<u32>,
    /// By place, the one before with the same number.
    before: Vec<u32>,
    width: usize,
}

impl Earlier {
    fn new(stamp: Stamp<'_>) -> Self {
        Self {
            last: vec![0; KEYS],
            before: vec![0; stamp.width * stamp.height],
            width: stamp.width,
        }
    }

    fn remember(&mut self, row: usize, line: &Line<'_>) {
        for column in line.full.clone() {
            let four = &line.pixels[column..line.full.end];
            // What is flat is told by the pixel before.
            if let Some([one, two, three, other]) = four.first_chunk()
                && (one != two || two != three || three != other)
            {
                let place = row * self.width + column;
                let last = &mut self.last[usize::from(key(&four[..4]))];
                self.before[place] = std::mem::replace(last, place as u32 + 1);
            }
        }
    }

    /// The last rows and columns that may have these pixels, the nearest first.
    fn with(&self, pixels: &[Index]) -> impl Iterator<Item = (usize, usize)> {
        let first = pixels
            .get(..4)
            .map_or(0, |four| self.last[usize::from(key(four))]);
        let place = |from_1: u32| from_1.checked_sub(1);
        let next = move |place: &u32| self.before[*place as usize].checked_sub(1);
        let places = iter::successors(place(first), next).take(TRIED);
        places.map(|place| (place as usize / self.width, place as usize % self.width))
    }
}

/// Looks for the fewest bits that tell some pixels of a row.
struct Search<'a> {
    number: usize,
    lines: &'a [Line<'a>],
    earlier: &'a Earlier,
    code: &'a Code,
}

/// The cheapest way to a pixel: by so many pixels at once, as they stood so far back; 0 for one that is told by itself.
#[derive(Clone, Copy)]
struct Way {
    bits: u32,
    length: usize,
    back: usize,
}

impl Search<'_> {
    fn row(&self) -> &Line<'_> {
        &self.lines[self.number]
    }

    /// Tells these columns.
    fn tell(&self, columns: Range<usize>, bits: &mut Vec<u8>) -> Row {
        let (row, above) = (self.row(), &self.lines[self.number - 1]);
        let differs = |column: &usize| row.pixels[*column] != above.pixels[*column];
        let first = columns.clone().find(differs).unwrap_or(columns.end);
        let last = (first..columns.end).rfind(differs);
        let told = first..last.map_or(first, |last| last + 1);
        let written = self.write(&told);
        let (place, count) = (bits.len(), written.count());
        bits.extend(written.finish());
        Row {
            start: columns.start as u8,
            lead: (first - columns.start) as u8,
            told: told.len() as u8,
            tail: (columns.end - told.end) as u8,
            first: place as u16,
            count: count as u16,
            head_key: key(&self.row().pixels[told.start..told.end.min(told.start + HEAD)]),
            key: key(&self.row().pixels[told]),
        }
    }

    fn write(&self, columns: &Range<usize>) -> Bits {
        let ways = self.ways(columns);
        let mut steps = Vec::new();
        let mut place = columns.len();
        while place > 0 {
            let Way { length, back, .. } = ways[place];
            place -= length;
            steps.push((columns.start + place, length, back));
        }
        let mut bits = Bits::default();
        for (column, length, back) in steps.into_iter().rev() {
            bits.put(match back {
                0 => self.code.byte(self.row().pixels[column]),
                _ => self.code.again(length, back),
            });
        }
        bits
    }

    /// By the number of pixels told, the cheapest way there.
    fn ways(&self, columns: &Range<usize>) -> Vec<Way> {
        let far = Way {
            bits: u32::MAX,
            length: 0,
            back: 0,
        };
        let mut ways = vec![far; columns.len() + 1];
        ways[0].bits = 0;
        for column in columns.clone() {
            let place = column - columns.start;
            let before = ways[place].bits;
            let mut go = |length: usize, back: usize, bits: u32| {
                let way = &mut ways[place + length];
                if before + bits < way.bits {
                    *way = Way {
                        bits: before + bits,
                        length,
                        back,
                    };
                }
            };
            go(1, 0, self.code.byte(self.row().pixels[column]).count());
            // The nearest take the fewest bits: those further back count where they tell more.
            self.repeated(column..columns.end, |back, lengths| {
                let bits = self.code.back(back).count();
                for length in lengths {
                    go(length, back, bits + self.code.length(length).count());
                }
            });
        }
        ways
    }

    /// Tells how far back the pixels from the first of these on stood already, the nearest first, and in which lengths that none
    /// nearer had; of the row above in all.
    fn repeated(&self, columns: Range<usize>, mut tell: impl FnMut(usize, RangeInclusive<usize>)) {
        let mut told = SHORTEST - 1;
        let (row, column) = (self.row(), columns.start);
        let pixels = &row.pixels[columns];
        // Of its own row only what stands there already is known, but what is told goes on from there.
        for from in (column.saturating_sub(NEAR).max(row.full.start)..column).rev() {
            let most = longer(pixels, &row.pixels[from..], told);
            if most > told {
                tell(column - from, told + 1..=most);
                told = most;
                if from + 1 == column && most >= FLAT {
                    return;
                }
            }
        }
        // Of the row above hardly any bits are taken: it may tell as many pixels as something nearer, and cheaper.
        let above = &self.lines[self.number - 1];
        if above.full.contains(&column) {
            let most = longer(pixels, &above.pixels[column..above.full.end], SHORTEST - 1);
            if most >= SHORTEST {
                tell(STRIDE, SHORTEST..=most);
                told = told.max(most);
            }
        }
        let aside = column.saturating_sub(ASIDE)..=column + ASIDE;
        let above = aside.map(|from| (self.number - 1, from));
        for (number, from) in above.chain(self.earlier.with(pixels)) {
            let back = (self.number - number) * STRIDE + column - from;
            let line = &self.lines[number];
            if back > WINDOW || !line.full.contains(&from) {
                continue;
            }
            let most = longer(pixels, &line.pixels[from..line.full.end], told);
            if most > told {
                tell(back, told + 1..=most);
                told = most;
            }
        }
    }
}

/// How many of these pixels are those of before, if they are more than `told`; else any number that is not.
#[inline(always)]
fn longer(pixels: &[Index], before: &[Index], told: usize) -> usize {
    match (pixels.get(told), before.get(told)) {
        (Some(one), Some(other)) if one == other && pixels[0] == before[0] => {
            let alike = iter::zip(before, pixels).take_while(|(one, other)| one == other);
            alike.count().min(LONGEST)
        }
        _ => 0,
    }
}
