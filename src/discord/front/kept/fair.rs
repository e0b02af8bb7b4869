//! Fair shares of the front: how fast a person presses, and whom they call.
//!
//! Both are kept in memory, bounded, and measured on the injected clock. A clock that is put back takes nothing away.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::room::make_room;
use crate::tables::{Moment, PersonId, TableId};

/// Who has just begun, or paused for so long, may press so many seconds' worth at once: ten quick taps are ordinary.
const SECONDS_AT_ONCE: u64 = 5;

/// So many people who pressed lately are remembered; each is forgotten after [`SECONDS_AT_ONCE`].
const PRESSERS_KEPT: usize = 65_536;

/// Nobody is called to the same table again so soon.
const CALLED_ONCE_IN: Duration = Duration::from_secs(10 * 60);

/// Nor more often in that time by one and the same person, to whatever tables: of their calls, so many are of one guest.
const CALLS_OF_A_GUEST: usize = 2;

/// So many calls of the last [`CALLED_ONCE_IN`] are remembered.
const CALLS_KEPT: usize = 4096;

/// A bucket of presses for each person: it holds [`SECONDS_AT_ONCE`] and fills steadily.
pub(crate) struct Presses {
    /// A press takes so long to grow again.
    interval_us: u64,
    /// When the bucket of each person is full again. Who is not here has a full one.
    full_at_us: Mutex<HashMap<PersonId, u64>>,
}

impl Presses {
    /// Buckets that fill with so many presses a second.
    pub(crate) fn new(a_second: u32) -> Self {
        Self {
            interval_us: 1_000_000 / u64::from(a_second.max(1)),
            full_at_us: Mutex::default(),
        }
    }

    /// Takes a press out of a person's bucket; whether there was one.
    pub(crate) fn take(&self, person: PersonId, now: Moment) -> bool {
        let now_us = now.unix_ms().saturating_mul(1000);
        let empty_us = now_us.saturating_add(1_000_000 * SECONDS_AT_ONCE);
        let mut buckets = self.lock();
        let is_filling = |full_at: &u64| (now_us..=empty_us).contains(full_at);
        make_room(&mut buckets, is_filling);
        if buckets.len() >= PRESSERS_KEPT {
            buckets.retain(|_, full_at| is_filling(full_at));
        }
        if buckets.len() >= PRESSERS_KEPT {
            // More people in five seconds than any bot has: they all begin anew.
            buckets.clear();
        }
        let full_at = buckets.entry(person).or_insert(now_us);
        // Behind the range the bucket is full; beyond it stands what a clock that was put back has left.
        let after = (*full_at).clamp(now_us, empty_us) + self.interval_us;
        if after > empty_us {
            *full_at = (*full_at).min(empty_us);
            return false;
        }
        *full_at = after;
        true
    }

    /// Whether a person's bucket is empty. Nothing is taken.
    pub(crate) fn is_empty(&self, person: PersonId, now: Moment) -> bool {
        let now_us = now.unix_ms().saturating_mul(1000);
        let empty_us = now_us.saturating_add(1_000_000 * SECONDS_AT_ONCE);
        let full_at = self.lock().get(&person).copied().unwrap_or(now_us);
        full_at.clamp(now_us, empty_us) + self.interval_us > empty_us
    }

