//! The breaker: 10 000 refused requests in ten minutes ban a host, and this room stops long before. Whoever watches the bot is told
//! when it begins, for how long, and when it ends.
//!
//! Discord counts for the host, whichever process asked. So what was refused is on the disk as well, a second later at the latest,
//! and a start goes on counting. Where the disk does not take it only a restart forgets it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::ledger;
use super::request::{Request, Urgency};
use crate::meters;
use crate::store::{Refused, Store};
use crate::tables::Moment;

/// How many answers of 401, 403 or 429 within [`WINDOW`] stop all sending: a tenth of Discord's limit.
pub(super) const MOST_REFUSED: usize = 1_000;
/// The same for what is sent with the tokens of interactions: those who press wait for it. And for what brings the bot to the
/// gateway: without that it hears nobody press.
const MOST_REFUSED_OF_TOKENS: usize = 4_000;
/// The same for first answers to presses, and so for everything: while the host is banned each of them is refused, too, and whoever goes on
/// beyond Discord's limit stays banned. The rest is for what is on its way by then.
const MOST_REFUSED_OF_ALL: usize = 8_000;
/// The window in which refused requests are counted.
const WINDOW: Duration = Duration::from_secs(600);
/// On the disk, what was refused within so long stands in one row, which is as old as the last of it.
const TOGETHER_MS: u64 = 10_000;
/// It is written at most so often.
const REST: Duration = Duration::from_secs(1);
/// A disk that did not take it is asked again after this.
const PATIENCE: Duration = Duration::from_secs(10);

/// Counts what was refused.
#[derive(Default)]
pub(super) struct Breaker(Arc<Mutex<Refusals>>);

#[derive(Default)]
struct Refusals {
    /// When, oldest first.
    at: VecDeque<Instant>,
    /// Whether it was told that sending has stopped.
    is_told: bool,
    /// And that of first answers.
    is_told_of_all: bool,
    /// Where it outlives the process.
    store: Option<Store>,
    /// Whether something was counted that is not on its way to the disk.
    is_unwritten: bool,
    /// Whether somebody sees to that.
    is_keeping: bool,
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

    /// Says once when not even first answers are sent any more.
    fn falls_mute(&mut self, now: Instant) {
        let Some(until) = self.fewer_at(MOST_REFUSED_OF_ALL) else {
            return;
        };
        meters::mute_until(until);
        if std::mem::replace(&mut self.is_told_of_all, true) {
            return;
        }
        let seconds = until.saturating_duration_since(now).as_secs();
        tracing::error!(
            seconds,
            "Discord has refused nearly as many requests as it bans for: nothing at all is sent for a while, and presses are not answered"
        );
    }

    /// As it stands on the disk, where moments are those of the host's clock.
    fn rows(&self, now: Instant, today: Moment) -> Vec<Refused> {
        let mut rows: Vec<Refused> = Vec::new();
        for at in &self.at {
            let at = today.minus(now.saturating_duration_since(*at));
            let of = |at: Moment| at.unix_ms() / TOGETHER_MS;
            match rows.last_mut() {
                Some(last) if of(last.at) == of(at) => {
                    last.at = at;
                    last.many += 1;
                }
                _ => rows.push(Refused { at, many: 1 }),
            }
        }
        rows
    }

    /// Takes in what was on the disk. A moment that has not come yet was written by a clock that was ahead, and counts as now;
    /// more than stops all sending says no more.
    fn take_in(&mut self, rows: &[Refused], now: Instant, today: Moment) {
        for row in rows.iter().rev() {
            let room = MOST_REFUSED_OF_ALL.saturating_sub(self.at.len());
            let age = today.since(row.at);
            let at = now.checked_sub(age).unwrap_or(now);
            for _ in 0..(row.many as usize).min(room) {
                self.at.push_front(at);
            }
            self.is_unwritten |= row.at > today;
        }
        self.forget(now);
    }
}

