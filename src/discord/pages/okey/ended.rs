//! What a game of Okey came to: its picture, and the move that finished its last round.

use super::board::colour_word;
use crate::discord::pages::kit::ended::{Ended, Reached};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::discord::speech::tiles::tile;
use crate::drawing;
use crate::rules::okey::WinKind;
use crate::rules::okey::view::{RoundResult, View};

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
    })
}

fn finest(reader: Reader<'_>, view: &View) -> Option<String> {
    let Some(RoundResult::Won { seat, win, .. }) = &view.result else {
        return None;
    };
    let how = match (win.kind, win.joker_finish) {
        (WinKind::Pairs, true) => "pairs-okey",
        (WinKind::Pairs, false) => "pairs",
        (WinKind::Ordinary, true) => "okey",
        (WinKind::Ordinary, false) => "tile",
    };
    let words = reader.words;
    let last = tile(words, win.discard, view.okey());
    let colour = colour_word(view, win);
    Some(words.okey_finest(sign(*seat), &who(reader, *seat), how, colour, &last))
}
