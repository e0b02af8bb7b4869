//! The time of whoever is to act: for how long they are waited for, how much a turn can be drawn out, and what outages give
//! back.
//!
//! All of it follows from the steps of a journal, so that a restart finds it as it was.

use std::time::Duration;

use super::affairs::Affairs;
use super::change::{Change, Step};
use super::timing::{
    ACTION_PATIENCE, AWAY_PATIENCE, INVITATION, LOBBY_PATIENCE, Outage, RESTART_PATIENCE, Span,
    WINDOW,
};
use super::{Life, Moment};
use crate::rules::{Patience, Seat};

/// So many actions of a turn lengthen it. Somebody who lays a whole rack piece by piece makes about thirty.
pub(super) const LENGTHENED: u32 = 40;

/// After so many actions the time of a turn is over. The longest that any rules have makes about a hundred: of 22 tiles, each
/// is laid off, taken back and laid off again, or given for a joker that is (101 rules 8.5 and 8.6). Only what leads nowhere
/// takes longer: a card that is taken and put back for ever (Kaluki rules 7.1).
pub(super) const MOST_IN_A_TURN: u32 = 200;

/// What a seat has had of the turn that it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spent {
    /// How many actions were accepted.
    pub actions: u32,
    /// What was left of its time when its owner left, if they did.
    pub left: Option<Duration>,
}

impl Affairs {
    /// What a seat has had of its turn after a step; `self.own`, `self.deadlines` and `self.last_step_at` are still what they
    /// were before.
    pub(super) fn spent_after(&self, step: &Step, seat: Seat, turn: Option<u32>) -> Spent {
        if turn.is_none() || self.own[seat].turn != turn {
            return Spent::default();
        }
        let Spent { actions, left } = self.spent[seat];
        let running = self.deadlines[seat].filter(|_| !self.is_present(seat));
        // A journal does not run backwards where the clock was set back: how much of a turn has passed by then it does not say.
        let stands = step.at == self.last_step_at;
        let left_of = |running: Span| {
            let is_unknown = stands && running.until < step.at;
            let from = if is_unknown { running.since } else { step.at };
            running.until.since(from)
        };
        Spent {
            actions: actions.saturating_add(u32::from(acted(step, seat))),
            left: running.map(left_of).or(left),
        }
    }

    /// The deadline of a seat after a step; `self.own` is still what it was before, `self.spent` is not.
    pub(super) fn deadline_after(
        &self,
        step: &Step,
        seat: Seat,
        turn: Option<u32>,
    ) -> Option<Span> {
        let is_waited_for = self.is_present(seat) || self.is_asked_while_away(seat);
        let turn = turn.filter(|_| self.life == Life::Playing && is_waited_for)?;
        let spent = self.spent[seat];
        let running = match self.deadlines[seat] {
            Some(running) if self.own[seat].turn == Some(turn) => running,
            // Whoever sits down where a turn was left goes on with what was left of it.
            _ => {
                // What all are told of is one time for all of them.
                let most = if self.asks_somebody_present() {
                    Duration::MAX
                } else {
                    AWAY_PATIENCE
                };
                let length = spent.left.unwrap_or_else(|| self.patience());
                let length = length.min(most);
                return Some(Span::new(step.at, length));
            }
        };
        if spent.actions >= MOST_IN_A_TURN {
            let until = running.until.min(step.at);
            return Some(Span { until, ..running });
        }
        let lengthens = acted(step, seat) && spent.actions <= LENGTHENED;
        let least = step.at.plus(ACTION_PATIENCE);
        Some(if lengthens && running.until < least {
            Span::new(step.at, ACTION_PATIENCE)
        } else {
            running
        })
    }

    /// Whoever is to act has a little time from then on; answers whether they had less.
    pub(super) fn spare(&mut self, from: Moment) -> bool {
        let soonest = from.plus(RESTART_PATIENCE);
        let mut had_less = false;
        let deadlines = self.deadlines.values_mut().flatten();
        for deadline in deadlines.chain(&mut self.seen_deadline) {
            had_less |= deadline.until < soonest;
            *deadline = deadline.at_least(soonest);
        }
        had_less
    }

    /// The last step was written so late after it was made, and nobody saw it before: what runs since then runs from now on,
    /// and what the table does of its own accord comes after its pause.
    pub(super) fn begin_no_sooner(&mut self, made_at: Moment, now: Moment) {
        let spans = self.deadlines.values_mut().flatten();
        let others = [&mut self.seen_deadline, &mut self.pause];
        for span in spans.chain(others.into_iter().flatten()) {
            if span.since >= made_at {
                *span = Span::new(now, span.until.since(span.since));
            }
        }
        if self.moved_at >= made_at {
            self.moved_at = now;
        }
    }

    /// Until when a server that has thrown the bot out may invite it again, after a step: a day after the time of whoever is to
    /// act would have been up, or that of those who are away. So the bot was thrown out a day ago at least by then, and journals
    /// alone tell when: a restart changes nothing.
    pub(super) fn invitation_after(&self, step: &Step) -> Span {
        let absence = self.absence.filter(|_| self.rests());
        let turn = Span::new(step.at, self.fixed.preset.patience());
        Span {
            since: step.at,
            until: absence.unwrap_or(turn).until.plus(INVITATION),
        }
    }

    /// Gives back the time that was lost while nobody reached the table, when they do again. People could press nothing in
    /// a lobby either, and their presses without a step are in no journal: it stays open as after a press.
    pub(super) fn give_back(&mut self, outages: &[Outage], now: Moment, spared_from: Moment) {
        let deadlines = self.deadlines.values_mut().flatten();
        for deadline in deadlines.chain(&mut self.seen_deadline) {
            *deadline = deadline.given_back(outages);
        }
        let others = [self.pause.as_mut(), self.absence.as_mut()];
        for span in others.into_iter().flatten().chain([&mut self.invitation]) {
            *span = span.given_back(outages);
        }
        self.readings()
            .for_each(|reading| reading.give_back(outages));
        self.begin_by(now);
        self.lobby = self.lobby.at_least(now.plus(LOBBY_PATIENCE));
        self.spare(spared_from);
    }

    /// Nothing runs from a moment that is still to come. The journal may have been written by a clock that ran ahead, and
    /// its steps never run backwards: without this a table would wait until that clock is right again.
    pub(super) fn begin_by(&mut self, now: Moment) {
        let spans = self.deadlines.values_mut().flatten();
        let others = [&mut self.seen_deadline, &mut self.pause, &mut self.absence];
        let others = others.into_iter().flatten().chain([&mut self.invitation]);
        for span in spans.chain(others) {
            *span = span.begun_by(now);
        }
        self.lobby = self.lobby.begun_by(now);
        if let Some(changed) = &mut self.terms {
            changed.made_at = changed.made_at.min(now);
        }
        self.readings().for_each(|reading| reading.begin_by(now));
        self.moved_at = self.moved_at.min(now);
    }

    /// For how long whoever is to act is waited for.
    fn patience(&self) -> Duration {
        match self.waiting().map(|waiting| waiting.patience) {
            Some(Patience::Window) => WINDOW,
            Some(Patience::Turn | Patience::Unseen { .. }) | None => self.fixed.preset.patience(),
        }
    }
}

/// Whether a seat acted in a step.
fn acted(step: &Step, seat: Seat) -> bool {
    let is_own =
        |change: &Change| matches!(change, Change::Played { seat: actor, .. } if *actor == seat);
    step.changes.iter().any(is_own)
}
