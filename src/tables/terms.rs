//! What everybody at a table agrees to, the house rules and whether the result counts: nobody starts a game over terms that those
//! who sit there could not read.

use std::time::Duration;

use super::affairs::Affairs;
use super::lobby::No;
use super::timing::Span;
use super::{Declined, Moment, PersonId};

/// So long after a change of the terms nobody starts the game over those who did not make it: enough to read a lobby, or to leave.
pub(super) const READING: Duration = Duration::from_secs(10);

/// The last change of the terms.
#[derive(Clone)]
pub(super) struct TermsChange {
    by: PersonId,
    /// Who sat here when it was made, or sat down before the others had read it: they may know the terms that were there before.
    seen_before: Vec<PersonId>,
    /// So long the others read it.
    pub reading: Span,
}

impl Affairs {
    /// The host has changed the terms.
    pub(super) fn note_change_of_terms(&mut self, at: Moment) {
        let people = self.people().map(|(_, person)| person);
        self.terms = Some(TermsChange {
            by: self.host_person,
            seen_before: people.collect(),
            reading: Span::new(at, READING),
        });
    }

    /// Somebody sat down: so soon after a change they may have read what was there before.
    pub(super) fn note_reader(&mut self, person: PersonId, at: Moment) {
        if let Some(changed) = &mut self.terms
            && at < changed.reading.until
            && !changed.seen_before.contains(&person)
        {
            changed.seen_before.push(person);
        }
    }

    /// When the terms were changed last, if somebody sits here who may know others and did not change them. Whoever came later
    /// never saw others, and is told of no change: what is told to everybody is read by nobody.
    pub(super) fn terms_changed_at(&self) -> Option<Moment> {
        let changed = self.terms.as_ref()?;
        let mut readers = self.readers();
        let is_told = readers.any(|reader| changed.seen_before.contains(&reader));
        is_told.then_some(changed.reading.since)
    }

    /// Whether the rules are others than those with which the table was opened, or it counts otherwise: a rematch is opened with
    /// those of the game before, but for stakes where the server plays without units since.
    pub(super) fn has_other_terms(&self) -> bool {
        self.options != self.fixed.opened_with || self.rated != self.fixed.rated
    }

    /// Who sits here now may have come a moment ago, and have read what was there before.
    pub(super) fn must_be_read(&self, now: Moment) -> Result<(), No> {
        let readers: Vec<PersonId> = self.readers().collect();
        let changed = self.terms.as_ref();
        match changed.map(|changed| changed.reading.until.since(now)) {
            Some(left) if !left.is_zero() && !readers.is_empty() => {
                Err(Declined::TermsChanged { readers, left }.into())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The people who did not make the last change of the terms; nobody if there was none.
    fn readers(&self) -> impl Iterator<Item = PersonId> {
        let changer = self.terms.as_ref().map(|changed| changed.by);
        let people = self.people().map(|(_, person)| person);
        people.filter(move |person| changer.is_some_and(|changer| changer != *person))
    }
}
