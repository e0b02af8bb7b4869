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
        return Err(Refusal::new(
            400,
            50_024,
            "Cannot execute action on this channel type",
        ));
    }
    let active = world.channels.values();
    let active = active.filter(|place| place.is_thread() && !place.archived);
    if active.count() >= MOST_ACTIVE {
        let message = "Maximum number of active threads reached";
        return Err(Refusal::new(400, 160_006, message));
    }
    if from.is_some_and(|id| world.channels.contains_key(&id)) {
        return Err(Refusal::new(
            400,
            160_004,
            "A thread has already been created for this message",
        ));
    }
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

/// `/channels/{thread}/thread-members`.
pub(super) fn members(
    world: &mut World,
    call: &Call,
    thread: Id,
    rest: &[&str],
) -> Result<Answer, Refusal> {
    let me = world.bot_user;
    let now = world.clock.now_ms();
    let known: Vec<Id> = world.people.keys().copied().chain([me]).collect();
    let place = world
        .channels
        .get_mut(&thread)
        .filter(|place| place.is_thread());
    let place = place
        .ok_or_else(|| Refusal::new(400, 50_024, "Cannot execute action on this channel type"))?;
    let who = match rest.get(1).copied() {
        None => {
            let all: Vec<_> = place
                .members
                .keys()
                .filter_map(|id| place.show_member(*id))
                .collect();
            return Ok(Answer::ok(all.into()));
        }
        Some("@me") => me,
        Some(id) => Some(Id::in_path("user_id", id)?)
            .filter(|id| known.contains(id))
            .ok_or(Refusal::unknown(Unknown::User))?,
    };
    match call.method.as_str() {
        "PUT" => {
            place.bot_may(if who == me {
                0
            } else {
                permission::SEND_IN_THREADS
            })?;
            let came = !place.members.contains_key(&who);
            place.members.entry(who).or_insert(now);
            if came {
                world.dispatch_thread_members(thread, &[who], &[]);
            }
            Ok(Answer::nothing())
        }
        "DELETE" => {
            if who != me && place.owner != Some(me) {
                place.bot_may(permission::MANAGE_THREADS)?;
            }
            if place.members.remove(&who).is_some() {
                world.dispatch_thread_members(thread, &[], &[who]);
            }
            Ok(Answer::nothing())
        }
        _ => place
            .show_member(who)
            .map(Answer::ok)
            .ok_or(Refusal::unknown(Unknown::Member)),
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
