//! Who asks, where, and how an answer reaches them.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serenity::all::{
    ActionRowComponent, ButtonKind, ChannelType, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, MessageFlags, MessageInteractionMetadata, PartialChannel,
    Permissions,
};

use super::kept::asides::Asides;
use super::kept::settings::Settings;
use crate::discord::pages::declined::sentence;
use crate::discord::pages::kit::places::{Did, Layout, Place};
use crate::discord::pages::press::{self, Press};
use crate::discord::speech::words::Words;
use crate::discord::wire::authority::is_of_server;
use crate::discord::wire::note::{Button, Note, Privacy};
use crate::discord::wire::reply::{Promise, Replies, Reply};
use crate::discord::wire::send::{Answer, Callback, SendFailure, Sender, Token};
use crate::meters;
use crate::tables::{
    ChannelId, Declined, Ender, Look, MessageId, Moment, PersonId, PressId, ServerId, TableId,
};

/// A command or a press, as far as every part of the front needs it.
pub(crate) struct Asked {
    /// Its id, which also proves that it is done once.
    pub press: PressId,
    /// What its answers are sent with.
    pub token: Token,
    /// Its first answer, which others may have promised meanwhile.
    reply: Arc<Reply>,
    /// When it came.
    pub at: Moment,
    /// Who asks.
    pub person: PersonId,
    /// Where.
    pub channel: ChannelId,
    /// In which server; `None` in a direct message.
    pub server: Option<ServerId>,
    /// Whether this server has the bot; else somebody has brought it along.
    server_has_bot: bool,
    /// The locale of the person's Discord.
    pub locale: String,
    /// The language of the person: the one they have chosen, else that of their Discord.
    pub words: Words,
    /// The locale of what the channel reads: the one the server has chosen, else the person's.
    pub public_locale: String,
    /// What kind of channel it is.
    pub channel_kind: Option<ChannelType>,
    /// The channel whose thread it is, if it is one.
    pub parent: Option<ChannelId>,
    /// Whether it is a locked thread; `None` if Discord does not say so.
    is_locked: Option<bool>,
    /// What the bot may do here.
    pub bot_may: Option<Permissions>,
    /// What the person may do here.
    pub person_may: Option<Permissions>,
    /// What was pressed, if it was a press.
    pub pressed: Option<Pressed>,
    /// What the pressed message says; nothing if it was a command.
    pub text: String,
    /// What was chosen from a menu, if it was one.
    pub chosen: Option<String>,
    /// Where the pressed button stood on its message, if Discord says so.
    place: Option<Place>,
    /// The id of what was pressed.
    wanted: Option<String>,
    /// Whether the press was a move, made or refused.
    is_move: AtomicBool,
}

/// The message whose component was pressed.
#[derive(Clone, Copy)]
pub(crate) struct Pressed {
    /// Whether only the person sees it.
    pub is_private: bool,
    /// Which message it is.
    pub message: Made,
    /// Whether it offers nothing of the table whose button was pressed: a client made that up.
    is_of_another_table: bool,
}

/// Which message it is that a person alone sees: by its id where that is known, else by the interaction that it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Made {
    /// The interaction that made it, if Discord says so.
    by: Option<PressId>,
    /// Its id: what an interaction is answered with has one that only presses on it tell.
    id: Option<MessageId>,
}

impl Made {
    /// The answer to this interaction, or what followed it.
    pub(crate) fn by(press: PressId, answer: Answer) -> Self {
        let id = match answer {
            Answer::Original => None,
            Answer::FollowUp(message) => Some(message),
        };
        Self {
            by: Some(press),
            id,
        }
    }

    /// Whether it is the same message, if Discord says so.
    pub(crate) fn is(self, other: Self) -> Option<bool> {
        let by_id = self.id.zip(other.id).map(|(one, other)| one == other);
        by_id.or_else(|| self.by.zip(other.by).map(|(one, other)| one == other))
    }

    /// Whether it may be the same message: one panel too many does less harm than one too few.
    pub(crate) fn may_be(self, other: Self) -> bool {
        self.is(other).unwrap_or(true)
    }
}

