//! What bytes are told by: a byte itself, or so many bytes as they stood so far back (RFC 1951, 2).

use super::STRIDE;

/// A shorter repetition is not one.
pub(super) const SHORTEST: usize = 3;
/// A longer one is told in parts.
pub(super) const LONGEST: usize = 258;
/// Nothing is repeated from further back.
pub(super) const WINDOW: usize = 32 * 1024;
/// So many different bytes there are.
pub(super) const BYTES: usize = 256;

/// A byte, or so many bytes as they stood so far back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// The byte, or [`BYTES`] and the length of a repetition.
    pub(super) what: u16,
    /// 0 for a byte.
    pub(super) back: u16,
}

impl Token {
    pub(super) fn byte(byte: u8) -> Self {
        Self {
            what: byte.into(),
            back: 0,
        }
    }

    /// So many bytes, [`SHORTEST`] to [`LONGEST`], as they stood so far back, 1 to [`WINDOW`].
    pub(super) fn again(length: usize, back: usize) -> Self {
        Self {
            what: (BYTES + length) as u16,
            back: back as u16,
        }
    }

    /// How many bits it takes, as far as that can be known before the code of a picture is made.
    pub(super) fn cost(self) -> u32 {
        match self.back {
            0 => BYTE_COST,
            back => cost_of_length(usize::from(self.what) - BYTES) + cost_of_back(back.into()),
        }
    }
}

/// What so long a repetition takes of that.
#[inline]
pub(super) fn cost_of_length(length: usize) -> u32 {
    LENGTH_COSTS[length].into()
}

/// What it takes to say from so far back.
pub(super) fn cost_of_back(back: usize) -> u32 {
    match back {
        1 => NEAREST_COST,
        STRIDE => ABOVE_COST + more(back - 1, 2),
        _ => BACK_COST + more(back - 1, 2),
    }
}

/// What the symbols of bytes, of lengths and of distances take in most pictures: the byte before and the row above are often told.
pub(super) const BYTE_COST: u32 = 7;
const LENGTH_COST: u32 = 6;
const NEAREST_COST: u32 = 2;
const ABOVE_COST: u32 = 2;
const BACK_COST: u32 = 6;

/// How many bits stand behind the symbol of a number, where so many symbols share a length (RFC 1951, 3.2.5).
const fn more(number: usize, share: usize) -> u32 {
    match (number / share).checked_ilog2() {
        Some(bits) => bits,
        None => 0,
    }
}

/// By length.
static LENGTH_COSTS: [u8; LONGEST + 1] = {
    let mut costs = [0; LONGEST + 1];
    let mut length = SHORTEST;
    while length <= LONGEST {
        costs[length] = (LENGTH_COST + more(length - SHORTEST, 4)) as u8;
        length += 1;
    }
    costs
};
