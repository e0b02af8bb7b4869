//! How often sessions may be opened at the gateway: rarely enough that a bot that falls over all day keeps its token.
//!
//! Discord closes everything and takes the token away after 1000 IDENTIFY in 24 hours; resuming a session costs
//! nothing. The count is over all shards, and on the disk, for a bot that falls over takes its memory with it. Whoever
//! opens one holds the ledger until it is asked for, so that nobody else counts meanwhile. All times here are the
//! host's own, like the sockets'.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::{Mutex, MutexGuard};
use tokio::time::Instant;

use crate::store::Store;
use crate::tables::Moment;

/// Discord counts over so long.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// So many in a day are never exceeded: a tenth of Discord's limit.
const MOST: usize = 100;
/// A bot opens no more shards than this: a second start within a day has to be possible.
pub(crate) const MOST_SHARDS: u64 = 50;
/// So many starts in a day cost no pause: whoever restarts a bot by hand does not wait.
const STARTS_AT_ONCE: usize = 15;
/// Discord takes one from a login bucket in this time, and refuses what comes sooner.
const PACE: Duration = Duration::from_millis(5_250);
/// The first pause; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// So many sessions are reckoned to pass while the pauses grow: the full length is what the others of a day have between them then.
const GROWING: usize = 5;
/// The dice make a pause longer by up to this part, so that bots that fell over together do not come back together.
const JITTER: f64 = 0.2;

/// How many sessions of a day cost no pause, with so many shards: some starts of all of them, and at most half of the
/// day's.
fn at_once(shards: u64) -> usize {
    let shards = usize::try_from(shards).unwrap_or(MOST);
    shards.saturating_mul(STARTS_AT_ONCE).min(MOST / 2)
}

/// How long the next session has to wait. `past` is when the last ones were opened, oldest first; `dice` is in 0..1.
fn pause(past: &[Moment], now: Moment, shards: u64, dice: f64) -> Duration {
    // What lies in the future was written before the clock was set back, and must not count for ever.
    let is_counted = |at: &&Moment| **at <= now && now.since(**at) < DAY;
    let counted: Vec<Moment> = past.iter().filter(is_counted).copied().collect();
    let Some(last) = counted.last() else {
        return Duration::ZERO;
    };
    let spaced = last.plus(spacing(counted.len(), shards).mul_f64(1.0 + JITTER * dice));
    // The spacing alone lets the last ones of a day come a little early.
    let capped = counted.len().checked_sub(MOST);
    let capped = capped.map_or(now, |first| counted[first].plus(DAY));
    spaced.max(capped).since(now)
}

/// How long after the last session the next one may come, when there were so many in a day.
fn spacing(count: usize, shards: u64) -> Duration {
    let free = at_once(shards);
    let Some(beyond) = count.checked_sub(free) else {
        return Duration::ZERO;
    };
    let doubled = u32::try_from(beyond).unwrap_or(u32::MAX).min(16);
    // What is left of the day's sessions has to last for the day.
    let left = u32::try_from(MOST - free - GROWING).unwrap_or(1);
    (FIRST_PAUSE * 2u32.pow(doubled)).min(DAY / left)
}

/// How long a login bucket has to rest after its last login.
fn rest(last: Option<&Instant>, now: Instant) -> Duration {
    last.map_or(Duration::ZERO, |last| {
        (*last + PACE).saturating_duration_since(now)
    })
}

/// The sessions of one application.
pub(crate) struct Ledger(Mutex<Page>);

struct Page {
    store: Store,
    application: u64,
    /// What this process opened: it counts even if the disk did not take it.
    own: Vec<Moment>,
    /// When each login bucket was last used.
    logins: HashMap<u64, Instant>,
}

/// The right to open the next session: nobody else has it as long as this lives.
pub(crate) struct Turn<'a> {
    page: MutexGuard<'a, Page>,
    bucket: u64,
}

impl Ledger {
    /// The ledger of this application in this database.
    pub(crate) fn new(store: Store, application: u64) -> Self {
        Self(Mutex::new(Page {
            store,
            application,
            own: Vec::new(),
            logins: HashMap::new(),
        }))
    }

    /// Waits in line for the right to open a session from this login bucket.
    pub(crate) async fn turn(&self, bucket: u64) -> Turn<'_> {
        Turn {
            page: self.0.lock().await,
            bucket,
        }
    }
}

