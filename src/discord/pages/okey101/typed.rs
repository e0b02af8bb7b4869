//! Moves of Okey 101 as people type them.

use super::moves::{BEST, DOUBLES, text};
use crate::discord::speech::tiles::{named_tile, plain};
use crate::rules::okey101::{Action, Composed, Kind, Place, View};
use crate::rules::tile::Tile;

/// Moves that can be typed.
pub(super) const EXAMPLES: &str = "draw, take, return, open best, open doubles, open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8, lay K1 K2 K3, off Y9 1, back, discard R5";

/// Reads a typed move; `listed` is what may be done now, from which `open best` and `open doubles` choose, and `view` what is
/// seen by whoever types.
pub(super) fn read(text: &str, listed: &[Action], view: Option<&View>) -> Option<Action> {
    let text = plain(text);
    let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let parts: Vec<&str> = rest.split_whitespace().collect();
    match (verb, &parts[..]) {
        ("draw", []) => Some(Action::Draw),
        ("take", []) => Some(Action::Take),
        ("return", []) | ("give", ["back"]) => Some(Action::Return),
        ("back" | "undo", []) | ("take", ["back"]) => Some(Action::TakeBack),
        ("pass", []) => Some(Action::Pass),
        ("open", _) => read_opening(rest, listed),
        ("lay", ["off", rest @ ..]) => read_lay_off(rest),
        ("off", rest) => read_lay_off(rest),
        ("lay", rest) => read_composed(rest).map(|meld| Action::Lay { meld }),
        ("swap", rest) => read_swap(rest),
        ("discard" | "throw", ["the", tile] | [tile]) => discard_named(tile, view, Sure::No),
        // Whoever has more tiles does not want to end the turn with a discard like any other.
        ("finish", ["the", tile] | [tile]) if has_one_left(view) => {
            discard_named(tile, view, Sure::No)
        }
        ("surely", [tile] | ["discard" | "throw", tile]) => discard_named(tile, view, Sure::Yes),
        (tile, []) => discard(tile, Sure::No),
        _ => None,
    }
}

/// The verbs that mean a move beside that of its own text.
pub(super) fn other_verbs(action: &Action) -> &'static [&'static str] {
    match action {
        Action::Return => &["give back"],
        Action::TakeBack => &["undo", "take back"],
        Action::Open { .. } if text(action) == DOUBLES => &["open double", "open pairs"],
        Action::Lay { meld } if meld.kind == Some(Kind::Pair) => &["lay pair"],
        Action::LayOff { .. } => &["lay off"],
        Action::Discard { .. } => &["throw"],
        _ => &[],
    }
}

/// Whether somebody said that they mean it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sure {
    Yes,
    No,
}

/// Whether whoever types has nothing left but the tile that finishes.
fn has_one_left(view: Option<&View>) -> bool {
    let rack = view.and_then(View::rack);
    rack.is_some_and(|rack| rack.len() == 1)
}

fn discard(tile: &str, sure: Sure) -> Option<Action> {
    discard_named(tile, None, sure)
}

/// Of a tile that may be called by what it is in this round.
fn discard_named(tile: &str, view: Option<&View>, sure: Sure) -> Option<Action> {
    Some(Action::Discard {
        tile: named_tile(tile, view.and_then(View::okey))?,
        confirm: sure == Sure::Yes,
    })
}

/// Whether somebody typed a discard without its tile.
pub(super) fn lacks_tile(text: &str) -> bool {
    matches!(&plain(text)[..], "discard" | "throw" | "finish")
}

/// Without an opening that is listed, the rules say why there is none: no tiles are put together.
fn read_opening(rest: &str, listed: &[Action]) -> Option<Action> {
    let wanted = match rest.trim() {
        "" | "best" => BEST,
        "doubles" | "double" | "pairs" => DOUBLES,
        _ => {
            let melds = rest.split(['/', ';', '|', '+']);
            let melds = melds.map(|meld| read_composed(&words_of(meld)));
            let melds = melds.collect::<Option<Vec<Composed>>>()?;
            return Some(Action::Open { melds });
        }
    };
    let mut openings = listed
        .iter()
        .filter(|action| matches!(action, Action::Open { .. }));
    let found = openings.find(|action| text(action) == wanted).cloned();
    Some(found.unwrap_or(Action::Open { melds: Vec::new() }))
}

