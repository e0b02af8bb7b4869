//! The sentences that name karuta.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    KARUTA_SENTENCES:

    /// A karuta in a sentence.
    karuta_short(sign: &str, rank: &str);
    /// A karuta for people who cannot see it.
    karuta_spoken(rank: &str, suit: &str);
    /// The name of a suit, with the word that players of the game use.
    karuta_suit(suit: &str);
    /// A suit with its sign.
    karuta_suit_short(sign: &str, suit: &str);
    /// The name of a court.
    karuta_rank(rank: &str);
    /// The robai of pao for people who cannot see it.
    karuta_tenka_spoken(karuta: &str);
    /// The robai of pao.
    karuta_tenka_marked(karuta: &str);
}
