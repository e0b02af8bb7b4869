//! Compresses the pixels of our pictures: the zlib format (RFC 1950 and 1951), with a search made for them.
//!
//! General compressors took nine tenths of a picture's time. Ours repeats mostly what stands just before, one row
//! above, or in the last place like this one, so only these places are tried, and what repeats is skipped in one go.

use std::ops::Range;

/// The shortest repetition worth a token.
const SHORTEST: usize = 4;
/// The longest one the format knows.
const LONGEST: usize = 258;
/// How far back the format can point.
const WINDOW: usize = 32 * 1024 - 1;
/// The logarithm of how many places are remembered.
const MEMORY: u32 = 15;
/// Inside repetitions shorter than this every place is remembered.
const SHORT: usize = 64;
/// A repetition of this length is taken without looking for a better one at the next place.
const GOOD: usize = 64;

/// The order in which the format lists the lengths of the codes for code lengths.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// Compresses rows of `row` bytes each into a zlib stream.
pub(super) fn zlib(bytes: &[u8], row: usize) -> Vec<u8> {
    let tokens = tokens(bytes, row);
    let mut bits = Bits::after(&[0x78, 0x5e]);
    write_block(&mut bits, &tokens);
    let mut stream = bits.finish();
    stream.extend(adler(bytes).to_be_bytes());
    stream
}

/// The checksum at the end of a zlib stream: the sum of the bytes, and the sum of the sums.
fn adler(bytes: &[u8]) -> u32 {
    const BASE: u32 = 65521;
    const LANES: usize = 16;
    let (mut low, mut high) = (1u32, 0u32);
    // So many bytes cannot overflow 32 bits before the remainder is taken.
    for part in bytes.chunks(LANES * 300) {
        // Lanes do not wait for one another, and adding is all they do: that is several times as fast.
        let (mut sums, mut sums_of_sums) = ([0u32; LANES], [0u32; LANES]);
        let (lines, rest) = part.as_chunks::<LANES>();
        let count = lines.len() as u32;
        for line in lines {
            for lane in 0..LANES {
                sums_of_sums[lane] += sums[lane];
                sums[lane] += u32::from(line[lane]);
            }
        }
        high += low * count * LANES as u32;
        for (lane, (sum, of_sums)) in sums.into_iter().zip(sums_of_sums).enumerate() {
            high += of_sums * LANES as u32 + sum * (LANES - lane) as u32;
            low += sum;
        }
        for byte in rest {
            low += u32::from(*byte);
            high += low;
        }
        low %= BASE;
        high %= BASE;
    }
    (high << 16) | low
}

/// A byte as it is (`length` 0, `what` the byte), or a repetition (`what` is how far back it began).
#[derive(Clone, Copy)]
struct Token {
    length: u16,
    what: u16,
}

#[derive(Clone, Copy, Default)]
struct Found {
    length: usize,
    back: usize,
}

struct Search<'a> {
    bytes: &'a [u8],
    row: usize,
    /// By the hash of four bytes, where they began the last two times, plus one; 0 for never.
    places: Vec<[u32; 2]>,
    /// How far back the last repetition lay.
    last: usize,
}

fn tokens(bytes: &[u8], row: usize) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(bytes.len() / 16 + 16);
    let places = vec![[0; 2]; 1 << MEMORY];
    let mut search = Search {
        bytes,
        row,
        places,
        last: 1,
    };
    let mut at = 0;
    let mut found = search.longest(at);
    while at < bytes.len() {
        let mut next = Found::default();
        let repeats = found.length >= SHORTEST && {
            if found.length < GOOD {
                next = search.longest(at + 1);
            }
            next.length <= found.length + 1
        };
        if repeats {
            tokens.push(Token {
                length: found.length as u16,
                what: found.back as u16,
            });
            search.last = found.back;
            if found.length < SHORT {
                search.remember_all(at + 2..at + found.length);
            }
            at += found.length;
            found = search.longest(at);
        } else {
            tokens.push(Token {
                length: 0,
                what: u16::from(bytes[at]),
            });
            at += 1;
            found = if next.length > 0 {
                next
            } else {
                search.longest(at)
            };
        }
    }
    tokens
}

