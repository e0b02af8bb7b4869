//! Okey 101 in messages: its panel with its pages, its board, its moves in words.
//!
//! Everything here is made from a view, so nothing can be said that its reader may not know.

mod arranged;
mod board;
mod compose;
pub mod hint;
mod hint_sentences;
mod move_sentences;
pub mod moves;
pub mod options;
pub mod pages;
mod panel;
pub mod refusal;
mod sentences;
pub mod typed;

pub use board::board;
#[cfg(test)]
pub(crate) use hint_sentences::HINT101_SENTENCES;
#[cfg(test)]
pub(crate) use move_sentences::MOVE101_SENTENCES;
pub use panel::{panel, shelf};
#[cfg(test)]
pub(crate) use sentences::OKEY101_SENTENCES;

use super::press::{LayOff, MeldPress, Slot, Verb};
use crate::rules::any::AnyAction;
use crate::rules::okey101::{Action, View};
use crate::tables::Look;

/// What the viewer may do now.
fn actions(look: &Look) -> impl Iterator<Item = &Action> {
    look.actions.iter().filter_map(|action| match action {
        AnyAction::Okey101(action) => Some(action),
        AnyAction::Okey(_) => None,
    })
}

/// The action that a button means; `None` for buttons that are not one move of Okey 101.
pub fn pressed_action(verb: Verb) -> Option<Action> {
    match verb {
        Verb::Draw => Some(Action::Draw),
        Verb::Take(_) => Some(Action::Take),
        Verb::Pass => Some(Action::Pass),
        Verb::Discard(slot) => discard(slot),
        Verb::Surely(slot) => discard_surely(slot),
        Verb::Meld(MeldPress::GiveBack) => Some(Action::Return),
        Verb::Meld(MeldPress::TakeBack) => Some(Action::TakeBack),
        Verb::Meld(MeldPress::LayOff(LayOff { tile, meld, place })) => Some(Action::LayOff {
            tile,
            meld: meld.into(),
            end: Some(place),
        }),
        Verb::Meld(MeldPress::Swap(tile, meld)) => Some(Action::SwapJoker {
            tile,
            meld: meld.into(),
        }),
        _ => None,
    }
}

/// A discard that is asked about if it costs points.
fn discard(slot: Slot) -> Option<Action> {
    Some(Action::Discard {
        tile: slot.piece.try_into().ok()?,
        confirm: false,
    })
}

/// A discard that is meant, whatever it costs.
fn discard_surely(slot: Slot) -> Option<Action> {
    Some(Action::Discard {
        tile: slot.piece.try_into().ok()?,
        confirm: true,
    })
}

/// The tile about which this move is asked first: a discard that costs points (101 rules 10.4).
pub fn asks_first(look: &Look, view: &View, action: &Action) -> Option<Slot> {
    let Action::Discard {
        tile,
        confirm: false,
    } = action
    else {
        return None;
    };
    let costs = arranged::costs(view, *tile) && view.rack()?.len() > 1;
    arranged::slot_of(look, view, *tile).filter(|_| costs)
}
