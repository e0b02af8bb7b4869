//! Why an action is refused, with the facts; the sentences for people are the front's.

use thiserror::Error;

use super::meld::MeldFault;
use crate::Seat;
use crate::card::Card;

/// Why the top discard cannot be taken (Kaluki rules 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TakeLock {
    /// Nothing lies there.
    #[error("there is no discard")]
    EmptyPile,
    /// No initial meld can be made with it.
    #[error("there is no initial meld with {card}")]
    NoOpening {
        /// The top discard.
        card: Card,
    },
    /// Only who is open takes discards (`discard_before_open`).
    #[error("only who is open takes discards at this table")]
    NotOpen,
}

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Nothing is being played: no deal, or it is over.
    #[error("no deal is being played")]
    NoDeal,
    /// The table has no such seat, or its player is out of the match.
    #[error("seat {seat} is not in the game")]
    NotInGame {
        /// Which.
        seat: Seat,
    },
    /// Somebody else is to act.
    #[error("it is not that seat's turn")]
    OutOfTurn,
    /// A card must be drawn or taken before anything else.
    #[error("a card must be drawn or taken first")]
    MustDrawFirst,
    /// The turn has its card: it goes on with the table, or with a discard.
    #[error("nothing can be drawn now: a card must be discarded")]
    MustDiscard,
    /// Nothing was taken that may be put back, or something has been laid.
    #[error("there is no taken card to put back")]
    NothingToReturn,
    /// There is nothing to be announced.
    #[error("there is nothing to announce")]
    NothingToAnnounce,
    /// Nobody is asked whether to buy in, or that player is not.
    #[error("that player is not asked to buy in")]
    NoBuyIn,
    /// The card is not in the hand, or not so often.
    #[error("there is no {card} left in the hand for that")]
    NotHeld {
        /// The card that was named.
        card: Card,
    },
    /// The top discard cannot be taken.
    #[error(transparent)]
    TakeLocked(#[from] TakeLock),
    /// The cards are no meld, do not fit one, or free no joker.
    #[error("{fault}")]
    Meld {
        /// Which meld of those named, from 0.
        place: usize,
        /// Why.
        fault: MeldFault,
    },
    /// Nothing was put together.
    #[error("no cards were put together")]
    NothingComposed,
    /// There is no such meld on the table.
    #[error("there is no meld {} on the table", meld.saturating_add(1))]
    NoSuchMeld {
        /// The place that was named, from 0.
        meld: usize,
    },
    /// Nobody opens twice in a deal.
    #[error("that player is open already")]
    AlreadyOpen,
    /// Melds, builds and exchanges come after opening.
    #[error("that player is not open")]
    NotOpen,
    /// The initial meld is worth too little.
    #[error("{points} points, {} short of {needed}", needed - points)]
    TooLow {
        /// What the melds are worth.
        points: u32,
        /// What they must be worth.
        needed: u32,
    },
    /// The taken card is not among the cards.
    #[error("{taken} was taken and is not among the cards")]
    TakenNotUsed {
        /// The card.
        taken: Card,
    },
    /// The taken card must be in an initial meld in this turn.
    #[error("{taken} was taken to open with it")]
    MustOpen {
        /// The card.
        taken: Card,
    },
    /// No card would be left that may be discarded.
    #[error("no card would be left to discard")]
    KeepOne,
    /// Who missed the announcement cannot call up in this turn.
    #[error("who missed the announcement cannot call up in this turn")]
    Blocked,
    /// More cards at one end of a run than a turn allows.
    #[error("only {limit} cards a turn may be added to one end of a run")]
    EndLimit {
        /// How many.
        limit: u32,
    },
    /// A recovered joker is not placed, or not where it may go.
    #[error("a recovered joker must be placed at once")]
    JokerUnused,
    /// The card just taken may not be discarded.
    #[error("{card} was taken in this turn")]
    ReturnTaken {
        /// The card.
        card: Card,
    },
}

impl Refusal {
    /// The code of the written rules; `None` for what they have no code for.
    pub fn code(&self) -> Option<&'static str> {
        Some(match self {
            Self::NoDeal
            | Self::NotInGame { .. }
            | Self::OutOfTurn
            | Self::MustDrawFirst
            | Self::MustDiscard
            | Self::NothingToReturn
            | Self::NothingToAnnounce
            | Self::NoBuyIn => "E_PHASE",
            Self::NotHeld { .. } => "E_NOT_HELD",
            Self::TakeLocked(_) => "E_TAKE_LOCKED",
            Self::Meld { fault, .. } => fault.code(),
            Self::NothingComposed => "E_SIZE",
            Self::AlreadyOpen => "E_ALREADY_OPEN",
            Self::NotOpen => "E_NOT_OPEN",
            Self::TooLow { .. } => "E_MIN",
            Self::TakenNotUsed { .. } => "E_TAKEN_NOT_USED",
            Self::MustOpen { .. } => "E_MUST_OPEN",
            Self::KeepOne => "E_KEEP_ONE",
            Self::Blocked => "E_BLOCKED",
            Self::EndLimit { .. } => "E_END_LIMIT",
            Self::JokerUnused => "E_JOKER_UNUSED",
            Self::ReturnTaken { .. } => "E_RETURN_TAKEN",
            Self::NoSuchMeld { .. } => return None,
        })
    }
}
