//! `istaka load --endure`: many games in one process, and whether anything of them stays behind when they are forgotten.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};

use super::bot::{BotProcess, Complaints, own_memory};
use super::people::{Company, Game, GamesLeft, Pace};
use super::tally::{Days, Failures, Tally};
use super::{LoadArgs, PATIENCE, REST, came, played, rests};
use crate::cli::CliFailure;
use crate::cli::told::tell;
use crate::rules::any::GameId;
use crate::sandbox::{self, Failure, Sandbox};

/// The bot is looked at after so many games; of fewer games ten times, but not sooner than after some, and twice at least.
const A_LOOK: u32 = 1_000;
const SOME: u32 = 100;
const FEW_LOOKS: u32 = 10;
const MOST_LOOKS: u32 = 1_000;
/// So many people come at once.
const AT_ONCE: usize = 16;
/// A table that has ended is forgotten after an hour.
const FORGOTTEN: Duration = Duration::from_secs(61 * 60);
/// So much time is let pass at once while games are played, longer than the quickest turn lasts, and so often: most games are
/// left to their tables, which wait for whoever does nothing.
const JUMP: Duration = Duration::from_secs(31);
const JUMPS_EVERY: Duration = Duration::from_millis(50);
/// Memory that is given back in so little at a second, or not within so long, is that of the bot.
const LITTLE: u64 = 100_000;
const LONGEST_GIVING: Duration = Duration::from_secs(20);
/// Aim: what a bot takes more in the end than after this part of its games.
const AIM_PERCENT: f64 = 2.0;
const FIRST_PART: u32 = 10;

/// What was found, the fewest games first.
pub(super) struct Endured {
    rows: Vec<Row>,
    failures: Failures,
    complaints: Complaints,
}

/// How the bot was after so many games, all of them over and forgotten.
#[derive(Clone, Copy, Debug)]
struct Row {
    games: u32,
    presses: usize,
    tables: Option<u64>,
    memory: Option<u64>,
    tasks: Option<u64>,
    threads: Option<u64>,
    open_files: Option<usize>,
    database: Option<u64>,
    /// The memory of this process, where the sandbox and the people are: no part of the bot's.
    sandbox: Option<u64>,
}

impl Row {
    async fn of(bot: &BotProcess, games: u32, presses: usize) -> Self {
        // What it tells is asked over a connection, which is open afterwards: memory and files are looked at before.
        let (memory, sandbox) = (bot.own_memory(), own_memory(std::process::id()));
        let open_files = bot.open_files();
        let told = bot.metrics().await.unwrap_or_default();
        Self {
            games,
            presses,
            memory,
            open_files,
            tables: told_there(&told, "istaka_tables"),
            tasks: told_there(&told, "istaka_tasks"),
            threads: bot.threads(),
            database: std::fs::metadata(bot.db()).ok().map(|file| file.len()),
            sandbox,
        }
    }

    const HEADS: [&str; 9] = [
        "games",
        "presses",
        "open",
        "memory",
        "tasks",
        "threads",
        "files",
        "database",
        "(sandbox)",
    ];

    fn told(&self) -> [String; 9] {
        let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
        [
            self.games.to_string(),
            self.presses.to_string(),
            told(self.tables),
            told(self.memory.map(megabytes)),
            told(self.tasks),
            told(self.threads),
            told(self.open_files),
            told(self.database.map(megabytes)),
            told(self.sandbox.map(megabytes)),
        ]
    }

    fn json(&self) -> Value {
        json!({
            "games": self.games,
            "presses": self.presses,
            "tables": self.tables,
            "memory_bytes": self.memory,
            "tasks": self.tasks,
            "threads": self.threads,
            "open_files": self.open_files,
            "database_bytes": self.database,
            "sandbox_memory_bytes": self.sandbox,
        })
    }
}

/// The number behind this name.
fn told_there(metrics: &str, name: &str) -> Option<u64> {
    let mut lines = metrics.lines();
    let number = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    number.parse().ok()
}

fn told(what: Option<impl ToString>) -> String {
    what.map_or("?".to_owned(), |what| what.to_string())
}

fn print_row(row: &[impl AsRef<str>; 9]) -> Result<(), CliFailure> {
    let cells = row.iter().map(|cell| format!("{:>10}", cell.as_ref()));
    tell(cells.collect::<String>())
}

