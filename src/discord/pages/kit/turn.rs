//! The sentence of every turn: whose it is, what there is to do, and when their time ends, in this order.

use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::rules::Seat;

/// For who has the turn.
pub(crate) fn your_turn(reader: Reader<'_>, task: &str) -> String {
    asks_you(reader, reader.words.panel_your_turn(task))
}

/// What is asked of the reader, in these words.
pub(crate) fn asks_you(reader: Reader<'_>, asked: String) -> String {
    let Reader { words, look, .. } = reader;
    with_end(
        asked,
        look.countdown().map(|end| words.panel_turn_ends(&end)),
    )
}

/// For everybody, with the task by its word.
pub(crate) fn turn_of(reader: Reader<'_>, seat: Seat, task: &str) -> String {
    let named = who(reader, seat);
    asks_others(reader, reader.words.board_turn(sign(seat), &named, task))
}

/// What is asked of somebody, or of several, in these words.
pub(crate) fn asks_others(reader: Reader<'_>, asked: String) -> String {
    let Reader { words, look, .. } = reader;
    with_end(asked, look.countdown().map(|end| words.turn_ends(&end)))
}

fn with_end(asked: String, end: Option<String>) -> String {
    let parts = [Some(asked), end];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
