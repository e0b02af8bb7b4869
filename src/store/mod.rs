//! SQLite: the journals of the tables and the results of the games.
//!
//! One process owns a database; one writer gathers what all tables have to write into few transactions.
//! The store keeps texts and numbers; what a step means is the business of the tables.
//! Nothing here has a `Debug` that would show a step, a secret or who sits where.

mod account;
mod aside;
mod audit;
mod backup;
mod barrier;
mod beside;
mod chain;
mod chaining;
mod changed;
mod checkpoint;
mod complaint;
mod desks;
mod elsewhere;
mod failure;
mod forget;
pub mod id;
mod identifies;
mod journal;
mod lists;
mod load;
mod lock;
mod log;
mod mending;
mod names;
mod open;
mod pack;
mod placing;
mod presence;
mod private;
mod read;
mod readable;
mod record;
mod refusals;
mod rescue;
mod results;
mod rows;
mod said;
mod salvage;
mod schema;
mod settings;
mod shrink;
mod steps;
#[cfg(test)]
mod tests;
mod threads;
mod unshown;
mod wal;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::SqlitePool;
use tokio::sync::{OnceCell, Semaphore, mpsc, watch};

pub use account::{Account, Past, PastPage, Tally};
pub use audit::{Audit, audit};
pub use backup::{BackupFailure, backup};
pub use barrier::Barrier;
pub use chain::Chain;
pub use desks::{DeskRow, DeskWrite};
pub use failure::{Failure, NotClosed, NotWritten};
pub use forget::Personal;
pub use id::Moment;
pub use journal::{Entry, PlaceRow, Sat, StepRow, StoredTable, StrayPing, TableRow, Woken};
pub use load::Unjudged;
pub use open::is_there;
pub use pack::Parcel;
pub use placing::Lot;
pub use private::private;
pub use record::{Asking, Known, Openness};
pub use refusals::Refused;
pub use results::{Counted, KeptResult, Leaders, Line, Order, Part, ResultRow};
pub use said::{AllSaid, Said};
pub use settings::{PersonSetting, PersonSettings, ServerSetting, ServerSettings};
#[cfg(test)]
pub(crate) use tests::{Folder, OtherProgram};
pub use threads::StrayThread;
pub use unshown::UnshownEnd;
pub use writer::Written;

use lock::Lock;
use open::How;
use writer::{Ending, Job, Work};

/// The database of one process. Copies are handles to the same one.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    /// The database, as it was named.
    file: PathBuf,
    /// For reading; SQLite in WAL lets readers pass the writer.
    readers: SqlitePool,
    /// As many as there may be lists at once.
    lists: Semaphore,
    /// What people and servers have said, once somebody wants it in memory.
    said: OnceCell<Arc<AllSaid>>,
    /// Into the writer's task.
    jobs: mpsc::Sender<Job>,
    /// Whether a page was found that does not read.
    bad_page: watch::Sender<bool>,
    /// Whether the log was found not to be at its place.
    log_gone: watch::Sender<bool>,
    /// Whether it may not be closed, for that would write into the file what does not belong there, or half of it.
    let_go: watch::Sender<Ending>,
    /// Held until the store closes, so that no other process runs the same database.
    lock: Option<Arc<Lock>>,
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
        Self::open_as(path, &How::patient(busy)).await
    }

    /// [`Store::open`], after the database was made anew from all rows that read, for [a page of it](Self::has_bad_page) does
    /// not. The damaged one is kept beside it.
    ///
    /// # Errors
    ///
    /// Those of opening, and what the disk says against another file; then the database is as it was.
    pub async fn open_anew(path: &Path) -> Result<Self, Failure> {
        let anew = How {
            anew: true,
            ..How::patient(BUSY)
        };
        Self::open_as(path, &anew).await
    }

    /// [`Store::open`] with so short a log that it is begun anew every few moves.
    #[cfg(test)]
    pub(crate) async fn open_with_short_log(path: &Path) -> Result<Self, Failure> {
        let short = How {
            log_pages: 20,
            ..How::patient(BUSY)
        };
        Self::open_as(path, &short).await
    }

    async fn open_as(path: &Path, how: &How) -> Result<Self, Failure> {
        let opened = open::open(path, how).await?;
        let (bad_page, _) = watch::channel(false);
        let (log_gone, _) = watch::channel(false);
        let (let_go, _) = watch::channel(Ending::default());
        let writer = writer::Opened {
            options: opened.options,
            busy: how.busy,
            connection: opened.writer,
            looks: opened.looks,
            readers: opened.readers.clone(),
            presence: opened.presence,
            log_pages: how.log_pages,
            bad_page: bad_page.clone(),
            log_gone: log_gone.clone(),
            let_go: let_go.clone(),
        };
        Ok(Self(Arc::new(Inner {
            file: path.to_owned(),
            readers: opened.readers,
            lists: Semaphore::new(lists::LISTS),
            said: OnceCell::new(),
            jobs: writer::start(writer),
            bad_page,
            log_gone,
            let_go,
            lock: Some(opened.lock),
            _scratch: None,
        })))
    }

    /// Whether a page was found that does not read: whatever has to do with it is refused until the database is
    /// [made anew](Self::open_anew).
    pub fn has_bad_page(&self) -> bool {
        *self.0.bad_page.borrow()
    }

    /// Done when such a page is found.
    pub async fn bad_page_found(&self) {
        let mut found = self.0.bad_page.subscribe();
        // The sender is kept beside this.
        let _ = found.wait_for(|is_found| *is_found).await;
    }

    /// Whether the log beside the file was deleted or replaced: whatever is to be written is refused until this is closed, which
    /// brings what stands in the log to its place, and opened again.
    pub fn is_log_gone(&self) -> bool {
        *self.0.log_gone.borrow()
    }

    /// Done when that is found.
    pub async fn log_found_gone(&self) {
        let mut found = self.0.log_gone.subscribe();
        // The sender is kept beside this.
        let _ = found.wait_for(|is_found| *is_found).await;
    }

    /// Whether somebody writes: nobody does once this is closed, or what writes has fallen over. Then every write is refused.
    pub fn has_writer(&self) -> bool {
        !self.0.jobs.is_closed()
    }

    /// Done when nobody writes any more.
    pub async fn writer_gone(&self) {
        self.0.jobs.closed().await;
    }

    /// Remembers whether this failure is that of a page that does not read.
    pub fn notice(&self, failure: &Failure) {
        if failure.is_bad_page() {
            self.0.bad_page.send_replace(true);
        }
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

    /// Why it could not be closed in order, once it was closed.
    pub fn not_closed(&self) -> Option<NotClosed> {
        match *self.0.let_go.borrow() {
            Ending::Orderly | Ending::LetGo => None,
            Ending::Failed(reason) => Some(reason),
        }
    }

    /// Writes what is waiting and closes the file. Later writes are refused.
    pub async fn close(&self) {
        // Nothing to be done about a writer that is gone already.
        let _ = self.write(Work::Close).await;
        if *self.0.let_go.borrow() != Ending::Orderly {
            // The last connection that closes would move the log.
            std::mem::forget(self.0.readers.clone());
        } else {
            self.0.readers.close().await;
        }
        // Copies of this handle may live on: the file is another program's from now on.
        if let Some(lock) = &self.0.lock {
            lock.give_back();
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
