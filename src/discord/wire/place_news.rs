//! What the gateway tells of places: where the bot may be, and where it may not be any more; and which servers are out of
//! reach for a while.

use serde_json::Value;

use crate::tables::{ChannelId, ServerId};

/// What the gateway tells of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceNews {
    /// The bot is not in this server any more.
    ThrownOut(ServerId),
    /// The bot is in this server, or its rights there have changed.
    Invited(ServerId),
    /// This channel or thread is gone.
    Gone(ChannelId),
    /// This thread is locked: nobody can press anything there, whatever the bot may do.
    Locked(ChannelId),
    /// This channel or thread has changed: perhaps the bot may write there again.
    Changed(ChannelId),
}

impl PlaceNews {
    /// Reads an event of the gateway: mostly it is about something else.
    pub(crate) fn read(event: &str, told: &Value) -> Vec<Self> {
        let channels = told.get("channel_ids").and_then(Value::as_array);
        let mut news: Vec<Self> = match (event, channels) {
            // The bot has been let into these channels.
            ("THREAD_LIST_SYNC", Some(channels)) => {
                let ids = channels.iter().filter_map(|id| id.as_str()?.parse().ok());
                ids.map(|id| Self::Changed(ChannelId::new(id))).collect()
            }
            _ => Self::read_one(event, told).into_iter().collect(),
        };
        if !news.is_empty() && matches!(event, "GUILD_CREATE" | "THREAD_LIST_SYNC") {
            // Before the rest: no table is brought back for a moment in which people can press nothing.
            news.splice(0..0, locked_threads(told));
        }
        news
    }

    fn read_one(event: &str, told: &Value) -> Option<Self> {
        let id = |key: &str| told.get(key)?.as_str()?.parse::<u64>().ok();
        let server = |key| id(key).map(ServerId::new);
        let channel = || id("id").map(ChannelId::new);
        // An outage of Discord's takes no right away: `ServerNews` tells of it.
        let is_outage = is_outage(told);
        match event {
            "GUILD_CREATE" if !is_outage => server("id").map(Self::Invited),
            "GUILD_DELETE" if !is_outage => server("id").map(Self::ThrownOut),
            // Without the members' intent the only member that is told of is the bot itself.
            "GUILD_ROLE_UPDATE"
            | "GUILD_ROLE_DELETE"
            | "GUILD_MEMBER_UPDATE"
            | "THREAD_LIST_SYNC" => server("guild_id").map(Self::Invited),
            "CHANNEL_DELETE" | "THREAD_DELETE" => channel().map(Self::Gone),
            "CHANNEL_CREATE" | "CHANNEL_UPDATE" => channel().map(Self::Changed),
            "THREAD_CREATE" | "THREAD_UPDATE" if is_locked(told) => channel().map(Self::Locked),
            "THREAD_CREATE" | "THREAD_UPDATE" => channel().map(Self::Changed),
            _ => None,
        }
    }
}

/// The locked ones among the threads that a server is told with, or a channel.
fn locked_threads(told: &Value) -> Vec<PlaceNews> {
    let threads = told.get("threads").and_then(Value::as_array);
    let locked = threads.into_iter().flatten().filter(|one| is_locked(one));
    let ids = locked.filter_map(|one| one.get("id")?.as_str()?.parse().ok());
    ids.map(|id| PlaceNews::Locked(ChannelId::new(id)))
        .collect()
}

fn is_locked(thread: &Value) -> bool {
    thread.pointer("/thread_metadata/locked") == Some(&Value::Bool(true))
}

/// What the gateway tells of whether a server is there for its people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ServerNews {
    /// Discord has made it unavailable: an outage, while the connection goes on.
    Unavailable(ServerId),
    /// The bot is not in it any more, and will hear nothing further of it.
    ThrownOut(ServerId),
    /// It is there.
    Available(ServerId),
}

impl ServerNews {
    /// Reads an event of the gateway: mostly it is about something else.
    pub(crate) fn read(event: &str, told: &Value) -> Option<Self> {
        if is_outage(told) && matches!(event, "GUILD_CREATE" | "GUILD_DELETE") {
            let id = told.get("id")?.as_str()?.parse().ok()?;
            return Some(Self::Unavailable(ServerId::new(id)));
        }
        match PlaceNews::read_one(event, told)? {
            PlaceNews::ThrownOut(server) => Some(Self::ThrownOut(server)),
            PlaceNews::Invited(server) => Some(Self::Available(server)),
            PlaceNews::Gone(_) | PlaceNews::Locked(_) | PlaceNews::Changed(_) => None,
        }
    }
}

