//! What everybody at a table agrees to, the house rules, whether the result counts, what becomes of free seats, and with
//! whom they play where partners choose each other: nobody starts a game over terms that those who sit there could not read.
//!
//! Where everybody plays alone, or chance makes the teams, who else sits there is no term: nobody can be given another partner
//! by it, and whoever waits for friends and computers need not wait once more.

use std::time::Duration;

use super::affairs::Affairs;
use super::change::{Change, Step};
use super::lobby::No;
use super::timing::{Outage, Span};
use super::{Declined, Life, Moment, PersonId, Revision};

/// So long after a change of the terms nobody starts the game over those who did not make it: enough to read a lobby, or to leave.
pub(super) const READING: Duration = Duration::from_secs(10);

/// The last change of the terms.
#[derive(Clone)]
pub(super) struct TermsChange {
    by: PersonId,
    /// Who sat here when it was made, or sat down soon after: they may know the terms that were there before.
    seen_before: Vec<PersonId>,
    pub made_at: Moment,
    /// So long the others read it.
    pub reading: Reading,
}

/// So long a step of the lobby is read: from when the lobby shows it. That it was shown no journal says, so after a restart it is
/// read from the first lobby on that is shown then.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    what: Revision,
    span: Option<Span>,
}

impl Reading {
    /// Nobody was shown that step yet.
    fn of(step: &Step) -> Self {
        Self {
            what: step.revision,
            span: None,
        }
    }

    /// The lobby shows what is so after this step.
    fn begins(&mut self, shown: Revision, now: Moment) {
        if shown >= self.what {
            self.span.get_or_insert(Span::new(now, READING));
        }
    }

    /// Nobody starts before these people have read it.
    fn must_be_over(self, now: Moment, readers: Vec<PersonId>) -> Result<(), No> {
        let left = self.span.map(|span| span.until.since(now));
        if left.is_some_and(|left| left.is_zero()) {
            return Ok(());
        }
        Err(Declined::TermsChanged { readers, left }.into())
    }

    /// Nobody could get up meanwhile.
    pub(super) fn give_back(&mut self, outages: &[Outage]) {
        self.span = self.span.map(|span| span.given_back(outages));
    }

    pub(super) fn begin_by(&mut self, now: Moment) {
        self.span = self.span.map(|span| span.begun_by(now));
    }
}

impl Affairs {
    /// Somebody has changed the terms.
    pub(super) fn note_change_of_terms(&mut self, by: PersonId, step: &Step) {
        let people = self.people().map(|(_, person)| person);
        self.terms = Some(TermsChange {
            by,
            seen_before: people.collect(),
            made_at: step.at,
            reading: Reading::of(step),
        });
    }

    /// Somebody leaves a seat, or a computer takes one, who have not done so yet: where partners choose each other, and where a
    /// game begins with those who sit here, that changes the terms. Who comes to a free seat changes none, nor does what a table
    /// is opened with.
    pub(super) fn note_change_of_seats(&mut self, step: &Step) {
        let is_open = self.life == Life::Lobby && self.revision != Revision::default();
        if is_open && (self.options.lets_choose_seats() || self.leaves_out) {
            // Whoever moves has no seat for a moment.
            let actor = || step.actor.and_then(|actor| self.person_on(actor));
            let by = step.sat.or_else(actor).unwrap_or(self.host_person);
            self.note_change_of_terms(by, step);
        }
    }

    /// A computer takes the seat of whoever leaves before the game is announced: where a start would have put none there, or where
    /// partners choose each other, that changes the terms.
    pub(super) fn note_computer_instead(&mut self, leaver: PersonId, step: &Step) {
        if self.options.lets_choose_seats() || !self.fills_free_seats() {
            self.note_change_of_terms(leaver, step);
        }
    }

