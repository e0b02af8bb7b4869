//! What exists in the sandbox: a server and others, their channels and people, the bot, messages, files, commands.
//! Everything lies behind one lock that is never held across an await.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::avatar::FaceAsked;
use super::clock::{Clock, timestamp};
use super::crowd::Crowd;
use super::gateway::{Logins, Sessions};
use super::id::{Id, Snowflakes, base64, secret};
use super::interaction::Interactions;
use super::message::Message;
use super::news::{Happened, News};
use super::person::Person;
use super::place::{Channel, Home, permission};
use super::shelf::{Noted, Shelf};
use super::{BotUser, LoginPace};

/// How many messages a channel keeps. The oldest go first of those that one person alone sees, which nobody finds again
/// anyhow; then the oldest of all.
const KEPT_MESSAGES: usize = 5000;
/// How many files outlive their message, for readers who still hold the address.
const KEPT_LOOSE_FILES: usize = 256;

/// Everything there is.
pub(super) struct World {
    /// `http://127.0.0.1:PORT`.
    pub(super) url: String,
    pub(super) clock: Clock,
    pub(super) ids: Snowflakes,
    pub(super) token: String,
    pub(super) application: Id,
    /// The bot's user; mostly it has the application's id.
    pub(super) bot_user: Id,
    pub(super) application_text: Value,
    pub(super) bot_name: String,
    pub(super) guild: Id,
    /// Whether the server still has the bot.
    pub(super) has_bot: bool,
    /// Whether an outage keeps the server from the bot. It ends with the program, like connections and moods.
    pub(super) is_unavailable: bool,
    /// What the role of everyone gives there.
    pub(super) everyone: u64,
    pub(super) owner: Id,
    pub(super) born_ms: u64,
    pub(super) main_channel: Id,
    /// Further servers that have the bot, and in which people play.
    pub(super) further: BTreeMap<Id, Further>,
    /// Servers that the bot is not in, by name.
    pub(super) other_servers: BTreeMap<Id, String>,
    /// Those around it in which nobody plays.
    pub(super) crowd: Crowd,
    pub(super) channels: Shelf<Channel>,
    pub(super) people: Shelf<Person>,
    /// How the face of each was asked for since the program started.
    pub(super) faces_asked: BTreeMap<Id, FaceAsked>,
    pub(super) messages: Shelf<Message>,
    pub(super) files: Shelf<File>,
    pub(super) loose_files: VecDeque<Id>,
    /// Discord's command objects with their scope: `None` is global.
    pub(super) commands: Noted<Vec<Value>>,
    pub(super) emojis: Shelf<Emoji>,
    pub(super) interactions: Interactions,
    pub(super) sessions: Sessions,
    pub(super) logins: Logins,
    /// The privileged intents that the application was granted.
    pub(super) granted_intents: u64,
    pub(super) news: News,
    /// What there is once in a world, as it was last written into its file.
    pub(super) kept_frame: String,
}

/// The bytes of an attachment.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) bytes: axum::body::Bytes,
    pub(super) content_type: String,
}

/// An emoji of the application.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Emoji {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) file: Id,
    pub(super) animated: bool,
}

/// A token as Discord's bots have them: it begins with who they are.
fn new_token(bot: Id) -> String {
    let who = base64(bot.to_string().as_bytes());
    format!("{who}.{}.{}", secret(4), secret(27))
}

