//! Moves of Kaluki as people type them, in a notation close to that of the written rules.
//!
//! Nothing is judged here: what cannot be is told by the rules, with the reason. What a joker of a run stands for is filled
//! in where only one card is possible.

use super::arranged::{is_open, is_to_play};
use super::designated::{build, composed};
use super::moves::text;
use super::notation::{Word, card, plain, words};
use super::senses::meant;
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::{Action, Build, Composed, End, Kind, Placement, Recovery, View};

/// Moves that can be typed.
pub(super) const EXAMPLES: &str = "draw, take, put back, open best, open hQ cQ sQ / h3 h4 h5, meld d8 c8 Jk, build 3 sJ sQ high, exchange 2: h6 -> build 2 Jk=h8 high, exchange 2: h6 + 4: c10 s10 -> meld d8 c8 Jk, discard h9, announce, silent, buy in, decline";

/// How many are told at once: a phone shows them in few lines.
const MOST_EXAMPLES: usize = 5;

/// Those for whoever has nothing to do.
const USUAL: [&str; MOST_EXAMPLES] = ["draw", "take", OPENING, BUILD, "discard h9"];

/// An opening with its cards, a further meld, and cards for one.
const OPENING: &str = "open hQ cQ sQ / h3 h4 h5";
const MELD: &str = "meld d8 c8 Jk";
const BUILD: &str = "build 3 sJ sQ high";

/// The best opening by its short name: its cards stand in the list of moves.
const BEST: &str = "open best";

/// Examples for whoever may do what is listed: one of each kind, with their own cards; then how other cards are laid.
pub(super) fn examples(listed: &[Action], view: Option<&View>) -> String {
    let mut examples: Vec<String> = Vec::new();
    for text in listed.iter().map(example) {
        if examples.iter().all(|known| verb(known) != verb(&text)) {
            examples.push(text);
        }
    }
    let others: &[&str] = match view {
        _ if examples.is_empty() => &USUAL,
        Some(view) if is_to_play(view) && is_open(view) => &[MELD, BUILD],
        Some(view) if is_to_play(view) => &[OPENING],
        _ => &[],
    };
    for other in others {
        let is_new = |known: &String| known == BEST || verb(known) != verb(other);
        if examples.iter().all(is_new) {
            examples.push((*other).to_owned());
        }
    }
    examples.truncate(MOST_EXAMPLES);
    examples.join(", ")
}

fn example(action: &Action) -> String {
    match action {
        Action::Open { .. } => BEST.to_owned(),
        _ => text(action),
    }
}

fn verb(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

/// Reads a typed move; `listed` is what may be done now, from which `open best` chooses, and `view` what is seen by whoever
/// types.
pub(super) fn read(text: &str, listed: &[Action], view: Option<&View>) -> Option<Action> {
    meant(&plain(text), view, |text| one_sense(text, listed, view))
}

/// Reads a text of which every word has one sense.
fn one_sense(text: &str, listed: &[Action], view: Option<&View>) -> Option<Action> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (verb, rest) {
        ("draw", "") => Some(Action::Draw),
        ("take", "") => Some(Action::Take),
        ("put" | "give" | "take", "back") | ("return" | "back" | "cancel", "") => {
            Some(Action::Return)
        }
        ("announce", _) => announce(rest),
        ("silent" | "silence", "") | ("stay", "silent") | ("say", "nothing") => {
            Some(Action::StaySilent)
        }
        ("buy", "in") | ("buy-in" | "buyin", "") => Some(Action::BuyIn),
        ("decline", "") | ("do", "not buy in") | ("no", "buy in") => Some(Action::Decline),
        ("open", "" | "best") => Some(best_opening(listed)),
        ("open", melds) => opening(melds, listed, view),
        ("meld" | "lay", cards) => meld(cards, view).map(|meld| Action::Lay { meld }),
        ("build" | "add", cards) => addition(cards, view).map(Action::Build),
        ("exchange" | "swap" | "free", steps) => exchange(steps, view),
        ("discard" | "throw", card) => discard(card),
        ("call", card) => call_up(card, view),
        (one, "") => discard(one),
        _ => None,
    }
}

/// The verbs that mean a move beside that of its own text.
pub(super) fn other_verbs(action: &Action) -> &'static [&'static str] {
    match action {
        Action::Return => &["give back", "take back", "return", "cancel"],
        Action::Lay { meld } => match meld.kind {
            Kind::Set => &["lay", "lay set"],
            Kind::Run => &["lay", "lay run"],
        },
        Action::Build(_) => &["add"],
        Action::Exchange { .. } => &["swap", "free"],
        Action::Discard { .. } => &["throw"],
        Action::StaySilent => &["silence", "say nothing"],
        Action::BuyIn => &["buy-in", "buyin"],
        Action::Decline => &["do not buy in", "no buy in"],
        Action::Draw | Action::Take | Action::Open { .. } | Action::Announce => &[],
    }
}

