//! Hachinin-meri drawn.

use super::Drawn;
use crate::drawing::meri::{Marks, Shown, board, rack};
use crate::drawing::{Scene, Sitters};
use crate::rules::GameView;
use crate::rules::karuta::Karuta;
use crate::rules::meri::View;
use crate::rules::meri::view::Own;

/// More karuta no player ever holds.
const MOST_KARUTA: usize = 10;

impl Drawn for View {
    fn board(&self, sitters: &Sitters) -> Scene {
        board(self, sitters)
    }

    fn rack(&self) -> Scene {
        let groups = match self.trump() {
            Some(_) => self.grouped().of_kind::<Karuta>().melds,
            None => vec![View::rack(self).unwrap_or_default().to_vec()],
        };
        rack(self, &Shown { groups }, &Marks::default())
    }

    /// The indicator of a rack is the okie here: it tells what is trump.
    fn give(&mut self, rack: &str, indicator: Option<&str>) -> Result<(), String> {
        let given = read_all(rack)?;
        if !(1..=MOST_KARUTA).contains(&given.len()) {
            return Err(format!(
                "a rack of 1 to {MOST_KARUTA} karuta can be drawn, not of {}",
                given.len()
            ));
        }
        once(&given)?;
        self.okie = indicator.map(read).transpose()?;
        self.own = Some(Own {
            rack: given,
            may_call: false,
            is_ready: false,
            discard: None,
            playable: Vec::new(),
            is_exempt: false,
        });
        Ok(())
    }
}

fn read_all(text: &str) -> Result<Vec<Karuta>, String> {
    text.split_whitespace().map(read).collect()
}

fn read(text: &str) -> Result<Karuta, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}

/// There is one of each; only the okie may be seen twice, for its taker holds it.
fn once(given: &[Karuta]) -> Result<(), String> {
    for (place, karuta) in given.iter().enumerate() {
        if given[..place].contains(karuta) {
            return Err(format!("there is only one {karuta}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::glimpse::before_the_deal;
    use crate::rules::any::{AnyView, GameId};

    fn given(rack: &str, okie: Option<&str>) -> Result<usize, String> {
        let mut view =
            before_the_deal(&GameId::Meri.default_options(), 8).expect("it can be drawn");
        let AnyView::Meri(view) = &mut view else {
            panic!("it is another game");
        };
        view.give(rack, okie)?;
        Ok(Drawn::rack(view.as_ref()).pieces().count())
    }

    #[test]
    fn a_rack_is_drawn_with_an_okie_or_without() {
        assert_eq!(given("K-Un P-3 g-rei", None), Ok(3));
        // The okie and the sign of its suit on the post.
        assert_eq!(given("K-Un P-3 P-Robai G-9", Some("K-4")), Ok(6));
        assert_eq!(given("K-4 P-3", Some("K-4")), Ok(4));
    }

    #[test]
    fn a_rack_that_cannot_be_is_refused() {
        let eleven = "P-1 P-2 P-3 P-4 P-5 P-6 P-7 P-8 P-9 P-Sun P-Un";
        for rack in ["", "K-Un P-3 K-Un", "K-Un P-10", "R5", eleven] {
            assert!(given(rack, None).is_err(), "{rack}");
        }
        let twice = given("K-Un P-3 K-Un", None);
        assert_eq!(twice, Err("there is only one K-Un".to_owned()));
        assert!(given("K-Un", Some("Jk")).is_err());
    }
}
