//! Channels and threads, and who may do what in them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::clock::timestamp;
use super::id::Id;
use super::person::Person;
use super::refusal::Refusal;
use super::world::World;

/// Discord's permission bits, as far as they decide anything here (limits: "Permissions").
pub(super) mod permission {
    pub(crate) const ADMINISTRATOR: u64 = 1 << 3;
    pub(crate) const ALL: u64 = (1 << 53) - 1;
    pub(crate) const MANAGE_CHANNELS: u64 = 1 << 4;
    pub(crate) const ADD_REACTIONS: u64 = 1 << 6;
    pub(crate) const VIEW: u64 = 1 << 10;
    pub(crate) const SEND: u64 = 1 << 11;
    pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
    pub(crate) const EMBED: u64 = 1 << 14;
    pub(crate) const ATTACH: u64 = 1 << 15;
    pub(crate) const HISTORY: u64 = 1 << 16;
    pub(crate) const MENTION_EVERYONE: u64 = 1 << 17;
    pub(crate) const EXTERNAL_EMOJIS: u64 = 1 << 18;
    pub(crate) const CHANGE_NICKNAME: u64 = 1 << 26;
    pub(crate) const USE_COMMANDS: u64 = 1 << 31;
    pub(crate) const MANAGE_THREADS: u64 = 1 << 34;
    pub(crate) const CREATE_THREADS: u64 = 1 << 35;
    pub(crate) const SEND_IN_THREADS: u64 = 1 << 38;
    pub(crate) const EXTERNAL_APPS: u64 = 1 << 50;

    /// What the bot's invitation asks for (limits: "Permissions").
    pub(crate) const INVITED: u64 =
        VIEW | SEND | EMBED | ATTACH | HISTORY | CREATE_THREADS | SEND_IN_THREADS;
    /// What everybody has.
    pub(crate) const MEMBER: u64 =
        INVITED | ADD_REACTIONS | EXTERNAL_EMOJIS | CHANGE_NICKNAME | USE_COMMANDS | EXTERNAL_APPS;
    /// What is left to somebody who is timed out.
    pub(crate) const TIMED_OUT: u64 = VIEW | HISTORY;
    /// What a moderator has beyond that.
    pub(crate) const MODERATOR: u64 = MANAGE_MESSAGES | MANAGE_THREADS;
}

/// The kinds of channel there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Sort {
    Text = 0,
    Direct = 1,
    Group = 3,
    Thread = 11,
    PrivateThread = 12,
}

/// Where a channel belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Home {
    /// The server that the bot is in.
    Server,
    /// Another server that the bot is in.
    Further(Id),
    /// A server without the bot.
    Elsewhere(Id),
    /// The direct messages of the bot with somebody.
    Bot,
    /// The direct messages of these people with each other.
    Private(Vec<Id>),
}

/// A channel, a thread, or the direct messages with one person.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Channel {
    pub(super) id: Id,
    pub(super) sort: Sort,
    pub(super) name: String,
    pub(super) parent: Option<Id>,
    pub(super) owner: Option<Id>,
    /// Whose direct messages these are.
    pub(super) recipient: Option<Id>,
    pub(super) home: Home,
    pub(super) bot_permissions: u64,
    /// Whether its server has thrown the bot out.
    pub(super) without_bot: bool,
    /// What ordinary members may do here of what they may do at all.
    pub(super) people_permissions: u64,
    pub(super) born_ms: u64,
    pub(super) archived: bool,
    pub(super) locked: bool,
    /// Whether the bot was let into it, if it is a private thread.
    #[serde(default)]
    pub(super) has_let_bot_in: bool,
    pub(super) auto_archive_min: u64,
    /// Members of a thread and when they joined.
    pub(super) members: BTreeMap<Id, u64>,
    /// A kept world has them with the messages themselves.
    #[serde(skip)]
    pub(super) messages: BTreeSet<Id>,
    pub(super) last_message: Option<Id>,
    pub(super) sent: u64,
}

impl Channel {
    /// A text channel of the server.
    pub(super) fn text(id: Id, name: &str, born_ms: u64) -> Self {
        Self {
            id,
            sort: Sort::Text,
            name: name.to_owned(),
            parent: None,
            owner: None,
            recipient: None,
            home: Home::Server,
            bot_permissions: permission::INVITED,
            without_bot: false,
            people_permissions: permission::ALL,
            born_ms,
            archived: false,
            locked: false,
            has_let_bot_in: false,
            auto_archive_min: 1440,
            members: BTreeMap::new(),
            messages: BTreeSet::new(),
            last_message: None,
            sent: 0,
        }
    }

