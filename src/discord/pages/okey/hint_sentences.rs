//! The sentences about why a move of Okey is advised.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    OKEY_HINT_SENTENCES:

    /// Showing costs nothing.
    hint_shows();
    /// There is no twin.
    hint_nothing_to_show();
    /// It wins.
    hint_wins(kind: &str, losers: &str, points: i32);
    /// The rack is on the way to pairs.
    hint_single();
    /// The round cannot be won any more.
    hint_defends();
    /// Why something is taken that brings the rack nearer.
    hint_nearer();
    /// Why something is taken that brings the rack no nearer at once.
    hint_prefers(place: &str);
    /// The neighbour's tile wins.
    hint_takes_to_win(from: u8);
    /// What lies there does not help.
    hint_leaves(tile: &str);
    /// What lies there brings the rack nearer, and does not help all the same.
    hint_leaves_nearer(tile: &str);
    /// Nothing lies there.
    hint_leaves_nothing();
}
