//! What a game that is over came to, as everybody sees it: one picture for all games, with the finest of it in words.

use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, seat_spoken};
use crate::drawing::Scene;
use crate::rules::{Seat, Standing};

/// What a game says of its end.
pub(crate) struct Ended {
    /// The picture.
    pub scene: Scene,
    /// The finest move, or what else is worth telling, as a line; `None` if nothing is.
    pub finest: Option<String>,
}

impl Ended {
    /// In the place of the last board: its words stay, and so does what it says to whoever cannot see.
    pub(crate) fn after(self, reader: Reader<'_>, standing: &Standing, board: Body) -> Body {
        let lines = [Some(board.text), self.finest].into_iter().flatten();
        Body {
            text: lines.collect::<Vec<_>>().join("\n"),
            alt: format!("{} {}", places(reader, standing), board.alt),
            scene: self.scene,
            ..board
        }
    }
}

/// Everybody by place, the best first.
fn places(reader: Reader<'_>, standing: &Standing) -> String {
    let words = reader.words;
    let mut seats: Vec<Seat> = Seat::all(standing.places.len()).collect();
    seats.sort_by_key(|seat| standing.places[*seat]);
    let place =
        |seat: &Seat| words.result_alt_place(standing.places[*seat], &seat_spoken(reader, *seat));
    let places: Vec<String> = seats.iter().map(place).collect();
    words.result_alt(&places.join(", "))
}