    /// A public thread, which inherits the bot's permissions from its parent.
    pub(super) fn thread(id: Id, name: &str, parent: &Self, owner: Id, born_ms: u64) -> Self {
        Self {
            sort: Sort::Thread,
            home: parent.home.clone(),
            parent: Some(parent.id),
            owner: Some(owner),
            bot_permissions: parent.bot_permissions,
            without_bot: parent.without_bot,
            people_permissions: parent.people_permissions,
            members: BTreeMap::from([(owner, born_ms)]),
            ..Self::text(id, name, born_ms)
        }
    }

    /// The direct messages between a person and the bot.
    pub(super) fn direct(id: Id, person: Id, born_ms: u64) -> Self {
        Self {
            sort: Sort::Direct,
            recipient: Some(person),
            home: Home::Bot,
            ..Self::text(id, "", born_ms)
        }
    }

    /// The direct messages of some people with each other.
    pub(super) fn private(id: Id, people: Vec<Id>, born_ms: u64) -> Self {
        let sort = if people.len() > 2 {
            Sort::Group
        } else {
            Sort::Direct
        };
        Self {
            sort,
            home: Home::Private(people),
            ..Self::text(id, "", born_ms)
        }
    }

    pub(super) fn is_thread(&self) -> bool {
        matches!(self.sort, Sort::Thread | Sort::PrivateThread)
    }

    /// Whether it is a private thread that the bot was not let into.
    pub(super) fn is_kept_from_bot(&self) -> bool {
        let manages = self.bots_permissions() & permission::MANAGE_THREADS != 0;
        self.sort == Sort::PrivateThread && !self.has_let_bot_in && !manages
    }

    /// Whether it belongs to no server.
    pub(super) fn is_direct(&self) -> bool {
        matches!(self.home, Home::Bot | Home::Private(_))
    }

    /// Whether it is a channel or thread of a server that the bot is in.
    pub(super) fn is_in_bots_server(&self) -> bool {
        matches!(self.home, Home::Server | Home::Further(_)) && !self.without_bot
    }

    /// Whether it is one of this server, in which the bot is.
    pub(super) fn is_in(&self, guild: Id, world: &World) -> bool {
        self.is_in_bots_server() && self.guild(world) == Some(guild)
    }

    /// Its server.
    pub(super) fn guild(&self, world: &World) -> Option<Id> {
        match self.home {
            Home::Server => Some(world.guild),
            Home::Further(guild) | Home::Elsewhere(guild) => Some(guild),
            Home::Bot | Home::Private(_) => None,
        }
    }

    /// Discord's interaction context: 0 a server, 1 direct messages of the bot, 2 those of others.
    pub(super) fn context(&self) -> u64 {
        match self.home {
            Home::Server | Home::Further(_) | Home::Elsewhere(_) => 0,
            Home::Bot => 1,
            Home::Private(_) => 2,
        }
    }

    /// What a person may do here.
    pub(super) fn permissions_of(&self, person: &Person) -> u64 {
        if self.is_direct() {
            return person.permissions;
        }
        let here = person.permissions & self.people_permissions;
        if person.may(permission::ADMINISTRATOR) {
            permission::ALL
        } else if here & permission::VIEW == 0 {
            // Who cannot look in can do nothing there.
            0
        } else {
            here
        }
    }

    /// What the bot may do here; without a look at the place it may do nothing.
    pub(super) fn bots_permissions(&self) -> u64 {
        match self.bot_permissions {
            bits if bits & permission::ADMINISTRATOR != 0 => permission::ALL,
            bits if bits & permission::VIEW == 0 => 0,
            bits => bits,
        }
    }

    /// Whether it is a locked thread for whoever may do these things: then they only read there.
    pub(super) fn is_locked_for(&self, permissions: u64) -> bool {
        self.locked && permissions & permission::MANAGE_THREADS == 0
    }

    /// Whether this person may look into it.
    pub(super) fn is_open_to(&self, person: &Person) -> bool {
        match &self.home {
            Home::Server | Home::Further(_) | Home::Elsewhere(_) => !person.is_outside,
            Home::Bot => self.recipient == Some(person.id),
            Home::Private(people) => people.contains(&person.id),
        }
    }

    /// `Ok` when the bot has all of these permissions here; without the right to view it nothing else counts.
    pub(super) fn bot_may(&self, needed: u64) -> Result<(), Refusal> {
        let is_elsewhere = matches!(self.home, Home::Elsewhere(_) | Home::Private(_));
        if self.without_bot || is_elsewhere || self.is_kept_from_bot() {
            return Err(Refusal::no_access());
        }
        let has = |bits| {
            self.home == Home::Bot
                || self.bot_permissions & permission::ADMINISTRATOR != 0
                || self.bot_permissions & bits == bits
        };
        if !has(permission::VIEW) {
            return Err(Refusal::no_access());
        }
        if has(needed) {
            Ok(())
        } else {
            Err(Refusal::no_permission())
        }
    }

