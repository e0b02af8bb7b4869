//! The reply to one interaction: a first answer in time, whatever else takes long.
//!
//! Discord waits three seconds for a first answer. Whoever was not answered after [`super::pace::Pace::promises`] is
//! promised an answer; what is said later fulfils the promise, or is a message of its own. A press is promised nothing
//! that can be seen, so nothing can be left standing; a command shows that the bot is thinking, to its person alone.
//! An answer may arrive although nobody confirms it: then the token tells, which lives longer than those three seconds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use tokio::sync::watch;

use super::note::{Note, Privacy};
use super::request::Request;
use super::send::{Answer, Callback, SendFailure, Sender, Token, callback_path, id_in};
use crate::meters;
use crate::tables::MessageId;

/// What a promise looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    /// Of a press: its message stays as it is.
    Quiet,
    /// Of a command: a private message that says that the bot is thinking.
    Thinking,
}

/// How far a reply has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nothing was said.
    Silent,
    /// Something is being said.
    Speaking,
    /// An answer was promised.
    Promised,
    /// It is not known whether the promise arrived.
    Unsure,
    /// It is not known whether a new message arrived that was to be the answer, and that everybody may see.
    Doubtful,
    /// It was answered, by this message of the interaction.
    Answered(Answer),
}

/// The reply to one interaction.
pub(crate) struct Reply {
    interaction: u64,
    token: Token,
    promise: Promise,
    /// The language of whoever asks.
    locale: String,
    stage: watch::Sender<Stage>,
}

impl Reply {
    /// To an interaction that nothing was said to so far.
    pub(crate) fn new(interaction: u64, token: Token, promise: Promise, locale: &str) -> Self {
        Self {
            interaction,
            token,
            promise,
            locale: locale.to_owned(),
            stage: watch::Sender::new(Stage::Silent),
        }
    }

    /// The key to the interaction.
    pub(crate) fn token(&self) -> &Token {
        &self.token
    }

    /// The language of whoever asks, as Discord names it.
    pub(crate) fn locale(&self) -> &str {
        &self.locale
    }

    /// Whether the person still waits for an answer.
    pub(crate) fn is_owed(&self) -> bool {
        !matches!(*self.stage.borrow(), Stage::Answered(_))
    }

    /// Which message of the interaction was its answer.
    pub(crate) fn answered(&self) -> Answer {
        match *self.stage.borrow() {
            Stage::Answered(answer) => answer,
            Stage::Silent | Stage::Speaking | Stage::Promised | Stage::Unsure | Stage::Doubtful => {
                Answer::Original
            }
        }
    }

    fn is_promised(&self) -> bool {
        matches!(*self.stage.borrow(), Stage::Promised | Stage::Unsure)
    }

    /// Promises an answer, unless there is one so long after the interaction came.
    pub(crate) async fn keeps_time(&self, sender: &Sender, promises: Duration) {
        // Discord's patience, not the people's: the host's own time.
        tokio::time::sleep_until((self.token.came() + promises).into()).await;
        self.keeps_waiting(sender).await;
    }

    /// Promises an answer that takes its time, unless there is one already: what comes then has more time to arrive.
    pub(crate) async fn keeps_waiting(&self, sender: &Sender) {
        let is_silent = self.stage.send_if_modified(|stage| {
            let is_silent = *stage == Stage::Silent;
            if is_silent {
                *stage = Stage::Speaking;
            }
            is_silent
        });
        if !is_silent {
            return;
        }
        let promised = sender.promise(self.interaction, &self.token, self.promise);
        let stage = match promised.await {
            Ok(()) => {
                meters::late(meters::Late::Promised);
                Stage::Promised
            }
            Err(failure) => {
                tracing::debug!(%failure, "an answer could not be promised");
                if failure.may_pass() {
                    Stage::Unsure
                } else {
                    Stage::Silent
                }
            }
        };
        self.stage.send_replace(stage);
    }

    /// The promise of an answer cannot be kept: nobody is left with a bot that thinks.
    pub(crate) async fn apologizes(&self, sender: &Sender, sorry: &Note) {
        if let Err(failure) = self.answer(sender, Callback::Message, sorry).await {
            tracing::debug!(%failure, "a promise could not be taken back");
        }
    }

