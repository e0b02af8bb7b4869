//! Who sits where in a rematch: everybody where they sat in the game before, so that partners stay partners in whatever order
//! people come.

use super::affairs::{Affairs, Place};
use super::{PersonId, Sitter};
use crate::computers::Level;
use crate::rules::Seat;

/// Who played at a table, and where they sat when it ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seating {
    /// Everybody who has played, for a while or to the end; whose seat somebody else took has none.
    people: Vec<(PersonId, Option<Seat>)>,
    /// The seats of those who are nobody any more.
    forgotten: Vec<Seat>,
    /// The computers to which nobody left a seat.
    pub(super) computers: Vec<(Seat, Level)>,
}

impl Seating {
    /// The people of it.
    pub(super) fn people(&self) -> impl Iterator<Item = PersonId> {
        self.people.iter().map(|(person, _)| *person)
    }

    /// The seat that somebody had.
    pub(super) fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let theirs = self.people.iter().find(|(one, _)| *one == person);
        theirs.and_then(|(_, seat)| *seat)
    }

    /// Where somebody sits down who opens the next table: where no computer sits at any rate.
    pub(super) fn seat_to_open(&self, person: PersonId, seats: usize) -> Option<Seat> {
        let is_computers = |seat: Seat| self.computers.iter().any(|(one, _)| *one == seat);
        let free = Seat::all(seats).find(|seat| !is_computers(*seat));
        self.seat_of(person).or(free)
    }

    /// Somebody wants no trace.
    pub(super) fn forget(&mut self, person: PersonId) {
        self.forgotten.extend(self.seat_of(person));
        self.people.retain(|(one, _)| *one != person);
    }

    /// Whether whoever sits on a seat sat there before.
    fn has(&self, seat: Seat, sitter: Sitter) -> bool {
        match sitter {
            Sitter::Empty => !self.computers.iter().any(|(one, _)| *one == seat),
            // Who of those that are nobody any more sat there is not known.
            Sitter::Person { .. } if self.forgotten.contains(&seat) => true,
            Sitter::Person { person, .. } => self.seat_of(person) == Some(seat),
            Sitter::Computer { level, .. } => self.computers.contains(&(seat, level)),
        }
    }
}

impl Affairs {
    /// Who has played here, and where. The seats of leavers are theirs as long as nobody took them.
    pub(super) fn seating(&self) -> Seating {
        let seat_of = |person: PersonId| {
            let is_theirs = |(_, place): &(Seat, &Place)| owner(place.sitter) == Some(person);
            let seat = self.places.iter().find(is_theirs).map(|(seat, _)| seat);
            (person, seat)
        };
        let computer = |(seat, place): (Seat, &Place)| match place.sitter {
            Sitter::Computer {
                level,
                instead_of: None,
            } => Some((seat, level)),
            Sitter::Empty | Sitter::Person { .. } | Sitter::Computer { .. } => None,
        };
        let players = self.all_players().into_iter().map(seat_of);
        let (nobodies, people): (Vec<_>, Vec<_>) =
            players.partition(|(person, _)| person.is_nobody());
        Seating {
            people,
            forgotten: nobodies.into_iter().filter_map(|(_, seat)| seat).collect(),
            computers: self.places.iter().filter_map(computer).collect(),
        }
    }

    /// Where somebody sits down: on the seat that they had in the game before, or else on the first free one.
    pub(super) fn seat_for(&self, person: PersonId) -> Option<Seat> {
        let own = self.called.seat_of(person);
        let own = own.filter(|own| self.free_seats().any(|seat| seat == *own));
        own.or_else(|| self.unclaimed_seats().next())
            .or_else(|| self.free_seats().next())
    }

    /// The free seats on which nobody is expected who sat there in the game before.
    pub(super) fn unclaimed_seats(&self) -> impl DoubleEndedIterator<Item = Seat> {
        let expected = self.missing().into_iter();
        let claimed: Vec<Seat> = expected
            .filter_map(|person| self.called.seat_of(person))
            .collect();
        let free = self.free_seats();
        free.filter(move |seat| !claimed.contains(seat))
    }

    /// Whether others sit in this rematch than in the game before, or elsewhere; who has not come yet changes nothing. Where the game
    /// before cannot be read nobody knows.
    pub(super) fn has_other_seating(&self) -> bool {
        if self.called.people().next().is_none() {
            return false;
        }
        let mut sitters = self.places.iter();
        let is_as_before = sitters.all(|(seat, place)| self.called.has(seat, place.sitter));
        let was_there = |person: &PersonId| self.called.people().any(|one| one == *person);
        !is_as_before || self.removed.iter().any(was_there)
    }
}

/// Whose seat it is: who sits there, or who left it to a computer.
fn owner(sitter: Sitter) -> Option<PersonId> {
    match sitter {
        Sitter::Empty => None,
        Sitter::Person { person, .. } => Some(person),
        Sitter::Computer { instead_of, .. } => instead_of,
    }
}
