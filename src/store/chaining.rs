//! Chaining the journals of older versions, once, at their first opening: some steps after the other, each lot in a transaction.
//! Whatever stops it, the next opening goes on where it was.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Instant;

use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, Connection, SqliteConnection};

use super::Failure;
use super::chain::Digest;
use super::id::TableId;
use super::journal::Sat;
use super::load::{self, RawStep};

/// So many steps are chained in one transaction.
const LOT: i64 = 4096;

/// So many digests are written with one statement.
const TOGETHER: usize = 256;

static DIGESTS: LazyLock<String> = LazyLock::new(|| {
    let rows = ["(?, ?)"; TOGETHER].join(", ");
    format!(
        "update steps set digest = column2 from (values {rows}) as new where steps.id = new.column1"
    )
});

/// Chains whatever is not chained yet. What cannot be read stays as it is: its tables will not be believed.
pub(super) async fn chain_old(connection: &mut SqliteConnection) -> Result<(), Failure> {
    match is_chained(connection).await {
        Ok(false) => {}
        Ok(true) => return Ok(()),
        // What cannot be told is not made anew: damage would be taken for what was written.
        Err(error) if error.is_damage() => return Ok(()),
        Err(error) => return Err(error),
    }
    let began = Instant::now();
    let mut chaining = Chaining::default();
    chaining.run(connection).await?;
    seal_sittings(connection).await?;
    note_heads(connection).await?;
    let done = sqlx::query!("insert or ignore into chained (id) values (1)");
    done.execute(connection).await?;
    if chaining.steps > 0 {
        let (steps, seconds) = (chaining.steps, began.elapsed().as_secs_f32());
        tracing::info!(
            steps,
            seconds,
            "the journals of an older version are chained"
        );
    }
    Ok(())
}

/// Whether all journals are chained, or were when they were written.
pub(super) async fn is_chained(connection: &mut SqliteConnection) -> Result<bool, Failure> {
    let found = sqlx::query_scalar!("select id from chained where id = 1");
    Ok(found.fetch_optional(connection).await?.is_some())
}

/// A table while its journal is chained.
struct Chained {
    /// The digest of the table itself.
    first: Digest,
    sat: Vec<Sat>,
    /// The step that was chained last.
    last: Option<(i64, Digest)>,
}

/// What is known of the tables whose steps were met.
#[derive(Default)]
struct Chaining {
    tables: HashMap<String, Option<Chained>>,
    steps: usize,
}

impl Chaining {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), Failure> {
        let (mut after, mut lot) = (0, LOT);
        loop {
            match self.chain(connection, after, lot).await {
                Ok(Some(last)) => (after, lot) = (last, (lot * 2).min(LOT)),
                Ok(None) => return Ok(()),
                Err(error) if !error.is_damage() => return Err(error),
                Err(_) if lot > 1 => lot /= 2,
                Err(_) => match self.beyond(connection, after).await? {
                    Some(next) => after = next,
                    None => return Ok(()),
                },
            }
        }
    }

    /// After which number steps can be read again, behind a place at which they cannot.
    async fn beyond(
        &mut self,
        connection: &mut SqliteConnection,
        after: i64,
    ) -> Result<Option<i64>, Failure> {
        let (mut bad, mut width) = (after, 1);
        let mut good = loop {
            let Some(next) = after.checked_add(width) else {
                return Ok(None);
            };
            match self.chain(connection, next, 1).await {
                Ok(_) => break next,
                Err(error) if !error.is_damage() => return Err(error),
                Err(_) => (bad, width) = (next, width.saturating_mul(2)),
            }
        };
        while good - bad > 1 {
            let between = bad + (good - bad) / 2;
            match self.chain(connection, between, 1).await {
                Ok(_) => good = between,
                Err(error) if !error.is_damage() => return Err(error),
                Err(_) => bad = between,
            }
        }
        Ok(Some(good))
    }

    /// Chains so many steps after that one; says which one was the last.
    async fn chain(
        &mut self,
        connection: &mut SqliteConnection,
        after: i64,
        lot: i64,
    ) -> Result<Option<i64>, Failure> {
        let mut transaction = connection.begin().await?;
        let steps = sqlx::query_as!(
            RawStep,
            r#"select id as "id!", follows, table_id, revision, format, cause, actor, press, changes, at, digest from steps
               where id > ? and digest is null order by id limit ?"#,
            after,
            lot
        )
        .fetch_all(&mut *transaction)
        .await?;
        let last = steps.last().map(|step| step.id);
        let mut digests = Vec::with_capacity(steps.len());
        for step in steps {
            if let Some(digest) = self.link(&mut transaction, step).await? {
                digests.push(digest);
            }
        }
        for some in digests.chunks(TOGETHER) {
            write(&mut transaction, some).await?;
        }
        transaction.commit().await?;
        self.steps += digests.len();
        Ok(last)
    }

    /// The digest of a step; nothing if it, its table, or the one before it does not read.
    async fn link(
        &mut self,
        connection: &mut SqliteConnection,
        raw: RawStep,
    ) -> Result<Option<(i64, Digest)>, Failure> {
        let (id, follows) = (raw.id, raw.follows);
        if !self.tables.contains_key(&raw.table_id) {
            let table = met(connection, &raw.table_id).await?;
            self.tables.insert(raw.table_id.clone(), table);
        }
        let (name, Ok(link)) = raw.read() else {
            return Ok(None);
        };
        let Some(Some(table)) = self.tables.get_mut(&name) else {
            return Ok(None);
        };
        let before = match (follows, table.last) {
            (None, _) => Some(table.first),
            (Some(follows), Some((last, digest))) if follows == last => Some(digest),
            (Some(follows), _) => digest_of(connection, follows).await?,
        };
        let (Some(before), Ok(of)) = (before, name.parse::<TableId>()) else {
            return Ok(None);
        };
        let step = &link.step;
        let sat = table.sat.iter().filter(|sat| sat.from == step.revision);
        let digest = before.of_step(&of, step, sat);
        table.last = Some((id, digest));
        Ok(Some((id, digest)))
    }
}

