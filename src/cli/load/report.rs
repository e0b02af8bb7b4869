//! What a load measured, as a table for people or as one JSON object.

use std::time::Duration;

use serde_json::{Value, json};

use super::boards::BoardAges;
use super::bot::Complaints;
use super::faulty::FaultReport;
use super::greedy::GreedyReport;
use super::people::Company;
use super::tally::{Failures, Late};
use crate::cli::CliFailure;
use crate::cli::told::tell;

/// What was measured.
pub(super) struct Report {
    pub tables: u32,
    /// At each of them.
    pub company: Company,
    pub rate: Option<u32>,
    pub played: Duration,
    /// From the press to its answer, the shortest first.
    pub times: Vec<Duration>,
    /// What was answered without its picture at first.
    pub late: Late,
    /// How old boards were.
    pub boards: BoardAges,
    pub failures: Failures,
    pub complaints: Complaints,
    pub memory: Memory,
    /// How long processors worked for the bot while it was played.
    pub busy: Option<Duration>,
    pub restarted: Restarted,
    /// If something went wrong on purpose.
    pub faults: Option<FaultReport>,
    /// If somebody was greedy.
    pub greedy: Option<GreedyReport>,
}

/// How long it took after the bot was killed and started again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Restarted {
    /// Until it was there, with all tables.
    pub back: Duration,
    /// Until somebody at every table had their rack.
    pub racks: Duration,
}

/// The bot's memory in bytes, where the system tells it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Memory {
    /// Without a table.
    pub idle: Option<u64>,
    /// What of that are pages of files.
    pub idle_files: Option<u64>,
    /// With one table dealt.
    pub first: Option<u64>,
    /// With all tables dealt.
    pub seated: Option<u64>,
    /// After the play.
    pub after: Option<u64>,
}

impl Memory {
    /// What each table took but the first.
    fn each(&self, tables: u32) -> Option<u64> {
        let grown = self.seated?.saturating_sub(self.first?);
        grown.checked_div(u64::from(tables - 1))
    }
}

impl Report {
    /// Whether nothing failed and nobody complained.
    pub(super) fn is_clean(&self) -> bool {
        let is_quiet = self.complaints.lines == 0;
        let is_right = self.faults.as_ref().map_or(is_quiet, FaultReport::is_clean);
        let is_fair = self.greedy.as_ref().is_none_or(GreedyReport::is_clean);
        self.failures.count == 0 && is_right && is_fair && !self.times.is_empty()
    }

    /// Prints everything on stdout.
    pub(super) fn print(&self) -> Result<(), CliFailure> {
        let speed = match self.rate {
            Some(rate) => format!("at most {rate} presses a second"),
            None => "at full speed".to_owned(),
        };
        tell(format_args!(
            "{} tables of {} people and {} computers, {:.0} s, {speed}",
            self.tables,
            self.company.people,
            self.company.computers(),
            self.played.as_secs_f64()
        ))?;
        for [what, measured, first, aim] in self.rows() {
            tell(format_args!(
                "{what:<35} {measured:>14}   first {first:<9} aim {aim}"
            ))?;
        }
        self.boards.print()?;
        tell(format_args!(
            "{} answers were promised first, {} were told in words before their picture",
            self.late.promised, self.late.in_words
        ))?;
        tell(format_args!(
            "{} presses failed, the bot's log complains in {} lines",
            self.failures.count, self.complaints.lines
        ))?;
        if let Some(faults) = &self.faults {
            faults.print()?;
        }
        if let Some(greedy) = &self.greedy {
            greedy.print()?;
        }
        for line in self.failures.first.iter().chain(&self.complaints.first) {
            tell(format_args!("  {line}"))?;
        }
        Ok(())
    }

