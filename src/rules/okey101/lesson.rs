//! The prepared round of the lesson: a rack that opens with the first tile drawn, tiles that fit what others lay down, and
//! a finish in the third turn.
//!
//! Which moves the lesson makes in it is the business of whoever teaches it.

use super::deal::{TILES, spread};
use super::options::Deal;
use super::{Event, Okey101, Options};
use crate::lesson::{filled, put};
use crate::tile::Tile;
use crate::{Game, Seat};

/// How many play.
const SEATS: usize = 4;
/// The dealer, who begins, sits at the left of the first seat.
const DEALER: usize = 3;
/// What is turned up.
const INDICATOR: &str = "G6";
/// What the racks hold at least, from the starter on: the learner is the second.
const RACKS: [&str; SEATS] = [
    "K1 G1 K3",
    "R10 R11 R12 R13 K12 Y12 G12 Y6 Y7 R1 R2 R3 K4 G4 Y4 G13 K9 R10 K2 G5 Y1",
    "Y10 Y11 Y12 Y13 G10 G11 G12 R8 K8 Y8 K6 G3",
    "K10 K11 K12 K13 R11 R12 R13 Y9 G9 K9 Y3 Y2",
];
/// What the learner draws, and as the how manieth tile of the stock.
const DRAWN: [(usize, &str); 3] = [(0, "Y8"), (4, "R9"), (8, "Y5")];

/// See [`Game::lesson`].
pub(super) fn lesson() -> Option<Okey101> {
    let mut wall: Vec<Option<Tile>> = vec![None; TILES];
    let places = spread(Deal::Simple, SEATS, &[], |_| false)?;
    put(&mut wall, [places.indicator], INDICATOR)?;
    for (rack, tiles) in places.racks.into_iter().zip(RACKS) {
        put(&mut wall, rack, tiles)?;
    }
    for (turn, tile) in DRAWN {
        put(&mut wall, places.stock.get(turn).copied(), tile)?;
    }
    let dealt = Event::Dealt {
        deck: filled(wall, Tile::deck())?,
        dealer: Seat::new(DEALER)?,
        dice: Vec::new(),
    };
    let mut game = Okey101::new(&Options::default(), SEATS);
    game.apply(&dealt).ok()?;
    Some(game)
}
