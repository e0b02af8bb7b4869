//! What people may change before the game, and around it: seats, the host's rights, start and end.
//!
//! Everything here looks and answers; nothing changes but by the steps made of these answers.

use super::affairs::Affairs;
use super::change::Change;
use super::leavers::Leaver;
use super::sittings::{MOST_MOVES, MOST_SITTINGS};
use super::{
    Again, Declined, Ender, Life, MessageId, Moment, Opening, PersonId, PressId, Revision, Sitter,
    Why,
};
use crate::computers::Level;
use crate::rules::any::AnyGame;
use crate::rules::{Game, Seat, Seats};

/// So many steps before the start are enough for any people, and few enough for any disk.
const MOST_CHANGES: usize = 1_000;

/// So often are seats of one game left and taken: enough for whoever has to go now and then, and few enough for any disk.
pub(super) const MOST_LEAVERS: usize = 100;

/// So often one person leaves a game that goes on and comes back: seats are left by all together only so often, and nobody
/// alone uses that up.
pub(super) const MOST_LEFT: usize = 5;

/// Why a wish becomes no step.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum No {
    /// It was pressed for something that is past.
    Late,
    /// It cannot be.
    Declined(Declined),
}

impl From<Declined> for No {
    fn from(declined: Declined) -> Self {
        Self::Declined(declined)
    }
}

/// Whether a result is to count for the leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// If two people or more play.
    Rated,
    /// In no case.
    Casual,
}

/// What becomes of seats that are free when the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeSeats {
    /// Computers take them.
    Filled,
    /// They are left out: whoever sits there plays without them.
    LeftOut,
}

pub(super) type Verdict = Result<Vec<Change>, No>;

impl Affairs {
    /// Somebody sits down on the first free seat; in a rematch on their own, and nobody on that of whoever is still to come as
    /// long as there are others.
    pub(super) fn take_seat(&self, person: PersonId) -> Verdict {
        self.must_be_lobby(Declined::AlreadyStarted)?;
        if self.seat_of(person).is_some() {
            return Err(Declined::AlreadySeated.into());
        }
        if self.removed.contains(&person) {
            return Err(Declined::Removed.into());
        }
        if self.sittings.has_sat_enough(person) {
            let most = MOST_SITTINGS;
            return Err(Declined::SatTooOften { most }.into());
        }
        let seats = self.places.len();
        let seat = self.seat_for(person).ok_or(Declined::Full { seats })?;
        Ok(vec![Change::Sat { seat }])
    }

    /// The same for somebody who played at the table before, and may not have looked at this one: other terms they read first.
    pub(super) fn join_rematch(&self, person: PersonId) -> Verdict {
        let changes = self.take_seat(person)?;
        if self.has_other_terms() {
            return Err(Declined::OtherTerms.into());
        }
        Ok(changes)
    }

    /// Somebody takes the seat that a leaver left to a computer. Whoever has seen what lies on one seat sees no other: they may
    /// come back to theirs.
    pub(super) fn take_over(&self, person: PersonId, seat: Seat) -> Verdict {
        self.must_live()?;
        if self.seat_of(person).is_some() {
            return Err(Declined::AlreadySeated.into());
        }
        let seat_left = self.leavers.iter().find(|leaver| leaver.person == person);
        if seat_left.is_some_and(|leaver| leaver.seat != seat) {
            return Err(Declined::SawAnother.into());
        }
        if seat_left.is_none() && self.removed.contains(&person) {
            return Err(Declined::Removed.into());
        }
        match self.places.get(seat).map(|place| place.sitter) {
            Some(Sitter::Computer {
                instead_of: Some(_),
                ..
            }) if self.life == Life::Playing && !self.is_out(seat) => {
                if self.seats_stay() {
                    return Err(Declined::LeftTooOften { most: MOST_LEAVERS }.into());
                }
                if self.times_left(person) >= MOST_LEFT {
                    return Err(Declined::YouLeftTooOften { most: MOST_LEFT }.into());
                }
                Ok(vec![Change::Sat { seat }])
            }
            // Somebody was faster.
            _ => Err(No::Late),
        }
    }

    /// Which of the seats that people left this person may take.
    pub(super) fn seats_to_take(&self, person: PersonId) -> Seats {
        Seat::all(self.places.len())
            .filter(|seat| self.take_over(person, *seat).is_ok())
            .collect()
    }

    /// Whether seats were left so often that none is to be taken any more.
    pub(super) fn seats_stay(&self) -> bool {
        self.leavers.len() >= MOST_LEAVERS
    }

