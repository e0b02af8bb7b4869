//! What the owner of a panel wants to know about the others: what they did since the owner's last turn, and after whom the
//! owner plays. A panel stands unchanged while others move, so it says only what stays true until it is the owner's turn.

use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::rules::Seat;
use crate::tables::Sitter;

/// No panel tells more moves than these, and no more letters of them.
const MOST_MOVES: usize = 9;
const MOST_LETTERS: usize = 300;

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
    let present = history.iter().rev().take_while(is_own).count();
    let before = &history[..history.len() - present];
    let others = before.iter().rev().take_while(|moved| !is_own(moved));
    let moves = latest(others.filter_map(tell));
    let had_turn = before.iter().any(|moved| is_own(&moved));
    let since = if had_turn { "turn" } else { "start" };
    (!moves.is_empty()).then(|| words.panel_since(since, &moves))
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
