//! `istaka sandbox`: a small Discord on this machine, a page to play on, and the real bot connected to it.

use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::clock::{self, ClockArgs};
use super::{CliFailure, DbArgs, asked_to_stop, house};
use crate::discord::Service;
use crate::sandbox::{self, Failure, Faults, RateLimits, Sandbox};

/// The flags of `istaka sandbox`.
#[derive(Args, Clone, Debug)]
pub struct SandboxArgs {
    /// The port on this machine; 0 picks a free one
    #[arg(long, default_value_t = 4180)]
    port: u16,
    #[command(flatten)]
    db: DbArgs,
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

/// How long one look for the bot lasts; there is always another one.
const PATIENCE: Duration = Duration::from_secs(60);

/// Serves the sandbox until it is asked to stop.
pub async fn sandbox(args: SandboxArgs) -> Result<(), CliFailure> {
    let settings = sandbox::Settings {
        port: args.port,
        traffic: args.traffic.clone(),
        page: !args.no_page,
        clock: args.clock.of_the_sandbox(),
        rates: args.rate_limits.into(),
        faults: Faults::parse(&args.faults).map_err(CliFailure::bad)?,
        ..sandbox::Settings::default()
    };
    let sandbox = sandbox::start(settings).await.map_err(not_started)?;
    if args.no_bot {
        announce(&sandbox, &args);
        asked_to_stop().await;
        return Ok(());
    }
    let temporary = TemporaryDb::new(args.db.db.clone());
    let service = Service::Sandbox(sandbox.url());
    let token = sandbox.token();
    let time = clock::local(sandbox.clock());
    let ready = sandbox.clone();
    let telling = tokio::spawn(async move {
        while !ready.bot_came(PATIENCE).await {}
        announce(&ready, &args);
    });
    temporary.check()?;
    let served = house::serve(&service, &token, temporary.path(), time, asked_to_stop()).await;
    telling.abort();
    served
}

fn not_started(failure: Failure) -> CliFailure {
    match failure {
        Failure::Listen { port, source } if source.kind() == ErrorKind::AddrInUse => {
            CliFailure::bad(format!(
                "port {port} of this machine is taken, perhaps by another sandbox: --port 0 picks a free one"
            ))
        }
        failure => CliFailure::bad(failure),
    }
}

fn announce(sandbox: &Sandbox, args: &SandboxArgs) {
    if args.json {
        let ready = json!({
            "url": sandbox.url(),
            "token": sandbox.token(),
            "application": sandbox.application(),
            "guild": sandbox.guild(),
            "channel": sandbox.channel(),
        });
        println!("{ready}");
        return;
    }
    let (url, faults) = (sandbox.url(), sandbox.faults());
    if faults != Faults::default() {
        println!("What goes wrong on purpose: {faults}");
    }
    if args.no_bot {
        println!(
            "The sandbox is ready at {url}; a bot logs in with the token {}",
            sandbox.token()
        );
    } else if args.no_page {
        println!("The sandbox is ready at {url}");
    } else {
        println!("Open {url} in your browser and play. Ctrl+C stops it.");
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
        let made = File::options()
            .create_new(true)
            .write(true)
            .open(&self.path);
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