    /// The permission that speaking here takes.
    pub(super) fn speaking(&self) -> u64 {
        if self.is_thread() {
            permission::SEND_IN_THREADS
        } else {
            permission::SEND
        }
    }

    /// The object of the people's API.
    pub(super) fn show_briefly(&self, world: &World) -> Value {
        let called = |id: &Id| {
            world
                .people
                .get(id)
                .map(|person| format!("@{}", person.name))
        };
        let name = match (&self.home, self.recipient) {
            (Home::Private(people), _) => people
                .iter()
                .filter_map(called)
                .collect::<Vec<_>>()
                .join(", "),
            (_, Some(person)) => called(&person).unwrap_or_default(),
            _ => self.name.clone(),
        };
        let mut shown =
            json!({"id": self.id, "name": name, "type": self.sort as u8, "parent_id": self.parent});
        if let Some(person) = self.recipient {
            shown["recipient"] = person.into();
        }
        match &self.home {
            Home::Private(people) => {
                shown["people"] = people.iter().map(|id| Value::from(*id)).collect();
            }
            Home::Further(server) | Home::Elsewhere(server) => shown["server"] = (*server).into(),
            Home::Server | Home::Bot => {}
        }
        if self.is_thread() {
            shown["archived"] = self.archived.into();
            shown["locked"] = self.locked.into();
        }
        shown
    }

    /// Discord's channel object.
    pub(super) fn show(&self, world: &World) -> Value {
        let mut shown = json!({
            "id": self.id, "type": self.sort as u8, "flags": 0, "last_message_id": self.last_message,
        });
        let more = match self.sort {
            Sort::Text => self.text_fields(world),
            Sort::Thread | Sort::PrivateThread => self.thread_fields(world),
            Sort::Direct | Sort::Group => self.direct_fields(world),
        };
        if let (Value::Object(shown), Value::Object(more)) = (&mut shown, more) {
            shown.extend(more);
        }
        shown
    }

    fn direct_fields(&self, world: &World) -> Value {
        let people: Vec<Id> = match &self.home {
            Home::Private(people) => people.clone(),
            _ => self.recipient.into_iter().collect(),
        };
        let users: Vec<Value> = people.iter().map(|id| world.user(*id)).collect();
        match self.sort {
            Sort::Group => {
                json!({"recipients": users, "name": null, "icon": null, "owner_id": people.first()})
            }
            _ => json!({"recipients": users}),
        }
    }

    fn text_fields(&self, world: &World) -> Value {
        // The role of everyone gives what the invitation asks for; the channel's overwrite makes up the difference.
        let everyone = match self.home {
            Home::Server => world.everyone,
            _ => permission::INVITED,
        };
        let allow = self.bot_permissions & !everyone;
        let deny = everyone & !self.bot_permissions;
        let mut overwrites = Vec::new();
        let overwrite = |id: Option<Id>, sort: u8, allow: u64, deny: u64| json!({"id": id, "type": sort, "allow": allow.to_string(), "deny": deny.to_string()});
        let usual = permission::MEMBER & !permission::INVITED | everyone;
        let denied = usual & !self.people_permissions;
        if denied != 0 {
            overwrites.push(overwrite(self.guild(world), 0, 0, denied));
        }
        // The server's denial reaches the bot as well, unless its own overwrite gives the right back.
        let allow = allow | denied & self.bot_permissions;
        if allow | deny != 0 {
            overwrites.push(overwrite(Some(world.bot_user), 1, allow, deny));
        }
        json!({
            "guild_id": self.guild(world), "name": self.name, "position": 0, "permission_overwrites": overwrites,
            "nsfw": false, "topic": null, "rate_limit_per_user": 0, "parent_id": null,
        })
    }

    fn thread_fields(&self, world: &World) -> Value {
        let mut fields = json!({
            "guild_id": self.guild(world), "name": self.name, "parent_id": self.parent, "owner_id": self.owner,
            "rate_limit_per_user": 0, "message_count": self.sent, "total_message_sent": self.sent,
            "member_count": self.members.len().min(50),
            "thread_metadata": {
                "archived": self.archived, "locked": self.locked, "auto_archive_duration": self.auto_archive_min,
                "archive_timestamp": timestamp(self.born_ms), "create_timestamp": timestamp(self.born_ms),
            },
        });
        if self.sort == Sort::PrivateThread {
            fields["thread_metadata"]["invitable"] = true.into();
        }
        if let Some(member) = self.show_member(world.bot_user) {
            fields["member"] = member;
        }
        fields
    }

    /// The thread-member object of somebody who is in this thread.
    pub(super) fn show_member(&self, user: Id) -> Option<Value> {
        let joined_ms = self.members.get(&user)?;
        Some(
            json!({"id": self.id, "user_id": user, "join_timestamp": timestamp(*joined_ms), "flags": 0}),
        )
    }
}
