//! Whether the database is still the file that was opened.
//!
//! A system lets a program write on into a file that was deleted or replaced, and throws it away when the program ends. So
//! what is written counts only if the file is still at its place afterwards, and its log beside it.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// Tells files apart, whatever they are called.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileId(u64, u64);

impl FileId {
    fn at(path: &Path) -> Option<Self> {
        std::fs::metadata(path).ok().map(|about| Self::of(&about))
    }

    #[cfg(unix)]
    fn of(about: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self(about.dev(), about.ino())
    }

    /// Where files have no numbers, that there is one must do.
    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Self {
        Self(0, 0)
    }
}

/// The file of a database, and the log that SQLite keeps beside it while it is open.
pub(super) struct Presence {
    file: PathBuf,
    opened: Option<FileId>,
    log: PathBuf,
    log_opened: Option<FileId>,
}

impl Presence {
    /// The database that has just been opened there; `file` is where its links lead.
    pub(super) fn of(file: PathBuf) -> Self {
        let mut log = file.clone().into_os_string();
        log.push("-wal");
        let log = PathBuf::from(log);
        Self {
            opened: FileId::at(&file),
            log_opened: FileId::at(&log),
            file,
            log,
        }
    }

    /// Whether the file that was opened is at its place.
    pub(super) fn has_file(&self) -> bool {
        self.opened.is_some() && FileId::at(&self.file) == self.opened
    }

    /// Whether it and its log are. A log that was not there yet is the one from now on.
    pub(super) fn is_whole(&mut self) -> bool {
        let log = FileId::at(&self.log);
        self.log_opened = self.log_opened.or(log);
        self.has_file() && log == self.log_opened
    }

    /// The database was closed and opened again, which may make a new log.
    pub(super) fn reopened(&mut self) {
        self.log_opened = FileId::at(&self.log);
    }
}
