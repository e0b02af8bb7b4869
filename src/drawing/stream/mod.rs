//! The rows of a drawing as the zlib stream that a PNG wants.
//!
//! A general deflate library looks everywhere for what a drawing repeats; we know where: most of a row is the row above, the
//! rest is flat, or a sprite that was copied a moment ago. [`tokens`] says the rows so, [`coding`] writes that down.

mod coding;
mod lengths;
mod tokens;

/// Deflate with a window of 32 kB, and no dictionary.
const ZLIB_HEADER: [u8; 2] = [0x78, 0x9c];

/// The zlib stream (RFC 1950) of these bytes; rows of `stride` bytes are alike, one below another.
pub(super) fn stream(bytes: &[u8], stride: usize) -> Vec<u8> {
    let mut stream = Vec::with_capacity(32 * 1024);
    stream.extend(ZLIB_HEADER);
    coding::write(&tokens::tokens(bytes, stride), &mut stream);
    stream.extend(simd_adler32::adler32(&bytes).to_be_bytes());
    stream
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::rules::Dice;

    /// What three decoders that know nothing of one another, nor of us, make of a stream.
    fn read_back(stream: &[u8]) -> [Vec<u8>; 3] {
        let mut zlib = Vec::new();
        let mut decoder = flate2::read::ZlibDecoder::new(stream);
        decoder.read_to_end(&mut zlib).expect("zlib-rs reads it");
        let miniz = miniz_oxide::inflate::decompress_to_vec_zlib(stream);
        let fast = fdeflate::decompress_to_vec(stream).expect("fdeflate reads it");
        [zlib, miniz.expect("miniz reads it"), fast]
    }

    fn assert_told(bytes: &[u8], stride: usize) {
        for read in read_back(&stream(bytes, stride)) {
            assert!(read == bytes, "{} bytes, {stride} a row", bytes.len());
        }
    }

    #[test]
    fn nothing_and_little_are_told() {
        for length in 0..20 {
            assert_told(&vec![7; length], 5);
            let counted: Vec<u8> = (0..length as u8).collect();
            assert_told(&counted, 1);
        }
    }

    #[test]
    fn long_runs_are_told_to_their_last_byte() {
        for length in (255..265).chain(510..780).chain([70_000]) {
            assert_told(&vec![0; length], 1_001);
            let rows: Vec<u8> = (0..length).map(|place| (place % 13) as u8).collect();
            assert_told(&rows, 13);
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
            assert_told(&bytes, stride);
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
        assert_told(&bytes, 32_000);
    }
}
