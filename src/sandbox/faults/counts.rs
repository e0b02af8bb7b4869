//! How often what went wrong, and what counts against the bot on Discord.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::Serialize;

/// Discord counts invalid requests over ten minutes.
const INVALID_WINDOW: Duration = Duration::from_secs(600);

/// How often each fault happened since the sandbox began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FaultCounts {
    /// Answers of 500, 502 or 503 by the dice.
    pub error: u64,
    /// Connections that ended without an answer.
    pub lost: u64,
    /// Answers that came late.
    pub delay: u64,
    /// Answers of 429 that were injected.
    pub limit: u64,
    /// Requests that met a fault aimed at them.
    pub next: u64,
    /// Events that were not sent.
    pub event_lost: u64,
    /// Events that were sent twice.
    pub event_doubled: u64,
    /// Events that let the next one pass.
    pub event_reordered: u64,
    /// Events that came late.
    pub event_delay: u64,
    /// Gateway connections that were cut.
    pub drop: u64,
    /// Requests refused because they were beyond a limit, or came before an injected one was over.
    pub over_limit: u64,
    /// Requests of webhook routes that did not show the bot's token: Discord counts those by address.
    pub unsigned: u64,
    /// Interactions that came in a form that nobody knows.
    pub event_strange: u64,
    /// Answers of 401, 403 and 429 (but of shared limits) within the last ten minutes; Discord bans at 10 000.
    pub invalid_requests: u64,
}

/// The invalid requests of the last ten minutes, second by second.
#[derive(Debug, Default)]
pub(super) struct Invalid(VecDeque<(Instant, u64)>);

impl Invalid {
    pub(super) fn add(&mut self, now: Instant) {
        match self.0.back_mut() {
            Some((since, count)) if now.duration_since(*since) < Duration::from_secs(1) => {
                *count += 1;
            }
            _ => self.0.push_back((now, 1)),
        }
        self.forget(now);
    }

    pub(super) fn count(&mut self, now: Instant) -> u64 {
        self.forget(now);
        self.0.iter().map(|(_, count)| count).sum()
    }

    fn forget(&mut self, now: Instant) {
        while let Some((since, _)) = self.0.front()
            && now.duration_since(*since) > INVALID_WINDOW
        {
            self.0.pop_front();
        }
    }
}