/// Plays so many games in one bot, part after part; rows are printed as they come.
pub(super) async fn measure(args: &LoadArgs, games: u32) -> Result<Endured, CliFailure> {
    let sandbox = sandbox::start(args.sandbox_settings()).await;
    let sandbox = sandbox.map_err(CliFailure::bad)?;
    let bot = BotProcess::start(&sandbox, args.bot_settings())?;
    came(&sandbox, &bot).await?;
    let tally = Arc::new(Tally::of(Days::Good));
    let pace = Arc::new(Pace::new(args.rate));
    let looks = looks(games);
    let part = games / looks;
    let tables = args.tables.min(part);
    let (mut presses, mut rows) = (0, Vec::new());
    if !args.json {
        print_row(&Row::HEADS)?;
    }
    for look in 1..=looks {
        let some = if look == looks {
            games - part * (look - 1)
        } else {
            part
        };
        // Other channels each time: what is remembered of a channel would be found, too.
        let numbers = (look - 1) * tables..look * tables;
        let seated = seat(&sandbox, numbers, args.people, &tally).await?;
        let seated = play(&sandbox, seated, some - tables, &pace, &tally).await;
        forget(&sandbox).await?;
        is_forgotten(&bot).await;
        // The last board, and the line in the channel that tells how a game ended, may still be on their way.
        rests(&bot).await;
        for game in seated {
            game.goes().await.map_err(CliFailure::bad)?;
        }
        rests(&bot).await;
        gives_back(&bot).await;
        presses += tally.take_times().len();
        let row = Row::of(
            &bot,
            if look == looks { games } else { part * look },
            presses,
        )
        .await;
        if !args.json {
            print_row(&row.told())?;
        }
        rows.push(row);
    }
    let complaints = bot.complaints();
    drop(bot);
    sandbox.stop().await;
    Ok(Endured {
        rows,
        failures: tally.failures(),
        complaints,
    })
}

/// How often the bot is looked at.
fn looks(games: u32) -> u32 {
    let few = (games / SOME).clamp(2, FEW_LOOKS);
    (games / A_LOOK).clamp(few, MOST_LOOKS)
}

/// Tables of all games in turn, each opened once.
async fn seat(
    sandbox: &Sandbox,
    numbers: Range<u32>,
    people: u8,
    tally: &Arc<Tally>,
) -> Result<Vec<Game>, CliFailure> {
    let offered = GameId::RELEASED;
    let begins = |(number, game): (u32, &GameId)| {
        let company = Company {
            game: *game,
            people,
        };
        let ended = Arc::new(GamesLeft::of(0));
        Game::begins(
            sandbox.clone(),
            number,
            company,
            Arc::clone(tally),
            Some(ended),
        )
    };
    stream::iter(numbers.zip(offered.iter().cycle()))
        .map(begins)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
        .map_err(CliFailure::bad)
}

/// Plays every game to its end and so many more; answers the tables.
async fn play(
    sandbox: &Sandbox,
    games: Vec<Game>,
    more: u32,
    pace: &Arc<Pace>,
    tally: &Tally,
) -> Vec<Game> {
    let left = Arc::new(GamesLeft::of(more));
    let plays = |game: Game| tokio::spawn(game.plays_on(Arc::clone(&left), Arc::clone(pace)));
    let playing = played(games.into_iter().map(plays).collect(), tally);
    tokio::select! {
        games = playing => games,
        failed = hurry(sandbox, &left) => {
            tally.failed(&failed.to_string());
            Vec::new()
        }
    }
}

/// Lets time pass in jumps, never while somebody waits for an answer; answers what is in the way.
async fn hurry(sandbox: &Sandbox, left: &GamesLeft) -> Failure {
    loop {
        // Real time: the bot has to hear of each jump and to make what falls due.
        tokio::time::sleep(JUMPS_EVERY).await;
        let quiet = left.quiet().await;
        let jumped = pass(sandbox, JUMP).await;
        drop(quiet);
        if let Err(failure) = jumped {
            return failure;
        }
    }
}

async fn pass(sandbox: &Sandbox, time: Duration) -> Result<(), Failure> {
    let wish = json!({"ms": time.as_millis()});
    let passed = sandbox.call("POST", "/clock/advance", wish).await;
    passed.map(drop)
}

