//! What the messages of all games share: who sits where, signs, countdowns, buttons.

use super::imprint::Imprint;
use super::press::{self, Pressable};
use super::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::drawing::scene::Item;
use crate::drawing::{Persona, Scene, Sign};
use crate::rules::{Outcome, Seat, Standing};
use crate::tables::{Life, Look, Moment, PersonId, Revision, Sitter};

/// A message of a table before its picture is painted.
#[derive(Clone)]
pub(crate) struct Body {
    /// The text.
    pub text: String,
    /// Rows of buttons.
    pub rows: Vec<Vec<Button>>,
    /// The picture.
    pub scene: Scene,
    /// The picture in words.
    pub alt: String,
}

impl Body {
    /// The imprint of the picture, and of the picture in words, which may tell more.
    pub(crate) fn picture(&self) -> Imprint {
        Imprint::of(&(&self.scene, &self.alt))
    }

    /// The imprint of the same with other faces in the places of those that are on it.
    pub(crate) fn picture_of_anybody(&self) -> Imprint {
        let Scene {
            backdrop,
            below,
            items,
        } = &self.scene;
        let items = items.iter().map(|item| match item {
            Item::Face {
                seat, size, middle, ..
            } => Err((seat, size, middle)),
            item => Ok(item),
        });
        Imprint::of(&(backdrop, below, items.collect::<Vec<_>>(), &self.alt))
    }
}

/// The sign of a seat, the same as in the pictures: a shape beside the colour.
pub(crate) fn sign(seat: Seat) -> &'static str {
    Sign::of(seat).emoji
}

/// Who sits on a seat, as text that pings nobody by itself. Whether they are away stands where the seats are listed, for whom a
/// computer plays on below the board.
pub(crate) fn who(reader: Reader<'_>, seat: Seat) -> String {
    let Reader { words, look, .. } = reader;
    match look.seats.get(seat) {
        Some(sitter) => sitter_words(reader, seat, sitter),
        None => words.free_seat(),
    }
}

/// Who is away, in a sign.
const AWAY: &str = "💤";

/// The same in the list of the seats, with a sign for who is away; what that means stands once below them.
pub(crate) fn seated(reader: Reader<'_>, seat: Seat) -> String {
    let who = who(reader, seat);
    if is_away(reader.look, seat) {
        format!("{who} {AWAY}")
    } else {
        who
    }
}

/// What it means to be away, if somebody is.
pub(crate) fn away_line(reader: Reader<'_>) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let mut seats = Seat::all(look.seats.len());
    let says = seats.any(|seat| is_away(look, seat));
    says.then(|| words.away(AWAY))
}

/// Whether a computer plays for whoever sits there.
pub(crate) fn is_away(look: &Look, seat: Seat) -> bool {
    let sitter = look.seats.get(seat);
    let is_away = |sitter: &Sitter| match sitter {
        Sitter::Person { person, away } => *away && !person.is_nobody(),
        Sitter::Empty | Sitter::Computer { .. } => false,
    };
    look.is_played(seat) && sitter.is_some_and(is_away)
}

/// The computer on a seat, if one sits there.
fn computer_on(look: &Look, seat: Seat) -> Option<Persona> {
    let is_computer =
        matches!(look.seats.get(seat), Some(Sitter::Computer { .. })) && !look.done.contains(seat);
    is_computer.then(|| look.persona(seat))
}

/// A seat as the description of a picture names it once: the sign, and the computer there.
pub(crate) fn seat_spoken(reader: Reader<'_>, seat: Seat) -> String {
    let Reader { words, look, .. } = reader;
    let sign = words.sign_spoken(seat.index());
    match computer_on(look, seat) {
        Some(persona) => words.computer_spoken(&sign, &words.computer_name(persona.key())),
        None => sign,
    }
}

