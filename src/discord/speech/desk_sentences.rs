//! The sentences about a desk: the order of the rack, auto-draw and prepared moves.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    DESK_SENTENCES:

    // The panel.
    /// Label.
    button_desk();
    /// Label.
    button_cancel_prepared(tile: &str, game: &str);
    /// Label.
    button_cancel_early();
    /// A move came too early and is kept.
    desk_early(told: &str);
    /// A move is prepared.
    desk_prepared(tile: &str, game: &str);
    /// A prepared move was made.
    desk_made(drawn: &str, tile: &str, game: &str);
    /// A prepared move was not made.
    desk_dropped(tile: &str, why: &str, game: &str);
    /// The table does not draw for its owner this time.
    desk_held(why: &str, game: &str);
    /// The time of its owner was up, or they are back from away.
    desk_slept(how: &str);
    /// Behind it: what was done in their seat.
    desk_slept_lately(moves: &str);
    /// Label.
    button_im_back();

    // The desk itself.
    /// The heading.
    desk_title();
    /// What auto-draw does, and whether it does.
    desk_auto_draw(now: &str, game: &str);
    /// Label.
    button_prepare();
    /// How a move is prepared.
    desk_prepare(game: &str);
    /// Nothing can be prepared now.
    desk_no_prepare();
    /// How tiles are moved.
    desk_move(game: &str);
    /// Where the picked tile goes.
    desk_move_picked(tile: &str);
    /// The disk refused.
    desk_not_stored();
    /// Label.
    button_auto_draw(now: &str);
    /// Label.
    button_order(order: &str, game: &str);
    /// Label.
    button_back();
    /// Alt text of a rack that is not sorted into melds.
    alt_in_order(order: &str, game: &str, tiles: &str);
    /// Alt text of a rack: what stands out of it.
    alt_picked(pieces: &str);
}
