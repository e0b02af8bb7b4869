//! The kinds of pictures, and the code in which each is written.
//!
//! What is frequent in a picture depends on its pieces, and on whether they lie on a rack, or that there are none. A code is how many bits each symbol
//! has; they were learnt from the samples of that kind, and every symbol has some, so that any picture can be written in any of them.
//! `ISTAKA_CODES=new cargo test -p istaka-drawing codes` learns them anew when the look has changed much.

use std::sync::LazyLock;

use super::coding::{Code, DISTANCES, SYMBOLS};

/// The packs for which there are codes of their own, on a rack and elsewhere; pieces of others are written in those of the first.
const PACKS: usize = 3;
/// So many kinds there are: those of the packs, and what shows no piece.
pub(super) const KINDS: usize = 2 * PACKS + 1;

/// A line for each: what it is, the bits of each symbol and those of each distance, as digits of 16.
const LEARNT: &str = include_str!("codes.txt");

/// A kind of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind(u8);

impl Kind {
    /// The kind of a picture of pieces of this pack, by its place in the list of packs, on a rack or elsewhere.
    pub(crate) fn of(pack: usize, is_rack: bool) -> Self {
        let pack = if pack < PACKS { pack } else { 0 };
        Self((2 * pack + usize::from(!is_rack)) as u8)
    }

    /// The kind of a picture that shows no piece, as a sheet.
    pub(crate) fn without_pieces() -> Self {
        Self(2 * PACKS as u8)
    }

    /// All of them.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..KINDS as u8).map(Self)
    }

    /// A number below [`KINDS`].
    pub(super) fn index(self) -> usize {
        self.0.into()
    }

    /// Its code.
    pub(super) fn code(self) -> &'static Code {
        static CODES: LazyLock<Vec<Code>> = LazyLock::new(|| LEARNT.lines().map(read).collect());
        &CODES[self.index()]
    }
}

fn read(line: &str) -> Code {
    let (symbols, distances) = lengths_of(line);
    Code::of(&symbols, &distances)
}

/// How many bits each symbol and each distance has.
fn lengths_of(line: &str) -> ([u8; SYMBOLS], [u8; DISTANCES]) {
    let mut words = line.rsplit(' ');
    let distances = digits(words.next().unwrap_or_default());
    (digits(words.next().unwrap_or_default()), distances)
}

