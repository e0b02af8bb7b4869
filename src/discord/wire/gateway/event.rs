//! What the gateway has sent, and how it is read.

use std::collections::HashSet;
use std::num::NonZero;

use poise::serenity_prelude::{
    AuthorizingIntegrationOwners, GuildId, Interaction, InteractionType,
};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::{Value, json};

use crate::discord::wire::authority::is_of_server;
use crate::tables::ServerId;

/// What the gateway has sent: what it says is read at once as what it is to become, which for an interaction is much.
#[derive(Clone, Copy)]
pub(crate) struct Event<'a>(pub(super) &'a str);

#[derive(Deserialize)]
struct Said<T> {
    d: T,
}

/// What kind of interaction it is.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: InteractionType,
}

/// Where an interaction comes from, and on whose authority.
#[derive(Deserialize)]
struct Origin {
    id: String,
    guild_id: Option<String>,
    authorizing_integration_owners: Option<AuthorizingIntegrationOwners>,
}

/// What the bot wants to know of a place: a server, a channel or a thread.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Place {
    id: Value,
    guild_id: Value,
    unavailable: Value,
    channel_ids: Value,
    thread_metadata: Value,
    threads: Option<Vec<Option<Thread>>>,
}

/// What the bot wants to know of each thread of a server: of most, nothing.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Thread {
    id: Value,
    thread_metadata: Value,
}

impl Event<'_> {
    /// What it says. serenity falls over where the hash of a face is made of other letters than Discord's: that does not read
    /// either.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        let read = std::panic::catch_unwind(|| serde_json::from_str::<Said<T>>(self.0));
        let fell = |_| Err(serde_json::Error::custom("whoever reads it fell over"));
        read.unwrap_or_else(fell).map(|said| said.d)
    }

    /// The interaction that it is. serenity builds a tree of each before it looks of what kind it is; most are presses, with a
    /// whole message, and a press reads as one at once.
    pub(crate) fn interaction(self) -> Result<Interaction, serde_json::Error> {
        match self.read::<Kind>()?.kind {
            InteractionType::Component => self.read().map(Interaction::Component),
            _ => self.read(),
        }
    }

    /// The server from which an interaction comes, if it does from one that has the bot, and its own id.
    pub(crate) fn origin(self) -> Option<(ServerId, u64)> {
        let origin: Origin = self.read().ok()?;
        let server: NonZero<u64> = origin.guild_id?.parse().ok()?;
        let owners = origin.authorizing_integration_owners.unwrap_or_default();
        let has_bot = is_of_server(&owners, GuildId::from(server));
        let server = has_bot.then(|| ServerId::new(server.get()))?;
        Some((server, origin.id.parse().ok()?))
    }

    /// The servers that READY names.
    pub(super) fn servers(self) -> HashSet<ServerId> {
        let said = self.value();
        let servers = said.get("guilds").and_then(Value::as_array);
        let ids = servers.into_iter().flatten();
        ids.filter_map(|named| server(named.get("id")?.as_str()?))
            .collect()
    }

    /// What it says of a place, and nothing else: of a large server hundreds of kilobytes are told with each GUILD_CREATE, and
    /// a tree of all that takes ten times as much memory, for an id.
    pub(super) fn of_place(self) -> Value {
        let place: Place = self.read().unwrap_or_default();
        let threads = place.threads.into_iter().flatten().flatten();
        let is_locked = |thread: &Thread| thread.thread_metadata["locked"] == true;
        let locked: Vec<Value> = threads
            .filter(is_locked)
            .map(|thread| json!({"id": thread.id, "thread_metadata": {"locked": true}}))
            .collect();
        json!({
            "id": place.id, "guild_id": place.guild_id, "unavailable": place.unavailable, "channel_ids": place.channel_ids,
            "thread_metadata": place.thread_metadata, "threads": locked,
        })
    }

    /// What it says, whatever that is.
    pub(super) fn value(self) -> Value {
        self.read().unwrap_or_default()
    }
}

