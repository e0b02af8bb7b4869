//! What a match of Kaluki came to: what the winner of the last deal laid, and what everybody has.

use super::melds::faces;
use super::{gained, signed};
use crate::Scene;
use crate::packs::cards::{self, Inks};
use crate::result::{self, Shown, Summary};
use crate::rules::kaluki::View;
use crate::rules::kaluki::score::{CallUp, Ending};
use crate::rules::{PerSeat, Seat, Standing};
use crate::scene::{Badge, PieceSize};
use crate::signs::Sitter;

/// The sizes in which melds lie.
const SIZES: [PieceSize; 4] = [cards::MEDIUM, cards::MODEST, cards::USUAL, cards::COMPACT];

/// The picture of a match that is over; `None` before.
pub fn result(view: &View, sitters: &PerSeat<Sitter>, inks: Inks) -> Option<Scene> {
    let standing = view.standing.as_ref()?;
    let summary = Summary {
        standing,
        points: reached(view, standing),
        shown: laid(view, inks),
    };
    Some(result::result(&summary, sitters))
}

/// What everybody has at the end, as the picture writes it. Units, or penalty points where none are played for.
pub fn reached(view: &View, standing: &Standing) -> PerSeat<String> {
    let points = |seat: Seat| {
        if view.options.has_stakes() {
            gained(standing.points[seat])
        } else {
            signed(view.penalties[seat])
        }
    };
    PerSeat::new(standing.places.len(), points)
}

/// Whose melds of the last deal the picture shows: those of whoever called up; `None` if it shows none.
pub fn whose_melds(view: &View) -> Option<Seat> {
    let seat = call_up(view)?.seat;
    let has_any = view.table.iter().any(|laid| laid.owner == seat);
    has_any.then_some(seat)
}

fn call_up(view: &View) -> Option<CallUp> {
    match view.result.as_ref()?.ending {
        Ending::CalledUp(call_up) => Some(call_up),
        Ending::Exhausted | Ending::Stalled => None,
    }
}

/// What whoever called up has laid.
fn laid(view: &View, inks: Inks) -> Option<Shown> {
    let (call_up, seat) = (call_up(view)?, whose_melds(view)?);
    let own = view.table.iter().filter(|laid| laid.owner == seat);
    let groups: Vec<Vec<_>> = own
        .map(|laid| {
            faces(&laid.meld, inks)
                .into_iter()
                .map(Into::into)
                .collect()
        })
        .collect();
    Some(Shown {
        seat,
        groups,
        sizes: &SIZES,
        lit: None,
        badge: if call_up.kaluki {
            Badge::Sweep
        } else {
            Badge::Won
        },
    })
}
