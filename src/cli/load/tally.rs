//! What the people of a load measured: how long answers took, and what failed.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::panel::is_in_words;

/// What all people measured.
pub(super) struct Tally {
    counts: Mutex<Counts>,
    days: Days,
}

/// Whether everything is to go well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Days {
    /// A press without an answer is a failure.
    Good,
    /// It is pressed again.
    Bad,
}

#[derive(Default)]
struct Counts {
    /// Answers count from then on; before it is known, all do.
    from: Option<Instant>,
    times_us: Vec<u64>,
    failures: usize,
    first_failures: Vec<String>,
    retried: usize,
    late: Late,
}

/// Answers that came without their picture at first.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Late {
    /// Promised, and given later.
    pub promised: usize,
    /// In words alone.
    pub in_words: usize,
}

impl Late {
    fn note(&mut self, outcome: &Value) {
        if matches!(outcome["kind"].as_u64(), Some(5 | 6)) {
            self.promised += 1;
        } else if is_in_words(&outcome["message"]) {
            self.in_words += 1;
        }
    }
}

impl Counts {
    fn took(&mut self, after_us: u64) {
        if self.from.is_none_or(|from| from <= Instant::now()) {
            self.times_us.push(after_us);
        }
    }
}

/// Presses that failed.
#[derive(Clone, Default)]
pub(super) struct Failures {
    /// How many.
    pub count: usize,
    /// What the first of them were.
    pub first: Vec<String>,
}

impl Tally {
    /// Of days like these.
    pub(super) fn of(days: Days) -> Self {
        Self {
            counts: Mutex::default(),
            days,
        }
    }

    /// What the days are like.
    pub(super) fn days(&self) -> Days {
        self.days
    }

    /// How many presses got no answer and were made again.
    pub(super) fn retried(&self) -> usize {
        self.lock().retried
    }

    /// What was answered without its picture at first.
    pub(super) fn late(&self) -> Late {
        self.lock().late
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        // Every change under this lock is complete in itself.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something did not go as it should.
    pub(super) fn failed(&self, what: &str) {
        let mut counts = self.lock();
        counts.failures += 1;
        if counts.first_failures.len() < 5 {
            counts.first_failures.push(what.to_owned());
        }
    }

    /// Answers count from this moment on.
    pub(super) fn counts_from(&self, moment: Instant) {
        let mut counts = self.lock();
        counts.from = Some(moment);
        counts.times_us.clear();
    }

    /// Whether any answer counted so far.
    pub(super) fn is_measured(&self) -> bool {
        !self.lock().times_us.is_empty()
    }

    /// How long each answer took since this was asked last, the shortest first.
    pub(super) fn take_times(&self) -> Vec<Duration> {
        let mut times = std::mem::take(&mut self.lock().times_us);
        times.sort_unstable();
        times.into_iter().map(Duration::from_micros).collect()
    }

    /// What failed.
    pub(super) fn failures(&self) -> Failures {
        let counts = self.lock();
        Failures {
            count: counts.failures,
            first: counts.first_failures.clone(),
        }
    }

    /// Counts what became of a press or a command.
    pub(super) fn note(&self, what: &str, outcome: &Value) {
        match (outcome["state"].as_str(), outcome["after_us"].as_u64()) {
            (Some("answered"), Some(after)) => {
                let mut counts = self.lock();
                counts.late.note(outcome);
                counts.took(after);
            }
            _ if self.days == Days::Bad => self.lock().retried += 1,
            _ => self.failed(&format!("{what}: {}", outcome["error"])),
        }
    }
}
