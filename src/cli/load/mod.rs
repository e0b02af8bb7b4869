//! `istaka load`: many tables at full speed against the sandbox, and the figures that a host wants to know.
//!
//! The sandbox and the people run in this process, the bot in one of its own, so that its memory and time are its alone.

mod boards;
mod bot;
mod endure;
mod faulty;
mod greedy;
mod growth;
mod panel;
mod people;
mod report;
mod tally;

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use self::boards::BoardAges;
use self::bot::{BotProcess, BotSettings, PressShare};
use self::endure::Endured;
use self::faulty::FaultReport;
use self::greedy::{Greedy, GreedyReport};
use self::growth::Growth;
use self::people::{Company, Game, Pace};
use self::report::{Memory, Report, Restarted};
use self::tally::{Days, Tally};
use super::clock::ClockArgs;
use super::stop::Stop;
use super::told::tell;
use super::{CliFailure, choices};
use crate::config;
use crate::rules::any::GameId;
use crate::sandbox::{self, Faults, RateLimits, Sandbox};

/// The flags of `istaka load`.
#[derive(Args, Clone, Debug)]
pub(super) struct LoadArgs {
    /// What is played
    #[arg(long, default_value = "okey", value_parser = choices::game())]
    game: GameId,
    /// How many tables, each with as many seats as the game allows
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=4000))]
    tables: u32,
    /// How long they are played
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// At most so many presses a second, of all people together; without it as fast as answers come
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: Option<u32>,
    /// Let something go wrong while it is played, as docs/sandbox.md lists it: `error_percent=10`; may be given
    /// several times. Then Discord's rate limits hold, short games are played, and each to its end
    #[arg(long = "fault", value_name = "NAME=VALUE")]
    faults: Vec<String>,
    /// How many people sit at each table; computers have the other seats
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    people: u8,
    /// Seconds between the moves of computers
    #[arg(long, value_name = "SECONDS", default_value = "0", allow_hyphen_values = true, value_parser = pace)]
    pace: Duration,
    /// Let Discord's rate limits hold, so that boards wait for each other
    #[arg(long)]
    limits: bool,
    /// Let the bot send so many requests a second, as if Discord had raised its limit [usually 50]
    #[arg(long, value_name = "NUMBER", conflicts_with = "limits",
        value_parser = clap::value_parser!(u32).range(i64::from(config::FEWEST_REQUESTS)..=i64::from(config::MOST_REQUESTS)))]
    requests: Option<u32>,
    /// In so many more servers the bot is meanwhile, as large as real ones; nobody plays there
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    servers: u64,
    /// Seconds that are played before anything counts: within Discord's limits the lobbies and first boards of many tables
    /// take some time
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(0..=3600))]
    warm_up: u64,
    /// Afterwards play as long again beside one greedy person who presses *My rack* so often a second, a hundred times if
    /// no number is said, and tell what that does to the others
    #[arg(long, value_name = "PRESSES", conflicts_with = "faults", num_args = 0..=1, default_missing_value = "100",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    greedy: Option<u32>,
    /// Open more and more tables in one bot, for instance 10,100,1000,3000; play as often at ten of them each time, and
    /// tell what a press costs the bot then. Its first boards are waited for: some eight tables a second
    #[arg(long, value_name = "TABLES", value_delimiter = ',', conflicts_with_all = ["faults", "greedy", "tables"],
        value_parser = clap::value_parser!(u32).range(1..=4000))]
    growth: Vec<u32>,
    /// Play so many short games of all kinds in one bot, each to its end, and tell on the way, ten times of a thousand and more, how much memory, how
    /// many tasks and how many open files it has when all of them are over and forgotten
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["faults", "greedy", "growth", "game", "seconds"],
        value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    endure: Option<u32>,
    #[command(flatten)]
    clock: ClockArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What the bot itself takes for a pace.
fn pace(text: &str) -> Result<Duration, config::NoSetting> {
    config::pace(Some(text))
}

