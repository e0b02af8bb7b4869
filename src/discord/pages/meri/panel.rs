//! The panel of Meri.

use super::press::Press;
use crate::discord::pages::kit::rack::piece_buttons;
use crate::discord::pages::kit::rows::packed;
use crate::discord::pages::press::Verb;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::wire::note::Tone;
use crate::drawing;
use crate::drawing::meri::{Marks, Shown, slots};
use crate::rules::any::AnyAction;
use crate::rules::meri::{Action, View};

/// What the owner of a rack sees.
pub(super) fn panel(reader: Reader<'_>, view: &View) -> Body {
    let Reader { words, look, .. } = reader;
    let shown = Shown {
        groups: vec![view.rack().unwrap_or_default().to_vec()],
    };
    let has = |wanted: &Action| {
        look.actions
            .iter()
            .any(|action| matches!(action, AnyAction::Meri(action) if action == wanted))
    };
    let karutas = piece_buttons(&slots(&shown), |slot, karuta| {
        button(look, Press::Play(slot), karuta.to_string()).enabled(has(&Action::Play(karuta)))
    });
    let mut moves = Vec::new();
    if has(&Action::Ready) {
        moves.push(button(look, Press::Ready, "Ready".to_owned()).tone(Tone::Main));
    }
    if has(&Action::Robatta) {
        moves.push(button(look, Press::Robatta, "Robatta".to_owned()).tone(Tone::Main));
    }
    if look.may_go_on() {
        moves.push(button(look, Verb::Next, words.button_next()).tone(Tone::Main));
    }
    Body {
        text: words.panel_your_turn(&look.deadline_text()),
        rows: packed(karutas, moves, None),
        scene: drawing::meri::rack(view, &shown, &Marks::default()),
        alt: String::new(),
    }
}
