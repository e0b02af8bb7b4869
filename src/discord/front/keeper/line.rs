//! The line in the channel above a thread that the bot made for a table: once that is over, it tells how it ended.

use crate::discord::front::Front;
use crate::discord::pages::line;
use crate::discord::pages::reader::Reader;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Look, MessageId};

impl Front {
    /// Changes the line, if there is one. A line that was deleted, or that the bot may not change, is let be: the thread says
    /// the same.
    pub(super) async fn show_line(&self, look: &Look) -> Result<(), SendFailure> {
        let Some(channel) = look.places.parent.filter(|_| look.places.own_thread) else {
            return Ok(());
        };
        // The thread has the id of the message at which it begins.
        let message = MessageId::new(look.places.channel.get());
        let note = line::note(Reader::public(look));
        match self.sender.change(channel, message, &note).await {
            Err(SendFailure::Answered {
                status: 400..500, ..
            }) => Ok(()),
            changed => changed,
        }
    }
}
