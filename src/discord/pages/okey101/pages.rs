//! The further pages of a panel of Okey 101, and what its buttons do.

use super::{arranged, board, compose, panel};
use crate::discord::pages::hint::hint_button;
use crate::discord::pages::press::{Composition, DeskPress, MeldPress, Verb};
use crate::discord::pages::table_words::{Body, button};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::drawing;
use crate::rules::okey101::{Action, View};
use crate::tables::Look;

/// Everything that may have no room beside the tiles.
fn more(words: Words, look: &Look, view: &View) -> Option<Body> {
    let rack = view.rack().filter(|rack| !rack.is_empty())?;
    let compose = MeldPress::Compose(Composition::empty(rack.len()));
    let mut ways = vec![
        panel::meld_button(look, compose, words.button_compose()).emoji("🧩"),
        panel::meld_button(look, MeldPress::Text, words.button_text()).emoji("📄"),
        button(look, Verb::Desk(DeskPress::Open), words.button_desk()).emoji("🗂️"),
    ];
    ways.extend(hint_button(words, look));
    ways.push(button(look, Verb::Rack, words.button_back()));
    let mut rows: Vec<_> = panel::move_buttons(words, look, view)
        .chunks(5)
        .map(<[_]>::to_vec)
        .collect();
    rows.truncate(4);
    rows.push(ways);
    Some(with_rack(
        words,
        look,
        view,
        words.okey101_more_title(),
        rows,
    ))
}

/// Rack and table for who reads rather than looks.
fn text(words: Words, look: &Look, view: &View) -> Option<Body> {
    let okey = view.okey()?;
    let rack = board::tiles_text(words, view.rack()?, okey);
    let mut lines = vec![words.okey101_text_title(), words.okey101_text_rack(&rack)];
    lines.extend(board::round_line(words, view));
    lines.extend(board::meld_lines(words, view));
    lines.push(words.okey101_text_how());
    let rows = vec![vec![button(look, Verb::Rack, words.button_back())]];
    Some(with_rack(words, look, view, lines.join("\n"), rows))
}

fn with_rack(words: Words, look: &Look, view: &View, text: String, rows: Vec<Vec<Button>>) -> Body {
    let offers = arranged::Offers::of(view);
    let shown = arranged::shown(look, view, &offers);
    let marks = arranged::marks(look, view, &shown, &offers);
    Body {
        text,
        rows,
        scene: drawing::okey101::rack(view, &shown, &marks),
        alt: panel::alt(words, view, &shown),
    }
}

/// What a press wants.
pub enum Wanted {
    /// A page, with a notice above it.
    Page(Option<Body>, Option<String>),
    /// Moves, one after another; what is shown if the rules say no.
    Moves(Vec<Action>, Option<Body>),
}

/// What a press of Okey 101 wants; `None` if it makes no sense any more.
pub fn wanted(words: Words, look: &Look, view: &View, press: MeldPress) -> Option<Wanted> {
    let page = |body| Some(Wanted::Page(body, None));
    match press {
        MeldPress::More => page(more(words, look, view)),
        MeldPress::Text => page(text(words, look, view)),
        MeldPress::Compose(made) => page(compose::page(words, look, view, made)),
        MeldPress::Preview(made) => page(compose::preview(words, look, view, made, None)),
        MeldPress::Join(made) => Some(match compose::joined(view, made)? {
            Ok(joined) => Wanted::Page(compose::page(words, look, view, joined), None),
            Err(fault) => {
                let picked = words.okey101_picked_none("", &compose::fault_words(words, fault));
                let page = compose::page(words, look, view, made);
                Wanted::Page(page, Some(picked))
            }
        }),
        MeldPress::Lay(made) => {
            let page = compose::page(words, look, view, made);
            Some(Wanted::Moves(laying(view, made)?, page))
        }
        MeldPress::LayAndDiscard(made, slot) => {
            let moves = laying_then(view, made, super::discard(slot)?)?;
            let page = compose::preview(words, look, view, made, Some(slot));
            Some(Wanted::Moves(moves, page))
        }
        MeldPress::LayAndSurely(made, slot) => {
            let moves = laying_then(view, made, super::discard_surely(slot)?)?;
            let page = compose::preview(words, look, view, made, None);
            Some(Wanted::Moves(moves, page))
        }
        MeldPress::LayOffAll => Some(Wanted::Moves(panel::lay_offs(look, view), None)),
        MeldPress::LayOff(_) | MeldPress::Swap(..) | MeldPress::TakeBack | MeldPress::GiveBack => {
            let action = super::pressed_action(Verb::Meld(press))?;
            Some(Wanted::Moves(vec![action], None))
        }
    }
}

/// The moves that lay a composition: an opening, or further melds one after another.
fn laying(view: &View, made: Composition) -> Option<Vec<Action>> {
    let melds = compose::composed(view, made)?;
    let has_opened = view.opened[view.viewer.seat()?].is_some();
    Some(match has_opened {
        true => melds.into_iter().map(|meld| Action::Lay { meld }).collect(),
        false => vec![Action::Open { melds }],
    })
}

fn laying_then(view: &View, made: Composition, last: Action) -> Option<Vec<Action>> {
    let mut moves = laying(view, made)?;
    moves.push(last);
    Some(moves)
}
