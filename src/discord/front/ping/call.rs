//! What a ping calls for, and how long it does.

use super::Kind;
use super::waited::Waited;
use crate::tables::{Moment, PersonId, Revision};

/// What a ping calls for.
pub(super) struct Call {
    pub kind: Kind,
    pub people: Vec<PersonId>,
    pub turn: u32,
    pub revision: Revision,
    pub posted_at: Moment,
}

impl Call {
    /// Somebody it calls has given no sign since.
    pub(super) fn is_needed(&self, turn: u32, waited: &[Waited]) -> bool {
        self.turn == turn && !self.quiet(waited).is_empty()
    }

    /// Those it calls who have given no sign since.
    pub(super) fn quiet(&self, waited: &[Waited]) -> Vec<PersonId> {
        let is_quiet = |waited: &&Waited| {
            self.people.contains(&waited.person)
                && waited.seat_revision <= self.revision
                && waited.quiet_since <= self.posted_at
        };
        let quiet = waited.iter().filter(is_quiet);
        quiet.map(|waited| waited.person).collect()
    }
}
