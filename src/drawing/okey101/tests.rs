//! What the scenes of 101 hold, read as data, in games played by the rules.

mod games;
mod racks;
pub(crate) mod samples;
mod sheets;
mod tables;

use games::Played;

use crate::reading::{drawn, glows, hidden, is_inside, says};
use crate::rules::okey101::{Options, View};
use crate::scene::Scene;
use crate::signs::{Sitter, Sitters};

/// The most that a picture may weigh, in bytes.
const RACK: usize = 20_000;
const BOARD: usize = 42_000;

/// The table of persons.
fn board(view: &View) -> Scene {
    super::board(view, &Sitters::new(0, |_| Sitter::Person))
}

/// Every few steps of games of two, three and four.
fn tables(mut look: impl FnMut(&Played, &View)) {
    for seed in [0, 1, 5, 7, 8, 14, 47, 50, 140] {
        let seats = match seed {
            140 => 4,
            _ => 2 + seed as usize % 3,
        };
        let mut played = Played::new(seed, seats, &Options::default());
        played.deal();
        let mut steps = 0;
        while played.step().is_some() {
            steps += 1;
            if steps % 7 == 0 {
                look(&played, &played.watched());
            }
        }
        look(&played, &played.watched());
    }
}