/// A table whose steps are to be chained; nothing if it does not read.
async fn met(connection: &mut SqliteConnection, name: &str) -> Result<Option<Chained>, Failure> {
    let row = load::row_of(connection, name).await?;
    let sat = load::sat_of(connection, name).await?;
    Ok(row.zip(sat).map(|(row, sat)| Chained {
        first: Digest::of_table(&row),
        sat,
        last: None,
    }))
}

/// The digest of a step that was chained before.
async fn digest_of(connection: &mut SqliteConnection, id: i64) -> Result<Option<Digest>, Failure> {
    let found = sqlx::query_scalar!("select digest from steps where id = ?", id);
    let found = found.fetch_optional(connection).await?.flatten();
    Ok(Digest::from_row(found.as_deref()))
}

async fn write(
    connection: &mut SqliteConnection,
    digests: &[(i64, Digest)],
) -> Result<(), Failure> {
    let mut rows = SqliteArguments::default();
    for (id, digest) in digests {
        rows.add(*id).map_err(sqlx::Error::Encode)?;
        rows.add(digest.to_row()).map_err(sqlx::Error::Encode)?;
    }
    // What is not bound is null, and no step's number.
    let written = sqlx::query_with(DIGESTS.as_str(), rows);
    written.execute(connection).await?;
    Ok(())
}

/// Says of everybody who sat down that they did. What cannot be read stays as it is.
async fn seal_sittings(connection: &mut SqliteConnection) -> Result<(), Failure> {
    let (mut table, mut seat, mut from) = (String::new(), 0, 0);
    loop {
        let mut transaction = connection.begin().await?;
        let rows = sqlx::query!(
            "select table_id, seat, from_revision, person, digest from seatings
             where (table_id, seat, from_revision) > (?, ?, ?) order by table_id, seat, from_revision limit ?",
            table,
            seat,
            from,
            LOT
        )
        .fetch_all(&mut *transaction)
        .await
        .map_err(Failure::from);
        let rows = match rows {
            Err(error) if error.is_damage() => return Ok(()),
            rows => rows?,
        };
        let Some(last) = rows.last() else {
            return Ok(());
        };
        (table, seat, from) = (last.table_id.clone(), last.seat, last.from_revision);
        for row in rows.iter().filter(|row| row.digest.is_none()) {
            let Some(sat) = Sat::from_row(row.seat, row.from_revision, row.person) else {
                continue;
            };
            let digest = Digest::of_sitting(&row.table_id, &sat).to_row();
            sqlx::query!(
                "update seatings set digest = ? where table_id = ? and seat = ? and from_revision = ?",
                digest,
                row.table_id,
                row.seat,
                row.from_revision
            )
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
    }
}

/// Notes the last step of every table that lives.
async fn note_heads(connection: &mut SqliteConnection) -> Result<(), Failure> {
    let mut transaction = connection.begin().await?;
    let live = sqlx::query_scalar!(
        "select id from tables where ended_at is null and id not in (select table_id from heads)"
    )
    .fetch_all(&mut *transaction)
    .await
    .map_err(Failure::from);
    let live = match live {
        Err(error) if error.is_damage() => Vec::new(),
        live => live?,
    };
    for table in live {
        let noted = sqlx::query!(
            "insert into heads (table_id, last)
             with recursive journal (id) as (
                 select id from steps where table_id = ?1 and follows is null
                 union select steps.id from steps join journal on steps.follows = journal.id and steps.id > journal.id
             )
             select ?1, max(id) from journal having max(id) is not null",
            table
        )
        .execute(&mut *transaction)
        .await
        .map_err(Failure::from);
        match noted {
            Err(error) if error.is_damage() => {}
            noted => {
                noted?;
            }
        }
    }
    transaction.commit().await?;
    Ok(())
}
