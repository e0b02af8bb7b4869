//! Okey 101: what a seat may wish, what can happen, and the contract of a game kept (101 rules 3 to 12).
//!
//! The actions listed for a seat are complete for drawing, taking, returning, discarding, laying off and swapping;
//! for openings and further melds they are suggestions (`propose`), and `decide` judges whatever a player composes.
//! Taking back is listed once a turn. `state` holds the fields, `turn` and `laying` decide, `apply` obeys, `seen` builds
//! views, `unseen` imagines other truths.

mod apply;
pub mod deal;
mod faults;
mod laying;
mod lesson;
pub mod meld;
pub mod opening;
pub mod options;
pub mod penalties;
mod possible;
mod propose;
mod record;
mod refusal;
pub mod score;
mod seen;
mod state;
pub mod suggest;
mod turn;
mod unasked;
mod unseen;
pub mod view;
mod written;

use serde::{Deserialize, Serialize};

pub use meld::{Composed, Kind, Meld, Place};
pub use opening::{OpenKind, Opening};
pub use options::Options;
pub use refusal::Refusal;
pub use state::Okey101;
pub use view::View;

use super::piece::Piece;
use super::tile::Tile;
use super::unasked::{Dropped, Held};
use super::view::pieces;
use super::{
    Chance, Dice, Game, Impossible, OptionFault, Patience, RoundStanding, Seat, Seats, Standing,
    Viewer, Waiting,
};
use opening::OpeningFault;
use penalties::Reason;
use view::RoundResult;

/// What a seat may wish (101 rules 5.1). A meld on the table is named by its place, from 0 in the order laid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Draw the next tile of the stock.
    Draw,
    /// Take the left neighbour's discard; it must be used, or returned.
    Take,
    /// Put the taken tile back.
    Return,
    /// Open with these melds or doubles.
    Open {
        /// The melds or doubles.
        melds: Vec<Composed>,
    },
    /// Lay a further meld or double.
    Lay {
        /// The meld or double.
        meld: Composed,
    },
    /// Add a tile to a meld on the table.
    LayOff {
        /// The tile.
        tile: Tile,
        /// The meld.
        meld: usize,
        /// At which end of a run; without it the upper one if the tile fits both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Place>,
    },
    /// Take back the tile laid off last.
    TakeBack,
    /// Put a tile in the place of a joker on the table (`joker_swap`).
    SwapJoker {
        /// The tile.
        tile: Tile,
        /// The meld.
        meld: usize,
    },
    /// Discard a tile.
    Discard {
        /// The tile.
        tile: Tile,
        /// Whether a penalty is accepted (101 rules 10.4).
        #[serde(default)]
        confirm: bool,
    },
    /// End the round on an empty stock (`next_may_take`).
    Pass,
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
    /// A seat drew.
    Drew {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A seat took the left neighbour's discard.
    Took {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A seat put the taken tile back.
    Returned {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A seat opened.
    Opened {
        /// Who.
        seat: Seat,
        /// How.
        opening: Opening,
        /// With what.
        melds: Vec<Meld>,
    },
    /// An opening failed and costs points; its tiles stay hidden (`strict`).
    OpeningFailed {
        /// Who.
        seat: Seat,
        /// Why, for that seat alone.
        fault: OpeningFault,
        /// How much.
        points: i32,
    },
    /// A seat laid a further meld.
    Laid {
        /// Who.
        seat: Seat,
        /// What.
        meld: Meld,
    },
    /// A seat added a tile to a meld.
    LaidOff {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
        /// To which meld.
        meld: usize,
        /// Where.
        place: Place,
    },
    /// A seat took back the tile it had laid off last.
    TookBack {
        /// Who.
        seat: Seat,
    },
    /// A seat took a joker from the table for a tile.
    Swapped {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// From which meld.
        meld: usize,
        /// The place of the joker in it.
        at: usize,
    },
    /// A seat discarded.
    Discarded {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// An act was charged.
    Charged {
        /// Who.
        seat: Seat,
        /// For what.
        reason: Reason,
        /// How much.
        points: i32,
    },
    /// A seat passed on an empty stock.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// The round is over.
    RoundEnded {
        /// How, and what it costs everybody.
        result: RoundResult,
    },
    /// The game is over.
    Over {
        /// Its result.
        standing: Standing,
    },
}

impl Game for Okey101 {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn check(options: &Options, seats: usize) -> Result<(), OptionFault> {
        options.check(seats)
    }

    /// Opposite seats are partners (`teams`).
    fn lets_choose_seats(options: &Options) -> bool {
        options.teams
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
        let actor = self.round.as_ref().and_then(state::Round::actor);
        Waiting {
            seats: actor.map_or(Seats::NONE, Seats::only),
            turn: self.turns,
            patience: Patience::Turn,
        }
    }

    fn may_interject(&self) -> Seats {
        Seats::NONE
    }

    fn actions(&self, seat: Seat) -> Vec<Action> {
        turn::actions(self, seat)
    }

    fn written(&self, seat: Seat, dice: &mut Dice) -> Action {
        written::written(self, seat, dice)
    }

    /// What is composed, a discard whose penalty is accepted and does not come, and what was taken back again.
    fn may_be_unlisted(action: &Action, _: &[Event]) -> bool {
        let costs_nothing = matches!(action, Action::Discard { confirm: true, .. });
        let is_composed = matches!(
            action,
            Action::Open { .. } | Action::Lay { .. } | Action::LayOff { .. } | Action::TakeBack
        );
        costs_nothing || is_composed
    }

    fn at_zero(&self, seat: Seat) -> Action {
        turn::at_zero(self, seat)
    }

    fn unasked(&self, seat: Seat) -> Option<Result<Action, Held>> {
        unasked::unasked(self, seat)
    }

    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
        unasked::prepared(self, seat, piece)
    }

    fn is_moment_for(&self, seat: Seat, _: Piece) -> bool {
        unasked::is_moment_for(self, seat)
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
