//! The easy computer for Okey: it arranges its own tiles, looks at nothing else, and is not always careful.

use std::cmp::Reverse;

use crate::rules::okey::{Action, View};
use crate::rules::tile::{Face, Tile};
use crate::rules::{Dice, meld};

/// Shows what it can, finishes when it can, takes what a meld gains by, discards what has fewest neighbours.
pub(super) fn choose(view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
    if let Some(show) = super::show(actions) {
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
/// Then it is any of so many that come first.
const SLIP_AMONG: usize = 3;

/// Discards the loose tile with the fewest neighbours; now and then another of the first few.
fn discard(view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
    let (rack, okey) = (view.rack.as_ref()?, view.okey()?);
    let mut first = least_connected(rack, okey);
    first.truncate(SLIP_AMONG);
    let place = match dice.below(SLIPS) {
        0 => dice.below(first.len().max(1) as u32) as usize,
        _ => 0,
    };
    let tile = match first.get(place) {
        Some(tile) => *tile,
        // Everything lies in melds.
        None => meld::least_needed(rack, okey)?,
    };
    let discard = Action::Discard(tile);
    actions.contains(&discard).then_some(discard)
}

/// The tiles outside melds, those with the fewest neighbours first, of these the highest number; no jokers.
fn least_connected(rack: &[Tile], okey: Face) -> Vec<Tile> {
    let face = |tile: &Tile| tile.face().unwrap_or(okey);
    let mut loose = meld::arrange(rack, okey).loose;
    loose.retain(|tile| !tile.is_joker(okey));
    let neighbours = |tile: &Tile| {
        let others = rack.iter().filter(|other| !other.is_joker(okey));
        others
            .filter(|other| are_neighbours(face(tile), face(other)))
            .count()
    };
    loose.sort_by_cached_key(|tile| (neighbours(tile), Reverse(face(tile).number()), *tile));
    loose.dedup();
    loose
}

/// Whether two faces can lie in one meld of three: one number in two colours, or a colour and at most one gap.
fn are_neighbours(one: Face, other: Face) -> bool {
    // Okey rules 6.3: a 1 may stand above 13 as well.
    let high = |face: Face| match face.number() {
        1 => 14,
        number => number,
    };
    let apart = one.number().abs_diff(other.number());
    if one.colour() == other.colour() {
        (1..=2).contains(&apart.min(high(one).abs_diff(high(other))))
    } else {
        apart == 0
    }
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
