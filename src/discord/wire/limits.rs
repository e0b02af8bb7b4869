//! Keeping to Discord's rate limits: what the headers say, per bucket and globally.
//!
//! A request takes a place in its bucket before it is sent, so that many tasks do not all take the last one. A bucket
//! that nothing is known of lets one request through at a time. Limits of buckets are learned, never hard-coded; ours
//! are the requests a second over all, and what [`breaker`](super::breaker) stops because too much was refused.

mod pages;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;

use super::breaker::Breaker;
use super::failure::OLD_EDITS;
use super::flights::{Flight, Flights, MostASecond, SECOND};
use super::request::{Request, Urgency};
use super::silence::Silence;
use crate::store::Store;

/// Nobody waits longer for a limit: what Discord wants to see later than that is given up.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// What can wait waits for its turn no longer than this: so long takes the line when every table of a big bot moves.
const LONGEST_LINE: Duration = Duration::from_secs(180);
/// Above so many buckets, those that are full again are forgotten.
const MANY_BUCKETS: usize = 512;
/// A window whose end is not known is taken to be so long.
const USUAL_WINDOW: Duration = Duration::from_secs(5);
/// Two answers that put the end of a window so close together speak of the same window.
const SAME_WINDOW: Duration = Duration::from_millis(250);
/// What an answer says of time is taken to be no longer than a thousand years: `x-ratelimit-reset` counts from 1970, and
/// any moment of this machine can be followed by one that much later.
const LONGEST_TOLD: Duration = Duration::from_secs(1_000 * 365 * 24 * 60 * 60);

/// What is known of Discord's limits.
pub(crate) struct Limits {
    most: MostASecond,
    known: Arc<Mutex<Known>>,
    breaker: Breaker,
    /// Whoever wants to send with the bot's token stands in one of these lines.
    first: tokio::sync::Mutex<()>,
    urgent: tokio::sync::Mutex<()>,
    waiters: tokio::sync::Mutex<()>,
    /// So many stand in the last one.
    line: AtomicUsize,
    /// Wakes the first in line when a request is answered.
    landing: Notify,
}

#[derive(Default)]
struct Known {
    /// Which bucket Discord says that a route belongs to, and what that allows.
    routes: HashMap<&'static str, (String, u32)>,
    buckets: HashMap<Key, Bucket>,
    /// Whether anything is sent with the bot's token.
    silence: Silence,
    /// The requests with the bot's token of the last moments.
    flights: Flights,
}

/// The bucket, or the route while its bucket is not known; and what it is counted for.
type Key = (String, String);

#[derive(Default)]
struct Bucket {
    /// `None` while nothing is known; a route without limits says so by its first answer.
    rule: Option<Rule>,
    /// Sent, and not answered yet.
    in_flight: u32,
    /// Not before.
    free_at: Option<Instant>,
    changed: Arc<Notify>,
}

#[derive(Clone, Copy)]
enum Rule {
    Free,
    Window {
        limit: u32,
        left: u32,
        resets: Option<Instant>,
        /// The same moment on Discord's clock: it tells windows apart however late an answer comes.
        named: Option<Duration>,
    },
}

/// When to try again.
enum Wait {
    Until(Instant),
    /// After an answer to another request of the bucket, or then.
    News(OwnedNotified, Option<Instant>),
}

impl Wait {
    /// Waits for that; `None` if it is later than `latest`.
    async fn passes(self, latest: Instant) -> Option<()> {
        let (news, at) = match self {
            Self::Until(at) => (None, at),
            Self::News(news, at) => (Some(news), at.unwrap_or(latest)),
        };
        if at > latest || Instant::now() >= latest {
            return None;
        }
        let until = tokio::time::sleep_until(at.into());
        match news {
            Some(news) => tokio::select! { () = news => {} () = until => {} },
            None => until.await,
        }
        Some(())
    }
}

/// What an answer says of the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The request was within them.
    Free,
    /// It was not: come back after the wait that is now known.
    Limited,
}

