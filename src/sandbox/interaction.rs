//! Interactions: a person did something and the bot has three seconds to answer, then fifteen minutes to add to it.
//! This file makes them and tells how they stand; `answer.rs` lets the bot answer.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::check::message::MOST_FILE;
use super::id::{Id, secret};
use super::message::{EPHEMERAL, Message};
use super::news::Happened;
use super::shelf::Shelf;
use super::world::World;

/// A first answer comes within this time, or never (limits: "Interactions").
pub(super) const FIRST_ANSWER_MS: u64 = 3000;
/// A token serves this long.
pub(super) const TOKEN_LIFE_MS: u64 = 15 * 60 * 1000;
/// How many interactions are remembered.
const KEPT: usize = 50_000;

/// What somebody did; the numbers are Discord's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Sort {
    Command = 2,
    Component = 3,
    Complete = 4,
    Submit = 5,
}

/// How an interaction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    Waiting,
    Deferred,
    Answered,
    Failed,
}

/// Something a person did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) sort: Sort,
    pub(super) person: Id,
    pub(super) channel: Id,
    pub(super) born_ms: u64,
    /// When it was sent to the bot, in real time.
    #[serde(skip, default = "Instant::now")]
    pub(super) sent_at: Instant,
    /// How long the first answer took, in real time.
    pub(super) answered_after: Option<Duration>,
    pub(super) state: State,
    /// The type of the first answer.
    pub(super) answer: Option<u8>,
    /// What `@original` means.
    pub(super) original: Option<Id>,
    /// The message whose component was used, or whose component opened the submitted dialog.
    pub(super) pressed: Option<Id>,
    /// Messages made through its token.
    pub(super) created: Vec<Id>,
    /// How many follow-ups there were, deleted ones too.
    pub(super) follow_ups: usize,
    /// The dialog that it opened.
    pub(super) modal: Option<Modal>,
    /// What a completion offered.
    pub(super) choices: Vec<Value>,
    /// `interaction_metadata` of the messages that answer it.
    pub(super) metadata: Value,
    /// Rung once it needs no more watching.
    #[serde(skip)]
    pub(super) settled: Arc<Notify>,
    /// What its answer said, for whoever waits for it: later edits do not change that.
    #[serde(skip)]
    said: Said,
}

/// What an answer said.
#[derive(Clone, Debug, Default)]
enum Said {
    /// Nothing yet.
    Nothing,
    /// This message.
    Message(Value),
    /// Nobody waits for it, as of everything from before a restart.
    #[default]
    Unasked,
}

/// A dialog on a person's screen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Modal {
    pub(super) id: Id,
    /// `{custom_id, title, components}`.
    pub(super) shown: Value,
}

/// All interactions that are remembered.
#[derive(Debug, Default)]
pub(super) struct Interactions {
    by_id: Shelf<Interaction>,
    by_token: HashMap<String, Id>,
    /// Open dialogs: which interaction opened them.
    by_modal: BTreeMap<Id, Id>,
}

