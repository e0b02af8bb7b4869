//! What goes wrong on purpose: failing, late and lost answers, limits, and events that are lost, doubled or out of order.
//!
//! Here is what can be asked for; `injector` throws the dice, `next` holds the faults aimed at single requests.
//! REST obeys in `rest::ending`, the gateway in `gateway::queue` and `gateway::deeds`.

mod calls;
mod counts;
mod injector;
mod next;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(super) use calls::refused;
pub use counts::FaultCounts;
pub(super) use injector::{EventFate, Fate, Injector};
pub use next::{Harm, Moment, NextFault};

/// The longest delay that can be asked for, in milliseconds: ten minutes.
const LONGEST_MS: u64 = 600_000;
/// Connections cut more often than this could not even say hello.
const SHORTEST_LIFE_MS: u64 = 100;

/// What goes wrong by the dice, and how often. The default is a faultless sandbox.
///
/// Percentages are 0 to 100 of all requests (below `/api`) or events (but the greeting and what a RESUME repeats).
/// The same seed and the same order of requests meet the same faults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Faults {
    /// The seed of the dice.
    pub seed: u64,
    /// Answers of 500, 502 or 503; a coin decides whether the request was obeyed.
    pub error_percent: u32,
    /// Connections that end without an answer; a coin decides whether the request was obeyed.
    pub lost_percent: u32,
    /// Answers that come late, beside any other fault.
    pub delay_percent: u32,
    /// So much later, in milliseconds of real time.
    pub delay_ms: u64,
    /// Answers of 429. The limit holds until it is over, also for requests that no die chose.
    pub limit_percent: u32,
    /// Whom that limit is for.
    pub limit_scope: LimitScope,
    /// How long that limit holds, in milliseconds of real time.
    pub limit_ms: u64,
    /// So many edits of messages older than an hour are taken in each channel, then 429 with code 30046; 0: any number.
    pub old_edits: u32,
    /// In how much time, in milliseconds of real time.
    pub old_edits_ms: u64,
    /// Events that are not sent. They keep their number, and a RESUME from before it repeats them.
    pub event_lost_percent: u32,
    /// Events that are sent twice, with the same number.
    pub event_doubled_percent: u32,
    /// Events that change places with the next one, or come half a second late if none follows.
    pub event_reordered_percent: u32,
    /// Events that come late; others overtake them.
    pub event_delay_percent: u32,
    /// So much later, in milliseconds of real time.
    pub event_delay_ms: u64,
    /// Interactions whose `data` has a form that no library knows yet, as after a change at Discord.
    pub event_strange_percent: u32,
    /// READY and RESUMED come so much later, in milliseconds of real time, as in an outage; heartbeats are answered.
    pub ready_delay_ms: u64,
    /// Every gateway connection is cut without a close frame when it is so old, in milliseconds; 0: never.
    pub drop_every_ms: u64,
}

/// Whom a limit is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LimitScope {
    /// This bot, on this route.
    #[default]
    User,
    /// This bot, on every route that needs its token.
    Global,
    /// Everybody together, on this route; it does not count as an invalid request.
    Shared,
}

impl LimitScope {
    /// Discord's word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Global => "global",
            Self::Shared => "shared",
        }
    }

    /// The scope with this name.
    pub(super) fn parse(word: &str) -> Result<Self, String> {
        [Self::User, Self::Global, Self::Shared]
            .into_iter()
            .find(|scope| scope.word() == word)
            .ok_or_else(|| format!("a limit's scope is user, global or shared, not {word:?}"))
    }
}