impl Breaker {
    /// Something was refused now.
    pub(super) fn counts(&self, now: Instant) {
        let mut refusals = self.refusals();
        refusals.forget(now);
        refusals.at.push_back(now);
        refusals.is_unwritten = true;
        self.sees_to_the_disk(&mut refusals);
        refusals.falls_mute(now);
        let Some(seconds) = self.falls_silent(&mut refusals, now) else {
            return;
        };
        tracing::warn!(
            seconds,
            "Discord has refused too many requests: nothing but answers to presses is sent for a while"
        );
    }

    /// Goes on counting where the last process stopped, and keeps there what is counted from now on.
    pub(super) async fn goes_on(&self, store: &Store) {
        let (now, today) = (Instant::now(), ledger::now());
        let before = store.refused(today.minus(WINDOW)).await;
        let before = before.unwrap_or_else(|failure| {
            store.notice(&failure);
            tracing::warn!(%failure, "what was refused before this start could not be counted");
            Vec::new()
        });
        let mut refusals = self.refusals();
        refusals.store = Some(store.clone());
        refusals.take_in(&before, now, today);
        self.sees_to_the_disk(&mut refusals);
        refusals.falls_mute(now);
        let Some(seconds) = self.falls_silent(&mut refusals, now) else {
            return;
        };
        tracing::warn!(
            seconds,
            "Discord refused too many requests before this start: nothing but answers to presses is sent for a while"
        );
    }

    /// Whether sending such a request has stopped because too much was refused. First answers to presses are sent for longest: they
    /// are no use to anybody later, and nobody else's mistakes are theirs.
    pub(super) fn is_broken(&self, request: &Request, now: Instant) -> bool {
        let most = match (request.with_bot_token, request.until) {
            (true, _) if request.urgency != Urgency::First => MOST_REFUSED,
            (true, _) | (false, None) => MOST_REFUSED_OF_TOKENS,
            (false, Some(_)) => MOST_REFUSED_OF_ALL,
        };
        let mut refusals = self.refusals();
        refusals.forget(now);
        refusals.at.len() >= most
    }

    /// Until when nothing is sent with the bot's token that anybody waits for, if that has stopped.
    pub(super) fn silent_until(&self, now: Instant) -> Option<Instant> {
        let mut refusals = self.refusals();
        refusals.forget(now);
        refusals.fewer_at(MOST_REFUSED)
    }

    /// For how many seconds it is silent, if nobody was told of that yet.
    fn falls_silent(&self, refusals: &mut Refusals, now: Instant) -> Option<u64> {
        let until = refusals.fewer_at(MOST_REFUSED)?;
        meters::silent_until(until);
        if std::mem::replace(&mut refusals.is_told, true) {
            return None;
        }
        tokio::spawn(tells_the_end(Arc::downgrade(&self.0), Instant::now));
        Some(until.saturating_duration_since(now).as_secs())
    }

    fn sees_to_the_disk(&self, refusals: &mut Refusals) {
        if refusals.store.is_none() || !refusals.is_unwritten || refusals.is_keeping {
            return;
        }
        refusals.is_keeping = true;
        tokio::spawn(keeps(Arc::downgrade(&self.0)));
    }

    fn refusals(&self) -> MutexGuard<'_, Refusals> {
        locked(&self.0)
    }
}

fn locked(refusals: &Mutex<Refusals>) -> MutexGuard<'_, Refusals> {
    // Nothing under this lock can panic half-way, so what a poisoned one guards is still whole.
    refusals.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes down what was counted, until nothing is left to write. It holds nothing while it rests.
async fn keeps(refusals: Weak<Mutex<Refusals>>) {
    while let Some(rest) = writes(&refusals).await {
        // Towards the disk: the host's own time.
        tokio::time::sleep(rest).await;
    }
}

/// Writes it once; how long it rests then, or `None` if there was nothing to write.
async fn writes(refusals: &Weak<Mutex<Refusals>>) -> Option<Duration> {
    let (store, rows) = refusals.upgrade().and_then(|kept| to_write(&kept))?;
    if store.note_refused(rows).await.is_ok() {
        return Some(REST);
    }
    // The disk itself tells that it refuses.
    let refusals = refusals.upgrade()?;
    locked(&refusals).is_unwritten = true;
    Some(PATIENCE)
}

