//! Tokens as one block of deflate with codes of its own (RFC 1951, 3.2).

use std::sync::LazyLock;

use super::lengths::lengths;
use super::tokens::{LONGEST, SHORTEST, Said, Token};

/// The symbol behind the last token.
const END: usize = 256;
/// The symbols of bytes, of the end and of lengths, and those of distances.
const SYMBOLS: usize = 286;
const DISTANCES: usize = 30;
/// No code of either is longer; no code of their lengths either.
const MOST_BITS: u8 = 15;
const MOST_BITS_OF_LENGTHS: u8 = 7;
/// In this order the lengths of the code of lengths stand.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// A symbol, and what is written behind it: so many bits of the number less its base.
#[derive(Clone, Copy, Default)]
struct Step {
    symbol: u16,
    base: u16,
    bits: u8,
}

/// The symbols of lengths and of distances (RFC 1951, 3.2.5).
struct Steps {
    lengths: [Step; LONGEST + 1],
    /// Of distances up to 256, by the distance less 1.
    near: [Step; 256],
    /// Of the others, by the distance less 1 in steps of 128.
    far: [Step; 256],
}

static STEPS: LazyLock<Steps> = LazyLock::new(Steps::new);

impl Steps {
    fn new() -> Self {
        let mut lengths = [Step::default(); LONGEST + 1];
        let mut base = SHORTEST as u16;
        for symbol in 0..28_u16 {
            let bits = (symbol / 4).saturating_sub(1) as u8;
            let step = Step {
                symbol: END as u16 + 1 + symbol,
                base,
                bits,
            };
            base += 1 << bits;
            let end = LONGEST.min(base.into());
            lengths[step.base.into()..end].fill(step);
        }
        // The longest has a symbol of its own.
        lengths[LONGEST] = Step {
            symbol: SYMBOLS as u16 - 1,
            base: LONGEST as u16,
            bits: 0,
        };
        let (mut near, mut far) = ([Step::default(); 256], [Step::default(); 256]);
        let mut base = 1;
        for symbol in 0..DISTANCES as u16 {
            let bits = (symbol / 2).saturating_sub(1) as u8;
            let step = Step { symbol, base, bits };
            let (first, end) = (usize::from(base) - 1, usize::from(base) - 1 + (1 << bits));
            if end <= near.len() {
                near[first..end].fill(step);
            } else {
                far[first / 128..end / 128].fill(step);
            }
            base = base.saturating_add(1 << bits);
        }
        Self { lengths, near, far }
    }

    #[inline]
    fn distance(&self, back: usize) -> Step {
        let from_0 = back - 1;
        match self.near.get(from_0) {
            Some(step) => *step,
            None => self.far[from_0 / 128],
        }
    }
}

/// Writes these tokens as the only block of a stream.
pub(super) fn write(tokens: &[Token], into: &mut Vec<u8>) {
    let steps = &*STEPS;
    let (symbols, distances) = used(tokens, steps);
    let symbols = Code::new(&symbols, MOST_BITS);
    let distances = Code::new(&distances, MOST_BITS);
    let mut bits = Bits::new(into);
    // The last block, with codes of its own.
    bits.put(1, 1);
    bits.put(2, 2);
    put_codes(&mut bits, &symbols, &distances);
    for token in tokens {
        match token.said() {
            Said::Byte(byte) => symbols.put(&mut bits, byte.into()),
            Said::Again { length, back } => {
                put_step(&mut bits, &symbols, steps.lengths[length], length);
                put_step(&mut bits, &distances, steps.distance(back), back);
            }
        }
    }
    symbols.put(&mut bits, END);
    bits.finish();
}

/// How often each symbol is used.
fn used(tokens: &[Token], steps: &Steps) -> ([u32; SYMBOLS], [u32; DISTANCES]) {
    let (mut symbols, mut distances) = ([0; SYMBOLS], [0; DISTANCES]);
    symbols[END] = 1;
    for token in tokens {
        match token.said() {
            Said::Byte(byte) => symbols[usize::from(byte)] += 1,
            Said::Again { length, back } => {
                symbols[usize::from(steps.lengths[length].symbol)] += 1;
                distances[usize::from(steps.distance(back).symbol)] += 1;
            }
        }
    }
    (symbols, distances)
}

