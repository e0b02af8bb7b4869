//! The moves of Okey 101 in words, each with the text that means it.

use super::arranged;
use super::typed::other_verbs;
use crate::discord::speech::tiles::{spoken, tile};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::shortened;
use crate::rules::okey101::meld::Stands;
use crate::rules::okey101::{Action, Composed, Kind, Meld, Place, View};
use crate::rules::tile::{Face, Tile};

/// Behind the words of a move its text stands in a choice, which holds 100 characters: so much is left.
const MOST_WORDS: usize = 60;

/// The text of the best opening with sets and runs.
pub(super) const BEST: &str = "open best";
/// The text of the best opening with doubles.
pub(super) const DOUBLES: &str = "open doubles";

/// A move in the words of `/play` and its choices.
pub(super) fn words(words: Words, action: &Action, view: &View) -> String {
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
        Action::Discard { tile, .. } => discard_words(words, view, *tile),
        Action::Pass => words.move_pass(),
    }
}

/// The last tile finishes, whatever it is; the strict game warns nobody (101 rules 9.1 and 10.4).
fn discard_words(words: Words, view: &View, discard: Tile) -> String {
    let name = tile(words, discard, view.okey());
    match view.rack() {
        Some([_]) => words.move_finish(&name),
        _ if arranged::costs(view, discard) => {
            words.okey101_move_discard_costs(&name, view.options.penalty_amount)
        }
        _ => words.move_discard(&name),
    }
}

fn opening_words(words: Words, composed: &[Composed], okey: Option<Face>) -> String {
    let melds: Vec<String> = composed
        .iter()
        .map(|meld| composed_words(words, meld, okey))
        .collect();
    let melds = melds.join(", ");
    let melds = shortened(&melds, MOST_WORDS);
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

/// How the words call an end of a run.
pub(super) fn end_word(end: Option<Place>) -> &'static str {
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
pub(super) fn text(action: &Action) -> String {
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

/// What else a move is called by whoever looks for it. The tiles of an opening are no words for it: whoever spells out another
/// one is not offered the best in its place.
pub(super) fn other_words(words: Words, action: &Action, view: &View) -> Vec<String> {
    let own = view.own.as_ref();
    let tiles: Vec<Tile> = match action {
        Action::Take => own.and_then(|own| own.takeable).into_iter().collect(),
        Action::Return => view.taken.into_iter().collect(),
        Action::TakeBack => {
            let undo = own.and_then(|own| own.undo);
            undo.map(|undo| undo.tile).into_iter().collect()
        }
        Action::Lay { meld } => meld.tiles.clone(),
        Action::LayOff { tile, .. }
        | Action::SwapJoker { tile, .. }
        | Action::Discard { tile, .. } => vec![*tile],
        Action::Draw | Action::Open { .. } | Action::Pass => Vec::new(),
    };
    let verbs = other_verbs(action).iter().copied().map(str::to_owned);
    let named = tiles.into_iter();
    let named = named.map(|tile| spoken(words, tile, view.okey()));
    verbs.chain(named).collect()
}

/// The same with every tile of an opening: one that is not listed has no name.
pub(super) fn whole_text(action: &Action) -> String {
    let Action::Open { melds } = action else {
        return text(action);
    };
    let melds: Vec<String> = melds.iter().map(composed_text).collect();
    format!("open {}", melds.join(" / "))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::okey101::typed::read;
    use crate::rules::okey101::options::{JokerLeftover, SeriesLayPairs};
    use crate::rules::okey101::{Okey101, Options};
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
                let found = read(&typed, &listed, Some(&view));
                assert_eq!(found, Some(unconfirmed(action)), "{typed}");
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
                game.obey(&events);
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
            game.obey(&events.expect("a listed action"));
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
}
