//! Tiles in words: in a sentence, spoken, on a button, and as people type them; for games that are played with them.

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

/// What people call the colours, beside the letters of the notation.
const NAMES: [(Colour, &str); 4] = [
    (Colour::Red, "red"),
    (Colour::Yellow, "yellow"),
    (Colour::Green, "green"),
    (Colour::Black, "black"),
];

/// A typed text in small letters, its tiles in the notation and one blank between its words: signs and names of colours
/// become letters, and what the messages say of an okey goes.
pub(crate) fn plain(text: &str) -> String {
    let text = text.to_lowercase();
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '❤' | '♥' | '♡' => plain.push_str(" r "),
            '⭐' | '★' | '☆' => plain.push_str(" y "),
            '🍀' | '☘' => plain.push_str(" g "),
            '♠' | '♤' => plain.push_str(" k "),
            '🃏' => plain.push_str(" 🃏 "),
            // How a sign before it is drawn, and the mark of the okey on a button.
            '\u{fe0e}' | '\u{fe0f}' | '✨' => {}
            ',' => plain.push(' '),
            '/' | ';' | '|' => plain.extend([' ', letter, ' ']),
            letter => plain.push(letter),
        }
    }
    let plain = plain.replace("(okey)", " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    in_notation(&words).join(" ")
}

/// A tile in notation, or called the okey: that of the round. A joker could be the false one as well.
pub(crate) fn named_tile(text: &str, okey: Option<Face>) -> Option<Tile> {
    match text.strip_prefix("the ").unwrap_or(text) {
        "okey" => okey.map(Tile::Numbered),
        name => name.parse().ok(),
    }
}

/// Words of which tiles that stand in two or three words are one.
fn in_notation(words: &[&str]) -> Vec<String> {
    let mut joined = Vec::new();
    let mut rest = words;
    while let [first, behind @ ..] = rest {
        let (word, read) = match behind {
            // Behind the sign the messages say what it is.
            ["false", "joker", ..] if *first == FALSE_JOKER => ("f".to_owned(), 3),
            ["joker", ..] if *first == "false" => ("f".to_owned(), 2),
            [second, ..] => match face(first, second) {
                Some(face) => (face, 2),
                None => (in_one_word(first), 1),
            },
            [] => (in_one_word(first), 1),
        };
        joined.push(word);
        rest = rest.get(read..).unwrap_or_default();
    }
    joined
}

/// A tile that stands in one word, as `r5`, `5r` and `red5`; any other word as it is.
fn in_one_word(word: &str) -> String {
    if word == FALSE_JOKER {
        return "f".to_owned();
    }
    let is_digit = |letter: char| letter.is_ascii_digit();
    let (begins, ends) = (
        word.trim_end_matches(is_digit),
        word.trim_start_matches(is_digit),
    );
    let before = word
        .get(begins.len()..)
        .and_then(|number| face(begins, number));
    let number = word.get(..word.len() - ends.len());
    let behind = || number.and_then(|number| face(number, ends));
    before.or_else(behind).unwrap_or_else(|| word.to_owned())
}

/// A colour and a number, either of them first, in the notation.
fn face(first: &str, second: &str) -> Option<String> {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let (colour, number) = match (colour(first), colour(second)) {
        (Some(colour), None) => (colour, second),
        (None, Some(colour)) => (colour, first),
        _ => return None,
    };
    is_number(number).then(|| format!("{}{number}", colour.letter().to_ascii_lowercase()))
}

fn colour(word: &str) -> Option<Colour> {
    let is_meant = |(colour, name): &&(Colour, &str)| {
        let mut letters = word.chars();
        let is_letter = letters.next().map(|letter| letter.to_ascii_uppercase())
            == Some(colour.letter())
            && letters.next().is_none();
        is_letter || word == *name
    };
    NAMES.iter().find(is_meant).map(|(colour, _)| *colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_read_as_people_write_them_and_as_messages_show_them() {
        for (typed, expected) in [
            ("discard R5", "discard r5"),
            ("❤️5", "r5"),
            ("❤5", "r5"),
            ("♥\u{fe0e} 5", "r5"),
            ("5❤️6⭐", "r5 y6"),
            ("⭐\u{fe0f}5🍀5", "y5 g5"),
            ("♠\u{fe0e}13 ♠13 ♠\u{fe0f}13", "k13 k13 k13"),
            ("Red 5", "r5"),
            ("5 red, 6 red", "r5 r6"),
            ("red5 5red 5r r5", "r5 r5 r5 r5"),
            ("❤️5 (okey)", "r5"),
            ("red 5 (okey)", "r5"),
            ("❤️5✨", "r5"),
            ("🃏", "f"),
            ("🃏 false joker", "f"),
            ("🃏🃏", "f f"),
            ("False Joker", "f"),
            ("off yellow 9 1", "off y9 1"),
            ("off 9 yellow 1 low", "off y9 1 low"),
            ("open black 12,black 13/5 red", "open k12 k13 / r5"),
            // Nothing here names a tile.
            ("false", "false"),
            ("red", "red"),
            ("red black 5", "red k5"),
            ("draw  7", "draw 7"),
            ("R+5", "r+5"),
            ("", ""),
            ("💥", "💥"),
        ] {
            assert_eq!(plain(typed), expected, "{typed}");
        }
    }

    /// Whatever a message says of a tile can be copied into a move.
    #[test]
    fn every_tile_reads_back_from_all_that_is_said_of_it() {
        let words = Words::of("en");
        for tile in Tile::deck() {
            for okey in [None, tile.face()] {
                for said in [super::tile(words, tile, okey), spoken(words, tile, okey)] {
                    assert_eq!(plain(&said).parse(), Ok(tile), "{said}");
                }
            }
        }
    }
}
