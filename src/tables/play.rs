//! What happens while a game is played: moves, time that is up, the next round, and the results.
//!
//! Everything here looks and answers; nothing changes but by the steps made of these answers.

use super::affairs::Affairs;
use super::change::Change;
use super::lobby::{No, Verdict};
use super::{Act, Declined, Life, PersonId, Why};
use crate::rules::any::{AnyAction, AnyGame};
use crate::rules::chance::Chance;
use crate::rules::{Game, GameView, Outcome, Patience, PerSeat, Seat, Viewer, Waiting};
use crate::store::{Part, ResultRow};

/// More actions than any turn has: the rules' answer to a sleeper ends the turn long before.
const MOST_ACTIONS_AT_ZERO: usize = 32;

impl Affairs {
    /// The moves of a person: late, refused by the rules, or what they do.
    pub fn act(&self, act: &Act) -> Verdict {
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
        if from.is_some_and(|from| from < self.seat_revisions[seat] || from > self.revision) {
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
        let Waiting { turn, patience, .. } = game.waiting();
        let mut events = Vec::new();
        for _ in 0..MOST_ACTIONS_AT_ZERO {
            if !game.waiting().is_turn(turn, seat) {
                break;
            }
            events.extend(game.act(seat, &game.at_zero(seat), chance)?);
        }
        let mut changes = vec![Change::Played { seat, events }];
        if patience == Patience::Window {
            return Ok(changes);
        }
        changes.push(Change::Slept { seat });
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
        let stayed = self.people().filter_map(|(seat, person)| {
            if self.has_left(seat, person) {
                return None;
            }
            Some(ResultRow {
                place: standing.places[seat],
                outcome: standing.outcomes[seat],
                part: match self.is_substitute(seat, person) {
                    true => Part::SteppedIn,
                    false => Part::Played,
                },
                ..self.loss(seat, person, standing.points[seat])
            })
        });
        stayed.chain(self.losses(&standing.points)).collect()
    }

    /// What is left of a game that nobody finishes: whoever left while it counted has lost it all the same. Ended by
    /// votes, by its host or by a moderator it has no results.
    pub fn losses_at(&self, why: Why) -> Vec<ResultRow> {
        let is_given_up = matches!(why, Why::Deserted | Why::AllAway);
        match &self.game {
            Some(game) if is_given_up && !self.casual && self.rounds > 0 => {
                self.losses(game.view(Viewer::Watcher).points()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Of those who left, each of their seats once.
    fn losses(&self, points: &PerSeat<i32>) -> impl Iterator<Item = ResultRow> {
        let is_first =
            |number: usize, leaver: &(Seat, PersonId)| !self.leavers[..number].contains(leaver);
        self.leavers
            .iter()
            .enumerate()
            .filter(move |(number, leaver)| is_first(*number, leaver))
            .map(|(_, (seat, person))| self.loss(*seat, *person, points[*seat]))
    }

    /// What the game was for somebody who left it.
    fn loss(&self, seat: Seat, person: PersonId, points: i32) -> ResultRow {
        let seats = u8::try_from(self.places.len()).unwrap_or(u8::MAX);
        ResultRow {
            seat,
            person,
            server: self.fixed.server,
            game: self.fixed.game(),
            place: seats,
            seats,
            outcome: Outcome::Lost,
            points,
            part: Part::Left,
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

    pub(super) fn running(&self) -> Result<(&AnyGame, &Chance), Declined> {
        match (self.life, &self.game, &self.chance) {
            (Life::Playing, Some(game), Some(chance)) => Ok((game, chance)),
            _ => Err(Declined::NotPlaying),
        }
    }
}