/// A place in a bucket. Dropped without an answer, the request is taken as one that counted.
pub(crate) struct Permit<'a> {
    limits: &'a Limits,
    key: Key,
    route: &'static str,
    with_bot_token: bool,
    /// Whether it is the first answer to a press.
    is_first_answer: bool,
    /// What it counts as among the requests with the bot's token that are on their way.
    flight: Option<Flight>,
    /// When it was sent, or got its turn to be.
    sent: Instant,
    is_answered: bool,
}

/// Somebody who stands in line.
struct InLine<'a>(&'a AtomicUsize);

impl<'a> InLine<'a> {
    fn of(line: &'a AtomicUsize) -> Self {
        line.fetch_add(1, Ordering::Relaxed);
        Self(line)
    }
}

impl Drop for InLine<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The limits of an answer.
pub(crate) struct Told<'a> {
    pub status: StatusCode,
    pub headers: &'a HeaderMap,
    /// The seconds that the body of a refusal names.
    pub retry_after: Option<f64>,
    /// Discord's own code, 0 if there is none.
    pub code: u64,
}

impl Bucket {
    fn take(&mut self, now: Instant) -> Result<(), Wait> {
        if let Some(at) = self.free_at.filter(|at| *at > now) {
            return Err(Wait::Until(at));
        }
        let until = match &mut self.rule {
            Some(Rule::Free) => None,
            None if self.in_flight == 0 => None,
            None => return Err(self.waits_for_news(None)),
            Some(Rule::Window {
                limit,
                left,
                resets,
                ..
            }) => {
                if resets.is_some_and(|at| at <= now) {
                    (*left, *resets) = (*limit, None);
                }
                if *left > self.in_flight {
                    None
                } else {
                    Some(*resets)
                }
            }
        };
        match until {
            None => {
                self.in_flight += 1;
                Ok(())
            }
            Some(Some(at)) if self.in_flight == 0 => Err(Wait::Until(at)),
            Some(at) => Err(self.waits_for_news(at)),
        }
    }

    /// Hears whatever changes from now on: it is asked under the lock under which that happens.
    fn waits_for_news(&self, at: Option<Instant>) -> Wait {
        Wait::News(Arc::clone(&self.changed).notified_owned(), at)
    }

    /// An answer told how many are left until then, and what Discord's clock shows then.
    fn learn(&mut self, limit: u32, left: u32, resets: Instant, named: Option<Duration>) {
        let is_same = |before: Instant, name: Option<Duration>| match (named, name) {
            (Some(named), Some(name)) => named < name + SAME_WINDOW,
            _ => resets < before + SAME_WINDOW,
        };
        let (left, resets) = match self.rule {
            // Answers overtake each other and come late: within a window it only gets less, and an answer that tells
            // of an older window does not end this one.
            Some(Rule::Window {
                left: before,
                resets: Some(at),
                named: name,
                ..
            }) if is_same(at, name) => (left.min(before), resets.max(at)),
            _ => (left, resets),
        };
        self.rule = Some(Rule::Window {
            limit: limit.max(1),
            left,
            resets: Some(resets),
            named,
        });
    }

    /// Whether Discord counted a request is not known: it is taken as one that was.
    fn counted_perhaps(&mut self, now: Instant) {
        if let Some(Rule::Window { left, resets, .. }) = &mut self.rule {
            *left = left.saturating_sub(1);
            resets.get_or_insert(now + USUAL_WINDOW);
        }
    }

    fn is_idle(&self, now: Instant) -> bool {
        let is_over = match self.rule {
            None | Some(Rule::Free) => true,
            Some(Rule::Window { resets, .. }) => resets.is_none_or(|at| at <= now),
        };
        self.in_flight == 0 && is_over && self.free_at.is_none_or(|at| at <= now)
    }
}

impl Known {
    fn key(&self, route: &str, major: &str) -> Key {
        let bucket = self.routes.get(route).map(|(bucket, _)| bucket.as_str());
        (bucket.unwrap_or(route).to_owned(), major.to_owned())
    }

