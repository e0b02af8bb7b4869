//! Rate limits: buckets of requests and the limit of all together, on real time, and the headers that tell about them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::id::Id;
use super::{LimitScope, RateLimits};

/// How many requests with the bot's token are allowed in one second (limits: "REST").
const MOST_A_SECOND: u32 = 50;

/// Discord's code for too many edits of messages older than an hour.
const OLD_EDITS: u32 = 30_046;

/// The kind of the answers to interactions.
const CALLBACK: &str = "callback";
/// So many requests a window takes where nothing is limited.
const ROOM: u32 = 1_000;
/// Forgets idle buckets when there are this many.
const MOST_BUCKETS: usize = 10_000;

/// All buckets that were used lately.
#[derive(Debug)]
pub(super) struct Rates {
    limits: RateLimits,
    windows: HashMap<String, Window>,
    /// The second of the global limit that runs, or the last one that ran.
    second: Option<Window>,
    /// Limits that were injected: until when, and whom they are for.
    pauses: HashMap<String, (Instant, LimitScope)>,
    /// The same for all routes that need the bot's token.
    pause_of_all: Option<Instant>,
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
    /// The limit that refuses it, if one does.
    pub(super) refused: Option<LimitScope>,
    pub(super) reset_after: Duration,
    limit: u32,
    left: u32,
    bucket: u64,
    /// Discord's code in the body of a refusal.
    code: u32,
}

/// Which limits count a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// That of its bucket, and that of all requests together.
    Global,
    /// That of its bucket alone.
    Bucket,
}

impl Reach {
    /// Callbacks and token webhooks do not count among all requests.
    pub(super) fn of(segments: &[impl AsRef<str>]) -> Self {
        let first = segments.first().map(AsRef::as_ref);
        let has_token = first == Some("webhooks") && segments.len() > 2;
        if has_token || first == Some("interactions") {
            Self::Bucket
        } else {
            Self::Global
        }
    }
}

/// The bucket of a request. Callbacks are counted in none: theirs only matters when a limit is injected.
pub(super) fn bucket(method: &str, segments: &[&str]) -> Bucket {
    let of = |name, major: &str, limit, window_s| Bucket {
        name,
        major: major.to_owned(),
        limit,
        window: Duration::from_secs(window_s),
    };
    match (method, segments) {
        (_, ["interactions", _, token, ..]) => of(CALLBACK, token, 5, 1),
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
            second: None,
            pauses: HashMap::new(),
            pause_of_all: None,
        }
    }

    /// Counts a request that comes now; `None` for a callback that nothing limits.
    pub(super) fn count(&mut self, bucket: &Bucket, reach: Reach, now: Instant) -> Option<Counted> {
        if reach == Reach::Global
            && let Some(reset_after) = self.refuse_globally(now)
        {
            return Some(bucket.refused(LimitScope::Global, reset_after));
        }
        let key = bucket.key();
        if let Some((until, scope)) = self.pauses.get(&key) {
            if *until > now {
                return Some(bucket.refused(*scope, until.duration_since(now)));
            }
            self.pauses.remove(&key);
        }
        if bucket.name == CALLBACK {
            return None;
        }
        if self.windows.len() > MOST_BUCKETS {
            self.windows.retain(|_, window| window.ends > now);
        }
        let fresh = || Window::fresh(now, bucket.window, bucket.limit);
        let window = self.windows.entry(key).or_insert_with(fresh);
        if window.ends <= now {
            *window = fresh();
        }
        let refused = (window.left == 0).then_some(LimitScope::User);
        // Switched off, the headers too say that there is room: a bot that keeps to them would wait. What fails without them it has
        // to count itself.
        let (limit, left) = match self.limits {
            RateLimits::Enforced => {
                window.left = window.left.saturating_sub(1);
                (bucket.limit, window.left)
            }
            RateLimits::Off => (ROOM, ROOM),
        };
        Some(Counted {
            refused,
            reset_after: window.ends.duration_since(now),
            limit,
            left,
            bucket: bucket.hash(),
            code: 0,
        })
    }

    /// Counts an edit of a message older than an hour in this channel, by whatever route; `Some` if there were `most` of
    /// them in this time. Other edits in the same channel are not touched.
    pub(super) fn refuse_old_edit(
        &mut self,
        bucket: &Bucket,
        channel: Id,
        most: u32,
        length: Duration,
    ) -> Option<Counted> {
        let now = Instant::now();
        let fresh = || Window::fresh(now, length, most);
        let key = format!("old {channel}");
        let window = self.windows.entry(key).or_insert_with(fresh);
        if window.ends <= now {
            *window = fresh();
        }
        if window.left == 0 {
            let reset_after = window.ends.duration_since(now);
            return Some(Counted {
                left: bucket.limit.saturating_sub(1),
                code: OLD_EDITS,
                ..bucket.refused(LimitScope::User, reset_after)
            });
        }
        window.left -= 1;
        None
    }

    /// Limits a bucket, or everything, from now on for so long: what Discord does when it answers 429.
    pub(super) fn pause(
        &mut self,
        bucket: &Bucket,
        scope: LimitScope,
        length: Duration,
    ) -> Counted {
        let now = Instant::now();
        let until = now + length;
        if scope == LimitScope::Global {
            self.pause_of_all = self.pause_of_all.max(Some(until));
        } else {
            self.pauses.retain(|_, (until, _)| *until > now);
            self.pauses.insert(bucket.key(), (until, scope));
        }
        bucket.refused(scope, length)
    }

    /// Nothing injected limits anything any more.
    pub(super) fn end_pauses(&mut self) {
        self.pauses.clear();
        self.pause_of_all = None;
    }

    /// How long all requests are refused; counts one more when they are not.
    fn refuse_globally(&mut self, now: Instant) -> Option<Duration> {
        if let Some(until) = self.pause_of_all.filter(|until| *until > now) {
            return Some(until.duration_since(now));
        }
        if self.limits == RateLimits::Off {
            return None;
        }
        let fresh = || Window::fresh(now, Duration::from_secs(1), MOST_A_SECOND);
        let second = self.second.get_or_insert_with(fresh);
        if second.ends <= now {
            *second = fresh();
        }
        if second.left == 0 {
            return Some(second.ends.duration_since(now));
        }
        second.left -= 1;
        None
    }
}

