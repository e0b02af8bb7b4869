//! Places without the bot, and what the application's owner decides: servers elsewhere, private talks, installs, intents.

use std::time::Duration;

use serde_json::{Value, json};

use super::moderating::must_be_heard;
use super::{Trouble, Wish};
use crate::LoginPace;
use crate::id::Id;
use crate::place::{Channel, Home};
use crate::world::World;

/// How many people talk in one private group (Discord's limit).
const MOST_IN_GROUP: usize = 10;
/// The privileged intents by their names here, with their bits.
const PRIVILEGED: [(&str, u64); 3] = [
    ("members", 1 << 1),
    ("presences", 1 << 8),
    ("message_content", 1 << 15),
];

impl Wish<'_> {
    /// The server of a new channel: `"server"` names one without the bot, made if there is none of that name; with
    /// `"bot": true` one that has it.
    pub(super) fn home(&self, world: &mut World) -> Result<Home, Trouble> {
        if self.body.get("server").is_none_or(Value::is_null) {
            return Ok(Home::Server);
        }
        let name = self.text("server")?.trim();
        if !(2..=100).contains(&name.chars().count()) {
            return Err(Trouble::bad("a server's name has 2 to 100 characters"));
        }
        let is_named = |id: &Id, known: &str| known == name || Id::parse(name) == Some(*id);
        let mut further = world.further.iter();
        if let Some((id, _)) = further.find(|(id, one)| is_named(id, &one.name)) {
            return Ok(Home::Further(*id));
        }
        let known = |(id, known): (&Id, &String)| is_named(id, known).then_some(*id);
        if self.truth("bot")? == Some(true) {
            if world.other_servers.iter().find_map(known).is_some() {
                return Err(Trouble::conflict("that server is without the bot"));
            }
            return Ok(Home::Further(world.add_server(name)));
        }
        let id = match world.other_servers.iter().find_map(known) {
            Some(id) => id,
            None => {
                let id = world.next_id();
                world.other_servers.insert(id, name.to_owned());
                id
            }
        };
        Ok(Home::Elsewhere(id))
    }

    /// The direct messages of some people with each other, opened if they are not yet.
    pub(super) fn add_private_channel(&self, world: &mut World) -> Result<Id, Trouble> {
        let given = self.body["people"]
            .as_array()
            .ok_or_else(|| Trouble::bad("\"people\" must be a list of ids"))?;
        let mut people = Vec::new();
        for id in given {
            let known = Id::read(id).filter(|id| world.people.contains_key(id));
            let id = known.ok_or_else(|| Trouble::absent("there is no such person"))?;
            if !people.contains(&id) {
                people.push(id);
            }
        }
        if !(2..=MOST_IN_GROUP).contains(&people.len()) {
            return Err(Trouble::bad("two to ten people talk with each other"));
        }
        people.sort();
        let wanted = Home::Private(people.clone());
        let open = world.channels.values().find(|place| place.home == wanted);
        if let Some(id) = open.map(|place| place.id) {
            return Ok(id);
        }
        let id = world.next_id();
        world.add_channel(Channel::private(id, people, world.clock.now_ms()));
        Ok(id)
    }

    /// Somebody adds the application to their account, or takes it away.
    pub(super) fn install(&self) -> Result<Value, Trouble> {
        let mut world = self.shared.world();
        let id = self.person(&world)?.id;
        let installed = match self.body.get("installed") {
            None => true,
            Some(Value::Bool(installed)) => *installed,
            Some(_) => return Err(Trouble::bad("\"installed\" must be true or false")),
        };
        let person = world.people.get_mut(&id);
        let person = person.ok_or_else(|| Trouble::absent("there is no such person"))?;
        person.has_installed = installed;
        Ok(person.show())
    }

    /// Somebody is typing.
    pub(super) fn types(&self) -> Result<Value, Trouble> {
        let mut world = self.shared.world();
        let person = self.person(&world)?;
        let place = super::open_place(&world, Some(self.id("channel")?), &person)?;
        must_be_heard(&world, place, &person)?;
        let channel = place.id;
        world.dispatch_typing(channel, person.id);
        Ok(json!({}))
    }

    /// What the owner of the application decides: privileged intents, and how often it may log in.
    pub(super) fn change_application(&self) -> Result<Value, Trouble> {
        let mut world = self.shared.world();
        if let Some(names) = self.body.get("intents") {
            let names = names
                .as_array()
                .ok_or_else(|| Trouble::bad("\"intents\" must be a list of names"))?;
            let mut granted = 0;
            for name in names {
                let known = PRIVILEGED.iter().find(|(known, _)| name == known);
                let (_, bit) = known.ok_or_else(|| {
                    Trouble::bad("the intents are members, presences and message_content")
                })?;
                granted |= bit;
            }
            world.granted_intents = granted;
        }
        if let Some(pace) = self.body.get("login_pace_ms") {
            world.logins.pace = match pace.as_u64() {
                Some(0) => LoginPace::Free,
                Some(ms) => LoginPace::Every(Duration::from_millis(ms)),
                None => {
                    return Err(Trouble::bad("\"login_pace_ms\" is a number, 0 for none"));
                }
            };
        }
        let logins = &mut world.logins;
        for (key, field) in [
            ("shards", &mut logins.shards),
            ("least_shards", &mut logins.least_shards),
            ("max_concurrency", &mut logins.max_concurrency),
        ] {
            if let Some(given) = self.body.get(key) {
                *field = given
                    .as_u64()
                    .ok_or_else(|| Trouble::bad(format!("\"{key}\" is a whole number")))?;
            }
        }
        let intents = PRIVILEGED
            .iter()
            .filter(|(_, bit)| world.granted_intents & bit != 0);
        let pace = match world.logins.pace {
            LoginPace::Free => Duration::ZERO,
            LoginPace::Every(pace) => pace,
        };
        Ok(json!({
            "intents": intents.map(|(name, _)| *name).collect::<Vec<_>>(), "login_pace_ms": u64::try_from(pace.as_millis()).unwrap_or(u64::MAX),
            "session_start_limit": world.logins.show(), "shards": world.logins.shards, "least_shards": world.logins.least_shards,
        }))
    }
}
