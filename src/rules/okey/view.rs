//! What a viewer of Okey may know (Okey rules 5.6).
//!
//! There is no place here for what others hold: a view is built up from what its viewer may see.

use super::sheet::Entry;
use super::{Options, Win};
use crate::meld;
use crate::piece::Piece;
use crate::tile::{Face, Tile};
use crate::view::{Arrangement, pieces};
use crate::{GameView, PerSeat, Seat, Seats, Standing, Viewer};

/// Okey as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The house rules of the table.
    pub options: Options,
    /// Who is still in the game: everybody, but for those the elimination has put out.
    pub active: Seats,
    /// The number of the round, from 1; 0 before the first deal.
    pub round: u32,
    /// Where the round stands.
    pub phase: Phase,
    /// Who threw the dice; `None` before the first deal.
    pub dealer: Option<Seat>,
    /// Every throw of the deal in its order (Okey rules 4.1, steps 3 and 4).
    pub dice: Vec<u8>,
    /// The tile that fixes the okey, and with it the okey; `None` before the first deal.
    pub indicator: Option<Face>,
    /// How many tiles are left to draw, the exposed one included where it may be drawn.
    pub stock: usize,
    /// Where in the stock, 0 for the next tile, a false joker lies that everybody saw during the deal.
    pub false_jokers_seen: Vec<usize>,
    /// The viewer's own tiles in canonical order; `None` for a watcher.
    pub rack: Option<Vec<Tile>>,
    /// The tile of `rack` that the viewer has just drawn or taken, until they discard.
    pub fresh: Option<Tile>,
    /// How many tiles each seat holds.
    pub held: PerSeat<usize>,
    /// The pile at each seat's right side.
    pub piles: PerSeat<Pile>,
    /// The top tile that the viewer could take now, with its owner: only for the seat in phase `Draw`.
    pub takeable: Option<Tile>,
    /// Whether whoever is to draw may not take: so many turns in a row began with a take (Okey rules 5.3).
    pub must_draw: bool,
    /// Whether whoever is to discard has to finish: they took on an empty stock to win (Okey rules 5.4, `win_only`).
    pub must_finish: bool,
    /// Whether the round is drawn if whoever is to discard does not finish: nobody may take any more on the empty stock
    /// (Okey rules 5.4).
    pub is_last_take: bool,
    /// The points of each seat.
    pub scores: PerSeat<i32>,
    /// What every round came to that is over.
    pub sheet: Vec<Entry>,
    /// Who has shown the indicator's twin in this round.
    pub showed: PerSeat<bool>,
    /// Whether the viewer holds the twin and may still show it.
    pub may_show: bool,
    /// What happened in this round, oldest first, as this viewer knows it.
    pub history: Vec<Moved>,
    /// How the last finished round ended; kept until the next deal.
    pub result: Option<RoundResult>,
    /// The result of the game, once it is over.
    pub standing: Option<Standing>,
}

impl View {
    /// The okey of this round; `None` before the first deal.
    pub fn okey(&self) -> Option<Face> {
        self.indicator.map(Face::okey)
    }

    /// Whether the one tile that is left to draw is the exposed one, which lies open (Okey rules 5.4, `exposed_tile_last`).
    pub fn draws_exposed(&self) -> bool {
        self.options.exposed_tile_last && self.stock == 1
    }

    /// The neighbour after whom a seat plays, and whose discards it may take: whoever has left is passed over (Okey rules 3.1
    /// and 9.3).
    pub fn left_of(&self, seat: Seat) -> Seat {
        self.active.before(seat, self.held.len())
    }
}

impl GameView for View {
    fn rack(&self) -> Option<Vec<Piece>> {
        self.rack.as_ref().map(|rack| pieces(rack.iter().copied()))
    }

    fn grouped(&self) -> Arrangement<Piece> {
        match (&self.rack, self.okey()) {
            (Some(rack), Some(okey)) => meld::arrange(rack, okey).into_pieces(),
            _ => Arrangement::default(),
        }
    }

    fn sorted(&self) -> Vec<Piece> {
        match (&self.rack, self.okey()) {
            (Some(rack), Some(okey)) => pieces(meld::by_colours(rack.clone(), okey)),
            _ => Vec::new(),
        }
    }

    fn points(&self) -> &PerSeat<i32> {
        &self.scores
    }
}

/// Where a round stands (Okey rules 5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing is dealt: before the first round.
    Undealt,
    /// These seats have not yet said whether they show (`before_first_discard`).
    Showing(Seats),
    /// The starter, with 15 tiles, discards without drawing.
    StarterDiscard(Seat),
    /// This seat, with 14 tiles, draws or takes.
    Draw(Seat),
    /// This seat, with 15 tiles, discards or finishes.
    Discard(Seat),
    /// The round is over; the next one is dealt unless the game is over too.
    RoundOver,
}

/// A pile of discards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pile {
    /// How many tiles lie there.
    pub count: usize,
    /// Those the viewer may look at now, the top tile last; the top is always among them (Okey rules 5.6).
    pub seen: Vec<Tile>,
}

/// One thing that happened, as a viewer knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moved {
    /// A seat showed the indicator's twin.
    Showed {
        /// Who.
        seat: Seat,
    },
    /// A seat drew from the stock.
    Drew {
        /// Who.
        seat: Seat,
        /// What: known only to the one who drew, and to all for the exposed tile.
        tile: Option<Tile>,
    },
    /// A seat took the left neighbour's discard.
    Took {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A seat discarded.
    Discarded {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A seat passed on an empty stock: the round is drawn.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A seat finished.
    Finished {
        /// Who.
        seat: Seat,
        /// The fifteenth tile.
        tile: Tile,
    },
    /// A finish that did not win cost points (`wrong_finish_penalty`).
    FailedFinish {
        /// Who.
        seat: Seat,
        /// What it cost.
        points: i32,
    },
}

/// How a round ended.
#[derive(Clone, PartialEq, Debug)]
pub enum RoundResult {
    /// Nobody finished (Okey rules 5.4).
    Drawn,
    /// A seat finished.
    Won {
        /// Who.
        seat: Seat,
        /// How, with the tiles that all may now see.
        win: Win,
        /// What each seat lost by it (0 for the winner).
        losses: PerSeat<i32>,
    },
}
