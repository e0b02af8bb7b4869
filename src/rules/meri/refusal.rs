//! Why an action is refused, with the facts; the sentences for people are the front's.

use thiserror::Error;

use crate::karuta::{Karuta, Suit};

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Nothing is being played: no round is dealt, or it is over (`E_PHASE`).
    #[error("no round is being played")]
    NoRound,
    /// Somebody else is to act (`E_PHASE`).
    #[error("it is not that seat's turn")]
    OutOfTurn,
    /// It is not yet, or no longer, asked whether somebody takes the okie (`E_PHASE`).
    #[error("nobody is asked for the trump robai now")]
    NotAsked,
    /// Before anything is played, somebody takes the okie (`E_PHASE`).
    #[error("the okie is not taken yet")]
    OkieFirst,
    /// The taker leads and discards at once (`E_PHASE`).
    #[error("the round begins with a lead and a discard")]
    UchidashiFirst,
    /// The opening lead is out (`E_PHASE`).
    #[error("the round has begun")]
    UchidashiOver,
    /// The answer was given and is final.
    #[error("that seat has already answered")]
    AlreadyAnswered,
    /// Only the holder of the trump robai calls. Told to that player alone.
    #[error("{robai} is not on the rack")]
    NoRobai {
        /// The trump robai.
        robai: Karuta,
    },
    /// The karuta is not on the rack, or was named twice (`E_NOT_HELD`).
    #[error("there is no {karuta} on the rack")]
    NotOnRack {
        /// What was named.
        karuta: Karuta,
    },
    /// The first trick is led with a plain karuta by whoever has one (`E_MERI_FIRST`).
    #[error("the first trick is not led with a trump, as {karuta} is")]
    MeriFirst {
        /// What was to be led.
        karuta: Karuta,
    },
    /// In monchi the suit is followed, or trumped (`E_FOLLOW_SUIT`).
    #[error("{} or a trump must be played", suit.letter())]
    FollowSuit {
        /// What was led.
        suit: Suit,
    },
    /// A meri is followed with trumps (`E_FOLLOW_TRUMP`).
    #[error("a trump must be played: {} or tenka", trump.letter())]
    FollowTrump {
        /// The trump suit.
        trump: Suit,
    },
}
