//! The line in the channel above a thread that the bot made for a table: once that is over, it tells how it ended. That the
//! table is open is told by whoever opens it, and here if that failed.

use crate::discord::front::Front;
use crate::discord::front::word::Told;
use crate::discord::pages::line;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Barrier, ChannelId, Look, MessageId, PersonId, Table};

/// What the line in the channel above tells of the end of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Line {
    /// Nothing yet.
    #[default]
    Open,
    /// How it ended.
    End,
    /// Nothing, and it never will: there is none, it tells of another table, or nobody can change it.
    Silent,
}

/// How a table ended, as the channel above is told it.
fn end_of(front: &Front, look: &Look) -> Note {
    let barrier = front.keepers.asides.of(&look.table);
    let is_gone = barrier.or(look.places.barrier) == Some(Barrier::Gone);
    line::note(Reader::public(look), is_gone)
}

impl Front {
    /// Changes the line, if there is one and no other table of its thread is told there; answers whether it tells the end. A line
    /// that was deleted, or that the bot cannot change for another reason than a right, is let be: the thread says the same, or the
    /// word that its table cannot be shown there.
    pub(super) async fn show_line(&self, look: &Look) -> Result<Line, SendFailure> {
        let Some(channel) = look.places.parent.filter(|_| look.places.own_thread) else {
            return Ok(Line::Silent);
        };
        let told = self.hall.is_told_at_line(&look.table, look.places.channel);
        // What the disk does not tell now it tells later: Discord was not asked.
        let is_told = told.await.map_err(|failure| SendFailure::Unreached {
            route: "change of a line",
            why: failure.to_string(),
        })?;
        if !is_told {
            return Ok(Line::Silent);
        }
        let changed = self.change_line(look, channel, &end_of(self, look)).await;
        match changed {
            Ok(()) => Ok(Line::End),
            Err(failure) if failure.barrier() == Some(Barrier::Closed) => Err(failure),
            Err(failure) if failure.may_pass() => Err(failure),
            Err(SendFailure::Answered { .. }) => Ok(Line::Silent),
            Err(failure) => Err(failure),
        }
    }

    /// The game is over: the word that people play on from goes where the line tells how it ended, and tells that itself where none
    /// does. While the table is being opened the line is not known yet.
    pub(super) async fn ends_word(
        &self,
        table: &Table,
        look: &Look,
        line: Line,
        told: &mut Told,
    ) -> Result<(), SendFailure> {
        match line {
            Line::Open => Ok(()),
            Line::End => self.remove_word(table, look, told).await,
            Line::Silent => {
                let end = end_of(self, look);
                self.change_word(table, look, told, &end).await
            }
        }
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
        self.sender.change(channel, message, note).await
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
