//! The sentences about cards, whatever is played with them.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    CARD_SENTENCES:

    /// A card in a sentence.
    card_short(sign: &str, rank: &str);
    /// A joker in a sentence that stands for a card.
    card_joker_short(sign: &str, card: &str);
    /// A card for people who cannot see it.
    card_spoken(rank: &str, suit: &str);
    /// A rank for people who cannot see it.
    card_rank(rank: &str);
    /// A suit for people who cannot see it.
    card_suit(suit: &str);
    /// A joker for people who cannot see it, and on a button.
    card_joker();
    /// A joker that stands for a card, for people who cannot see it.
    card_joker_spoken(card: &str);
}
