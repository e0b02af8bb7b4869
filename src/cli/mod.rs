//! The command line: one file for each subcommand. Human text by default, errors on stderr; the exit status says what
//! whoever started the program can do next.

mod adversaries;
mod analyze;
mod backup;
mod check;
mod choices;
mod clock;
mod draw;
mod flood;
mod health;
mod house;
mod load;
mod log;
mod meters;
mod retention;
mod run;
mod sandbox;
mod scribe;
mod shares;
mod shuffles;
mod simulate;
mod stop;
mod tidy;
mod told;
mod verify;

use std::ffi::OsString;
use std::num::NonZero;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use self::flood::SPARED;
use crate::{discord, store};

/// Said below the flags: what is no flag.
const AFTER_HELP: &str = "\
The token: in the variable DISCORD_TOKEN; or in a file that --token-file or DISCORD_TOKEN_FILE names; or as systemd's \
credential discord-token. It is no flag, for every list of processes shows flags.

The exit status: 0 done, 1 try again, 2 wrong use or an answer that cannot be written, 78 something that waiting does not mend (the token, the intents, a \
setting, the database). Of verify, check and health 1 means that the answer is no.";

/// Okey, Okey 101, Kaluki and Hachinin-meri with friends on Discord: one program that hosts the tables.
///
/// Without a subcommand the bot runs. To try it without a token: `istaka sandbox`.
#[derive(Parser)]
#[command(name = "istaka", version, about, long_about, max_term_width = 100, after_long_help = AFTER_HELP)]
struct Istaka {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    log: log::LogArgs,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot, with the token in DISCORD_TOKEN
    #[command(after_long_help = AFTER_HELP)]
    Run(run::RunArgs),
    /// Ask the running bot of this machine how it is (exit status 1 if it is not well)
    Health(health::HealthArgs),
    /// Copy the database, also while the bot runs
    Backup(backup::BackupArgs),
    /// Check a database or a copy of it: the file, and that every journal replays (exit status 1 if something is wrong)
    Check(check::CheckArgs),
    /// Pack the journals of games that are long over and give the room back, while the bot does not run (it packs by itself)
    Tidy(tidy::TidyArgs),
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
    /// Count where each piece lies in many shuffled decks (exit status 1 if they are not even)
    Shuffles(shuffles::ShufflesArgs),
    /// Try everything with a game, what is allowed and what is not (exit status 1 if anything gives way)
    Adversaries(adversaries::AdversariesArgs),
}

/// A failure of the command line.
#[derive(Debug, thiserror::Error)]
enum CliFailure {
    /// What was given cannot be used, stdout included.
    #[error("{0}")]
    BadInput(String),
    /// It may go better another time.
    #[error("{0}")]
    Passing(String),
    /// Waiting does not mend it: somebody has to change something.
    #[error("{0}")]
    Lasting(String),
    /// The answer is no, and it was given on stdout.
    #[error("the answer is no")]
    No,
}

impl CliFailure {
    fn bad(reason: impl std::fmt::Display) -> Self {
        Self::BadInput(reason.to_string())
    }

    fn passing(reason: impl std::fmt::Display) -> Self {
        Self::Passing(reason.to_string())
    }

    fn lasting(reason: impl std::fmt::Display) -> Self {
        Self::Lasting(reason.to_string())
    }

    /// The exit status; 78 is `EX_CONFIG` of sysexits, which service managers can be told not to try again after.
    fn status(&self) -> u8 {
        match self {
            Self::Passing(_) | Self::No => 1,
            Self::BadInput(_) => 2,
            Self::Lasting(_) => 78,
        }
    }
}

impl From<store::Failure> for CliFailure {
    fn from(failure: store::Failure) -> Self {
        if matches!(failure, store::Failure::FolderShut { .. }) {
            // Nothing is wrong but the place that was named.
            Self::bad(failure)
        } else if failure.may_pass() {
            Self::passing(failure)
        } else {
            Self::lasting(failure)
        }
    }
}

impl Istaka {
    /// The command line, with what the variables say beside it: one that is set to nothing is not set.
    fn read() -> Self {
        Self::said(std::env::args_os()).unwrap_or_else(|fault| fault.exit())
    }

    /// What these words say, the first of which is the program's name.
    fn said(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = without_empty_variables(Self::command());
        let matches = command.try_get_matches_from_mut(words)?;
        if let Some(subcommand) = matches.subcommand_name()
            && let Some(flag) = passed_over(&command, &matches)
        {
            let reason = format!(
                "'--{flag}' stands before '{subcommand}', where it does not count: what a subcommand is told belongs behind it"
            );
            return Err(command.error(ErrorKind::ArgumentConflict, reason));
        }
        Self::from_arg_matches(&matches)
    }
}

/// A flag of the bot that runs without a subcommand, said on this command line. Those of the log count everywhere.
fn passed_over(command: &clap::Command, matches: &ArgMatches) -> Option<String> {
    let is_said =
        |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut own = command.get_arguments().filter(|arg| !arg.is_global_set());
    own.find(is_said)?.get_long().map(str::to_owned)
}

fn without_empty_variables(command: clap::Command) -> clap::Command {
    let unset = |arg: Arg| {
        let value = arg.get_env().and_then(std::env::var_os);
        if value.is_some_and(|value| value.is_empty()) {
            arg.env(Resettable::Reset)
        } else {
            arg
        }
    };
    command
        .mut_args(unset)
        .mut_subcommands(without_empty_variables)
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    discord::choose_tls();
    let istaka = Istaka::read();
    let log = match istaka.log.start() {
        Ok(log) => log,
        Err(failure) => {
            log::say(&failure);
            return ExitCode::from(failure.status());
        }
    };
    let done = start(istaka);
    SPARED.tell();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, CliFailure::No) {
                log.say_last(&failure);
            }
            ExitCode::from(failure.status())
        }
    }
}

