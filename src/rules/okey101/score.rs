//! What a round costs everybody, and how a game ends (101 rules 10 and 11).

use serde::{Deserialize, Serialize};

use super::opening::OpenKind;
use super::options::{JokerHeld, JokerLeftover, Options};
use crate::tile::{Face, Tile};
use crate::{Outcome, PerSeat, Seat, Seats, Standing};

/// What a finisher gets, before it is multiplied (101 rules 10.1).
pub const FINISHER: i32 = -101;

/// How a round ended (101 rules 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Somebody discarded their last tile.
    Finished(Finish),
    /// Nobody finished before the stock was used up.
    Exhausted,
    /// Everybody opened with doubles.
    Cancelled,
}

/// A finish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finish {
    /// Who.
    pub seat: Seat,
    /// Whether the last tile was a joker.
    pub joker: bool,
    /// Whether the finisher had opened with doubles.
    pub doubles: bool,
    /// Whether the finisher opened in the same turn and nobody else had opened (101 rules 9.3).
    pub elden: bool,
}

impl Ending {
    /// The product M of 101 rules 10.1.
    pub fn multiplier(self) -> i32 {
        match self {
            Self::Finished(finish) => {
                let doublings = [finish.joker, finish.doubles, finish.elden];
                1 << doublings.into_iter().filter(|doubled| *doubled).count()
            }
            Self::Exhausted | Self::Cancelled => 1,
        }
    }

    pub(super) fn finisher(self) -> Option<Seat> {
        match self {
            Self::Finished(finish) => Some(finish.seat),
            Self::Exhausted | Self::Cancelled => None,
        }
    }
}

/// A seat at the end of a round.
#[derive(Clone, Copy)]
pub struct SeatEnd<'a> {
    /// With what it opened.
    pub opened: Option<OpenKind>,
    /// The tiles left on its rack.
    pub leftover: &'a [Tile],
    /// What its act penalties cost.
    pub acts: i32,
}

/// What a round cost a seat: `multiplier` × `base` + `held` + `acts` = `total`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Line {
    /// By the table of 101 rules 10.1.
    pub base: i32,
    /// M of the round.
    pub multiplier: i32,
    /// The charge for held jokers.
    pub held: i32,
    /// The act penalties.
    pub acts: i32,
    /// All together.
    pub total: i32,
}

/// What a round that ended like this costs each seat; nothing if it was cancelled (101 rules 9.4).
pub fn lines(
    options: &Options,
    okey: Face,
    ending: Ending,
    seats: &PerSeat<SeatEnd>,
) -> PerSeat<Line> {
    if ending == Ending::Cancelled {
        return seats.map(|_, _| Line::default());
    }
    seats.map(|seat, end| {
        let multiplier = ending.multiplier();
        // 101 rules 11.2: of the finisher's partner only the act penalties stay.
        let spared = is_partner_of_finisher(options, ending, seat);
        let (base, held) = match ending.finisher() {
            Some(finisher) if finisher == seat => (FINISHER, 0),
            _ if spared => (0, 0),
            _ => (base(options, okey, end), held(options, okey, end)),
        };
        Line {
            base,
            multiplier,
            held,
            acts: end.acts,
            total: multiplier * base + held + end.acts,
        }
    })
}

fn is_partner_of_finisher(options: &Options, ending: Ending, seat: Seat) -> bool {
    let partner_of = |finisher| finisher != seat && side(options, finisher) == side(options, seat);
    ending.finisher().is_some_and(partner_of)
}

fn base(options: &Options, okey: Face, end: &SeatEnd) -> i32 {
    let left = || -> i32 {
        let values = end.leftover.iter().map(|tile| value(options, okey, *tile));
        values.sum()
    };
    match end.opened {
        None => options.unopened_penalty as i32,
        Some(OpenKind::Series) => left(),
        Some(OpenKind::Doubles) => 2 * left(),
    }
}

/// What a leftover tile counts (101 rules 10.2).
pub fn value(options: &Options, okey: Face, tile: Tile) -> i32 {
    if tile.is_joker(okey) && options.joker_leftover == JokerLeftover::Zero {
        return 0;
    }
    i32::from(tile.face().unwrap_or(okey).number())
}

/// The charge for jokers still on the rack (101 rules 10.3 and 10.6).
fn held(options: &Options, okey: Face, end: &SeatEnd) -> i32 {
    if end.opened.is_none() && !options.joker_held_unopened {
        return 0;
    }
    let jokers = end.leftover.iter().filter(|tile| tile.is_joker(okey));
    let charged = match options.joker_held {
        JokerHeld::PerHand => jokers.count().min(1),
        JokerHeld::PerJoker => jokers.count(),
    };
    charged as i32 * options.penalty_amount as i32
}

/// The side a seat plays for (101 rules 11.2).
pub fn side(options: &Options, seat: Seat) -> u8 {
    let index = seat.index() as u8;
    if options.teams { index % 2 } else { index }
}

/// The total of each seat after these rounds.
pub fn totals<'a>(
    seats: usize,
    rounds: impl IntoIterator<Item = &'a PerSeat<i32>>,
) -> PerSeat<i32> {
    let mut totals = PerSeat::new(seats, |_| 0);
    for round in rounds {
        for (total, points) in totals.values_mut().zip(round.values()) {
            *total += points;
        }
    }
    totals
}

/// What counts for each seat: its own total, with teams that of its team.
pub fn counting(options: &Options, totals: &PerSeat<i32>) -> PerSeat<i32> {
    totals.map(|own, _| {
        let of_side = totals
            .iter()
            .filter(|(seat, _)| side(options, *seat) == side(options, own));
        of_side.map(|(_, total)| total).sum()
    })
}

/// The result of a game with these totals: the lowest wins, equal ones share (101 rules 11.1).
///
/// With teams the points of a seat are those of its team.
pub fn standing(options: &Options, totals: &PerSeat<i32>) -> Standing {
    let points = counting(options, totals);
    let sides = totals.map(|seat, _| side(options, seat));
    let places = points.map(|_, own| {
        let better: Seats = points
            .iter()
            .filter(|(_, other)| *other < own)
            .filter_map(|(seat, _)| Seat::new(usize::from(sides[seat])))
            .collect();
        1 + better.len() as u8
    });
    let outcomes = places.map(|_, place| match place {
        1 => Outcome::Won,
        _ => Outcome::Lost,
    });
    Standing {
        points,
        places,
        outcomes,
        sides,
    }
}