fn made_by(message: &serenity::all::Message) -> Option<PressId> {
    use MessageInteractionMetadata::{Command, Component, ModalSubmit};
    let interaction = match message.interaction_metadata.as_deref()? {
        Command(made) => made.id,
        Component(made) => made.id,
        ModalSubmit(made) => made.id,
        // A kind that serenity does not know, now or later.
        _ => return None,
    };
    Some(PressId::new(interaction.get()))
}

/// Whether something of a table was pressed on a message that has nothing of this table.
fn is_of_another_table(press: &ComponentInteraction) -> bool {
    let Some(wanted) = table_of(&press.data.custom_id) else {
        return false;
    };
    let rows = press.message.components.iter();
    let ids: Vec<&str> = rows
        .flat_map(|row| &row.components)
        .filter_map(id_of)
        .collect();
    has_nothing_of(&wanted, &ids)
}

fn table_of(id: &str) -> Option<TableId> {
    id.parse().ok().map(|press: Press| press.table)
}

/// Whether a message with these ids has nothing of a table. What was pressed may have gone a moment before; then the message
/// has other buttons of its table. Where none of them is as we write them, this version did not write the message, and
/// what it offers says nothing.
fn has_nothing_of(wanted: &TableId, ids: &[&str]) -> bool {
    let is_of_it = ids.iter().any(|id| table_of(id).as_ref() == Some(wanted));
    let is_ours = ids.is_empty() || ids.iter().any(|id| press::is_of_this_version(id));
    is_ours && !is_of_it
}

/// What is sent back when this is pressed, or when something of it is chosen.
fn id_of(part: &ActionRowComponent) -> Option<&str> {
    match part {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            _ => None,
        },
        ActionRowComponent::SelectMenu(menu) => menu.custom_id.as_deref(),
        _ => None,
    }
}

/// The server that an interaction comes from, if it comes from one.
pub(super) fn server_of(server: Option<serenity::all::GuildId>) -> Option<ServerId> {
    server.map(|server| ServerId::new(server.get()))
}

/// Where on its message the pressed button stands.
fn place_of(press: &ComponentInteraction) -> Option<Place> {
    let wanted = &press.data.custom_id;
    let of_row = |(row, parts): (usize, &serenity::all::ActionRow)| {
        let mut buttons = parts.components.iter().enumerate();
        buttons.find_map(|(column, part)| {
            let ActionRowComponent::Button(button) = part else {
                return None;
            };
            let custom_id = id_of(part)?;
            let emoji = || button.emoji.as_ref().map(ToString::to_string);
            let label = button.label.clone().filter(|label| !label.is_empty());
            let label = label.or_else(emoji).unwrap_or_else(|| "·".to_owned());
            (custom_id == wanted.as_str()).then(|| Place {
                row,
                column,
                button: Button::new(custom_id.to_owned(), label),
            })
        })
    };
    press.message.components.iter().enumerate().find_map(of_row)
}

/// The channel whose thread this is; the parent of a channel is its category.
fn thread_of(channel: &PartialChannel) -> Option<ChannelId> {
    use ChannelType::{NewsThread, PrivateThread, PublicThread};
    let is_thread = matches!(channel.kind, NewsThread | PublicThread | PrivateThread);
    let parent = channel.parent_id.filter(|_| is_thread)?;
    Some(ChannelId::new(parent.get()))
}

/// Whether a thread was locked when somebody did something there.
fn is_locked(channel: &PartialChannel) -> Option<bool> {
    Some(channel.thread_metadata?.locked)
}

impl Asked {
    /// Reads a command.
    pub(crate) fn by_command(
        command: &CommandInteraction,
        at: Moment,
        settings: &Settings,
        replies: &Replies,
    ) -> Self {
        let reply = replies.of(command.id.get()).unwrap_or_else(|| {
            let token = Token::new(&command.token).of(server_of(command.guild_id));
            let (id, promise) = (command.id.get(), Promise::Thinking);
            Arc::new(Reply::new(id, token, promise, &command.locale))
        });
        let asked = Self {
            press: PressId::new(command.id.get()),
            token: reply.token().clone(),
            reply,
            at,
            person: PersonId::new(command.user.id.get()),
            channel: ChannelId::new(command.channel_id.get()),
            server: server_of(command.guild_id),
            server_has_bot: command.guild_id.is_some_and(|server| {
                is_of_server(&command.authorizing_integration_owners, server)
            }),
            locale: command.locale.clone(),
            words: Words::of(&command.locale),
            public_locale: command.locale.clone(),
            channel_kind: command.channel.as_ref().map(|channel| channel.kind),
            parent: command.channel.as_ref().and_then(thread_of),
            is_locked: command.channel.as_ref().and_then(is_locked),
            bot_may: command.app_permissions,
            person_may: command
                .member
                .as_ref()
                .and_then(|member| member.permissions),
            pressed: None,
            text: String::new(),
            chosen: None,
            place: None,
            wanted: None,
            is_move: AtomicBool::new(false),
        };
        asked.with(settings)
    }