fn digits<const N: usize>(word: &str) -> [u8; N] {
    let digits: Vec<u8> = word
        .chars()
        .flat_map(|digit| digit.to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits.try_into().expect("a test reads what was learnt")
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::path::Path;

    use super::*;
    use crate::paint::zlib_stream;
    use crate::samples;
    use crate::stream::ZLIB_HEADER;
    use crate::stream::coding::{END, MOST_BITS};
    use crate::stream::lengths::lengths;

    /// How often symbols and distances are used.
    struct Used {
        symbols: [u32; SYMBOLS],
        distances: [u32; DISTANCES],
    }

    /// A code, read bit by bit (RFC 1951, 3.2.2).
    struct Reader {
        counts: [u32; MOST_BITS as usize + 1],
        symbols: Vec<usize>,
    }

    impl Reader {
        fn of(lengths: &[u8]) -> Self {
            let mut counts = [0; MOST_BITS as usize + 1];
            for length in lengths {
                counts[usize::from(*length)] += 1;
            }
            let mut symbols: Vec<usize> = (0..lengths.len()).collect();
            symbols.sort_by_key(|symbol| lengths[*symbol]);
            Self { counts, symbols }
        }

        fn next(&self, bits: &mut impl Iterator<Item = u32>) -> usize {
            let (mut code, mut first, mut before) = (0, 0, 0);
            for count in &self.counts[1..] {
                code = code << 1 | bits.next().expect("a stream goes on to its end");
                if code < first + count {
                    return self.symbols[(before + code - first) as usize];
                }
                before += count;
                first = (first + count) << 1;
            }
            panic!("no symbol has this code");
        }
    }

    /// What a picture that is written in this code uses.
    fn used(stream: &[u8], (symbols, distances): &([u8; SYMBOLS], [u8; DISTANCES])) -> Used {
        let head = Code::of(symbols, distances);
        let head: u32 = head.head().iter().map(|head| head.count()).sum();
        let bits = stream
            .iter()
            .flat_map(|byte| (0..8).map(move |bit| u32::from(byte >> bit & 1)));
        let mut bits = bits.skip(ZLIB_HEADER.len() * 8 + head as usize);
        let mut used = Used {
            symbols: [0; SYMBOLS],
            distances: [0; DISTANCES],
        };
        let (symbols, distances) = (Reader::of(symbols), Reader::of(distances));
        loop {
            let symbol = symbols.next(&mut bits);
            used.symbols[symbol] += 1;
            if symbol == END {
                return used;
            }
            if symbol > END {
                // The longest has a symbol of its own, with no bits behind it.
                let length = (symbol - END - 1) % (SYMBOLS - END - 2);
                let distance = {
                    let behind = (length / 4).saturating_sub(1);
                    bits.by_ref().take(behind).count();
                    distances.next(&mut bits)
                };
                used.distances[distance] += 1;
                bits.by_ref().take((distance / 2).saturating_sub(1)).count();
            }
        }
    }

    fn cost(used: &[u64], lengths: &[u8]) -> u64 {
        iter::zip(used, lengths)
            .map(|(often, bits)| often * u64::from(*bits))
            .sum()
    }

    /// A symbol that is never used gets bits too.
    fn learnt(used: &[u64]) -> Vec<u8> {
        let often: Vec<u32> = used.iter().map(|often| (*often).max(1) as u32).collect();
        lengths(&often, MOST_BITS)
    }

    #[test]
    fn codes_are_what_the_samples_of_their_kind_want() {
        let mut lines = Vec::new();
        for (kind, line) in iter::zip(Kind::all(), LEARNT.lines()) {
            let code = lengths_of(line);
            let (mut symbols, mut distances) = ([0_u64; SYMBOLS], [0_u64; DISTANCES]);
            for (_, scene) in samples::of_games()
                .into_iter()
                .filter(|(_, scene)| scene.kind() == kind)
            {
                let used = used(&zlib_stream(&scene), &code);
                iter::zip(&mut symbols, used.symbols)
                    .for_each(|(sum, often)| *sum += u64::from(often));
                iter::zip(&mut distances, used.distances)
                    .for_each(|(sum, often)| *sum += u64::from(often));
            }
            let (better, nearer) = (learnt(&symbols), learnt(&distances));
            let before = cost(&symbols, &code.0) + cost(&distances, &code.1);
            let after = cost(&symbols, &better) + cost(&distances, &nearer);
            println!("{kind:?}: {before} bits, {after} anew");
            if std::env::var_os("ISTAKA_CODES").is_none() {
                // It is made for what the pictures were when they were written in the code before.
                assert!(
                    before * 100 <= after * 101,
                    "{kind:?} has changed: learn its code anew (ISTAKA_CODES=new)"
                );
            }
            let digits = |lengths: &[u8]| {
                lengths
                    .iter()
                    .map(|bits| format!("{bits:x}"))
                    .collect::<String>()
            };
            let name = line.rsplitn(3, ' ').nth(2).unwrap_or_default();
            lines.push(format!("{name} {} {}\n", digits(&better), digits(&nearer)));
        }
        if std::env::var_os("ISTAKA_CODES").is_some() {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("stream/codes.txt");
            std::fs::write(file, lines.concat()).expect("the folder can be written");
        }
    }

    /// Every symbol can be written, and every sequence of bits means something.
    #[test]
    fn every_code_is_whole() {
        assert_eq!(LEARNT.lines().count(), KINDS);
        let last = LEARNT.lines().last();
        assert!(last.is_some_and(|last| last.starts_with("no pieces ")));
        for line in LEARNT.lines() {
            let (symbols, distances) = lengths_of(line);
            for lengths in [&symbols[..], &distances] {
                assert!(!lengths.contains(&0), "{line}");
                let part = |length: &u8| (1 << MOST_BITS) >> length;
                assert_eq!(
                    lengths.iter().map(part).sum::<u32>(),
                    1 << MOST_BITS,
                    "{line}"
                );
            }
        }
    }
}
