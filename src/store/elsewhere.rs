//! Whether what another process writes into a database comes into the file that is read here.
//!
//! A system lets a process write on into a log that was deleted. Whoever opens the database meanwhile gets a new log in which
//! nothing stands, and with it a database of a while ago: a young one is empty then. So where the lock is held, whatever is read
//! counts only if its holder was seen to write into the very log that is read: something that only the holder writes, which it
//! does every ten seconds and only while its own log is at its place, changes in it. Where the system tells which files the holder
//! has open, nobody waits for that.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};

use super::beside::beside;
use super::failure::{code, primary_code, while_opening};
use super::lock::lock_of;
use super::open::{check_ours, followed, for_sqlite};
use super::presence::FileId;
use super::wal::log_of;
use super::{BUSY, Failure};

/// How long somebody waits for a process to be seen, and how.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    /// Twice the ten seconds after which it notes again that it lives, and a little more.
    limit: Duration,
    sees: Sees,
}

/// How it is found out where a process writes.
#[derive(Clone, Copy, PartialEq)]
enum Sees {
    /// By its open files, where the system tells them, or by what it writes.
    Files,
    /// By what it writes.
    #[cfg(test)]
    Writes,
}

impl Patience {
    pub(super) const USUAL: Self = Self {
        limit: Duration::from_secs(25),
        sees: Sees::Files,
    };
}

/// What was written is looked for again after this.
const AGAIN: Duration = Duration::from_millis(100);

/// Waits before what was written is looked for again. Nobody tells when another process writes, and its time is the host's own: no
/// clock of the tables has anything to do with it.
async fn wait_for_it() {
    tokio::time::sleep(AGAIN).await;
}

/// A connection for reading, to the database as it is written now.
pub(super) struct Seen {
    pub(super) connection: SqliteConnection,
    /// How it was opened, and how it is opened once more.
    pub(super) how: SqliteConnectOptions,
    path: PathBuf,
    /// Where a process runs it.
    place: Option<Place>,
}

/// The files in which a database stands.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    file: FileId,
    log: FileId,
    /// What tells everybody who has the database open how far the log goes.
    shared: FileId,
}

impl Place {
    /// Those that are there, all of them.
    fn of(file: &Path) -> Option<Self> {
        Some(Self {
            file: FileId::at(file)?,
            log: FileId::at(&log_of(file))?,
            shared: FileId::at(&beside(file, "-shm"))?,
        })
    }
}

impl Seen {
    /// Connects to a database. Where a process runs it, once that is seen to write there.
    ///
    /// # Errors
    ///
    /// [`Failure::Elsewhere`] where it is not seen to; what SQLite says.
    pub(super) async fn at(path: &Path, patience: Patience) -> Result<Self, Failure> {
        let (file, until) = (followed(path), Instant::now() + patience.limit);
        loop {
            // Where the process has ended what stands there is all that there is.
            if !is_run(&file) {
                return Self::alone(path, &file).await;
            }
            // SQLite would make what is not there.
            if let Some(place) = Place::of(&file)
                && let Some(seen) = Self::there(path, &file, place, until, patience.sees).await?
            {
                return Ok(seen);
            }
            if Instant::now() >= until {
                return Err(elsewhere(path));
            }
            wait_for_it().await;
        }
    }

    /// Connects to a database that no process runs, and makes nothing beside it where that is possible.
    async fn alone(path: &Path, file: &Path) -> Result<Self, Failure> {
        let how = if is_mere_copy(file) {
            reading(path).immutable(true)
        } else {
            reading(path)
        };
        let mut seen = Self::with(how, path, None).await?;
        // The first question opens the log. What else is wrong with the answer is told by those who ask for more.
        let first = sqlx::query("select count(*) from sqlite_schema");
        let asked = first.execute(&mut seen.connection).await;
        if !asked.is_err_and(|error| is_kept_out(&error)) {
            return Ok(seen);
        }
        // What SQLite would put beside it cannot be made: the folder is read-only, or another's.
        seen.close().await;
        if has_log(file) {
            let path = path.to_owned();
            return Err(Failure::FolderShut { path });
        }
        Self::with(reading(path).immutable(true), path, None).await
    }

    async fn with(
        how: SqliteConnectOptions,
        path: &Path,
        place: Option<Place>,
    ) -> Result<Self, Failure> {
        let connected = how.connect().await;
        Ok(Self {
            connection: connected.map_err(|error| while_opening(path.to_owned(), error))?,
            how,
            path: path.to_owned(),
            place,
        })
    }

    /// Connects to these files, if the process that runs the database is seen to write there. A log that was opened stays the one
    /// that is read: while it is seen to be written, nothing can be written elsewhere.
    async fn there(
        path: &Path,
        file: &Path,
        place: Place,
        until: Instant,
        sees: Sees,
    ) -> Result<Option<Self>, Failure> {
        let mut seen = Self::with(reading(path), path, Some(place)).await?;
        // The first question opens the log. What is wrong with the answer is told by those who ask for more.
        let first = seen.beats().await.ok();
        let mut beats = first;
        while seen.is_still() {
            let has_written = beats.is_some() && beats != first;
            if has_written || (sees == Sees::Files && is_open_there(file, place)) {
                return Ok(Some(seen));
            }
            if first.is_none() || Instant::now() >= until || !is_run(file) {
                break;
            }
            wait_for_it().await;
            beats = seen.beats().await.ok();
        }
        seen.close().await;
        Ok(None)
    }

