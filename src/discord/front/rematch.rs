//! A rematch: a new table like the one that has finished, to which everybody who played is called once. Its lobby names those who
//! have not sat down there yet.

use super::Front;
use super::asked::Asked;
use super::kept::fair::Call;
use super::opened::{missing_permissions, place};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::{self, games, lobby};
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Answer, Declined, Look, Opening, PersonId, Table, TableId};

impl Front {
    /// Somebody wants to play once more. The table may have ended before the last restart. The new one stands where they
    /// press, which need not be where the old one stood: a panel goes with its owner, and a thread may be gone.
    pub(crate) async fn rematch_pressed(
        &self,
        asked: &Asked,
        table: &TableId,
    ) -> Result<(), SendFailure> {
        let words = asked.words;
        let opening = match self.hall.rematch(table, asked.person, asked.press).await {
            Ok(opening) => opening,
            Err(declined) => {
                self.notes_unknown(asked, table, &declined);
                let told = self.tell_not_opened(asked, &declined).await;
                if declined == Declined::NoRematch {
                    self.takes_rematch_away(asked, table).await;
                }
                return told;
            }
        };
        if asked.server.is_none() {
            return asked.tell(&self.sender, words.only_in_server()).await;
        }
        if let Some(missing) = missing_permissions(self, asked) {
            let sentence = words.missing_permissions(&missing);
            return asked.tell(&self.sender, sentence).await;
        }
        let opening = Opening {
            server: asked.server,
            channel: asked.channel,
            parent: asked.channel_above(),
            ..opening
        };
        self.opens(asked, opening).await
    }

    /// *Rematch* stands on the board for as long as that is there, and is on offer for a day: whoever presses it later takes it away.
    /// All else that the board says and shows stays as it is.
    async fn takes_rematch_away(&self, asked: &Asked, table: &TableId) {
        let Some(look) = self.hall.finished(table).await else {
            return;
        };
        let reader = self.all_read(&look);
        let board = look.places.board.filter(|board| asked.is_on(Some(*board)));
        let Some((board, body)) = board.zip(games::standing(reader, None)) else {
            return;
        };
        let note = Note {
            text: asked.text.clone(),
            ..pages::board::without_rematch(pages::board::note(reader, &body))
        };
        let changed = self.sender.change(look.places.channel, board, &note).await;
        if let Err(failure) = changed {
            tracing::debug!(%failure, "an old rematch could not be taken away");
        }
    }

    /// Somebody else was first: whoever played too and wants to again sits down there, where they see it. Tells them where, and
    /// why they have no seat if they can have none.
    pub(crate) async fn joins_rematch(&self, asked: &Asked, table: &Table) -> String {
        let before = table.look(None, None).await;
        if before.is_ok_and(|look| !asked.is_beside(&look)) {
            // It may stand in a channel that they cannot see: one sits down in its lobby.
            return asked.words.played_again(&place(self, asked, table).await);
        }
        let sat = table.join_rematch(asked.person, asked.press).await;
        let link = place(self, asked, table).await;
        match sat {
            Ok(Answer::Done(look)) => {
                // At the deal a token pushes a panel only to where it was pressed.
                if look.places.channel == asked.channel {
                    self.panels.offer(&table.id, asked);
                }
                asked.words.joined_rematch(&link)
            }
            Ok(Answer::Late(_)) => asked.words.played_again(&link),
            Err(declined) => {
                // Its host and seats are named.
                let look = table.look(Some(asked.person), None).await.ok();
                let why = asked.declined(&declined, look.as_ref());
                format!("{}\n{why}", asked.words.played_again(&link))
            }
        }
    }

    /// Those who are pinged: a rematch that is opened and ended again and again calls nobody more often than `/table invite`.
    fn called_again(&self, asked: &Asked, look: &Look) -> Vec<PersonId> {
        let is_fair = |guest: &PersonId| {
            let call = Call {
                table: look.table.clone(),
                host: asked.person,
                guest: *guest,
            };
            self.calls.note(call, asked.at).is_ok()
        };
        let mut called = self.who_is_called(&look.missing);
        called.retain(is_fair);
        called
    }

    /// The call to the others, if there are any.
    pub(crate) fn rematch_call(&self, asked: &Asked, look: &Look) -> Option<Note> {
        let call = lobby::call(Reader::public(look))?;
        Some(Note {
            pings: self.called_again(asked, look),
            ..Note::public(call)
        })
    }

    /// A new lobby whose first form calls the others, if there are any; whatever shows it later names them without a sound.
    pub(crate) fn lobby_that_calls(&self, asked: &Asked, look: &Look) -> Note {
        Note {
            pings: self.called_again(asked, look),
            ..lobby::note(Reader::public(look))
        }
    }
}
