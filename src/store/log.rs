//! The log that SQLite keeps beside a database while it is open (`-wal`): whether it is still the one that was opened, and
//! putting back what stood in it where it was deleted.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

use super::beside::beside;
use super::open::LOG_KEPT;
use super::presence::FileId;
use super::private;
use super::wal::HEADER;

/// What became of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    There,
    /// It is shorter than it was, and this process has not made it so.
    Cut,
    /// It is not at its place.
    Gone,
}

pub(super) struct Log {
    path: PathBuf,
    opened: Option<FileId>,
    /// What stands in it can be read through this after it was deleted, for as long as the process lives. It is cut then.
    file: Option<File>,
    /// In bytes, as last seen.
    length: u64,
    /// Which one was there when this process closed it last; `None` while it is open, or if SQLite took it away.
    left: Option<FileId>,
    /// The copy that stands in the place of one that was deleted.
    saved: Option<FileId>,
}

impl Log {
    /// Of the database that has just been opened there.
    pub(super) fn at(path: PathBuf) -> Self {
        let mut log = Self {
            path,
            opened: None,
            file: None,
            length: 0,
            left: None,
            saved: None,
        };
        log.reopened();
        log
    }

    /// Looks at it. One that was not there yet is the one from now on.
    pub(super) fn look(&mut self, has_moved_log: bool) -> Found {
        let about = std::fs::metadata(&self.path).ok();
        let there = about.as_ref().map(FileId::of);
        if self.opened.is_none() && there.is_some() {
            self.opened_as(there);
        }
        if there != self.opened {
            // Looked at once more: it may have been away a moment ago.
            return if FileId::at(&self.path) == self.opened {
                Found::There
            } else {
                Found::Gone
            };
        }
        let length = about.as_ref().map_or(0, Metadata::len);
        let before = std::mem::replace(&mut self.length, length);
        // SQLite itself cuts one that has become too long.
        if length < before.min(LOG_KEPT) && !has_moved_log {
            return Found::Cut;
        }
        Found::There
    }

    fn opened_as(&mut self, id: Option<FileId>) {
        self.opened = id;
        (self.length, self.saved) = (0, None);
        let file = OpenOptions::new().read(true).write(true).open(&self.path);
        let file = file.ok();
        self.file = file.filter(|file| FileId::of_file(file) == id);
    }

    /// It was opened, which may have made a new one.
    pub(super) fn reopened(&mut self) {
        self.left = None;
        self.opened_as(FileId::at(&self.path));
    }

    /// It is about to be opened: the one that was left then is expected, and one that was deleted since, until it is back.
    pub(super) fn expected(&mut self) {
        match self.left {
            Some(left) => self.opened = Some(left),
            None if self.is_deleted() => {}
            None => self.opened_as(FileId::at(&self.path)),
        }
    }

    /// The database was closed; SQLite has taken the log away only if it was there.
    pub(super) fn closed(&mut self, was_there: bool) {
        if !was_there {
            self.left = self.opened;
            return;
        }
        self.left = FileId::at(&self.path);
        if self.left.is_none() {
            (self.opened, self.file) = (None, None);
        }
    }

    /// Whether it is the one that was opened which is at its place.
    pub(super) fn is_there(&self) -> bool {
        self.opened.is_some() && FileId::at(&self.path) == self.opened
    }

    /// None is expected any more.
    pub(super) fn given_up(&mut self) {
        (self.opened, self.file) = (None, None);
    }

    /// Whether the one that is open was deleted, and is not back.
    pub(super) fn is_deleted(&self) -> bool {
        let is_back = self.saved.is_some() && self.saved == FileId::at(&self.path);
        !is_back && self.file.as_ref().is_some_and(is_deleted)
    }

    /// Puts back so many bytes of one that was deleted, or all of it. One that was only moved away is nobody's to put back.
    ///
    /// # Errors
    ///
    /// There is no room for it, it cannot be read, or something else stands there: then that stays.
    pub(super) fn save(&mut self, bytes: Option<u64>) -> io::Result<()> {
        if !self.is_deleted() {
            return Ok(());
        }
        let Some(file) = self.file.as_mut() else {
            return Ok(());
        };
        // Any program that opens the database makes one in which nothing stands.
        let there = std::fs::metadata(&self.path);
        if there.is_ok_and(|about| about.len() > HEADER as u64) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let begun = begun(&self.path);
        let put_back = put_back(file, bytes.unwrap_or(u64::MAX), &begun, &self.path);
        if put_back.is_err() {
            // Where it was not even begun there is nothing to take away.
            let _ = std::fs::remove_file(&begun);
        }
        self.saved = Some(put_back?);
        if let Some(bytes) = bytes {
            // Whoever has the deleted one open still reads no page behind these that stood there before: it would move that.
            file.set_len(bytes)?;
        }
        Ok(())
    }
}

/// Where a log is put together before it is put back.
fn begun(log: &Path) -> PathBuf {
    beside(log, "-back")
}

/// Takes away what a process left there that was killed meanwhile: nobody knows whether it is all of it.
pub(super) fn clear(log: &Path) {
    // Mostly there is none.
    let _ = std::fs::remove_file(begun(log));
}

/// Copies a log that was deleted, first beside its place, so that half of it is never there.
fn put_back(from: &mut File, bytes: u64, begun: &Path, to: &Path) -> io::Result<FileId> {
    from.rewind()?;
    let mut copy = private().create(true).truncate(true).open(begun)?;
    let former = from.metadata()?;
    copy.set_permissions(former.permissions())?;
    belongs_as(&former, &copy);
    io::copy(&mut from.take(bytes), &mut copy)?;
    let id = FileId::of_file(&copy).ok_or(ErrorKind::NotFound)?;
    // From here on it outlives the process. A slow disk may take longer to sync it than the process has until it must end; until
    // it is synced, a failure of the power loses what would be lost without it.
    std::fs::rename(begun, to)?;
    let _ = copy.sync_all();
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(id)
}

/// The superuser's process gives it to whom the deleted one belonged; any other cannot, and need not.
#[cfg(unix)]
pub(super) fn belongs_as(former: &Metadata, copy: &File) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(copy, Some(former.uid()), Some(former.gid()));
}

#[cfg(not(unix))]
pub(super) fn belongs_as(_: &Metadata, _: &File) {}

#[cfg(unix)]
pub(super) fn is_deleted(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|about| about.nlink() == 0)
}

/// Where what is open cannot be deleted.
#[cfg(not(unix))]
pub(super) fn is_deleted(_: &File) -> bool {
    false
}
