//! Whether anything that the bot says is taken. Where all of it fails, or waits for a limit over all, nobody is shown that it is their
//! turn, although every line may be open: their clocks stand as they do while a line is cut, and what they press counts.
//!
//! Only what was sent tells. One success of any table ends it, of what the bot says by itself if that failed: answers to presses have
//! other tokens and ways, and are taken where no board is. Tables whose messages fail try on, so something is sent for as long
//! as that matters. Where nothing was tried for a while nobody knows, and clocks go on. A bot in which nobody plays but at one table may
//! have no success for hours: a place that fails alone is believed for a while, and then it stops no clock any more.

use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::{GRACE, Lines, Whose};
use crate::tables::Moment;

/// A failure tells for so long, in real time: a board that fails is sent again before.
const FRESH: Duration = Duration::from_secs(90);

/// A place that fails alone stops clocks for so long: an outage is rarely longer, and hardly ever is nothing said elsewhere.
const ALONE: Duration = Duration::from_secs(15 * 60);

/// What the bot says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// Boards, calls and lobbies: only these show people that it is their turn.
    ByItself,
    /// Answers to what they press.
    InAnswer,
}

/// Everything fails that is sent.
#[derive(Clone, Copy)]
pub(super) struct Stuck {
    since: Moment,
    fresh_until: Instant,
    /// Whether anything of it was said by the bot itself: then no answer to a press that is taken shows that boards are.
    is_by_itself: bool,
    /// The one place to which all of it was sent; `None` if there are several, or nothing can be sent to any.
    alone: Option<u64>,
}

impl Stuck {
    /// Whether that keeps people from their tables.
    fn is_cut(self, now: Moment, real: Instant) -> bool {
        now.since(self.since) >= GRACE && real <= self.fresh_until && !self.is_let_go(now)
    }

    /// Whether one place has failed alone for so long that it is its own trouble.
    fn is_let_go(self, now: Moment) -> bool {
        self.alone.is_some() && now.since(self.since) >= ALONE
    }

    /// Whether it is over once this is taken.
    fn ends_by(self, said: Said) -> bool {
        said == Said::ByItself || !self.is_by_itself
    }

    /// The same after one more failure, there or of everything.
    fn and(self, place: Option<u64>, said: Said, fresh_until: Instant, now: Moment) -> Self {
        let alone = self.alone.filter(|alone| place == Some(*alone));
        let begins_anew = self.is_let_go(now) && alone.is_none();
        Self {
            since: if begins_anew {
                now
            } else {
                self.since.min(now)
            },
            fresh_until: self.fresh_until.max(fresh_until),
            is_by_itself: self.is_by_itself || said == Said::ByItself,
            alone,
        }
    }
}

impl Lines {
    /// Something that was sent to this place was not taken, or nothing is sent to any; the next thing of its kind is sent then, if it
    /// waits for a limit over all.
    pub fn nothing_goes_out(&self, place: Option<u64>, said: Said, next: Option<Instant>) {
        let (now, real) = (self.0.clock.now(), Instant::now());
        let fresh_until = next.map_or(real, |next| next.max(real)) + FRESH;
        self.0.stuck.send_if_modified(|stuck| {
            let before = stuck.filter(|stuck| real <= stuck.fresh_until);
            let first = Stuck {
                since: now,
                fresh_until,
                is_by_itself: said == Said::ByItself,
                alone: place,
            };
            let after = before.map_or(first, |before| before.and(place, said, fresh_until, now));
            *stuck = Some(after);
            before.is_none_or(|before| before.alone != after.alone)
        });
    }

    /// Something was.
    pub fn something_goes_out(&self, said: Said) {
        if self.0.stuck.borrow().is_some() {
            self.is_stuck_no_longer(|stuck| stuck.ends_by(said));
        }
    }

    /// Since when nothing goes out, where that keeps people from their tables and is not noted yet.
    pub(super) fn stuck_since(&self) -> Option<Moment> {
        let stuck = *self.0.stuck.borrow();
        let real = Instant::now();
        let stuck = stuck.filter(|stuck| stuck.is_cut(self.0.clock.now(), real));
        stuck.map(|stuck| stuck.since)
    }

    /// Notes when nothing goes out for too long, and when nobody knows any more, until the hall closes.
    pub(in crate::tables) async fn watch_outgoing(self) {
        let mut stop = self.0.stop.clone();
        tokio::select! {
            () = self.watches() => {}
            _ = stop.changed() => {}
        }
    }

    async fn watches(&self) {
        let mut told = self.0.stuck.subscribe();
        loop {
            // The sender lives in `self`, so no wait can fail.
            let _ = told.wait_for(Option::is_some).await;
            let Some(stuck) = *told.borrow_and_update() else {
                continue;
            };
            tokio::select! {
                () = self.0.clock.reached(stuck.since.plus(GRACE)) => {}
                _ = told.changed() => continue,
            }
            self.notes_stuck();
            let may_be_let_go = stuck.alone.is_some() && !stuck.is_let_go(self.0.clock.now());
            tokio::select! {
                () = sleep_until(stuck.fresh_until.into()) => {}
                () = self.0.clock.reached(stuck.since.plus(ALONE)), if may_be_let_go => {
                    self.lets_go();
                    continue;
                }
                _ = told.changed() => continue,
            }
            let real = Instant::now();
            self.is_stuck_no_longer(|stuck| stuck.fresh_until < real);
        }
    }

