//! The bot answers an interaction: the first answer (callback), then edits and follow-ups through the token.

use serde_json::{Value, json};

use super::check::commands::choice;
use super::check::message::{Draft, Upload, flags_of};
use super::check::modal::modal;
use super::id::Id;
use super::interaction::{FIRST_ANSWER_MS, Interaction, Modal, Sort, State, TOKEN_LIFE_MS};
use super::message::{EPHEMERAL, Kind, LOADING, Message};
use super::news::Happened;
use super::posting::Post;
use super::refusal::{Faults, Refusal, Unknown};
use super::world::World;

/// So many follow-ups has an interaction where only the person has the application (limits: "Interactions").
const MOST_FOLLOW_UPS: usize = 5;
const FOLLOWED_ENOUGH: &str =
    "This interaction has reached its maximum number of follow-up messages";

impl World {
    /// The first answer. Returns the type it had.
    pub(super) fn answer(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<u8, Refusal> {
        let now = self.clock.now_ms();
        let known = self.interactions.get(id).filter(|one| one.token == token);
        let one = known
            .cloned()
            .ok_or(Refusal::unknown(Unknown::Interaction))?;
        if one.answer.is_some() {
            return Err(Refusal::new(
                400,
                40_060,
                "Interaction has already been acknowledged.",
            ));
        }
        if one.state == State::Failed || now > one.born_ms + FIRST_ANSWER_MS {
            return Err(Refusal::unknown(Unknown::Interaction));
        }
        let kind = allowed_kind(&one, body)?;
        let nothing = json!({});
        let data = body
            .get("data")
            .filter(|data| !data.is_null())
            .unwrap_or(&nothing);
        if !data.is_object() {
            return Err(Refusal::not_object("data"));
        }
        let change = match kind {
            4 => self.answer_with_message(&one, data, files)?,
            5 => self.answer_later(&one, data)?,
            6 => Change::to(State::Answered, one.pressed),
            7 => self.answer_with_update(&one, data, files)?,
            8 => Change {
                choices: self.choices(data)?,
                ..Change::to(State::Answered, None)
            },
            _ => Change {
                modal: Some(self.modal_of(data)?),
                ..Change::to(State::Answered, None)
            },
        };
        self.settle(&one, kind, change);
        Ok(kind)
    }

    fn settle(&mut self, one: &Interaction, kind: u8, change: Change) {
        if let Some(modal) = &change.modal {
            self.interactions.open_modal(modal.id, one.id);
            self.news.tell(
                Happened::Modal {
                    channel: one.channel,
                    interaction: one.id,
                },
                Some(one.person),
            );
        }
        if let Some(interaction) = self.interactions.get_mut(one.id) {
            interaction.state = change.state;
            interaction.answer = Some(kind);
            interaction.answered_after = Some(interaction.sent_at.elapsed());
            interaction.original = change.original;
            interaction.created = change.created;
            interaction.modal = change.modal;
            interaction.choices = change.choices;
        }
        if one.sort == Sort::Submit {
            self.close_submitted(one);
        }
        self.tell_interaction(one.id);
    }

    /// A dialog closes when its submission is answered.
    fn close_submitted(&mut self, one: &Interaction) {
        let opener = Id::read(&one.metadata["triggering_interaction_metadata"]["id"]);
        let modal = opener
            .and_then(|id| self.interactions.get(id))
            .and_then(|opener| opener.modal.as_ref());
        if let Some(modal) = modal.map(|modal| modal.id) {
            self.interactions.close_modal(modal);
        }
    }

    fn place_of(&self, one: &Interaction, only_for: Option<Id>) -> Post {
        let kind = if one.sort == Sort::Command {
            Kind::Command
        } else {
            Kind::Plain
        };
        Post {
            channel: one.channel,
            author: self.bot_user,
            kind,
            only_for,
            answers: Some(one.metadata.clone()),
        }
    }

    fn answer_with_message(
        &mut self,
        one: &Interaction,
        data: &Value,
        files: Vec<Upload>,
    ) -> Result<Change, Refusal> {
        let draft = Draft::read(data, files, "data/", 0)?;
        let hidden = draft.flag(EPHEMERAL) || self.is_hushed(one);
        let only_for = hidden.then_some(one.person);
        let message = self.post(draft, self.place_of(one, only_for))?;
        Ok(Change {
            created: vec![message],
            ..Change::to(State::Answered, Some(message))
        })
    }

    fn answer_later(&mut self, one: &Interaction, data: &Value) -> Result<Change, Refusal> {
        let ephemeral = flags_of(data, "data/")? & EPHEMERAL != 0 || self.is_hushed(one);
        let id = self.next_id();
        let mut message = Message::new(id, one.channel, self.bot_user, self.clock.now_ms());
        message.kind = if one.sort == Sort::Command {
            Kind::Command
        } else {
            Kind::Plain
        };
        message.flags = LOADING | if ephemeral { EPHEMERAL } else { 0 };
        message.only_for = ephemeral.then_some(one.person);
        message.answers = Some(one.metadata.clone());
        self.add_message(message);
        Ok(Change {
            created: vec![id],
            ..Change::to(State::Deferred, Some(id))
        })
    }

    fn answer_with_update(
        &mut self,
        one: &Interaction,
        data: &Value,
        files: Vec<Upload>,
    ) -> Result<Change, Refusal> {
        let pressed = one
            .pressed
            .and_then(|id| self.messages.get(&id))
            .ok_or(Refusal::unknown(Unknown::Message))?;
        let (id, flags) = (pressed.id, pressed.flags);
        let draft = Draft::read(data, files, "data/", flags)?;
        self.rewrite(id, draft)?;
        Ok(Change::to(State::Answered, Some(id)))
    }

    fn choices(&self, data: &Value) -> Result<Vec<Value>, Refusal> {
        let mut faults = Faults::default();
        let Some(given) = data["choices"].as_array() else {
            return Err(Refusal::form(
                "data/choices",
                "BASE_TYPE_REQUIRED",
                "This field is required",
            ));
        };
        faults.count("data/choices", given.len(), 0, 25);
        let kind_of = |value: &Value| match value {
            Value::String(_) => 3,
            Value::Number(number) if number.is_f64() => 10,
            _ => 4,
        };
        let choices = given
            .iter()
            .enumerate()
            .map(|(place, one)| {
                choice(
                    &mut faults,
                    one,
                    &format!("data/choices/{place}/"),
                    kind_of(&one["value"]),
                )
            })
            .collect();
        faults.into_result().map(|()| choices)
    }

    fn modal_of(&mut self, data: &Value) -> Result<Modal, Refusal> {
        let shown = modal(data)?;
        Ok(Modal {
            id: self.next_id(),
            shown,
        })
    }

    /// The interaction behind a token of the webhook routes, while the token lives.
    pub(super) fn with_live_token(
        &self,
        application: &str,
        token: &str,
    ) -> Result<&Interaction, Refusal> {
        let application = Id::in_path("webhook_id", application)?;
        let one = self
            .interactions
            .with_token(token)
            .filter(|_| application == self.application);
        let one = one.ok_or(Refusal::unknown(Unknown::Webhook))?;
        if self.clock.now_ms() > one.born_ms + TOKEN_LIFE_MS {
            return Err(Refusal::new(401, 50_027, "Invalid Webhook Token"));
        }
        if one.answer.is_none() {
            Err(Refusal::unknown(Unknown::Webhook))
        } else {
            Ok(one)
        }
    }

    /// The message that a token reaches under this name: `@original`, the pressed one, or one it made.
    pub(super) fn reached_by(&self, one: &Interaction, name: &str) -> Result<Id, Refusal> {
        let wanted = if name == "@original" {
            one.original
        } else {
            Some(Id::in_path("message_id", name)?)
        };
        let reachable = |id: &Id| {
            Some(*id) == one.original || Some(*id) == one.pressed || one.created.contains(id)
        };
        let found = wanted
            .filter(reachable)
            .filter(|id| self.messages.contains_key(id));
        found.ok_or(Refusal::unknown(Unknown::Message))
    }

    /// A follow-up. Right after a deferral it completes the loading message instead.
    pub(super) fn follow_up(
        &mut self,
        one: &Interaction,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<Id, Refusal> {
        let draft = Draft::read(body, files, "", 0)?;
        if let (State::Deferred, Some(loading)) = (one.state, one.original) {
            if draft.is_empty() {
                return Err(Refusal::empty_message());
            }
            self.rewrite(loading, draft)?;
            self.complete_deferral(one.id, loading);
            return Ok(loading);
        }
        if one.is_by_person_alone() && one.follow_ups >= MOST_FOLLOW_UPS {
            return Err(Refusal::new(400, 40_094, FOLLOWED_ENOUGH));
        }
        let hidden = draft.flag(EPHEMERAL) || self.is_hushed(one);
        let only_for = hidden.then_some(one.person);
        let mut place = self.place_of(one, only_for);
        place.kind = if one.original.is_some() {
            Kind::Reply
        } else {
            Kind::Plain
        };
        let message = self.post(draft, place)?;
        if let Some(original) = one.original
            && let Some(posted) = self.messages.get_mut(&message)
        {
            posted.reference = Some((one.channel, Some(original)));
            if let Some(answers) = &mut posted.answers {
                answers["original_response_message_id"] = original.into();
            }
        }
        if let Some(interaction) = self.interactions.get_mut(one.id) {
            interaction.created.push(message);
            interaction.follow_ups += 1;
        }
        Ok(message)
    }

    /// After an edit: a loading message that was filled completes its interaction.
    pub(super) fn complete_deferral(&mut self, interaction: Id, edited: Id) {
        let Some(one) = self.interactions.get_mut(interaction) else {
            return;
        };
        if one.state == State::Deferred && one.original == Some(edited) {
            one.state = State::Answered;
            self.tell_interaction(interaction);
        }
    }

    /// Discord's callback response object (`with_response=true`).
    pub(super) fn callback_response(&self, id: Id, kind: u8) -> Value {
        let Some(one) = self.interactions.get(id) else {
            return Value::Null;
        };
        let mut response = json!({
            "interaction": {"id": id, "type": one.sort as u8, "channel_id": one.channel},
        });
        let place = self.channels.get(&one.channel);
        if let Some(guild) = place.and_then(|place| place.guild(self)) {
            response["interaction"]["guild_id"] = guild.into();
        }
        if let Some(message) = one.original.and_then(|id| self.messages.get(&id)) {
            let about = &mut response["interaction"];
            about["response_message_id"] = message.id.into();
            about["response_message_loading"] = message.is_loading().into();
            about["response_message_ephemeral"] = (message.flags & EPHEMERAL != 0).into();
            if matches!(kind, 4 | 7) {
                response["resource"] = json!({"type": kind, "message": message.show(self)});
            }
        }
        response
    }
}

/// What a first answer makes of an interaction.
struct Change {
    state: State,
    original: Option<Id>,
    created: Vec<Id>,
    modal: Option<Modal>,
    choices: Vec<Value>,
}

impl Change {
    fn to(state: State, original: Option<Id>) -> Self {
        Self {
            state,
            original,
            created: Vec::new(),
            modal: None,
            choices: Vec::new(),
        }
    }
}

/// The type of a callback, if this interaction may be answered with it.
fn allowed_kind(one: &Interaction, body: &Value) -> Result<u8, Refusal> {
    let given = body.get("type").and_then(Value::as_u64);
    let kind = given.and_then(|kind| u8::try_from(kind).ok()).unwrap_or(0);
    let allowed: &[u8] = match (one.sort, one.pressed) {
        (Sort::Command, _) => &[4, 5, 9],
        (Sort::Component, _) => &[4, 5, 6, 7, 9],
        (Sort::Complete, _) => &[8],
        (Sort::Submit, Some(_)) => &[4, 5, 6, 7],
        (Sort::Submit, None) => &[4, 5],
    };
    if !allowed.contains(&kind) {
        let message = format!("Value must be one of {allowed:?}.");
        return Err(Refusal::form("type", "BASE_TYPE_CHOICES", &message));
    }
    if kind == 4 && body.get("data").is_none_or(Value::is_null) {
        return Err(Refusal::form(
            "data",
            "BASE_TYPE_REQUIRED",
            "This field is required",
        ));
    }
    Ok(kind)
}
