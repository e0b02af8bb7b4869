//! Tiles as buttons, and racks of tiles for people who cannot see them; for games that are played with them.

use super::press::Pressable;
use super::reader::Reader;
use super::table_words::button;
use crate::discord::speech::tiles::{
    FALSE_JOKER, label_okey, name, piece_label, shape, spoken, spoken_all,
};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::rules::piece::Piece;
use crate::rules::tile::{Colour, Face, Tile};

/// A piece in a sentence, while this is the okey.
pub(crate) fn naming(words: Words, okey: Option<Face>) -> impl Fn(Piece) -> String {
    move |piece| name(words, piece, okey)
}

/// A piece inside the label of a button, while this is the okey.
pub(crate) fn labelling(words: Words, okey: Option<Face>) -> impl Fn(Piece) -> String {
    move |piece| piece_label(words, piece, okey)
}

/// A button that shows a piece of a game of tiles.
pub(crate) fn piece_button(
    reader: Reader<'_>,
    okey: Option<Face>,
    press: impl Pressable,
    piece: Piece,
) -> Button {
    match Tile::try_from(piece) {
        Ok(tile) => tile_button(reader, okey, press, tile),
        Err(_) => button(reader.look, press, piece.to_string()),
    }
}

/// A button that shows a tile.
pub(crate) fn tile_button(
    reader: Reader<'_>,
    okey: Option<Face>,
    press: impl Pressable,
    tile: Tile,
) -> Button {
    let Reader { words, look, .. } = reader;
    let Some(face) = tile.face() else {
        return button(look, press, "F".to_owned()).emoji(FALSE_JOKER);
    };
    let text = label_okey(words, tile, okey, face.number().to_string());
    match face.colour() {
        Colour::Black => button(look, press, format!("{} {text}", shape(Colour::Black))),
        colour => button(look, press, text).emoji(shape(colour)),
    }
}

/// Groups of tiles that belong together, for people who cannot see them.
pub(crate) fn spoken_groups<'a>(
    words: Words,
    okey: Option<Face>,
    groups: impl IntoIterator<Item = &'a Vec<Tile>>,
) -> Vec<String> {
    let group = |tiles: &Vec<Tile>| words.alt_group(&spoken_all(words, tiles, okey));
    groups.into_iter().map(group).collect()
}

/// A rack for people who cannot see it, from its parts: so many tiles, with the indicator and the okey.
pub(crate) fn spoken_rack(
    words: Words,
    indicator: Option<Face>,
    parts: &[String],
    tiles: usize,
) -> String {
    let rack = words.alt_rack(&parts.join(" "), tiles);
    let okey = spoken_okey(words, indicator);
    [Some(rack), okey]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Where in the stock false jokers lie that all saw at the deal: 0 is the next tile.
pub(crate) fn false_jokers_seen(words: Words, places: &[usize]) -> impl Iterator<Item = String> {
    places
        .iter()
        .map(move |under| words.false_joker_seen(*under))
}

/// Indicator and okey for people who cannot see them.
pub(crate) fn spoken_okey(words: Words, indicator: Option<Face>) -> Option<String> {
    let indicator = indicator?;
    let [indicator, okey] =
        [indicator, indicator.okey()].map(|face| spoken(words, Tile::Numbered(face), None));
    Some(words.alt_okey(&indicator, &okey))
}
