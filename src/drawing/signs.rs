//! The signs of the seats: the pictures and the messages name a seat by the same shape and colour.

use crate::rules::Seat;
use crate::rules::seat::MOST_SEATS;

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

/// Who plays on a seat, as far as a picture says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sitter {
    /// A person; not marked.
    #[default]
    Person,
    /// A computer.
    Computer,
    /// A computer for as long as the seat's owner is away.
    Away,
}

#[cfg(test)]
mod tests {
    use super::*;

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
