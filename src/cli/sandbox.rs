//! `istaka sandbox`: a small Discord on this machine, a page to play on, and the real bot connected to it.

use std::collections::BTreeMap;
use std::fs::{Metadata, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::clock::{self, ClockArgs};
use super::house::{self, Wanted};
use super::shares::ShareArgs;
use super::stop::Stop;
use super::told::tell;
use super::{CliFailure, meters};
use crate::config;
use crate::discord::Service;
use crate::sandbox::{
    self, BotUser, Failure, Faults, RateLimits, Sandbox, WorldTrouble, world_beside,
};
use crate::store::{self, Store};
use crate::tables::{HallSettings, Retention};

/// The flags of `istaka sandbox`.
#[derive(Args, Clone, Debug)]
pub(super) struct SandboxArgs {
    /// The port on this machine; 0 picks a free one
    #[arg(long, default_value_t = 4180)]
    port: u16,
    /// Keep the tables and results in this database, and people, channels and messages in FILE.world beside it; without it
    /// they go with the sandbox
    // No variable: the one of `run` names the tables of real servers.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Seconds between the visible moves of computers, from 0 to 60 [usually 1]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, env = config::PACE, hide_env_values = true)]
    pace: Option<String>,
    #[command(flatten)]
    shares: ShareArgs,
    /// Tell on this port of this machine how the bot is; 0 picks a free one [usually nothing is told]
    // No variable, either: the port of the real bot is taken.
    #[arg(long, value_name = "PORT")]
    metrics_port: Option<u16>,
    /// Append every request and answer to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    traffic: Option<PathBuf>,
    /// Do not start the bot: let another one log in
    #[arg(long)]
    no_bot: bool,
    /// Do not serve the page
    #[arg(long)]
    no_page: bool,
    /// Let something go wrong, as docs/sandbox.md lists it: `error_percent=10`; may be given several times
    #[arg(long = "fault", value_name = "NAME=VALUE")]
    faults: Vec<String>,
    /// Let the bot's user have an id of its own, as in applications that are older than a few years
    #[arg(long)]
    separate_bot_user: bool,
    /// In so many more servers the bot is, as large as real ones; nobody plays there
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    servers: u64,
    /// Whether requests beyond Discord's rate limits are refused
    #[arg(long, value_name = "on|off", default_value = "on")]
    rate_limits: Switch,
    #[command(flatten)]
    clock: ClockArgs,
    /// Print one JSON object when everything is ready
    #[arg(long)]
    json: bool,
}

/// On or off, for people.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Switch {
    On,
    Off,
}

impl From<Switch> for RateLimits {
    fn from(switch: Switch) -> Self {
        match switch {
            Switch::On => Self::Enforced,
            Switch::Off => Self::Off,
        }
    }
}

impl SandboxArgs {
    fn settings(&self) -> Result<sandbox::Settings, CliFailure> {
        let bot_user = if self.separate_bot_user {
            BotUser::Apart
        } else {
            BotUser::OfApplication
        };
        Ok(sandbox::Settings {
            port: self.port,
            traffic: self.traffic.clone(),
            page: !self.no_page,
            clock: self.clock.of_the_sandbox(),
            rates: self.rate_limits.into(),
            faults: Faults::parse(&self.faults).map_err(CliFailure::bad)?,
            bot_user,
            servers: self.servers,
            world: self.db.as_deref().map(world_beside),
            ..sandbox::Settings::default()
        })
    }
}

/// How long one look for the bot lasts; there is always another one.
const PATIENCE: Duration = Duration::from_secs(60);

