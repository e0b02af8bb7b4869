//! What the owner of a panel wants to know: what the others did since the owner's last turn, after whom the owner plays, and
//! what was done in their seat while they were away. A panel stands unchanged while others move, so it says only what stays
//! true until it is the owner's turn.

use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::rules::Seat;
use crate::tables::Sitter;

/// No panel tells more moves than these, and no more letters of them.
const MOST_MOVES: usize = 9;
const MOST_LETTERS: usize = 300;
/// So many at most of those that were made in the owner's seat.
const MOST_LATELY: usize = 3;

/// Not the viewer's turn: after whom they play.
pub(crate) fn waiting(reader: Reader<'_>, before: Seat) -> String {
    let Reader { words, look, .. } = reader;
    let name = match look.seats.get(before) {
        // Whether they are away may change before the panel does.
        Some(Sitter::Person { person, .. }) if !person.is_nobody() => format!("<@{person}>"),
        _ => who(reader, before),
    };
    words.panel_waiting_after(sign(before), &name)
}

/// What the others did since the last turn of whoever has the turn now, as a line; nothing while somebody else has it.
///
/// `seat_of` says whose move it is, `tell` says nothing of what stands elsewhere.
pub(crate) fn since_own<M>(
    reader: Reader<'_>,
    history: &[M],
    seat_of: impl Fn(&M) -> Option<Seat>,
    tell: impl Fn(&M) -> Option<String>,
) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let me = look.viewer.seat()?;
    if !look.waiting?.seats.contains(me) {
        return None;
    }
    let is_own = |moved: &&M| seat_of(moved) == Some(me);
    let before = before_present(reader, history, &seat_of);
    let others = before.iter().rev().take_while(|moved| !is_own(moved));
    let moves = latest(others.filter_map(tell));
    let had_turn = before.iter().any(|moved| is_own(&moved));
    let since = match had_turn {
        true if look.slept || look.was_away => "seat",
        true => "turn",
        false => "start",
    };
    (!moves.is_empty()).then(|| words.panel_since(since, &moves))
}

/// What happened before the turn that the viewer has now.
fn before_present<'a, M>(
    reader: Reader<'_>,
    history: &'a [M],
    seat_of: impl Fn(&M) -> Option<Seat>,
) -> &'a [M] {
    let look = reader.look;
    let (me, waiting) = (look.viewer.seat(), look.waiting);
    let is_own = |moved: &&M| me.is_some() && seat_of(moved) == me;
    let has_turn = me.is_some_and(|me| waiting.is_some_and(|waiting| waiting.seats.contains(me)));
    let present = history.iter().rev().take_while(is_own).count();
    &history[..history.len() - if has_turn { present } else { 0 }]
}

/// What was done last in the viewer's seat, in a turn that ended without them or in those while they were away; `None` for
/// whoever did it themselves. What has happened in the turn that they have now is no part of it.
pub(crate) fn lately_own<M>(
    reader: Reader<'_>,
    history: &[M],
    seat_of: impl Fn(&M) -> Option<Seat>,
    tell: impl Fn(&M) -> Option<String>,
) -> Option<String> {
    lately(
        reader,
        before_present(reader, history, &seat_of),
        seat_of,
        tell,
    )
}

/// The same where all of these moves were made in turns that are over.
pub(crate) fn lately<M>(
    reader: Reader<'_>,
    moves: &[M],
    seat_of: impl Fn(&M) -> Option<Seat>,
    tell: impl Fn(&M) -> Option<String>,
) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let me = look.viewer.seat()?;
    let is_own = |moved: &&M| seat_of(moved) == Some(me);
    let before = moves.iter().rev().skip_while(|moved| !is_own(moved));
    let told = if look.slept {
        last_of(before.take_while(is_own).filter_map(tell))
    } else if look.was_away {
        last_of(before.filter(is_own).filter_map(tell))
    } else {
        return None;
    };
    told.map(|told| words.desk_slept_lately(&told))
}

/// The first few of these moves, the latest first, in their order; nothing where even the latest is too long.
fn last_of(moves: impl Iterator<Item = String>) -> Option<String> {
    let mut told: Vec<String> = moves.take(MOST_LATELY + 1).collect();
    let has_more = told.len() > MOST_LATELY;
    told.truncate(MOST_LATELY);
    while told.iter().map(|one| one.chars().count()).sum::<usize>() > MOST_LETTERS {
        told.pop();
    }
    if told.is_empty() {
        return None;
    }
    if has_more {
        told.push("…".to_owned());
    }
    told.reverse();
    Some(told.join(" · "))
}

/// As many of these moves, the latest first, as there is room for, in their order.
fn latest(mut moves: impl Iterator<Item = String>) -> String {
    let mut letters = 0;
    let mut told: Vec<String> = Vec::new();
    for moved in moves.by_ref() {
        letters += moved.chars().count();
        if told.len() == MOST_MOVES || letters > MOST_LETTERS {
            told.push("…".to_owned());
            break;
        }
        told.push(moved);
    }
    told.reverse();
    told.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(moves: usize, letters: usize) -> String {
        latest((0..moves).map(|number| format!("{number:0letters$}")))
    }

    #[test]
    fn a_panel_tells_the_latest_moves_as_far_as_there_is_room() {
        assert_eq!(told(0, 2), "");
        assert_eq!(told(3, 2), "02 · 01 · 00");
        let some = told(20, 2);
        assert!(some.starts_with("… · 08 · "), "{some}");
        assert_eq!(some.matches(" · ").count(), MOST_MOVES);
        assert_eq!(told(4, MOST_LETTERS / 2).matches(" · ").count(), 2);
        assert_eq!(told(1, MOST_LETTERS + 1), "…");
    }
}