    /// How often it was noted that the process lives; of an older version, when.
    async fn beats(&mut self) -> Result<Option<i64>, Failure> {
        check_ours(&mut self.connection, &self.path).await?;
        let mut told = Ok(None);
        for what in ["beats", "alive_at"] {
            let asked = sqlx::query_scalar(AssertSqlSafe(format!("select {what} from process")));
            told = asked.fetch_optional(&mut self.connection).await;
            if told.is_ok() {
                break;
            }
        }
        Ok(told?)
    }

    fn is_still(&self) -> bool {
        self.place.is_none() || self.place == Place::of(&followed(&self.path))
    }

    /// After something was read: fails unless it is still there that the database is written. Where a process had its log taken away
    /// meanwhile and goes on in another one, what was read may be half of this and half of that.
    pub(super) fn must_have_stayed(&self) -> Result<(), Failure> {
        if self.is_still() {
            return Ok(());
        }
        Err(elsewhere(&self.path))
    }

    /// Only read: whether that closes well makes no difference.
    pub(super) async fn close(self) {
        let _ = self.connection.close().await;
    }
}

fn elsewhere(path: &Path) -> Failure {
    Failure::Elsewhere {
        path: path.to_owned(),
    }
}

/// How a database is opened that is only read.
pub(super) fn reading(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(for_sqlite(path))
        .read_only(true)
        .busy_timeout(BUSY)
        .disable_statement_logging()
}

/// Whether a file is only kept: no process ever ran it there, and nobody has it open, who would have a log and its index beside it.
/// One that keeps no log shows nothing of who has it open, and is read with locks: nothing is made beside it either.
fn is_mere_copy(file: &Path) -> bool {
    let beside_it = [".lock", "-wal", "-shm", "-journal"].map(|ending| beside(file, ending));
    beside_it.iter().all(|path| !path.exists()) && keeps_log(file).unwrap_or(false)
}

/// Whether a database says in its header that its log is written ahead (<https://sqlite.org/fileformat.html#file_format_version_numbers>).
fn keeps_log(file: &Path) -> io::Result<bool> {
    let mut header = [0; 20];
    File::open(file)?.read_exact(&mut header)?;
    Ok(header[18..] == [2, 2])
}

/// Whether something stands beside a file that belongs to what is in it.
fn has_log(file: &Path) -> bool {
    let holds = |ending| fs::metadata(beside(file, ending)).is_ok_and(|about| about.len() > 0);
    holds("-wal") || holds("-journal")
}

/// Whether SQLite could not make what it keeps beside a file.
fn is_kept_out(error: &sqlx::Error) -> bool {
    matches!(
        primary_code(error),
        Some(code::CANNOT_OPEN | code::READ_ONLY)
    )
}

/// Whether a process holds the lock of a database.
pub(super) fn is_run(file: &Path) -> bool {
    // Beside a copy there is none.
    let Ok(lock) = File::open(lock_of(file)) else {
        return false;
    };
    // Shared, so that several who ask do not take each other for that process.
    let taken = lock.try_lock_shared();
    matches!(taken, Err(TryLockError::WouldBlock))
}

/// Whether the system says that the process which holds the lock has these files open, and no other log. How often it has each says
/// nothing: what a connection had open that was closed, as after a refusal of the disk, SQLite keeps until no other one holds a lock
/// (<https://sqlite.org/howtocorrupt.html#posix_close_bug>).
fn is_open_there(file: &Path, place: Place) -> bool {
    let open = holder_of(&lock_of(file)).map(|process| format!("/proc/{process}/fd"));
    let Some(Ok(open)) = open.map(fs::read_dir) else {
        return false;
    };
    let open: Vec<(PathBuf, FileId)> = open
        .filter_map(|one| {
            let one = one.ok()?.path();
            let id = FileId::at(&one)?;
            Some((one, id))
        })
        .collect();
    let has = |id| open.iter().any(|(_, one)| *one == id);
    let names = open.iter().filter(|(_, one)| *one == place.file);
    let logs: Vec<PathBuf> = names
        .filter_map(|(one, _)| Some(beside(&fs::read_link(one).ok()?, "-wal")))
        .collect();
    let is_another_log = |(one, id): &(PathBuf, FileId)| *id != place.log && is_any(one, &logs);
    has(place.file) && has(place.shared) && has(place.log) && !open.iter().any(is_another_log)
}

/// Whether an open file is, or was before it was deleted, one of these, as that process calls them: it may have come there by another
/// path, or see other folders than we do. The file is not opened: to close it would give up the locks of this process.
fn is_any(open: &Path, logs: &[PathBuf]) -> bool {
    let name = fs::read_link(open).map(PathBuf::into_os_string);
    name.is_ok_and(|name| {
        let starts = |log: &PathBuf| {
            let log = log.as_os_str().as_encoded_bytes();
            name.as_encoded_bytes().starts_with(log)
        };
        logs.iter().any(starts)
    })
}

/// The process that holds a lock, where the system tells (`man 5 proc_locks`).
#[cfg(unix)]
fn holder_of(lock: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let number = fs::metadata(lock).ok()?.ino().to_string();
    let locks = fs::read_to_string("/proc/locks").ok()?;
    locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [_, "FLOCK", _, "WRITE", process, place, ..]
                if place.rsplit(':').next() == Some(number.as_str()) =>
            {
                process.parse().ok()
            }
            _ => None,
        }
    })
}

#[cfg(not(unix))]
fn holder_of(_: &Path) -> Option<u32> {
    None
}

#[cfg(test)]
impl Patience {
    /// Only what is written counts, as where the system tells nothing.
    pub(super) const fn without_files(limit: Duration) -> Self {
        Self {
            limit,
            sees: Sees::Writes,
        }
    }

    pub(super) const fn of(limit: Duration) -> Self {
        Self {
            limit,
            sees: Sees::Files,
        }
    }
}
