//! Hachinin-meri: what a seat may wish, what can happen, and the contract of a game kept (Hachinin-meri rules 3 to 12).
//!
//! The actions listed for a seat are complete. `state` holds the fields, `turn` decides, `apply` obeys, `seen` builds
//! views, `unseen` imagines other truths; `order`, `trick`, `yaku`, `robau` and `score` are the tables of the rules.

mod apply;
pub mod deal;
mod faults;
mod lay;
mod lesson;
pub mod options;
pub mod order;
mod refusal;
pub mod robau;
pub mod score;
mod seen;
mod state;
#[cfg(test)]
mod tests;
pub mod trick;
mod turn;
mod unseen;
pub mod view;
mod written;
pub mod yaku;

use serde::{Deserialize, Serialize};

pub use options::Options;
pub use refusal::Refusal;
pub use robau::Robau;
pub use score::{Made, PerTeam, Progress, Team, Total};
pub use state::{Meri, SEATS, TRICKS, first_leads};
pub use view::View;
pub use yaku::Yaku;

use options::TeamAssign;
use state::Round;
use view::Phase;

use super::karuta::Karuta;
use super::piece::Piece;
use super::unasked::{Dropped, Held};
use super::view::pieces;
use super::{
    Chance, Dice, Game, Impossible, OptionFault, Patience, PerSeat, RoundStanding, Seat, Seats,
    Standing, Viewer, Waiting,
};

/// What a seat may wish (Hachinin-meri rules 12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Say that the round may go on; for the holder of the trump robai: without a call.
    Ready,
    /// Call: take the okie with the trump robai.
    Robatta,
    /// Lead trick 1 and lay one away for the okie.
    Uchidashi {
        /// What is led.
        lead: Karuta,
        /// What is laid away.
        discard: Karuta,
    },
    /// Play to a trick, or lead it.
    Play(Karuta),
}

/// What happened. Events carry their consequences, so a journal outlives a corrected rule.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round was dealt.
    Dealt {
        /// The shuffled pack, 75 karuta.
        deck: Vec<Karuta>,
        /// How many of it are the first half.
        half: usize,
        /// What was left of both halves, 27 karuta, shuffled once more.
        again: Vec<Karuta>,
        /// Who dealt.
        dealer: Seat,
    },
    /// A seat said *ready*; after the last one the dealer takes the okie.
    Readied {
        /// Who.
        seat: Seat,
    },
    /// The holder of the trump robai called, and took the okie.
    Called {
        /// Who.
        seat: Seat,
    },
    /// The taker led trick 1.
    Led {
        /// Who.
        seat: Seat,
        /// With what.
        lead: Karuta,
        /// What was laid away.
        discard: Karuta,
    },
    /// A seat played to a trick, or led it.
    Played {
        /// Who.
        seat: Seat,
        /// What.
        karuta: Karuta,
    },
    /// The trick was turned over and taken.
    Won {
        /// By whom.
        seat: Seat,
        /// The yaku in it.
        made: Option<Made>,
    },
    /// The round is over.
    RoundEnded {
        /// What it came to.
        total: Total,
    },
    /// The match is over.
    Over {
        /// Its result.
        standing: Standing,
    },
}

impl Game for Meri {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn check(options: &Options, seats: usize) -> Result<(), OptionFault> {
        options.check(seats)
    }

    /// Hachinin-meri rules 3.2: chance seats people, unless they choose.
    fn seat_draw(options: &Options, seats: usize, chance: &Chance) -> Option<PerSeat<Seat>> {
        (options.team_assign == TeamAssign::Random).then(|| deal::seat_draw(chance, seats))
    }

    /// Hachinin-meri rules 13, `fill_with_computers`.
    fn fills_empty_seats(options: &Options) -> bool {
        options.fill_with_computers
    }

    /// Hachinin-meri rules 13, `team_assign`.
    fn lets_choose_seats(options: &Options) -> bool {
        options.team_assign == TeamAssign::Chosen
    }

    fn side(_: &Options, seat: Seat) -> u8 {
        score::side(seat)
    }

    fn new(options: &Options, _: usize) -> Self {
        Self::undealt(options)
    }

    fn deal(&self, chance: &Chance) -> Vec<Event> {
        turn::next_deal(self, chance)
    }

    fn waiting(&self) -> Waiting {
        let round = self.round.as_ref();
        Waiting {
            seats: round.map_or(Seats::NONE, Round::to_act),
            turn: self.turns,
            patience: match round.map(|round| round.phase) {
                Some(Phase::Robau) => Patience::Unseen {
                    asked: Seats::first(SEATS),
                },
                _ => Patience::Turn,
            },
        }
    }

    fn may_interject(&self) -> Seats {
        Seats::NONE
    }

    /// Who took the okie, and the shōbu (Hachinin-meri rules 8).
    fn has_just_shown(&self) -> bool {
        let Some(round) = &self.round else {
            return false;
        };
        match round.phase {
            Phase::Uchidashi(_) => true,
            Phase::Play(_) => round.plays.is_empty(),
            Phase::Undealt | Phase::Robau | Phase::RoundOver => false,
        }
    }

    fn actions(&self, seat: Seat) -> Vec<Action> {
        turn::actions(self, seat)
    }

    fn written(&self, seat: Seat, dice: &mut Dice) -> Action {
        written::written(self, seat, dice)
    }

    fn at_zero(&self, seat: Seat) -> Action {
        turn::at_zero(self, seat)
    }

    fn has_computers_at_zero(&self) -> bool {
        turn::has_computers_at_zero(self)
    }

    /// Nothing in a round is plain: a *ready* at once would tell who cannot call, a play at once that there is no other.
    fn unasked(&self, _: Seat) -> Option<Result<Action, Held>> {
        None
    }

    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
        turn::prepared(self, seat, piece)
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
        // Everybody answers for the robai, the taker leads, and all 72 karuta are played, the lead among them.
        (SEATS + SEATS * TRICKS) as u32
    }

    fn lesson() -> Option<Self> {
        lesson::lesson()
    }

    fn faults(&self) -> Vec<String> {
        self.faults_of_state()
    }

    fn round_standing(&self) -> Option<RoundStanding> {
        let total = self.round.as_ref()?.total?;
        Some(total.standing())
    }

    fn wish(event: &Event) -> Option<Action> {
        match *event {
            Event::Readied { .. } => Some(Action::Ready),
            Event::Called { .. } => Some(Action::Robatta),
            Event::Led { lead, discard, .. } => Some(Action::Uchidashi { lead, discard }),
            Event::Played { karuta, .. } => Some(Action::Play(karuta)),
            Event::Dealt { .. }
            | Event::Won { .. }
            | Event::RoundEnded { .. }
            | Event::Over { .. } => None,
        }
    }

    fn deck(event: &Event) -> Option<Vec<Piece>> {
        match event {
            Event::Dealt { deck, .. } => Some(deck.iter().map(|piece| (*piece).into()).collect()),
            _ => None,
        }
    }

    fn is_same(given: &Event, told: &Event) -> bool {
        given == told
    }
}
