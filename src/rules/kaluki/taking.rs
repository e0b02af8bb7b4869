//! What a discard is good for before it is taken (Kaluki rules 7.1 and 12).
//!
//! All of it is made from a view, so it holds nothing that the owner may not know.

use super::propose::recoveries_of;
use super::trial::Trial;
use super::view::{Phase, TakenCard, Terms, View};
use super::{Build, End};
use crate::card::{Card, Placed};
use crate::piece::remove;

impl View {
    /// What the viewer would see with this discard in the hand; a watcher sees what they see.
    #[must_use]
    pub fn having_taken(&self, offered: TakenCard) -> Self {
        let mut after = self.clone();
        let (Some(seat), Some(own)) = (self.viewer.seat(), &mut after.own) else {
            return after;
        };
        // Kaluki rules 7.2: of equal cards one held before may go.
        own.discardable.clone_from(&own.hand);
        own.hand.push(offered.card);
        own.hand.sort_unstable();
        own.must_use = Some(offered).filter(|offered| offered.terms != Terms::Free);
        own.takeable = None;
        after.phase = Phase::Play(seat);
        after.taken = Some(offered);
        after
    }

    /// Whether a discard that must be laid before anything else cannot be: whoever took it would have to put it back.
    ///
    /// Where that is not certain the answer is no.
    pub fn has_no_use_for(&self, offered: TakenCard) -> bool {
        let is_owed = match offered.terms {
            Terms::MustUse | Terms::MustMeld => true,
            // Nothing is owed, or the rules have looked already.
            Terms::Free | Terms::MustOpen => false,
        };
        // A joker goes nearly everywhere.
        if !is_owed || offered.card == Card::Joker {
            return false;
        }
        let after = self.having_taken(offered);
        let Some(trial) = after.trial() else {
            return false;
        };
        // The planner knows every new meld, but not all that goes on a run at once, nor every way of a freed joker.
        let may_serve = frees(&trial, offered.card) || goes_behind(&trial, offered.card);
        let may_serve = may_serve && offered.terms == Terms::MustUse;
        !may_serve && after.best_turn().is_none()
    }
}

/// Whether the card is one of those that free a joker.
fn frees(at: &Trial, card: Card) -> bool {
    let recoveries = recoveries_of(&at.hand, &at.table, at.options);
    recoveries.iter().any(|one| one.cards.contains(&card))
}

/// Whether the card goes on a run behind others in one action, with jokers in the gaps: those of the hand, and all of the
/// table if any of them can be freed.
fn goes_behind(at: &Trial, card: Card) -> bool {
    let can_free = !recoveries_of(&at.hand, &at.table, at.options).is_empty();
    let on_table = at.table.iter().filter(|_| can_free);
    let freed: usize = on_table.map(|meld| meld.jokers()).sum();
    let places = 0..at.table.len();
    places
        .flat_map(|place| End::BOTH.map(|end| (place, end)))
        .any(|(place, end)| reaches(at, card, freed, (place, end)))
}

/// The same at one end of one run.
fn reaches(at: &Trial, card: Card, freed: usize, (place, end): (usize, End)) -> bool {
    let aces = at.options.aces();
    let mut hand = at.hand.clone();
    let mut freed = freed;
    let mut run = at.table[place].clone();
    let mut build = Build {
        meld: place,
        cards: Vec::new(),
        end: Some(end),
    };
    remove(&mut hand, card);
    while let Some(next) = run.next_at(end, aces) {
        let natural = Card::Natural(next);
        let is_there = card == natural;
        let placed = if is_there || remove(&mut hand, natural) {
            Placed::Natural(next)
        } else if remove(&mut hand, Card::Joker) {
            Placed::JokerAs(next)
        } else if freed > 0 {
            freed -= 1;
            Placed::JokerAs(next)
        } else {
            return false;
        };
        build.cards.push(placed);
        if at.check_end(&build, end).is_err() {
            return false;
        }
        if is_there {
            return true;
        }
        run.add(&[placed], end);
    }
    false
}
