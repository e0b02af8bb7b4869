//! What pages of what stands before Discord come to: which answers are such pages, and what waits for them without the bot's token.

use std::time::Instant;

use reqwest::StatusCode;

use super::{Known, Limits, Told};
use crate::discord::wire::request::Urgency;

impl Told<'_> {
    /// Whether Discord itself says it, and not a page of what stands before it. Its refusals have a code, or say when to come back.
    pub(super) fn is_discords(&self) -> bool {
        let marks = [
            "x-ratelimit-scope",
            "x-ratelimit-global",
            "x-ratelimit-limit",
        ];
        self.status.is_success()
            || self.retry_after.is_some()
            || self.code != 0
            || marks.iter().any(|mark| self.headers.contains_key(*mark))
    }

    /// Whether it is a page that refuses whatever comes.
    pub(super) fn is_page(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS && !self.is_discords()
    }
}

impl Known {
    /// Counts what is sent now with the token of an interaction, for which only pages are a reason to wait; else tells until when.
    pub(super) fn sends_beside(&mut self, now: Instant) -> Option<Instant> {
        let until = self.silence.lasts_beside_until(now);
        if until.is_none() {
            self.silence.sends(Urgency::Urgent, now);
        }
        until
    }
}

impl Limits {
    /// Until when nothing is sent with the bot's token that could wait, if that is so: for a limit over all or pages, or because too much
    /// was refused.
    pub(in crate::discord::wire) fn silent_until(&self, now: Instant) -> Option<Instant> {
        let limited = self.known().silence.lasts_until(Urgency::CanWait, now);
        limited.max(self.breaker.silent_until(now))
    }

    /// Waits until no pages keep what people do not wait for at once; `None` if that is not before `latest`.
    pub(super) async fn pages_pass(&self, latest: Instant) -> Option<()> {
        loop {
            let landing = self.landing.notified();
            let until = self.known().sends_beside(Instant::now());
            let Some(until) = until else { return Some(()) };
            if Instant::now() >= latest {
                return None;
            }
            tokio::select! {
                () = landing => {}
                () = tokio::time::sleep_until(until.min(latest).into()) => {}
            }
        }
    }
}