impl World {
    /// A fresh server with two channels and nobody in it but its owner and the bot.
    pub(super) fn new(url: String, clock: Clock, pace: LoginPace, user: BotUser) -> Self {
        let now = clock.now_ms();
        let mut ids = Snowflakes::default();
        let mut next = || ids.next(now);
        let (guild, application, owner, games, general) = (next(), next(), next(), next(), next());
        let bot_user = match user {
            BotUser::OfApplication => application,
            BotUser::Apart => next(),
        };
        let mut world = Self {
            url,
            clock,
            ids,
            token: new_token(bot_user),
            application,
            bot_user,
            application_text: json!({"description": ""}),
            bot_name: "istaka".to_owned(),
            guild,
            has_bot: true,
            is_unavailable: false,
            everyone: permission::INVITED,
            owner,
            born_ms: now,
            main_channel: games,
            further: BTreeMap::new(),
            other_servers: BTreeMap::new(),
            crowd: Crowd::default(),
            channels: Shelf::default(),
            people: Shelf::default(),
            faces_asked: BTreeMap::new(),
            messages: Shelf::default(),
            files: Shelf::default(),
            loose_files: VecDeque::new(),
            commands: Noted::default(),
            emojis: Shelf::default(),
            interactions: Interactions::default(),
            sessions: Sessions::default(),
            logins: Logins::new(pace),
            granted_intents: 0,
            news: News::new(),
            kept_frame: String::new(),
        };
        world.people.insert(owner, Person::owner(owner, now));
        world
            .channels
            .insert(games, Channel::text(games, "games", now));
        world
            .channels
            .insert(general, Channel::text(general, "general", now));
        world
    }

    /// A new id of this moment.
    pub(super) fn next_id(&mut self) -> Id {
        self.ids.next(self.clock.now_ms())
    }

    /// The user object of a person or the bot; of nobody known, a deleted user.
    pub(super) fn user(&self, id: Id) -> Value {
        if id == self.bot_user {
            let mut bot = super::person::user(id, &self.bot_name, &self.bot_name);
            bot["global_name"] = Value::Null;
            bot["bot"] = true.into();
            return bot;
        }
        match self.people.get(&id) {
            Some(person) => person.user(),
            None => super::person::user(id, "deleted_user", "Deleted User"),
        }
    }

    /// The member object of the bot or a person, if they are in the servers.
    pub(super) fn member(&self, id: Id) -> Option<Value> {
        let (joined_ms, until_ms) = if id == self.bot_user {
            (self.born_ms, None)
        } else {
            let person = self.people.get(&id).filter(|person| !person.is_outside)?;
            (person.born_ms, person.timed_out_until_ms)
        };
        Some(json!({
            "user": self.user(id), "nick": null, "avatar": null, "banner": null, "roles": [],
            "joined_at": timestamp(joined_ms), "premium_since": null, "deaf": false, "mute": false, "flags": 0,
            "pending": false, "communication_disabled_until": until_ms.map(timestamp),
        }))
    }

    /// A message as everybody who may see it sees it, or only its id once it is gone.
    pub(super) fn message_or_id(&self, id: Id) -> Value {
        self.messages
            .get(&id)
            .map_or_else(|| json!({"id": id}), |message| message.show(self))
    }

    /// Puts a finished message into its channel and tells everybody who may see it.
    pub(super) fn add_message(&mut self, message: Message) {
        let (id, channel, only_for) = (message.id, message.channel, message.only_for);
        let speaker = message.answers.is_none().then_some(message.author);
        let pings = message
            .mentions
            .iter()
            .copied()
            .filter(|person| message.pings(*person))
            .collect();
        let happened = Happened::Message {
            channel,
            message: id,
            pings,
            pings_all: message.everyone,
        };
        self.messages.insert(id, message);
        let Some(place) = self.channels.get_mut(&channel) else {
            return;
        };
        place.messages.insert(id);
        if only_for.is_none() {
            place.last_message = Some(id);
            place.sent += 1;
        }
        if place.messages.len() > KEPT_MESSAGES {
            let is_private = |id: &&Id| {
                let message = self.messages.get(id);
                message.is_some_and(|message| message.only_for.is_some())
            };
            let oldest = place.messages.iter().find(is_private);
            let oldest = oldest.or_else(|| place.messages.first()).copied();
            if let Some(oldest) = oldest {
                self.forget_message(oldest);
            }
        }
        self.news.tell(happened, only_for);
        self.dispatch_message("MESSAGE_CREATE", id);
        if let Some(speaker) = speaker.filter(|_| only_for.is_none()) {
            self.join_thread(channel, speaker);
        }
    }

