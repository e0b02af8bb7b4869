//! The moves of Okey 101 in words, and as people type them.

use crate::discord::note::shortened;
use crate::discord::tiles::tile;
use crate::discord::words::Words;
use crate::rules::okey101::meld::Stands;
use crate::rules::okey101::{Action, Composed, Kind, Meld, Place, View};
use crate::rules::tile::{Face, Tile};

/// Moves that can be typed.
pub const EXAMPLES: &str = "draw, take, return, open best, open doubles, open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8, lay K1 K2 K3, off Y9 1, back, discard R5";

/// Behind the words of a move its text stands in a choice, which holds 100 characters: so much is left.
const MOST_WORDS: usize = 60;

const BEST: &str = "open best";
const DOUBLES: &str = "open doubles";

/// A move in the words of `/play` and its choices.
pub fn words(words: Words, action: &Action, view: &View) -> String {
    let okey = view.okey();
    let name = |named: Tile| tile(words, named, okey);
    let or_nothing = |named: Option<Tile>| named.map(name).unwrap_or_default();
    let own = view.own.as_ref();
    match action {
        Action::Draw => words.move_draw(),
        Action::Take => words.move_take(&or_nothing(own.and_then(|own| own.takeable))),
        Action::Return => words.okey101_move_return(&or_nothing(view.taken)),
        Action::Open { melds } => opening_words(words, melds, okey),
        Action::Lay { meld } => words.okey101_move_lay(&composed_words(words, meld, okey)),
        Action::LayOff { tile, meld, end } => words.okey101_move_lay_off(
            &name(*tile),
            meld + 1,
            &table_meld(words, view, *meld),
            end_word(*end),
        ),
        Action::TakeBack => {
            let undo = own.and_then(|own| own.undo);
            words.okey101_move_take_back(&or_nothing(undo.map(|undo| undo.tile)))
        }
        Action::SwapJoker { tile, meld } => {
            words.okey101_move_swap(&name(*tile), meld + 1, &table_meld(words, view, *meld))
        }
        Action::Discard { tile, .. } => match costs(view, *tile) {
            true => words.okey101_move_discard_costs(&name(*tile), view.options.penalty_amount),
            false => words.move_discard(&name(*tile)),
        },
        Action::Pass => words.move_pass(),
    }
}

fn costs(view: &View, tile: Tile) -> bool {
    let own = view.own.as_ref();
    own.is_some_and(|own| own.costs.iter().any(|(costing, _)| *costing == tile))
}

fn opening_words(words: Words, composed: &[Composed], okey: Option<Face>) -> String {
    let melds: Vec<String> = composed
        .iter()
        .map(|meld| composed_words(words, meld, okey))
        .collect();
    let melds = shortened(&melds.join(", "), MOST_WORDS);
    if is_doubles(composed) {
        return words.okey101_move_open_doubles(composed.len(), &melds);
    }
    let value = |composed| {
        let okey = okey?;
        let meld = Meld::compose(composed, okey).ok()?;
        Some(meld.value(okey))
    };
    words.okey101_move_open(composed.iter().filter_map(value).sum(), &melds)
}

fn is_doubles(melds: &[Composed]) -> bool {
    melds
        .first()
        .is_some_and(|meld| meld.kind == Some(Kind::Pair))
}

fn composed_words(words: Words, composed: &Composed, okey: Option<Face>) -> String {
    let meld = okey.and_then(|okey| Some((Meld::compose(composed, okey).ok()?, okey)));
    match meld {
        Some((meld, okey)) => {
            let stands = meld.stands(okey);
            meld_words(words, meld.kind(), meld.tiles(), &stands, Some(okey))
        }
        None => tiles(words, &composed.tiles, okey),
    }
}

fn table_meld(words: Words, view: &View, place: usize) -> String {
    match view.table.get(place) {
        Some(laid) => meld_words(words, laid.kind, &laid.tiles, &laid.stands, view.okey()),
        None => String::new(),
    }
}

