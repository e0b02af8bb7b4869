//! Who the bot is, its application, and the application's emojis.

use serde_json::{Value, json};

use super::{Answer, Call};
use crate::sandbox::id::{Id, from_base64};
use crate::sandbox::message::picture_shape;
use crate::sandbox::place::{Channel, permission};
use crate::sandbox::refusal::{Faults, Refusal, Unknown};
use crate::sandbox::world::{Emoji, File, World};

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
                json!({"url": world.gateway_url(), "shards": 1, "session_start_limit": limit}),
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
        ("GET", ["users", "@me", "guilds"]) => Ok(Answer::ok(json!([{
            "id": world.guild, "name": "Sandbox", "icon": null, "banner": null, "owner": false,
            "permissions": permission::INVITED.to_string(), "features": [],
        }]))),
        ("POST", ["users", "@me", "channels"]) => open_direct(world, call),
        ("GET", ["users", id]) => {
            let id = Id::in_path("user_id", id)?;
            if id == world.application || world.people.contains_key(&id) {
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
            for key in [
                "description",
                "tags",
                "interactions_endpoint_url",
                "role_connections_verification_url",
            ] {
                if let Some(value) = call.body().get(key) {
                    world.application_text[key] = value.clone();
                }
            }
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
    let (kind, data) = image.split_once(";base64,").ok_or_else(invalid)?;
    if ![
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
        "image/avif",
    ]
    .contains(&kind)
    {
        return Err(invalid());
    }
    let bytes = from_base64(data)
        .filter(|bytes| !bytes.is_empty())
        .ok_or_else(invalid)?;
    if bytes.len() > MOST_EMOJI_BYTES {
        return Err(Refusal::form(
            "image",
            "BINARY_TYPE_MAX_SIZE",
            "File cannot be larger than 256.0 kb.",
        ));
    }
    if kind == "image/png" && picture_shape(&bytes).is_none() {
        return Err(invalid());
    }
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

impl Emoji {
    fn show(&self, world: &World) -> Value {
        json!({
            "id": self.id, "name": self.name, "roles": [], "require_colons": true, "managed": false,
            "animated": self.animated, "available": true, "user": world.user(world.application),
        })
    }
}

impl World {
    /// The direct messages between a person and the bot, opened if they are not yet.
    pub(in crate::sandbox) fn direct_with(&mut self, person: Id) -> Id {
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
    pub(super) fn is_own(&self, application: &str) -> Result<(), Refusal> {
        let own = Id::in_path("application_id", application)? == self.application;
        if own {
            Ok(())
        } else {
            Err(Refusal::unknown(Unknown::Application))
        }
    }

    /// The server, if this is its id.
    pub(super) fn is_guild(&self, guild: &str) -> Result<Id, Refusal> {
        match Id::in_path("guild_id", guild)? {
            guild if guild == self.guild => Ok(guild),
            guild if self.other_servers.contains_key(&guild) => Err(Refusal::no_access()),
            _ => Err(Refusal::unknown(Unknown::Guild)),
        }
    }
}
