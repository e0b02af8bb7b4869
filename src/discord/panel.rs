//! Panels: what one person sees of a table, and the tokens that can still change it.
//!
//! Discord lets a token edit only the message it was pressed on or created, and only for 15 minutes. So a
//! panel is held as a token with its time and its message, in memory and never on disk; *My rack* makes a
//! new one whenever that fails.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::asked::Asked;
use super::note::{Note, Picture, Privacy};
use super::send::{Answer, SendFailure, Sender, Token};
use super::table_words::Body;
use super::words::Words;
use super::{Front, board, games};
use crate::drawing::{self, Scene};
use crate::tables::{Barrier, Desk, Held, Life, Look, Moment, PersonId, Revision, TableId};

use super::press::Slot;

/// A token is used up to this age; Discord's limit is 15 minutes.
const TOKEN_LIFE: Duration = Duration::from_secs(14 * 60);

/// All panels that may still be changed.
#[derive(Default)]
pub struct Panels {
    holds: Mutex<HashMap<(TableId, PersonId), Hold>>,
    /// Who is just being answered: their panel is drawn by the answer, not by the news of what they did.
    answering: Mutex<HashMap<(TableId, PersonId), usize>>,
}

/// While this lives, the panel of one person is left to the answer to their press.
pub struct Answering<'a> {
    panels: &'a Panels,
    key: (TableId, PersonId),
}

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        let mut answering = lock(&self.panels.answering);
        if let Some(count) = answering.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                answering.remove(&self.key);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change under these locks is a single insertion or removal, so nothing half-done can be seen.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What of a table decides whether a panel has to be drawn anew, beside the seat's own tiles and turn.
#[derive(Clone, PartialEq, Eq)]
struct Stage {
    life: Life,
    is_between_rounds: bool,
    desk: Option<Desk>,
    held_back: Option<Held>,
    /// Whether the table can be shown in its place.
    barrier: Option<Barrier>,
}

impl Stage {
    fn of(look: &Look, barrier: Option<Barrier>) -> Self {
        Self {
            barrier,
            life: look.life,
            is_between_rounds: look.next_round_at.is_some(),
            desk: look.desk.clone(),
            held_back: look.held_back,
        }
    }
}

/// What a person's newest token can do.
#[derive(Clone)]
pub struct Hold {
    token: Token,
    issued: Moment,
    words: Words,
    /// The panel; `None` while the person has only pressed in the lobby.
    panel: Option<Answer>,
    /// What the panel was drawn from.
    drawn: Option<(Revision, Stage)>,
    /// The picture that the panel shows.
    scene: Option<Scene>,
}

impl Hold {
    /// Whether Discord still takes this token.
    fn is_fresh(&self, now: Moment) -> bool {
        now.since(self.issued) < TOKEN_LIFE
    }
}

