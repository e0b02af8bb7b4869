//! Opening a database: what may be wrong with the file is found out and said before anything is played.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};

use super::aside::judge_log;
use super::beside::beside;
use super::chaining::chain_old;
use super::changed::Looks;
use super::checkpoint;
use super::failure::{Failure, told_while_opening, while_opening};
use super::lock::{Lock, check_expected};
use super::log;
use super::mending::mend_list;
use super::names::check_name;
use super::presence::Presence;
use super::private::{close_to_others, private};
use super::rescue::rescue;
use super::schema::{self, mend_schema};
use super::wal::{log_of, mend_log};

/// "istk": marks a database as ours (<https://sqlite.org/pragma.html#pragma_application_id>).
const OURS: i32 = 0x6973_746b;

/// Enough for leaderboards beside a restart.
pub(super) const READERS: u32 = 4;

/// So long a question waits for a reader, or longer if it would wait longer for another program's lock.
pub(super) const QUEUE: Duration = Duration::from_secs(5);

/// So many pages go into the log before they are [moved](super::checkpoint) to where they belong, which asks the disk three times more: a
/// batch of 64 tables writes some 15. The log grows to 16 MB.
const LOG_PAGES: u32 = 4000;

/// A file of so many bytes at the most has nothing in it but that it is a database.
pub(super) const SHELL: u64 = 4096;

/// A log that is longer, for somebody read one moment for long, is cut to so many bytes when it is begun anew.
pub(super) const LOG_KEPT: u64 = 64 << 20;

/// A reader keeps so many kilobytes of pages, an eighth of what SQLite would: it reads a table's journal once, and the system
/// keeps the file's pages anyway. With a sign before it SQLite takes it for kilobytes.
const READERS_PAGES: &str = "-256";
/// The writer, half of what SQLite would: it writes at the ends of its tables, and changes one row of each open game.
const WRITERS_PAGES: &str = "-1024";

/// So many rows of an answer may wait for whoever asked: a restart reads thousands, and SQLite's thread and theirs wake each
/// other for every handful otherwise.
const ROWS: usize = 4096;

pub(super) struct Opened {
    /// For the writer, should it need another connection.
    pub options: SqliteConnectOptions,
    /// For a look without changing anything.
    pub looks: Looks,
    pub writer: SqliteConnection,
    pub readers: SqlitePool,
    /// Whether the file stays where it is.
    pub presence: Presence,
    pub lock: Arc<Lock>,
}

/// How a database is opened.
pub(super) struct How {
    /// So long somebody waits for another program's lock.
    pub busy: Duration,
    /// Once it was made anew.
    pub anew: bool,
    /// So many pages go into the log.
    pub log_pages: u32,
}

impl How {
    pub(super) fn patient(busy: Duration) -> Self {
        Self {
            busy,
            anew: false,
            log_pages: LOG_PAGES,
        }
    }
}

pub(super) async fn open(path: &Path, how: &How) -> Result<Opened, Failure> {
    let busy = how.busy;
    check_file(path)?;
    check_name(path)?;
    check_before_touching(path, busy).await?;
    let lock = Lock::of(path)?;
    check_expected(path)?;
    close_to_others(&followed(path));
    log::clear(&log_of(&followed(path)));
    mend_log(&followed(path)).map_err(|reason| Failure::CannotOpen {
        path: path.to_owned(),
        reason,
    })?;
    judge_log(path, &lock).await?;
    create(path)?;
    if how.anew {
        rescue(path).await?;
    }
    let options = SqliteConnectOptions::new()
        .filename(for_sqlite(path))
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(busy)
        .disable_statement_logging();
    // What one statement changed is kept until it has succeeded: in a file of its own, where it is more than 64 KB.
    // What is deleted is written over, but for bytes that stay in a page when its rows move to another: a vacuum takes those.
    let writing = options
        .clone()
        .pragma("secure_delete", "on")
        .pragma("cache_size", WRITERS_PAGES)
        .pragma("wal_autocheckpoint", how.log_pages.to_string())
        .pragma("journal_size_limit", LOG_KEPT.to_string())
        .pragma("temp_store", "memory");
    let reading = options
        .pragma("query_only", "on")
        .pragma("cache_size", READERS_PAGES)
        .row_buffer_size(ROWS);
    let mut writer = ready(&writing, path).await?;
    chain_old(&mut writer)
        .await
        .map_err(|failure| told_while_opening(path, failure))?;
    bring_home(path, &mut writer).await;
    // From now on a commit does nothing to the file.
    let writing = writing.pragma("wal_autocheckpoint", "0");
    sqlx::query("pragma wal_autocheckpoint = 0")
        .execute(&mut writer)
        .await?;
    lock.expects_database();
    let lock = Arc::new(lock);
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(busy.max(QUEUE))
        // The last connection that closes takes the log away: none does while the writer's is closed, for the disk refuses.
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(reading);
    open_all(&readers).await;
    let looking = SqliteConnectOptions::new()
        .filename(for_sqlite(path))
        .read_only(true)
        .disable_statement_logging();
    Ok(Opened {
        options: writing,
        looks: Looks {
            alone: looking.clone().immutable(true),
            whole: looking,
        },
        writer,
        readers,
        presence: Presence::of(followed(path), Arc::clone(&lock)),
        lock,
    })
}

