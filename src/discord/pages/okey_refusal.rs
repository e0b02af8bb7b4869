//! Why Okey says no, in sentences.

use super::okey_options;
use super::options::quoted;
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::rules::any::GameId;
use crate::rules::okey::Refusal;
use crate::rules::tile::Face;

/// The sentence for the person who was refused.
pub fn sentence(words: Words, refusal: &Refusal, okey: Option<Face>) -> String {
    let name = |named| tile(words, named, okey);
    match refusal {
        Refusal::NoRound => words.okey_no_round(),
        Refusal::NotInGame { .. } => words.okey_not_in_game(),
        Refusal::OutOfTurn => words.okey_out_of_turn(),
        Refusal::ShowingFirst => words.okey_showing_first(),
        Refusal::MustDrawFirst => words.okey_must_draw_first(),
        Refusal::MustDiscard => words.okey_must_discard(),
        Refusal::NotOnRack { tile } => words.okey_not_on_rack(&name(*tile)),
        Refusal::StockEmpty => words.okey_stock_empty(),
        Refusal::NoSuchPlace { place } => words.okey_no_such_place(*place),
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
        Refusal::WrongSeats { seats } => words.okey_wrong_seats(*seats),
        Refusal::UnknownOption { name } => words.option_unknown(&quoted(name), GameId::Okey.id()),
        Refusal::BadValue { name, value } => words.option_bad_value(
            &okey_options::title(words, name),
            &quoted(value),
            &okey_options::examples(words, name),
        ),
        Refusal::OutOfRange {
            name,
            value,
            least,
            most,
        } => words.option_out_of_range(&okey_options::title(words, name), *value, *least, *most),
        Refusal::LayoutDoesNotFit { seats } => words.okey_layout_does_not_fit(*seats),
        Refusal::NoSuchDealer { seats, .. } => words.okey_no_such_dealer(*seats),
        Refusal::PartnershipNeedsFour { seats } => words.okey_partners_need_four(*seats),
        Refusal::Together { one, other } => okey_options::together(words, one, other),
    }
}