/// A bot that does not come within this will not come, on a machine however slow.
const PATIENCE: Duration = Duration::from_secs(300);
/// The bot's memory is read when it has had nothing to do for so long. Within Discord's limits it does some forty things a
/// second, so a shorter time looks like rest where there is none.
const REST: Duration = Duration::from_secs(1);
/// Where nobody can tell, it is read after this.
const SHORT_REST: Duration = Duration::from_secs(2);
/// Of a bot that always has something to do, it is read after this: the lobbies and first boards of thousands of tables,
/// and the calls of those who are quiet, take their time at some forty a second.
const LONGEST_REST: Duration = Duration::from_secs(1200);

/// Plays, measures and prints; the answer is no if a press failed or the bot complained.
pub(super) async fn load(args: LoadArgs) -> Result<(), CliFailure> {
    let measuring = Measured::of(&args);
    let Some(measured) = Stop::listen()?.unless(measuring).await else {
        let reason = "stopped before there was anything to tell";
        return Err(CliFailure::passing(reason));
    };
    let measured = measured?;
    if args.json {
        tell(measured.json())?;
    } else {
        measured.print()?;
    }
    if measured.is_clean() {
        Ok(())
    } else {
        Err(CliFailure::No)
    }
}

/// What came of it.
enum Measured {
    Load(Box<Report>),
    Growth(Growth),
    Endured(Endured),
}

impl Measured {
    async fn of(args: &LoadArgs) -> Result<Self, CliFailure> {
        if let Some(games) = args.endure {
            return Ok(Self::Endured(endure::measure(args, games).await?));
        }
        Ok(if args.growth.is_empty() {
            Self::Load(Box::new(measure(args).await?))
        } else {
            Self::Growth(growth::measure(args).await?)
        })
    }

    fn is_clean(&self) -> bool {
        match self {
            Self::Load(report) => report.is_clean(),
            Self::Growth(growth) => growth.is_clean(),
            Self::Endured(endured) => endured.is_clean(),
        }
    }

    fn print(&self) -> Result<(), CliFailure> {
        match self {
            Self::Load(report) => report.print(),
            Self::Growth(growth) => growth.print(),
            Self::Endured(endured) => endured.print(),
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Self::Load(report) => report.json(),
            Self::Growth(growth) => growth.json(),
            Self::Endured(endured) => endured.json(),
        }
    }
}

impl LoadArgs {
    fn company(&self) -> Company {
        Company {
            game: self.game,
            people: self.people,
        }
    }

    fn days(&self) -> Days {
        if self.faults.is_empty() {
            Days::Good
        } else {
            Days::Bad
        }
    }

    /// What is played before anything counts.
    fn warm_up(&self) -> Duration {
        Duration::from_secs(self.warm_up.min(self.seconds))
    }

    fn sandbox_settings(&self) -> sandbox::Settings {
        let rates = if self.limits || self.days() == Days::Bad {
            RateLimits::Enforced
        } else {
            RateLimits::Off
        };
        sandbox::Settings {
            page: false,
            clock: self.clock.of_the_sandbox(),
            rates,
            servers: self.servers,
            ..sandbox::Settings::default()
        }
    }

    fn bot_settings(&self) -> BotSettings {
        let presses = if self.greedy.is_some() {
            PressShare::Usual
        } else {
            PressShare::Roomy
        };
        BotSettings {
            presses,
            pace: self.pace,
            requests: self.requests,
        }
    }
}

