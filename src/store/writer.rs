//! The one writer: it gathers what all tables have to write into one transaction, for the disk's
//! promise (`synchronous=FULL`) costs the same for one step and for five hundred.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::NotWritten;
use super::failure::is_taken;
use super::id::{Moment, TableId};
use super::journal::{Entry, PlaceRow, StepRow, TableRow};
use super::results::ResultRow;

/// So many jobs may wait; whoever has one more waits with it.
const QUEUE: usize = 1024;

/// So many jobs go into one transaction: more would only make the first of them wait.
const BATCH: usize = 512;

/// Outages are kept as long as a deadline can lie before them: a turn of `days`, seven days of absence, and some.
const OUTAGES_KEPT_MS: u64 = 60 * 24 * 60 * 60 * 1000;

/// Something to write.
pub(super) enum Work {
    Step(Box<Entry>),
    Places(TableId, PlaceRow),
    Alive(Moment),
    Wake(Option<(Moment, Moment)>, Moment),
    Close,
}

/// What became of something that was to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// It is on the disk.
    Done,
    /// Its press had its effect before; nothing was written.
    Duplicate,
}

type Outcome = Result<Written, NotWritten>;

/// Something to write, and who waits for it.
pub(super) struct Job {
    work: Work,
    reply: oneshot::Sender<Outcome>,
}

impl Job {
    pub fn new(work: Work) -> (Self, oneshot::Receiver<Outcome>) {
        let (reply, outcome) = oneshot::channel();
        (Self { work, reply }, outcome)
    }
}

/// Why a whole batch was not written.
enum Fault {
    Refused(sqlx::Error),
    Unknown(sqlx::Error),
}

/// Starts the writer; it ends when the store is closed, or the last handle to it is gone.
pub(super) fn start(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
) -> mpsc::Sender<Job> {
    let (jobs, waiting) = mpsc::channel(QUEUE);
    tokio::spawn(run(options, connection, waiting));
    jobs
}

async fn run(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    mut waiting: mpsc::Receiver<Job>,
) {
    let mut connection = Some(connection);
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let closing = batch.iter().any(|job| matches!(job.work, Work::Close));
        let outcomes = match write(&options, &mut connection, &batch).await {
            Ok(outcomes) => outcomes,
            Err(fault) => {
                // What state a connection is in after a fault is anybody's guess.
                connection = None;
                vec![Err(not_written(&fault, batch.len())); batch.len()]
            }
        };
        if closing {
            waiting.close();
            if let Some(connection) = connection.take() {
                let _ = connection.close().await;
            }
        }
        for (job, outcome) in batch.drain(..).zip(outcomes) {
            // Whoever does not wait any more finds out from the journal.
            let _ = job.reply.send(outcome);
        }
    }
}

fn not_written(fault: &Fault, jobs: usize) -> NotWritten {
    match fault {
        Fault::Refused(error) => {
            tracing::warn!(%error, jobs, "the disk refuses");
            NotWritten::Refused
        }
        Fault::Unknown(error) => {
            tracing::error!(%error, jobs, "the outcome of a commit is not known");
            NotWritten::Unknown
        }
    }
}

async fn write(
    options: &SqliteConnectOptions,
    connection: &mut Option<SqliteConnection>,
    batch: &[Job],
) -> Result<Vec<Outcome>, Fault> {
    if connection.is_none() {
        *connection = Some(options.connect().await.map_err(Fault::Refused)?);
    }
    let Some(connection) = connection.as_mut() else {
        return Ok(Vec::new());
    };
    let mut transaction = connection
        .begin_with("begin immediate")
        .await
        .map_err(Fault::Refused)?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for job in batch {
        let outcome = match write_one(&mut transaction, &job.work).await {
            Ok(written) => Ok(written),
            // SQLite takes back the statement and keeps the transaction: the others go on.
            Err(error) if is_taken(&error) => Err(NotWritten::Taken),
            Err(error) => return Err(Fault::Refused(error)),
        };
        outcomes.push(outcome);
    }
    transaction.commit().await.map_err(Fault::Unknown)?;
    Ok(outcomes)
}

async fn write_one(connection: &mut SqliteConnection, work: &Work) -> Result<Written, sqlx::Error> {
    match work {
        Work::Step(entry) => return write_entry(connection, entry).await,
        Work::Places(table, places) => write_places(connection, table, places).await?,
        Work::Alive(now) => write_alive(connection, *now).await?,
        Work::Wake(outage, now) => {
            if let Some((began, ended)) = outage {
                write_outage(connection, *began, *ended).await?;
            }
            write_alive(connection, *now).await?;
        }
        Work::Close => {}
    }
    Ok(Written::Done)
}

