//! Tidying: journals of tables that ended a good while ago are packed, and later deleted, if the host wants that. Results stay.
//!
//! One table at a time, each in one transaction: whoever plays meanwhile waits no longer than for a move of somebody else, and
//! whenever the process ends, every journal is either as it was or packed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::house::House;
use super::restore::restore;
use super::{Moment, TableId};
use crate::store::{Failure, NotWritten, Parcel, Store, StoredTable, Written};

/// How long journals stay as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// So long after the end of a table its journal is packed; `None` for never; no later than it is deleted.
    pub packed_after: Option<Duration>,
    /// So long after the end of a table its packed journal is deleted, and with it the record; `None` for never.
    pub deleted_after: Option<Duration>,
}

/// The seconds of a day.
const DAY_S: u64 = 24 * 60 * 60;

impl Retention {
    /// What is usual: nobody waits for a journal of last month, and records are kept for ever.
    pub const USUAL: Self = Self {
        packed_after: Some(Duration::from_secs(30 * DAY_S)),
        deleted_after: None,
    };

    /// A span of days.
    pub fn days(days: u32) -> Duration {
        Duration::from_secs(u64::from(days) * DAY_S)
    }
}

impl Default for Retention {
    fn default() -> Self {
        Self::USUAL
    }
}

/// Whether anything is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tidying {
    /// It is done.
    Really,
    /// It is only counted.
    Dry,
}

/// What was done, or would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tidied {
    /// Journals that were packed.
    pub packed: u64,
    /// The steps in them.
    pub steps: u64,
    /// The bytes of their texts before.
    pub bytes_before: u64,
    /// And packed.
    pub bytes_after: u64,
    /// Packed journals that were deleted.
    pub deleted: u64,
    /// Packed journals that are old enough, and stay until a bot has looked at them for their places.
    pub kept: u64,
    /// Journals that do not replay: they stay as they are, for whoever looks into it.
    pub left: u64,
}

impl Tidied {
    fn and(self, other: Self) -> Self {
        Self {
            packed: self.packed + other.packed,
            steps: self.steps + other.steps,
            bytes_before: self.bytes_before + other.bytes_before,
            bytes_after: self.bytes_after + other.bytes_after,
            deleted: self.deleted + other.deleted,
            kept: self.kept + other.kept,
            left: self.left + other.left,
        }
    }
}

/// Why tidying stopped; what was done stays done.
#[derive(Debug, thiserror::Error)]
pub enum Untidy {
    /// It could not be read.
    #[error(transparent)]
    NotRead(#[from] Failure),
    /// It could not be written.
    #[error("{0}")]
    NotWritten(#[from] NotWritten),
}

/// What is tidied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chore {
    Pack,
    Delete,
}

/// So many tables are looked up at once.
const PORTION: u32 = 16;

/// Goes through everything that is old enough, a portion at a time.
pub struct Tidier {
    store: Store,
    retention: Retention,
    tidying: Tidying,
    now: Moment,
    /// What is deleted is old also by this, for it does not come back and this machine's clock may be wrong.
    deletes_by: Moment,
    chore: Option<Chore>,
    /// Whether no journal is needed any more to tell places anew.
    places_are_told: bool,
    /// The last table that was looked at.
    last: (Moment, String),
}

impl Tidier {
    /// Tidies as it is at this moment.
    pub fn new(store: Store, retention: Retention, tidying: Tidying, now: Moment) -> Self {
        Self {
            store,
            retention,
            tidying,
            now,
            deletes_by: now,
            chore: Some(Chore::Pack),
            places_are_told: false,
            last: beginning(),
        }
    }

    /// Deletes nothing that is not old also by another clock than that of this machine.
    #[must_use]
    pub fn deleting_by(self, deletes_by: Moment) -> Self {
        Self { deletes_by, ..self }
    }

    /// Where no other clock can be asked: nothing that was not old when the bot ran last.
    pub async fn deleting_by_last_run(self) -> Result<Self, Untidy> {
        let lived = self.store.reached_until().await?;
        let deletes_by = lived.unwrap_or(self.deletes_by);
        Ok(self.deleting_by(deletes_by))
    }

    /// Does everything.
    pub async fn all(mut self) -> Result<Tidied, Untidy> {
        let mut all = Tidied::default();
        while let Some(some) = self.portion().await? {
            all = all.and(some);
        }
        Ok(all)
    }

    /// Does some of it; `None` if nothing is left.
    pub async fn portion(&mut self) -> Result<Option<Tidied>, Untidy> {
        // What is still to be looked at for its places stays, whoever tidies.
        self.places_are_told = self.places_are_told || self.store.are_places_told().await?;
        while let Some(chore) = self.chore {
            let tables = self.next(chore).await?;
            let Some(last) = tables.last() else {
                self.chore = (chore == Chore::Pack).then_some(Chore::Delete);
                self.last = beginning();
                continue;
            };
            self.last = (last.0, last.1.to_string());
            let mut done = Tidied::default();
            for (ended_at, table) in tables {
                done = done.and(match chore {
                    Chore::Pack => self.pack(&table, ended_at).await?,
                    Chore::Delete => self.delete(table).await?,
                });
            }
            return Ok(Some(done));
        }
        Ok(None)
    }

    /// What ended before this is old enough; `None` if nothing ever is.
    fn before(&self, chore: Chore) -> Option<Moment> {
        let Retention {
            packed_after,
            deleted_after,
        } = self.retention;
        let after = match chore {
            // Only what is packed is deleted.
            Chore::Pack => packed_after.into_iter().chain(deleted_after).min(),
            Chore::Delete => deleted_after,
        };
        let now = match chore {
            Chore::Pack => self.now,
            Chore::Delete => self.now.min(self.deletes_by),
        };
        after.map(|after| now.minus(after))
    }

