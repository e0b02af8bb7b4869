//! `istaka run`: the bot.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::Args;

use super::house::{self, Wanted};
use super::retention::RetentionArgs;
use super::shares::ShareArgs;
use super::stop::Stop;
use super::{CliFailure, clock, meters};
use crate::config::{self, Source};
use crate::discord::{Service, require_loopback};
use crate::tables::{Clock, HallSettings};

/// Where the bot keeps its tables if nothing else is said.
pub(super) const USUAL_DB: &str = "istaka.db";

/// The flags of `istaka run`.
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    #[command(flatten)]
    db: DbArgs,
    /// A file with the bot's token, instead of the variable DISCORD_TOKEN
    #[arg(long, value_name = "FILE", env = config::TOKEN_FILE, hide_env_values = true)]
    token_file: Option<OsString>,
    /// Seconds between the visible moves of computers, from 0 to 60 [usually 1]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, env = config::PACE, hide_env_values = true)]
    pace: Option<String>,
    #[command(flatten)]
    shares: ShareArgs,
    #[command(flatten)]
    retention: RetentionArgs,
    /// Your own page about privacy, which /privacy links: an address that begins with https:// [usually none]
    #[arg(long, value_name = "URL", env = config::PRIVACY_URL, hide_env_values = true)]
    privacy_url: Option<String>,
    /// People and servers whom you shut out: their ids, with commas between them [usually nobody]
    #[arg(long, value_name = "IDS", allow_hyphen_values = true, env = config::SHUT_OUT, hide_env_values = true)]
    shut_out: Option<String>,
    /// Tell on this port of this machine how the bot is: /metrics for Prometheus, /health for `istaka health`; 0 picks
    /// a free one [usually nothing is told]
    #[arg(long, value_name = "PORT", allow_hyphen_values = true, env = config::METRICS_PORT, hide_env_values = true)]
    metrics_port: Option<String>,
    /// Talk to a sandbox in another process instead of Discord (only on this machine), for instance http://127.0.0.1:4180
    #[arg(long, value_name = "URL", env = config::SANDBOX, hide_env_values = true)]
    sandbox: Option<String>,
}

/// Where the bot keeps its tables.
#[derive(Args, Clone, Debug)]
pub(super) struct DbArgs {
    /// The database of the tables and results (SQLite) [usually istaka.db in the working folder]
    #[arg(long, value_name = "FILE", env = config::DB, hide_env_values = true)]
    db: Option<OsString>,
}

impl DbArgs {
    /// The file.
    pub(super) fn file(self) -> PathBuf {
        let named = self.db.filter(|name| !name.is_empty());
        named.map_or_else(|| PathBuf::from(USUAL_DB), PathBuf::from)
    }
}

/// Runs the bot until it is asked to stop.
pub(super) async fn run(args: RunArgs) -> Result<(), CliFailure> {
    let stop = Stop::listen()?;
    if let Some(url) = &args.sandbox {
        require_loopback(url).map_err(|failure| {
            CliFailure::lasting(format!("--sandbox ({}): {failure}", config::SANDBOX))
        })?;
    }
    // A file may be a pipe in which nothing comes.
    let named = args.token_file.clone();
    let reading = tokio::task::spawn_blocking(move || token(named.as_deref()));
    let Some(read) = stop.unless(reading).await else {
        return Ok(());
    };
    let token = read.expect("reading a token does not fall over")?;
    let tables = HallSettings {
        pace: config::pace(args.pace.as_deref()).map_err(CliFailure::lasting)?,
        shares: args.shares.shares().map_err(CliFailure::lasting)?,
        retention: args.retention.retention().map_err(CliFailure::lasting)?,
    };
    let mut front = args.shares.front().map_err(CliFailure::lasting)?;
    let page = config::privacy_url(args.privacy_url.as_deref()).map_err(CliFailure::lasting)?;
    // As long as the process: settings of the front are handed around by copies.
    front.privacy = page.map(|page| &*page.leak());
    let shut_out = config::shut_out(args.shut_out.as_deref()).map_err(CliFailure::lasting)?;
    front.shut_out = shut_out.leak();
    let port = config::metrics_port(args.metrics_port.as_deref()).map_err(CliFailure::lasting)?;
    let telling = match port {
        Some(port) => Some(meters::listen(port).await?),
        None => None,
    };
    let (service, time) = match args.sandbox {
        None => (Service::Discord, Clock::real()),
        Some(url) => match stop.unless(clock::of_sandbox(&url)).await {
            Some(time) => (Service::Sandbox(url.clone()), time?),
            None => return Ok(()),
        },
    };
    let wanted = Wanted {
        service: &service,
        token: &token,
        db: &args.db.file(),
        clock: time,
        tables,
        front,
        telling,
    };
    house::serve(wanted, &stop).await
}

fn token(file: Option<&OsStr>) -> Result<String, CliFailure> {
    let (token, source) = config::token(file).map_err(CliFailure::lasting)?;
    if let Source::OpenFile(file) = &source {
        let file = file.display();
        tracing::warn!(%file, "everybody on this machine can read the token: `chmod 600` closes the file");
    }
    Ok(token)
}
