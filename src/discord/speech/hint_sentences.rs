//! The sentences of hints.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    HINT_SENTENCES:

    /// Label.
    button_hint();
    /// A move and why.
    hint(action: &str, reason: &str);
    /// Hints are off at a table that counts.
    hint_rated();
    /// It is not one's turn.
    hint_nothing_to_do();
}
