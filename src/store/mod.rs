//! SQLite: the journals of the tables and the results of the games.
//!
//! One process owns a database; one writer gathers what all tables have to write into few transactions.
//! The store keeps texts and numbers; what a step means is the business of the tables.
//! Nothing here has a `Debug` that would show a step, a secret or who sits where.

mod account;
mod audit;
mod backup;
mod barrier;
mod chain;
mod chaining;
mod complaint;
mod desks;
mod failure;
mod forget;
pub mod id;
mod identifies;
mod journal;
mod load;
mod mending;
mod open;
mod pack;
mod presence;
mod private;
mod read;
mod readable;
mod record;
mod results;
mod rows;
mod schema;
mod settings;
mod shrink;
mod steps;
#[cfg(test)]
mod tests;
mod threads;
mod wal;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::SqlitePool;
use tokio::sync::mpsc;

pub use account::{Account, Past, PastPage, Tally};
pub use audit::{Audit, audit};
pub use backup::{BackupFailure, backup};
pub use barrier::Barrier;
pub use chain::Chain;
pub use desks::{DeskRow, DeskWrite};
pub use failure::{Failure, NotWritten};
pub use forget::Personal;
pub use id::Moment;
pub use journal::{Entry, PlaceRow, Sat, StepRow, StoredTable, StrayPing, TableRow};
pub use pack::Parcel;
pub use private::private;
pub use results::{Counted, KeptResult, Leaders, Line, Order, Part, ResultRow};
pub use settings::{PersonSetting, PersonSettings, ServerSetting, ServerSettings};
#[cfg(test)]
pub(crate) use tests::{Folder, OtherProgram};
pub use threads::StrayThread;
pub use writer::Written;

use writer::{Job, Work};

/// The database of one process. Copies are handles to the same one.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    /// The database, as it was named.
    file: PathBuf,
    /// For reading; SQLite in WAL lets readers pass the writer.
    readers: SqlitePool,
    /// Into the writer's task.
    jobs: mpsc::Sender<Job>,
    /// Held until the store closes, so that no other process runs the same database.
    lock: Mutex<Option<File>>,
    /// Where the file is a copy that goes with this.
    _scratch: Option<read::Scratch>,
}

/// So long a write waits for another program's lock; Discord wants an answer within three seconds.
const BUSY: Duration = Duration::from_secs(2);
/// So long while the disk refuses: whoever comes meanwhile has waited for the others before, and is told soon.
const BUSY_STILL: Duration = Duration::from_millis(200);

impl Store {
    /// Opens the database of this process, creates it if there is none, and brings it to the present format.
    pub async fn open(path: &Path) -> Result<Self, Failure> {
        Self::open_patient(path, BUSY).await
    }

    /// [`Store::open`] with another patience for other programs' locks.
    pub async fn open_patient(path: &Path, busy: Duration) -> Result<Self, Failure> {
        let opened = open::open(path, busy).await?;
        let jobs = writer::start(opened.options, busy, opened.writer, opened.presence);
        Ok(Self(Arc::new(Inner {
            file: path.to_owned(),
            readers: opened.readers,
            jobs,
            lock: Mutex::new(Some(opened.lock)),
            _scratch: None,
        })))
    }

    /// A failure of this database, told with what can be done.
    pub fn told(&self, failure: Failure) -> Failure {
        failure::told_while_opening(&self.0.file, failure)
    }

    /// The database, as it was named.
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// How many jobs wait for the writer.
    pub fn waiting(&self) -> usize {
        self.0.jobs.max_capacity() - self.0.jobs.capacity()
    }

    /// Writes what is waiting and closes the file. Later writes are refused.
    pub async fn close(&self) {
        // Nothing to be done about a writer that is gone already.
        let _ = self.write(Work::Close).await;
        self.0.readers.close().await;
        // Copies of this handle may live on: the file is another program's from now on.
        let lock = self
            .0
            .lock
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(lock) = lock {
            // Closing would not do: a child that is just being started has the same open file until it is its own
            // program. If it cannot be unlocked, the system does so when the last of them goes.
            let _ = lock.unlock();
        }
    }

    async fn write(&self, work: Work) -> Result<Written, NotWritten> {
        let (job, outcome) = Job::new(work);
        self.0
            .jobs
            .send(job)
            .await
            .map_err(|_| NotWritten::Refused)?;
        // A writer that falls over a batch has not said whether it was committed.
        outcome.await.unwrap_or(Err(NotWritten::Unknown))
    }
}