/// Opens all readers at once: one that is opened later, after somebody has put another file in the place of this one, would lay the
/// log of this one over that, and ruin it when it closes.
async fn open_all(readers: &SqlitePool) {
    let mut all = Vec::new();
    for _ in 0..READERS {
        // As with too many open files: it is opened when somebody asks.
        all.extend(readers.acquire().await.ok());
    }
}

/// Brings a new database into its file. Until then all of it stands in the log, and without that the file says that there was
/// never anything in it. Where that fails it is done with the first pages of the log.
async fn bring_home(path: &Path, writer: &mut SqliteConnection) {
    let is_shell = std::fs::metadata(path).is_ok_and(|about| about.len() <= SHELL);
    if is_shell {
        let _ = checkpoint::empty_log(writer).await;
    }
}

/// The writer's connection to a database of ours in the present format. A schema that is damaged is mended first.
async fn ready(options: &SqliteConnectOptions, path: &Path) -> Result<SqliteConnection, Failure> {
    let ours = sqlx::migrate!();
    let told = |failure| told_while_opening(path, failure);
    match present(options, path).await {
        Ok(mut writer) => {
            if schema::is_right(&mut writer, &ours).await.map_err(told)? {
                return Ok(writer);
            }
            writer.close().await?;
        }
        Err(Failure::Damaged { .. }) => {}
        Err(failure) => return Err(failure),
    }
    mend_schema(path, &ours).await.map_err(told)?;
    match present(options, path).await {
        Err(Failure::Damaged { .. }) => {
            rescue(path).await?;
            present(options, path).await
        }
        opened => opened,
    }
}

/// A connection to a database that is ours, once it has the present format.
pub(super) async fn present(
    options: &SqliteConnectOptions,
    path: &Path,
) -> Result<SqliteConnection, Failure> {
    migrated(options, path, &sqlx::migrate!()).await
}

/// A connection to a database that is ours, once these migrations are done.
pub(super) async fn migrated(
    options: &SqliteConnectOptions,
    path: &Path,
    migrations: &Migrator,
) -> Result<SqliteConnection, Failure> {
    let connected = options.connect().await;
    let mut connection = connected.map_err(|error| while_opening(path.to_owned(), error))?;
    let done = match claim(&mut connection, path).await {
        Ok(()) => migrate_by(&mut connection, path, migrations).await,
        Err(failure) => Err(failure),
    };
    if let Err(failure) = done {
        // Closed later, it might take the log away of the file that is made anew in its place.
        let _ = connection.close().await;
        return Err(failure);
    }
    Ok(connection)
}

