//! Which faces a rack holds, once or twice, as bits.

use crate::tile::{Face, Tile};

/// Faces as bits: a lane of sixteen bits for each colour, the numbers 1 to 13 from the lowest bit of it.
pub(super) type Mask = u64;

/// One bit in every lane.
const EVERY_LANE: Mask = 0x0001_0001_0001_0001;

/// All 52 faces.
pub(super) const ALL: Mask = EVERY_LANE * 0x1fff;

/// The bit of a face.
pub(super) fn bit(face: Face) -> Mask {
    1 << (16 * face.colour().index() + usize::from(face.number()) - 1)
}

/// One number in the four colours; `place` is 0 for the number 1.
pub(super) fn column(place: usize) -> Mask {
    EVERY_LANE << place
}

/// The colours in which a number is there, as bits; `place` is 0 for the number 1.
#[inline]
pub(super) fn colours_at(mask: Mask, place: usize) -> u8 {
    let column = mask >> place & EVERY_LANE;
    // The lowest bits of the four lanes, side by side.
    ((column | column >> 15 | column >> 30 | column >> 45) & 0xf) as u8
}

/// How many colours these are. (Counting bits takes ten times as long where the processor is not known to do it.)
#[inline]
pub(super) fn count(colours: u8) -> u8 {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    COUNTS[usize::from(colours & 0xf)]
}

/// These colours, each as the lowest bit of its lane.
#[inline]
pub(super) fn spread(colours: u8) -> Mask {
    SPREAD[usize::from(colours & 0xf)]
}

/// Colours as bits, each moved to the lowest bit of its lane.
static SPREAD: [Mask; 16] = {
    let mut spread = [0; 16];
    let mut colours = 0;
    while colours < 16 {
        let mut colour = 0;
        while colour < 4 {
            if colours >> colour & 1 == 1 {
                spread[colours] |= 1 << (16 * colour);
            }
            colour += 1;
        }
        colours += 1;
    }
    spread
};

/// The lane of a colour.
pub(super) fn lane(mask: Mask, colour: usize) -> u16 {
    (mask >> (16 * colour)) as u16
}

/// These numbers in the lane of a colour.
pub(super) fn in_lane(numbers: u16, colour: usize) -> Mask {
    Mask::from(numbers) << (16 * colour)
}

/// The numbers that are there in any colour.
pub(super) fn numbers(mask: Mask) -> u16 {
    (0..4).fold(0, |all, colour| all | lane(mask, colour))
}

/// The faces that a rack holds, its jokers left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Held {
    /// Those held at least once.
    pub once: Mask,
    /// Those held twice.
    pub twice: Mask,
}

impl Held {
    /// Counts a rack; a false joker is a tile of the okey's face: the tiles printed so are the jokers.
    pub(super) fn of(tiles: &[Tile], okey: Face) -> Self {
        let natural = tiles.iter().filter(|tile| !tile.is_joker(okey));
        natural.fold(Self::default(), |held, tile| {
            held.with(bit(tile.face().unwrap_or(okey)))
        })
    }

    /// With one tile more of each of these faces.
    pub(super) fn with(self, faces: Mask) -> Self {
        Self {
            once: self.once | faces,
            twice: self.twice | self.once & faces,
        }
    }

    /// These tiles and others.
    pub(super) fn and(self, others: Self) -> Self {
        Self {
            once: self.once | others.once,
            twice: self.twice | others.twice | self.once & others.once,
        }
    }

    /// With one tile fewer of each of these faces.
    pub(super) fn without(self, faces: Mask) -> Self {
        Self {
            once: self.once & !(faces & !self.twice),
            twice: self.twice & !faces,
        }
    }

    /// What is held of one colour.
    pub(super) fn row(self, colour: usize) -> Row {
        Row {
            once: lane(self.once, colour),
            twice: lane(self.twice, colour),
        }
    }
}

/// What is held of one colour: a lane of each of the two masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub once: u16,
    pub twice: u16,
}

impl Row {
    /// With one tile fewer of each of these numbers.
    pub(super) fn without(self, numbers: u16) -> Self {
        Self {
            once: self.once & !(numbers & !self.twice),
            twice: self.twice & !numbers,
        }
    }
}