fn is_outage(told: &Value) -> bool {
    told.get("unavailable") == Some(&Value::Bool(true))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_tell_of_places() {
        use PlaceNews::{Changed, Gone, Invited, Locked, ThrownOut};
        let locked =
            |is: bool| json!({"id": "5", "thread_metadata": {"locked": is, "archived": true}});
        let (server, channel) = (ServerId::new(5), ChannelId::new(5));
        for (event, told, news) in [
            ("GUILD_DELETE", json!({"id": "5"}), Some(ThrownOut(server))),
            (
                "GUILD_DELETE",
                json!({"id": "5", "unavailable": true}),
                None,
            ),
            (
                "GUILD_CREATE",
                json!({"id": "5", "unavailable": false}),
                Some(Invited(server)),
            ),
            (
                "GUILD_CREATE",
                json!({"id": "5", "unavailable": true}),
                None,
            ),
            (
                "GUILD_ROLE_UPDATE",
                json!({"guild_id": "5"}),
                Some(Invited(server)),
            ),
            (
                "GUILD_MEMBER_UPDATE",
                json!({"guild_id": "5"}),
                Some(Invited(server)),
            ),
            ("CHANNEL_DELETE", json!({"id": "5"}), Some(Gone(channel))),
            ("THREAD_DELETE", json!({"id": "5"}), Some(Gone(channel))),
            ("CHANNEL_UPDATE", json!({"id": "5"}), Some(Changed(channel))),
            ("THREAD_UPDATE", locked(false), Some(Changed(channel))),
            ("THREAD_UPDATE", locked(true), Some(Locked(channel))),
            ("THREAD_CREATE", locked(true), Some(Locked(channel))),
            ("THREAD_CREATE", locked(false), Some(Changed(channel))),
            ("MESSAGE_DELETE", json!({"id": "5"}), None),
            ("CHANNEL_DELETE", json!({"id": 5}), None),
            ("CHANNEL_DELETE", json!([]), None),
            ("GUILD_DELETE", Value::Null, None),
        ] {
            let news: Vec<_> = news.into_iter().collect();
            assert_eq!(PlaceNews::read(event, &told), news, "{event} {told}");
        }
        // Of whether a server is there at all something else is told.
        for (event, told, news) in [
            (
                "GUILD_DELETE",
                json!({"id": "5", "unavailable": true}),
                Some(ServerNews::Unavailable(server)),
            ),
            (
                "GUILD_CREATE",
                json!({"id": "5", "unavailable": true}),
                Some(ServerNews::Unavailable(server)),
            ),
            (
                "GUILD_CREATE",
                json!({"id": "5", "unavailable": false}),
                Some(ServerNews::Available(server)),
            ),
            (
                "GUILD_DELETE",
                json!({"id": "5"}),
                Some(ServerNews::ThrownOut(server)),
            ),
            (
                "GUILD_ROLE_UPDATE",
                json!({"guild_id": "5"}),
                Some(ServerNews::Available(server)),
            ),
            ("CHANNEL_UPDATE", json!({"id": "5"}), None),
            ("GUILD_DELETE", json!({"id": 5, "unavailable": true}), None),
            ("GUILD_DELETE", Value::Null, None),
        ] {
            assert_eq!(ServerNews::read(event, &told), news, "{event} {told}");
        }
        let thread =
            |id: u64, is: bool| json!({"id": id.to_string(), "thread_metadata": {"locked": is}});
        let threads =
            json!([thread(7, false), thread(8, true), {"id": "9"}, null, thread(10, true)]);
        let [eight, ten] = [8, 10].map(|id| Locked(ChannelId::new(id)));
        let (changed, other) = (Changed(channel), Changed(ChannelId::new(6)));
        let sync = "THREAD_LIST_SYNC";
        for (event, told, news) in [
            (
                sync,
                json!({"guild_id": "5", "channel_ids": ["5", "6", 7], "threads": []}),
                vec![changed, other],
            ),
            (
                sync,
                json!({"guild_id": "5", "channel_ids": ["5"], "threads": threads}),
                vec![eight, ten, changed],
            ),
            (
                sync,
                json!({"guild_id": "5", "threads": []}),
                vec![Invited(server)],
            ),
            (
                sync,
                json!({"guild_id": "5", "threads": threads}),
                vec![eight, ten, Invited(server)],
            ),
            (
                "GUILD_CREATE",
                json!({"id": "5", "threads": threads}),
                vec![eight, ten, Invited(server)],
            ),
            (
                "GUILD_CREATE",
                json!({"id": "5", "unavailable": true, "threads": threads}),
                vec![],
            ),
        ] {
            assert_eq!(PlaceNews::read(event, &told), news, "{event} {told}");
        }
    }
}
