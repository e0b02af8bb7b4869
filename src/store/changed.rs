//! A file that somebody else has changed: whether it is the same database still. It is read as a whole, beside the writer.

use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::task::JoinHandle;

use super::failure::is_damage;
use super::id::Moment;

/// What was written last, and must stand in a file that is the same: an older backup is whole as well.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    pub alive: Option<Moment>,
    /// The number of a step.
    pub step: Option<i64>,
}

/// A file that is being read as a whole.
pub(super) struct Reading {
    began: Instant,
    task: JoinHandle<Result<bool, sqlx::Error>>,
}

/// What reading a file came to.
#[derive(Debug)]
pub(super) enum Read {
    /// All pages fit together and hold what was written last; that took so long.
    Whole(Duration),
    /// They do not.
    Ruined,
    /// It goes on.
    NotYet,
    /// The disk does not let it be read.
    Refused(sqlx::Error),
}

impl Reading {
    /// From the file: the writer's own connection remembers what stood there. Nothing is written, for a file that somebody has
    /// put there may be of another kind, and would be changed by being opened for that.
    pub(super) fn begins(looking: SqliteConnectOptions, marks: Marks) -> Self {
        Self {
            began: Instant::now(),
            task: tokio::spawn(is_whole(looking, marks)),
        }
    }

    /// How it stands so long afterwards, or sooner if it has ended.
    pub(super) async fn result(&mut self, patience: Duration) -> Read {
        let Ok(ended) = tokio::time::timeout(patience, &mut self.task).await else {
            return Read::NotYet;
        };
        match ended {
            Ok(Ok(true)) => Read::Whole(self.began.elapsed()),
            Ok(Err(error)) if !is_damage(&error) => Read::Refused(error),
            // What fell over while it was read is no database either.
            Ok(Ok(false) | Err(_)) | Err(_) => Read::Ruined,
        }
    }
}

async fn is_whole(looking: SqliteConnectOptions, marks: Marks) -> Result<bool, sqlx::Error> {
    let mut connection = looking.connect().await?;
    let told = sqlx::query_scalar::<_, String>("pragma integrity_check(1)");
    let told = told.fetch_one(&mut connection).await;
    let has_last = sqlx::query_scalar::<_, bool>(
        "select (?1 is null or exists (select 1 from process where alive_at = ?1))
            and (?2 is null or exists (select 1 from steps where id = ?2))",
    );
    let has_last = has_last.bind(marks.alive.map(Moment::to_row));
    let has_last = has_last.bind(marks.step).fetch_one(&mut connection).await;
    connection.close().await?;
    Ok(told? == "ok" && has_last?)
}