    /// Whoever speaks in a thread is in it from then on.
    fn join_thread(&mut self, channel: Id, speaker: Id) {
        let now = self.clock.now_ms();
        let thread = self.channels.get_mut(&channel);
        if let Some(thread) = thread.filter(|place| place.is_thread())
            && !thread.members.contains_key(&speaker)
        {
            thread.members.insert(speaker, now);
            self.dispatch_thread_members(channel, &[speaker], &[]);
        }
    }

    /// Tells that a message looks different now.
    pub(super) fn tell_edit(&mut self, id: Id) {
        if let Some(message) = self.messages.get(&id) {
            let (channel, only_for) = (message.channel, message.only_for);
            self.news.tell(
                Happened::Edit {
                    channel,
                    message: id,
                },
                only_for,
            );
            self.dispatch_message("MESSAGE_UPDATE", id);
        }
    }

    /// Deletes a message and tells everybody who saw it.
    pub(super) fn delete_message(&mut self, id: Id) {
        if let Some(message) = self.forget_message(id) {
            let happened = Happened::Delete {
                channel: message.channel,
                message: id,
            };
            self.news.tell(happened, message.only_for);
            if message.only_for.is_none() {
                self.dispatch_deletion(message.channel, id);
            }
        }
    }

    fn forget_message(&mut self, id: Id) -> Option<Message> {
        let message = self.messages.remove(&id)?;
        if let Some(place) = self.channels.get_mut(&message.channel) {
            place.messages.remove(&id);
        }
        for file in &message.attachments {
            self.let_go_of(file.id);
        }
        Some(message)
    }

    /// A file left its message: it stays readable for a while.
    pub(super) fn let_go_of(&mut self, file: Id) {
        self.loose_files.push_back(file);
        if self.loose_files.len() > KEPT_LOOSE_FILES
            && let Some(oldest) = self.loose_files.pop_front()
        {
            self.files.remove(&oldest);
        }
    }

    /// The messages of a channel that this person sees, oldest first.
    pub(super) fn seen_by(&self, channel: &Channel, person: Id) -> Vec<&Message> {
        let all: &BTreeSet<Id> = &channel.messages;
        all.iter()
            .filter_map(|id| self.messages.get(id))
            .filter(|message| message.is_seen_by(person))
            .collect()
    }

    /// Adds a channel or thread and tells people and bot.
    pub(super) fn add_channel(&mut self, mut channel: Channel) {
        channel.without_bot = match channel.home {
            Home::Server => !self.has_bot,
            Home::Further(guild) => !self.further.get(&guild).is_some_and(|one| one.has_bot),
            Home::Elsewhere(_) | Home::Bot | Home::Private(_) => false,
        };
        let (id, only_for) = (channel.id, channel.recipient);
        let event = if channel.is_thread() {
            "THREAD_CREATE"
        } else {
            "CHANNEL_CREATE"
        };
        let mut shown = channel.show(self);
        if channel.is_thread() {
            shown["newly_created"] = true.into();
        }
        // Of direct messages a bot hears when something is said in them.
        let told = channel.is_in_bots_server() && !channel.is_kept_from_bot();
        self.channels.insert(id, channel);
        if told {
            self.sessions.dispatch(event, &shown);
        }
        self.news.tell(Happened::Channel { channel: id }, only_for);
    }

    /// The bot is let into a private thread, and hears of it.
    pub(super) fn let_bot_in(&mut self, thread: Id) {
        let (bot, now) = (self.bot_user, self.clock.now_ms());
        let Some(place) = self.channels.get_mut(&thread) else {
            return;
        };
        let was_kept = place.is_kept_from_bot();
        place.has_let_bot_in = true;
        place.members.entry(bot).or_insert(now);
        if was_kept && let Some(place) = self.channels.get(&thread) {
            let shown = place.show(self);
            self.sessions.dispatch("THREAD_CREATE", &shown);
        }
    }

