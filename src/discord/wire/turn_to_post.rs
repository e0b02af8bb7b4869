//! The turn of a message to be posted: whether it is still wanted, and what it says, is looked at only then.

use std::time::Instant;

use super::failure::POST;
use super::limits::Permit;
use super::note::{Note, Post};
use super::request::{Request, Urgency};
use super::send::{SendFailure, Sender, id_in};
use crate::tables::{ChannelId, MessageId};

/// The turn of a message to be posted. It is not to be held for long: others wait for theirs. Nor does anybody who holds
/// one wait for another: all might hold one and wait.
pub(crate) struct PostTurn<'a> {
    sender: &'a Sender,
    request: Request,
    permit: Permit<'a>,
}

impl PostTurn<'_> {
    /// Posts the message. `nonce` makes a repetition harmless for some minutes.
    pub(crate) async fn post(self, nonce: &str, note: &Note) -> Result<MessageId, SendFailure> {
        let body = Post {
            message: note.payload(),
            nonce,
            enforce_nonce: true,
        };
        let request = self.request.json(&body).files_of(note).has_waited();
        let answer = self.sender.send_with(request, Some(self.permit)).await?;
        id_in(&answer)
            .map(MessageId::new)
            .ok_or(SendFailure::Unreadable { route: POST })
    }

    /// There is nothing to say after all.
    pub(crate) fn give_back(self) {
        self.permit.give_back();
    }
}

impl Sender {
    /// Waits until something may be posted in this channel.
    pub(crate) async fn turn_to_post(
        &self,
        channel: ChannelId,
        urgency: Urgency,
    ) -> Result<PostTurn<'_>, SendFailure> {
        let request = Request::post(channel, urgency);
        if let Some(failure) = self.closed.remembered(&request, Instant::now()) {
            return Err(failure);
        }
        let permit = self.limits.permit(&request).await;
        Ok(PostTurn {
            sender: self,
            request,
            permit: permit.ok_or(SendFailure::TooBusy { route: POST })?,
        })
    }
}