    /// Answers; tells which message of the interaction says it.
    pub(crate) async fn answer(
        &self,
        sender: &Sender,
        kind: Callback,
        note: &Note,
    ) -> Result<Answer, SendFailure> {
        let before = self.begins().await;
        let answered = match before {
            Stage::Silent => self.answer_first(sender, kind, note).await,
            Stage::Unsure => match self.answer_unsure(sender, kind, note).await {
                // The promise had arrived.
                Err(failure) if failure.is_answered_elsewhere() => {
                    self.fulfil(sender, kind, note).await
                }
                answered => answered,
            },
            Stage::Promised => self.fulfil(sender, kind, note).await,
            Stage::Doubtful => match self.answer_unsure(sender, kind, note).await {
                // That message had arrived. What it says is not so, and an edit would tell everybody what is for one.
                Err(failure) if failure.is_answered_elsewhere() => self.replace(sender, note).await,
                answered => answered,
            },
            Stage::Answered(_) | Stage::Speaking => self.add(sender, kind, note).await,
        };
        self.ends(before, answered.as_ref().ok());
        answered
    }

    /// Answers with a new message that everybody may see; tells its id.
    pub(crate) async fn answer_for_id(
        &self,
        sender: &Sender,
        note: &Note,
    ) -> Result<MessageId, SendFailure> {
        let before = self.begins().await;
        if before == Stage::Silent {
            let (answered, stage) = self.answer_first_for_id(sender, note).await;
            self.stage.send_replace(stage);
            return answered;
        }
        self.ends(before, None);
        match self.answer(sender, Callback::Message, note).await? {
            Answer::FollowUp(message) => Ok(message),
            Answer::Original => sender.read_answer(&self.token).await,
        }
    }

    /// Nothing else is said meanwhile; answers what was before.
    async fn begins(&self) -> Stage {
        let mut stages = self.stage.subscribe();
        loop {
            let mut before = Stage::Speaking;
            self.stage.send_if_modified(|stage| {
                before = std::mem::replace(stage, Stage::Speaking);
                before != Stage::Speaking
            });
            if before != Stage::Speaking {
                return before;
            }
            // The sender lives as long as `self`, so the wait cannot fail.
            let _ = stages.wait_for(|stage| *stage != Stage::Speaking).await;
        }
    }

    fn ends(&self, before: Stage, answer: Option<&Answer>) {
        let stage = match (before, answer) {
            // Whatever is added, the first one stays the answer.
            (Stage::Answered(_), _) | (_, None) => before,
            (_, Some(answer)) => Stage::Answered(*answer),
        };
        self.stage.send_replace(stage);
    }

    async fn answer_first(
        &self,
        sender: &Sender,
        kind: Callback,
        note: &Note,
    ) -> Result<Answer, SendFailure> {
        let (interaction, token) = (self.interaction, &self.token);
        let answered = sender.answer(interaction, token, kind, Some(note)).await;
        let makes_message = kind == Callback::Message;
        match answered {
            Err(failure) if makes_message && failure.is_unsure() => {
                match self.find_answer(sender).await {
                    Ok(Some(_)) => Ok(Answer::Original),
                    Ok(None) | Err(_) => Err(failure),
                }
            }
            answered => answered.map(|()| Answer::Original),
        }
    }

    /// The same where a promise may have arrived: that there is an answer already is never taken for this one.
    async fn answer_unsure(
        &self,
        sender: &Sender,
        kind: Callback,
        note: &Note,
    ) -> Result<Answer, SendFailure> {
        let request = sender.callback(self.interaction, &self.token, kind, Some(note), "");
        let answered = sender.send(request.perhaps_second()).await;
        answered.map(|_| Answer::Original)
    }

    /// The first answer when the id of its message is wanted, and how far the reply has come with it. What follows is built on
    /// that message, so somebody has to know whether it stands.
    async fn answer_first_for_id(
        &self,
        sender: &Sender,
        note: &Note,
    ) -> (Result<MessageId, SendFailure>, Stage) {
        let answered = sender.answer_for_id(self.interaction, &self.token, note);
        let failure = match answered.await {
            Ok(message) => return (Ok(message), Stage::Answered(Answer::Original)),
            // Of an answer that does not read only this is known: it came.
            Err(failure @ SendFailure::Unreadable { .. }) => failure,
            Err(failure) if failure.is_unsure() => failure,
            Err(failure) => return (Err(failure), Stage::Silent),
        };
        match self.find_answer(sender).await {
            Ok(Some(message)) => (Ok(message), Stage::Answered(Answer::Original)),
            Ok(None) => (Err(failure), Stage::Silent),
            // It is not the failure of a first answer: something more can be said.
            Err(failure) => (Err(failure), Stage::Doubtful),
        }
    }

