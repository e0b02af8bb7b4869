//! Channels and threads, and who may do what in them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::clock::timestamp;
use super::id::Id;
use super::refusal::Refusal;
use super::world::World;

/// Discord's permission bits, as far as they decide anything here (limits: "Permissions").
pub(super) mod permission {
    pub(crate) const ADMINISTRATOR: u64 = 1 << 3;
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

    /// What the bot's invitation asks for (limits: "Permissions").
    pub(crate) const INVITED: u64 =
        VIEW | SEND | EMBED | ATTACH | HISTORY | CREATE_THREADS | SEND_IN_THREADS;
    /// What everybody has.
    pub(crate) const MEMBER: u64 =
        INVITED | ADD_REACTIONS | EXTERNAL_EMOJIS | CHANGE_NICKNAME | USE_COMMANDS;
    /// What a moderator has beyond that.
    pub(crate) const MODERATOR: u64 = MANAGE_MESSAGES | MANAGE_THREADS;
}

/// The kinds of channel there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Text = 0,
    Direct = 1,
    Thread = 11,
}

/// A channel, a thread, or the direct messages with one person.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub(super) id: Id,
    pub(super) sort: Sort,
    pub(super) name: String,
    pub(super) parent: Option<Id>,
    pub(super) owner: Option<Id>,
    /// Whose direct messages these are.
    pub(super) recipient: Option<Id>,
    pub(super) bot_permissions: u64,
    pub(super) born_ms: u64,
    pub(super) archived: bool,
    pub(super) locked: bool,
    pub(super) auto_archive_min: u64,
    /// Members of a thread and when they joined.
    pub(super) members: BTreeMap<Id, u64>,
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
            bot_permissions: permission::INVITED,
            born_ms,
            archived: false,
            locked: false,
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
            parent: Some(parent.id),
            owner: Some(owner),
            bot_permissions: parent.bot_permissions,
            members: BTreeMap::from([(owner, born_ms)]),
            ..Self::text(id, name, born_ms)
        }
    }

    /// The direct messages between a person and the bot.
    pub(super) fn direct(id: Id, person: Id, born_ms: u64) -> Self {
        Self {
            sort: Sort::Direct,
            recipient: Some(person),
            ..Self::text(id, "", born_ms)
        }
    }

    pub(super) fn is_thread(&self) -> bool {
        self.sort == Sort::Thread
    }

    pub(super) fn is_direct(&self) -> bool {
        self.sort == Sort::Direct
    }

    /// Whether this person may look into it.
    pub(super) fn is_open_to(&self, person: Id) -> bool {
        self.recipient.is_none_or(|recipient| recipient == person)
    }

    /// `Ok` when the bot has all of these permissions here; without the right to view it nothing else counts.
    pub(super) fn bot_may(&self, needed: u64) -> Result<(), Refusal> {
        let has = |bits| {
            self.is_direct()
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
        let name = match self.recipient.and_then(|id| world.people.get(&id)) {
            Some(person) => format!("@{}", person.name),
            None => self.name.clone(),
        };
        let mut shown =
            json!({"id": self.id, "name": name, "type": self.sort as u8, "parent_id": self.parent});
        if let Some(person) = self.recipient {
            shown["recipient"] = person.into();
        }
        if self.is_thread() {
            shown["archived"] = self.archived.into();
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
            Sort::Thread => self.thread_fields(world),
            Sort::Direct => {
                json!({"recipients": self.recipient.map(|id| world.user(id)).into_iter().collect::<Vec<_>>()})
            }
        };
        if let (Value::Object(shown), Value::Object(more)) = (&mut shown, more) {
            shown.extend(more);
        }
        shown
    }

    fn text_fields(&self, world: &World) -> Value {
        // The bot's role gives what the invitation asks for; the channel's overwrite makes up the difference.
        let allow = self.bot_permissions & !permission::INVITED;
        let deny = permission::INVITED & !self.bot_permissions;
        let overwrites = if allow | deny == 0 {
            json!([])
        } else {
            json!([{"id": world.application, "type": 1, "allow": allow.to_string(), "deny": deny.to_string()}])
        };
        json!({
            "guild_id": world.guild, "name": self.name, "position": 0, "permission_overwrites": overwrites,
            "nsfw": false, "topic": null, "rate_limit_per_user": 0, "parent_id": null,
        })
    }

    fn thread_fields(&self, world: &World) -> Value {
        let mut fields = json!({
            "guild_id": world.guild, "name": self.name, "parent_id": self.parent, "owner_id": self.owner,
            "rate_limit_per_user": 0, "message_count": self.sent, "total_message_sent": self.sent,
            "member_count": self.members.len().min(50),
            "thread_metadata": {
                "archived": self.archived, "locked": self.locked, "auto_archive_duration": self.auto_archive_min,
                "archive_timestamp": timestamp(self.born_ms), "create_timestamp": timestamp(self.born_ms),
            },
        });
        if let Some(member) = self.show_member(world.application) {
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
