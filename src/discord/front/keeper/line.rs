//! The line in the channel above a thread that the bot made for a table: once that is over, it tells how it ended. That the
//! table is open is told by whoever opens it, and here if that failed.

use crate::discord::front::Front;
use crate::discord::pages::line;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Barrier, ChannelId, Look, MessageId, PersonId};

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
        let note = line::note(Reader::public(look), is_gone);
        self.change_line(look, channel, &note).await
    }

    /// Changes the line of a table that is open, if it does not tell that yet. Where the bot may not do that it stays until the
    /// end: the table can be used.
    pub(super) async fn show_opening(&self, look: &Look) -> Result<(), SendFailure> {
        let opener = self.keepers.untold_opener(&look.table);
        let (Some(opener), Some(channel)) = (opener, look.places.parent) else {
            return Ok(());
        };
        let note = opened_line(look, opener);
        let changed = self.change_line(look, channel, &note).await;
        if changed.as_ref().is_err_and(|failure| failure.may_pass()) {
            return changed;
        }
        self.keepers.line_is_told(&look.table);
        Ok(())
    }

    async fn change_line(
        &self,
        look: &Look,
        channel: ChannelId,
        note: &Note,
    ) -> Result<(), SendFailure> {
        // The thread has the id of the message at which it begins.
        let message = MessageId::new(look.places.channel.get());
        match self.sender.change(channel, message, note).await {
            Err(failure) if failure.barrier() == Some(Barrier::Closed) => Err(failure),
            Err(failure) if failure.may_pass() => Err(failure),
            Err(SendFailure::Answered { .. }) => Ok(()),
            changed => changed,
        }
    }
}

/// The line of a table that this person has opened in its thread.
pub(crate) fn opened_line(look: &Look, opener: PersonId) -> Note {
    let words = Words::of(&look.language);
    let (who, link) = (
        format!("<@{opener}>"),
        format!("<#{}>", look.places.channel),
    );
    Note::public(words.thread_opened(&who, &words.game_name(look.game.id()), &link))
}
