//! The computers for 101. `easy` lays what it can; `medium` plans its turn with the exact solver (`plan`, `opening`) and
//! keeps what is likeliest to open (`hopes`), by what all have seen (`known`). It gives advice, too.

mod danger;
mod easy;
mod hopes;
mod known;
mod medium;
mod opening;
mod plan;
mod reason;
mod spots;
#[cfg(test)]
mod tests;

pub use reason::{Merit, Reason};

use crate::rules::Dice;
use crate::rules::okey101::{Action, View};
use crate::rules::tile::Tile;
use crate::{Costly, Level, Mind};

/// The computers of Okey 101.
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

    /// What costs points the view says itself (`own.costs`), and the rules ask before they charge (101 rules 10.4).
    fn costly(_: &View, _: &Action) -> Option<Costly> {
        None
    }
}

/// What ends the turn without harm, if nothing better is known: a draw, a return, the cheapest discard.
fn fallback(view: &View, actions: &[Action]) -> Option<Action> {
    let listed = |action: &Action| actions.contains(action).then(|| action.clone());
    let costs = |tile: &Tile| {
        let own = view.own.as_ref();
        own.is_some_and(|own| own.costs.iter().any(|(costly, _)| costly == tile))
    };
    let cheapest = || {
        let throws = actions.iter().filter_map(|action| match action {
            Action::Discard { tile, .. } => Some((action, tile)),
            _ => None,
        });
        let okey = view.okey();
        let joker = |tile: &Tile| okey.is_some_and(|okey| tile.is_joker(okey));
        let cheapest = throws.min_by_key(|(_, tile)| (costs(tile), joker(tile)));
        cheapest.map(|(action, _)| action.clone())
    };
    listed(&Action::Draw)
        .or_else(|| listed(&Action::Return))
        .or_else(cheapest)
        .or_else(|| listed(&Action::Pass))
        .or_else(|| actions.first().cloned())
}
