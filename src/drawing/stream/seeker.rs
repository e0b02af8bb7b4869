//! Looks for bytes that were there before.

use std::iter;

use super::{LONGEST, STRIDE, WINDOW};

/// So many bytes that are all alike are told by the first one, which costs less than telling them by the row above.
const FLAT: usize = 129;
/// A repetition as long as this is taken without a look at places that began alike.
const ENOUGH: usize = 12;
/// The places within a repetition shorter than this are remembered: what is longer comes whole again.
const BRIEF: usize = 12;
/// The bits of the number by which a place is remembered; the first four bytes there give it.
const KEY_BITS: u32 = 13;
/// So many bytes are compared at once where most are alike, and so many elsewhere.
const BLOCK: usize = 32;
const WORD: usize = 8;

/// A repetition of so many bytes as they stood so far back.
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) length: usize,
    pub(super) back: usize,
}

impl Found {
    fn or_longer(self, other: Self) -> Self {
        if other.length > self.length {
            other
        } else {
            self
        }
    }
}

/// The bytes of a picture, and where some of them stood last.
pub(super) struct Seeker<'a> {
    bytes: &'a [u8],
    /// By key, the last place with it, from 1.
    places: Vec<u32>,
}

impl<'a> Seeker<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let places = vec![0; 1 << KEY_BITS];
        Self { bytes, places }
    }

    /// How far the bytes from this place on are those of the row above.
    #[inline]
    pub(super) fn above(&self, place: usize, end: usize) -> Found {
        let length = match place.checked_sub(STRIDE) {
            Some(above) => self.alike_from(self.word(place), place, above, end),
            None => 0,
        };
        Found {
            length,
            back: STRIDE,
        }
    }

    /// How far the bytes from this place on are those of so far back.
    #[inline]
    pub(super) fn again_from(&self, place: usize, back: usize, end: usize) -> usize {
        let all = end - place;
        let here = self.bytes[place..end].as_chunks::<BLOCK>().0;
        let before = self.bytes[place - back..end - back].as_chunks::<BLOCK>().0;
        let same = here
            .iter()
            .zip(before)
            .take_while(|(one, other)| is_same(one, other));
        let mut length = same.count() * BLOCK;
        while length < all {
            let differ = self.word(place + length) ^ self.word(place + length - back);
            if differ != 0 {
                return (length + alike(differ)).min(all);
            }
            length += WORD;
        }
        all
    }

    /// The longest repetition from this place on that is found: of the row above, which was looked at, of the byte before, of the last
    /// place that began alike.
    pub(super) fn best(&mut self, place: usize, end: usize, above: Found) -> Found {
        if place == 0 {
            return above;
        }
        let here = self.word(place);
        let run = self.again(here, place, 1, end);
        if run.length >= FLAT {
            return run;
        }
        let mut best = above.or_longer(run);
        if best.length < ENOUGH {
            let known = self.remember(here, place);
            let back = place + 1 - known as usize;
            if known > 0 && back <= WINDOW {
                best = best.or_longer(self.again(here, place, back, end.min(place + LONGEST)));
            }
        }
        best
    }

    /// Remembers the places of a brief repetition; its first two are known, they were looked at.
    pub(super) fn pass(&mut self, place: usize, length: usize) {
        if length < BRIEF {
            let end = (place + length).min(self.bytes.len().saturating_sub(WORD));
            for passed in place + 2..end {
                self.remember(self.word(passed), passed);
            }
        }
    }

    /// How far the bytes from this place on, which begin with these, are those of so far back.
    #[inline(always)]
    fn again(&self, here: u64, place: usize, back: usize, end: usize) -> Found {
        let length = self.alike_from(here, place, place - back, end);
        Found { length, back }
    }

    /// How far the bytes from this place on, which begin with these, are those from another place on.
    #[inline(always)]
    fn alike_from(&self, here: u64, place: usize, from: usize, end: usize) -> usize {
        let (all, differ) = (end - place, here ^ self.word(from));
        if differ != 0 || all <= WORD {
            return alike(differ).min(all);
        }
        WORD + self.again_from(place + WORD, place - from, end)
    }

    /// The next bytes from a place on; behind the last ones nothing stands.
    #[inline(always)]
    fn word(&self, place: usize) -> u64 {
        match self.bytes[place..].first_chunk::<WORD>() {
            Some(word) => u64::from_le_bytes(*word),
            None => self.last_word(place),
        }
    }

    #[cold]
    fn last_word(&self, place: usize) -> u64 {
        let mut word = [0; WORD];
        let left = &self.bytes[place..];
        word[..left.len()].copy_from_slice(left);
        u64::from_le_bytes(word)
    }

    /// The place known that begins like this one, which is known from now on; 0 if there is none.
    #[inline(always)]
    fn remember(&mut self, here: u64, place: usize) -> u32 {
        let slot = (here as u32).wrapping_mul(0x9e37_79b1) >> (u32::BITS - KEY_BITS);
        std::mem::replace(&mut self.places[slot as usize], place as u32 + 1)
    }
}

/// Whether two blocks are the same, without a branch for each word.
#[inline(always)]
fn is_same(one: &[u8; BLOCK], other: &[u8; BLOCK]) -> bool {
    let words = iter::zip(one.as_chunks::<WORD>().0, other.as_chunks::<WORD>().0);
    let differ = words.map(|(one, other)| u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other));
    differ.fold(0, |all, differ| all | differ) == 0
}

/// How many bytes are alike before the first that differs.
#[inline(always)]
fn alike(differ: u64) -> usize {
    (differ.trailing_zeros() / u8::BITS) as usize
}