    /// The rows of the report: what, measured, the least that is asked of a release, and where the project is going.
    fn rows(&self) -> [[String; 4]; 11] {
        let per_second = format!("{:.0}", self.rate_answered());
        let each = kilobytes(self.memory.each(self.tables));
        let rows = [
            ("presses answered a second", per_second, "-", "-"),
            (
                "press to answer, median",
                ms(self.time(0.5)),
                "5 ms",
                "0.9 ms",
            ),
            ("press to answer, p95", ms(self.time(0.95)), "-", "-"),
            ("press to answer, p99", ms(self.time(0.99)), "100 ms", "-"),
            (
                "processor time of the bot a press",
                ms(self.busy_each()),
                "-",
                "0.39 ms",
            ),
            (
                "memory of the bot, idle",
                megabytes(self.memory.idle),
                "60 MB",
                "25 MB",
            ),
            (
                "of that pages of the program's file",
                megabytes(self.memory.idle_files),
                "-",
                "-",
            ),
            ("memory a live game, dealt", each, "20 kB", "1.5 kB"),
            (
                "memory of the bot after the play",
                megabytes(self.memory.after),
                "-",
                "-",
            ),
            (
                "all tables playable after a kill",
                ms(Some(self.restarted.back)),
                "10 s",
                "1 s",
            ),
            (
                "a rack at every table after a kill",
                ms(Some(self.restarted.racks)),
                "-",
                "-",
            ),
        ];
        rows.map(|(what, measured, first, aim)| {
            [what.to_owned(), measured, first.to_owned(), aim.to_owned()]
        })
    }

    /// The same for scripts.
    pub(super) fn json(&self) -> Value {
        let micros = |time: Option<Duration>| time.map(|time| time.as_micros() as u64);
        json!({
            "tables": self.tables,
            "game": self.company.game.id(),
            "people": self.company.people,
            "boards": self.boards.json(),
            "promised": self.late.promised,
            "in_words": self.late.in_words,
            "rate": self.rate,
            "seconds": self.played.as_secs_f64(),
            "presses": self.times.len(),
            "presses_per_second": self.rate_answered(),
            "answer_us": {"p50": micros(self.time(0.5)), "p95": micros(self.time(0.95)),
                          "p99": micros(self.time(0.99)), "max": micros(self.time(1.0))},
            "cpu_us_per_press": micros(self.busy_each()),
            "memory_bytes": {
                "idle": self.memory.idle,
                "idle_files": self.memory.idle_files,
                "per_game": self.memory.each(self.tables),
                "after": self.memory.after,
            },
            "restart_ms": self.restarted.back.as_millis() as u64,
            "restart_racks_ms": self.restarted.racks.as_millis() as u64,
            "failures": self.failures.count,
            "complaints": self.complaints.lines,
            "faults": self.faults.as_ref().map(FaultReport::json),
            "greedy": self.greedy.as_ref().map(GreedyReport::json),
            "first_failures": self.failures.first,
            "first_complaints": self.complaints.first,
        })
    }

    fn rate_answered(&self) -> f64 {
        self.times.len() as f64 / self.played.as_secs_f64()
    }

    /// The time within which this share of the answers came.
    fn time(&self, share: f64) -> Option<Duration> {
        within(&self.times, share)
    }

    fn busy_each(&self) -> Option<Duration> {
        let presses = u32::try_from(self.times.len())
            .ok()
            .filter(|presses| *presses > 0)?;
        self.busy.map(|busy| busy / presses)
    }
}

/// The time within which this share of the answers came; they are sorted, the quickest first.
pub(super) fn within(times: &[Duration], share: f64) -> Option<Duration> {
    let last = times.len().checked_sub(1)?;
    times.get((last as f64 * share).round() as usize).copied()
}

fn ms(time: Option<Duration>) -> String {
    time.map_or("not known".to_owned(), |time| {
        format!("{:.2} ms", time.as_secs_f64() * 1000.0)
    })
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("not known".to_owned(), |bytes| {
        format!("{:.1} MB", bytes as f64 / 1e6)
    })
}

fn kilobytes(bytes: Option<u64>) -> String {
    bytes.map_or("not known".to_owned(), |bytes| {
        format!("{:.1} kB", bytes as f64 / 1e3)
    })
}
