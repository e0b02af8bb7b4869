//! What is listed of all that could be laid: openings and further melds worth suggesting, and every tile that fits.
//!
//! [`openings`] is the one place where openings are looked for.

use super::meld::{Composed, Kind, Place, face};
use super::opening::{self, OpenKind};
use super::state::{Okey101, Round, distinct};
use super::{Action, laying, turn};
use crate::rules::Seat;
use crate::rules::meld::{pairs, remove};
use crate::rules::tile::{Colour, Face, Tile};

/// The table actions that are listed for the seat that is to act; each would be accepted.
pub(super) fn table_actions(game: &Okey101, round: &Round, seat: Seat) -> Vec<Action> {
    if laying::at_table(round, seat).is_err() {
        return Vec::new();
    }
    let mut actions = match round.opened_with(seat) {
        None => opening_actions(game, round, seat),
        Some(kind) => {
            let mut actions = lays(game, round, seat, kind);
            actions.extend(lay_offs(game, round, seat));
            actions.extend(swaps(game, round, seat));
            actions
        }
    };
    // An undo is listed once a turn, and only where it is free: or listed actions would go round in circles.
    let undo = laying::undo(game, round, seat);
    if round.turn.undone == 0 && undo.is_ok_and(|(_, points)| points == 0) {
        actions.push(Action::TakeBack);
    }
    actions
}

fn opening_actions(game: &Okey101, round: &Round, seat: Seat) -> Vec<Action> {
    let attempt = laying::attempt(game, round, seat);
    openings(attempt.rack, attempt.okey, attempt.taken)
        .into_iter()
        .filter(|melds| opening::judge(&attempt, melds).is_ok())
        .map(|melds| Action::Open { melds })
        .collect()
}

