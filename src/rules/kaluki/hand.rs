//! Cards in a hand, in canonical order.

use crate::card::Card;
use crate::piece::remove;

/// Adds a card in canonical order.
pub(super) fn add(hand: &mut Vec<Card>, card: Card) {
    let place = hand.partition_point(|held| *held <= card);
    hand.insert(place, card);
}

/// Cards without each of these once.
pub(super) fn difference(cards: &[Card], taken: &[Card]) -> Vec<Card> {
    let mut rest = cards.to_vec();
    for card in taken {
        remove(&mut rest, *card);
    }
    rest
}

/// The different cards of a hand in canonical order.
pub(super) fn distinct(hand: &[Card]) -> Vec<Card> {
    let mut distinct = hand.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}
