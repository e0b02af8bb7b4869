//! What the scenes of Hachinin-meri hold, read as data, in games played by the rules.

mod games;
pub(crate) mod samples;

use crate::meri::Shown;
use crate::rules::meri::View;
use crate::rules::{GameView, PerSeat};
use crate::scene::Scene;
use crate::signs::Sitter;

/// The table of persons.
fn board(view: &View) -> Scene {
    super::board(view, &PerSeat::new(0, |_| Sitter::Person))
}

/// The groups that a view suggests.
fn shown(view: &View) -> Shown {
    Shown {
        groups: view.grouped().of_kind().melds,
    }
}
