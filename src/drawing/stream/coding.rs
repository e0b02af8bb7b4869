//! Codes of deflate (RFC 1951, 3.2), and bits behind one another.
//!
//! A code is not made for each picture: all pictures of a kind are written in the same one (`kinds`), so that what a piece takes
//! can be written beforehand.

use std::sync::LazyLock;

use super::lengths::lengths;
use super::{LONGEST, SHORTEST, WINDOW};

/// The symbol behind the last byte.
pub(super) const END: usize = 256;
/// The symbols of bytes, of the end and of lengths, and those of distances.
pub(super) const SYMBOLS: usize = 286;
pub(super) const DISTANCES: usize = 30;
/// No code of either is longer; no code of their lengths either.
#[cfg(test)]
pub(super) const MOST_BITS: u8 = 15;
const MOST_BITS_OF_LENGTHS: u8 = 7;
/// In this order the lengths of the code of lengths stand.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// So many different bytes there are.
const BYTES: usize = 256;
/// So many different lengths a repetition may have.
const LENGTHS: usize = LONGEST - SHORTEST + 1;

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

/// What is written for each byte, each repetition and the end of a picture.
pub(super) struct Code {
    /// What stands before the first byte: that this is the only block, that it has codes of its own, and these.
    head: Vec<Written>,
    bytes: [Written; BYTES],
    /// Less [`SHORTEST`].
    lengths: [Written; LENGTHS],
    backs: [Leaf; BACKS],
    end: Written,
}

impl Code {
    /// The code in which each symbol and each distance has so many bits.
    pub(super) fn of(symbols: &[u8; SYMBOLS], distances: &[u8; DISTANCES]) -> Self {
        let steps = &*STEPS;
        let head = head(symbols, distances);
        let (symbols, distances) = (Leaves::of(symbols), Leaves::of(distances));
        Self {
            head,
            bytes: std::array::from_fn(|byte| symbols.written(byte)),
            lengths: std::array::from_fn(|length| {
                let leaf = symbols.leaf(steps.lengths[length]);
                leaf.written(length as u16)
            }),
            backs: steps.backs.map(|step| distances.leaf(step)),
            end: symbols.written(END),
        }
    }

    /// A byte by itself.
    #[inline]
    pub(super) fn byte(&self, byte: u8) -> Written {
        self.bytes[usize::from(byte)]
    }

    /// So many bytes, [`SHORTEST`] to [`LONGEST`], as they stood so far back, 1 to [`WINDOW`].
    #[inline]
    pub(super) fn again(&self, length: usize, back: usize) -> Written {
        self.length(length).followed_by(self.back(back))
    }

    /// The first half of that.
    #[inline]
    pub(super) fn length(&self, length: usize) -> Written {
        self.lengths[length - SHORTEST]
    }

    /// The second half of that.
    #[inline]
    pub(super) fn back(&self, back: usize) -> Written {
        let back = back as u16;
        self.backs[place_of(back)].written(back)
    }

    /// What stands before the first byte of a picture.
    pub(super) fn head(&self) -> &[Written] {
        &self.head
    }

    /// What stands behind the last one.
    pub(super) fn end(&self) -> Written {
        self.end
    }
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
pub(super) struct Written {
    bits: u64,
    count: u32,
}

impl Written {
    fn new(bits: u32, count: u8) -> Self {
        Self {
            bits: bits.into(),
            count: count.into(),
        }
    }

    #[inline]
    fn followed_by(self, next: Self) -> Self {
        Self {
            bits: self.bits | next.bits << self.count,
            count: self.count + next.count,
        }
    }

    /// How many they are.
    #[inline]
    pub(super) fn count(self) -> u32 {
        self.count
    }
}

/// The bits of symbols of which so many bits each are known, the first one lowest.
struct Leaves<'a> {
    bits: Vec<u16>,
    lengths: &'a [u8],
}

impl<'a> Leaves<'a> {
    fn of(lengths: &'a [u8]) -> Self {
        let mut next = first_codes(lengths);
        let bits = lengths.iter().map(|length| {
            let code = &mut next[usize::from(*length)];
            *code += 1;
            let turned = (*code - 1).reverse_bits();
            turned.checked_shr(16 - u32::from(*length)).unwrap_or(0)
        });
        let bits = bits.collect();
        Self { bits, lengths }
    }

