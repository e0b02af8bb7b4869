//! The moves of Okey in words, each with the text that means it.

use super::typed::other_verbs;
use crate::discord::speech::tiles::{spoken, tile};
use crate::discord::speech::words::Words;
use crate::rules::okey::{Action, View};
use crate::rules::tile::Tile;

/// A move in the words of `/play` and its choices.
pub(super) fn words(words: Words, action: &Action, view: &View) -> String {
    let name = |named: Tile| tile(words, named, view.okey());
    match action {
        Action::Show => words.move_show(),
        Action::Draw => words.move_draw(),
        Action::Take => words.move_take(&view.takeable.map(name).unwrap_or_default()),
        Action::Pass => words.move_pass(),
        Action::Discard(discard) => words.move_discard(&name(*discard)),
        Action::Finish(discard) => words.move_finish(&name(*discard)),
        Action::Decline => words.move_decline(),
        Action::DrawAt(place) => words.move_draw_at(number(*place)),
    }
}

/// The text that stands for a move inside a choice of `/play`, and that people may type.
pub(super) fn text(action: &Action) -> String {
    match action {
        Action::Show => "show".to_owned(),
        Action::Draw => "draw".to_owned(),
        Action::Take => "take".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Discard(tile) => format!("discard {tile}"),
        Action::Finish(tile) => format!("finish {tile}"),
        Action::Decline => "no".to_owned(),
        Action::DrawAt(place) => format!("draw {}", number(*place)),
    }
}

/// What else a move is called by whoever looks for it.
pub(super) fn other_words(words: Words, action: &Action, view: &View) -> Vec<String> {
    let tile = match action {
        Action::Take => view.takeable,
        Action::Discard(tile) | Action::Finish(tile) => Some(*tile),
        Action::Show | Action::Draw | Action::DrawAt(_) | Action::Pass | Action::Decline => None,
    };
    let verbs = other_verbs(action).iter().copied().map(str::to_owned);
    let named = tile.map(|tile| spoken(words, tile, view.okey()));
    verbs.chain(named).collect()
}

/// How people call a place of the stock: they count from 1, the next tile, and the rules from 0 (Okey rules 4.2).
pub(super) fn number(place: usize) -> usize {
    place.saturating_add(1)
}
