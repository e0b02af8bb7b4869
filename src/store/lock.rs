//! The lock beside a database: one process runs it. What stands in the file of the lock says that a database is expected there, and
//! how its file stood.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::beside::beside;
use super::failure::Failure;
use super::log::is_deleted;
use super::open::{SHELL, followed};
use super::presence::{FileId, Stands};
use super::private;
use super::wal::log_of;

/// What stands in the file of the lock once the database is there: from then on it is expected to be.
const EXPECTED: &[u8] = b"Beside this file there is a database of istaka. Without it no new one is made while this file is here.\n";

/// An advisory lock beside the database: the system frees it however the process ends.
pub(super) struct Lock {
    beside: PathBuf,
    /// Until it is given back.
    held: Mutex<Option<Held>>,
}

struct Held {
    file: File,
    id: Option<FileId>,
    /// What is noted in it of the database.
    noted: Option<Stands>,
}

/// The file of a lock, made where there is none.
fn opened(beside: &Path) -> io::Result<File> {
    match private().create_new(true).open(beside) {
        Ok(made) => {
            belongs_as_the_database(&made, beside);
            Ok(made)
        }
        Err(reason) if reason.kind() == ErrorKind::AlreadyExists => private().open(beside),
        Err(reason) => Err(reason),
    }
}

/// Why the file of a lock does not open.
fn not_opened(beside: PathBuf, reason: io::Error) -> Failure {
    if reason.kind() == ErrorKind::PermissionDenied && beside.exists() {
        return Failure::OthersLock { path: beside };
    }
    Failure::CannotCreate {
        path: beside,
        reason,
    }
}

/// A lock that the superuser has made, who only tidies up, would keep the bot out.
#[cfg(unix)]
fn belongs_as_the_database(made: &File, beside: &Path) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (Ok(lock), Ok(database)) = (
        made.metadata(),
        std::fs::metadata(beside.with_extension("")),
    ) else {
        return;
    };
    if lock.uid() != database.uid() {
        // Whoever may not do that is not the superuser.
        let _ = fchown(made, Some(database.uid()), Some(database.gid()));
    }
}

#[cfg(not(unix))]
fn belongs_as_the_database(_: &File, _: &Path) {}

/// Where the lock is.
pub(super) fn lock_of(path: &Path) -> PathBuf {
    beside(&followed(path), ".lock")
}

/// Makes no new database where there was one with tables in it: it was deleted, or the disk on which it is, is not there.
pub(super) fn check_expected(path: &Path) -> Result<(), Failure> {
    let length = std::fs::metadata(path).map_or(0, |about| about.len());
    // All of a new database may stand in its log.
    let is_there = length > SHELL || (length > 0 && log_of(&followed(path)).exists());
    let lock = lock_of(path);
    if is_there || !is_expected(&lock) {
        return Ok(());
    }
    Err(Failure::Missing {
        path: path.to_owned(),
        lock,
    })
}

fn is_expected(lock: &Path) -> bool {
    std::fs::read(lock).is_ok_and(|text| text.starts_with(EXPECTED))
}

impl Held {
    /// That file of a lock, locked; `WouldBlock` if another process holds it.
    fn of(file: File) -> Result<Self, TryLockError> {
        file.try_lock()?;
        let id = FileId::of_file(&file);
        let noted = None;
        Ok(Self { file, id, noted })
    }

    /// Notes that there is a database. On a full disk that is left for another time.
    fn expects(&mut self, beside: &Path) {
        if is_expected(beside) {
            return;
        }
        let mut note = || -> io::Result<()> {
            self.file.set_len(0)?;
            self.file.rewind()?;
            self.file.write_all(EXPECTED)
        };
        if note().is_err() {
            tracing::warn!("it could not be noted beside the database that it is there");
        }
    }

