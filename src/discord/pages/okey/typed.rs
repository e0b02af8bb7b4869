//! Moves of Okey as people type them.

use crate::discord::speech::tiles::{named_tile, plain};
use crate::rules::okey::Action;
use crate::rules::tile::Face;

/// Moves that can be typed.
pub(super) const EXAMPLES: &str = "draw, take, discard R5, finish K3";

/// The same where any tile of the stock may be drawn (Okey rules 4.2).
pub(super) const EXAMPLES_OF_ANY: &str = "draw, draw 7, take, discard R5, finish K3";

/// Reads a typed move: `draw`, `draw 7` for the seventh tile of the stock, `take`, `pass`, `show`, `discard R5` or just `R5`,
/// `finish R5`; with the okey of the round, which may be named so.
pub(super) fn read(text: &str, okey: Option<Face>) -> Option<Action> {
    let text = plain(text);
    let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let tile = || named_tile(rest.trim(), okey);
    match (verb, rest) {
        ("draw", "") => Some(Action::Draw),
        ("take", "") => Some(Action::Take),
        ("pass", "") => Some(Action::Pass),
        ("show", "") => Some(Action::Show),
        ("no", "") => Some(Action::Decline),
        ("draw", _) => numbered(rest)?.checked_sub(1).map(Action::DrawAt),
        ("discard" | "throw", _) => tile().map(Action::Discard),
        ("finish", _) => tile().map(Action::Finish),
        (one, "") => one.parse().ok().map(Action::Discard),
        _ => None,
    }
}

/// The verbs that mean a move beside that of its own text.
pub(super) fn other_verbs(action: &Action) -> &'static [&'static str] {
    match action {
        Action::Discard(_) => &["throw"],
        _ => &[],
    }
}

fn numbered(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

/// Whether this would be a draw, if the tiles of the stock were counted from 0.
pub(super) fn draws_none(text: &str) -> bool {
    let text = plain(text);
    let place = text.split_once(' ').filter(|(verb, _)| *verb == "draw");
    place.and_then(|(_, place)| numbered(place)) == Some(0)
}

/// A move with a tile that can be typed, for whoever typed such a move without one.
pub(super) fn without_tile(text: &str) -> Option<&'static str> {
    match &plain(text)[..] {
        "discard" | "throw" => Some("discard R5"),
        "finish" => Some("finish K3"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Action> {
        let okey: crate::rules::tile::Tile = "R5".parse().expect("a tile");
        super::read(text, okey.face())
    }

    #[test]
    fn every_example_is_a_move() {
        for example in [EXAMPLES, EXAMPLES_OF_ANY].join(", ").split(", ") {
            assert!(read(example).is_some(), "{example}");
        }
    }

    #[test]
    fn tiles_of_the_stock_are_counted_from_one() {
        for (text, draws, none) in [
            ("draw", Some(Action::Draw), false),
            ("draw 1", Some(Action::DrawAt(0)), false),
            ("Draw  48", Some(Action::DrawAt(47)), false),
            ("draw 0", None, true),
            ("draw -1", None, false),
            ("discard 0", None, false),
        ] {
            assert_eq!(read(text), draws, "{text}");
            assert_eq!(draws_none(text), none, "{text}");
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
            ("discard R5", "discard okey"),
            ("finish R5", "finish the okey"),
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
            // Of a rack with a false joker nobody would know which.
            "discard joker",
            "💥",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn every_other_verb_of_a_move_means_it() {
        let action = read("discard R5").expect("a move");
        let verbs = other_verbs(&action);
        assert!(!verbs.is_empty());
        for verb in verbs {
            assert_eq!(
                read(&format!("{verb} R5")).as_ref(),
                Some(&action),
                "{verb}"
            );
        }
    }

    #[test]
    fn before_the_deal_no_tile_is_the_okey() {
        assert_eq!(super::read("discard okey", None), None);
    }

    #[test]
    fn a_move_that_lacks_its_tile_is_told_from_what_is_no_move() {
        for (text, example) in [
            ("discard", Some("discard R5")),
            ("Finish", Some("finish K3")),
            ("discard hats", None),
            ("hats", None),
        ] {
            assert_eq!(without_tile(text), example, "{text}");
            assert_eq!(read(text), None, "{text}");
        }
    }
}