/// Lets so much time pass that the bot forgets what has ended.
async fn forget(sandbox: &Sandbox) -> Result<(), CliFailure> {
    pass(sandbox, FORGOTTEN).await.map_err(CliFailure::bad)
}

/// Waits until the bot knows no table any more: one whose channel goes before would be set aside.
async fn is_forgotten(bot: &BotProcess) {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        let told = bot.metrics().await.unwrap_or_default();
        if told_there(&told, "istaka_tables") == Some(0) {
            return;
        }
        // Real time: the bot is another process, and nothing but its meters tells when it has forgotten them.
        tokio::time::sleep(JUMPS_EVERY).await;
    }
}

/// Waits until the bot takes no less memory than a second before: allocators give back in their own time.
async fn gives_back(bot: &BotProcess) {
    let since = Instant::now();
    let mut before = bot.own_memory();
    while before.is_some() && since.elapsed() < LONGEST_GIVING {
        // Real time, for another process: nothing tells when its allocator is done.
        tokio::time::sleep(REST).await;
        let now = bot.own_memory();
        if now
            .zip(before)
            .is_none_or(|(now, before)| now + LITTLE >= before)
        {
            return;
        }
        before = now;
    }
}

impl Endured {
    /// Whether nothing failed and nobody complained.
    pub(super) fn is_clean(&self) -> bool {
        self.failures.count == 0 && self.complaints.lines == 0
    }

    /// How the bot was after the first part of its games.
    fn first(&self) -> Option<&Row> {
        let games = self.rows.last()?.games;
        self.rows.iter().find(|row| row.games >= games / FIRST_PART)
    }

    /// How much more memory the bot has in the end than after the first part, in percent.
    fn growth_percent(&self) -> Option<f64> {
        let (first, last) = (self.first()?.memory?, self.rows.last()?.memory?);
        Some((last as f64 / first as f64 - 1.0) * 100.0)
    }

    /// Prints what came of it on stdout, below the rows.
    pub(super) fn print(&self) -> Result<(), CliFailure> {
        let growth = self
            .growth_percent()
            .map(|percent| format!("{percent:+.1} %"));
        let first = self.first().map(|row| row.games);
        tell(format_args!(
            "memory since {} games: {}   aim below {AIM_PERCENT} %",
            told(first),
            told(growth)
        ))?;
        tell(format_args!(
            "{} presses failed, the bot's log complains in {} lines",
            self.failures.count, self.complaints.lines
        ))?;
        for line in self.failures.first.iter().chain(&self.complaints.first) {
            tell(format_args!("  {line}"))?;
        }
        Ok(())
    }

    /// The same for scripts.
    pub(super) fn json(&self) -> Value {
        json!({
            "endured": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
            "growth_percent": self.growth_percent(),
            "failures": self.failures.count,
            "first_failures": self.failures.first,
            "complaints": self.complaints.lines,
            "first_complaints": self.complaints.first,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_is_looked_at_ten_times_and_a_long_one_after_each_thousand() {
        for (games, often) in [(2, 2), (199, 2), (500, 5), (9_999, 10), (100_000, 100)] {
            assert_eq!(looks(games), often, "{games} games");
        }
    }

    #[test]
    fn growth_is_what_came_after_the_first_tenth() {
        let row = |games, memory| Row {
            games,
            presses: 0,
            tables: None,
            memory: Some(memory),
            tasks: None,
            threads: None,
            open_files: None,
            database: None,
            sandbox: None,
        };
        let rows = vec![
            row(1_000, 10),
            row(2_000, 40),
            row(10_000, 60),
            row(20_000, 50),
        ];
        let endured = Endured {
            rows,
            failures: Failures::default(),
            complaints: Complaints::default(),
        };
        assert_eq!(endured.growth_percent(), Some(25.0));
    }

    #[test]
    fn a_number_is_found_by_its_whole_name() {
        let metrics = "# TYPE istaka_tasks gauge\nistaka_tasks_of_old 3\nistaka_tasks 41\n";
        assert_eq!(told_there(metrics, "istaka_tasks"), Some(41));
        assert_eq!(told_there(metrics, "istaka_task"), None);
        assert_eq!(told_there("istaka_tasks many", "istaka_tasks"), None);
    }
}