impl Interactions {
    pub(super) fn get(&self, id: Id) -> Option<&Interaction> {
        self.by_id.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Interaction> {
        self.by_id.get_mut(&id)
    }

    pub(super) fn with_token(&self, token: &str) -> Option<&Interaction> {
        self.by_token.get(token).and_then(|id| self.by_id.get(id))
    }

    /// The interaction that opened this dialog, while it is open.
    pub(super) fn with_modal(&self, modal: Id) -> Option<&Interaction> {
        self.by_modal.get(&modal).and_then(|id| self.by_id.get(id))
    }

    pub(super) fn open_modal(&mut self, modal: Id, opened_by: Id) {
        self.by_modal.insert(modal, opened_by);
    }

    pub(super) fn close_modal(&mut self, modal: Id) {
        self.by_modal.remove(&modal);
    }

    /// Those that are remembered, and which dialogs are open, as a file has them.
    pub(super) fn again(found: BTreeMap<Id, Interaction>, dialogs: BTreeMap<Id, Id>) -> Self {
        let by_token = found.values().map(|one| (one.token.clone(), one.id));
        Self {
            by_token: by_token.collect(),
            by_id: Shelf::of(found),
            by_modal: dialogs,
        }
    }

    /// All of them, to be written down.
    pub(super) fn shelf(&mut self) -> &mut Shelf<Interaction> {
        &mut self.by_id
    }

    /// Which dialogs are open, and who opened them.
    pub(super) fn dialogs(&self) -> &BTreeMap<Id, Id> {
        &self.by_modal
    }

    /// Those that somebody still waits for.
    pub(super) fn open(&self) -> impl Iterator<Item = Id> {
        let open = self.by_id.values();
        open.filter(|one| matches!(one.state, State::Waiting | State::Deferred))
            .map(|one| one.id)
    }

    fn add(&mut self, interaction: Interaction) {
        self.by_token
            .insert(interaction.token.clone(), interaction.id);
        self.by_id.insert(interaction.id, interaction);
        if self.by_id.len() > KEPT
            && let Some((_, oldest)) = self.by_id.pop_first()
        {
            self.by_token.remove(&oldest.token);
            if let Some(modal) = oldest.modal {
                self.by_modal.remove(&modal.id);
            }
        }
    }
}

/// What a new interaction is about.
pub(super) struct Deed {
    pub(super) sort: Sort,
    pub(super) person: Id,
    pub(super) channel: Id,
    /// Discord's `data`.
    pub(super) data: Value,
    /// The message whose component was used.
    pub(super) pressed: Option<Id>,
    /// The metadata of the interaction that opened the submitted dialog.
    pub(super) triggered_by: Option<Value>,
    /// `authorizing_integration_owners`.
    pub(super) owners: Value,
}

impl World {
    /// Starts an interaction and sends it to the bot.
    pub(super) fn start(&mut self, deed: Deed) -> Id {
        let id = self.next_id();
        let token = format!(
            "{}{}",
            super::id::base64(format!("interaction:{id}:").as_bytes()),
            secret(48)
        );
        let metadata = self.metadata(id, &deed);
        let payload = self.payload(id, &token, &deed);
        self.interactions.add(Interaction {
            id,
            token,
            sort: deed.sort,
            person: deed.person,
            channel: deed.channel,
            born_ms: self.clock.now_ms(),
            sent_at: Instant::now(),
            answered_after: None,
            state: State::Waiting,
            answer: None,
            original: None,
            pressed: deed.pressed,
            created: Vec::new(),
            follow_ups: 0,
            modal: None,
            choices: Vec::new(),
            metadata,
            settled: Arc::new(Notify::new()),
            said: Said::Nothing,
        });
        self.sessions.dispatch("INTERACTION_CREATE", &payload);
        id
    }

    fn metadata(&self, id: Id, deed: &Deed) -> Value {
        let mut metadata = json!({
            "id": id, "type": deed.sort as u8, "user": self.user(deed.person),
            "authorizing_integration_owners": deed.owners,
        });
        match deed.sort {
            Sort::Command => {
                // Not in the newest schema, but still sent by Discord and read by libraries.
                metadata["name"] = deed.data["name"].clone();
                metadata["command_type"] = json!(1);
            }
            Sort::Component => metadata["interacted_message_id"] = json!(deed.pressed),
            Sort::Submit => {
                metadata["triggering_interaction_metadata"] =
                    deed.triggered_by.clone().unwrap_or_default()
            }
            Sort::Complete => {}
        }
        metadata
    }

    /// The event as the bot gets it.
    fn payload(&self, id: Id, token: &str, deed: &Deed) -> Value {
        let mut payload = json!({
            "id": id, "application_id": self.application, "type": deed.sort as u8, "data": deed.data, "token": token,
            "version": 1, "channel_id": deed.channel, "entitlements": [], "entitlement_sku_ids": [],
            "authorizing_integration_owners": deed.owners, "attachment_size_limit": MOST_FILE,
        });
        let Some((person, place)) = self
            .people
            .get(&deed.person)
            .zip(self.channels.get(&deed.channel))
        else {
            return payload;
        };
        payload["locale"] = person.locale.clone().into();
        payload["channel"] = place.show(self);
        let may = Value::from(place.permissions_of(person).to_string());
        payload["channel"]["permissions"] = may.clone();
        payload["app_permissions"] = self.app_permissions(place, person).to_string().into();
        payload["context"] = place.context().into();
        if let Some(guild) = place.guild(self) {
            let mut member = self.member(person.id).unwrap_or_default();
            member["permissions"] = may;
            member["unusual_dm_activity_until"] = Value::Null;
            payload["member"] = member;
            payload["guild_id"] = guild.into();
            payload["guild_locale"] = "en-US".into();
            payload["guild"] = json!({"id": guild, "locale": "en-US", "features": []});
        } else {
            payload["user"] = person.user();
        }
        if let Some(message) = deed.pressed {
            payload["message"] = self.message_or_id(message);
        }
        payload
    }

