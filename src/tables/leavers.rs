//! Who left a game that goes on, and what they owe for the round that they left.
//!
//! What a seat has lost in a round belongs to whoever left it while that was played: nobody goes before a loss, and comes
//! back after it. What it has won there is theirs only if they are back before it ends.

use super::affairs::{Affairs, Place};
use super::{Life, PersonId, Sitter};
use crate::rules::any::AnyGame;
use crate::rules::{Game, GameView, Seat, Seats, Viewer};

/// Somebody who left during the game.
#[derive(Clone)]
pub(super) struct Leaver {
    pub seat: Seat,
    pub person: PersonId,
    /// What the points of the seat had changed by since they sat down.
    pub earned: i32,
    /// What the seat lost in the round that they left, less what others owe of what they earned.
    pub owed: i32,
    /// The points of the seat when they left a round; `None` once that is over, or not theirs any more.
    owes_since: Option<i32>,
    /// Whether they had no part in the rest of the game.
    pub was_out: bool,
    /// Whether the message that begins the game did not stand yet: nothing was dealt, and they have lost nothing.
    pub was_before_deal: bool,
}

impl Leaver {
    /// Whether they left a game that was theirs to play on.
    pub(super) fn has_deserted(&self) -> bool {
        !self.was_out && !self.was_before_deal
    }
}

impl Affairs {
    /// Whoever sits on a seat leaves it. One alone owes for a round: whoever stepped in there since owes nothing for it.
    pub(super) fn note_leaver(&mut self, seat: Seat, person: PersonId) {
        let points = self.points_of(seat);
        let is_owed = |leaver: &Leaver| leaver.seat == seat && leaver.owes_since.is_some();
        let owes = self.is_round_played() && !self.leavers.iter().any(is_owed);
        self.leavers.push(Leaver {
            seat,
            person,
            earned: points - self.places[seat].found,
            owed: -self.places[seat].relieved,
            owes_since: owes.then_some(points),
            was_out: self.is_out(seat),
            was_before_deal: self.life == Life::Starting,
        });
    }

    /// The seats whose people left when they had no part in the rest of the game, and that nobody has taken since.
    pub(super) fn left_when_out(&self) -> Seats {
        let was_out = |seat| {
            let leaver = self.leavers.iter().rev().find(|leaver| leaver.seat == seat);
            leaver.is_some_and(|leaver| leaver.was_out)
        };
        let is_left = |place: &Place| {
            matches!(
                place.sitter,
                Sitter::Computer {
                    instead_of: Some(_),
                    ..
                }
            )
        };
        let left = self.places.iter().filter(|(_, place)| is_left(place));
        left.map(|(seat, _)| seat)
            .filter(|seat| was_out(*seat))
            .collect()
    }

    /// Somebody sits down on a seat: if they left it in this round, all that it brings is theirs as if they had stayed.
    pub(super) fn takes_up(&mut self, seat: Seat, person: PersonId) {
        let is_theirs = |leaver: &&mut Leaver| (leaver.seat, leaver.person) == (seat, person);
        for leaver in self.leavers.iter_mut().filter(is_theirs) {
            leaver.owes_since = None;
        }
    }

    /// Something was played: if the round is over with it, whoever left it owes what their seat has lost in it, and whoever
    /// sits there now does not.
    pub(super) fn collect_losses(&mut self) {
        let is_owed = self
            .leavers
            .iter()
            .any(|leaver| leaver.owes_since.is_some());
        if !is_owed || self.is_round_played() {
            return;
        }
        let mut leavers = std::mem::take(&mut self.leavers);
        for leaver in &mut leavers {
            if let Some(points) = leaver.owes_since.take() {
                let lost = (self.points_of(leaver.seat) - points).min(0);
                leaver.owed += lost;
                self.places[leaver.seat].relieved += lost;
            }
        }
        self.leavers = leavers;
    }

    /// The same if whoever leaves before anything is dealt has lost, too, and whoever stays alone plays a game that counts: so
    /// were results once.
    pub(super) fn with_early_losses(&self) -> Self {
        let mut before = self.clone();
        for leaver in &mut before.leavers {
            leaver.was_before_deal = false;
        }
        before.casual = self.started_casual;
        before
    }

    /// The same if nobody owes for a round that they left: so were results before they did.
    pub(super) fn without_debts(&self) -> Self {
        let mut before = self.with_early_losses();
        for leaver in &mut before.leavers {
            leaver.owed = 0;
        }
        for place in before.places.values_mut() {
            place.relieved = 0;
        }
        before
    }

    /// Whether somebody plays, or did before they left: not who got up, or was removed, before anything was dealt.
    pub(super) fn has_played(&self, person: PersonId) -> bool {
        let mut leavers = self.leavers.iter();
        let has_left = leavers.any(|leaver| leaver.person == person && !leaver.was_before_deal);
        has_left || self.seat_of(person).is_some()
    }

    /// The points of a seat as everybody sees them; none before the game.
    pub(super) fn points_of(&self, seat: Seat) -> i32 {
        let points = |game: &AnyGame| game.view(Viewer::Watcher).points().get(seat).copied();
        self.game.as_ref().and_then(points).unwrap_or_default()
    }

    /// Whether what a round comes to is still open. It is settled when nobody is asked any more, and also while only its
    /// owners are asked whether they pay a further stake.
    fn is_round_played(&self) -> bool {
        let is_asked = self
            .waiting()
            .is_some_and(|waiting| !waiting.seats.is_empty());
        let asks_owners = |game: &AnyGame| game.asks_owners_alone();
        is_asked && !self.game.as_ref().is_some_and(asks_owners)
    }
}
