//! Whether the database is still the file that was opened.
//!
//! A system lets a program write on into a file that was deleted or replaced, and throws it away when the program ends. So
//! what is written counts only if the file is still at its place afterwards, and its log beside it. Nor does it if another file was
//! copied over it: that has the same place and number then, but was changed while this process wrote nothing.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::lock::Lock;
use super::log::{Found, Log};
use super::wal::log_of;

/// Tells files apart, whatever they are called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct FileId(u64, u64);

impl FileId {
    pub(super) fn at(path: &Path) -> Option<Self> {
        std::fs::metadata(path).ok().map(|about| Self::of(&about))
    }

    pub(super) fn of_file(file: &File) -> Option<Self> {
        file.metadata().ok().map(|about| Self::of(&about))
    }

    #[cfg(unix)]
    pub(super) fn of(about: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self(about.dev(), about.ino())
    }

    /// Where files have no numbers, that there is one must do.
    #[cfg(not(unix))]
    pub(super) fn of(_: &Metadata) -> Self {
        Self(0, 0)
    }
}

/// Checking that takes no longer disturbs nobody.
const SHORT: Duration = Duration::from_millis(50);

/// What shows that a file was changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// In bytes.
    length: u64,
    modified: Option<SystemTime>,
}

/// Which file it is, and how it stands: whoever puts another one in its place, or writes to it, changes that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stands {
    id: FileId,
    shape: Shape,
}

impl Stands {
    /// How the file here stands; `None` if there is none.
    pub(super) fn at(path: &Path) -> Option<Self> {
        let about = std::fs::metadata(path).ok()?;
        Some(Self {
            id: FileId::of(&about),
            shape: Shape::of(&about),
        })
    }

    /// As it is noted: always as long, so that it can be written over.
    pub(super) fn text(self) -> String {
        let FileId(device, number) = self.id;
        let bytes = self.shape.length;
        let modified = self.shape.modified;
        let since = modified.and_then(|modified| modified.duration_since(UNIX_EPOCH).ok());
        let nanoseconds = since.map_or(0, |since| since.as_nanos());
        format!(
            "When it was last looked at: device {device:020}, file {number:020}, bytes {bytes:020}, changed at {nanoseconds:030}\n"
        )
    }
}

/// Of a file that is not there.
const NOTHING: Shape = Shape {
    length: 0,
    modified: None,
};

impl Shape {
    fn of(about: &Metadata) -> Self {
        Self {
            length: about.len(),
            modified: about.modified().ok(),
        }
    }
}

/// The pages of a file that was found whole are believed so many times longer than reading them all took: another program may
/// change it every minute. What must stand in it is looked for all the same.
const BELIEVED: u32 = 600;

/// What became of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It is as it was.
    Whole,
    /// It is not at its place.
    Gone,
    /// It is, and its log is not.
    LogGone,
    /// It was changed, and not by this process: it was cut off or copied over, unless another program moved what stands in the
    /// log to its place.
    Doubtful,
    /// It was changed, not by this process, and its log is gone as well: somebody has put another file in its place.
    Replaced,
    /// Another process may run it, for the lock beside it was deleted.
    Shared,
}

/// The file of a database, the log that SQLite keeps beside it while it is open, and the lock.
pub(super) struct Presence {
    file: PathBuf,
    opened: Option<FileId>,
    /// As last seen.
    shape: Shape,
    /// It was changed by somebody else, and nobody has found it whole since.
    is_doubtful: bool,
    /// Whether all of its pages are to be read then.
    is_to_be_read: bool,
    /// Whether its log is shorter than it was, and nobody has found that right since.
    is_log_cut: bool,
    /// The pages of a file that is not shorter are believed until then, for reading them takes its time.
    believed_until: Option<Instant>,
    log: Log,
    lock: Arc<Lock>,
}

impl Presence {
    /// The database that has just been opened there; `file` is where its links lead.
    pub(super) fn of(file: PathBuf, lock: Arc<Lock>) -> Self {
        let log = Log::at(log_of(&file));
        let about = std::fs::metadata(&file).ok();
        Self {
            opened: about.as_ref().map(FileId::of),
            shape: about.as_ref().map_or(NOTHING, Shape::of),
            is_doubtful: false,
            is_to_be_read: false,
            is_log_cut: false,
            believed_until: None,
            file,
            log,
            lock,
        }
    }

    /// What became of it and its log since the last look. What is written goes into the log: the file stays as it was.
    pub(super) fn before_writing(&mut self) -> State {
        self.look(false)
    }

    /// What became of them since this process closed the database, which it is about to open again: that would make a new log
    /// where the old one is gone.
    pub(super) fn before_opening(&mut self) -> State {
        self.log.expected();
        self.look(false)
    }

    /// What became of them while this process wrote.
    pub(super) fn after_writing(&mut self) -> State {
        self.look(false)
    }

    /// This process has moved what stood in the log to its place: what changed in the file since the last look is its own doing.
    pub(super) fn moved_log(&mut self) {
        self.look(true);
    }

    /// This process has written the file anew, which may be shorter since: that is its own doing, too.
    pub(super) fn written_anew(&mut self) {
        if let Some(about) = std::fs::metadata(&self.file).ok()
            && Some(FileId::of(&about)) == self.opened
        {
            self.shape = Shape::of(&about);
        }
        self.look(true);
    }

