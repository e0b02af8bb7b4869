//! What a game was for everybody who had a part in it.
//!
//! Whoever leaves a game that goes on has lost it; whoever is out of it already has not, and what it was for them stands.
//! Points belong to a seat. Units, which are won and lost deal by deal, belong to whoever sat there at the time, and losses of
//! the deal that somebody left to whoever left it: together they are what the seat came to, but for what nobody won or lost.

use super::affairs::Affairs;
use super::leavers::Leaver;
use super::{PersonId, Why};
use crate::rules::{Game, GameView, Outcome, PerSeat, Seat, Seats, Standing, Viewer};
use crate::store::{Part, ResultRow};

impl Affairs {
    /// The results of a finished game: a leaver is last and has lost, also if they came back to their seat; for
    /// whoever sat down instead it is a casual game.
    pub(super) fn results(&self) -> Vec<ResultRow> {
        let Some(standing) = self.game.as_ref().and_then(Game::standing) else {
            return Vec::new();
        };
        let stayed = self.people();
        let done = self.leavers.iter().filter(|leaver| leaver.was_out);
        let done = done.map(|leaver| (leaver.seat, leaver.person));
        let to_the_end = stayed.chain(done);
        let to_the_end = to_the_end.filter(|(seat, person)| !self.has_left(*seat, *person));
        let results = to_the_end.map(|(seat, person)| self.result(seat, person, &standing));
        results.chain(self.losses(&standing.points)).collect()
    }