/// A meld in few letters: a run by its ends, whatever its okeys stand for.
fn meld_words(
    words: Words,
    kind: Kind,
    laid: &[Tile],
    stands: &[Stands],
    okey: Option<Face>,
) -> String {
    match (kind, stands) {
        (Kind::Run, [Stands::Face(first), .., Stands::Face(last)]) => {
            let first = tile(words, Tile::Numbered(*first), None);
            format!("{first}–{}", last.number())
        }
        _ => tiles(words, laid, okey),
    }
}

fn tiles(words: Words, tiles: &[Tile], okey: Option<Face>) -> String {
    let tiles: Vec<String> = tiles.iter().map(|each| tile(words, *each, okey)).collect();
    tiles.join(" ")
}

fn end_word(end: Option<Place>) -> &'static str {
    match end {
        Some(Place::Low) => "low",
        Some(Place::High) => "high",
        Some(Place::Set) | None => "any",
    }
}

/// The text that stands for a listed move inside a choice of `/play`, and that people may type.
///
/// A discard is told without its confirmation, so that a choice is asked about like a press. Of openings two are
/// listed at most, so their text names them: their tiles are often longer than a choice can be.
pub fn text(action: &Action) -> String {
    match action {
        Action::Draw => "draw".to_owned(),
        Action::Take => "take".to_owned(),
        Action::Return => "return".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::TakeBack => "back".to_owned(),
        Action::Open { melds } if is_doubles(melds) => DOUBLES.to_owned(),
        Action::Open { .. } => BEST.to_owned(),
        Action::Lay { meld } => format!("lay {}", composed_text(meld)),
        Action::LayOff { tile, meld, end } => {
            let end = match end {
                Some(Place::Low) => " low",
                Some(Place::High) => " high",
                Some(Place::Set) => " set",
                None => "",
            };
            format!("off {tile} {}{end}", meld + 1)
        }
        Action::SwapJoker { tile, meld } => format!("swap {tile} {}", meld + 1),
        Action::Discard { tile, .. } => format!("discard {tile}"),
    }
}

fn composed_text(composed: &Composed) -> String {
    let kind = match composed.kind {
        Some(Kind::Run) => "run ",
        Some(Kind::Set) => "set ",
        Some(Kind::Pair) => "double ",
        None => "",
    };
    let tiles: Vec<String> = composed.tiles.iter().map(Tile::to_string).collect();
    format!("{kind}{}", tiles.join(" "))
}

/// Reads a typed move; `listed` is what may be done now, from which `open best` and `open doubles` choose.
pub fn read(text: &str, listed: &[Action]) -> Option<Action> {
    let text = text.to_ascii_lowercase().replace(',', " ");
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
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
        ("discard" | "throw" | "finish", [tile]) => discard(tile, Sure::No),
        ("surely", [tile] | ["discard" | "throw", tile]) => discard(tile, Sure::Yes),
        (tile, []) => discard(tile, Sure::No),
        _ => None,
    }
}

/// Whether somebody said that they mean it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sure {
    Yes,
    No,
}

fn discard(tile: &str, sure: Sure) -> Option<Action> {
    Some(Action::Discard {
        tile: tile.parse().ok()?,
        confirm: sure == Sure::Yes,
    })
}