    /// How often somebody has left this game.
    fn times_left(&self, person: PersonId) -> usize {
        let theirs = |leaver: &&Leaver| leaver.person == person;
        self.leavers.iter().filter(theirs).count()
    }

    /// Somebody gets up; the host's rights pass to the next person.
    pub(super) fn leave(&self, person: PersonId) -> Verdict {
        self.must_live()?;
        let seat = self.seat_of(person).ok_or(Declined::NotSeated)?;
        let level = self.fixed.level;
        let mut changes = vec![match self.life {
            Life::Lobby => Change::Emptied { seat },
            _ => Change::Left { seat, level },
        }];
        if seat == self.host
            && let Some(seat) = self.next_person(seat)
        {
            changes.push(Change::Hosts { seat });
        }
        Ok(changes)
    }

    /// Somebody gives up their seat before the game; late once that is under way, where leaving may cost them something.
    pub(super) fn leave_lobby(&self, person: PersonId) -> Verdict {
        if self.life == Life::Playing && self.seat_of(person).is_some() {
            return Err(No::Late);
        }
        self.leave(person)
    }

    /// Somebody moves to the next seat on which no person sits, where they choose where they sit; a computer there takes
    /// theirs.
    pub(super) fn change_seat(&self, person: PersonId, drawn_from: Revision) -> Verdict {
        self.must_be_lobby(Declined::OnlyInLobby)?;
        let seat = self.seat_of(person).ok_or(Declined::NotSeated)?;
        if !self.options.lets_choose_seats() || drawn_from < self.places[seat].since {
            // The host has just left it to chance, or they have moved already.
            return Err(No::Late);
        }
        if self.sittings.has_moved_enough(person) {
            return Err(Declined::MovedTooOften { most: MOST_MOVES }.into());
        }
        let seats = self.places.len();
        let to = self
            .others_after(seat)
            .find(|seat| self.person_on(*seat).is_none())
            .ok_or(Declined::Full { seats })?;
        // The press with which they sat down there goes, too: a computer contributes nothing to the deal.
        let mut changes = vec![Change::Emptied { seat }];
        if let Sitter::Computer { level, .. } = self.places[to].sitter {
            changes.push(Change::Computer { seat, level });
        }
        changes.push(Change::Sat { seat: to });
        changes.extend((seat == self.host).then_some(Change::Hosts { seat: to }));
        Ok(changes)
    }

    /// The host gives the last free seat to a computer, if possible one on which nobody is expected: people sit down from the
    /// first on.
    pub(super) fn add_computer(&self, person: PersonId, level: Level) -> Verdict {
        self.must_be_hosts_lobby(person)?;
        let seats = self.places.len();
        let seat = self.unclaimed_seats().next_back();
        let seat = seat.or_else(|| self.free_seats().next_back());
        let seat = seat.ok_or(Declined::Full { seats })?;
        Ok(vec![Change::Computer { seat, level }])
    }

    /// The host sends the computer away that sat down last.
    pub(super) fn remove_computer(&self, person: PersonId) -> Verdict {
        self.must_be_hosts_lobby(person)?;
        let seat = self
            .places
            .iter()
            .find(|(_, place)| matches!(place.sitter, Sitter::Computer { .. }))
            .map(|(seat, _)| seat)
            .ok_or(Declined::NoComputer)?;
        Ok(vec![Change::Emptied { seat }])
    }

    /// The host changes one of the house rules. No change if it is so already.
    pub(super) fn set_option(&self, person: PersonId, name: &str, value: &str) -> Verdict {
        self.must_be_hosts_lobby(person)?;
        let mut options = self.options.clone();
        options.set(name, value).map_err(Declined::Rules)?;
        options.check(self.places.len()).map_err(Declined::Rules)?;
        if options == self.options {
            Ok(Vec::new())
        } else {
            Ok(vec![Change::Options { options }])
        }
    }

    /// The host chooses whether the result counts if two people or more play. No change if it is so already.
    pub(super) fn count(&self, person: PersonId, counting: Counting) -> Verdict {
        self.must_be_hosts_lobby(person)?;
        let rated = counting == Counting::Rated;
        if rated == self.rated {
            Ok(Vec::new())
        } else {
            Ok(vec![Change::Counts { rated }])
        }
    }

    /// The host chooses whether computers take the seats that are free at the start. No change if it is so already; late where
    /// all seats are needed, so that there is nothing to choose.
    pub(super) fn choose_for_free_seats(&self, person: PersonId, free: FreeSeats) -> Verdict {
        self.must_be_hosts_lobby(person)?;
        let filled = free == FreeSeats::Filled;
        if filled != self.leaves_out {
            Ok(Vec::new())
        } else if !filled && self.needed_of(0) == self.places.len() {
            Err(No::Late)
        } else {
            Ok(vec![Change::FreeSeats { filled }])
        }
    }

