//! The units of a match of Kaluki in words: points that cannot be bought, sold or cashed.

use crate::discord::pages::games::by_seat;
use crate::discord::speech::words::Words;
use crate::rules::Seat;
use crate::rules::kaluki::options::{MatchMode, Settlement};
use crate::rules::kaluki::{Options, View};

/// Whether anything is at stake: else units are nowhere spoken of.
pub(super) fn are_played(options: &Options) -> bool {
    let stakes = [
        options.stake_call_up,
        options.stake_kaluki,
        pool_stake(options, options.stake_initial),
        pool_stake(options, options.stake_buy_in),
    ];
    stakes.iter().any(|stake| *stake > 0)
}

/// A single deal has no pool.
fn pool_stake(options: &Options, stake: u32) -> u32 {
    match options.match_mode {
        MatchMode::Pool | MatchMode::FixedDeals(_) => stake,
        MatchMode::SingleDeal => 0,
    }
}

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
    if !are_played(&view.options) {
        return by_seat(view.penalties.len(), |seat| {
            view.penalties[seat].to_string()
        });
    }
    let units = by_seat(view.totals.len(), |seat| signed(of_seat(view, seat)));
    words.kaluki_stands(&units)
}
