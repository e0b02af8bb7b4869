//! Threads: started from a channel or a message, and who is in them.

use serde_json::Value;

use super::{Answer, Call};
use crate::id::Id;
use crate::message::{Kind, Message};
use crate::place::{Channel, permission};
use crate::refusal::{Faults, Refusal, Unknown};
use crate::world::World;

/// Discord's limit for the threads of a server that are not put away.
const MOST_ACTIVE: usize = 1000;

/// Starts a public thread in a channel, from one of its messages if `from` names one.
pub(super) fn start(
    world: &mut World,
    channel: Id,
    from: Option<Id>,
    body: &Value,
) -> Result<Answer, Refusal> {
    let owner = world.bot_user;
    let name = body["name"].as_str().unwrap_or_default();
    let mut faults = Faults::default();
    faults.length("name", name, 1, 100);
    faults.into_result()?;
    let minutes = body["auto_archive_duration"]
        .as_u64()
        .map_or(Ok(1440), archive_minutes)?;
    let parent = world
        .channels
        .get(&channel)
        .ok_or(Refusal::unknown(Unknown::Channel))?;
    parent.bot_may(permission::CREATE_THREADS)?;
    if parent.is_thread() || parent.is_direct() {
        return Err(wrong_kind());
    }
    check_room(world)?;
    check_none(world, from)?;
    let id = world
        .make_thread(channel, from, name, owner)
        .ok_or(Refusal::unknown(Unknown::Channel))?;
    if let Some(thread) = world.channels.get_mut(&id) {
        thread.auto_archive_min = minutes;
    }
    Ok(Answer::created(
        world
            .channels
            .get(&id)
            .map(|thread| thread.show(world))
            .unwrap_or_default(),
    ))
}

/// Discord's four durations.
pub(super) fn archive_minutes(minutes: u64) -> Result<u64, Refusal> {
    if [60, 1440, 4320, 10_080].contains(&minutes) {
        return Ok(minutes);
    }
    Err(Refusal::form(
        "auto_archive_duration",
        "BASE_TYPE_CHOICES",
        "Value must be one of (60, 1440, 4320, 10080).",
    ))
}

fn wrong_kind() -> Refusal {
    Refusal::new(400, 50_024, "Cannot execute action on this channel type")
}

/// Whether there may be one more thread that is not put away.
pub(super) fn check_room(world: &World) -> Result<(), Refusal> {
    let active = world.channels.values();
    let active = active.filter(|place| place.is_thread() && !place.archived);
    if active.count() >= MOST_ACTIVE {
        let message = "Maximum number of active threads reached";
        return Err(Refusal::new(400, 160_006, message));
    }
    Ok(())
}

/// Whether this message has no thread yet.
fn check_none(world: &World, from: Option<Id>) -> Result<(), Refusal> {
    if from.is_some_and(|id| world.channels.contains_key(&id)) {
        let message = "A thread has already been created for this message";
        return Err(Refusal::new(400, 160_004, message));
    }
    Ok(())
}

/// `/channels/{thread}/thread-members`.
pub(super) fn members(
    world: &mut World,
    call: &Call,
    thread: Id,
    rest: &[&str],
) -> Result<Answer, Refusal> {
    let me = world.bot_user;
    let place = world.channels.get(&thread);
    let place = place.filter(|place| place.is_thread());
    let place = place.ok_or_else(wrong_kind)?;
    let who = match rest.get(1).copied() {
        None => {
            let members = place.members.keys();
            let all: Vec<_> = members.filter_map(|id| place.show_member(*id)).collect();
            return Ok(Answer::ok(all.into()));
        }
        Some("@me") => me,
        Some(id) => Some(Id::in_path("user_id", id)?)
            .filter(|id| *id == me || world.people.contains_key(id))
            .ok_or(Refusal::unknown(Unknown::User))?,
    };
    match call.method.as_str() {
        "PUT" => {
            let needed = if who == me {
                0
            } else {
                permission::SEND_IN_THREADS
            };
            place.bot_may(needed)?;
            add_member(world, thread, who);
            Ok(Answer::nothing())
        }
        "DELETE" => {
            if who != me && place.owner != Some(me) {
                place.bot_may(permission::MANAGE_THREADS)?;
            }
            remove_member(world, thread, who);
            Ok(Answer::nothing())
        }
        _ => place
            .show_member(who)
            .map(Answer::ok)
            .ok_or(Refusal::unknown(Unknown::Member)),
    }
}

fn add_member(world: &mut World, thread: Id, who: Id) {
    let now = world.clock.now_ms();
    let place = world.channels.get_mut(&thread);
    if let Some(place) = place
        && !place.members.contains_key(&who)
    {
        place.members.insert(who, now);
        world.dispatch_thread_members(thread, &[who], &[]);
    }
}

fn remove_member(world: &mut World, thread: Id, who: Id) {
    let place = world.channels.get_mut(&thread);
    if place.is_some_and(|place| place.members.remove(&who).is_some()) {
        world.dispatch_thread_members(thread, &[], &[who]);
    }
}

impl World {
    /// Makes a thread and the line in its channel that tells of it.
    pub(crate) fn make_thread(
        &mut self,
        parent: Id,
        from: Option<Id>,
        name: &str,
        owner: Id,
    ) -> Option<Id> {
        // A thread made from a message has that message's id.
        let id = from.unwrap_or_else(|| self.next_id());
        let thread = Channel::thread(
            id,
            name,
            self.channels.get(&parent)?,
            owner,
            self.clock.now_ms(),
        );
        self.add_channel(thread);
        match from {
            Some(message) => {
                if let Some(message) = self.messages.get_mut(&message) {
                    message.thread = Some(id);
                }
                self.tell_edit(message);
            }
            None => self.announce_thread(parent, id, name, owner),
        }
        Some(id)
    }

    fn announce_thread(&mut self, parent: Id, thread: Id, name: &str, owner: Id) {
        let id = self.next_id();
        let mut line = Message::new(id, parent, owner, self.clock.now_ms());
        line.kind = Kind::ThreadMade;
        name.clone_into(&mut line.content);
        line.reference = Some((thread, None));
        self.add_message(line);
    }
}
