//! How often a bot may IDENTIFY: a thousand times a day, and one at a time every five seconds. Real time, as all of the gateway.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::LoginPace;

/// Limits: "Gateway".
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);
const MOST_A_DAY: u64 = 1000;

/// The logins of a day.
#[derive(Debug)]
pub(crate) struct Logins {
    pub(crate) pace: LoginPace,
    day_began: Instant,
    today: u64,
    last: Option<Instant>,
}

/// Whether a login counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    Welcome,
    /// Too soon after another one: after this time the client may try again.
    TooSoon(Duration),
    /// The day's logins are used up.
    UsedUp,
}

impl Logins {
    pub(crate) fn new(pace: LoginPace) -> Self {
        Self {
            pace,
            day_began: Instant::now(),
            today: 0,
            last: None,
        }
    }

    /// Counts a login, if it may be.
    pub(super) fn admit(&mut self) -> Admission {
        self.turn_of_day();
        if self.today >= MOST_A_DAY {
            return Admission::UsedUp;
        }
        if let (LoginPace::Every(pace), Some(last)) = (self.pace, self.last)
            && let Some(left) = pace.checked_sub(last.elapsed())
            && !left.is_zero()
        {
            return Admission::TooSoon(left);
        }
        self.today += 1;
        self.last = Some(Instant::now());
        Admission::Welcome
    }

    /// `session_start_limit` of `/gateway/bot`.
    pub(crate) fn show(&mut self) -> Value {
        self.turn_of_day();
        let reset_after = A_DAY.saturating_sub(self.day_began.elapsed());
        json!({
            "total": MOST_A_DAY, "remaining": MOST_A_DAY - self.today,
            "reset_after": u64::try_from(reset_after.as_millis()).unwrap_or(u64::MAX), "max_concurrency": 1,
        })
    }

    fn turn_of_day(&mut self) {
        if self.day_began.elapsed() >= A_DAY {
            self.day_began = Instant::now();
            self.today = 0;
        }
    }
}