/// Without an opening that is listed, the rules say why there is none: no tiles are put together.
fn read_opening(rest: &str, listed: &[Action]) -> Option<Action> {
    let wanted = match rest.trim() {
        "" | "best" => BEST,
        "doubles" | "double" | "pairs" => DOUBLES,
        _ => {
            let melds = rest.split(['/', ';', '+']);
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
    use crate::rules::okey101::options::{JokerLeftover, SeriesLayPairs};
    use crate::rules::okey101::{Okey101, Options, Refusal};
    use crate::rules::{Chance, Dice, Game, Seat, Viewer};

    /// Openings are cheap, so that there is much on the table.
    fn lively() -> Options {
        Options {
            open_min: 12,
            pairs_min: 2,
            rounds: 3,
            joker_swap: true,
            series_lay_pairs: SeriesLayPairs::IfPairsOpened,
            joker_leftover: JokerLeftover::Zero,
            ..Options::default()
        }
    }

    fn unconfirmed(action: &Action) -> Action {
        match action {
            Action::Discard { tile, .. } => Action::Discard {
                tile: *tile,
                confirm: false,
            },
            other => other.clone(),
        }
    }

    /// Checks what is listed for a seat, and says which kinds of move were among it.
    fn check(game: &Okey101, seat: Seat) -> Vec<String> {
        let english = Words::of("en");
        let listed = game.actions(seat);
        let view = game.view(Viewer::Seat(seat));
        let mut texts: Vec<String> = listed.iter().map(text).collect();
        for (action, text) in listed.iter().zip(&texts) {
            let name = words(english, action, &view);
            let choice = format!("{name} ({text})");
            assert!(choice.chars().count() <= 100, "{choice}");
            assert!(!name.contains("  ") && !name.ends_with(' '), "{choice}");
            for typed in [text.clone(), text.to_uppercase(), text.replace(' ', ", ")] {
                assert_eq!(read(&typed, &listed), Some(unconfirmed(action)), "{typed}");
            }
        }
        let kinds = texts
            .iter()
            .map(|text| text.split(' ').take(2).collect::<Vec<_>>().join(" "));
        let kinds = kinds.collect();
        texts.sort_unstable();
        let count = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), count, "one text for two moves");
        kinds
    }

    /// Plays a game by chance, with a liking for the table.
    fn play(seed: u64) -> Vec<String> {
        let mut game = Okey101::new(&lively(), 4);
        let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
        let mut kinds = Vec::new();
        for _ in 0..2_000 {
            if game.standing().is_some() {
                break;
            }
            let Some(seat) = game.waiting().seats.iter().next() else {
                let events = game.deal(&chance);
                game.apply_all(&events);
                continue;
            };
            kinds.extend(check(&game, seat));
            let mut listed = game.actions(seat);
            let is_discard = |action: &Action| matches!(action, Action::Discard { .. });
            if !listed.iter().all(is_discard) && dice.below(4) > 0 {
                listed.retain(|action| !is_discard(action));
            }
            let action = listed[dice.below(listed.len() as u32) as usize].clone();
            let events = game.decide(seat, &action, &chance);
            game.apply_all(&events.expect("a listed action"));
        }
        kinds
    }

    #[test]
    fn every_listed_move_of_played_games_reads_back_from_its_text() {
        let mut kinds: Vec<String> = (1..=6).flat_map(play).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in [
            "draw",
            "take",
            "return",
            "open best",
            "open doubles",
            "lay run",
            "lay set",
            "lay double",
            "back",
        ] {
            assert!(kinds.iter().any(|known| known == kind), "no {kind}");
        }
        for start in ["off ", "swap ", "discard "] {
            assert!(
                kinds.iter().any(|known| known.starts_with(start)),
                "{start}"
            );
        }
    }

    #[test]
    fn every_example_is_a_move() {
        for example in EXAMPLES.split(", ") {
            assert!(read(example, &[]).is_some(), "{example}");
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let same = |one: &str, other: &str| {
            let read = |text| read(text, &[]);
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
        for text in [
            "",
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
            "off Y9 99999999999999999999999",
        ] {
            assert_eq!(read(text, &[]), None, "{text}");
        }
    }

    #[test]
    fn who_says_that_they_are_sure_is_not_asked() {
        let confirmed = read("surely discard F", &[]);
        assert!(matches!(
            confirmed,
            Some(Action::Discard { confirm: true, .. })
        ));
    }

    #[test]
    fn the_best_opening_where_there_is_none_is_refused_without_a_penalty() {
        let strict = Options {
            penalties: crate::rules::okey101::options::Penalties::Strict,
            open_min: 300,
            ..Options::default()
        };
        let mut game = Okey101::new(&strict, 4);
        let chance = Chance::from_seed(1);
        let events = game.deal(&chance);
        game.apply_all(&events);
        let seat = game.waiting().seats.iter().next().expect("a starter");
        let action = read(BEST, &game.actions(seat)).expect("a move");
        let refused = game.decide(seat, &action, &chance).err();
        assert_eq!(refused, Some(Refusal::NothingComposed));
    }
}