    /// Tells people and bot that a channel or thread looks different now.
    pub(super) fn tell_channel(&mut self, id: Id) {
        let Some(place) = self.channels.get(&id) else {
            return;
        };
        let event = if place.is_thread() {
            "THREAD_UPDATE"
        } else {
            "CHANNEL_UPDATE"
        };
        // Bots hear of every channel of their server, and of those threads that they may see.
        let told = place.is_in_bots_server() && (!place.is_thread() || place.bot_may(0).is_ok());
        let shown = place.show(self);
        if told {
            self.sessions.dispatch(event, &shown);
        }
        self.news.tell(Happened::Channel { channel: id }, None);
    }

    /// Removes a channel with its threads, or a thread, and tells people and bot.
    pub(super) fn remove_channel(&mut self, id: Id) {
        let Some(place) = self.channels.get(&id) else {
            return;
        };
        let (is_thread, is_seen) = (place.is_thread(), place.bot_may(0).is_ok());
        let told = place.is_in_bots_server() && (!is_thread || is_seen);
        let shown = place.show(self);
        let inside = self.channels.values();
        let inside = inside.filter(|thread| thread.parent == Some(id) && thread.is_thread());
        let threads: Vec<Id> = inside.map(|thread| thread.id).collect();
        for gone in threads.into_iter().chain([id]) {
            let messages = self.channels.get(&gone).map(|place| place.messages.clone());
            for message in messages.unwrap_or_default() {
                self.delete_message(message);
            }
            self.channels.remove(&gone);
            self.news.tell(Happened::Channel { channel: gone }, None);
        }
        if told && is_thread {
            // Of a thread only these are told.
            let told = ["id", "guild_id", "parent_id", "type"];
            let told = told.map(|key| (key.to_owned(), shown[key].clone()));
            let told: Value = told.into_iter().collect();
            self.sessions.dispatch("THREAD_DELETE", &told);
        } else if told {
            self.sessions.dispatch("CHANNEL_DELETE", &shown);
        }
    }

    /// A server throws the bot out, or invites it again.
    pub(super) fn let_bot_be(&mut self, server: Id, is_member: Membership) {
        let has_bot = is_member == Membership::Member;
        let Some((had_bot, is_unavailable)) = self.state_of(server) else {
            return;
        };
        if *had_bot == has_bot {
            return;
        }
        (*had_bot, *is_unavailable) = (has_bot, false);
        let home = self.home_of(server);
        let places = self.channels.values_mut();
        for place in places.filter(|place| place.home == home) {
            place.without_bot = !has_bot;
        }
        match is_member {
            Membership::Member => {
                let guild = self.whole_guild(server);
                self.sessions.dispatch("GUILD_CREATE", &guild);
            }
            // Without `unavailable`: it is no outage.
            Membership::ThrownOut => {
                let gone = json!({"id": server});
                self.sessions.dispatch("GUILD_DELETE", &gone);
            }
        }
    }

    /// Whether a server has the bot, and whether an outage keeps it from it.
    fn state_of(&mut self, server: Id) -> Option<(&mut bool, &mut bool)> {
        if server == self.guild {
            return Some((&mut self.has_bot, &mut self.is_unavailable));
        }
        let further = self.further.get_mut(&server)?;
        Some((&mut further.has_bot, &mut further.is_unavailable))
    }

    fn home_of(&self, server: Id) -> Home {
        if server == self.guild {
            Home::Server
        } else {
            Home::Further(server)
        }
    }

    /// The servers that have the bot and in which people play; with each, whether an outage keeps it from the bot.
    pub(super) fn bots_servers(&self) -> Vec<(Id, bool)> {
        let first = self.has_bot.then_some((self.guild, self.is_unavailable));
        let further = self.further.iter().filter(|(_, one)| one.has_bot);
        let further = further.map(|(id, one)| (*id, one.is_unavailable));
        first.into_iter().chain(further).collect()
    }

