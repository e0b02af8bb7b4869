//! The sentences about the moves of Okey: what they are called, and why one is refused.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    OKEY_MOVE_SENTENCES:

    // Moves in words.
    /// A choice of /play.
    move_show();
    /// A choice of /play.
    move_decline();
    /// A choice of /play; the place is counted from 1.
    move_draw_at(place: usize);

    // Why Okey says no.
    /// Nothing is dealt.
    okey_no_round();
    /// Out of the game.
    okey_not_in_game();
    /// Out of turn.
    okey_out_of_turn();
    /// Showing comes first.
    okey_showing_first();
    /// Discard first.
    okey_must_discard();
    /// Not on the rack.
    okey_not_on_rack(tile: &str);
    /// Nothing to draw.
    okey_stock_empty();
    /// What was typed counts the tiles of the stock from 0.
    okey_counted_from_one();
    /// No such place, counted from 1.
    okey_no_such_place(place: usize);
    /// Nothing to take.
    okey_nothing_to_take();
    /// Too many takes.
    okey_must_draw_from_stock(takes: u32);
    /// Only to win.
    okey_take_does_not_win(tile: &str);
    /// The turn has to end with a finish.
    okey_must_finish();
    /// Passing needs an empty stock.
    okey_stock_left(stock: usize);
    /// The rest is no winning rack.
    okey_does_not_win(tile: &str, short: usize);
    /// One try a turn.
    okey_finish_failed_already();
    /// Switched off.
    okey_showing_off();
    /// Answered already.
    okey_already_shown();
    /// Too late.
    okey_too_late_to_show();
    /// No twin.
    okey_no_twin(twin: &str);
    /// Nothing to decline.
    okey_nothing_to_decline();
}
