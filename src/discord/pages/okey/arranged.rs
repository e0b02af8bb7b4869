//! The rack as its owner sees it: what belongs together, the rest behind, and what is marked.

use crate::discord::pages::kit::rack;
use crate::discord::pages::press::Slot;
use crate::drawing;
use crate::drawing::okey::Marks;
use crate::rules::any::AnyAction;
use crate::rules::meld::{Arrangement, arrange};
use crate::rules::okey::{Action, View};
use crate::rules::tile::Tile;
use crate::rules::view::pieces;
use crate::tables::{Desk, Look};

/// What the viewer may do now.
pub(super) fn actions(look: &Look) -> impl Iterator<Item = Action> {
    look.actions.iter().filter_map(|action| match action {
        AnyAction::Okey(action) => Some(*action),
        _ => None,
    })
}

/// The rack as its owner wants to see it.
pub(super) fn arranged(look: &Look, view: &View) -> Arrangement {
    let (Some(okey), Some(rack)) = (view.okey(), &view.rack) else {
        return Arrangement::default();
    };
    match &look.desk {
        Some(desk) => desk.arrange(view).of_kind(),
        None => arrange(rack, okey),
    }
}

/// What the panel marks: the tile that is prepared to be discarded.
pub(super) fn marks(look: &Look, arrangement: &Arrangement) -> Marks {
    if !look.is_live() {
        return Marks::closed();
    }
    let prepared = look.desk.as_ref().and_then(Desk::prepared);
    let slots = pieces(drawing::okey::slots(arrangement));
    let slot = prepared.and_then(|prepared| slots.iter().rposition(|piece| *piece == prepared));
    Marks {
        picked: slot.into_iter().collect(),
        is_closed: false,
    }
}

/// The place of a tile on the rack, as the panel shows it.
pub(super) fn slot_of(look: &Look, view: &View, tile: Tile) -> Option<Slot> {
    rack::slot_of(&drawing::okey::slots(&arranged(look, view)), tile)
}
