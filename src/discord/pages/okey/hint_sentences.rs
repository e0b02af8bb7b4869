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
    hint_wins(kind: &str, points: i32);
    /// What is missing after it.
    hint_keeps(distance: u8, useful: u32, kind: &str);
    /// The round cannot be won any more.
    hint_defends();
    /// Why something is taken that brings the rack no nearer at once.
    hint_prefers();
    /// The neighbour's tile brings nearer.
    hint_takes(from: u8, to: u8);
    /// The neighbour's tile wins.
    hint_takes_to_win(from: u8);
    /// What lies there does not help.
    hint_leaves(tile: &str);
    /// Nothing lies there.
    hint_leaves_nothing();
    /// What is missing before drawing.
    hint_draws(distance: u8, useful: u32);
}
