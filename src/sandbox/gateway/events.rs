//! What bots hear of messages, threads and people, beside the interactions.

use serde_json::{Value, json};

use crate::clock::timestamp;
use crate::id::Id;
use crate::world::World;

/// What is blank in messages for those who may not read them.
const CONTENT: [(&str, Empty); 4] = [
    ("content", Empty::Text),
    ("embeds", Empty::List),
    ("attachments", Empty::List),
    ("components", Empty::List),
];

#[derive(Clone, Copy)]
enum Empty {
    Text,
    List,
}

impl World {
    /// MESSAGE_CREATE or MESSAGE_UPDATE; of ephemeral messages nobody hears, nor of places where the bot may not look.
    pub(crate) fn dispatch_message(&mut self, event: &str, id: Id) {
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        let Some(place) = self.channels.get(&message.channel) else {
            return;
        };
        if message.only_for.is_some() || place.bot_may(0).is_err() || !self.sessions.has_listeners()
        {
            return;
        }
        let mut shown = message.show(self);
        shown["channel_type"] = json!(place.sort as u8);
        let readable = place.is_direct()
            || message.author == self.bot_user
            || message.mentions.contains(&self.bot_user);
        if let Some(guild) = place.guild(self) {
            shown["guild_id"] = guild.into();
            if let Some(Value::Object(mut member)) = self.member(message.author) {
                member.remove("user");
                shown["member"] = member.into();
            }
        }
        if readable {
            self.sessions.dispatch(event, &shown);
        } else {
            let bare = without_content(&shown);
            self.sessions.dispatch_either(event, &shown, &bare);
        }
    }

    /// MESSAGE_DELETE.
    pub(crate) fn dispatch_deletion(&mut self, channel: Id, id: Id) {
        let Some(place) = self.channels.get(&channel) else {
            return;
        };
        if place.bot_may(0).is_err() {
            return;
        }
        let mut gone = json!({"id": id, "channel_id": channel});
        if let Some(guild) = place.guild(self) {
            gone["guild_id"] = guild.into();
        }
        self.sessions.dispatch("MESSAGE_DELETE", &gone);
    }

    /// TYPING_START: a person is writing.
    pub(crate) fn dispatch_typing(&mut self, channel: Id, person: Id) {
        let Some(place) = self.channels.get(&channel) else {
            return;
        };
        if place.bot_may(0).is_err() {
            return;
        }
        let mut typing = json!({
            "channel_id": channel, "user_id": person, "timestamp": self.clock.now_ms() / 1000,
        });
        if let Some(guild) = place.guild(self) {
            typing["guild_id"] = guild.into();
            typing["member"] = self.member(person).unwrap_or_default();
        }
        self.sessions.dispatch("TYPING_START", &typing);
    }

    /// GUILD_MEMBER_ADD: somebody new, in each server of the bot.
    pub(crate) fn dispatch_arrival(&mut self, person: Id) {
        self.tell_of_member("GUILD_MEMBER_ADD", person);
    }

    /// GUILD_MEMBER_REMOVE: somebody has left each server of the bot.
    pub(crate) fn dispatch_departure(&mut self, person: Id) {
        let user = self.user(person);
        for (server, _) in self.bots_servers() {
            let gone = json!({"guild_id": server, "user": user});
            self.sessions.dispatch("GUILD_MEMBER_REMOVE", &gone);
        }
    }

    /// GUILD_MEMBER_UPDATE: somebody is a member under other terms.
    pub(crate) fn dispatch_member_change(&mut self, person: Id) {
        self.tell_of_member("GUILD_MEMBER_UPDATE", person);
    }

    fn tell_of_member(&mut self, event: &str, person: Id) {
        let Some(mut member) = self.member(person) else {
            return;
        };
        for (server, _) in self.bots_servers() {
            member["guild_id"] = server.into();
            self.sessions.dispatch(event, &member);
        }
    }

    /// THREAD_MEMBERS_UPDATE: somebody came or went. Without the members' intent a bot hears only of itself.
    pub(crate) fn dispatch_thread_members(&mut self, thread: Id, came: &[Id], went: &[Id]) {
        let Some(place) = self.channels.get(&thread) else {
            return;
        };
        let now = timestamp(self.clock.now_ms());
        let member = |id: &Id| {
            let mut shown = place.show_member(*id).unwrap_or_else(
                || json!({"id": thread, "user_id": id, "join_timestamp": now, "flags": 0}),
            );
            shown["member"] = self.member(*id).unwrap_or_default();
            shown["presence"] = Value::Null;
            shown
        };
        let mut update = json!({
            "id": thread, "guild_id": place.guild(self), "member_count": place.members.len().min(50),
        });
        if !came.is_empty() {
            update["added_members"] = came.iter().map(member).collect();
        }
        if !went.is_empty() {
            update["removed_member_ids"] = went.iter().map(|id| Value::from(*id)).collect();
        }
        let itself = came.contains(&self.bot_user) || went.contains(&self.bot_user);
        if itself {
            self.sessions.dispatch("THREAD_MEMBERS_UPDATE", &update);
        } else {
            self.sessions
                .dispatch_to_knowing("THREAD_MEMBERS_UPDATE", &update);
        }
    }
}

fn without_content(shown: &Value) -> Value {
    let mut bare = shown.clone();
    for (key, empty) in CONTENT {
        bare[key] = match empty {
            Empty::Text => json!(""),
            Empty::List => json!([]),
        };
    }
    bare
}