impl Search<'_> {
    /// The longest repetition that begins here, of those worth trying; the nearest of equals.
    fn longest(&mut self, at: usize) -> Found {
        let mut best = Found::default();
        let Some(four) = self
            .bytes
            .get(at..at + 4)
            .and_then(|four| four.first_chunk())
        else {
            return best;
        };
        let [newer, older] = self.remember(at, four);
        for back in [self.last, 1, self.row, newer, older] {
            if back > at || back > WINDOW || back == 0 {
                continue;
            }
            // Only what repeats one byte more than the best so far is worth measuring.
            let beyond = at + best.length;
            if self.bytes.get(beyond) != self.bytes.get(beyond - back) {
                continue;
            }
            let length = self.repeated(at, back);
            // A far place costs more bits than a near one.
            if length > best.length {
                best = Found { length, back };
                if length == LONGEST {
                    break;
                }
            }
        }
        best
    }

    /// Notes that these four bytes stand here; how far back they stood before, the last two times.
    fn remember(&mut self, at: usize, four: &[u8; 4]) -> [usize; 2] {
        let hash = u32::from_le_bytes(*four).wrapping_mul(0x9E37_79B1) >> (32 - MEMORY);
        let places = &mut self.places[hash as usize];
        let before = *places;
        *places = [at as u32 + 1, before[0]];
        before.map(|place| at + 1 - place as usize)
    }

    /// Notes the places inside a short repetition; long ones are found by their row.
    fn remember_all(&mut self, places: Range<usize>) {
        for at in places {
            if let Some(four) = self
                .bytes
                .get(at..at + 4)
                .and_then(|four| four.first_chunk())
            {
                self.remember(at, four);
            }
        }
    }

    /// How many bytes from here on repeat those so far back.
    fn repeated(&self, at: usize, back: usize) -> usize {
        let most = (self.bytes.len() - at).min(LONGEST);
        let now = &self.bytes[at..at + most];
        let before = &self.bytes[at - back..at - back + most];
        let eights = now.chunks_exact(8).zip(before.chunks_exact(8));
        let mut same = 0;
        for (now, before) in eights {
            let differ = eight(now) ^ eight(before);
            if differ != 0 {
                return same + differ.trailing_zeros() as usize / 8;
            }
            same += 8;
        }
        let rest = now[same..].iter().zip(&before[same..]);
        same + rest.take_while(|(now, before)| now == before).count()
    }
}

