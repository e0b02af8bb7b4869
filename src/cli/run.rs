//! `istaka run`: the bot.

use std::path::PathBuf;

use clap::Args;

use super::{CliFailure, DbArgs, asked_to_stop, clock, house};
use crate::config;
use crate::discord::{Service, require_loopback};
use crate::tables::Clock;

/// Where the bot keeps its tables if nothing else is said.
const USUAL_DB: &str = "istaka.db";

const NO_TOKEN: &str = "\
there is no token in DISCORD_TOKEN.
  To host the bot: make an application at https://discord.com/developers/applications, open its page
  \"Bot\", press \"Reset Token\", and start istaka with DISCORD_TOKEN set to what you copied.
  To try istaka without a token, in the browser: istaka sandbox";

/// The flags of `istaka run`.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    db: DbArgs,
    /// Talk to a sandbox in another process instead of Discord (only on this machine), for instance http://127.0.0.1:4180
    #[arg(long, value_name = "URL")]
    sandbox: Option<String>,
}

/// Runs the bot until it is asked to stop.
pub async fn run(args: RunArgs) -> Result<(), CliFailure> {
    if let Some(url) = &args.sandbox {
        require_loopback(url).map_err(CliFailure::bad)?;
    }
    let token = config::token().ok_or_else(|| CliFailure::bad(NO_TOKEN))?;
    let db = args.db.db.unwrap_or_else(|| PathBuf::from(USUAL_DB));
    let (service, time) = match args.sandbox {
        None => (Service::Discord, Clock::real()),
        Some(url) => {
            let time = clock::of_sandbox(&url).await?;
            (Service::Sandbox(url), time)
        }
    };
    house::serve(&service, &token, &db, time, asked_to_stop()).await
}