/// The step decides whether the rest is written: it comes before everything but its own table.
async fn write_entry(
    connection: &mut SqliteConnection,
    entry: &Entry,
) -> Result<Written, sqlx::Error> {
    let table = entry.table.as_str();
    if let Some(row) = &entry.opening {
        write_table(connection, row).await?;
    }
    if write_step(connection, table, &entry.step).await? == Written::Duplicate {
        return Ok(Written::Duplicate);
    }
    if let Some(sat) = &entry.sat {
        let (seat, from, person) = (
            i64::from(u8::from(sat.seat)),
            sat.from.to_row(),
            sat.person.to_row(),
        );
        sqlx::query!(
            "insert into seatings (table_id, seat, from_revision, person) values (?, ?, ?, ?)",
            table,
            seat,
            from,
            person
        )
        .execute(&mut *connection)
        .await?;
    }
    if let Some(start) = entry.start {
        let start = start.to_row();
        sqlx::query!("update tables set start = ? where id = ?", start, table)
            .execute(&mut *connection)
            .await?;
    }
    if entry.ends {
        let at = entry.step.at.to_row();
        sqlx::query!("update tables set ended_at = ? where id = ?", at, table)
            .execute(&mut *connection)
            .await?;
    }
    for result in &entry.results {
        write_result(connection, table, entry.step.at, result).await?;
    }
    Ok(Written::Done)
}

async fn write_table(connection: &mut SqliteConnection, row: &TableRow) -> Result<(), sqlx::Error> {
    let (id, game) = (row.id.as_str(), row.game.id());
    let seats = row.seats as i64;
    let secret = &row.secret.bytes()[..];
    let server = row.server.map(|id| id.to_row());
    let channel = row.channel.to_row();
    let opened_at = row.opened_at.to_row();
    sqlx::query!(
        "insert into tables (id, game, rules_version, options, seats, level, preset, language, secret,
                             server, channel, opened_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id,
        game,
        row.rules_version,
        row.options,
        seats,
        row.level,
        row.preset,
        row.language,
        secret,
        server,
        channel,
        opened_at
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_step(
    connection: &mut SqliteConnection,
    table: &str,
    step: &StepRow,
) -> Result<Written, sqlx::Error> {
    let (revision, format) = (step.revision.to_row(), i64::from(step.format));
    let actor = step.actor.map(|seat| i64::from(u8::from(seat)));
    let press = step.press.map(|press| press.to_row());
    let at = step.at.to_row();
    let done = sqlx::query!(
        "insert into steps (table_id, revision, format, cause, actor, press, changes, at)
         values (?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (table_id, press) where press is not null do nothing",
        table,
        revision,
        format,
        step.cause,
        actor,
        press,
        step.changes,
        at
    )
    .execute(connection)
    .await?;
    Ok(match done.rows_affected() {
        0 => Written::Duplicate,
        _ => Written::Done,
    })
}

async fn write_result(
    connection: &mut SqliteConnection,
    table: &str,
    at: Moment,
    result: &ResultRow,
) -> Result<(), sqlx::Error> {
    let seat = i64::from(u8::from(result.seat));
    let person = result.person.to_row();
    let server = result.server.map(|id| id.to_row());
    let (game, place, outcome) = (
        result.game.id(),
        i64::from(result.place),
        result.outcome_word(),
    );
    let (points, casual, at) = (
        i64::from(result.points),
        i64::from(result.casual),
        at.to_row(),
    );
    sqlx::query!(
        "insert into results (table_id, seat, person, server, game, place, outcome, points, casual, finished_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        table,
        seat,
        person,
        server,
        game,
        place,
        outcome,
        points,
        casual,
        at
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_places(
    connection: &mut SqliteConnection,
    table: &TableId,
    places: &PlaceRow,
) -> Result<(), sqlx::Error> {
    let table = table.as_str();
    let board = places.board.map(|id| id.to_row());
    let lobby = places.lobby.map(|id| id.to_row());
    let ping = places.ping.map(|id| id.to_row());
    sqlx::query!(
        "update tables set board = ?, lobby = ?, ping = ? where id = ?",
        board,
        lobby,
        ping,
        table
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_alive(connection: &mut SqliteConnection, now: Moment) -> Result<(), sqlx::Error> {
    let now = now.to_row();
    sqlx::query!(
        "insert into process (id, alive_at) values (1, ?)
         on conflict (id) do update set alive_at = excluded.alive_at",
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_outage(
    connection: &mut SqliteConnection,
    began: Moment,
    ended: Moment,
) -> Result<(), sqlx::Error> {
    let forgotten = Moment::from_unix_ms(ended.unix_ms().saturating_sub(OUTAGES_KEPT_MS)).to_row();
    sqlx::query!("delete from outages where ended_at < ?", forgotten)
        .execute(&mut *connection)
        .await?;
    let (began, ended) = (began.to_row(), ended.to_row());
    sqlx::query!(
        "insert into outages (began_at, ended_at) values (?, ?)
         on conflict (began_at) do update set ended_at = max(ended_at, excluded.ended_at)",
        began,
        ended
    )
    .execute(connection)
    .await?;
    Ok(())
}