async fn measure(args: &LoadArgs) -> Result<Report, CliFailure> {
    let faults = Faults::parse(&args.faults).map_err(CliFailure::bad)?;
    let sandbox = sandbox::start(args.sandbox_settings()).await;
    let sandbox = sandbox.map_err(CliFailure::bad)?;
    let mut bot = BotProcess::start(&sandbox, args.bot_settings())?;
    came(&sandbox, &bot).await?;

    let tally = Arc::new(Tally::of(args.days()));
    let (games, mut memory) = seat_all(args, &sandbox, &bot, &tally).await?;
    sandbox.set_faults(faults).map_err(CliFailure::bad)?;
    let (figures, greedy) = play_all(args, &sandbox, &bot, games, &tally).await?;
    memory.after = bot.memory();

    let faults = match args.days() {
        Days::Good => None,
        Days::Bad => Some(FaultReport::of(&sandbox, &bot, args.tables, &tally).await?),
    };
    let restarted = restart(&sandbox, &mut bot, args.tables, &tally).await?;
    let complaints = bot.complaints();
    drop(bot);
    sandbox.stop().await;
    Ok(Report {
        tables: args.tables,
        company: args.company(),
        rate: args.rate,
        played: figures.played,
        times: figures.times,
        late: tally.late(),
        boards: figures.boards,
        failures: tally.failures(),
        complaints,
        memory,
        busy: figures.busy,
        restarted,
        faults,
        greedy,
    })
}

/// Fills all tables, and tells how much memory the bot has before and after.
async fn seat_all(
    args: &LoadArgs,
    sandbox: &Sandbox,
    bot: &BotProcess,
    tally: &Arc<Tally>,
) -> Result<(Vec<Game>, Memory), CliFailure> {
    let mut memory = Memory::default();
    rests(bot).await;
    (memory.idle, memory.idle_files) = (bot.memory(), bot.memory_of_files());
    // The first table brings what all of them share: pictures of pieces, pools, buffers.
    let mut games = seat(sandbox, 0..1, args.company(), tally).await?;
    rests(bot).await;
    memory.first = bot.memory();
    games.extend(seat(sandbox, 1..args.tables, args.company(), tally).await?);
    rests(bot).await;
    memory.seated = bot.memory();
    Ok((games, memory))
}

/// Plays for as long as was asked, and once more as long beside somebody greedy if that was asked, too.
async fn play_all(
    args: &LoadArgs,
    sandbox: &Sandbox,
    bot: &BotProcess,
    games: Vec<Game>,
    tally: &Arc<Tally>,
) -> Result<(Figures, Option<GreedyReport>), CliFailure> {
    let length = Duration::from_secs(args.seconds);
    // Everybody looks around at once in the beginning: that is not how a room full of tables is.
    let counts_from = tokio::time::Instant::now() + args.warm_up();
    tally.counts_from(counts_from);
    let greedy = match args.greedy {
        Some(rate) => Some(Greedy::comes(sandbox, args.company(), rate).await?),
        None => None,
    };
    let parts = if greedy.is_some() { 2 } else { 1 };
    let until = counts_from + length * parts;
    let pace = Arc::new(Pace::new(args.rate));
    let playing = tokio::spawn(play(games, until, pace, Arc::clone(tally)));
    tokio::time::sleep_until(counts_from).await;
    let before = Before::of(bot).await;
    let Some(greedy) = greedy else {
        finishes(playing, tally).await;
        return Ok((before.figures(bot, tally).await, None));
    };
    // What one greedy person does is told beside the figures of ordinary play, not mixed with them.
    tokio::time::sleep_until(counts_from + length).await;
    let figures = before.figures(bot, tally).await;
    let memory = bot.memory();
    let hammered = greedy.hammers(until).await;
    let memory = [memory, bot.memory()];
    finishes(playing, tally).await;
    let report = GreedyReport {
        without: figures.times.clone(),
        with: tally.take_times(),
        hammered,
        memory,
    };
    Ok((figures, Some(report)))
}

/// When a span of play began, and what the bot had done until then.
struct Before {
    began: Instant,
    busy: Option<Duration>,
    boards: BoardAges,
}

/// What was measured in a span of play.
struct Figures {
    played: Duration,
    times: Vec<Duration>,
    busy: Option<Duration>,
    boards: BoardAges,
}

impl Before {
    async fn of(bot: &BotProcess) -> Self {
        Self {
            boards: boards(bot).await,
            busy: bot.busy(),
            began: Instant::now(),
        }
    }

