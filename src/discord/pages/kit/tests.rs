//! A table for tests of pages: people on every seat, and a game in the state that a test wants.

use crate::computers::Level;
use crate::rules::any::AnyGame;
use crate::rules::{Game, GameView, PerSeat, Seat, Seats, Viewer};
use crate::tables::{ChannelId, Life, Look, Moment, PersonId, Places, Preset, Revision, Sitter};

/// The table of this game by its default options, in English, as this viewer sees it.
pub(crate) fn staged(game: &AnyGame, viewer: Viewer) -> Look {
    let person = |seat: Seat| PersonId::new(1_234_567_890_123_456_780 + seat.index() as u64);
    let view = game.view(viewer);
    let seats = view.points().len();
    Look {
        table: "7f3kabcd".parse().expect("an id"),
        revision: Revision::default(),
        seen_revision: Revision::default(),
        life: match game.standing() {
            Some(_) => Life::Finished,
            None => Life::Playing,
        },
        game: game.game(),
        options: game.game().default_options(),
        level: Level::Medium,
        preset: Preset::Normal,
        places: Places::nowhere_in(None, ChannelId::new(1)),
        host: person(Seat::new(0).expect("a seat")),
        language: "en".to_owned(),
        seal: String::new(),
        presses: None,
        seats: PerSeat::new(seats, |seat| Sitter::Person {
            person: person(seat),
            away: false,
        }),
        seats_drawn: false,
        came_from: PerSeat::new(seats, |seat| seat),
        missing: Vec::new(),
        viewer,
        seat_revision: viewer.seat().map(|_| Revision::default()),
        view: Some(view),
        actions: viewer
            .seat()
            .map_or_else(Vec::new, |seat| game.actions(seat)),
        may_interject: false,
        waiting: Some(game.waiting()),
        deadline: Some(Moment::from_unix_ms(1_790_000_000_000)),
        turn_since: None,
        ahead: Default::default(),
        given_back: 0,
        next_round_at: None,
        ready: Seats::NONE,
        votes: Seats::NONE,
        voters: Seats::NONE,
        out: Seats::NONE,
        seats_stay: false,
        rated: false,
        casual: true,
        stepped_in: false,
        left_before: false,
        slept: false,
        was_away: false,
        closes_at: None,
        desk: None,
        held_back: None,
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
