//! The facts behind the advice of the computers of Kaluki.

use crate::rules::card::Card;

/// Why an action is advised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The hand opens.
    Opens {
        /// What the initial meld is worth.
        points: u32,
    },
    /// With what can be laid now only the last discard is left.
    CallsUp,
    /// The same in the turn of opening: a Kaluki (Kaluki rules 8).
    Kaluki,
    /// With the top discard the hand opens.
    TakesToOpen {
        /// Which card.
        card: Card,
        /// What the initial meld is worth.
        points: u32,
    },
    /// The top discard can be laid at once.
    TakesToLay {
        /// Which card.
        card: Card,
        /// Whether other cards are laid with it, or after it.
        others: bool,
    },
    /// The top discard is better to have than a draw.
    TakesToKeep {
        /// Which card.
        card: Card,
    },
    /// The taken card cannot be used.
    Returns {
        /// Which card.
        card: Card,
    },
    /// A meld leaves the hand.
    LaysMeld,
    /// A card leaves the hand for a meld on the table.
    Builds {
        /// Which card.
        card: Card,
    },
    /// Jokers on the table are freed and placed.
    FreesJokers {
        /// How many.
        jokers: usize,
    },
    /// Nothing that lies there helps more than a draw.
    Draws {
        /// What is left lying, if it may be taken.
        leaves: Option<Card>,
    },
    /// Not open: no other discard leaves better prospects to open.
    Waits {
        /// How many points are missing to an initial meld.
        missing: u32,
    },
    /// Not opened though it could: a Kaluki is near.
    HoldsForKaluki {
        /// How many of a hundred draws complete it.
        chance: u32,
    },
    /// Open: no other discard leaves a cheaper hand with better prospects.
    Discards {
        /// The penalty points that stay.
        left: i32,
        /// What would be left out of fear of the next player, if anything: the card that is cheaper to lose but is wanted.
        withholds: Option<Card>,
    },
    /// Few cards are left: who stays silent could not call up.
    Announces,
    /// The pool is worth its stake.
    BuysIn {
        /// How many parts of a hundred of the pool are to be hoped for.
        share: u32,
    },
    /// The pool is not worth its stake.
    Declines {
        /// How many parts of a hundred of the pool are to be hoped for.
        share: u32,
    },
    /// There is no choice.
    Forced,
}
