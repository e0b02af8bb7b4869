//! The two libraries, and what must come out of them again.

use serde::de::DeserializeSeed;
use serde_json::Value;

/// Fields whose values a bot works with: wherever one was sent, it must be read back.
const FACTS: [&str; 52] = [
    "id",
    "application_id",
    "channel_id",
    "guild_id",
    "parent_id",
    "owner_id",
    "message_id",
    "user_id",
    "webhook_id",
    "interacted_message_id",
    "original_response_message_id",
    "last_message_id",
    "target_id",
    "session_id",
    "resume_gateway_url",
    "name",
    "username",
    "global_name",
    "filename",
    "title",
    "label",
    "description",
    "content",
    "custom_id",
    "placeholder",
    "value",
    "values",
    "focused",
    "url",
    "size",
    "width",
    "height",
    "content_type",
    "style",
    "disabled",
    "animated",
    "type",
    "component_type",
    "token",
    "version",
    "flags",
    "permissions",
    "app_permissions",
    "allow",
    "deny",
    "locale",
    "guild_locale",
    "context",
    "archived",
    "locked",
    "auto_archive_duration",
    "default",
];

/// What a library has no place for; that says nothing about the sandbox. Library, end of the path (`*` for what varies).
const LOST: [(&str, &str); 46] = [
    // No library keeps the name of the command that a message answers: the newest reference no longer has it.
    ("serenity", "/interaction_metadata/name"),
    ("twilight", "/interaction_metadata/name"),
    // The kind of an interaction is the variant of serenity's enum. Its dialogs know no context, and none knows the server.
    ("serenity", "INTERACTION_CREATE */type"),
    ("serenity", "INTERACTION_CREATE 5/context"),
    ("serenity", "INTERACTION_CREATE */guild"),
    // Channels that come with an interaction are partial ones.
    ("serenity", "INTERACTION_CREATE */channel/flags"),
    ("serenity", "INTERACTION_CREATE */channel/guild_id"),
    ("serenity", "INTERACTION_CREATE */channel/last_message_id"),
    ("serenity", "INTERACTION_CREATE */channel/member"),
    ("serenity", "INTERACTION_CREATE */channel/owner_id"),
    ("serenity", "INTERACTION_CREATE */channel/recipients"),
    ("serenity", "/resolved/channels/*/flags"),
    ("serenity", "/resolved/channels/*/guild_id"),
    ("serenity", "/resolved/channels/*/last_message_id"),
    ("twilight", "INTERACTION_CREATE */channel/permissions"),
    ("twilight", "/resolved/channels/*/flags"),
    ("twilight", "/resolved/channels/*/guild_id"),
    ("twilight", "/resolved/channels/*/last_message_id"),
    // So are members beside a message or a name, and the bot's own place in a thread.
    ("serenity", "/resolved/members/*/flags"),
    ("serenity", "MESSAGE_CREATE/member/flags"),
    ("serenity", "MESSAGE_UPDATE/member/flags"),
    ("serenity", "/thread/member/id"),
    ("serenity", "/thread/member/user_id"),
    ("serenity", "THREAD_CREATE/member/id"),
    ("serenity", "THREAD_CREATE/member/user_id"),
    ("serenity", "THREAD_UPDATE/member/id"),
    ("serenity", "THREAD_UPDATE/member/user_id"),
    ("serenity", "GUILD_CREATE/threads/*/member/id"),
    ("serenity", "GUILD_CREATE/threads/*/member/user_id"),
    ("serenity", "THREAD_LIST_SYNC/threads/*/member/id"),
    ("serenity", "THREAD_LIST_SYNC/threads/*/member/user_id"),
    ("serenity", "GUILD_CREATE/roles/*/flags"),
    ("serenity", "GUILD_ROLE_UPDATE/role/flags"),
    // Of a role serenity keeps its server inside it.
    ("serenity", "GUILD_ROLE_UPDATE/guild_id"),
    ("serenity", "/resolved/roles/*/flags"),
    ("twilight", "/mentions/*/flags"),
    ("twilight", "/mentions/*/global_name"),
    // Numbers of components came with layout components, which serenity 0.12 does not know at all.
    ("serenity", "/components/*/id"),
    ("serenity", "INTERACTION_CREATE 3/data/id"),
    ("twilight", "INTERACTION_CREATE 3/data/id"),
    ("twilight", "INTERACTION_CREATE */version"),
    // twilight's media are told by their addresses, its files by those of their media.
    ("twilight", "/media/id"),
    ("twilight", "/file/id"),
    ("twilight", "/components/*/name"),
    ("twilight", "/components/*/size"),
    ("serenity", "/components/*/component"),
];

/// What the libraries make of an event otherwise than it was sent.
pub(in crate::tests) fn faults(payload: &Value) -> Vec<String> {
    let mut event = payload["t"].as_str().unwrap_or_default().to_owned();
    if event == "INTERACTION_CREATE" {
        event.push_str(&format!(" {}", payload["d"]["type"]));
    }
    let mut faults = Vec::new();
    for (library, read) in [
        ("serenity", serenity(payload)),
        ("twilight", twilight(payload)),
    ] {
        match read {
            Err(fault) => faults.push(format!("{library} cannot read {event}: {fault}: {payload}")),
            Ok(read) => {
                let sent = if library == "serenity" {
                    without_layout(&payload["d"])
                } else {
                    payload["d"].clone()
                };
                compare(&sent, &read, &event, &mut |path, fault| {
                    if !LOST
                        .iter()
                        .any(|(who, end)| *who == library && ends_so(path, end))
                    {
                        faults.push(format!("{library}: {path}: {fault}"));
                    }
                });
            }
        }
    }
    faults
}

