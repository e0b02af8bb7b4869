//! Channels themselves: reading, renaming, archiving, typing.

use super::{Answer, Call, threads};
use crate::id::Id;
use crate::news::Happened;
use crate::place::{Channel, permission};
use crate::refusal::{Faults, Refusal, Unknown};
use crate::world::World;

/// Below `/channels/{channel}`, messages excepted.
pub(super) fn route(
    world: &mut World,
    call: &Call,
    channel: &str,
    rest: &[&str],
) -> Result<Answer, Refusal> {
    let place = world.place(channel)?;
    let id = place.id;
    place.bot_may(0)?;
    match (call.method.as_str(), rest) {
        ("GET", []) => Ok(Answer::ok(place.show(world))),
        ("PATCH", []) => change(world, id, call),
        ("DELETE", []) => remove(world, id),
        ("POST", ["typing"]) => {
            place.bot_may(place.speaking())?;
            let only_for = place.recipient;
            world.news.tell(Happened::Typing { channel: id }, only_for);
            Ok(Answer::nothing())
        }
        ("POST", ["threads"]) => threads::start(world, id, None, &call.body()),
        ("GET" | "PUT" | "DELETE", ["thread-members", ..]) => {
            threads::members(world, call, id, rest)
        }
        _ => Err(Refusal::no_route()),
    }
}

fn change(world: &mut World, id: Id, call: &Call) -> Result<Answer, Refusal> {
    let body = call.body();
    let me = world.bot_user;
    let Some(place) = world.channels.get_mut(&id) else {
        return Err(Refusal::unknown(Unknown::Channel));
    };
    let needed = if place.is_thread() {
        permission::MANAGE_THREADS
    } else {
        permission::MANAGE_CHANNELS
    };
    if place.owner != Some(me) {
        place.bot_may(needed)?;
    }
    if let Some(name) = body["name"].as_str() {
        let mut faults = Faults::default();
        faults.length("name", name, 1, 100);
        faults.into_result()?;
        name.clone_into(&mut place.name);
    }
    place.archived = body["archived"].as_bool().unwrap_or(place.archived);
    place.locked = body["locked"].as_bool().unwrap_or(place.locked);
    if let Some(minutes) = body["auto_archive_duration"].as_u64() {
        place.auto_archive_min = threads::archive_minutes(minutes)?;
    }
    world.tell_channel(id);
    let place = world.channels.get(&id);
    Ok(Answer::ok(
        place.map(|place| place.show(world)).unwrap_or_default(),
    ))
}

fn remove(world: &mut World, id: Id) -> Result<Answer, Refusal> {
    let Some(place) = world.channels.get(&id) else {
        return Err(Refusal::unknown(Unknown::Channel));
    };
    place.bot_may(if place.is_thread() {
        permission::MANAGE_THREADS
    } else {
        permission::MANAGE_CHANNELS
    })?;
    let shown = place.show(world);
    world.remove_channel(id);
    Ok(Answer::ok(shown))
}

impl World {
    /// The channel that a path names.
    pub(super) fn place(&self, channel: &str) -> Result<&Channel, Refusal> {
        self.channels
            .get(&Id::in_path("channel_id", channel)?)
            .ok_or(Refusal::unknown(Unknown::Channel))
    }
}
