//! The easy computer for Okey 101.

use crate::rules::Dice;
use crate::rules::okey101::{Action, View};

/// Any listed action.
pub(in crate::computers) fn choose(
    _: &View,
    actions: &[Action],
    dice: &mut Dice,
) -> Option<Action> {
    let place = dice.below(actions.len().max(1) as u32) as usize;
    actions.get(place).cloned()
}
