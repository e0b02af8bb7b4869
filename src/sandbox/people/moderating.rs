//! What moderators do to messages and to people: they delete the ones, and keep the others silent for a while; and who is a
//! member of the servers at all.

use serde_json::{Value, json};

use super::{Trouble, Wish};
use crate::id::Id;
use crate::message::Message;
use crate::person::Person;
use crate::place::{Channel, permission};
use crate::world::World;

/// The longest time for which Discord lets somebody be timed out: 28 days.
const LONGEST_TIMEOUT_MS: u64 = 28 * 24 * 60 * 60 * 1000;

/// What is to change about somebody's membership.
pub(super) struct Standing {
    timeout_ms: Option<u64>,
    is_member: Option<bool>,
}

impl Wish<'_> {
    /// `POST /sandbox/messages/{id}/delete`: a message that everybody sees is deleted, by whoever runs its server, or by this person, if
    /// they may.
    pub(super) fn delete_message(&self, message: &str) -> Result<Value, Trouble> {
        let mut world = self.shared.world();
        let absent = || Trouble::absent("there is no such message");
        let found = Id::parse(message).and_then(|id| world.messages.get(&id));
        let message = found.ok_or_else(absent)?;
        if message.only_for.is_some() {
            return Err(Trouble::conflict(
                "whoever sees that message alone can dismiss it, and nobody delete it",
            ));
        }
        let place = world.channels.get(&message.channel).ok_or_else(absent)?;
        if self.body.get("person").is_some() {
            let person = self.person(&world)?;
            if !place.is_open_to(&person) {
                return Err(absent());
            }
            if !may_delete(&world, place, message, &person) {
                return Err(Trouble::conflict(
                    "only who may manage messages deletes those of others",
                ));
            }
        } else if place.is_direct() {
            return Err(Trouble::conflict("nobody runs direct messages"));
        }
        let id = message.id;
        world.delete_message(id);
        Ok(json!({}))
    }

    /// What the body says of a membership.
    pub(super) fn standing(&self) -> Result<Standing, Trouble> {
        let timeout_ms = match self.body.get("timeout_ms") {
            None => None,
            Some(given) => Some(
                given
                    .as_u64()
                    .filter(|ms| *ms <= LONGEST_TIMEOUT_MS)
                    .ok_or_else(|| Trouble::bad("\"timeout_ms\" is 0 to 28 days"))?,
            ),
        };
        let is_member = self.truth("member")?;
        Ok(Standing {
            timeout_ms,
            is_member,
        })
    }
}

/// Whether this person may delete a message that everybody sees: their own, and with Manage Messages those of others.
fn may_delete(world: &World, place: &Channel, message: &Message, person: &Person) -> bool {
    let is_own = message.author == person.id;
    let may_manage = place.permissions_of(person) & permission::MANAGE_MESSAGES != 0
        && !is_kept_silent(world, place, person);
    is_own || may_manage && !place.is_direct()
}

/// Whether this person can do nothing there but read.
fn is_kept_silent(world: &World, place: &Channel, person: &Person) -> bool {
    !place.is_direct() && person.is_timed_out(world.clock.now_ms())
}

/// Refuses what somebody who is timed out wants to do there.
pub(super) fn must_be_heard(
    world: &World,
    place: &Channel,
    person: &Person,
) -> Result<(), Trouble> {
    if is_kept_silent(world, place, person) {
        return Err(Trouble::conflict(
            "a moderator has timed you out: here you can only read",
        ));
    }
    Ok(())
}

impl Standing {
    /// The same of somebody new, who is a member unless it says that they are none.
    pub(super) fn or_member(self) -> Self {
        Self {
            is_member: self.is_member.or(Some(true)),
            ..self
        }
    }
}

impl World {
    /// Somebody is timed out from now on, or no longer, comes into the servers or leaves them; the bot hears what its intents ask for.
    pub(super) fn change_standing(&mut self, id: Id, change: &Standing) {
        let now = self.clock.now_ms();
        let Some(person) = self.people.get_mut(&id) else {
            return;
        };
        if let Some(ms) = change.timeout_ms {
            person.timed_out_until_ms = (ms > 0).then_some(now + ms);
        }
        let was_outside = person.is_outside;
        let is_outside = change.is_member.map_or(was_outside, |is_member| !is_member);
        person.is_outside = is_outside;
        match (was_outside, is_outside) {
            (false, true) => self.dispatch_departure(id),
            (true, false) => self.dispatch_arrival(id),
            (false, false) if change.timeout_ms.is_some() => self.dispatch_member_change(id),
            _ => {}
        }
    }
}
