//! A rematch: a new table like the one that has finished, to which everybody who played is called.

use super::Front;
use super::asked::Asked;
use super::kept::fair::Call;
use super::opened::declined_sentence;
use crate::discord::pages::lobby;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Look, PersonId, TableId};

impl Front {
    /// Somebody wants to play once more. The table may have ended before the last restart.
    pub(crate) async fn rematch_pressed(
        &self,
        asked: &Asked,
        table: &TableId,
    ) -> Result<(), SendFailure> {
        match self.hall.rematch(table, asked.person, asked.press).await {
            Ok((look, others)) => self.call_to_rematch(asked, &look, others).await,
            Err(declined) => {
                let sentence = declined_sentence(self, asked, &declined).await;
                asked.tell(&self.sender, sentence).await
            }
        }
    }

    /// Those who are pinged: a rematch that is opened and ended again and again calls nobody more often than `/table invite`.
    fn called_again(&self, asked: &Asked, look: &Look, others: &[PersonId]) -> Vec<PersonId> {
        let is_fair = |guest: &PersonId| {
            let call = Call {
                table: look.table.clone(),
                host: asked.person,
                guest: *guest,
            };
            self.calls.note(call, asked.at).is_ok()
        };
        let mut called = self.settings.who_is_called(others);
        called.retain(is_fair);
        called
    }

    /// Shows the new lobby; its first form calls the others, and an edit takes the call away without a sound.
    async fn call_to_rematch(
        &self,
        asked: &Asked,
        look: &Look,
        others: Vec<PersonId>,
    ) -> Result<(), SendFailure> {
        self.panels.offer(&look.table, asked);
        self.keepers.lobby_told(look);
        let words = Words::of(&look.language);
        let mut note = lobby::note(Reader::new(words, look));
        if !others.is_empty() {
            let names: Vec<String> = others.iter().map(|person| format!("<@{person}>")).collect();
            note.text = format!("{}\n{}", words.rematch_call(&names.join(" ")), note.text);
            note.pings = self.called_again(asked, look, &others);
        }
        self.answer_with_new_lobby(asked, look, &note).await
    }
}