    /// The server becomes unavailable for the bot, or is there again: an outage of Discord's, while the gateway goes on.
    pub(super) fn let_server_be(&mut self, server: Id, is_there: Availability) {
        let is_unavailable = is_there == Availability::Unavailable;
        let Some((_, was_unavailable)) = self.state_of(server) else {
            return;
        };
        if *was_unavailable == is_unavailable {
            return;
        }
        *was_unavailable = is_unavailable;
        if is_unavailable {
            let gone = json!({"id": server, "unavailable": true});
            self.sessions.dispatch("GUILD_DELETE", &gone);
        } else {
            let guild = self.whole_guild(server);
            self.sessions.dispatch("GUILD_CREATE", &guild);
        }
    }

    /// The role of everyone gives other rights from now on: the bot, which has no other role, has them in every channel
    /// that says nothing else.
    pub(super) fn let_everyone(&mut self, may: u64) {
        let (taken, given) = (self.everyone & !may, may & !self.everyone);
        self.everyone = may;
        let places = self.channels.values_mut();
        for place in places.filter(|place| place.home == Home::Server) {
            for bits in [&mut place.bot_permissions, &mut place.people_permissions] {
                *bits = *bits & !taken | given;
            }
        }
        if !self.has_bot {
            return;
        }
        let role = json!({"guild_id": self.guild, "role": self.roles(self.guild)[0]});
        self.sessions.dispatch("GUILD_ROLE_UPDATE", &role);
        if given & permission::VIEW != 0 {
            self.tell_threads(None);
        }
    }

    /// The bot may look into this channel again, or into any: it is told of the threads there that are not put away.
    pub(super) fn tell_threads(&mut self, channel: Option<Id>) {
        let is_seen = |place: &Channel| place.is_in_bots_server() && place.bot_may(0).is_ok();
        let named = channel.and_then(|id| self.channels.get(&id));
        if named.is_some_and(|place| !is_seen(place)) {
            return;
        }
        let guild = named.and_then(|place| place.guild(self));
        let guild = guild.unwrap_or(self.guild);
        let mut told = json!({"guild_id": guild, "threads": [], "members": []});
        if let Some(channel) = channel {
            told["channel_ids"] = json!([channel]);
        }
        let threads = self.channels.values().filter(|place| {
            let is_meant = channel.is_none() || place.parent == channel;
            is_meant
                && is_seen(place)
                && place.is_in(guild, self)
                && place.is_thread()
                && !place.archived
        });
        let (mut shown, mut members) = (Vec::new(), Vec::new());
        for thread in threads {
            shown.push(thread.show(self));
            members.extend(thread.show_member(self.application));
        }
        (told["threads"], told["members"]) = (shown.into(), members.into());
        self.sessions.dispatch("THREAD_LIST_SYNC", &told);
    }
}

/// A server that has the bot, or had it, beside the first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Further {
    pub(super) name: String,
    pub(super) has_bot: bool,
    /// An outage ends with the program.
    #[serde(skip)]
    pub(super) is_unavailable: bool,
}

/// Whether a server has the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Membership {
    Member,
    ThrownOut,
}

/// Whether an outage keeps a server from its bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Availability {
    Available,
    Unavailable,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_too_many_messages_those_go_first_that_one_person_sees() {
        let clock = Clock::frozen(1_790_000_000_000);
        let mut world = World::new(
            String::new(),
            clock,
            LoginPace::Free,
            BotUser::OfApplication,
        );
        let channel = *world.channels.keys().next().expect("a channel");
        let owner = Some(world.owner);
        let mut says = |only_for: Option<Id>| {
            let id = world.next_id();
            let mut message = Message::new(id, channel, world.bot_user, 0);
            message.only_for = only_for;
            world.add_message(message);
            id
        };
        let (board, answer) = (says(None), says(owner));
        let mut others = (0..KEPT_MESSAGES).map(|_| says(owner)).collect::<Vec<_>>();
        let talk = says(None);
        let newest = others.pop();
        let there = |id| world.messages.contains_key(&id);
        assert!(there(board) && there(talk) && newest.is_some_and(there));
        assert!(!there(answer) && !there(others[0]));
        assert_eq!(world.channels[&channel].messages.len(), KEPT_MESSAGES);
    }
}
