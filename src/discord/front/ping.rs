//! Pings: whoever is to act and stays quiet is called by a message of its own, which goes when they have acted.
//!
//! An edit never notifies, so a ping is a new message; a channel must not fill with them, so a table has at most one,
//! and two only while one takes the place of another.
//! Its id is on the disk as soon as Discord has told it, so that a restart finds what is left over.

mod call;
mod lasting;
mod line;
mod note;
mod unheard;
mod waited;

use std::time::{Duration, Instant};

use self::call::Call;
use self::lasting::Stale;
use self::line::{Tries, has_days, spread, urgency};
use self::note::note;
use self::unheard::Unheard;
use self::waited::{Presence, Waited};
use super::Front;
use super::kept::bell::{Bell, Ear, Kept};
use crate::discord::wire::send::SendFailure;
use crate::rules::Waiting;
use crate::tables::{
    Ahead, Life, Look, MessageId, Moment, PersonId, PlacesChange, Revision, Sitter, Table,
};

/// Nobody is called who has been quiet for less than this.
const QUIET: Duration = Duration::from_secs(8);

/// The pauses before each further try to take the last ping of a table back; the last one comes again and again.
const CLEANING: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(4),
    Duration::from_secs(15),
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nudge,
    Warning,
}

impl Kind {
    /// As sentences name it.
    fn word(self) -> &'static str {
        match self {
            Self::Nudge => "nudge",
            Self::Warning => "warning",
        }
    }
}

/// The ping that stands in the channel.
struct Standing {
    message: MessageId,
    call: Call,
}

/// Who was called in a turn already: each call comes once, for each of those who are to act.
#[derive(Default)]
struct Called {
    turn: u32,
    nudged: Vec<PersonId>,
    warned: Vec<PersonId>,
    /// One was refused for want of a right: there is no other before the table may speak again, as far as is known.
    is_refused: bool,
    /// What became of the tries to make each call.
    nudge: Tries,
    warning: Tries,
}

impl Called {
    fn tries(&mut self, kind: Kind) -> &mut Tries {
        match kind {
            Kind::Nudge => &mut self.nudge,
            Kind::Warning => &mut self.warning,
        }
    }
}

fn turn_of(look: &Look) -> u32 {
    look.waiting.map_or(0, |waiting| waiting.turn)
}

struct Pinger<'a> {
    front: &'a Front,
    table: &'a Table,
    /// Nothing is known of what people did before this.
    began: Moment,
    /// The last outage whose time was given back; `None` before the first look.
    given_back: Option<u64>,
    /// How far the clocks that people see were ahead then.
    ahead: Option<Ahead>,
    /// In a box: most of the time there is none.
    standing: Option<Box<Standing>>,
    /// The ping that stood before it, while it could not be deleted.
    former: Option<MessageId>,
    /// One that may stand as well, for all that is known. In a box: hardly any table has one.
    unheard: Option<Box<Unheard>>,
    /// What stands names the end of the turn as it was.
    stale: Option<Stale>,
    /// When the bot may write here again, if that is known.
    speaks_at: Option<Instant>,
    called: Called,
}

/// Calls people of a table until it is over.
pub(crate) async fn keep_pings(front: &Front, table: &Table, bell: &Bell) {
    let mut ear = bell.ear(Kept::Pings);
    let mut pinger = Pinger {
        front,
        table,
        began: front.clock.now(),
        given_back: None,
        ahead: None,
        standing: None,
        former: None,
        unheard: None,
        stale: None,
        speaks_at: None,
        called: Called::default(),
    };
    // In a box, and the look with it: most of the time nobody is called.
    while let Some((life, next)) = Box::pin(pinger.look_and_tend(&mut ear)).await {
        if !life.is_live() {
            Box::pin(pinger.clean_up()).await;
            if !pinger.front.keepers.asides.comes_back(&pinger.table.id) {
                break;
            }
            ear.rests(None);
            ear.hears().await;
            continue;
        }
        pinger.rest(next, &mut ear).await;
    }
}

