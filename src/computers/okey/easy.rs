//! The easy computer for Okey: it arranges its own tiles, looks at nothing else, and is not always careful.

use crate::rules::okey::{Action, View};
use crate::rules::tile::{Face, Tile};
use crate::rules::{Dice, meld};

/// Shows what it can, finishes when it can, takes what helps, discards what its arrangement hardly needs.
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
        .or_else(|| discard(view, actions, dice))
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

/// One discard of so many is not the best one.
const SLIPS: u32 = 5;
/// Then it is any of so many that are needed least.
const SLIP_AMONG: usize = 3;

/// Discards what its arrangement needs least; now and then another loose tile, but never one of a meld, and no joker.
fn discard(view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
    let (rack, okey) = (view.rack.as_ref()?, view.okey()?);
    let mut tile = meld::least_needed(rack, okey)?;
    if dice.below(SLIPS) == 0 {
        let loose = least_needed_loose(rack, okey);
        let other = dice.below(loose.len().max(1) as u32) as usize;
        tile = loose.get(other).copied().unwrap_or(tile);
    }
    let discard = Action::Discard(tile);
    actions.contains(&discard).then_some(discard)
}

/// The loose tiles that are needed least, the least one first.
fn least_needed_loose(rack: &[Tile], okey: Face) -> Vec<Tile> {
    let mut loose = meld::arrange(rack, okey).loose;
    let mut rest = rack.to_vec();
    let mut found = Vec::new();
    while found.len() < SLIP_AMONG
        && let Some(tile) = meld::least_needed(&rest, okey)
        && loose.contains(&tile)
        && !tile.is_joker(okey)
    {
        meld::remove(&mut rest, tile);
        meld::remove(&mut loose, tile);
        found.push(tile);
    }
    found
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
