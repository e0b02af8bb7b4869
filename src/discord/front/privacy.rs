//! `/privacy`, and presses on its pages.

use super::Front;
use super::asked::Asked;
use crate::discord::pages::press::PrivacyPress;
use crate::discord::pages::privacy;
use crate::discord::wire::note::{Document, Note};
use crate::discord::wire::send::SendFailure;
use crate::store::Written;
use crate::tables::Declined;

/// A file of more bytes does not arrive within Discord's three seconds over every line: an answer is promised first.
const LARGE: usize = 200_000;

/// How many tables know somebody whose data were deleted.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Knowing {
    /// They go on, and forget when they end.
    open: usize,
    /// They were set aside, and never end.
    aside: usize,
}

impl Front {
    /// What is kept of whoever asks.
    fn privacy_page(&self, asked: &Asked) -> Note {
        privacy::page(asked.words, self.hall.retention(), self.privacy)
    }

    /// `/privacy`.
    pub(crate) async fn tell_privacy(&self, asked: &Asked) -> Result<(), SendFailure> {
        asked.answer(&self.sender, &self.privacy_page(asked)).await
    }

    /// A press on a page of it.
    pub(crate) async fn privacy_pressed(
        &self,
        asked: &Asked,
        press: PrivacyPress,
    ) -> Result<(), SendFailure> {
        let note = match press {
            PrivacyPress::See => self.privacy_page(asked),
            PrivacyPress::Export => return self.hand_out_data(asked).await,
            PrivacyPress::Ask => privacy::question(asked.words, &self.seats_of(asked)),
            PrivacyPress::Delete => Note::private(self.forgotten(asked).await),
        };
        if asked.is_on_private_message() {
            asked.update(&self.sender, &note).await
        } else {
            asked.answer(&self.sender, &note).await
        }
    }

    /// Everything that is kept, as a file for nobody else.
    async fn hand_out_data(&self, asked: &Asked) -> Result<(), SendFailure> {
        let exporting = self.exports.take(asked.person);
        if !exporting.is_first() {
            let words = asked.words.privacy_export_coming();
            return asked.tell(&self.sender, words).await;
        }
        let personal = match self.store.personal(asked.person).await {
            Ok(personal) => personal,
            Err(failure) => return self.tell_unread(asked, &failure).await,
        };
        let bytes =
            serde_json::to_vec_pretty(&personal).expect("texts and numbers are always JSON");
        if bytes.len() > LARGE {
            asked.takes_time(&self.sender).await;
        }
        let document = Document {
            name: "istaka-my-data.json".to_owned(),
            bytes,
        };
        let note = Note {
            document: Some(document),
            ..Note::private(asked.words.privacy_export())
        };
        asked.answer(&self.sender, &note).await
    }

    /// Where they sit, as links; those of one server say nothing of another one that the presser does not know.
    fn seats_of(&self, asked: &Asked) -> Vec<String> {
        let channels = self.hall.places_of(asked.person);
        channels.iter().map(|id| format!("<#{id}>")).collect()
    }

    /// Deletes everything, and says what became of it. A seat is given up first.
    async fn forgotten(&self, asked: &Asked) -> String {
        let words = asked.words;
        let tables = self.hall.everywhere_of(asked.person);
        for table in &tables {
            match table.leave(asked.person, asked.press).await {
                Ok(_) => {}
                Err(Declined::DiskRefused | Declined::Unsure | Declined::Busy) => {
                    return words.privacy_not_deleted();
                }
                // It is over meanwhile, or plays no more: what it knows goes with the rest.
                Err(_) => {}
            }
        }
        let forgotten = self.store.forget(asked.person).await;
        self.replays.forget_all();
        self.settings.forgets(asked.person, &forgotten).await;
        for table in self.hall.forgets(asked.person).await {
            self.keepers.lobby_not_told(&table);
            self.keepers.nudge(&table);
        }
        let knowing = match forgotten {
            Ok(_) => self.still_knowing(asked).await,
            Err(_) => Knowing::default(),
        };
        match forgotten {
            Ok(_) if knowing != Knowing::default() => {
                words.privacy_deleted_later(knowing.open, knowing.aside)
            }
            Ok(Written::Duplicate) => words.privacy_nothing(),
            Ok(Written::Done) => words.privacy_deleted(),
            Err(failure) => {
                tracing::warn!(%failure, "somebody's data were not deleted");
                words.privacy_not_deleted()
            }
        }
    }

    /// How many tables that have not ended know them.
    async fn still_knowing(&self, asked: &Asked) -> Knowing {
        let Ok(kept) = self.store.personal(asked.person).await else {
            // Said rather than not, if it cannot be read.
            return Knowing { open: 1, aside: 0 };
        };
        let tables = kept.tables().into_iter();
        let (open, others): (Vec<_>, Vec<_>) = tables.partition(|table| self.hall.is_live(table));
        let aside = if others.is_empty() {
            0
        } else {
            // One that has ended meanwhile has forgotten them.
            let kept = self.store.personal(asked.person).await;
            let left = kept.map(|kept| kept.tables()).unwrap_or_default();
            others.iter().filter(|table| left.contains(table)).count()
        };
        Knowing {
            open: open.len(),
            aside,
        }
    }
}