impl Default for Faults {
    /// Nothing goes wrong. The times stand ready for whoever only names a percentage.
    fn default() -> Self {
        Self {
            seed: 0,
            error_percent: 0,
            lost_percent: 0,
            delay_percent: 0,
            delay_ms: 2000,
            limit_percent: 0,
            limit_scope: LimitScope::User,
            limit_ms: 1000,
            old_edits: 0,
            old_edits_ms: 20_000,
            event_lost_percent: 0,
            event_doubled_percent: 0,
            event_reordered_percent: 0,
            event_delay_percent: 0,
            event_delay_ms: 2000,
            event_strange_percent: 0,
            ready_delay_ms: 0,
            drop_every_ms: 0,
        }
    }
}

impl fmt::Display for Faults {
    /// The words that [`Faults::parse`] reads: the seed, and what is not as by default.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "seed={}", self.seed)?;
        let usual = Self::default().fields();
        for (name, value) in self.fields() {
            if name != "seed" && usual.get(&name) != Some(&value) {
                let word = value.to_string();
                write!(out, " {name}={}", word.trim_matches('"'))?;
            }
        }
        Ok(())
    }
}

impl Faults {
    /// Reads `NAME=VALUE` words as the command line takes them; a bad one is answered with a sentence.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut faults = Self::default();
        for word in words {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| format!("a fault is written NAME=VALUE, not {word:?}"))?;
            let number = value.parse::<u64>().map(Value::from);
            faults = faults.with(name, &number.unwrap_or_else(|_| value.into()))?;
        }
        faults.check()?;
        Ok(faults)
    }

    /// These faults with the fields of an object; what it does not name stays.
    pub(super) fn with_all(&self, fields: &Map<String, Value>) -> Result<Self, String> {
        let mut faults = self.clone();
        for (name, value) in fields {
            faults = faults.with(name, value)?;
        }
        faults.check()?;
        Ok(faults)
    }

    /// Whether all of this can be.
    pub(super) fn check(&self) -> Result<(), String> {
        for (name, value) in self.fields() {
            let most = match name.rsplit('_').next() {
                Some("percent") => 100,
                Some("ms") => LONGEST_MS,
                _ => u64::MAX,
            };
            if value.as_u64().is_some_and(|value| value > most) {
                return Err(format!("{name} is at most {most}"));
            }
        }
        if self.error_percent + self.lost_percent + self.limit_percent > 100 {
            let words =
                "error_percent, lost_percent and limit_percent are at most 100 percent together";
            return Err(words.to_owned());
        }
        let events =
            self.event_lost_percent + self.event_doubled_percent + self.event_reordered_percent;
        if events + self.event_delay_percent + self.event_strange_percent > 100 {
            let words = "the percentages of events are at most 100 percent together";
            return Err(words.to_owned());
        }
        if (1..SHORTEST_LIFE_MS).contains(&self.drop_every_ms) {
            return Err(format!(
                "drop_every_ms is 0 (never) or at least {SHORTEST_LIFE_MS}"
            ));
        }
        Ok(())
    }

    fn with(&self, name: &str, value: &Value) -> Result<Self, String> {
        let mut fields = self.fields();
        let Some(old) = fields.get_mut(name) else {
            let known: Vec<&str> = fields.keys().map(String::as_str).collect();
            let known = known.join(", ");
            return Err(format!("there is no fault {name:?}; there are {known}"));
        };
        if old.is_u64() && !value.is_u64() {
            return Err(format!("{name} is a whole number, 0 or more"));
        }
        if old.is_string() {
            LimitScope::parse(value.as_str().unwrap_or_default())?;
        }
        *old = value.clone();
        serde_json::from_value(Value::Object(fields)).map_err(|_| format!("{name} is too large"))
    }

    fn fields(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }

    /// Whether requests may meet a fault.
    fn touches_requests(&self) -> bool {
        self.error_percent + self.lost_percent + self.delay_percent + self.limit_percent > 0
    }

    /// Whether events may.
    fn touches_events(&self) -> bool {
        let out_of_order = self.event_reordered_percent + self.event_delay_percent;
        let others = self.event_doubled_percent + self.event_strange_percent;
        self.event_lost_percent + others + out_of_order > 0
    }
}