fn eight(bytes: &[u8]) -> u64 {
    bytes
        .first_chunk()
        .map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// The number of a repetition's length in the format, and its extra bits (RFC 1951, 3.2.5).
fn length_code(length: usize) -> (usize, u32, u32) {
    match length {
        LONGEST => (285, 0, 0),
        0..=10 => (257 + length - 3, 0, 0),
        _ => {
            let from = length - 3;
            let extra = from.ilog2() - 2;
            let code = 257 + 4 * extra as usize + (from >> extra);
            (code, extra, (from & ((1 << extra) - 1)) as u32)
        }
    }
}

/// The number of how far back a repetition began, and its extra bits.
fn distance_code(back: usize) -> (usize, u32, u32) {
    let from = back - 1;
    if from < 4 {
        return (from, 0, 0);
    }
    let extra = from.ilog2() - 1;
    let code = 2 * extra as usize + (from >> extra);
    (code, extra, (from & ((1 << extra) - 1)) as u32)
}

fn write_block(bits: &mut Bits, tokens: &[Token]) {
    let (mut symbols, mut distances) = ([0u32; 286], [0u32; 30]);
    symbols[256] = 1;
    for token in tokens {
        if token.length == 0 {
            symbols[usize::from(token.what)] += 1;
        } else {
            symbols[length_code(token.length.into()).0] += 1;
            distances[distance_code(token.what.into()).0] += 1;
        }
    }
    // A decoder may insist on a distance code even when nothing repeats.
    distances[0] += 1;
    let symbols = Code::of(&symbols, 15);
    let distances = Code::of(&distances, 15);
    write_codes(bits, &symbols, &distances);
    for token in tokens {
        write_token(bits, *token, &symbols, &distances);
    }
    symbols.write(bits, 256);
}

fn write_token(bits: &mut Bits, token: Token, symbols: &Code, distances: &Code) {
    if token.length == 0 {
        return symbols.write(bits, token.what.into());
    }
    // A whole repetition takes at most 48 bits, which fit beside those that wait.
    let (code, extra, value) = length_code(token.length.into());
    symbols.gather(bits, code);
    bits.gather(value, extra);
    let (code, extra, value) = distance_code(token.what.into());
    distances.gather(bits, code);
    bits.put(value, extra);
}

/// The header of the last block with codes of its own.
fn write_codes(bits: &mut Bits, symbols: &Code, distances: &Code) {
    let all = [&symbols.lengths[..], &distances.lengths[..]].concat();
    let runs = zero_runs(&all);
    let mut counts = [0; 19];
    for (symbol, ..) in &runs {
        counts[*symbol] += 1;
    }
    let code = Code::of(&counts, 7);
    let listed = ORDER.iter().rposition(|symbol| code.lengths[*symbol] > 0);
    let listed = listed.map_or(4, |last| last + 1).max(4);
    bits.put(0b101, 3);
    bits.put(symbols.lengths.len() as u32 - 257, 5);
    bits.put(distances.lengths.len() as u32 - 1, 5);
    bits.put(listed as u32 - 4, 4);
    for symbol in &ORDER[..listed] {
        bits.put(code.lengths[*symbol].into(), 3);
    }
    for (symbol, extra, value) in runs {
        code.write(bits, symbol);
        bits.put(value, extra);
    }
}

/// Code lengths with runs of zeros shortened: symbol, extra bits, their value (RFC 1951, 3.2.7).
fn zero_runs(lengths: &[u8]) -> Vec<(usize, u32, u32)> {
    let mut runs = Vec::with_capacity(lengths.len());
    let mut rest = lengths;
    while let [first, ..] = rest {
        let zeros = rest
            .iter()
            .take(138)
            .take_while(|length| **length == 0)
            .count();
        let used = match zeros {
            0..=2 => {
                runs.push((usize::from(*first), 0, 0));
                1
            }
            3..=10 => {
                runs.push((17, 3, zeros as u32 - 3));
                zeros
            }
            _ => {
                runs.push((18, 7, zeros as u32 - 11));
                zeros
            }
        };
        rest = &rest[used..];
    }
    runs
}

/// A prefix code: for each symbol its length (0: it does not occur) and its bits in writing order.
struct Code {
    lengths: Vec<u8>,
    words: Vec<u16>,
}

impl Code {
    /// The best code for symbols that occur so often, with no word longer than `most`.
    fn of(counts: &[u32], most: u8) -> Self {
        let mut lengths = code_lengths(counts);
        // Too long a word: the counts are evened out until all fit. Rare, and the loss is small.
        let mut counts = counts.to_vec();
        while lengths.iter().any(|length| *length > most) {
            for count in counts.iter_mut().filter(|count| **count > 0) {
                *count = *count / 2 + 1;
            }
            lengths = code_lengths(&counts);
        }
        let words = words_of(&lengths);
        Self { lengths, words }
    }

    fn write(&self, bits: &mut Bits, symbol: usize) {
        bits.put(self.words[symbol].into(), self.lengths[symbol].into());
    }

    fn gather(&self, bits: &mut Bits, symbol: usize) {
        bits.gather(self.words[symbol].into(), self.lengths[symbol].into());
    }
}

/// Huffman's lengths: the two rarest are joined until one tree is left.
fn code_lengths(counts: &[u32]) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    let mut leaves: Vec<usize> = (0..counts.len())
        .filter(|symbol| counts[*symbol] > 0)
        .collect();
    leaves.sort_by_key(|symbol| counts[*symbol]);
    if let [only] = leaves[..] {
        lengths[only] = 1;
        return lengths;
    }
    // Nodes: first the leaves, rarest first, then the joints in the order of their making, rarest first too.
    let mut weights: Vec<u32> = leaves.iter().map(|symbol| counts[*symbol]).collect();
    let mut parents = vec![0; leaves.len()];
    let (mut leaf, mut joint) = (0, leaves.len());
    for _ in 1..leaves.len() {
        let mut rarest = || {
            let of_leaves =
                leaf < leaves.len() && (joint >= weights.len() || weights[leaf] <= weights[joint]);
            let next = if of_leaves { &mut leaf } else { &mut joint };
            *next += 1;
            *next - 1
        };
        let (one, other) = (rarest(), rarest());
        parents[one] = weights.len();
        parents[other] = weights.len();
        weights.push(weights[one] + weights[other]);
        parents.push(0);
    }
    let mut depths = vec![0u8; weights.len()];
    for node in (0..weights.len().saturating_sub(1)).rev() {
        depths[node] = depths[parents[node]].saturating_add(1);
    }
    for (symbol, depth) in leaves.into_iter().zip(depths) {
        lengths[symbol] = depth;
    }
    lengths
}

/// The canonical words of these lengths, first bit lowest (RFC 1951, 3.2.2).
fn words_of(lengths: &[u8]) -> Vec<u16> {
    let mut words = vec![0; lengths.len()];
    let mut word = 0u16;
    for length in 1..=15 {
        for symbol in (0..lengths.len()).filter(|symbol| lengths[*symbol] == length) {
            words[symbol] = word.reverse_bits() >> (16 - length);
            word += 1;
        }
        word <<= 1;
    }
    words
}

/// Bits gathered into bytes, the lowest first.
struct Bits {
    /// Those written, with room behind them.
    bytes: Vec<u8>,
    written: usize,
    waiting: u64,
    count: u32,
}

