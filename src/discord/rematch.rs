//! A rematch: a new table like the one that has finished, to which everybody who played is called.

use super::asked::Asked;
use super::commands::link;
use super::send::SendFailure;
use super::words::Words;
use super::{Front, declined, lobby};
use crate::tables::{Declined, Look, PersonId, PlacesChange, TableId};

impl Front {
    /// Somebody wants to play once more. The table may have ended before the last restart.
    pub async fn rematch_pressed(&self, asked: &Asked, table: &TableId) -> Result<(), SendFailure> {
        match self.hall.rematch(table, asked.person, asked.press).await {
            Ok((look, others)) => self.call_to_rematch(asked, &look, others).await,
            Err(Declined::ChannelBusy { table }) => {
                let link = match self.hall.table(&table) {
                    Some(table) => link(&table).await,
                    None => None,
                };
                let sentence = asked.words.channel_busy(&link.unwrap_or_default());
                asked.tell(&self.sender, sentence).await
            }
            Err(declined) => {
                let sentence = declined::sentence(asked.words, &declined, None);
                asked.tell(&self.sender, sentence).await
            }
        }
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
        let mut note = lobby::note(words, look);
        if !others.is_empty() {
            let names: Vec<String> = others.iter().map(|person| format!("<@{person}>")).collect();
            note.text = format!("{}\n{}", words.rematch_call(&names.join(" ")), note.text);
            note.pings = self.settings.who_is_called(&others);
        }
        let message = asked.answer_for_id(&self.sender, &note).await?;
        if let Some(table) = self.hall.table(&look.table)
            && let Err(declined) = table.remember(PlacesChange::lobby(message)).await
        {
            tracing::warn!(table = %look.table, %declined, "the place of a lobby was not remembered");
        }
        Ok(())
    }
}
