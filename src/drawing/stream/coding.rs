//! Tokens as one block of deflate with codes of its own (RFC 1951, 3.2).

use std::iter;
use std::sync::LazyLock;

use super::lengths::lengths;
use super::token::{BYTES, LONGEST, SHORTEST, Token, WINDOW};

/// The symbol behind the last token.
const END: usize = 256;
/// The symbols of bytes, of the end and of lengths, and those of distances.
const SYMBOLS: usize = 286;
const DISTANCES: usize = 30;
/// Stands for the distance of a byte, which has none.
const NOWHERE: usize = DISTANCES;
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

/// All that a token can say.
const WHATS: usize = BYTES + LONGEST + 1;
/// How far back, in steps of 1 up to 256 and of 128 beyond; the last one is that of a byte, which is nowhere else.
const BACKS: usize = 768;

/// The symbols of what tokens say, and of how far back it stood (RFC 1951, 3.2.5).
struct Steps {
    whats: [Step; WHATS],
    backs: [Step; BACKS],
}

static STEPS: LazyLock<Steps> = LazyLock::new(Steps::new);

impl Steps {
    fn new() -> Self {
        let mut whats = [Step::default(); WHATS];
        for (symbol, step) in (0..).zip(&mut whats[..BYTES]) {
            (step.symbol, step.base) = (symbol, symbol);
        }
        let mut base = (BYTES + SHORTEST) as u16;
        for symbol in 0..28_u16 {
            let bits = (symbol / 4).saturating_sub(1) as u8;
            let step = Step {
                symbol: END as u16 + 1 + symbol,
                base,
                bits,
            };
            base += 1 << bits;
            let end = (WHATS - 1).min(base.into());
            whats[step.base.into()..end].fill(step);
        }
        // The longest has a symbol of its own.
        whats[WHATS - 1] = Step {
            symbol: SYMBOLS as u16 - 1,
            base: WHATS as u16 - 1,
            bits: 0,
        };
        Self {
            whats,
            backs: backs(),
        }
    }
}

fn backs() -> [Step; BACKS] {
    let mut backs = [Step::default(); BACKS];
    backs[place_of(0)].symbol = NOWHERE as u16;
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

/// Where in the table of distances this one stands.
#[inline]
fn place_of(back: u16) -> usize {
    let from_0 = back.wrapping_sub(1);
    let (near, far) = (from_0, 256 + (from_0 >> 7));
    usize::from(if from_0 < 256 { near } else { far })
}

/// So many tokens take no more bytes while they are written.
pub(super) fn room(tokens: usize) -> usize {
    tokens * Bits::TOKEN + Bits::REST
}

/// Writes these tokens as the only block of a stream.
pub(super) fn write(tokens: &[Token], into: &mut Vec<u8>) {
    let steps = &*STEPS;
    let (symbols, distances) = used(tokens, steps);
    let symbols = Code::new(&symbols, MOST_BITS);
    let distances = Code::new(&distances[..DISTANCES], MOST_BITS);
    let whats: [Written; WHATS] =
        std::array::from_fn(|what| symbols.leaf(steps.whats[what]).written(what as u16));
    let backs = steps.backs.map(|step| distances.leaf(step));
    let end = into.len();
    into.resize(end + room(tokens.len()), 0);
    let mut bits = Bits::new(&mut into[end..]);
    // The last block, with codes of its own.
    bits.put(1, 1);
    bits.put(2, 2);
    put_codes(&mut bits, &symbols, &distances);
    for token in tokens {
        let back = backs[place_of(token.back)].written(token.back);
        bits.put_long(whats[usize::from(token.what)].followed_by(back));
    }
    symbols.put(&mut bits, END);
    let length = bits.finish();
    into.truncate(end + length);
}

/// How often each symbol is used.
fn used(tokens: &[Token], steps: &Steps) -> ([u32; SYMBOLS], [u32; NOWHERE + 1]) {
    let (mut whats, mut backs) = ([0_u32; WHATS], [0_u32; BACKS]);
    for token in tokens {
        whats[usize::from(token.what)] += 1;
        backs[place_of(token.back)] += 1;
    }
    let (mut symbols, mut distances) = ([0; SYMBOLS], [0; NOWHERE + 1]);
    symbols[END] = 1;
    for (step, often) in iter::zip(&steps.whats, whats) {
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
        bits.put(self.bits[symbol].into(), self.lengths[symbol]);
    }

    /// Nothing for the symbol of a place that is nowhere.
    fn leaf(&self, step: Step) -> Leaf {
        let symbol = usize::from(step.symbol);
        let length = self.lengths.get(symbol).copied().unwrap_or(0);
        Leaf {
            bits: self.bits.get(symbol).copied().unwrap_or(0),
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
    /// A token takes no more bytes: two symbols of 15 bits, with 5 and 13 behind them.
    const TOKEN: usize = 6;
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
