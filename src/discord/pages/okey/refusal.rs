//! Why Okey says no, in sentences.

use super::moves::number;
use crate::discord::pages::tiles::begins_with;
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::rules::okey::view::Phase;
use crate::rules::okey::{Refusal, View};
use crate::rules::tile::Face;

/// The sentence for the person who was refused.
pub(super) fn sentence(words: Words, refusal: &Refusal, okey: Option<Face>) -> String {
    let name = |named| tile(words, named, okey);
    match refusal {
        Refusal::NoRound => words.okey_no_round(),
        Refusal::NotInGame { .. } => words.okey_not_in_game(),
        Refusal::OutOfTurn => words.okey_out_of_turn(),
        Refusal::ShowingFirst => words.okey_showing_first(),
        Refusal::MustDrawFirst => words.must_draw_first("unknown"),
        Refusal::MustDiscard => words.okey_must_discard(),
        Refusal::NotOnRack { tile } => words.okey_not_on_rack(&name(*tile)),
        Refusal::StockEmpty => words.okey_stock_empty(),
        Refusal::NoSuchPlace { place } => words.okey_no_such_place(number(*place)),
        Refusal::NothingToTake => words.okey_nothing_to_take(),
        Refusal::MustDrawFromStock { takes } => words.okey_must_draw_from_stock(*takes),
        Refusal::TakeDoesNotWin { tile } => words.okey_take_does_not_win(&name(*tile)),
        Refusal::MustFinish => words.okey_must_finish(),
        Refusal::StockLeft { stock } => words.okey_stock_left(*stock),
        Refusal::DoesNotWin { tile, short } => words.okey_does_not_win(&name(*tile), *short),
        Refusal::FinishFailedAlready => words.okey_finish_failed_already(),
        Refusal::ShowingOff => words.okey_showing_off(),
        Refusal::AlreadyShown => words.okey_already_shown(),
        Refusal::TooLateToShow => words.okey_too_late_to_show(),
        Refusal::NoTwin { twin } => words.okey_no_twin(&name(*twin)),
        Refusal::NothingToDecline => words.okey_nothing_to_decline(),
    }
}

/// What can be said better by what the viewer sees; `None` where the refusal says all.
pub(super) fn as_seen(words: Words, refusal: &Refusal, view: &View) -> Option<String> {
    let is_to_draw = matches!(view.phase, Phase::Draw(seat) if view.viewer.seat() == Some(seat));
    let is_told = is_to_draw && *refusal == Refusal::MustDrawFirst;
    is_told.then(|| words.must_draw_first(begins_with(view.stock, view.takeable)))
}
