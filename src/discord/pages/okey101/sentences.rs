//! The sentences of the panel and the board of Okey 101.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    OKEY101_SENTENCES:

    // The panel: what to do.
    /// The first turn of a round.
    okey101_do_begin();
    /// Draw, nothing can be taken.
    okey101_do_draw();
    /// Draw, or take this tile.
    okey101_do_draw_or_take(tile: &str);
    /// After a return.
    okey101_do_draw_after_return();
    /// The stock is empty.
    okey101_do_pass();
    /// The same after a return.
    okey101_do_pass_after_return();
    /// A tile was taken by somebody who has opened.
    okey101_do_use_taken(tile: &str);
    /// A tile was taken by somebody who has not opened.
    okey101_do_open_with_taken(tile: &str);
    /// There is no way to use the taken tile.
    okey101_taken_useless(tile: &str);
    /// Discard.
    okey101_do_discard();
    /// The last tile must go.
    okey101_do_finish(tile: &str);
    /// One tile is left.
    okey101_last_tile(tile: &str);
    /// The tile just drawn.
    okey101_fresh(tile: &str);

    // The panel: how near the opening is.
    /// It can be opened.
    okey101_can_open(points: u32, needed: u32);
    /// It can be opened with doubles.
    okey101_can_open_doubles(doubles: usize);
    /// It can with fewer points, if this last tile follows.
    okey101_can_open_low(points: u32, tile: &str);
    /// After an opening with doubles: all have opened so, and the round does not count, or counts all the same.
    okey101_voids(then: &str);
    /// It could, if this tile had not been taken.
    okey101_open_without(how: &str, tile: &str);
    /// It cannot.
    okey101_short(points: u32, short: u32, needed: u32, doubles: usize, doubles_needed: u32);
    /// What was opened with.
    okey101_you_opened(how: &str);
    /// The same in the turn of the opening: what of the viewer lies on the table.
    okey101_you_open_now(how: &str, melds: &str);
    /// How somebody opened.
    okey101_opened_how(kind: &str, worth: u32);
    /// Tiles that fit the table, now or once the viewer has opened.
    okey101_fit(state: &str, tiles: &str);
    /// Which discards cost points, where others cost nothing.
    okey101_throwing_costs(tiles: &str, points: u32);
    /// An opening failed in this turn.
    okey101_failed(points: i32, why: &str);
    /// The same where it costs nothing.
    okey101_failed_free(why: &str);
    /// The round, for everybody.
    okey101_round(round: u32, rounds: u32, indicator: &str, okey: &str);
    /// What is needed to open.
    okey101_needed(points: u32, doubles: u32);

    // The panel: asking before a discard that costs.
    /// A joker.
    okey101_costs_joker(tile: &str, points: u32);
    /// A set with an okey in it.
    okey101_open_set(number: u32);
    /// An işlek tile.
    okey101_costs_islek(tile: &str, points: u32, meld: &str);

    // Buttons.
    /// Label.
    button_doubles(doubles: usize);
    /// Label.
    button_lay_off(tiles: usize);
    /// Label.
    button_give_back(tile: &str);
    /// Label.
    button_take_back(tile: &str);
    /// Label.
    button_take_back_costs(tile: &str, points: i32);
    /// Label.
    button_double();
    /// Label.
    button_doubles_short(doubles: u32, short: u32);
    /// Label.
    button_lay_this_pair();
    /// Label.
    button_lay_off_on(tile: &str, meld: &str, end: &str);
    /// Label.
    button_swap(tile: &str, meld: &str);
    /// Label.
    okey101_button_where(places: usize);
    /// Label: the page before.
    okey101_button_before();
    /// Label: the next page.
    okey101_button_after();

    // Pages.
    /// Heading.
    okey101_more_title();
    /// Heading.
    okey101_compose_title();
    /// What to press.
    okey101_compose_how();
    /// What to press, for somebody who has opened.
    okey101_compose_how_opened();
    /// A meld in the making.
    okey101_composed(number: u8, tiles: &str, worth: u32);
    /// A double in the making.
    okey101_composed_pair(number: u8, tiles: &str);
    /// Tiles put together that are no meld.
    okey101_composed_none(tiles: &str, why: &str);
    /// What is picked, a meld.
    okey101_picked(tiles: &str, worth: u32);
    /// What is picked, a double.
    okey101_picked_pair(tiles: &str);
    /// What is picked is no meld.
    okey101_picked_none(tiles: &str, why: &str);
    /// Too little in all.
    okey101_total_short(points: u32, short: u32, needed: u32);
    /// Enough.
    okey101_total(points: u32, needed: u32);
    /// Enough, if this last tile follows.
    okey101_total_low(points: u32, needed: u32, tile: &str);
    /// Sets or runs and doubles, which do not go together.
    okey101_total_mixed();
    /// Too few doubles.
    okey101_doubles_short(doubles: u32, short: u32, needed: u32);
    /// Enough.
    okey101_doubles(doubles: u32, needed: u32);
    /// Why tiles are no meld.
    okey101_meld_fault(why: &str);
    /// Heading of an opening before it is final.
    okey101_preview(points: u32, needed: u32);
    /// The same of one with fewer points, which this last tile must follow.
    okey101_preview_low(points: u32, needed: u32, tile: &str);
    /// The same of doubles.
    okey101_preview_doubles(doubles: u32);
    /// What to press.
    okey101_preview_how();
    /// What to press where this last tile must follow.
    okey101_preview_low_how(tile: &str);
    /// Heading of all places where a tile can go.
    okey101_where_title(tile: &str);
    /// Heading of the page of text.
    okey101_text_title();
    /// The rack.
    okey101_text_rack(tiles: &str);
    /// Tiles that stand together.
    okey101_text_meld(number: usize, sign: &str, tiles: &str);
    /// No melds.
    okey101_text_no_melds();
    /// How to play by typing.
    okey101_text_how();
    /// What the letters of typed tiles mean.
    okey101_text_letters(letters: &str);

    // The board.
    /// A seat.
    okey101_seat(sign: &str, who: &str, points: i32, tiles: usize, opened: &str);
    /// Not opened.
    okey101_not_opened();
    /// Opened.
    okey101_opened(how: &str);
    /// A penalty.
    okey101_penalty(sign: &str, points: i32, why: &str);
    /// The penalties before those that are told one by one.
    okey101_penalties_before(penalties: usize, sums: &str);
    /// Those of a seat.
    okey101_penalties_of(sign: &str, points: i32, times: usize);
    /// Why.
    okey101_penalty_joker(tile: &str);
    /// Why.
    okey101_penalty_islek(tile: &str);
    /// Why.
    okey101_penalty_opening();
    /// Why.
    okey101_penalty_took_back();
    /// Whose turn it is after a return, with what is left to draw.
    okey101_turn_after_return(sign: &str, who: &str, stock: usize);
    /// A taken tile lies open.
    okey101_taken(sign: &str, tile: &str);

    // Moves, as the board tells them.
    /// Gave the taken tile back.
    moved_returned(sign: &str, tile: &str);
    /// Opened with points.
    moved_opened(sign: &str, points: u32, tiles: &str);
    /// Opened with doubles.
    moved_opened_doubles(sign: &str, doubles: u32, tiles: &str);
    /// An opening failed.
    moved_opening_failed(sign: &str);
    /// Laid a meld.
    moved_laid(sign: &str, tiles: &str);
    /// Laid a tile off.
    moved_laid_off(sign: &str, tile: &str);
    /// Took it back.
    moved_took_back(sign: &str, tile: &str);
    /// Swapped.
    moved_swapped(sign: &str, tile: &str);

    // How a round ended.
    /// Somebody finished.
    okey101_finished(round: u32, sign: &str, who: &str, how: &str, multiplier: i32);
    /// How.
    okey101_finish_how(joker: &str, doubles: &str, elden: &str);
    /// The stock ran out.
    okey101_exhausted(round: u32);
    /// All opened with doubles.
    okey101_cancelled(round: u32);
    /// The fifth in a row.
    okey101_cancelled_counts(round: u32);
    /// What the round cost a seat.
    okey101_line(sign: &str, who: &str, total: &str, how: &str, sum: i32);
    /// For what, and of what it is made.
    okey101_line_how(how: &str);
    /// For what.
    okey101_line_why(why: &str);
    /// Of what it is made, where that is several things.
    okey101_line_sum(base: i32, multiplier: i32, held: i32, acts: i32);

    // Alt texts.
    /// The table.
    okey101_alt_board(round: u32, rounds: u32, stock: usize);
    /// A taken tile lies open.
    okey101_alt_taken(sign: &str, tile: &str);
    /// What is needed to open.
    okey101_alt_needed(points: u32, doubles: u32);
    /// A seat.
    okey101_alt_seat(sign: &str, points: i32, tiles: usize, opened: &str, pile: &str);
    /// What a seat was charged in the present round.
    okey101_alt_charged(sign: &str, points: i32);
    /// The score sheet, and how many of the first rounds are summed.
    okey101_alt_sheet(round: u32, together: usize);
    /// Who finished the round, and with which last tile.
    okey101_alt_finished(sign: &str, tile: &str);
    /// A seat on it.
    okey101_alt_sheet_seat(sign: &str, rounds: &str, total: i32);
    /// What penalties are of that in the round that is just over.
    okey101_alt_sheet_charged(sign: &str, points: i32);
    /// A meld.
    okey101_alt_meld(number: usize, sign: &str, tiles: &str);

    // The rules, for somebody who wants to play.
    /// The rules of Okey 101.
    rules_okey101();

    // The end.
    /// The round with the fewest points.
    okey101_finest(sign: &str, who: &str, signed: &str, round: usize);
    /// Alt text of the end: whose melds are shown.
    okey101_alt_shown(sign: &str, melds: &str);
    /// Several rounds in which somebody had as few points.
    okey101_finest_equal(signed: &str, rounds: &str);
    /// One of them.
    okey101_finest_of(sign: &str, who: &str, round: usize);
}
