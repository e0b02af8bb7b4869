//! Kaluki: what a seat may wish, what can happen, and the contract of a game kept (Kaluki rules 3 to 11).
//!
//! The actions listed for a seat are complete for drawing, taking, putting back, discarding, announcing, buying in, for
//! builds card by card and for exchanges of one joker, but that a card that was put back is not listed again; for initial
//! and further melds they are suggestions (`propose`), and `decide` judges whatever a player composes. `state` holds the
//! fields, `turn` and `laying` decide, `apply` obeys, `seen` builds views, `unseen` imagines other truths, `plan` looks for
//! the best of all that could be laid, `taking` for the use of a discard.

mod apply;
pub mod attempt;
pub mod deal;
mod faults;
mod hand;
mod laying;
mod lesson;
pub mod meld;
pub mod options;
pub mod plan;
mod possible;
mod propose;
pub mod readings;
mod record;
mod refusal;
pub mod score;
mod seen;
mod settling;
mod state;
mod taking;
mod trial;
mod turn;
mod unasked;
mod unseen;
pub mod view;
mod written;

use serde::{Deserialize, Serialize};

pub use meld::{Composed, End, Kind, Meld, MeldFault};
pub use options::Options;
pub use refusal::{Refusal, TakeLock};
pub use state::Kaluki;
pub use view::View;

use super::card::{Card, Placed};
use super::piece::Piece;
use super::unasked::{Dropped, Held};
use super::view::pieces;
use super::{
    Chance, Dice, Game, Impossible, OptionFault, PerSeat, RoundStanding, Seat, Seats, Standing,
    Viewer, Waiting,
};
use options::Announce;
use score::DealResult;
use view::{Phase, Terms};

/// What a seat may wish (Kaluki rules 7). A meld on the table is named by its place, from 0 in the order laid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Draw the next card of the stock.
    Draw,
    /// Take the top discard.
    Take,
    /// Put the taken card back, as long as nothing was laid.
    Return,
    /// Open with these melds.
    Open {
        /// The melds.
        melds: Vec<Composed>,
    },
    /// Lay a further meld.
    Lay {
        /// The meld.
        meld: Composed,
    },
    /// Add cards to a meld on the table.
    Build(Build),
    /// Free jokers from melds on the table and place them at once.
    Exchange {
        /// What is given for which jokers.
        recoveries: Vec<Recovery>,
        /// Where the jokers go, with further cards.
        placements: Vec<Placement>,
    },
    /// Discard a card.
    Discard {
        /// The card.
        card: Card,
    },
    /// Announce the number of the cards (`announce=manual`).
    Announce,
    /// Let the announcement pass.
    StaySilent,
    /// Buy in after exceeding the limit.
    BuyIn,
    /// Leave the match instead.
    Decline,
}

/// Cards added to a meld on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// The meld.
    pub meld: usize,
    /// The cards, from the run outward.
    pub cards: Vec<Placed>,
    /// At which end of a run; without it where the first card fits, above if it fits both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// Naturals given for a joker on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recovery {
    /// The meld with the joker.
    pub meld: usize,
    /// The naturals.
    pub cards: Vec<Card>,
}

/// Where recovered jokers go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// To a new meld.
    Lay(Composed),
    /// To a meld on the table.
    Build(Build),
}

impl Placement {
    /// The cards that are placed.
    pub fn cards(&self) -> &[Placed] {
        match self {
            Self::Lay(composed) => &composed.cards,
            Self::Build(build) => &build.cards,
        }
    }
}

/// What somebody over the limit answers (Kaluki rules 10 step 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// They buy in.
    BuyIn,
    /// They leave the match.
    Decline,
}