/// Looks at the file as any program would, for SQLite's own words are not for people.
fn check_file(path: &Path) -> Result<(), Failure> {
    let owned = || path.to_owned();
    let cannot_open = |reason| Failure::CannotOpen {
        path: owned(),
        reason,
    };
    check_text(path)?;
    let about = match std::fs::metadata(path) {
        Ok(about) => about,
        Err(reason) if reason.kind() == ErrorKind::NotFound => return check_folder(path),
        Err(reason) => return Err(cannot_open(reason)),
    };
    // Not even opened: a pipe keeps whoever does that waiting, and what is done to a device is done to the whole machine.
    if !about.is_file() {
        return Err(Failure::NotADatabase { path: owned() });
    }
    // The superuser may write anything; a file without the right to write is meant to stay as it is.
    if about.permissions().readonly() {
        return Err(Failure::ReadOnly { path: owned() });
    }
    let opened = OpenOptions::new().read(true).write(true).open(path);
    let mut file = opened.map_err(|reason| not_writable(path, reason))?;
    // SQLite makes a database of an empty file.
    match head(&mut file).map_err(cannot_open)?.as_slice() {
        [] | MAGIC => Ok(()),
        // The disk lost its first page before the database was whole: SQLite takes back what was begun.
        begun if begun.iter().all(|byte| *byte == 0) && has_journal(path) => Ok(()),
        _ => Err(Failure::NotADatabase { path: owned() }),
    }
}

/// SQLite has no name for such a file.
fn check_text(path: &Path) -> Result<(), Failure> {
    if path.to_str().is_some() {
        return Ok(());
    }
    let reason = io::Error::new(
        ErrorKind::InvalidFilename,
        "SQLite takes only paths in UTF-8",
    );
    Err(Failure::CannotOpen {
        path: path.to_owned(),
        reason,
    })
}

/// Why a file that is there does not open for writing.
fn not_writable(path: &Path, reason: io::Error) -> Failure {
    let path = path.to_owned();
    match reason.kind() {
        ErrorKind::PermissionDenied => Failure::OtherUser { path },
        ErrorKind::ReadOnlyFilesystem => Failure::ReadOnly { path },
        _ => Failure::CannotOpen { path, reason },
    }
}

/// Whether SQLite has left beside a file what takes back a transaction that never ended.
fn has_journal(path: &Path) -> bool {
    let journal = beside(&followed(path), "-journal");
    std::fs::metadata(journal).is_ok_and(|about| about.len() > 0)
}

/// Looks at a file that is only to be read.
pub(super) fn check_head(path: &Path) -> Result<(), Failure> {
    check_text(path)?;
    let read = std::fs::metadata(path).and_then(|about| {
        // As above.
        if !about.is_file() {
            return Ok(Vec::new());
        }
        head(&mut File::open(path)?)
    });
    match read {
        Ok(head) if head == MAGIC => Ok(()),
        Ok(_) => Err(Failure::NotADatabase {
            path: path.to_owned(),
        }),
        Err(reason) => Err(Failure::CannotOpen {
            path: path.to_owned(),
            reason,
        }),
    }
}

fn head(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Makes an empty file where there is none: what SQLite puts beside it gets the same rights.
fn create(path: &Path) -> Result<(), Failure> {
    let made = private().create(true).truncate(false).open(path);
    made.map(drop).map_err(|reason| Failure::CannotCreate {
        path: path.to_owned(),
        reason,
    })
}

/// The first bytes of every SQLite file (<https://sqlite.org/fileformat.html>).
const MAGIC: &[u8] = b"SQLite format 3\0";

fn check_folder(path: &Path) -> Result<(), Failure> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let reason = match std::fs::metadata(folder) {
        Ok(about) if about.is_dir() => return Ok(()),
        Ok(_) => io::Error::from(ErrorKind::NotADirectory),
        Err(reason) => reason,
    };
    Err(Failure::CannotCreate {
        path: path.to_owned(),
        reason,
    })
}

/// A path as SQLite takes it: to it a name like `:memory:` or `file:name` means something else than a file of that name.
pub(super) fn for_sqlite(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// As many links as a system follows before it says that they go round in circles.
const LINKS: u32 = 40;

/// Whether a file is there.
///
/// # Errors
///
/// [`Failure::CannotOpen`] where that cannot be found out, as in a folder that is closed to whoever asks: then nobody knows.
pub fn is_there(path: &Path) -> Result<bool, Failure> {
    path.try_exists().map_err(|reason| Failure::CannotOpen {
        path: path.to_owned(),
        reason,
    })
}

/// Where the file is that is meant, whether it is there yet or not: symbolic links are followed, so that everybody who means one
/// file meets at one lock. SQLite puts its own files there, too.
pub(super) fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = std::fs::read_link(&path) else {
            break;
        };
        path = match path.parent() {
            Some(folder) => folder.join(target),
            None => target,
        };
    }
    path
}

