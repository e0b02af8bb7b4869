//! What happens while a game is played: moves, time that is up, and the next round.
//!
//! Everything here looks and answers; nothing changes but by the steps made of these answers.

use super::affairs::Affairs;
use super::change::Change;
use super::lobby::{No, Verdict};
use super::{Act, Declined, Life, PersonId};
use crate::rules::any::{AnyAction, AnyGame};
use crate::rules::chance::Chance;
use crate::rules::{Game, Patience, Seat, Waiting};

/// More actions than any turn has: the rules' answer to a sleeper ends the turn long before.
const MOST_ACTIONS_AT_ZERO: usize = 32;

impl Affairs {
    /// The moves of a person: late, refused by the rules, or what they do.
    pub(super) fn act(&self, act: &Act) -> Verdict {
        let (person, from) = (act.person, act.drawn_from);
        let late_if_drawn = |declined: Declined| match from {
            Some(_) => No::Late,
            None => No::Declined(declined),
        };
        match self.life {
            Life::Playing => {}
            Life::Lobby | Life::Starting => return Err(Declined::NotPlaying.into()),
            _ => return Err(late_if_drawn(Declined::NotPlaying)),
        }
        let seat = self.seat_of(person).ok_or(Declined::NotSeated)?;
        let known = self.seat_revisions[seat]..=self.seen_revision_of(Some(seat));
        if from.is_some_and(|from| !known.contains(&from)) {
            return Err(No::Late);
        }
        let mut changes = self.welcome(seat);
        changes.push(self.played_all(seat, &act.actions)?);
        Ok(changes)
    }

    /// What a seat's actions do, one after another; nothing unless all of them are allowed.
    fn played_all(&self, seat: Seat, actions: &[AnyAction]) -> Result<Change, Declined> {
        let (game, chance) = self.running()?;
        if let [action] = actions {
            return self.played(seat, action);
        }
        let mut game = game.clone();
        let mut events = Vec::new();
        for action in actions {
            events.extend(game.act(seat, action, chance)?);
        }
        Ok(Change::Played { seat, events })
    }

    /// What a seat's action does.
    pub(super) fn played(&self, seat: Seat, action: &AnyAction) -> Result<Change, Declined> {
        let (game, chance) = self.running()?;
        let events = game.answer(seat, action, chance)?;
        Ok(Change::Played { seat, events })
    }

    /// The owner of a seat presses something: they are back if they were away.
    pub(super) fn welcome(&self, seat: Seat) -> Vec<Change> {
        let back =
            (self.life == Life::Playing && self.is_away(seat)).then_some(Change::CameBack { seat });
        back.into_iter().collect()
    }

    /// Ready for the next round.
    pub(super) fn next(&self, person: PersonId) -> Verdict {
        let seat = self.seat_of(person).ok_or(Declined::NotSeated)?;
        if !self.is_between_rounds() || self.ready.contains(seat) {
            return Err(No::Late);
        }
        let mut changes = self.welcome(seat);
        changes.push(Change::Ready { seat });
        Ok(changes)
    }

    /// Whether all people who are there are ready for the next round: those who play, or if nobody does those who look on.
    pub(super) fn all_ready(&self) -> bool {
        let somebody_plays = self.players().next().is_some();
        let is_waited_for = |seat| !(somebody_plays && self.is_out(seat)) && self.is_present(seat);
        let mut present = self
            .people()
            .filter(|(seat, _)| is_waited_for(*seat))
            .peekable();
        present.peek().is_some() && present.all(|(seat, _)| self.ready.contains(seat))
    }

    /// The next round.
    pub(super) fn dealt(&self) -> Result<Change, Declined> {
        let (game, chance) = self.running()?;
        let events = game.deal(chance);
        Ok(Change::Dealt { events })
    }

    /// The time of a seat is up: what a computer has found, if it was asked, and what the rules do, until its turn ends.
    pub(super) fn at_zero(
        &self,
        seat: Seat,
        found: Option<&AnyAction>,
    ) -> Result<Vec<Change>, Declined> {
        let (game, chance) = self.running()?;
        let mut game = game.clone();
        let Waiting { turn, patience, .. } = game.waiting();
        let found = found.and_then(|action| game.act(seat, action, chance).ok());
        let mut events = found.unwrap_or_default();
        for _ in 0..MOST_ACTIONS_AT_ZERO {
            if !game.waiting().is_turn(turn, seat) {
                break;
            }
            events.extend(game.act(seat, &game.at_zero(seat), chance)?);
        }
        let mut changes = vec![Change::Played { seat, events }];
        // Who is away was not asleep once more.
        if patience == Patience::Window || self.is_away(seat) {
            return Ok(changes);
        }
        changes.push(Change::Slept { seat });
        if self.is_about_to_be_away(seat) {
            changes.push(Change::WentAway { seat });
        }
        Ok(changes)
    }

    pub(super) fn running(&self) -> Result<(&AnyGame, &Chance), Declined> {
        match (self.life, &self.game, &self.chance) {
            (Life::Playing, Some(game), Some(chance)) => Ok((game, chance)),
            _ => Err(Declined::NotPlaying),
        }
    }
}
