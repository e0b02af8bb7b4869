//! The score sheet: what each round came to. All of it is public (Okey rules 5.6): it is made of what everybody sees when
//! it happens.

use super::state::{Okey, Round};
use super::view::{Moved, RoundResult};
use super::{Options, Win, WinKind};
use crate::tile::{Face, Tile};
use crate::{PerSeat, Seat, Seats};

/// A round that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Who finished, and how; `None` where nobody did.
    pub finish: Option<Finish>,
    /// Who played: everybody but those who were out before.
    pub played: Seats,
    /// Who showed the twin.
    pub showed: Seats,
    /// Whose finish failed and cost points.
    pub failed: Seats,
    /// What everybody had after it.
    pub scores: PerSeat<i32>,
}

/// How a round was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// Who.
    pub seat: Seat,
    /// With what.
    pub kind: WinKind,
    /// The fifteenth tile.
    pub tile: Tile,
    /// The okey of that round.
    pub okey: Face,
    /// Whether a joker was discarded.
    pub joker: bool,
    /// Whether it counted more because of its one colour.
    pub one_colour: bool,
    /// What each other player (or the other team) lost by it.
    pub loss: i32,
}

impl Finish {
    pub(super) fn of(options: &Options, seat: Seat, win: &Win, okey: Face) -> Self {
        Self {
            seat,
            kind: win.kind,
            tile: win.discard,
            okey,
            joker: win.joker_finish,
            one_colour: win.is_one_colour(options),
            loss: win.loss,
        }
    }
}

/// Writes down the round that has just ended.
pub(super) fn note(game: &mut Okey, round: &Round) {
    let finish = match &round.result {
        Some(RoundResult::Won { seat, win, .. }) => {
            Some(Finish::of(&game.options, *seat, win, round.okey()))
        }
        Some(RoundResult::Drawn) | None => None,
    };
    let failed = round.history.iter().filter_map(|step| match step.moved {
        Moved::FailedFinish { seat, .. } => Some(seat),
        _ => None,
    });
    game.sheet.push(Entry {
        finish,
        played: game.active(),
        showed: round.showed,
        failed: failed.collect(),
        scores: game.scores.clone(),
    });
}
