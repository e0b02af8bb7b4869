//! Tells the bytes of a picture one behind another: some were told beforehand, of the others it looks for what was there before.

use super::coding::{Bits, Code};
use super::seeker::{Found, Seeker};
use super::told::{HEAD, KEYS, Row, Told};
use super::{LONGEST, SHORTEST, STRIDE, WINDOW};

/// A repetition as long as this is taken without a look for a longer one that begins one byte further on.
const GOOD: usize = 32;

/// What is written so far.
pub(super) struct Teller<'a> {
    bytes: &'a [u8],
    code: &'static Code,
    bits: Bits,
    /// Everything before is written; what lies between here and the last repetition is told byte by byte.
    written: usize,
    seeker: Seeker<'a>,
    /// By key, where pixels with it were told last.
    seen: Vec<u32>,
    /// Everything before is told, but for the last repetition, which may go on.
    place: usize,
    last: Found,
}

impl<'a> Teller<'a> {
    /// Nothing is told of these bytes yet; it is written in this code, behind these bits.
    pub(super) fn new(bytes: &'a [u8], code: &'static Code, mut bits: Bits) -> Self {
        for head in code.head() {
            bits.put(*head);
        }
        Self {
            bytes,
            code,
            bits,
            written: 0,
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
                    self.repeat(told, row);
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
                && self.code.again(length.min(LONGEST), back).count() < row.count()
                || length >= HEAD && length * 2 > told;
            is_worth.then_some(Found { length, back })
        })
    }

    /// All bits, in bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.say();
        self.say_bytes(self.place);
        self.bits.put(self.code.end());
        self.bits.finish()
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
        self.place += 1;
    }

    /// Tells the last repetition, behind the bytes before it. What is longer than one may be is told in parts, none of them too short;
    /// what is shorter is told byte by byte.
    #[inline]
    fn say(&mut self) {
        let Found { mut length, back } = std::mem::take(&mut self.last);
        if length < SHORTEST {
            return;
        }
        self.say_bytes(self.place - length);
        self.written = self.place;
        while length > 0 {
            let part = part(length);
            self.bits.put(self.code.again(part, back));
            length -= part;
        }
    }

    /// Tells the bytes up to this place by themselves.
    #[inline]
    fn say_bytes(&mut self, end: usize) {
        let bytes = &self.bytes[self.written..end];
        self.bits.put_bytes(bytes, self.code);
        self.written = end;
    }

    /// Tells a row as it is told beforehand, which nothing waits before but bytes that are told by themselves.
    #[inline]
    fn repeat(&mut self, told: &Told, row: &Row) {
        self.say_bytes(self.place);
        self.bits.put_all(told.bits(row), row.count());
        self.place += row.told();
        self.written = self.place;
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
