//! Copies of a database, also of one that a process writes just now: whole, or not there at all.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use sqlx::SqliteConnection;
use thiserror::Error;

use super::beside::beside;
use super::elsewhere::{Patience, Seen, is_run};
use super::failure::{code, primary_code};
use super::names::check_name;
use super::open::{check_head, check_ours, followed, is_there};
use super::wal::is_log_sound;
use super::{Failure, private};

/// Why there is no copy.
#[derive(Debug, Error)]
pub enum BackupFailure {
    /// There is nothing to copy.
    #[error("there is no database {}", .0.display())]
    NoDatabase(PathBuf),
    /// Something is there already.
    #[error("{} is there already, and is not written over", .0.display())]
    Exists(PathBuf),
    /// It would lie where the database has its own files.
    #[error("{} is the place of a file of the database itself", .0.display())]
    OfDatabase(PathBuf),
    /// SQLite takes texts for names.
    #[error("{} cannot be the name of a copy: it is no text in UTF-8", .0.display())]
    NotText(PathBuf),
    /// The database has holes.
    #[error("the database {} is damaged and cannot be copied: `istaka check` tells where", .0.display())]
    Damaged(PathBuf),
    /// The database cannot be read.
    #[error(transparent)]
    Database(#[from] Failure),
    /// No file can be made there, and waiting does not mend it.
    #[error("the copy {} could not be made: {reason}", path.display())]
    NoPlace {
        /// Where.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// The copy could not be written.
    #[error("the copy {} could not be written: {reason}", path.display())]
    NotWritten {
        /// Where.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// Writes a copy of the database; answers how many bytes it has. SQLite's own `vacuum into` sees one moment of the
/// database, whoever writes meanwhile; where a process runs it, one that it is seen to write in.
pub async fn backup(db: &Path, copy: &Path) -> Result<u64, BackupFailure> {
    backup_with(db, copy, Patience::USUAL).await
}

/// [`backup`] with another patience for the process that runs the database.
pub(super) async fn backup_with(
    db: &Path,
    copy: &Path,
    patience: Patience,
) -> Result<u64, BackupFailure> {
    if !is_there(db)? {
        return Err(BackupFailure::NoDatabase(db.to_owned()));
    }
    check_head(db)?;
    // Where a process runs it that is the right name.
    if !is_run(&followed(db)) {
        check_name(db)?;
    }
    if copy.to_str().is_none() {
        return Err(BackupFailure::NotText(copy.to_owned()));
    }
    if is_of_database(db, copy) {
        return Err(BackupFailure::OfDatabase(copy.to_owned()));
    }
    // SQLite would leave out what stands behind the damage: a copy without the last moves, which nothing tells.
    if !is_log_sound(&followed(db)) {
        return Err(BackupFailure::Damaged(db.to_owned()));
    }
    let draft = Draft::new(copy)?;
    let mut seen = Seen::at(db, patience).await?;
    let written = vacuum(&mut seen.connection, db, &draft.part).await;
    let stayed = seen.must_have_stayed();
    seen.close().await;
    stayed?;
    written.map_err(|failure| match failure {
        // Nobody has named the beginning of a copy.
        BackupFailure::NotWritten { reason, .. } => not_written(copy, reason),
        BackupFailure::Database(Failure::Damaged { path }) => BackupFailure::Damaged(path),
        failure => failure,
    })?;
    draft.keep().map_err(|error| not_written(copy, error))
}

/// Writes what is in this database, to which this leads, into this file, which is empty or not there.
///
/// # Errors
///
/// [`Failure::Damaged`] where the database has holes; what SQLite or the disk says against either file.
pub(super) async fn vacuum(
    connection: &mut SqliteConnection,
    db: &Path,
    into: &Path,
) -> Result<(), BackupFailure> {
    check_ours(connection, db).await?;
    // A name that begins with `file:` is an address to SQLite, which leads elsewhere.
    let named = Path::new(".").join(into);
    let name = named.to_str();
    let name = name.ok_or_else(|| BackupFailure::NotText(into.to_owned()))?;
    let written = sqlx::query("vacuum into ?")
        .bind(name)
        .execute(connection)
        .await;
    written
        .map(drop)
        .map_err(|error| match primary_code(&error) {
            Some(code::CORRUPT | code::NOT_A_DATABASE) => {
                let path = db.to_owned();
                BackupFailure::Database(Failure::Damaged { path })
            }
            Some(code::FULL) => not_written(into, "the disk is full"),
            Some(code::IO) => not_written(into, "the disk refuses, or is full"),
            _ => not_written(into, error),
        })
}

pub(super) fn not_written(path: &Path, reason: impl Display) -> BackupFailure {
    BackupFailure::NotWritten {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

/// What SQLite, the lock and whoever mends put beside a database.
const BESIDE: [&str; 6] = ["-wal", "-shm", "-journal", ".lock", "-wal-back", ".mended"];

/// In which folder a file stands.
fn folder_of(path: &Path) -> &Path {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

fn is_of_database(db: &Path, copy: &Path) -> bool {
    let whole = |path: &Path| {
        let folder = folder_of(path).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    // Where the name is a link these files stand beside what it leads to.
    let (Some(db), Some(copy)) = (whole(&followed(db)), whole(copy)) else {
        return false;
    };
    BESIDE
        .iter()
        .any(|ending| beside(&db, ending) == copy.as_os_str())
}

/// A copy in the making: its place is taken, and what is not kept goes.
pub(super) struct Draft {
    copy: PathBuf,
    pub(super) part: PathBuf,
    is_kept: bool,
}

impl Draft {
    pub(super) fn new(copy: &Path) -> Result<Self, BackupFailure> {
        let make = |path: &Path| {
            private()
                .create_new(true)
                .open(path)
                .map(drop)
                .map_err(|error| match error.kind() {
                    ErrorKind::AlreadyExists => BackupFailure::Exists(path.to_owned()),
                    ErrorKind::NotFound
                    | ErrorKind::IsADirectory
                    | ErrorKind::NotADirectory
                    | ErrorKind::PermissionDenied
                    | ErrorKind::ReadOnlyFilesystem => BackupFailure::NoPlace {
                        path: copy.to_owned(),
                        reason: error,
                    },
                    _ => not_written(path, error),
                })
        };
        let part = beside(copy, ".part");
        make(&part)?;
        if let Err(failure) = make(copy) {
            // The place is another's, the beginning is ours.
            let _ = std::fs::remove_file(&part);
            return Err(failure);
        }
        Ok(Self {
            copy: copy.to_owned(),
            part,
            is_kept: false,
        })
    }

    /// It is on the disk when this says so.
    pub(super) fn keep(mut self) -> io::Result<u64> {
        let written = File::open(&self.part)?;
        written.sync_all()?;
        let bytes = written.metadata()?.len();
        if bytes == 0 {
            return Err(io::Error::other("nothing came of it"));
        }
        std::fs::rename(&self.part, &self.copy)?;
        self.is_kept = true;
        #[cfg(unix)]
        File::open(folder_of(&self.copy))?.sync_all()?;
        Ok(bytes)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_kept {
            // What cannot be removed is no database: `istaka check` says so. Asked to stop, nobody waits for SQLite, which may
            // still have a file of its own beside it.
            let _ = std::fs::remove_file(beside(&self.part, "-journal"));
            let _ = std::fs::remove_file(&self.part);
            let _ = std::fs::remove_file(&self.copy);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use super::*;
    use crate::store::{Folder, Store};

    /// A database, and the folder in which it stands.
    async fn database() -> (Folder, PathBuf) {
        let folder = Folder::new();
        let db = folder.file();
        let store = Store::open(&db).await.unwrap();
        store.close().await;
        (folder, db)
    }

    fn names_in(folder: &Path) -> Vec<std::ffi::OsString> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_copy_that_nobody_waits_for_any_more_leaves_nothing_behind() {
        let (_folder, db) = database().await;
        let copy = db.with_file_name("copy.db");
        let places = [copy.clone(), beside(&copy, ".part")];
        let mut copying = Box::pin(backup(&db, &copy));
        let is_begun = std::future::poll_fn(|context| {
            let polled = copying.as_mut().poll(context);
            Poll::Ready(polled.is_pending())
        });
        assert!(is_begun.await);
        assert!(places.iter().all(|place| place.exists()));
        drop(copying);
        assert!(!places.iter().any(|place| place.exists()));
    }

    #[cfg(unix)]
    #[tokio::test(flavor = "multi_thread")]
    async fn a_copy_whose_name_is_no_text_is_refused_before_anything_is_made() {
        use std::os::unix::ffi::OsStrExt;
        let (_folder, db) = database().await;
        let before = names_in(folder_of(&db));
        let copy = db.with_file_name(std::ffi::OsStr::from_bytes(b"copy\xff.db"));
        let refused = backup(&db, &copy).await;
        assert!(
            matches!(refused, Err(BackupFailure::NotText(_))),
            "{refused:?}"
        );
        assert_eq!(names_in(folder_of(&db)), before);
    }

    /// Where the name of the database is a link, its own files stand beside what it leads to.
    #[cfg(unix)]
    #[tokio::test(flavor = "multi_thread")]
    async fn the_places_of_its_own_files_are_no_places_for_a_copy_however_it_is_called() {
        let (_folder, db) = database().await;
        let link = db.with_file_name("link.db");
        std::os::unix::fs::symlink(db.file_name().unwrap(), &link).unwrap();
        let before = names_in(folder_of(&db));
        for named in [&db, &link] {
            for ending in BESIDE {
                let refused = backup(named, &beside(&db, ending)).await;
                assert!(
                    matches!(refused, Err(BackupFailure::OfDatabase(_))),
                    "{ending}: {refused:?}"
                );
            }
        }
        assert_eq!(names_in(folder_of(&db)), before);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_copy_that_is_given_up_leaves_nothing_of_what_sqlite_keeps_beside_it() {
        let (_folder, db) = database().await;
        let before = names_in(folder_of(&db));
        let draft = Draft::new(&db.with_file_name("copy.db")).unwrap();
        std::fs::write(db.with_file_name("copy.db.part-journal"), "begun").unwrap();
        drop(draft);
        assert_eq!(names_in(folder_of(&db)), before);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_empty_is_no_copy() {
        let (_folder, db) = database().await;
        let before = names_in(folder_of(&db));
        let draft = Draft::new(&db.with_file_name("copy.db")).unwrap();
        let kept = draft.keep();
        assert!(kept.is_err(), "{kept:?}");
        assert_eq!(names_in(folder_of(&db)), before);
    }
}