    /// From now on it is known to everybody who waits here.
    fn notes_stuck(&self) {
        // Held meanwhile: what ends it comes after.
        let stuck = self.0.stuck.borrow();
        if let Some(stuck) = stuck.filter(|stuck| stuck.is_cut(self.0.clock.now(), Instant::now()))
        {
            self.breaks_for_all(stuck.since);
        }
    }

    fn breaks_for_all(&self, since: Moment) {
        self.0
            .state
            .send_modify(|state| state.breaks(Whose::Everybody, since));
    }

    /// It is over, if this says so: what was lost is given back as after any cut.
    fn is_stuck_no_longer(&self, is_over: impl FnOnce(Stuck) -> bool) {
        let mut over = None;
        self.0.stuck.send_if_modified(|stuck| {
            over = stuck.take_if(|stuck| is_over(*stuck));
            over.is_some()
        });
        let Some(over) = over else { return };
        if over.is_cut(self.0.clock.now(), Instant::now()) {
            self.breaks_for_all(over.since);
        }
        self.opens_for_all();
    }

    /// A place that fails alone stops no clock any more: what was lost is given back.
    fn lets_go(&self) {
        // Held meanwhile: a failure elsewhere comes after.
        let stuck = self.0.stuck.borrow();
        if stuck.is_some_and(|stuck| stuck.is_let_go(self.0.clock.now())) {
            self.opens_for_all();
        }
    }

    fn opens_for_all(&self) {
        if self.0.state.borrow().outgoing.cut_since().is_some() {
            let lines = self.clone();
            tokio::spawn(async move { lines.opens_for(Whose::Everybody).await });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: Said = Said::ByItself;

    #[test]
    fn only_failures_that_are_fresh_keep_clocks_from_going_on() {
        let (real, began) = (Instant::now(), Moment::from_unix_ms(1_790_000_000_000));
        let seconds = Duration::from_secs;
        let stuck = Stuck {
            since: began,
            fresh_until: real + FRESH,
            is_by_itself: true,
            alone: None,
        };
        for (clock_s, real_s, is_cut) in [
            (9, 9, false),
            (10, 10, true),
            (10_000, 90, true),
            (91, 91, false),
        ] {
            let found = stuck.is_cut(began.plus(seconds(clock_s)), real + seconds(real_s));
            assert_eq!(found, is_cut, "{clock_s} {real_s}");
        }
    }

    #[test]
    fn a_place_that_fails_alone_stops_clocks_for_a_quarter_of_an_hour() {
        let (real, began) = (Instant::now(), Moment::from_unix_ms(1_790_000_000_000));
        let at = |clock_s| began.plus(Duration::from_secs(clock_s));
        let mut stuck = Stuck {
            since: began,
            fresh_until: real + FRESH,
            is_by_itself: true,
            alone: Some(1),
        };
        for clock_s in [11, 899, 900, 100_000] {
            stuck = stuck.and(Some(1), SAID, real + FRESH, at(clock_s));
            assert_eq!(stuck.is_cut(at(clock_s), real), clock_s < 900, "{clock_s}");
        }
        // Whatever fails elsewhere then is an outage that begins.
        let both = stuck.and(Some(2), SAID, real + FRESH, at(100_001));
        assert_eq!(both.since, at(100_001));
        assert!(!both.is_cut(at(100_010), real) && both.is_cut(at(100_011), real));
        assert!(both.is_cut(at(1_000_000), real));
        // Nothing is sent at all.
        let none = stuck.and(None, SAID, real + FRESH, at(100_001));
        assert!(none.is_cut(at(100_011), real));
        assert_eq!(
            none.and(Some(1), SAID, real + FRESH, at(100_020)).alone,
            None
        );
    }

    #[test]
    fn an_answer_that_is_taken_ends_nothing_while_a_board_failed_last() {
        let (real, began) = (Instant::now(), Moment::from_unix_ms(1_790_000_000_000));
        let stuck = Stuck {
            since: began,
            fresh_until: real + FRESH,
            is_by_itself: false,
            alone: Some(1),
        };
        assert!(stuck.ends_by(Said::InAnswer) && stuck.ends_by(Said::ByItself));
        let stuck = stuck.and(Some(1), Said::ByItself, real + FRESH, began);
        assert!(!stuck.ends_by(Said::InAnswer) && stuck.ends_by(Said::ByItself));
        let stuck = stuck.and(Some(1), Said::InAnswer, real + FRESH, began);
        assert!(!stuck.ends_by(Said::InAnswer));
    }
}
