//! What a game of Okey came to: its picture, and the finish that was worth most.

use crate::discord::pages::kit::ended::{Ended, Reached};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::discord::speech::tiles::tile;
use crate::drawing;
use crate::rules::okey::WinKind;
use crate::rules::okey::sheet::Finish;
use crate::rules::okey::view::View;

/// What every finish costs the others at least.
const LEAST: i32 = 2;

/// `None` before the game is over.
pub(super) fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
    let standing = view.standing.as_ref()?;
    Some(Ended {
        scene: drawing::okey::result(view, &reader.marks())?,
        reached: Reached {
            what: "points",
            points: drawing::okey::reached(standing),
            shown: None,
        },
        finest: finest(reader, view),
        shown: None,
        alt: None,
    })
}

/// The finish that cost the others most, the first of equals. Nothing where none cost more than any does, or where it is the
/// last one, of which the words above it say as much.
fn finest(reader: Reader<'_>, view: &View) -> Option<String> {
    let mut finest: Option<(usize, Finish)> = None;
    for (round, entry) in (1..).zip(&view.sheet) {
        let best = finest.map_or(LEAST, |(_, finish)| finish.loss);
        let finish = entry.finish.filter(|finish| finish.loss > best);
        finest = finish.map(|finish| (round, finish)).or(finest);
    }
    let (round, finish) = finest.filter(|(round, _)| *round < view.sheet.len())?;
    let how = match (finish.kind, finish.joker) {
        (WinKind::Pairs, true) => "pairs-okey",
        (WinKind::Pairs, false) => "pairs",
        (WinKind::Ordinary, true) => "okey",
        (WinKind::Ordinary, false) => "tile",
    };
    let words = reader.words;
    let last = tile(words, finish.tile, Some(finish.okey));
    let colour = if finish.one_colour { "one" } else { "several" };
    let (sign, who) = (sign(finish.seat), who(reader, finish.seat));
    Some(words.okey_finest(sign, &who, how, colour, &last, round))
}
