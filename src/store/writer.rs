//! The one writer: it gathers what all tables have to write into one transaction, for the disk's
//! promise (`synchronous=FULL`) costs the same for one step and for five hundred.

mod fault;
mod file;

use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot, watch};

use self::fault::{Fault, Kind};
use super::changed::{Looks, Marks, Reading};
use super::checkpoint::{self, Checkpoint};
use super::complaint::Complaint;
use super::desks::{self, DeskRow};
use super::failure::{NotClosed, is_refused, is_taken};
use super::forget;
use super::id::{Moment, PersonId, TableId};
use super::identifies::{self, Identify};
use super::journal::{Entry, PlaceRow};
use super::pack::{self, Parcel};
use super::placing::{self, Placing};
use super::presence::{Presence, State};
use super::refusals::{self, Refused};
use super::rows;
use super::settings::{self, Setting};
use super::steps::{self, Ends};
use super::threads;
use super::unshown::{self, Noted};
use super::{BUSY_STILL, NotWritten};
use crate::meters;

/// So many jobs may wait; whoever has one more waits with it.
pub(super) const QUEUE: usize = 1024;

/// So many jobs go into one transaction: more would only make the first of them wait.
pub(super) const BATCH: usize = 512;

/// Something to write.
pub(super) enum Work {
    Step(Box<Entry>),
    Places(TableId, PlaceRow),
    Desk(TableId, Box<DeskRow>),
    Damaged(TableId),
    Alive(Moment),
    Wake(Option<(Moment, Moment)>, Moment),
    Outage((Moment, Moment), Moment),
    Setting(Setting),
    Identify(Identify),
    Refused(Vec<Refused>),
    Forget(PersonId),
    ForgetOn,
    Thread(threads::Thread),
    Unshown(Noted),
    PutAway(Box<Parcel>),
    Discard(TableId),
    Placing(Placing),
    /// Nothing: this process has written the file anew.
    Shrunk,
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