fn put_step(bits: &mut Bits<'_>, code: &Code, step: Step, number: usize) {
    code.put(bits, step.symbol.into());
    bits.put(number as u32 - u32::from(step.base), step.bits);
}

/// A code: for each symbol its bits, the first one lowest.
struct Code {
    bits: Vec<u16>,
    lengths: Vec<u8>,
}

impl Code {
    fn new(often: &[u32], most: u8) -> Self {
        let lengths = lengths(often, most);
        let mut next = first_codes(&lengths);
        let bits = lengths.iter().map(|length| {
            let code = &mut next[usize::from(*length)];
            *code += 1;
            let turned = (*code - 1).reverse_bits();
            turned.checked_shr(16 - u32::from(*length)).unwrap_or(0)
        });
        let bits = bits.collect();
        Self { bits, lengths }
    }

    #[inline]
    fn put(&self, bits: &mut Bits<'_>, symbol: usize) {
        bits.put(self.bits[symbol].into(), self.lengths[symbol]);
    }
}

/// The first code of each length (RFC 1951, 3.2.2).
fn first_codes(lengths: &[u8]) -> [u16; 16] {
    let mut counts = [0_u16; 16];
    for length in lengths.iter().filter(|length| **length > 0) {
        counts[usize::from(*length)] += 1;
    }
    let mut first = [0; 16];
    for length in 1..first.len() {
        first[length] = (first[length - 1] + counts[length - 1]) << 1;
    }
    first
}

/// Writes both codes down: the lengths of their symbols, in a code of their own (RFC 1951, 3.2.7).
fn put_codes(bits: &mut Bits<'_>, symbols: &Code, distances: &Code) {
    let all = [&symbols.lengths[..], &distances.lengths].concat();
    let runs = runs(&all);
    let mut used = [0; ORDER.len()];
    for run in &runs {
        used[usize::from(run.symbol)] += 1;
    }
    let code = Code::new(&used, MOST_BITS_OF_LENGTHS);
    bits.put((SYMBOLS - END - 1) as u32, 5);
    bits.put((DISTANCES - 1) as u32, 5);
    bits.put((ORDER.len() - 4) as u32, 4);
    for symbol in ORDER {
        bits.put(code.lengths[symbol].into(), 3);
    }
    for run in runs {
        code.put(bits, run.symbol.into());
        bits.put(run.more, run.bits);
    }
}

/// A length, or how often the one before or none comes again: a symbol with so many bits more.
struct Run {
    symbol: u8,
    more: u32,
    bits: u8,
}

fn runs(lengths: &[u8]) -> Vec<Run> {
    let mut runs = Vec::new();
    for alike in lengths.chunk_by(|one, other| one == other) {
        let (length, mut left) = (alike[0], alike.len());
        let plain = Run {
            symbol: length,
            more: 0,
            bits: 0,
        };
        if length > 0 {
            runs.push(plain);
            left -= 1;
        }
        while left > 0 {
            let (run, taken) = run(length, left);
            runs.push(run);
            left -= taken;
        }
    }
    runs
}

/// The next run of so many lengths that are alike, and how many it takes; of others than 0 one stands before it.
fn run(length: u8, left: usize) -> (Run, usize) {
    let (symbol, least, most, bits) = match (length, left) {
        (_, ..3) => (length, 1, 1, 0),
        (0, 3..11) => (17, 3, 10, 3),
        (0, 11..) => (18, 11, 138, 7),
        (1.., 3..) => (16, 3, 6, 2),
    };
    let taken = left.min(most);
    let more = (taken - least) as u32;
    (Run { symbol, more, bits }, taken)
}

/// Bits behind one another, the lowest of each byte first.
struct Bits<'a> {
    bytes: &'a mut Vec<u8>,
    waiting: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self {
            bytes,
            waiting: 0,
            count: 0,
        }
    }

    #[inline]
    fn put(&mut self, bits: u32, count: u8) {
        self.waiting |= u64::from(bits) << self.count;
        self.count += u32::from(count);
        if self.count >= u32::BITS {
            self.bytes
                .extend_from_slice(&(self.waiting as u32).to_le_bytes());
            self.waiting >>= u32::BITS;
            self.count -= u32::BITS;
        }
    }

    fn finish(self) {
        let left = self.count.div_ceil(8) as usize;
        self.bytes
            .extend_from_slice(&self.waiting.to_le_bytes()[..left]);
    }
}
