//! Writing steps: all stand in the order in which they come, and each says which one of its table it follows.
//!
//! Which one that is, the writer remembers; whether it is right, the database says.

use std::collections::HashMap;
use std::sync::LazyLock;

use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, error::BoxDynError};

use super::chain::Digest;
use super::failure::is_taken;
use super::id::TableId;
use super::journal::Entry;
use super::writer::Written;

/// So many steps go into one statement: a batch of 64 tables is one.
pub(super) const TOGETHER: usize = 64;

/// Writes up to [`TOGETHER`] steps. What is not bound is null, and no step.
static STEPS: LazyLock<String> = LazyLock::new(|| {
    let rows = ["(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"; TOGETHER].join(", ");
    format!(
        "insert into steps (id, table_id, revision, follows, format, cause, actor, press, changes, at, digest)
         select * from (values {rows}) where column1 is not null
         on conflict (press, table_id) where press is not null do nothing"
    )
});

/// The last step of a journal.
#[derive(Clone, Copy)]
struct End {
    id: i64,
    digest: Digest,
}

impl End {
    /// The step that comes after this one, or first of its table.
    fn next(end: Option<Self>, id: i64, entry: &Entry) -> Self {
        let before = match (end, &entry.opening) {
            (Some(end), _) => end.digest,
            (None, Some(row)) => Digest::of_table(row),
            // The database refuses it: of each table there is a first step.
            (None, None) => Digest::NONE,
        };
        let digest = before.of_step(&entry.table, &entry.step, entry.sat.iter());
        Self { id, digest }
    }
}

/// What the writer knows of the ends of journals. After a fault it knows nothing.
#[derive(Default)]
pub(super) struct Ends {
    /// The last step of every table that wrote lately.
    last: HashMap<TableId, End>,
    /// The number of the last step of all.
    last_of_all: Option<i64>,
}

impl Ends {
    /// The last step of a table that lives.
    async fn of(
        &mut self,
        connection: &mut SqliteConnection,
        table: &TableId,
    ) -> Result<Option<End>, sqlx::Error> {
        if let Some(last) = self.last.get(table) {
            return Ok(Some(*last));
        }
        let id = table.as_str();
        let last = sqlx::query!(
            "select steps.id, steps.digest from heads join steps on steps.id = heads.last where heads.table_id = ?",
            id
        )
        .fetch_optional(connection)
        .await?;
        let Some(last) = last else {
            return Ok(None);
        };
        let digest = Digest::from_row(last.digest.as_deref()).unwrap_or(Digest::NONE);
        let end = End {
            id: last.id,
            digest,
        };
        self.last.insert(table.clone(), end);
        Ok(Some(end))
    }

