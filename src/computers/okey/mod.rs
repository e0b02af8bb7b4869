//! The computers for Okey. `easy` looks at its own rack alone; `medium` weighs by what `knowledge` has seen.

mod chances;
pub(super) mod easy;
pub(super) mod knowledge;
pub(super) mod medium;

use crate::rules::okey::Action;

/// Out of turn every computer shows the twin: it costs nothing.
pub(super) fn interject(actions: &[Action]) -> Option<Action> {
    actions.contains(&Action::Show).then_some(Action::Show)
}
