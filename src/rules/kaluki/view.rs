//! What a viewer of Kaluki may know (Kaluki rules 7.4).
//!
//! There is no place here for what others hold: a view is built up from what its viewer may see.

use serde::{Deserialize, Serialize};

use super::meld::{End, Meld};
use super::score::{CallUp, DealResult, Line};
use super::{Answer, Build, Options, Placement, Recovered, Recovery};
use crate::card::{Card, Placed};
use crate::meld::cards::{self, Keep, Question};
use crate::piece::{Piece, difference};
use crate::view::{Arrangement, pieces};
use crate::{GameView, PerSeat, Seat, Seats, Standing, Viewer};

/// Kaluki as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The house rules of the table.
    pub options: Options,
    /// The number of the deal, from 1; a void one is dealt again under its number. 0 before the first deal.
    pub deal: u32,
    /// How many deals in a row have just been void.
    pub voids: u32,
    /// Where the deal stands.
    pub phase: Phase,
    /// Who dealt; `None` before the first deal.
    pub dealer: Option<Seat>,
    /// Those who take part in this deal, from the first player on clockwise.
    pub order: Vec<Seat>,
    /// How many cards are left to draw.
    pub stock: usize,
    /// The discards, the top one last.
    pub pile: Vec<Card>,
    /// How often the discards have become the stock.
    pub reshuffles: u32,
    /// How many cards each seat holds; with `announce=manual` only what the viewer may be shown.
    pub held: PerSeat<Option<usize>>,
    /// The discard taken in this turn. Public.
    pub taken: Option<TakenCard>,
    /// The melds on the table in the order laid.
    pub table: Vec<TableMeld>,
    /// Who is open.
    pub opened: Seats,
    /// How many of the last turns went by without a stock draw (`stall_limit`).
    pub stalled: u32,
    /// What the penalty of who buys in becomes, while somebody is asked.
    pub buy_in_at: Option<i32>,
    /// The penalty points of each seat.
    pub penalties: PerSeat<i32>,
    /// The settlements of each seat; they sum to 0.
    pub ledger: PerSeat<i32>,
    /// How often each seat bought in.
    pub buy_ins: PerSeat<u32>,
    /// The pool; 0 for a single deal.
    pub pool: i32,
    /// What each seat would have if it won nothing of the pool.
    pub totals: PerSeat<i32>,
    /// After which deal each seat was out; `None` for those who are in.
    pub left: PerSeat<Option<u32>>,
    /// What every deal that counted was for everybody.
    pub sheet: Vec<PerSeat<Line>>,
    /// How every one of them was called up.
    pub call_ups: Vec<CallUp>,
    /// What happened in this deal, oldest first, as this viewer knows it.
    pub history: Vec<Moved>,
    /// How the deal ended; kept until the next one.
    pub result: Option<DealResult>,
    /// The hands of those who took part, after a deal that counted.
    pub hands: Option<PerSeat<Vec<Card>>>,
    /// The result of the match, once it is over.
    pub standing: Option<Standing>,
    /// What a seat knows of itself; `None` for a watcher.
    pub own: Option<Own>,
}

/// What only the owner of a seat may see.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Own {
    /// The own cards in canonical order.
    pub hand: Vec<Card>,
    /// The card just drawn or taken, until the discard.
    pub fresh: Option<Card>,
    /// The top discard with what is owed for it, if it may be taken now.
    pub takeable: Option<TakenCard>,
    /// The taken card that must be laid before anything else, or be put back.
    pub must_use: Option<TakenCard>,
    /// Whether the announcement was missed: this turn cannot call up (Kaluki rules 7.3).
    pub missed: bool,
    /// Which of the own cards may be discarded now, the others of the turn apart (Kaluki rules 7.2).
    pub discardable: Vec<Card>,
    /// Which of the own cards fit which meld, and where, whether or not the seat may build now.
    pub fits: Vec<Build>,
    /// Which of the own cards free a joker, whether or not the seat may exchange now.
    pub recoveries: Vec<Recovery>,
    /// What was answered to the offer to buy in.
    pub answer: Option<Answer>,
}

impl View {
    /// The viewer's own cards in canonical order; `None` for a watcher.
    pub fn hand(&self) -> Option<&[Card]> {
        self.own.as_ref().map(|own| own.hand.as_slice())
    }

    /// The discard with which this turn began, until the next move of whoever took it: then it is in a meld, or held.
    pub fn just_taken(&self) -> Option<TakenCard> {
        let is_new = matches!(self.history.last(), Some(Moved::Took { .. }));
        self.taken.filter(|_| is_new)
    }
}

impl GameView for View {
    fn rack(&self) -> Option<Vec<Piece>> {
        self.hand().map(|hand| pieces(hand.iter().copied()))
    }

    /// The melds worth most, in runs a joker where it stands for a card.
    fn grouped(&self) -> Arrangement<Piece> {
        let hand = self.hand().unwrap_or_default();
        let question = Question {
            aces: self.options.aces(),
            joker_value: self.options.joker_penalty,
            keep: Keep::Nothing,
        };
        let best = cards::best_opening(hand, None, &question).unwrap_or_default();
        let laid: Vec<Card> = best.cards().collect();
        let melds = best.melds.iter().map(|meld| {
            let cards = meld.cards.iter().map(|placed| placed.card());
            cards.collect()
        });
        let arranged = Arrangement {
            melds: melds.collect(),
            loose: difference(hand, &laid),
        };
        arranged.into_pieces()
    }

    /// Canonical order is by suit and rank, jokers behind.
    fn sorted(&self) -> Vec<Piece> {
        pieces(self.hand().unwrap_or_default().iter().copied())
    }

    fn points(&self) -> &PerSeat<i32> {
        &self.totals
    }
}

/// Where a deal stands (Kaluki rules 7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing is dealt: before the first deal.
    Undealt,
    /// This seat draws or takes.
    Draw(Seat),
    /// This seat may lay, and ends its turn with a discard.
    Play(Seat),
    /// This seat may announce its few cards before the next one draws (`announce=manual`).
    Announce(Seat),
    /// These seats are asked whether they buy in.
    BuyIn(Seats),
    /// The deal is over; the next one is dealt unless the match is over too.
    DealOver,
}

/// What who takes a discard owes for it (Kaluki rules 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terms {
    /// Nothing.
    Free,
    /// An initial meld with it in this turn.
    MustOpen,
    /// The next table action must lay it.
    MustUse,
    /// The same, in a new meld.
    MustMeld,
}

/// A discard that was taken, or may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakenCard {
    /// The card.
    pub card: Card,
    /// What is owed for it.
    pub terms: Terms,
}

/// A meld on the table.
#[derive(Clone, PartialEq, Debug)]
pub struct TableMeld {
    /// Who laid it.
    pub owner: Seat,
    /// The meld.
    pub meld: Meld,
    /// How many cards were added to its low and its high end in this turn.
    pub added: [u32; 2],
}

/// One thing that happened, as a viewer knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moved {
    /// A seat drew from the stock.
    Drew {
        /// Who.
        seat: Seat,
        /// What: known to the one who drew.
        card: Option<Card>,
    },
    /// The whole discard pile became the stock.
    Reshuffled {
        /// What it was, in canonical order.
        cards: Vec<Card>,
    },
    /// A seat took the top discard.
    Took {
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
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
        /// Where the jokers went.
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
    },
    /// A player bought in.
    BoughtIn {
        /// Who.
        seat: Seat,
        /// What their penalty is now.
        penalty: i32,
    },
    /// A player left the match.
    Left {
        /// Who.
        seat: Seat,
    },
}
