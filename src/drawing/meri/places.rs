//! Where everything lies on the table of eight: plaques along its edge, a karuta before each, and room in the middle.
//!
//! Seats follow one another with the clock, the first one below (Hachinin-meri rules 3.1).

use crate::badges::Heading;
use crate::packs::karuta;
use crate::rules::Seat;
use crate::rules::meri::SEATS;
use crate::rules::meri::options::Direction;
use crate::scene::{At, at};

/// The size of a plaque.
pub(super) const PLAQUE: (i32, i32) = (212, 88);

/// The middle of the table.
pub(super) const MIDDLE: At = at(500, 390);

/// What is between the karuta, with the okie in it.
pub(super) const HUB: (At, (i32, i32)) = (at(378, 304), (244, 172));

/// How large the places beside the hub are: for each team one above and one below.
pub(super) const POCKET: (i32, i32) = (176, 134);

/// The places of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The top left corner of its plaque.
    pub(super) plaque: At,
    /// The middle of what it plays.
    pub(super) karuta: At,
    /// The middle of its number: nearer to the middle of the table.
    pub(super) number: At,
    /// The middle of what needs more room than that.
    pub(super) note: At,
}

/// By seat, with the clock: the column and the row, each −1 to 1 from the middle.
const ROUND: [(i32, i32); SEATS] = [
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The place of a seat; it lies over the rim of the table.
pub(super) fn place(seat: Seat) -> Place {
    let (column, row) = ROUND[seat.index() % SEATS];
    let plaque = MIDDLE.by(368 * column, 320 * row);
    let karuta = match row {
        0 => MIDDLE.by(208 * column, 0),
        _ => MIDDLE.by(286 * column, 201 * row),
    };
    let (number, note) = match row {
        0 => (karuta.by(-61 * column, 0), karuta.by(0, 91)),
        _ => (karuta.by(0, -86 * row), karuta.by(0, -91 * row)),
    };
    Place {
        plaque: plaque.by(-PLAQUE.0 / 2, -PLAQUE.1 / 2),
        karuta,
        number,
        note,
    }
}

/// The top left corner of what a seat plays.
pub(super) fn corner(seat: Seat) -> At {
    karuta::MEDIUM.around(place(seat).karuta)
}

/// The arrows along the edge, between the plaques.
pub(super) fn ways(direction: Direction) -> [(At, Heading); 8] {
    let with_the_clock = [
        (at(316, 70), Heading::Right),
        (at(684, 70), Heading::Right),
        (at(868, 230), Heading::Down),
        (at(868, 550), Heading::Down),
        (at(684, 710), Heading::Left),
        (at(316, 710), Heading::Left),
        (at(132, 550), Heading::Up),
        (at(132, 230), Heading::Up),
    ];
    match direction {
        Direction::Cw => with_the_clock,
        Direction::Ccw => with_the_clock.map(|(at, heading)| (at, back(heading))),
    }
}

fn back(heading: Heading) -> Heading {
    match heading {
        Heading::Right => Heading::Left,
        Heading::Down => Heading::Up,
        Heading::Left => Heading::Right,
        Heading::Up => Heading::Down,
    }
}
