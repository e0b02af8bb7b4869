//! Opening the file of a world: what may be wrong with it is found out before anything in it is touched.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection};

use super::write::Book;
use super::{Found, WorldTrouble};

/// "istw": marks a database as a world (<https://sqlite.org/pragma.html#pragma_application_id>).
const OURS: u32 = 0x6973_7477;
/// The form of what is in it; a newer one is refused.
const VERSION: u32 = 1;
/// The first bytes of every SQLite file, and where in its head the numbers lie (<https://sqlite.org/fileformat.html>).
const MAGIC: &[u8] = b"SQLite format 3\0";
const HEAD: usize = 100;
const PAGES_AT: usize = 28;
const VERSION_AT: usize = 60;
const MARK_AT: usize = 68;
/// So long a sandbox that is just ending is waited for.
const BUSY: Duration = Duration::from_secs(2);

/// What `OURS` and `VERSION` are, and the tables: pragmas take no parameters.
const BEGINNING: &str = "
begin immediate;
create table part (name text primary key, body text not null) strict, without rowid;
create table thing (kind integer not null, id integer not null, body text not null, primary key (kind, id)) strict, without rowid;
create table file (id integer primary key, content_type text not null, lasts integer not null, bytes blob not null) strict;
pragma application_id = 1769174135;
pragma user_version = 1;
commit;
pragma wal_checkpoint(truncate);
";

/// Opens the world in this file, or makes an empty file for one; gives what it holds, if anything was ever kept there.
pub(crate) async fn open(path: &Path) -> Result<(Book, Option<Found>), WorldTrouble> {
    check_head(path)?;
    create(path)?;
    let options = SqliteConnectOptions::new()
        // To SQLite a name like `:memory:` means something else than a file of that name.
        .filename(Path::new(".").join(path))
        .locking_mode(SqliteLockingMode::Exclusive)
        .journal_mode(SqliteJournalMode::Wal)
        // A killed process loses nothing by it, and a machine without power only the last moments.
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(BUSY)
        .disable_statement_logging();
    let mut connection = options.connect().await.map_err(trouble)?;
    check(&mut connection).await?;
    let (book, found) = Book::read(connection, options).await.map_err(trouble)?;
    Ok((book, found))
}

/// Looks at the file as any program would.
fn check_head(path: &Path) -> Result<(), WorldTrouble> {
    let mut head = Vec::new();
    // A pipe keeps whoever reads it waiting.
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(WorldTrouble::NoWorld);
    }
    match OpenOptions::new().read(true).write(true).open(path) {
        Ok(file) => file.take(HEAD as u64).read_to_end(&mut head)?,
        Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(()),
        Err(reason) => return Err(reason.into()),
    };
    if head.is_empty() {
        return Ok(());
    }
    if !head.starts_with(MAGIC) || head.len() < HEAD {
        return Err(WorldTrouble::NoWorld);
    }
    let number = |at: usize| {
        head[at..at + 4]
            .iter()
            .fold(0u32, |n, byte| n << 8 | u32::from(*byte))
    };
    match (number(MARK_AT), number(VERSION_AT)) {
        (OURS, version) if version > VERSION => Err(WorldTrouble::Newer),
        (OURS, _) => Ok(()),
        // One that was killed before its first word.
        (0, 0) if number(PAGES_AT) <= 1 => Ok(()),
        _ => Err(WorldTrouble::NoWorld),
    }
}

/// Makes an empty file that only its owner may read, where there is none: what people see alone lies in it. What SQLite
/// puts beside it gets the same rights.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// Begins a world in an empty file; refuses one that another program began, and one that is not whole.
async fn check(connection: &mut SqliteConnection) -> Result<(), WorldTrouble> {
    let mark: i64 = sqlx::query_scalar("pragma application_id")
        .fetch_one(&mut *connection)
        .await
        .map_err(trouble)?;
    if mark != i64::from(OURS) {
        let things: i64 = sqlx::query_scalar("select count(*) from sqlite_schema")
            .fetch_one(&mut *connection)
            .await
            .map_err(trouble)?;
        if things != 0 {
            return Err(WorldTrouble::NoWorld);
        }
        sqlx::raw_sql(BEGINNING)
            .execute(&mut *connection)
            .await
            .map_err(trouble)?;
    }
    let said: String = sqlx::query_scalar("pragma quick_check(1)")
        .fetch_one(&mut *connection)
        .await
        .map_err(trouble)?;
    if said == "ok" {
        Ok(())
    } else {
        Err(WorldTrouble::Damaged(said))
    }
}

/// What SQLite's failures are here.
fn trouble(failure: sqlx::Error) -> WorldTrouble {
    let code = failure
        .as_database_error()
        .and_then(|failure| failure.code()?.parse::<u32>().ok());
    match code.map(|code| code & 0xff) {
        // SQLITE_IOERR_SHORT_READ: the file is shorter than it says.
        _ if code == Some(522) => WorldTrouble::Damaged(failure.to_string()),
        // SQLITE_BUSY and SQLITE_LOCKED.
        Some(5 | 6) => WorldTrouble::InUse,
        // SQLITE_IOERR and SQLITE_FULL.
        Some(10 | 13) => WorldTrouble::DiskRefused,
        // SQLITE_CANTOPEN.
        Some(14) => WorldTrouble::Unreachable(io::Error::other(failure)),
        _ => WorldTrouble::Damaged(failure.to_string()),
    }
}
