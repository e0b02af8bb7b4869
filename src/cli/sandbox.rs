//! `istaka sandbox`: a small Discord on this machine, a page to play on, and the real bot connected to it.

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
            world: self.db.as_deref().map(world_beside),
            ..sandbox::Settings::default()
        })
    }
}

/// How long one look for the bot lasts; there is always another one.
const PATIENCE: Duration = Duration::from_secs(60);

/// Serves the sandbox until it is asked to stop.
pub(super) async fn sandbox(args: SandboxArgs) -> Result<(), CliFailure> {
    let stop = Stop::listen();
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
        announce(&sandbox, &args)?;
        stop.asked().await;
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
        if let Err(failure) = announce(&ready, &args) {
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
            trouble: WorldTrouble::InUse,
            ..
        } => CliFailure::passing(failure),
        Failure::World { .. } => CliFailure::lasting(format!(
            "{failure}. Move it away to begin a new one, or name another file with --db"
        )),
        failure => CliFailure::bad(failure),
    }
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
                path: std::env::temp_dir()
                    .join(format!("istaka-sandbox-{:016x}.db", rand::random::<u64>())),
                is_temporary: true,
            },
        }
    }

    fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Whether it can be made: where nobody named a file, nobody knows what to do about one that cannot.
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
        })
    }
}

impl Drop for TemporaryDb {
    fn drop(&mut self) {
        if !self.is_temporary {
            return;
        }
        for suffix in ["", "-wal", "-shm", ".lock"] {
            let mut path = self.path.clone().into_os_string();
            path.push(suffix);
            // What was never made cannot be removed, and a left-over file in the temporary folder harms nobody.
            let _ = std::fs::remove_file(path);
        }
    }
}