/// What is to be written, and where; `None` if there is nothing.
fn to_write(refusals: &Mutex<Refusals>) -> Option<(Store, Vec<Refused>)> {
    let mut refusals = locked(refusals);
    let now = Instant::now();
    refusals.forget(now);
    let store = refusals.store.clone();
    let is_due = std::mem::take(&mut refusals.is_unwritten) && !refusals.at.is_empty();
    refusals.is_keeping = is_due && store.is_some();
    let rows = is_due.then(|| refusals.rows(now, ledger::now()))?;
    Some((store?, rows))
}

/// Says when everything is sent again, whether or not anybody sends something then.
async fn tells_the_end(refusals: Weak<Mutex<Refusals>>, now: impl Fn() -> Instant) {
    while let Some(refusals) = refusals.upgrade() {
        let until = {
            let mut refusals = locked(&refusals);
            refusals.forget(now());
            let until = refusals.fewer_at(MOST_REFUSED);
            refusals.is_told = until.is_some();
            refusals.is_told_of_all &= refusals.is_told;
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
    use crate::discord::wire::pace::Pace;
    use crate::discord::wire::request::Token;
    use crate::store::Folder;

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
        let until = breaker.silent_until(second(3));
        // The first of them is as old then.
        assert!(
            until.is_some_and(|until| until >= second(0) + WINDOW && until <= second(3) + WINDOW)
        );
        assert!(!breaker.is_broken(&request, second(2) + WINDOW));
        assert_eq!(breaker.silent_until(second(2) + WINDOW), None);
    }

    #[tokio::test]
    async fn a_ban_in_which_people_go_on_pressing_stops_short_of_discords_own_limit() {
        let (breaker, start) = (Breaker::default(), Instant::now());
        let token = Token::new("token");
        let answer = Request::first_answer("/x".into(), &token, &Pace::DISCORD);
        let (mut sent, mut within, mut most) = (0, VecDeque::new(), 0);
        // Twenty first answers a second, counting their repetitions, for half an hour: all are refused.
        for twentieth in 0..30 * 60 * 20 {
            let now = start + twentieth * Duration::from_millis(50);
            while within.pop_front_if(|at| *at + WINDOW <= now).is_some() {}
            if !breaker.is_broken(&answer, now) {
                breaker.counts(now);
                within.push_back(now);
                sent += 1;
            }
            most = most.max(within.len());
        }
        assert_eq!(most, MOST_REFUSED_OF_ALL);
        assert!(breaker.refusals().is_told_of_all);
        // Nobody loses one for less.
        assert!(sent > 2 * MOST_REFUSED_OF_ALL, "{sent}");
        let last = *within.back().expect("some were sent");
        assert!(!breaker.is_broken(&answer, last + WINDOW));
        tells_the_end(Arc::downgrade(&breaker.0), || last + WINDOW).await;
        assert!(!breaker.refusals().is_told_of_all);
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

    /// What counts for a start: written by one process, read by the next.
    #[tokio::test]
    async fn a_restart_goes_on_counting_and_is_silent_until_the_same_moment() {
        let folder = Folder::new();
        let store = Store::open(&folder.file()).await.expect("a database");
        let request = Request::bot("edit message", Method::PATCH, "/x".into());
        let before = Breaker::default();
        before.goes_on(&store).await;
        let start = Instant::now();
        for number in 1..MOST_REFUSED as u64 {
            let at = start.checked_sub(WINDOW / 2).expect("it runs for so long");
            before.counts(at + Duration::from_millis(number));
        }
        is_written(&before, &store).await;

        let after = Breaker::default();
        after.goes_on(&store).await;
        assert_eq!(after.refusals().at.len(), MOST_REFUSED - 1);
        assert!(!after.refusals().is_told && !after.is_broken(&request, start));
        after.counts(Instant::now());
        assert!(after.refusals().is_told && after.is_broken(&request, Instant::now()));
        is_written(&after, &store).await;

        let last = Breaker::default();
        last.goes_on(&store).await;
        let until = last
            .refusals()
            .fewer_at(MOST_REFUSED)
            .expect("it is silent");
        // Half of the ten minutes were over when the first process ended.
        assert!(
            until < start + WINDOW / 2 + Duration::from_secs(11),
            "{until:?}"
        );
        assert!(last.refusals().is_told && last.is_broken(&request, Instant::now()));
        // Whatever lets the bot hear presses goes on, and so do they.
        let gateway = Request::bot("gateway", Method::GET, "/x".into()).first();
        assert!(!last.is_broken(&gateway, Instant::now()));
        store.close().await;
    }

    /// What the disk holds of this one, as if its second were over.
    async fn is_written(breaker: &Breaker, store: &Store) {
        breaker.refusals().is_unwritten = true;
        let (_, rows) = to_write(&breaker.0).expect("there is something");
        assert!(rows.len() <= 61, "{}", rows.len());
        assert_eq!(store.note_refused(rows).await, Ok(()));
    }

    #[tokio::test]
    async fn no_clock_and_no_damage_silences_longer_than_ten_minutes() {
        let folder = Folder::new();
        let store = Store::open(&folder.file()).await.expect("a database");
        let ahead = Refused {
            at: ledger::now().plus(100 * WINDOW),
            many: u32::MAX,
        };
        assert_eq!(store.note_refused(vec![ahead]).await, Ok(()));
        let breaker = Breaker::default();
        breaker.goes_on(&store).await;
        let until = breaker.refusals().fewer_at(MOST_REFUSED);
        assert!(until.is_some_and(|until| until <= Instant::now() + WINDOW));
        assert_eq!(breaker.refusals().at.len(), MOST_REFUSED_OF_ALL);
        // The next start reads when it really ends.
        is_written(&breaker, &store).await;
        let kept = store.refused(ahead.at).await.expect("readable");
        assert_eq!(kept, []);
        // Of a clock that was behind nothing is left.
        let long_ago = Refused {
            at: ledger::now().minus(100 * WINDOW),
            many: 5_000,
        };
        assert_eq!(store.note_refused(vec![long_ago]).await, Ok(()));
        let breaker = Breaker::default();
        breaker.goes_on(&store).await;
        assert_eq!(breaker.refusals().at.len(), 0);
        store.close().await;
    }

    #[tokio::test]
    async fn a_disk_that_refuses_stops_nothing_and_is_asked_again() {
        let folder = Folder::new();
        let store = Store::open(&folder.file()).await.expect("a database");
        store.close().await;
        let breaker = Breaker::default();
        breaker.goes_on(&store).await;
        breaker.counts(Instant::now());
        let rest = writes(&Arc::downgrade(&breaker.0)).await;
        assert_eq!(rest, Some(PATIENCE));
        assert!(breaker.refusals().is_unwritten);
        assert_eq!(breaker.refusals().at.len(), 1);
    }

    #[tokio::test]
    async fn what_was_refused_about_the_same_time_is_one_row_however_often_it_is_written() {
        let (now, today) = (Instant::now(), Moment::from_unix_ms(1_790_000_005_000));
        let mut refusals = Refusals::default();
        for age_ms in [14_000, 12_000, 5_500, 4_500, 1_000] {
            let at = now.checked_sub(Duration::from_millis(age_ms));
            refusals.at.push_back(at.expect("it runs for so long"));
        }
        let row = |age_ms, many| Refused {
            at: today.minus(Duration::from_millis(age_ms)),
            many,
        };
        let rows = refusals.rows(now, today);
        assert_eq!(rows, [row(5_500, 3), row(1_000, 2)]);
        let mut next = Refusals::default();
        next.take_in(&rows, now, today);
        assert_eq!(next.rows(now, today), rows);
    }
}
