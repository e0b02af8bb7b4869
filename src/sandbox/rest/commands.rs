//! Application commands, global and of the server.

use serde_json::{Value, json};

use super::{Answer, Call};
use crate::check::commands::{ENTRY_POINT, Scope, command, quota};
use crate::id::Id;
use crate::refusal::{Refusal, Unknown};
use crate::world::World;

const NO_ENTRY_POINT: &str =
    "You cannot remove this app's Entry Point command in a bulk update operation";

/// Below `/applications/{application}[/guilds/{guild}]/commands`.
pub(super) fn route(
    world: &mut World,
    call: &Call,
    guild: Option<Id>,
    rest: &[&str],
) -> Result<Answer, Refusal> {
    let guild = guild.map_or(Value::Null, Value::from);
    match (call.method.as_str(), rest) {
        ("GET", []) => {
            let mut all: Vec<Value> = world
                .commands
                .iter()
                .filter(|one| one["guild_id"] == guild)
                .map(shown)
                .collect();
            if !call.flag("with_localizations") {
                all.iter_mut().for_each(without_localizations);
            }
            Ok(Answer::ok(all.into()))
        }
        ("PUT", []) => overwrite(world, call, &guild),
        ("POST", []) => create(world, call, &guild),
        ("GET", ["permissions"]) => Ok(Answer::ok(json!([]))),
        (method, [id]) => {
            Id::in_path("command_id", id)?;
            let fits = |one: &Value| one["guild_id"] == guild && one["id"] == **id;
            let place = world
                .commands
                .iter()
                .position(fits)
                .ok_or(Refusal::unknown(Unknown::Command))?;
            one_command(world, method, place, call)
        }
        _ => Err(Refusal::no_route()),
    }
}

fn scope(guild: &Value) -> Scope {
    if guild.is_null() {
        Scope::Global
    } else {
        Scope::Guild
    }
}

fn one_command(
    world: &mut World,
    method: &str,
    place: usize,
    call: &Call,
) -> Result<Answer, Refusal> {
    let Some(old) = world.commands.get(place).cloned() else {
        return Err(Refusal::unknown(Unknown::Command));
    };
    match method {
        "GET" => Ok(Answer::ok(shown(&old))),
        "DELETE" => {
            world.commands.remove(place);
            Ok(Answer::nothing())
        }
        "PATCH" => {
            let mut wanted = old.clone();
            if let (Value::Object(wanted), Some(Value::Object(changes))) =
                (&mut wanted, call.body.clone())
            {
                wanted.extend(changes);
            }
            if !old["guild_id"].is_null() && call.body()["contexts"].is_null() {
                wanted["contexts"] = Value::Null;
            }
            let kept = command(&wanted, "", scope(&old["guild_id"]))?;
            let kept = world.numbered(kept, &old["guild_id"], Some(old["id"].clone()));
            let answer = shown(&kept);
            world.commands[place] = kept;
            Ok(Answer::ok(answer))
        }
        _ => Err(Refusal::no_route()),
    }
}

fn overwrite(world: &mut World, call: &Call, guild: &Value) -> Result<Answer, Refusal> {
    let body = call.body();
    let Some(given) = body.as_array() else {
        return Err(Refusal::form(
            "",
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        ));
    };
    let mut fresh: Vec<Value> = Vec::new();
    for (place, one) in given.iter().enumerate() {
        let kept = command(one, &format!("{place}/"), scope(guild))?;
        if fresh.iter().any(|other| is_same(other, &kept)) {
            let message = "Application command names must be unique";
            return Err(Refusal::form(
                &place.to_string(),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                message,
            ));
        }
        fresh.push(kept);
    }
    for kind in 1..=4 {
        if fresh.iter().filter(|one| one["type"] == kind).count() > quota(kind) {
            return Err(too_many(kind));
        }
    }
    let is_entry = |one: &Value| one["type"] == ENTRY_POINT;
    let mut there = world
        .commands
        .iter()
        .filter(|one| one["guild_id"] == *guild);
    if there.any(is_entry) && !fresh.iter().any(is_entry) {
        return Err(Refusal::new(400, 50_240, NO_ENTRY_POINT));
    }
    let (mine, others): (Vec<Value>, Vec<Value>) = std::mem::take(&mut *world.commands)
        .into_iter()
        .partition(|one| one["guild_id"] == *guild);
    *world.commands = others;
    let mut answer = Vec::new();
    for kept in fresh {
        let old = mine
            .iter()
            .find(|old| is_same(old, &kept))
            .map(|old| old["id"].clone());
        let kept = world.numbered(kept, guild, old);
        answer.push(shown(&kept));
        world.commands.push(kept);
    }
    Ok(Answer::ok(answer.into()))
}

fn create(world: &mut World, call: &Call, guild: &Value) -> Result<Answer, Refusal> {
    let kept = command(&call.body(), "", scope(guild))?;
    let same = |one: &Value| one["guild_id"] == *guild && is_same(one, &kept);
    if let Some(place) = world.commands.iter().position(same) {
        let old = world.commands[place]["id"].clone();
        let kept = world.numbered(kept, guild, Some(old));
        let answer = shown(&kept);
        world.commands[place] = kept;
        return Ok(Answer::ok(answer));
    }
    let kind = kept["type"].as_i64().unwrap_or(1);
    let alike = world
        .commands
        .iter()
        .filter(|one| one["guild_id"] == *guild && one["type"] == kind)
        .count();
    if alike >= quota(kind) {
        return Err(too_many(kind));
    }
    let kept = world.numbered(kept, guild, None);
    let answer = shown(&kept);
    world.commands.push(kept);
    Ok(Answer::created(answer))
}

fn too_many(kind: i64) -> Refusal {
    Refusal::new(
        400,
        30_032,
        &format!(
            "Maximum number of application commands reached ({}).",
            quota(kind)
        ),
    )
}

fn is_same(one: &Value, other: &Value) -> bool {
    one["name"] == other["name"] && one["type"] == other["type"]
}

/// The object as Discord answers it: a global command has no `guild_id`.
fn shown(kept: &Value) -> Value {
    let mut shown = kept.clone();
    if let Value::Object(fields) = &mut shown
        && fields.get("guild_id").is_some_and(Value::is_null)
    {
        fields.remove("guild_id");
    }
    shown
}

fn without_localizations(part: &mut Value) {
    match part {
        Value::Object(fields) => {
            fields.retain(|key, _| !key.ends_with("_localizations"));
            fields.values_mut().for_each(without_localizations);
        }
        Value::Array(items) => items.iter_mut().for_each(without_localizations),
        _ => {}
    }
}

impl World {
    /// Gives a command its ids and a new version.
    fn numbered(&mut self, mut kept: Value, guild: &Value, old: Option<Value>) -> Value {
        kept["id"] = old.unwrap_or_else(|| self.next_id().into());
        kept["version"] = self.next_id().into();
        kept["application_id"] = self.application.into();
        kept["guild_id"] = guild.clone();
        kept
    }
}