    fn take(&mut self, request: &Request, now: Instant) -> Result<Key, Wait> {
        if self.buckets.len() >= MANY_BUCKETS {
            self.buckets.retain(|_, bucket| !bucket.is_idle(now));
        }
        let key = self.key(request.route, &request.major);
        let limit = self.routes.get(request.route).map(|(_, limit)| *limit);
        let rule = limit.map(|limit| Rule::Window {
            limit,
            left: limit,
            resets: None,
            named: None,
        });
        let fresh = || Bucket {
            rule,
            ..Bucket::default()
        };
        let bucket = self.buckets.entry(key.clone()).or_insert_with(fresh);
        bucket.take(now).map(|()| key)
    }

    /// Counts a request with the bot's token that is sent now; else tells when to ask again, if not with the next
    /// answer.
    fn send(
        &mut self,
        urgency: Urgency,
        most: usize,
        now: Instant,
    ) -> Result<Flight, Option<Instant>> {
        if let Some(at) = self.silence.lasts_until(urgency, now) {
            return Err(Some(at));
        }
        let flight = self.flights.board(most, now)?;
        self.silence.sends(urgency, now);
        Ok(flight)
    }

    /// Something whose turn it was then is not sent after all.
    fn give_back(&mut self, flight: Flight, turn: Instant) {
        self.flights.give_back(flight);
        self.silence.gives_back(turn);
    }
}

impl Limits {
    /// Nothing is known yet but how many requests a second Discord allows with the bot's token.
    pub(crate) fn new(requests_a_second: u32) -> Self {
        Self {
            most: MostASecond::within(requests_a_second),
            known: Arc::default(),
            breaker: Breaker::default(),
            first: tokio::sync::Mutex::default(),
            urgent: tokio::sync::Mutex::default(),
            waiters: tokio::sync::Mutex::default(),
            line: AtomicUsize::default(),
            landing: Notify::default(),
        }
    }