    /// What is left of a game that nobody finishes: whoever left while it counted has lost it all the same, also where the bot
    /// was thrown out. Ended by votes, by its host or by a moderator it has no results.
    pub(super) fn losses_at(&self, why: Why) -> Vec<ResultRow> {
        let is_given_up = matches!(why, Why::Deserted | Why::AllAway | Why::ThrownOut);
        match &self.game {
            Some(game) if is_given_up && !self.casual && self.rounds > 0 => {
                self.losses(game.view(Viewer::Watcher).points()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Of those who left, each of their seats once.
    fn losses(&self, points: &PerSeat<i32>) -> impl Iterator<Item = ResultRow> {
        let is_same =
            |one: &Leaver, other: &Leaver| (one.seat, one.person) == (other.seat, other.person);
        let deserters = self.leavers.iter().filter(|leaver| leaver.has_deserted());
        let first = deserters
            .clone()
            .enumerate()
            .filter(move |(number, leaver)| {
                let mut before = deserters.clone().take(*number);
                !before.any(|other| is_same(other, leaver))
            });
        first.map(|(_, leaver)| self.loss(leaver.seat, leaver.person, points))
    }

    /// What the game was for somebody who had a part in it to the end.
    fn result(&self, seat: Seat, person: PersonId, standing: &Standing) -> ResultRow {
        let part = if self.is_substitute(seat, person) {
            Part::SteppedIn
        } else {
            Part::Played
        };
        ResultRow {
            place: place_among_seats(standing, seat),
            sides: sides(standing),
            outcome: standing.outcomes[seat],
            part,
            ..self.loss(seat, person, &standing.points)
        }
    }

    /// What the game was for somebody who left it.
    fn loss(&self, seat: Seat, person: PersonId, points: &PerSeat<i32>) -> ResultRow {
        let seats = u8::try_from(self.places.len()).unwrap_or(u8::MAX);
        ResultRow {
            seat,
            person,
            server: self.fixed.server,
            game: self.fixed.game(),
            place: seats,
            seats,
            sides: seats,
            outcome: Outcome::Lost,
            points: self.earned(seat, person, points[seat]),
            part: Part::Left,
            casual: self.casual || self.is_substitute(seat, person),
        }
    }

    /// Which of the points of a seat are those of this person: all, or the units won and lost while they sat there, and those
    /// that they owe for a deal that they left.
    fn earned(&self, seat: Seat, person: PersonId, points: i32) -> i32 {
        if !self.fixed.game().has_units() {
            return points;
        }
        let tenures = self
            .leavers
            .iter()
            .filter(|leaver| (leaver.seat, leaver.person) == (seat, person));
        let before: i32 = tenures.map(|leaver| leaver.earned + leaver.owed).sum();
        let place = &self.places[seat];
        match self.person_on(seat) {
            Some(sitting) if sitting == person => before + points - place.found - place.relieved,
            _ => before,
        }
    }

    /// Whether somebody left the game while they had a part in it.
    fn has_left(&self, seat: Seat, person: PersonId) -> bool {
        let left = |leaver: &Leaver| {
            leaver.has_deserted() && (leaver.seat, leaver.person) == (seat, person)
        };
        self.leavers.iter().any(left)
    }

    /// Whether the seat that somebody has, or had last, was left by somebody else before: then the game is casual for them.
    pub(super) fn has_stepped_in(&self, person: PersonId) -> bool {
        let had = || {
            let mut left = self.leavers.iter().rev();
            left.find(|leaver| leaver.person == person && !leaver.was_before_deal)
                .map(|leaver| leaver.seat)
        };
        let seat = self.seat_of(person).or_else(had);
        seat.is_some_and(|seat| self.is_substitute(seat, person))
    }

    /// Whether the game is a last place for somebody, whatever comes: they left a seat that was theirs from the beginning.
    pub(super) fn has_lost_by_leaving(&self, person: PersonId) -> bool {
        let is_loss = |leaver: &Leaver| {
            let is_own = leaver.person == person && !self.is_substitute(leaver.seat, person);
            is_own && leaver.has_deserted()
        };
        !self.casual && self.leavers.iter().any(is_loss)
    }

    /// Whether the game is lost for somebody among casual games, unless it is closed without a result: they left a seat of it, and it
    /// does not count for them.
    pub(super) fn has_lost_casually(&self, person: PersonId) -> bool {
        let has_left = |leaver: &Leaver| leaver.person == person && leaver.has_deserted();
        self.leavers.iter().any(has_left) && !self.has_lost_by_leaving(person)
    }

    /// The seats of those who left them before: the game is lost for them, unless it is closed without a result.
    pub(super) fn returned(&self) -> Seats {
        let own = self.people().filter(|(seat, person)| {
            self.has_left(*seat, *person) && !self.is_substitute(*seat, *person)
        });
        own.map(|(seat, _)| seat).collect()
    }

    /// The seats of those who took them over.
    pub(super) fn taken_over(&self) -> Seats {
        let others = self
            .people()
            .filter(|(seat, person)| self.is_substitute(*seat, *person));
        others.map(|(seat, _)| seat).collect()
    }

    /// Whether somebody else sat on this seat when the game began, or nobody any more.
    pub(super) fn is_substitute(&self, seat: Seat, person: PersonId) -> bool {
        let first = self.leavers.iter().find(|leaver| leaver.seat == seat);
        first.is_some_and(|first| first.person != person || first.was_before_deal)
    }
}

/// The place of a seat among all seats: of two teams of two the second one is third. So places of games with partners and
/// without can be counted together.
fn place_among_seats(standing: &Standing, seat: Seat) -> u8 {
    let places = standing.places.values();
    let better = places.filter(|place| **place < standing.places[seat]);
    u8::try_from(better.count() + 1).unwrap_or(u8::MAX)
}

/// How many sides played against each other.
fn sides(standing: &Standing) -> u8 {
    let mut sides: Vec<u8> = standing.sides.values().copied().collect();
    sides.sort_unstable();
    sides.dedup();
    u8::try_from(sides.len()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(places: &[u8], sides: &[u8]) -> Standing {
        Standing {
            points: places.iter().map(|_| 0).collect(),
            places: places.iter().copied().collect(),
            outcomes: places.iter().map(|_| Outcome::Neither).collect(),
            sides: sides.iter().copied().collect(),
        }
    }

    #[test]
    fn partners_share_the_place_among_all_seats() {
        for (told, among_seats, teams) in [
            (standing(&[1, 2, 1, 2], &[0, 1, 0, 1]), vec![1, 3, 1, 3], 2),
            (standing(&[1, 1, 1, 1], &[0, 1, 0, 1]), vec![1, 1, 1, 1], 2),
            (standing(&[2, 4, 1, 2], &[0, 1, 2, 3]), vec![2, 4, 1, 2], 4),
            (standing(&[2, 1], &[0, 1]), vec![2, 1], 2),
        ] {
            let seats = Seat::all(told.places.len());
            let places: Vec<u8> = seats.map(|seat| place_among_seats(&told, seat)).collect();
            assert_eq!((places, sides(&told)), (among_seats, teams));
        }
    }
}
