//! Hachinin-meri drawn.

use super::Drawn;
use crate::drawing::meri::{Marks, Shown, board, rack};
use crate::drawing::{Scene, Sitter};
use crate::rules::karuta::Karuta;
use crate::rules::meri::View;
use crate::rules::meri::view::Own;
use crate::rules::{GameView, PerSeat};

/// More karuta no player ever holds.
const MOST_KARUTA: usize = 10;

impl Drawn for View {
    fn board(&self, sitters: &PerSeat<Sitter>) -> Scene {
        board(self, sitters)
    }

    fn rack(&self) -> Scene {
        let grouped = self.grouped().of_kind::<Karuta>();
        let mut groups = grouped.melds;
        groups.push(grouped.loose);
        rack(self, &Shown { groups }, &Marks::default())
    }

    fn give(&mut self, rack: &str, indicator: Option<&str>) -> Result<(), String> {
        if indicator.is_some() {
            return Err("Hachinin-meri has no indicator".to_owned());
        }
        let mut given = Vec::new();
        for text in rack.split_whitespace() {
            given.push(text.parse::<Karuta>().map_err(|error| error.to_string())?);
        }
        if !(1..=MOST_KARUTA).contains(&given.len()) {
            return Err(format!(
                "a rack of 1 to {MOST_KARUTA} karuta can be drawn, not of {}",
                given.len()
            ));
        }
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
