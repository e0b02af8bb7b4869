//! What the jokers of typed melds stand for, where only one card is possible (Kaluki rules 5).
//!
//! Where several are possible a joker stays as it was typed, and the rules ask what it is to be.

use crate::rules::card::{Card, Natural, Placed, Rank};
use crate::rules::kaluki::readings::{additions, readings};
use crate::rules::kaluki::{Build, Composed, End, Kind, View};
use crate::rules::meld::cards::Aces;

/// The meld that these cards are meant to be, in the order of the rules.
pub(super) fn composed(cards: &[Placed], kind: Option<Kind>, view: Option<&View>) -> Composed {
    let aces = view.map_or(Aces::High, |view| view.options.aces());
    let plain: Vec<Card> = cards.iter().map(|placed| placed.card()).collect();
    let mut fitting = readings(&plain, aces).unwrap_or_default();
    fitting.retain(|reading| {
        kind.is_none_or(|kind| kind == reading.kind) && declares(&reading.cards, cards)
    });
    match &fitting[..] {
        [one] => one.clone(),
        [] => as_typed(cards, kind),
        // A joker of a run must say what it stands for; of a set it never does.
        _ => Composed::new(Kind::Run, cards.to_vec()),
    }
}

/// Whether a reading has every joker stand for what was said of it.
fn declares(reading: &[Placed], typed: &[Placed]) -> bool {
    let count = |cards: &[Placed], one: Placed| cards.iter().filter(|card| **card == one).count();
    typed
        .iter()
        .filter(|placed| matches!(placed, Placed::JokerAs(_)))
        .all(|said| count(typed, *said) <= count(reading, *said))
}

/// Cards that are no meld, as what they are most like, so that the rules give the reason that helps.
fn as_typed(cards: &[Placed], kind: Option<Kind>) -> Composed {
    let naturals: Vec<Natural> = cards.iter().filter_map(|card| card.stands_for()).collect();
    let pairs = || {
        let pairs = naturals.iter().enumerate();
        pairs.flat_map(|(at, one)| naturals[at + 1..].iter().map(move |other| (one, other)))
    };
    let is_set = naturals.is_empty() || pairs().any(|(one, other)| one.rank == other.rank);
    let has_one_suit = pairs().all(|(one, other)| one.suit == other.suit);
    let likely = if is_set && !(has_one_suit && naturals.len() > 2) {
        Kind::Set
    } else {
        Kind::Run
    };
    match kind.unwrap_or(likely) {
        Kind::Set => Composed::new(Kind::Set, cards.to_vec()),
        Kind::Run => Composed::new(Kind::Run, filled(cards)),
    }
}

/// Jokers between cards that do not follow each other: each stands for what comes after the card before it, so that the
/// rules speak of the gap and not of the joker.
fn filled(cards: &[Placed]) -> Vec<Placed> {
    let mut filled: Vec<Placed> = Vec::new();
    for placed in cards {
        let before = filled.last().and_then(|before| before.stands_for());
        let next = before.and_then(|before| {
            let rank = Rank::new(before.rank.index() + 1)?;
            Some(Natural { rank, ..before })
        });
        filled.push(match (placed, next) {
            (Placed::Joker, Some(next)) => Placed::JokerAs(next),
            _ => *placed,
        });
    }
    filled
}

/// Cards for a meld on the table in the order in which they go there.
pub(super) fn build(meld: usize, cards: &[Placed], end: Option<End>, view: Option<&View>) -> Build {
    let typed = Build {
        meld,
        cards: cards.to_vec(),
        end,
    };
    let Some((view, laid)) = view.and_then(|view| Some((view, view.table.get(meld)?))) else {
        return typed;
    };
    let plain: Vec<Card> = cards.iter().map(|placed| placed.card()).collect();
    let mut fitting = additions(&plain, meld, &laid.meld, view.options.aces());
    fitting.retain(|build| {
        // A set has no ends.
        let is_there = build.end.is_none() || end.is_none_or(|end| Some(end) == build.end);
        is_there && declares(&build.cards, cards)
    });
    match &fitting[..] {
        [one] => one.clone(),
        _ => typed,
    }
}
