//! A disk that is slow: while the task of a table waits for it nobody there is served, and the clock runs on.
//!
//! What that takes of a turn is not theirs whose turn it is: a move that waits in the mailbox was made in time, and what
//! nobody could see yet nobody could answer. As with [`Keeper::spare`] no journal says so; a restart leaves as much.

use std::time::Duration;

use super::Moment;
use super::affairs::Affairs;
use super::keeper::Keeper;
use crate::store::{NotWritten, Written};

/// A write that takes no longer spares nobody: whoever presses so late in their turn may lose as much on the way through Discord,
/// and a sound disk is hundreds of times quicker.
pub(super) const SLOW: Duration = Duration::from_millis(500);

/// So often a slow disk gives time in one turn. Whoever sorts their rack for ever while each write is slow draws out their turn
/// by so many times what is left to them, and by what the writes take.
pub(super) const MOST_SPARED: u32 = 20;

/// The same where answers are unseen: all see the first time that is up, and would else count by it what the others have
/// answered. Once tells no more than that something was written, be it the order of a rack.
const MOST_SPARED_UNSEEN: u32 = 1;

type Outcome = Result<Written, NotWritten>;

/// How often a slow disk has given time in the turn that runs.
#[derive(Default)]
pub(super) struct Spared {
    turn: Option<u32>,
    times: u32,
}

impl Spared {
    /// Whoever is to act has a little time from then on, if they have not been given it too often; answers whether they had
    /// less.
    fn spare(&mut self, affairs: &mut Affairs, from: Moment) -> bool {
        let turn = affairs.waiting().map(|waiting| waiting.turn);
        if self.turn != turn {
            *self = Self { turn, times: 0 };
        }
        let most = if affairs.has_unseen_answers() {
            MOST_SPARED_UNSEEN
        } else {
            MOST_SPARED
        };
        let spares = self.times < most && affairs.spare(from);
        self.times += u32::from(spares);
        spares
    }
}

impl Keeper {
    /// The step that makes these affairs is written, or it is not, or nobody knows. If that took long, whoever is to act has a little
    /// time, and what begins with a step that is written begins when it can be seen.
    pub(super) fn make_good(&mut self, began: Moment, written: Outcome, next: &mut Affairs) {
        if !matches!(written, Ok(Written::Done)) {
            return self.spare_if_slow(began);
        }
        if let Some(from) = self.slow_since(began) {
            next.begin_no_sooner(began, self.house.clock.now());
            self.spared.spare(next, from);
        }
    }

    /// Something was written that is no step, or was refused. If that took long, whoever is to act has a little time.
    pub(super) fn spare_if_slow(&mut self, began: Moment) {
        let from = self.slow_since(began);
        if from.is_some_and(|from| self.spared.spare(&mut self.affairs, from)) {
            self.tell();
        }
    }

    /// From when on people are spared, if what began then took long.
    fn slow_since(&self, began: Moment) -> Option<Moment> {
        let is_slow = self.house.clock.now().since(began) > SLOW;
        let server = self.affairs.fixed.server;
        is_slow.then(|| self.house.lines.spared_from(server))
    }
}
