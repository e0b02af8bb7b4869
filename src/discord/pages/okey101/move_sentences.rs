//! The sentences about the moves of Okey 101: what they are called, and why one is refused.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    MOVE101_SENTENCES:

    // Moves in words.
    /// Gives the taken tile back.
    okey101_move_return(tile: &str);
    /// Opens with sets and runs.
    okey101_move_open(points: u32, melds: &str);
    /// Opens with doubles.
    okey101_move_open_doubles(pairs: usize, melds: &str);
    /// Lays a meld or a double.
    okey101_move_lay(meld: &str);
    /// Lays a tile off.
    okey101_move_lay_off(tile: &str, number: usize, meld: &str, end: &str);
    /// Takes a tile back.
    okey101_move_take_back(tile: &str);
    /// Takes an okey from the table.
    okey101_move_swap(tile: &str, number: usize, meld: &str);
    /// Discards what costs points.
    okey101_move_discard_costs(tile: &str, points: u32);

    // Why Okey 101 says no.
    /// Nothing is being played.
    okey101_no_round();
    /// No such seat.
    okey101_not_in_game();
    /// Somebody else is to act.
    okey101_out_of_turn();
    /// A tile has come already.
    okey101_must_discard();
    /// The taken tile stands in the way.
    okey101_use_taken_first(tile: &str);
    /// Nothing to return.
    okey101_nothing_to_return();
    /// One tile was returned already.
    okey101_returned_this_turn();
    /// Not on the rack.
    okey101_not_on_rack(tile: &str);
    /// The stock is empty.
    okey101_stock_empty();
    /// No discard.
    okey101_nothing_to_take();
    /// Tiles are left.
    okey101_stock_left(stock: usize);
    /// Nobody passes here.
    okey101_no_passing();
    /// No tiles.
    okey101_nothing_composed();
    /// Neither the best melds nor the doubles are enough.
    okey101_cannot_open(points: u32, short: u32, needed: u32, doubles: u32, doubles_needed: u32);
    /// One meld of an opening is none.
    okey101_opening_no_meld(number: usize, why: &str);
    /// Doubles and melds together.
    okey101_opening_mixed();
    /// Too few points.
    okey101_opening_too_low(points: u32, needed: u32, short: u32);
    /// Too few doubles.
    okey101_opening_too_few_pairs(pairs: u32, needed: u32);
    /// An opening failed before.
    okey101_failed_already(why: &str);
    /// The same where no opening that fails costs anything.
    okey101_failed_again(why: &str);
    /// Without the taken tile.
    okey101_taken_unused(tile: &str);
    /// No tile is left.
    okey101_rack_emptied();
    /// Opened already.
    okey101_already_opened();
    /// Not opened yet.
    okey101_open_first();
    /// No meld.
    okey101_no_meld(why: &str);
    /// Only doubles.
    okey101_only_doubles();
    /// No doubles.
    okey101_no_doubles();
    /// No doubles yet.
    okey101_nobody_opened_doubles();
    /// Laid off often enough.
    okey101_lay_off_limit(limit: u32);
    /// No such meld.
    okey101_no_such_meld(number: usize);
    /// A double.
    okey101_closed_double();
    /// A full set.
    okey101_full_set();
    /// It does not fit.
    okey101_does_not_fit(tile: &str);
    /// Nothing to take back.
    okey101_nothing_to_take_back();
    /// Taken back before.
    okey101_taken_back_already(tile: &str);
    /// Only the last one.
    okey101_only_the_last();
    /// Okeys stay.
    okey101_swap_off();
    /// No okey stands for it.
    okey101_no_joker_for(tile: &str);
    /// The last tile has to go.
    okey101_must_finish();
    /// A discard costs.
    okey101_needs_confirmation(tile: &str, points: i32, cost: &str);
}
