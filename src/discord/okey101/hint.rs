//! The reasons of a hint in Okey 101.

use crate::computers::hint::Reason101;
use crate::discord::words::Words;
use crate::rules::okey101::View;

/// Why a move is advised.
pub fn reason(_words: Words, _view: &View, why: &Reason101) -> String {
    format!("{why:?}")
}
