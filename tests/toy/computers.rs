//! The computers of the toy: one of them plays anything, the better one takes tricks cheaply and leaves those of its side alone.

use crate::rules::Dice;
use crate::rules::seat::Seat;
use crate::rules::tile::Tile;
use crate::rules::toy::trick::{side_of, strength, taker};
use crate::rules::toy::{Action, View};
use crate::{Costly, Level, Mind};

/// What the toy's players do.
pub struct Computer;

/// Why a tile is advised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It takes the trick.
    Takes,
    /// It is the least that can be played.
    Least,
}

impl Mind for Computer {
    type View = View;
    type Action = Action;
    type Reason = Reason;

    fn choose(level: Level, view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
        match level {
            Level::Easy => {
                let any = dice.below(u32::try_from(actions.len()).ok()?) as usize;
                actions.get(any).copied()
            }
            Level::Medium => Self::advise(view, actions).map(|(action, _)| action),
        }
    }

    fn interject(_: Level, view: &View, actions: &[Action], _: &mut Dice) -> Option<Action> {
        let strong = view.rack.iter().flatten().filter(|tile| is_strong(**tile));
        let knocks = strong.count() > 2 && actions.contains(&Action::Knock);
        knocks.then_some(Action::Knock)
    }

    fn advise(view: &View, actions: &[Action]) -> Option<(Action, Reason)> {
        let seat = view.viewer.seat()?;
        let mut tiles: Vec<Tile> = actions.iter().filter_map(tile_of).collect();
        tiles.sort_by_key(|tile| strength(&view.trick, *tile));
        let is_ours = taker(&view.trick).is_some_and(|best| side_of(best) == side_of(seat));
        let taking = tiles
            .iter()
            .find(|tile| !is_ours && takes(view, seat, **tile));
        let least = tiles.first().map(|tile| (*tile, Reason::Least));
        let (tile, reason) = taking.map(|tile| (*tile, Reason::Takes)).or(least)?;
        Some((Action::Play(tile), reason))
    }

    fn costly(_: &View, _: &Action) -> Option<Costly> {
        None
    }
}

fn is_strong(tile: Tile) -> bool {
    tile.face().is_some_and(|face| face.number() > 10)
}

fn tile_of(action: &Action) -> Option<Tile> {
    match action {
        Action::Play(tile) => Some(*tile),
        Action::Knock => None,
    }
}

fn takes(view: &View, seat: Seat, tile: Tile) -> bool {
    let mut trick = view.trick.clone();
    trick.push((seat, tile));
    taker(&trick) == Some(seat)
}
