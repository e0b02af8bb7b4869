//! Moves of Hachinin-meri as people type them: in the notation of the rules, by the names of the karuta, or with the
//! signs that the messages show.

use super::moves::{READY, ROBATTA};
use crate::discord::speech::karuta::shape;
use crate::rules::karuta::{Karuta, Rank, Suit};
use crate::rules::meri::Action;

/// Moves that can be typed.
pub(super) const EXAMPLES: &str =
    "ready, robatta, lead K-3 away P-2, play K-Un, play un of cups, un cups";

/// The one of them that leads and lays away.
pub(super) const OPENING: &str = "lead K-3 away P-2";

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
    /// Either: who throws may lead or lay away.
    Throw,
}

/// Reads a typed move; `listed` is what may be done now, among which a name that is not whole may mean one.
pub(super) fn read(text: &str, listed: &[Action]) -> Option<Action> {
    let text = plain(text);
    match text.trim() {
        READY | "rdy" | "ok" => return Some(Action::Ready),
        ROBATTA | "call" | "call robatta" | "ロバった" => return Some(Action::Robatta),
        _ => {}
    }
    let words = words_of(&text)?;
    match named(&words).as_deref() {
        Some([karuta]) if words.first() != Some(&Word::Away) => Some(Action::Play(*karuta)),
        Some([first, second]) => opening(&words, *first, *second),
        Some(_) => None,
        None => match fitting(&words, listed)[..] {
            [only] => Some(Action::Play(only)),
            _ => None,
        },
    }
}

/// The verbs that mean a move beside those of its own text.
pub(super) fn other_verbs(action: &Action) -> &'static [&'static str] {
    match action {
        Action::Ready => &["rdy", "ok"],
        Action::Robatta => &["call", "call robatta", "ロバった"],
        Action::Uchidashi { .. } => &[
            "play",
            "open",
            "uchidashi",
            "throw",
            "discard",
            "lay",
            "bury",
        ],
        Action::Play(_) => &["lead", "open", "uchidashi", "throw"],
    }
}

/// What people call a karuta by its suit and its rank, beside the numbers.
pub(super) fn names(karuta: Karuta) -> impl Iterator<Item = &'static str> {
    let suits = SUITS.iter().filter(move |(suit, _)| *suit == karuta.suit());
    let courts = COURTS.iter();
    let courts = courts.filter(move |(rank, _)| *rank == karuta.rank());
    let of_suit = suits.flat_map(|(_, names)| names.iter().copied());
    let of_rank = courts.flat_map(|(_, names)| names.iter().copied());
    of_suit.chain(of_rank)
}

/// Which of the listed plays a name may mean that is not whole: several, or none.
pub(super) fn several(text: &str, listed: &[Action]) -> Vec<Karuta> {
    let words = words_of(&plain(text)).filter(|words| named(words).is_none());
    let mut fitting = words.map_or_else(Vec::new, |words| fitting(&words, listed));
    if fitting.len() < 2 {
        fitting.clear();
    }
    fitting
}

/// Another name of the suit that was named just before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Again {
    /// The spoken names say it a second time: `3 of cups (kotsu)`.
    Said,
    /// It begins another karuta: `3 of cups, kotsu 2`.
    Another,
}

/// The words of a text; `None` if one of them means nothing. What is said a second time is left out, unless only with it
/// karuta are named.
fn words_of(text: &str) -> Option<Vec<Word>> {
    let said = words_with(text, Again::Said)?;
    if named(&said).is_some() {
        return Some(said);
    }
    let other = words_with(text, Again::Another).filter(|words| named(words).is_some());
    Some(other.unwrap_or(said))
}

/// The words of a text, with another name of the same suit read like this; `None` if one of them means nothing. Tenka is no
/// other karuta than the one it is: `tenka, the Robai of clubs`.
fn words_with(text: &str, again: Again) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    let mut before: Option<(&str, Word)> = None;
    for text in text.split_whitespace().filter(|word| !is_small(word)) {
        let next = word(text)?;
        // A letter begins another karuta: `un of cups, K-3`.
        let is_name = matches!(next, Word::Suit(_)) && text.chars().count() > 1;
        let is_again = before.is_some_and(|(other, word)| word == next && other != text);
        if !is_name || !is_again || again == Again::Another {
            words.push(next);
        }
        if is_tenka_twice(&words) {
            words.truncate(words.len() - 2);
        }
        before = Some((text, next));
    }
    Some(words)
}