    /// Notes how the file stands, over what was noted before.
    fn notes(&mut self, beside: &Path, stands: Stands) {
        if self.noted == Some(stands) || !is_expected(beside) {
            return;
        }
        let mut note = || -> io::Result<()> {
            self.file.seek(SeekFrom::Start(EXPECTED.len() as u64))?;
            self.file.write_all(stands.text().as_bytes())
        };
        // Where that fails the next start may read all of the file for nothing.
        if note().is_ok() {
            self.noted = Some(stands);
        }
    }
}

impl Lock {
    /// Takes the lock of a database.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let beside = lock_of(path);
        let file = match opened(&beside) {
            Ok(file) => file,
            Err(reason) => return Err(not_opened(beside, reason)),
        };
        let path = path.to_owned();
        match Held::of(file) {
            Ok(held) => Ok(Self {
                beside,
                held: Mutex::new(Some(held)),
            }),
            Err(TryLockError::WouldBlock) => Err(Failure::InUse { path }),
            Err(TryLockError::Error(reason)) => Err(Failure::CannotOpen { path, reason }),
        }
    }

    /// From now on there is a database beside it.
    pub(super) fn expects_database(&self) {
        if let Some(held) = self.held().as_mut() {
            held.expects(&self.beside);
        }
    }

    /// The file of the database stands like this, and nobody but this process has changed it.
    pub(super) fn notes(&self, stands: Stands) {
        if let Some(held) = self.held().as_mut() {
            held.notes(&self.beside, stands);
        }
    }

    /// Whether the file of the database stands as it did when this was noted last, by whatever process.
    pub(super) fn has_noted(&self, stands: Stands) -> bool {
        let text = std::fs::read(&self.beside);
        text.is_ok_and(|text| text.strip_prefix(EXPECTED) == Some(stands.text().as_bytes()))
    }

    /// The database is not at its place any more. A lock that was deleted with it is taken anew, so that the next start expects a
    /// database; one that was moved away with it keeps others out where they are now.
    pub(super) fn outlives_database(&self) {
        let was_deleted = self
            .held()
            .as_ref()
            .is_some_and(|held| is_deleted(&held.file));
        if was_deleted {
            self.keeps_others_out();
        }
    }

    /// Whether this process still keeps others out. Where the file of the lock was deleted, another process may have made a new
    /// one and be in the database by now; where none has, the lock is taken anew.
    pub(super) fn keeps_others_out(&self) -> bool {
        let mut held = self.held();
        let Some(before) = held.as_ref() else {
            // It was given back: whoever writes after that is this process itself, closing.
            return true;
        };
        if FileId::at(&self.beside) == before.id {
            return true;
        }
        let Ok(file) = opened(&self.beside) else {
            // Where there is one that does not open, as with too many open files, another process may have locked it. Where none
            // can be made, none can.
            return FileId::at(&self.beside).is_none();
        };
        match Held::of(file) {
            Ok(mut anew) => {
                anew.expects(&self.beside);
                tracing::warn!(
                    "the lock beside the database was deleted while the bot runs; it is taken anew"
                );
                *held = Some(anew);
                true
            }
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(_)) => true,
        }
    }

    /// Gives the database free for other processes.
    pub(super) fn give_back(&self) {
        if let Some(held) = self.held().take() {
            // Closing would not do: a child that is just being started has the same open file until it is its own
            // program. If it cannot be unlocked, the system does so when the last of them goes.
            let _ = held.file.unlock();
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<Held>> {
        // Nothing under this lock can panic half-way.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_does_not_open_is_not_called_the_database() {
        let denied = || io::Error::from(ErrorKind::PermissionDenied);
        // Any file that is there.
        let there = not_opened(Path::new(".").to_owned(), denied());
        assert!(
            there.to_string().starts_with("the lock . belongs"),
            "{there}"
        );
        assert!(!there.may_pass());
        let missing = not_opened(Path::new("no/such/istaka.db.lock").to_owned(), denied());
        assert!(matches!(missing, Failure::CannotCreate { .. }), "{missing}");
    }
}