    /// Waits for a place; `None` if that takes longer than the request is worth.
    pub(crate) async fn permit(&self, request: &Request) -> Option<Permit<'_>> {
        self.permit_as(request, request.urgency).await
    }

    /// The same in another line than its own.
    pub(crate) async fn permit_as(
        &self,
        request: &Request,
        urgency: Urgency,
    ) -> Option<Permit<'_>> {
        if request.with_bot_token && urgency == Urgency::CanWait {
            return self.permit_in_time(request).await;
        }
        let latest = Instant::now() + LONGEST_WAIT;
        let latest = request.until.map_or(latest, |until| until.min(latest));
        let key = self.place(request, latest).await?;
        let mut permit = self.permit_at(request, key);
        if request.with_bot_token {
            permit.flight = self.turn(urgency, latest).await;
            permit.sent = Instant::now();
            if permit.flight.is_none() {
                permit.give_back();
                return None;
            }
        } else if request.until.is_none() && self.pages_pass(latest).await.is_none() {
            permit.give_back();
            return None;
        }
        Some(permit)
    }

    /// What can wait holds no place in its bucket while it stands in line, or whoever is in a hurry in the same channel
    /// would stand behind it. Where none is free when its turn has come, it lets others go first.
    async fn permit_in_time(&self, request: &Request) -> Option<Permit<'_>> {
        let latest = Instant::now() + LONGEST_WAIT + LONGEST_LINE;
        while let Some(flight) = self.turn(Urgency::CanWait, latest).await {
            let now = Instant::now();
            let taken = self.known().take(request, now);
            match taken {
                Ok(key) => {
                    let mut permit = self.permit_at(request, key);
                    permit.flight = Some(flight);
                    return Some(permit);
                }
                Err(wait) => {
                    self.known().give_back(flight, now);
                    self.landing.notify_waiters();
                    wait.passes(latest.min(now + LONGEST_WAIT)).await?;
                }
            }
        }
        None
    }

    /// What has its place, and is not on its way yet.
    fn permit_at(&self, request: &Request, key: Key) -> Permit<'_> {
        Permit {
            limits: self,
            key,
            route: request.route,
            with_bot_token: request.with_bot_token,
            is_first_answer: !request.with_bot_token && request.until.is_some(),
            flight: None,
            sent: Instant::now(),
            is_answered: false,
        }
    }

    async fn place(&self, request: &Request, latest: Instant) -> Option<Key> {
        loop {
            let taken = self.known().take(request, Instant::now());
            match taken {
                Ok(key) => return Some(key),
                Err(wait) => wait.passes(latest).await?,
            }
        }
    }

    /// Waits until another request may be sent with the bot's token; `None` if that is not before `latest`.
    async fn turn(&self, urgency: Urgency, latest: Instant) -> Option<Flight> {
        let (line, most) = match urgency {
            Urgency::First => (&self.first, self.most.all),
            Urgency::Urgent => (&self.urgent, self.most.all),
            Urgency::CanWait => (&self.waiters, self.most.of_waiters),
        };
        let _in_line = (urgency == Urgency::CanWait).then(|| InLine::of(&self.line));
        let turn = async {
            let _first_in_line = line.lock().await;
            loop {
                let landing = self.landing.notified();
                let sent = self.known().send(urgency, most, Instant::now());
                match sent {
                    Ok(flight) => return flight,
                    Err(None) => landing.await,
                    Err(Some(at)) => tokio::select! {
                        () = landing => {}
                        () = tokio::time::sleep_until(at.into()) => {}
                    },
                }
            }
        };
        tokio::time::timeout_at(latest.into(), turn).await.ok()
    }

    /// How long it takes until all have had their turn that can wait, and wait now.
    pub(crate) fn line_takes(&self) -> Duration {
        let line = u32::try_from(self.line.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
        let a_second = u32::try_from(self.most.of_waiters).unwrap_or(u32::MAX);
        SECOND.saturating_mul(line) / a_second
    }

    /// Goes on counting what is refused where the [last process](Breaker::goes_on) of this database stopped.
    pub(crate) async fn goes_on(&self, store: &Store) {
        self.breaker.goes_on(store).await;
    }

    /// Whether sending such a request has [stopped](Breaker::is_broken) because too much was refused.
    pub(crate) fn is_broken(&self, request: &Request) -> bool {
        self.breaker.is_broken(request, Instant::now())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        locked(&self.known)
    }
}