    /// Reads a press.
    pub(crate) fn by_press(
        press: &ComponentInteraction,
        at: Moment,
        settings: &Settings,
        replies: &Replies,
    ) -> Self {
        let reply = replies.of(press.id.get()).unwrap_or_else(|| {
            let token = Token::new(&press.token).of(server_of(press.guild_id));
            let (id, promise) = (press.id.get(), Promise::Quiet);
            Arc::new(Reply::new(id, token, promise, &press.locale))
        });
        let flags = press.message.flags.unwrap_or_default();
        let asked = Self {
            press: PressId::new(press.id.get()),
            token: reply.token().clone(),
            reply,
            at,
            person: PersonId::new(press.user.id.get()),
            channel: ChannelId::new(press.channel_id.get()),
            server: server_of(press.guild_id),
            server_has_bot: press
                .guild_id
                .is_some_and(|server| is_of_server(&press.authorizing_integration_owners, server)),
            locale: press.locale.clone(),
            words: Words::of(&press.locale),
            public_locale: press.locale.clone(),
            channel_kind: press.channel.as_ref().map(|channel| channel.kind),
            parent: press.channel.as_ref().and_then(thread_of),
            is_locked: press.channel.as_ref().and_then(is_locked),
            bot_may: press.app_permissions,
            person_may: press.member.as_ref().and_then(|member| member.permissions),
            pressed: Some(Pressed {
                is_private: flags.contains(MessageFlags::EPHEMERAL),
                message: Made {
                    by: made_by(&press.message),
                    id: Some(MessageId::new(press.message.id.get())),
                },
                is_of_another_table: is_of_another_table(press),
            }),
            text: press.message.content.clone(),
            chosen: match &press.data.kind {
                ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
                _ => None,
            },
            place: place_of(press),
            wanted: Some(press.data.custom_id.clone()),
            is_move: AtomicBool::new(false),
        };
        asked.with(settings)
    }

    /// In the languages that were chosen.
    fn with(mut self, settings: &Settings) -> Self {
        let own = settings.locale_of(self.person, &self.locale);
        self.words = Words::of(&own);
        self.public_locale = settings.locale_in(self.server).unwrap_or(own);
        self
    }

    /// Whether it is in a server that has the bot.
    pub(crate) fn is_in_server_with_bot(&self) -> bool {
        self.server_has_bot
    }

    /// Whether it is a plain text channel of a server.
    pub(crate) fn is_in_text_channel(&self) -> bool {
        self.server.is_some() && self.channel_kind == Some(ChannelType::Text)
    }

    /// Whether it is a thread.
    pub(crate) fn is_in_thread(&self) -> bool {
        self.parent.is_some()
    }

    /// Whether it is a thread that only those see who were let in.
    pub(crate) fn is_in_private_thread(&self) -> bool {
        self.channel_kind == Some(ChannelType::PrivateThread)
    }

    /// The channel above a table that is opened here: of a private thread those in the channel are to know nothing.
    pub(crate) fn channel_above(&self) -> Option<ChannelId> {
        self.parent.filter(|_| !self.is_in_private_thread())
    }

    /// The channel above a private thread.
    pub(crate) fn above_private_thread(&self) -> Option<ChannelId> {
        self.parent.filter(|_| self.is_in_private_thread())
    }

    /// Whether a table stands where this is asked: in the same channel or thread, or in threads of one channel.
    pub(crate) fn is_beside(&self, look: &Look) -> bool {
        let there = [Some(look.places.channel), look.places.parent];
        let here = [Some(self.channel), self.parent];
        here.iter()
            .flatten()
            .any(|channel| there.contains(&Some(*channel)))
    }

