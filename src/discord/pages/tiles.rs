//! Tiles as buttons, and racks of tiles for people who cannot see them; for games that are played with them.

use super::press::Pressable;
use super::reader::Reader;
use super::table_words::{button, sign, who};
use crate::discord::speech::tiles::{
    FALSE_JOKER, label_okey, name, piece_label, shape, spoken, spoken_all, tile,
};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::rules::Seat;
use crate::rules::piece::Piece;
use crate::rules::tile::{Colour, Face, Tile};

/// What a turn can begin with that has no tile yet, by the word for it.
pub(crate) fn begins_with(stock: usize, takeable: Option<Tile>) -> &'static str {
    match (stock, takeable) {
        (0, None) => "pass",
        (0, Some(_)) => "take-or-pass",
        (_, None) => "draw",
        (_, Some(_)) => "draw-or-take",
    }
}

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

/// Which tiles of a rack are picked, for people who cannot see it, from their slots.
pub(crate) fn spoken_picked(
    words: Words,
    okey: Option<Face>,
    slots: &[Tile],
    picked: &[usize],
) -> Option<String> {
    let picked = picked.iter().filter_map(|slot| slots.get(*slot));
    let picked: Vec<Tile> = picked.copied().collect();
    (!picked.is_empty()).then(|| words.alt_picked(&spoken_all(words, &picked, okey)))
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

/// The piles of discards that the reader may look through (Okey rules 5.6), a line each with the newest tile first; each
/// is given by its owner, the newest tile last. Nothing is said of a pile of which only the top is seen.
pub(crate) fn pile_lines<'a>(
    reader: Reader<'_>,
    okey: Option<Face>,
    piles: impl IntoIterator<Item = (Seat, &'a [Tile])>,
) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let line = |(owner, seen): (Seat, &[Tile])| {
        let newest_first = seen.iter().rev().map(|seen| tile(words, *seen, okey));
        let tiles = newest_first.collect::<Vec<_>>().join(", ");
        if look.viewer.seat() == Some(owner) {
            return words.pile_own(&tiles);
        }
        words.pile_of(sign(owner), &who(reader, owner), &tiles)
    };
    let piles = piles.into_iter();
    piles.filter(|(_, seen)| seen.len() > 1).map(line).collect()
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

/// Who dealt, for people who cannot see the die.
pub(crate) fn spoken_dealer(words: Words, dealer: Option<Seat>) -> Option<String> {
    dealer.map(|dealer| words.alt_dealer(&words.sign_spoken(dealer.index())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::desk::Page;
    use crate::discord::pages::games;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Chance, Game, Viewer};
    use crate::tables::{Desk, Look};

    fn seat(index: usize) -> Seat {
        Seat::new(index).expect("a small number")
    }

    fn tiles(text: &str) -> Vec<Tile> {
        Tile::read_all(text).expect("tiles")
    }

    /// A table where everybody has discarded several times, as this viewer sees it.
    fn played(game: GameId, browsing: &str, viewer: Viewer) -> Look {
        let mut options = game.default_options();
        options.set("pile_browsing", browsing).expect("an option");
        let mut game = AnyGame::new(&options, 4);
        let chance = Chance::from_seed(7);
        game.obey(&game.deal(&chance));
        for _ in 0..30 {
            let seat = game.waiting().seats.iter().next().expect("somebody");
            let acted = game.act(seat, &game.at_zero(seat), &chance);
            acted.expect("what is done at zero is possible");
        }
        Look {
            desk: Some(Desk::default()),
            ..staged(&game, viewer)
        }
    }

    fn desk(look: &Look) -> Option<String> {
        let reader = Reader::new(Words::of("en"), look);
        Some(games::desk(reader, Page::Whole)?.text)
    }

    #[test]
    fn a_desk_shows_the_piles_through_which_its_owner_may_look() {
        for game in [GameId::Okey, GameId::Okey101] {
            for (browsing, piles) in [("top_only", 0), ("adjacent", 2), ("all", 4)] {
                for index in 0..4 {
                    let look = played(game, browsing, Viewer::Seat(seat(index)));
                    let text = desk(&look).expect("a rack");
                    let told = text.matches("newest first: ").count();
                    assert_eq!(told, piles, "{browsing}: {text}");
                    let left = format!("Discards of {} ", sign(seat((index + 3) % 4)));
                    assert_eq!(text.contains("Your discards, "), piles > 0, "{text}");
                    assert_eq!(text.contains(&left), piles > 0, "{text}");
                    assert!(text.chars().count() <= 2_000, "{text}");
                }
                assert_eq!(desk(&played(game, browsing, Viewer::Watcher)), None);
            }
        }
    }

    #[test]
    fn a_pile_is_told_from_its_newest_tile_on_if_more_than_its_top_is_seen() {
        let look = played(GameId::Okey, "all", Viewer::Seat(seat(1)));
        let reader = Reader::new(Words::of("en"), &look);
        let okey = tiles("K3")[0].face();
        let piles = ["K3 F", "R1 R13", "Y1", ""].map(tiles);
        let piles = (0..).map(seat).zip(piles.iter().map(Vec::as_slice));
        let first = "<@1234567890123456780>, newest first: 🃏 false joker, ♠\u{fe0e}3 (okey)";
        let told = [
            format!("Discards of {} {first}", sign(seat(0))),
            "Your discards, newest first: ❤️13, ❤️1".to_owned(),
        ];
        assert_eq!(pile_lines(reader, okey, piles), told);
    }
}
