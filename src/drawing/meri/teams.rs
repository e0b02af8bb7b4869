//! The two teams as pictures tell them apart: by a lantern, by the shape of what they have won, and by a colour.

use crate::rules::meri::Team;
use crate::scene::{At, Badge, Ink, Scene};

/// The lantern of a team.
pub(super) fn lantern(team: Team) -> Badge {
    match team {
        Team::A => Badge::FirstSide,
        Team::B => Badge::SecondSide,
    }
}

/// The colour of a team.
pub(super) fn ink(team: Team) -> Ink {
    match team {
        Team::A => Ink::Ivory,
        Team::B => Ink::Red,
    }
}

/// One of the things that a team has won: round for the one, square for the other.
pub(super) fn pip(scene: &mut Scene, team: Team, side: i32, middle: At) {
    let round = match team {
        Team::A => side / 2,
        Team::B => 3,
    };
    let corner = middle.by(-side / 2, -side / 2);
    scene.bar(corner, (side, side), round, ink(team));
}

/// A number with its sign.
pub(super) fn signed(number: i32) -> String {
    match number {
        ..0 => number.to_string().replace('-', "−"),
        _ => format!("+{number}"),
    }
}
