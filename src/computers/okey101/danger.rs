//! How likely a discard helps the next player, who alone may take it (101 rules 5.5); only for comparing.

use crate::rules::tile::{Colour, Face, Tile};

/// How many tiles nobody has shown, by face; false jokers under the face of the okey.
pub(super) struct Danger {
    okey: Face,
    unseen: [u32; 52],
    all: u32,
}

impl Danger {
    /// What the next player may hold is any of the unseen tiles.
    pub(super) fn of(unseen: &[Tile], okey: Face) -> Self {
        let mut counts = [0; 52];
        for tile in unseen.iter().filter(|tile| !tile.is_joker(okey)) {
            counts[tile.face().unwrap_or(okey).index()] += 1;
        }
        Self {
            okey,
            unseen: counts,
            all: unseen.len().max(1) as u32,
        }
    }

    /// The points that a rack of so many tiles is likely to lay with this tile and two of its own, in hundredths.
    pub(super) fn with(&self, tile: Tile, held: usize) -> u32 {
        let face = tile.face().unwrap_or(self.okey);
        let number = u32::from(face.number());
        // In thousandths, that the next player holds the face.
        let likely = |face: Face| {
            let held = self.unseen[face.index()] * held as u32 * 1000 / self.all;
            held.min(1000)
        };
        let both = |one: Option<Face>, other: Option<Face>| match (one, other) {
            (Some(one), Some(other)) => likely(one) * likely(other) / 10_000,
            _ => 0,
        };
        let at = |apart: i8| {
            let number = face.number().checked_add_signed(apart)?;
            Face::new(face.colour(), number)
        };
        let runs = both(at(-2), at(-1)) * (3 * number).saturating_sub(3)
            + both(at(-1), at(1)) * 3 * number
            + both(at(1), at(2)) * (3 * number + 3);
        let others: Vec<Option<Face>> = Colour::ALL
            .into_iter()
            .filter(|colour| *colour != face.colour())
            .map(|colour| Face::new(colour, face.number()))
            .collect();
        let sets =
            both(others[0], others[1]) + both(others[0], others[2]) + both(others[1], others[2]);
        (runs + sets * 3 * number) / 100
    }
}
