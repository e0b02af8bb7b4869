//! What a record of 101 can be held to: the wish behind an event, and what two events may differ in.

use super::{Action, Composed, Event, Meld};

/// The wish that this event answers.
pub(super) fn wish(event: &Event) -> Option<Action> {
    Some(match event {
        Event::Drew { .. } => Action::Draw,
        Event::Took { .. } => Action::Take,
        Event::Returned { .. } => Action::Return,
        Event::Opened { melds, .. } => Action::Open {
            melds: melds.iter().map(composed).collect(),
        },
        Event::Laid { meld, .. } => Action::Lay {
            meld: composed(meld),
        },
        Event::LaidOff {
            tile, meld, place, ..
        } => Action::LayOff {
            tile: *tile,
            meld: *meld,
            end: Some(*place),
        },
        Event::TookBack { .. } => Action::TakeBack,
        Event::Swapped { tile, meld, .. } => Action::SwapJoker {
            tile: *tile,
            meld: *meld,
        },
        Event::Discarded { tile, .. } => Action::Discard {
            tile: *tile,
            confirm: true,
        },
        Event::Passed { .. } => Action::Pass,
        // Which tiles were tried stays hidden; no tiles fail just as they did.
        Event::OpeningFailed { .. } => Action::Open {
            melds: vec![Composed::of(Vec::new())],
        },
        Event::Dealt { .. }
        | Event::Charged { .. }
        | Event::RoundEnded { .. }
        | Event::Over { .. } => return None,
    })
}

fn composed(meld: &Meld) -> Composed {
    Composed::as_kind(meld.tiles().to_vec(), meld.kind())
}

/// Whether both tell the same. Why an opening failed is not compared, as its tiles are not known.
pub(super) fn is_same(given: &Event, told: &Event) -> bool {
    match (given, told) {
        (
            Event::OpeningFailed { seat, points, .. },
            Event::OpeningFailed {
                seat: told_seat,
                points: told_points,
                ..
            },
        ) => (seat, points) == (told_seat, told_points),
        _ => given == told,
    }
}
