//! Cards in words: in a sentence, spoken, and on a button; for games that are played with them.

use super::words::Words;
use crate::rules::card::{Card, Natural, Placed, Suit};
use crate::rules::piece::Piece;

/// The sign of a suit: the same shape as in the pictures. The black ones are letters and no emoji: clients draw the emoji
/// in black, which nobody sees on a dark ground, but letters in the colour of the text.
pub(crate) fn shape(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => "♥️",
        Suit::Diamonds => "♦️",
        Suit::Clubs => "♣\u{fe0e}",
        Suit::Spades => "♠\u{fe0e}",
    }
}

/// The sign of a joker.
pub(crate) const JOKER: &str = "🃏";

/// A piece of a game of cards in a sentence; any other piece as it is written.
pub(crate) fn name(words: Words, piece: Piece) -> String {
    match Card::try_from(piece) {
        Ok(named) => card(words, named),
        Err(_) => piece.to_string(),
    }
}

/// A card in a sentence, for instance "♥️9"; a joker is its sign.
pub(crate) fn card(words: Words, card: Card) -> String {
    match card {
        Card::Natural(named) => natural(words, named),
        Card::Joker => JOKER.to_owned(),
    }
}

/// A card that is no joker, in a sentence.
pub(crate) fn natural(words: Words, natural: Natural) -> String {
    words.card_short(shape(natural.suit), natural.rank.text())
}

/// A card as it lies in a meld, for instance "🃏 (♥️6)" for a joker that stands for one.
pub(crate) fn placed(words: Words, placed: Placed) -> String {
    match placed {
        Placed::Natural(named) => natural(words, named),
        Placed::Joker => JOKER.to_owned(),
        Placed::JokerAs(stands) => words.card_joker_short(JOKER, &natural(words, stands)),
    }
}

/// Cards one behind the other, for a sentence.
pub(crate) fn cards(words: Words, cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(|one| card(words, *one)).collect();
    cards.join(" ")
}

/// Cards of a meld one behind the other, for a sentence.
pub(crate) fn placed_all(words: Words, cards: &[Placed]) -> String {
    let cards: Vec<String> = cards.iter().map(|one| placed(words, *one)).collect();
    cards.join(" ")
}

/// A card for people who cannot see it, for instance "9 of hearts".
pub(crate) fn spoken(words: Words, card: Card) -> String {
    match card {
        Card::Natural(named) => spoken_natural(words, named),
        Card::Joker => words.card_joker(),
    }
}

fn spoken_natural(words: Words, natural: Natural) -> String {
    let suit = natural.suit.letter().to_string();
    words.card_spoken(
        &words.card_rank(natural.rank.text()),
        &words.card_suit(&suit),
    )
}

/// A card as it lies in a meld for people who cannot see it, for instance "joker as 6 of hearts".
pub(crate) fn spoken_placed(words: Words, placed: Placed) -> String {
    match placed {
        Placed::Natural(named) => spoken_natural(words, named),
        Placed::Joker => words.card_joker(),
        Placed::JokerAs(stands) => words.card_joker_spoken(&spoken_natural(words, stands)),
    }
}

/// Cards for people who cannot see them.
pub(crate) fn spoken_all(words: Words, cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(|one| spoken(words, *one)).collect();
    cards.join(", ")
}

/// Cards of a meld for people who cannot see them.
pub(crate) fn spoken_placed_all(words: Words, cards: &[Placed]) -> String {
    let cards: Vec<String> = cards.iter().map(|one| spoken_placed(words, *one)).collect();
    cards.join(", ")
}

/// A card inside the label of a button, which shows no markdown.
pub(crate) fn label(words: Words, named: Card) -> String {
    card(words, named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_named_by_their_signs_and_spoken_in_words() {
        let english = Words::of("en");
        for (text, short, long) in [
            ("h9", "♥️9", "9 of hearts"),
            ("d10", "♦️10", "10 of diamonds"),
            ("cJ", "♣\u{fe0e}J", "jack of clubs"),
            ("sA", "♠\u{fe0e}A", "ace of spades"),
            ("Jk", "🃏", "joker"),
            ("Jk=hK", "🃏 (♥️K)", "joker as king of hearts"),
        ] {
            let one: Placed = text.parse().expect("a card");
            assert_eq!(placed(english, one), short);
            assert_eq!(spoken_placed(english, one), long);
        }
    }
}