    /// The last step of all.
    pub(super) async fn of_all(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<i64, sqlx::Error> {
        if let Some(last) = self.last_of_all {
            return Ok(last);
        }
        let last = sqlx::query_scalar!(r#"select max(id) as "id: i64" from steps"#);
        let last = last.fetch_one(connection).await?.unwrap_or_default();
        self.last_of_all = Some(last);
        Ok(last)
    }

    /// The number of the last step of all, as far as it is known; `None` also where there is none.
    pub(super) fn last_of_all(&self) -> Option<i64> {
        self.last_of_all.filter(|id| *id > 0)
    }

    fn wrote(&mut self, table: &TableId, end: End) {
        self.last_of_all = Some(end.id);
        match self.last.get_mut(table) {
            Some(last) => *last = end,
            None => drop(self.last.insert(table.clone(), end)),
        }
    }

    /// Somebody else wrote to this table, or nobody will any more.
    pub(super) fn forget(&mut self, table: &TableId) {
        self.last.remove(table);
        self.last_of_all = None;
    }
}

/// Writes some steps of different tables with one statement, and says of each what became of it; `None` of those that have
/// to be written one by one.
pub(super) async fn write_together(
    connection: &mut SqliteConnection,
    ends: &mut Ends,
    entries: &[&Entry],
) -> Result<Vec<Option<Written>>, sqlx::Error> {
    let nothing = vec![None; entries.len()];
    if entries.len() < 2 {
        return Ok(nothing);
    }
    let before = ends.of_all(connection).await?;
    let mut rows = SqliteArguments::default();
    rows.reserve(entries.len() * 11, 0);
    let mut next = Vec::with_capacity(entries.len());
    for (id, entry) in (before + 1..).zip(entries) {
        let end = ends.of(connection, &entry.table).await?;
        let step = End::next(end, id, entry);
        bind(&mut rows, step, end.map(|end| end.id), entry).map_err(sqlx::Error::Encode)?;
        next.push(step);
    }
    let done = sqlx::query_with(STEPS.as_str(), rows)
        .execute(&mut *connection)
        .await;
    let written = match done {
        Ok(done) => done.rows_affected(),
        // SQLite took the whole statement back: one by one it shows whose place is taken.
        Err(error) if is_taken(&error) => return Ok(nothing),
        Err(error) => return Err(error),
    };
    let all = written == entries.len() as u64;
    let mut outcomes = Vec::with_capacity(entries.len());
    for (step, entry) in next.into_iter().zip(entries) {
        let is_written = all || is_there(connection, step.id).await?;
        if is_written {
            ends.wrote(&entry.table, step);
        }
        outcomes.push(Some(if is_written {
            Written::Done
        } else {
            Written::Duplicate
        }));
    }
    Ok(outcomes)
}

fn bind(
    rows: &mut SqliteArguments,
    End { id, digest }: End,
    follows: Option<i64>,
    Entry { table, step, .. }: &Entry,
) -> Result<(), BoxDynError> {
    rows.add(id)?;
    rows.add(table.as_str())?;
    rows.add(step.revision.to_row())?;
    rows.add(follows)?;
    rows.add(step.format)?;
    rows.add(step.cause.as_str())?;
    rows.add(step.actor.map(u8::from))?;
    rows.add(step.press.map(|press| press.to_row()))?;
    rows.add(step.changes.as_str())?;
    rows.add(step.at.to_row())?;
    rows.add(digest.to_row())
}

/// Whether a step with this number is there.
async fn is_there(connection: &mut SqliteConnection, id: i64) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!("select id from steps where id = ?", id);
    Ok(found.fetch_optional(connection).await?.is_some())
}

/// Writes a step, the first one of a table that opens with it.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    ends: &mut Ends,
    entry: &Entry,
) -> Result<Written, sqlx::Error> {
    let end = match entry.opening {
        Some(_) => None,
        None => ends.of(connection, &entry.table).await?,
    };
    let digest = End::next(end, 0, entry).digest;
    match write_after(connection, end.map(|end| end.id), digest, entry).await? {
        None => Ok(Written::Duplicate),
        Some(id) => {
            ends.wrote(&entry.table, End { id, digest });
            Ok(Written::Done)
        }
    }
}

/// Writes a step and says its number; `None` if its press was known.
async fn write_after(
    connection: &mut SqliteConnection,
    follows: Option<i64>,
    digest: Digest,
    Entry { table, step, .. }: &Entry,
) -> Result<Option<i64>, sqlx::Error> {
    let (table, digest) = (table.as_str(), digest.to_row());
    let (revision, format) = (step.revision.to_row(), i64::from(step.format));
    let actor = step.actor.map(|seat| i64::from(u8::from(seat)));
    let press = step.press.map(|press| press.to_row());
    let at = step.at.to_row();
    let done = sqlx::query!(
        "insert into steps (table_id, revision, follows, format, cause, actor, press, changes, at, digest)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (press, table_id) where press is not null do nothing",
        table,
        revision,
        follows,
        format,
        step.cause,
        actor,
        press,
        step.changes,
        at,
        digest
    )
    .execute(connection)
    .await?;
    Ok((done.rows_affected() > 0).then(|| done.last_insert_rowid()))
}
