//! Rate limits: buckets of requests on real time, and the headers that tell about them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::RateLimits;

/// Forgets idle buckets when there are this many.
const MOST_BUCKETS: usize = 10_000;

/// All buckets that were used lately.
#[derive(Debug)]
pub(super) struct Rates {
    limits: RateLimits,
    windows: HashMap<String, Window>,
}

#[derive(Debug)]
struct Window {
    ends: Instant,
    left: u32,
}

/// What a route allows: so many requests in so much time, for each major parameter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bucket {
    /// The kind of request.
    name: &'static str,
    /// Channel, server or webhook that it is counted for.
    major: String,
    limit: u32,
    window: Duration,
}

/// One counted request.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) allowed: bool,
    pub(super) reset_after: Duration,
    limit: u32,
    left: u32,
    bucket: u64,
}

/// The bucket of a request; callbacks have none.
pub(super) fn bucket(method: &str, segments: &[&str]) -> Option<Bucket> {
    let of = |name, major: &str, limit, window_s| {
        Some(Bucket {
            name,
            major: major.to_owned(),
            limit,
            window: Duration::from_secs(window_s),
        })
    };
    match (method, segments) {
        (_, ["interactions", ..]) => None,
        ("POST", ["channels", channel, "messages"]) => of("message create", channel, 5, 5),
        ("PATCH", ["channels", channel, "messages", _]) => of("message edit", channel, 5, 5),
        ("DELETE", ["channels", channel, "messages", _]) => of("message delete", channel, 5, 1),
        (_, ["webhooks", _, token, ..]) => of("webhook", token, 5, 2),
        (_, ["channels", channel, ..]) => of("channel", channel, 50, 1),
        (_, ["guilds", guild, ..]) => of("guild", guild, 50, 1),
        _ => of("other", "", 50, 1),
    }
}

impl Rates {
    pub(super) fn new(limits: RateLimits) -> Self {
        Self {
            limits,
            windows: HashMap::new(),
        }
    }

    /// Counts a request.
    pub(super) fn count(&mut self, bucket: &Bucket) -> Counted {
        let now = Instant::now();
        if self.windows.len() > MOST_BUCKETS {
            self.windows.retain(|_, window| window.ends > now);
        }
        let key = format!("{} {}", bucket.name, bucket.major);
        let fresh = || Window {
            ends: now + bucket.window,
            left: bucket.limit,
        };
        let window = self.windows.entry(key).or_insert_with(fresh);
        if window.ends <= now {
            *window = fresh();
        }
        let allowed = window.left > 0;
        // Switched off, the headers too say that there is room: a bot that keeps to them would wait.
        if self.limits == RateLimits::Enforced {
            window.left = window.left.saturating_sub(1);
        }
        let mut hasher = DefaultHasher::new();
        bucket.name.hash(&mut hasher);
        let reset_after = window.ends.duration_since(now);
        Counted {
            allowed,
            reset_after,
            limit: bucket.limit,
            left: window.left,
            bucket: hasher.finish(),
        }
    }
}

impl Counted {
    /// The headers of the answer.
    pub(super) fn headers(&self) -> Vec<(&'static str, String)> {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let after = self.reset_after.as_secs_f64();
        let mut headers = vec![
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.left.to_string()),
            (
                "x-ratelimit-reset",
                format!("{:.3}", now.as_secs_f64() + after),
            ),
            ("x-ratelimit-reset-after", format!("{after:.3}")),
            ("x-ratelimit-bucket", format!("{:016x}", self.bucket)),
        ];
        if !self.allowed {
            headers.push(("retry-after", format!("{}", self.reset_after.as_secs() + 1)));
            headers.push(("x-ratelimit-scope", "user".to_owned()));
        }
        headers
    }
}
