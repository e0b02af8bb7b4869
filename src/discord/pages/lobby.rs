//! The lobby: who sits where, the rules in words, the seal, and the buttons before the game.

use super::kit::rows::in_rows;
use super::options;
use super::press::Verb;
use super::reader::Reader;
use super::table_words::{button, counting, sign, who};
use crate::computers::Level;
use crate::discord::wire::note::{Button, Note, Tone};
use crate::rules::Seat;
use crate::tables::{Life, Sitter};

/// The message of a lobby.
pub(crate) fn note(reader: Reader<'_>) -> Note {
    let Reader { words, look, .. } = reader;
    let game = words.game_name(look.game.id());
    match look.life {
        Life::Lobby => open_note(reader, &game),
        Life::Starting => starting_note(reader, &game),
        Life::Abandoned(_) => Note::public(words.lobby_closed(&game)),
        Life::Playing | Life::Finished | Life::SetAside => Note::public(format!(
            "{}\n{}",
            words.lobby_begun(&game),
            words.lobby_seal(&look.seal)
        )),
    }
}

fn open_note(reader: Reader<'_>, game: &str) -> Note {
    let Reader { words, look, .. } = reader;
    let mut lines = vec![words.lobby_title(game)];
    lines.extend(seat_lines(reader));
    if look.options.lets_choose_seats() {
        lines.push(words.lobby_choose_seats());
    }
    lines.push(options::whole(reader));
    lines.push(counting(reader));
    lines.extend(units_line(reader));
    let fills = if look.options.fills_empty_seats() {
        "computers"
    } else {
        "people"
    };
    lines.push(words.lobby_advice(fills));
    lines.push(words.lobby_seal(&look.seal));
    let mut rows = vec![first_row(reader)];
    rows.extend(in_rows(&further_buttons(reader)));
    Note {
        rows,
        ..Note::public(lines.join("\n"))
    }
}

/// What is at stake, in a game that is played for units.
fn units_line(Reader { words, look, .. }: Reader<'_>) -> Option<String> {
    let state = if look.options.has_stakes() {
        "on"
    } else {
        "off"
    };
    look.game.has_units().then(|| words.units(state))
}

fn starting_note(reader: Reader<'_>, game: &str) -> Note {
    let Reader { words, look, .. } = reader;
    let again = button(look, Verb::Start, words.button_start()).tone(Tone::Good);
    Note {
        rows: vec![vec![again]],
        ..Note::public(words.lobby_starting(game))
    }
}

fn seat_lines(reader: Reader<'_>) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let line = |(seat, sitter): (Seat, &Sitter)| {
        let is_host = sitter.person() == Some(look.host);
        let host = if is_host { words.host() } else { String::new() };
        format!("{} {} {host}", sign(seat), who(reader, seat))
            .trim_end()
            .to_owned()
    };
    look.seats.iter().map(line).collect()
}

fn first_row(reader: Reader<'_>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let has_room = look.seats.values().any(|sitter| *sitter == Sitter::Empty);
    vec![
        button(look, Verb::Join, words.button_join())
            .tone(Tone::Main)
            .enabled(has_room),
        button(look, Verb::Leave, words.button_leave()),
        button(look, Verb::Start, words.button_start()).tone(Tone::Good),
    ]
}

/// The computers, of as many levels as there are, and what a table can be.
fn further_buttons(reader: Reader<'_>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let has_room = look.seats.values().any(|sitter| *sitter == Sitter::Empty);
    let has_computer = look
        .seats
        .values()
        .any(|sitter| matches!(sitter, Sitter::Computer { .. }));
    let add = |level: &Level| {
        let text = words.button_add_computer(&words.level(level.name()));
        button(look, Verb::AddComputer(*level), text)
            .emoji("🤖")
            .enabled(has_room)
    };
    let change = look.options.lets_choose_seats().then(|| {
        let is_free = |sitter: &Sitter| sitter.person().is_none();
        button(look, Verb::ChangeSeat, words.button_change_seat())
            .emoji("🪑")
            .enabled(look.seats.values().any(is_free))
    });
    let others = [
        button(look, Verb::RemoveComputer, words.button_remove_computer()).enabled(has_computer),
        button(look, Verb::Options(0), words.button_options()).emoji("⚙️"),
        button(look, Verb::Rules, words.button_rules()).emoji("📖"),
    ];
    let levels = Level::ALL.iter().map(add);
    levels.chain(change).chain(others).collect()
}
