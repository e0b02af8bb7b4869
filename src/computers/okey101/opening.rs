//! The openings that a rack allows now, and what the rest of the turn makes of them.

use crate::rules::Seat;
use crate::rules::meld::{CountedTiles, Goal, Laying, Left, best_laying, most_doubles, remove};
use crate::rules::okey101::opening::{Attempt, Opening, judge};
use crate::rules::okey101::options::SeriesLayPairs;
use crate::rules::okey101::{Composed, Kind, OpenKind, View};
use crate::rules::tile::{Face, Tile};

use super::known;
use super::plan::{Plan, Turn, choices, composed};
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
    let mut best: Option<Way> = None;
    for laying in layings(view, seat, attempt) {
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
    best
}

/// The most tiles and the most points that can be laid with each choice of what is kept, every laying once.
fn layings(view: &View, seat: Seat, attempt: &Attempt) -> Vec<Laying> {
    let mut layings: Vec<Laying> = Vec::new();
    for kept in may_be_kept(view, seat, attempt) {
        let mut rack = attempt.rack.to_vec();
        for tile in &kept {
            remove(&mut rack, *tile);
        }
        let left = if kept.is_empty() {
            Left::One
        } else {
            Left::Any
        };
        for goal in [Goal::Tiles, Goal::Points] {
            let laying = best_laying(&rack, attempt.okey, goal, attempt.taken, left);
            let is_new = |laying: &Laying| !laying.melds.is_empty() && !layings.contains(laying);
            layings.extend(laying.filter(is_new));
        }
    }
    layings
}

/// What an opening with series may keep out of its melds: jokers, and in the last turn, in which there is nothing to wait
/// for, what can be laid off after it. Every choice is tried.
fn may_be_kept(view: &View, seat: Seat, attempt: &Attempt) -> Vec<Vec<Tile>> {
    let okey = attempt.okey;
    let is_joker = |tile: &&Tile| tile.is_joker(okey);
    let jokers = attempt.rack.iter().filter(is_joker).count();
    let fitting = if known::draws(view) == 0 {
        turn(view, seat, okey, OpenKind::Series).fitting(attempt.rack)
    } else {
        Vec::new()
    };
    let kept = choices(&fitting).flat_map(|spared| {
        let jokers = (0..=jokers).map(|jokers| vec![Tile::Numbered(okey); jokers]);
        jokers.map(move |jokers| [&spared[..], &jokers].concat())
    });
    kept.collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::okey101::view::TableMeld;
    use crate::rules::okey101::{Meld, Okey101, Options};
    use crate::rules::{Chance, Game, Viewer};

    fn tiles(text: &str) -> Vec<Tile> {
        Tile::read_all(text).expect("tiles are written in full")
    }

    /// What the cheapest opening leaves of this rack in the last turn, with these melds on the table.
    fn left(indicator: &str, rack: &str, table: &str) -> Option<i32> {
        let mut game = Okey101::new(&Options::default(), 4);
        game.obey(&game.deal(&Chance::from_seed(1)));
        let own = Seat::new(0).expect("a small number");
        let mut view = game.view(Viewer::Seat(own));
        view.stock = 0;
        view.indicator = tiles(indicator)[0].face();
        let okey = view.okey().expect("it is dealt");
        let laid = table.split('/').map(|meld| {
            let meld = Meld::compose(&Composed::of(tiles(meld)), okey).expect("a meld");
            TableMeld {
                owner: own.next(4),
                kind: meld.kind(),
                tiles: meld.tiles().to_vec(),
                stands: meld.stands(okey),
            }
        });
        view.table = laid.collect();
        Ways::of(&view, &tiles(rack), None)?.least_left()
    }

    /// In the last turn a tile that fits the table is worth more there than in a meld, where that frees dearer ones.
    #[test]
    fn an_opening_in_the_last_turn_spares_what_it_can_lay_off() {
        for (indicator, rack, table, least) in [
            (
                "G5",
                "R6 R8 R8 R10 Y6 Y7 Y8 Y10 G2 G3 G4 G6 G9 G10 G12 G12 K6 K7 K11 K11 K12 K13",
                "K7 K8 K9 K10/Y8 G8 K8/R12 Y12 K12/R13 Y13 G6 G13/R6 Y6 K6/R9 G9 K9 Y9/R10 G10 K10 Y10/R11 Y11 G11/R1 Y1 G1/R7 Y7 G7",
                9,
            ),
            (
                "G2",
                "R3 R5 R8 R11 R12 Y4 Y5 Y6 Y11 Y11 Y12 Y13 G3 G4 G5 G5 G9 K3 K6 K9 K11 F",
                "G11 G12 G13/R5 Y5 K5/Y8 G8 K8/R9 Y9 K9/K6 K7 K8/R1 R2 R3",
                8,
            ),
            (
                "K10",
                "R2 R4 R6 R10 R11 R12 Y2 Y2 Y6 Y7 G2 G4 G7 G9 G10 G13 K4 K5 K7 K8 K9 K11",
                "K11 R12 R13/F K12 K13/R3 G3 K3 Y3/R8 Y8 G8/R9 Y9 G9/Y11 Y12 Y13/G11 G12 G13/K8 K9 K10/R1 Y1 K1/R6 Y6 G6 K6",
                19,
            ),
            (
                "R13",
                "R1 R2 R10 R13 Y2 Y4 Y4 Y6 Y8 Y10 Y11 Y12 G2 G4 G6 G7 G7 G8 G12 G13 K4 K10",
                "Y1 Y2 Y3/R5 G5 K5/R8 Y8 G8/Y9 K9 R1 R9/Y11 G11 K11 R11/K9 K10 K11 K12 K13/R6 Y6 G6 K6/R10 Y10 G10/Y13 G13 K13/R12 Y12 G12",
                21,
            ),
        ] {
            assert_eq!(left(indicator, rack, table), Some(least), "{rack}");
        }
    }
}
