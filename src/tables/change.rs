//! The steps of a table: what may change, what caused it, and how it is stored.
//!
//! Changes name seats, never people: who sat down with a step is kept beside the journal.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{MessageId, Moment, PersonId, PressId, Revision, Why};
use crate::computers::Level;
use crate::rules::any::{AnyEvent, AnyOptions};
pub(super) use crate::rules::record::Cause;
use crate::rules::{PerSeat, Seat};
use crate::store::StepRow;

/// The version of the stored form. A reader knows all earlier ones.
pub(super) const FORMAT: u32 = 1;

/// One thing that changed; no `Debug`, for events hold racks. Its stored form is forever.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    /// The person of this step took a seat: before the start the press is their contribution to the deal, in the game
    /// the seat was a leaver's.
    Sat { seat: Seat },
    /// A computer took an empty seat.
    Computer { seat: Seat, level: Level },
    /// A seat became free before the start.
    Emptied { seat: Seat },
    /// The host's rights are this seat's.
    Hosts { seat: Seat },
    /// The host changed the house rules: these count from now on.
    Options { options: AnyOptions },
    /// The host changed whether the result counts if two people or more play.
    Counts { rated: bool },
    /// The host changed what becomes of seats that are free at the start: computers take them, or they are left out.
    FreeSeats { filled: bool },
    /// These seats were free at the start and are left out: they are no more, and the others close up in their order.
    SeatsClosed { seats: Vec<Seat> },
    /// Seats and contributions are fixed; the message that the game begins is to be posted.
    Starting { casual: bool },
    /// The message stands there: the last contribution.
    Began { start: MessageId },
    /// Everybody moved to the seat that they had drawn: from each seat to the one that stands there.
    SeatsDrawn { seats: PerSeat<Seat> },
    /// A round was dealt.
    Dealt { events: Vec<AnyEvent> },
    /// A seat acted.
    Played { seat: Seat, events: Vec<AnyEvent> },
    /// The time of a seat was up.
    Slept { seat: Seat },
    /// A computer plays for the owner of a seat until they press anything.
    WentAway { seat: Seat },
    /// The owner is back.
    CameBack { seat: Seat },
    /// Ready for the next round.
    Ready { seat: Seat },
    /// A person left the game, a computer took their seat.
    Left { seat: Seat, level: Level },
    /// A person votes for ending the table.
    Voted { seat: Seat },
    /// The game is over and has results.
    Finished,
    /// The table ended without results.
    Abandoned { why: Why },
}

impl Change {
    /// Whether all may know of it although answers are unseen.
    pub(super) fn is_seen_while_asked(&self) -> bool {
        !matches!(self, Self::Played { .. } | Self::Slept { .. })
    }

    /// The seat that must exist for the change to make sense.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self {
            Self::Sat { seat }
            | Self::Computer { seat, .. }
            | Self::Emptied { seat }
            | Self::Hosts { seat }
            | Self::Played { seat, .. }
            | Self::Slept { seat }
            | Self::WentAway { seat }
            | Self::CameBack { seat }
            | Self::Ready { seat }
            | Self::Voted { seat }
            | Self::Left { seat, .. } => Some(*seat),
            Self::Options { .. }
            | Self::Counts { .. }
            | Self::FreeSeats { .. }
            | Self::SeatsClosed { .. }
            | Self::Starting { .. }
            | Self::Began { .. }
            | Self::SeatsDrawn { .. }
            | Self::Dealt { .. }
            | Self::Finished
            | Self::Abandoned { .. } => None,
        }
    }
}

/// One accepted change of a table, whole.
#[derive(Clone)]
pub(super) struct Step {
    pub revision: Revision,
    pub at: Moment,
    pub cause: Cause,
    pub actor: Option<Seat>,
    pub press: Option<PressId>,
    /// Who sat down, if somebody did; stored beside the journal.
    pub sat: Option<PersonId>,
    pub changes: Vec<Change>,
}

/// A journal that does not read as one: told without its contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum Unsound {
    #[error("revision {0} is missing")]
    Gap(Revision),
    #[error("revision {0} has a format of a newer version")]
    Newer(Revision),
    #[error("revision {0} is not a step")]
    NoStep(Revision),
    #[error("revision {0} does not follow from those before it")]
    OutOfPlace(Revision),
    #[error("the table itself does not read")]
    NoTable,
    #[error("revision {0} is not as it was written")]
    Broken(Revision),
    #[error("its last steps are missing")]
    CutShort,
    #[error("its steps do not read")]
    Unreadable,
}

impl Step {
    /// As the store keeps it.
    pub(super) fn to_row(&self) -> StepRow {
        StepRow {
            revision: self.revision,
            format: FORMAT,
            cause: self.cause.word().to_owned(),
            actor: self.actor,
            press: self.press,
            changes: serde_json::to_string(&self.changes)
                .expect("changes are plain enums with text keys"),
            at: self.at,
        }
    }

    /// From the row that `to_row` made, and who sat down with it.
    pub(super) fn from_row(row: &StepRow, sat: Option<PersonId>) -> Result<Self, Unsound> {
        let revision = row.revision;
        if row.format > FORMAT {
            return Err(Unsound::Newer(revision));
        }
        let cause = Cause::from_word(&row.cause).ok_or(Unsound::NoStep(revision))?;
        // The words of serde quote what they read: they go no further.
        let changes = serde_json::from_str(&row.changes).map_err(|_| Unsound::NoStep(revision))?;
        Ok(Self {
            revision,
            at: row.at,
            cause,
            actor: row.actor,
            press: row.press,
            sat,
            changes,
        })
    }
}
