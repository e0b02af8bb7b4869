//! What a match of Kaluki came to: what the winner of the last deal laid, and what everybody has.

use super::melds::faces;
use super::{gained, has_units, signed};
use crate::Scene;
use crate::packs::cards::{self, Inks};
use crate::result::{self, Shown, Summary};
use crate::rules::kaluki::View;
use crate::rules::kaluki::score::Ending;
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
        if has_units(&view.options) {
            gained(standing.points[seat])
        } else {
            signed(view.penalties[seat])
        }
    };
    PerSeat::new(standing.places.len(), points)
}

/// What whoever called up has laid.
fn laid(view: &View, inks: Inks) -> Option<Shown> {
    let Ending::CalledUp(call_up) = view.result.as_ref()?.ending else {
        return None;
    };
    let own = view.table.iter().filter(|laid| laid.owner == call_up.seat);
    let groups: Vec<Vec<_>> = own
        .map(|laid| {
            faces(&laid.meld, inks)
                .into_iter()
                .map(Into::into)
                .collect()
        })
        .collect();
    (!groups.is_empty()).then_some(Shown {
        seat: call_up.seat,
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
