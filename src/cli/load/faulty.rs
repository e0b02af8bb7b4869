//! What a load on bad days tells: what went wrong on purpose, and whether anything was wrong in the end.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::bot::BotProcess;
use super::people;
use super::tally::Tally;
use crate::cli::CliFailure;
use crate::cli::told::tell;
use crate::sandbox::{FaultCounts, Faults, Sandbox};
use crate::store;

/// When nothing goes wrong any more, every board is right within this.
const HEALED: Duration = Duration::from_secs(60);
/// So often it is looked.
const LOOK: Duration = Duration::from_millis(500);

/// What happened on bad days.
pub(super) struct FaultReport {
    faults: Faults,
    counts: FaultCounts,
    retried: usize,
    applied_twice: u64,
    wrong_boards: usize,
    identifies: usize,
    resumes: usize,
}

impl FaultReport {
    /// Ends the faults, lets the boards come right, and looks into the journal.
    pub(super) async fn of(
        sandbox: &Sandbox,
        bot: &BotProcess,
        tables: u32,
        tally: &Tally,
    ) -> Result<Self, CliFailure> {
        let (faults, counts) = (sandbox.faults(), sandbox.fault_counts());
        sandbox
            .set_faults(Faults::default())
            .map_err(CliFailure::bad)?;
        let began = Instant::now();
        let mut wrong_boards = wrong_boards(sandbox, tables).await;
        while wrong_boards > 0 && began.elapsed() < HEALED {
            // Boards change at Discord's pace, in real time.
            tokio::time::sleep(LOOK).await;
            wrong_boards = self::wrong_boards(sandbox, tables).await;
        }
        let journal = store::audit(&bot.db()).await.map_err(CliFailure::bad)?;
        Ok(Self {
            faults,
            counts,
            retried: tally.retried(),
            applied_twice: journal.presses_in_two_steps,
            wrong_boards,
            identifies: journal.identifies,
            resumes: bot.complaints().resumes,
        })
    }

    /// Whether everything was right in the end.
    pub(super) fn is_clean(&self) -> bool {
        let is_within_limits = self.counts.over_limit == 0;
        self.applied_twice == 0 && self.wrong_boards == 0 && is_within_limits
    }

    /// Prints everything on stdout.
    pub(super) fn print(&self) -> Result<(), CliFailure> {
        let (faults, counts) = (&self.faults, &self.counts);
        tell(format_args!("What went wrong on purpose: {faults}"))?;
        tell(format_args!(
            "  answers: {} errors, {} lost, {} late, {} limited; events: {} lost, {} doubled, {} out of order, {} late",
            counts.error,
            counts.lost,
            counts.delay,
            counts.limit,
            counts.event_lost,
            counts.event_doubled,
            counts.event_reordered,
            counts.event_delay,
        ))?;
        tell(format_args!(
            "  the gateway was cut {} times: {} sessions opened, {} resumed",
            counts.drop, self.identifies, self.resumes
        ))?;
        tell(format_args!(
            "{} presses were made again, {} counted twice, {} boards were wrong in the end, {} requests were beyond a limit",
            self.retried, self.applied_twice, self.wrong_boards, counts.over_limit
        ))
    }

    /// The same for scripts.
    pub(super) fn json(&self) -> Value {
        json!({
            "faults": self.faults.to_string(),
            "counts": self.counts,
            "retried": self.retried,
            "applied_twice": self.applied_twice,
            "wrong_boards": self.wrong_boards,
            "identifies": self.identifies,
            "resumes": self.resumes,
        })
    }
}

async fn wrong_boards(sandbox: &Sandbox, tables: u32) -> usize {
    let told = (0..tables).map(|number| people::is_told_to_be_over(sandbox, number));
    let told = futures::future::join_all(told).await;
    told.into_iter().filter(|is_over| !is_over).count()
}
