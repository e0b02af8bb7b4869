//! `istaka load --growth`: what a press costs while more and more tables are open, of which always the same few are played.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::bot::{BotProcess, Complaints};
use super::people::{Company, Game, Pace};
use super::tally::{Days, Failures, Tally};
use super::{Before, LoadArgs, came, play, rests, seat};
use crate::cli::CliFailure;
use crate::cli::told::tell;
use crate::sandbox;

/// So many tables are played, or all if there are fewer.
const PLAYED: usize = 10;
/// So many presses a second without `--rate`.
const USUAL_RATE: u32 = 40;

/// What was measured, the fewest tables first.
pub(super) struct Growth {
    company: Company,
    rate: u32,
    rows: Vec<Row>,
    failures: Failures,
    complaints: Complaints,
}

/// What was measured with so many tables open.
#[derive(Clone, Copy, Debug)]
struct Row {
    tables: u32,
    /// How many were answered.
    presses: usize,
    /// Of the bot, while they were.
    busy: Option<Duration>,
    /// The memory of the bot at rest, before them.
    memory: Option<u64>,
}

impl Row {
    /// The processor time of a press in microseconds.
    fn each_us(&self) -> Option<f64> {
        let presses = Some(self.presses).filter(|presses| *presses > 0)?;
        Some(self.busy?.as_secs_f64() * 1e6 / presses as f64)
    }

    /// How many times another row's this row's press takes.
    fn times(&self, other: &Self) -> Option<f64> {
        Some(self.each_us()? / other.each_us()?)
    }

    /// What each table took that was opened after those of another row.
    fn memory_each(&self, other: &Self) -> Option<u64> {
        let grown = self.memory?.saturating_sub(other.memory?);
        grown.checked_div(u64::from(self.tables - other.tables))
    }
}

/// Opens more and more tables in one bot, and lets people press as often at as many of them.
pub(super) async fn measure(args: &LoadArgs) -> Result<Growth, CliFailure> {
    let sandbox = sandbox::start(args.sandbox_settings()).await;
    let sandbox = sandbox.map_err(CliFailure::bad)?;
    let bot = BotProcess::start(&sandbox, args.bot_settings())?;
    came(&sandbox, &bot).await?;
    let tally = Arc::new(Tally::of(Days::Good));
    let rate = args.rate.unwrap_or(USUAL_RATE);
    let (mut played, mut seated, mut rows) = (Vec::new(), 0, Vec::new());
    for tables in in_order(&args.growth) {
        let mut fresh = seat(&sandbox, seated..tables, args.company(), &tally).await?;
        seated = tables;
        // What is not played stays open, with nobody who looks at it.
        fresh.truncate(PLAYED.saturating_sub(played.len()));
        played.extend(fresh);
        rests(&bot).await;
        let memory = bot.memory();
        let (games, presses, busy) = round(args, rate, &bot, played, &tally).await;
        played = games;
        rows.push(Row {
            tables,
            presses,
            busy,
            memory,
        });
    }
    let complaints = bot.complaints();
    drop(bot);
    sandbox.stop().await;
    Ok(Growth {
        company: args.company(),
        rate,
        rows,
        failures: tally.failures(),
        complaints,
    })
}

fn in_order(tables: &[u32]) -> Vec<u32> {
    let mut tables = tables.to_vec();
    tables.sort_unstable();
    tables.dedup();
    tables
}

/// Plays for as long as was asked; answers the games, how many presses were answered, and the bot's time for them.
async fn round(
    args: &LoadArgs,
    rate: u32,
    bot: &BotProcess,
    games: Vec<Game>,
    tally: &Arc<Tally>,
) -> (Vec<Game>, usize, Option<Duration>) {
    let length = Duration::from_secs(args.seconds);
    let counts_from = tokio::time::Instant::now() + args.warm_up();
    tally.counts_from(counts_from);
    let pace = Arc::new(Pace::new(Some(rate)));
    let playing = tokio::spawn(play(games, counts_from + length, pace, Arc::clone(tally)));
    tokio::time::sleep_until(counts_from).await;
    let before = Before::of(bot).await;
    let games = playing.await.unwrap_or_else(|_| {
        tally.failed("the play fell over");
        Vec::new()
    });
    let figures = before.figures(bot, tally).await;
    (games, figures.times.len(), figures.busy)
}

