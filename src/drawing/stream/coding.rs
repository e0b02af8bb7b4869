//! Tokens as one block of deflate with codes of its own (RFC 1951, 3.2).

use std::iter;
use std::sync::LazyLock;

use super::lengths::lengths;
use super::token::{BYTES, LENGTHS, Token, WINDOW};

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

/// How far back, in steps of 1 up to 256 and of 128 beyond.
const BACKS: usize = 512;

/// The symbols of lengths, less the shortest, and of how far back it stood (RFC 1951, 3.2.5).
struct Steps {
    lengths: [Step; LENGTHS],
    backs: [Step; BACKS],
}

static STEPS: LazyLock<Steps> = LazyLock::new(Steps::new);

impl Steps {
    fn new() -> Self {
        let mut lengths = [Step::default(); LENGTHS];
        let mut base = 0;
        for symbol in 0..28_u16 {
            let bits = (symbol / 4).saturating_sub(1) as u8;
            let step = Step {
                symbol: END as u16 + 1 + symbol,
                base,
                bits,
            };
            base += 1 << bits;
            let end = (LENGTHS - 1).min(base.into());
            lengths[step.base.into()..end].fill(step);
        }
        // The longest has a symbol of its own.
        lengths[LENGTHS - 1] = Step {
            symbol: SYMBOLS as u16 - 1,
            base: LENGTHS as u16 - 1,
            bits: 0,
        };
        Self {
            lengths,
            backs: backs(),
        }
    }
}

fn backs() -> [Step; BACKS] {
    let mut backs = [Step::default(); BACKS];
    let mut base = 1;
    for symbol in 0..DISTANCES as u16 {
        let bits = (symbol / 2).saturating_sub(1) as u8;
        let step = Step { symbol, base, bits };
        let last = base.saturating_add((1 << bits) - 1).min(WINDOW as u16);
        backs[place_of(base)..=place_of(last)].fill(step);
        base = base.saturating_add(1 << bits);
    }
    backs
}

/// Where in the table of distances this one stands, from 1.
#[inline]
fn place_of(back: u16) -> usize {
    let from_0 = back - 1;
    let (near, far) = (from_0, 256 + (from_0 >> 7));
    usize::from(if from_0 < 256 { near } else { far })
}

/// Writes these bytes, as the tokens tell them, as the only block of a stream.
pub(super) fn write(bytes: &[u8], tokens: &[Token], into: &mut Vec<u8>) {
    let steps = &*STEPS;
    let (symbols, distances) = used(bytes, tokens, steps);
    let symbols = Code::new(&symbols, MOST_BITS);
    let distances = Code::new(&distances, MOST_BITS);
    let alone: [Written; BYTES] = std::array::from_fn(|byte| symbols.of(byte));
    let lengths: [Written; LENGTHS] = std::array::from_fn(|length| {
        let step = steps.lengths[length];
        symbols.leaf(step).written(length as u16)
    });
    let backs = steps.backs.map(|step| distances.leaf(step));
    let end = into.len();
    into.resize(end + room(tokens), 0);
    let mut bits = Bits::new(&mut into[end..]);
    // The last block, with codes of its own.
    bits.put(1, 1);
    bits.put(2, 2);
    put_codes(&mut bits, &symbols, &distances);
    let mut left = bytes;
    for token in tokens {
        let by_themselves;
        (by_themselves, left) = left.split_at(token.bytes());
        let (threes, few) = by_themselves.as_chunks();
        for three in threes {
            let [one, two, three] = three.map(|byte: u8| alone[usize::from(byte)]);
            bits.put_long(one.followed_by(two).followed_by(three));
        }
        for byte in few {
            bits.put_long(alone[usize::from(*byte)]);
        }
        if let Some(again) = token.repeated() {
            let back = backs[place_of(again.back)].written(again.back);
            bits.put_long(lengths[usize::from(again.length)].followed_by(back));
            left = &left[again.len()..];
        }
    }
    symbols.put(&mut bits, END);
    let length = bits.finish();
    into.truncate(end + length);
}