/// Whether a path ends like this, a `*` standing for any one step.
fn ends_so(path: &str, end: &str) -> bool {
    let steps: Vec<&str> = path.split(['/', ' ']).collect();
    let ends: Vec<&str> = end.trim_start_matches('/').split(['/', ' ']).collect();
    let (whole, wanted) = (steps.iter().rev(), ends.iter().rev());
    steps.len() >= ends.len()
        && whole
            .zip(wanted)
            .all(|(step, end)| *end == "*" || step == end)
}

/// The event without layout components and their flag: serenity 0.12 came before them and leaves them out.
fn without_layout(sent: &Value) -> Value {
    match sent {
        Value::Array(items) => {
            // What a dialog showed comes back as type and number alone, and that much serenity keeps.
            let is_layout = |item: &Value| {
                let kind = item["type"].as_u64().unwrap_or_default();
                item["id"].is_number()
                    && (9..18).contains(&kind)
                    && item.as_object().is_some_and(|fields| fields.len() > 2)
            };
            let kept = items.iter().filter(|item| !is_layout(item));
            kept.map(without_layout).collect()
        }
        Value::Object(fields) => {
            let mut fields: serde_json::Map<String, Value> = fields
                .iter()
                .map(|(key, value)| (key.clone(), without_layout(value)))
                .collect();
            let flags = fields.get("flags").and_then(Value::as_u64);
            if let Some(flags) = flags.filter(|_| fields.contains_key("content")) {
                fields["flags"] = (flags & !(1 << 15)).into();
            }
            fields.into()
        }
        other => other.clone(),
    }
}

fn serenity(payload: &Value) -> Result<Value, String> {
    use serenity::model::event::{Event, GatewayEvent};
    match read_by_serenity(payload)? {
        GatewayEvent::Dispatch(_, Event::Unknown(_)) => Err("an unknown event".to_owned()),
        GatewayEvent::Dispatch(_, event) => written(&event),
        _ => Err("no event".to_owned()),
    }
}

fn read_by_serenity(payload: &Value) -> Result<serenity::model::event::GatewayEvent, String> {
    serde_json::from_str(&payload.to_string()).map_err(|fault| fault.to_string())
}

fn twilight(payload: &Value) -> Result<Value, String> {
    use twilight_model::gateway::event::GatewayEvent;
    match read_by_twilight(payload)? {
        event @ GatewayEvent::Dispatch(..) => written(&event),
        _ => Err("no event".to_owned()),
    }
}

fn read_by_twilight(
    payload: &Value,
) -> Result<twilight_model::gateway::event::GatewayEvent, String> {
    use twilight_model::gateway::event::GatewayEventDeserializer;
    let text = payload.to_string();
    let seed = GatewayEventDeserializer::from_json(&text).ok_or("no payload")?;
    let read = seed.deserialize(&mut serde_json::Deserializer::from_str(&text));
    read.map_err(|fault| fault.to_string())
}

/// What an event carries, as its library would write it.
fn written(event: &impl serde::Serialize) -> Result<Value, String> {
    let written = serde_json::to_value(event);
    written
        .map(|mut written| written["d"].take())
        .map_err(|fault| fault.to_string())
}

/// What the libraries take a payload for that is no event.
pub(super) fn signals(payload: &Value) -> [String; 2] {
    [
        format!("{:?}", read_by_serenity(payload)),
        format!("{:?}", read_by_twilight(payload)),
    ]
}

/// Tells every fact of `sent` that `read` has not, or has otherwise.
fn compare(sent: &Value, read: &Value, path: &str, tell: &mut impl FnMut(&str, String)) {
    match (sent, read) {
        (Value::Object(fields), _) => {
            for (name, value) in fields {
                let path = format!("{path}/{name}");
                let other = &read[name];
                if value.is_object() || value.is_array() {
                    if !other.is_null() {
                        compare(value, other, &path, tell);
                    } else if has_facts(name, value) {
                        tell(&path, "lost".to_owned());
                    }
                } else if FACTS.contains(&&name[..]) && !same(value, other) {
                    tell(&path, format!("{value} became {other}"));
                }
            }
        }
        (Value::Array(items), Value::Array(others)) => {
            if items.len() != others.len() {
                tell(path, format!("{} became {}", items.len(), others.len()));
            }
            for (place, item) in items.iter().enumerate() {
                // Libraries keep some lists as maps, in an order of their own.
                let twin = identity(item).and_then(|id| {
                    others
                        .iter()
                        .find(|other| identity(other).as_ref() == Some(&id))
                });
                let other = twin.or_else(|| others.get(place)).unwrap_or(&Value::Null);
                if item.is_object() || item.is_array() {
                    compare(item, other, &format!("{path}/*"), tell);
                } else if !same(item, other) {
                    tell(&format!("{path}/*"), format!("{item} became {other}"));
                }
            }
        }
        _ => tell(path, format!("{sent} became {read}")),
    }
}

fn has_facts(name: &str, value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(name, value)| has_facts(name, value)),
        Value::Array(items) => items.iter().any(|item| has_facts(name, item)),
        Value::Null => false,
        _ => FACTS.contains(&name),
    }
}

/// What tells one object of a list from the others.
fn identity(item: &Value) -> Option<String> {
    let id = [&item["id"], &item["user"]["id"], &item["name"]]
        .into_iter()
        .find(|id| !id.is_null())?;
    Some(plain(id))
}

/// The same, however it is spelt: a missing field is null, an id is text or a number.
fn same(sent: &Value, read: &Value) -> bool {
    plain(sent) == plain(read) || (sent == false && read.is_null())
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