/// Whoever sits there, as text; of a seat whose people left when they were out of the game those, whose place it is.
fn sitter_words(reader: Reader<'_>, seat: Seat, sitter: &Sitter) -> String {
    let Reader { words, look, .. } = reader;
    match sitter {
        Sitter::Empty => words.free_seat(),
        Sitter::Person { person, .. } => person_words(words, *person),
        Sitter::Computer {
            instead_of: Some(person),
            ..
        } if look.done.contains(seat) => person_words(words, *person),
        Sitter::Computer { level, .. } => {
            let name = words.computer_name(look.persona(seat).key());
            words.computer(&name, &words.level(level.name()))
        }
    }
}

fn person_words(words: Words, person: PersonId) -> String {
    if person.is_nobody() {
        words.deleted_player()
    } else {
        format!("<@{person}>")
    }
}

/// The result of a game that is over, best first.
pub(crate) fn standing_lines(reader: Reader<'_>, standing: &Standing) -> Vec<String> {
    let words = reader.words;
    let mut seats: Vec<Seat> = Seat::all(standing.places.len()).collect();
    seats.sort_by_key(|seat| standing.places[*seat]);
    let line = |seat| {
        let (place, points) = (standing.places[seat], standing.points[seat]);
        let has_won = standing.outcomes[seat] == Outcome::Won;
        let outcome = if has_won { "won" } else { "other" };
        words.final_place(place, sign(seat), &who(reader, seat), points, outcome)
    };
    let places = seats.into_iter().map(line);
    std::iter::once(words.game_over()).chain(places).collect()
}

/// A button of this table as it stands.
///
/// What means the same at any time has an id that stays the same: a press must not miss its button
/// because the message was just edited.
pub(crate) fn button(look: &Look, wanted: impl Pressable, text: String) -> Button {
    let revision = if wanted.is_timeless() {
        Revision::default()
    } else {
        look.seen_revision
    };
    Button::new(press::id(&look.table, revision, &wanted), text)
}

/// No board tells more moves than these, and no more letters of them: Discord takes 2 000 of everything.
const MOST_MOVES: usize = 12;
const MOST_LETTERS: usize = 700;

/// The last of these moves as a line, so many or as many as there is room for.
pub(crate) fn happened(
    words: Words,
    moves: impl DoubleEndedIterator<Item = String>,
    wanted: usize,
) -> Option<String> {
    let mut letters = 0;
    let mut moves = moves.rev().take(wanted);
    let mut told: Vec<String> = moves
        .by_ref()
        .take(MOST_MOVES)
        .take_while(|moved| {
            letters += moved.chars().count();
            letters <= MOST_LETTERS
        })
        .collect();
    if told.len() == MOST_MOVES && moves.next().is_some() || letters > MOST_LETTERS {
        told.push("…".to_owned());
    }
    told.reverse();
    (!told.is_empty()).then(|| words.last_moves(&told.join(" · ")))
}

/// Whether the result counts, and why not: at length before the game and after it, in short while it is played.
pub(crate) fn counting(reader: Reader<'_>) -> String {
    let Reader { words, look, .. } = reader;
    words.counting(match (look.casual, look.rated, look.life) {
        (false, _, Life::Playing) => "rated-now",
        (false, _, Life::Finished) => "counted",
        (false, ..) if look.may_be_one_sided() => "drawn",
        (false, ..) => "rated",
        (true, false, Life::Starting | Life::Playing) => "casual-now",
        (true, true, Life::Starting | Life::Playing) if look.is_one_sided => "one-sided-now",
        (true, true, Life::Starting | Life::Playing) => "alone-now",
        (true, false, _) => "chosen",
        (true, true, Life::Lobby) if look.draws_teams() => "drawn",
        (true, true, Life::Lobby) if look.options.lets_choose_seats() => "one-sided-so-far",
        (true, true, Life::Lobby) => "alone-so-far",
        (true, true, _) if look.is_one_sided => "one-sided",
        (true, true, _) => "alone",
    })
}

/// How many tiles there are.
pub(crate) fn numbered<T>(tiles: Option<&[T]>) -> usize {
    tiles.map_or(0, <[T]>::len)
}