    /// Whether it is a sign of life.
    fn is_beat(&self) -> bool {
        matches!(self, Self::Alive(_))
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

/// How a database ended for its writer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Ending {
    /// It is open, or was closed in order.
    #[default]
    Orderly,
    /// It may not be closed: that would move the log into a file that is another one, or may be.
    LetGo,
    /// Its file or its log is not what it was.
    Failed(NotClosed),
}

/// A database that is open, for its writer.
pub(super) struct Opened {
    pub(super) options: SqliteConnectOptions,
    pub(super) busy: Duration,
    pub(super) connection: SqliteConnection,
    pub(super) looks: Looks,
    pub(super) readers: SqlitePool,
    pub(super) presence: Presence,
    /// At so many pages the log is moved to its place.
    pub(super) log_pages: u32,
    /// Told where a page does not read.
    pub(super) bad_page: watch::Sender<bool>,
    /// Told where the log is not at its place.
    pub(super) log_gone: watch::Sender<bool>,
    /// Told how it ends.
    pub(super) let_go: watch::Sender<Ending>,
}

/// Starts the writer; it ends when the store is closed, or the last handle to it is gone.
pub(super) fn start(opened: Opened) -> mpsc::Sender<Job> {
    let (jobs, waiting) = mpsc::channel(QUEUE);
    let hasty = opened.busy.min(BUSY_STILL);
    let writer = Writer {
        hasty: opened.options.clone().busy_timeout(hasty),
        options: opened.options,
        looks: Looks {
            whole: opened.looks.whole.busy_timeout(hasty),
            alone: opened.looks.alone,
        },
        patience: opened.busy / 2,
        readers: opened.readers,
        connection: Some(opened.connection),
        presence: opened.presence,
        is_ruined: false,
        is_home: false,
        bad_page: opened.bad_page,
        log_gone: opened.log_gone,
        let_go: opened.let_go,
        ends: Ends::default(),
        marks: Marks::default(),
        reading: None,
        is_salvaged: None,
        checkpoint: Checkpoint::at(opened.log_pages),
        complaint: Complaint::default(),
    };
    tokio::spawn(writer.run(waiting));
    jobs
}

/// What the one writer knows.
struct Writer {
    /// For another connection, should this one fail.
    options: SqliteConnectOptions,
    /// The same while the disk refuses: it is asked, but nobody waits for it.
    hasty: SqliteConnectOptions,
    /// For a look at what stands in its place.
    looks: Looks,
    /// So long those who want to write wait for that: a gigabyte takes longer, and Discord wants an answer within three seconds.
    patience: Duration,
    /// Those of everybody who reads: they may have a log open that is gone from its place.
    readers: SqlitePool,
    connection: Option<SqliteConnection>,
    presence: Presence,
    /// Whether what stands in its place was found to be no database of ours.
    is_ruined: bool,
    /// Whether the log is gone and all of it is in the file.
    is_home: bool,
    /// Whether a file that was deleted is copied beside its place; `None` if nobody has tried.
    is_salvaged: Option<bool>,
    bad_page: watch::Sender<bool>,
    log_gone: watch::Sender<bool>,
    let_go: watch::Sender<Ending>,
    ends: Ends,
    marks: Marks,
    /// What stands there is being read, for somebody else has changed it.
    reading: Option<Reading>,
    checkpoint: Checkpoint,
    complaint: Complaint<Kind>,
}

impl Writer {
    async fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        self.note_what_stands().await;
        while waiting.recv_many(&mut batch, BATCH).await > 0 {
            gather(&mut waiting, &mut batch).await;
            let is_shrunk = |job: &Job| matches!(job.work, Work::Shrunk);
            if batch.iter().any(is_shrunk) {
                self.presence.written_anew();
            }
            let closing = batch.iter().any(|job| matches!(job.work, Work::Close));
            let outcomes = if batch.iter().all(is_shrunk) {
                // Nothing is to be written.
                vec![Ok(Written::Done); batch.len()]
            } else {
                self.outcomes(&batch).await
            };
            let is_plain = batch.iter().all(|job| job.work.plain_step().is_some());
            let steps = is_plain.then_some(batch.len());
            let beats = batch.iter().filter(|job| job.work.is_beat()).count();
            if closing {
                waiting.close();
                self.close().await;
            }
            for (job, outcome) in batch.drain(..).zip(outcomes) {
                // Whoever does not wait any more finds out from the journal.
                let _ = job.reply.send(outcome);
            }
            if closing {
                refuse_all(waiting).await;
                return;
            }
            let is_minute = self.checkpoint.is_a_minute_later(beats);
            if self.checkpoint.is_to_be_looked_at(steps) || is_minute {
                self.move_log(is_minute).await;
            }
        }
    }

    /// What is there when it is opened is to stay there, too.
    async fn note_what_stands(&mut self) {
        let Some(connection) = self.connection.as_mut() else {
            return;
        };
        self.marks.step = self.ends.of_all(connection).await.ok().filter(|id| *id > 0);
        self.marks.home = None;
        self.note_home().await;
    }

    /// What stands in the file where nothing stands in the log alone.
    async fn note_home(&mut self) {
        if let Some(connection) = self.connection.as_mut()
            && let Ok((pages, moved)) = checkpoint::pages(connection).await
            && pages == moved
        {
            self.marks.home = self.marks.step;
        }
    }

    async fn outcomes(&mut self, batch: &[Job]) -> Vec<Outcome> {
        let began = Instant::now();
        match self.write(batch).await {
            Ok(outcomes) => {
                meters::batch(batch.len(), began.elapsed());
                if let Some(refused) = self.complaint.accepted() {
                    tracing::info!(refused, "the disk accepts again");
                    // The next connection is patient again.
                    self.disconnect().await;
                }
                outcomes
            }
            Err(fault) => {
                meters::batch_refused();
                if fault.is_bad_page() {
                    self.bad_page.send_replace(true);
                }
                self.ends = Ends::default();
                // What state a connection is in after a fault is anybody's guess. It is closed before another one is
                // opened: while it closes it may lock the file, and the next write would be refused for that. A
                // connection to a file that is gone is right as soon as the file is back.
                if matches!(fault, Fault::Refused(_) | Fault::Unknown(_)) {
                    self.disconnect().await;
                }
                vec![Err(self.not_written(&fault, batch.len())); batch.len()]
            }
        }
    }