impl Pinger<'_> {
    /// Looks once and tends; answers where the table's life stands, and when to look again; `None` once it is no more.
    async fn look_and_tend(&mut self, ear: &mut Ear) -> Option<(Life, Option<Moment>)> {
        let look = ear.look(self.table).await?;
        let next = self.tend(&look).await;
        Some((look.life, next))
    }

    /// Takes the last ping of a table that is over back, for as long as that may go better another time; the next start finds what
    /// is left.
    async fn clean_up(&mut self) {
        let last = std::iter::repeat(CLEANING[CLEANING.len() - 1]);
        for pause in CLEANING.into_iter().chain(last) {
            // What stands where the bot cannot go has to wait.
            if self.front.keepers.asides.comes_back(&self.table.id) {
                return;
            }
            let Ok(look) = self.table.look(None, None).await else {
                return;
            };
            let is_left = look.places.ping.is_some() || self.former.is_some();
            if !is_left && self.unheard.is_none() {
                return;
            }
            // Nobody feels this wait, so it is the host's own time.
            tokio::time::sleep(pause).await;
            // The next look tells what is gone.
            let mut left = Vec::new();
            left.extend(self.finds_unheard(&look, &[]).await.err());
            let found = self.standing.as_ref().map(|standing| standing.message);
            let last = found.or(look.places.ping);
            if let Some(former) = self.former {
                left.extend(self.remove_former(&look, former).await.err());
            }
            if let Some(last) = last {
                left.extend(self.take_back(&look, last).await.err());
            }
            // A table that is over is not kept for what Discord refuses, as in a thread that was put away.
            if !left.is_empty() && !left.iter().any(SendFailure::may_pass) {
                return;
            }
        }
    }

    /// Waits until it is worth looking again.
    ///
    /// A ping that stands goes with the very next change. Without one a change makes nobody due before they were
    /// quiet, so a table that is played fast is looked at once in a while and not at every move.
    async fn rest(&self, next: Option<Moment>, ear: &mut Ear) {
        let clock = &self.front.clock;
        let reached = async {
            match next {
                Some(at) => clock.reached(at).await,
                None => std::future::pending().await,
            }
        };
        let speaks = async {
            match self.speaks_at {
                // Towards Discord: the host's own time. In a box: it is waited for seldom.
                Some(at) => Box::pin(tokio::time::sleep_until(at.into())).await,
                None => std::future::pending().await,
            }
        };
        ear.rests(next);
        tokio::select! {
            () = ear.hears() => {}
            () = reached => return,
            () = speaks => return,
        }
        if self.standing.is_none() && self.unheard.is_none() {
            let soonest = clock.now().plus(QUIET);
            let again = next.map_or(soonest, |at| at.min(soonest));
            ear.dozes(again);
            clock.reached(again).await;
        }
    }

    /// Takes back what is done with, calls who is due, and answers when to look again.
    async fn tend(&mut self, look: &Look) -> Option<Moment> {
        self.speaks_at = self.front.speaks_later(look);
        if self.front.keepers.asides.holds(&look.table) {
            return None;
        }
        let now = self.front.clock.now();
        let turn = turn_of(look);
        let (waited, is_to_renew) = self.waited_anew(look, now).await;
        let is_cut_off = self.front.hall.lines().hear_nobody_from(look.places.server);
        if !is_cut_off && self.looks_again_at().is_some_and(|at| at <= now) {
            // While it is not known whether one stands there is no other.
            let _ = self.finds_unheard(look, &waited).await;
        }
        if let Some(former) = self.former {
            // What is left is tried again at the next look.
            let _ = self.remove_former(look, former).await;
        }
        let mut left_over = match &self.standing {
            Some(standing) if !standing.call.is_needed(turn, &waited) => Some(standing.message),
            Some(_) => {
                if is_to_renew || self.stale.is_some_and(|stale| stale.next <= now) {
                    self.renew(look).await;
                }
                None
            }
            None => look.places.ping,
        };
        let mut again = self.stale.map(|stale| stale.next);
        if let Some(message) = left_over {
            let is_first = self.standing.is_some();
            match self.take_back(look, message).await {
                Ok(()) => left_over = None,
                // It stays until something opens the thread again: the board of the same change, or the next call.
                Err(failure) if failure.is_put_away() => {
                    again = is_first.then(|| now.plus(QUIET));
                }
                Err(_) => return Some(now.plus(QUIET)),
            }
        }
        if self.called.turn != turn {
            self.called = Called {
                turn,
                ..Called::default()
            };
        }
        if is_cut_off {
            // Whoever is called now could press nothing.
            let next = self.next_call(&waited).map(|at| at.max(now.plus(QUIET)));
            return next.into_iter().chain(again).min();
        }
        if let Some(at) = self.looks_again_at() {
            return again.into_iter().chain([at]).min();
        }
        for kind in [Kind::Warning, Kind::Nudge] {
            let people = self.due(kind, &waited);
            if !people.is_empty() && self.unheard.is_none() {
                self.call(look, kind, &people, left_over).await;
            }
        }
        let next = self.looks_again_at().or(self.next_call(&waited));
        next.into_iter().chain(again).min()
    }

    /// Who is to act and could be called. For people who are away a computer plays, and no time of theirs runs; where it does,
    /// nobody answers in their name.
    async fn waited(&self, look: &Look) -> Vec<Waited> {
        let is_playing = look.life == Life::Playing;
        let Some(waiting) = look.waiting.filter(|_| is_playing) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for seat in waiting.seats.iter() {
            let Some(Sitter::Person { person, away }) = look.seats.get(seat) else {
                continue;
            };
            if *away && waiting.is_unseen() {
                continue;
            }
            // Where answers are unseen everybody's call is that of whoever watches.
            let own = if waiting.is_unseen() {
                Ok(look.clone())
            } else {
                self.table.look(Some(*person), None).await
            };
            all.extend(own.ok().and_then(|own| self.waited_of(&own, *person)));
        }
        all
    }

    fn waited_of(&self, own: &Look, person: PersonId) -> Option<Waited> {
        if self.front.who_is_called(&[person]).is_empty() {
            return None;
        }
        let since = own.turn_since?;
        let is_unseen = own.waiting.is_some_and(Waiting::is_unseen);
        let pressed = self.front.panels.last_press(&own.table, person);
        let pressed = pressed.filter(|_| !is_unseen);
        let until = own.deadline?;
        let turn = until.since(since).min(own.preset.patience());
        // In a turn that began before, all tables would call at once; but whoever has little time left is called soon.
        let began = if self.began > since {
            let left = until.since(self.began);
            self.began
                .plus(spread(&own.table, own.preset).min(left / 4))
        } else {
            self.began
        };
        Some(Waited {
            person,
            // Nothing that a seat has done since the turn began is told where answers are unseen.
            seat_revision: if is_unseen {
                Revision::default()
            } else {
                own.seat_revision?
            },
            quiet_since: since.max(began).max(pressed.unwrap_or(since)),
            since,
            until,
            turn,
            presence: Presence::of(own, pressed, turn),
            is_unseen,
        })
    }

    /// When the next of them is called, in whatever way; `None` if nobody is any more.
    fn next_call(&self, waited: &[Waited]) -> Option<Moment> {
        let next = |waited: &Waited| {
            [Kind::Nudge, Kind::Warning]
                .into_iter()
                .filter_map(|kind| self.next(kind, waited))
                .min()
        };
        waited.iter().filter_map(next).min()
    }

    /// Who is to be called in this way now.
    fn due(&self, kind: Kind, waited: &[Waited]) -> Vec<PersonId> {
        let now = self.front.clock.now();
        let is_due = |waited: &&Waited| self.next(kind, waited).is_some_and(|at| at <= now);
        let due = waited.iter().filter(is_due);
        due.map(|waited| waited.person).collect()
    }

    /// When somebody is called in this way; `None` if that was done or comes too late, or may not be.
    fn next(&self, kind: Kind, waited: &Waited) -> Option<Moment> {
        if self.called.is_refused && self.front.keepers.asides.is_silent(&self.table.id) {
            return None;
        }
        let (at, tries) = match kind {
            Kind::Nudge if !self.called.has_nudged(waited.person) => {
                (waited.first_call_at()?, self.called.nudge)
            }
            Kind::Warning if !self.called.warned.contains(&waited.person) => {
                let posted = self.standing.as_ref();
                let posted = posted.map(|standing| standing.call.posted_at);
                let soonest = posted.map_or(self.began, |posted| posted.plus(QUIET));
                (waited.warn_at().max(soonest), self.called.warning)
            }
            Kind::Nudge | Kind::Warning => return None,
        };
        let at = tries.not_before(at);
        (at < waited.until).then_some(at)
    }

    /// Posts a ping for those of these people who are due still when its turn has come, in the place of the one before, or of
    /// what is left over; whoever that one called and who is quiet still is named again, and not called again.
    async fn call(
        &mut self,
        look: &Look,
        kind: Kind,
        people: &[PersonId],
        left_over: Option<MessageId>,
    ) {
        let channel = look.places.channel;
        let sender = &self.front.sender;
        let turn = match sender.turn_to_post(channel, urgency(look.preset)).await {
            Ok(turn) => turn,
            Err(failure) => return self.call_failed(look, kind, people, &failure),
        };
        // Whoever has given a sign meanwhile is not called, and nobody who could press nothing; what else that means the next
        // look tells.
        let newest = self.table.look(None, None).await;
        let is_same = |newest: &Look| {
            turn_of(newest) == self.called.turn && Some(newest.given_back) == self.given_back
        };
        let Some(look) = newest.ok().filter(is_same) else {
            return turn.give_back();
        };
        if self.front.hall.lines().hear_nobody_from(look.places.server) {
            return turn.give_back();
        }
        let waited = self.waited(&look).await;
        let people = self.due(kind, &waited);
        if people.is_empty() {
            return turn.give_back();
        }
        let before = self.standing.as_ref();
        let old = before.map(|standing| standing.message).or(left_over);
        let still = before.map(|standing| standing.call.quiet(&waited));
        let mut still = still.unwrap_or_default();
        still.retain(|person| !people.contains(person));
        let named = [&people[..], &still[..]].concat();
        let posted_at = self.front.clock.now();
        let nonce = format!("{}-p{}", look.table, posted_at.unix_ms());
        let note = note(&look, kind, &named, people.clone());
        let call = Call {
            kind,
            people: named,
            turn: self.called.turn,
            revision: look.revision,
            posted_at,
        };
        // Where a thread was put away, nothing can be deleted before this post has opened it.
        let message = match turn.post(&nonce, &note).await {
            Ok(message) => message,
            Err(failure) => {
                if failure.is_unsure() {
                    self.unheard = Some(Box::new(Unheard::of(nonce, call, note)));
                }
                return self.call_failed(&look, kind, &people, &failure);
            }
        };
        self.stands_now(&look, (message, call), &people, old).await;
    }

    /// This call has come to those people, in the place of an older one.
    async fn stands_now(
        &mut self,
        look: &Look,
        (message, call): (MessageId, Call),
        people: &[PersonId],
        old: Option<MessageId>,
    ) {
        let channel = look.places.channel;
        self.front.speak_again(&look.table);
        if call.turn == self.called.turn {
            self.called.calls(call.kind, people);
        }
        // What follows takes its time, and killed in it the next process must find both pings.
        let newest = self.table.look(None, None).await;
        let is_free = newest.is_ok_and(|newest| newest.places.former.is_none());
        let places = PlacesChange {
            former: old.filter(|_| is_free).map(Some),
            ..PlacesChange::ping(message)
        };
        if let Err(declined) = self.table.remember(places).await {
            tracing::warn!(table = %look.table, %declined, "the place of a ping was not remembered");
            // The one before it, if there is one, is on the disk still.
            let _ = self.front.remove_ping(channel, message).await;
            return;
        }
        self.standing = Some(Box::new(Standing { message, call }));
        self.stale = None;
        if let Some(old) = old {
            let _ = self.remove_former(look, old).await;
        }
        self.brings_panels_below(people).await;
    }

    /// Each call comes once a turn, also when it fails: a channel that refuses is not asked over and over; one that may have come is
    /// looked for ([`Unheard`]). Where there are days for it, what may go better another time comes later. Where the bot may not
    /// write, the messages that stand say so; where it may do nothing, the table is set aside, and people are told of that elsewhere.
    fn call_failed(&mut self, look: &Look, kind: Kind, people: &[PersonId], failure: &SendFailure) {
        tracing::warn!(table = %self.table.id, %failure, "nobody could be pinged");
        if failure.is_missing_right() {
            self.called.is_refused = true;
            return self.front.fall_silent(look);
        }
        if self.front.set_aside_by_refusal(look, failure) {
            return;
        }
        let now = self.front.clock.now();
        let may_pass = has_days(look.preset) && failure.may_pass();
        if !(may_pass && self.called.tries(kind).again_after(now)) {
            self.called.calls(kind, people);
        }
    }

    /// Deletes the ping that stood before the present one. While it stands it is on the disk in the place of a former
    /// board, if that is free: so the next start removes it.
    async fn remove_former(&mut self, look: &Look, old: MessageId) -> Result<(), SendFailure> {
        let removed = self.front.remove_ping(look.places.channel, old).await;
        if let Err(failure) = removed {
            self.former = Some(old);
            return Err(failure);
        }
        self.former = self.former.filter(|former| *former != old);
        // The keeper of the board may have one of its own there.
        let newest = self.table.look(None, None).await;
        if newest.is_ok_and(|newest| newest.places.former == Some(old))
            && let Err(declined) = self.table.remember(PlacesChange::former(None)).await
        {
            tracing::warn!(table = %look.table, %declined, "a ping that is gone was not forgotten");
        }
        Ok(())
    }

    /// The panels of whom a call has just named stand below it again: nothing that they were about to press has moved when
    /// they look.
    async fn brings_panels_below(&self, people: &[PersonId]) {
        for person in people {
            if let Ok(own) = self.table.look(Some(*person), None).await {
                self.front.brings_panel_below(&own, *person).await;
            }
        }
    }

    /// Deletes a ping, then forgets it: killed in between, the next start deletes it once more. Fails as long as it stands.
    async fn take_back(&mut self, look: &Look, message: MessageId) -> Result<(), SendFailure> {
        (self.standing, self.stale) = (None, None);
        let removed = self.front.remove_ping(look.places.channel, message).await;
        if let Err(failure) = &removed {
            self.front.set_aside_by_refusal(look, failure);
        }
        removed?;
        if let Err(declined) = self.table.remember(PlacesChange::ping(None)).await {
            tracing::warn!(table = %look.table, %declined, "a ping that is gone was not forgotten");
        }
        Ok(())
    }
}