    /// The host starts: free seats go to computers, or are left out. No change in a table that is starting already. What was
    /// changed just now the others read first.
    pub(super) fn start(&self, person: PersonId, now: Moment) -> Verdict {
        self.must_live()?;
        self.must_be_host(person)?;
        match self.life {
            Life::Lobby => {}
            Life::Starting => return self.must_be_read(now).map(|()| Vec::new()),
            _ => return Err(No::Late),
        }
        let mut changes = self.without_free_seats()?;
        self.must_be_read(now)?;
        if self.is_less_than_before(&changes) {
            self.must_be_looked_at(now)?;
        }
        changes.push(Change::Starting {
            casual: self.would_be_casual(),
        });
        Ok(changes)
    }

    /// What a start does to the seats that are free.
    fn without_free_seats(&self) -> Verdict {
        let (level, seats) = (self.fixed.level, self.free_seats().collect::<Vec<_>>());
        if seats.is_empty() {
            return Ok(Vec::new());
        }
        if self.fills_free_seats() {
            let computer = |seat| Change::Computer { seat, level };
            return Ok(seats.into_iter().map(computer).collect());
        }
        let present = self.places.len() - seats.len();
        let needed = self.needed_of(present);
        if present < needed {
            return Err(Declined::TooFew { needed, present }.into());
        }
        Ok(vec![Change::SeatsClosed { seats }])
    }

    /// The message that the game begins was posted.
    pub(super) fn begin_with(&self, start: MessageId) -> Verdict {
        match self.life {
            Life::Starting => {
                let chance = self.chance_with(start);
                let seats = AnyGame::seat_draw(&self.options, self.places.len(), &chance);
                let drawn = seats.map(|seats| Change::SeatsDrawn { seats });
                Ok([Change::Began { start }].into_iter().chain(drawn).collect())
            }
            Life::Playing => Err(No::Late),
            _ => Err(Declined::NotPlaying.into()),
        }
    }

    /// The host ends a lobby or a casual game, a moderator any but a rated one of their own, wherever it is shown or was;
    /// whoever else plays votes for it.
    pub(super) fn end(&self, person: PersonId, by: Ender) -> Verdict {
        self.must_live()?;
        let is_host = self.seat_of(person) == Some(self.host);
        let why = match by {
            _ if is_host && (self.life != Life::Playing || self.casual) => Why::EndedByHost,
            Ender::Moderator if self.is_at_stake_for(person) => return self.vote_as_party(person),
            Ender::Moderator => Why::EndedByModerator,
            Ender::Player => return self.vote(person),
        };
        Ok(vec![Change::Abandoned { why }])
    }

    /// Whether somebody would end a game of their own that counts: a result of theirs, or of others.
    fn is_at_stake_for(&self, person: PersonId) -> bool {
        let counts = self.life == Life::Playing && !self.casual;
        let left = self.leavers.iter().filter(|leaver| !leaver.was_before_deal);
        let has_left = left.map(|leaver| leaver.person).any(|left| left == person);
        counts && (self.seat_of(person).is_some() || has_left)
    }

    /// The same as a vote; who is out of the game or has left it has none, whatever they may do elsewhere.
    fn vote_as_party(&self, person: PersonId) -> Verdict {
        match self.vote(person) {
            Err(No::Declined(Declined::MayNotEnd)) => Err(Declined::HadPart.into()),
            verdict => verdict,
        }
    }

    /// Somebody who plays wants the table to end.
    fn vote(&self, person: PersonId) -> Verdict {
        let seat = self.seat_of(person);
        // Whoever is out ends no game of others.
        let seat = seat.filter(|seat| self.life == Life::Playing && !self.is_out(*seat));
        let seat = seat.ok_or(Declined::MayNotEnd)?;
        if self.voters().all(|(voter, _)| voter != seat) {
            return Err(Declined::SteppedIn.into());
        }
        if self.has_few_voters() {
            return Err(Declined::Alone.into());
        }
        if self.votes.contains(seat) {
            return Err(No::Late);
        }
        let mut changes = self.welcome(seat);
        changes.push(Change::Voted { seat });
        Ok(changes)
    }