impl Panels {
    /// Leaves the panel of a person to the answer that is being made.
    pub fn answering(&self, table: &TableId, person: PersonId) -> Answering<'_> {
        let key = (table.clone(), person);
        *lock(&self.answering).entry(key.clone()).or_default() += 1;
        Answering { panels: self, key }
    }

    /// Whether an answer to this person is being made.
    pub fn is_answering(&self, table: &TableId, person: PersonId) -> bool {
        lock(&self.answering).contains_key(&(table.clone(), person))
    }

    /// Keeps the token of a press that made no panel yet: at the deal it will push one.
    pub fn offer(&self, table: &TableId, asked: &Asked) {
        let hold = Hold {
            token: asked.token.clone(),
            issued: asked.at,
            words: asked.words,
            panel: None,
            drawn: None,
            scene: None,
        };
        lock(&self.holds).insert((table.clone(), asked.person), hold);
    }

    /// When this person last pressed something that their newest token came from.
    pub fn last_press(&self, table: &TableId, person: PersonId) -> Option<Moment> {
        let holds = lock(&self.holds);
        Some(holds.get(&(table.clone(), person))?.issued)
    }

    /// A panel was just drawn with the token of this press; answers the panel that it replaces.
    fn replace(
        &self,
        asked: &Asked,
        look: &Look,
        barrier: Option<Barrier>,
        scene: Scene,
    ) -> Option<Hold> {
        let hold = Hold {
            token: asked.token.clone(),
            issued: asked.at,
            words: asked.words,
            panel: Some(Answer::Original),
            drawn: Some((look.revision, Stage::of(look, barrier))),
            scene: Some(scene),
        };
        lock(&self.holds).insert((look.table.clone(), asked.person), hold)
    }

    /// Forgets everything about a table.
    pub fn forget(&self, table: &TableId) {
        lock(&self.holds).retain(|(held, _), _| held != table);
    }

    /// A panel that is older than this state and can still be changed. It is noted as drawn from now on.
    fn outdated(
        &self,
        look: &Look,
        barrier: Option<Barrier>,
        person: PersonId,
        now: Moment,
    ) -> Option<Hold> {
        if self.is_answering(&look.table, person) {
            return None;
        }
        let mut all = lock(&self.holds);
        let hold = all.get_mut(&(look.table.clone(), person))?;
        if !hold.is_fresh(now) {
            return None;
        }
        let changed = look.seat_revision.unwrap_or(look.revision);
        let stage = Stage::of(look, barrier);
        // What was drawn from a later look, for the answer to a press, is not outdated by this one.
        let is_current = |(revision, drawn): &(Revision, Stage)| {
            *revision > look.revision || (*revision >= changed && *drawn == stage)
        };
        if hold.drawn.as_ref().is_some_and(is_current) {
            return None;
        }
        let before = hold.clone();
        hold.drawn = Some((look.revision, stage));
        Some(before)
    }

    fn note_drawn(
        &self,
        look: &Look,
        person: PersonId,
        token: &Token,
        panel: Answer,
        scene: Scene,
    ) {
        let mut all = lock(&self.holds);
        let Some(hold) = all.get_mut(&(look.table.clone(), person)) else {
            return;
        };
        if hold.token == *token {
            hold.panel = Some(panel);
            hold.scene = Some(scene);
        } else if hold
            .drawn
            .as_ref()
            .is_some_and(|drawn| drawn.0 > look.revision)
        {
            // An answer told more while this was under way, and may stand below it.
            (hold.drawn, hold.scene) = (None, None);
        }
    }

    /// What the panel shows is not known: it is to be drawn anew.
    fn note_unknown(&self, table: &TableId, person: PersonId, token: &Token) {
        if let Some(hold) = lock(&self.holds).get_mut(&(table.clone(), person))
            && hold.token == *token
        {
            (hold.drawn, hold.scene) = (None, None);
        }
    }

    /// The press with this token could not be answered: the panel from before still stands.
    fn put_back(&self, table: &TableId, person: PersonId, token: &Token, before: Option<Hold>) {
        let mut all = lock(&self.holds);
        let key = (table.clone(), person);
        if !all.get(&key).is_some_and(|hold| hold.token == *token) {
            return;
        }
        match before {
            Some(before) => {
                let unknown = Hold {
                    drawn: None,
                    scene: None,
                    ..before
                };
                all.insert(key, unknown);
            }
            None => {
                all.remove(&key);
            }
        }
    }

    /// The token is dead, or its message is gone: *My rack* will make another panel.
    fn drop_token(&self, table: &TableId, person: PersonId, token: &Token) {
        let mut all = lock(&self.holds);
        let key = (table.clone(), person);
        if all.get(&key).is_some_and(|hold| hold.token == *token) {
            all.remove(&key);
        }
    }
}

/// So many pictures are painted at once as there are processors: more would only make each of them later, and
/// take more memory.
static EASELS: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
});

/// Paints a body off the threads that talk to Discord.
pub async fn paint(scene: Scene, alt: String) -> Option<Picture> {
    // Nobody closes it; without a place to paint the text goes out alone, as below.
    let _easel = EASELS.acquire().await.ok()?;
    let painted = tokio::task::spawn_blocking(move || drawing::paint(&scene)).await;
    match painted {
        Ok(png) => Some(Picture { png, alt }),
        Err(_) => {
            // The text says everything that the picture shows, so the message goes out without it.
            tracing::error!("a picture could not be painted");
            None
        }
    }
}

fn note(body: &Body, notice: Option<String>, picture: Option<Picture>) -> Note {
    let text = match notice {
        Some(notice) => format!("{notice}\n\n{}", body.text),
        None => body.text.clone(),
    };
    Note {
        text,
        rows: body.rows.clone(),
        picture,
        privacy: Privacy::Private,
        ..Note::default()
    }
}

impl Front {
    /// Answers with the asker's panel as the table stands: on their own panel by changing it, elsewhere by
    /// a new one that replaces the old. Somebody without a rack is told the notice alone.
    pub async fn answer_with_panel(
        &self,
        asked: &Asked,
        look: &Look,
        notice: Option<String>,
        asks: Option<Slot>,
    ) -> Result<(), SendFailure> {
        let Some(body) = games::panel(asked.words, look, asks) else {
            let sentence = notice.unwrap_or_else(|| board::watching(asked.words, look));
            return asked.tell(&self.sender, sentence).await;
        };
        self.answer_with_body(asked, look, body, notice).await
    }

