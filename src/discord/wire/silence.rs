//! What keeps all waiting that nobody needs at once: a limit of Discord's over all that is sent with the bot's token, and pages of what stands
//! before Discord, which refuse whatever comes and do not say for how long.
//!
//! Each table would be refused on its own, and a minute of such pages would be more than [`breaker`](super::breaker) lets pass in ten.

use std::time::{Duration, Instant};

use super::request::Urgency;
use crate::meters;

/// After a page nothing that waits is sent for so long. While they go on each pause is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// But no longer than this: as old may boards be when the pages have ended and nobody presses anything.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// What goes with the bot's token asks first whether they go on; other things do, where nothing of that kind is to be sent.
const COURTESY: Duration = Duration::from_secs(1);
/// What is over sooner nobody is told of.
const SHORT: Duration = Duration::from_secs(10);

/// What nothing is sent for at the moment.
#[derive(Default)]
pub(super) struct Silence {
    /// A limit over all ends then.
    limit: Option<Instant>,
    /// Since when whoever watches the bot knows of it.
    told: Option<Instant>,
    pages: Option<Pages>,
}

/// Pages come instead of Discord's answers.
struct Pages {
    since: Instant,
    pause: Duration,
    /// When something is sent again, to see whether they go on.
    next: Instant,
    /// When that was sent, if it was and nothing is known of it yet.
    asked: Option<Instant>,
    /// When something was sent last.
    last: Instant,
    /// Whether whoever watches the bot knows of it.
    is_told: bool,
}

impl Pages {
    /// Says once what happens, if it lasts.
    fn tells(&mut self) {
        if self.pause <= SHORT || std::mem::replace(&mut self.is_told, true) {
            return;
        }
        tracing::warn!(
            "what stands before Discord refuses everything: nothing but answers to presses is sent, and now and then a request that shows \
             whether it goes on"
        );
    }
}

impl Silence {
    /// Until when what is sent with the token of an interaction waits, and nobody waits for at once, if it does: for no limit over all.
    pub(super) fn lasts_beside_until(&self, now: Instant) -> Option<Instant> {
        let next = self.pages.as_ref().map(|pages| pages.next + COURTESY);
        next.filter(|at| *at > now)
    }

    /// Until when something of this urgency waits that is sent with the bot's token, if it does. A login has pauses of its own, and nobody is heard without it: it waits for
    /// a limit alone.
    pub(super) fn lasts_until(&self, urgency: Urgency, now: Instant) -> Option<Instant> {
        let limit = self.limit.filter(|at| *at > now);
        let pages = self.pages.as_ref().filter(|_| urgency != Urgency::First);
        let next = pages.map(|pages| pages.next).filter(|at| *at > now);
        limit.max(next)
    }

    /// Something is sent now. If pages came last, all others wait for what becomes of it.
    pub(super) fn sends(&mut self, urgency: Urgency, now: Instant) {
        if let Some(pages) = self.pages.as_mut().filter(|_| urgency != Urgency::First) {
            (pages.asked, pages.last) = (Some(now), now);
            pages.next = now + pages.pause;
            self.tells_meters();
        }
    }

    /// What had its turn then is not sent after all: the next one is.
    pub(super) fn gives_back(&mut self, turn: Instant) {
        if let Some(pages) = &mut self.pages
            && pages.asked.is_some_and(|asked| turn >= asked)
        {
            pages.next = turn;
        }
    }

    /// A limit over all lasts until then. Answers whether its end is [to be told](Self::tells_the_end).
    pub(super) fn is_limited(&mut self, until: Instant, now: Instant) -> bool {
        self.limit = self.limit.max(Some(until));
        let lasts = until.saturating_duration_since(now);
        if lasts <= SHORT || self.told.is_some() {
            self.tells_meters();
            return false;
        }
        self.told = Some(now);
        self.tells_meters();
        let seconds = lasts.as_secs();
        tracing::warn!(
            seconds,
            "Discord limits all that is sent with the token: nothing but answers to presses is sent for so long"
        );
        true
    }

