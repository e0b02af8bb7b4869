//! Bytes as tokens: a byte itself, or so many bytes as they stood so far back (RFC 1951, 2).

/// A shorter repetition is not one.
pub(super) const SHORTEST: usize = 3;
/// A longer one is told in parts.
pub(super) const LONGEST: usize = 258;
/// Nothing is looked for further back.
pub(super) const WINDOW: usize = 32 * 1024;
/// So many bytes that are all alike are told by the first one, which costs less than telling them by the row above.
const FLAT: usize = 129;
/// A repetition as long as this is taken without a look for a longer one that begins one byte further on.
const GOOD: usize = 32;
/// A repetition as long as this is taken without a look at places that began alike.
const ENOUGH: usize = 12;
/// The places within a repetition shorter than this are remembered: what is longer comes whole again.
const BRIEF: usize = 12;
/// The bits of the number by which a place is remembered; the first four bytes there give it.
const KEY_BITS: u32 = 13;
/// So many different bytes there are.
pub(super) const BYTES: usize = 256;
/// So many bytes are compared at once.
const WORD: usize = 8;

/// A byte, or so many bytes as they stood so far back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// The byte, or [`BYTES`] and the length of a repetition.
    pub(super) what: u16,
    /// 0 for a byte.
    pub(super) back: u16,
}

impl Token {
    fn byte(byte: u8) -> Self {
        Self {
            what: byte.into(),
            back: 0,
        }
    }

    fn again(length: usize, back: usize) -> Self {
        Self {
            what: (BYTES + length) as u16,
            back: back as u16,
        }
    }
}

/// A repetition; shorter than [`SHORTEST`] it is none.
#[derive(Clone, Copy, Default)]
struct Found {
    length: usize,
    back: usize,
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

/// Tells bytes in rows of `stride`.
pub(super) fn tokens(bytes: &[u8], stride: usize) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(bytes.len() / 32 + 64);
    let mut seeker = Seeker::new(bytes, stride);
    let mut place = 0;
    let mut found = seeker.best(place);
    while place < bytes.len() {
        let next = if found.length < GOOD {
            seeker.best(place + 1)
        } else {
            Found::default()
        };
        if found.length >= SHORTEST && next.length <= found.length {
            say_again(&mut tokens, found);
            seeker.pass(place, found.length);
            place += found.length;
            found = seeker.best(place);
        } else {
            tokens.push(Token::byte(bytes[place]));
            place += 1;
            found = next;
        }
    }
    tokens
}

/// What is longer than one token is told in parts, none of them too short.
fn say_again(tokens: &mut Vec<Token>, Found { mut length, back }: Found) {
    while length > 0 {
        let rest = length.saturating_sub(LONGEST);
        let part = if (1..SHORTEST).contains(&rest) {
            length - SHORTEST
        } else {
            length - rest
        };
        tokens.push(Token::again(part, back));
        length -= part;
    }
}

/// Looks for what was there before.
struct Seeker<'a> {
    bytes: &'a [u8],
    stride: usize,
    /// By key, the last place with it, from 1.
    places: Vec<u32>,
}

impl<'a> Seeker<'a> {
    fn new(bytes: &'a [u8], stride: usize) -> Self {
        let places = vec![0; 1 << KEY_BITS];
        Self {
            bytes,
            stride: stride.clamp(1, WINDOW),
            places,
        }
    }

    /// The longest repetition from this place on that is found: of the byte before, of the row above, of the last place
    /// that began alike. Of the last few bytes none is looked for.
    fn best(&mut self, place: usize) -> Found {
        let left = self.bytes.len().saturating_sub(place);
        if left < WORD || place == 0 {
            return Found::default();
        }
        let here = self.word(place);
        let run = self.again(here, place, 1, left);
        if run.length >= FLAT {
            return run;
        }
        let mut best = run;
        if place >= self.stride {
            let above = self.again(here, place, self.stride, left);
            best = above.or_longer(best);
        }
        if best.length < ENOUGH {
            let known = self.remember(here, place);
            let back = place + 1 - known as usize;
            if known > 0 && back <= WINDOW {
                best = best.or_longer(self.again(here, place, back, left.min(LONGEST)));
            }
        }
        best
    }

    /// Remembers the places of a brief repetition; its first two are known, they were looked at.
    fn pass(&mut self, place: usize, length: usize) {
        if length < BRIEF {
            let end = (place + length).min(self.bytes.len().saturating_sub(WORD));
            for passed in place + 2..end {
                self.remember(self.word(passed), passed);
            }
        }
    }

    /// How far the bytes from this place on, which begin with these, are those of so far back.
    #[inline(always)]
    fn again(&self, here: u64, place: usize, back: usize, most: usize) -> Found {
        let from = place - back;
        let differ = here ^ self.word(from);
        let length = if differ == 0 {
            let most = place + most;
            WORD + common(&self.bytes[from + WORD..], &self.bytes[place + WORD..most])
        } else {
            alike(differ)
        };
        Found { length, back }
    }

    /// The next bytes from a place on.
    #[inline(always)]
    fn word(&self, place: usize) -> u64 {
        let word = self.bytes[place..].first_chunk::<WORD>();
        word.map_or(0, |word| u64::from_le_bytes(*word))
    }

    /// The place known that begins like this one, which is known from now on; 0 if there is none.
    #[inline(always)]
    fn remember(&mut self, here: u64, place: usize) -> u32 {
        let slot = (here as u32).wrapping_mul(0x9e37_79b1) >> (u32::BITS - KEY_BITS);
        std::mem::replace(&mut self.places[slot as usize], place as u32 + 1)
    }
}

/// How many bytes are alike before the first that differs.
#[inline(always)]
fn alike(differ: u64) -> usize {
    (differ.trailing_zeros() / u8::BITS) as usize
}

/// How many bytes both begin with alike.
fn common(one: &[u8], other: &[u8]) -> usize {
    let mut length = 0;
    let (ones, _) = one.as_chunks::<WORD>();
    let (others, rest) = other.as_chunks::<WORD>();
    for (one, other) in ones.iter().zip(others) {
        let differ = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        if differ != 0 {
            return length + alike(differ);
        }
        length += WORD;
    }
    let tail = one[length..].iter().zip(rest);
    length + tail.take_while(|(one, other)| one == other).count()
}
