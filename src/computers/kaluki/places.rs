//! Which cards the melds on the table take, or give a joker for.

use crate::rules::card::{Card, Natural, Placed};
use crate::rules::kaluki::{End, Kind, View};

/// The cards that fit the table.
pub(super) struct Places {
    naturals: Vec<Natural>,
    /// Whether there is room for a joker.
    joker: bool,
}

/// A set of so many cards takes no more.
const FULL_SET: usize = 4;

impl Places {
    /// The table as a view shows it.
    pub(super) fn of(view: &View) -> Self {
        let mut places = Self {
            naturals: Vec::new(),
            joker: false,
        };
        for meld in view.table.iter().map(|laid| &laid.meld) {
            let aces = view.options.aces();
            let ends = End::BOTH
                .into_iter()
                .filter_map(|end| meld.next_at(end, aces));
            let mut room: Vec<Natural> = ends.collect();
            if meld.kind() == Kind::Set && meld.cards().len() < FULL_SET {
                room.extend(meld.missing());
            }
            places.joker |= !room.is_empty();
            places.naturals.extend(room);
            let jokers = meld.cards().iter().filter_map(|placed| match placed {
                Placed::JokerAs(natural) => Some(*natural),
                Placed::Natural(_) | Placed::Joker => None,
            });
            places.naturals.extend(jokers);
        }
        places
    }

    /// Whether this card can leave a hand for a meld on the table.
    pub(super) fn take(&self, card: Card) -> bool {
        match card {
            Card::Joker => self.joker,
            Card::Natural(natural) => self.naturals.contains(&natural),
        }
    }
}
