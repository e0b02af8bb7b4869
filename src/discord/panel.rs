//! Panels: what one person sees of a table, and the tokens that can still change it.
//!
//! Discord lets a token edit only the message it was pressed on or created, and only for 15 minutes. So a
//! panel is held as a token with its time and its message, in memory and never on disk; *My rack* makes a
//! new one whenever that fails.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::asked::Asked;
use super::easels::{Easel, Rank};
use super::note::{Note, Picture, Privacy};
use super::send::{Answer, SendFailure, Sender, Token};
use super::table_words::Body;
use super::words::Words;
use super::{Front, board, games};
use crate::drawing::Scene;
use crate::meters;
use crate::tables::{Desk, Held, Life, Look, MessageId, Moment, PersonId, Revision, TableId};

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
}

impl Stage {
    fn of(look: &Look) -> Self {
        Self {
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
    /// The panel; `None` while the person has only pressed in the lobby, and until their answer stands.
    panel: Option<Answer>,
    /// The panel that was pressed, and is changed by the answer.
    stands_on: Option<MessageId>,
    /// What the panel was drawn from.
    drawn: Option<(Revision, Stage)>,
    /// The picture that the panel shows.
    scene: Option<Scene>,
    /// What the panel tells in words alone: the picture is to follow.
    page: Option<Body>,
    /// Since when a picture is waited for.
    waits_since: Option<Instant>,
}

/// A panel that is to be brought up to date.
struct Due {
    /// As it was before.
    hold: Hold,
    /// What it tells already, if only its picture is missing.
    page: Option<Body>,
    since: Instant,
}

/// What became of a panel that was to be brought up to date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Refreshed {
    /// There is nothing left to do.
    Done,
    /// It could not be done, and is to be tried again after a pause.
    Later,
    /// Something has changed meanwhile, or the picture is still to come: it goes on at once.
    Again,
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
            stands_on: None,
            drawn: None,
            scene: None,
            page: None,
            waits_since: None,
        };
        lock(&self.holds).insert((table.clone(), asked.person), hold);
    }

    /// When this person last pressed something that their newest token came from.
    pub fn last_press(&self, table: &TableId, person: PersonId) -> Option<Moment> {
        let holds = lock(&self.holds);
        Some(holds.get(&(table.clone(), person))?.issued)
    }

    /// A panel was just made with the token of this press, with its picture or in words alone; answers the panel that
    /// it replaces.
    fn replace(&self, asked: &Asked, look: &Look, body: Body, shows: Shows) -> Option<Hold> {
        let (scene, page) = match shows {
            Shows::Picture => (Some(body.scene), None),
            Shows::Words => (None, Some(body)),
        };
        let hold = Hold {
            token: asked.token.clone(),
            issued: asked.at,
            words: asked.words,
            panel: None,
            stands_on: own_message(asked),
            drawn: Some((look.revision, Stage::of(look))),
            scene,
            waits_since: page.as_ref().map(|_| asked.token.came()),
            page,
        };
        lock(&self.holds).insert((look.table.clone(), asked.person), hold)
    }

    /// Forgets everything about a table.
    pub fn forget(&self, table: &TableId) {
        lock(&self.holds).retain(|(held, _), _| held != table);
    }

    /// A panel that is older than this state, or waits for its picture, and can still be changed. It is noted as drawn
    /// from now on.
    fn due(&self, look: &Look, person: PersonId, now: Moment) -> Option<Due> {
        if self.is_answering(&look.table, person) {
            return None;
        }
        let mut all = lock(&self.holds);
        let hold = all.get_mut(&(look.table.clone(), person))?;
        if !hold.is_fresh(now) {
            return None;
        }
        let changed = look.seat_revision.unwrap_or(look.revision);
        let stage = Stage::of(look);
        // What was drawn from a later look, for the answer to a press, is not outdated by this one.
        let is_current = |(revision, drawn): &(Revision, Stage)| {
            *revision > look.revision || (*revision >= changed && *drawn == stage)
        };
        let is_told = hold.drawn.as_ref().is_some_and(is_current);
        if is_told && hold.page.is_none() {
            return None;
        }
        let since = *hold.waits_since.get_or_insert_with(Instant::now);
        let before = hold.clone();
        if !is_told {
            (hold.drawn, hold.page) = (Some((look.revision, stage)), None);
        }
        Some(Due {
            page: before.page.clone().filter(|_| is_told),
            hold: before,
            since,
        })
    }

    /// Nothing was told of that after all.
    fn note_untold(&self, table: &TableId, person: PersonId, token: &Token) {
        if let Some(hold) = lock(&self.holds).get_mut(&(table.clone(), person))
            && hold.token == *token
        {
            hold.drawn = None;
        }
    }

    /// The answer to a press stands; tells whether it is the panel. If another answer has become the panel meanwhile,
    /// somewhere else, it is not.
    fn note_place(&self, table: &TableId, asked: &Asked, panel: Answer) -> bool {
        let mut all = lock(&self.holds);
        let Some(hold) = all.get_mut(&(table.clone(), asked.person)) else {
            return true;
        };
        if hold.token == asked.token {
            hold.panel = Some(panel);
            return true;
        }
        hold.stands_on.is_some() && hold.stands_on == own_message(asked)
    }

    fn note_drawn(
        &self,
        look: &Look,
        person: PersonId,
        token: &Token,
        panel: Answer,
        told: (Body, Shows),
    ) {
        let mut all = lock(&self.holds);
        let Some(hold) = all.get_mut(&(look.table.clone(), person)) else {
            return;
        };
        if hold.token == *token {
            hold.panel = Some(panel);
            (hold.scene, hold.page) = match told {
                (body, Shows::Picture) => (Some(body.scene), None),
                (body, Shows::Words) => (None, Some(body)),
            };
            if hold.page.is_none() {
                hold.waits_since = None;
            }
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

/// The panel that was pressed, if it was one.
fn own_message(asked: &Asked) -> Option<MessageId> {
    let pressed = asked.pressed.filter(|pressed| pressed.is_private);
    pressed.map(|pressed| pressed.message)
}

/// What was told of a state already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Nothing,
    /// Everything: only the picture is missing.
    InWords,
}

/// How a wait for an easel ended.
enum Waited {
    Easel(Easel),
    /// The words cannot wait any longer.
    Late,
    /// The table has moved on.
    MovedOn,
}

/// What a panel shows of its state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shows {
    /// Everything.
    Picture,
    /// Everything but the picture, which its words tell as well.
    Words,
}

