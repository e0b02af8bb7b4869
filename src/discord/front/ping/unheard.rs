//! A call to whose post no answer came, although it may stand: it is looked for as long as Discord knows what it has posted, and goes
//! like any other. Where a turn lasts days it is looked for among the messages after that, for whoever is to act would hear of it
//! hours later, or never.

use std::time::Duration;

use super::lasting::Stale;
use super::line::{REMEMBERED, has_days, longer};
use super::waited::Waited;
use super::{Call, Pinger, QUIET, turn_of};
use crate::discord::front::repost::said_from;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Look, MessageId, Moment};

/// So far the host's clock may be ahead of Discord's, whose ids tell when a message was posted.
const SKEW: Duration = Duration::from_secs(5 * 60);

/// A call that was posted and may stand.
pub(super) struct Unheard {
    nonce: String,
    /// How long after the last try to find it the next one comes.
    pause: Duration,
    next: Moment,
    call: Call,
    note: Note,
}

impl Unheard {
    /// This was posted with this nonce.
    pub(super) fn of(nonce: String, call: Call, note: Note) -> Self {
        Self {
            nonce,
            pause: QUIET,
            next: call.posted_at.plus(QUIET),
            call,
            note,
        }
    }
}

/// What is known of a call that may stand.
enum Found {
    Stands(MessageId),
    Nowhere,
    Unknown,
}

impl Pinger<'_> {
    /// When a call that may stand is looked for again.
    pub(super) fn looks_again_at(&self) -> Option<Moment> {
        self.unheard.as_ref().map(|unheard| unheard.next)
    }

    /// Learns which message a call is that may stand: Discord answers what is posted once more with the one that stands, for some
    /// minutes. Where none does, what stands now is the call; it calls only those who are still to act. After those minutes a call in
    /// a turn of days is looked for without being posted. Fails while it is not known.
    pub(super) async fn finds_unheard(
        &mut self,
        look: &Look,
        waited: &[Waited],
    ) -> Result<(), SendFailure> {
        let Some(mut unheard) = self.unheard.take() else {
            return Ok(());
        };
        let now = self.front.clock.now();
        let is_remembered = now.since(unheard.call.posted_at) <= REMEMBERED;
        let is_needed = unheard.call.is_needed(turn_of(look), waited);
        let mut note = unheard.note.clone();
        if !is_needed {
            (note.pings, note.is_silent) = (Vec::new(), true);
        }
        let found = if is_remembered {
            let posted = self
                .front
                .sender
                .post(look.places.channel, &unheard.nonce, &note);
            posted.await.map(Found::Stands)
        } else if has_days(look.preset) {
            self.found(look, &unheard).await
        } else {
            Ok(Found::Unknown)
        };
        let message = match found {
            Ok(Found::Stands(message)) => message,
            // It did not come: it is made when its next try is due.
            Ok(Found::Nowhere) => return Ok(()),
            Err(failure) if failure.may_pass() || failure.is_unsure() || failure.closes_place() => {
                unheard.next = now.plus(unheard.pause);
                unheard.pause = longer(unheard.pause);
                self.unheard = Some(unheard);
                return Err(failure);
            }
            Ok(Found::Unknown) | Err(_) => {
                self.gives_up(*unheard);
                return Ok(());
            }
        };
        let before = self.standing.as_ref();
        let old = before.map(|standing| standing.message).or(look.places.ping);
        let stands = self.stands_now(look, (message, unheard.call), &note.pings, old);
        stands.await;
        if !is_remembered {
            // Time may have been given back since.
            self.stale = Some(Stale::again(None, now));
        }
        Ok(())
    }

    /// Looks for it among the messages since the board, or since it was posted where the board was posted anew.
    async fn found(&self, look: &Look, unheard: &Unheard) -> Result<Found, SendFailure> {
        let Some(board) = look.places.board else {
            return Ok(Found::Unknown);
        };
        let (channel, text) = (look.places.channel, &unheard.note.text);
        let begun = said_from(unheard.call.posted_at.minus(SKEW));
        let read = self.front.sender.ours_since(channel, board.min(begun));
        Ok(match read.await? {
            None => Found::Unknown,
            Some(read) => {
                let found = read.ours.into_iter().find(|(_, said)| said == text);
                let stands = found.map(|(message, _)| Found::Stands(message));
                stands.unwrap_or(if read.is_all {
                    Found::Nowhere
                } else {
                    Found::Unknown
                })
            }
        })
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
