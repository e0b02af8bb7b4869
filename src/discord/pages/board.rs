//! Boards: the public message of a table, whatever its game.

use super::kit::rows::{ROWS, in_wide_rows};
use super::press::{Press, Verb};
use super::reader::Reader;
use super::table_words::{Body, button, counting, sign};
use super::{melds, options, replay};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, MOST_TEXT, Note, Privacy, Tone, shortened};
use crate::rules::{Seat, Seats};
use crate::tables::{Aside, Life, Look, Preset, Sitter, Why};

/// The message of a board, without its picture.
pub(crate) fn note(reader: Reader<'_>, body: &Body) -> Note {
    let Reader { words, look, .. } = reader;
    let mut lines = vec![body.text.clone()];
    lines.extend(left_line(reader));
    match look.life {
        Life::Abandoned(why) => {
            lines.extend([words.game_abandoned(), why_closed(reader, why)]);
            let is_deserted = matches!(why, Why::Deserted | Why::AllAway | Why::ThrownOut);
            if is_deserted && !look.casual && has_leavers(look) {
                lines.push(words.game_deserted());
            }
        }
        Life::SetAside(why) => lines.push(set_aside(words, why)),
        Life::Playing => lines.push(counting(reader)),
        Life::Finished => {
            lines.push(counting(reader));
            if !look.casual {
                lines.extend(otherwise_lines(reader));
            }
        }
        Life::Lobby | Life::Starting => {}
    }
    if look.life == Life::Playing && !look.votes.is_empty() && !look.has_few_voters() {
        let signs: Vec<&str> = look.votes.iter().map(sign).collect();
        lines.push(words.board_votes(&signs.join(" "), look.votes.len(), look.votes_needed()));
    }
    let mut rows = body.rows.clone();
    rows.extend(seats_to_take(reader));
    if look.life == Life::Finished {
        rows.push(vec![
            button(look, Verb::Rematch, words.button_rematch()).tone(Tone::Good),
            button(look, Verb::Sheet, words.button_sheet()).emoji("🧾"),
            replay::way(words, &look.table),
        ]);
    }
    if matches!(look.life, Life::Abandoned(_)) && look.view.is_some() {
        rows.push(vec![replay::way(words, &look.table)]);
    }
    Note {
        text: lines.join("\n"),
        rows,
        privacy: Privacy::Public,
        ..Note::default()
    }
}

/// The board of a finished game once nobody can play it again.
pub(crate) fn without_rematch(mut note: Note) -> Note {
    let is_rematch = |button: &Button| {
        let press: Result<Press, _> = button.id.parse();
        press.is_ok_and(|press| press.verb == Verb::Rematch)
    };
    for row in &mut note.rows {
        row.retain(|button| !is_rematch(button));
    }
    note.rows.retain(|row| !row.is_empty());
    note
}

/// A link to a message, and the end of its line.
const LINK: usize = 100;

/// The board of a game that goes on for somebody who has asked for it: below it the melds for which its picture in words has no
/// room, and the rules of the table.
pub(crate) fn asked_for(reader: Reader<'_>, note: Note, alt: &str) -> Note {
    let rules = options::whole(reader);
    let letters = |text: &str| text.chars().count() + "\n".len();
    let room = MOST_TEXT.saturating_sub(LINK + letters(&note.text) + letters(&rules));
    let melds = melds::without_room(reader.words, reader.look, alt, room);
    Note {
        text: format!("{}\n{melds}{rules}", note.text),
        ..note
    }
}

/// Why a table ended without a result, in one sentence.
pub(crate) fn why_closed(Reader { words, look, .. }: Reader<'_>, why: Why) -> String {
    words.closed_why(match why {
        Why::Idle => "idle",
        Why::Deserted => "all-left",
        Why::AllAway if look.preset == Preset::Days => "all-away-for-days",
        Why::AllAway => "all-away",
        Why::EndedByHost => "host",
        Why::EndedByModerator => "moderator",
        Why::Voted => "voted",
        Why::ThrownOut => "thrown-out",
    })
}

/// How much of a digest a board shows: enough that nobody finds two records which begin alike.
const DIGEST_BEGINS: usize = 32;

/// The board of a game that is over, with how the digest of its record begins: of a long one the words before it give way.
pub(crate) fn recorded(Reader { words, .. }: Reader<'_>, note: Note, digest: &str) -> Note {
    let begins: String = digest.chars().take(DIGEST_BEGINS).collect();
    with_last(&words.board_record(&begins), note)
}

/// The board of a game at which nobody is called, for the bot may not write there.
pub(crate) fn silent(Reader { words, .. }: Reader<'_>, note: Note) -> Note {
    with_last(&format!("-# {}", words.nobody_called()), note)
}

