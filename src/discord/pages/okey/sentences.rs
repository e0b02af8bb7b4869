//! The sentences of the panel and the board of Okey.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    OKEY_SENTENCES:

    // The panel.
    /// What is wild.
    okey_round(round: u32, indicator: &str, okey: &str);
    /// Label.
    button_show();
    /// Label.
    button_decline();
    /// What to do before the first discard.
    okey_do_showing(holds: &str);
    /// A finish that did not win; what to do next: `finish` or `discard`.
    okey_failed_finish(points: i32, next: &str);
    /// Everybody is asked whether they show.
    okey_showing();
    /// Label.
    button_finish(tile: &str);
    /// The viewer is out of the game, which goes on.
    okey_out();
    /// What to do.
    okey_do_starter();
    /// What to do.
    okey_do_draw();
    /// What to do where the discard may not be taken.
    okey_do_draw_only();
    /// What to do on an empty stock.
    okey_do_draw_empty();
    /// What to do on an empty stock where taking the discard wins, and only therefore may be done.
    okey_do_draw_win();
    /// What to do on an empty stock where the discard may not be taken.
    okey_do_pass();
    /// What to do.
    okey_do_discard();
    /// What to do after the last take: the discard ends the round.
    okey_do_discard_last();
    /// How any tile of the stock is drawn, up to the last of them.
    okey_draw_any(last: usize);
    /// What the last tile of the stock is.
    okey_last_is_indicator(indicator: &str);
    /// What to do after taking a discard in order to win.
    okey_do_finish();
    /// What was just drawn.
    okey_fresh(tile: &str);
    /// A finish is possible.
    okey_can_finish();
    /// A discard would throw the win away.
    okey_throws_win_away(tile: &str);
    /// Before a joker is thrown without winning.
    okey_throws_joker(tile: &str);

    // The board.
    /// The throws of the deal; with a `row`, as which of whose stacks the first one is counted.
    okey_dice(sign: &str, stack: u8, places: &str, row: usize, whose: &str, rows: &str);
    /// A move in the history.
    moved_showed(sign: &str);
    /// A move in the history.
    moved_finished(sign: &str, tile: &str);
    /// A move in the history.
    moved_failed_finish(sign: &str, points: i32);
    /// A round nobody won.
    round_drawn(round: u32);
    /// A round somebody won.
    round_won(round: u32, sign: &str, who: &str, kind: &str, losers: &str, loss: i32);
    /// A kind of win.
    win_kind(kind: &str, colour: &str, joker: &str);
    /// Alt text of a board: a seat that is out of the game.
    alt_seat_out(sign: &str, points: i32);

    // The rules, for somebody who wants to play.
    /// `/rules okey`
    rules_okey();

    // The score sheet.
    /// Title.
    okey_sheet();
    /// A round: what happened, and what everybody had then.
    okey_sheet_round(round: usize, told: &str, points: &str);
    /// The first rounds of a long game.
    okey_sheet_rounds(last: usize, told: &str, points: &str);
    /// What a seat had.
    okey_sheet_points(sign: &str, points: i32);
    /// Who finished, how, and what it cost the others.
    okey_sheet_won(sign: &str, kind: &str, loss: i32);
    /// Nobody did.
    okey_sheet_drawn();
    /// Who finished how many of several.
    okey_sheet_summed(won: &str);
    /// A seat of them.
    okey_sheet_times(sign: &str, times: usize);
    /// Who showed.
    okey_sheet_showed(signs: &str, effect: &str);
    /// Whose finish failed.
    okey_sheet_failed(signs: &str);
    /// Alt text.
    okey_alt_sheet(round: usize, together: usize);
    /// Alt text: a seat.
    okey_alt_sheet_seat(sign: &str, rounds: &str);
    /// Alt text: what a seat had after a round.
    okey_alt_sheet_points(points: &str, finished: &str);

    // The end.
    /// The finish that was worth most.
    okey_finest(sign: &str, who: &str, how: &str, colour: &str, tile: &str, round: usize);
    /// Alt text of a board: who has shown the indicator's twin in this round.
    okey_alt_showed(signs: &str);
}
