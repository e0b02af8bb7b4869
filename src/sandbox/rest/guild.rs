//! A server: its members, channels, roles and active threads.

use serde_json::{Value, json};

use super::{Answer, Call};
use crate::id::Id;
use crate::place::Channel;
use crate::refusal::{Refusal, Unknown};
use crate::world::World;

/// Below `/guilds/{guild}`.
pub(super) fn route(
    world: &mut World,
    call: &Call,
    guild: Id,
    rest: &[&str],
) -> Result<Answer, Refusal> {
    match (call.method.as_str(), rest) {
        ("GET", []) => Ok(Answer::ok(world.guild_object(guild))),
        ("GET", ["channels"]) => {
            let shown = world
                .channels
                .values()
                .filter(|place| !place.is_thread() && place.is_in(guild, world));
            Ok(Answer::ok(shown.map(|place| place.show(world)).collect()))
        }
        // The bot's invitation does not ask for Manage Channels.
        ("POST", ["channels"]) => Err(Refusal::no_permission()),
        ("GET", ["emojis" | "stickers"]) => Ok(Answer::ok(json!([]))),
        ("GET", ["roles"]) => Ok(Answer::ok(world.roles(guild))),
        ("GET", ["roles", id]) => {
            Id::in_path("role_id", id)?;
            let roles = world.roles(guild);
            let role = roles
                .as_array()
                .and_then(|roles| roles.iter().find(|role| role["id"] == **id).cloned());
            role.map(Answer::ok).ok_or(Refusal::unknown(Unknown::Role))
        }
        ("GET", ["members", id]) => world
            .member(Id::in_path("user_id", id)?)
            .map(Answer::ok)
            .ok_or(Refusal::unknown(Unknown::Member)),
        ("GET", ["threads", "active"]) => {
            let threads: Vec<&Channel> = world
                .channels
                .values()
                .filter(|place| place.is_in(guild, world))
                .filter(|place| place.is_thread() && !place.archived && !place.is_kept_from_bot())
                .collect();
            let shown: Vec<Value> = threads.iter().map(|place| place.show(world)).collect();
            let members: Vec<Value> = threads
                .iter()
                .filter_map(|place| place.show_member(world.bot_user))
                .collect();
            Ok(Answer::ok(
                json!({"threads": shown, "members": members, "has_more": false}),
            ))
        }
        // Listing all members takes a privileged intent that this application does not have.
        ("GET", ["members"]) => Err(Refusal::no_access()),
        _ => Err(Refusal::no_route()),
    }
}
