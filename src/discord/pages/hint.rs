//! Hints: what the solver would do, and why, for whoever asks and for nobody else. At rated tables there are none.
//! And the question before a discard that somebody may not have meant.

use super::okey::action_words;
use super::okey101;
use super::press::Verb;
use super::table_words::button;
use super::tiles::tile;
use crate::computers::hint::{Costly, Hint, Reason, Why, costly, hint};
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::discord::wire::send::SendFailure;
use crate::rules::any::{AnyAction, AnyView};
use crate::rules::okey::{View, WinKind};
use crate::tables::{Life, Look, Table};

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
fn told(words: Words, view: &AnyView, hint: &Hint) -> String {
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

impl Front {
    /// A hint for whoever asks, above their panel.
    pub async fn answer_hint(&self, asked: &Asked, table: &Table) -> Result<(), SendFailure> {
        let look = match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => look,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        let sentence = self.hint_for(asked.words, &look).await;
        self.answer_with_panel(asked, &look, Some(sentence), None)
            .await
    }

    async fn hint_for(&self, words: Words, look: &Look) -> String {
        if look.viewer.seat().is_none() {
            return words.not_seated();
        }
        if look.life != Life::Playing {
            return words.hint_nothing_to_do();
        }
        if !look.casual {
            return words.hint_rated();
        }
        let Some(view) = look.view.clone() else {
            return words.hint_nothing_to_do();
        };
        // The solver is quick, but the threads that talk to Discord wait for nobody.
        let actions = look.actions.clone();
        let found = tokio::task::spawn_blocking(move || {
            let found = hint(&view, &actions)?;
            Some(told(words, &view, &found))
        });
        match found.await {
            Ok(Some(told)) => told,
            Ok(None) => words.hint_nothing_to_do(),
            Err(_) => {
                tracing::error!(table = %look.table, "a hint could not be found");
                words.failure()
            }
        }
    }
}
