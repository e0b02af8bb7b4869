//! The openings that a rack allows now, and what the rest of the turn makes of them.

use crate::rules::Seat;
use crate::rules::meld::{CountedTiles, Goal, Left, best_laying, most_doubles, remove};
use crate::rules::okey101::opening::{Attempt, Opening, judge};
use crate::rules::okey101::options::SeriesLayPairs;
use crate::rules::okey101::{Composed, Kind, OpenKind, View};
use crate::rules::tile::{Face, Tile};

use super::known;
use super::plan::{Plan, Turn, composed};
use super::spots::Spots;

/// An opening, and how the turn goes on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Way {
    pub melds: Vec<Composed>,
    pub opening: Opening,
    pub plan: Plan,
    /// Whether it makes the round void, so that nothing of the plan is played (101 rules 9.4).
    pub voids: bool,
}

/// The cheapest opening with series and the cheapest with doubles.
pub(super) struct Ways {
    series: Option<Way>,
    doubles: Option<Way>,
}

impl Ways {
    /// The openings of these tiles, the taken one among them.
    pub(super) fn of(view: &View, rack: &[Tile], taken: Option<Tile>) -> Option<Self> {
        let seat = view.viewer.seat()?;
        let attempt = Attempt {
            rack,
            taken,
            okey: view.okey()?,
            needed: view.needed?,
            elden_may_be_low: !view.options.elden_needs_101
                && view.opened.values().all(Option::is_none),
        };
        Some(Self {
            series: series(view, seat, &attempt),
            doubles: doubles(view, seat, &attempt),
        })
    }

    /// The way that costs least.
    pub(super) fn cheapest(self) -> Option<Way> {
        let ways = [self.series, self.doubles].into_iter().flatten();
        ways.min_by_key(|way| way.plan.cost)
    }

    /// The least that one of them leaves on the rack; a void round leaves nothing that counts.
    pub(super) fn least_left(&self) -> Option<i32> {
        let ways = [&self.series, &self.doubles].into_iter().flatten();
        let ways = ways.filter(|way| !way.voids);
        ways.map(|way| way.plan.left).min()
    }
}

/// Whether some melds of the rack, be the taken tile in them or not, could be worth enough.
fn may_reach(attempt: &Attempt) -> bool {
    let short = attempt.needed.points.saturating_sub(1);
    let counted = CountedTiles::of(attempt.rack, attempt.okey);
    attempt.elden_may_be_low || counted.worth_over(short).is_some()
}

fn series(view: &View, seat: Seat, attempt: &Attempt) -> Option<Way> {
    if !may_reach(attempt) {
        return None;
    }
    let jokers = attempt
        .rack
        .iter()
        .filter(|tile| tile.is_joker(attempt.okey))
        .count();
    let mut best: Option<Way> = None;
    for kept in 0..=jokers {
        let mut rack = attempt.rack.to_vec();
        for _ in 0..kept {
            remove(&mut rack, Tile::Numbered(attempt.okey));
        }
        let left = if kept == 0 { Left::One } else { Left::Any };
        for goal in [Goal::Tiles, Goal::Points] {
            let laying = best_laying(&rack, attempt.okey, goal, attempt.taken, left);
            let Some(laying) = laying.filter(|laying| !laying.melds.is_empty()) else {
                continue;
            };
            let melds = laying.melds.iter();
            let melds: Vec<Composed> = melds.map(|meld| composed(meld.sort, &meld.tiles)).collect();
            let Ok((opening, _)) = judge(attempt, &melds) else {
                continue;
            };
            let mut turn = turn(view, seat, attempt.okey, OpenKind::Series);
            laying
                .melds
                .iter()
                .for_each(|meld| turn.spots.lay(meld.sort, &meld.tiles));
            consider(&mut best, attempt, turn, melds, opening);
        }
    }
    best
}

fn doubles(view: &View, seat: Seat, attempt: &Attempt) -> Option<Way> {
    let doubles = most_doubles(attempt.rack, attempt.okey, attempt.taken, Left::One)?;
    let composed = |double: &[Tile; 2]| Composed::as_kind(double.to_vec(), Kind::Pair);
    let melds: Vec<Composed> = doubles.iter().map(composed).collect();
    let (opening, _) = judge(attempt, &melds).ok()?;
    let mut turn = turn(view, seat, attempt.okey, OpenKind::Doubles);
    doubles.iter().for_each(|_| turn.spots.lay_double());
    let mut best = None;
    consider(&mut best, attempt, turn, melds, opening);
    let best = best?;
    Some(if view.others_opened_with_doubles() {
        void(view, seat, best)
    } else {
        best
    })
}

/// 101 rules 9.4: nothing of a void round is scored. So it costs nothing, and takes back what the seat was charged in it;
/// and nobody finishes.
fn void(view: &View, seat: Seat, way: Way) -> Way {
    Way {
        plan: Plan {
            cost: -view.charged(seat),
            finishes: false,
            ..way.plan
        },
        voids: true,
        ..way
    }
}

/// Keeps the opening with the cheapest turn.
fn consider(
    best: &mut Option<Way>,
    attempt: &Attempt,
    turn: Turn,
    melds: Vec<Composed>,
    opening: Opening,
) {
    let mut rest = attempt.rack.to_vec();
    for tile in melds.iter().flat_map(|meld| &meld.tiles) {
        remove(&mut rest, *tile);
    }
    let Some(plan) = turn.best(&rest, None) else {
        return;
    };
    if best.as_ref().is_none_or(|best| plan.cost < best.plan.cost) {
        *best = Some(Way {
            melds,
            opening,
            plan,
            voids: false,
        });
    }
}

/// The turn of a seat that has opened like this, with the table as it is.
pub(super) fn turn(view: &View, seat: Seat, okey: Face, kind: OpenKind) -> Turn<'_> {
    let someone_opened_doubles = view
        .opened
        .values()
        .flatten()
        .any(|opening| opening.kind == OpenKind::Doubles);
    let limit = view.options.pairs_layoff_limit as usize;
    Turn {
        options: &view.options,
        okey,
        spots: Spots::of(&view.table, okey),
        kind,
        doubles: match kind {
            OpenKind::Doubles => true,
            OpenKind::Series => {
                view.options.series_lay_pairs == SeriesLayPairs::IfPairsOpened
                    && someone_opened_doubles
            }
        },
        lay_offs: match kind {
            OpenKind::Doubles if limit > 0 => limit.saturating_sub(known::laid_off(view, seat)),
            _ => usize::MAX,
        },
        draws: known::draws(view).min(known::MOST_AHEAD),
    }
}
