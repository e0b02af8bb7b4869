//! How seats move before the first deal: those that are left out go and the others close up, and everybody goes where they drew.

use super::affairs::Affairs;
use super::change::Step;
use super::{Life, Revision};
use crate::rules::options::Row;
use crate::rules::{PerSeat, Seat};

impl Affairs {
    /// Whether computers take the seats that are free at the start.
    pub(super) fn fills_free_seats(&self) -> bool {
        self.options.fills_empty_seats() && !self.leaves_out
    }

    /// How many have to sit here for a start that gives no seat to a computer, if so many do already: partners, who sit where
    /// they chose, need all seats, and so does a house rule that names one.
    pub(super) fn needed_of(&self, present: usize) -> usize {
        let seats = self.places.len();
        let is_enough = |count: &usize| {
            let may_close_up = !self.options.lets_choose_seats() && !self.names_a_seat();
            *count == seats || may_close_up && self.options.check(*count).is_ok()
        };
        (present.max(2)..=seats).find(is_enough).unwrap_or(seats)
    }

    /// Whether a house rule names a seat by its number, which would be somebody else's once the seats have closed up.
    fn names_a_seat(&self) -> bool {
        let rows = self.options.game().options();
        let is_of = |row: &Row, name: &str, value: &str| row.name == name && row.names_seat(value);
        let mut named = self.options.named().into_iter();
        named.any(|(name, value)| rows.iter().any(|row| is_of(row, name, &value)))
    }

    /// The host chooses what becomes of free seats, or the table is opened so.
    pub(super) fn choose_free_seats(&mut self, filled: bool, step: &Step) -> Option<()> {
        self.leaves_out = (self.life == Life::Lobby).then_some(!filled)?;
        if self.revision == Revision::default() {
            self.opened_as.0 = self.leaves_out;
        } else {
            self.note_change_of_terms(self.host_person, step);
        }
        Some(())
    }

    /// The free seats go, which are these, and whoever sits on the others closes up in their order.
    pub(super) fn close_up(&mut self, gone: &[Seat]) -> Option<()> {
        let stay: Vec<Seat> = Seat::all(self.places.len())
            .filter(|seat| !gone.contains(seat))
            .collect();
        let is_due = self.life == Life::Lobby && self.free_seats().eq(gone.iter().copied());
        let fits = is_due && self.options.check(stay.len()).is_ok();
        let host = stay.iter().position(|seat| *seat == self.host);
        self.host = host.and_then(Seat::new).filter(|_| fits)?;
        self.places = self.places.only(&stay);
        self.came_from = self.came_from.only(&stay);
        self.own = self.own.only(&stay);
        self.seat_revisions = self.seat_revisions.only(&stay);
        self.deadlines = self.deadlines.only(&stay);
        self.spent = self.spent.only(&stay);
        Some(())
    }

    /// Everybody moves before the first deal; what the press of a seat contributed stays that seat's.
    pub(super) fn draw_seats(&mut self, seats: &PerSeat<Seat>) -> Option<()> {
        let is_due = self.life == Life::Playing && self.rounds == 0 && !self.seats_drawn;
        self.places = self.places.moved(seats).filter(|_| is_due)?;
        self.came_from = self.came_from.moved(seats)?;
        self.host = seats[self.host];
        for leaver in &mut self.leavers {
            leaver.seat = seats[leaver.seat];
        }
        self.seats_drawn = true;
        self.looks_at_sides();
        Some(())
    }
}
