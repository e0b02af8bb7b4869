//! Karuta as buttons; for games that are played with them.

use super::press::Pressable;
use super::reader::Reader;
use super::table_words::button;
use crate::discord::speech::karuta::{mark_tenka, name, rank, shape};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::rules::karuta::Karuta;
use crate::rules::piece::Piece;

/// A piece in a sentence.
pub(crate) fn naming(words: Words) -> impl Fn(Piece) -> String {
    move |piece| name(words, piece)
}

/// A button that shows a piece of a game of karuta.
pub(crate) fn piece_button(reader: Reader<'_>, press: impl Pressable, piece: Piece) -> Button {
    match Karuta::try_from(piece) {
        Ok(karuta) => karuta_button(reader, press, karuta),
        Err(_) => button(reader.look, press, piece.to_string()),
    }
}

/// A button that shows a karuta: the sign of its suit, and its rank.
pub(crate) fn karuta_button(reader: Reader<'_>, press: impl Pressable, karuta: Karuta) -> Button {
    let Reader { words, look, .. } = reader;
    let text = mark_tenka(words, karuta, rank(words, karuta.rank()));
    button(look, press, text).emoji(shape(karuta.suit()))
}
