//! Okey: the state of a game, what a seat may do, and what it does (Okey rules 3 to 9).

pub mod options;
pub mod view;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use options::Options;
pub use view::View;

use super::tile::Tile;
use super::{Chance, Dice, Game, Seat, Seats, Standing, Viewer, Waiting};

/// The state of a game of Okey.
#[derive(Clone, PartialEq)]
pub struct Okey {
    options: Options,
    seats: usize,
}

/// What a seat may wish (Okey rules 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Show the indicator's twin.
    Show,
    /// Draw the next tile of the stock.
    Draw,
    /// Take the left neighbour's discard.
    Take,
    /// Pass on an empty stock.
    Pass,
    /// Discard a tile.
    Discard(Tile),
    /// Finish by discarding a tile.
    Finish(Tile),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// placeholder
    Nothing,
}

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The tile is not on the rack.
    #[error("there is no {tile} on the rack")]
    NotOnRack {
        /// The tile that was named.
        tile: Tile,
    },
}

/// A finished round: the tiles all may see, and what they are worth (Okey rules 7 and 8).
#[derive(Clone, PartialEq, Debug)]
pub struct Win {
    /// The fifteenth tile.
    pub discard: Tile,
    /// Ordinary or seven pairs.
    pub kind: WinKind,
    /// The fourteen tiles, arranged in melds or pairs.
    pub melds: Vec<Vec<Tile>>,
    /// Whether a joker was discarded (Okey rules 7.5).
    pub joker_finish: bool,
    /// What each other player (or the other team) loses (Okey rules 8.2).
    pub loss: i32,
}

/// The two kinds of winning fourteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinKind {
    /// Sets and runs (Okey rules 7.1).
    Ordinary,
    /// Seven pairs (Okey rules 7.2).
    Pairs,
}

impl Game for Okey {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn check(_options: &Options, _seats: usize) -> Result<(), Refusal> {
        Ok(())
    }
    fn new(options: &Options, seats: usize) -> Self {
        Self {
            options: options.clone(),
            seats,
        }
    }
    fn deal(&self, _chance: &Chance) -> Vec<Event> {
        todo!()
    }
    fn waiting(&self) -> Waiting {
        todo!()
    }
    fn may_interject(&self) -> Seats {
        todo!()
    }
    fn actions(&self, _seat: Seat) -> Vec<Action> {
        todo!()
    }
    fn at_zero(&self, _seat: Seat) -> Action {
        todo!()
    }
    fn decide(
        &self,
        _seat: Seat,
        _action: &Action,
        _chance: &Chance,
    ) -> Result<Vec<Event>, Refusal> {
        todo!()
    }
    fn apply(&mut self, _event: &Event) {
        todo!()
    }
    fn view(&self, _viewer: Viewer) -> View {
        todo!()
    }
    fn standing(&self) -> Option<Standing> {
        todo!()
    }
    fn redeal_unseen(&self, _viewer: Viewer, _dice: &mut Dice) -> Self {
        todo!()
    }
}
