//! The rows of a drawing as the zlib stream that a PNG wants.
//!
//! A general deflate library looks everywhere for what a drawing repeats; we know where: most of a row is the row above, and the
//! rest is flat, or a piece whose bits are known beforehand ([`told`]). [`teller`] puts them together and tells what lies between, in
//! the code of that kind of pictures ([`kinds`]).

mod coding;
mod kinds;
mod lengths;
mod seeker;
mod teller;
mod told;

pub(super) use kinds::Kind;
pub(super) use told::{Tellings, Told};

use std::ops::Range;

use super::scene::WIDTH;
use coding::Bits;
use teller::Teller;

/// How many bytes a row has, each behind the number of its filter.
pub(super) const STRIDE: usize = WIDTH as usize + 1;

/// A shorter repetition is not one (RFC 1951, 2).
const SHORTEST: usize = 3;
/// A longer one is told in parts.
const LONGEST: usize = 258;
/// Nothing is repeated from further back.
const WINDOW: usize = 32 * 1024;

/// Most pictures take less room.
const USUAL: usize = 48 * 1024;

/// Deflate with a window of 32 kB, and no dictionary.
const ZLIB_HEADER: [u8; 2] = [0x78, 0x9c];

/// A piece that lies somewhere in a picture, told beforehand.
pub(super) struct Lying {
    pub(super) told: &'static Told,
    /// Where its first pixel would stand in each of its rows, and its first row.
    pub(super) left: usize,
    pub(super) top: usize,
    /// The rows of the picture in which something lies on it.
    pub(super) hidden: Range<usize>,
}

impl Lying {
    /// In which rows of the picture it lies.
    fn rows(&self) -> Range<usize> {
        self.top..self.top + self.told.height()
    }

    /// The columns in which it is told.
    pub(super) fn columns(&self) -> Range<usize> {
        let columns = self.told.columns();
        self.left + columns.start..self.left + columns.end
    }

    /// Something was laid into these rows and columns.
    pub(super) fn hide(&mut self, rows: &Range<usize>, columns: &Range<usize>) {
        let (own, its) = (self.columns(), self.rows());
        let is_beside = columns.end <= own.start || own.end <= columns.start;
        if !is_beside && rows.start < its.end && its.start < rows.end {
            // A row is told by those above it.
            let rows = rows.start..rows.end + told::DEPTH;
            self.hidden = if self.hidden.is_empty() {
                rows
            } else {
                self.hidden.start.min(rows.start)..self.hidden.end.max(rows.end)
            };
        }
    }
}

/// The zlib stream (RFC 1950) of these bytes, rows of [`STRIDE`], a picture of this kind among which these pieces lie, told for it.
pub(super) fn stream(bytes: &[u8], kind: Kind, mut pieces: Vec<Lying>) -> Vec<u8> {
    let mut teller = Teller::new(bytes, kind.code(), Bits::behind(&ZLIB_HEADER, USUAL));
    pieces.sort_by_key(|piece| piece.columns().start);
    let mut rows: Vec<usize> = pieces
        .iter()
        .flat_map(|piece| [piece.rows().start, piece.rows().end])
        .collect();
    rows.sort_unstable();
    rows.dedup();
    let mut there: Vec<&Lying> = Vec::with_capacity(pieces.len());
    for pair in rows.windows(2) {
        let part = pair[0]..pair[1];
        there.clear();
        there.extend(
            pieces
                .iter()
                .filter(|piece| piece.rows().contains(&part.start)),
        );
        for row in part {
            tell_row(&mut teller, row, &there);
        }
    }
    teller.look(bytes.len());
    let mut stream = teller.finish();
    stream.extend(simd_adler32::adler32(&bytes).to_be_bytes());
    stream
}

/// Tells a row of the picture as far as the last of these pieces.
fn tell_row(teller: &mut Teller<'_>, row: usize, pieces: &[&Lying]) {
    for piece in pieces {
        if piece.hidden.contains(&row) {
            continue;
        }
        if let Some(told) = piece.told.row(row - piece.top) {
            let place = row * STRIDE + piece.left + told.columns().start;
            if place >= teller.place() {
                teller.look(place);
                teller.tell(piece.told, told);
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Read;

    use super::*;
    use crate::rules::Dice;

    /// What three decoders that know nothing of one another, nor of us, make of a stream.
    pub(crate) fn read_back(stream: &[u8]) -> [Vec<u8>; 3] {
        let mut zlib = Vec::new();
        let mut decoder = flate2::read::ZlibDecoder::new(stream);
        decoder.read_to_end(&mut zlib).expect("zlib-rs reads it");
        let miniz = miniz_oxide::inflate::decompress_to_vec_zlib(stream);
        let fast = fdeflate::decompress_to_vec(stream).expect("fdeflate reads it");
        [zlib, miniz.expect("miniz reads it"), fast]
    }

    /// In each code.
    fn assert_told(bytes: &[u8]) {
        for kind in Kind::all() {
            for read in read_back(&stream(bytes, kind, Vec::new())) {
                assert!(read == bytes, "{} bytes, {kind:?}", bytes.len());
            }
        }
    }

    #[test]
    fn nothing_and_little_are_told() {
        for length in 0..20 {
            assert_told(&vec![7; length]);
            let counted: Vec<u8> = (0..length as u8).collect();
            assert_told(&counted);
        }
    }

    #[test]
    fn long_runs_are_told_to_their_last_byte() {
        for length in (255..265).chain(510..780).chain([70_000]) {
            assert_told(&vec![0; length]);
            let rows: Vec<u8> = (0..length).map(|place| (place % 13) as u8).collect();
            assert_told(&rows);
        }
    }

    #[test]
    fn any_rows_are_told() {
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
        println!("seed {seed}");
        let mut dice = Dice::from_seed(seed);
        for _ in 0..200 {
            let (stride, rows) = (1 + dice.below(90) as usize, dice.below(60));
            let colours = 1 + dice.below(255);
            let mut bytes: Vec<u8> = Vec::new();
            for _ in 0..rows {
                for _ in 0..stride {
                    let above = bytes.len().checked_sub(stride).map(|place| bytes[place]);
                    let colour = match dice.below(4) {
                        0 => dice.below(colours) as u8,
                        _ => above.unwrap_or_default(),
                    };
                    bytes.push(colour);
                }
            }
            assert_told(&bytes);
        }
    }

    /// A code of which one symbol is hardly ever used would be longer than deflate allows.
    #[test]
    fn rare_bytes_among_common_ones_are_told() {
        let mut bytes = Vec::new();
        let (mut many, mut more) = (1_u32, 1);
        let mut dice = Dice::from_seed(1);
        for colour in 0..26 {
            // Alone among others, so that it is told by itself.
            for _ in 0..many {
                bytes.extend([colour, 100 + dice.below(150) as u8, dice.below(250) as u8]);
            }
            (many, more) = (more, many + more);
        }
        assert_told(&bytes);
    }
}