fn words_of(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Tiles, perhaps with what they are meant to be before them.
fn read_composed(parts: &[&str]) -> Option<Composed> {
    let (kind, tiles) = match parts {
        ["run", tiles @ ..] => (Some(Kind::Run), tiles),
        ["set", tiles @ ..] => (Some(Kind::Set), tiles),
        ["double" | "pair", tiles @ ..] => (Some(Kind::Pair), tiles),
        tiles => (None, tiles),
    };
    let tiles = tiles.iter().map(|tile| tile.parse().ok());
    let tiles = tiles.collect::<Option<Vec<Tile>>>()?;
    (!tiles.is_empty()).then_some(Composed { tiles, kind })
}

fn read_lay_off(parts: &[&str]) -> Option<Action> {
    let (tile, meld, end) = match without_small_words(parts)[..] {
        [tile, meld] => (tile, meld, None),
        [tile, meld, "low" | "lower"] => (tile, meld, Some(Place::Low)),
        [tile, meld, "high" | "upper"] => (tile, meld, Some(Place::High)),
        [tile, meld, "set"] => (tile, meld, Some(Place::Set)),
        _ => return None,
    };
    Some(Action::LayOff {
        tile: tile.parse().ok()?,
        meld: read_number(meld)?,
        end,
    })
}

fn read_swap(parts: &[&str]) -> Option<Action> {
    match without_small_words(parts)[..] {
        [tile, meld] => Some(Action::SwapJoker {
            tile: tile.parse().ok()?,
            meld: read_number(meld)?,
        }),
        _ => None,
    }
}

/// What people write who write whole sentences.
fn without_small_words<'a>(parts: &[&'a str]) -> Vec<&'a str> {
    let mut parts = parts.to_vec();
    parts.retain(|part| !matches!(*part, "on" | "to" | "into" | "at" | "meld" | "end"));
    parts
}

/// The place of the meld that people know by this number.
fn read_number(text: &str) -> Option<usize> {
    let number: usize = text.trim_start_matches('#').parse().ok()?;
    number.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::okey101::options::Penalties;
    use crate::rules::okey101::{Okey101, Options, Refusal};
    use crate::rules::{Chance, Game};

    #[test]
    fn every_example_is_a_move() {
        for example in EXAMPLES.split(", ") {
            assert!(read(example, &[], None).is_some(), "{example}");
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let same = |one: &str, other: &str| {
            let read = |text| read(text, &[], None);
            assert!(read(one).is_some(), "{one}");
            assert_eq!(read(one), read(other), "{one}: {other}");
        };
        same("off Y9 3", "lay off y9 on meld #3");
        same("off R5 3 low", "LAY OFF r5, 3, lower end");
        same("back", "take back");
        same("return", "give back");
        same("discard R5", " r5 ");
        same("open best", "open");
        same("lay double K9 K9", "lay pair K9,K9");
        same(
            "open K11 K12 K13 / set R13 Y13 G13",
            "open k11,k12,k13/set r13,y13,g13",
        );
        same(
            "open K11 K12 K13 / R13 Y13 G13",
            "open ♠\u{fe0e}11 ♠12 ♠13 | ❤️13 ⭐13 🍀13",
        );
        same("open R5 R6 R7 / F K9", "open red 5, red 6, 7 red + 🃏 ♠9");
        same("discard R5", "❤️5 (okey)");
        same("discard R5", "discard red 5");
        same("surely discard F", "surely 🃏 false joker");
        same("off Y9 3 low", "lay off yellow 9 on meld #3, lower end");
        same("swap K7 2", "swap black 7 2");
        for text in [
            "",
            "red",
            "discard red",
            "draw | discard R5",
            "lay",
            "open K11 / hats",
            "off Y9",
            "off Y9 0",
            "off Y9 -1",
            "off Y9 x",
            "swap K7",
            "discard",
            "discard hats",
            "take K7",
            "R14",
            "💥",
            "lay off",
            "open / /",
            "finish K3",
            "off Y9 99999999999999999999999",
        ] {
            assert_eq!(read(text, &[], None), None, "{text}");
        }
    }

    #[test]
    fn every_other_verb_of_a_move_means_it() {
        let pair = "K9 K9".split(' ').map(|tile| tile.parse().expect("a tile"));
        let doubles = Action::Open {
            melds: vec![Composed {
                tiles: pair.collect(),
                kind: Some(Kind::Pair),
            }],
        };
        let read = |text: &str| read(text, std::slice::from_ref(&doubles), None);
        for (text, tiles) in [
            ("return", ""),
            ("back", ""),
            (DOUBLES, ""),
            ("lay double K9 K9", "K9 K9"),
            ("off Y9 1", "Y9 1"),
            ("discard R5", "R5"),
        ] {
            let action = read(text).expect("a move");
            let verbs = other_verbs(&action);
            assert!(!verbs.is_empty(), "{text}");
            for verb in verbs {
                let typed = format!("{verb} {tiles}");
                assert_eq!(read(&typed).as_ref(), Some(&action), "{text}: {typed}");
            }
        }
    }

    #[test]
    fn who_says_that_they_are_sure_is_not_asked() {
        let confirmed = read("surely discard F", &[], None);
        assert!(matches!(
            confirmed,
            Some(Action::Discard { confirm: true, .. })
        ));
    }

    #[test]
    fn the_best_opening_where_there_is_none_is_refused_without_a_penalty() {
        let strict = Options {
            penalties: Penalties::Strict,
            open_min: 300,
            ..Options::default()
        };
        let mut game = Okey101::new(&strict, 4);
        let chance = Chance::from_seed(1);
        let events = game.deal(&chance);
        game.obey(&events);
        let seat = game.waiting().seats.iter().next().expect("a starter");
        let action = read(BEST, &game.actions(seat), None).expect("a move");
        let refused = game.decide(seat, &action, &chance).err();
        assert_eq!(refused, Some(Refusal::NothingComposed));
    }
}
