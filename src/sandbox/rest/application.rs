//! Who the bot is, its application, and the application's emojis.

use serde_json::{Value, json};

use super::{Answer, Call};
use crate::check::{list, text};
use crate::id::{Id, from_base64};
use crate::message::picture_shape;
use crate::place::{Channel, permission};
use crate::refusal::{Faults, Refusal, Unknown};
use crate::world::{Emoji, File, World};

/// The largest emoji and how many there may be (limits: "Application emoji").
const MOST_EMOJI_BYTES: usize = 256 * 1024;
const MOST_EMOJIS: usize = 2000;

/// `/gateway`, `/users` and `/oauth2`.
pub(super) fn identity(
    world: &mut World,
    call: &Call,
    segments: &[&str],
) -> Result<Answer, Refusal> {
    match (call.method.as_str(), segments) {
        ("GET", ["gateway"]) => Ok(Answer::ok(json!({"url": world.gateway_url()}))),
        ("GET", ["gateway", "bot"]) => {
            let limit = world.logins.show();
            Ok(Answer::ok(
                json!({"url": world.gateway_url(), "shards": world.logins.advised(), "session_start_limit": limit}),
            ))
        }
        ("GET", ["users", "@me"]) => Ok(Answer::ok(world.current_user())),
        ("PATCH", ["users", "@me"]) => {
            if let Some(name) = call.body()["username"]
                .as_str()
                .filter(|name| (2..=32).contains(&name.chars().count()))
            {
                world.bot_name = name.to_owned();
            }
            Ok(Answer::ok(world.current_user()))
        }
        ("GET", ["users", "@me", "guilds"]) => {
            let servers = world.bots_servers().into_iter();
            let shown = servers.map(|(server, _)| json!({
                "id": server, "name": world.name_of(server), "icon": null, "banner": null, "owner": false,
                "permissions": permission::INVITED.to_string(), "features": [],
            }));
            Ok(Answer::ok(shown.collect()))
        }
        ("POST", ["users", "@me", "channels"]) => open_direct(world, call),
        ("GET", ["users", id]) => {
            let id = Id::in_path("user_id", id)?;
            if id == world.bot_user || world.people.contains_key(&id) {
                Ok(Answer::ok(world.user(id)))
            } else {
                Err(Refusal::unknown(Unknown::User))
            }
        }
        ("GET", ["oauth2", "applications", "@me"]) => Ok(Answer::ok(world.application_object())),
        _ => Err(Refusal::no_route()),
    }
}

fn open_direct(world: &mut World, call: &Call) -> Result<Answer, Refusal> {
    let body = call.body();
    let person = match &body["recipient_id"] {
        Value::Null => {
            let (path, words) = ("recipient_id", "This field is required");
            return Err(Refusal::form(path, "BASE_TYPE_REQUIRED", words));
        }
        given => Id::read(given)
            .ok_or_else(|| Refusal::no_snowflake("recipient_id", &given.to_string()))?,
    };
    if !world.people.contains_key(&person) {
        return Err(Refusal::new(400, 50_033, "Invalid Recipient(s)"));
    }
    let channel = world.direct_with(person);
    Ok(Answer::ok(
        world
            .channels
            .get(&channel)
            .map(|place| place.show(world))
            .unwrap_or_default(),
    ))
}

/// Below `/applications/{application}`, commands excepted.
pub(super) fn route(world: &mut World, call: &Call, rest: &[&str]) -> Result<Answer, Refusal> {
    match (call.method.as_str(), rest) {
        ("GET", []) => Ok(Answer::ok(world.application_object())),
        ("PATCH", []) => {
            describe(world, &call.body())?;
            Ok(Answer::ok(world.application_object()))
        }
        ("GET", ["emojis"]) => {
            let items: Vec<_> = world
                .emojis
                .values()
                .map(|emoji| emoji.show(world))
                .collect();
            Ok(Answer::ok(json!({"items": items})))
        }
        ("POST", ["emojis"]) => add_emoji(world, &call.body()),
        (method, ["emojis", id]) => {
            let id = Id::in_path("emoji_id", id)?;
            if !world.emojis.contains_key(&id) {
                return Err(Refusal::unknown(Unknown::Emoji));
            }
            one_emoji(world, method, id, &call.body())
        }
        ("GET", ["entitlements" | "skus"]) => Ok(Answer::ok(json!([]))),
        _ => Err(Refusal::no_route()),
    }
}

/// The application's own words about itself.
fn describe(world: &mut World, body: &Value) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    let mut told = serde_json::Map::new();
    for (key, most) in [
        ("description", 400),
        ("interactions_endpoint_url", 512),
        ("role_connections_verification_url", 512),
    ] {
        let words = text(&mut faults, body, key, key);
        faults.length(key, words.unwrap_or_default(), 0, most);
        if body.get(key).is_some() {
            let empty = if key == "description" {
                Value::from("")
            } else {
                Value::Null
            };
            told.insert(key.to_owned(), words.map_or(empty, Value::from));
        }
    }
    let tags = list(&mut faults, body, "tags", "tags");
    faults.count("tags", tags.len(), 0, 5);
    for (place, tag) in tags.iter().enumerate() {
        let path = format!("tags/{place}");
        faults.length(&path, tag.as_str().unwrap_or_default(), 1, 20);
    }
    if body.get("tags").is_some() {
        told.insert("tags".to_owned(), tags.to_vec().into());
    }
    faults.into_result()?;
    if let Value::Object(text) = &mut world.application_text {
        text.extend(told);
    }
    Ok(())
}