/// Off the tasks' threads computers think, two for each processor at once, and so many more things are done there at once:
/// a hint is looked for, a journal is replayed or packed, a face is read. A thread that was needed once comes again with
/// every busy evening, and each keeps what its solver remembers and what it freed: without an end there were twenty.
const SPARE_THREADS: usize = 4;

/// A thread that has nothing to do stays: where the system had no other for a moment, whatever asked for one would fall over, and
/// keep its place among those who think.
const KEPT_ALIVE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

fn start(istaka: Istaka) -> Result<(), CliFailure> {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(2 * processors + SPARE_THREADS)
        .thread_keep_alive(KEPT_ALIVE)
        .build()
        .map_err(|error| CliFailure::passing(format!("the system gives no threads: {error}")))?;
    stop::outlives_full_files(&runtime);
    // While there is one, what is to be done off the tasks' threads waits for it where the system gives no other.
    runtime.spawn_blocking(|| ());
    let done = runtime.block_on(obey(istaka));
    // Threads that still draw or think would keep the process: nothing of theirs is needed.
    runtime.shutdown_background();
    done
}

async fn obey(istaka: Istaka) -> Result<(), CliFailure> {
    match istaka.command {
        None => run::run(istaka.run).await,
        Some(Command::Run(args)) => run::run(args).await,
        Some(Command::Health(args)) => health::health(&args).await,
        Some(Command::Backup(args)) => backup::backup(args).await,
        Some(Command::Check(args)) => check::check(&args).await,
        Some(Command::Tidy(args)) => tidy::tidy(args).await,
        Some(Command::Sandbox(args)) => sandbox::sandbox(args).await,
        Some(Command::Verify(args)) => verify::verify(&args),
        Some(Command::Draw(args)) => draw::draw(&args),
        Some(Command::Load(args)) => load::load(args).await,
        Some(Command::Analyze(args)) => analyze::analyze(args),
        Some(Command::Simulate(args)) => simulate::simulate(&args),
        Some(Command::Shuffles(args)) => shuffles::shuffles(&args),
        Some(Command::Adversaries(args)) => adversaries::adversaries(&args),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn said(line: &str) -> Result<Istaka, clap::Error> {
        Istaka::said(line.split(' ').map(OsString::from))
    }

    #[test]
    fn a_flag_that_would_be_passed_over_is_refused() {
        for line in [
            "istaka --db real.db --pace 2",
            "istaka run --db real.db --pace 2",
            "istaka backup copy.db --db real.db",
            "istaka --log json --log-filter istaka=debug backup copy.db",
        ] {
            assert!(said(line).is_ok(), "{line}");
        }
        for (line, flag) in [
            ("istaka --db real.db run", "--db"),
            ("istaka --db real.db run --db real.db", "--db"),
            ("istaka --log json --db real.db backup copy.db", "--db"),
            ("istaka --pace=2 check copy.db", "--pace"),
            ("istaka --pack-after never tidy", "--pack-after"),
            ("istaka --metrics-port 4181 health", "--metrics-port"),
        ] {
            let fault = said(line).err().expect("it is passed over");
            assert_eq!(fault.kind(), ErrorKind::ArgumentConflict, "{line}");
            let told = fault.to_string();
            assert!(
                told.contains(flag) && told.contains("belongs behind it"),
                "{line}: {told}"
            );
        }
    }

    /// What stands between these signs for code, in the first cells of the rows below this heading.
    fn cells<'a>(page: &'a str, heading: &str) -> Vec<[&'a str; 2]> {
        let (_, below) = page.split_once(heading).expect("the section");
        let section = below.split("\n## ").next().unwrap_or_default();
        let rows = section.lines().filter(|line| line.starts_with("| "));
        let cells = rows.skip(1).map(|row| {
            let mut cells = row.trim_start_matches("| ").split(" | ");
            std::array::from_fn(|_| cells.next().expect("a row of three cells"))
        });
        cells.collect()
    }

    /// What a cell quotes.
    fn quoted(cell: &str) -> impl Iterator<Item = &str> {
        cell.split('`').skip(1).step_by(2)
    }

    /// A host looks for what can be set on one page: all that `run` takes stands there with its variable, and nothing else does.
    #[test]
    fn every_setting_stands_on_the_page_for_hosts() {
        let rows = cells(include_str!("../../docs/hosting.md"), "\n## 5. Settings");
        let on_page = rows.into_iter().flat_map(|[flags, variables]| {
            let name = |flag: &str| flag.split(' ').next().unwrap_or_default().to_owned();
            let flags: Vec<String> = quoted(flags).map(name).collect();
            let variables: Vec<String> = quoted(variables).map(str::to_owned).collect();
            // The token has no flag.
            if flags.is_empty() {
                assert_eq!(variables, ["DISCORD_TOKEN"]);
            } else {
                assert_eq!(flags.len(), variables.len(), "{flags:?} and {variables:?}");
            }
            flags.into_iter().zip(variables)
        });
        let on_page: BTreeSet<(String, String)> = on_page.collect();
        let command = Istaka::command();
        let run = command.find_subcommand("run").expect("the bot runs");
        let all = run.get_arguments().chain(command.get_arguments());
        let there = all.filter_map(|flag| {
            let variable = flag.get_env()?.to_string_lossy().into_owned();
            Some((format!("--{}", flag.get_long()?), variable))
        });
        let there: BTreeSet<(String, String)> = there.collect();
        assert!(there.len() > 10, "only {} settings", there.len());
        assert_eq!(on_page, there);
    }
}
