//! The sentences of Kaluki.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    KALUKI_SENTENCES:

    /// The rules in short.
    rules_kaluki();
}
