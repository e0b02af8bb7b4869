//! What can go wrong with a database, in words for whoever runs the program.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What went wrong with the database.
#[derive(Debug, Error)]
pub enum Failure {
    /// There is no file, and none can be made.
    #[error("the database {path} cannot be created: {reason}", path = path.display())]
    CannotCreate {
        /// Where.
        path: PathBuf,
        /// Why not.
        #[source]
        reason: io::Error,
    },
    /// The file is there and does not open.
    #[error("the database {path} cannot be opened: {reason}", path = path.display())]
    CannotOpen {
        /// Where.
        path: PathBuf,
        /// Why not.
        #[source]
        reason: io::Error,
    },
    /// The file may be read only.
    #[error("the database {path} is read-only", path = path.display())]
    ReadOnly {
        /// Where.
        path: PathBuf,
    },
    /// The file may neither be read nor written, as a copy that the superuser has put there.
    #[error(
        "the database {path} belongs to another user: give it to the one that istaka runs as (`chown`, `chmod 600`)",
        path = path.display()
    )]
    OtherUser {
        /// Where.
        path: PathBuf,
    },
    /// The same of the file beside it that says who runs it.
    #[error(
        "the lock {path} belongs to another user, or may not be written: give it to the one that istaka runs as (`chown`, \
         `chmod 600`)",
        path = path.display()
    )]
    OthersLock {
        /// Where.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{path} is not a database", path = path.display())]
    NotADatabase {
        /// Where.
        path: PathBuf,
    },
    /// A database, but not ours.
    #[error("{path} is the database of another program", path = path.display())]
    OtherProgram {
        /// Where.
        path: PathBuf,
    },
    /// It was there and is gone.
    #[error(
        "the database {path} is gone: put it back or restore a backup; to begin with an empty one, delete {lock}",
        path = path.display(),
        lock = lock.display()
    )]
    Missing {
        /// Where.
        path: PathBuf,
        /// What remembers that it was there.
        lock: PathBuf,
    },
    /// Another process of ours runs it.
    #[error("the database {path} is in use by another istaka; stop that one first", path = path.display())]
    InUse {
        /// Where.
        path: PathBuf,
    },
    /// Its log can only be read where files can be made beside it.
    #[error(
        "the database {path} has a log beside it (`-wal`), and its folder cannot be written to, which it takes to read both: copy \
         both to a folder of your own, and name the copy",
        path = path.display()
    )]
    FolderShut {
        /// Where.
        path: PathBuf,
    },
    /// Its file has a second name, and the lock stands beside one of the two alone.
    #[error(
        "the database {path} has another name as well (a hard link), and whoever opens it by the wrong one ruins it: delete the name \
         beside which no log (`-wal`) and no lock (`.lock`) stand; `find / -xdev -samefile {path}` tells both",
        path = path.display()
    )]
    OtherName {
        /// By which name.
        path: PathBuf,
    },
    /// Its file is here, and what stands beside it is elsewhere.
    #[error(
        "the database {path} is mounted by itself, without the log (`-wal`) and the lock (`.lock`) that stand beside it: mount its \
         folder instead",
        path = path.display()
    )]
    MountedAlone {
        /// Where.
        path: PathBuf,
    },
    /// Another program holds a lock on it.
    #[error("the database {path} is locked by another program", path = path.display())]
    Locked {
        /// Where.
        path: PathBuf,
    },
    /// Another process runs it, and was not seen to write there.
    #[error(
        "another process runs the database {path}, and nothing that it writes comes into that file: the disk may refuse it \
         (`istaka health` says so), or it writes elsewhere, for the files beside it (`-wal`, `-shm`) were deleted or moved; its \
         own log says what can be done",
        path = path.display()
    )]
    Elsewhere {
        /// Where.
        path: PathBuf,
    },
    /// It was written by a later version.
    #[error("the database {path} comes from a newer version of istaka", path = path.display())]
    Newer {
        /// Where.
        path: PathBuf,
    },
    /// Nothing of it can be played.
    #[error(
        "the database {path} is damaged and cannot be read: move it aside and put a backup in its place (`istaka check` looks at \
         both)",
        path = path.display()
    )]
    Damaged {
        /// Where.
        path: PathBuf,
    },
    /// What is written elsewhere of a table speaks of one that is not there.
    #[error("the row of the table is not there")]
    Lost,
    /// SQLite says no.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// A row holds what this version cannot have written.
    #[error("a row of {table} cannot be read")]
    Unreadable {
        /// Of which table of the database.
        table: &'static str,
    },
}

