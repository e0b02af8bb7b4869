//! What keeps all waiting that is sent with the bot's token: a limit of Discord's over all of it, and pages of what stands before Discord,
//! which refuse whatever comes and do not say for how long.
//!
//! Each table would be refused on its own, and a minute of such pages would be more than [`breaker`](super::breaker) lets pass in ten.

use std::time::{Duration, Instant};

use super::request::Urgency;

/// After a page nothing that waits is sent for so long. While they go on each pause is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// But no longer than this: as old may boards be when the pages have ended and nobody presses anything.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// What nothing is sent for at the moment.
#[derive(Default)]
pub(super) struct Silence {
    /// A limit over all ends then.
    limit: Option<Instant>,
    pages: Option<Pages>,
}

/// Pages come instead of Discord's answers.
struct Pages {
    since: Instant,
    pause: Duration,
    /// When something is sent again, to see whether they go on.
    next: Instant,
    /// When that was sent, if it was.
    asked: Option<Instant>,
}

impl Silence {
    /// Until when something of this urgency waits, if it does. A login has pauses of its own, and nobody is heard without it: it waits for
    /// a limit alone.
    pub(super) fn lasts_until(&self, urgency: Urgency, now: Instant) -> Option<Instant> {
        let pages = self.pages.as_ref().filter(|_| urgency != Urgency::First);
        let until = self.limit.max(pages.map(|pages| pages.next));
        until.filter(|at| *at > now)
    }

    /// Something is sent with the bot's token now. If pages came last, all others wait for what becomes of it.
    pub(super) fn sends(&mut self, urgency: Urgency, now: Instant) {
        if let Some(pages) = self.pages.as_mut().filter(|_| urgency != Urgency::First) {
            pages.asked = Some(now);
            pages.next = now + pages.pause;
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

    /// A limit over all lasts until then.
    pub(super) fn is_limited(&mut self, until: Instant) {
        self.limit = self.limit.max(Some(until));
    }

    /// A page came instead of an answer to what was sent then. Those that were on their way together make one pause and not many.
    pub(super) fn hears_a_page(&mut self, sent: Instant, now: Instant) {
        let Some(pages) = &mut self.pages else {
            self.pages = Some(Pages {
                since: now,
                pause: FIRST_PAUSE,
                next: now + FIRST_PAUSE,
                asked: None,
            });
            return;
        };
        if pages.asked.take_if(|asked| sent >= *asked).is_some() {
            pages.pause = LONGEST_PAUSE.min(2 * pages.pause);
            pages.next = now + pages.pause;
        }
    }

    /// An answer came to what was sent then. One that was on its way when the first page came says nothing.
    pub(super) fn hears_an_answer(&mut self, sent: Instant) {
        self.pages.take_if(|pages| sent > pages.since);
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
        silence.hears_an_answer(now);
        assert!(silence.lasts_until(Urgency::CanWait, now).is_some());
        silence.hears_an_answer(now + seconds(2));
        assert_eq!(silence.lasts_until(Urgency::CanWait, now), None);
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
        silence.is_limited(now + seconds(3600));
        silence.is_limited(now + seconds(1));
        silence.hears_an_answer(now + seconds(2));
        let until = silence.lasts_until(Urgency::First, now);
        assert_eq!(until, Some(now + seconds(3600)));
    }
}
