//! The faces of people: which avatar everybody was last seen with, and what it looks like.
//!
//! Everything is in memory only, and bounded. Nobody waits here: whoever asks gets what is known now, and what is missing
//! is read behind their back.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, watch};

use super::easels::{Easels, Rank};
use super::room::make_room;
use crate::discord::wire::avatars::{Avatar, Avatars, NoAvatar};
use crate::drawing::Portrait;
use crate::tables::{Clock, Moment, PersonId, ServerId};

/// So many people are remembered with their avatars, and so many avatars with their looks: a look takes two to three kilobytes.
const MOST_PEOPLE: usize = 16_384;
const MOST_FACES: usize = 1_024;
/// Who was neither seen nor drawn for so long is forgotten before more room is taken: longer than the slowest turn, a day.
const UNUSED_FOR: Duration = Duration::from_secs(25 * 60 * 60);
/// So many are read at once, and so many wait for that; who comes then is asked for with a later picture.
const AT_ONCE: usize = 4;
const MOST_COMING: usize = 64;
/// What is no face is not asked for again before this time is over, and what did not come, before this.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60 * 60);
const TRIED_AFTER: Duration = Duration::from_secs(2 * 60);

/// All faces. Clones are the same ones.
#[derive(Clone)]
pub struct Faces(Arc<Gallery>);

struct Gallery {
    room: Mutex<Room>,
    /// `None` where nothing can be read.
    avatars: Option<Avatars>,
    easels: Easels,
    clock: Clock,
    reading: Semaphore,
    /// So many were read, with a face or without.
    read: watch::Sender<usize>,
}

#[derive(Default)]
struct Room {
    /// As whom they were last seen, and where.
    people: Bounded<(PersonId, Option<ServerId>), Option<Avatar>>,
    known: Bounded<Avatar, Known>,
    coming: usize,
}

/// What is known of an avatar.
#[derive(Clone)]
enum Known {
    Coming,
    Face(Portrait),
    /// It was no face; it may be asked for again from then on.
    Missing(Moment),
}

impl Faces {
    /// None so far.
    pub(crate) fn new(avatars: Option<Avatars>, easels: Easels, clock: Clock) -> Self {
        Self(Arc::new(Gallery {
            room: Mutex::default(),
            avatars,
            easels,
            clock,
            reading: Semaphore::new(AT_ONCE),
            read: watch::Sender::default(),
        }))
    }

    /// Somebody was seen with this avatar, or without any.
    pub(crate) fn saw(&self, person: PersonId, server: Option<ServerId>, avatar: Option<Avatar>) {
        let now = self.0.clock.now();
        self.room()
            .people
            .put((person, server), avatar, MOST_PEOPLE, now);
    }

    /// The face of somebody, if it is known. If it is not, it is asked for.
    pub(crate) fn of(&self, person: PersonId, server: Option<ServerId>) -> Option<Portrait> {
        let now = self.0.clock.now();
        let mut room = self.room();
        let avatar = room.people.get(&(person, server), now)?.clone()?;
        match room.known.get(&avatar, now) {
            Some(Known::Face(portrait)) => return Some(portrait.clone()),
            Some(Known::Coming) => return None,
            Some(Known::Missing(until)) if now < *until => return None,
            Some(Known::Missing(_)) | None => {}
        }
        if room.coming < MOST_COMING {
            room.coming += 1;
            room.known
                .put(avatar.clone(), Known::Coming, MOST_FACES, now);
            drop(room);
            tokio::spawn(self.clone().asks_for(avatar));
        }
        None
    }

    /// Done when so many avatars were read, with a face or without.
    pub async fn have_read(&self, number: usize) {
        let mut read = self.0.read.subscribe();
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = read.wait_for(|read| *read >= number).await;
    }

    async fn asks_for(self, avatar: Avatar) {
        let found = self.read(&avatar).await;
        let known = match found {
            Ok(portrait) => Known::Face(portrait),
            Err(why) => {
                tracing::debug!(%why, "an avatar is not shown");
                let rest = if why.may_pass() {
                    TRIED_AFTER
                } else {
                    FORGOTTEN_AFTER
                };
                Known::Missing(self.0.clock.now().plus(rest))
            }
        };
        let now = self.0.clock.now();
        let mut room = self.room();
        room.coming -= 1;
        room.known.put(avatar, known, MOST_FACES, now);
        drop(room);
        self.0.read.send_modify(|read| *read += 1);
    }

