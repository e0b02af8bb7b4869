//! The sentences of the panel and the board of Okey.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    OKEY_SENTENCES:

    // The panel.
    /// What is wild.
    okey_round(round: u32, indicator: &str, okey: &str, stock: usize);
    /// Label.
    button_show();
    /// Label.
    button_decline();
    /// What to do before the first discard.
    okey_do_showing(holds: &str);
    /// A finish that did not win.
    okey_failed_finish(points: i32);
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

    // The end.
    /// The move that finished the last round.
    okey_finest(sign: &str, who: &str, how: &str, colour: &str, tile: &str);
}