    /// Answers with any page of the asker's panel.
    pub async fn answer_with_body(
        &self,
        asked: &Asked,
        look: &Look,
        body: Body,
        notice: Option<String>,
    ) -> Result<(), SendFailure> {
        let picture = paint(body.scene.clone(), body.alt.clone()).await;
        let barrier = self.keepers.asides.of(&look.table);
        let aside = self.aside_notice(asked.words, look);
        let notices: Vec<String> = notice.into_iter().chain(aside).collect();
        let notice = (!notices.is_empty()).then(|| notices.join("\n\n"));
        let note = note(&body, notice, picture);
        let old = self.panels.replace(asked, look, barrier, body.scene);
        let is_own = asked.is_on_private_message();
        let answered = match is_own {
            true => asked.update(&self.sender, &note).await,
            false => asked.answer(&self.sender, &note).await,
        };
        if answered.is_err() {
            self.panels
                .put_back(&look.table, asked.person, &asked.token, old);
            return answered;
        }
        if is_own {
            return Ok(());
        }
        if let Some(old) = old.filter(|old| old.is_fresh(self.clock.now())) {
            remove(&self.sender, &old).await;
        }
        Ok(())
    }

    /// Brings the panel of one person up to date, if a token can still do it; answers whether there is nothing left
    /// to do.
    pub async fn refresh_panel(&self, look: &Look, person: PersonId) -> bool {
        let barrier = self.keepers.asides.of(&look.table);
        let now = self.clock.now();
        let Some(hold) = self.panels.outdated(look, barrier, person, now) else {
            return true;
        };
        let Some(body) = games::panel(hold.words, look, None) else {
            return true;
        };
        let is_same_picture = hold.scene.as_ref() == Some(&body.scene);
        let picture = match is_same_picture {
            true => None,
            false => paint(body.scene.clone(), body.alt.clone()).await,
        };
        let note = note(&body, self.aside_notice(hold.words, look), picture);
        match push(&self.sender, &hold, &note).await {
            Ok(panel) => {
                let token = &hold.token;
                self.panels
                    .note_drawn(look, person, token, panel, body.scene);
                true
            }
            Err(failure) if failure.is_too_old() => {
                self.renew_panel(look, person, &hold, body).await;
                true
            }
            // A new panel that may stand is not pushed twice; one that stands can be changed again.
            Err(failure) if failure.may_pass() && hold.panel.is_some() => {
                tracing::debug!(%failure, "a panel could not be refreshed yet");
                self.panels.note_unknown(&look.table, person, &hold.token);
                false
            }
            Err(failure) => {
                tracing::debug!(%failure, "a panel could not be refreshed");
                self.panels.drop_token(&look.table, person, &hold.token);
                true
            }
        }
    }

    /// Pushes a panel as a new message, in the place of one that is too old to be changed.
    async fn renew_panel(&self, look: &Look, person: PersonId, old: &Hold, body: Body) {
        let picture = paint(body.scene.clone(), body.alt.clone()).await;
        let note = note(&body, self.aside_notice(old.words, look), picture);
        match self.sender.follow_up(&old.token, &note).await {
            Ok(message) => {
                let panel = Answer::FollowUp(message);
                self.panels
                    .note_drawn(look, person, &old.token, panel, body.scene);
                remove(&self.sender, old).await;
            }
            Err(failure) => {
                tracing::debug!(%failure, "an old panel could not be posted anew");
                self.panels.drop_token(&look.table, person, &old.token);
            }
        }
    }
}

async fn push(sender: &Sender, hold: &Hold, note: &Note) -> Result<Answer, SendFailure> {
    match hold.panel {
        Some(panel) => sender
            .change_answer(&hold.token, panel, note)
            .await
            .map(|()| panel),
        None => sender
            .follow_up(&hold.token, note)
            .await
            .map(Answer::FollowUp),
    }
}

async fn remove(sender: &Sender, old: &Hold) {
    let Some(panel) = old.panel else { return };
    if let Err(failure) = sender.delete_answer(&old.token, panel).await {
        // The person may have dismissed it: then nothing is left to remove.
        tracing::debug!(%failure, "an old panel was not removed");
    }
}
