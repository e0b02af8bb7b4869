//! A page whose places nobody is about to press twice any more: what only kept a place there goes, once, and nothing that can
//! be pressed moves under a finger for it.

use super::places::{is_move, is_the_same};
use crate::discord::pages::reader::Reader;
use crate::discord::wire::note::{Button, Tone};

/// What stands in the place of these rows, which the page fills without any place kept; `None` where all of them stay, until the
/// table tells something anew. No move comes where something else can be pressed: nothing at the table has told its reader to
/// look up.
pub(crate) fn settled(
    reader: Reader<'_>,
    stands: &[Vec<Button>],
    page: Vec<Vec<Button>>,
) -> Option<Vec<Vec<Button>>> {
    let is_other = |(stood, comes): (&Button, &Button)| {
        stood.enabled && comes.enabled && !is_the_same(stood, comes) && is_move(reader, &comes.id)
    };
    let mut rows = stands.iter().zip(&page);
    let is_safe = !rows.any(|(stood, comes)| stood.iter().zip(comes).any(is_other));
    if is_safe {
        return Some(page);
    }
    filled(stands, page)
}

/// Where the page cannot come as it is, what there was no room for takes the places that were only kept.
fn filled(stands: &[Vec<Button>], page: Vec<Vec<Button>>) -> Option<Vec<Vec<Button>>> {
    let has_gone = |button: &Button| button.tone == Tone::Gone;
    let stays = |one: &Button| {
        let mut all = stands.iter().flatten().filter(|there| !has_gone(there));
        all.any(|there| is_the_same(there, one))
    };
    let missing: Vec<Button> = page
        .into_iter()
        .flatten()
        .filter(|one| !stays(one))
        .collect();
    if missing.is_empty() {
        return None;
    }
    let mut missing = missing.into_iter();
    let mut rows = stands.to_vec();
    for kept in rows.iter_mut().flatten().filter(|there| has_gone(there)) {
        if let Some(one) = missing.next() {
            *kept = one;
        }
    }
    Some(rows)
}