    /// Whether an interaction is still to be answered, or only promised an answer.
    pub(super) fn is_open(&self, id: Id) -> bool {
        let interaction = self.interactions.get(id);
        interaction.is_some_and(|one| matches!(one.state, State::Waiting | State::Deferred))
    }

    /// Nobody waits for the outcome of this interaction.
    pub(super) fn leave_unasked(&mut self, id: Id) {
        if let Some(interaction) = self.interactions.get_mut(id) {
            interaction.said = Said::Unasked;
        }
    }

    /// The outcome for whoever has waited for it: with the message as the answer left it, whatever has changed it since.
    pub(super) fn outcome_as_said(&mut self, id: Id) -> Value {
        let mut outcome = self.outcome(id);
        if let Some(interaction) = self.interactions.get_mut(id)
            && let Said::Message(message) = std::mem::replace(&mut interaction.said, Said::Unasked)
        {
            outcome["message"] = message;
        }
        outcome
    }

    /// The outcome object of the people's API, as it is now.
    pub(super) fn outcome(&self, id: Id) -> Value {
        let Some(interaction) = self.interactions.get(id) else {
            return json!({"interaction": id, "state": "failed", "kind": null, "message": null, "modal": null,
                "error": "this interaction is no longer remembered"});
        };
        let (state, error) = match (interaction.state, interaction.answer) {
            (State::Waiting, _) => ("waiting", None),
            (State::Deferred, _) => ("deferred", None),
            (State::Answered, _) => ("answered", None),
            (State::Failed, None) => ("failed", Some("the application did not respond in time")),
            (State::Failed, Some(_)) => (
                "failed",
                Some("the application said it was thinking and never answered"),
            ),
        };
        let message = self.answer_shown(interaction);
        let modal = interaction.modal.as_ref().map(|modal| {
            let mut shown = modal.shown.clone();
            shown["id"] = modal.id.into();
            shown
        });
        json!({
            "interaction": id, "state": state, "kind": interaction.answer, "message": message, "modal": modal,
            "error": error, "after_us": interaction.answered_after.map(|after| after.as_micros() as u64),
        })
    }

    /// The message that answers an interaction, as its person sees it.
    fn answer_shown(&self, interaction: &Interaction) -> Option<Value> {
        let message = self.messages.get(interaction.original.as_ref()?)?;
        let is_seen = message.is_seen_by(interaction.person);
        is_seen.then(|| message.show(self))
    }

    /// Keeps what an answer says before anything can change it.
    fn keep_answer(&mut self, id: Id) {
        let asked = self
            .interactions
            .get(id)
            .filter(|one| one.state == State::Answered && matches!(one.said, Said::Nothing));
        let said = asked.and_then(|one| self.answer_shown(one));
        if let (Some(said), Some(interaction)) = (said, self.interactions.get_mut(id)) {
            interaction.said = Said::Message(said);
        }
    }

    /// Tells the person that one of their interactions stands differently now.
    pub(super) fn tell_interaction(&mut self, id: Id) {
        self.keep_answer(id);
        let Some(interaction) = self.interactions.get(id) else {
            return;
        };
        let (channel, person) = (interaction.channel, interaction.person);
        if interaction.state != State::Deferred {
            interaction.settled.notify_one();
        }
        self.news.tell(
            Happened::Interaction {
                channel,
                interaction: id,
            },
            Some(person),
        );
    }

    /// The deadline of an interaction passed: what is still waiting then has failed.
    pub(super) fn give_up(&mut self, id: Id, awaited: State) {
        let Some(interaction) = self
            .interactions
            .get_mut(id)
            .filter(|one| one.state == awaited)
        else {
            return;
        };
        interaction.state = State::Failed;
        let (channel, person, sort) = (interaction.channel, interaction.person, interaction.sort);
        if let (State::Deferred, Some(loading)) = (awaited, interaction.original) {
            self.delete_message(loading);
        }
        if sort != Sort::Complete {
            self.leave_note(id, channel, person);
        }
        self.tell_interaction(id);
    }

    /// "The application did not respond", shown to the person alone.
    fn leave_note(&mut self, interaction: Id, channel: Id, person: Id) {
        let note = self.next_id();
        let mut message = Message::new(note, channel, self.bot_user, self.clock.now_ms());
        message.content = "The application did not respond".to_owned();
        message.flags = EPHEMERAL;
        message.only_for = Some(person);
        message.note = Some(interaction);
        self.add_message(message);
    }
}
