//! A file that somebody else has changed: whether it is the same database still. It is read as a whole, beside the writer.
//!
//! An older backup is whole as well, and what stands in the log lies over it: so the file must hold by itself what was in it,
//! where nothing stands in the log alone.

use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::task::JoinHandle;

use super::failure::{code, is_damage, is_short_read, primary_code};
use super::id::Moment;
use super::presence::Shape;

/// What must stand in a file that is the same.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    /// What was written last.
    pub alive: Option<Moment>,
    /// The number of the step that was.
    pub step: Option<i64>,
    /// That of a step which was moved from the log to its place. While anything stands in the log alone, or is being moved, the
    /// file by itself is no database: then it names none.
    pub home: Option<i64>,
}

/// How a file is looked at, without changing anything.
#[derive(Clone)]
pub(super) struct Looks {
    /// With the log beside it.
    pub whole: SqliteConnectOptions,
    /// The file alone.
    pub alone: SqliteConnectOptions,
}

/// What is read of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reads {
    /// All pages, and what must stand there.
    All,
    /// What must stand there.
    Marks,
    /// All pages, and what must stand there, in the file alone: its log is gone.
    Alone,
}

/// A file that is being read.
pub(super) struct Reading {
    pub reads: Reads,
    /// How the file looked when that began, and whether nothing stood in the log alone.
    pub began_at: (Shape, bool),
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
    pub(super) fn begins(
        reads: Reads,
        looks: Looks,
        marks: Marks,
        began_at: (Shape, bool),
    ) -> Self {
        let marks = Marks {
            home: marks.home.filter(|_| began_at.1),
            ..marks
        };
        Self {
            reads,
            began_at,
            began: Instant::now(),
            task: tokio::spawn(stands(reads, looks, marks)),
        }
    }

    /// How it stands so long afterwards, or sooner if it has ended.
    pub(super) async fn result(&mut self, patience: Duration) -> Read {
        let Ok(ended) = tokio::time::timeout(patience, &mut self.task).await else {
            return Read::NotYet;
        };
        match ended {
            Ok(Ok(true)) => Read::Whole(self.began.elapsed()),
            Ok(Err(error)) if !is_other(&error) => Read::Refused(error),
            // What fell over while it was read is no database either.
            Ok(Ok(false) | Err(_)) | Err(_) => Read::Ruined,
        }
    }
}

/// Whether it cannot be read for what it is: its schema is another one, it ends too early, or its pages make no sense.
pub(super) fn is_other(error: &sqlx::Error) -> bool {
    is_damage(error) || is_short_read(error) || primary_code(error) == Some(code::ERROR)
}

/// Whether these stand in the file with its log; and in the file alone what was moved to it, where a step is named that was.
async fn stands(reads: Reads, looks: Looks, marks: Marks) -> Result<bool, sqlx::Error> {
    if reads == Reads::Alone {
        return holds(looks.alone, marks, true).await;
    }
    let home = Marks {
        step: marks.home,
        ..Marks::default()
    };
    let is_home = marks.home.is_none() || holds(looks.alone, home, false).await?;
    Ok(is_home && holds(looks.whole, marks, reads == Reads::All).await?)
}

/// Whether these stand there; and whether all pages fit together, where that is asked for.
pub(super) async fn holds(
    looking: SqliteConnectOptions,
    marks: Marks,
    as_a_whole: bool,
) -> Result<bool, sqlx::Error> {
    let mut connection = looking.connect().await?;
    let told = if as_a_whole {
        let told = sqlx::query_scalar::<_, String>("pragma integrity_check(1)");
        told.fetch_one(&mut connection).await
    } else {
        Ok("ok".to_owned())
    };
    let has_last = sqlx::query_scalar::<_, bool>(
        "select (?1 is null or exists (select 1 from process where alive_at = ?1))
            and (?2 is null or exists (select 1 from steps where id = ?2))",
    );
    let has_last = has_last.bind(marks.alive.map(Moment::to_row));
    let has_last = has_last.bind(marks.step).fetch_one(&mut connection).await;
    connection.close().await?;
    Ok(told? == "ok" && has_last?)
}
