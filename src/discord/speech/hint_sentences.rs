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
    /// Before a joker is thrown without winning.
    okey_throws_joker(tile: &str);
}