    /// The new message of a first answer that nobody has confirmed; `None` if it did not arrive. The token of a press
    /// reaches the pressed message as well, which is older than the press.
    async fn find_answer(&self, sender: &Sender) -> Result<Option<MessageId>, SendFailure> {
        match sender.read_answer(&self.token).await {
            Ok(message) => Ok(Some(message).filter(|message| message.get() > self.interaction)),
            Err(failure) if failure.is_gone() => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Keeps the promise of an answer.
    async fn fulfil(
        &self,
        sender: &Sender,
        kind: Callback,
        note: &Note,
    ) -> Result<Answer, SendFailure> {
        if self.promise == Promise::Quiet {
            return self.add(sender, kind, note).await;
        }
        // An edit makes nothing public that was private, and notifies nobody.
        if note.privacy == Privacy::Private && note.pings.is_empty() {
            match self.add(sender, Callback::Update, note).await {
                Err(failure) if failure.is_message_gone() => {}
                changed => return changed,
            }
            return self.add(sender, Callback::Message, note).await;
        }
        self.replace(sender, note).await
    }

    /// Says it by a message of its own; the first one goes.
    async fn replace(&self, sender: &Sender, note: &Note) -> Result<Answer, SendFailure> {
        if let Err(failure) = sender.delete_answer(&self.token, Answer::Original).await
            && !failure.is_message_gone()
        {
            return Err(failure);
        }
        self.add(sender, Callback::Message, note).await
    }

    /// Says something after the first answer.
    async fn add(
        &self,
        sender: &Sender,
        kind: Callback,
        note: &Note,
    ) -> Result<Answer, SendFailure> {
        if kind == Callback::Message {
            let message = sender.follow_up(&self.token, note).await?;
            return Ok(Answer::FollowUp(message));
        }
        let original = Answer::Original;
        sender.change_answer(&self.token, original, note).await?;
        Ok(original)
    }
}

impl Sender {
    /// Promises an answer to an interaction.
    pub(crate) async fn promise(
        &self,
        interaction: u64,
        token: &Token,
        promise: Promise,
    ) -> Result<(), SendFailure> {
        let (kind, note) = match promise {
            Promise::Quiet => (Callback::Quiet, None),
            Promise::Thinking => (Callback::Later, Some(Note::default())),
        };
        let path = callback_path(interaction, token, "");
        let mut body = json!({ "type": kind.number() });
        if let Some(note) = note {
            // Only the flags count: who sees it stays so.
            body["data"] = json!({ "flags": note.flags() });
        }
        let request = Request::first_answer(path, token, &self.pace).json(&body);
        self.send(request).await.map(drop)
    }

    /// The id of the message that an interaction was answered with.
    pub(crate) async fn read_answer(&self, token: &Token) -> Result<MessageId, SendFailure> {
        let route = "read answer";
        let path = self.answer_path(token, Answer::Original);
        let request = Request::token(route, Method::GET, path, token);
        let message = self.send(request).await?;
        id_in(&message)
            .map(MessageId::new)
            .ok_or(SendFailure::Unreadable { route })
    }
}

/// The replies to all interactions that are in hand.
#[derive(Default)]
pub(crate) struct Replies(Mutex<HashMap<u64, Arc<Reply>>>);

/// While this lives, a reply is known to whoever asks for it.
pub(crate) struct Replying<'a> {
    replies: &'a Replies,
    pub reply: Arc<Reply>,
}

impl Drop for Replying<'_> {
    fn drop(&mut self) {
        self.replies.known().remove(&self.reply.interaction);
    }
}

impl Replies {
    /// An interaction is taken in hand.
    pub(crate) fn begin(&self, reply: Reply) -> Replying<'_> {
        let reply = Arc::new(reply);
        self.known().insert(reply.interaction, Arc::clone(&reply));
        let replies = self;
        Replying { replies, reply }
    }

    /// The reply to an interaction that is in hand.
    pub(crate) fn of(&self, interaction: u64) -> Option<Arc<Reply>> {
        self.known().get(&interaction).cloned()
    }

    /// Those to whom an answer was promised, and not given.
    pub(crate) fn promised(&self) -> Vec<Arc<Reply>> {
        let known = self.known();
        let promised = known.values().filter(|reply| reply.is_promised());
        promised.cloned().collect()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<u64, Arc<Reply>>> {
        // Every change under this lock is a single insertion or removal.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
