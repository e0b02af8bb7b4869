//! The command line: one file for each subcommand. Human text by default, errors on stderr;
//! exit status 0 is done, 1 is "the answer is no", 2 is bad input or an unusable surrounding.

mod analyze;
mod clock;
mod draw;
mod house;
mod load;
mod run;
mod sandbox;
mod simulate;
mod verify;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

/// Okey with friends on Discord: one program that hosts the tables.
///
/// Without a subcommand the bot runs. To try it without a token: `istaka sandbox`.
#[derive(Parser)]
#[command(name = "istaka", version, about, long_about, max_term_width = 100)]
struct Istaka {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot, with the token in DISCORD_TOKEN
    Run(run::RunArgs),
    /// Play in the browser without a token: a small Discord on this machine, with the bot connected to it
    Sandbox(sandbox::SandboxArgs),
    /// Check the record of a finished game: seal, decks, moves and scores (exit status 1 if something is wrong)
    Verify(verify::VerifyArgs),
    /// Draw a rack or a board of a simulated game, or a rack of given tiles, as PNG
    Draw(draw::DrawArgs),
    /// Play many tables at full speed against the sandbox, and measure the bot
    Load(load::LoadArgs),
    /// Say what the exact solver makes of a rack
    Analyze(analyze::AnalyzeArgs),
    /// Play computers against each other and count what came of it
    Simulate(simulate::SimulateArgs),
}

/// A failure of the command line.
#[derive(Debug, thiserror::Error)]
enum CliFailure {
    /// What was given cannot be used.
    #[error("{0}")]
    BadInput(String),
    /// The answer is no, and it was given on stdout.
    #[error("the answer is no")]
    No,
}

impl CliFailure {
    fn bad(reason: impl std::fmt::Display) -> Self {
        Self::BadInput(reason.to_string())
    }
}

/// Where the bot keeps its tables.
#[derive(Args, Clone, Debug)]
struct DbArgs {
    /// The database of the tables and results (SQLite); made if it is not there
    #[arg(long, value_name = "FILE")]
    db: Option<std::path::PathBuf>,
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let istaka = Istaka::parse();
    start_log();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("istaka: the system gives no threads: {error}");
            return ExitCode::from(2);
        }
    };
    let done = runtime.block_on(async {
        match istaka.command {
            None => run::run(istaka.run).await,
            Some(Command::Run(args)) => run::run(args).await,
            Some(Command::Sandbox(args)) => sandbox::sandbox(args).await,
            Some(Command::Verify(args)) => verify::verify(&args),
            Some(Command::Draw(args)) => draw::draw(&args),
            Some(Command::Load(args)) => load::load(args).await,
            Some(Command::Analyze(args)) => analyze::analyze(args),
            Some(Command::Simulate(args)) => simulate::simulate(&args),
        }
    });
    // Threads that still draw or think would keep the process: nothing of theirs is needed.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliFailure::No) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("istaka: {failure}");
            ExitCode::from(2)
        }
    }
}

/// serenity logs whole requests at INFO and URLs with tokens in its errors, so it is kept quiet.
const USUAL_LOG: &str = "istaka=info,serenity=warn,poise=warn";

fn start_log() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(USUAL_LOG));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}

/// Waits until the process is asked to stop.
async fn asked_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // A system that cannot tell of interrupts: then only killing stops the process, and that loses nothing.
    if interrupted.await.is_err() {
        std::future::pending::<()>().await;
    }
}
