//! The further pages of a panel of Okey 101, and what its buttons do.

use super::{arranged, board, compose, panel};
use crate::discord::asked::Asked;
use crate::discord::hint::hint_button;
use crate::discord::note::Button;
use crate::discord::press::{Composition, DeskPress, MeldPress, Verb};
use crate::discord::send::SendFailure;
use crate::discord::table_words::{Body, button};
use crate::discord::words::Words;
use crate::discord::{Front, declined};
use crate::drawing;
use crate::rules::any::{AnyAction, AnyView};
use crate::rules::okey101::{Action, View};
use crate::tables::{Act, Declined, Look, Revision, Table};

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
enum Wanted {
    /// A page, with a notice above it.
    Page(Option<Body>, Option<String>),
    /// Moves, one after another; what is shown if the rules say no.
    Moves(Vec<Action>, Option<Body>),
}

fn wanted(words: Words, look: &Look, view: &View, press: MeldPress) -> Option<Wanted> {
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

impl Front {
    /// A press on one of the buttons of Okey 101.
    pub async fn meld_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        press: MeldPress,
    ) -> Result<(), SendFailure> {
        let look = match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => look,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        let is_late = look.seat_revision.is_some_and(|since| since > revision);
        if is_late && !press.is_timeless() {
            let notice = Some(asked.words.late());
            return self.answer_with_panel(asked, &look, notice, None).await;
        }
        let Some(AnyView::Okey101(view)) = &look.view else {
            let sentence = asked.words.unreadable_button();
            return asked.tell(&self.sender, sentence).await;
        };
        match wanted(asked.words, &look, view, press) {
            Some(Wanted::Page(Some(body), notice)) if look.is_live() => {
                self.answer_with_body(asked, &look, body, notice).await
            }
            Some(Wanted::Moves(moves, page)) if !moves.is_empty() => {
                self.lay(asked, table, revision, moves, page).await
            }
            _ => {
                let notice = (!press.is_timeless()).then(|| asked.words.late());
                self.answer_with_panel(asked, &look, notice, None).await
            }
        }
    }

    /// Makes these moves; if the rules say no, the page stays on which they were put together.
    async fn lay(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        moves: Vec<Action>,
        page: Option<Body>,
    ) -> Result<(), SendFailure> {
        let act = Act {
            person: asked.person,
            press: asked.press,
            drawn_from: Some(revision),
            actions: moves.into_iter().map(AnyAction::Okey101).collect(),
        };
        let answer = table.act(act).await;
        self.moved(asked, &answer);
        let (Err(refused @ Declined::Refused(_)), Some(page)) = (&answer, page) else {
            return self.answer_move(asked, table, answer).await;
        };
        let Ok(look) = table.look(Some(asked.person), None).await else {
            return self.answer_move(asked, table, answer).await;
        };
        let notice = declined::sentence(asked.words, refused, Some(&look));
        self.answer_with_body(asked, &look, page, Some(notice))
            .await
    }
}
