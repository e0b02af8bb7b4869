//! The computers for Okey. `easy` looks at its own rack alone; `medium` weighs by what `knowledge` has seen, and gives
//! advice.

mod chances;
mod easy;
mod knowledge;
mod medium;
mod reason;
#[cfg(test)]
mod tests;

pub use reason::Reason;

use crate::rules::okey::{Action, View, score};
use crate::rules::tile::Tile;
use crate::rules::{Dice, meld};
use crate::{Costly, Level, Mind};

/// The computers of Okey.
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

    fn interject(_: Level, _: &View, actions: &[Action], _: &mut Dice) -> Option<Action> {
        show(actions)
    }

    fn advise(view: &View, actions: &[Action]) -> Option<(Action, Reason)> {
        medium::advise(view, actions)
    }

    /// No discard costs points by itself, but it may give a win or a joker away.
    fn costly(view: &View, action: &Action) -> Option<Costly> {
        match action {
            Action::Discard(discard) => gives_away(view, *discard),
            Action::Show
            | Action::Decline
            | Action::Draw
            | Action::DrawAt(_)
            | Action::Take
            | Action::Pass
            | Action::Finish(_) => None,
        }
    }
}

/// Every computer shows the twin when it can, out of turn too: it costs nothing.
fn show(actions: &[Action]) -> Option<Action> {
    actions.contains(&Action::Show).then_some(Action::Show)
}

fn gives_away(view: &View, discard: Tile) -> Option<Costly> {
    let (rack, okey) = (view.rack.as_ref()?, view.okey()?);
    let wins = |tile: &Tile| score::wins(&meld::rest(rack, *tile), okey);
    if rack.iter().any(wins) {
        return Some(Costly::ThrowsWinAway);
    }
    discard.is_joker(okey).then_some(Costly::ThrowsJoker)
}
