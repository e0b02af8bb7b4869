//! The medium computer for Okey, and what gives hints: by the chances of what may come next, and exact distances.
//!
//! It discards what leaves the best chances, and of equal discards the safest for the only player who may take it.
//! It uses no dice: equal views get equal answers.

use super::Reason;
use super::chances;
use super::knowledge::Knowledge;
use crate::rules::meld::{self, Progress, progress, rest, rests};
use crate::rules::okey::{Action, View, WinKind, score};
use crate::rules::tile::{Face, Tile};

/// From how many pairs on a rack is thought of as pairs, as it is then shown.
const MANY_PAIRS: usize = 5;

/// The best of the listed actions, and why; `None` only if there are none, or for a watcher.
pub(super) fn advise(view: &View, actions: &[Action]) -> Option<(Action, Reason)> {
    if let Some(show) = super::show(actions) {
        return Some((show, Reason::Shows));
    }
    let rack = view.rack.as_deref()?;
    best_finish(view, rack, actions)
        .or_else(|| best_draw(view, rack, actions))
        .or_else(|| best_discard(view, rack, actions))
        .or_else(|| {
            let decline = actions.contains(&Action::Decline);
            decline.then_some((Action::Decline, Reason::NothingToShow))
        })
}

/// The finish that pays most (Okey rules 8.2).
fn best_finish(view: &View, rack: &[Tile], actions: &[Action]) -> Option<(Action, Reason)> {
    let okey = view.okey()?;
    let wins = actions.iter().filter_map(|action| match action {
        Action::Finish(tile) => {
            let win = score::judge(&view.options, &rest(rack, *tile), *tile, okey)?;
            Some((*action, win))
        }
        _ => None,
    });
    let (action, win) = wins.max_by_key(|(_, win)| win.loss)?;
    let reason = Reason::Wins {
        points: win.loss,
        kind: win.kind,
        joker: win.joker_finish,
    };
    Some((action, reason))
}

/// Takes what brings it nearer for certain, or is worth more than a draw; else draws, and passes where it cannot.
fn best_draw(view: &View, rack: &[Tile], actions: &[Action]) -> Option<(Action, Reason)> {
    let draws = actions.contains(&Action::Draw);
    if !draws && !actions.contains(&Action::Pass) {
        return None;
    }
    let now = progress(rack, view.indicator?);
    let offered = view.takeable.filter(|_| actions.contains(&Action::Take));
    let known = Knowledge::of(view)?;
    // A rack that wins already wins with whatever comes, and best with a joker to throw: so it rather draws.
    let nearer = |tile: &Tile| now.wants(*tile) || now.distance == 0 && !draws;
    if let Some(tile) = offered.filter(nearer) {
        if draws && !keeps(rack, tile, &known) {
            let reason = Reason::LeavesNearer { tile };
            return Some((place_to_draw(view, actions, &now), reason));
        }
        let reason = Reason::Takes {
            tile,
            from: now.distance,
            to: now.distance.saturating_sub(1),
        };
        return Some((Action::Take, reason));
    }
    let gains = |tile: &Tile| now.distance > 0 && chances::gains_by(rack, *tile, &known);
    if let Some(tile) = offered.filter(|tile| draws && gains(tile)) {
        return Some((Action::Take, Reason::Prefers { tile }));
    }
    if !draws {
        return Some((Action::Pass, Reason::Passes { leaves: offered }));
    }
    let reason = Reason::Draws {
        leaves: offered,
        distance: now.distance,
        useful: now.count(&known.unseen),
    };
    Some((place_to_draw(view, actions, &now), reason))
}

/// Whether a rack that takes this tile throws another one. What brings it nearer may leave it waiting for tiles of which hardly any are left, and
/// whoever takes a tile to throw it again has not even seen a new one.
fn keeps(rack: &[Tile], tile: Tile, known: &Knowledge) -> bool {
    let with = [rack, &[tile]].concat();
    let thrown = chances::choices(rests(&with, known.indicator), known);
    thrown.first().is_none_or(|best| best.tile != tile)
}

/// Where any tile may be drawn, a false joker that all have seen is drawn if it helps, and else left (Okey rules 4.2).
fn place_to_draw(view: &View, actions: &[Action], now: &Progress) -> Action {
    let is_seen = |place: &usize| view.false_jokers_seen.contains(place);
    let mut places = actions.iter().filter_map(|action| match action {
        Action::DrawAt(place) => Some(*place),
        _ => None,
    });
    let wanted = now.wants(Tile::FalseJoker);
    let place = if view.false_jokers_seen.is_empty() {
        None
    } else {
        places.find(|place| is_seen(place) == wanted)
    };
    place.map_or(Action::Draw, Action::DrawAt)
}

fn best_discard(view: &View, rack: &[Tile], actions: &[Action]) -> Option<(Action, Reason)> {
    let known = Knowledge::of(view)?;
    let okey = known.indicator.okey();
    let listed = |tile: Tile| actions.contains(&Action::Discard(tile));
    // Without a joker a rack is never nearer to a win than without another tile.
    let mut left = rests(rack, known.indicator);
    left.retain(|rest| listed(rest.tile) && !rest.tile.is_joker(okey));
    let Some(least) = left.iter().map(|rest| rest.distance).min() else {
        return only_jokers(rack, actions);
    };
    // Every turn brings a rack nearer by one at most, and the last take needs no draw.
    let in_reach = |distance: u8| usize::from(distance) <= known.draws_left + 1;
    if !in_reach(least) {
        let safest = left.iter().min_by_key(|rest| known.danger(rest.tile))?;
        return Some((Action::Discard(safest.tile), Reason::Defends));
    }
    let best = *chances::choices(left, &known).first()?;
    let fourteen = rest(rack, best.tile);
    let reason = Reason::Keeps {
        distance: best.distance,
        useful: progress(&fourteen, known.indicator).count(&known.unseen),
        kind: likely_kind(&fourteen, okey, best.distance),
    };
    Some((Action::Discard(best.tile), reason))
}

/// Nothing but jokers may be thrown: that cannot come from a deal, but must not stop a table.
fn only_jokers(rack: &[Tile], actions: &[Action]) -> Option<(Action, Reason)> {
    let discard = rack.iter().map(|tile| Action::Discard(*tile));
    let action = discard
        .into_iter()
        .find(|action| actions.contains(action))?;
    Some((action, Reason::Defends))
}

/// Which kind of win a rack is on the way to; melds where it cannot be told.
fn likely_kind(fourteen: &[Tile], okey: Face, distance: u8) -> WinKind {
    let pairs = meld::pairs(fourteen, okey);
    let paired: usize = pairs.iter().map(Vec::len).sum();
    let others = fourteen.len().saturating_sub(paired);
    let open = 7_usize.saturating_sub(pairs.len());
    let missing = 14_usize.saturating_sub(paired + open.min(others));
    if pairs.len() >= MANY_PAIRS && missing == usize::from(distance) {
        WinKind::Pairs
    } else {
        WinKind::Ordinary
    }
}
