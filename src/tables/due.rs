//! What falls due at a table when nobody presses anything, and what is done about it.

use std::hash::BuildHasher;
use std::time::Duration;

use super::affairs::Affairs;
use super::change::{Cause, Change};
use super::keeper::{Draft, Keeper, Onward};
use super::lobby::No;
use super::{Aside, Declined, Life, Moment, Preset, Why};
use crate::rules::{Game, Seat};

/// A table that has ended can be looked at for so long, also after a start; and for so long again where its end is not shown yet.
pub(super) const KEPT_AFTER_END: Duration = Duration::from_secs(60 * 60);

/// No longer than this where it could not be shown in its place, or not at all: as long as a table of `days` lives without its people.
pub(super) const KEPT_BARRED: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// What was just shown stands for so many times the pace of computers: with the usual one it is told and looked at.
const PACES_TO_LOOK: u32 = 4;

/// Beside that pace, what the table does for people takes up to so many times the usual one, each time anew.
const MOST_HESITATION: u32 = 2;
/// Each thing that it does for somebody takes such a part of what is left of their turn at the most.
const PART_OF_A_TURN: u32 = 3;

/// Something that falls due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    /// The time of a seat is up.
    Zero(Seat),
    /// The next round.
    Deal,
    /// A computer may move.
    Computer,
    /// The desk of a seat makes its owner's move.
    Desk(Seat),
    /// Nobody cares for the lobby.
    Close,
    /// All people have been away too long.
    Absence,
    /// The server that has thrown the bot out has not invited it again.
    ThrownOut,
    /// Its end is shown, and a start would look for it all the same.
    Shown,
    /// The table ended a while ago.
    Forget,
}

impl Affairs {
    /// What falls due by the clock alone, and when.
    fn due(&self) -> Vec<(Moment, Due)> {
        match self.life {
            Life::Lobby | Life::Starting => vec![(self.lobby.until, Due::Close)],
            Life::Playing => self.due_in_play(),
            Life::Finished | Life::Abandoned(_) | Life::SetAside(_) => Vec::new(),
        }
    }

    fn due_in_play(&self) -> Vec<(Moment, Due)> {
        let mut all: Vec<_> = self
            .deadlines
            .iter()
            .filter_map(|(seat, span)| Some(((*span)?.until, Due::Zero(seat))))
            .collect();
        if let Some(pause) = self.pause.filter(|_| !self.rests()) {
            all.push((pause.until, Due::Deal));
        }
        if let Some(absence) = self.absence.filter(|_| self.rests()) {
            all.push((absence.until, Due::Absence));
        }
        all
    }

    /// Whether no round is dealt until somebody is back: a game of days waits for its people, as long as nobody is out of it
    /// and waits for its end.
    pub(super) fn rests(&self) -> bool {
        self.fixed.preset == Preset::Days && self.is_forsaken()
    }
}

impl Keeper {
    /// Whether a round is to be dealt without waiting for the clock: the game has begun, or everybody is ready.
    pub(super) fn is_deal_asked(&self) -> bool {
        let affairs = &self.affairs;
        affairs.life == Life::Playing
            && (affairs.rounds == 0
                || (affairs.is_between_rounds()
                    && (affairs.all_ready() || affairs.needs_no_pause())))
    }

    /// What falls due next, and when.
    pub(super) fn due(&self) -> Option<(Moment, Due)> {
        // Nobody's time is up while they cannot press anything, and no round is played to its end without those who are
        // away and cannot come back.
        let is_cut_off = self.is_cut_off();
        let waits_for_people = is_cut_off && self.affairs.is_forsaken();
        let mut all = if is_cut_off {
            self.due_without_bot()
        } else {
            self.due_by_clock()
        };
        let moved_at = self.affairs.moved_at;
        if let Life::Finished | Life::Abandoned(_) | Life::SetAside(Aside::Over) = self.affairs.life
        {
            all.push((self.kept_until(), Due::Forget));
            if self.is_noted_in_vain() {
                all.push((moved_at, Due::Shown));
            }
        }
        if self.is_deal_asked() {
            all.push((moved_at, Due::Deal));
        }
        if let Some(seat) = self.desk_to_act() {
            all.push((moved_at.plus(self.desk_pause(seat)), Due::Desk(seat)));
        }
        if self.thought.is_none() && !waits_for_people && self.next_thinker().is_some() {
            all.push((moved_at.plus(self.pace()), Due::Computer));
        }
        let (at, due) = all.into_iter().min_by_key(|(at, _)| *at)?;
        Some((self.hold_until.map_or(at, |hold| at.max(hold)), due))
    }