    /// The host empties a seat of somebody else before the start; none is that of whoever has no seat. Like getting up that is
    /// possible however often the lobby was changed.
    pub(super) fn kick(&self, person: PersonId, seat: Option<Seat>) -> Verdict {
        self.must_live()?;
        if self.life != Life::Lobby {
            return Err(Declined::OnlyInLobby.into());
        }
        self.must_be_host(person)?;
        let Some(seat) = seat else {
            return Err(Declined::NobodyThere.into());
        };
        if seat == self.host {
            return Err(Declined::OnlyOthers.into());
        }
        match self.places.get(seat).map(|place| place.sitter) {
            None | Some(Sitter::Empty) => Err(Declined::NobodyThere.into()),
            Some(_) => Ok(vec![Change::Emptied { seat }]),
        }
    }

    /// The host invites somebody: if they had removed them, or they had sat down too often, they may sit down again. No journal
    /// knows of it, so after a restart whoever has not sat down by then is to be invited once more.
    pub(super) fn welcome_back(&mut self, host: PersonId, guest: PersonId) -> Verdict {
        self.must_live()?;
        self.must_be_host(host)?;
        self.removed.retain(|removed| *removed != guest);
        self.sittings.forgive(guest);
        Ok(Vec::new())
    }

    /// Everybody who has played, for a while or to the end.
    pub(super) fn all_players(&self) -> Vec<PersonId> {
        let left = self.leavers.iter().map(|leaver| leaver.person);
        let mut players: Vec<PersonId> = self.people().map(|(_, person)| person).collect();
        for person in left {
            if !players.contains(&person) {
                players.push(person);
            }
        }
        players
    }

    /// Those of the table before who have not sat down in the lobby of its rematch; whoever got up again is not waited for.
    pub(super) fn missing(&self) -> Vec<PersonId> {
        let is_missing = |person: &PersonId| {
            let has_sat = self.opener == Some(*person) || self.sittings.has_sat(*person);
            self.life == Life::Lobby && !has_sat && !person.is_nobody()
        };
        self.called.people().filter(is_missing).collect()
    }

    /// A table like this one in the same place, opened by one of those who played. The seats of leavers are free again.
    pub(super) fn once_more(&self, host: PersonId, press: PressId) -> Opening {
        let (fixed, seating) = (&self.fixed, self.seating());
        Opening {
            options: self.options.clone(),
            seats: self.opened_as.1,
            server: fixed.server,
            channel: fixed.channel,
            parent: fixed.parent,
            own_thread: fixed.own_thread,
            host,
            press,
            computers: seating.computers.len(),
            level: fixed.level,
            preset: fixed.preset,
            language: fixed.language.clone(),
            rated: self.rated,
            again: Some(Again {
                table: fixed.id.clone(),
                seating,
                leaves_out: self.leaves_out,
            }),
        }
    }

    /// Started now, its result would be kept apart.
    pub(super) fn would_be_casual(&self) -> bool {
        !self.rated || self.has_few_sides()
    }

    /// Fewer than two people.
    pub(super) fn has_few_people(&self) -> bool {
        self.people().count() < 2
    }

    pub(super) fn free_seats(&self) -> impl DoubleEndedIterator<Item = Seat> {
        self.places
            .iter()
            .filter(|(_, place)| place.sitter == Sitter::Empty)
            .map(|(seat, _)| seat)
    }

    /// The next person after a seat in the order of play.
    fn next_person(&self, after: Seat) -> Option<Seat> {
        self.others_after(after)
            .find(|seat| self.person_on(*seat).is_some())
    }

    /// The other seats, from a seat on in the order of play.
    fn others_after(&self, after: Seat) -> impl Iterator<Item = Seat> {
        let seats = self.places.len();
        let others =
            std::iter::successors(Some(after.next(seats)), move |seat| Some(seat.next(seats)));
        others.take(seats - 1)
    }

    /// A press at a table that has ended is late, whatever it was for.
    fn must_live(&self) -> Result<(), No> {
        if self.life.is_live() {
            Ok(())
        } else {
            Err(No::Late)
        }
    }

    fn must_be_lobby(&self, else_declined: Declined) -> Result<(), No> {
        self.must_live()?;
        match self.life {
            Life::Lobby if self.revision.get() >= MOST_CHANGES as u64 => {
                Err(Declined::ChangedTooOften { most: MOST_CHANGES }.into())
            }
            Life::Lobby => Ok(()),
            _ => Err(else_declined.into()),
        }
    }

    fn must_be_host(&self, person: PersonId) -> Result<(), No> {
        match self.seat_of(person) {
            Some(seat) if seat == self.host => Ok(()),
            Some(_) => Err(Declined::NotHost.into()),
            None => Err(Declined::NotSeated.into()),
        }
    }

    fn must_be_hosts_lobby(&self, person: PersonId) -> Result<(), No> {
        self.must_be_lobby(Declined::OnlyInLobby)?;
        self.must_be_host(person)
    }
}
