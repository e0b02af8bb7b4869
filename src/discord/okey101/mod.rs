//! Okey 101 in messages: its panel with its pages, its board, its moves in words.
//!
//! Everything here is made from a view, so nothing can be said that its reader may not know.

mod board;
pub mod hint;
pub(in crate::discord) mod move_sentences;
pub mod moves;
pub(in crate::discord) mod option_sentences;
pub mod options;
mod pages;
mod panel;
pub mod refusal;

pub use board::board;
pub use panel::panel;

use super::press::{LayOff, MeldPress, Slot, Verb};
use crate::rules::okey101::{Action, View};
use crate::tables::Look;

/// The action that a button means; `None` for buttons that are not one move of Okey 101.
pub fn pressed_action(verb: Verb) -> Option<Action> {
    match verb {
        Verb::Draw => Some(Action::Draw),
        Verb::Take(_) => Some(Action::Take),
        Verb::Pass => Some(Action::Pass),
        Verb::Discard(slot) => Some(discard(slot, false)),
        Verb::Surely(slot) => Some(discard(slot, true)),
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

fn discard(slot: Slot, confirm: bool) -> Action {
    Action::Discard {
        tile: slot.tile,
        confirm,
    }
}

/// The tile about which this move is asked first: a discard that costs points (101 rules 10.4).
pub fn asks_first(_look: &Look, view: &View, action: &Action) -> Option<Slot> {
    let Action::Discard {
        tile,
        confirm: false,
    } = action
    else {
        return None;
    };
    let own = view.own.as_ref()?;
    own.costs.iter().find(|(costing, _)| costing == tile)?;
    Some(Slot {
        place: 0,
        tile: *tile,
    })
}
