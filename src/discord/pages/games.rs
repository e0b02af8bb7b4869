//! What each game puts into messages: the one list of the front.
//!
//! The compiler names every place here that a further game has to furnish.

use super::desk::Shelf;
use super::hint::gives_away;
use super::options::Offer;
use super::press::{Slot, Verb};
use super::table_words::{Body, button};
use super::{okey, okey_options, okey_refusal, okey101, options, tiles};
use crate::discord::speech::tiles::name as spoken_name;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::rules::any::{AnyAction, AnyRefusal, AnyView, GameId};
use crate::rules::piece::Piece;
use crate::tables::Look;

/// What the owner of a rack sees; `None` for somebody without one.
pub fn panel(words: Words, look: &Look, asks: Option<Slot>) -> Option<Body> {
    look.viewer.seat()?;
    Some(match look.view.as_ref()? {
        AnyView::Okey(view) => okey::panel(words, look, view, asks),
        AnyView::Okey101(view) => okey101::panel(words, look, view, asks),
    })
}

/// Up to which move of a round somebody was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    round: u32,
    moves: usize,
}

/// Everything that a look tells; `None` before anything was dealt.
pub fn told(look: &Look) -> Option<Told> {
    let (round, moves) = match look.view.as_ref()? {
        AnyView::Okey(view) => (view.round, view.history.len()),
        AnyView::Okey101(view) => (view.round, view.history.len()),
    };
    Some(Told { round, moves })
}

impl Told {
    /// How many moves of this round were told.
    pub fn moves_of(self, round: u32) -> usize {
        if self.round == round { self.moves } else { 0 }
    }
}

/// What everybody sees, with what happened since `told`, or lately; `None` before anything was dealt.
pub fn board(words: Words, look: &Look, told: Option<Told>) -> Option<Body> {
    Some(match look.view.as_ref()? {
        AnyView::Okey(view) => okey::board(words, look, view, told),
        AnyView::Okey101(view) => okey101::board(words, look, view, told),
    })
}

/// The rack of whoever looks, as their desk shows it; `None` without tiles.
pub fn shelf(words: Words, look: &Look) -> Option<Shelf<'_>> {
    match look.view.as_ref()? {
        AnyView::Okey(view) => okey::shelf(words, look, view),
        AnyView::Okey101(view) => okey101::shelf(words, look, view),
    }
}

/// A piece in a sentence.
pub fn name(words: Words, look: &Look, piece: Piece) -> String {
    match &look.view {
        Some(AnyView::Okey(view)) => spoken_name(words, piece, view.okey()),
        Some(AnyView::Okey101(view)) => spoken_name(words, piece, view.okey()),
        None => piece.to_string(),
    }
}

/// A button that shows a piece.
pub fn piece_button(words: Words, look: &Look, verb: Verb, piece: Piece) -> Button {
    match &look.view {
        Some(AnyView::Okey(view)) => tiles::piece_button(words, look, view.okey(), verb, piece),
        Some(AnyView::Okey101(view)) => tiles::piece_button(words, look, view.okey(), verb, piece),
        None => button(look, verb, piece.to_string()),
    }
}

/// The move that a button means; `None` for buttons that are no moves of this game.
pub fn pressed(game: GameId, verb: Verb) -> Option<AnyAction> {
    match game {
        GameId::Okey => okey::pressed_action(verb).map(AnyAction::Okey),
        GameId::Okey101 => okey101::pressed_action(verb).map(AnyAction::Okey101),
    }
}

/// Reads a typed move; `listed` is what may be done now, where a text may mean one of those.
pub fn read(game: GameId, text: &str, listed: &[AnyAction]) -> Option<AnyAction> {
    match game {
        GameId::Okey => okey::read_action(text).map(AnyAction::Okey),
        GameId::Okey101 => {
            let own = listed.iter().filter_map(|action| match action {
                AnyAction::Okey101(action) => Some(action.clone()),
                AnyAction::Okey(_) => None,
            });
            okey101::typed::read(text, &own.collect::<Vec<_>>()).map(AnyAction::Okey101)
        }
    }
}

/// Moves that can be typed, for whoever typed something else.
pub fn examples(game: GameId) -> &'static str {
    match game {
        GameId::Okey => "draw, take, discard R5, finish K3",
        GameId::Okey101 => okey101::typed::EXAMPLES,
    }
}

/// What the viewer may do now, in words, each with the text that means it.
pub fn listed(words: Words, look: &Look) -> Vec<(String, String)> {
    let told = |action: &AnyAction| match (look.view.as_ref()?, action) {
        (AnyView::Okey(view), AnyAction::Okey(action)) => Some((
            okey::action_words(words, action, view),
            okey::action_text(action),
        )),
        (AnyView::Okey101(view), AnyAction::Okey101(action)) => Some((
            okey101::moves::words(words, action, view),
            okey101::moves::text(action),
        )),
        _ => None,
    };
    look.actions.iter().filter_map(told).collect()
}

/// The tile about which this move is asked first; `None` if it is not.
pub fn asks_first(look: &Look, action: &AnyAction) -> Option<Slot> {
    match (look.view.as_ref()?, action) {
        (AnyView::Okey(view), AnyAction::Okey(crate::rules::okey::Action::Discard(tile))) => {
            gives_away(look, action)?;
            okey::slot_of(look, view, *tile)
        }
        (AnyView::Okey101(view), AnyAction::Okey101(action)) => {
            okey101::asks_first(look, view, action)
        }
        _ => None,
    }
}

/// The same move by somebody who was asked, or who said that they are sure.
pub fn surely(action: AnyAction) -> AnyAction {
    match action {
        AnyAction::Okey101(crate::rules::okey101::Action::Discard { tile, .. }) => {
            let confirm = true;
            AnyAction::Okey101(crate::rules::okey101::Action::Discard { tile, confirm })
        }
        AnyAction::Okey(_) | AnyAction::Okey101(_) => action,
    }
}

/// Why the rules say no, as a sentence.
pub fn refusal(words: Words, refusal: &AnyRefusal, look: Option<&Look>) -> String {
    let okey = match look.and_then(|look| look.view.as_ref()) {
        Some(AnyView::Okey(view)) => view.okey(),
        Some(AnyView::Okey101(view)) => view.okey(),
        None => None,
    };
    match refusal {
        AnyRefusal::OtherGame => words.unreadable_button(),
        AnyRefusal::Options { game, fault } => options::refusal(words, *game, fault),
        AnyRefusal::Okey(refusal) => okey_refusal::sentence(words, refusal, okey),
        AnyRefusal::Okey101(refusal) => okey101::refusal::sentence(words, refusal, okey),
    }
}

/// How the house rules of a game are offered.
pub fn offer(game: GameId) -> &'static Offer {
    match game {
        GameId::Okey => &okey_options::OFFER,
        GameId::Okey101 => &okey101::options::OFFER,
    }
}

/// The rules of a game for somebody who wants to play it now.
pub fn rules(words: Words, game: GameId) -> String {
    match game {
        GameId::Okey => words.rules_okey(),
        GameId::Okey101 => words.rules_okey101(),
    }
}
