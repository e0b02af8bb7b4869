//! The prepared round of the lesson: a rack that wins within three turns, and an okey that comes at the end.
//!
//! Which moves the lesson makes in it is the business of whoever teaches it.

use super::deal::{TILES, spread};
use super::options::Deal;
use super::{Event, Okey, Options};
use crate::lesson::{filled, put};
use crate::tile::Tile;
use crate::{Game, Seat};

/// How many play.
const SEATS: usize = 4;
/// The dealer: whoever sits at the left of the first seat begins.
const DEALER: usize = 2;
/// What is turned up.
const INDICATOR: &str = "R4";
/// What the racks hold at least, from the starter on: the learner is the second.
const RACKS: [&str; SEATS] = [
    "Y12 G10 Y11",
    "K3 K4 K5 R9 G9 Y9 F R6 R7 G11 G12 Y2 K13 R1",
    "K1 R13",
    "G1 Y13",
];
/// What the learner draws, and as the how manieth tile of the stock.
const DRAWN: [(usize, &str); 2] = [(0, "K6"), (7, "R5")];

/// See [`Game::lesson`].
pub(super) fn lesson() -> Option<Okey> {
    let options = Options {
        deal: Deal::Simplified,
        ..Options::default()
    };
    let mut wall: Vec<Option<Tile>> = vec![None; TILES];
    let places = spread(Deal::Simplified, SEATS, &[], |_| false)?;
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
    let mut game = Okey::new(&options, SEATS);
    game.apply(&dealt).ok()?;
    Some(game)
}
