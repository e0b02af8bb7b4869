//! Tiles as buttons.

use super::press::Verb;
use super::table_words::button;
use crate::discord::speech::tiles::{FALSE_JOKER, mark_okey, shape};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::rules::piece::Piece;
use crate::rules::tile::{Colour, Face, Tile};
use crate::tables::Look;

/// A button that shows a piece of a game of tiles.
pub fn piece_button(
    words: Words,
    look: &Look,
    okey: Option<Face>,
    verb: Verb,
    piece: Piece,
) -> Button {
    match Tile::try_from(piece) {
        Ok(tile) => tile_button(words, look, okey, verb, tile),
        Err(_) => button(look, verb, piece.to_string()),
    }
}

/// A button that shows a tile.
pub fn tile_button(
    words: Words,
    look: &Look,
    okey: Option<Face>,
    verb: Verb,
    tile: Tile,
) -> Button {
    let Some(face) = tile.face() else {
        return button(look, verb, "F".to_owned()).emoji(FALSE_JOKER);
    };
    let text = mark_okey(words, tile, okey, face.number().to_string());
    match face.colour() {
        Colour::Black => button(look, verb, format!("{} {text}", shape(Colour::Black))),
        colour => button(look, verb, text).emoji(shape(colour)),
    }
}
