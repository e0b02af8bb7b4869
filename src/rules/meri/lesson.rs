//! The prepared round of the lesson: the first seat holds the trump robai, the best trump, and cards that show what tricks
//! are about.
//!
//! Which moves the lesson makes in it is the business of whoever teaches it.

use super::options::MatchLength;
use super::{Meri, Options, SEATS};
use crate::{Chance, Game};

/// A deal like any other that was found to teach well.
const DEAL: u64 = 49_351;

/// See [`Game::lesson`].
pub(super) fn lesson() -> Option<Meri> {
    let options = Options {
        match_length: MatchLength::Hitomaki,
        ..Options::default()
    };
    let mut game = Meri::new(&options, SEATS);
    let dealt = game.deal(&Chance::from_seed(DEAL));
    game.apply_all(&dealt).ok()?;
    Some(game)
}
