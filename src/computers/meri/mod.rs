//! The computers for Hachinin-meri. `easy` looks at its own rack and what lies there; `medium` counts the trumps (`known`)
//! and weighs what each karuta is likely to bring to its team (`worth`). It gives advice, too.

mod easy;
mod known;
mod medium;
mod reason;
#[cfg(test)]
mod tests;
mod worth;

pub use reason::Reason;

use crate::rules::Dice;
use crate::rules::meri::{Action, View};
use crate::{Costly, Level, Mind};

/// The computers of Hachinin-meri.
pub struct Computer;

impl Mind for Computer {
    type View = View;
    type Action = Action;
    type Reason = Reason;

    fn choose(level: Level, view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
        match level {
            Level::Easy => easy::choose(view, actions, dice),
            Level::Medium => medium::advise(view, actions).map(|(action, _)| action),
        }
    }

    /// Nobody acts out of turn.
    fn interject(_: Level, _: &View, _: &[Action], _: &mut Dice) -> Option<Action> {
        None
    }

    fn advise(view: &View, actions: &[Action]) -> Option<(Action, Reason)> {
        medium::advise(view, actions)
    }

    /// Every play gives something away; none is worth asking for once more.
    fn costly(_: &View, _: &Action) -> Option<Costly> {
        None
    }
}