/// With this last line, for which the end of a long text gives way.
fn with_last(line: &str, note: Note) -> Note {
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
        Aside::Over => words.table_over(),
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
        Life::Lobby | Life::Starting => {
            let is_free = look.seats.values().any(|sitter| *sitter == Sitter::Empty);
            words.watching_lobby(if is_free { "free" } else { "taken" }, &link)
        }
        Life::Playing if !look.may_take.is_empty() => {
            let left = match (look.left_before, look.left_casually) {
                (true, _) => "yes",
                (false, true) if look.casual => "casual",
                (false, true) => "substitute",
                (false, false) => "no",
            };
            words.watching_with_seat(&link, left)
        }
        Life::SetAside(why) => set_aside(words, why),
        Life::Playing => words.watching(&link),
        Life::Finished | Life::Abandoned(_) => words.watching_over(&link),
    }
}

/// The seats that somebody left to a computer; whoever was out of the game by then left nothing to it.
fn left_seats(look: &Look) -> impl Iterator<Item = Seat> {
    let is_left = |sitter: &Sitter| {
        matches!(
            sitter,
            Sitter::Computer {
                instead_of: Some(_),
                ..
            }
        )
    };
    let left = look.seats.iter().filter(move |(_, sitter)| is_left(sitter));
    left.map(|(seat, _)| seat)
        .filter(|seat| !look.done.contains(*seat))
}

fn has_leavers(look: &Look) -> bool {
    left_seats(look).next().is_some()
}

/// Whether a seat was left while the game was played, whoever sits there at its end.
pub(crate) fn was_left(look: &Look) -> bool {
    has_leavers(look) || !look.come_back.is_empty() || !look.taken_over.is_empty()
}

/// On which seats a computer plays on, or did to the end, for somebody who left; nothing where nobody did.
fn left_line(Reader { words, look, .. }: Reader<'_>) -> Option<String> {
    let signs: Vec<&str> = left_seats(look).map(sign).collect();
    (!signs.is_empty()).then(|| words.left_seats(&signs.join(" "), signs.len()))
}