    fn not_written(&mut self, fault: &Fault, jobs: usize) -> NotWritten {
        if let Some(jobs) = self.complaint.refused(jobs, fault.kind(), Instant::now()) {
            match fault {
                Fault::Refused(error) => tracing::warn!(%error, jobs, "the disk refuses"),
                Fault::Unknown(error) => {
                    tracing::error!(%error, jobs, "the outcome of a commit is not known");
                }
                Fault::Lost(loss) | Fault::LostSince(loss) => loss.is_told(jobs),
            }
        }
        match fault {
            Fault::Unknown(_) | Fault::LostSince(_) => NotWritten::Unknown,
            Fault::Refused(_) | Fault::Lost(_) => NotWritten::Refused,
        }
    }

    /// Writes all of it or nothing, into the file that was opened: looked at before, so that nothing goes into another one,
    /// and afterwards, for only then it is known where it went.
    async fn write(&mut self, batch: &[Job]) -> Result<Vec<Outcome>, Fault> {
        if self.connection.is_none() {
            let mut state = self.presence.before_opening();
            // SQLite takes the log away where nobody has the database open any more: then all of it is in the file.
            if [State::LogGone, State::Replaced].contains(&state) && self.readers.size() == 0 {
                state = self.presence.doubts();
            }
            self.check(state, false).await?;
            let options = if self.complaint.is_open() {
                &self.hasty
            } else {
                &self.options
            };
            let connection = options.connect().await.map_err(Fault::Refused)?;
            self.connection = Some(connection);
            self.presence.reopened();
        }
        let state = self.presence.before_writing();
        self.check(state, false).await?;
        let Some(connection) = self.connection.as_mut() else {
            return Ok(Vec::new());
        };
        let outcomes = write_batch(connection, &mut self.ends, batch).await?;
        self.note_marks(batch).await;
        let state = self.presence.after_writing();
        self.check(state, true).await?;
        Ok(outcomes)
    }

    /// This was written: it must stand in the file from now on.
    async fn note_marks(&mut self, batch: &[Job]) {
        self.marks.step = self.ends.last_of_all().or(self.marks.step);
        let mut is_put_away = false;
        for job in batch {
            match job.work {
                Work::Alive(now) | Work::Wake(_, now) | Work::Outage(_, now) => {
                    self.marks.alive = Some(now);
                }
                Work::PutAway(_) | Work::Discard(_) => is_put_away = true,
                _ => {}
            }
        }
        // It may be the last step that is kept elsewhere from now on.
        if is_put_away {
            self.note_what_stands().await;
        }
    }
}

/// Refuses what came while the last batch was written: the file is another program's from now on.
async fn refuse_all(mut waiting: mpsc::Receiver<Job>) {
    while let Some(job) = waiting.recv().await {
        let _ = job.reply.send(Err(NotWritten::Refused));
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

async fn write_batch(
    connection: &mut SqliteConnection,
    ends: &mut Ends,
    batch: &[Job],
) -> Result<Vec<Outcome>, Fault> {
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
        Work::Damaged(table) => return rows::write_damaged(connection, table).await,
        Work::Alive(now) => rows::write_alive(connection, *now).await?,
        Work::Wake(outage, now) => {
            rows::end_outages(connection, *now).await?;
            if let Some((began, ended)) = outage {
                rows::write_outage(connection, *began, *ended).await?;
            }
            rows::write_alive(connection, *now).await?;
        }
        Work::Outage((began, ended), alive) => {
            rows::write_outage(connection, *began, *ended).await?;
            rows::write_alive(connection, *alive).await?;
        }
        Work::Setting(setting) => settings::write(connection, setting).await?,
        Work::Identify(identify) => identifies::write(connection, identify).await?,
        Work::Refused(refused) => refusals::write(connection, refused).await?,
        Work::Thread(thread) => threads::write(connection, *thread).await?,
        Work::Unshown(noted) => unshown::write(connection, noted).await?,
        Work::Forget(person) => return forget::forget(connection, *person).await,
        Work::ForgetOn => return forget::forget_on(connection).await,
        Work::PutAway(parcel) => return pack::put_away(connection, ends, parcel).await,
        Work::Placing(placing) => placing::write(connection, placing).await?,
        Work::Discard(table) => return pack::discard(connection, table).await,
        Work::Shrunk | Work::Close => {}
    }
    Ok(Written::Done)
}