impl Called {
    fn calls(&mut self, kind: Kind, people: &[PersonId]) {
        match kind {
            Kind::Nudge => self.nudged.extend(people),
            Kind::Warning => self.warned.extend(people),
        }
    }

    /// Whoever was warned is not reminded any more.
    fn has_nudged(&self, person: PersonId) -> bool {
        self.nudged.contains(&person) || self.warned.contains(&person)
    }
}

impl Front {
    async fn remove_ping(
        &self,
        channel: crate::tables::ChannelId,
        message: MessageId,
    ) -> Result<(), SendFailure> {
        match self.sender.delete(channel, message).await {
            // One that is not the bot's stays.
            Err(failure) if !(failure.is_gone() || failure.is_anothers()) => {
                tracing::warn!(%failure, "a ping could not be deleted");
                Err(failure)
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Deletes the pings of tables that ended just when the process did. One in a server that has thrown the bot out is
    /// forgotten, or each start would ask for it.
    pub(crate) async fn remove_stray_pings(&self) {
        for stray in self.hall.stray_pings().await {
            let removed = self.remove_ping(stray.channel, stray.message).await;
            if removed.err().is_none_or(|failure| failure.is_shut_out()) {
                self.hall.forget_stray_ping(&stray).await;
            }
        }
    }
}

#[cfg(test)]
mod tests;
