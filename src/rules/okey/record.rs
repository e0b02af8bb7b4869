//! What a record of Okey can be held to: the wish behind an event, and what two events may differ in.

use super::{Action, Event, Win};

/// The wish that this event answers.
pub(super) fn wish(event: &Event) -> Option<Action> {
    Some(match event {
        Event::Showed { .. } => Action::Show,
        Event::Declined { .. } => Action::Decline,
        Event::Drew { place: 0, .. } => Action::Draw,
        Event::Drew { place, .. } => Action::DrawAt(*place),
        Event::Took { .. } => Action::Take,
        Event::Passed { .. } => Action::Pass,
        Event::Discarded { tile, .. } => Action::Discard(*tile),
        Event::FinishFailed { tile, .. } => Action::Finish(*tile),
        Event::Finished { win, .. } => Action::Finish(win.discard),
        Event::Dealt { .. } | Event::Drawn | Event::Left { .. } | Event::Over { .. } => {
            return None;
        }
    })
}

/// Whether both tell the same. A winning rack may be laid out in several ways, and a later istaka may prefer another
/// one: the tiles, what they are worth and the points have to agree, their grouping not.
pub(super) fn is_same(given: &Event, told: &Event) -> bool {
    match (given, told) {
        (
            Event::Finished { seat, win, points },
            Event::Finished {
                seat: told_seat,
                win: told_win,
                points: told_points,
            },
        ) => (seat, points, ungrouped(win)) == (told_seat, told_points, ungrouped(told_win)),
        _ => given == told,
    }
}

fn ungrouped(win: &Win) -> Win {
    let mut tiles: Vec<_> = win.melds.iter().flatten().copied().collect();
    tiles.sort_unstable();
    Win {
        melds: vec![tiles],
        ..win.clone()
    }
}
