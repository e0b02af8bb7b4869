//! Kaluki drawn.

use super::Drawn;
use crate::drawing::kaluki::{Marks, Shown, board, rack};
use crate::drawing::packs::cards::Inks;
use crate::drawing::{Scene, Sitters};
use crate::rules::card::Card;
use crate::rules::kaluki::View;
use crate::rules::kaluki::options::JokerCount;
use crate::rules::kaluki::view::Own;

/// More cards no player ever holds.
const MOST_CARDS: usize = 14;

impl Drawn for View {
    fn board(&self, sitters: &Sitters) -> Scene {
        board(self, sitters, Inks::Two)
    }

    fn rack(&self) -> Scene {
        rack(self, &Shown::best(self), &Marks::default(), Inks::Two)
    }

    fn give(&mut self, rack: &str, indicator: Option<&str>) -> Result<(), String> {
        if indicator.is_some() {
            return Err("Kaluki has no indicator".to_owned());
        }
        self.own = Some(Own {
            hand: read(rack)?,
            ..Own::default()
        });
        Ok(())
    }
}

/// Cards of one real pack, in canonical order.
fn read(rack: &str) -> Result<Vec<Card>, String> {
    let mut hand = Card::read_all(rack).map_err(|error| error.to_string())?;
    if !(1..=MOST_CARDS).contains(&hand.len()) {
        return Err(format!(
            "a rack of 1 to {MOST_CARDS} cards can be drawn, not of {}",
            hand.len()
        ));
    }
    let jokers = JokerCount::Four.number();
    let most = |kind: Card| if kind == Card::Joker { jokers } else { 2 };
    let held = |kind: Card| hand.iter().filter(|card| **card == kind).count();
    if let Some(card) = Card::kinds().find(|kind| held(*kind) > most(*kind)) {
        return Err(format!("there are only {} {card}", most(card)));
    }
    hand.sort_unstable();
    Ok(hand)
}
