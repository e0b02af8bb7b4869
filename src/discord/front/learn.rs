//! Lessons that are played: what a press on one comes to, for whoever presses and for nobody else.

use super::Front;
use super::asked::Asked;
use super::kept::easels::Rank;
use crate::discord::pages::kit::places::aside;
use crate::discord::pages::learn::{self, Pupil, Taught};
use crate::discord::pages::press::LearnPress;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::drawing::Scene;
use crate::rules::any::GameId;
use crate::tables::Learner;

impl Front {
    /// Begins the lesson of a game, in a message of its own.
    pub(crate) async fn begin_lesson(
        &self,
        asked: &Asked,
        game: GameId,
    ) -> Result<(), SendFailure> {
        self.learn_pressed(asked, &LearnPress::to(game, 0)).await
    }

    /// A press in a lesson, or on the way to one: on a table, and on whatever else others see, a message of its own begins.
    pub(crate) async fn learn_pressed(
        &self,
        asked: &Asked,
        press: &LearnPress,
    ) -> Result<(), SendFailure> {
        let pupil = self.pupil(asked);
        let Some(mut taught) = learn::pressed(pupil, press) else {
            let sentence = asked.words.unreadable_button();
            return asked.tell(&self.sender, sentence).await;
        };
        if let Some((place, _)) = asked.place_on(None) {
            taught.rows = aside(taught.rows, &place);
        }
        let note = self.taught(asked, taught).await;
        if asked.is_on_private_message() {
            asked.update(&self.sender, &note).await
        } else {
            asked.answer(&self.sender, &note).await
        }
    }

    fn pupil(&self, asked: &Asked) -> Pupil {
        Pupil {
            learner: Learner {
                person: asked.person,
                server: asked.server,
                channel: asked.channel,
            },
            words: asked.words,
            inks: self.settings.inks_of(asked.person, asked.server),
        }
    }

    /// A page with its picture; in words alone if that does not come in time.
    async fn taught(&self, asked: &Asked, taught: Taught) -> Note {
        let lines = [Some(taught.text), self.waiting_table(asked).await];
        let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let note = Note {
            rows: taught.rows,
            is_bare: true,
            ..Note::private(text)
        };
        let Some((scene, alt)) = taught.picture else {
            return note;
        };
        self.lesson_painted(asked, note, scene, alt).await
    }

    async fn lesson_painted(&self, asked: &Asked, note: Note, scene: Scene, alt: String) -> Note {
        let painted = self.picture_in_time(asked, Rank::Asking, scene, alt.clone());
        match painted.await {
            Some(picture) => Note {
                picture: Some(picture),
                is_bare: false,
                ..note
            },
            None => Note {
                text: format!("{}\n\n{alt}", note.text),
                ..note
            },
        }
    }

    /// A table of the learner goes on without them: how to get back.
    async fn waiting_table(&self, asked: &Asked) -> Option<String> {
        let tables = self.hall.of_person(asked.server, asked.person);
        let look = tables.first()?.look(None, None).await.ok()?;
        let channel = look.places.channel;
        let link = look.places.link();
        let link = link.unwrap_or_else(|| format!("<#{channel}>"));
        Some(asked.words.learn_waits(&link))
    }
}
