//! Moves of Okey as people type them.

use crate::discord::speech::tiles::plain;
use crate::rules::okey::Action;
use crate::rules::tile::Tile;

/// Moves that can be typed.
pub(super) const EXAMPLES: &str = "draw, take, discard R5, finish K3";

/// Reads a typed move: `draw`, `take`, `pass`, `show`, `discard R5` or just `R5`, `finish R5`.
pub(super) fn read(text: &str) -> Option<Action> {
    let text = plain(text);
    let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let tile = || rest.trim().parse::<Tile>().ok();
    match (verb, rest) {
        ("draw", "") => Some(Action::Draw),
        ("take", "") => Some(Action::Take),
        ("pass", "") => Some(Action::Pass),
        ("show", "") => Some(Action::Show),
        ("no", "") => Some(Action::Decline),
        ("draw", _) => rest.trim().parse().ok().map(Action::DrawAt),
        ("discard" | "throw", _) => tile().map(Action::Discard),
        ("finish", _) => tile().map(Action::Finish),
        (one, "") => one.parse().ok().map(Action::Discard),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_move() {
        for example in EXAMPLES.split(", ") {
            assert!(read(example).is_some(), "{example}");
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        for (one, other) in [
            ("discard R5", " r5 "),
            ("discard R5", "THROW  r5"),
            ("finish F", "Finish f"),
            ("draw 7", "draw  7"),
            ("discard R5", "discard ❤️5"),
            ("discard R5", "❤5"),
            ("discard R5", "red 5"),
            ("discard R5", "Throw 5 red"),
            ("discard R5", "discard Red 5 (okey)"),
            ("discard K3", "discard ♠\u{fe0e}3"),
            ("discard Y3", "discard ⭐ 3"),
            ("finish G3", "finish green 3"),
            ("finish F", "finish 🃏"),
            ("discard F", "discard 🃏 false joker"),
        ] {
            assert!(read(one).is_some(), "{one}");
            assert_eq!(read(one), read(other), "{one}: {other}");
        }
        for text in [
            "",
            "hats",
            "discard",
            "finish",
            "take R5",
            "draw -1",
            "R14",
            "red 14",
            "red",
            "discard red",
            "red 5 black 5",
            "draw | discard R5",
            "💥",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
