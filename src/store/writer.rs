//! The one writer: it gathers what all tables have to write into one transaction, for the disk's
//! promise (`synchronous=FULL`) costs the same for one step and for five hundred.

use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot, watch};

use super::changed::{Marks, Read, Reading};
use super::checkpoint::{self, Checkpoint};
use super::complaint::Complaint;
use super::desks::{self, DeskRow};
use super::failure::{is_bad_page, is_refused, is_taken};
use super::forget;
use super::id::{Moment, PersonId, TableId};
use super::identifies::{self, Identify};
use super::journal::{Entry, PlaceRow};
use super::pack::{self, Parcel};
use super::presence::{Presence, State};
use super::rows;
use super::settings::{self, Setting};
use super::steps::{self, Ends};
use super::threads;
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
    Forget(PersonId),
    ForgetOn,
    Thread(threads::Thread),
    PutAway(Box<Parcel>),
    Discard(TableId),
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
    /// The file is not this process's database any more; found out before anything was written.
    Lost(Loss),
    /// Found out afterwards: it may be written, and be there when the file is back.
    LostSince(Loss),
}

/// What became of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// It was deleted or replaced: whatever is written into it is lost.
    Gone,
    /// The log beside it was: what stands in there comes to its place when all close it.
    LogGone,
    /// Somebody else has changed it, and it is being read.
    Doubtful,
    /// It was cut off, or another one was copied over it: it is nobody's database any more.
    Ruined,
    /// Another process runs it.
    Shared,
}

impl Fault {
    fn is_bad_page(&self) -> bool {
        matches!(self, Self::Refused(error) | Self::Unknown(error) if is_bad_page(error))
    }
}

impl Loss {
    /// Says loudly why nothing is accepted.
    fn is_told(self, jobs: usize) {
        match self {
            Self::Gone => tracing::error!(
                jobs,
                "the file of the database was deleted or replaced while the bot runs: nothing is accepted until that \
                 very file is back; or stop the bot, restore a backup, and start again"
            ),
            Self::LogGone => tracing::error!(
                jobs,
                "the log beside the database (-wal) was deleted or replaced while the bot runs: nothing is accepted until \
                 what stands there was brought to its place, which it is as soon as no other program reads and there is \
                 room, and the database opened again; do not kill the bot before that"
            ),
            Self::Doubtful => tracing::warn!(
                jobs,
                "another program has changed the file of the database: nothing is accepted until all of it was read once"
            ),
            Self::Ruined => tracing::error!(
                jobs,
                "the file of the database was cut off, or another one was copied over it, while the bot runs: nothing \
                 is accepted any more; stop the bot, look at the file with `istaka check`, restore a backup if it is not \
                 whole, and start again"
            ),
            Self::Shared => tracing::error!(
                jobs,
                "the lock beside the database was deleted, and another process runs this database now: nothing is \
                 accepted here until that one has ended"
            ),
        }
    }
}

/// A database that is open, for its writer.
pub(super) struct Opened {
    pub(super) options: SqliteConnectOptions,
    pub(super) busy: Duration,
    pub(super) connection: SqliteConnection,
    /// For a look without changing anything.
    pub(super) looking: SqliteConnectOptions,
    pub(super) readers: SqlitePool,
    pub(super) presence: Presence,
    /// At so many pages the log is moved to its place.
    pub(super) log_pages: u32,
    /// Told where a page does not read.
    pub(super) bad_page: watch::Sender<bool>,
    /// Told where the log is not at its place.
    pub(super) log_gone: watch::Sender<bool>,
}

