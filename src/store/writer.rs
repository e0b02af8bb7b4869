//! The one writer: it gathers what all tables have to write into one transaction, for the disk's
//! promise (`synchronous=FULL`) costs the same for one step and for five hundred.

use std::time::Instant;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::NotWritten;
use super::desks::{self, DeskRow};
use super::failure::{is_refused, is_taken};
use super::id::{Moment, TableId};
use super::identifies::{self, Identify};
use super::journal::{Entry, PlaceRow};
use super::rows;
use super::settings::{self, Setting};
use super::steps::{self, Ends};
use crate::meters;

/// So many jobs may wait; whoever has one more waits with it.
const QUEUE: usize = 1024;

/// So many jobs go into one transaction: more would only make the first of them wait.
const BATCH: usize = 512;

/// Something to write.
pub(super) enum Work {
    Step(Box<Entry>),
    Places(TableId, PlaceRow),
    Desk(TableId, Box<DeskRow>),
    Alive(Moment),
    Wake(Option<(Moment, Moment)>, Moment),
    Setting(Setting),
    Identify(Identify),
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

impl Work {
    /// The step of a table, if nothing else is to be written with it.
    fn plain_step(&self) -> Option<&Entry> {
        match self {
            Self::Step(entry) if entry.is_plain() => Some(entry),
            _ => None,
        }
    }
}

type Outcome = Result<Written, NotWritten>;

/// Something to write, and who waits for it.
pub(super) struct Job {
    work: Work,
    reply: oneshot::Sender<Outcome>,
}

impl Job {
    pub(super) fn new(work: Work) -> (Self, oneshot::Receiver<Outcome>) {
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
    let mut ends = Ends::default();
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        gather(&mut waiting, &mut batch).await;
        let closing = batch.iter().any(|job| matches!(job.work, Work::Close));
        let began = Instant::now();
        let outcomes = match write(&options, &mut connection, &mut ends, &batch).await {
            Ok(outcomes) => {
                meters::batch(batch.len(), began.elapsed());
                outcomes
            }
            Err(fault) => {
                meters::batch_refused();
                ends = Ends::default();
                // What state a connection is in after a fault is anybody's guess. It is closed before another one is
                // opened: while it closes it may lock the file, and the next write would be refused for that.
                if let Some(faulty) = connection.take() {
                    let _ = faulty.close().await;
                }
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

/// Those who were answered together are about to write again: they get to run before the disk is asked for the first of
/// them alone. Nobody waits for anybody who has nothing to write.
pub(super) async fn gather(waiting: &mut mpsc::Receiver<Job>, batch: &mut Vec<Job>) {
    let mut before = 0;
    while before < batch.len() && batch.len() < BATCH {
        before = batch.len();
        tokio::task::yield_now().await;
        while batch.len() < BATCH
            && let Ok(job) = waiting.try_recv()
        {
            batch.push(job);
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
    ends: &mut Ends,
    batch: &[Job],
) -> Result<Vec<Outcome>, Fault> {
    if connection.is_none() {
        *connection = Some(options.connect().await.map_err(Fault::Refused)?);
    }
    let Some(connection) = connection.as_mut() else {
        return Ok(Vec::new());
    };
    if let Some(outcomes) = write_at_once(connection, ends, batch).await? {
        return Ok(outcomes);
    }
    let mut transaction = connection
        .begin_with("begin immediate")
        .await
        .map_err(Fault::Refused)?;
    let outcomes = write_all(&mut transaction, ends, batch)
        .await
        .map_err(Fault::Refused)?;
    transaction.commit().await.map_err(Fault::Unknown)?;
    Ok(outcomes)
}

/// Writes steps that are nothing but steps, and few enough for one statement, which is a transaction by itself: SQLite's
/// thread is asked once, not three times. `None` if nothing is written, for there is more to do or a place is taken.
async fn write_at_once(
    connection: &mut SqliteConnection,
    ends: &mut Ends,
    batch: &[Job],
) -> Result<Option<Vec<Outcome>>, Fault> {
    let plain = batch.iter().map(|job| job.work.plain_step());
    let Some(entries) = plain.collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let written = match entries.as_slice() {
        [entry] => steps::write(connection, ends, entry)
            .await
            .map(|written| vec![Some(written)]),
        entries if entries.len() <= steps::TOGETHER => {
            steps::write_together(connection, ends, entries).await
        }
        _ => return Ok(None),
    };
    match written {
        Ok(written) => Ok(written.into_iter().map(|written| written.map(Ok)).collect()),
        Err(error) if is_taken(&error) => Ok(None),
        Err(error) if is_refused(&error) => Err(Fault::Refused(error)),
        Err(error) => Err(Fault::Unknown(error)),
    }
}

/// Writes steps that are nothing but steps together, everything else one by one.
/// The jobs of a batch come from different tables, so their order does not matter.
async fn write_all(
    connection: &mut SqliteConnection,
    ends: &mut Ends,
    batch: &[Job],
) -> Result<Vec<Outcome>, sqlx::Error> {
    let plain: Vec<&Entry> = batch
        .iter()
        .filter_map(|job| job.work.plain_step())
        .collect();
    let mut together = Vec::with_capacity(plain.len());
    for some in plain.chunks(steps::TOGETHER) {
        together.extend(steps::write_together(connection, ends, some).await?);
    }
    let mut together = together.into_iter();
    let mut outcomes = Vec::with_capacity(batch.len());
    for job in batch {
        let written = job
            .work
            .plain_step()
            .and_then(|_| together.next().flatten());
        let outcome = match written {
            Some(written) => Ok(written),
            None => write_one(connection, ends, &job.work).await,
        };
        outcomes.push(match outcome {
            Ok(written) => Ok(written),
            // SQLite takes back the statement and keeps the transaction: the others go on.
            Err(error) if is_taken(&error) => {
                if let Work::Step(entry) = &job.work {
                    ends.forget(&entry.table);
                }
                Err(NotWritten::Taken)
            }
            Err(error) => return Err(error),
        });
    }
    Ok(outcomes)
}

async fn write_one(
    connection: &mut SqliteConnection,
    ends: &mut Ends,
    work: &Work,
) -> Result<Written, sqlx::Error> {
    match work {
        Work::Step(entry) => return rows::write_entry(connection, ends, entry).await,
        Work::Places(table, places) => rows::write_places(connection, table, places).await?,
        Work::Desk(table, desk) => desks::keep(connection, table, desk).await?,
        Work::Alive(now) => rows::write_alive(connection, *now).await?,
        Work::Wake(outage, now) => {
            if let Some((began, ended)) = outage {
                rows::write_outage(connection, *began, *ended).await?;
            }
            rows::write_alive(connection, *now).await?;
        }
        Work::Setting(setting) => settings::write(connection, setting).await?,
        Work::Identify(identify) => identifies::write(connection, identify).await?,
        Work::Close => {}
    }
    Ok(Written::Done)
}