    /// Puts a press back.
    pub(crate) fn give_back(&self, person: PersonId) {
        if let Some(full_at) = self.lock().get_mut(&person) {
            *full_at = full_at.saturating_sub(self.interval_us);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PersonId, u64>> {
        // Every change under the lock is a single one.
        self.full_at_us
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    /// To which.
    pub table: TableId,
    /// Who calls.
    pub host: PersonId,
    /// Who is called.
    pub guest: PersonId,
}

/// Why somebody is not called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TooManyCalls {
    /// They were called a short while ago.
    OfGuest,
    /// The caller has called so many already.
    ByHost {
        /// How many.
        most: usize,
    },
}

/// The calls of the last ten minutes.
pub(crate) struct Calls {
    most_by_one: usize,
    lately: Mutex<VecDeque<(Moment, Call)>>,
}

impl Calls {
    /// Each person calls so many times in ten minutes at most.
    pub(crate) fn new(most_by_one: usize) -> Self {
        Self {
            most_by_one,
            lately: Mutex::default(),
        }
    }

    /// Notes a call, if it is no more than fair.
    pub(crate) fn note(&self, call: Call, now: Moment) -> Result<(), TooManyCalls> {
        // Every change under the lock is complete in itself.
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        lately.retain(|(at, _)| *at <= now && now.since(*at) < CALLED_ONCE_IN);
        let by_host = || lately.iter().filter(|(_, old)| old.host == call.host);
        let to_table = |old: &Call| old.table == call.table && old.guest == call.guest;
        let of_guest = by_host().filter(|(_, old)| old.guest == call.guest).count();
        if of_guest >= CALLS_OF_A_GUEST || lately.iter().any(|(_, old)| to_table(old)) {
            return Err(TooManyCalls::OfGuest);
        }
        if by_host().count() >= self.most_by_one {
            let most = self.most_by_one;
            return Err(TooManyCalls::ByHost { most });
        }
        if lately.len() >= CALLS_KEPT {
            lately.pop_front();
        }
        lately.push_back((now, call));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Moment {
        Moment::from_unix_ms(1_790_000_000_000 + ms)
    }

    fn person(number: u64) -> PersonId {
        PersonId::new(number)
    }

    /// How many of these presses were taken.
    fn taken(presses: &Presses, who: u64, at_ms: impl Iterator<Item = u64>) -> usize {
        at_ms
            .filter(|ms| presses.take(person(who), at(*ms)))
            .count()
    }

    #[test]
    fn a_bucket_holds_five_seconds_and_fills_steadily() {
        let presses = Presses::new(8);
        assert_eq!(taken(&presses, 1, (0..100).map(|_| 0)), 40);
        assert!(presses.is_empty(person(1), at(0)));
        assert_eq!(taken(&presses, 2, (0..100).map(|_| 0)), 40, "another's");
        assert_eq!(taken(&presses, 1, (0..100).map(|_| 1000)), 8);
        // A hundred a second for ten seconds.
        assert_eq!(taken(&presses, 1, (0..1000).map(|n| 1010 + n * 10)), 80);
        assert_eq!(taken(&presses, 1, (0..100).map(|_| 60_000)), 40);
    }

    #[test]
    fn an_ordinary_quick_player_never_waits() {
        let presses = Presses::new(8);
        // Ten quick toggles a turn, two turns a minute, then eight presses a second for a minute.
        let toggles = (0..10).flat_map(|turn| (0..10).map(move |n| turn * 30_000 + n * 80));
        assert_eq!(taken(&presses, 1, toggles), 100);
        let quick = (0..480).map(|n| 400_000 + n * 125);
        assert_eq!(taken(&presses, 1, quick), 480);
    }

    #[test]
    fn a_press_that_was_a_move_is_given_back() {
        let presses = Presses::new(8);
        for _ in 0..1000 {
            assert!(presses.take(person(1), at(0)));
            presses.give_back(person(1));
        }
        assert_eq!(taken(&presses, 1, (0..100).map(|_| 0)), 40);
    }

    #[test]
    fn a_clock_that_is_put_back_takes_nothing_away() {
        let presses = Presses::new(8);
        let hour = 3_600_000;
        assert_eq!(taken(&presses, 1, (0..100).map(|_| hour)), 40);
        // The bucket was empty and still is, and a second later it fills as ever.
        assert_eq!(taken(&presses, 1, (0..100).map(|_| 0)), 0);
        assert_eq!(taken(&presses, 1, (0..100).map(|_| 1000)), 8);

        let calls = Calls::new(8);
        assert_eq!(calls.note(call("aaaaaaaa", 1, 2), at(hour)), Ok(()));
        assert_eq!(calls.note(call("aaaaaaaa", 1, 2), at(0)), Ok(()));
    }

    #[test]
    fn the_memory_of_buckets_is_bounded() {
        let presses = Presses::new(8);
        for ms in [0, 1] {
            for number in 0..2 * PRESSERS_KEPT as u64 {
                presses.take(person(number), at(ms * number / 10));
            }
            assert!(presses.lock().len() <= PRESSERS_KEPT);
        }
    }

    fn call(table: &str, host: u64, guest: u64) -> Call {
        Call {
            table: table.parse().expect("a table's id"),
            host: person(host),
            guest: person(guest),
        }
    }

    #[test]
    fn a_guest_is_called_once_to_a_table_and_twice_by_one_person() {
        const AGAIN: Result<(), TooManyCalls> = Err(TooManyCalls::OfGuest);
        let calls = Calls::new(8);
        let check = |table, host, guest, seconds: u64, expected| {
            let told = calls.note(call(table, host, guest), at(seconds * 1000));
            assert_eq!(told, expected, "{table} {host} {guest} {seconds}");
        };
        check("aaaaaaaa", 1, 2, 0, Ok(()));
        check("aaaaaaaa", 1, 2, 1, AGAIN);
        check("aaaaaaaa", 3, 2, 2, AGAIN);
        check("bbbbbbbb", 1, 2, 3, Ok(()));
        check("cccccccc", 1, 2, 4, AGAIN);
        check("cccccccc", 3, 2, 5, Ok(()));
        check("aaaaaaaa", 1, 2, 599, AGAIN);
        check("aaaaaaaa", 1, 2, 600, Ok(()));
    }

    #[test]
    fn one_person_calls_so_many_and_memory_is_bounded() {
        let calls = Calls::new(8);
        let called =
            (10..30).filter(|guest| calls.note(call("aaaaaaaa", 1, *guest), at(0)).is_ok());
        assert_eq!(called.count(), 8);
        let told = calls.note(call("bbbbbbbb", 1, 99), at(1));
        assert_eq!(told, Err(TooManyCalls::ByHost { most: 8 }));
        for host in 100..200 + CALLS_KEPT as u64 {
            let told = calls.note(call("aaaaaaaa", host, 1_000_000 + host), at(1));
            assert_eq!(told, Ok(()), "{host}");
        }
        assert_eq!(calls.lately.lock().expect("whole").len(), CALLS_KEPT);
    }
}
