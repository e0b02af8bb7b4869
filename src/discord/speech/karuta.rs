//! Karuta in words: in a sentence, spoken, and on a button; for games that are played with them.

use super::words::Words;
use crate::rules::karuta::{Karuta, Rank, Suit};
use crate::rules::piece::Piece;

/// The sign of a suit: what its pips in the pictures show. Each is an emoji with colours of its own, seen on dark and on
/// light ground, and none is the sign of a seat.
pub(crate) fn shape(suit: Suit) -> &'static str {
    match suit {
        Suit::Pao => "🎋",
        Suit::Isu => "🗡️",
        Suit::Kotsu => "🍷",
        Suit::Ori => "🪙",
        Suit::Guru => "🌀",
    }
}

/// How the words call a suit.
fn suit_key(suit: Suit) -> &'static str {
    match suit {
        Suit::Pao => "pao",
        Suit::Isu => "isu",
        Suit::Kotsu => "kotsu",
        Suit::Ori => "ori",
        Suit::Guru => "guru",
    }
}

/// A suit in a sentence, for instance "🍷 cups (kotsu)".
pub(crate) fn suit(words: Words, suit: Suit) -> String {
    words.karuta_suit_short(shape(suit), &words.karuta_suit(suit_key(suit)))
}

/// A suit for people who cannot see its sign, for instance "cups (kotsu)".
pub(crate) fn suit_spoken(words: Words, suit: Suit) -> String {
    words.karuta_suit(suit_key(suit))
}

/// A rank: its number, or the name of a court.
pub(crate) fn rank(words: Words, rank: Rank) -> String {
    match rank {
        Rank::Number(number) => number.to_string(),
        court => words.karuta_rank(&court.to_string()),
    }
}

/// Whether it has a name of its own: the robai of pao, tenka, is a trump in every round.
fn is_tenka(karuta: Karuta) -> bool {
    (karuta.suit(), karuta.rank()) == (Suit::Pao, Rank::Robai)
}

/// A piece of a game of karuta in a sentence; any other piece as it is written.
pub(crate) fn name(words: Words, piece: Piece) -> String {
    match Karuta::try_from(piece) {
        Ok(named) => karuta(words, named),
        Err(_) => piece.to_string(),
    }
}

/// A karuta in a sentence, for instance "🍷Un".
pub(crate) fn karuta(words: Words, karuta: Karuta) -> String {
    let short = words.karuta_short(shape(karuta.suit()), &rank(words, karuta.rank()));
    mark_tenka(words, karuta, short)
}

/// A karuta for people who cannot see it, for instance "Un of cups (kotsu)".
pub(crate) fn spoken(words: Words, karuta: Karuta) -> String {
    let rank = rank(words, karuta.rank());
    let spoken = words.karuta_spoken(&rank, &suit_spoken(words, karuta.suit()));
    if is_tenka(karuta) {
        return words.karuta_tenka_spoken(&spoken);
    }
    spoken
}

/// Says of a karuta that it is tenka, if it is.
pub(crate) fn mark_tenka(words: Words, karuta: Karuta, text: String) -> String {
    if is_tenka(karuta) {
        return words.karuta_tenka_marked(&text);
    }
    text
}

/// Karuta one behind the other, for a sentence.
pub(crate) fn karuta_all(words: Words, all: &[Karuta]) -> String {
    let all: Vec<String> = all.iter().map(|one| karuta(words, *one)).collect();
    all.join(" ")
}

/// Karuta for people who cannot see them.
pub(crate) fn spoken_all(words: Words, all: &[Karuta]) -> String {
    let all: Vec<String> = all.iter().map(|one| spoken(words, *one)).collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::drawing::Sign;
    use crate::rules::Seat;

    #[test]
    fn karuta_are_named_by_their_signs_and_spoken_in_words() {
        let english = Words::of("en");
        for (text, short, long) in [
            ("K-Un", "🍷Un", "Un of cups (kotsu)"),
            ("O-1", "🪙1", "1 of coins (ori)"),
            ("I-Robai", "🗡️Robai", "Robai of swords (isu)"),
            ("G-9", "🌀9", "9 of whorls (guru)"),
            (
                "P-Robai",
                "🎋Robai (tenka)",
                "tenka (the Robai of clubs (pao))",
            ),
        ] {
            let one: Karuta = text.parse().expect("a karuta");
            assert_eq!(karuta(english, one), short);
            assert_eq!(spoken(english, one), long);
        }
    }

    #[test]
    fn no_two_karuta_share_a_name_and_no_suit_the_sign_of_a_seat() {
        for words in Words::all() {
            let all: BTreeSet<String> = Karuta::pack()
                .into_iter()
                .flat_map(|one| [karuta(words, one), spoken(words, one)])
                .collect();
            assert_eq!(all.len(), 150, "{}", words.code());
        }
        for suit in Suit::ALL {
            assert!(Seat::all(8).all(|seat| Sign::of(seat).emoji != shape(suit)));
        }
    }
}