/// What happened. Events carry their consequences, so a journal outlives a corrected rule.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A deal was dealt.
    Dealt {
        /// The shuffled pack, before the cut.
        pack: Vec<Card>,
        /// How many cards went from the top to the bottom.
        cut: usize,
        /// Who dealt.
        dealer: Seat,
    },
    /// A seat drew.
    Drew {
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// The whole discard pile became the stock.
    Reshuffled {
        /// The new stock, the next card first.
        stock: Vec<Card>,
    },
    /// A seat took the top discard.
    Took {
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
        /// What it owes for it.
        terms: Terms,
    },
    /// A seat put the taken card back.
    Returned {
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// A seat opened.
    Opened {
        /// Who.
        seat: Seat,
        /// With what.
        melds: Vec<Meld>,
        /// What the melds are worth.
        points: u32,
    },
    /// A seat laid a further meld.
    Laid {
        /// Who.
        seat: Seat,
        /// What.
        meld: Meld,
    },
    /// A seat added cards to a meld.
    Built {
        /// Who.
        seat: Seat,
        /// To which meld.
        meld: usize,
        /// What, from the run outward.
        cards: Vec<Placed>,
        /// At which end of a run.
        end: End,
    },
    /// A seat freed jokers and placed them.
    Exchanged {
        /// Who.
        seat: Seat,
        /// What was given for which jokers.
        recovered: Vec<Recovered>,
        /// Where the jokers went; every build names its end.
        placements: Vec<Placement>,
    },
    /// A seat discarded.
    Discarded {
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// The number of a seat's cards was announced.
    Announced {
        /// Whose.
        seat: Seat,
        /// The number.
        held: usize,
        /// Who said it: the bot, or the player in time.
        by: Announce,
    },
    /// A seat has few cards; it may announce them before the next player draws.
    AnnouncementDue {
        /// Who.
        seat: Seat,
    },
    /// A seat missed the announcement.
    Missed {
        /// Who.
        seat: Seat,
    },
    /// The deal is over.
    DealEnded {
        /// How, and what it is for everybody.
        result: DealResult,
    },
    /// Players over the limit are asked whether they buy in.
    BuyInOffered {
        /// Who.
        seats: Seats,
        /// What their penalty would become.
        at: i32,
    },
    /// A player over the limit answered; nobody else knows what, until all have.
    Answered {
        /// Who.
        seat: Seat,
        /// What.
        answer: Answer,
    },
    /// A player bought in.
    BoughtIn {
        /// Who.
        seat: Seat,
        /// What their penalty is now.
        penalty: i32,
    },
    /// A player is out of the match.
    Left {
        /// Who.
        seat: Seat,
    },
    /// The match is over.
    Over {
        /// Its result.
        standing: Standing,
    },
}

/// Naturals that were given for a joker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recovered {
    /// The meld.
    pub meld: usize,
    /// The naturals.
    pub cards: Vec<Card>,
    /// The place of the joker in the meld.
    pub at: usize,
}

impl Game for Kaluki {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn check(options: &Options, seats: usize) -> Result<(), OptionFault> {
        options.check(seats)
    }

    fn at_table(options: &Options, seats: usize) -> Options {
        options.at_table(seats)
    }

    fn without_stakes(options: &Options) -> Option<Options> {
        Some(options.without_stakes())
    }

    fn seat_draw(_: &Options, seats: usize, chance: &Chance) -> Option<PerSeat<Seat>> {
        Some(deal::seat_draw(chance, seats))
    }

    fn new(options: &Options, seats: usize) -> Self {
        Self::undealt(options, seats)
    }

    fn deal(&self, chance: &Chance) -> Vec<Event> {
        turn::next_deal(self, chance)
    }

    fn waiting(&self) -> Waiting {
        Waiting {
            seats: self.to_act(),
            turn: self.turns,
            patience: self.patience(),
        }
    }

    fn may_interject(&self) -> Seats {
        Seats::NONE
    }

    fn out(&self) -> Seats {
        self.eliminated()
    }

    fn actions(&self, seat: Seat) -> Vec<Action> {
        turn::actions(self, seat)
    }

    fn written(&self, seat: Seat, dice: &mut Dice) -> Action {
        written::written(self, seat, dice)
    }

    /// What is composed, and a card that was put back and is taken again.
    fn may_be_unlisted(action: &Action, _: &[Event]) -> bool {
        matches!(
            action,
            Action::Take
                | Action::Open { .. }
                | Action::Lay { .. }
                | Action::Build(_)
                | Action::Exchange { .. }
        )
    }

    fn at_zero(&self, seat: Seat) -> Action {
        turn::at_zero(self, seat)
    }

    /// Whether to buy in (Kaluki rules 10 step 5).
    fn asks_owners_alone(&self) -> bool {
        let phase = self.deal.as_ref().map(|deal| deal.phase);
        matches!(phase, Some(Phase::BuyIn(_)))
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

    fn decide(&self, seat: Seat, action: &Action, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        turn::decide(self, seat, action, chance)
    }

    fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        apply::apply(self, event)
    }

    fn view(&self, viewer: Viewer) -> View {
        seen::view(self, viewer)
    }

    fn rack(&self, seat: Seat) -> Vec<Piece> {
        let deal = self.deal.as_ref();
        deal.map_or_else(Vec::new, |deal| pieces(deal.hands[seat].iter().copied()))
    }

    fn standing(&self) -> Option<Standing> {
        self.standing.clone()
    }

    fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        unseen::redeal(self, viewer, dice)
    }

    fn most_steps(&self) -> u32 {
        self.most_steps_of_a_deal()
    }

    fn lesson() -> Option<Self> {
        lesson::lesson()
    }

    fn faults(&self) -> Vec<String> {
        self.faults_of_state()
    }

    fn round_standing(&self) -> Option<RoundStanding> {
        self.result_of_the_deal()
    }

    fn wish(event: &Event) -> Option<Action> {
        record::wish(event)
    }

    fn deck(event: &Event) -> Option<Vec<Piece>> {
        match event {
            Event::Dealt { pack, .. } => Some(pack.iter().map(|piece| (*piece).into()).collect()),
            _ => None,
        }
    }

    fn is_same(given: &Event, told: &Event) -> bool {
        given == told
    }
}