    fn look(&mut self, has_moved_log: bool) -> State {
        let log = self.log.look(has_moved_log);
        let about = std::fs::metadata(&self.file).ok();
        let about = about.filter(|about| Some(FileId::of(about)) == self.opened);
        let Some(about) = about else {
            self.lock.outlives_database();
            return State::Gone;
        };
        let before = std::mem::replace(&mut self.shape, Shape::of(&about));
        let is_shorter = self.shape.length < before.length;
        let is_strange = self.shape != before && !has_moved_log;
        self.is_log_cut |= log == Found::Cut;
        self.is_doubtful |= is_shorter || is_strange || log == Found::Cut;
        self.is_to_be_read |= is_shorter || (is_strange && !self.is_believed());
        if log == Found::Gone {
            self.lock.outlives_database();
            return if self.is_doubtful {
                State::Replaced
            } else {
                State::LogGone
            };
        }
        if self.is_doubtful {
            return State::Doubtful;
        }
        if !self.lock.keeps_others_out() {
            return State::Shared;
        }
        // What this process did to the file is looked at once more before it is noted.
        if let (Some(id), false) = (self.opened, has_moved_log) {
            let shape = self.shape;
            self.lock.notes(Stands { id, shape });
        }
        State::Whole
    }

    /// Where the file was opened.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// What the system tells of the file that is open, if it was deleted: then nobody can put it back.
    pub(super) fn deleted(&self) -> Option<Metadata> {
        self.opened.and_then(open_and_deleted)
    }

    /// Whether another file stands in its place.
    pub(super) fn is_replaced(&self) -> bool {
        let there = FileId::at(&self.file);
        there.is_some() && there != self.opened
    }

    /// Whether the log of the file that was opened is at its place.
    pub(super) fn has_its_log(&self) -> bool {
        self.log.is_there()
    }

    fn is_believed(&self) -> bool {
        self.believed_until
            .is_some_and(|until| Instant::now() < until)
    }

    /// Whether there is nothing in the file.
    pub(super) fn is_empty(&self) -> bool {
        self.shape.length == 0
    }

    /// Whether what was written stands in the file alone is for somebody to find out.
    pub(super) fn doubts(&mut self) -> State {
        self.log.given_up();
        (self.is_doubtful, self.is_to_be_read) = (true, true);
        State::Doubtful
    }

    /// Whether all pages are to be read of a file that is doubtful. A log of which all is in the file may be cut.
    pub(super) fn is_to_be_read(&self, is_moved: bool) -> bool {
        self.is_to_be_read || (self.is_log_cut && !(is_moved && self.is_believed()))
    }

    /// All pages fitted together, which took so long to read; what must stand there is to be looked for again.
    pub(super) fn read_whole(&mut self, took: Duration) {
        let is_read =
            std::mem::take(&mut self.is_to_be_read) | std::mem::take(&mut self.is_log_cut);
        if is_read {
            let long = took.saturating_sub(SHORT) * BELIEVED;
            self.believed_until = Instant::now().checked_add(long);
        }
    }

    /// It was found whole after all, which took so long.
    pub(super) fn found_whole(&mut self, took: Duration) {
        self.is_doubtful = false;
        self.read_whole(took);
    }

    /// The database was closed, after it was looked at: whatever that did to the file is its own doing.
    pub(super) fn closed(&mut self, before: State) {
        self.log.closed(before != State::LogGone);
        self.look(true);
    }

    /// It was opened again, which may make a new log.
    pub(super) fn reopened(&mut self) {
        self.log.reopened();
    }

    /// Puts back what stands in a log that was deleted: so many bytes of it, or all. Whatever happens from then on it is not
    /// lost. One that was only moved away is left to whoever did that.
    pub(super) fn saves_log(&mut self, bytes: Option<u64>) -> io::Result<()> {
        self.log.save(bytes)
    }

    /// Whether the log was deleted, and stands nowhere else.
    pub(super) fn is_log_deleted(&self) -> bool {
        self.log.is_deleted()
    }

    /// What shows at the next look whether the file was changed.
    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether it was not changed since.
    pub(super) fn has_still(&self, before: Shape) -> bool {
        let about = std::fs::metadata(&self.file);
        about.is_ok_and(|about| Shape::of(&about) == before)
    }
}

/// What the system tells of this file, if it was deleted and this process has it open. It is not opened for that: whoever closes a
/// file takes all locks that SQLite has on it.
#[cfg(target_os = "linux")]
fn open_and_deleted(id: FileId) -> Option<Metadata> {
    use std::os::unix::fs::MetadataExt;
    let open = std::fs::read_dir("/proc/self/fd").ok()?;
    let mut all = open
        .flatten()
        .filter_map(|one| std::fs::metadata(one.path()).ok());
    all.find(|about| FileId::of(about) == id && about.nlink() == 0)
}

/// Where that cannot be asked, a file that is gone may have been moved.
#[cfg(not(target_os = "linux"))]
fn open_and_deleted(_: FileId) -> Option<Metadata> {
    None
}
