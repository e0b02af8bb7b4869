//! How often a bot may IDENTIFY: a thousand times a day, and every five seconds for each of its login buckets
//! (`max_concurrency`); and into how many shards its servers are cut. Real time, as all of the gateway.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::LoginPace;
use crate::clock::whole_ms;

/// Limits: "Gateway".
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);
const MOST_A_DAY: u64 = 1000;
/// A connection is for no more servers (the same), and is advised for no more than these (Discord does not tell its number).
const MOST_OF_SHARD: u64 = 2500;
const USUAL_OF_SHARD: u64 = 1000;

/// The logins of a day.
#[derive(Debug)]
pub(crate) struct Logins {
    pub(crate) pace: LoginPace,
    /// How many shards `GET /gateway/bot` advises at least.
    pub(crate) shards: u64,
    /// A bot with fewer is not let in (close code 4011).
    pub(crate) least_shards: u64,
    /// In so many servers the bot is.
    pub(crate) servers: u64,
    /// How many may log in within one pace: shards with the same remainder follow each other.
    pub(crate) max_concurrency: u64,
    day_began: Instant,
    today: u64,
    last: HashMap<u64, Instant>,
}

/// Whether a login counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    Welcome,
    /// Too soon after another one: after this time the client may try again.
    TooSoon(Duration),
    /// The day's logins are used up.
    UsedUp,
    /// The bot has grown beyond so few shards.
    TooFewShards,
}

impl Logins {
    pub(crate) fn new(pace: LoginPace) -> Self {
        Self {
            pace,
            shards: 1,
            least_shards: 1,
            servers: 1,
            max_concurrency: 1,
            day_began: Instant::now(),
            today: 0,
            last: HashMap::new(),
        }
    }

    /// How many shards `GET /gateway/bot` advises: one for each thousand servers that has begun, or more if that is wanted.
    pub(crate) fn advised(&self) -> u64 {
        self.shards.max(self.servers.div_ceil(USUAL_OF_SHARD))
    }

    /// Counts a login of this shard of so many, if it may be.
    pub(super) fn admit(&mut self, (number, count): (u64, u64)) -> Admission {
        if count < self.least_shards.max(self.servers.div_ceil(MOST_OF_SHARD)) {
            return Admission::TooFewShards;
        }
        self.turn_of_day();
        if self.today >= MOST_A_DAY {
            return Admission::UsedUp;
        }
        let bucket = number % self.max_concurrency.max(1);
        if let (LoginPace::Every(pace), Some(last)) = (self.pace, self.last.get(&bucket))
            && let Some(left) = pace.checked_sub(last.elapsed())
            && !left.is_zero()
        {
            return Admission::TooSoon(left);
        }
        self.today += 1;
        self.last.insert(bucket, Instant::now());
        Admission::Welcome
    }

    /// `session_start_limit` of `/gateway/bot`.
    pub(crate) fn show(&mut self) -> Value {
        self.turn_of_day();
        let reset_after = A_DAY.saturating_sub(self.day_began.elapsed());
        json!({
            "total": MOST_A_DAY, "remaining": MOST_A_DAY - self.today,
            "reset_after": whole_ms(reset_after),
            "max_concurrency": self.max_concurrency,
        })
    }

    fn turn_of_day(&mut self) {
        if self.day_began.elapsed() >= A_DAY {
            self.day_began = Instant::now();
            self.today = 0;
        }
    }
}