/// Starts the writer; it ends when the store is closed, or the last handle to it is gone.
pub(super) fn start(opened: Opened) -> mpsc::Sender<Job> {
    let (jobs, waiting) = mpsc::channel(QUEUE);
    let hasty = opened.busy.min(BUSY_STILL);
    let writer = Writer {
        hasty: opened.options.clone().busy_timeout(hasty),
        options: opened.options,
        looking: opened.looking.busy_timeout(hasty),
        patience: opened.busy / 2,
        readers: opened.readers,
        connection: Some(opened.connection),
        presence: opened.presence,
        is_ruined: false,
        bad_page: opened.bad_page,
        log_gone: opened.log_gone,
        ends: Ends::default(),
        marks: Marks::default(),
        reading: None,
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
    /// For a look at what stands in its place, of which nothing is changed.
    looking: SqliteConnectOptions,
    /// So long those who want to write wait for that: a gigabyte takes longer, and Discord wants an answer within three seconds.
    patience: Duration,
    /// Those of everybody who reads: they may have a log open that is gone from its place.
    readers: SqlitePool,
    connection: Option<SqliteConnection>,
    presence: Presence,
    /// Whether what stands in its place was found to be no database of ours.
    is_ruined: bool,
    bad_page: watch::Sender<bool>,
    log_gone: watch::Sender<bool>,
    ends: Ends,
    marks: Marks,
    /// What stands there is being read, for somebody else has changed it.
    reading: Option<Reading>,
    checkpoint: Checkpoint,
    complaint: Complaint,
}

impl Writer {
    async fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        while waiting.recv_many(&mut batch, BATCH).await > 0 {
            gather(&mut waiting, &mut batch).await;
            let closing = batch.iter().any(|job| matches!(job.work, Work::Close));
            let outcomes = self.outcomes(&batch).await;
            let jobs = batch.len();
            if closing {
                waiting.close();
                self.disconnect().await;
            }
            for (job, outcome) in batch.drain(..).zip(outcomes) {
                // Whoever does not wait any more finds out from the journal.
                let _ = job.reply.send(outcome);
            }
            if closing {
                refuse_all(waiting).await;
                return;
            }
            if self.checkpoint.is_to_be_looked_at(jobs) {
                self.move_log().await;
            }
        }
    }

    /// Once the log is long, and those who wait for what was written have their answers.
    async fn move_log(&mut self) {
        let Some(connection) = self.connection.as_mut() else {
            return;
        };
        match self.checkpoint.is_due(connection).await {
            // What others did to the file before is not taken for what this does to it.
            Ok(true) if self.presence.before_writing() == State::Whole => {}
            // It is looked at again before anything is written, and after as many more jobs.
            Ok(_) | Err(_) => return,
        }
        let moved = checkpoint::move_log(connection).await;
        self.presence.has_moved_log();
        if let Err(error) = moved {
            tracing::warn!(%error, "what stands in the log of the database cannot be moved to its place");
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

    async fn disconnect(&mut self) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        // What others did to the file before is not taken for what closing does to it.
        let before = self.presence.before_writing();
        if before == State::Replaced {
            // SQLite would bring what stood in the log into a file that is not its own any more.
            std::mem::forget(connection);
            return;
        }
        let _ = connection.close().await;
        self.presence.closed(before);
    }

    fn not_written(&mut self, fault: &Fault, jobs: usize) -> NotWritten {
        if let Some(jobs) = self.complaint.refused(jobs, Instant::now()) {
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
            self.check(state, Fault::Lost).await?;
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
        self.check(state, Fault::Lost).await?;
        let Some(connection) = self.connection.as_mut() else {
            return Ok(Vec::new());
        };
        let outcomes = write_batch(connection, &mut self.ends, batch).await?;
        self.note_marks(batch);
        let state = self.presence.after_writing();
        self.check(state, Fault::LostSince).await?;
        Ok(outcomes)
    }

    /// This was written: it must stand in the file from now on.
    fn note_marks(&mut self, batch: &[Job]) {
        self.marks.step = self.ends.last_of_all().or(self.marks.step);
        for job in batch {
            match job.work {
                Work::Alive(now) | Work::Wake(_, now) | Work::Outage(_, now) => {
                    self.marks.alive = Some(now);
                }
                // It may be the last step that is kept elsewhere from now on.
                Work::PutAway(_) | Work::Discard(_) => self.marks.step = None,
                _ => {}
            }
        }
    }

    /// Whether the database is what was opened, and this process's alone.
    async fn check(&mut self, state: State, fault: fn(Loss) -> Fault) -> Result<(), Fault> {
        let loss = match state {
            State::Whole => return Ok(()),
            State::Gone => Loss::Gone,
            State::LogGone => {
                if self.brings_home().await {
                    self.log_gone.send_replace(true);
                }
                Loss::LogGone
            }
            State::Shared => Loss::Shared,
            State::Replaced => {
                self.is_ruined = true;
                Loss::Ruined
            }
            State::Doubtful => {
                // SQLite would throw the log of an empty file away.
                self.is_ruined |= self.presence.is_empty();
                match self.read_as_a_whole().await {
                    Read::Whole(took) => {
                        self.presence.is_found_whole(took);
                        return Ok(());
                    }
                    Read::NotYet => Loss::Doubtful,
                    Read::Refused(error) => return Err(Fault::Refused(error)),
                    Read::Ruined => {
                        self.is_ruined = true;
                        Loss::Ruined
                    }
                }
            }
        };
        Err(fault(loss))
    }

    async fn read_as_a_whole(&mut self) -> Read {
        if self.is_ruined {
            return Read::Ruined;
        }
        let begins = || Reading::begins(self.looking.clone(), self.marks);
        let reading = self.reading.get_or_insert_with(begins);
        let read = reading.result(self.patience).await;
        if !matches!(read, Read::NotYet) {
            self.reading = None;
        }
        read
    }

    /// Brings what stands in a log that is gone from its place into the file, through a connection that has it open still, and
    /// begins the log anew; tells whether all of it is there. It is not while somebody reads, or has no room.
    async fn brings_home(&mut self) -> bool {
        let is_there = match self.connection.as_mut() {
            Some(connection) => checkpoint::empty_log(connection).await,
            None => checkpoint::empty_log(&self.readers).await,
        };
        self.presence.has_moved_log();
        is_there.unwrap_or(false)
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
        Work::Thread(thread) => threads::write(connection, *thread).await?,
        Work::Forget(person) => return forget::forget(connection, *person).await,
        Work::ForgetOn => return forget::forget_on(connection).await,
        Work::PutAway(parcel) => return pack::put_away(connection, ends, parcel).await,
        Work::Discard(table) => return pack::discard(connection, table).await,
        Work::Close => {}
    }
    Ok(Written::Done)
}
