//! Messages of a channel as the bot reads and writes them. Ephemeral ones do not exist here.

use super::{Answer, Call, threads};
use crate::check::message::Draft;
use crate::id::Id;
use crate::message::{Kind, Message};
use crate::place::{Channel, permission};
use crate::posting::Post;
use crate::refusal::{Refusal, Unknown};
use crate::world::World;

/// Below `/channels/{channel}/messages`.
pub(super) fn route(
    world: &mut World,
    call: &Call,
    channel: &str,
    rest: &[&str],
) -> Result<Answer, Refusal> {
    let place = world.place(channel)?;
    place.bot_may(0)?;
    match (call.method.as_str(), rest) {
        ("GET", []) => list(world, place, call),
        ("POST", []) => create(world, place.id, call),
        (method, [message, rest @ ..]) => {
            let message = world.public_message(place, message)?.id;
            match (method, rest) {
                ("GET", []) => {
                    place.bot_may(permission::HISTORY)?;
                    Ok(Answer::ok(world.message_or_id(message)))
                }
                ("PATCH", []) => edit(world, place.id, message, call),
                ("DELETE", []) => {
                    must_be_deletable(world, place, message)?;
                    world.delete_message(message);
                    Ok(Answer::nothing())
                }
                ("POST", ["threads"]) => {
                    threads::start(world, place.id, Some(message), &call.body())
                }
                _ => Err(Refusal::no_route()),
            }
        }
        _ => Err(Refusal::no_route()),
    }
}

/// Newest first, as Discord lists them. Who may not see the history is shown none of it, and is not told why.
fn list(world: &World, place: &Channel, call: &Call) -> Result<Answer, Refusal> {
    let limit = match call.query.get("limit").map(|text| text.parse::<usize>()) {
        None => 50,
        Some(Ok(limit @ 1..=100)) => limit,
        Some(_) => {
            let message = "int value should be between 1 and 100.";
            return Err(Refusal::form("limit", "NUMBER_TYPE_COERCE", message));
        }
    };
    let bound = |name: &str| call.query.get(name).and_then(|text| Id::parse(text));
    let may_read = place.bot_may(permission::HISTORY).is_ok();
    let public = place.messages.iter().copied().filter(|id| {
        let message = world.messages.get(id);
        may_read && message.is_some_and(|one| one.only_for.is_none())
    });
    let chosen: Vec<Id> = if let Some(after) = bound("after") {
        let mut first: Vec<Id> = public.filter(|id| *id > after).take(limit).collect();
        first.reverse();
        first
    } else if let Some(around) = bound("around") {
        let all: Vec<Id> = public.collect();
        let middle = all.partition_point(|id| *id < around);
        let from = middle.saturating_sub(limit / 2);
        all.into_iter().skip(from).take(limit).rev().collect()
    } else {
        let before = bound("before");
        public
            .rev()
            .filter(|id| before.is_none_or(|before| *id < before))
            .take(limit)
            .collect()
    };
    Ok(Answer::ok(
        chosen
            .into_iter()
            .map(|id| world.message_or_id(id))
            .collect(),
    ))
}

/// What a draft needs beyond the right to speak.
fn needed(draft: &Draft) -> u64 {
    let embeds = draft
        .embeds
        .as_ref()
        .is_some_and(|embeds| !embeds.is_empty());
    (if embeds { permission::EMBED } else { 0 })
        | (if draft.files.is_empty() {
            0
        } else {
            permission::ATTACH
        })
}

fn create(world: &mut World, channel: Id, call: &Call) -> Result<Answer, Refusal> {
    let draft = Draft::read(&call.body(), call.files.clone(), "", 0)?;
    let author = world.bot_user;
    let Some(place) = world.channels.get(&channel) else {
        return Err(Refusal::unknown(Unknown::Channel));
    };
    place.bot_may(place.speaking() | needed(&draft))?;
    must_be_unlocked(place)?;
    if place.archived {
        threads::check_room(world)?;
    }
    if let Some(place) = world.channels.get_mut(&channel) {
        place.archived = false;
    }
    if let Some(id) = same_nonce(world, channel, call, &draft) {
        return Ok(Answer::ok(world.message_or_id(id)));
    }
    let post = Post {
        channel,
        author,
        kind: Kind::Plain,
        only_for: None,
        answers: None,
    };
    let id = world.post(draft, post)?;
    Ok(Answer::ok(world.message_or_id(id)))
}

/// For so long a nonce is remembered: "the past few minutes", as Discord says.
const NONCE_MS: u64 = 5 * 60 * 1000;
/// So many of the newest messages are looked through for it.
const NONCE_REACH: usize = 200;

/// The message that was posted with this nonce before, if it is to be enforced.
fn same_nonce(world: &World, channel: Id, call: &Call, draft: &Draft) -> Option<Id> {
    let nonce = draft.nonce.as_ref()?;
    if call.body()["enforce_nonce"] != true {
        return None;
    }
    let since = world.clock.now_ms().saturating_sub(NONCE_MS);
    let newest = world.channels.get(&channel)?.messages.iter().rev();
    let mut newest = newest
        .take(NONCE_REACH)
        .filter_map(|id| world.messages.get(id));
    let is_same = |message: &&Message| {
        message.nonce.as_ref() == Some(nonce)
            && message.author == world.bot_user
            && message.born_ms >= since
    };
    newest.find(is_same).map(|message| message.id)
}

fn edit(world: &mut World, channel: Id, id: Id, call: &Call) -> Result<Answer, Refusal> {
    let Some(message) = world.messages.get(&id) else {
        return Err(Refusal::unknown(Unknown::Message));
    };
    if message.author != world.bot_user {
        return Err(Refusal::new(
            403,
            50_005,
            "Cannot edit a message authored by another user",
        ));
    }
    let draft = Draft::read(&call.body(), call.files.clone(), "", message.flags)?;
    let place = world
        .channels
        .get(&channel)
        .ok_or(Refusal::unknown(Unknown::Channel))?;
    place.bot_may(needed(&draft))?;
    must_be_open(place)?;
    must_be_unlocked(place)?;
    world.rewrite(id, draft)?;
    Ok(Answer::ok(world.message_or_id(id)))
}

/// Refuses what the bot may not delete: its own it always may, others' with Manage Messages; nothing in a thread that is put away.
fn must_be_deletable(world: &World, place: &Channel, id: Id) -> Result<(), Refusal> {
    if world
        .messages
        .get(&id)
        .is_some_and(|message| message.author != world.bot_user)
    {
        place.bot_may(permission::MANAGE_MESSAGES)?;
    }
    must_be_open(place)
}

/// A thread that is put away is left as it is: only a new message opens it again.
fn must_be_open(place: &Channel) -> Result<(), Refusal> {
    if place.archived {
        return Err(Refusal::new(400, 50_083, "Thread is archived"));
    }
    Ok(())
}

/// In a locked thread nothing is said or changed without the right to manage threads; what was said can be taken away.
fn must_be_unlocked(place: &Channel) -> Result<(), Refusal> {
    if place.is_locked_for(place.bots_permissions()) {
        return Err(Refusal::new(403, 160_005, "Thread is locked"));
    }
    Ok(())
}

impl World {
    /// A message that the channel routes know: of this channel, and not ephemeral.
    pub(super) fn public_message(
        &self,
        place: &Channel,
        message: &str,
    ) -> Result<&Message, Refusal> {
        let found = self.messages.get(&Id::in_path("message_id", message)?);
        let public = found.filter(|found| found.channel == place.id && found.only_for.is_none());
        public.ok_or(Refusal::unknown(Unknown::Message))
    }
}
