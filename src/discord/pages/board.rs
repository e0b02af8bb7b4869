//! Boards: the public message of a table, whatever its game.

use super::kit::rows::in_rows;
use super::press::Verb;
use super::reader::Reader;
use super::table_words::{Body, button, counting, sign};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, MOST_TEXT, Note, Privacy, Tone, shortened};
use crate::tables::{Aside, Life, Look, Sitter, Why};

/// The message of a board, without its picture.
pub(crate) fn note(reader: Reader<'_>, body: &Body) -> Note {
    let Reader { words, look, .. } = reader;
    let mut lines = vec![body.text.clone()];
    match look.life {
        Life::Abandoned(Why::Deserted | Why::AllAway) if !look.casual && has_leavers(look) => {
            lines.extend([words.game_abandoned(), words.game_deserted()]);
        }
        Life::Abandoned(_) => lines.push(words.game_abandoned()),
        Life::SetAside(why) => lines.push(set_aside(words, why)),
        Life::Playing | Life::Finished => lines.push(counting(reader)),
        Life::Lobby | Life::Starting => {}
    }
    if look.life == Life::Playing && !look.votes.is_empty() && !look.is_alone() {
        let signs: Vec<&str> = look.votes.iter().map(sign).collect();
        lines.push(words.board_votes(&signs.join(" "), look.votes.len(), look.votes_needed()));
    }
    let mut rows = body.rows.clone();
    rows.extend(seats_to_take(reader));
    if look.life == Life::Finished {
        rows.push(vec![
            button(look, Verb::Rematch, words.button_rematch()).tone(Tone::Good),
            button(look, Verb::Sheet, words.button_sheet()).emoji("🧾"),
        ]);
    }
    Note {
        text: lines.join("\n"),
        rows,
        privacy: Privacy::Public,
        ..Note::default()
    }
}

/// How much of a digest a board shows: enough that nobody finds two records which begin alike.
const DIGEST_BEGINS: usize = 32;

/// The board of a game that is over, with how the digest of its record begins: of a long one the words before it give way.
pub(crate) fn recorded(Reader { words, .. }: Reader<'_>, note: Note, digest: &str) -> Note {
    let begins: String = digest.chars().take(DIGEST_BEGINS).collect();
    let line = words.board_record(&begins);
    let room = MOST_TEXT - line.chars().count() - "\n".len();
    Note {
        text: format!("{}\n{line}", shortened(&note.text, room)),
        ..note
    }
}

/// Why nothing can be done at a table any more, and what can.
pub(crate) fn set_aside(words: Words, why: Aside) -> String {
    match why {
        Aside::Fell => words.table_set_aside(),
        Aside::Damaged => words.table_damaged(),
    }
}

/// The message of a table that is set aside, in the place of its board; a picture that stands there stays.
pub(crate) fn aside_note(words: Words, why: Aside) -> Note {
    Note::public(set_aside(words, why))
}

/// What somebody without a rack reads who asks for one, or who wants to play: a watcher, or everybody before the deal.
pub(crate) fn watching(reader: Reader<'_>) -> String {
    let Reader { words, look, .. } = reader;
    let channel = look.places.channel;
    let link = look.places.link();
    let link = link.unwrap_or_else(|| format!("<#{channel}>"));
    let has_seat = look.viewer.seat().is_some();
    match look.life {
        Life::Lobby | Life::Starting | Life::Playing if has_seat => words.seated_lobby(&link),
        Life::Lobby | Life::Starting => words.watching_lobby(&link),
        Life::Playing if look.seats.iter().any(|(seat, _)| look.is_to_take(seat)) => {
            words.watching_with_seat(&link)
        }
        Life::SetAside(why) => set_aside(words, why),
        Life::Playing | Life::Finished | Life::Abandoned(_) => words.watching(&link),
    }
}

/// Whether somebody left this seat to a computer.
fn is_left(sitter: &Sitter) -> bool {
    matches!(
        sitter,
        Sitter::Computer {
            instead_of: Some(_),
            ..
        }
    )
}

fn has_leavers(look: &Look) -> bool {
    look.seats.values().any(is_left)
}

/// The seats that people left: anybody who has none may take one.
fn seats_to_take(reader: Reader<'_>) -> Vec<Vec<Button>> {
    let Reader { words, look, .. } = reader;
    let left = look
        .seats
        .iter()
        .filter(|(seat, _)| look.life == Life::Playing && look.is_to_take(*seat));
    let seats: Vec<Button> = left
        .map(|(seat, _)| {
            button(look, Verb::Sit(seat), words.button_take_seat(sign(seat))).tone(Tone::Good)
        })
        .collect();
    in_rows(&seats)
}
