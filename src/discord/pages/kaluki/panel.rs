//! The panel of Kaluki.

use super::press::Press;
use crate::discord::pages::kit::rack::piece_buttons;
use crate::discord::pages::kit::rows::packed;
use crate::discord::pages::press::Verb;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::wire::note::Tone;
use crate::drawing;
use crate::drawing::kaluki::{Marks, Shown, slots};
use crate::rules::any::AnyAction;
use crate::rules::kaluki::{Action, View};

/// What the owner of a rack sees.
pub(super) fn panel(reader: Reader<'_>, view: &View) -> Body {
    let Reader { words, look, .. } = reader;
    let shown = Shown {
        loose: view.hand().unwrap_or_default().to_vec(),
        ..Shown::default()
    };
    let has = |wanted: &Action| {
        look.actions
            .iter()
            .any(|action| matches!(action, AnyAction::Kaluki(action) if action == wanted))
    };
    let cards = piece_buttons(&slots(&shown), |slot, card| {
        button(look, Press::Discard(slot), card.to_string()).enabled(has(&Action::Discard { card }))
    });
    let mut moves = Vec::new();
    if has(&Action::Draw) {
        moves.push(button(look, Press::Draw, words.button_draw()).tone(Tone::Main));
    }
    if has(&Action::Take) {
        moves.push(button(look, Press::Take, words.button_take("")).tone(Tone::Main));
    }
    if look.may_go_on() {
        moves.push(button(look, Verb::Next, words.button_next()).tone(Tone::Main));
    }
    Body {
        text: words.panel_your_turn(&look.deadline_text()),
        rows: packed(cards, moves, None),
        scene: drawing::kaluki::rack(view, &shown, &Marks::default(), reader.inks),
        alt: String::new(),
    }
}
