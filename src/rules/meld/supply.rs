//! Which faces a rack holds, and which tiles of them lie elsewhere.

use super::solver::{Mask, bit};
use crate::rules::tile::{Face, Tile};

/// Faces held and faces to be had elsewhere, each up to twice.
#[derive(Clone, Copy)]
pub(super) struct Supply {
    held_once: Mask,
    held_twice: Mask,
    free_once: Mask,
    free_twice: Mask,
}

/// What taking a piece needed besides the rack.
pub(super) struct Taken {
    /// The faces that the rack does not hold (any more).
    pub missing: Mask,
    /// How many of them lie nowhere else either.
    pub excess: u32,
}

impl Supply {
    /// Counts a rack, its jokers left out, where every other tile but the indicator is elsewhere.
    ///
    /// A false joker is a tile of the okey's face: the tiles printed so are the jokers.
    pub(super) fn of(tiles: &[Tile], indicator: Face) -> Self {
        let okey = indicator.okey();
        let deck = (1 << 52) - 1;
        let mut supply = Self {
            held_once: 0,
            held_twice: 0,
            free_once: deck,
            free_twice: deck & !bit(indicator),
        };
        for tile in tiles.iter().filter(|tile| !tile.is_joker(okey)) {
            let face = bit(tile.face().unwrap_or(okey));
            supply.held_twice |= supply.held_once & face;
            supply.held_once |= face;
            supply.lay_aside(face);
        }
        supply
    }

    fn lay_aside(&mut self, faces: Mask) {
        let last = faces & !self.free_twice;
        self.free_twice &= !faces;
        self.free_once &= !last;
    }

    /// How many tiles of a piece are held.
    pub(super) fn held(&self, piece: Mask) -> u8 {
        (self.held_once & piece).count_ones() as u8
    }

    /// Takes the tiles of a piece: from the rack first, then from elsewhere.
    pub(super) fn take(&mut self, piece: Mask) -> Taken {
        let held = piece & self.held_once;
        let missing = piece & !held;
        let excess = (missing & !self.free_once).count_ones();
        self.held_once = (self.held_once & !held) | (self.held_twice & held);
        self.held_twice &= !held;
        self.lay_aside(missing);
        Taken { missing, excess }
    }

    /// The faces held exactly once, and those held twice.
    pub(super) fn singles_and_pairs(&self) -> (Mask, Mask) {
        (self.held_once & !self.held_twice, self.held_twice)
    }
}
