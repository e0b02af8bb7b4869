//! Cards, melds and numbers as people type them: forgiving about case, order, signs and 10.

use crate::rules::card::{Card, Natural, Placed, Rank, Suit};

/// A text in small letters and in the letters of the notation, one blank between its words: signs of suits and jokers
/// and the spoken names of cards become letters, and what a joker stands for is joined to it. Whether `as` before letters is a
/// word or the ace of spades is not judged.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.to_lowercase().chars() {
        match letter {
            '♥' | '❤' | '♡' => plain.push('h'),
            '♦' | '♢' => plain.push('d'),
            '♣' | '♧' => plain.push('c'),
            '♠' | '♤' => plain.push('s'),
            '🃏' => plain.push_str(" jk"),
            // How a sign before it is drawn.
            '\u{fe0e}' | '\u{fe0f}' => {}
            ',' | ')' => plain.push(' '),
            ':' => plain.push_str(": "),
            '→' => plain.push_str(" -> "),
            '+' | '/' | ';' | '|' | '(' | '=' => plain.extend([' ', letter, ' ']),
            letter => plain.push(letter),
        }
    }
    let plain = plain.replace("->", " -> ");
    let words = plain.split_whitespace().filter(|word| *word != "the");
    let words: Vec<&str> = words.collect();
    let mut plain = in_notation(&words).join(" ");
    for (apart, joined) in [("jk ( ", "jk="), ("joker ( ", "joker="), (" = ", "=")] {
        plain = plain.replace(apart, joined);
    }
    plain
}

/// Words of which cards that are named as they are spoken are one: `queen of hearts`, `joker as queen of hearts`.
fn in_notation(words: &[&str]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut rest = words;
    while let [first, behind @ ..] = rest {
        let Some((named, after)) = spoken(rest) else {
            joined.push((*first).to_owned());
            rest = behind;
            continue;
        };
        // Before such a name it is the word.
        if let [.., joker, stands] = &mut joined[..]
            && stands == "as"
            && card(joker) == Some(Card::Joker)
        {
            "=".clone_into(stands);
        }
        joined.push(named.to_string());
        rest = after;
    }
    joined
}

/// The card whose spoken name begins these words, and the words behind it.
fn spoken<'a, 'b>(words: &'a [&'b str]) -> Option<(Natural, &'a [&'b str])> {
    let (rank, suit, behind) = match words {
        [rank, "of", suit, behind @ ..] | [rank, suit, behind @ ..] => (rank, suit, behind),
        _ => return None,
    };
    let (suit, rank) = (spoken_suit(suit)?, spoken_rank(rank)?);
    Some((Natural { suit, rank }, behind))
}

fn spoken_suit(text: &str) -> Option<Suit> {
    match text {
        "hearts" | "heart" => Some(Suit::Hearts),
        "diamonds" | "diamond" => Some(Suit::Diamonds),
        "clubs" | "club" => Some(Suit::Clubs),
        "spades" | "spade" => Some(Suit::Spades),
        _ => None,
    }
}

fn spoken_rank(text: &str) -> Option<Rank> {
    rank(match text {
        "ace" => "a",
        "king" => "k",
        "queen" => "q",
        "jack" => "j",
        // In words that is an article.
        "a" => return None,
        text => text,
    })
}

/// A joker in full letters.
pub(super) const JOKER: &str = "joker";

/// What a word of such a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word<'a> {
    /// A card, a joker perhaps with what it stands for.
    Card(Placed),
    /// The place of the meld that people know by this number.
    Meld(usize),
    /// Any other word.
    Other(&'a str),
}

/// The words of a text; `None` where a number names no meld.
pub(super) fn words(text: &str) -> Option<Vec<Word<'_>>> {
    text.split_whitespace().map(word).collect()
}