fn lays(game: &Okey101, round: &Round, seat: Seat, kind: OpenKind) -> Vec<Action> {
    let (rack, okey, taken) = (&round.racks[seat], round.okey(), round.turn.taken);
    let mut melds = Vec::new();
    if kind == OpenKind::Series {
        melds = most_points(rack, okey, taken);
    }
    if laying::may_lay(game, round, kind, Kind::Pair).is_ok() {
        melds.extend(most_pairs(rack, okey, taken));
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

/// Openings worth trying, with the taken tile in them if there is one; whether they reach the minimum is not judged.
fn openings(rack: &[Tile], okey: Face, taken: Option<Tile>) -> Vec<Vec<Composed>> {
    let both = [
        most_points(rack, okey, taken),
        most_pairs(rack, okey, taken),
    ];
    both.into_iter().filter(|melds| !melds.is_empty()).collect()
}

/// Many doubles that leave a tile to discard, with the taken tile in one of them.
fn most_pairs(rack: &[Tile], okey: Face, taken: Option<Tile>) -> Vec<Composed> {
    let mut rest = rack.to_vec();
    let mut found = Vec::new();
    if let Some(taken) = taken {
        remove(&mut rest, taken);
        let joker = Tile::Numbered(okey);
        let other = [taken, joker]
            .into_iter()
            .find(|tile| remove(&mut rest, *tile));
        let Some(other) = other else {
            return Vec::new();
        };
        found.push(vec![taken, other]);
    }
    found.extend(pairs(&rest, okey));
    while found.iter().flatten().count() >= rack.len() {
        found.pop();
    }
    found
        .into_iter()
        .map(|tiles| Composed::as_kind(tiles, Kind::Pair))
        .collect()
}

/// Disjoint melds of many points that leave a tile to discard, with the taken tile in one of them.
///
/// Greedy, in several orders: the best of a few quick tries.
fn most_points(rack: &[Tile], okey: Face, taken: Option<Tile>) -> Vec<Composed> {
    let melds = Candidate::all(rack, okey);
    let orders: [fn(&Candidate) -> i32; 4] = [
        |meld| meld.points - 20 * meld.jokers,
        |meld| meld.points,
        |meld| 20 * meld.points / meld.tiles.len() as i32 - 300 * meld.jokers,
        |meld| -(meld.tiles.len() as i32) - 10 * meld.jokers,
    ];
    let mut best: (i32, Vec<Composed>) = (0, Vec::new());
    for order in orders {
        let mut sorted = melds.clone();
        sorted.sort_by_key(|meld| std::cmp::Reverse(order(meld)));
        let firsts: Vec<Option<&Candidate>> = match taken {
            None => vec![None],
            Some(taken) => {
                let with = sorted.iter().filter(|meld| meld.tiles.contains(&taken));
                with.take(FIRSTS).map(Some).collect()
            }
        };
        for first in firsts {
            let tried = greedy(rack, first, &sorted);
            if tried.0 > best.0 {
                best = tried;
            }
        }
    }
    best.1
}

/// From how many melds with the taken tile a try begins.
const FIRSTS: usize = 6;

fn greedy(rack: &[Tile], first: Option<&Candidate>, sorted: &[Candidate]) -> (i32, Vec<Composed>) {
    let mut rest = rack.to_vec();
    let mut points = 0;
    let mut melds = Vec::new();
    for meld in first.into_iter().chain(sorted) {
        if meld.tiles.len() >= rest.len()
            || opening::holds(&rest, meld.tiles.iter().copied()).is_err()
        {
            continue;
        }
        for tile in &meld.tiles {
            remove(&mut rest, *tile);
        }
        points += meld.points;
        melds.push(Composed::as_kind(meld.tiles.clone(), meld.kind));
    }
    (points, melds)
}

/// A meld that the rack holds.
#[derive(Clone)]
struct Candidate {
    kind: Kind,
    tiles: Vec<Tile>,
    points: i32,
    jokers: i32,
}

impl Candidate {
    /// Every set, and every run whose jokers stand where a tile is missing.
    fn all(rack: &[Tile], okey: Face) -> Vec<Self> {
        let jokers = rack.iter().filter(|tile| tile.is_joker(okey)).count();
        let held: Vec<(Face, Tile)> = distinct(rack)
            .into_iter()
            .filter_map(|tile| Some((face(tile, okey)?, tile)))
            .collect();
        let tile_of = |wanted: Face| {
            let found = held.iter().find(|(face, _)| *face == wanted);
            found.map(|(_, tile)| *tile)
        };
        let mut melds = Vec::new();
        for number in 1..=13 {
            add_sets(number, jokers, okey, tile_of, &mut melds);
            for colour in Colour::ALL {
                add_runs(colour, number, jokers, okey, tile_of, &mut melds);
            }
        }
        melds
    }
}

fn add_sets(
    number: u8,
    jokers: usize,
    okey: Face,
    tile_of: impl Fn(Face) -> Option<Tile>,
    melds: &mut Vec<Candidate>,
) {
    let naturals: Vec<Tile> = Colour::ALL
        .into_iter()
        .filter_map(|colour| tile_of(Face::new(colour, number)?))
        .collect();
    for chosen in 1u8..1 << naturals.len() {
        let tiles = naturals.iter().enumerate();
        let tiles = tiles.filter(|(at, _)| chosen >> at & 1 == 1);
        let tiles: Vec<Tile> = tiles.map(|(_, tile)| *tile).collect();
        for extra in 0..=jokers {
            let length = tiles.len() + extra;
            if (3..=4).contains(&length) {
                let wild = std::iter::repeat_n(Tile::Numbered(okey), extra);
                melds.push(Candidate {
                    kind: Kind::Set,
                    tiles: tiles.iter().copied().chain(wild).collect(),
                    points: i32::from(number) * length as i32,
                    jokers: extra as i32,
                });
            }
        }
    }
}

/// The runs from a number upwards.
fn add_runs(
    colour: Colour,
    first: u8,
    jokers: usize,
    okey: Face,
    tile_of: impl Fn(Face) -> Option<Tile>,
    melds: &mut Vec<Candidate>,
) {
    let (mut tiles, mut points, mut wild) = (Vec::new(), 0, 0);
    for number in first..=13 {
        let Some(face) = Face::new(colour, number) else {
            return;
        };
        match tile_of(face) {
            Some(tile) => tiles.push(tile),
            None if wild < jokers => {
                wild += 1;
                tiles.push(Tile::Numbered(okey));
            }
            None => return,
        }
        points += i32::from(number);
        if tiles.len() >= 3 && wild < tiles.len() {
            melds.push(Candidate {
                kind: Kind::Run,
                tiles: tiles.clone(),
                points,
                jokers: wild as i32,
            });
        }
    }
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
