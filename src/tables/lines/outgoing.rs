//! Whether anything that the bot says is taken. Where all of it fails, or waits for a limit over all, nobody is shown that it is their
//! turn, although every line may be open: their clocks stand as they do while a line is cut, and what they press counts.
//!
//! Only what was sent tells. One success of any table ends it, so that a server alone, or a channel, that fails stops no other's clock;
//! tables whose messages fail try on, so something is sent for as long as that matters. Where nothing was tried for a while nobody knows,
//! and clocks go on.

use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::{GRACE, Lines, Whose};
use crate::tables::Moment;

/// A failure tells for so long, in real time: a board that fails is sent again before.
const FRESH: Duration = Duration::from_secs(90);

/// Everything fails that is sent.
#[derive(Clone, Copy)]
pub(super) struct Stuck {
    since: Moment,
    fresh_until: Instant,
}

impl Stuck {
    /// Whether that keeps people from their tables.
    fn is_cut(self, now: Moment, real: Instant) -> bool {
        now.since(self.since) >= GRACE && real <= self.fresh_until
    }
}

impl Lines {
    /// Something that was sent was not taken; the next thing of its kind is sent then, if it waits for a limit over all.
    pub fn nothing_goes_out(&self, next: Option<Instant>) {
        let (now, real) = (self.0.clock.now(), Instant::now());
        let fresh_until = next.map_or(real, |next| next.max(real)) + FRESH;
        self.0.stuck.send_if_modified(|stuck| {
            let before = stuck.filter(|stuck| real <= stuck.fresh_until);
            *stuck = Some(Stuck {
                since: before.map_or(now, |stuck| stuck.since.min(now)),
                fresh_until: before.map_or(fresh_until, |stuck| stuck.fresh_until.max(fresh_until)),
            });
            before.is_none()
        });
    }

    /// Something was.
    pub fn something_goes_out(&self) {
        if self.0.stuck.borrow().is_some() {
            self.is_stuck_no_longer(|_| true);
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
            let Some(Stuck { since, fresh_until }) = *told.borrow_and_update() else {
                continue;
            };
            tokio::select! {
                () = self.0.clock.reached(since.plus(GRACE)) => {}
                _ = told.changed() => continue,
            }
            self.notes_stuck();
            tokio::select! {
                () = sleep_until(fresh_until.into()) => {}
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
        if self.0.state.borrow().outgoing.cut_since().is_some() {
            let lines = self.clone();
            tokio::spawn(async move { lines.opens_for(Whose::Everybody).await });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_failures_that_are_fresh_keep_clocks_from_going_on() {
        let (real, began) = (Instant::now(), Moment::from_unix_ms(1_790_000_000_000));
        let seconds = Duration::from_secs;
        let stuck = Stuck {
            since: began,
            fresh_until: real + FRESH,
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
}
