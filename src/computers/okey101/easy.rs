//! The easy computer for 101: it lays what it can, discards what has fewest neighbours, and is not always careful.

use std::cmp::Reverse;

use crate::rules::Dice;
use crate::rules::meld::{self, Goal, Left, best_laying};
use crate::rules::okey101::{Action, View};
use crate::rules::tile::{Face, Tile};

use super::fallback;

/// One discard of so many is not the best one.
const SLIPS: u32 = 5;
/// Then it is any of so many that come first.
const SLIP_AMONG: usize = 3;

/// Opens and lays as soon as it can, takes what it can lay, discards what has fewest neighbours.
pub(super) fn choose(view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
    let must_finish = view.own.as_ref().is_some_and(|own| own.must_finish);
    if must_finish {
        return fallback(view, actions);
    }
    lay(view, actions)
        .or_else(|| take(view, actions))
        .or_else(|| discard(view, actions, dice))
        .or_else(|| fallback(view, actions))
}

/// The first opening or meld that is listed, else a tile to lay off, jokers last.
fn lay(view: &View, actions: &[Action]) -> Option<Action> {
    let okey = view.okey()?;
    let melds = |action: &&Action| matches!(action, Action::Open { .. } | Action::Lay { .. });
    let off = actions.iter().filter_map(|action| match action {
        Action::LayOff { tile, .. } => Some((action, *tile)),
        _ => None,
    });
    let off = off.min_by_key(|(_, tile)| (tile.is_joker(okey), Reverse(number(*tile, okey))));
    let melds = actions.iter().find(melds);
    melds.or(off.map(|(action, _)| action)).cloned()
}

/// Takes what opens, or what fits or makes a meld once it has opened.
fn take(view: &View, actions: &[Action]) -> Option<Action> {
    if !actions.contains(&Action::Take) {
        return None;
    }
    let (seat, rack, okey) = (view.viewer.seat()?, view.rack()?, view.okey()?);
    let tile = view.own.as_ref()?.takeable?;
    let with = [rack, &[tile]].concat();
    let laying = best_laying(&with, okey, Goal::Points, Some(tile), Left::One);
    let useful = match view.opened[seat] {
        None => laying
            .is_some_and(|laying| Some(laying.points) >= view.needed.map(|needed| needed.points)),
        Some(opening) if opening.kind == crate::rules::okey101::OpenKind::Series => {
            laying.is_some()
        }
        Some(_) => rack.contains(&tile) && rack.len() > 1,
    };
    useful.then_some(Action::Take)
}

/// Discards the loose tile with the fewest neighbours; now and then another of the first few.
fn discard(view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
    let (rack, okey) = (view.rack()?, view.okey()?);
    let costs = |tile: Tile| {
        let own = view.own.as_ref();
        own.is_some_and(|own| own.costs.iter().any(|(costly, _)| *costly == tile))
    };
    let mut throws: Vec<(&Action, Tile)> = actions
        .iter()
        .filter_map(|action| match action {
            Action::Discard { tile, .. } => Some((action, *tile)),
            _ => None,
        })
        .collect();
    if throws.iter().any(|(_, tile)| !costs(*tile)) {
        throws.retain(|(_, tile)| !costs(*tile));
    }
    let loose = meld::arrange_in_melds(rack, okey).loose;
    throws.sort_by_cached_key(|(_, tile)| {
        let melded = !loose.contains(tile);
        let value = Reverse(number(*tile, okey));
        (
            tile.is_joker(okey),
            melded,
            neighbours(*tile, rack, okey),
            value,
        )
    });
    throws.truncate(SLIP_AMONG);
    let place = match dice.below(SLIPS) {
        0 => dice.below(throws.len().max(1) as u32) as usize,
        _ => 0,
    };
    throws.get(place).map(|(action, _)| (*action).clone())
}

fn number(tile: Tile, okey: Face) -> u8 {
    tile.face().unwrap_or(okey).number()
}

/// How many other tiles can lie in one meld of three with this one.
fn neighbours(tile: Tile, rack: &[Tile], okey: Face) -> usize {
    let face = |tile: Tile| tile.face().unwrap_or(okey);
    let others = rack.iter().filter(|other| !other.is_joker(okey));
    others
        .filter(|other| are_neighbours(face(tile), face(**other)))
        .count()
}

/// Whether two faces can lie in one meld of three: one number in two colours, or a colour and at most one gap.
fn are_neighbours(one: Face, other: Face) -> bool {
    let apart = one.number().abs_diff(other.number());
    if one.colour() == other.colour() {
        (1..=2).contains(&apart)
    } else {
        apart == 0
    }
}
