//! Keeping to Discord's rate limits: what the headers say, per bucket and globally, and a breaker.
//!
//! Nothing is hard-coded but the breaker: 10 000 refused requests in ten minutes ban a host, and this
//! room stops long before.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;
use reqwest::{Response, StatusCode};

/// How many answers of 401, 403 or 429 within [`WINDOW`] stop all sending: a tenth of Discord's limit.
const MOST_REFUSED: usize = 1_000;
/// The window in which refused requests are counted.
const WINDOW: Duration = Duration::from_secs(600);
/// No single wait is longer: what Discord wants to see later than that is given up.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Above so many buckets, those whose limit has passed are forgotten.
const MANY_BUCKETS: usize = 512;

/// What is known of Discord's limits.
#[derive(Default)]
pub struct Limits(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// When each bucket is free again.
    free_at: HashMap<String, Instant>,
    /// When anything may be sent again with the bot's token.
    all_free_at: Option<Instant>,
    refused: Vec<Instant>,
}

/// What an answer says of the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The request was within them.
    Free,
    /// It was not: come back after the wait that is now known.
    Limited,
}

impl Limits {
    /// Waits until the bucket is free, and all of Discord too where the bot's token is used.
    pub async fn wait(&self, bucket: &str, with_bot_token: bool) {
        let until = self.free_at(bucket, with_bot_token);
        if let Some(pause) = until.and_then(|until| until.checked_duration_since(Instant::now())) {
            tokio::time::sleep(pause.min(LONGEST_WAIT)).await;
        }
    }

    fn free_at(&self, bucket: &str, with_bot_token: bool) -> Option<Instant> {
        let known = self.known();
        let global = known.all_free_at.filter(|_| with_bot_token);
        known.free_at.get(bucket).copied().max(global)
    }

    /// Whether sending has stopped because too much was refused.
    pub fn is_broken(&self) -> bool {
        let mut known = self.known();
        let now = Instant::now();
        known.refused.retain(|at| now.duration_since(*at) < WINDOW);
        known.refused.len() >= MOST_REFUSED
    }

    /// Learns from the headers of an answer.
    pub fn learn(&self, bucket: &str, with_bot_token: bool, response: &Response) -> Verdict {
        self.learn_from(
            bucket,
            with_bot_token,
            response.status(),
            response.headers(),
        )
    }

    fn learn_from(
        &self,
        bucket: &str,
        with_bot_token: bool,
        status: StatusCode,
        headers: &HeaderMap,
    ) -> Verdict {
        let now = Instant::now();
        let mut known = self.known();
        if known.free_at.len() >= MANY_BUCKETS {
            known.free_at.retain(|_, at| *at > now);
        }
        let is_shared = text(headers, "x-ratelimit-scope") == Some("shared");
        if matches!(status.as_u16(), 401 | 403 | 429) && !is_shared {
            known.refused.push(now);
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            let until = now + seconds(headers, "retry-after").unwrap_or(Duration::from_secs(1));
            if with_bot_token && text(headers, "x-ratelimit-global").is_some() {
                known.all_free_at = Some(until);
            } else {
                known.free_at.insert(bucket.to_owned(), until);
            }
            return Verdict::Limited;
        }
        if text(headers, "x-ratelimit-remaining") == Some("0")
            && let Some(pause) = seconds(headers, "x-ratelimit-reset-after")
        {
            known.free_at.insert(bucket.to_owned(), now + pause);
        }
        Verdict::Free
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        // Nothing below can panic half-way, so what a poisoned lock guards is still whole.
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let seconds: f64 = text(headers, name)?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let value = |text| reqwest::header::HeaderValue::from_static(text);
        pairs
            .iter()
            .map(|(name, text)| (reqwest::header::HeaderName::from_static(name), value(*text)))
            .collect()
    }

    #[test]
    fn an_empty_bucket_waits_and_others_do_not() {
        let limits = Limits::default();
        let empty = headers(&[
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset-after", "4.5"),
        ]);
        let verdict = limits.learn_from("edit 1", true, StatusCode::OK, &empty);
        assert_eq!(verdict, Verdict::Free);
        assert!(limits.free_at("edit 1", true).is_some());
        assert_eq!(limits.free_at("edit 2", true), None);
    }

    #[test]
    fn a_global_limit_stops_the_token_but_not_the_answers_to_people() {
        let limits = Limits::default();
        let global = headers(&[("retry-after", "2"), ("x-ratelimit-global", "true")]);
        let verdict = limits.learn_from("post 1", true, StatusCode::TOO_MANY_REQUESTS, &global);
        assert_eq!(verdict, Verdict::Limited);
        assert!(limits.free_at("post 2", true).is_some());
        assert_eq!(limits.free_at("callback", false), None);
    }

    #[test]
    fn a_thousand_refused_requests_break_the_circuit() {
        let limits = Limits::default();
        let shared = headers(&[("x-ratelimit-scope", "shared")]);
        for _ in 0..MOST_REFUSED {
            limits.learn_from("a", true, StatusCode::TOO_MANY_REQUESTS, &shared);
        }
        assert!(!limits.is_broken());
        for _ in 0..MOST_REFUSED {
            limits.learn_from("a", true, StatusCode::FORBIDDEN, &headers(&[]));
        }
        assert!(limits.is_broken());
    }
}
