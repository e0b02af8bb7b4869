//! Another truth that a viewer cannot tell from the present one.
//!
//! Everything the viewer knows stays: the own rack, the piles, what was taken and is still held, the shown
//! twin, false jokers that all saw, and the winner's tiles. The rest is shuffled. What others drew is then
//! told anew so that the imagined game could have happened: no tile is discarded before it is drawn.

use super::must_win;
use super::state::{Happened, Okey, Round};
use super::view::{Moved, Phase, RoundResult};
use crate::piece::{difference, remove};
use crate::retold::{self, Change, Told};
use crate::tile::Tile;
use crate::{Dice, Seat, Viewer};

pub(super) fn redeal(game: &Okey, viewer: Viewer, dice: &mut Dice) -> Okey {
    let mut imagined = game.clone();
    if let Some(round) = &mut imagined.round {
        let hidden: Vec<Seat> = round
            .racks
            .iter()
            .map(|(seat, _)| seat)
            .filter(|seat| viewer != Viewer::Seat(*seat))
            .collect();
        let mut pool = Pool::gather(round, &hidden);
        dice.shuffle(&mut pool.tiles);
        let winning = match round.phase {
            Phase::Discard(seat) if game.must_finish(round) => Some(seat),
            _ => None,
        };
        pool.fill(round, &hidden, winning, dice);
        for seat in hidden {
            retell(round, seat, dice);
        }
    }
    imagined
}

/// The tiles that the viewer cannot place.
struct Pool {
    tiles: Vec<Tile>,
    /// What is known of each hidden rack, in their order.
    known: Vec<Vec<Tile>>,
}

impl Pool {
    /// Gathers the tiles in canonical order: how they lie in the true world must not matter.
    fn gather(round: &Round, hidden: &[Seat]) -> Self {
        let mut tiles: Vec<Tile> = unseen_stock(round).map(|slot| slot.tile).collect();
        let mut known = Vec::new();
        for seat in hidden {
            let certain = known_of(round, *seat);
            tiles.extend(difference(&round.racks[*seat], &certain));
            known.push(certain);
        }
        tiles.sort_unstable();
        Self { tiles, known }
    }

    /// Puts the tiles back in the order they now have; everybody knows that the rack of `winning` wins.
    fn fill(self, round: &mut Round, hidden: &[Seat], winning: Option<Seat>, dice: &mut Dice) {
        let Self { mut tiles, known } = self;
        let mut racks: Vec<(Seat, Vec<Tile>)> = hidden.iter().copied().zip(known).collect();
        for (_, rack) in racks.iter_mut().filter(|(seat, _)| Some(*seat) == winning) {
            let before = rack.clone();
            *rack =
                must_win::fifteen(&before, &tiles, round.okey(), dice).unwrap_or(before.clone());
            for tile in difference(rack, &before) {
                remove(&mut tiles, tile);
            }
        }
        let mut tiles = tiles.into_iter();
        for (seat, mut rack) in racks {
            let missing = round.racks[seat].len().saturating_sub(rack.len());
            rack.extend(tiles.by_ref().take(missing));
            rack.sort_unstable();
            round.racks[seat] = rack;
        }
        for slot in round.stock.iter_mut().filter(|slot| !slot.seen) {
            slot.tile = tiles
                .next()
                .expect("the pool holds exactly the tiles that were taken out");
        }
    }
}

fn unseen_stock(round: &Round) -> impl Iterator<Item = &super::state::Slot> {
    round.stock.iter().filter(|slot| !slot.seen)
}

/// What everybody knows to lie on a rack.
fn known_of(round: &Round, seat: Seat) -> Vec<Tile> {
    match &round.result {
        // Okey rules 5.6: the winner's tiles are shown.
        Some(RoundResult::Won { seat: winner, .. }) if *winner == seat => round.racks[seat].clone(),
        _ => retold::known_after(round.history.iter().map(|step| match step.moved {
            Moved::Showed { seat: who } if who == seat => Change::open(round.twin()),
            _ => change(step, seat),
        })),
    }
}

/// What a step changed on a rack; a twin that is shown was there.
fn change(step: &Happened, own: Seat) -> Change<Tile> {
    match step.moved {
        Moved::Took { seat, tile } if seat == own => Change::open(tile),
        Moved::Drew { seat, tile } if seat == own => Change {
            open: tile.filter(|_| step.open),
            hidden: !step.open,
            ..Change::default()
        },
        Moved::Discarded { seat, tile } | Moved::Finished { seat, tile } if seat == own => {
            Change::out(vec![tile])
        }
        _ => Change::default(),
    }
}

/// Tells anew what a seat drew, now that it holds other tiles.
fn retell(round: &mut Round, seat: Seat, dice: &mut Dice) {
    let starts_with = if round.starter == seat { 15 } else { 14 };
    let mut told = Told::dealt(starts_with);
    for (index, step) in round.history.iter().enumerate() {
        match step.moved {
            Moved::Showed { seat: who } if who == seat => told.showed(round.twin(), dice),
            _ => told.step(change(step, seat), index, dice),
        }
    }
    for (index, drawn) in told.drawn(&round.racks[seat], dice) {
        if let Moved::Drew { tile, .. } = &mut round.history[index].moved {
            *tile = Some(drawn);
        }
    }
}
