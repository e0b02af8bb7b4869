//! Another truth that a viewer cannot tell from the present one.
//!
//! Everything the viewer knows stays: the own rack, the piles, what was taken and is still held, the shown
//! twin, false jokers that all saw, and the winner's tiles. The rest is shuffled. What others drew is then
//! told anew so that the imagined game could have happened: no tile is discarded before it is drawn.

use super::must_win;
use super::state::{Happened, Okey, Round, add, difference};
use super::view::{Moved, Phase, RoundResult};
use crate::meld::remove;
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
        _ => round
            .history
            .iter()
            .fold(Vec::new(), |known, step| learn(known, step, seat, round)),
    }
}

/// What is known of a rack after one more step.
fn learn(mut known: Vec<Tile>, step: &Happened, seat: Seat, round: &Round) -> Vec<Tile> {
    match step.moved {
        Moved::Took { seat: who, tile } if who == seat => known.push(tile),
        Moved::Drew {
            seat: who,
            tile: Some(tile),
        } if who == seat && step.open => known.push(tile),
        Moved::Showed { seat: who } if who == seat => known.push(round.twin()),
        Moved::Discarded { seat: who, tile } | Moved::Finished { seat: who, tile }
            if who == seat =>
        {
            // If an equal tile is known it may be that one: then nothing more is certain.
            remove(&mut known, tile);
        }
        _ => {}
    }
    known
}

/// Tells anew what a seat drew, now that it holds other tiles.
fn retell(round: &mut Round, seat: Seat, dice: &mut Dice) {
    let mut told = Told::default();
    let starts_with = if round.starter == seat { 15 } else { 14 };
    told.free = vec![None; starts_with];
    for index in 0..round.history.len() {
        told.step(round, seat, index, dice);
    }
    // What has not been discarded is still on the rack.
    let mut rest = difference(&round.racks[seat], &told.known);
    dice.shuffle(&mut rest);
    for (place, tile) in told.free.into_iter().zip(rest) {
        told.drawn.extend(place.map(|index| (index, tile)));
    }
    for (index, drawn) in told.drawn {
        if let Moved::Drew { tile, .. } = &mut round.history[index].moved {
            *tile = Some(drawn);
        }
    }
}

/// The story of one hidden rack as far as it is told.
#[derive(Default)]
struct Told {
    /// Tiles of the rack of which nobody knows what they are: `None` for a dealt one, else the step of its draw.
    free: Vec<Option<usize>>,
    /// Tiles of the rack that everybody knows.
    known: Vec<Tile>,
    /// What was drawn at which step.
    drawn: Vec<(usize, Tile)>,
}

impl Told {
    fn step(&mut self, round: &Round, seat: Seat, index: usize, dice: &mut Dice) {
        let step = &round.history[index];
        match step.moved {
            Moved::Drew { seat: who, .. } if who == seat && !step.open => {
                self.free.push(Some(index));
            }
            Moved::Discarded { seat: who, tile } | Moved::Finished { seat: who, tile }
                if who == seat && !self.known.contains(&tile) =>
            {
                let place = self.pick(dice);
                self.drawn.extend(place.map(|index| (index, tile)));
            }
            Moved::Showed { seat: who } if who == seat => {
                self.pick(dice);
                add(&mut self.known, round.twin());
            }
            _ => self.known = learn(std::mem::take(&mut self.known), step, seat, round),
        }
    }

    /// Any tile of which nobody knows what it is leaves the rack, or becomes known.
    fn pick(&mut self, dice: &mut Dice) -> Option<usize> {
        if self.free.is_empty() {
            return None;
        }
        let place = dice.below(self.free.len() as u32) as usize;
        self.free.swap_remove(place)
    }
}
