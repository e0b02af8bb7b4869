//! What is on its way to Discord with the bot's token, so that no second of Discord's sees more than is allowed.
//!
//! A request keeps its place until a second after its answer: whenever Discord counts it on the way, it is counted by then. One that gets
//! no answer gives its place up sooner, or a single server that hangs would keep all of them, and everybody else's boards would stop.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// The span in which requests with the bot's token are counted.
pub(super) const SECOND: Duration = Duration::from_secs(1);
/// What is not answered in this time is taken as counted by Discord within the first half of it, and keeps no place any more.
///
/// Discord counts a request when it comes in, not when it is answered, and the way there takes less than a second as long as
/// [other things are answered](Flights::gives_up_at). Should some have been under way for longer after all, twice as many as are allowed
/// may come in within a second. Then Discord refuses the others with a limit over all, of a second or so: they are sent again after it, and count
/// among the refusals of which the breaker lets a thousand pass.
const UNANSWERED: Duration = Duration::from_secs(2);

/// How many requests with the bot's token are sent a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MostASecond {
    pub(super) all: usize,
    /// What can wait leaves room for what cannot.
    pub(super) of_waiters: usize,
}

impl MostASecond {
    /// One less than what is allowed; what can wait has four fifths.
    pub(super) fn within(allowed: u32) -> Self {
        let below = |many: u32| many.saturating_sub(1).max(1) as usize;
        Self {
            all: below(allowed),
            of_waiters: below(allowed.saturating_mul(4) / 5),
        }
    }
}

/// One request that has its turn, or is on its way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Flight(u64);

/// The requests with the bot's token of the last moments.
#[derive(Default)]
pub(super) struct Flights {
    given: u64,
    /// Those whose turn it is and that are not sent yet: what they say is just being made.
    boarding: BTreeSet<Flight>,
    /// When those were sent that keep a place and have no answer yet, oldest first.
    flying: BTreeMap<Flight, Instant>,
    /// When others were answered, within the last second.
    landed: VecDeque<Instant>,
    /// When anything was answered at last, whatever it was sent with.
    heard: Option<Instant>,
}

impl Flights {
    /// Gives a place to a request that is about to be sent; else tells when to ask again, if not with the next answer.
    pub(super) fn board(&mut self, most: usize, now: Instant) -> Result<Flight, Option<Instant>> {
        while self.landed.front().is_some_and(|at| now >= *at + SECOND) {
            self.landed.pop_front();
        }
        while self.gives_up_at().is_some_and(|at| now >= at) {
            self.flying.pop_first();
        }
        let taken = self.boarding.len() + self.flying.len() + self.landed.len();
        let Some(beyond) = taken.checked_sub(most) else {
            let flight = self.next();
            self.boarding.insert(flight);
            return Ok(flight);
        };
        let landed = self.landed.get(beyond).map(|at| *at + SECOND);
        Err(landed.into_iter().chain(self.gives_up_at()).min())
    }

    /// It is sent now, and is this one from now on. Until then it keeps its place however long that takes.
    pub(super) fn sets_off(&mut self, flight: Flight, now: Instant) -> Flight {
        self.give_back(flight);
        let flight = self.next();
        self.flying.insert(flight, now);
        flight
    }

    fn next(&mut self) -> Flight {
        self.given += 1;
        Flight(self.given)
    }

    /// When the oldest gives its place up without an answer. As long as nothing at all was answered that long after it was sent the line
    /// itself may stand, and all that is on it would come to Discord at once: then it keeps its place.
    fn gives_up_at(&self) -> Option<Instant> {
        let (_, oldest) = self.flying.first_key_value()?;
        let is_line_alive = self.heard.is_some_and(|at| at >= *oldest + SECOND);
        is_line_alive.then(|| *oldest + UNANSWERED)
    }

    /// Anything was answered: Discord is reached.
    pub(super) fn hears(&mut self, now: Instant) {
        self.heard = Some(now);
    }

    /// A request is answered. One that gave its place up is counted all the same: perhaps Discord has just done so.
    pub(super) fn land(&mut self, flight: Flight, now: Instant) {
        self.give_back(flight);
        self.landed.push_back(now);
    }

    /// Nobody waits for the answer to a request any more.
    pub(super) fn give_up(&mut self, flight: Flight, now: Instant) {
        self.boarding.remove(&flight);
        if self.flying.remove(&flight).is_some() {
            self.landed.push_back(now);
        }
    }

    /// A request was not sent after all.
    pub(super) fn give_back(&mut self, flight: Flight) {
        self.boarding.remove(&flight);
        self.flying.remove(&flight);
    }

    /// How many have their turn or are on their way, and keep a place.
    #[cfg(test)]
    pub(super) fn flying(&self) -> usize {
        self.boarding.len() + self.flying.len()
    }

    /// How many were answered within the last second before somebody asked for a place.
    #[cfg(test)]
    pub(super) fn landed(&self) -> usize {
        self.landed.len()
    }
}

#[cfg(test)]
mod tests;
