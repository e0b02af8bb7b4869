//! What the scenes of Kaluki hold, read as data, in matches played by the rules.

mod games;
mod racks;
pub(crate) mod samples;
mod sheets;
mod tables;

use games::Played;

use crate::packs::PieceFace;
use crate::packs::cards::{CardFace, Inks};
use crate::reading::{drawn, glows, hidden, is_inside, says};
use crate::rules::Game;
use crate::rules::card::Card;
use crate::rules::kaluki::{Options, View};
use crate::scene::{At, PieceSize, Scene};
use crate::signs::{Sitter, Sitters};

/// The most that a picture may weigh, in bytes.
const RACK: usize = 28_000;
const BOARD: usize = 47_900;

/// Cards from their notation.
fn cards(text: &str) -> Vec<Card> {
    Card::read_all(text).expect("tests write cards correctly")
}

/// The table of persons.
fn board(view: &View) -> Scene {
    super::board(view, &Sitters::new(0, |_| Sitter::Person), Inks::Two)
}

/// The cards of a scene with their places, the lowest first.
fn cards_on(scene: &Scene) -> impl Iterator<Item = (CardFace, PieceSize, At)> {
    scene.pieces().filter_map(|(piece, size, at)| match piece {
        PieceFace::Card(face) => Some((face, size, at)),
        PieceFace::Tile(_) | PieceFace::Karuta(_) => None,
    })
}

/// Every few steps of whole matches of two to five, and after every deal.
fn tables(mut look: impl FnMut(&Played, &View)) {
    for seed in [0, 1, 2, 3, 7] {
        let seats = 2 + seed as usize % 4;
        let mut played = Played::new(seed, seats, &Options::default());
        let mut steps = 0;
        while played.game.standing().is_none() {
            if played.step().is_none() {
                look(&played, &played.watched());
                played.deal();
            }
            steps += 1;
            if steps % 11 == 0 {
                look(&played, &played.watched());
            }
        }
        look(&played, &played.watched());
    }
}