/// Whether the last of these words are the name of tenka and what it is.
fn is_tenka_twice(words: &[Word]) -> bool {
    let name = tenka().map(Word::Whole);
    let (suit, rank) = (Word::Suit(Suit::Pao), Word::Rank(Rank::Robai));
    match words {
        [.., first, one, other] => {
            Some(*first) == name && [[suit, rank], [rank, suit]].contains(&[*one, *other])
        }
        _ => false,
    }
}

/// What is led and what is laid away of two. What is said of either stands before it or behind it; where nothing is said the
/// first one is led. `None` if both are said to be the same, or it cannot be told which of them is meant.
fn opening(words: &[Word], first: Karuta, second: Karuta) -> Option<Action> {
    use Word::{Away, Lead};
    let other = |said| if said == Lead { Away } else { Lead };
    let said = said(words)?;
    let of_each = match said.each_ref().map(Vec::as_slice) {
        [[], [], []] => (Lead, Away),
        [[one], [], []] => (*one, other(*one)),
        [[], [], [two]] | [[], [two], []] => (other(*two), *two),
        [[one], [], [two]] | [[one], [two], []] | [[], [one], [two]] => (*one, *two),
        [before, [one, two], []] if before.iter().all(|said| said == one) => (*one, *two),
        _ => return None,
    };
    let (lead, discard) = match of_each {
        (Lead, Away) => (first, second),
        (Away, Lead) => (second, first),
        _ => return None,
    };
    Some(Action::Uchidashi { lead, discard })
}

/// What is said before, between and behind two karuta; `None` if something is said within one of them.
fn said(words: &[Word]) -> Option<[Vec<Word>; 3]> {
    let mut said = [Vec::new(), Vec::new(), Vec::new()];
    let (mut place, mut is_within) = (0, false);
    for (at, word) in words.iter().enumerate() {
        match word {
            Word::Whole(_) => place += 1,
            Word::Suit(_) | Word::Rank(_) => {
                place += usize::from(is_within);
                is_within = !is_within;
            }
            Word::Lead | Word::Away | Word::Throw if is_within => return None,
            Word::Lead | Word::Away => said[place].push(*word),
            Word::Throw => said[place].extend(thrown(words, at)),
        }
    }
    for said in &mut said {
        said.dedup();
    }
    Some(said)
}

/// What somebody means who throws: to lay away, if they say besides what they lead, or else to lead; nothing more if that is
/// said as well, as in `throw away`.
fn thrown(words: &[Word], at: usize) -> Option<Word> {
    match (words.contains(&Word::Lead), words.contains(&Word::Away)) {
        (true, true) => None,
        (true, false) => Some(Word::Away),
        (false, _) if words.get(at + 1) == Some(&Word::Away) => None,
        (false, _) => Some(Word::Lead),
    }
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
        "lead" | "play" | "open" | "uchidashi" => return Some(Word::Lead),
        "throw" => return Some(Word::Throw),
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
        .filter(|word| !matches!(word, Word::Away | Word::Lead | Word::Throw))
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

/// The plays that are listed of this rank or suit alone.
fn fitting(words: &[Word], listed: &[Action]) -> Vec<Karuta> {
    let is_named = words
        .iter()
        .any(|word| !matches!(word, Word::Lead | Word::Throw));
    let fits = |karuta: &Karuta| {
        is_named
            && words.iter().all(|word| match word {
                Word::Suit(suit) => karuta.suit() == *suit,
                Word::Rank(rank) => karuta.rank() == *rank,
                Word::Lead | Word::Throw => true,
                Word::Whole(_) | Word::Away => false,
            })
    };
    let played = listed.iter().filter_map(|action| match action {
        Action::Play(karuta) => Some(*karuta),
        _ => None,
    });
    played.filter(fits).collect()
}
