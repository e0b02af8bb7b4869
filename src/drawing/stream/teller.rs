//! Tells the bytes of a picture one behind another: some were told beforehand, of the others it looks for what was there before.

use super::STRIDE;
use super::seeker::{Found, Seeker};
use super::token::{LONGEST, MOST_ALONE, SHORTEST, Token, WINDOW};
use super::told::{HEAD, KEYS, Row, Told};

/// A repetition as long as this is taken without a look for a longer one that begins one byte further on.
const GOOD: usize = 32;

/// What is written so far.
pub(super) struct Teller<'a> {
    bytes: &'a [u8],
    tokens: Vec<Token>,
    /// So many bytes before the last repetition are told by themselves, and stand in no token yet.
    alone: usize,
    seeker: Seeker<'a>,
    /// By key, where pixels with it were told last.
    seen: Vec<u32>,
    /// Everything before is told, but for the last repetition, which may go on.
    place: usize,
    last: Found,
}

impl<'a> Teller<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            tokens: Vec::with_capacity(bytes.len() / 128 + 64),
            alone: 0,
            seeker: Seeker::new(bytes),
            seen: vec![0; KEYS],
            place: 0,
            last: Found::default(),
        }
    }

    /// Tells everything up to this place, which was not told beforehand.
    pub(super) fn look(&mut self, end: usize) {
        self.go_on(end);
        let mut found = None;
        while self.place < end {
            let above = self.seeker.above(self.place, end);
            if above.length >= GOOD || above.length == end - self.place {
                self.keep(above.length);
                found = None;
                continue;
            }
            let best = found.unwrap_or_else(|| self.seeker.best(self.place, end, above));
            let next = (best.length < GOOD && self.place + 1 < end).then(|| self.next(end));
            let is_longer = next.is_some_and(|next| next.length > best.length);
            found = None;
            if best.length < SHORTEST || is_longer {
                self.say_byte();
                found = next;
            } else if best.back == STRIDE {
                self.keep(best.length);
            } else {
                self.seeker.pass(self.place, best.length);
                self.copy(best);
            }
        }
    }

    /// The longest repetition that begins one byte further on.
    fn next(&mut self, end: usize) -> Found {
        let next = self.place + 1;
        let above = self.seeker.above(next, end);
        self.seeker.best(next, end, above)
    }

    /// Tells a row of a piece that was told beforehand, of which the first pixel stands at this place.
    #[inline]
    pub(super) fn tell(&mut self, told: &Told, row: &Row) {
        let start = self.place + row.lead();
        let (end, row_end) = (start + row.told(), self.place + row.columns().len());
        self.go_on(row_end);
        if row.told() > 0 && self.place <= start {
            self.keep(start - self.place);
            match self.seen(row) {
                Some(again) => {
                    self.copy_from_earlier(again);
                    if self.place < end {
                        self.look(end);
                    }
                    self.go_on(row_end);
                }
                None => {
                    self.say();
                    self.repeat(told.tokens(row));
                    self.place = end;
                }
            }
        } else if self.place < end {
            // Begun by what went on from before: the rest is told as it comes.
            self.look(end);
        }
        self.keep(row_end - self.place);
    }

    /// The same pixels, or the first of them, if they were told a short while ago and that is shorter.
    #[inline]
    fn seen(&mut self, row: &Row) -> Option<Found> {
        let (place, told) = (self.place, row.told());
        let keys = row.keys();
        let known = keys.map(|key| self.seen[key] as usize);
        for key in keys {
            self.seen[key] = place as u32;
        }
        known.into_iter().find_map(|before| {
            let back = place - before;
            if before == 0 || back > WINDOW {
                return None;
            }
            let length = self.seeker.again_from(place, back, place + told);
            let is_worth = length == told
                && told >= SHORTEST
                && Token::again(0, length.min(LONGEST), back).cost() < row.cost()
                || length >= HEAD && length * 2 > told;
            is_worth.then_some(Found { length, back })
        })
    }

    /// All tokens.
    pub(super) fn finish(mut self) -> Vec<Token> {
        self.say();
        self.make_room(0);
        if self.alone > 0 {
            self.tokens.push(Token::alone(self.alone));
        }
        self.tokens
    }

    /// Everything that is told.
    pub(super) fn place(&self) -> usize {
        self.place
    }

    /// The last repetition goes on as far as the bytes do, up to this place.
    #[inline]
    fn go_on(&mut self, end: usize) {
        let Found { length, back } = self.last;
        if back != STRIDE && length > 0 && self.place < end {
            let more = self.seeker.again_from(self.place, back, end);
            self.last.length += more;
            self.place += more;
        }
    }

    /// So many bytes stand in the row above as well.
    #[inline]
    fn keep(&mut self, length: usize) {
        self.copy(Found {
            length,
            back: STRIDE,
        });
    }

    #[inline]
    fn copy(&mut self, found: Found) {
        if self.last.back == found.back {
            self.last.length += found.length;
        } else if found.length > 0 {
            self.say();
            self.last = found;
        }
        self.place += found.length;
    }

    /// The same, but if the bytes of the last repetition stood before these as well it is one repetition.
    fn copy_from_earlier(&mut self, Found { length, back }: Found) {
        let before = self.last.length;
        let start = self.place - before;
        let is_same = start >= back && {
            let earlier = start - back..self.place - back;
            self.bytes[earlier] == self.bytes[start..self.place]
        };
        if is_same {
            self.last = Found {
                length: before,
                back,
            };
        }
        self.copy(Found { length, back });
    }

    fn say_byte(&mut self) {
        self.say();
        self.alone += 1;
        self.place += 1;
    }

    /// Tells the last repetition. What is longer than one token is told in parts, none of them too short.
    #[inline]
    fn say(&mut self) {
        let Found { mut length, back } = std::mem::take(&mut self.last);
        while length >= SHORTEST {
            let part = part(length);
            self.make_room(0);
            let alone = std::mem::take(&mut self.alone);
            self.tokens.push(Token::again(alone, part, back));
            length -= part;
        }
        self.alone += length;
    }

    /// Tells what these tokens tell, which nothing waits before but bytes that are told by themselves.
    #[inline]
    fn repeat(&mut self, tokens: &[Token]) {
        let Some((first, others)) = tokens.split_first() else {
            return;
        };
        self.make_room(first.bytes());
        let alone = std::mem::take(&mut self.alone);
        self.tokens.push(first.behind(alone));
        self.tokens.extend_from_slice(others);
        // What is behind the last repetition goes on with what comes.
        if let Some(last) = self.tokens.pop_if(|last| last.repeated().is_none()) {
            self.alone = last.bytes();
        }
    }

    /// Lets so many more bytes be told by themselves in the same token.
    #[inline]
    fn make_room(&mut self, more: usize) {
        while self.alone + more > MOST_ALONE {
            let part = self.alone.min(MOST_ALONE);
            self.tokens.push(Token::alone(part));
            self.alone -= part;
        }
    }
}

/// The next part of so long a repetition.
#[inline]
fn part(left: usize) -> usize {
    match left.saturating_sub(LONGEST) {
        0 => left,
        1..SHORTEST => left - SHORTEST,
        SHORTEST.. => LONGEST,
    }
}
