//! What the people who run a server do to the places of a bot: they hide, lock, put away and delete them, throw the bot
//! out and invite it again.

use serde_json::{Value, json};

use super::reading::bits;
use super::{Trouble, Wish};
use crate::id::Id;
use crate::place::{Channel, Home};
use crate::world::{Availability, Membership, World};

impl Wish<'_> {
    /// A channel or thread of the bot's server gets another name, other rights, or another state.
    pub(super) fn change_channel(&self, channel: &str) -> Result<Value, Trouble> {
        let name = match self.body.get("name") {
            None => None,
            Some(_) => Some(self.text("name")?.trim()),
        };
        if name.is_some_and(|name| !(1..=100).contains(&name.chars().count())) {
            return Err(Trouble::bad("a channel's name has 1 to 100 characters"));
        }
        let bot_may = bits(self.body, "bot_permissions")?;
        let people_may = bits(self.body, "people_permissions")?;
        let (archived, locked) = (self.truth("archived")?, self.truth("locked")?);
        let mut world = self.shared.world();
        let id = self.place_to_run(&world, channel)?;
        let is_thread = world.channels.get(&id).is_some_and(Channel::is_thread);
        if (archived.is_some() || locked.is_some()) && !is_thread {
            return Err(Trouble::bad("only threads are put away and locked"));
        }
        let was_hidden = world
            .channels
            .get(&id)
            .is_some_and(|place| place.bot_may(0).is_err());
        let places = world.channels.values_mut();
        for place in places.filter(|place| place.id == id || place.parent == Some(id)) {
            // Threads inherit what may be done in their channel.
            place.bot_permissions = bot_may.unwrap_or(place.bot_permissions);
            place.people_permissions = people_may.unwrap_or(place.people_permissions);
        }
        let Some(place) = world.channels.get_mut(&id) else {
            return Err(Trouble::absent("there is no such channel"));
        };
        if let Some(name) = name {
            name.clone_into(&mut place.name);
        }
        place.archived = archived.unwrap_or(place.archived);
        place.locked = locked.unwrap_or(place.locked);
        world.tell_channel(id);
        if was_hidden && !is_thread {
            world.tell_threads(Some(id));
        }
        let place = world.channels.get(&id);
        Ok(place
            .map(|place| place.show_briefly(&world))
            .unwrap_or_default())
    }

    /// A channel or thread of the bot's server is deleted.
    pub(super) fn delete_channel(&self, channel: &str) -> Result<Value, Trouble> {
        let mut world = self.shared.world();
        let id = self.place_to_run(&world, channel)?;
        world.remove_channel(id);
        Ok(json!({}))
    }

    /// A server of the bot's throws it out, or invites it again; an outage takes it from the bot, or ends; or everybody there, and
    /// the bot with them, may do other things.
    pub(super) fn change_server(&self) -> Result<Value, Trouble> {
        let (has_bot, everyone) = (self.truth("bot")?, bits(self.body, "permissions")?);
        let is_unavailable = self.truth("unavailable")?;
        if has_bot.is_none() && is_unavailable.is_none() && everyone.is_none() {
            return Err(Trouble::bad(
                "\"bot\", \"unavailable\" or \"permissions\" is missing",
            ));
        }
        let mut world = self.shared.world();
        let server = match self.body.get("server") {
            None => world.guild,
            Some(_) => self.id("server")?,
        };
        let further = world.further.get(&server);
        if server != world.guild && further.is_none() {
            return Err(Trouble::absent("there is no such server"));
        }
        if further.is_some() && everyone.is_some() {
            return Err(Trouble::bad("only the first server has \"permissions\""));
        }
        let has = further.map_or(world.has_bot, |further| further.has_bot);
        if is_unavailable == Some(true) && !has_bot.unwrap_or(has) {
            return Err(Trouble::bad("the bot is not in the server"));
        }
        if let Some(has_bot) = has_bot {
            let is_member = if has_bot {
                Membership::Member
            } else {
                Membership::ThrownOut
            };
            world.let_bot_be(server, is_member);
        }
        if let Some(is_unavailable) = is_unavailable {
            let is_there = if is_unavailable {
                Availability::Unavailable
            } else {
                Availability::Available
            };
            world.let_server_be(server, is_there);
        }
        if let Some(everyone) = everyone {
            world.let_everyone(everyone);
        }
        let further = world.further.get(&server);
        Ok(match further {
            Some(further) => {
                json!({"bot": further.has_bot, "unavailable": further.is_unavailable})
            }
            None => json!({
                "bot": world.has_bot, "unavailable": world.is_unavailable,
                "permissions": world.everyone.to_string(),
            }),
        })
    }

    /// A channel or thread of the server that the bot is in, or was.
    fn place_to_run(&self, world: &World, channel: &str) -> Result<Id, Trouble> {
        let place = Id::parse(channel).and_then(|id| world.channels.get(&id));
        let is_run = |place: &&Channel| matches!(place.home, Home::Server | Home::Further(_));
        let place = place.filter(is_run);
        place
            .map(|place| place.id)
            .ok_or_else(|| Trouble::absent("there is no such channel"))
    }

    /// A field that is true or false, if it is there.
    pub(super) fn truth(&self, key: &str) -> Result<Option<bool>, Trouble> {
        match self.body.get(key) {
            None => Ok(None),
            Some(Value::Bool(truth)) => Ok(Some(*truth)),
            Some(_) => Err(Trouble::bad(format!("\"{key}\" must be true or false"))),
        }
    }
}
