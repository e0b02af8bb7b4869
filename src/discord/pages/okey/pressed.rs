//! What a press on a button of Okey does.

use super::arranged::slot_of;
use super::press::Press;
use crate::discord::pages::hint::gives_away;
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::rules::any::AnyAction;
use crate::rules::okey::{Action, View};

/// What a press does: each is one move.
pub(super) fn pressed(reader: Reader<'_>, view: &View, press: Press) -> Pressed<Action> {
    let action = match press {
        Press::Draw => Some(Action::Draw),
        Press::Take(_) => Some(Action::Take),
        Press::Pass => Some(Action::Pass),
        Press::Show => Some(Action::Show),
        Press::Decline => Some(Action::Decline),
        Press::Finish(tile) => Some(Action::Finish(tile)),
        Press::Discard(slot) | Press::Surely(slot) => discard(slot),
    };
    let Some(action) = action else {
        return Pressed::Late;
    };
    match asks_first(reader, view, &action) {
        Some(slot) if matches!(press, Press::Discard(_)) => Pressed::Ask(slot),
        _ => Pressed::one(action),
    }
}

/// `None` for what is no tile, and so lies on no rack.
fn discard(slot: Slot) -> Option<Action> {
    slot.piece.try_into().ok().map(Action::Discard)
}

/// The tile about which this move is asked first: a discard that gives something away.
pub(super) fn asks_first(reader: Reader<'_>, view: &View, action: &Action) -> Option<Slot> {
    let Action::Discard(tile) = action else {
        return None;
    };
    gives_away(reader.look, &AnyAction::Okey(*action))?;
    slot_of(reader.look, view, *tile)
}
