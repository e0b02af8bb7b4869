//! The line in the channel above a thread that the bot made for a table: once that is over, it tells how it ended.

use crate::discord::front::Front;
use crate::discord::pages::line;
use crate::discord::pages::reader::Reader;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Barrier, Look, MessageId};

impl Front {
    /// Changes the line, if there is one and no other table of its thread is told there. A line that was deleted, or that the
    /// bot cannot change for another reason than a right, is let be: the thread says the same.
    pub(super) async fn show_line(&self, look: &Look) -> Result<(), SendFailure> {
        let Some(channel) = look.places.parent.filter(|_| look.places.own_thread) else {
            return Ok(());
        };
        let told = self.hall.is_told_at_line(&look.table, look.places.channel);
        // What the disk does not tell now it tells later: Discord was not asked.
        let is_told = told.await.map_err(|failure| SendFailure::Unreached {
            route: "change of a line",
            why: failure.to_string(),
        })?;
        if !is_told {
            return Ok(());
        }
        let barrier = self.keepers.asides.of(&look.table);
        let is_gone = barrier.or(look.places.barrier) == Some(Barrier::Gone);
        // The thread has the id of the message at which it begins.
        let message = MessageId::new(look.places.channel.get());
        let note = line::note(Reader::public(look), is_gone);
        match self.sender.change(channel, message, &note).await {
            Err(failure) if failure.barrier() == Some(Barrier::Closed) => Err(failure),
            // What Discord asks to wait with is no refusal.
            Err(SendFailure::Answered {
                status: 400..=428 | 430..500,
                ..
            }) => Ok(()),
            changed => changed,
        }
    }
}
