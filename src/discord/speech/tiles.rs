//! Tiles in words: in a sentence, spoken, and on a button; for games that are played with them.

use super::words::Words;
use crate::rules::piece::Piece;
use crate::rules::tile::{Colour, Face, Tile};

/// The sign of a colour: the same shape as in the pictures. The spade is a letter and no emoji: clients draw the
/// emoji in black, which nobody sees on a dark ground, but letters in the colour of the text.
pub(crate) fn shape(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "❤️",
        Colour::Yellow => "⭐",
        Colour::Green => "🍀",
        Colour::Black => "♠\u{fe0e}",
    }
}

/// The sign of the false joker.
pub(crate) const FALSE_JOKER: &str = "🃏";

/// A piece of a game of tiles in a sentence; any other piece as it is written.
pub(crate) fn name(words: Words, piece: Piece, okey: Option<Face>) -> String {
    match Tile::try_from(piece) {
        Ok(named) => tile(words, named, okey),
        Err(_) => piece.to_string(),
    }
}

/// A tile in a sentence, for instance "❤️5 (okey)".
pub(crate) fn tile(words: Words, tile: Tile, okey: Option<Face>) -> String {
    let Some(face) = tile.face() else {
        return format!("{FALSE_JOKER} {}", words.false_joker());
    };
    let short = words.tile_short(shape(face.colour()), face.number());
    mark_okey(words, tile, okey, short)
}

/// A tile for people who cannot see it, for instance "red 5 (okey)".
pub(crate) fn spoken(words: Words, tile: Tile, okey: Option<Face>) -> String {
    let Some(face) = tile.face() else {
        return words.false_joker();
    };
    let colour = match face.colour() {
        Colour::Red => "red",
        Colour::Yellow => "yellow",
        Colour::Green => "green",
        Colour::Black => "black",
    };
    let spoken = words.tile_spoken(&words.colour(colour), face.number());
    mark_okey(words, tile, okey, spoken)
}

/// Says of a tile that it is the okey, if it is.
fn mark_okey(words: Words, tile: Tile, okey: Option<Face>, text: String) -> String {
    if okey.is_some_and(|okey| tile.is_joker(okey)) {
        return words.okey_marked(&text);
    }
    text
}

pub(crate) fn spoken_all(words: Words, tiles: &[Tile], okey: Option<Face>) -> String {
    let tiles: Vec<String> = tiles
        .iter()
        .map(|tile| spoken(words, *tile, okey))
        .collect();
    tiles.join(", ")
}

/// A tile inside the label of a button, which shows no markdown and has to be narrow.
pub(crate) fn label(words: Words, named: Tile, okey: Option<Face>) -> String {
    let Some(face) = named.face() else {
        return words.false_joker_label(FALSE_JOKER);
    };
    let short = words.tile_short(shape(face.colour()), face.number());
    label_okey(words, named, okey, short)
}

/// A piece of a game of tiles inside the label of a button; any other piece as it is written.
pub(crate) fn piece_label(words: Words, piece: Piece, okey: Option<Face>) -> String {
    match Tile::try_from(piece) {
        Ok(named) => label(words, named, okey),
        Err(_) => piece.to_string(),
    }
}

/// Marks the okey on a button, if it is that.
pub(crate) fn label_okey(words: Words, tile: Tile, okey: Option<Face>, text: String) -> String {
    if okey.is_some_and(|okey| tile.is_joker(okey)) {
        return words.okey_label(&text);
    }
    text
}
