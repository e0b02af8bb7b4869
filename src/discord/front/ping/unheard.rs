//! A call to whose post no answer came, although it may stand: it is looked for as long as Discord knows what it has posted, and goes
//! like any other.

use std::time::Duration;

use super::line::REMEMBERED;
use super::waited::Waited;
use super::{Call, Pinger, QUIET, turn_of};
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Look, Moment};

/// A call that was posted and may stand.
pub(super) struct Unheard {
    nonce: String,
    /// When the first post was made to which no answer came.
    since: Moment,
    /// How long after the last try to find it the next one comes.
    pause: Duration,
    next: Moment,
    call: Call,
    note: Note,
}

impl Unheard {
    /// This was posted with this nonce, for the first time then.
    pub(super) fn of(nonce: String, since: Moment, call: Call, note: Note) -> Self {
        Self {
            nonce,
            since,
            pause: QUIET,
            next: call.posted_at.plus(QUIET),
            call,
            note,
        }
    }
}

impl Pinger<'_> {
    /// When a call that may stand is looked for again.
    pub(super) fn looks_again_at(&self) -> Option<Moment> {
        self.unheard.as_ref().map(|unheard| unheard.next)
    }

    /// Learns which message a call is that may stand: Discord answers what is posted once more with the one that stands, for some
    /// minutes. Where none does, what stands now is the call; it calls only those who are still to act. Fails while it is not known.
    pub(super) async fn finds_unheard(
        &mut self,
        look: &Look,
        waited: &[Waited],
    ) -> Result<(), SendFailure> {
        let Some(mut unheard) = self.unheard.take() else {
            return Ok(());
        };
        let now = self.front.clock.now();
        if now.since(unheard.since) > REMEMBERED {
            self.gives_up(*unheard);
            return Ok(());
        }
        let is_needed = unheard.call.is_needed(turn_of(look), waited);
        let note = if is_needed {
            unheard.note.clone()
        } else {
            Note {
                pings: Vec::new(),
                is_silent: true,
                ..unheard.note.clone()
            }
        };
        let channel = look.places.channel;
        let posted = self.front.sender.post(channel, &unheard.nonce, &note).await;
        let message = match posted {
            Ok(message) => message,
            Err(failure) if failure.may_pass() || failure.is_unsure() || failure.closes_place() => {
                unheard.next = now.plus(unheard.pause);
                unheard.pause *= 2;
                self.unheard = Some(unheard);
                return Err(failure);
            }
            Err(_) => {
                self.gives_up(*unheard);
                return Ok(());
            }
        };
        let before = self.standing.as_ref();
        let old = before.map(|standing| standing.message).or(look.places.ping);
        let stands = self.stands_now(look, (message, unheard.call), &note.pings, old);
        stands.await;
        Ok(())
    }

    /// Whether it stands stays unknown; posted once more now it might stand twice.
    fn gives_up(&mut self, unheard: Unheard) {
        tracing::warn!(table = %self.table.id, "whether a call stands is not known");
        let Unheard { call, note, .. } = unheard;
        if call.turn == self.called.turn {
            self.called.calls(call.kind, &note.pings);
        }
    }
}
