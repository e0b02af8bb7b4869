//! The bot in a process of its own: started, measured, killed.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::cli::CliFailure;
use crate::cli::log::USUAL_FILTER;
use crate::config;
use crate::sandbox::Sandbox;

/// What the bot logs when it has resumed its session.
const RESUMED: &str = "connected again";
/// What it logs before the address of its metrics.
const METRICS_AT: &str = "metrics are told at ";
/// Its database.
const DB: &str = "load.db";
/// Its metrics come within this, on a machine however busy.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many complaints are kept word by word.
const KEPT: usize = 5;

/// What the bot wrote to its log at the levels that say that something is wrong.
#[derive(Clone, Default)]
pub(super) struct Complaints {
    /// How many lines.
    pub lines: usize,
    /// The first of them.
    pub first: Vec<String>,
    /// The last one.
    pub last: Option<String>,
    /// How often it said that it is connected again: it has resumed its session.
    pub resumes: usize,
    /// Where it tells how it is.
    metrics: Option<String>,
}

/// How the bot of a load is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct BotSettings {
    /// How fast a person may press.
    pub presses: PressShare,
    /// Between the moves of computers.
    pub pace: Duration,
    /// So many requests a second it may send over all, if not as many as usual.
    pub requests: Option<u32>,
}

/// How fast a person may press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PressShare {
    /// As everywhere.
    Usual,
    /// As fast as a program: people of a load wait for nobody.
    Roomy,
}

/// A running bot; it is killed when this goes.
pub(super) struct BotProcess {
    child: Child,
    /// Closed when its log ends, which is when it ends.
    log: watch::Receiver<()>,
    db: TemporaryFolder,
    settings: BotSettings,
    complaints: Arc<Mutex<Complaints>>,
}

/// A folder for the database, which goes with the process.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new() -> Result<Self, CliFailure> {
        let path = std::env::temp_dir().join(format!("istaka-load-{}", std::process::id()));
        std::fs::create_dir_all(&path)
            .map_err(|error| CliFailure::bad(format!("{}: {error}", path.display())))?;
        Ok(Self(path))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What is left over in the temporary folder harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl BotProcess {
    /// Starts the bot with a new database.
    pub(super) fn start(sandbox: &Sandbox, settings: BotSettings) -> Result<Self, CliFailure> {
        let db = TemporaryFolder::new()?;
        let complaints = Arc::default();
        let (child, log) = spawn(sandbox, &db.0.join(DB), settings, &complaints)?;
        Ok(Self {
            child,
            log,
            db,
            settings,
            complaints,
        })
    }

    /// Starts it once more with the database it had.
    pub(super) fn start_again(&mut self, sandbox: &Sandbox) -> Result<(), CliFailure> {
        (self.child, self.log) = spawn(
            sandbox,
            &self.db.0.join(DB),
            self.settings,
            &self.complaints,
        )?;
        // What the one before said last is no word of this one.
        lock(&self.complaints).last = None;
        Ok(())
    }

    /// Ends it without a word of warning.
    pub(super) fn kill(&mut self) {
        // It may have fallen over already: then it is as dead as it has to be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Done when it has ended, and all that it said is read.
    pub(super) async fn ended(&self) {
        let mut log = self.log.clone();
        while log.changed().await.is_ok() {}
    }

    /// What it complained about so far.
    pub(super) fn complaints(&self) -> Complaints {
        lock(&self.complaints).clone()
    }

    /// What it tells of how it is, as text; `None` if it does not.
    pub(super) async fn metrics(&self) -> Option<String> {
        let url = lock(&self.complaints).metrics.clone()?;
        let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE);
        let answer = client.build().ok()?.get(url).send().await.ok()?;
        answer.text().await.ok()
    }

    /// Its database.
    pub(super) fn db(&self) -> PathBuf {
        self.db.0.join(DB)
    }

    /// Its resident memory in bytes; `None` where the system does not tell.
    pub(super) fn memory(&self) -> Option<u64> {
        self.told_in_status("VmRSS:")
    }

    /// What of it are pages of files, above all of the program's own: all programs share them, and the system takes them
    /// back as it likes.
    pub(super) fn memory_of_files(&self) -> Option<u64> {
        self.told_in_status("RssFile:")
    }

    /// How many threads it has; `None` where the system does not tell.
    pub(super) fn threads(&self) -> Option<u64> {
        self.number_in_status("Threads:")
    }

    /// How many files and sockets it has open; `None` where the system does not tell.
    pub(super) fn open_files(&self) -> Option<usize> {
        let all = std::fs::read_dir(format!("/proc/{}/fd", self.child.id()));
        Some(all.ok()?.count())
    }

    /// Its memory without pages of files, in bytes; `None` where the system does not tell.
    pub(super) fn own_memory(&self) -> Option<u64> {
        own_memory(self.child.id())
    }

    fn told_in_status(&self, what: &str) -> Option<u64> {
        Some(self.number_in_status(what)? * 1024)
    }

    fn number_in_status(&self, what: &str) -> Option<u64> {
        number_in_status(self.child.id(), what)
    }

    /// How long processors have worked for it; `None` where the system does not tell.
    pub(super) fn busy(&self) -> Option<Duration> {
        /// Ticks of `/proc` last a hundredth of a second on every Linux.
        const TICK: Duration = Duration::from_millis(10);
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name in brackets may hold anything; utime and stime are fields 14 and 15 of the line.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_whitespace().skip(11);
        let user: u32 = fields.next()?.parse().ok()?;
        let system: u32 = fields.next()?.parse().ok()?;
        Some(TICK * (user + system))
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The resident memory of a process in bytes, without pages of files: the more of a program was used, the more of its own file
/// is in memory, and that is no growth. `None` where the system does not tell.
pub(super) fn own_memory(process: u32) -> Option<u64> {
    let [all, of_files] = ["VmRSS:", "RssFile:"].map(|what| number_in_status(process, what));
    Some(all?.saturating_sub(of_files?) * 1024)
}

fn number_in_status(process: u32, what: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(what))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn spawn(
    sandbox: &Sandbox,
    db: &Path,
    settings: BotSettings,
    complaints: &Arc<Mutex<Complaints>>,
) -> Result<(Child, watch::Receiver<()>), CliFailure> {
    let mut child = command(sandbox, db, settings)?
        .spawn()
        .map_err(|error| CliFailure::bad(format!("the bot does not start: {error}")))?;
    let (open, log) = watch::channel(());
    if let Some(stderr) = child.stderr.take() {
        let complaints = Arc::clone(complaints);
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
                note(&complaints, String::from_utf8_lossy(&line).into_owned());
            }
            drop(open);
        });
    }
    Ok((child, log))
}

