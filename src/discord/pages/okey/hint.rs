//! The reasons of a hint in Okey.

use super::board::{losers, win_words};
use super::panel::win_with;
use crate::computers::okey::Reason;
use crate::discord::pages::kit::joining::Joining;
use crate::discord::pages::tiles::naming;
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::rules::GameView;
use crate::rules::joining::Ends;
use crate::rules::okey::{Action, View, WinKind};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;

/// Why a move is advised.
pub(super) fn reason(words: Words, view: &View, action: &Action, reason: &Reason) -> String {
    match *reason {
        Reason::Shows => words.hint_shows(),
        Reason::NothingToShow => words.hint_nothing_to_show(),
        Reason::Wins { .. } => wins(words, view, action),
        Reason::Keeps {
            kind: WinKind::Pairs,
            ..
        } => words.hint_single(),
        Reason::Keeps { .. } => spares(words, view, action),
        Reason::Defends => words.hint_defends(),
        Reason::Takes { from, to: 0, .. } => words.hint_takes_to_win(from),
        Reason::Takes { tile, .. } => {
            joins(words, view, tile).unwrap_or_else(|| words.hint_nearer())
        }
        Reason::Prefers { tile } => match joins(words, view, tile) {
            Some(joins) => format!("{joins} {}", words.hint_prefers("second")),
            None => words.hint_prefers("first"),
        },
        Reason::LeavesNearer { tile: left } => {
            words.hint_leaves_nearer(&tile(words, left, view.okey()))
        }
        Reason::Draws { leaves, .. } | Reason::Passes { leaves } => left(words, view, leaves),
    }
}

/// With what it wins, and what that costs the others.
fn wins(words: Words, view: &View, action: &Action) -> String {
    let win = match action {
        Action::Finish(tile) => win_with(view, *tile),
        _ => None,
    };
    match win {
        Some(win) => words.hint_wins(&win_words(words, view, &win), losers(view), win.loss),
        None => words.okey_can_finish(),
    }
}

/// Why a tile is left lying.
fn left(words: Words, view: &View, leaves: Option<Tile>) -> String {
    let Some(named) = leaves else {
        return words.hint_leaves_nothing();
    };
    let name = tile(words, named, view.okey());
    // A joker goes with everything.
    let is_joker = view.okey().is_some_and(|okey| named.is_joker(okey));
    if is_joker || joins(words, view, named).is_some() {
        words.hint_leaves(&name)
    } else {
        words.hint_joins_nothing(&name)
    }
}

/// With which of the own tiles this one goes.
fn joins(words: Words, view: &View, tile: Tile) -> Option<String> {
    let name = naming(words, view.okey());
    joining(words, view, &name).joins(tile.into(), &GameView::rack(view)?)
}

/// Why this tile can be spared.
fn spares(words: Words, view: &View, action: &Action) -> String {
    let (Action::Discard(discard) | Action::Finish(discard)) = action else {
        return words.hint_spares();
    };
    let name = naming(words, view.okey());
    joining(words, view, &name).spares((*discard).into(), &view.grouped().loose)
}

fn joining<'a>(words: Words, view: &View, name: &'a dyn Fn(Piece) -> String) -> Joining<'a> {
    Joining {
        words,
        name,
        okey: view.okey(),
        // Okey rules 6.3: 12-13-1 is a run, too.
        ends: Ends::Shared,
    }
}
