//! *Hint*: the solver is asked, and whoever asked is told.

use super::Front;
use super::asked::Asked;
use crate::computers::hint;
use crate::discord::pages::hint::told;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Life, Look, Table};

impl Front {
    /// A hint for whoever asks, above their panel.
    pub(crate) async fn answer_hint(
        &self,
        asked: &Asked,
        table: &Table,
    ) -> Result<(), SendFailure> {
        let look = match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => look,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        if let Life::SetAside(_) = look.life {
            let declined = look.not_playing();
            return self.answer_declined(asked, table, &declined).await;
        }
        let sentence = self.hint_for(asked.words, &look).await;
        self.answer_with_panel(asked, &look, Some(sentence), None)
            .await
    }

    async fn hint_for(&self, words: Words, look: &Look) -> String {
        if look.viewer.seat().is_none() {
            return words.not_seated();
        }
        if look.life != Life::Playing {
            return words.hint_nothing_to_do();
        }
        if !look.casual {
            return words.hint_rated();
        }
        // The solver is quick, but the threads that talk to Discord wait for nobody.
        let seen = look.clone();
        let found = tokio::task::spawn_blocking(move || {
            let found = hint(seen.view.as_ref()?, &seen.actions)?;
            Some(told(Reader::new(words, &seen), &found))
        });
        match found.await {
            Ok(Some(told)) => told,
            Ok(None) => words.hint_nothing_to_do(),
            Err(_) => {
                tracing::error!(table = %look.table, "a hint could not be found");
                words.failure()
            }
        }
    }
}
