//! A table for tests of pages: people on every seat, and a game in the state that a test wants.

use crate::rules::any::AnyGame;
use crate::rules::{Game, PerSeat, Seat, Viewer};
use crate::tables::{ChannelId, Life, Look, Moment, PersonId, Places, Sitter};

/// The table of this game by its default options, in English, as this viewer sees it.
pub(crate) fn staged(game: &AnyGame, viewer: Viewer) -> Look {
    let person = |seat: Seat| PersonId::new(1_234_567_890_123_456_780 + seat.index() as u64);
    let host = person(Seat::new(0).expect("a seat"));
    let table = "7f3kabcd".parse().expect("an id");
    let places = Places::nowhere_in(None, ChannelId::new(1));
    let quiet = Look::quiet(table, host, places, game, viewer);
    Look {
        language: "en".to_owned(),
        seats: PerSeat::new(quiet.seats.len(), |seat| Sitter::Person {
            person: person(seat),
            away: false,
        }),
        waiting: Some(game.waiting()),
        deadline: Some(Moment::from_unix_ms(1_790_000_000_000)),
        ..quiet
    }
}

#[test]
fn nobody_plays_for_whoever_is_out() {
    use crate::discord::pages::reader::Reader;
    use crate::discord::pages::table_words::{away_line, seated};
    use crate::discord::speech::words::Words;
    use crate::drawing;
    use crate::rules::Seats;
    use crate::rules::any::GameId;
    let game = AnyGame::new(&GameId::Okey.default_options(), 4);
    let seat = Seat::new(2).expect("a seat");
    for (out, plays_on) in [(Seats::NONE, true), (Seats::only(seat), false)] {
        let mut look = staged(&game, Viewer::Watcher);
        (look.life, look.out) = (Life::Playing, out);
        if let Sitter::Person { away, .. } = &mut look.seats[seat] {
            *away = true;
        }
        let reader = Reader::new(Words::of("en"), &look);
        assert_eq!(seated(reader, seat).contains("💤"), plays_on);
        assert_eq!(away_line(reader).is_some(), plays_on);
        let is_marked = matches!(reader.marks()[seat], drawing::Sitter::Away);
        assert_eq!(is_marked, plays_on);
    }
}

#[test]
fn once_it_is_over_nobody_plays_for_anybody_and_nobody_leaves() {
    use crate::discord::pages::reader::Reader;
    use crate::discord::pages::table_words::{counting, seated};
    use crate::discord::speech::words::Words;
    use crate::drawing;
    use crate::rules::any::GameId;
    let game = AnyGame::new(&GameId::Okey.default_options(), 4);
    let mut lobby = staged(&game, Viewer::Watcher);
    (lobby.life, lobby.rated, lobby.casual) = (Life::Lobby, true, false);
    let told = counting(Reader::new(Words::of("en"), &lobby));
    assert!(told.contains("leaves") && told.contains("counts"), "{told}");
    for (life, is_on) in [(Life::Playing, true), (Life::Finished, false)] {
        let mut look = staged(&game, Viewer::Watcher);
        (look.life, look.rated, look.casual) = (life, true, false);
        let seat = Seat::new(2).expect("a seat");
        if let Sitter::Person { away, .. } = &mut look.seats[seat] {
            *away = true;
        }
        let reader = Reader::new(Words::of("en"), &look);
        assert_eq!(seated(reader, seat).contains("💤"), is_on);
        let is_marked = matches!(reader.marks()[seat], drawing::Sitter::Away);
        assert_eq!(is_marked, is_on);
        // What leaving costs is told in the lobby, and whoever leaves is asked: a board says no more than what it is.
        let counts = if is_on {
            "-# 🏅 Rated"
        } else {
            "-# 🏅 Rated: the result counts for the leaderboard."
        };
        assert_eq!(counting(reader), counts);
    }
}
