//! The turn of a message to be changed: what it says is made only then, so that nothing is older than its sending.

use std::time::{Duration, Instant};

use super::limits::Permit;
use super::note::Note;
use super::request::Request;
use super::send::{SendFailure, Sender};
use crate::tables::{ChannelId, MessageId};

/// The turn of a message to be changed. It is not to be held for long: others wait for theirs.
pub(crate) struct Turn<'a> {
    sender: &'a Sender,
    request: Request,
    permit: Permit<'a>,
}

impl Turn<'_> {
    /// Changes the message.
    pub(crate) async fn change(self, note: &Note) -> Result<(), SendFailure> {
        let request = self.request.json(&note.change()).files_of(note);
        let request = request.has_waited();
        let sent = self.sender.send_with(request, Some(self.permit));
        sent.await.map(drop)
    }

    /// There is nothing to say after all.
    pub(crate) fn give_back(self) {
        self.permit.give_back();
    }
}

impl Sender {
    /// Waits until it is the turn of this message to be changed: what it says is best made then.
    pub(crate) async fn turn_to_change(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<Turn<'_>, SendFailure> {
        let request = Request::edit(channel, message);
        let route = request.route;
        if let Some(failure) = self.closed.remembered(&request, Instant::now()) {
            return Err(failure);
        }
        let permit = self.limits.permit(&request).await;
        Ok(Turn {
            sender: self,
            request,
            permit: permit.ok_or(SendFailure::TooBusy { route })?,
        })
    }

    /// How long those wait that wait for the turn of a message.
    pub(crate) fn line_takes(&self) -> Duration {
        self.limits.line_takes()
    }
}
