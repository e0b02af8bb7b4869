//! The facts behind the advice of the computers of Hachinin-meri.

use crate::rules::Seat;
use crate::rules::meri::Yaku;

/// Why an action is advised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The robai is better used with the okie.
    Calls,
    /// No opponent can catch the robai, and hidden it counts more (Hachinin-meri rules 9).
    Hides,
    /// There is nothing to call with.
    Waits,
    /// It may catch its partner card from the opponents, face down as that may lie.
    Threatens {
        /// Which yaku that would be.
        yaku: Yaku,
    },
    /// Nothing that may still come to the trick beats it.
    Strongest,
    /// It takes the trick unless somebody plays one of so many.
    Takes {
        /// How many better ones may still come, or lie face down.
        better: usize,
    },
    /// A partner has the trick, so it costs the least.
    LeavesToPartner {
        /// Who.
        seat: Seat,
    },
    /// It goes where no yaku can be made of it.
    BringsToSafety,
    /// It can be spared best.
    Spares,
    /// There is no choice.
    Forced,
}
