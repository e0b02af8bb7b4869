//! Why Okey 101 says no, in sentences.

use crate::discord::words::Words;
use crate::rules::okey101::Refusal;
use crate::rules::tile::Face;

/// The sentence for the person who was refused.
pub fn sentence(_words: Words, refusal: &Refusal, _okey: Option<Face>) -> String {
    refusal.to_string()
}
