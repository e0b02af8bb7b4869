//! Moves of Kaluki as people type them, in a notation close to that of the written rules.
//!
//! Nothing is judged here: what cannot be is told by the rules, with the reason. What a joker of a run stands for is filled
//! in where only one card is possible.

use super::designated::{build, composed};
use super::notation::{Word, card, plain, words};
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::{Action, Build, Composed, End, Kind, Placement, Recovery, View};

/// Moves that can be typed.
pub(super) const EXAMPLES: &str = "draw, take, put back, open best, open hQ cQ sQ / h3 h4 h5, meld d8 c8 Jk, build 3 sJ sQ high, exchange 2: h6 -> build 2 Jk=h8 high, exchange 2: h6 + 4: c10 s10 -> meld d8 c8 Jk, discard h9, announce, silent, buy in, decline";

/// Reads a typed move; `listed` is what may be done now, from which `open best` chooses, and `view` what is seen by whoever
/// types.
pub(super) fn read(text: &str, listed: &[Action], view: Option<&View>) -> Option<Action> {
    let text = plain(text);
    let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
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
        ("discard" | "throw" | "call", card) => discard(card.trim_start_matches("up ")),
        (one, "") => discard(one),
        _ => None,
    }
}

/// The number of the cards may be said with it.
fn announce(rest: &str) -> Option<Action> {
    let is_number = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
    let number = rest.trim_end_matches(" cards").trim_end_matches(" card");
    is_number(number).then_some(Action::Announce)
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
            Word::Other("to" | "on" | "onto" | "at" | "meld" | "end" | "the") => {}
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
