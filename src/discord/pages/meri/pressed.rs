//! What a press on a button of Meri does.

use super::press::Press;
use super::{order, panel, trick};
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::rules::karuta::Karuta;
use crate::rules::meri::{Action, View};

/// What a press does.
pub(super) fn pressed(reader: Reader<'_>, view: &View, press: Press) -> Pressed<Action> {
    let pressed = match press {
        Press::Ready => Some(Pressed::one(Action::Ready)),
        Press::Robatta => Some(Pressed::one(Action::Robatta)),
        Press::Play(slot) => karuta(slot).map(|karuta| Pressed::one(Action::Play(karuta))),
        Press::Lead(slot) => karuta(slot)
            .and_then(|lead| panel::away(reader, view, lead))
            .map(Pressed::Half),
        Press::Away(lead, slot) => karuta(slot).map(|discard| {
            let opening = Action::Uchidashi { lead, discard };
            Pressed::moves(vec![opening], panel::away(reader, view, lead))
        }),
        Press::Order => order::page(reader, view).map(to_page),
        Press::Trick(number) => trick::page(reader, view, number).map(to_page),
    };
    pressed.unwrap_or(Pressed::Late)
}

fn to_page(body: Body) -> Pressed<Action> {
    Pressed::Page(body, None)
}

/// `None` for what is no karuta, and so lies on no rack.
fn karuta(slot: Slot) -> Option<Karuta> {
    slot.piece.try_into().ok()
}