impl Bits {
    fn after(start: &[u8]) -> Self {
        let mut bytes = start.to_vec();
        bytes.resize(32 * 1024, 0);
        Self {
            bytes,
            written: start.len(),
            waiting: 0,
            count: 0,
        }
    }

    /// Adds bits that wait for the next [`Self::put`]; fewer than 8 wait after it, 64 have room.
    fn gather(&mut self, value: u32, count: u32) {
        self.waiting |= u64::from(value) << self.count;
        self.count += count;
    }

    fn put(&mut self, value: u32, count: u32) {
        self.gather(value, count);
        if self.bytes.len() < self.written + 8 {
            self.bytes.resize(2 * self.bytes.len() + 8, 0);
        }
        self.bytes[self.written..self.written + 8].copy_from_slice(&self.waiting.to_le_bytes());
        self.written += self.count as usize / 8;
        self.waiting >>= self.count & !7;
        self.count &= 7;
    }

    fn finish(mut self) -> Vec<u8> {
        self.put(0, 7);
        self.bytes.truncate(self.written);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the `png` crate, an independent reader, makes of our stream.
    fn read_back(bytes: &[u8]) -> Vec<u8> {
        let rows = [&[0], bytes].concat();
        let mut file = Vec::new();
        let encoder = png::Encoder::new(&mut file, bytes.len() as u32, 1);
        let mut writer = encoder.write_header().expect("memory takes everything");
        let stream = zlib(&rows, 100);
        writer
            .write_chunk(png::chunk::IDAT, &stream)
            .expect("memory takes everything");
        writer.finish().expect("memory takes everything");
        let decoder = png::Decoder::new(std::io::Cursor::new(file));
        let mut reader = decoder.read_info().expect("a header");
        let mut read = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut read).expect("a correct stream");
        read
    }

    #[test]
    fn every_kind_of_bytes_reads_back() {
        let mut seed = 7u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        let mut cases = vec![vec![0], vec![1, 2, 3], vec![9; 5], vec![7; 100_000]];
        cases.push((0..70_000u32).map(|n| (n / 300 * 7) as u8).collect());
        cases.push((0..70_000).map(|_| random() as u8).collect());
        cases.push((0..70_000).map(|_| (random() % 4 / 3) as u8).collect());
        // Counts like Fibonacci's make the longest words: they must be cut to fifteen bits.
        let fibonacci = (1..24).scan((1usize, 1), |(one, two), symbol: u8| {
            (*one, *two) = (*two, *one + *two);
            Some(std::iter::repeat_n(symbol, *one))
        });
        let mut skewed: Vec<u8> = fibonacci.flatten().collect();
        for index in (1..skewed.len()).rev() {
            skewed.swap(
                index,
                random() as usize * 65_536 % (index + 1)
                    + random() as usize % (index + 1).min(7) / 7,
            );
        }
        cases.push(skewed);
        for length in 0..600 {
            cases.push((0..length).map(|n| (n % 263) as u8).collect());
        }
        for case in cases.iter().filter(|case| !case.is_empty()) {
            assert!(
                read_back(case) == *case,
                "{} bytes from {:?}",
                case.len(),
                &case[..case.len().min(8)]
            );
        }
    }

    #[test]
    fn lengths_and_distances_have_the_numbers_of_the_format() {
        // From the tables of RFC 1951, section 3.2.5.
        for (length, expected) in [
            (3, (257, 0, 0)),
            (10, (264, 0, 0)),
            (11, (265, 1, 0)),
            (12, (265, 1, 1)),
            (13, (266, 1, 0)),
            (18, (268, 1, 1)),
            (19, (269, 2, 0)),
            (257, (284, 5, 30)),
            (258, (285, 0, 0)),
        ] {
            assert_eq!(length_code(length), expected, "{length}");
        }
        for (back, expected) in [
            (1, (0, 0, 0)),
            (4, (3, 0, 0)),
            (5, (4, 1, 0)),
            (6, (4, 1, 1)),
            (7, (5, 1, 0)),
            (1000, (19, 8, 231)),
            (32_767, (29, 13, 8190)),
        ] {
            assert_eq!(distance_code(back), expected, "{back}");
        }
    }

    #[test]
    fn no_word_is_longer_than_allowed() {
        let counts: Vec<u32> = (0..30).map(|symbol| 1 << symbol).collect();
        for most in [5, 7, 15] {
            let code = Code::of(&counts, most);
            assert!(
                code.lengths
                    .iter()
                    .all(|length| *length <= most && *length > 0)
            );
            let filled: u32 = code.lengths.iter().map(|length| 1 << (15 - length)).sum();
            assert_eq!(filled, 1 << 15, "the code wastes words");
        }
    }
}