impl Failure {
    /// Whether the file holds something else than what was written into it.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Unreadable { .. } | Self::Lost | Self::Damaged { .. } => true,
            Self::Database(error) => is_damage(error),
            _ => false,
        }
    }

    /// Whether the file has a page that does not read, which rows that stand elsewhere do not suffer from.
    pub(super) fn is_bad_page(&self) -> bool {
        matches!(self, Self::Database(error) if is_bad_page(error))
    }

    /// Whether it may go better another time, without anybody changing anything.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::InUse { .. } | Self::Locked { .. } | Self::Elsewhere { .. } => true,
            Self::Database(error) => !is_damage(error) && primary_code(error) != Some(code::ERROR),
            Self::CannotCreate { reason, .. } | Self::CannotOpen { reason, .. } => !matches!(
                reason.kind(),
                io::ErrorKind::NotFound
                    | io::ErrorKind::PermissionDenied
                    | io::ErrorKind::NotADirectory
                    | io::ErrorKind::IsADirectory
                    | io::ErrorKind::ReadOnlyFilesystem
                    | io::ErrorKind::InvalidFilename
            ),
            Self::ReadOnly { .. }
            | Self::OtherUser { .. }
            | Self::OthersLock { .. }
            | Self::FolderShut { .. }
            | Self::NotADatabase { .. }
            | Self::OtherProgram { .. }
            | Self::OtherName { .. }
            | Self::MountedAlone { .. }
            | Self::Newer { .. }
            | Self::Missing { .. }
            | Self::Damaged { .. }
            | Self::Lost
            | Self::Unreadable { .. } => false,
        }
    }
}

/// Why a database could not be closed in order. All of it is for whoever runs the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotClosed {
    /// Only the file is left, as it was before.
    #[error(
        "the log beside the database was deleted, and what stood in it could not be put back: the moves in it are lost, and the \
         database is as it was before them"
    )]
    LogLost,
    /// It may have been moved.
    #[error(
        "the file of the database is not at its place any more: put it back together with its log (-wal), or restore a backup \
         without that log"
    )]
    Away,
    /// Nothing is left of it.
    #[error(
        "the file of the database was deleted while the bot ran, and what stood in it is lost: restore a backup, without the -wal \
         and -shm that stand there"
    )]
    Deleted,
    /// There is a copy.
    #[error(
        "the file of the database was deleted while the bot ran; what stood in it was copied beside its place: look at the newest \
         copy (.rescued, or .rescued-1 to -9) with `istaka check`, and put it there"
    )]
    Salvaged,
    /// The next start goes on from that one.
    #[error(
        "another file was put in the place of the database while the bot ran: the next start goes on from that one"
    )]
    Replaced,
}

/// Why something was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotWritten {
    /// Locked, read-only, full, broken or closed: nothing was written.
    #[error("the disk refused")]
    Refused,
    /// Another step has this number already: the writer of this step did not know the journal.
    #[error("that place is taken")]
    Taken,
    /// The commit failed in a way that says nothing: the journal must be read before it is believed.
    #[error("the outcome of the commit is not known")]
    Unknown,
}

/// The primary result codes of SQLite that are told apart (<https://sqlite.org/rescode.html>).
pub(super) mod code {
    /// A name in a statement is not known: the schema is not ours any more.
    pub(crate) const ERROR: i32 = 1;
    pub(crate) const BUSY: i32 = 5;
    pub(crate) const LOCKED: i32 = 6;
    pub(crate) const READ_ONLY: i32 = 8;
    pub(crate) const IO: i32 = 10;
    pub(crate) const CORRUPT: i32 = 11;
    pub(crate) const FULL: i32 = 13;
    pub(crate) const CANNOT_OPEN: i32 = 14;
    pub(crate) const CONSTRAINT: i32 = 19;
    pub(crate) const NOT_A_DATABASE: i32 = 26;
}

/// The primary result code: the low eight bits of the extended one.
pub(super) fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let extended: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

/// Whether a row of this key was there before.
pub(super) fn is_taken(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(code::CONSTRAINT)
}

/// Whether a statement was refused before anything of it was written.
pub(super) fn is_refused(error: &sqlx::Error) -> bool {
    let code = primary_code(error);
    code.is_some_and(|code| [code::BUSY, code::LOCKED, code::READ_ONLY].contains(&code))
}

/// Whether the file holds something else than what was written into it: no other try reads it.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    let is_unread = matches!(
        error,
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)
    );
    let code = primary_code(error);
    is_unread || code.is_some_and(|code| [code::CORRUPT, code::NOT_A_DATABASE].contains(&code))
}

/// Whether the file ends before something that must stand in it (`SQLITE_IOERR_SHORT_READ`).
pub(super) fn is_short_read(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == "522")
}

/// Whether a page of the file is not what SQLite wrote there.
pub(super) fn is_bad_page(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(code::CORRUPT)
}

/// Another failure while opening, told as precisely as it can be.
pub(super) fn told_while_opening(path: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Database(error) => while_opening(path.to_owned(), error),
        failure => failure,
    }
}

/// A failure while opening, told as precisely as it can be.
pub(super) fn while_opening(path: PathBuf, error: sqlx::Error) -> Failure {
    match primary_code(&error) {
        Some(code::BUSY | code::LOCKED) => Failure::Locked { path },
        Some(code::READ_ONLY) => Failure::ReadOnly { path },
        Some(code::NOT_A_DATABASE) => Failure::NotADatabase { path },
        Some(code::CORRUPT | code::ERROR) => Failure::Damaged { path },
        None if is_damage(&error) => Failure::Damaged { path },
        Some(code::IO | code::FULL) => Failure::CannotOpen {
            path,
            reason: io::Error::other("the disk is full, or refuses"),
        },
        Some(code::CANNOT_OPEN) => Failure::CannotOpen {
            path,
            reason: io::Error::other(
                "a file beside it does not open: its rights, too many open files, or a disk that is full or refuses",
            ),
        },
        _ => Failure::Database(error),
    }
}
