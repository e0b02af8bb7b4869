//! Lessons: the rules of a game in short and step by step, for whoever asks and for nobody else.

use super::Front;
use super::asked::Asked;
use super::kept::easels::Rank;
use crate::discord::pages::lesson::{self, Page};
use crate::discord::pages::press::{LessonPage, LessonPress, LessonShown};
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::rules::any::GameId;

impl Front {
    /// The rules of a game, in a message of their own.
    pub(crate) async fn tell_rules(&self, asked: &Asked, game: GameId) -> Result<(), SendFailure> {
        let page = lesson::page(asked.words, game, LessonPage::Short);
        asked.answer(&self.sender, &page.in_words()).await
    }

    /// A press on a button of the lessons.
    pub(crate) async fn lesson_pressed(
        &self,
        asked: &Asked,
        press: LessonPress,
    ) -> Result<(), SendFailure> {
        let page = lesson::page(asked.words, press.game, press.page);
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
