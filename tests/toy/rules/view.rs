//! What a viewer of the toy may know.

use super::Options;
use crate::piece::Piece;
use crate::tile::Tile;
use crate::view::{Arrangement, pieces};
use crate::{GameView, PerSeat, Seat, Standing, Viewer, Waiting};

/// A move that all have seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A tile was played.
    Played(Seat, Tile),
    /// Somebody knocked.
    Knocked(Seat),
    /// Somebody took the trick.
    Took(Seat),
}

/// What a viewer may know: their own tiles, and everything that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The house rules.
    pub options: Options,
    /// Which round, from 1; 0 before the first deal.
    pub round: u32,
    /// Who is to act.
    pub waiting: Waiting,
    /// The viewer's own tiles, in canonical order; `None` for who has none.
    pub rack: Option<Vec<Tile>>,
    /// How many tiles each seat has left.
    pub left: PerSeat<usize>,
    /// The trick so far.
    pub trick: Vec<(Seat, Tile)>,
    /// How many tricks each seat has taken in this round.
    pub taken: PerSeat<i32>,
    /// What a trick is worth in this round.
    pub worth: i32,
    /// The points of each seat's side.
    pub points: PerSeat<i32>,
    /// The moves of this round.
    pub history: Vec<Move>,
    /// The result, once the game is over.
    pub standing: Option<Standing>,
}

impl GameView for View {
    fn rack(&self) -> Option<Vec<Piece>> {
        self.rack.as_ref().map(|rack| pieces(rack.iter().copied()))
    }

    fn grouped(&self) -> Arrangement<Piece> {
        Arrangement::row(self.sorted())
    }

    fn sorted(&self) -> Vec<Piece> {
        GameView::rack(self).unwrap_or_default()
    }

    fn points(&self) -> &PerSeat<i32> {
        &self.points
    }
}
