//! Who is waited for, and when they are called.

use std::time::Duration;

use super::QUIET;
use crate::tables::{Look, Moment, PersonId, Revision};

/// Whoever has pressed something lately is not called before half of their time is over; nothing is lately after this.
const LATELY: Duration = Duration::from_secs(30 * 60);

/// Where nobody sees who has answered, all are called so long after they were asked.
const ASKED: Duration = Duration::from_secs(30 * 60);

/// Somebody who is to act, and who plays their seat themselves.
pub(super) struct Waited {
    pub person: PersonId,
    /// Since when the seat's tiles, actions and turn are as they are.
    pub seat_revision: Revision,
    /// The last sign of them, or the beginning of their turn.
    pub quiet_since: Moment,
    pub since: Moment,
    pub until: Moment,
    /// How long the turn is, without what was lost of it and given back: that lies before its end.
    pub turn: Duration,
    pub presence: Presence,
    /// Nobody sees who has answered: then all are called at once, whoever has, or nobody.
    pub is_unseen: bool,
}

impl Waited {
    /// Who is here is left in peace for half of their time: a message would move what they are about to press.
    pub(super) fn nudge_at(&self) -> Moment {
        let half = self.until.minus(self.turn / 2);
        let peace = match self.presence {
            Presence::Alone => half,
            Presence::Until(leaves) => half.min(leaves),
            Presence::Unknown => self.since,
        };
        self.quiet_since.plus(QUIET).max(peace)
    }

    /// When they are called first; `None` if only the warning calls them. Where answers are unseen no sign of anybody
    /// counts, so it is the same for all who were asked (Hachinin-meri rules 12).
    pub(super) fn first_call_at(&self) -> Option<Moment> {
        if !self.is_unseen {
            return Some(self.nudge_at());
        }
        let at = self.since.plus(ASKED).max(self.quiet_since.plus(QUIET));
        (at < self.warn_at()).then_some(at)
    }

    /// In the last quarter of the time.
    pub(super) fn warn_at(&self) -> Moment {
        let quarter = self.turn / 4;
        self.until.minus(quarter).max(self.nudge_at())
    }
}

/// Whether somebody looks at the table, as far as one can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Presence {
    /// Nobody else plays here, so nobody waits for them; and a panel of theirs may tell them that it is their turn.
    Alone,
    /// They pressed something within the last turns; so long they are taken to be here.
    Until(Moment),
    Unknown,
}

impl Presence {
    /// The last turns are as many as there are seats, each with all of its time.
    pub(super) fn of(own: &Look, pressed: Option<Moment>, turn: Duration) -> Self {
        if own.is_alone() && pressed.is_some() {
            return Self::Alone;
        }
        let seats = u32::try_from(own.seats.len()).unwrap_or(1);
        let lap = turn.saturating_mul(seats).min(LATELY);
        pressed.map_or(Self::Unknown, |pressed| Self::Until(pressed.plus(lap)))
    }
}
