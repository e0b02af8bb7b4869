//! The lobby: who sits where, the rules in words, the seal, and the buttons before the game.

use super::kit::rows::{ROWS, in_wide_rows};
use super::learn;
use super::press::Verb;
use super::reader::Reader;
use super::table_words::{button, counting, sign, who};
use super::{board, lobby_more, options};
use crate::discord::wire::note::{Button, Note, Tone};
use crate::rules::Seat;
use crate::rules::seat::MOST_SEATS;
use crate::tables::{Life, Look, Sitter};

/// So many people are named in the lobby of a rematch: twice those of the largest table, for some may have left it.
const MOST_NAMED: usize = 2 * MOST_SEATS;

/// The message of a lobby.
pub(crate) fn note(reader: Reader<'_>) -> Note {
    let Reader { words, look, .. } = reader;
    let game = words.game_name(look.game.id());
    match look.life {
        Life::Lobby => open_note(reader, &game),
        Life::Starting => starting_note(reader, &game),
        Life::Abandoned(why) => {
            Note::public(words.lobby_closed(&game, &board::why_closed(reader, why)))
        }
        Life::Playing | Life::Finished | Life::SetAside(_) => Note::public(format!(
            "{}\n{}",
            words.lobby_begun(&game),
            lobby_more::seal_line(reader)
        )),
    }
}

fn open_note(reader: Reader<'_>, game: &str) -> Note {
    let Reader { words, look, .. } = reader;
    let mut lines: Vec<String> = call(reader).into_iter().collect();
    lines.push(words.lobby_title(game));
    lines.extend(seat_lines(reader));
    if look.options.lets_choose_seats() {
        lines.push(words.lobby_choose_seats());
    }
    lines.push(options::whole(reader));
    lines.push(counting(reader));
    lines.extend(units_line(reader));
    lines.extend(change_line(reader));
    let is_filled = look.options.fills_empty_seats() && !look.leaves_out;
    let may_be_fewer = lobby_more::may_be_fewer(look);
    let fills = match (has_room(look), is_filled) {
        (true, true) if may_be_fewer => "either",
        (true, true) => "computers",
        (true, false) if may_be_fewer => "fewer",
        (true, false) => "people",
        (false, _) if lobby_more::has_computer(look) => "room",
        (false, _) => "none",
    };
    lines.push(words.lobby_advice(fills, look.fewest));
    lines.push(lobby_more::seal_line(reader));
    let mut rows = vec![first_row(reader)];
    rows.extend(in_wide_rows(&lobby_more::host_buttons(reader), ROWS - 1));
    Note {
        rows,
        ..Note::public(lines.join("\n"))
    }
}

/// In a rematch: who played at the table before and has not sat down yet.
pub(crate) fn call(Reader { words, look, .. }: Reader<'_>) -> Option<String> {
    let missing = look.missing.iter().take(MOST_NAMED);
    let names: Vec<String> = missing.map(|person| format!("<@{person}>")).collect();
    let room = if has_room(look) { "yes" } else { "no" };
    (!names.is_empty()).then(|| words.rematch_call(&names.join(" "), room))
}

/// What is at stake, in a game that is played for units.
fn units_line(Reader { words, look, .. }: Reader<'_>) -> Option<String> {
    let state = if look.options.at_table(look.seats.len()).has_stakes() {
        "on"
    } else {
        "off"
    };
    look.game.has_units().then(|| words.units(state))
}

/// What everybody plays for: said once more where the game begins, for whoever sat down to something else.
pub(crate) fn terms(reader: Reader<'_>) -> String {
    let Reader { words, look, .. } = reader;
    let stakes = options::stakes(words, &look.options.at_table(look.seats.len()));
    let mut lines = vec![counting(reader)];
    lines.extend((!stakes.is_empty()).then(|| words.game_stakes(&stakes.join(" · "))));
    lines.join("\n")
}

/// When what others had read was changed.
fn change_line(Reader { words, look, .. }: Reader<'_>) -> Option<String> {
    let changed = look.terms_changed_at?;
    Some(words.lobby_changed(&look.countdown_to(changed), seats_are_terms(look)))
}

fn starting_note(reader: Reader<'_>, game: &str) -> Note {
    let Reader { words, look, .. } = reader;
    let again = button(look, Verb::Start, words.button_start()).tone(Tone::Good);
    let mut lines = vec![words.lobby_starting(game)];
    if let Some(changed) = change_line(reader) {
        // Somebody has left since, and a computer has their seat.
        lines.extend(seat_lines(reader));
        lines.push(changed);
    }
    Note {
        rows: vec![vec![again]],
        ..Note::public(lines.join("\n"))
    }
}

fn seat_lines(reader: Reader<'_>) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let has_teams = look.options.lets_choose_seats();
    let line = |(seat, sitter): (Seat, &Sitter)| {
        let is_host = sitter.person() == Some(look.host);
        let host = if is_host { words.host() } else { String::new() };
        let team = if has_teams { team_sign(seat) } else { "" };
        format!("{team} {} {} {host}", sign(seat), who(reader, seat))
            .trim()
            .to_owned()
    };
    look.seats.iter().map(line).collect()
}

/// Where seats are chosen, every other one plays together.
fn team_sign(seat: Seat) -> &'static str {
    if seat.index().is_multiple_of(2) {
        "🅰️"
    } else {
        "🅱️"
    }
}

/// Whether partners choose each other, so that who sits where is one of the terms.
pub(crate) fn seats_are_terms(look: &Look) -> &'static str {
    if look.options.lets_choose_seats() || look.leaves_out {
        "yes"
    } else {
        "no"
    }
}

fn has_room(look: &Look) -> bool {
    look.seats.values().any(|sitter| *sitter == Sitter::Empty)
}

fn first_row(reader: Reader<'_>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let mut buttons = vec![
        button(look, Verb::Join, words.button_join())
            .tone(Tone::Main)
            .enabled(has_room(look)),
        button(look, Verb::Leave, words.button_leave()),
        button(look, Verb::Start, words.button_start()).tone(Tone::Good),
    ];
    buttons.extend(learn::way(words, look.game));
    buttons
}
