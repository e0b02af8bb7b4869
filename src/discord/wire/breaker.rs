//! The breaker: 10 000 refused requests in ten minutes ban a host, and this room stops long before. Whoever watches the bot is told
//! when it begins, for how long, and when it ends.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::request::Request;
use crate::meters;

/// How many answers of 401, 403 or 429 within [`WINDOW`] stop all sending: a tenth of Discord's limit.
pub(super) const MOST_REFUSED: usize = 1_000;
/// The same for what is sent with the tokens of interactions: those who press wait for it.
const MOST_REFUSED_OF_TOKENS: usize = 4_000;
/// The window in which refused requests are counted.
const WINDOW: Duration = Duration::from_secs(600);

/// Counts what was refused.
#[derive(Default)]
pub(super) struct Breaker(Arc<Mutex<Refusals>>);

#[derive(Default)]
struct Refusals {
    /// When, oldest first.
    at: VecDeque<Instant>,
    /// Whether it was told that sending has stopped.
    is_told: bool,
}

impl Refusals {
    /// Forgets what is older than the window.
    fn forget(&mut self, now: Instant) {
        while self
            .at
            .front()
            .is_some_and(|at| now.duration_since(*at) >= WINDOW)
        {
            self.at.pop_front();
        }
    }

    /// When fewer than this many are within the window, if nothing more is refused; `None` if fewer are now.
    fn fewer_at(&self, most: usize) -> Option<Instant> {
        let last_too_many = self.at.len().checked_sub(most)?;
        self.at.get(last_too_many).map(|at| *at + WINDOW)
    }
}

impl Breaker {
    /// Something was refused now.
    pub(super) fn counts(&self, now: Instant) {
        let mut refusals = self.refusals();
        refusals.forget(now);
        refusals.at.push_back(now);
        let Some(until) = refusals.fewer_at(MOST_REFUSED) else {
            return;
        };
        meters::silent_until(until);
        let is_told = std::mem::replace(&mut refusals.is_told, true);
        drop(refusals);
        if is_told {
            return;
        }
        let seconds = until.saturating_duration_since(now).as_secs();
        tracing::warn!(
            seconds,
            "Discord has refused too many requests: nothing but answers to presses is sent for a while"
        );
        tokio::spawn(tells_the_end(Arc::downgrade(&self.0), Instant::now));
    }

    /// Whether sending such a request has stopped because too much was refused. First answers to presses are always
    /// sent: they are no use to anybody later, and nobody else's mistakes are theirs.
    pub(super) fn is_broken(&self, request: &Request, now: Instant) -> bool {
        let most = match (request.with_bot_token, request.until) {
            (true, _) => MOST_REFUSED,
            (false, None) => MOST_REFUSED_OF_TOKENS,
            (false, Some(_)) => return false,
        };
        let mut refusals = self.refusals();
        refusals.forget(now);
        refusals.at.len() >= most
    }

    fn refusals(&self) -> MutexGuard<'_, Refusals> {
        locked(&self.0)
    }
}

fn locked(refusals: &Mutex<Refusals>) -> MutexGuard<'_, Refusals> {
    // Nothing under this lock can panic half-way, so what a poisoned one guards is still whole.
    refusals.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says when everything is sent again, whether or not anybody sends something then.
async fn tells_the_end(refusals: Weak<Mutex<Refusals>>, now: impl Fn() -> Instant) {
    while let Some(refusals) = refusals.upgrade() {
        let until = {
            let mut refusals = locked(&refusals);
            refusals.forget(now());
            let until = refusals.fewer_at(MOST_REFUSED);
            refusals.is_told = until.is_some();
            until
        };
        drop(refusals);
        let Some(until) = until else {
            tracing::info!("everything is sent to Discord again");
            return;
        };
        // Discord counts by the time of the world.
        tokio::time::sleep_until(until.into()).await;
    }
}

#[cfg(test)]
mod tests {
    use reqwest::Method;

    use super::*;

    #[tokio::test]
    async fn sending_stops_until_enough_refusals_are_ten_minutes_old() {
        let (breaker, start) = (Breaker::default(), Instant::now());
        let request = Request::bot("edit message", Method::PATCH, "/x".into());
        let second = |s: u64| start + Duration::from_secs(s);
        for number in 1..MOST_REFUSED as u64 {
            breaker.counts(second(number % 2));
        }
        assert!(!breaker.is_broken(&request, second(2)));
        assert!(breaker.refusals().fewer_at(MOST_REFUSED).is_none());
        assert!(!breaker.refusals().is_told);
        breaker.counts(second(3));
        assert!(breaker.is_broken(&request, second(3)));
        assert!(breaker.refusals().is_told);
        let until = breaker.refusals().fewer_at(MOST_REFUSED);
        // The first of them is as old then.
        assert!(
            until.is_some_and(|until| until >= second(0) + WINDOW && until <= second(3) + WINDOW)
        );
        assert!(!breaker.is_broken(&request, second(2) + WINDOW));
        assert!(breaker.refusals().fewer_at(MOST_REFUSED).is_none());
    }

    #[tokio::test]
    async fn the_end_is_told_though_nobody_sends_anything() {
        let breaker = Breaker::default();
        for _ in 0..MOST_REFUSED {
            breaker.counts(Instant::now());
        }
        let refusals = || Arc::downgrade(&breaker.0);
        let mut early = std::pin::pin!(tells_the_end(refusals(), Instant::now));
        assert!(futures::poll!(early.as_mut()).is_pending());
        assert!(breaker.refusals().is_told);
        tells_the_end(refusals(), || Instant::now() + WINDOW).await;
        assert!(!breaker.refusals().is_told);
        assert!(breaker.refusals().at.is_empty());
    }
}