fn word(text: &str) -> Option<Word<'_>> {
    if let Some(card) = placed(text) {
        return Some(Word::Card(card));
    }
    let number = text.trim_start_matches('#').trim_end_matches(':');
    match number.parse::<usize>() {
        Ok(number) => Some(Word::Meld(number.checked_sub(1)?)),
        Err(_) => Some(Word::Other(text)),
    }
}

/// A card as it lies in a meld.
fn placed(text: &str) -> Option<Placed> {
    match text.split_once('=') {
        None => card(text).map(Placed::from),
        Some((joker, stands)) => match (card(joker)?, card(stands)?) {
            (Card::Joker, Card::Natural(natural)) => Some(Placed::JokerAs(natural)),
            _ => None,
        },
    }
}

/// A card: the suit before its rank or behind it, `h9`, `9h`, `h9#2`.
pub(super) fn card(text: &str) -> Option<Card> {
    let text = text.trim_end_matches("#1").trim_end_matches("#2");
    if matches!(text, "jk" | JOKER) {
        return Some(Card::Joker);
    }
    let begins = text.chars().next().and_then(suit);
    let ends = text.chars().next_back().and_then(suit);
    let (suit, rest) = match (begins, ends) {
        (Some(suit), _) => (suit, &text[1..]),
        (None, Some(suit)) => (suit, &text[..text.len() - 1]),
        (None, None) => return None,
    };
    let rank = rank(rest)?;
    Some(Card::Natural(Natural { suit, rank }))
}

/// The suits are letters of one byte each.
fn suit(letter: char) -> Option<Suit> {
    Suit::ALL.into_iter().find(|suit| suit.letter() == letter)
}

fn rank(text: &str) -> Option<Rank> {
    let text = if text == "t" { "10" } else { text };
    Rank::all().find(|rank| rank.text().eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_as_people_write_them() {
        for (typed, card) in [
            ("H9", "h9"),
            ("9h", "h9"),
            ("♥9", "h9"),
            ("♥️9", "h9"),
            ("❤️9", "h9"),
            ("9♥", "h9"),
            ("sT", "s10"),
            ("10S", "s10"),
            ("♠︎10", "s10"),
            ("qd", "dQ"),
            ("Jh", "hJ"),
            ("c2#2", "c2"),
            ("JOKER", "Jk"),
            ("Joker (♥6)", "Jk=h6"),
            ("joker = 6h", "Jk=h6"),
            ("🃏", "Jk"),
            ("jk=h6", "Jk=h6"),
            ("Jk = 6h", "Jk=h6"),
            ("🃏 (♥️6)", "Jk=h6"),
            ("9 of hearts", "h9"),
            ("Ace of Spades", "sA"),
            ("10 of diamonds", "d10"),
            ("jack clubs", "cJ"),
            ("joker as queen of hearts", "Jk=hQ"),
            ("🃏 as ace of spades", "Jk=sA"),
            ("joker (6 of hearts)", "Jk=h6"),
            ("joker=6 of hearts", "Jk=h6"),
        ] {
            let plain = plain(typed);
            let read = words(&plain).expect("words");
            let meant: Placed = card.parse().expect("a card");
            assert_eq!(read, [Word::Card(meant)], "{typed}");
        }
        for typed in [
            "h1",
            "h11",
            "hh",
            "of hearts",
            "a heart",
            "a of clubs",
            "11 of hearts",
            "9 of hats",
            "queen",
            "9",
            "",
            "h",
            "k",
            "jk=jk",
            "h9=h6",
            "💥",
            "ħ9",
            "9é",
        ] {
            let plain = plain(typed);
            let read = words(&plain).expect("words");
            assert!(!matches!(read[..], [Word::Card(_)]), "{typed}");
        }
    }

    #[test]
    fn numbers_name_melds_from_one_on() {
        assert_eq!(words("#3 4:"), Some(vec![Word::Meld(2), Word::Meld(3)]));
        assert_eq!(words("0"), None);
        let huge = "99999999999999999999999";
        assert_eq!(words(huge), Some(vec![Word::Other(huge)]));
    }
}