impl Look {
    /// Before the game: whether chance makes its teams, and may put all people on one.
    fn may_be_one_sided(&self) -> bool {
        let is_before = matches!(self.life, Life::Lobby | Life::Starting);
        let people = self.seats.values().filter_map(Sitter::person).count();
        is_before && self.draws_teams() && 2 * people <= self.seats.len()
    }

    /// Whether there are teams, and nobody says where they sit.
    fn draws_teams(&self) -> bool {
        self.options.has_teams(self.seats.len()) && !self.options.lets_choose_seats()
    }

    /// A countdown to this moment of the table, which Discord's clients run by themselves: by the clocks that people see.
    pub fn countdown_to(&self, at: Moment) -> String {
        format!("<t:{}:R>", self.ahead.shown(at).unix_s())
    }

    /// The countdown of the present turn, if it has one.
    pub fn countdown(&self) -> Option<String> {
        self.deadline.map(|at| self.countdown_to(at))
    }

    /// The same; empty without one.
    pub fn deadline_text(&self) -> String {
        self.countdown().unwrap_or_default()
    }

    /// Whether the table may still change.
    pub fn is_live(&self) -> bool {
        self.life.is_live()
    }

    /// Whether the viewer may say that the next round can begin.
    pub fn may_go_on(&self) -> bool {
        let is_ready = self
            .viewer
            .seat()
            .is_none_or(|seat| self.ready.contains(seat));
        let plays = |(seat, sitter): (Seat, &Sitter)| {
            matches!(sitter, Sitter::Person { .. }) && !self.out.contains(seat)
        };
        // Where nobody plays on, those who look on are waited for.
        let is_waited_for = !self.is_out() || !self.seats.iter().any(plays);
        self.next_round_at.is_some() && !is_ready && is_waited_for
    }

    /// The computer that sits on a seat, or would: it keeps its face when seats are drawn.
    pub fn persona(&self, seat: Seat) -> Persona {
        let came_from = self.came_from.get(seat).copied().unwrap_or(seat);
        Persona::at(self.table.as_str(), came_from)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::time::Duration;

    use super::*;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Game, Viewer};
    use crate::tables::{Clock, Time};

    /// So many moves, told if so many are wanted.
    fn told(moves: usize, wanted: usize, letters: usize) -> String {
        let moves = (0..moves).map(|number| format!("{number:0letters$}"));
        happened(Words::of("en-US"), moves, wanted).unwrap_or_default()
    }

    #[test]
    fn the_moves_since_the_last_edit_are_told_as_far_as_there_is_room() {
        assert_eq!(told(0, 9, 2), "");
        assert_eq!(told(20, 3, 2), "-# 17 · 18 · 19");
        let all = told(8, 8, 2);
        assert!(all.starts_with("-# 00 · ") && !all.contains('…'), "{all}");
        let some = told(20, 20, 2);
        assert!(some.starts_with("-# … · 08 · "), "{some}");
        assert_eq!(some.matches(" · ").count(), MOST_MOVES);
        let long = told(8, 8, MOST_LETTERS / 4);
        assert!(long.starts_with("-# … · "), "{long}");
        assert_eq!(long.matches(" · ").count(), 4);
    }

    /// The time of a machine that has slept for an hour.
    struct Slept;

    impl Time for Slept {
        fn now(&self) -> Moment {
            Moment::from_unix_ms(1_790_000_000_000)
        }

        fn shown(&self, at: Moment) -> Moment {
            at.plus(Duration::from_secs(3_600))
        }

        fn reached(&self, _at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
            Box::pin(std::future::pending())
        }
    }

    #[test]
    fn countdowns_go_by_the_clocks_that_people_see() {
        let game = AnyGame::new(&GameId::Okey.default_options(), 4);
        let mut look = staged(&game, Viewer::Watcher);
        look.deadline = Some(Moment::from_unix_ms(1_790_000_060_000));
        assert_eq!(look.deadline_text(), "<t:1790000060:R>");
        look.ahead = Clock::new(Slept).ahead();
        assert_eq!(look.deadline_text(), "<t:1790003660:R>");
    }
}
