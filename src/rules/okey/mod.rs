//! Okey: what a seat may wish, what can happen, and the contract of a game kept (Okey rules 3 to 9).
//!
//! The actions listed for a seat are complete. `state` holds the fields, `turn` decides, `apply` obeys,
//! `seen` builds views, `unseen` imagines other truths.

mod apply;
pub mod deal;
mod lesson;
mod must_win;
pub mod options;
mod possible;
mod record;
mod refusal;
pub mod score;
mod seen;
pub mod sheet;
mod state;
mod turn;
mod unasked;
mod unseen;
pub mod view;
mod written;

use serde::{Deserialize, Serialize};

pub use options::Options;
pub use refusal::Refusal;
pub use state::Okey;
pub use view::View;

use super::piece::Piece;
use super::tile::Tile;
use super::unasked::{Dropped, Held};
use super::view::pieces;
use super::{
    Chance, Dice, Game, Impossible, OptionFault, Patience, PerSeat, RoundStanding, Seat, Seats,
    Standing, Viewer, Waiting,
};

/// What a seat may wish (Okey rules 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Show the indicator's twin.
    Show,
    /// Say that one does not show; only where showing has a phase of its own (`before_first_discard`).
    Decline,
    /// Draw the next tile of the stock.
    Draw,
    /// Draw the tile at this place of the stock, 0 for the next one (`stock_pick=any`).
    DrawAt(usize),
    /// Take the left neighbour's discard.
    Take,
    /// Pass on an empty stock.
    Pass,
    /// Discard a tile.
    Discard(Tile),
    /// Finish by discarding a tile.
    Finish(Tile),
}

/// What happened. Events carry their consequences, so a journal outlives a corrected rule.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round was dealt.
    Dealt {
        /// The shuffled wall, 106 tiles.
        deck: Vec<Tile>,
        /// Who dealt.
        dealer: Seat,
        /// Every throw in its order.
        dice: Vec<u8>,
    },
    /// A seat showed the twin.
    Showed {
        /// Who.
        seat: Seat,
        /// What it changed.
        points: PerSeat<i32>,
    },
    /// A seat said that it does not show.
    Declined {
        /// Who.
        seat: Seat,
    },
    /// A seat drew.
    Drew {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
        /// From which place of the stock, 0 for the next tile; one past the end is the exposed tile.
        place: usize,
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
    /// A seat passed on an empty stock.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A finish did not win and cost points.
    FinishFailed {
        /// Who.
        seat: Seat,
        /// The tile that would have been the fifteenth; it stays hidden.
        tile: Tile,
        /// What it changed.
        points: PerSeat<i32>,
    },
    /// A seat finished.
    Finished {
        /// Who.
        seat: Seat,
        /// How.
        win: Win,
        /// What it changed.
        points: PerSeat<i32>,
    },
    /// The round ended without a winner.
    Drawn,
    /// A seat is out of the game (`elimination`).
    Left {
        /// Who.
        seat: Seat,
    },
    /// The game is over.
    Over {
        /// Its result.
        standing: Standing,
    },
}

/// A finished round: the tiles all may see, and what they are worth (Okey rules 7 and 8).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

    fn check(options: &Options, seats: usize) -> Result<(), OptionFault> {
        options.check(seats)
    }

    /// Opposite seats are partners (Okey rules 9.4).
    fn lets_choose_seats(options: &Options) -> bool {
        options.partnership
    }

    fn side(options: &Options, seat: Seat) -> u8 {
        score::side(options, seat)
    }

    fn new(options: &Options, seats: usize) -> Self {
        Self::undealt(options, seats)
    }

    fn deal(&self, chance: &Chance) -> Vec<Event> {
        turn::next_deal(self, chance)
    }

    fn waiting(&self) -> Waiting {
        Waiting {
            seats: turn::to_act(self),
            turn: self.turns,
            patience: Patience::Turn,
        }
    }

    fn may_interject(&self) -> Seats {
        turn::may_interject(self)
    }

    fn actions(&self, seat: Seat) -> Vec<Action> {
        turn::actions(self, seat)
    }

    fn written(&self, seat: Seat, dice: &mut Dice) -> Action {
        written::written(self, seat, dice)
    }

    /// A finish that fails is accepted, and costs its penalty (Okey rules 7.4).
    fn may_be_unlisted(action: &Action, events: &[Event]) -> bool {
        matches!(
            (action, events),
            (Action::Finish(_), [Event::FinishFailed { .. }])
        )
    }

    fn at_zero(&self, seat: Seat) -> Action {
        turn::at_zero(self, seat)
    }

    fn unasked(&self, seat: Seat) -> Option<Result<Action, Held>> {
        unasked::unasked(self, seat)
    }

    fn out(&self) -> Seats {
        self.eliminated()
    }

    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
        unasked::prepared(self, seat, piece)
    }

    fn decide(&self, seat: Seat, action: &Action, _: &Chance) -> Result<Vec<Event>, Refusal> {
        turn::decide(self, seat, action)
    }

    fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        apply::apply(self, event)
    }

    fn view(&self, viewer: Viewer) -> View {
        seen::view(self, viewer)
    }

    fn rack(&self, seat: Seat) -> Vec<Piece> {
        let round = self.round.as_ref();
        round.map_or_else(Vec::new, |round| pieces(round.racks[seat].iter().copied()))
    }

    fn standing(&self) -> Option<Standing> {
        self.standing.clone()
    }

    fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        unseen::redeal(self, viewer, dice)
    }

    fn most_steps(&self) -> u32 {
        self.most_steps_of_a_round()
    }

    fn lesson() -> Option<Self> {
        lesson::lesson()
    }

    fn faults(&self) -> Vec<String> {
        self.faults_of_state()
    }

    fn round_standing(&self) -> Option<RoundStanding> {
        self.result_of_the_round()
    }

    fn wish(event: &Event) -> Option<Action> {
        record::wish(event)
    }

    fn deck(event: &Event) -> Option<Vec<Piece>> {
        match event {
            Event::Dealt { deck, .. } => Some(deck.iter().map(|piece| (*piece).into()).collect()),
            _ => None,
        }
    }

    fn is_same(given: &Event, told: &Event) -> bool {
        record::is_same(given, told)
    }
}