    /// What falls due by the clock alone. Whoever is just back is not late: what they pressed meanwhile comes first.
    fn due_by_clock(&self) -> Vec<(Moment, Due)> {
        let mut all = self.affairs.due();
        let server = self.affairs.fixed.server;
        if let Some(soonest) = self.house.lines.soonest_due(server) {
            for (at, _) in &mut all {
                *at = soonest.max(*at);
            }
        }
        all
    }

    /// What falls due while nobody can press anything: no table waits for ever for a server that has thrown the bot out.
    fn due_without_bot(&self) -> Vec<(Moment, Due)> {
        let Affairs { fixed, life, .. } = &self.affairs;
        let is_thrown_out = life.is_live() && self.house.lines.has_thrown_out(fixed.server);
        let due = is_thrown_out.then_some((self.affairs.invitation.until, Due::ThrownOut));
        due.into_iter().collect()
    }

    /// How long a computer takes for a move. Nobody watches them for long when only they are left, nor where nobody sees
    /// that they move; what was just shown is looked at before they go on.
    fn pace(&self) -> Duration {
        let affairs = &self.affairs;
        if affairs.is_left_to_computers() || affairs.has_unseen_answers() {
            Duration::ZERO
        } else if affairs.game.as_ref().is_some_and(Game::has_just_shown) {
            self.house.pace * PACES_TO_LOOK
        } else {
            self.house.pace
        }
    }

    /// How long the table takes for what it does for somebody: never less than a computer, and now and then as long as
    /// whoever looks for the button. So nobody reads from the pause whether a move was prepared, or a draw left to its owner.
    /// However slow computers are, it comes before the clock: drawing and discarding take no more than what is left.
    /// But whoever was only too quick, which nobody can tell from a press at that moment, is not kept waiting any longer.
    fn desk_pause(&self, seat: Seat) -> Duration {
        let pace = self.pace();
        if pace.is_zero() || self.is_early(seat) {
            return Duration::ZERO;
        }
        let of_a_thousand = self.rhythm.hash_one(self.affairs.revision.get()) % 1_000;
        let pause = pace + self.house.pace * MOST_HESITATION * (of_a_thousand as u32) / 1_000;
        let affairs = &self.affairs;
        let left = affairs.deadlines[seat].map(|turn| turn.until.since(affairs.moved_at));
        left.map_or(pause, |left| pause.min(left / PART_OF_A_TURN))
    }

    /// Until when the table can be looked at after its end. Of one that was over before this process began perhaps nobody was told
    /// that.
    fn kept_until(&self) -> Moment {
        let kept = match self.messages.barrier {
            Some(barrier) if barrier.may_open() => KEPT_BARRED,
            Some(_) | None => KEPT_AFTER_END,
        };
        let since_start = self.house.began_at.plus(KEPT_AFTER_END);
        let after_end = self.affairs.moved_at.plus(kept).max(since_start);
        self.kept_on.map_or(after_end, |until| after_end.max(until))
    }

    /// Does what fell due; if the disk refuses, it is tried again after a while.
    pub(super) async fn meet(&mut self, due: Due) -> Onward {
        let outcome = match due {
            Due::Forget => return self.goes_unless_unshown().await,
            _ => self.try_to_meet(due).await,
        };
        if let Err(no) = outcome {
            if matches!(no, No::Declined(declined) if declined.is_for_the_disk()) {
                self.spare();
            }
            self.hold();
        }
        Onward::On
    }

    async fn try_to_meet(&mut self, due: Due) -> Result<(), No> {
        let before = self.affairs.revision;
        self.settle_doubt().await?;
        if self.affairs.revision != before {
            // It fell due before the step that was in doubt: what falls due now is another question.
            return Ok(());
        }
        let found = match due {
            Due::Zero(seat) => self.thought_at_zero(seat).await,
            _ => None,
        };
        let affairs = &self.affairs;
        let draft = match due {
            Due::Zero(seat) => {
                let changes = affairs.at_zero(seat, found.as_ref())?;
                Draft::unpressed(Cause::Clock, Some(seat), changes)
            }
            Due::Deal => Draft::unpressed(Cause::House, None, vec![affairs.dealt()?]),
            Due::Close => abandoned(Why::Idle),
            Due::Absence => abandoned(Why::AllAway),
            Due::ThrownOut => abandoned(Why::ThrownOut),
            Due::Computer => {
                self.think();
                return Ok(());
            }
            Due::Desk(seat) => return self.desk_acts(seat).await,
            Due::Shown => {
                let noted = self.note_shown().await;
                noted.map_err(|_| Declined::DiskRefused)?;
                return Ok(());
            }
            Due::Forget => return Ok(()),
        };
        self.commit(draft).await
    }
}

fn abandoned(why: Why) -> Draft {
    Draft::unpressed(Cause::Clock, None, vec![Change::Abandoned { why }])
}
