//! What everybody sees of a table of the toy.

use crate::discord::pages::kit::board::{
    Told, final_lines, has_ended_early, history, onward_line, ways,
};
use crate::discord::pages::kit::turn::turn_of;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, away_line, seated, sign};
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::drawing;
use crate::rules::toy::View;
use crate::rules::toy::view::Move;

/// How many moves a board tells.
const LAST_MOVES: usize = 8;

/// What everybody sees, with what happened since `told`, or lately.
pub(crate) fn board(reader: Reader<'_>, view: &View, told: Option<Told>) -> Body {
    let Reader { words, look, .. } = reader;
    let mut lines: Vec<String> = view
        .points
        .iter()
        .map(|(seat, points)| {
            words.toy_seat(sign(seat), &seated(reader, seat), *points, view.taken[seat])
        })
        .collect();
    lines.extend(away_line(reader));
    lines.extend(round_line(words, view));
    if let Some(seat) = view.waiting.seats.iter().next() {
        if !has_ended_early(look, view.standing.as_ref()) {
            lines.push(turn_of(reader, seat, task(view)));
        }
        let tell = |moved: &Move| Some(moved_words(words, moved));
        lines.extend(history(
            words,
            (view.round, &view.history),
            told,
            LAST_MOVES,
            tell,
        ));
    } else {
        lines.extend(result_lines(reader, view));
    }
    let row = if look.is_live() {
        ways(reader)
    } else {
        Vec::new()
    };
    Body {
        text: lines.join("\n"),
        rows: vec![row],
        scene: drawing::toy::board(view, &reader.marks()),
        alt: words.toy_alt_board(&trick(words, view)),
    }
}

/// What whoever is to act does, by its word in the sentence of the turn.
fn task(view: &View) -> &'static str {
    if view.trick.is_empty() {
        "lead"
    } else {
        "move"
    }
}

/// How the game ended, or when the next round begins.
pub(crate) fn result_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let mut lines = final_lines(reader, view.standing.as_ref());
    lines.extend(onward_line(reader));
    lines
}

/// Which round it is; nothing before the first one.
pub(crate) fn round_line(words: Words, view: &View) -> Option<String> {
    (view.round > 0).then(|| words.toy_round(view.round, view.options.rounds, view.worth))
}

fn trick(words: Words, view: &View) -> String {
    let played = view.trick.iter();
    let played = played
        .map(|(seat, played)| words.toy_moved_played(sign(*seat), &tile(words, *played, None)));
    words.toy_trick(&played.collect::<Vec<_>>().join(", "))
}

fn moved_words(words: Words, moved: &Move) -> String {
    match moved {
        Move::Played(seat, played) => {
            words.toy_moved_played(sign(*seat), &tile(words, *played, None))
        }
        Move::Knocked(seat) => words.toy_moved_knocked(sign(*seat)),
        Move::Took(seat) => words.toy_moved_took(sign(*seat)),
    }
}