    /// Ends the span.
    async fn figures(self, bot: &BotProcess, tally: &Tally) -> Figures {
        let busy = bot.busy().zip(self.busy);
        Figures {
            played: self.began.elapsed(),
            times: tally.take_times(),
            busy: busy.map(|(after, before)| after.saturating_sub(before)),
            boards: boards(bot).await.since(&self.boards),
        }
    }
}

async fn finishes(playing: tokio::task::JoinHandle<Vec<Game>>, tally: &Tally) {
    if playing.await.is_err() {
        tally.failed("the play fell over");
    }
}

/// How old boards were so far when they arrived.
async fn boards(bot: &BotProcess) -> BoardAges {
    BoardAges::read(&bot.metrics().await.unwrap_or_default())
}

/// Waits until the bot has nothing to do. A measurement of a process takes real time: nobody waits for it at a table.
async fn rests(bot: &BotProcess) {
    let since = Instant::now();
    let longest = bot.busy().map_or(SHORT_REST, |_| LONGEST_REST);
    while since.elapsed() < longest {
        let before = bot.busy();
        // The processor time of a span is what is measured, and a span has to pass: no state tells it.
        tokio::time::sleep(REST).await;
        if before.is_some() && before == bot.busy() {
            return;
        }
    }
}

async fn came(sandbox: &Sandbox, bot: &BotProcess) -> Result<(), CliFailure> {
    tokio::select! {
        has_come = sandbox.bot_came(PATIENCE) => if has_come {
            Ok(())
        } else {
            Err(CliFailure::bad("the bot did not come to the sandbox"))
        },
        () = bot.ended() => {
            let said = bot.complaints().last.unwrap_or_else(|| "nothing".to_owned());
            Err(CliFailure::bad(format!("the bot ended before it came to the sandbox; it said last: {said}")))
        }
    }
}

/// Opens all tables, a few at a time, and deals.
async fn seat(
    sandbox: &Sandbox,
    tables: Range<u32>,
    company: Company,
    tally: &Arc<Tally>,
) -> Result<Vec<Game>, CliFailure> {
    /// So many people come at once.
    const AT_ONCE: usize = 16;
    use futures::{StreamExt, TryStreamExt};
    futures::stream::iter(tables)
        .map(|number| Game::begins(sandbox.clone(), number, company, Arc::clone(tally), None))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
        .map_err(CliFailure::bad)
}

/// Plays every table until the time is over; answers them as they are then.
async fn play(
    games: Vec<Game>,
    until: tokio::time::Instant,
    pace: Arc<Pace>,
    tally: Arc<Tally>,
) -> Vec<Game> {
    let plays = |game: Game| tokio::spawn(game.plays(until, Arc::clone(&pace)));
    played(games.into_iter().map(plays).collect(), &tally).await
}

/// The tables as they are when nobody plays at them any more.
async fn played(playing: Vec<tokio::task::JoinHandle<Game>>, tally: &Tally) -> Vec<Game> {
    let mut played = Vec::new();
    for game in playing {
        match game.await {
            Ok(game) => played.push(game),
            Err(_) => tally.failed("a player fell over"),
        }
    }
    played
}

/// Kills the bot, starts it again, and tells how long it takes until it is there with all tables, and until somebody at
/// every table has their rack.
async fn restart(
    sandbox: &Sandbox,
    bot: &mut BotProcess,
    tables: u32,
    tally: &Tally,
) -> Result<Restarted, CliFailure> {
    let askers = people::askers(sandbox, tables).await;
    bot.kill();
    if tokio::time::timeout(PATIENCE, sandbox.bot_went())
        .await
        .is_err()
    {
        return Err(CliFailure::bad("the bot's connection does not end"));
    }
    let began = Instant::now();
    bot.start_again(sandbox)?;
    came(sandbox, bot).await?;
    let back = began.elapsed();
    let asking = askers.into_iter();
    let asked = asking.map(|asker| people::asks_for_rack(sandbox, asker, tally));
    futures::future::join_all(asked).await;
    let racks = began.elapsed();
    Ok(Restarted { back, racks })
}
