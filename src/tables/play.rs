//! What happens while a game is played: moves, time that is up, the next round, and the results.
//!
//! Everything here looks and answers; nothing changes but by the steps made of these answers.

use super::affairs::Affairs;
use super::change::Change;
use super::lobby::{No, Verdict};
use super::{Declined, Life, PersonId, Revision, Sitter};
use crate::rules::any::{AnyAction, AnyGame};
use crate::rules::chance::Chance;
use crate::rules::{Game, Outcome, Seat, Standing};
use crate::store::ResultRow;

/// More actions than any turn has: the rules' answer to a sleeper ends the turn long before.
const MOST_ACTIONS_AT_ZERO: usize = 32;

impl Affairs {
    /// A move of a person: late, refused by the rules, or what it does.
    pub fn act(&self, person: PersonId, from: Option<Revision>, action: &AnyAction) -> Verdict {
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
        if from.is_some_and(|from| from < self.seat_revisions[seat] || from > self.revision) {
            return Err(No::Late);
        }
        let mut changes = self.welcome(seat);
        changes.push(self.played(seat, action)?);
        Ok(changes)
    }

    /// What a seat's action does.
    pub fn played(&self, seat: Seat, action: &AnyAction) -> Result<Change, Declined> {
        let (game, chance) = self.running()?;
        let events = game.answer(seat, action, chance)?;
        Ok(Change::Played { seat, events })
    }

    /// The owner of a seat presses something: they are back if they were away.
    pub fn welcome(&self, seat: Seat) -> Vec<Change> {
        let back =
            (self.life == Life::Playing && self.is_away(seat)).then_some(Change::CameBack { seat });
        back.into_iter().collect()
    }

    /// Ready for the next round.
    pub fn next(&self, person: PersonId) -> Verdict {
        let seat = self.seat_of(person).ok_or(Declined::NotSeated)?;
        if !self.is_between_rounds() || self.ready.contains(seat) {
            return Err(No::Late);
        }
        let mut changes = self.welcome(seat);
        changes.push(Change::Ready { seat });
        Ok(changes)
    }

    /// Whether all people who are there are ready for the next round.
    pub fn all_ready(&self) -> bool {
        let mut present = self
            .people()
            .filter(|(seat, _)| self.is_present(*seat))
            .peekable();
        present.peek().is_some() && present.all(|(seat, _)| self.ready.contains(seat))
    }

    /// The next round.
    pub fn dealt(&self) -> Result<Change, Declined> {
        let (game, chance) = self.running()?;
        let events = game.deal(chance);
        Ok(Change::Dealt { events })
    }

    /// The time of a seat is up: what the rules do, until its turn ends.
    pub fn at_zero(&self, seat: Seat) -> Result<Vec<Change>, Declined> {
        let (game, chance) = self.running()?;
        let mut game = game.clone();
        let turn = game.waiting().turn;
        let mut events = Vec::new();
        for _ in 0..MOST_ACTIONS_AT_ZERO {
            let waiting = game.waiting();
            if waiting.turn != turn || !waiting.seats.contains(seat) {
                break;
            }
            events.extend(game.act(seat, &game.at_zero(seat), chance)?);
        }
        let mut changes = vec![Change::Played { seat, events }, Change::Slept { seat }];
        if self.is_about_to_be_away(seat) {
            changes.push(Change::WentAway { seat });
        }
        Ok(changes)
    }

    /// The results of a finished game: a leaver is last and has lost, also if they came back to their seat; for
    /// whoever sat down instead it is a casual game.
    pub fn results(&self) -> Vec<ResultRow> {
        let Some(standing) = self.game.as_ref().and_then(Game::standing) else {
            return Vec::new();
        };
        let stayed = self.places.iter().filter_map(|(seat, place)| {
            let Sitter::Person { person, .. } = place.sitter else {
                return None;
            };
            if self.has_left(seat, person) {
                return None;
            }
            let (place, outcome) = (standing.places[seat], standing.outcomes[seat]);
            Some(self.result(&standing, seat, person, place, outcome))
        });
        let last = u8::try_from(self.places.len()).unwrap_or(u8::MAX);
        let is_first =
            |number: usize, leaver: &(Seat, PersonId)| !self.leavers[..number].contains(leaver);
        let left = self
            .leavers
            .iter()
            .enumerate()
            .filter(|(number, leaver)| is_first(*number, leaver))
            .map(|(_, leaver)| leaver)
            .map(|(seat, person)| self.result(&standing, *seat, *person, last, Outcome::Lost));
        stayed.chain(left).collect()
    }

    fn result(
        &self,
        standing: &Standing,
        seat: Seat,
        person: PersonId,
        place: u8,
        outcome: Outcome,
    ) -> ResultRow {
        ResultRow {
            seat,
            person,
            server: self.fixed.server,
            game: self.fixed.game(),
            place,
            outcome,
            points: standing.points[seat],
            casual: self.casual || self.is_substitute(seat, person),
        }
    }

    fn has_left(&self, seat: Seat, person: PersonId) -> bool {
        self.leavers.contains(&(seat, person))
    }

    /// Whether somebody else sat on this seat when the game began.
    fn is_substitute(&self, seat: Seat, person: PersonId) -> bool {
        let first = self.leavers.iter().find(|(left, _)| *left == seat);
        first.is_some_and(|(_, first)| *first != person)
    }

    fn running(&self) -> Result<(&AnyGame, &Chance), Declined> {
        match (self.life, &self.game, &self.chance) {
            (Life::Playing, Some(game), Some(chance)) => Ok((game, chance)),
            _ => Err(Declined::NotPlaying),
        }
    }
}