/// The bot as it is started.
fn command(sandbox: &Sandbox, db: &Path, settings: BotSettings) -> Result<Command, CliFailure> {
    let program = std::env::current_exe()
        .map_err(|error| CliFailure::bad(format!("this program cannot find itself: {error}")))?;
    let mut command = Command::new(program);
    // What is set for another bot is not for this one.
    for name in [config::TOKEN_FILE, config::LOG] {
        command.env_remove(name);
    }
    // Said, so that no line of a kind is left out: they are counted here.
    command.env(config::LOG_FILTER, USUAL_FILTER);
    // All tables of a load stand in one server, and all lobbies are opened at once.
    for share in [
        config::TABLES_A_SERVER_VARIABLE,
        config::LOBBIES_A_SERVER_VARIABLE,
    ] {
        command.env(share, config::MOST_TABLES.to_string());
    }
    if settings.presses == PressShare::Roomy {
        command.env(
            config::PRESSES_A_SECOND_VARIABLE,
            config::MOST_PRESSES.to_string(),
        );
    }
    if let Some(requests) = settings.requests {
        command.env(config::REQUESTS_A_SECOND_VARIABLE, requests.to_string());
    }
    command
        .args(["run", "--sandbox", &sandbox.url(), "--db"])
        .arg(db)
        .env(config::TOKEN, sandbox.token())
        .env(config::PACE, settings.pace.as_secs_f64().to_string())
        .env(config::METRICS_PORT, "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    Ok(command)
}

/// Keeps lines of the log that complain, and whatever is no line of the log.
fn note(complaints: &Mutex<Complaints>, line: String) {
    if line.contains(RESUMED) {
        lock(complaints).resumes += 1;
    }
    if let Some((_, address)) = line.split_once(METRICS_AT) {
        lock(complaints).metrics = Some(address.trim().to_owned());
    }
    let is_calm = [" INFO ", " DEBUG ", " TRACE "]
        .iter()
        .any(|level| line.contains(level));
    if is_calm || line.trim().is_empty() {
        return;
    }
    let mut complaints = lock(complaints);
    complaints.lines += 1;
    complaints.last = Some(line.clone());
    if complaints.first.len() < KEPT {
        complaints.first.push(line);
    }
}

fn lock(complaints: &Mutex<Complaints>) -> std::sync::MutexGuard<'_, Complaints> {
    // Every change under this lock is complete in itself.
    complaints.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_wrong_is_a_complaint() {
        let complaints = Mutex::default();
        for line in [
            "2026-11-20T10:00:00Z  INFO istaka: the bot is there",
            "2026-11-20T10:00:01Z  WARN istaka::discord: a board could not be shown",
            "2026-11-20T10:00:02Z ERROR istaka::tables: a table fell over",
            "thread 'main' panicked at src/main.rs",
            "",
        ] {
            note(&complaints, line.to_owned());
        }
        let told = lock(&complaints).clone();
        assert_eq!(told.lines, 3, "{:?}", told.first);
    }
}
