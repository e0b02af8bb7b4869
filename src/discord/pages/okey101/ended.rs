//! What a game of 101 came to: its picture, and the rounds in which somebody had the fewest points of all.

use super::board::names_of;
use super::spoken::alt_teams;
use crate::discord::pages::kit::ended::{Ended, Reached};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::discord::speech::tiles::spoken;
use crate::drawing;
use crate::rules::okey101::View;
use crate::rules::{PerSeat, Seat};

/// `None` before the game is over.
pub(super) fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
    Some(Ended {
        scene: drawing::okey101::result(view, &reader.marks())?,
        reached: Reached {
            what: "points",
            points: drawing::okey101::reached(view),
            shown: None,
        },
        finest: finest(reader, view),
        shown: None,
        alt: Some(alt(reader, view)),
    })
}

/// What the picture shows beside everybody's points: the melds that somebody laid in the last round.
fn alt(reader: Reader<'_>, view: &View) -> String {
    let words = reader.words;
    let shown = drawing::okey101::shown(view).map(|seat| {
        let own = view.table.iter().filter(|meld| meld.owner == seat);
        let melds = own.map(|meld| names_of(words, view, meld, spoken).join(", "));
        let melds: Vec<String> = melds.collect();
        words.okey101_alt_shown(&words.sign_spoken(seat.index()), &melds.join("; "))
    });
    let parts = [alt_teams(words, view), shown].into_iter().flatten();
    parts.collect::<Vec<_>>().join(" ")
}

/// So many rounds at most are told as equally fine: of more none is.
const MOST_EQUAL: usize = 3;

/// The rounds that left somebody with fewest points of all. Nothing where that is no less than they began with, for whoever
/// did nothing in a void round has as few.
fn finest(reader: Reader<'_>, view: &View) -> Option<String> {
    let words = reader.words;
    let least = view.sheet.iter().flat_map(PerSeat::values).min();
    let least = *least.filter(|points| **points < 0)?;
    let signed = least.to_string().replace('-', "−");
    let rounds = (1..).zip(&view.sheet);
    let all = rounds.flat_map(|(round, costs)| {
        let seats = costs.iter().filter(|(_, points)| **points == least);
        seats.map(move |(seat, _)| (round, seat))
    });
    let all: Vec<(usize, Seat)> = all.collect();
    match all[..] {
        [(round, seat)] => {
            Some(words.okey101_finest(sign(seat), &who(reader, seat), &signed, round))
        }
        _ if all.len() <= MOST_EQUAL => {
            let each = all.iter().map(|(round, seat)| {
                words.okey101_finest_of(sign(*seat), &who(reader, *seat), *round)
            });
            Some(words.okey101_finest_equal(&signed, &each.collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    }
}