/// Serves the sandbox until it is asked to stop.
pub(super) async fn sandbox(args: SandboxArgs) -> Result<(), CliFailure> {
    let stop = Stop::listen()?;
    let tables = HallSettings {
        pace: config::pace(args.pace.as_deref()).map_err(CliFailure::lasting)?,
        shares: args.shares.shares().map_err(CliFailure::lasting)?,
        retention: Retention::default(),
    };
    let front = args.shares.front().map_err(CliFailure::lasting)?;
    let telling = match args.metrics_port {
        Some(port) => Some(meters::listen(port).await?),
        None => None,
    };
    let halves = args.db.as_deref().map(Halves::of);
    if let (Some(db), false) = (&args.db, args.no_bot) {
        // Nothing is put beside a database that cannot be used.
        let Some(opened) = stop.unless(Store::open(db)).await else {
            return Ok(());
        };
        opened?.close().await;
    }
    let sandbox = sandbox::start(args.settings()?)
        .await
        .map_err(not_started)?;
    if args.no_bot {
        if let Some(announced) = stop.unless(announced(sandbox.clone(), args)).await {
            announced?;
            stop.asked().await;
        }
        sandbox.stop().await;
        return Ok(());
    }
    if let Some(halves) = halves {
        halves.tell();
    }
    let temporary = TemporaryDb::new(args.db.clone());
    let service = Service::Sandbox(sandbox.url());
    let token = sandbox.token();
    let time = clock::local(sandbox.clock());
    let (ready, open) = (sandbox.clone(), sandbox.clone());
    let announcing = tokio::spawn(async move {
        while !ready.bot_came(PATIENCE).await {}
        if let Err(failure) = announced(ready, args).await {
            tracing::warn!(%failure, "nobody was told where the sandbox is");
        }
    });
    temporary.check()?;
    let wanted = Wanted {
        service: &service,
        token: &token,
        db: temporary.path(),
        clock: time,
        tables,
        front,
        telling,
    };
    let served = house::serve(wanted, &stop).await;
    announcing.abort();
    open.stop().await;
    served
}

/// A database and the world that is played with it: one without the other is no game.
struct Halves {
    db: PathBuf,
    had_db: bool,
    had_world: bool,
}

impl Halves {
    /// Which of both are there, before anything is opened.
    fn of(db: &Path) -> Self {
        Self {
            db: db.to_owned(),
            had_db: is_begun(db),
            had_world: is_begun(&world_beside(db)),
        }
    }

    /// Says it if one is missing. Both are begun where neither is there, and go on where both are.
    fn tell(&self) {
        let (db, world) = (self.db.display(), world_beside(&self.db));
        let world = world.display();
        match (self.had_db, self.had_world) {
            (true, false) => tracing::warn!(
                "{db} has no world beside it ({world}): a new one begins, and the tables of before are out of reach"
            ),
            (false, true) => tracing::warn!(
                "{world} goes on without its database {db}: the tables of before are gone, and their buttons say so"
            ),
            (true, true) | (false, false) => {}
        }
    }
}

/// Whether something was ever written into a file.
fn is_begun(file: &Path) -> bool {
    file.metadata().is_ok_and(|about| about.len() > 0)
}

fn not_started(failure: Failure) -> CliFailure {
    match failure {
        Failure::Listen { port, source } if source.kind() == ErrorKind::AddrInUse => {
            CliFailure::passing(format!(
                "port {port} of this machine is taken, perhaps by another sandbox: --port 0 picks a free one"
            ))
        }
        Failure::World {
            trouble: WorldTrouble::InUse | WorldTrouble::DiskRefused,
            ..
        } => CliFailure::passing(failure),
        Failure::World { .. } => CliFailure::lasting(format!(
            "{failure}. Move it away to begin a new one, or name another file with --db"
        )),
        failure => CliFailure::bad(failure),
    }
}

/// Announces it on a thread beside those of the tasks: a terminal that stands still takes no line, and must keep nobody else.
async fn announced(sandbox: Sandbox, args: SandboxArgs) -> Result<(), CliFailure> {
    let announcing = tokio::task::spawn_blocking(move || announce(&sandbox, &args));
    announcing.await.expect("announcing does not fall over")
}

