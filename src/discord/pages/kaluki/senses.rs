//! Typed texts in which `as` stands behind a joker: it is the ace of spades there, or the word before what the joker stands
//! for. Such a text is read in each of its senses, and nothing is done in another one than it was typed in.

use super::notation::{JOKER, card};
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::{Action, Build, Composed, End, Meld, Placement, View};
use crate::rules::meld::cards::Aces;

/// Of how many jokers both senses are tried; a table has no more.
const MOST: usize = 4;

/// What a text means; `read` reads it in one of its senses.
///
/// Behind a joker in full letters `as` is likely the word, behind a short one the ace. The less likely sense is meant where
/// only that makes melds. Where both do, and both could be laid by whoever wrote the joker in full letters, it is not clear
/// what the joker stands for: then the rules ask.
pub(super) fn meant(
    text: &str,
    view: Option<&View>,
    read: impl Fn(&str) -> Option<Action>,
) -> Option<Action> {
    let senses = senses(text);
    if let [only] = &senses[..] {
        return read(only);
    }
    let all: Vec<Action> = senses.iter().filter_map(|sense| read(sense)).collect();
    let likeliest = all.first()?;
    let mut whole = all.iter().filter(|action| makes_melds(action, view));
    let Some(first) = whole.next() else {
        return Some(likeliest.clone());
    };
    let others: Vec<&Action> = whole.collect();
    let is_in_full = text.split(' ').any(|word| word == JOKER);
    let is_rivalled = is_in_full && others.iter().any(|other| can_be_laid(other, view));
    let is_clear = others.is_empty() || first == likeliest && !is_rivalled;
    if is_clear {
        return Some(first.clone());
    }
    let asked = undeclared(first.clone());
    (asked != *first).then_some(asked)
}

/// The text in each of its senses, the likeliest first.
fn senses(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut places: Vec<usize> = (0..words.len()).collect();
    places.retain(|place| is_open(&words[*place..]));
    let tried = if places.len() > MOST { 0 } else { places.len() };
    let sense = |others: u32| {
        let is_word = |place: usize| {
            let number = places.iter().position(|one| *one == place);
            let is_other = |number: usize| number < tried && (others >> number) & 1 == 1;
            number.is_some_and(|number| (words[place] == JOKER) != is_other(number))
        };
        in_sense(&words, is_word)
    };
    (0..1 << tried).map(sense).collect()
}

/// Whether these words begin with a joker, `as` and a card, so that `as` may be a word.
fn is_open(words: &[&str]) -> bool {
    match words {
        [joker, "as", stands, ..] => {
            let stands_for = matches!(card(stands), Some(Card::Natural(_)));
            card(joker) == Some(Card::Joker) && stands_for
        }
        _ => false,
    }
}

/// The text with what a joker stands for joined to it wherever the next is the word.
fn in_sense(words: &[&str], is_word: impl Fn(usize) -> bool) -> String {
    let mut text = Vec::new();
    let mut place = 0;
    while place < words.len() {
        if is_word(place) {
            text.push(format!("{}={}", words[place], words[place + 2]));
            place += 3;
        } else {
            text.push(words[place].to_owned());
            place += 1;
        }
    }
    text.join(" ")
}

/// Whether every meld and every addition of a move can be one, whoever holds its cards.
fn makes_melds(action: &Action, view: Option<&View>) -> bool {
    match action {
        Action::Open { melds } => melds.iter().all(|meld| is_meld(meld, view)),
        Action::Lay { meld } => is_meld(meld, view),
        Action::Build(build) => is_addition(build, view),
        Action::Exchange { placements, .. } => placements.iter().all(|placement| match placement {
            Placement::Lay(meld) => is_meld(meld, view),
            Placement::Build(build) => is_addition(build, view),
        }),
        _ => true,
    }
}

fn is_meld(composed: &Composed, view: Option<&View>) -> bool {
    let aces = view.map_or(Aces::High, |view| view.options.aces());
    Meld::compose(composed, aces).is_ok()
}

fn is_addition(build: &Build, view: Option<&View>) -> bool {
    let Some((view, laid)) = view.and_then(|view| Some((view, view.table.get(build.meld)?))) else {
        return false;
    };
    let aces = view.options.aces();
    let mut ends = End::BOTH.into_iter();
    ends.any(|end| {
        let is_there = build.end.is_none_or(|named| named == end);
        is_there && laid.meld.build(&build.cards, end, aces).is_ok()
    })
}

/// Whether whoever types holds what a move lays, and the turn allows it.
fn can_be_laid(action: &Action, view: Option<&View>) -> bool {
    view.is_some_and(|view| view.may(std::slice::from_ref(action)).is_ok())
}

/// The same move without what its jokers stand for.
fn undeclared(mut action: Action) -> Action {
    let of_placement = |placement: &mut Placement| match placement {
        Placement::Lay(meld) => forget(&mut meld.cards),
        Placement::Build(build) => forget(&mut build.cards),
    };
    match &mut action {
        Action::Open { melds } => melds.iter_mut().for_each(|meld| forget(&mut meld.cards)),
        Action::Lay { meld } => forget(&mut meld.cards),
        Action::Build(build) => forget(&mut build.cards),
        Action::Exchange { placements, .. } => placements.iter_mut().for_each(of_placement),
        _ => {}
    }
    action
}

fn forget(cards: &mut [Placed]) {
    for placed in cards {
        *placed = placed.card().into();
    }
}
