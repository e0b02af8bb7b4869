//! Places at a table: one seat, sets of seats, and a value for each seat.
//!
//! Seats are numbered in the order of play. Who sits on them is the table's business.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A place at a table, numbered from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

/// The most seats a table can have (Hachinin-meri).
pub const MOST_SEATS: usize = 8;

impl Seat {
    /// The seat with this number; `None` from [`MOST_SEATS`] on.
    pub fn new(index: usize) -> Option<Self> {
        u8::try_from(index)
            .ok()
            .filter(|_| index < MOST_SEATS)
            .map(Self)
    }

    /// All seats of a table of `seats`, in the order of play; at most [`MOST_SEATS`].
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..seats.min(MOST_SEATS) as u8).map(Self)
    }

    /// The number of the seat, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The neighbour whose turn comes next when every seat plays (Okey rules 3.1: the right-hand one).
    pub fn next(self, seats: usize) -> Self {
        Self(((self.index() + 1) % seats.clamp(1, MOST_SEATS)) as u8)
    }

    /// The neighbour who plays before this seat (Okey rules 3.1: the left-hand one).
    pub fn previous(self, seats: usize) -> Self {
        let seats = seats.clamp(1, MOST_SEATS);
        Self(((self.index() + seats - 1) % seats) as u8)
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(usize::from(number)).ok_or_else(|| format!("there is no seat {number}"))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);

    /// Only this seat.
    pub fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The first `seats` seats.
    pub fn first(seats: usize) -> Self {
        Seat::all(seats).collect()
    }

    /// Whether the seat belongs to the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The set and this seat.
    #[must_use]
    pub fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set without this seat.
    #[must_use]
    pub fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether no seat belongs to the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats belong to the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first seat of the set that plays before this one at a table of `seats`; the seat itself if there is no other.
    pub fn before(self, seat: Seat, seats: usize) -> Seat {
        let previous = |one: &Seat| Some(one.previous(seats));
        let mut round = std::iter::successors(previous(&seat), previous).take(seats);
        round.find(|one| self.contains(*one)).unwrap_or(seat)
    }

    /// The seats in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MOST_SEATS).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

/// One value for each seat of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSeat<T>(Vec<T>);

impl<T> PerSeat<T> {
    /// A value made for each of the first `seats` seats.
    pub fn new(seats: usize, value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::all(seats).map(value).collect())
    }

    /// The value of a seat; `None` where the table has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// How many seats there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no seat at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Seats with their values, in the order of play.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::all(self.0.len()).zip(&self.0)
    }

    /// The values in the order of play.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values in the order of play, to be changed.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// The values after everybody moved from their seat to the one that stands there; `None` unless there is one seat for
    /// each.
    pub fn moved(&self, to: &PerSeat<Seat>) -> Option<Self>
    where
        T: Clone,
    {
        let from = |seat: Seat| to.iter().find(|(_, at)| **at == seat).map(|(from, _)| from);
        let value = |seat: Seat| Some(self.get(from(seat)?)?.clone());
        let values: Option<Vec<T>> = Seat::all(self.len()).map(value).collect();
        values.filter(|_| to.len() == self.len()).map(Self)
    }

    /// The values of these seats alone, which close up in this order. The table has them.
    #[must_use]
    pub fn only(&self, seats: &[Seat]) -> Self
    where
        T: Clone,
    {
        seats.iter().map(|seat| self[*seat].clone()).collect()
    }

    /// Another value for each seat.
    pub fn map<U>(&self, mut to: impl FnMut(Seat, &T) -> U) -> PerSeat<U> {
        PerSeat(self.iter().map(|(seat, value)| to(seat, value)).collect())
    }
}

impl<T> FromIterator<T> for PerSeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().take(MOST_SEATS).collect())
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// Who looks: somebody on a seat, or everybody else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Viewer {
    /// The owner of a seat, who knows their own rack.
    Seat(Seat),
    /// Anybody: what this viewer sees may stand in public.
    Watcher,
}

impl Viewer {
    /// The seat that looks, if it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Watcher => None,
        }
    }

    /// Every viewer of a table with `seats` seats.
    pub fn all(seats: usize) -> impl Iterator<Item = Self> {
        Seat::all(seats).map(Self::Seat).chain([Self::Watcher])
    }
}
