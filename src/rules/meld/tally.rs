//! Tiles counted by what they mean: faces with a false joker as the okey's face, and jokers.

use crate::tile::{Colour, Face, Tile};

/// How many positions a colour has: the numbers, and the 1 above 13 (Okey rules 6.3).
pub(super) const POSITIONS: usize = 14;

/// How many bits lie between a 1 and the same 1 above 13.
const TO_HIGH_ONE: usize = 8 * (POSITIONS - 1);

/// Counts of faces, two bits each, in the order of their numbers; so the lowest tile is the lowest bit.
///
/// Position 14 holds a 1 that the search has decided to use above 13.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tally {
    cells: u128,
    jokers: u8,
}

impl Tally {
    /// Counts tiles. What no set of tiles can hold, a third equal tile, is left out.
    pub(super) fn of(tiles: &[Tile], okey: Face) -> Self {
        let mut tally = Self {
            cells: 0,
            jokers: 0,
        };
        for tile in tiles {
            tally.count(*tile, okey);
        }
        tally
    }

    fn count(&mut self, tile: Tile, okey: Face) {
        if tile.is_joker(okey) {
            self.jokers = (self.jokers + 1).min(2);
            return;
        }
        let face = tile.face().unwrap_or(okey);
        let cell = cell(face.colour(), usize::from(face.number()));
        if self.at(cell) < 2 {
            self.cells += 1 << (2 * cell);
        }
    }

    /// How many tiles are counted.
    pub(super) fn len(self) -> usize {
        let ones = self.cells & (u128::MAX / 3);
        let twos = (self.cells >> 1) & (u128::MAX / 3);
        (ones.count_ones() + 2 * twos.count_ones()) as usize + usize::from(self.jokers)
    }

    /// How many jokers there are.
    pub(super) fn jokers(self) -> u8 {
        self.jokers
    }

    /// How many tiles a cell holds.
    pub(super) fn at(self, cell: usize) -> u8 {
        (self.cells >> (2 * cell) & 3) as u8
    }

    /// The lowest cell with a tile in it.
    pub(super) fn lowest(self) -> Option<usize> {
        (self.cells != 0).then(|| self.cells.trailing_zeros() as usize / 2)
    }

    /// Without one tile of a cell that holds one.
    pub(super) fn without(self, cell: usize) -> Self {
        debug_assert!(self.at(cell) > 0);
        Self {
            cells: self.cells - (1 << (2 * cell)),
            ..self
        }
    }

    /// With so many jokers fewer.
    pub(super) fn without_jokers(self, jokers: u8) -> Self {
        Self {
            jokers: self.jokers.saturating_sub(jokers),
            ..self
        }
    }

    /// With one 1 of a colour used above 13.
    pub(super) fn with_high_one(self, colour: Colour) -> Self {
        let mut raised = self.without(cell(colour, 1));
        raised.cells += 1 << (2 * cell(colour, POSITIONS));
        raised
    }

    /// Without the tiles that no meld can hold, whatever the jokers stand for.
    pub(super) fn useful(self) -> Self {
        // Each position is a byte, each colour of it two bits; here the lower one says that there is a tile.
        let present = (self.cells | self.cells >> 1) & (u128::MAX / 3);
        // Okey rules 6.3: a 1 may stand above 13 as well.
        let in_runs = present | (present & 0x55) << TO_HIGH_ONE;
        let near = match self.jokers {
            0 => {
                let firsts = in_runs & in_runs >> 8 & in_runs >> 16;
                firsts | firsts << 8 | firsts << 16
            }
            1 => in_runs & (in_runs << 8 | in_runs >> 8 | in_runs << 16 | in_runs >> 16),
            _ => return self,
        };
        let needed = 3 - u32::from(self.jokers);
        let in_sets = (0..POSITIONS - 1)
            .map(|position| present & 0x55 << (8 * position))
            .filter(|colours| colours.count_ones() >= needed)
            .fold(0, |all, colours| all | colours);
        let useful = (near | near >> TO_HIGH_ONE & 0x55 | in_sets) & present;
        Self {
            cells: self.cells & (useful | useful << 1),
            ..self
        }
    }

    /// The faces of what is no joker, in the order of their numbers; a pair comes twice.
    pub(super) fn faces(self) -> impl Iterator<Item = Face> {
        (0..4 * (POSITIONS - 1)).flat_map(move |cell| {
            let face = Face::new(colour_of(cell), position_of(cell) as u8);
            face.into_iter()
                .flat_map(move |face| std::iter::repeat_n(face, usize::from(self.at(cell))))
        })
    }
}

/// The cell of a colour and a position, 1 to 14.
pub(super) fn cell(colour: Colour, position: usize) -> usize {
    4 * (position - 1) + colour.index()
}

/// The colour of a cell.
pub(super) fn colour_of(cell: usize) -> Colour {
    Colour::ALL[cell % 4]
}

/// The position of a cell, 1 to 14.
pub(super) fn position_of(cell: usize) -> usize {
    cell / 4 + 1
}