fn announce(sandbox: &Sandbox, args: &SandboxArgs) -> Result<(), CliFailure> {
    if args.json {
        return tell(json!({
            "url": sandbox.url(),
            "token": sandbox.token(),
            "application": sandbox.application(),
            "guild": sandbox.guild(),
            "channel": sandbox.channel(),
        }));
    }
    let (url, faults) = (sandbox.url(), sandbox.faults());
    if faults != Faults::default() {
        tell(format_args!("What goes wrong on purpose: {faults}"))?;
    }
    if args.no_bot {
        tell(format_args!(
            "The sandbox is ready at {url}; a bot logs in with the token {}",
            sandbox.token()
        ))
    } else if args.no_page {
        tell(format_args!("The sandbox is ready at {url}"))
    } else {
        tell(format_args!(
            "Open {url} in your browser and play. Ctrl+C stops it."
        ))
    }
}

/// The database of one sandbox: a file that stays, or one that goes with the process.
struct TemporaryDb {
    path: PathBuf,
    is_temporary: bool,
}

impl TemporaryDb {
    fn new(kept: Option<PathBuf>) -> Self {
        match kept {
            Some(path) => Self {
                path,
                is_temporary: false,
            },
            None => Self {
                path: std::env::temp_dir().join(temporary_name(rand::random())),
                is_temporary: true,
            },
        }
    }

    fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Whether it can be made: where nobody named a file, nobody knows what to do about one that cannot. Where it can,
    /// those that killed sandboxes have left go.
    fn check(&self) -> Result<(), CliFailure> {
        if !self.is_temporary {
            return Ok(());
        }
        let made = store::private().create_new(true).open(&self.path);
        made.map(drop).map_err(|failure| {
            CliFailure::bad(format!(
                "the temporary database {} cannot be made ({failure}): keep one elsewhere with --db FILE",
                self.path.display()
            ))
        })?;
        remove_left_over(&self.path);
        Ok(())
    }
}

impl Drop for TemporaryDb {
    fn drop(&mut self) {
        if !self.is_temporary {
            return;
        }
        for suffix in ["", "-wal", "-shm", LOCK] {
            // What was never made cannot be removed, and what is left over another sandbox removes.
            let _ = std::fs::remove_file(beside(&self.path, suffix));
        }
    }
}

/// What comes after the name of a database in that of its lock.
const LOCK: &str = ".lock";
/// Before and after the number in the name of a temporary database.
const AROUND: [&str; 2] = ["istaka-sandbox-", ".db"];
/// The digits of that number.
const DIGITS: usize = 16;
/// A database that was just made has no lock yet: it is left alone for so long.
const YOUNG: Duration = Duration::from_secs(10 * 60);

fn temporary_name(number: u64) -> String {
    let [before, after] = AROUND;
    format!("{before}{number:0DIGITS$x}{after}")
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(suffix);
    PathBuf::from(name)
}

/// The name of the temporary database that a file is, or that it belongs to.
fn database_of(file: &str) -> Option<&str> {
    let [before, after] = AROUND;
    let digits = file.strip_prefix(before)?.get(..DIGITS)?;
    let database = file.get(..before.len() + DIGITS + after.len())?;
    let ending = file.get(database.len()..)?;
    let is_one = digits.bytes().all(|byte| byte.is_ascii_hexdigit()) && database.ends_with(after);
    (is_one && (ending.is_empty() || ending.starts_with(['-', '.']))).then_some(database)
}

/// Removes the temporary databases that killed sandboxes of the same user have left in the folder of this one, which was
/// made just now. What cannot be read or removed stays.
fn remove_left_over(own: &Path) {
    let (Some(folder), Ok(about)) = (own.parent(), own.symlink_metadata()) else {
        return;
    };
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut found: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for entry in entries.flatten() {
        if let Some(database) = entry.file_name().to_str().and_then(database_of) {
            let files = found.entry(folder.join(database)).or_default();
            files.push(entry.path());
        }
    }
    for (database, files) in found {
        // With a world beside it somebody keeps it.
        let is_kept = world_beside(&database).exists();
        if !is_kept && files.iter().all(|file| is_left_over(file, &about)) {
            remove_unless_used(&database, files);
        }
    }
}

