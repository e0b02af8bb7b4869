//! The easy computer for Okey: it arranges its own tiles, and looks at nothing else.

use crate::rules::okey::{Action, View};
use crate::rules::tile::{Face, Tile};
use crate::rules::{Dice, meld};

/// Shows what it can, finishes when it can, takes what helps, discards what its arrangement needs least.
pub(in crate::computers) fn choose(
    view: &View,
    actions: &[Action],
    dice: &mut Dice,
) -> Option<Action> {
    if let Some(show) = super::interject(actions) {
        return Some(show);
    }
    finish(view, actions)
        .or_else(|| take(view, actions))
        .or_else(|| discard(view, actions))
        .or_else(|| begin(actions))
        .or_else(|| any(actions, dice))
}

/// Finishes with a joker if it can, else with anything.
fn finish(view: &View, actions: &[Action]) -> Option<Action> {
    let is_joker = |tile: &Tile| view.okey().is_some_and(|okey| tile.is_joker(okey));
    actions
        .iter()
        .filter(|action| matches!(action, Action::Finish(_)))
        .max_by_key(|action| matches!(action, Action::Finish(tile) if is_joker(tile)))
        .copied()
}

/// Takes the left neighbour's discard if it then keeps more tiles in melds.
fn take(view: &View, actions: &[Action]) -> Option<Action> {
    if !actions.contains(&Action::Take) {
        return None;
    }
    let (rack, okey, tile) = (view.rack.as_ref()?, view.okey()?, view.takeable?);
    let with = [&rack[..], &[tile]].concat();
    let helps = tile.is_joker(okey) || worth(&with, okey) > worth(rack, okey);
    helps.then_some(Action::Take)
}

fn worth(tiles: &[Tile], okey: Face) -> usize {
    meld::arrange(tiles, okey).covered()
}

fn discard(view: &View, actions: &[Action]) -> Option<Action> {
    let discard = Action::Discard(meld::least_needed(view.rack.as_ref()?, view.okey()?)?);
    actions.contains(&discard).then_some(discard)
}

fn begin(actions: &[Action]) -> Option<Action> {
    [Action::Draw, Action::Pass, Action::Decline]
        .into_iter()
        .find(|action| actions.contains(action))
}

fn any(actions: &[Action], dice: &mut Dice) -> Option<Action> {
    actions
        .get(dice.below(actions.len() as u32) as usize)
        .copied()
}
