//! The sentences of hints.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    HINT_SENTENCES:

    /// Label.
    button_hint();
    /// A move and why.
    hint(action: &str, reason: &str);
    /// What `/play` reads as the move, where no button makes it by itself.
    hint_typed(text: &str);
    /// Hints are off at a table that counts.
    hint_rated();
    /// It is not one's turn.
    hint_nothing_to_do();
    /// With what a piece goes.
    hint_joins(piece: &str, others: &str);
    /// A piece that lies there goes with nothing.
    hint_joins_nothing(piece: &str);
    /// What is given away goes with nothing.
    hint_spares();
    /// What is given away goes with these.
    hint_spares_of(others: &str);
    /// What is worth keeping together.
    hint_together(pieces: &str);
    /// The last of a list.
    hint_both(first: &str, last: &str);
}
