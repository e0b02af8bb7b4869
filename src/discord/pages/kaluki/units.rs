//! The units of a match of Kaluki in words: points that cannot be bought, sold or cashed. Where nothing is at stake they are nowhere
//! spoken of.

use crate::discord::pages::games::by_seat;
use crate::discord::speech::words::Words;
use crate::rules::Seat;
use crate::rules::kaluki::View;
use crate::rules::kaluki::options::Settlement;

/// The units of a seat as the table counts them while a match is played: with what it paid into the pool or without
/// (Kaluki rules 11). Once it is over, those of the result, with the pool.
pub(super) fn of_seat(view: &View, seat: Seat) -> i32 {
    if let Some(standing) = &view.standing {
        return standing.points[seat];
    }
    match view.options.settlement {
        Settlement::Final => view.ledger[seat],
        Settlement::PerDeal => view.totals[seat],
    }
}

/// A number of units with its sign: "+3", "−2", "0".
pub(super) fn signed(units: i32) -> String {
    match units {
        0 => "0".to_owned(),
        1.. => format!("+{units}"),
        _ => format!("−{}", units.unsigned_abs()),
    }
}

/// What everybody has, in units, or in penalty points where none are played for.
pub(super) fn stands(words: Words, view: &View) -> String {
    if !view.options.has_stakes() {
        return by_seat(view.penalties.len(), |seat| {
            view.penalties[seat].to_string()
        });
    }
    let units = by_seat(view.totals.len(), |seat| signed(of_seat(view, seat)));
    words.kaluki_stands(&units)
}
