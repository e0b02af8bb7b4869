//! Another truth that a viewer cannot tell from the present one.
//!
//! Everything the viewer knows stays: the own rack, table and piles, a taken tile, what came back from the table to a
//! rack, false jokers that all saw. The rest is shuffled. What others drew is then told anew so that the imagined game
//! could have happened: no tile leaves a rack before it is drawn.

use super::deal::RACK;
use super::state::{Happened, Okey101, Round, Slot, add, difference};
use super::view::Moved;
use crate::meld::remove;
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
    let mut known = Vec::new();
    for step in &round.history {
        let change = Change::of(step, seat);
        for tile in change.out {
            // If an equal tile is known it may be that one: then nothing more is certain.
            remove(&mut known, tile);
        }
        known.extend(change.open);
    }
    known
}

/// What a step changed on a rack, as everybody knows it.
#[derive(Default)]
struct Change {
    /// Tiles that left the rack.
    out: Vec<Tile>,
    /// A tile that came to it and that everybody knows.
    open: Option<Tile>,
    /// Whether a tile came that only its owner knows.
    hidden: bool,
}

impl Change {
    fn of(step: &Happened, own: Seat) -> Self {
        let out = |tiles: Vec<Tile>| Self {
            out: tiles,
            ..Self::default()
        };
        let open = |tile: Tile| Self {
            open: Some(tile),
            ..Self::default()
        };
        match &step.moved {
            Moved::Drew { seat, tile } if *seat == own => Self {
                open: tile.filter(|_| step.open),
                hidden: !step.open,
                ..Self::default()
            },
            Moved::Took { seat, tile } | Moved::TookBack { seat, tile, .. } if *seat == own => {
                open(*tile)
            }
            Moved::Returned { seat, tile }
            | Moved::LaidOff { seat, tile, .. }
            | Moved::Discarded { seat, tile }
                if *seat == own =>
            {
                out(vec![*tile])
            }
            Moved::Opened { seat, melds, .. } if *seat == own => {
                let tiles = melds.iter().flat_map(|meld| meld.tiles());
                out(tiles.copied().collect())
            }
            Moved::Laid { seat, meld } if *seat == own => out(meld.tiles().to_vec()),
            Moved::Swapped {
                seat, tile, joker, ..
            } if *seat == own => Self {
                out: vec![*tile],
                open: Some(*joker),
                hidden: false,
            },
            _ => Self::default(),
        }
    }
}

/// Tells anew what a seat drew, now that it holds other tiles.
fn retell(round: &mut Round, seat: Seat, dice: &mut Dice) {
    let dealt = RACK + usize::from(round.starter == seat);
    let mut told = Told {
        free: vec![None; dealt],
        known: Vec::new(),
        drawn: Vec::new(),
    };
    for (index, step) in round.history.iter().enumerate() {
        told.step(Change::of(step, seat), index, dice);
    }
    // What has not left the rack is still on it.
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
struct Told {
    /// Tiles of the rack of which nobody knows what they are: `None` for a dealt one, else the step of its draw.
    free: Vec<Option<usize>>,
    /// Tiles of the rack that everybody knows.
    known: Vec<Tile>,
    /// What was drawn at which step.
    drawn: Vec<(usize, Tile)>,
}

impl Told {
    fn step(&mut self, change: Change, index: usize, dice: &mut Dice) {
        for tile in change.out {
            if !remove(&mut self.known, tile) {
                let place = self.pick(dice);
                self.drawn.extend(place.map(|drawn| (drawn, tile)));
            }
        }
        if let Some(tile) = change.open {
            add(&mut self.known, tile);
        }
        if change.hidden {
            self.free.push(Some(index));
        }
    }

    /// Any tile of which nobody knows what it is leaves the rack.
    fn pick(&mut self, dice: &mut Dice) -> Option<usize> {
        if self.free.is_empty() {
            return None;
        }
        let place = dice.below(self.free.len() as u32) as usize;
        self.free.swap_remove(place)
    }
}
