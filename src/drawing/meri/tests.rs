//! What the scenes of Hachinin-meri hold, read as data, in games played by the rules.

mod games;
mod look;
mod racks;
pub(crate) mod samples;
mod sheets;
mod tables;
mod teaching;

use games::Played;

use crate::meri::Shown;
use crate::rules::GameView;
use crate::rules::meri::options::{Direction, HiddenRobai, MatchLength, OpeningReveal};
use crate::rules::meri::{Options, View};
use crate::scene::Scene;
use crate::signs::{Sitter, Sitters};

/// The most that a picture may weigh, in bytes.
const BYTES: usize = 55_000;

/// The table of persons.
fn board(view: &View) -> Scene {
    super::board(view, &Sitters::new(0, |_| Sitter::Person))
}

/// The groups that a view suggests.
fn shown(view: &View) -> Shown {
    Shown {
        groups: view.grouped().of_kind().melds,
    }
}

/// House rules that change what a table shows.
fn tables_of_all_kinds() -> Vec<Options> {
    let other = Options {
        direction: Direction::Ccw,
        opening_reveal: OpeningReveal::All,
        match_length: MatchLength::Honshobu,
        ..Options::default()
    };
    let single = Options {
        match_length: MatchLength::Hitomaki,
        hidden_robai: HiddenRobai::AllYaku,
        yaku_high: 10,
        ..Options::default()
    };
    vec![Options::default(), other, single]
}

/// Every step of a few rounds by each kind of house rules.
fn tables(mut look: impl FnMut(&Played, &View)) {
    for (seed, options) in (70..).zip(tables_of_all_kinds()) {
        let mut played = Played::new(seed, &options);
        for _ in 0..4 {
            played.deal();
            look(&played, &played.watched());
            while played.step().is_some() {
                look(&played, &played.watched());
            }
        }
    }
}