async fn mark(connection: &mut SqliteConnection, path: &Path) -> Result<i32, Failure> {
    sqlx::query_scalar("pragma application_id")
        .fetch_one(connection)
        .await
        .map_err(|error| while_opening(path.to_owned(), error))
}

/// Refuses another program's database.
pub(super) async fn check_ours(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<(), Failure> {
    match mark(connection, path).await? {
        OURS => Ok(()),
        _ => Err(Failure::OtherProgram {
            path: path.to_owned(),
        }),
    }
}

/// Refuses another program's database while it is as that program left it: opening it our way changes how it keeps its
/// journal. What else may be wrong is found out by those who open it.
async fn check_before_touching(path: &Path, busy: Duration) -> Result<(), Failure> {
    if !std::fs::metadata(path).is_ok_and(|about| about.len() > 0) {
        return Ok(());
    }
    let options = SqliteConnectOptions::new()
        .filename(for_sqlite(path))
        .read_only(true)
        .busy_timeout(busy)
        .disable_statement_logging();
    let Ok(mut connection) = options.connect().await else {
        return Ok(());
    };
    let marked = is_marked(&mut connection, path).await;
    // Only read: whether that closes well makes no difference.
    let _ = connection.close().await;
    match marked {
        Err(failure @ (Failure::OtherProgram { .. } | Failure::Locked { .. })) => Err(failure),
        _ => Ok(()),
    }
}

/// Whether a database is marked as ours; one that is neither marked nor empty is another program's.
async fn is_marked(connection: &mut SqliteConnection, path: &Path) -> Result<bool, Failure> {
    let mark = mark(connection, path).await?;
    if mark == OURS {
        return Ok(true);
    }
    let things: i64 = sqlx::query_scalar("select count(*) from sqlite_schema")
        .fetch_one(connection)
        .await
        .map_err(|error| while_opening(path.to_owned(), error))?;
    if mark != 0 || things != 0 {
        return Err(Failure::OtherProgram {
            path: path.to_owned(),
        });
    }
    Ok(false)
}

/// Marks a new database as ours and refuses another program's.
async fn claim(connection: &mut SqliteConnection, path: &Path) -> Result<(), Failure> {
    if is_marked(connection, path).await? {
        return Ok(());
    }
    // That number is OURS: a pragma takes no parameters.
    sqlx::query("pragma application_id = 1769174123")
        .execute(connection)
        .await
        .map_err(|error| while_opening(path.to_owned(), error))?;
    Ok(())
}

pub(super) async fn migrate(connection: &mut SqliteConnection, path: &Path) -> Result<(), Failure> {
    migrate_by(connection, path, &sqlx::migrate!()).await
}

async fn migrate_by(
    connection: &mut SqliteConnection,
    path: &Path,
    migrations: &Migrator,
) -> Result<(), Failure> {
    let path = path.to_owned();
    mend_list(connection, migrations)
        .await
        .map_err(|failure| told_while_opening(&path, failure))?;
    match migrations.run(&mut *connection).await {
        Ok(()) => Ok(()),
        Err(
            MigrateError::VersionMissing(_)
            | MigrateError::VersionMismatch(_)
            | MigrateError::VersionTooNew(..),
        ) => Err(Failure::Newer { path }),
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
            Err(while_opening(path, error))
        }
        Err(error) => Err(Failure::Database(sqlx::Error::Migrate(Box::new(error)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_may_not_be_written_says_what_its_host_can_do() {
        for (kind, says) in [
            (
                ErrorKind::PermissionDenied,
                "give it to the one that istaka runs as",
            ),
            (ErrorKind::ReadOnlyFilesystem, "is read-only"),
            (ErrorKind::IsADirectory, "cannot be opened"),
        ] {
            let failure = not_writable(Path::new("istaka.db"), kind.into());
            let told = failure.to_string();
            assert!(
                told.starts_with("the database istaka.db ") && told.contains(says),
                "{told}"
            );
            assert!(!failure.may_pass(), "{told}");
        }
    }
}
