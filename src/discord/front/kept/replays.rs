//! Replays: whose turn it is to read a game that has ended, and the last few games that were read.
//!
//! A few are read at once, each on a thread where nobody waits, whoever came first before the others; one of a person at a
//! time, so that nobody keeps the others waiting. What is kept of a game shows nobody who was forgotten since: it counts only
//! as long as those sat there who sit there in the database.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::store::{Failure, Sat, Store};
use crate::tables::{PersonId, Replay, TableId};

/// So many are read at once. More would take the processors from those who play.
const AT_ONCE: usize = 2;

/// So many people read, or wait for their turn.
const MOST_READERS: usize = 256;

/// What is kept of the games that were read last takes about so many bytes.
const KEPT_BYTES: usize = 16 << 20;

/// Who reads, and what was read last.
pub(crate) struct Replays {
    turns: Arc<Semaphore>,
    readers: Mutex<HashSet<PersonId>>,
    shelf: Arc<Mutex<Shelf>>,
}

/// Why somebody does not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoTurn {
    /// They read already, or wait for it.
    Already,
    /// Too many wait, or their turn did not come in time.
    Crowded,
}

/// A turn to read. Dropped, it goes to whoever waits next.
pub(crate) struct Turn<'a> {
    place: OwnedSemaphorePermit,
    _reader: Reader<'a>,
}

/// Somebody who reads, or waits for it. Dropped, they do not any more.
struct Reader<'a>(&'a Replays, PersonId);

/// The games that were read last, the last one at the end.
#[derive(Default)]
struct Shelf(Vec<Kept>);

struct Kept {
    table: TableId,
    /// Who sat there when it was read.
    sat: Vec<Sat>,
    replay: Arc<Replay>,
}

impl Default for Replays {
    fn default() -> Self {
        Self {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            readers: Mutex::default(),
            shelf: Arc::default(),
        }
    }
}

impl Replays {
    /// Waits for a turn to read, no longer than until then.
    pub(crate) async fn turn(&self, person: PersonId, by: Instant) -> Result<Turn<'_>, NoTurn> {
        let reader = self.reader(person)?;
        let place = Arc::clone(&self.turns).acquire_owned();
        match tokio::time::timeout_at(by.into(), place).await {
            Ok(Ok(place)) => Ok(Turn {
                place,
                _reader: reader,
            }),
            // Nothing closes it.
            Ok(Err(_)) | Err(_) => Err(NoTurn::Crowded),
        }
    }

    fn reader(&self, person: PersonId) -> Result<Reader<'_>, NoTurn> {
        let mut readers = lock(&self.readers);
        if readers.contains(&person) {
            return Err(NoTurn::Already);
        }
        if readers.len() >= MOST_READERS {
            return Err(NoTurn::Crowded);
        }
        readers.insert(person);
        Ok(Reader(self, person))
    }

    /// What is seen of a game that has ended; `None` if there is no such game. The turn is over with it.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        turn: Turn<'_>,
        store: &Store,
        table: &TableId,
        see: impl FnOnce(&Arc<Replay>) -> T + Send + 'static,
    ) -> Result<Option<T>, Failure> {
        // Before the journal: what is kept may then be taken for older than it is, never for newer.
        let sat = store.sat_down_at(table).await?;
        let kept = lock(&self.shelf).find(table, &sat);
        let loaded = match kept {
            Some(_) => None,
            None => store.load_ended(table).await?,
        };
        let (table, shelf) = (table.clone(), Arc::clone(&self.shelf));
        let place = turn.place;
        let read = tokio::task::spawn_blocking(move || {
            // It is taken until this is done, also if nobody waits for it any more.
            let _place = place;
            let replay = match (kept, loaded) {
                (Some(kept), _) => kept,
                (None, None) => return Ok(None),
                (None, Some(loaded)) => {
                    let Some(replay) = Replay::of(loaded)?.map(Arc::new) else {
                        return Ok(None);
                    };
                    let kept = Kept {
                        table,
                        sat,
                        replay: Arc::clone(&replay),
                    };
                    let gone = lock(&shelf).keep(kept);
                    drop(gone);
                    replay
                }
            };
            Ok(Some(see(&replay)))
        });
        read.await
            .unwrap_or(Err(Failure::Unreadable { table: "steps" }))
    }

    /// Keeps none of them any more: somebody was forgotten.
    pub(crate) fn forget_all(&self) {
        lock(&self.shelf).0.clear();
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        lock(&self.0.readers).remove(&self.1);
    }
}

impl Shelf {
    /// The game of this table, if the same people sat there.
    fn find(&mut self, table: &TableId, sat: &[Sat]) -> Option<Arc<Replay>> {
        let at = self.0.iter().position(|kept| kept.table == *table)?;
        let kept = self.0.remove(at);
        if kept.sat != sat {
            return None;
        }
        let replay = Arc::clone(&kept.replay);
        self.0.push(kept);
        Some(replay)
    }

