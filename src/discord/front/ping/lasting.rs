//! Calls in turns of days: an outage or a restart makes nobody be called again who was called in this turn.

use std::time::Duration;

use super::line::{has_days, longer};
use super::note::note;
use super::waited::Waited;
use super::{Call, Called, Kind, Pinger, QUIET, Standing, turn_of};
use crate::discord::front::repost::said_at;
use crate::tables::{Look, MessageId, Moment};

/// A call that names the end of a turn as it was, for its change failed.
#[derive(Clone, Copy)]
pub(super) struct Stale {
    /// When it is tried again.
    pub next: Moment,
    /// How long after that, if it fails once more.
    pause: Duration,
}

impl Stale {
    /// What was so before, if it was, is so now as well: the pauses grow.
    pub(super) fn again(before: Option<Self>, now: Moment) -> Self {
        let pause = before.map_or(QUIET, |before| before.pause);
        Self {
            next: now.plus(pause),
            pause: longer(pause),
        }
    }
}

impl Pinger<'_> {
    /// Who is to act, after a first look or after time was given back. In a turn of days whatever was said in it holds, and what
    /// stands tells the new end; answers whether it has to. In any other what stands goes by another end of the turn, and nobody
    /// was there to be called: it is forgotten. Where people's clocks show another time since then, what stands tells the end by that.
    pub(super) async fn waited_anew(&mut self, look: &Look, now: Moment) -> (Vec<Waited>, bool) {
        let before = self.given_back.replace(look.given_back);
        let ahead = self.ahead.replace(look.ahead);
        let is_set = ahead.is_some_and(|before| before != look.ahead);
        let is_long = has_days(look.preset);
        match before {
            Some(before) if before == look.given_back => return (self.waited(look).await, is_set),
            Some(_) if is_long => return (self.waited(look).await, true),
            Some(_) => (self.began, self.called) = (now, Called::default()),
            None => {
                if is_long && let Some(message) = look.places.ping {
                    // The call itself is what is known of what people did before.
                    self.began = Moment::from_unix_ms(0);
                    let waited = self.waited(look).await;
                    if self.takes_over(look, message, &waited) {
                        return (waited, true);
                    }
                    self.began = now;
                }
            }
        }
        (self.waited(look).await, false)
    }

    /// Takes the call that stands for the one of this turn, which the process before this one has made; answers whether it is.
    /// Of several who are asked each was called by it who was asked by then.
    fn takes_over(&mut self, look: &Look, message: MessageId, waited: &[Waited]) -> bool {
        let posted_at = said_at(message);
        let called = |waited: &&Waited| waited.since <= posted_at;
        let (people, are_warned): (Vec<_>, Vec<_>) = waited
            .iter()
            .filter(called)
            .map(|waited| (waited.person, waited.warn_at() <= posted_at))
            .unzip();
        if people.is_empty() {
            return false;
        }
        let kind = if are_warned.contains(&true) {
            Kind::Warning
        } else {
            Kind::Nudge
        };
        self.called = Called {
            turn: turn_of(look),
            ..Called::default()
        };
        self.called.calls(kind, &people);
        let call = Call {
            kind,
            people,
            turn: turn_of(look),
            revision: look.revision,
            posted_at,
        };
        self.standing = Some(Box::new(Standing { message, call }));
        true
    }

    /// The call that stands names the end of the turn as it is now. It names the same people: a change notifies nobody, and who
    /// was called finds it among what calls them still. One that somebody has deleted is forgotten. What may go better another time
    /// is tried again, as in a thread that was put away, until the board that is posted there opens it.
    pub(super) async fn renew(&mut self, look: &Look) {
        let Some(standing) = &self.standing else {
            return;
        };
        let (message, call) = (standing.message, &standing.call);
        let note = note(look, call.kind, &call.people, call.people.clone());
        let sender = &self.front.sender;
        let changed = sender.change(look.places.channel, message, &note).await;
        let before = self.stale.take();
        if let Err(failure) = changed {
            if failure.may_pass() || failure.is_unsure() || failure.is_put_away() {
                self.stale = Some(Stale::again(before, self.front.clock.now()));
            }
            tracing::debug!(table = %look.table, %failure, "a call names the end of a turn as it was");
            if failure.is_gone() {
                // The next look tells whether it is forgotten.
                let _ = self.take_back(look, message).await;
            }
        }
    }
}
