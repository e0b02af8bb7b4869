//! Trying what a player composes before it is done: what each step would leave in the hand and on the table
//! (Kaluki rules 6).
//!
//! It is made of a view, so nothing is learnt from it that its owner may not know; `decide` judges in the end.

use super::meld::Meld;
use super::trial::Trial;
use super::view::{Phase, View};
use super::{Build, Placement, Recovery, Refusal};
use crate::card::Card;

/// The viewer's hand and the table, on which steps are tried one after another.
#[derive(Clone)]
pub struct Attempt<'a>(Trial<'a>);

impl View {
    /// The hand and the table as they are; `None` for a watcher.
    pub fn attempt(&self) -> Option<Attempt<'_>> {
        let melds = self.table.iter().map(|laid| laid.meld.clone());
        // The limit binds each turn separately: what others add in theirs does not count (Kaluki rules 6.3).
        let is_own_turn = self.phase == Phase::Play(self.viewer.seat()?);
        let laid = self.table.iter().filter(|_| is_own_turn);
        let adds: Vec<[u32; 2]> = laid.map(|laid| laid.added).collect();
        let trial = Trial::new(&self.options, self.hand()?, melds.collect(), &adds);
        Some(Attempt(trial))
    }
}

impl Attempt<'_> {
    /// Gives naturals for a joker on the table, which must be placed then (Kaluki rules 6.4).
    pub fn recover(&mut self, recovery: &Recovery) -> Result<(), Refusal> {
        self.0.recover(recovery, 0).map(|_| ())
    }

    /// Lays a meld or adds cards to one, with freed jokers among them or without.
    pub fn place(&mut self, placement: &Placement) -> Result<(), Refusal> {
        self.0.place(placement, 0).map(|_| ())
    }

    /// Whether the turn still allows so many cards there; only an end of a run has a limit (Kaluki rules 6.3).
    pub fn is_within_limit(&self, build: &Build) -> bool {
        let end = build.end;
        end.is_none_or(|end| self.0.check_end(build, end).is_ok())
    }

    /// What is left in the hand.
    pub fn hand(&self) -> &[Card] {
        &self.0.hand
    }

    /// The melds on the table.
    pub fn table(&self) -> &[Meld] {
        &self.0.table
    }

    /// How many freed jokers are not placed yet.
    pub fn freed(&self) -> usize {
        self.0.freed
    }
}
