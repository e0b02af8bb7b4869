//! Cards in a hand, in canonical order.

use crate::card::Card;

/// The different cards of a hand in canonical order.
pub(super) fn distinct(hand: &[Card]) -> Vec<Card> {
    let mut distinct = hand.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}
