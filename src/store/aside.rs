//! A log that belongs to a former file: somebody has put another one in the place of a database, and its log stayed behind. SQLite
//! would lay it over that file, and ruin both.
//!
//! A file alone does not say whose log it is: whoever moves a database with its log to another disk, or brings both back from a
//! snapshot, changes all that tells files apart, and the log must be believed. So it is only set aside where the file is whole
//! without it and not whole with it.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::beside::beside;
use super::changed::is_other;
use super::elsewhere::reading;
use super::failure::{Failure, while_opening};
use super::lock::Lock;
use super::open::{SHELL, followed};
use super::presence::Stands;
use super::wal::{HEADER, log_of};

/// So many such logs are kept beside a database.
const KEPT: usize = 9;

/// Looks at the log that a killed process has left beside a database, if the file is not as it was noted last: both are read as a
/// whole then, which takes a second for some hundred megabytes.
///
/// # Errors
///
/// The disk does not let it be read now, or the log can neither be believed nor set aside.
pub(super) async fn judge_log(path: &Path, lock: &Lock) -> Result<(), Failure> {
    let file = followed(path);
    let log = log_of(&file);
    let length = |path: &Path| std::fs::metadata(path).map_or(0, |about| about.len());
    let is_as_noted = Stands::at(&file).is_some_and(|stands| lock.has_noted(stands));
    if length(&log) <= HEADER as u64 || length(&file) <= SHELL || is_as_noted {
        return Ok(());
    }
    let looking = reading(&file);
    let failed = |error| while_opening(path.to_owned(), error);
    if held(&looking).await.map_err(failed)? != Holds::Nothing {
        return Ok(());
    }
    // Where the file is not whole by itself it is for those who mend it; nor is one in which there is no table a backup of anything.
    let alone = held(&looking.immutable(true)).await.map_err(failed)?;
    if alone != Holds::Tables || sets_aside(&file) {
        return Ok(());
    }
    Err(Failure::CannotOpen {
        path: path.to_owned(),
        reason: io::Error::other(
            "the log beside it (-wal) belongs to another file: move it aside, with -shm",
        ),
    })
}

/// What is found in a database.
#[derive(PartialEq)]
enum Holds {
    /// Its pages do not fit together, or it is none of ours.
    Nothing,
    /// It is whole, and there is no table in it.
    NoTable,
    /// It is whole.
    Tables,
}

async fn held(looking: &SqliteConnectOptions) -> Result<Holds, sqlx::Error> {
    match read(looking).await {
        Ok((told, _)) if told != "ok" => Ok(Holds::Nothing),
        Ok((_, false)) => Ok(Holds::NoTable),
        Ok((_, true)) => Ok(Holds::Tables),
        Err(error) if is_other(&error) => Ok(Holds::Nothing),
        Err(error) => Err(error),
    }
}

/// What SQLite says of all its pages, and whether there are tables.
async fn read(looking: &SqliteConnectOptions) -> Result<(String, bool), sqlx::Error> {
    let mut connection = looking.connect().await?;
    let told = sqlx::query_scalar("pragma integrity_check(1)");
    let told = told.fetch_one(&mut connection).await;
    let has_tables = sqlx::query_scalar("select exists (select 1 from tables)");
    let has_tables = has_tables.fetch_one(&mut connection).await;
    connection.close().await?;
    Ok((told?, has_tables?))
}

/// Sets the log of a former file aside that stands beside this one, loudly; tells whether that went well.
pub(super) fn sets_aside(file: &Path) -> bool {
    let renamed = renamed(file);
    match &renamed {
        Ok(kept) => tracing::error!(
            kept = %kept.display(),
            "the log beside the database (-wal) belongs to a file that was deleted or replaced: it is set aside"
        ),
        Err(reason) => tracing::error!(
            %reason,
            "the log beside the database (-wal) belongs to a file that was deleted or replaced, and cannot be set aside"
        ),
    }
    renamed.is_ok()
}

fn renamed(file: &Path) -> io::Result<PathBuf> {
    let log = log_of(file);
    let mut names = (1..=KEPT).map(|number| beside(&log, &format!(".former-{number}")));
    let kept = names.find(|name| !name.exists());
    let kept = kept.ok_or(ErrorKind::AlreadyExists)?;
    std::fs::rename(&log, &kept)?;
    // It says where in that log which page is. Mostly SQLite would make it anew.
    let _ = std::fs::remove_file(beside(file, "-shm"));
    Ok(kept)
}
