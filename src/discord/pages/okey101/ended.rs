//! What a game of 101 came to: its picture, and the round in which somebody had the fewest points of all.

use crate::discord::pages::kit::ended::{Ended, Reached};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::drawing;
use crate::rules::Seat;
use crate::rules::okey101::View;

/// `None` before the game is over.
pub(super) fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
    let finest = finest(view).map(|(round, seat, points)| {
        let signed = points.to_string().replace('-', "−");
        let who = who(reader, seat);
        reader
            .words
            .okey101_finest(sign(seat), &who, &signed, round)
    });
    Some(Ended {
        scene: drawing::okey101::result(view, &reader.marks())?,
        reached: Reached {
            what: "points",
            points: drawing::okey101::reached(view),
            shown: None,
        },
        finest,
        shown: None,
    })
}

/// The round, the seat and its points; the first of equals.
fn finest(view: &View) -> Option<(usize, Seat, i32)> {
    let rounds = (1..).zip(&view.sheet);
    let all = rounds.flat_map(|(round, costs)| {
        let seats = costs.iter();
        seats.map(move |(seat, points)| (round, seat, *points))
    });
    all.min_by_key(|(.., points)| *points)
}
