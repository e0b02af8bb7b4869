//! Forgetting people at tables that have ended and can still be looked at: they are read once more from their journals, where
//! whoever wanted that is nobody any more.

use super::PersonId;
use super::affairs::Affairs;
use super::guard::{self, Told};
use super::keeper::Keeper;

impl Affairs {
    /// Everybody whom a look at the table may name.
    pub(super) fn known(&self) -> Vec<PersonId> {
        let mut known = self.all_players();
        if !known.contains(&self.host_person) {
            known.push(self.host_person);
        }
        known.extend(self.called.people());
        known
    }
}

impl Keeper {
    /// Somebody was forgotten in the store. A table that goes on knows them until it ends; whether it has may be in doubt.
    pub(super) fn forget(&mut self, person: PersonId) {
        // Nobody who wants no trace is waited for.
        self.affairs.called.forget(person);
        self.has_to_forget |= self.affairs.known().contains(&person);
    }

    /// Before the last step: whether somebody is forgotten in the transaction that writes it.
    pub(super) async fn note_who_wants_no_trace(&mut self) {
        let asked = self.house.store.has_to_forget_at(&self.affairs.fixed.id);
        // Looked after rather than not, if it cannot be read.
        self.has_to_forget |= asked.await.unwrap_or(true);
    }

    /// Knows nobody any more who was forgotten. Where its messages stand it knows as before: it may have a board to settle.
    pub(super) async fn forget_if_ended(&mut self) {
        if !self.has_to_forget || !self.affairs.life.has_ended() {
            return;
        }
        let read = match guard::told(&self.house, &self.affairs.fixed.id).await {
            Told::Read(read) if read.affairs.life.has_ended() => *read,
            Told::NotNow => {
                // It has a board to settle: nobody is told anything of it until the disk gives its journal.
                self.must_reload = true;
                return;
            }
            Told::Read(_) | Told::Gone => {
                // The hall lets go of it: named by nobody rather than by somebody who was forgotten.
                self.is_let_go = true;
                return;
            }
        };
        self.has_to_forget = false;
        (self.affairs, self.desks) = (read.affairs, read.desks);
        if let Some(cards) = self.house.cards.upgrade() {
            cards.update(&self.affairs);
        }
    }
}