fn with_notice(body: Body, notice: Option<String>) -> Body {
    let text = match notice {
        Some(notice) => format!("{notice}\n\n{}", body.text),
        None => body.text,
    };
    Body { text, ..body }
}

fn note(body: &Body, picture: Option<Picture>) -> Note {
    Note {
        text: body.text.clone(),
        rows: body.rows.clone(),
        picture,
        privacy: Privacy::Private,
        ..Note::default()
    }
}

/// The same without the picture, but with what it shows in words.
fn note_in_words(body: &Body) -> Note {
    let note = note(body, None);
    Note {
        text: format!("{}\n\n{}", note.text, body.alt),
        is_bare: true,
        ..note
    }
}

/// With its picture, if there is an easel for it.
async fn told_with(body: &Body, easel: Option<Easel>) -> (Note, Shows) {
    match easel {
        Some(easel) => {
            let picture = easel.paint(body.scene.clone(), body.alt.clone()).await;
            (note(body, picture), Shows::Picture)
        }
        None => {
            meters::late(meters::Late::InWords);
            (note_in_words(body), Shows::Words)
        }
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

    /// Answers with any page of the asker's panel; in words alone if its picture does not come in time.
    pub async fn answer_with_body(
        &self,
        asked: &Asked,
        look: &Look,
        body: Body,
        notice: Option<String>,
    ) -> Result<(), SendFailure> {
        // News of the table leave this panel alone until it stands.
        let answering = self.panels.answering(&look.table, asked.person);
        let came = asked.token.came();
        let easel = self.easels.take(Rank::of(look, Rank::Asking), came);
        let easel = tokio::time::timeout_at((came + self.pace.words).into(), easel);
        let easel = easel.await;
        let body = with_notice(body, notice);
        let told = told_with(&body, easel.ok()).await;
        let answered = self.answer_with_note(asked, look, body, &told).await;
        drop(answering);
        if told.1 == Shows::Words {
            self.keepers.nudge(&look.table);
        }
        answered
    }

    async fn answer_with_note(
        &self,
        asked: &Asked,
        look: &Look,
        body: Body,
        (note, shows): &(Note, Shows),
    ) -> Result<(), SendFailure> {
        let old = self.panels.replace(asked, look, body, *shows);
        let is_own = asked.is_on_private_message();
        let answered = match is_own {
            true => asked.update_there(&self.sender, note).await,
            false => asked.answer_there(&self.sender, note).await,
        };
        let (table, person, token) = (&look.table, asked.person, &asked.token);
        match answered {
            Ok(panel) if self.panels.note_place(table, asked, panel) => {}
            Ok(panel) => remove(&self.sender, token, panel).await,
            Err(failure) => {
                self.panels.put_back(table, person, token, old);
                return Err(failure);
            }
        }
        if is_own {
            return Ok(());
        }
        if let Some(old) = old.filter(|old| old.is_fresh(self.clock.now()))
            && let Some(panel) = old.panel
        {
            remove(&self.sender, &old.token, panel).await;
        }
        Ok(())
    }

    /// A board for somebody who asks for it; in words alone if its picture does not come in time.
    pub async fn board_in_time(&self, asked: &Asked, look: &Look, body: Body) -> Note {
        let came = asked.token.came();
        let easel = self.easels.take(Rank::Asking, came);
        let easel = tokio::time::timeout_at((came + self.pace.words).into(), easel).await;
        let note = board::note(&body, look, asked.words);
        match easel {
            Ok(easel) => Note {
                picture: easel.paint(body.scene, body.alt).await,
                ..note
            },
            Err(_) => Note {
                text: format!("{}\n\n{}", note.text, body.alt),
                ..note
            },
        }
    }

    /// Brings the panel of one person up to date, if a token can still do it. What waits for an easel gives way when the
    /// table has moved on; whose picture is late is told in words first.
    pub async fn refresh_panel(
        &self,
        look: &Look,
        person: PersonId,
        moved_on: impl Future<Output = ()>,
    ) -> Refreshed {
        let Some(due) = self.panels.due(look, person, self.clock.now()) else {
            return Refreshed::Done;
        };
        let (hold, since) = (due.hold, due.since);
        let told = match due.page {
            Some(_) => Told::InWords,
            None => Told::Nothing,
        };
        let Some(body) = due.page.or_else(|| games::panel(hold.words, look, None)) else {
            return Refreshed::Done;
        };
        if hold.scene.as_ref() == Some(&body.scene) {
            let note = (note(&body, None), Shows::Picture);
            return self.push_panel(look, person, &hold, body, note).await;
        }
        let rank = Rank::of(look, Rank::Sitting);
        let easel = match self.waits_for_easel(rank, since, told, moved_on).await {
            Waited::Easel(easel) => Some(easel),
            Waited::Late => None,
            Waited::MovedOn => {
                if told == Told::Nothing {
                    self.panels.note_untold(&look.table, person, &hold.token);
                }
                return Refreshed::Again;
            }
        };
        let note = told_with(&body, easel).await;
        self.push_panel(look, person, &hold, body, note).await
    }

    /// Waits for an easel, no longer than the table stays as it is, and if nothing was told so far, than words can wait.
    async fn waits_for_easel(
        &self,
        rank: Rank,
        since: Instant,
        told: Told,
        moved_on: impl Future<Output = ()>,
    ) -> Waited {
        let late = async {
            match told {
                Told::InWords => std::future::pending().await,
                // Towards Discord: the host's own time.
                Told::Nothing => tokio::time::sleep_until((since + self.pace.words).into()).await,
            }
        };
        tokio::select! {
            biased;
            easel = self.easels.take(rank, since) => Waited::Easel(easel),
            () = moved_on => Waited::MovedOn,
            () = late => Waited::Late,
        }
    }

    async fn push_panel(
        &self,
        look: &Look,
        person: PersonId,
        hold: &Hold,
        body: Body,
        (note, shows): (Note, Shows),
    ) -> Refreshed {
        let (table, token) = (&look.table, &hold.token);
        match push(&self.sender, hold, &note).await {
            Ok(panel) => {
                self.panels
                    .note_drawn(look, person, token, panel, (body, shows));
                match shows {
                    Shows::Picture => Refreshed::Done,
                    Shows::Words => Refreshed::Again,
                }
            }
            // A new panel that may stand is not pushed twice; one that stands can be changed again.
            Err(failure) if failure.may_pass() && hold.panel.is_some() => {
                tracing::debug!(%failure, "a panel could not be refreshed yet");
                self.panels.note_unknown(table, person, token);
                Refreshed::Later
            }
            Err(failure) => {
                tracing::debug!(%failure, "a panel could not be refreshed");
                self.panels.drop_token(table, person, token);
                Refreshed::Done
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

async fn remove(sender: &Sender, token: &Token, panel: Answer) {
    if let Err(failure) = sender.delete_answer(token, panel).await {
        // The person may have dismissed it: then nothing is left to remove.
        tracing::debug!(%failure, "an old panel was not removed");
    }
}