/// Whether it is a file of the user who owns the new one, and long older.
fn is_left_over(file: &Path, new: &Metadata) -> bool {
    let Ok(about) = file.symlink_metadata() else {
        return false;
    };
    let (Ok(written), Ok(now)) = (about.modified(), new.modified()) else {
        return false;
    };
    let is_old = now.duration_since(written).is_ok_and(|age| age >= YOUNG);
    about.is_file() && is_old && has_same_owner(&about, new)
}

#[cfg(unix)]
fn has_same_owner(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.uid() == other.uid()
}

/// Elsewhere everybody has a temporary folder of their own.
#[cfg(not(unix))]
fn has_same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Removes a database and what is beside it, holding its lock; a running sandbox holds that itself.
fn remove_unless_used(database: &Path, mut files: Vec<PathBuf>) {
    let its_lock = beside(database, LOCK);
    let lock = OpenOptions::new().read(true).write(true).open(&its_lock);
    let is_unused = match &lock {
        Ok(lock) => lock.try_lock().is_ok(),
        // Its sandbox ended before it was opened. If there is something in it, somebody has removed the lock.
        Err(failure) => failure.kind() == ErrorKind::NotFound && !is_begun(database),
    };
    if !is_unused {
        return;
    }
    // The lock goes last: who is killed meanwhile leaves what can be removed by the next one.
    files.sort_by_key(|file| *file == its_lock);
    for file in files {
        let _ = std::fs::remove_file(file);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::*;
    use crate::store::Folder;

    const OLD: Duration = Duration::from_secs(60 * 60);

    /// A file that was written so long ago.
    fn written(path: &Path, text: &str, age: Duration) -> File {
        let mut file = File::create_new(path).expect("a new file");
        file.write_all(text.as_bytes()).expect("written");
        let about = file.metadata().expect("about it");
        let now = about.modified().expect("when it was written");
        file.set_modified(now - age).expect("older");
        file
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("the folder");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
        let names = entries.map(|entry| name(entry).into_string().expect("text"));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn what_killed_sandboxes_have_left_goes_and_nothing_that_is_used() {
        let home = Folder::new();
        let file = home.file();
        let folder = file.parent().expect("a folder");
        let at = |number: u64, suffix: &str| beside(&folder.join(temporary_name(number)), suffix);
        // Killed while it ran; before it was opened; while it was removing its files.
        for suffix in ["", "-wal", "-shm", ".mended", LOCK] {
            written(&at(1, suffix), "text", OLD);
        }
        written(&at(2, ""), "", OLD);
        written(&at(3, LOCK), "text", OLD);
        let left = names(folder);
        // It runs, and nothing has happened for long.
        let held = ["", LOCK].map(|suffix| written(&at(4, suffix), "text", OLD));
        held[1].try_lock().expect("a lock that nobody holds");
        // Just made; just written.
        written(&at(5, ""), "", Duration::ZERO);
        written(&at(6, "-wal"), "text", Duration::ZERO);
        for (number, suffix) in [(6, ""), (6, LOCK)] {
            written(&at(number, suffix), "text", OLD);
        }
        // Without its lock nobody knows whether it is used; with a world beside it somebody keeps it.
        written(&at(7, ""), "text", OLD);
        for suffix in ["", LOCK, ".world"] {
            written(&at(8, suffix), "text", OLD);
        }
        // Not ours.
        written(&at(9, "x"), "", OLD);
        for name in [
            "istaka-sandbox-notes.db",
            "istaka-sandbox-tests-1-00000000.db",
        ] {
            written(&folder.join(name), "", OLD);
        }
        let before = names(folder);
        let own = TemporaryDb {
            path: at(0xff, ""),
            is_temporary: true,
        };
        own.check().expect("it can be made");
        let mut stays: Vec<String> = before
            .into_iter()
            .filter(|name| !left.contains(name))
            .collect();
        stays.push(temporary_name(0xff));
        stays.sort();
        assert_eq!(names(folder), stays);
        drop(own);
        assert!(!names(folder).contains(&temporary_name(0xff)));
    }
}
