//! The sentences about the moves of Kaluki: what they are called, and why one is refused.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    KALUKI_MOVE_SENTENCES:

    // Melds.
    /// A run by its ends, with its jokers.
    kaluki_run(sign: &str, first: &str, last: &str, jokers: &str);
    /// Which cards of a run are jokers.
    kaluki_run_jokers(cards: &str, number: usize, sign: &str);
    /// A run for people who cannot see it.
    kaluki_spoken_run(suit: &str, first: &str, last: &str);
    /// A joker of a run for people who cannot see it.
    kaluki_spoken_joker(rank: &str);
    /// A set for people who cannot see it.
    kaluki_spoken_set(rank: &str, suits: &str);

    // Moves in words.
    /// Puts the taken card back.
    kaluki_move_return(card: &str);
    /// Opens.
    kaluki_move_open(points: u32, melds: &str);
    /// Lays a further meld.
    kaluki_move_lay(meld: &str);
    /// Adds cards to a meld.
    kaluki_move_build(cards: &str, number: usize, meld: &str, end: &str);
    /// Frees jokers and places them.
    kaluki_move_exchange(frees: &str, goes: &str);
    /// A part of an exchange: what is given for a joker.
    kaluki_move_free(place: &str, cards: &str, number: usize, meld: &str);
    /// A part of an exchange: a new meld.
    kaluki_place_lay(meld: &str);
    /// A part of an exchange: cards added to a meld.
    kaluki_place_build(cards: &str, number: usize, end: &str);
    /// The last discard.
    kaluki_move_call_up(card: &str);
    /// Announces few cards.
    kaluki_move_announce(held: usize);
    /// Does not.
    kaluki_move_stay_silent();
    /// Buys in.
    kaluki_move_buy_in(stake: u32, penalty: i32);
    /// Does not.
    kaluki_move_decline();

    // Why Kaluki says no.
    /// Nothing is being played.
    kaluki_no_deal();
    /// No such seat, or not any more.
    kaluki_not_in_game();
    /// Somebody else is to act.
    kaluki_out_of_turn();
    /// Those over the limit are asked first.
    kaluki_buy_in_first();
    /// An announcement is waited for.
    kaluki_announcement_first();
    /// A card must come first: from the stock, or the discard where that may be taken.
    kaluki_must_draw_first(may: &str);
    /// A card has come already.
    kaluki_must_discard();
    /// Nothing to put back.
    kaluki_nothing_to_return();
    /// Nothing to announce.
    kaluki_nothing_to_announce();
    /// Nobody is asked to buy in, or not this player.
    kaluki_no_buy_in();
    /// That player has answered.
    kaluki_no_second_answer();
    /// Not in the hand.
    kaluki_not_held(card: &str);
    /// No discard.
    kaluki_no_pile();
    /// The discard makes no opening.
    kaluki_take_opens_nothing(card: &str, needed: u32);
    /// Before opening no discard is taken.
    kaluki_take_when_open();
    /// One meld of several is none.
    kaluki_bad_meld_of(number: usize, why: &str);
    /// The cards are no meld, or do not fit.
    kaluki_bad_meld(why: &str);
    /// Too many cards, or too few.
    kaluki_fault_size(cards: usize);
    /// Why cards are no meld, fit none or free no joker.
    kaluki_fault(fault: &str);
    /// Another number of cards frees a joker.
    kaluki_fault_needs(needed: usize, given: usize);
    /// No cards.
    kaluki_nothing_composed();
    /// No such meld.
    kaluki_no_such_meld(number: usize, melds: usize);
    /// Open already.
    kaluki_already_open();
    /// Not open yet.
    kaluki_not_open(needed: u32);
    /// Too few points.
    kaluki_too_low(points: u32, needed: u32, short: u32);
    /// Without the taken card, or not as it is owed.
    kaluki_taken_not_used(card: &str, terms: &str);
    /// The taken card must open.
    kaluki_must_open(card: &str);
    /// No card is left to discard.
    kaluki_keep_one();
    /// The same, because of the card just taken.
    kaluki_keep_one_taken(card: &str);
    /// The card just taken would be left alone, at a table where the last card may be laid.
    kaluki_left_alone(card: &str);
    /// The announcement was missed.
    kaluki_blocked();
    /// Too many cards on an end.
    kaluki_end_limit(limit: u32);
    /// A joker is left over.
    kaluki_joker_unused(reuse: &str);
    /// A card just taken.
    kaluki_return_taken(card: &str);
}