    /// Whether it is a thread that was locked when this was made.
    pub(crate) fn is_in_locked_thread(&self) -> bool {
        self.is_locked == Some(true)
    }

    /// The same where it is a thread; if Discord does not say so, a lock may not keep the person from doing something there.
    pub(crate) fn may_be_in_locked_thread(&self) -> bool {
        let passing = Permissions::MANAGE_THREADS | Permissions::ADMINISTRATOR;
        let passes = || self.person_may.is_none_or(|may| may.intersects(passing));
        self.is_locked.unwrap_or_else(passes)
    }

    /// Whether the person runs the server where they ask.
    pub(crate) fn runs_server(&self) -> bool {
        let may = self.person_may.unwrap_or_default();
        may.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR)
    }

    /// Whether the person is a moderator in the channel where they ask.
    pub(crate) fn is_moderator(&self) -> bool {
        let may = self.person_may.unwrap_or_default();
        may.intersects(Permissions::MANAGE_MESSAGES | Permissions::ADMINISTRATOR)
    }

    /// As whom the person may end this table: what they may do is told of the channel where they ask. Where no place is left
    /// of the table, whoever runs the server may from anywhere in it.
    pub(crate) fn ends_as(&self, look: &Look, asides: &Asides) -> Ender {
        let places = &look.places;
        let is_there = places.channel == self.channel || places.parent == Some(self.channel);
        let is_lost = asides.is_lost(&look.table, places.parent) && places.server == self.server;
        if is_there && self.is_moderator() || is_lost && self.runs_server() {
            Ender::Moderator
        } else {
            Ender::Player
        }
    }

    /// The message with the answer to a person alone: the pressed one, if that is theirs, else one that is made.
    pub(crate) fn answers_on(&self) -> Made {
        match self.pressed.filter(|pressed| pressed.is_private) {
            Some(pressed) => pressed.message,
            None => Made::by(self.press, Answer::Original),
        }
    }

    /// Whether this is the message that was pressed.
    pub(crate) fn is_on(&self, message: Option<MessageId>) -> bool {
        let pressed = self.pressed.and_then(|pressed| pressed.message.id);
        pressed.is_some() && pressed == message
    }

    /// Which message was pressed.
    pub(crate) fn pressed_message(&self) -> Option<MessageId> {
        self.pressed?.message.id
    }

    /// Which message was pressed, if others see it, too.
    pub(crate) fn public_message(&self) -> Option<MessageId> {
        let pressed = self.pressed.filter(|pressed| !pressed.is_private)?;
        pressed.message.id
    }

    /// Whether what was pressed is on the message that was pressed, as Discord tells it.
    pub(crate) fn is_there(&self) -> bool {
        self.place.is_some()
    }

    /// The press turns out to be a move.
    pub(crate) fn is_a_move(&self) {
        self.is_move.store(true, Ordering::Relaxed);
    }

    /// Where a message was pressed that only the person sees, and what the press came to. What is pressed may have gone
    /// from the message a moment before: then it stood where this layout says.
    pub(crate) fn place_on(&self, layout: Option<&Layout>) -> Option<(Cow<'_, Place>, Did)> {
        let before = || Some(Cow::Owned(layout?.place_of(self.wanted.as_deref()?)?));
        let place = self.place.as_ref().map(Cow::Borrowed).or_else(before)?;
        let is_move = self.is_move.load(Ordering::Relaxed);
        let did = if is_move { Did::Move } else { Did::Page };
        self.is_on_private_message().then_some((place, did))
    }

    /// Whether a message was pressed that only the person sees.
    pub(crate) fn is_on_private_message(&self) -> bool {
        self.pressed.is_some_and(|pressed| pressed.is_private)
    }

    /// Whether a message was pressed that others see, too.
    pub(crate) fn is_on_public_message(&self) -> bool {
        self.pressed.is_some_and(|pressed| !pressed.is_private)
    }

    /// Whether the message that was pressed offers nothing of the table that is meant.
    pub(crate) fn is_made_up(&self) -> bool {
        self.pressed
            .is_some_and(|pressed| pressed.is_of_another_table)
    }

    /// Answers with a message of its own.
    pub(crate) async fn answer(&self, sender: &Sender, note: &Note) -> Result<(), SendFailure> {
        self.answer_there(sender, note).await.map(drop)
    }

    /// Answers with a message of its own; tells which one it is.
    pub(crate) async fn answer_there(
        &self,
        sender: &Sender,
        note: &Note,
    ) -> Result<Answer, SendFailure> {
        self.reply.answer(sender, Callback::Message, note).await
    }

    /// Promises an answer at once, for one that takes its time to arrive.
    pub(crate) async fn takes_time(&self, sender: &Sender) {
        self.reply.keeps_waiting(sender).await;
    }

    /// Which message of the interaction was the answer.
    pub(crate) fn answered(&self) -> Answer {
        self.reply.answered()
    }

    /// Answers with a message of its own, and tells its id.
    pub(crate) async fn answer_for_id(
        &self,
        sender: &Sender,
        note: &Note,
    ) -> Result<MessageId, SendFailure> {
        self.reply.answer_for_id(sender, note).await
    }

    /// Answers what is being typed with what it may become.
    pub(crate) async fn offer(
        &self,
        sender: &Sender,
        choices: serde_json::Value,
    ) -> Result<(), SendFailure> {
        sender.offer(self.press.get(), &self.token, choices).await
    }

    /// Answers by changing the pressed message, or with a new one if it is gone: a panel may be replaced just when it
    /// is pressed.
    pub(crate) async fn update(&self, sender: &Sender, note: &Note) -> Result<(), SendFailure> {
        self.update_there(sender, note).await.map(drop)
    }

    /// The same; tells which message says it. What is for the person alone never takes the place of what others see.
    pub(crate) async fn update_there(
        &self,
        sender: &Sender,
        note: &Note,
    ) -> Result<(Answer, Made), SendFailure> {
        if self.is_on_private_message() || note.privacy != Privacy::Private {
            match self.change_there(sender, note).await {
                Err(failure) if failure.is_message_gone() => {}
                changed => return Ok((changed?, self.answers_on())),
            }
        }
        let answer = self.answer_there(sender, note).await?;
        Ok((answer, Made::by(self.press, answer)))
    }

    /// Answers by changing the pressed message, and not at all if it is gone: what a note leaves out stays as it is, such
    /// as the picture.
    pub(crate) async fn change_there(
        &self,
        sender: &Sender,
        note: &Note,
    ) -> Result<Answer, SendFailure> {
        self.reply.answer(sender, Callback::Update, note).await
    }

    /// Why something was not possible, in a sentence that is told; `look` is the table as the person sees it, if there
    /// is one.
    pub(crate) fn declined(&self, declined: &Declined, look: Option<&Look>) -> String {
        meters::declined();
        sentence(self.words, declined, look)
    }

    /// That what was asked for came too late.
    pub(crate) fn late(&self) -> String {
        if self.pressed.is_some() {
            self.words.late()
        } else {
            self.words.late_typed()
        }
    }

    /// That it was too much at once.
    pub(crate) fn too_quick(&self) -> String {
        let asked = if self.pressed.is_some() {
            "pressed"
        } else {
            "typed"
        };
        self.words.too_quick(asked)
    }

    /// Answers a press with one sentence for the person alone.
    pub(crate) async fn tell(&self, sender: &Sender, sentence: String) -> Result<(), SendFailure> {
        self.answer(sender, &Note::private(sentence)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_belongs_to_a_message_that_has_something_of_its_table() {
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        for (ids, has_nothing) in [
            (&["1:aaaaaaaa:4:draw:"][..], false),
            (&["1:set:see:own", "1:aaaaaaaa:4:draw:"], false),
            (&["1:bbbbbbbb:4:draw:"], true),
            (&["1:set:see:own"], true),
            // A text of ours, or links alone.
            (&[], true),
            (&["g:12345:discard:1", "0:old"], false),
            (&["g:12345:discard:1", "1:bbbbbbbb:4:draw:"], true),
        ] {
            assert_eq!(has_nothing_of(&table, ids), has_nothing, "{ids:?}");
        }
    }
}