fn one_emoji(world: &mut World, method: &str, id: Id, body: &Value) -> Result<Answer, Refusal> {
    match method {
        "GET" => {}
        "PATCH" => {
            let name = emoji_name(body)?;
            if let Some(emoji) = world.emojis.get_mut(&id) {
                emoji.name = name;
            }
        }
        "DELETE" => {
            if let Some(emoji) = world.emojis.remove(&id) {
                world.let_go_of(emoji.file);
            }
            return Ok(Answer::nothing());
        }
        _ => return Err(Refusal::no_route()),
    }
    Ok(Answer::ok(
        world
            .emojis
            .get(&id)
            .map(|emoji| emoji.show(world))
            .unwrap_or_default(),
    ))
}

fn emoji_name(body: &Value) -> Result<String, Refusal> {
    let name = body["name"].as_str().unwrap_or_default();
    let mut faults = Faults::default();
    faults.length("name", name, 2, 32);
    if !name
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    {
        faults.add(
            "name",
            "STRING_TYPE_REGEX",
            "String value did not match validation regex.",
        );
    }
    faults.into_result().map(|()| name.to_owned())
}

fn add_emoji(world: &mut World, body: &Value) -> Result<Answer, Refusal> {
    let name = emoji_name(body)?;
    if world.emojis.len() >= MOST_EMOJIS {
        return Err(Refusal::new(
            400,
            30_008,
            "Maximum number of emojis reached (2000)",
        ));
    }
    let invalid = || Refusal::form("image", "BASE_TYPE_IMAGE", "Invalid image data");
    let image = body["image"]
        .as_str()
        .and_then(|image| image.strip_prefix("data:"))
        .ok_or_else(invalid)?;
    let (told, data) = image.split_once(";base64,").ok_or_else(invalid)?;
    let bytes = from_base64(data).ok_or_else(invalid)?;
    if bytes.len() > MOST_EMOJI_BYTES {
        return Err(Refusal::form(
            "image",
            "BINARY_TYPE_MAX_SIZE",
            "File cannot be larger than 256.0 kb.",
        ));
    }
    // discord.js calls every picture `image/jpg`: the bytes say what it is.
    let kind = told
        .strip_prefix("image/")
        .and_then(|_| picture_kind(&bytes))
        .ok_or_else(invalid)?;
    let id = world.next_id();
    world.files.insert(
        id,
        File {
            bytes: bytes.into(),
            content_type: kind.to_owned(),
        },
    );
    let emoji = Emoji {
        id,
        name,
        file: id,
        animated: kind == "image/gif",
    };
    let shown = emoji.show(world);
    world.emojis.insert(id, emoji);
    Ok(Answer::created(shown))
}

/// The media type of a picture that an emoji can be made of, told from its first bytes.
fn picture_kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => picture_shape(bytes).map(|_| "image/png"),
        [0xFF, 0xD8, 0xFF, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some("image/webp"),
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', ..] => Some("image/avif"),
        _ => None,
    }
}

impl Emoji {
    fn show(&self, world: &World) -> Value {
        json!({
            "id": self.id, "name": self.name, "roles": [], "require_colons": true, "managed": false,
            "animated": self.animated, "available": true, "user": world.user(world.bot_user),
        })
    }
}

impl World {
    /// The direct messages between a person and the bot, opened if they are not yet.
    pub(crate) fn direct_with(&mut self, person: Id) -> Id {
        let open = self
            .channels
            .values()
            .find(|place| place.recipient == Some(person))
            .map(|place| place.id);
        open.unwrap_or_else(|| {
            let id = self.next_id();
            let channel = Channel::direct(id, person, self.clock.now_ms());
            self.add_channel(channel);
            id
        })
    }

    /// `Ok` for the bot's own application.
    pub(super) fn must_be_own(&self, application: &str) -> Result<(), Refusal> {
        let own = Id::in_path("application_id", application)? == self.application;
        if own {
            Ok(())
        } else {
            Err(Refusal::unknown(Unknown::Application))
        }
    }

    /// The server, if this is its id.
    pub(super) fn must_be_guild(&self, guild: &str) -> Result<Id, Refusal> {
        match Id::in_path("guild_id", guild)? {
            guild if self.bots_servers().iter().any(|(one, _)| *one == guild) => Ok(guild),
            guild if guild == self.guild || self.further.contains_key(&guild) => {
                Err(Refusal::no_access())
            }
            guild if self.other_servers.contains_key(&guild) => Err(Refusal::no_access()),
            _ => Err(Refusal::unknown(Unknown::Guild)),
        }
    }
}
