//! The sentences of the toy.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    TOY_SENTENCES:

    /// The rules in short.
    rules_toy();
    /// Which round it is, and what a trick is worth.
    toy_round(round: u32, rounds: u32, worth: i32);
    /// What to do.
    toy_do_play();
    /// A move.
    toy_move_play(tile: &str);
    /// A move.
    toy_move_knock();
    /// Label.
    toy_button_knock();
    /// A seat with its points and tricks.
    toy_seat(sign: &str, who: &str, points: i32, tricks: i32);
    /// The trick so far.
    toy_trick(tiles: &str);
    /// What happened.
    toy_moved_played(sign: &str, tile: &str);
    /// What happened.
    toy_moved_knocked(sign: &str);
    /// What happened.
    toy_moved_took(sign: &str);
    /// The board for people who cannot see it.
    toy_alt_board(trick: &str);
    /// A refusal.
    toy_not_yours();
    /// A refusal.
    toy_follow();
    /// A refusal.
    toy_no_knock();
    /// A refusal.
    toy_not_now();
    /// Why a move is advised.
    toy_reason_takes();
    /// Why a move is advised.
    toy_reason_least();
}
