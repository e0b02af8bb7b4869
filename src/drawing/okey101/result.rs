//! What a game of 101 came to: what the finisher of the last round laid, and everybody's points.

use super::board::{badge_of, signed};
use super::melds::faces;
use crate::Scene;
use crate::packs::tiles;
use crate::result::{self, Shown, Summary};
use crate::rules::okey101::View;
use crate::rules::okey101::score::Ending;
use crate::rules::{PerSeat, Seat};
use crate::scene::{Badge, PieceSize};
use crate::signs::Sitter;

/// The sizes in which melds lie.
const SIZES: [PieceSize; 4] = [tiles::MEDIUM, tiles::USUAL, tiles::COMPACT, tiles::TINY];

/// The picture of a game that is over; `None` before.
pub fn result(view: &View, sitters: &PerSeat<Sitter>) -> Option<Scene> {
    let standing = view.standing.as_ref()?;
    let summary = Summary {
        standing,
        points: reached(view),
        shown: shown(view).and_then(|seat| laid(view, seat)),
    };
    Some(result::result(&summary, sitters))
}

/// Whose melds of the last round the picture shows: those of whoever finished it, else those of the winner, if there are any.
pub fn shown(view: &View) -> Option<Seat> {
    let standing = view.standing.as_ref()?;
    let finisher = view.result.as_ref().and_then(|result| match result.ending {
        Ending::Finished(finish) => Some(finish.seat),
        Ending::Exhausted | Ending::Cancelled => None,
    });
    // Where nobody finished, what the winner has laid is there, if anything is.
    let seats = standing.places.iter();
    let winner = seats.min_by_key(|(_, place)| **place).map(|(seat, _)| seat);
    let has_laid = |seat: &Seat| view.table.iter().any(|meld| meld.owner == *seat);
    [finisher, winner].into_iter().flatten().find(has_laid)
}

/// What everybody has at the end, as the picture writes it. With teams that is the sum of the team.
pub fn reached(view: &View) -> PerSeat<String> {
    view.counting.map(|_, points| signed(*points))
}

/// What a seat has laid in the last round.
fn laid(view: &View, seat: Seat) -> Option<Shown> {
    let okey = view.okey()?;
    let own = view.table.iter().filter(|meld| meld.owner == seat);
    let groups: Vec<Vec<_>> = own
        .map(|meld| faces(meld, okey).into_iter().map(Into::into).collect())
        .collect();
    let badge = view.opened[seat].map_or(Badge::Laurel, |opening| badge_of(opening.kind));
    (!groups.is_empty()).then_some(Shown {
        seat,
        groups,
        sizes: &SIZES,
        lit: None,
        badge,
    })
}
