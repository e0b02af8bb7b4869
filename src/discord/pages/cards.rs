//! Cards as buttons, and racks of cards for people who cannot see them; for games that are played with them.

use super::press::Pressable;
use super::reader::Reader;
use super::table_words::button;
use crate::discord::speech::cards::{JOKER, shape};
use crate::discord::wire::note::Button;
use crate::rules::card::{Card, Suit};
use crate::rules::piece::Piece;

/// A button that shows a piece of a game of cards.
pub(crate) fn piece_button(reader: Reader<'_>, press: impl Pressable, piece: Piece) -> Button {
    match Card::try_from(piece) {
        Ok(card) => card_button(reader, press, card),
        Err(_) => button(reader.look, press, piece.to_string()),
    }
}

/// A button that shows a card: the red suits by their emoji, the black ones by letters in the colour of the text.
pub(crate) fn card_button(reader: Reader<'_>, press: impl Pressable, card: Card) -> Button {
    let Reader { words, look, .. } = reader;
    let Some(natural) = card.natural() else {
        return button(look, press, words.card_joker()).emoji(JOKER);
    };
    let (sign, rank) = (shape(natural.suit), natural.rank.text());
    match natural.suit {
        Suit::Hearts | Suit::Diamonds => button(look, press, rank.to_owned()).emoji(sign),
        Suit::Clubs | Suit::Spades => button(look, press, format!("{sign} {rank}")),
    }
}