impl Window {
    fn fresh(now: Instant, length: Duration, limit: u32) -> Self {
        Self {
            ends: now + length,
            left: limit,
        }
    }
}

impl Bucket {
    fn key(&self) -> String {
        format!("{} {}", self.name, self.major)
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.name.hash(&mut hasher);
        hasher.finish()
    }

    fn refused(&self, scope: LimitScope, reset_after: Duration) -> Counted {
        Counted {
            refused: Some(scope),
            reset_after,
            limit: self.limit,
            // Of a shared limit the bot's own share is not used up.
            left: match scope {
                LimitScope::Shared => self.limit.saturating_sub(1),
                LimitScope::User | LimitScope::Global => 0,
            },
            bucket: self.hash(),
            code: 0,
        }
    }
}

impl Counted {
    /// The body of a refusal.
    pub(super) fn body(&self) -> Value {
        let message = match self.refused {
            _ if self.code == OLD_EDITS => {
                "Maximum number of edits to messages older than 1 hour reached. Try again later"
            }
            Some(LimitScope::Shared) => "The resource is being rate limited.",
            _ => "You are being rate limited.",
        };
        let after = (self.reset_after.as_secs_f64() * 1000.0).ceil() / 1000.0;
        let global = self.refused == Some(LimitScope::Global);
        json!({"message": message, "retry_after": after, "global": global, "code": self.code})
    }

    /// The headers of the answer.
    pub(super) fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = Vec::new();
        // A global refusal says nothing of the route's bucket.
        if self.refused != Some(LimitScope::Global) {
            self.tell_bucket(&mut headers);
        }
        if let Some(scope) = self.refused {
            let whole = self.reset_after.as_millis().div_ceil(1000);
            headers.push(("retry-after", whole.to_string()));
            headers.push(("x-ratelimit-scope", scope.word().to_owned()));
            if scope == LimitScope::Global {
                headers.push(("x-ratelimit-global", "true".to_owned()));
            }
        }
        headers
    }

    fn tell_bucket(&self, headers: &mut Vec<(&'static str, String)>) {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let after = self.reset_after.as_secs_f64();
        let reset = now.as_secs_f64() + after;
        headers.extend([
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.left.to_string()),
            ("x-ratelimit-reset", format!("{reset:.3}")),
            ("x-ratelimit-reset-after", format!("{after:.3}")),
            ("x-ratelimit-bucket", format!("{:016x}", self.bucket)),
        ]);
    }
}
