//! The reasons of a hint in Okey.

use super::board::kind_word;
use crate::computers::okey::Reason;
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::rules::okey::View;

/// Why a move is advised.
pub(super) fn reason(words: Words, view: &View, reason: &Reason) -> String {
    let left = |leaves: Option<_>| match leaves {
        Some(named) => words.hint_leaves(&tile(words, named, view.okey())),
        None => words.hint_leaves_nothing(),
    };
    match *reason {
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
