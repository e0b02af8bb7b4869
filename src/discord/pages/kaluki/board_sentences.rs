//! The sentences of a board of Kaluki.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    KALUKI_BOARD_SENTENCES:

    // The seats.
    /// A seat in a line.
    kaluki_seat(sign: &str, who: &str, penalty: i32, parts: &str);
    /// A seat whose player is out.
    kaluki_seat_out(sign: &str, who: &str, deal: u32, parts: &str);
    /// A part of it: how many cards are held.
    kaluki_part_held(held: usize, few: &str);
    /// A part of it: the player is open.
    kaluki_part_open();
    /// A part of it: the player is not.
    kaluki_part_closed();
    /// A part of it: how often they bought in.
    kaluki_part_buy_ins(times: u32);
    /// A part of it: their units.
    kaluki_part_units(units: i32, signed: &str);

    // The deal.
    /// Its number, its dealer, the stock.
    kaluki_told_deal(deal: u32, deals: u32, sign: &str);
    /// The same where the deal is dealt anew.
    kaluki_deal_again(deal: u32, deals: u32, sign: &str, voids: u32);
    /// Behind the deal: how many cards the stock has.
    kaluki_told_stock(stock: usize);
    /// The pool, or that there is none.
    kaluki_told_pool(pool: i32);
    /// The discards became the stock, so often.
    kaluki_reshuffled(times: u32);
    /// The top discard, and on which terms whoever is to draw may take it.
    kaluki_top(card: &str, terms: &str);
    /// There is no discard.
    kaluki_no_top();
    /// Somebody is to draw: there is nothing to take.
    kaluki_turn_draw(sign: &str, who: &str);
    /// Somebody owes something for the discard taken.
    kaluki_turn_owes(sign: &str, card: &str, terms: &str);
    /// Somebody may announce.
    kaluki_turn_announce(sign: &str, who: &str);
    /// Label: announce, on the board of everybody.
    kaluki_board_announce();
    /// Who is asked whether they buy in.
    kaluki_turn_buy_in(people: &str);
    /// What buying in costs and brings.
    kaluki_buy_in_terms(stake: u32, penalty: i32);
    /// Whoever is asked whether they buy in has been quiet for a while, or their time is nearly up.
    kaluki_called_buy_in(when: &str, people: &str, deadline: &str);
    /// The units of all seats.
    kaluki_stands(units: &str);
    /// Units are points.
    kaluki_units();
    /// Below them, where a seat was left: whose they are.
    kaluki_units_shared();

    // Moves.
    /// The discards became the stock.
    kaluki_moved_reshuffled(cards: usize);
    /// A discard was taken.
    kaluki_moved_took(sign: &str, card: &str);
    /// It was put back.
    kaluki_moved_returned(sign: &str, card: &str);
    /// Somebody opened.
    kaluki_moved_opened(sign: &str, points: u32, melds: &str);
    /// A further meld.
    kaluki_moved_laid(sign: &str, meld: &str);
    /// Cards were added.
    kaluki_moved_built(sign: &str, cards: &str, number: usize);
    /// Jokers were freed and laid.
    kaluki_moved_exchanged(sign: &str, frees: &str, goes: &str);
    /// A part of it: what was given.
    kaluki_moved_freed(cards: &str, number: usize);
    /// A part of it: a new meld.
    kaluki_went_lay(meld: &str);
    /// A part of it: cards added to a meld.
    kaluki_went_build(cards: &str, number: usize);
    /// Few cards are announced.
    kaluki_moved_announced(sign: &str, held: usize);

    // How a deal ended.
    /// A call-up.
    kaluki_called_up(deal: u32, sign: &str, who: &str);
    /// A Kaluki.
    kaluki_kaluki(deal: u32, sign: &str, who: &str, doubled: &str);
    /// The stock ran out.
    kaluki_exhausted(deal: u32, sign: &str);
    /// Nobody drew.
    kaluki_stalled(deal: u32, sign: &str);
    /// A seat after a deal.
    kaluki_line(sign: &str, points: i32, penalty: i32, more: &str);
    /// A seat that was over the limit after a deal and bought in since.
    kaluki_line_over(sign: &str, points: i32, more: &str);
    /// The winner of the deal.
    kaluki_line_winner(sign: &str, penalty: i32, more: &str);
    /// Behind a line: the settlement.
    kaluki_line_stake(units: i32, signed: &str);
    /// Behind a line: the cards left.
    kaluki_line_hand(cards: &str);
    /// Somebody is out.
    kaluki_left(sign: &str, who: &str, why: &str);
    /// Why whoever is out was not asked to buy in.
    kaluki_without_buy_in(why: &str, used: u32, needed: u32);
    /// Somebody bought in.
    kaluki_bought_in(sign: &str, who: &str, penalty: i32);

    // How the match ended.
    /// It is over.
    kaluki_match_over();
    /// What was in the pool, and from whom.
    kaluki_pool_was(pool: i32, stake: u32, buy_in: u32);
    /// A place.
    kaluki_place(place: u8, sign: &str, who: &str, outcome: &str, result: &str);
    /// The result in units.
    kaluki_place_units(units: i32, signed: &str);
    /// The result in penalty points.
    kaluki_place_penalty(penalty: i32, units: &str);

    // In words.
    /// Alt text: the deal.
    kaluki_alt_deal(deal: u32, stock: usize, pile: &str);
    /// Alt text: a seat.
    kaluki_alt_seat(sign: &str, penalty: i32, parts: &str);
    /// Alt text: a seat whose player is out.
    kaluki_alt_seat_out(sign: &str, deal: u32, parts: &str);
    /// Alt text: a meld.
    kaluki_alt_meld(number: usize, sign: &str, meld: &str);
    /// Alt text: a score sheet.
    kaluki_alt_sheet(deal: u32, summed: usize);
    /// Alt text: who has won the deal, with which melds, and which card was discarded last.
    kaluki_alt_won(sign: &str, deal: u32, how: &str, melds: &str, last: &str);
    /// Alt text: a seat of a score sheet.
    kaluki_alt_sheet_seat(sign: &str, deals: &str, penalty: i32, parts: &str);
    /// Alt text: a deal of a seat that somebody else won.
    kaluki_alt_sheet_points(points: i32);
    /// Behind it: at what the seat bought in after that deal.
    kaluki_alt_sheet_bought(penalty: i32);
    /// What stands before them for the deals that are summed.
    kaluki_alt_sheet_summed(won: usize, total: i32, deals: &str);
    /// Alt text: a deal of a seat that won it.
    kaluki_alt_sheet_won(how: &str);
    /// Alt text: a deal of a seat that did not take part.
    kaluki_alt_sheet_out();
    /// Alt text: a deal that was void.
    kaluki_alt_sheet_void();
    /// The deal that cost the others most.
    kaluki_finest(sign: &str, who: &str, how: &str, deal: usize, points: i32);
    /// What the picture of the end shows.
    kaluki_shown(sign: &str, deal: u32);
    /// The same for whoever cannot see it.
    kaluki_alt_shown(sign: &str, deal: u32);
    /// Alt text of a board: the discard with which a turn began.
    kaluki_alt_taken(sign: &str, card: &str);
}
