//! The signs of the seats, and the faces of the computers on them: the pictures and the messages name a seat by the same
//! shape and colour, and a computer by the same face and name.

use std::ops::Deref;

use crate::portrait::Portrait;
use crate::rules::seat::MOST_SEATS;
use crate::rules::{PerSeat, Seat};

/// How a seat is marked: no two seats share a shape or a colour, so either is enough to tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// The sign in the text of a message.
    pub emoji: &'static str,
    /// The shape, by the key of its word.
    pub shape: &'static str,
    /// The colour, by the key of its word.
    pub colour: &'static str,
}

/// The signs by the number of the seat.
pub const SIGNS: [Sign; MOST_SEATS] = [
    sign("🔵", "circle", "blue"),
    sign("🔶", "diamond", "orange"),
    sign("🟪", "square", "purple"),
    sign("🔺", "triangle", "red"),
    sign("⭐", "star", "yellow"),
    sign("💚", "heart", "green"),
    sign("🌸", "blossom", "pink"),
    sign("☁️", "cloud", "grey"),
];

const fn sign(emoji: &'static str, shape: &'static str, colour: &'static str) -> Sign {
    Sign {
        emoji,
        shape,
        colour,
    }
}

impl Sign {
    /// The sign of a seat.
    pub fn of(seat: Seat) -> Self {
        SIGNS[seat.index()]
    }
}

/// Who a computer is: it has a face in the pictures and a name in the messages. It plays no differently for that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Persona {
    /// With a square head.
    Bolt,
    /// With a round one, and one eye.
    Dot,
    /// Standing on a corner.
    Kite,
    /// Pointed above.
    Pepper,
    /// Three discs.
    Fidget,
    /// A planet with its ring.
    Cosmo,
    /// A cogwheel.
    Rusty,
    /// A dome.
    Marble,
}

impl Persona {
    /// All of them: as many as there are seats at the largest table, so that none sits twice at one.
    pub const ALL: [Self; MOST_SEATS] = [
        Self::Bolt,
        Self::Dot,
        Self::Kite,
        Self::Pepper,
        Self::Fidget,
        Self::Cosmo,
        Self::Rusty,
        Self::Marble,
    ];

    /// The computer on a seat of a table, by the table's id: always the same there, and no other seat has it.
    pub fn at(table: &str, seat: Seat) -> Self {
        // FNV-1a: what it gives stays the same from one version to the next.
        let mixed = table
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |mixed, byte| {
                (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        // From any of eight on, an odd step meets each of the eight once.
        let (first, step) = ((mixed >> 32) as usize, (mixed >> 40) as usize | 1);
        Self::ALL[(first % MOST_SEATS + step % MOST_SEATS * seat.index()) % MOST_SEATS]
    }

    /// The key of its name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Bolt => "bolt",
            Self::Dot => "dot",
            Self::Kite => "kite",
            Self::Pepper => "pepper",
            Self::Fidget => "fidget",
            Self::Cosmo => "cosmo",
            Self::Rusty => "rusty",
            Self::Marble => "marble",
        }
    }
}

/// Who plays on a seat, as far as a picture says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Sitter {
    /// A person; not marked.
    #[default]
    Person,
    /// A person with their own face.
    Known(Portrait),
    /// A computer, by its face.
    Computer(Persona),
    /// A computer for as long as the seat's owner is away.
    Away,
}

/// Who plays on each seat of a table, and whether anybody is still to move there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitters {
    seats: PerSeat<Sitter>,
    is_closed: bool,
}

impl Sitters {
    /// Somebody for each of the first `seats` seats of a table at which people play.
    pub fn new(seats: usize, sitter: impl FnMut(Seat) -> Sitter) -> Self {
        PerSeat::new(seats, sitter).into()
    }

    /// The same at a table that is closed: its picture marks no turn, and nothing that may be taken.
    #[must_use]
    pub fn closed(self) -> Self {
        let is_closed = true;
        Self { is_closed, ..self }
    }

    /// Whose turn a picture marks, if it would be that of this seat.
    pub(super) fn turn(&self, mover: Option<Seat>) -> Option<Seat> {
        mover.filter(|_| !self.is_closed)
    }
}

impl From<PerSeat<Sitter>> for Sitters {
    fn from(seats: PerSeat<Sitter>) -> Self {
        let is_closed = false;
        Self { seats, is_closed }
    }
}

impl FromIterator<Sitter> for Sitters {
    fn from_iter<I: IntoIterator<Item = Sitter>>(sitters: I) -> Self {
        sitters.into_iter().collect::<PerSeat<_>>().into()
    }
}

impl Deref for Sitters {
    type Target = PerSeat<Sitter>;

    fn deref(&self) -> &PerSeat<Sitter> {
        &self.seats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_computer_sits_twice_at_a_table_and_tables_differ() {
        let mut seen = std::collections::BTreeSet::new();
        for table in ["aaaaaaaa", "aaaaaaab", "q7hm2kxz", "zzzzzzzz", "2b3c4d5e"] {
            let names: Vec<_> = Seat::all(MOST_SEATS)
                .map(|seat| Persona::at(table, seat).key())
                .collect();
            let different: std::collections::BTreeSet<_> = names.iter().copied().collect();
            assert_eq!(different.len(), MOST_SEATS, "{table}: {names:?}");
            seen.insert(names);
        }
        assert!(seen.len() > 2, "{seen:?}");
        // What a table that began before has told stays true.
        let kept = Seat::all(4).map(|seat| Persona::at("q7hm2kxz", seat).key());
        assert_eq!(kept.collect::<Vec<_>>(), KEPT);
    }

    /// The computers of the table `q7hm2kxz`.
    const KEPT: [&str; 4] = ["fidget", "cosmo", "rusty", "marble"];

    #[test]
    fn no_two_seats_share_a_shape_a_colour_or_an_emoji() {
        for (index, one) in SIGNS.iter().enumerate() {
            for other in &SIGNS[index + 1..] {
                assert_ne!(one.shape, other.shape);
                assert_ne!(one.colour, other.colour);
                assert_ne!(one.emoji, other.emoji);
            }
        }
    }
}