    /// Says that a limit is over, if it is; else answers when it will be.
    pub(super) fn tells_the_end(&mut self, now: Instant) -> Option<Instant> {
        let until = self.limit.filter(|until| *until > now);
        if until.is_none()
            && let Some(since) = self.told.take()
        {
            let seconds = now.saturating_duration_since(since).as_secs();
            tracing::info!(seconds, "Discord's limit over all that is sent is over");
        }
        until
    }

    /// Tells the meters until when this lasts, where whoever watches the bot knows of it.
    fn tells_meters(&self) {
        let limit = self.limit.filter(|_| self.told.is_some());
        let pages = self.pages.as_ref().filter(|pages| pages.is_told);
        meters::limited_until(limit.max(pages.map(|pages| pages.next)));
    }

    /// A page came instead of an answer to what was sent then. Those that were on their way together make one pause and not many.
    pub(super) fn hears_a_page(&mut self, sent: Instant, now: Instant) {
        let Some(pages) = &mut self.pages else {
            self.pages = Some(Pages {
                since: now,
                pause: FIRST_PAUSE,
                next: now + FIRST_PAUSE,
                asked: None,
                last: now,
                is_told: false,
            });
            return;
        };
        if pages.asked.take_if(|asked| sent >= *asked).is_some() {
            pages.pause = LONGEST_PAUSE.min(2 * pages.pause);
            pages.next = now + pages.pause;
            pages.tells();
            self.tells_meters();
        }
    }

    /// Discord gave a press that was sent then its first answer: whether it answers other things need not wait for the whole pause, but for the
    /// first one, or every press would be one more page.
    pub(super) fn hears_people_answered(&mut self, sent: Instant, now: Instant) {
        if let Some(pages) = self.pages.as_mut().filter(|pages| sent > pages.since) {
            let soon = now.max(pages.last + FIRST_PAUSE);
            pages.next = pages.next.min(soon);
        }
    }

