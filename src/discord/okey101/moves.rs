//! The moves of Okey 101 in words, and as people type them.

use crate::discord::words::Words;
use crate::rules::okey101::{Action, View};

/// Moves that can be typed.
pub const EXAMPLES: &str =
    "draw, take, return, open best, lay K1 K2 K3, off Y9 1, back, discard R5";

/// A move in the words of `/play` and its choices.
pub fn words(_words: Words, action: &Action, _view: &View) -> String {
    text(action)
}

/// The text that stands for a move inside a choice of `/play`, and that people may type.
pub fn text(action: &Action) -> String {
    match action {
        Action::Draw => "draw".to_owned(),
        _ => serde_json::to_string(action).unwrap_or_default(),
    }
}

/// Reads a typed move.
pub fn read(text: &str) -> Option<Action> {
    match text.trim() {
        "draw" => Some(Action::Draw),
        other => serde_json::from_str(other).ok(),
    }
}
