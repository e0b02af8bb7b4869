//! What a game that is over came to, as everybody sees it: one picture for all games, with the finest of it in words.

use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, seat_spoken};
use crate::discord::wire::note::MOST_ALT_TEXT;
use crate::drawing::Scene;
use crate::rules::{PerSeat, Seat, Standing};

/// What a game says of its end.
pub(crate) struct Ended {
    /// The picture.
    pub scene: Scene,
    /// What the picture shows everybody to have.
    pub reached: Reached,
    /// The finest move, or what else is worth telling, as a line; `None` if nothing is.
    pub finest: Option<String>,
    /// What the pieces of the picture are, where that is something else.
    pub shown: Option<String>,
    /// What the picture shows beside everybody's place, for whoever cannot see it, where that is something else than what the
    /// board says; then who is a computer is told with the places.
    pub alt: Option<String>,
}

/// What everybody has at the end.
pub(crate) struct Reached {
    /// What is counted, by the word for it.
    pub what: &'static str,
    /// As the picture writes it.
    pub points: PerSeat<String>,
    /// What its pieces are, for whoever cannot see them; `None` where the board says it.
    pub shown: Option<String>,
}

impl Ended {
    /// How many characters stand before the description of the last board: everybody's place.
    pub(crate) fn letters_before(&self, reader: Reader<'_>, standing: &Standing) -> usize {
        let shown = self.reached.shown.as_deref();
        let places = places(reader, standing, &self.reached, shown);
        places.chars().count() + 1
    }

    /// In the place of the last board: its words stay, and so does what it says to whoever cannot see, unless the picture is
    /// described on its own.
    pub(crate) fn after(self, reader: Reader<'_>, standing: &Standing, board: Body) -> Body {
        let lines = [Some(board.text), self.finest, self.shown];
        let lines = lines.into_iter().flatten();
        // Who has what is told first and whole: what the pieces are goes where there is no room for all.
        let alt = |shown| match &self.alt {
            Some(own) => {
                let name = |seat| seat_spoken(reader, seat);
                let places = places_of(reader, standing, &self.reached, shown, name);
                format!("{places} {own}").trim_end().to_owned()
            }
            None => {
                let places = places(reader, standing, &self.reached, shown);
                format!("{places} {}", board.alt)
            }
        };
        let whole = Some(alt(self.reached.shown.as_deref()));
        let whole = whole.filter(|alt| alt.chars().count() <= MOST_ALT_TEXT);
        Body {
            text: lines.collect::<Vec<_>>().join("\n"),
            alt: whole.unwrap_or_else(|| alt(None)),
            scene: self.scene,
            ..board
        }
    }
}

/// Everybody by place, the best first, with what they have, and what else the picture shows; which of them are computers is
/// said by the board.
pub(crate) fn places(
    reader: Reader<'_>,
    standing: &Standing,
    reached: &Reached,
    shown: Option<&str>,
) -> String {
    let name = |seat: Seat| reader.words.sign_spoken(seat.index());
    places_of(reader, standing, reached, shown, name)
}

fn places_of(
    reader: Reader<'_>,
    standing: &Standing,
    reached: &Reached,
    shown: Option<&str>,
    name: impl Fn(Seat) -> String,
) -> String {
    let words = reader.words;
    let mut seats: Vec<Seat> = Seat::all(standing.places.len()).collect();
    seats.sort_by_key(|seat| standing.places[*seat]);
    let place = |seat: &Seat| {
        let points = &reached.points[*seat];
        words.result_alt_place(standing.places[*seat], &name(*seat), points)
    };
    let places: Vec<String> = seats.iter().map(place).collect();
    let places = words.result_alt(&places.join(", "), reached.what);
    let parts = [Some(&places[..]), shown].into_iter();
    parts.flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::Level;
    use crate::discord::pages::games;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::speech::words::Words;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Chance, Game, Outcome, Viewer};
    use crate::tables::Sitter;

    #[test]
    fn the_places_leave_room_for_a_board_that_names_the_computers() {
        for id in GameId::ALL {
            let seats = id.seats().max().expect("somebody plays");
            let mut game = AnyGame::new(&id.default_options(), seats);
            game.obey(&game.deal(&Chance::from_seed(3)));
            let mut look = staged(&game, Viewer::Watcher);
            for sitter in look.seats.values_mut().skip(1) {
                *sitter = Sitter::Computer {
                    level: Level::Medium,
                    instead_of: None,
                };
            }
            let place = |seat: Seat| u8::try_from(seat.index() + 1).expect("few seats");
            let standing = Standing {
                points: PerSeat::new(seats, |_| 0),
                places: PerSeat::new(seats, place),
                outcomes: PerSeat::new(seats, |_| Outcome::Neither),
                sides: PerSeat::new(seats, place),
            };
            let reader = Reader::new(Words::of("en"), &look);
            let board = games::board(reader, None).expect("a board");
            let ended = Ended {
                scene: board.scene,
                reached: Reached {
                    what: "penalty",
                    points: PerSeat::new(seats, |_| "−1234".to_owned()),
                    shown: None,
                },
                finest: None,
                shown: None,
                alt: None,
            };
            let said = places(reader, &standing, &ended.reached, None);
            assert!(!said.contains("computer"), "{said}");
            assert_eq!(said.matches("(−1234)").count(), seats, "{said}");
            let left = reader.beside(ended.letters_before(reader, &standing)).room;
            assert!(left >= 750, "{}: {left}", id.id());
            assert_eq!(left + said.chars().count() + 1, MOST_ALT_TEXT);
            assert_eq!(reader.room, MOST_ALT_TEXT);
        }
    }

    #[test]
    fn what_the_picture_shows_is_left_out_where_it_would_cost_somebody_their_place() {
        let id = GameId::Meri;
        let mut game = AnyGame::new(&id.default_options(), 8);
        game.obey(&game.deal(&Chance::from_seed(3)));
        let look = staged(&game, Viewer::Watcher);
        let reader = Reader::new(Words::of("en"), &look);
        let standing = Standing {
            points: PerSeat::new(8, |_| 0),
            places: PerSeat::new(8, |_| 1),
            outcomes: PerSeat::new(8, |_| Outcome::Neither),
            sides: PerSeat::new(8, |_| 1),
        };
        for (letters, is_shown) in [(10, true), (1000, false)] {
            let board = games::board(reader, None).expect("a board");
            let scene = board.scene.clone();
            let ended = Ended {
                scene,
                reached: Reached {
                    what: "penalty",
                    points: PerSeat::new(8, |_| "0".to_owned()),
                    shown: Some("x".repeat(letters)),
                },
                finest: None,
                shown: None,
                alt: None,
            };
            let told = ended.after(reader, &standing, board);
            assert!(told.alt.chars().count() <= MOST_ALT_TEXT);
            assert_eq!(told.alt.contains("xxxxxxxxxx"), is_shown, "{}", told.alt);
        }
    }
}
