//! The further pages of a panel of Okey 101: everything that has no room beside the tiles, and everything as text.

use super::melds::MeldPress;
use super::{arranged, board, panel};
use crate::discord::pages::hint::hint_button;
use crate::discord::pages::kit::composing::Composition;
use crate::discord::pages::kit::rows::above;
use crate::discord::pages::press::{DeskPress, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::wire::note::Button;
use crate::drawing;
use crate::rules::okey101::View;

/// Everything that may have no room beside the tiles.
pub(super) fn more(reader: Reader<'_>, view: &View) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let rack = view.rack().filter(|rack| !rack.is_empty())?;
    let compose = MeldPress::Compose(Composition::empty(rack.len()));
    let mut ways = vec![
        panel::meld_button(look, compose, words.button_compose()).emoji("🧩"),
        panel::meld_button(look, MeldPress::Text, words.button_text()).emoji("📄"),
        button(look, Verb::Desk(DeskPress::Open), words.button_desk()).emoji("🗂️"),
    ];
    ways.extend(hint_button(reader));
    ways.push(button(look, Verb::Rack, words.button_back()));
    let rows = above(&panel::move_buttons(reader, view), &ways);
    Some(with_rack(reader, view, words.okey101_more_title(), rows))
}

/// Rack and table for who reads rather than looks.
pub(super) fn text(reader: Reader<'_>, view: &View) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let okey = view.okey()?;
    let rack = board::tiles_text(words, view.rack()?, okey);
    let mut lines = vec![words.okey101_text_title(), words.okey101_text_rack(&rack)];
    lines.extend(board::round_lines(words, view, Some(view.stock)));
    lines.extend(board::meld_lines(words, view));
    lines.push(words.okey101_text_how());
    lines.push(words.okey101_text_letters(&words.tile_letters()));
    let rows = vec![vec![button(look, Verb::Rack, words.button_back())]];
    Some(with_rack(reader, view, lines.join("\n"), rows))
}

fn with_rack(reader: Reader<'_>, view: &View, text: String, rows: Vec<Vec<Button>>) -> Body {
    let look = reader.look;
    let offers = arranged::Offers::of(view);
    let shown = arranged::shown(look, view, &offers);
    let marks = arranged::marks(look, view, &shown, &offers);
    Body {
        text,
        rows,
        scene: drawing::okey101::rack(view, &shown, &marks),
        alt: panel::alt_as_seen(reader, view, (&shown, &marks.picked)),
    }
}