    /// Somebody sat down: so soon after a change they may have read what was there before.
    pub(super) fn note_reader(&mut self, person: PersonId, at: Moment) {
        if let Some(changed) = &mut self.terms
            && at < changed.made_at.plus(READING)
            && !changed.seen_before.contains(&person)
        {
            changed.seen_before.push(person);
        }
    }

    /// Somebody sat down: in a rematch they may have come by the button of the game before, and not know who is not there yet.
    /// Where computers would play for those, and everybody plays alone, that is no term.
    pub(super) fn note_arrival(&mut self, step: &Step) {
        let is_rematch = self.fixed.again.is_some() && self.opener.is_some();
        let is_term = self.options.lets_choose_seats() || self.leaves_out;
        if is_rematch && self.life == Life::Lobby && is_term {
            self.arrival = Some(Reading::of(step));
        }
    }

    /// Everybody can see the lobby as it was after this step: what changed until then is read from now on.
    pub(super) fn lobby_shows(&mut self, shown: Revision, now: Moment) {
        for reading in self.readings() {
            reading.begins(shown, now);
        }
    }

    /// All that is being read.
    pub(super) fn readings(&mut self) -> impl Iterator<Item = &mut Reading> {
        let changed = self.terms.as_mut().map(|changed| &mut changed.reading);
        changed.into_iter().chain(&mut self.arrival)
    }

    /// When the terms were changed last, if somebody sits here who may know others and did not change them. Whoever came later
    /// never saw others, and is told of no change: what is told to everybody is read by nobody.
    pub(super) fn terms_changed_at(&self) -> Option<Moment> {
        let changed = self.terms.as_ref()?;
        let mut readers = self.readers();
        let is_told = readers.any(|reader| changed.seen_before.contains(&reader));
        is_told.then_some(changed.made_at)
    }

    /// Whether the rules are others than those with which the table was opened, it counts otherwise, something else becomes of
    /// free seats, or partners sit otherwise: a rematch is opened with what the game before had, but for stakes where the server plays
    /// without units since.
    pub(super) fn has_other_terms(&self) -> bool {
        let has_other_rules = self.options != self.fixed.opened_with;
        let counts_otherwise = self.rated != self.fixed.rated;
        let fills_otherwise = self.leaves_out != self.opened_as.0;
        has_other_rules || counts_otherwise || fills_otherwise || self.has_other_partners()
    }

    /// Whether partners sit otherwise than in the game before.
    pub(super) fn has_other_partners(&self) -> bool {
        self.options.lets_choose_seats() && self.has_other_seating()
    }

    /// Who sits here now may have come a moment ago, or could see no other lobby yet, and have read what was there before.
    pub(super) fn must_be_read(&self, now: Moment) -> Result<(), No> {
        let readers: Vec<PersonId> = self.readers().collect();
        // A host who sits alone is told to wait for nobody: they start it.
        let mut people = self.people();
        let has_others = people.any(|(_, person)| person != self.host_person);
        match &self.terms {
            Some(changed) if has_others => changed.reading.must_be_over(now, readers),
            Some(_) | None => Ok(()),
        }
    }

    /// Whether a start would begin another game than the one before, with this done to free seats: with other partners, or without
    /// somebody who played there and is still to come.
    pub(super) fn is_less_than_before(&self, free_seats: &[Change]) -> bool {
        if self.options.lets_choose_seats() {
            return !free_seats.is_empty() || self.has_other_partners();
        }
        !free_seats.is_empty() && !self.missing().is_empty()
    }

    /// Whoever came to a rematch a moment ago may expect their partner of the game before on a seat that somebody else has, or that a
    /// computer would take, or on one that is left out whoever is still to come.
    pub(super) fn must_be_looked_at(&self, now: Moment) -> Result<(), No> {
        let people = self.people().map(|(_, person)| person);
        let readers: Vec<PersonId> = people.filter(|one| *one != self.host_person).collect();
        match self.arrival {
            Some(arrival) if !readers.is_empty() => arrival.must_be_over(now, readers),
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
