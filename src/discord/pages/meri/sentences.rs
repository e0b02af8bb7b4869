//! The sentences of Meri.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    MERI_SENTENCES:

    /// The rules in short.
    rules_meri();
}
