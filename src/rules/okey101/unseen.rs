//! Another truth that a viewer cannot tell from the present one.
//!
//! Everything the viewer knows stays: the own rack, table and piles, a taken tile, what came back from the table to a
//! rack, false jokers that all saw. The rest is shuffled. What others drew is then told anew so that the imagined game
//! could have happened: no tile leaves a rack before it is drawn.

use super::deal::RACK;
use super::state::{Happened, Okey101, Round, Slot};
use super::view::Moved;
use crate::piece::difference;
use crate::retold::{self, Change, Told};
use crate::tile::Tile;
use crate::{Dice, Seat, Viewer};

pub(super) fn redeal(game: &Okey101, viewer: Viewer, dice: &mut Dice) -> Okey101 {
    let mut imagined = game.clone();
    if let Some(round) = &mut imagined.round {
        let is_hidden = |seat: &Seat| viewer != Viewer::Seat(*seat);
        let hidden: Vec<Seat> = Seat::all(game.seats).filter(is_hidden).collect();
        let mut pool = Pool::gather(round, &hidden);
        dice.shuffle(&mut pool.tiles);
        pool.fill(round, &hidden);
        for seat in &hidden {
            retell(round, *seat, dice);
        }
        // Why an opening failed is between the rules and the actor.
        if round.actor().is_some_and(|actor| hidden.contains(&actor)) {
            round.turn.fault = None;
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
        let unseen = round.stock.iter().filter(|slot| !slot.seen);
        let mut tiles: Vec<Tile> = unseen.map(|slot| slot.tile).collect();
        let mut known = Vec::new();
        for seat in hidden {
            let certain = known_of(round, *seat);
            tiles.extend(difference(&round.racks[*seat], &certain));
            known.push(certain);
        }
        tiles.sort_unstable();
        Self { tiles, known }
    }

    /// Puts the tiles back in the order they now have.
    fn fill(self, round: &mut Round, hidden: &[Seat]) {
        let mut tiles = self.tiles.into_iter();
        for (seat, mut rack) in hidden.iter().zip(self.known) {
            let missing = round.racks[*seat].len().saturating_sub(rack.len());
            rack.extend(tiles.by_ref().take(missing));
            rack.sort_unstable();
            round.racks[*seat] = rack;
        }
        let unseen = |slot: &&mut Slot| !slot.seen;
        for slot in round.stock.iter_mut().filter(unseen) {
            slot.tile = tiles
                .next()
                .expect("the pool holds exactly the tiles that were taken out");
        }
    }
}

/// What everybody knows to lie on a rack.
fn known_of(round: &Round, seat: Seat) -> Vec<Tile> {
    retold::known_after(round.history.iter().map(|step| change(step, seat)))
}

/// What a step changed on a rack.
fn change(step: &Happened, own: Seat) -> Change<Tile> {
    match &step.moved {
        Moved::Drew { seat, tile } if *seat == own => Change {
            open: tile.filter(|_| step.open),
            hidden: !step.open,
            ..Change::default()
        },
        Moved::Took { seat, tile } | Moved::TookBack { seat, tile, .. } if *seat == own => {
            Change::open(*tile)
        }
        Moved::Returned { seat, tile }
        | Moved::LaidOff { seat, tile, .. }
        | Moved::Discarded { seat, tile }
            if *seat == own =>
        {
            Change::out(vec![*tile])
        }
        Moved::Opened { seat, melds, .. } if *seat == own => {
            let tiles = melds.iter().flat_map(|meld| meld.tiles());
            Change::out(tiles.copied().collect())
        }
        Moved::Laid { seat, meld } if *seat == own => Change::out(meld.tiles().to_vec()),
        Moved::Swapped {
            seat, tile, joker, ..
        } if *seat == own => Change {
            out: vec![*tile],
            open: Some(*joker),
            hidden: false,
        },
        _ => Change::default(),
    }
}

/// Tells anew what a seat drew, now that it holds other tiles.
fn retell(round: &mut Round, seat: Seat, dice: &mut Dice) {
    let mut told = Told::dealt(RACK + usize::from(round.starter == seat));
    for (index, step) in round.history.iter().enumerate() {
        told.step(change(step, seat), index, dice);
    }
    for (index, drawn) in told.drawn(&round.racks[seat], dice) {
        if let Moved::Drew { tile, .. } = &mut round.history[index].moved {
            *tile = Some(drawn);
        }
    }
}
