//! Moves of Hachinin-meri as people type them: in the notation of the rules, by the names of the karuta, or with the
//! signs that the messages show.

use super::moves::{READY, ROBATTA};
use crate::discord::speech::karuta::shape;
use crate::rules::karuta::{Karuta, Rank, Suit};
use crate::rules::meri::Action;

/// Moves that can be typed.
pub(super) const EXAMPLES: &str =
    "ready, robatta, lead K-3 away P-2, play K-Un, play un of cups, un cups";

/// What people call the suits, beside their letters.
const SUITS: [(Suit, &[&str]); 5] = [
    (Suit::Pao, &["p", "pao", "club", "clubs", "パオ"]),
    (Suit::Isu, &["i", "isu", "sword", "swords", "イス"]),
    (Suit::Kotsu, &["k", "kotsu", "cup", "cups", "コツ"]),
    (Suit::Ori, &["o", "ori", "coin", "coins", "オリ"]),
    (Suit::Guru, &["g", "guru", "whorl", "whorls", "グル"]),
];

/// What people call the courts, beside their names.
const COURTS: [(Rank, &[&str]); 6] = [
    (Rank::Sun, &["su", "スン"]),
    (Rank::Un, &["god", "ウン"]),
    (Rank::Sota, &["so", "queen", "ソウタ"]),
    (Rank::Robai, &["ro", "dragon", "ロバイ"]),
    (Rank::Rei, &["re", "king", "レイ"]),
    (Rank::Kaba, &["ka", "knight", "カバ"]),
];

/// A word of a typed move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Suit(Suit),
    Rank(Rank),
    Whole(Karuta),
    /// What comes is laid away.
    Away,
    /// What comes is led or played.
    Lead,
}

/// Reads a typed move; `listed` is what may be done now, among which a name that is not whole may mean one.
pub(super) fn read(text: &str, listed: &[Action]) -> Option<Action> {
    let text = plain(text);
    match text.trim() {
        READY | "rdy" | "ok" => return Some(Action::Ready),
        ROBATTA | "call" | "call robatta" | "ロバった" => return Some(Action::Robatta),
        _ => {}
    }
    let words = text.split_whitespace().filter(|word| !is_small(word));
    let words = words.map(word).collect::<Option<Vec<Word>>>()?;
    match (named(&words), words.first()) {
        (Some(found), first) => match (&found[..], first) {
            ([karuta], Some(first)) if *first != Word::Away => Some(Action::Play(*karuta)),
            // Whatever comes first: what is laid away says so, or what is led says so behind it.
            ([discard, lead], Some(Word::Away)) => Some(uchidashi(*lead, *discard)),
            ([discard, lead], _) if leads_second(&words) => Some(uchidashi(*lead, *discard)),
            ([lead, discard], _) => Some(uchidashi(*lead, *discard)),
            _ => None,
        },
        (None, _) => only_listed(&words, listed),
    }
}

/// Whether only the second of two is said to be led: `P-2 away, lead K-3`.
fn leads_second(words: &[Word]) -> bool {
    let led = words.iter().position(|word| *word == Word::Lead);
    led.is_some_and(|at| at > 0)
}

fn uchidashi(lead: Karuta, discard: Karuta) -> Action {
    Action::Uchidashi { lead, discard }
}

/// Small letters; the signs of suits as words, and nothing that only stands between words.
fn plain(text: &str) -> String {
    let mut plain = text.to_lowercase().replace('\u{fe0f}', "");
    for suit in Suit::ALL {
        let sign = shape(suit).replace('\u{fe0f}', "");
        plain = plain.replace(&sign, &format!(" {} ", suit.letter().to_ascii_lowercase()));
    }
    // Behind the sign of tenka the messages say its name.
    plain.replace("(tenka)", "").replace(
        [
            ',', ';', '/', '+', '-', '.', ':', '(', ')', '*', '、', '・', '　',
        ],
        " ",
    )
}

/// What people write who write whole sentences.
fn is_small(word: &str) -> bool {
    matches!(
        word,
        "of" | "the" | "a" | "and" | "with" | "my" | "の" | "then" | "card" | "trump"
    )
}

fn word(text: &str) -> Option<Word> {
    match text {
        "lead" | "play" | "open" | "uchidashi" | "throw" => return Some(Word::Lead),
        "away" | "discard" | "lay" | "bury" => return Some(Word::Away),
        "tenka" | "テンカ" => return tenka().map(Word::Whole),
        _ => {}
    }
    let found = suit(text).map(Word::Suit);
    found
        .or_else(|| rank(text).map(Word::Rank))
        .or_else(|| glued(text))
}

fn tenka() -> Option<Karuta> {
    Karuta::new(Suit::Pao, Rank::Robai)
}

fn suit(text: &str) -> Option<Suit> {
    let known = SUITS.into_iter().find(|(_, names)| names.contains(&text));
    known.map(|(suit, _)| suit)
}

fn rank(text: &str) -> Option<Rank> {
    let other = || COURTS.into_iter().find(|(_, names)| names.contains(&text));
    text.parse().ok().or_else(|| other().map(|(rank, _)| rank))
}

/// Suit and rank without anything between them: `kun`, `k7`, `7k`.
fn glued(text: &str) -> Option<Word> {
    let splits = text.char_indices().skip(1).map(|(at, _)| text.split_at(at));
    let found = splits.filter_map(|(one, other)| {
        let in_order = suit(one).zip(rank(other));
        let (suit, rank) = in_order.or_else(|| suit(other).zip(rank(one)))?;
        Karuta::new(suit, rank)
    });
    found.map(Word::Whole).next()
}

/// The karuta that are named; `None` if something is left over that names none.
fn named(words: &[Word]) -> Option<Vec<Karuta>> {
    let parts: Vec<Word> = words
        .iter()
        .copied()
        .filter(|word| !matches!(word, Word::Away | Word::Lead))
        .collect();
    let mut found = Vec::new();
    let mut rest = &parts[..];
    while let Some((first, after)) = rest.split_first() {
        let (karuta, after) = match (*first, after) {
            (Word::Whole(karuta), _) => (Some(karuta), after),
            (Word::Suit(suit), [Word::Rank(rank), after @ ..]) => (Karuta::new(suit, *rank), after),
            (Word::Rank(rank), [Word::Suit(suit), after @ ..]) => (Karuta::new(*suit, rank), after),
            _ => (None, after),
        };
        found.push(karuta?);
        rest = after;
    }
    (!found.is_empty()).then_some(found)
}

/// The only play that is listed of this rank or suit alone.
fn only_listed(words: &[Word], listed: &[Action]) -> Option<Action> {
    let fits = |action: &&Action| {
        let Action::Play(karuta) = **action else {
            return false;
        };
        words.iter().all(|word| match word {
            Word::Suit(suit) => karuta.suit() == *suit,
            Word::Rank(rank) => karuta.rank() == *rank,
            Word::Lead => true,
            Word::Whole(_) | Word::Away => false,
        })
    };
    let is_named = words.iter().any(|word| *word != Word::Lead);
    let mut fitting = listed.iter().filter(fits);
    let only = fitting.next().filter(|_| is_named)?;
    fitting.next().is_none().then_some(*only)
}