    fn written(&self, symbol: usize) -> Written {
        Written::new(self.bits[symbol].into(), self.lengths[symbol])
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

/// The beginning of the last block, which has codes of its own: the lengths of their symbols, in a code of their own (RFC 1951, 3.2.7).
fn head(symbols: &[u8], distances: &[u8]) -> Vec<Written> {
    let runs = runs(&[symbols, distances].concat());
    let mut used = [0; ORDER.len()];
    for run in &runs {
        used[usize::from(run.symbol)] += 1;
    }
    let lengths = lengths(&used, MOST_BITS_OF_LENGTHS);
    let code = Leaves::of(&lengths);
    let counts = [
        Written::new(1, 1),
        Written::new(2, 2),
        Written::new((SYMBOLS - END - 1) as u32, 5),
        Written::new((DISTANCES - 1) as u32, 5),
        Written::new((ORDER.len() - 4) as u32, 4),
    ];
    let of_lengths = ORDER.map(|symbol| Written::new(lengths[symbol].into(), 3));
    let runs = runs.iter().flat_map(|run| {
        let more = Written::new(run.more, run.bits);
        [code.written(run.symbol.into()), more]
    });
    counts.into_iter().chain(of_lengths).chain(runs).collect()
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
#[derive(Default)]
pub(super) struct Bits {
    /// What is written, and room for more behind it.
    bytes: Vec<u8>,
    end: usize,
    waiting: u64,
    count: u32,
}

/// So many bytes are written at once.
const WORD: usize = 8;
/// Of bits that stand in bytes already so many are put at once: with those that wait they are fewer than a word has.
const AT_ONCE: u32 = 56;

impl Bits {
    /// With these bytes before them, and room for about so many bytes.
    pub(super) fn behind(bytes: &[u8], room: usize) -> Self {
        let mut all = vec![0; room.max(bytes.len())];
        all[..bytes.len()].copy_from_slice(bytes);
        Self {
            bytes: all,
            end: bytes.len(),
            ..Self::default()
        }
    }

    /// Puts bytes by themselves.
    #[inline]
    pub(super) fn put_bytes(&mut self, bytes: &[u8], code: &Code) {
        // None takes more than 15 bits.
        self.make_room(bytes.len() * 2);
        let (threes, few) = bytes.as_chunks();
        for three in threes {
            let [one, two, three] = three.map(|byte: u8| code.byte(byte));
            self.put_within(one.followed_by(two).followed_by(three));
        }
        for byte in few {
            self.put_within(code.byte(*byte));
        }
    }

    /// Puts up to 56 bits.
    #[inline]
    pub(super) fn put(&mut self, written: Written) {
        self.make_room(WORD);
        self.put_within(written);
    }

    /// Puts so many bits, which stand at the beginning of these bytes; a word more must stand behind them.
    #[inline]
    pub(super) fn put_all(&mut self, bytes: &[u8], count: u32) {
        self.make_room(count as usize / 8);
        let (mut left, mut from) = (count, 0);
        while left > 0 {
            let word = bytes[from..].first_chunk().copied().unwrap_or_default();
            let count = left.min(AT_ONCE);
            self.put_within(Written {
                bits: u64::from_le_bytes(word) & ((1 << count) - 1),
                count,
            });
            left -= count;
            from += AT_ONCE as usize / 8;
        }
    }

    /// Lets so many bytes be written, and a word behind them.
    #[inline]
    fn make_room(&mut self, bytes: usize) {
        let end = self.end + bytes + 2 * WORD;
        if end > self.bytes.len() {
            self.grow(end);
        }
    }

    #[cold]
    fn grow(&mut self, end: usize) {
        self.bytes.resize(end.max(self.bytes.len() * 2), 0);
    }

    /// Fewer than eight bits wait between calls, so up to 56 have room.
    #[inline]
    fn put_within(&mut self, Written { bits, count }: Written) {
        self.waiting |= bits << self.count;
        self.count += count;
        self.bytes[self.end..self.end + WORD].copy_from_slice(&self.waiting.to_le_bytes());
        let whole = self.count / 8;
        self.end += whole as usize;
        self.waiting >>= whole * 8;
        self.count %= 8;
    }

    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        (self.end * 8) as u32 + self.count
    }

    /// All of them in bytes, the last one filled up.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let length = self.end + self.count.div_ceil(8) as usize;
        self.bytes.truncate(length);
        self.bytes
    }
}
