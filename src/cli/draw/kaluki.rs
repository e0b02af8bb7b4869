//! Kaluki drawn.

use super::Drawn;
use crate::drawing::kaluki::{Marks, Shown, board, rack};
use crate::drawing::packs::cards::Inks;
use crate::drawing::{Scene, Sitter};
use crate::rules::PerSeat;
use crate::rules::card::Card;
use crate::rules::kaluki::View;
use crate::rules::kaluki::view::Own;

/// More cards no player ever holds.
const MOST_CARDS: usize = 14;

impl Drawn for View {
    fn board(&self, sitters: &PerSeat<Sitter>) -> Scene {
        board(self, sitters, Inks::Two)
    }

    fn rack(&self) -> Scene {
        let shown = Shown {
            loose: self.hand().unwrap_or_default().to_vec(),
            ..Shown::default()
        };
        rack(self, &shown, &Marks::default(), Inks::Two)
    }

    fn give(&mut self, rack: &str, indicator: Option<&str>) -> Result<(), String> {
        if indicator.is_some() {
            return Err("Kaluki has no indicator".to_owned());
        }
        let hand = Card::read_all(rack).map_err(|error| error.to_string())?;
        if !(1..=MOST_CARDS).contains(&hand.len()) {
            return Err(format!(
                "a rack of 1 to {MOST_CARDS} cards can be drawn, not of {}",
                hand.len()
            ));
        }
        self.own = Some(Own {
            hand,
            ..Own::default()
        });
        Ok(())
    }
}