impl Growth {
    /// Whether nothing failed, nobody complained, and there is something to tell of every row.
    pub(super) fn is_clean(&self) -> bool {
        let is_told = self.rows.iter().all(|row| row.presses > 0);
        self.failures.count == 0 && self.complaints.lines == 0 && is_told
    }

    /// How many times the cheapest press the dearest one takes.
    fn spread(&self) -> Option<f64> {
        let each: Option<Vec<f64>> = self.rows.iter().map(Row::each_us).collect();
        let each = each?;
        let least = each.iter().copied().reduce(f64::min)?;
        Some(each.iter().copied().reduce(f64::max)? / least)
    }

    /// Prints everything on stdout.
    pub(super) fn print(&self) -> Result<(), CliFailure> {
        tell(format_args!(
            "tables of {} people and {} computers, at most {PLAYED} of them played, {} presses a second",
            self.company.people,
            self.company.computers(),
            self.rate
        ))?;
        tell(format_args!(
            "{:>11} {:>8} {:>22} {:>9} {:>10} {:>14}",
            "open tables",
            "presses",
            "processor time a press",
            "the first",
            "memory",
            "a table more"
        ))?;
        for (number, row) in self.rows.iter().enumerate() {
            let before = number.checked_sub(1).map(|before| &self.rows[before]);
            let memory_each = before.and_then(|before| row.memory_each(before));
            tell(format_args!(
                "{:>11} {:>8} {:>22} {:>9} {:>10} {:>14}",
                row.tables,
                row.presses,
                told(row.each_us(), |us| format!("{:.2} ms", us / 1000.0)),
                told(row.times(&self.rows[0]), |times| format!("× {times:.2}")),
                told(row.memory, |bytes| format!("{:.1} MB", bytes as f64 / 1e6)),
                told(memory_each, |bytes| format!("{:.1} kB", bytes as f64 / 1e3)),
            ))?;
        }
        let spread = told(self.spread(), |times| format!("{times:.2}"));
        tell(format_args!(
            "the dearest press takes {spread} times the cheapest one   aim 1.20"
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
        let row = |row: &Row| {
            json!({
                "tables": row.tables,
                "presses": row.presses,
                "cpu_us_per_press": row.each_us(),
                "memory_bytes": row.memory,
            })
        };
        json!({
            "game": self.company.game.id(),
            "people": self.company.people,
            "rate": self.rate,
            "growth": self.rows.iter().map(row).collect::<Vec<_>>(),
            "spread": self.spread(),
            "failures": self.failures.count,
            "complaints": self.complaints.lines,
            "first_failures": self.failures.first,
            "first_complaints": self.complaints.first,
        })
    }
}

fn told<T>(value: Option<T>, tell: impl Fn(T) -> String) -> String {
    value.map_or("-".to_owned(), tell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(tables: u32, presses: usize, busy_ms: u64, memory: u64) -> Row {
        Row {
            tables,
            presses,
            busy: Some(Duration::from_millis(busy_ms)),
            memory: Some(memory),
        }
    }

    #[test]
    fn tables_only_come() {
        assert_eq!(in_order(&[1000, 10, 100, 10]), [10, 100, 1000]);
    }

    #[test]
    fn rows_are_told_against_others() {
        let (few, many) = (row(10, 100, 400, 50_000), row(110, 50, 250, 1_050_000));
        assert_eq!(few.each_us(), Some(4000.0));
        assert_eq!(many.times(&few), Some(1.25));
        assert_eq!(many.memory_each(&few), Some(10_000));
        assert_eq!(row(10, 0, 400, 0).each_us(), None);
    }

    #[test]
    fn the_spread_is_that_of_the_dearest_and_the_cheapest() {
        let growth = |rows| Growth {
            company: Company {
                game: crate::rules::any::GameId::Okey,
                people: 2,
            },
            rate: 40,
            rows,
            failures: Failures::default(),
            complaints: Complaints::default(),
        };
        let rows = vec![row(1, 10, 50, 0), row(2, 10, 40, 0), row(3, 10, 60, 0)];
        assert_eq!(growth(rows.clone()).spread(), Some(1.5));
        assert!(growth(rows).is_clean());
        let told_nothing = growth(vec![row(1, 10, 50, 0), row(2, 0, 0, 0)]);
        assert_eq!(told_nothing.spread(), None);
        assert!(!told_nothing.is_clean());
    }
}