    async fn read(&self, avatar: &Avatar) -> Result<Portrait, NoAvatar> {
        // Nothing closes it.
        let _place = self.0.reading.acquire().await;
        let avatars = self.0.avatars.as_ref().ok_or(NoAvatar::Unreached)?;
        let bytes = avatars.get(avatar).await?;
        let easel = self.0.easels.take(Rank::Board, Instant::now()).await;
        easel.reads(bytes).await.ok_or(NoAvatar::NoFace)
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        // Nothing under this lock can panic half-way, so what a poisoned one guards is still whole.
        self.0.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// No more than so many; whoever was not asked for longest goes first.
struct Bounded<K, V> {
    kept: HashMap<K, Used<V>>,
    asked: u64,
}

struct Used<V> {
    value: V,
    /// When it was put there or asked for last, and as the how-manieth of all.
    at: Moment,
    asked: u64,
}

impl<K, V> Default for Bounded<K, V> {
    fn default() -> Self {
        Self {
            kept: HashMap::new(),
            asked: 0,
        }
    }
}

impl<K: Clone + Eq + Hash, V> Bounded<K, V> {
    fn get(&mut self, key: &K, now: Moment) -> Option<&V> {
        self.asked += 1;
        let used = self.kept.get_mut(key)?;
        (used.at, used.asked) = (now, self.asked);
        Some(&used.value)
    }

    fn put(&mut self, key: K, value: V, most: usize, now: Moment) {
        self.asked += 1;
        make_room(&mut self.kept, |used| now.since(used.at) < UNUSED_FOR);
        let (at, asked) = (now, self.asked);
        self.kept.insert(key, Used { value, at, asked });
        if self.kept.len() > most {
            self.forget(most - most / 32);
        }
    }

    /// Keeps so many: a thirty-second part goes at once, so that whoever comes does not pay for the search each time.
    fn forget(&mut self, most: usize) {
        let mut all: Vec<u64> = self.kept.values().map(|used| used.asked).collect();
        all.sort_unstable();
        let gone = all.len().saturating_sub(most);
        let oldest = all.get(gone).copied().unwrap_or_default();
        self.kept.retain(|_, used| used.asked >= oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::ManualTime;

    #[test]
    fn whoever_was_not_asked_for_longest_is_forgotten_first() {
        let (mut kept, now) = (Bounded::default(), Moment::from_unix_ms(0));
        for number in 0..64 {
            kept.put(number, number, 64, now);
        }
        assert_eq!(kept.get(&0, now), Some(&0));
        kept.put(64, 64, 64, now);
        assert_eq!(kept.kept.len(), 62);
        for (number, is_kept) in [(0, true), (1, false), (3, false), (4, true), (64, true)] {
            assert_eq!(kept.get(&number, now).is_some(), is_kept, "{number}");
        }
    }

    #[test]
    fn whoever_plays_every_day_is_remembered_and_strangers_take_no_more_room_each_day() {
        let (mut kept, mut now) = (Bounded::default(), Moment::from_unix_ms(0));
        let mut rooms = Vec::new();
        for day in 0..40 {
            // One is seen every day, a hundred others on one of them.
            kept.put(0, (), MOST_PEOPLE, now);
            (1..=100).for_each(|other| kept.put(100 * day + other, (), MOST_PEOPLE, now));
            now = now.plus(Duration::from_secs(24 * 60 * 60));
            assert!(kept.get(&0, now).is_some(), "day {day}");
            rooms.push(kept.kept.capacity());
        }
        assert!(rooms[39] <= 1_000, "{rooms:?}");
        assert_eq!(rooms[39], rooms[20], "{rooms:?}");
    }

    fn person(number: usize) -> PersonId {
        PersonId::new(number as u64)
    }

    #[tokio::test]
    async fn so_many_faces_are_on_their_way_and_who_comes_then_is_asked_for_later() {
        let clock = Clock::new(ManualTime::default());
        let faces = Faces::new(None, Easels::new(1), clock);
        let all = 3 * MOST_COMING;
        for number in 0..all {
            let avatar = Avatar::new(person(number), None, "abc".to_owned());
            faces.saw(person(number), None, avatar);
            // Nothing runs but this: none of them is read meanwhile.
            assert!(faces.of(person(number), None).is_none());
        }
        let on_their_way = faces.room().coming;
        assert_eq!(on_their_way, MOST_COMING);
        assert_eq!(faces.room().known.kept.len(), MOST_COMING);
        faces.have_read(MOST_COMING).await;
        assert_eq!(faces.room().coming, 0);
        // Whoever came too late is asked for now, and nobody twice.
        for number in 0..all {
            faces.of(person(number), None);
        }
        assert_eq!(faces.room().coming, MOST_COMING);
        assert_eq!(faces.room().known.kept.len(), 2 * MOST_COMING);
    }

    #[test]
    fn so_many_people_and_faces_are_remembered() {
        for most in [MOST_PEOPLE, MOST_FACES] {
            let (mut kept, now) = (Bounded::default(), Moment::from_unix_ms(0));
            for number in 0..3 * most {
                kept.put(number, (), most, now);
                assert!(kept.kept.len() <= most);
            }
            assert!(kept.kept.len() >= most - most / 32);
        }
    }
}
