//! Courses: a first round of a game that is played to learn it. A game's course is a list of steps, each with one sentence,
//! the pieces that it speaks of, and what is asked of the learner; all else is played by the rules and shown by the game's
//! own pages.

use crate::discord::speech::words::Words;
use crate::tables::Order;

/// A first round of a game, to be learnt by playing.
pub(crate) struct Course {
    /// Step by step; the last one is the end.
    pub steps: &'static [Step],
    /// The sentence of a step, by its word.
    pub says: fn(&Words, &str) -> String,
}

/// A step of a course.
pub(crate) struct Step {
    /// The word for its sentence.
    pub word: &'static str,
    /// What is shown.
    pub shows: Shows,
    /// The pieces that are pointed at, as they are written; `stock` for what lies face down.
    pub marks: &'static str,
    /// What is asked of the learner.
    pub asks: Asks,
    /// What others do after that: a seat and a typed move each.
    pub then: &'static [(usize, &'static str)],
}

/// What a step shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shows {
    /// The table, as everybody sees it.
    Board,
    /// The learner's own pieces.
    Rack,
}

/// What a step asks of the learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asks {
    /// To look, and to go on.
    Look,
    /// To put their pieces in the order of what belongs together, on the desk.
    Arrange,
    /// To make these moves, as they could be typed: together, in one press.
    Moves(&'static [&'static str]),
}

impl Course {
    /// In which order the learner sees their pieces at this step: as the table has them, until they were asked to arrange
    /// them.
    pub(crate) fn order_at(&self, step: usize) -> Order {
        let asked = self
            .steps
            .iter()
            .position(|step| step.asks == Asks::Arrange);
        match asked {
            Some(asked) if step <= asked => Order::Colours,
            _ => Order::Melds,
        }
    }
}
