//! Who sits at a table, who plays themselves, and for whom a computer plays, as its affairs tell.

use super::affairs::{Affairs, Place};
use super::timing::{ROUNDS_AT_ONCE, ZEROS_TO_AWAY};
use super::{Life, PersonId, Sitter};
use crate::computers::Level;
use crate::rules::any::AnyGame;
use crate::rules::{Game, Seat};

impl Affairs {
    /// The people who sit at the table, away or not.
    pub(super) fn people(&self) -> impl Iterator<Item = (Seat, PersonId)> {
        self.places
            .iter()
            .filter_map(|(seat, place)| Some((seat, place.sitter.person()?)))
    }

    /// The person on a seat.
    pub(super) fn person_on(&self, seat: Seat) -> Option<PersonId> {
        self.places.get(seat)?.sitter.person()
    }

    /// The seat of a person.
    pub(super) fn seat_of(&self, person: PersonId) -> Option<Seat> {
        self.people()
            .find(|(_, sitting)| *sitting == person)
            .map(|(seat, _)| seat)
    }

    /// Whether the owner of a seat is a person who plays it themselves.
    pub(super) fn is_present(&self, seat: Seat) -> bool {
        matches!(self.places[seat].sitter, Sitter::Person { away: false, .. })
    }

    /// Whether the owner of a seat is away.
    pub(super) fn is_away(&self, seat: Seat) -> bool {
        matches!(self.places[seat].sitter, Sitter::Person { away: true, .. })
    }

    /// Whether the owner of a seat is asked although they are away: nobody answers for them before their time is up.
    pub(super) fn is_asked_while_away(&self, seat: Seat) -> bool {
        let asks = |game: &AnyGame| game.asks_owners_alone();
        self.is_away(seat) && self.game.as_ref().is_some_and(asks)
    }

    /// Whether anybody who is there is asked.
    pub(super) fn asks_somebody_present(&self) -> bool {
        let waiting = self.waiting();
        waiting.is_some_and(|waiting| waiting.seats.iter().any(|seat| self.is_present(seat)))
    }

    /// The level of the computer that plays a seat now; people who are away get an easy one.
    pub(super) fn level_on(&self, seat: Seat) -> Option<Level> {
        match self.places[seat].sitter {
            Sitter::Computer { level, .. } => Some(level),
            Sitter::Person { away: true, .. } => Some(Level::Easy),
            Sitter::Person { away: false, .. } | Sitter::Empty => None,
        }
    }

    /// Whether one more time at zero makes the owner of a seat away.
    pub(super) fn is_about_to_be_away(&self, seat: Seat) -> bool {
        self.places[seat].zeros + 1 >= ZEROS_TO_AWAY
    }

    /// The people who have a part in what is still to be played.
    pub(super) fn players(&self) -> impl Iterator<Item = (Seat, PersonId)> {
        self.people().filter(|(seat, _)| !self.is_out(*seat))
    }

    /// Those of them who decide together whether the table ends without a result: all at a casual game, and at a rated one
    /// those for whom it counts. Whoever stepped in loses nothing by it, and takes no result from others.
    pub(super) fn voters(&self) -> impl Iterator<Item = (Seat, PersonId)> {
        let counts = |seat, person| self.casual || !self.is_substitute(seat, person);
        self.players()
            .filter(move |(seat, person)| counts(*seat, *person))
    }

    /// Fewer than two of those: nobody decides alone. Nor do partners whom nobody plays against: at a game that counts they would
    /// take a loss back.
    pub(super) fn has_few_voters(&self) -> bool {
        let decides_alone = || !self.casual && self.are_on_one_side(self.voters());
        self.voters().count() < 2 || decides_alone()
    }

    /// Whether all of these play for one side.
    fn are_on_one_side(&self, mut people: impl Iterator<Item = (Seat, PersonId)>) -> bool {
        let side = |(seat, _): (Seat, PersonId)| self.options.side(seat);
        let first = people.next().map(side);
        people.map(side).all(|side| Some(side) == first)
    }

    /// Fewer than two sides on which people sit, as far as it is settled: nobody plays against another person.
    pub(super) fn has_few_sides(&self) -> bool {
        // Where chance makes the teams, they are drawn with the beginning.
        let is_settled = self.life == Life::Playing || self.options.lets_choose_seats();
        self.has_few_people() || is_settled && self.are_on_one_side(self.people())
    }

    /// Whether computers play among themselves at once: all people are out of the game, which goes on without them. One
    /// that finds no end goes on at the usual pace.
    pub(super) fn is_left_to_computers(&self) -> bool {
        let since = self.alone_since.filter(|since| *since > 0);
        since.is_some_and(|since| self.rounds < since + ROUNDS_AT_ONCE)
    }

    /// Whether nobody looks at how a round ended before the next one is dealt. The people for whom the game has just ended
    /// look at what put them out.
    pub(super) fn needs_no_pause(&self) -> bool {
        let is_later = |since| since < self.rounds;
        let has_seen_it = self.alone_since.is_some_and(is_later) || self.people().next().is_none();
        self.is_left_to_computers() && has_seen_it
    }

    /// Whether nobody has made a move in this game, and the time of somebody was up.
    pub(super) fn is_slept_from_the_start(&self) -> bool {
        let has_slept = |place: &Place| place.zeros > 0 || place.was_away;
        !self.has_moved && self.places.values().any(has_slept)
    }

    /// Whether there are people who play, and all of them are away.
    pub(super) fn all_away(&self) -> bool {
        let mut players = self.players().peekable();
        players.peek().is_some() && players.all(|(seat, _)| self.is_away(seat))
    }

    /// Whether somebody is out of the game that goes on: they look on, or left. It is played to its end for them.
    pub(super) fn somebody_is_done(&self) -> bool {
        let looks_on = self.people().any(|(seat, _)| self.is_out(seat));
        looks_on || self.leavers.iter().any(|leaver| leaver.was_out)
    }

    /// Whether all who play are away, and computers need not go on for anybody who is out.
    pub(super) fn is_forsaken(&self) -> bool {
        self.all_away() && !self.somebody_is_done()
    }
}