    /// Keeps a game, and gives back those for which there is no room any more.
    fn keep(&mut self, kept: Kept) -> Vec<Kept> {
        let same = self.0.iter().position(|one| one.table == kept.table);
        let mut gone: Vec<Kept> = same.map(|at| self.0.remove(at)).into_iter().collect();
        self.0.push(kept);
        let mut bytes: usize = self.0.iter().map(|kept| kept.replay.weight()).sum();
        while bytes > KEPT_BYTES {
            let first = self.0.remove(0);
            bytes -= first.replay.weight();
            gone.push(first);
        }
        gone
    }
}

fn lock<T>(locked: &Mutex<T>) -> MutexGuard<'_, T> {
    // What falls over under one of these locks leaves what it guards whole.
    locked.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::FutureExt;

    use super::*;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Chance, Game, Seat};
    use crate::tables::Revision;
    use crate::tables::replay_staged::staged;

    fn person(number: u64) -> PersonId {
        PersonId::new(number)
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(600)
    }

    #[tokio::test]
    async fn two_read_at_once_and_whoever_came_first_is_next() {
        let replays = Replays::default();
        let turn = |number| Box::pin(replays.turn(person(number), later()));
        let first = turn(1).now_or_never().expect("a free turn");
        let _second = turn(2).now_or_never().expect("another one");
        let (mut third, mut fourth) = (turn(3), turn(4));
        for waits in [&mut third, &mut fourth] {
            assert!(waits.as_mut().now_or_never().is_none(), "three read");
        }
        drop(first);
        assert!(fourth.as_mut().now_or_never().is_none(), "they came later");
        let third = third.as_mut().now_or_never().expect("the next one");
        assert!(third.is_ok());
    }

    #[tokio::test]
    async fn one_person_reads_once_and_behind_too_many_nobody_waits() {
        let replays = Replays::default();
        let turn = |number, by| Box::pin(replays.turn(person(number), by));
        let held = turn(1, later()).now_or_never().expect("a free turn");
        let again = turn(1, later()).now_or_never().map(Result::err);
        assert_eq!(again, Some(Some(NoTurn::Already)));
        let others = 2..=MOST_READERS as u64;
        let mut others: Vec<_> = others.map(|number| turn(number, later())).collect();
        let come = others.iter_mut().map(|waits| waits.as_mut().now_or_never());
        let turns: Vec<_> = come.collect();
        assert_eq!(turns.iter().flatten().count(), AT_ONCE - 1);
        let late = turn(1_000, later()).now_or_never().map(Result::err);
        assert_eq!(late, Some(Some(NoTurn::Crowded)));
        // Whoever waits is waiting once, too, and whoever went away makes room.
        let again = turn(9, later()).now_or_never().map(Result::err);
        assert_eq!(again, Some(Some(NoTurn::Already)));
        others.pop();
        let soon = turn(1_000, Instant::now()).await.err();
        assert_eq!(soon, Some(NoTurn::Crowded), "its time is up");
        drop((held, turns, others));
        assert!(turn(1, later()).now_or_never().is_some());
        assert!(lock(&replays.readers).is_empty());
    }

    fn replay() -> Arc<Replay> {
        let options = GameId::Okey.default_options();
        let dealt = AnyGame::new(&options, 2).deal(&Chance::from_seed(1));
        staged(&options, 2, person(10), &[(None, dealt)])
    }

    fn kept(number: u32, who: u64, replay: &Arc<Replay>) -> Kept {
        let letters = |number: u32| ["a", "b", "c", "d", "e"][number as usize % 5];
        let places = [625, 125, 25, 5, 1].map(|place| letters(number / place));
        let table = format!("aaa{}", places.concat());
        Kept {
            table: table.parse().expect("an id"),
            sat: vec![Sat {
                seat: Seat::new(0).expect("a seat"),
                from: Revision::new(1),
                person: person(who),
            }],
            replay: Arc::clone(replay),
        }
    }

    #[test]
    fn what_was_read_is_kept_in_so_many_bytes_and_shows_nobody_who_was_forgotten() {
        let (replay, mut shelf) = (replay(), Shelf::default());
        let room = KEPT_BYTES / replay.weight();
        let all: Vec<Kept> = (0..=room as u32).map(|at| kept(at, 1, &replay)).collect();
        let ids: Vec<_> = all
            .iter()
            .map(|kept| (kept.table.clone(), kept.sat.clone()))
            .collect();
        for (at, kept) in all.into_iter().enumerate() {
            let gone = shelf.keep(kept).len();
            assert_eq!(gone, usize::from(at == room), "{at} of {room}");
            // The first one is asked for again and again, but for the last time.
            if at + 1 < room {
                assert!(shelf.find(&ids[0].0, &ids[0].1).is_some());
            }
        }
        assert!(shelf.find(&ids[1].0, &ids[1].1).is_none(), "there is room");
        assert!(shelf.find(&ids[0].0, &ids[0].1).is_some());
        let nobody = kept(0, 2, &replay).sat;
        assert!(shelf.find(&ids[0].0, &nobody).is_none());
        assert!(shelf.find(&ids[0].0, &ids[0].1).is_none(), "it is kept");
        let again = shelf.keep(kept(2, 1, &replay));
        assert_eq!((again.len(), shelf.0.len()), (1, room - 1));
    }
}
