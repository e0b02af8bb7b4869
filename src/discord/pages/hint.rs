//! Hints: what the solver would do, and why, for whoever asks and for nobody else. At rated tables there are none.
//! And the question before a discard that somebody may not have meant.

use super::okey::action_words;
use super::okey101;
use super::press::Verb;
use super::table_words::button;
use crate::computers::okey::Reason;
use crate::computers::{Costly, Hint, Why, costly};
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::rules::any::{AnyAction, AnyView};
use crate::rules::okey::{View, WinKind};
use crate::tables::{Life, Look};

/// *Hint*, while there is something to do; none at a table that counts.
pub fn hint_button(words: Words, look: &Look) -> Option<Button> {
    let may = look.casual && look.life == Life::Playing && !look.actions.is_empty();
    may.then(|| button(look, Verb::Hint, words.button_hint()).emoji("💡"))
}

/// What a move gives away, if the table would accept it and it is worth asking once more.
pub fn gives_away(look: &Look, action: &AnyAction) -> Option<Costly> {
    if !look.actions.contains(action) {
        return None;
    }
    costly(look.view.as_ref()?, action)
}

/// A hint in words: the move, then its reason.
pub fn told(words: Words, view: &AnyView, hint: &Hint) -> String {
    match (view, &hint.action, &hint.reason) {
        (AnyView::Okey(view), AnyAction::Okey(action), Why::Okey(why)) => {
            let action = action_words(words, action, view);
            words.hint(&action, &reason(words, view, *why))
        }
        (AnyView::Okey101(view), AnyAction::Okey101(action), Why::Okey101(why)) => {
            let action = okey101::moves::words(words, action, view);
            words.hint(&action, &okey101::hint::reason(words, view, why))
        }
        // A hint is of the game that it was asked in.
        _ => words.hint_nothing_to_do(),
    }
}

fn reason(words: Words, view: &View, reason: Reason) -> String {
    let kind_word = |kind: WinKind| match kind {
        WinKind::Ordinary => "ordinary",
        WinKind::Pairs => "pairs",
    };
    let left = |leaves: Option<_>| match leaves {
        Some(named) => words.hint_leaves(&tile(words, named, view.okey())),
        None => words.hint_leaves_nothing(),
    };
    match reason {
        Reason::Shows => words.hint_shows(),
        Reason::NothingToShow => words.hint_nothing_to_show(),
        Reason::Wins {
            points,
            kind,
            joker,
        } => {
            let joker = if joker { "yes" } else { "no" };
            words.hint_wins(&words.win_kind(kind_word(kind), joker), points)
        }
        Reason::Keeps {
            distance,
            useful,
            kind,
        } => words.hint_keeps(distance, useful, kind_word(kind)),
        Reason::Defends => words.hint_defends(),
        Reason::Takes { from, to: 0, .. } => words.hint_takes_to_win(from),
        Reason::Takes { from, to, .. } => words.hint_takes(from, to),
        Reason::Prefers { .. } => words.hint_prefers(),
        Reason::Draws {
            leaves,
            distance,
            useful,
        } => format!("{} {}", left(leaves), words.hint_draws(distance, useful)),
        Reason::Passes { leaves } => left(leaves),
    }
}