impl Permit<'_> {
    /// It is sent now: what it says is made.
    pub(crate) fn sets_off(&mut self, now: Instant) {
        self.sent = now;
        if let Some(flight) = &mut self.flight {
            *flight = self.limits.known().flights.sets_off(*flight, now);
        }
    }

    /// Learns from an answer, and gives the place free.
    pub(crate) fn learn(mut self, told: &Told<'_>) -> Verdict {
        self.is_answered = true;
        let now = Instant::now();
        let is_shared = text(told.headers, "x-ratelimit-scope") == Some("shared");
        if matches!(told.status.as_u16(), 401 | 403 | 429) && !is_shared {
            self.limits.breaker.counts(now);
        }
        let mut known = self.limits.known();
        if let Some(bucket) = known.buckets.get_mut(&self.key) {
            bucket.in_flight = bucket.in_flight.saturating_sub(1);
            bucket.changed.notify_waiters();
        }
        known.flights.hears(now);
        if let Some(flight) = self.flight {
            known.flights.land(flight, now);
        }
        // Also what was answered without the bot's token says that Discord is reached.
        self.limits.landing.notify_waiters();
        let (is_page, silence) = (told.is_page(), &mut known.silence);
        if is_page {
            silence.hears_a_page(self.sent, now);
        } else if told.is_discords() && self.is_first_answer {
            silence.hears_people_answered(self.sent, now);
        } else if told.is_discords() {
            silence.hears_an_answer(self.sent, now);
        }
        let key = self.learn_window(&mut known, told, now);
        // A message that is too old to be changed says nothing of the others in its channel.
        if told.status != StatusCode::TOO_MANY_REQUESTS || told.code == OLD_EDITS {
            return Verdict::Free;
        }
        // How long a page lasts is asked for all together.
        let named = seconds(told.headers, "retry-after").filter(|_| !is_page);
        let named = named.max(told.retry_after.and_then(of_seconds));
        let until = now + named.unwrap_or(SECOND);
        let scope = text(told.headers, "x-ratelimit-scope");
        let is_global = scope == Some("global") || told.headers.contains_key("x-ratelimit-global");
        if self.with_bot_token && is_global {
            if known.silence.is_limited(until, now) {
                tokio::spawn(tells_the_end(Arc::downgrade(&self.limits.known)));
            }
        } else {
            let bucket = known.buckets.entry(key).or_default();
            bucket.free_at = bucket.free_at.max(Some(until));
        }
        Verdict::Limited
    }

    /// What the headers say of the bucket; answers which one it is.
    fn learn_window(&self, known: &mut Known, told: &Told<'_>, now: Instant) -> Key {
        let headers = told.headers;
        let number = |name| text(headers, name).and_then(|text| text.parse::<u32>().ok());
        let window = (
            number("x-ratelimit-limit"),
            number("x-ratelimit-remaining"),
            seconds(headers, "x-ratelimit-reset-after"),
        );
        let (Some(limit), Some(left), Some(after)) = window else {
            if let Some(bucket) = known.buckets.get_mut(&self.key) {
                if !told.status.is_success() {
                    // A failure on the way may have come after Discord had counted.
                    bucket.counted_perhaps(now);
                } else if bucket.rule.is_none() {
                    // A success without limits has none.
                    bucket.rule = Some(Rule::Free);
                }
            }
            return self.key.clone();
        };
        if let Some(bucket) = text(headers, "x-ratelimit-bucket") {
            known.routes.insert(self.route, (bucket.to_owned(), limit));
        }
        let key = known.key(self.route, &self.key.1);
        let bucket = known.buckets.entry(key.clone()).or_default();
        bucket.learn(
            limit,
            left,
            now + after,
            seconds(headers, "x-ratelimit-reset"),
        );
        bucket.changed.notify_waiters();
        key
    }

    /// It was not sent, so it does not count.
    pub(crate) fn give_back(mut self) {
        self.is_answered = true;
        let mut known = self.limits.known();
        if let Some(bucket) = known.buckets.get_mut(&self.key) {
            bucket.in_flight = bucket.in_flight.saturating_sub(1);
            bucket.changed.notify_waiters();
        }
        if let Some(flight) = self.flight {
            known.give_back(flight, self.sent);
            self.limits.landing.notify_waiters();
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if self.is_answered {
            return;
        }
        let (mut known, now) = (self.limits.known(), Instant::now());
        if let Some(bucket) = known.buckets.get_mut(&self.key) {
            bucket.in_flight = bucket.in_flight.saturating_sub(1);
            bucket.counted_perhaps(now);
            bucket.changed.notify_waiters();
        }
        if let Some(flight) = self.flight {
            known.flights.give_up(flight, now);
            self.limits.landing.notify_waiters();
        }
    }
}

fn locked(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    // Nothing under this lock can panic half-way, so what a poisoned one guards is still whole.
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says when a limit over all is over, whether or not anybody sends something then.
async fn tells_the_end(known: Weak<Mutex<Known>>) {
    while let Some(until) = known
        .upgrade()
        .and_then(|known| locked(&known).silence.tells_the_end(Instant::now()))
    {
        // Discord counts by the time of the world.
        tokio::time::sleep_until(until.into()).await;
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    of_seconds(text(headers, name)?.parse().ok()?)
}

/// No longer than [`LONGEST_TOLD`]; `None` for what is negative or no number.
fn of_seconds(seconds: f64) -> Option<Duration> {
    let longest = LONGEST_TOLD.as_secs_f64();
    let told = if seconds > longest { longest } else { seconds };
    Duration::try_from_secs_f64(told).ok()
}

#[cfg(test)]
mod tests;
