//! What is listed of all that could be laid: openings and further melds worth suggesting, and every tile that fits.
//!
//! [`openings`] is the one place where openings are looked for.

use super::meld::{Composed, Kind, Place};
use super::opening::{self, Attempt, OpenKind};
use super::state::{Okey101, Round, distinct};
use super::{Action, laying, turn};
use crate::Seat;
use crate::meld::{self, Goal, Left, Sort};
use crate::tile::{Face, Tile};

/// The table actions that are listed for the seat that is to act; each would be accepted.
pub(super) fn table_actions(game: &Okey101, round: &Round, seat: Seat) -> Vec<Action> {
    let mut actions = actions_with(game, round, seat, round.turn.taken);
    // An undo is listed once a turn, and only where it is free: or listed actions would go round in circles.
    let undo = laying::undo(game, round, seat);
    if round.turn.undone == 0 && undo.is_ok_and(|(_, points)| points == 0) {
        actions.push(Action::TakeBack);
    }
    actions
}

/// What brings tiles on the table, each with this tile in its melds if one is named; each would be accepted.
pub(super) fn actions_with(
    game: &Okey101,
    round: &Round,
    seat: Seat,
    tile: Option<Tile>,
) -> Vec<Action> {
    if laying::at_table(round, seat).is_err() {
        return Vec::new();
    }
    let Some(kind) = round.opened_with(seat) else {
        return opening_actions(game, round, seat, tile);
    };
    let mut actions = lays(game, round, seat, kind, tile);
    actions.extend(lay_offs(game, round, seat));
    actions.extend(swaps(game, round, seat));
    actions
}

fn opening_actions(game: &Okey101, round: &Round, seat: Seat, tile: Option<Tile>) -> Vec<Action> {
    let attempt = laying::attempt(game, round, seat);
    openings(&attempt, tile)
        .into_iter()
        .filter(|melds| opening::judge(&attempt, melds).is_ok())
        .map(|melds| Action::Open { melds })
        .collect()
}

fn lays(
    game: &Okey101,
    round: &Round,
    seat: Seat,
    kind: OpenKind,
    tile: Option<Tile>,
) -> Vec<Action> {
    let (rack, okey) = (&round.racks[seat], round.okey());
    let mut melds = Vec::new();
    if kind == OpenKind::Series {
        melds = most_points(rack, okey, tile);
    }
    if laying::must_go_with_opening(game, round, kind, Kind::Pair).is_ok() {
        melds.extend(most_pairs(rack, okey, tile));
    }
    let accepted = |meld: &Composed| laying::lay(game, round, seat, meld).is_ok();
    melds
        .into_iter()
        .filter(accepted)
        .map(|meld| Action::Lay { meld })
        .collect()
}

fn lay_offs(game: &Okey101, round: &Round, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    for tile in distinct(&round.racks[seat]) {
        for (meld, laid) in turn::melds(round) {
            let places = laid.fits(tile, round.okey());
            let both_ends = places.len() > 1;
            for place in places {
                let end = Some(place).filter(|_| both_ends);
                if laying::lay_off(game, round, seat, tile, meld, end).is_ok() {
                    actions.push(Action::LayOff { tile, meld, end });
                }
            }
        }
    }
    actions
}

fn swaps(game: &Okey101, round: &Round, seat: Seat) -> Vec<Action> {
    let tiles = distinct(&round.racks[seat]).into_iter();
    let all = tiles.flat_map(|tile| (0..round.table.len()).map(move |meld| (tile, meld)));
    all.filter(|(tile, meld)| laying::swap(game, round, seat, *tile, *meld).is_ok())
        .map(|(tile, meld)| Action::SwapJoker { tile, meld })
        .collect()
}

/// The best openings, with this tile in them if one is named; whether they reach the minimum is not judged.
fn openings(attempt: &Attempt, tile: Option<Tile>) -> Vec<Vec<Composed>> {
    let (rack, okey) = (attempt.rack, attempt.okey);
    let points = most_points(rack, okey, tile);
    let leaves_one = |melds: &[Composed]| {
        let laid: usize = melds.iter().map(|meld| meld.tiles.len()).sum();
        laid + 1 == rack.len()
    };
    // 101 rules 7.6: one that is worth less may finish at once, where the dearest leaves more than a tile.
    let finishing = if attempt.elden_may_be_low && !leaves_one(&points) {
        most(rack, okey, Goal::Tiles, tile)
    } else {
        Vec::new()
    };
    let finishing = Some(finishing).filter(|melds| leaves_one(melds));
    let all = [Some(points), finishing, Some(most_pairs(rack, okey, tile))];
    let all = all.into_iter().flatten();
    all.filter(|melds| !melds.is_empty()).collect()
}

/// The most doubles that leave a tile to discard, with the taken tile in one of them.
pub(super) fn most_pairs(rack: &[Tile], okey: Face, taken: Option<Tile>) -> Vec<Composed> {
    let pairs = meld::most_doubles(rack, okey, taken, Left::One);
    let pairs = pairs.into_iter().flatten();
    pairs
        .map(|pair| Composed::as_kind(pair.to_vec(), Kind::Pair))
        .collect()
}

/// The disjoint melds of most points that leave a tile to discard, with the taken tile in one of them.
pub(super) fn most_points(rack: &[Tile], okey: Face, taken: Option<Tile>) -> Vec<Composed> {
    most(rack, okey, Goal::Points, taken)
}

fn most(rack: &[Tile], okey: Face, goal: Goal, taken: Option<Tile>) -> Vec<Composed> {
    let best = meld::best_laying(rack, okey, goal, taken, Left::One);
    let melds = best.into_iter().flat_map(|best| best.melds);
    let composed = melds.map(|meld| {
        let kind = match meld.sort {
            Sort::Run => Kind::Run,
            Sort::Set => Kind::Set,
        };
        Composed::as_kind(meld.tiles, kind)
    });
    composed.collect()
}

/// Where every tile of a rack fits.
pub(super) fn fits(round: &Round, rack: &[Tile]) -> Vec<(Tile, usize, Place)> {
    let mut all = Vec::new();
    for tile in distinct(rack) {
        for (meld, laid) in turn::melds(round) {
            let places = laid.fits(tile, round.okey());
            all.extend(places.into_iter().map(|place| (tile, meld, place)));
        }
    }
    all
}