impl Turn<'_> {
    /// How long to wait before the session is opened, by a bot of so many shards. The first of a process does not wait
    /// for the pace: whoever restarts a bot within five seconds is told by Discord to try again.
    pub(crate) async fn pause(&mut self, shards: u64) -> Duration {
        let now = now();
        let page = &mut *self.page;
        page.own.retain(|at| now.since(*at) < DAY);
        let rest = rest(page.logins.get(&self.bucket), Instant::now());
        pause(&page.past(now).await, now, shards, rand::random()).max(rest)
    }

    /// Notes that a session is opened now. It is on the disk before Discord hears of it.
    pub(crate) async fn note(mut self) {
        let now = now();
        self.page.own.push(now);
        self.page.logins.insert(self.bucket, Instant::now());
        let kept_from = Moment::from_unix_ms(now.unix_ms().saturating_sub(2 * millis(DAY)));
        let application = self.page.application;
        let noted = self.page.store.note_identify(application, now, kept_from);
        if let Err(failure) = noted.await {
            tracing::warn!(%failure, "a new session could not be written down");
        }
    }
}

impl Page {
    async fn past(&self, now: Moment) -> Vec<Moment> {
        let since = Moment::from_unix_ms(now.unix_ms().saturating_sub(millis(DAY)));
        match self.store.identifies(self.application, since).await {
            Ok(kept) if kept.len() >= self.own.len() => kept,
            Ok(_) => self.own.clone(),
            Err(failure) => {
                tracing::warn!(%failure, "the sessions of the last day could not be counted");
                self.own.clone()
            }
        }
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// The host's own clock.
pub(super) fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    Moment::from_unix_ms(millis(since.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(s: u64) -> Moment {
        Moment::from_unix_ms(1_790_000_000_000 + s * 1000)
    }

    /// A bot of so many shards that falls over this long after it opened all of them: when they were opened.
    fn crash_loop(lives_s: u64, for_s: u64, shards: u64, dice: f64) -> Vec<Moment> {
        let (mut past, mut now) = (Vec::new(), at(0));
        while now < at(for_s) {
            for _ in 0..shards {
                now = now.plus(pause(&past, now, shards, dice));
                past.push(now);
            }
            now = now.plus(Duration::from_secs(lives_s));
        }
        past
    }

    fn most_in_a_day(past: &[Moment]) -> usize {
        let within = |first: &Moment| {
            let mut day = past.iter().filter(|at| *at >= first);
            day.by_ref().take_while(|at| at.since(*first) < DAY).count()
        };
        past.iter().map(within).max().unwrap_or(0)
    }

    #[test]
    fn ordinary_restarts_do_not_wait() {
        assert_eq!(pause(&[], at(0), 1, 0.9), Duration::ZERO);
        let few: Vec<_> = (0..14).map(|n| at(n * 6)).collect();
        assert_eq!(pause(&few, at(85), 1, 0.9), Duration::ZERO);
        // Every half hour for a whole day.
        let many: Vec<_> = (0..48).map(|n| at(n * 1800)).collect();
        assert_eq!(pause(&many, at(48 * 1800), 1, 0.9), Duration::ZERO);
    }

    #[test]
    fn pauses_grow_and_stay_below_half_an_hour() {
        let mut last = Duration::ZERO;
        for count in 15..90u64 {
            let past: Vec<_> = (0..count).map(at).collect();
            let pause = pause(&past, at(count - 1), 1, 0.5);
            assert!(pause >= last && pause < Duration::from_secs(30 * 60));
            last = pause;
        }
        assert!(last > Duration::from_secs(15 * 60));
    }

    #[test]
    fn a_day_of_falling_over_stays_within_a_tenth_of_the_limit() {
        for (lives_s, shards) in [
            (0, 1),
            (1, 1),
            (5, 1),
            (60, 1),
            (600, 1),
            (1, 2),
            (60, 16),
            (1, 50),
        ] {
            for dice in [0.0, 0.5, 0.99] {
                let past = crash_loop(lives_s, 4 * 24 * 60 * 60, shards, dice);
                let most = most_in_a_day(&past);
                assert!(
                    (50..=MOST).contains(&most),
                    "{most} in a day, {lives_s} {shards} {dice}"
                );
            }
        }
    }

    #[test]
    fn all_shards_start_at_once_some_times_a_day() {
        for (shards, starts) in [(1, 15), (2, 15), (3, 15), (16, 3), (50, 1)] {
            let past: Vec<_> = (0..shards * starts - 1).map(|n| at(n * 5)).collect();
            let last = at(shards * starts * 5);
            assert_eq!(pause(&past, last, shards, 0.9), Duration::ZERO, "{shards}");
        }
    }

    #[test]
    fn each_login_bucket_rests_for_itself() {
        let now = Instant::now();
        assert_eq!(rest(None, now), Duration::ZERO);
        assert_eq!(rest(Some(&now), now), PACE);
        let later = now + Duration::from_secs(4);
        assert_eq!(rest(Some(&now), later), PACE - Duration::from_secs(4));
        assert_eq!(rest(Some(&now), now + PACE), Duration::ZERO);
    }

    #[test]
    fn a_clock_that_was_set_back_locks_nobody_out_for_good() {
        let future: Vec<_> = (0..200).map(|n| at(1_000_000 + n)).collect();
        assert_eq!(pause(&future, at(0), 1, 0.0), Duration::ZERO);
    }
}