/// So many bytes are enough to write these tokens.
fn room(tokens: &[Token]) -> usize {
    let alone: usize = tokens.iter().map(|token| token.bytes()).sum();
    alone * Bits::ALONE + tokens.len() * Bits::AGAIN + Bits::REST
}

/// How often each symbol is used.
fn used(bytes: &[u8], tokens: &[Token], steps: &Steps) -> ([u32; SYMBOLS], [u32; DISTANCES]) {
    let (mut lengths, mut backs) = ([0_u32; LENGTHS], [0_u32; BACKS]);
    let (mut symbols, mut distances) = ([0; SYMBOLS], [0; DISTANCES]);
    let mut left = bytes;
    for token in tokens {
        let alone;
        (alone, left) = left.split_at(token.bytes());
        for byte in alone {
            symbols[usize::from(*byte)] += 1;
        }
        if let Some(again) = token.repeated() {
            lengths[usize::from(again.length)] += 1;
            backs[place_of(again.back)] += 1;
            left = &left[again.len()..];
        }
    }
    symbols[END] = 1;
    for (step, often) in iter::zip(&steps.lengths, lengths) {
        symbols[usize::from(step.symbol)] += often;
    }
    for (step, often) in iter::zip(&steps.backs, backs) {
        distances[usize::from(step.symbol)] += often;
    }
    (symbols, distances)
}

/// What is written for a step: the bits of its symbol, and behind them how far from its base a number is.
#[derive(Clone, Copy, Default)]
struct Leaf {
    bits: u16,
    base: u16,
    length: u8,
    count: u8,
}

impl Leaf {
    #[inline]
    fn written(self, number: u16) -> Written {
        Written {
            bits: u64::from(self.bits) | u64::from(number - self.base) << self.length,
            count: self.count.into(),
        }
    }
}

/// So many bits, the first one lowest.
#[derive(Clone, Copy, Default)]
struct Written {
    bits: u64,
    count: u32,
}

impl Written {
    #[inline]
    fn followed_by(self, next: Self) -> Self {
        Self {
            bits: self.bits | next.bits << self.count,
            count: self.count + next.count,
        }
    }
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
        bits.put_long(self.of(symbol));
    }

    #[inline]
    fn of(&self, symbol: usize) -> Written {
        Written {
            bits: self.bits[symbol].into(),
            count: self.lengths[symbol].into(),
        }
    }

    fn leaf(&self, step: Step) -> Leaf {
        let symbol = usize::from(step.symbol);
        let length = self.lengths[symbol];
        Leaf {
            bits: self.bits[symbol],
            base: step.base,
            length,
            count: length + step.bits,
        }
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
    /// What is written, and room for more behind it.
    bytes: &'a mut [u8],
    end: usize,
    waiting: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    /// A byte by itself takes no more bytes, a symbol of 15 bits, and neither does a repetition: two, with 5 and 13 bits behind them.
    const ALONE: usize = 2;
    const AGAIN: usize = 6;
    /// Nor do the codes and what stands behind the last token, and a word is written at once.
    const REST: usize = 1024;

    fn new(bytes: &'a mut [u8]) -> Self {
        Self {
            bytes,
            end: 0,
            waiting: 0,
            count: 0,
        }
    }

    #[inline]
    fn put(&mut self, bits: u32, count: u8) {
        self.put_long(Written {
            bits: bits.into(),
            count: count.into(),
        });
    }

    /// Fewer than eight bits wait between calls, so up to 56 have room.
    #[inline]
    fn put_long(&mut self, Written { bits, count }: Written) {
        self.waiting |= bits << self.count;
        self.count += count;
        self.bytes[self.end..self.end + 8].copy_from_slice(&self.waiting.to_le_bytes());
        let whole = self.count / 8;
        self.end += whole as usize;
        self.waiting >>= whole * 8;
        self.count %= 8;
    }

    /// How many bytes it takes.
    fn finish(self) -> usize {
        self.end + self.count.div_ceil(8) as usize
    }
}
