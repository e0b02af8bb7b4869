//! How many tiles melds keep, for every number of tiles that they may have together: a dozen small numbers in one.

/// The most tiles that melds have together here.
pub(super) const LARGEST: usize = 14;

/// The fewest tiles of a run, or of a set.
pub(super) const SHORTEST: usize = 3;

/// How many bits a number has: four, and one that is empty wherever two are compared.
const WIDTH: usize = 5;

/// The number 1 for each size.
const ONES: u64 = {
    let (mut ones, mut size) = (0, SHORTEST);
    while size <= LARGEST {
        ones |= 1 << place(size);
        size += 1;
    }
    ones
};

/// The same for the sizes in which a meld leaves no room for another.
const ALONE: u64 = 1 | 1 << WIDTH | 1 << (2 * WIDTH);

/// The empty bit of each size, and all bits of them: what is moved beyond the largest is gone.
const EMPTY: u64 = ONES << (WIDTH - 1);
const ALL: u64 = EMPTY | (EMPTY - ONES);

/// A number of a size.
const FOUR_BITS: u64 = 0xf;

/// By how much a meld of the fewest tiles moves what is beside it.
const LEAST: usize = WIDTH * SHORTEST;

/// The sizes that leave room for another meld.
const SHARED: u64 = (1 << place(LARGEST + 1 - SHORTEST)) - 1;

/// The most tiles that can be kept in melds of together at most 3, 4, … 14 tiles; in fewer there is no meld.
///
/// No size keeps more than it has tiles, and none fewer than a smaller one. All sizes are compared and added at once:
/// this is what the solver spends its time with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Kept(u64);

impl Kept {
    /// The most in melds of together at most so many tiles.
    #[inline]
    pub(super) fn at(self, size: usize) -> u8 {
        match size {
            0..SHORTEST => 0,
            _ => (self.0 >> place(size)) as u8 & 0xf,
        }
    }

    /// The better answer for each size.
    #[inline]
    fn max(self, other: Self) -> Self {
        // The bit stays where the own number is not smaller; below it stands by how much it is greater.
        let apart = (self.0 | EMPTY) - other.0;
        let greater = apart & EMPTY;
        Self(other.0 + (apart & (greater - (greater >> (WIDTH - 1)))))
    }

    /// The better answers, one of them with a meld of so many tiles that keeps `gain`, and with these beside it.
    #[inline]
    pub(super) fn or_with(self, gain: u32, size: usize, beside: Self) -> Self {
        let gain = u64::from(gain);
        let alone = (gain * ALONE) << place(size);
        let with = (beside.0 + gain * ONES) << (WIDTH * size);
        self.max(Self((alone | with) & ALL))
    }

    /// The most that two colours keep together.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        let mut best = self.max(other);
        // The largest size stands highest: what keeps less has fewer answers to go through.
        let (fewer, others) = (self.0.min(other.0), self.0.max(other.0));
        // Of equal answers the smallest size is enough.
        let mut more = Self(fewer).rises();
        while more != 0 {
            let at = more.trailing_zeros();
            let own = fewer >> at & FOUR_BITS;
            best = best.max(Self(((others + own * ONES) << at << LEAST) & ALL));
            more &= more - 1;
        }
        best
    }

    /// The sizes that keep more than smaller ones, the lowest bit of each; the largest leave no room for others.
    #[inline]
    fn rises(self) -> u64 {
        let changes = self.0 ^ (self.0 << WIDTH);
        (changes + FOUR_BITS * ONES) >> (WIDTH - 1) & ONES & SHARED
    }

    /// As [`Self::and`], in just so many tiles.
    #[inline]
    pub(super) fn and_at(self, other: Self, size: usize) -> u8 {
        let beside = other.below(size);
        let mut best = self.at(size).max(beside.now());
        let mut more = self.rises();
        while more != 0 {
            let at = more.trailing_zeros() as usize;
            // Where there is no room for these, there is none for the next ones either.
            if at + LEAST > WIDTH * size {
                break;
            }
            let own = (self.0 >> at & FOUR_BITS) as u8;
            best = best.max(own + Below(beside.0 << at << LEAST).now());
            more &= more - 1;
        }
        best
    }

    /// The answer for so many tiles, from where one can go to smaller sizes.
    #[inline]
    pub(super) fn below(self, size: usize) -> Below {
        match size {
            0..SHORTEST => Below(0),
            _ => Below(self.0 << (u64::BITS as usize - WIDTH - place(size))),
        }
    }

    /// Whether these and what is beside them are `most` in `left` tiles together, for each number of tiles from the fewest
    /// of a meld on that these have of them.
    #[inline]
    pub(super) fn shares(self, beside: Self, left: usize, most: u8) -> impl Iterator<Item = bool> {
        let (mut own, mut rest) = (self.0, beside.below(left));
        rest.go_down(SHORTEST);
        (SHORTEST..=left).map(move |_| {
            let both = (own & FOUR_BITS) as u8 + rest.now();
            own >>= WIDTH;
            rest.go_down(1);
            both == most
        })
    }
}

/// The answer for a size, which stands highest, and those for smaller ones; where they end, nothing is kept.
#[derive(Clone, Copy)]
pub(super) struct Below(u64);

impl Below {
    /// The answer for the size.
    #[inline]
    pub(super) fn now(self) -> u8 {
        (self.0 >> (u64::BITS as usize - WIDTH)) as u8 & 0xf
    }

    /// To a size that is smaller by so many tiles.
    #[inline]
    pub(super) fn go_down(&mut self, tiles: usize) {
        self.0 <<= WIDTH * tiles;
    }
}

/// Where the number of a size stands.
const fn place(size: usize) -> usize {
    WIDTH * (size - SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    /// Any answers that there can be.
    fn some(dice: &mut Dice) -> Kept {
        let (mut kept, mut most) = (0, 0);
        for size in SHORTEST..=LARGEST {
            most = (most + dice.below(6).saturating_sub(3) as u64).min(size as u64);
            kept |= most << place(size);
        }
        Kept(kept)
    }

    #[test]
    fn they_are_put_together_size_by_size() {
        let mut dice = Dice::from_seed(14);
        for _ in 0..5_000 {
            let (one, other) = (some(&mut dice), some(&mut dice));
            let both = one.and(other);
            for size in 0..=LARGEST {
                let shares = (0..=size).map(|own| one.at(own) + other.at(size - own));
                let most = shares.max().expect("a way to share");
                assert_eq!(both.at(size), most, "{one:?} {other:?} {size}");
                assert_eq!(one.and_at(other, size), most, "{one:?} {other:?} {size}");
            }
            assert_eq!(both, other.and(one));
            assert_eq!(both.0 & !(ALL ^ EMPTY), 0);
        }
    }

    #[test]
    fn a_meld_more_is_added_to_what_is_beside_it() {
        let mut dice = Dice::from_seed(15);
        for _ in 0..5_000 {
            let (one, beside) = (some(&mut dice), some(&mut dice));
            let size = SHORTEST + dice.below(3) as usize;
            let gain = 1 + dice.below(size as u32);
            let with = one.or_with(gain, size, beside);
            for all in 0..=LARGEST {
                let meld = all.checked_sub(size);
                let meld = meld.map_or(0, |rest| gain as u8 + beside.at(rest));
                assert_eq!(with.at(all), one.at(all).max(meld), "{one:?} {beside:?}");
            }
        }
    }
}