/// The number of the cards may be said with it.
fn announce(rest: &str) -> Option<Action> {
    let is_number = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
    let number = rest.trim_end_matches(" cards").trim_end_matches(" card");
    is_number(number).then_some(Action::Announce)
}

/// Who calls up discards their last card: whoever has more does not want to end the turn with a discard like any other.
fn call_up(text: &str, view: Option<&View>) -> Option<Action> {
    let hand = view.and_then(View::hand)?;
    match hand {
        [_] => discard(text.trim_start_matches("up ")),
        _ => None,
    }
}

fn discard(text: &str) -> Option<Action> {
    card(text).map(|card| Action::Discard { card })
}

/// Without an opening that is listed, the rules say why there is none: no cards are put together.
fn best_opening(listed: &[Action]) -> Action {
    let mut openings = listed.iter();
    let best = openings.find(|action| matches!(action, Action::Open { .. }));
    let nothing = Action::Open { melds: Vec::new() };
    best.cloned().unwrap_or(nothing)
}

/// Melds one behind the other. Cards without anything between them may be an opening that is listed.
fn opening(text: &str, listed: &[Action], view: Option<&View>) -> Option<Action> {
    let parts: Vec<&str> = split_melds(text).collect();
    if let [all] = parts[..]
        && let Some(known) = listed_with(all, listed)
    {
        return Some(known);
    }
    let melds = parts.into_iter().map(|part| meld(part, view));
    let melds = melds.collect::<Option<Vec<Composed>>>()?;
    Some(Action::Open { melds })
}

fn split_melds(text: &str) -> impl Iterator<Item = &str> {
    text.split(['/', ';', '|', '+'])
        .flat_map(|part| part.split(" and "))
}

/// The listed opening with several melds that has just these cards.
fn listed_with(text: &str, listed: &[Action]) -> Option<Action> {
    let mut wanted = cards_of(&words(text)?)?;
    wanted.sort_unstable();
    let is_meant = |action: &&Action| match action {
        Action::Open { melds } if melds.len() > 1 => {
            let mut laid: Vec<Placed> = melds.iter().flat_map(|meld| meld.cards.clone()).collect();
            laid.sort_unstable();
            laid == wanted
        }
        _ => false,
    };
    listed.iter().find(is_meant).cloned()
}