    /// Discord answered what was sent then and is no first answer to a press. What was on its way when the first page came says nothing.
    pub(super) fn hears_an_answer(&mut self, sent: Instant, now: Instant) {
        let over = self.pages.take_if(|pages| sent > pages.since);
        if let Some(pages) = over.filter(|pages| pages.is_told) {
            let seconds = now.saturating_duration_since(pages.since).as_secs();
            tracing::info!(seconds, "Discord answers again");
            self.tells_meters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn each_pause_is_twice_as_long_until_two_minutes() {
        let (mut silence, mut now) = (Silence::default(), Instant::now());
        silence.hears_a_page(now, now);
        for pause_s in [5, 10, 20, 40, 80, 120, 120] {
            let until = silence.lasts_until(Urgency::CanWait, now);
            assert_eq!(until, Some(now + seconds(pause_s)));
            // What was on its way with the last one makes it no longer.
            silence.hears_a_page(now, now);
            assert_eq!(silence.lasts_until(Urgency::Urgent, now), until);
            assert_eq!(silence.lasts_until(Urgency::First, now), None);
            now += seconds(pause_s);
            assert_eq!(silence.lasts_until(Urgency::CanWait, now), None);
            silence.sends(Urgency::CanWait, now);
            assert!(silence.lasts_until(Urgency::CanWait, now).is_some());
            silence.hears_a_page(now, now);
        }
    }

    #[test]
    fn the_first_answer_to_what_was_sent_since_ends_it() {
        let (mut silence, now) = (Silence::default(), Instant::now());
        silence.hears_a_page(now, now + seconds(1));
        silence.hears_an_answer(now, now + seconds(1));
        assert!(silence.lasts_until(Urgency::CanWait, now).is_some());
        silence.hears_an_answer(now + seconds(2), now + seconds(3));
        assert_eq!(silence.lasts_until(Urgency::CanWait, now), None);
    }

    #[test]
    fn an_answer_to_a_press_makes_a_long_pause_short() {
        let (mut silence, began) = (Silence::default(), Instant::now());
        let at = |s: u64| began + seconds(s);
        silence.hears_a_page(began, began);
        silence.sends(Urgency::CanWait, at(5));
        silence.hears_a_page(at(5), at(5));
        assert_eq!(silence.lasts_until(Urgency::CanWait, at(5)), Some(at(15)));
        silence.hears_people_answered(began, at(6));
        assert_eq!(
            silence.lasts_until(Urgency::CanWait, at(6)),
            Some(at(15)),
            "old"
        );
        for answered_s in [6, 7] {
            silence.hears_people_answered(at(6), at(answered_s));
            assert_eq!(silence.lasts_until(Urgency::CanWait, at(7)), Some(at(10)));
        }
        // A page makes the next pause longer all the same.
        silence.sends(Urgency::CanWait, at(10));
        silence.hears_a_page(at(10), at(10));
        assert_eq!(silence.lasts_until(Urgency::CanWait, at(10)), Some(at(30)));
        silence.hears_people_answered(at(17), at(18));
        assert_eq!(silence.lasts_until(Urgency::CanWait, at(18)), None);
    }

    #[test]
    fn what_goes_without_the_bots_token_asks_where_nothing_else_does() {
        let (mut silence, began) = (Silence::default(), Instant::now());
        silence.hears_a_page(began, began);
        let later = began + FIRST_PAUSE;
        assert_eq!(silence.lasts_until(Urgency::CanWait, later), None);
        let until = silence.lasts_beside_until(later);
        assert_eq!(until, Some(later + COURTESY));
        let asks = later + COURTESY;
        assert_eq!(silence.lasts_beside_until(asks), None);
        silence.sends(Urgency::Urgent, asks);
        assert!(silence.lasts_until(Urgency::CanWait, asks).is_some());
        silence.hears_an_answer(asks, asks + seconds(1));
        assert_eq!(silence.lasts_beside_until(asks), None);
    }

    #[test]
    fn whoever_has_the_turn_and_says_nothing_leaves_it_to_the_next() {
        let (mut silence, now) = (Silence::default(), Instant::now());
        silence.hears_a_page(now, now);
        let turn = now + FIRST_PAUSE;
        silence.sends(Urgency::CanWait, turn);
        assert!(silence.lasts_until(Urgency::CanWait, turn).is_some());
        silence.gives_back(turn);
        assert_eq!(silence.lasts_until(Urgency::CanWait, turn), None);
    }

    #[test]
    fn a_limit_over_all_stops_logins_too_and_no_answer_ends_it() {
        let (mut silence, now) = (Silence::default(), Instant::now());
        assert!(silence.is_limited(now + seconds(3600), now));
        assert!(!silence.is_limited(now + seconds(1), now));
        silence.hears_an_answer(now + seconds(2), now + seconds(2));
        let until = silence.lasts_until(Urgency::First, now);
        assert_eq!(until, Some(now + seconds(3600)));
    }

    #[test]
    fn a_limit_that_lasts_is_told_once_and_its_end_too() {
        let (mut silence, now) = (Silence::default(), Instant::now());
        assert!(!silence.is_limited(now + seconds(10), now));
        assert_eq!(silence.told, None);
        assert!(silence.is_limited(now + seconds(60), now + seconds(20)));
        // Others that were on their way are refused as well, and tell of a later end.
        assert!(!silence.is_limited(now + seconds(61), now + seconds(21)));
        let later = Some(now + seconds(61));
        assert_eq!(silence.tells_the_end(now + seconds(60)), later);
        assert!(silence.told.is_some());
        assert_eq!(silence.tells_the_end(now + seconds(61)), None);
        assert_eq!(silence.told, None);
        assert!(silence.is_limited(now + seconds(100), now + seconds(70)));
    }

    #[test]
    fn pages_that_go_on_are_told_once() {
        let (mut silence, mut now) = (Silence::default(), Instant::now());
        let is_told = |silence: &Silence| silence.pages.as_ref().map(|pages| pages.is_told);
        silence.hears_a_page(now, now);
        for told in [false, true, true] {
            now += LONGEST_PAUSE;
            silence.sends(Urgency::CanWait, now);
            silence.hears_a_page(now, now);
            assert_eq!(is_told(&silence), Some(told));
        }
        silence.hears_an_answer(now + seconds(1), now + seconds(1));
        assert_eq!(is_told(&silence), None);
    }
}
