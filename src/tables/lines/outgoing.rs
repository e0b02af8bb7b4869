//! Whether anything that the bot says is taken. Where all of it fails, or waits for a limit over all, nobody is shown that it is their
//! turn, although every line may be open: their clocks stand as they do while a line is cut, and what they press counts.
//!
//! Only what was sent tells. One success of any table ends it, of what the bot says by itself if that failed: answers to presses have
//! other tokens and ways, and are taken where no board is. Tables whose messages fail try on, so something is sent for as long
//! as that matters. Where nothing was tried for a while nobody knows, and clocks go on. A bot in which nobody plays but at one table may
//! have no success for hours: a place that fails alone is believed for a while, and then it is its own trouble ([`places`](super::places)),
//! as it is where it fails on while anything is taken elsewhere.

use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::places::{Place, Places};
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

impl Said {
    /// Whether this, which is taken, shows that what failed goes again, if any of that was said by the bot itself.
    pub(super) fn shows_that_goes(self, is_by_itself: bool) -> bool {
        self == Self::ByItself || !is_by_itself
    }
}

/// Everything fails that is sent.
#[derive(Clone, Copy)]
pub(super) struct Stuck {
    since: Moment,
    fresh_until: Instant,
    /// Whether anything of it was said by the bot itself: then no answer to a press that is taken shows that boards are.
    is_by_itself: bool,
    /// The one place to which all of it was sent; `None` if there are several, or nothing can be sent to any.
    alone: Option<Place>,
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
        said.shows_that_goes(self.is_by_itself)
    }

    /// The same after one more failure, there or of everything.
    fn and(self, place: Option<Place>, said: Said, fresh_until: Instant, now: Moment) -> Self {
        Self {
            since: self.since.min(now),
            fresh_until: self.fresh_until.max(fresh_until),
            is_by_itself: self.is_by_itself || said == Said::ByItself,
            alone: self
                .alone
                .filter(|alone| place.is_some_and(|place| alone.is_with(place))),
        }
    }
}

impl Lines {
    /// Something that was sent to this place was not taken, or nothing is sent to any; the next thing of its kind is sent then, if it
    /// waits for a limit over all.
    pub fn nothing_goes_out(&self, place: Option<Place>, said: Said, next: Option<Instant>) {
        self.lets_go();
        let (now, real) = (self.0.clock.now(), Instant::now());
        if place.is_some_and(|place| self.says_nothing_of_others(place, said, now)) {
            return;
        }
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

    /// Whether a failure there is that place's own trouble.
    fn says_nothing_of_others(&self, place: Place, said: Said, now: Moment) -> bool {
        let is_cut_by_itself = place.server().is_some_and(|server| {
            let state = self.0.state.borrow();
            state.is_cut_by_itself(server)
        });
        // Of a server that is cut nothing tells of others, and of a place that is its own trouble nothing at that place.
        let is_own = is_cut_by_itself || self.places().fails(place, said, now);
        if is_own {
            let is_it =
                |alone: Place| alone.is_same(place) || (is_cut_by_itself && alone.is_with(place));
            self.is_stuck_no_longer(|stuck| stuck.alone.is_some_and(is_it));
        }
        is_own
    }

    /// Something was, there.
    pub fn something_goes_out(&self, place: Place, said: Said) {
        self.places().takes(place, said);
        if self.0.stuck.borrow().is_some() {
            self.is_stuck_no_longer(|stuck| stuck.ends_by(said));
        }
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        // What a panic under this lock would leave undone is a failure that tells more or less.
        self.0.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when nothing goes out, where that keeps people from their tables and is not noted yet.
    pub(super) fn stuck_since(&self) -> Option<Moment> {
        let stuck = *self.0.stuck.borrow();
        let real = Instant::now();
        let stuck = stuck.filter(|stuck| stuck.is_cut(self.0.clock.now(), real));
        stuck.map(|stuck| stuck.since)
    }

    /// Whether all of it failed at one place.
    pub(super) fn is_stuck_at_one_place(&self) -> bool {
        let stuck = *self.0.stuck.borrow();
        stuck.is_some_and(|stuck| stuck.alone.is_some())
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
            tokio::select! {
                () = sleep_until(stuck.fresh_until.into()) => {}
                () = self.0.clock.reached(stuck.since.plus(ALONE)), if stuck.alone.is_some() => {
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

    /// A place that has failed alone for too long is its own trouble from now on: what was lost is given back.
    fn lets_go(&self) {
        let now = self.0.clock.now();
        let mut let_go = None;
        self.0.stuck.send_if_modified(|stuck| {
            let_go = stuck.take_if(|stuck| stuck.is_let_go(now));
            let_go.is_some()
        });
        let Some(stuck) = let_go else { return };
        if let Some(place) = stuck.alone {
            self.places().lets_go(place, now);
        }
        self.opens_for_all();
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

    fn place(spot: u64) -> Place {
        Place::new(None, spot)
    }

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
        let stuck_at = |clock_s| Stuck {
            since: at(clock_s),
            fresh_until: real + FRESH,
            is_by_itself: true,
            alone: Some(place(1)),
        };
        let mut stuck = stuck_at(0);
        for clock_s in [11, 899, 900, 100_000] {
            stuck = stuck.and(Some(place(1)), SAID, real + FRESH, at(clock_s));
            assert_eq!(stuck.is_cut(at(clock_s), real), clock_s < 900, "{clock_s}");
        }
        let both = stuck_at(300).and(Some(place(2)), SAID, real + FRESH, at(300));
        assert!(both.is_cut(at(1_000_000), real) && !both.is_let_go(at(1_000_000)));
        // Nothing is sent at all.
        let none = stuck_at(300).and(None, SAID, real + FRESH, at(400));
        assert!(none.is_cut(at(1_000_000), real));
        assert_eq!(
            none.and(Some(place(1)), SAID, real + FRESH, at(420)).alone,
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
            alone: Some(place(1)),
        };
        assert!(stuck.ends_by(Said::InAnswer) && stuck.ends_by(Said::ByItself));
        let stuck = stuck.and(Some(place(1)), Said::ByItself, real + FRESH, began);
        assert!(!stuck.ends_by(Said::InAnswer) && stuck.ends_by(Said::ByItself));
        let stuck = stuck.and(Some(place(1)), Said::InAnswer, real + FRESH, began);
        assert!(!stuck.ends_by(Said::InAnswer));
    }
}
