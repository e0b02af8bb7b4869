//! A table for tests of pages: people on every seat, and a game in the state that a test wants.

use crate::computers::Level;
use crate::discord::pages::games;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::rules::any::{AnyGame, GameId};
use crate::rules::{Chance, Game, PerSeat, Seat, Viewer};
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

/// The buttons of the board that everybody sees.
fn on_the_board(look: &Look) -> Vec<String> {
    let reader = Reader::new(Words::of("en"), look);
    let board = games::board(reader, None).expect("a game is played");
    let buttons = board.rows.into_iter().flatten();
    buttons.map(|button| button.label).collect()
}

#[test]
fn the_board_offers_a_move_only_where_a_person_has_the_seat() {
    for id in [GameId::Okey, GameId::Okey101, GameId::Kaluki] {
        let (mut game, chance) = (AnyGame::new(&id.default_options(), 3), Chance::from_seed(1));
        game.obey(&game.deal(&chance));
        let mut offered = 0;
        for _ in 0..6 {
            let seat = game.waiting().seats.iter().next().expect("somebody");
            let mut look = staged(&game, Viewer::Watcher);
            look.life = Life::Playing;
            let of_person = on_the_board(&look);
            if let Sitter::Person { away, .. } = &mut look.seats[seat] {
                *away = true;
            }
            assert_eq!(on_the_board(&look), of_person, "{id:?}");
            look.seats[seat] = Sitter::Computer {
                level: Level::Easy,
                instead_of: None,
            };
            let of_computer = on_the_board(&look);
            // What stays keeps its place.
            assert!(of_person.starts_with(&of_computer), "{of_computer:?}");
            assert!(!of_computer.iter().any(|label| label == "Draw"), "{id:?}");
            offered += of_person.len() - of_computer.len();
            let action = game.at_zero(seat);
            assert!(game.act(seat, &action, &chance).is_ok(), "{action:?}");
        }
        assert!(offered >= 4, "{id:?}: {offered}");
    }
}

#[test]
fn nobody_plays_for_whoever_is_out() {
    use crate::discord::pages::table_words::{away_line, seated};
    use crate::drawing;
    use crate::rules::Seats;
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
