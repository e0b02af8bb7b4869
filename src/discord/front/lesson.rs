//! Lessons: the rules of a game in short and step by step, for whoever asks and for nobody else.

use super::Front;
use super::asked::Asked;
use super::kept::easels::Rank;
use crate::discord::pages::lesson::{self, Page};
use crate::discord::pages::press::{LessonPage, LessonPress, LessonShown};
use crate::discord::pages::reader::Reader;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::drawing::packs::cards::Inks;
use crate::rules::any::GameId;
use crate::tables::Table;

impl Front {
    /// The rules of a game, in a message of their own.
    pub(crate) async fn tell_rules(&self, asked: &Asked, game: GameId) -> Result<(), SendFailure> {
        let page = lesson::page(asked.words, Inks::default(), game, LessonPage::Short);
        asked.answer(&self.sender, &page.in_words()).await
    }

    /// The rules of a table: its own, and those of its game in general.
    pub(crate) async fn tell_rules_of(
        &self,
        asked: &Asked,
        table: &Table,
    ) -> Result<(), SendFailure> {
        let Ok(look) = table.look(None, None).await else {
            // What counts in general can be told all the same.
            return self.tell_rules(asked, table.game).await;
        };
        let mut notes = lesson::of_table(Reader::new(asked.words, &look)).into_iter();
        if let Some(first) = notes.next() {
            asked.answer(&self.sender, &first).await?;
        }
        for more in notes {
            self.tell_further(asked, &more).await?;
        }
        Ok(())
    }

    /// A further message for whoever asked, tried a second time: rather twice than not at all, for nobody else sees it.
    async fn tell_further(&self, asked: &Asked, note: &Note) -> Result<(), SendFailure> {
        let told = self.sender.follow_up(&asked.token, note).await;
        match told {
            Err(failure) if failure.may_pass() => {
                tracing::debug!(%failure, "a further message is sent once more");
                self.sender.follow_up(&asked.token, note).await.map(drop)
            }
            told => told.map(drop),
        }
    }

    /// A press on a button of the lessons.
    pub(crate) async fn lesson_pressed(
        &self,
        asked: &Asked,
        press: LessonPress,
    ) -> Result<(), SendFailure> {
        let inks = self.settings.inks_of(asked.person, asked.server);
        let page = lesson::page(asked.words, inks, press.game, press.page);
        let note = self.lesson_note(asked, page).await;
        match press.shown {
            LessonShown::Instead if asked.is_on_private_message() => {
                asked.update(&self.sender, &note).await
            }
            LessonShown::Instead | LessonShown::Apart => asked.answer(&self.sender, &note).await,
        }
    }

    /// A page with its picture; in words alone if that does not come in time.
    async fn lesson_note(&self, asked: &Asked, page: Page) -> Note {
        let Some(shown) = &page.picture else {
            return page.in_words();
        };
        let (scene, alt) = (shown.scene.clone(), shown.alt.clone());
        match self.picture_in_time(asked, Rank::Asking, scene, alt).await {
            Some(picture) => Note {
                picture: Some(picture),
                is_bare: false,
                ..page.note
            },
            None => page.in_words(),
        }
    }
}