    async fn next(&self, chore: Chore) -> Result<Vec<(Moment, TableId)>, Failure> {
        let (at, id) = (self.last.0, self.last.1.as_str());
        let Some(before) = self.before(chore) else {
            return Ok(Vec::new());
        };
        match chore {
            Chore::Pack => self.store.not_packed(before, (at, id), PORTION).await,
            Chore::Delete => self.store.packed(before, (at, id), PORTION).await,
        }
    }

    async fn pack(&self, table: &TableId, ended_at: Moment) -> Result<Tidied, Untidy> {
        let left = Tidied {
            left: 1,
            ..Tidied::default()
        };
        let stored = match self.store.load(table).await {
            Ok(stored) => stored,
            Err(Failure::Unreadable { .. }) => return Ok(left),
            Err(failure) => return Err(failure.into()),
        };
        // Off the tasks' threads: tables are played meanwhile.
        let packing = tokio::task::spawn_blocking(move || packed(&stored)).await;
        let Ok(Some((parcel, done))) = packing else {
            return Ok(left);
        };
        if self.tidying == Tidying::Dry {
            // Packed, it would be deleted at once.
            let is_older = |before: Moment| ended_at < before;
            let is_due = self.before(Chore::Delete).is_some_and(is_older);
            return Ok(if is_due {
                done.and(self.delete(table.clone()).await?)
            } else {
                done
            });
        }
        match self.store.put_away(parcel).await? {
            Written::Done => Ok(done),
            Written::Duplicate => Ok(left),
        }
    }

    async fn delete(&self, table: TableId) -> Result<Tidied, Untidy> {
        if !self.places_are_told {
            return Ok(Tidied {
                kept: 1,
                ..Tidied::default()
            });
        }
        let is_done = match self.tidying {
            Tidying::Dry => true,
            Tidying::Really => self.store.discard_journal(table).await? == Written::Done,
        };
        Ok(Tidied {
            deleted: u64::from(is_done),
            ..Tidied::default()
        })
    }
}

/// Before every table.
fn beginning() -> (Moment, String) {
    (Moment::from_unix_ms(0), String::new())
}

/// The journal of a table, packed; `None` if it does not replay.
fn packed(stored: &StoredTable) -> Option<(Parcel, Tidied)> {
    restore(stored, &[], Moment::from_unix_ms(0)).ok()?;
    let parcel = Parcel::of(stored)?;
    let texts = stored
        .steps
        .iter()
        .map(|step| step.cause.len() + step.changes.len());
    let done = Tidied {
        packed: 1,
        steps: stored.steps.len() as u64,
        bytes_before: texts.sum::<usize>() as u64,
        bytes_after: parcel.bytes(),
        ..Tidied::default()
    };
    Some((parcel, done))
}

/// A running bot tidies so long after its start for the first time: a restart has other things to do.
const FIRST: Duration = Duration::from_secs(10 * 60);
/// And so often from then on.
const AGAIN: Duration = Duration::from_secs(60 * 60);
/// Between two portions.
const PAUSE: Duration = Duration::from_secs(1);

/// The time by Discord's clock, at least: what was last heard of it.
#[derive(Clone, Default)]
pub(super) struct Heard(Arc<AtomicU64>);

impl Heard {
    /// It is at least that late there.
    pub(super) fn hears(&self, at: Moment) {
        self.0.fetch_max(at.unix_ms(), Ordering::Relaxed);
    }

    /// The beginning of 1970 before anything was heard.
    fn time(&self) -> Moment {
        Moment::from_unix_ms(self.0.load(Ordering::Relaxed))
    }
}

/// Tidies in small portions until the hall closes.
pub(super) fn keep_tidy(
    house: Arc<House>,
    retention: Retention,
) -> impl Future<Output = ()> + Send {
    let first = house.clock.now().plus(FIRST);
    tidy_from(house, retention, first)
}

async fn tidy_from(house: Arc<House>, retention: Retention, mut next: Moment) {
    let mut tidier = None;
    let mut done = Tidied::default();
    let mut stop = house.stop.clone();
    loop {
        tokio::select! {
            () = house.clock.reached(next) => {}
            _ = stop.changed() => return,
        }
        let now = house.clock.now();
        // What is deleted does not come back: nothing is old only because a clock was ahead.
        let at_least = house.clock.at_least();
        let store = house.store.clone();
        if tidier.is_none()
            && let Err(failure) = store.forget_on().await
        {
            tracing::warn!(%failure, "somebody is not forgotten yet; later once more");
        }
        if tidier.is_none() {
            let begun = Tidier::new(store, retention, Tidying::Really, at_least);
            tidier = Some(begun.deleting_by(house.heard.time()));
        }
        let Some(begun) = tidier.as_mut() else {
            continue;
        };
        next = match begun.portion().await {
            Ok(Some(some)) => {
                done = done.and(some);
                now.plus(PAUSE)
            }
            Ok(None) => {
                tell(std::mem::take(&mut done));
                tidier = None;
                now.plus(AGAIN)
            }
            Err(failure) => {
                tracing::warn!(%failure, "old journals were not tidied away; later once more");
                tidier = None;
                now.plus(AGAIN)
            }
        };
    }
}

fn tell(done: Tidied) {
    if done.packed + done.deleted > 0 {
        let (packed, deleted, left) = (done.packed, done.deleted, done.left);
        let (before, after) = (done.bytes_before, done.bytes_after);
        tracing::info!(
            packed,
            before,
            after,
            deleted,
            left,
            "old journals were tidied away"
        );
    }
}