/// Cards and nothing else, at least one.
fn cards_of(words: &[Word<'_>]) -> Option<Vec<Placed>> {
    let cards = words.iter().map(|word| match word {
        Word::Card(placed) => Some(*placed),
        Word::Meld(_) | Word::Other(_) => None,
    });
    let cards: Option<Vec<Placed>> = cards.collect();
    cards.filter(|cards| !cards.is_empty())
}

/// Cards, perhaps with what they are meant to be before them.
fn meld(text: &str, view: Option<&View>) -> Option<Composed> {
    let words = words(text)?;
    let (kind, cards) = match &words[..] {
        [Word::Other("set" | "set:" | "s:"), cards @ ..] => (Some(Kind::Set), cards),
        [Word::Other("run" | "run:" | "r:"), cards @ ..] => (Some(Kind::Run), cards),
        cards => (None, cards),
    };
    Some(composed(&cards_of(cards)?, kind, view))
}

/// Cards and the meld they go to, perhaps with the end of it.
fn addition(text: &str, view: Option<&View>) -> Option<Build> {
    let (mut cards, mut melds, mut end) = (Vec::new(), Vec::new(), None);
    for word in words(text)? {
        match word {
            Word::Card(placed) => cards.push(placed),
            Word::Meld(meld) => melds.push(meld),
            Word::Other("low" | "lower" | "@low" | "left" | "below") => end = Some(End::Low),
            Word::Other("high" | "higher" | "upper" | "@high" | "right" | "above") => {
                end = Some(End::High);
            }
            // What people write who write whole sentences.
            Word::Other("to" | "on" | "onto" | "at" | "meld" | "end") => {}
            Word::Other(_) => return None,
        }
    }
    match melds[..] {
        [meld] if !cards.is_empty() => Some(build(meld, &cards, end, view)),
        _ => None,
    }
}

/// What is given for which jokers, an arrow, and where they go. Without the arrow the rules say that they must go somewhere.
fn exchange(text: &str, view: Option<&View>) -> Option<Action> {
    let (gives, goes) = text.split_once("->").unwrap_or((text, ""));
    let recoveries = recoveries(gives)?;
    let goes = split_melds(goes)
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let placements = goes.map(|part| placement(part, view));
    Some(Action::Exchange {
        recoveries,
        placements: placements.collect::<Option<_>>()?,
    })
}

/// Each number of a meld begins the next recovery.
fn recoveries(text: &str) -> Option<Vec<Recovery>> {
    let mut all: Vec<Recovery> = Vec::new();
    for word in words(text)? {
        match word {
            Word::Meld(meld) => all.push(Recovery {
                meld,
                cards: Vec::new(),
            }),
            Word::Card(placed) => all.last_mut()?.cards.push(plain_card(placed)?),
            Word::Other("+" | "/" | ";" | "|" | "and" | "meld") => {}
            Word::Other(_) => return None,
        }
    }
    (!all.is_empty()).then_some(all)
}

/// What is given is no joker that stands for something.
fn plain_card(placed: Placed) -> Option<Card> {
    match placed {
        Placed::Natural(natural) => Some(Card::Natural(natural)),
        Placed::Joker => Some(Card::Joker),
        Placed::JokerAs(_) => None,
    }
}

/// A new meld, or cards that are added to one: told by the verb, or by the number of a meld.
fn placement(text: &str, view: Option<&View>) -> Option<Placement> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    match verb {
        "build" | "add" => addition(rest, view).map(Placement::Build),
        "meld" | "lay" | "new" => match addition(rest, view) {
            // "meld 2 Jk" names a meld on the table.
            Some(build) => Some(Placement::Build(build)),
            None => meld(rest, view).map(Placement::Lay),
        },
        _ => match addition(text, view) {
            Some(build) => Some(Placement::Build(build)),
            None => meld(text, view).map(Placement::Lay),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(text: &str) -> Option<Action> {
        read(text, &[], None)
    }

    #[test]
    fn every_example_is_a_move() {
        for example in EXAMPLES.split(", ") {
            assert!(bare(example).is_some(), "{example}");
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let same = |one: &str, other: &str| {
            assert!(bare(one).is_some(), "{one}");
            assert_eq!(bare(one), bare(other), "{one}: {other}");
        };
        same("put back", "Return");
        same("take back", "give back");
        same("discard h9", " ♥️9 ");
        same("discard s10", "THROW 10S");
        same("discard S10", "throw sT");
        same("announce", "Announce 2 cards");
        same("silent", "stay silent");
        same("buy in", "BUY-IN");
        same("open hQ cQ sQ / h3 h4 h5", "open S: sq,hq,cq / R: 5h 4h 3h");
        same("open hQ cQ sQ / h3 h4 h5", "open Q♥ Q♣ Q♠ + 3♥ 4♥ 5♥");
        same("meld d8 c8 Jk", "lay set ♦8 ♣8 🃏");
        same("meld h5 Jk=h6 h7", "meld h7 joker h5");
        same("meld S: sA Jk Jk", "lay set: jk sa jk");
        same("build 3 sJ sQ high", "add sJ, sQ to meld #3, upper end");
        same("build 3 sJ", "build sJ on 3");
        same(
            "exchange 2: h6 -> build 2 Jk=h8 high",
            "swap 2 ♥6 → add 🃏 (♥️8) to 2 high",
        );
        same("exchange 2: h6 -> meld d8 c8 Jk", "free 2:6h->d8 c8 jk");
        same("build 2 Jk=h8 high", "build 2 joker as 8h high");
        same("meld Jk=h6 h7 h8", "meld joker as ♥6 h7 h8");
        same("meld Jk=h6 h7 h8", "meld 🃏 as ♥6, ♥7, ♥8");
        same("discard h9", "9 of hearts");
        same("discard hQ", "discard the queen of hearts");
        same(
            "meld h9 h10 hJ Jk=hQ",
            "lay 9 of hearts, 10 of hearts, jack of hearts, joker as queen of hearts",
        );
        same(
            "build 3 sJ sQ high",
            "build 3 jack of spades, queen of spades high",
        );
        same(
            "exchange 2: h6 -> build 2 Jk=h8 high",
            "exchange 2: 6 of hearts -> build 2 joker as 8 of hearts high",
        );
        same(
            "open sQ Jk sA / h4 d4 c4",
            "open queen of spades, joker, ace of spades / 4 of hearts, 4 of diamonds, 4 of clubs",
        );
        same(
            "exchange 2: h6 + 4: c10 s10 -> meld h9 Jk Jk / build 1 h3",
            "exchange 2: h6 4: c10 s10 -> meld h9 jk jk and build 1 h3",
        );
        for text in [
            "",
            "lay",
            "open h11",
            "open hQ cQ sQ / hats",
            "open / /",
            "build",
            "build sJ",
            "build 0 sJ",
            "build 1",
            "build 1 2 sJ",
            "build 99999999999999999999999 sJ",
            "exchange",
            "exchange h6",
            "exchange 2: Jk=h6",
            "exchange 2: h6 -> hats",
            "discard",
            "discard hats",
            "discard Jk=h6",
            "discard joker as 6 of hearts",
            "discard 9",
            "lay 4 of hearts, 5 of hearts and joker (d10)",
            "discard up h9",
            "call up h9",
            "take h7",
            "announce loudly",
            "R5",
            "💥",
        ] {
            assert_eq!(bare(text), None, "{text}");
        }
    }

    #[test]
    fn every_other_verb_of_a_move_means_it() {
        for (text, cards) in [
            ("put back", ""),
            ("meld d8 c8 s8", "d8 c8 s8"),
            ("meld h5 h6 h7", "h5 h6 h7"),
            ("build 3 sJ", "3 sJ"),
            ("exchange 2: h6 -> meld d8 c8 Jk", "2: h6 -> meld d8 c8 Jk"),
            ("discard h9", "h9"),
            ("silent", ""),
            ("buy in", ""),
            ("decline", ""),
        ] {
            let action = bare(text).expect("a move");
            let verbs = other_verbs(&action);
            assert!(!verbs.is_empty(), "{text}");
            for verb in verbs {
                let typed = format!("{verb} {cards}");
                assert_eq!(bare(&typed).as_ref(), Some(&action), "{text}: {typed}");
            }
        }
    }

    /// Behind a joker `as` is the ace of spades, and the word only behind a joker in full letters or where the ace makes
    /// no meld.
    #[test]
    fn an_ace_of_spades_behind_a_joker_stays_one() {
        for (typed, meant) in [
            ("meld jk as ks qs", "meld Jk sA sK sQ"),
            ("meld 🃏 AS KS QS", "meld Jk sA sK sQ"),
            ("open jk as ks qs js", "open Jk sA sK sQ sJ"),
            ("open qs jk as / 4h 4d 4c", "open sQ Jk sA / h4 d4 c4"),
            ("meld jk as ha da", "meld Jk sA hA dA"),
            ("meld joker as ks", "meld Jk sA sK"),
            ("meld joker as ks qs js", "meld Jk=sK sQ sJ"),
            ("meld jk as as ks qs", "meld Jk=sA sK sQ"),
            (
                "open jk as ks qs / joker as h5 h4 h3",
                "open Jk sA sK sQ / Jk=h5 h4 h3",
            ),
            ("discard as", "discard sA"),
        ] {
            assert!(bare(typed).is_some(), "{typed}");
            assert_eq!(bare(typed), bare(meant), "{typed}: {meant}");
        }
    }

    #[test]
    fn a_joker_that_can_be_only_one_card_is_filled_in() {
        for (typed, meant) in [
            ("meld h5 Jk h7", "h5 Jk=h6 h7"),
            ("meld hK Jk hA", "Jk=hQ hK hA"),
            ("meld h2 h3 Jk", "h2 h3 Jk=h4"),
            ("meld h8 h7 Jk=h6", "Jk=h6 h7 h8"),
            // Several are possible: the rules ask.
            ("meld h5 h6 Jk", "h5 h6 Jk"),
            ("meld sA Jk Jk", "sA Jk Jk"),
        ] {
            let cards = Placed::read_all(meant).expect("cards");
            match bare(typed) {
                Some(Action::Lay { meld }) => assert_eq!(meld, Composed::new(Kind::Run, cards)),
                _ => panic!("{typed}"),
            }
        }
    }

    /// The vectors of the written rules, typed without a word of what they are meant to be.
    #[test]
    fn melds_of_the_rules_can_be_typed() {
        use crate::rules::kaluki::Meld;
        use crate::rules::meld::cards::Aces;
        let rows = include_str!("../../../../tests/data/kaluki/melds.txt").lines();
        let mut typed = 0;
        for row in rows.filter(|row| !row.starts_with('#')) {
            let parts: Vec<&str> = row.split('|').map(str::trim).collect();
            let [id, _, meld, expected] = parts[..] else {
                continue;
            };
            // What else the table plays is not seen here, and one natural alone does not tell a set.
            if meld.contains("opt:") || meld == "S: sA Jk Jk" {
                continue;
            }
            let cards = &meld[2..];
            let Some(Action::Lay { meld }) = bare(&format!("meld{cards}")) else {
                panic!("{id}");
            };
            let found = match Meld::compose(&meld, Aces::High) {
                Ok(meld) => format!("ok {}", meld.points()),
                Err(fault) => fault.code().to_owned(),
            };
            assert_eq!(found, expected, "{id}");
            typed += 1;
        }
        assert!(typed >= 20, "{typed}");
    }
}
