//! Hints: what the solver would do, and why, for whoever asks and for nobody else. At rated tables there are none.
//! And the question before a discard that somebody may not have meant.

use super::press::Verb;
use super::reader::Reader;
use super::table_words::button;
use crate::computers::{Costly, costly};
use crate::discord::wire::note::Button;
use crate::rules::any::AnyAction;
use crate::tables::{Life, Look};

/// *Hint*, while there is something to do; none at a table that counts.
pub(crate) fn hint_button(reader: Reader<'_>) -> Option<Button> {
    let Reader { words, look, .. } = reader;
    let may = look.casual && look.life == Life::Playing && !look.actions.is_empty();
    may.then(|| button(look, Verb::Hint, words.button_hint()).emoji("💡"))
}

/// What a move gives away, if the table would accept it and it is worth asking once more.
pub(crate) fn gives_away(look: &Look, action: &AnyAction) -> Option<Costly> {
    if !look.actions.contains(action) {
        return None;
    }
    costly(look.view.as_ref()?, action)
}
