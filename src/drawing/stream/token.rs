//! What bytes are told by: some by themselves, then so many as they stood so far back (RFC 1951, 2).

use super::STRIDE;

/// A shorter repetition is not one.
pub(super) const SHORTEST: usize = 3;
/// A longer one is told in parts.
pub(super) const LONGEST: usize = 258;
/// Nothing is repeated from further back.
pub(super) const WINDOW: usize = 32 * 1024;
/// So many different bytes there are.
pub(super) const BYTES: usize = 256;
/// So many different lengths a repetition may have.
pub(super) const LENGTHS: usize = LONGEST - SHORTEST + 1;
/// More bytes that are told by themselves take one more token.
pub(super) const MOST_ALONE: usize = u8::MAX as usize;

/// So many bytes that are told by themselves, and so many behind them as they stood so far back. Which bytes those are stands in the
/// picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    alone: u8,
    /// Less [`SHORTEST`].
    length: u8,
    /// 0 if nothing is repeated.
    back: u16,
}

impl Token {
    /// So many bytes by themselves, up to [`MOST_ALONE`], and no repetition.
    pub(super) fn alone(alone: usize) -> Self {
        Self {
            alone: alone as u8,
            length: 0,
            back: 0,
        }
    }

    /// So many bytes by themselves, up to [`MOST_ALONE`], then so many, [`SHORTEST`] to [`LONGEST`], as they stood so far back, 1 to
    /// [`WINDOW`].
    #[inline]
    pub(super) fn again(alone: usize, length: usize, back: usize) -> Self {
        Self {
            alone: alone as u8,
            length: (length - SHORTEST) as u8,
            back: back as u16,
        }
    }

    /// How many bytes are told by themselves.
    #[inline]
    pub(super) fn bytes(self) -> usize {
        self.alone.into()
    }

    /// What is repeated behind them, if anything is.
    #[inline]
    pub(super) fn repeated(self) -> Option<Again> {
        let Self { length, back, .. } = self;
        (back > 0).then_some(Again { length, back })
    }

    /// The same behind so many bytes more that are told by themselves; [`MOST_ALONE`] of both.
    #[inline]
    pub(super) fn behind(self, more: usize) -> Self {
        Self {
            alone: (self.bytes() + more) as u8,
            ..self
        }
    }

    /// How many bits it takes, as far as that can be known before the code of a picture is made.
    pub(super) fn cost(self) -> u32 {
        let again = self.repeated().map_or(0, |again| {
            cost_of_length(again.len()) + cost_of_back(again.back.into())
        });
        u32::from(self.alone) * BYTE_COST + again
    }
}

/// So many bytes as they stood so far back.
#[derive(Clone, Copy)]
pub(super) struct Again {
    /// Less [`SHORTEST`].
    pub(super) length: u8,
    pub(super) back: u16,
}

impl Again {
    /// How many bytes they are.
    #[inline]
    pub(super) fn len(self) -> usize {
        SHORTEST + usize::from(self.length)
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