/// For whom the result of a game that counts is another one than its places say.
fn otherwise_lines(Reader { words, look, .. }: Reader<'_>) -> Vec<String> {
    let signs = |seats: Seats| {
        let signs: Vec<&str> = seats.iter().map(sign).collect();
        (!signs.is_empty()).then(|| signs.join(" "))
    };
    let lost = signs(look.come_back).map(|signs| words.counts_as_lost(&signs));
    let casual = signs(look.taken_over).map(|signs| words.counts_casually(&signs));
    lost.into_iter().chain(casual).collect()
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
    in_wide_rows(&seats, ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::Level;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::pages::{games, lobby};
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Chance, Game, Viewer};
    use crate::tables::PersonId;

    /// Every reason, the clock of the table, and what people read.
    const REASONS: &[(Why, Preset, &str)] = &[
        (Why::Idle, Preset::Normal, "for an hour."),
        (Why::Deserted, Preset::Normal, "Everybody has left."),
        (Why::AllAway, Preset::Normal, "away for a whole round."),
        (Why::AllAway, Preset::Days, "away for days."),
        (Why::EndedByHost, Preset::Normal, "The host closed it."),
        (
            Why::EndedByModerator,
            Preset::Fast,
            "A moderator closed it.",
        ),
        (Why::Voted, Preset::Days, "voted to close it."),
        (Why::ThrownOut, Preset::Normal, "removed from this server"),
    ];

    #[test]
    fn for_whom_a_computer_plays_on_stands_once_below_the_board_and_in_no_sentence() {
        for id in GameId::ALL.iter().copied() {
            let seats = *id.seats().end();
            let mut game = AnyGame::new(&id.default_options(), seats);
            game.obey(&game.deal(&Chance::from_seed(3)));
            let mut look = staged(&game, Viewer::Watcher);
            let to_act = game.waiting().seats.iter().next().expect("somebody");
            let other = to_act.next(seats);
            for (left, told) in [
                (to_act, "A computer in place of somebody who left."),
                (other, "Computers in place of people who left."),
            ] {
                look.seats[left] = Sitter::Computer {
                    level: Level::Medium,
                    instead_of: Some(PersonId::new(1)),
                };
                let reader = Reader::public(&look);
                let body = games::board(reader, None).expect("it was dealt");
                assert!(!body.text.contains("who left"), "{id:?}: {}", body.text);
                let text = note(reader, &body).text;
                let mut lines = text.lines().filter(|line| line.contains("who left"));
                let line = lines.next().unwrap_or_default();
                assert!(line.contains(sign(left)) && line.ends_with(told), "{text}");
                assert_eq!(lines.next(), None, "{text}");
            }
        }
    }

    #[test]
    fn whoever_left_when_they_were_out_has_their_place_and_no_computer_has_it() {
        let mut game = AnyGame::new(&GameId::Okey.default_options(), 4);
        game.obey(&game.deal(&Chance::from_seed(3)));
        let mut look = staged(&game, Viewer::Watcher);
        let seat = Seat::new(2).expect("a seat");
        let told = |look: &Look| {
            let reader = Reader::public(look);
            let body = games::board(reader, None).expect("it was dealt");
            let marked = reader.marks().get(seat).cloned();
            let is_robot = matches!(marked, Some(crate::drawing::Sitter::Computer(_)));
            (note(reader, &body).text, body.alt, is_robot)
        };
        for (person, name) in [
            (PersonId::new(77), "<@77>"),
            (PersonId::new(u64::MAX), "deleted"),
        ] {
            look.seats[seat] = Sitter::Computer {
                level: Level::Medium,
                instead_of: Some(person),
            };
            for (done, is_computer) in [(Seats::NONE, true), (Seats::only(seat), false)] {
                look.done = done;
                let (text, alt, is_robot) = told(&look);
                assert_eq!(!text.contains(name), is_computer, "{text}");
                assert_eq!(text.contains("🤖"), is_computer, "{text}");
                assert_eq!(text.contains("who left"), is_computer, "{text}");
                assert_eq!(alt.contains("a computer"), is_computer, "{alt}");
                assert_eq!(is_robot, is_computer);
            }
        }
    }

    #[test]
    fn whoever_may_sit_down_nowhere_is_told_of_no_button_for_that() {
        let game = AnyGame::new(&GameId::Okey.default_options(), 4);
        let lobby = Look {
            life: Life::Lobby,
            ..staged(&game, Viewer::Watcher)
        };
        let mut with_room = lobby.clone();
        let seat = Seat::new(2).expect("a seat");
        with_room.seats[seat] = Sitter::Empty;
        let mut left = staged(&game, Viewer::Watcher);
        left.seats[seat] = Sitter::Computer {
            level: Level::Medium,
            instead_of: Some(PersonId::new(1)),
        };
        let to_take = Look {
            may_take: Seats::only(seat),
            ..left.clone()
        };
        for (look, said, is_said) in [
            (with_room, "Press **Join**", true),
            (lobby.clone(), "Press **Join**", false),
            (lobby, "all of its seats are taken", true),
            (to_take, "**Take seat**", true),
            (left, "**Take seat**", false),
        ] {
            let told = watching(Reader::public(&look));
            assert_eq!(told.contains(said), is_said, "{told}");
        }
    }

    #[test]
    fn the_board_of_a_game_that_counted_says_for_whom_it_is_something_else() {
        let game = AnyGame::new(&GameId::Okey.default_options(), 4);
        let [left, came] = [1, 3].map(|seat| Seat::new(seat).expect("a seat"));
        let last = format!("{} left this game and came back", sign(left));
        let casual = format!("{} took a seat over", sign(came));
        for (life, is_casual, is_told) in [
            (Life::Finished, false, true),
            (Life::Finished, true, false),
            (Life::Playing, false, false),
        ] {
            let look = Look {
                life,
                rated: true,
                casual: is_casual,
                come_back: Seats::only(left),
                taken_over: Seats::only(came),
                ..staged(&game, Viewer::Watcher)
            };
            let reader = Reader::public(&look);
            let body = games::board(reader, None).expect("a board");
            let text = note(reader, &body).text;
            for line in [&last, &casual] {
                assert_eq!(text.contains(line), is_told, "{line}: {text}");
            }
        }
    }

    #[test]
    fn a_table_that_closed_says_why_in_its_lobby_on_its_board_and_on_every_panel() {
        for id in GameId::ALL.iter().copied() {
            let seats = *id.seats().end();
            let mut game = AnyGame::new(&id.default_options(), seats);
            game.obey(&game.deal(&Chance::from_seed(3)));
            for &(why, preset, said) in REASONS {
                let seen_by = |viewer| Look {
                    life: Life::Abandoned(why),
                    preset,
                    ..staged(&game, viewer)
                };
                let look = seen_by(Viewer::Watcher);
                let reader = Reader::public(&look);
                let body = games::board(reader, None).expect("it was dealt");
                let own = seen_by(Viewer::Seat(Seat::new(0).expect("a seat")));
                let panel = games::panel(Reader::public(&own), None).expect("it was dealt");
                let told = [
                    lobby::note(reader).text,
                    note(reader, &body).text,
                    panel.text,
                ];
                for text in told {
                    assert_eq!(text.matches(said).count(), 1, "{id:?} {why:?}: {text}");
                }
            }
        }
    }
}