fn server(id: &str) -> Option<ServerId> {
    id.parse().ok().map(ServerId::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::wire::place_news::{PlaceNews, ServerNews};

    #[test]
    fn of_a_place_nothing_is_kept_but_what_is_read() {
        let channel = json!({"id": "6", "permission_overwrites": [{"id": "5", "allow": "0"}]});
        let [channels, roles] = [channel, json!({"id": "5"})].map(|one| json!([one, one, one]));
        let thread = |id: &str, is_locked: bool| {
            let metadata =
                json!({"locked": is_locked, "archived": false, "auto_archive_duration": 1440});
            json!({"id": id, "name": "evening", "parent_id": "6", "thread_metadata": metadata})
        };
        let mut threads = vec![json!({"id": "8"}); 50];
        threads.extend([thread("9", false), thread("10", true), thread("11", false)]);
        threads.extend([json!(null), json!({"id": "12", "thread_metadata": [true]})]);
        let more =
            json!({"channels": channels, "roles": roles, "name": "Garden", "threads": threads});
        for (event, place) in [
            ("GUILD_CREATE", json!({"id": "5", "unavailable": false})),
            ("GUILD_CREATE", json!({"id": "5", "unavailable": true})),
            ("GUILD_DELETE", json!({"id": "5"})),
            (
                "GUILD_ROLE_UPDATE",
                json!({"guild_id": "5", "role": {"id": "7"}}),
            ),
            ("CHANNEL_UPDATE", json!({"id": "6", "guild_id": "5"})),
            (
                "THREAD_UPDATE",
                json!({"id": "6", "thread_metadata": {"locked": true}}),
            ),
            (
                "THREAD_LIST_SYNC",
                json!({"guild_id": "5", "channel_ids": ["6", "7"]}),
            ),
            ("THREAD_LIST_SYNC", json!({"guild_id": "5"})),
            ("CHANNEL_DELETE", json!({"id": 6})),
            ("CHANNEL_DELETE", json!([])),
            ("CHANNEL_DELETE", Value::Null),
        ] {
            let mut whole = place.clone();
            if let (Value::Object(whole), Value::Object(more)) = (&mut whole, more.clone()) {
                whole.extend(more);
            }
            let text = json!({"op": 0, "t": event, "d": whole}).to_string();
            let kept = Event(&text).of_place();
            assert_eq!(
                PlaceNews::read(event, &kept),
                PlaceNews::read(event, &whole),
                "{whole}"
            );
            assert_eq!(
                ServerNews::read(event, &kept),
                ServerNews::read(event, &whole),
                "{whole}"
            );
            assert!(kept.to_string().len() < 200, "{kept}");
        }
    }

    #[test]
    fn a_face_of_strange_letters_fells_nobody() {
        let press = include_str!("../../../../tests/data/corpus/gateway/press");
        let press = press.lines().find(|line| line.contains("\"type\":3"));
        let press = press.expect("a press");
        let hash = "20c9e8336b0a88c0aa96178f828b06b5";
        assert!(press.contains(hash) && Event(press).interaction().is_ok());
        // As many bytes, and a letter of two among them.
        let strange = press.replace(hash, "20c9e8336b0a88cМa96178f828b06b5");
        assert!(Event(&strange).interaction().is_err());
    }

    #[test]
    fn an_interaction_and_a_greeting_name_their_servers() {
        let by = |owners: Value| json!({"guild_id": "5", "id": "7", "authorizing_integration_owners": owners});
        for (said, server) in [
            (by(json!({"0": "5"})), Some(5)),
            (by(json!({"0": "5", "1": "9"})), Some(5)),
            (by(json!({})), Some(5)),
            (by(Value::Null), Some(5)),
            // Whoever has the bot themselves brings it along.
            (by(json!({"1": "9"})), None),
            (by(json!({"0": "6"})), None),
            (by(json!({"0": "0", "1": "9"})), None),
            (by(json!([])), None),
            (json!({"guild_id": "0", "id": "7"}), None),
            (json!({"guild_id": "5", "id": "7", "type": 3}), Some(5)),
            (json!({"guild_id": null, "id": "7"}), None),
            (json!({"guild_id": 5, "id": "7"}), None),
            (json!({"guild_id": "five", "id": "7"}), None),
            (json!({"guild_id": "5"}), None),
            (json!({"guild_id": "5", "id": "seven"}), None),
            (json!({"id": "7"}), None),
            (Value::Null, None),
        ] {
            let text = json!({"op": 0, "d": said}).to_string();
            let origin = server.map(|server| (ServerId::new(server), 7));
            assert_eq!(Event(&text).origin(), origin, "{said}");
        }
        let named = json!([{"id": "5", "unavailable": true}, {"id": "6"}, {"id": 7}, "8", null]);
        for (guilds, servers) in [
            (named, vec![5, 6]),
            (json!([]), vec![]),
            (json!({}), vec![]),
        ] {
            let text = json!({"op": 0, "d": {"guilds": guilds}}).to_string();
            let servers: HashSet<_> = servers.into_iter().map(ServerId::new).collect();
            assert_eq!(Event(&text).servers(), servers, "{guilds}");
        }
    }
}
