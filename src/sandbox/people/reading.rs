//! What people read: the world, messages, news, the clock; and what changes it without the bot: people, channels, talk.

use std::time::Duration;

use serde_json::{Value, json};

use super::moderating::must_be_heard;
use super::{Trouble, Wish, open_place};
use crate::avatar::Avatar;
use crate::check::mentions::{Allowed, names_everyone};
use crate::clock::{Clock, whole_ms};
use crate::id::Id;
use crate::message::{EPHEMERAL, Message};
use crate::news::{Happened, Piece};
use crate::person::{LOCALES, Person};
use crate::place::{Channel, Sort, permission};
use crate::world::World;

/// How many people a sandbox takes.
const MOST_PEOPLE: usize = 10_000;
/// How many channels and threads.
const MOST_CHANNELS: usize = 10_000;

impl Wish<'_> {
    pub(super) fn world(&self) -> Result<Value, Trouble> {
        let world = self.shared.world();
        let asker = match self.query.get("person") {
            Some(_) => Some(self.person(&world)?),
            None => None,
        };
        let open = |place: &&Channel| asker.as_ref().is_none_or(|person| place.is_open_to(person));
        let channels: Vec<_> = world
            .channels
            .values()
            .filter(open)
            .map(|place| place.show_briefly(&world))
            .collect();
        let people = world.people.values().filter(|person| !person.is_owner);
        let people: Vec<_> = people.map(Person::show).collect();
        Ok(json!({
            "application": world.application, "guild": {"id": world.guild, "name": "Sandbox"},
            "further_servers": world.further.iter().map(|(id, one)| json!({"id": id, "name": one.name, "bot": one.has_bot})).collect::<Vec<_>>(),
            "other_servers": world.other_servers.iter().map(|(id, name)| json!({"id": id, "name": name})).collect::<Vec<_>>(),
            "bot": {"id": world.bot_user, "username": world.bot_name}, "channels": channels,
            "people": people, "clock": world.clock.now_ms(), "bot_online": world.sessions.is_online(),
        }))
    }

    pub(super) fn add_person(&self) -> Result<Value, Trouble> {
        let name = self.text("name")?.trim();
        if !(1..=32).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(Trouble::bad("a name has 1 to 32 characters"));
        }
        let locale = self
            .body
            .get("locale")
            .map_or(Ok("en-US"), |_| self.text("locale"))?;
        if !LOCALES.contains(&locale) {
            return Err(Trouble::bad(format!(
                "{locale:?} is not one of Discord's locales"
            )));
        }
        let mut permissions = bits(self.body, "permissions")?.unwrap_or(permission::MEMBER);
        if self
            .body
            .get("moderator")
            .and_then(Value::as_bool)
            .unwrap_or(false)
        {
            permissions |= permission::MODERATOR;
        }
        let standing = self.standing()?;
        let mut world = self.shared.world();
        if world.people.len() >= MOST_PEOPLE {
            return Err(Trouble::conflict("the sandbox is full"));
        }
        let (id, born_ms) = (world.next_id(), world.clock.now_ms());
        let person = Person {
            id,
            name: name.to_owned(),
            locale: locale.to_owned(),
            permissions,
            born_ms,
            is_owner: false,
            has_installed: self.body.get("installed") == Some(&Value::Bool(true)),
            avatar: self.avatar()?.unwrap_or_default(),
            is_outside: true,
            timed_out_until_ms: None,
        };
        world.people.insert(id, person);
        world.news.tell(Happened::Person { person: id }, None);
        world.change_standing(id, &standing.or_member());
        Ok(world.people.get(&id).map(Person::show).unwrap_or_default())
    }

    /// The face that the body names.
    fn avatar(&self) -> Result<Option<Avatar>, Trouble> {
        let Some(named) = self.body.get("avatar") else {
            return Ok(None);
        };
        let read = serde_json::from_value(named.clone());
        read.map(Some).map_err(|_| {
            let known = "drawn, none, no_picture, bomb, moving, large, slow, gone or moved";
            Trouble::bad(format!("\"avatar\" is {known}"))
        })
    }

    /// `POST /sandbox/people/{id}`: somebody gets another face, is timed out, or comes into the servers or leaves them. Tells how their
    /// face was asked for, too.
    pub(super) fn change_person(&self, person: &str) -> Result<Value, Trouble> {
        let (avatar, standing) = (self.avatar()?, self.standing()?);
        let mut world = self.shared.world();
        let id = Id::parse(person).ok_or_else(|| Trouble::absent("there is no such person"))?;
        let asked = world.faces_asked.get(&id).cloned().unwrap_or_default();
        let Some(person) = world.people.get_mut(&id) else {
            return Err(Trouble::absent("there is no such person"));
        };
        person.avatar = avatar.unwrap_or(person.avatar);
        world.change_standing(id, &standing);
        let mut shown = world.people.get(&id).map(Person::show).unwrap_or_default();
        shown["face_asked"] = asked.times.into();
        shown["face_query"] = asked.query.into();
        shown["face_signed"] = asked.is_signed.into();
        Ok(shown)
    }

    pub(super) fn add_channel(&self) -> Result<Value, Trouble> {
        let mut world = self.shared.world();
        if world.channels.len() >= MOST_CHANNELS {
            return Err(Trouble::conflict("there are too many channels"));
        }
        let id = match self.body.get("kind").and_then(Value::as_str) {
            Some("dm") => {
                let person = self.person(&world)?;
                world.direct_with(person.id)
            }
            Some("private") => self.add_private_channel(&mut world)?,
            _ => self.add_public_channel(&mut world)?,
        };
        world
            .channels
            .get(&id)
            .map(|place| place.show_briefly(&world))
            .ok_or_else(|| Trouble::absent("it is gone again"))
    }

    fn add_public_channel(&self, world: &mut World) -> Result<Id, Trouble> {
        let name = self.text("name")?.trim().to_owned();
        if !(1..=100).contains(&name.chars().count()) {
            return Err(Trouble::bad("a channel's name has 1 to 100 characters"));
        }
        let bot_permissions = bits(self.body, "bot_permissions")?;
        let people_permissions = bits(self.body, "people_permissions")?;
        if self.body.get("parent").is_none_or(Value::is_null) {
            let id = world.next_id();
            let mut channel = Channel::text(id, &name, world.clock.now_ms());
            channel.bot_permissions = bot_permissions.unwrap_or(permission::INVITED);
            channel.people_permissions = people_permissions.unwrap_or(permission::ALL);
            channel.home = self.home(world)?;
            world.add_channel(channel);
            return Ok(id);
        }
        let parent = self.id("parent")?;
        let takes_threads = world
            .channels
            .get(&parent)
            .is_some_and(|place| !place.is_thread() && place.is_in_bots_server());
        if !takes_threads {
            return Err(Trouble::absent(
                "there is no such channel to make a thread in",
            ));
        }
        let owner = self.person(world).map_or(world.owner, |person| person.id);
        if self.truth("private")? == Some(true) {
            return Ok(add_private_thread(world, parent, &name, owner));
        }
        let id = world
            .make_thread(parent, None, &name, owner)
            .ok_or_else(|| Trouble::absent("there is no such channel"))?;
        if let (Some(bits), Some(thread)) = (bot_permissions, world.channels.get_mut(&id)) {
            thread.bot_permissions = bits;
        }
        Ok(id)
    }

    pub(super) fn messages(&self, channel: &str) -> Result<Value, Trouble> {
        let world = self.shared.world();
        let person = self.person(&world)?;
        let place = open_place(&world, Id::parse(channel), &person)?;
        let limit = self
            .query
            .get("limit")
            .and_then(|text| text.parse().ok())
            .unwrap_or(200)
            .clamp(1, 500);
        let seen = world.seen_by(place, person.id);
        let newest = seen
            .iter()
            .skip(seen.len().saturating_sub(limit))
            .map(|message| message.show(&world));
        let mut told = json!({"seq": world.news.seq()});
        // Moved in: `json!` would copy all of it once more.
        told["messages"] = newest.collect();
        Ok(told)
    }

    pub(super) fn say(&self) -> Result<Value, Trouble> {
        let mut world = self.shared.world();
        let person = self.person(&world)?;
        let words = self.text("text")?.trim();
        if !(1..=2000).contains(&words.chars().count()) {
            return Err(Trouble::bad("a message has 1 to 2000 characters"));
        }
        let place = open_place(&world, Some(self.id("channel")?), &person)?;
        must_be_heard(&world, place, &person)?;
        if place.is_locked_for(place.permissions_of(&person)) {
            return Err(Trouble::conflict(
                "the thread is locked: only who may manage threads talks there",
            ));
        }
        let (channel, is_archived) = (place.id, place.archived);
        if is_archived && let Some(place) = world.channels.get_mut(&channel) {
            place.archived = false;
            world.tell_channel(channel);
        }
        let id = world.next_id();
        let mut message = Message::new(id, channel, person.id, world.clock.now_ms());
        words.clone_into(&mut message.content);
        message.mentions = Allowed::everybody_named()
            .pinged(words)
            .into_iter()
            .filter(|id| world.people.contains_key(id) || *id == world.bot_user)
            .collect();
        message.everyone = names_everyone(words) && person.may(permission::MENTION_EVERYONE);
        // Whoever is named in a private thread is let in.
        if message.mentions.contains(&world.bot_user) {
            world.let_bot_in(channel);
        }
        world.add_message(message);
        Ok(world.message_or_id(id))
    }

    pub(super) fn dismiss(&self) -> Result<Value, Trouble> {
        let mut world = self.shared.world();
        let person = self.person(&world)?;
        let id = self.id("message")?;
        let seen = world
            .messages
            .get(&id)
            .filter(|message| message.is_seen_by(person.id));
        let message = seen.ok_or_else(|| Trouble::absent("there is no such message"))?;
        if message.flags & EPHEMERAL == 0 {
            return Err(Trouble::conflict(
                "only a message that you alone can see can be dismissed",
            ));
        }
        world.delete_message(id);
        Ok(json!({}))
    }

    pub(super) async fn news(&self) -> Result<Value, Trouble> {
        let person = self.person(&self.shared.world())?.id;
        let mut seq = self.shared.world().news.subscribe();
        let Some(after) = self.query.get("after") else {
            return Ok(json!({"seq": self.shared.world().news.seq(), "news": []}));
        };
        let mut after: u64 = after
            .parse()
            .map_err(|_| Trouble::bad("\"after\" must be a number"))?;
        let channel = self.query.get("channel").and_then(|id| Id::parse(id));
        let until = tokio::time::Instant::now() + self.patience();
        loop {
            let found = self.news_after(after, person, channel);
            let waited_enough = tokio::time::Instant::now() >= until;
            if waited_enough
                || found["missed"] == true
                || found["news"]
                    .as_array()
                    .is_some_and(|news| !news.is_empty())
            {
                return Ok(found);
            }
            // Nothing up to here: the next look begins where this one ended.
            after = found["seq"].as_u64().unwrap_or(after);
            tokio::select! {
                _ = seq.changed() => {}
                () = self.shared.stopped() => return Ok(found),
                () = tokio::time::sleep_until(until) => {}
            }
        }
    }

    fn news_after(&self, after: u64, person: Id, channel: Option<Id>) -> Value {
        let world = self.shared.world();
        let news: Vec<Value> = world
            .news
            .after(after, person)
            .filter(|piece| channel.is_none() || piece.channel() == channel)
            .map(|piece: &Piece| piece.show(&world, person))
            .collect();
        let news: Vec<Value> = news
            .into_iter()
            .filter(|piece| is_open(&world, piece, person))
            .collect();
        let mut answer = json!({"seq": world.news.seq()});
        answer["news"] = news.into();
        if world.news.has_missed(after) {
            answer["missed"] = true.into();
        }
        answer
    }

    pub(super) async fn clock(&self) -> Result<Value, Trouble> {
        let clock = &self.shared.clock;
        if let Some(known) = self.query.get("after") {
            let known: u64 = known
                .parse()
                .map_err(|_| Trouble::bad("\"after\" must be an offset in milliseconds"))?;
            tokio::select! {
                () = clock.pushed_from(known) => {}
                () = tokio::time::sleep(self.patience()) => {}
                () = self.shared.stopped() => {}
            }
        }
        Ok(show_clock(clock))
    }

    pub(super) fn advance(&self) -> Result<Value, Trouble> {
        let ms = self.body.get("ms").and_then(Value::as_u64);
        let ms =
            ms.ok_or_else(|| Trouble::bad("\"ms\" must be a number of milliseconds, 0 or more"))?;
        self.shared.clock.advance(Duration::from_millis(ms));
        self.shared.world().news.tell(Happened::Clock, None);
        Ok(show_clock(&self.shared.clock))
    }
}

/// A thread of which no line in its channel tells.
fn add_private_thread(world: &mut World, parent: Id, name: &str, owner: Id) -> Id {
    let (id, now) = (world.next_id(), world.clock.now_ms());
    let thread = world.channels.get(&parent).map(|parent| Channel {
        sort: Sort::PrivateThread,
        ..Channel::thread(id, name, parent, owner, now)
    });
    if let Some(thread) = thread {
        world.add_channel(thread);
    }
    id
}

/// News of a channel that is somebody else's direct messages is nobody's business.
fn is_open(world: &World, piece: &Value, person: Id) -> bool {
    let channel = piece
        .get("channel")
        .and_then(Id::read)
        .and_then(|id| world.channels.get(&id));
    let person = world.people.get(&person);
    channel.is_none_or(|place| person.is_some_and(|person| place.is_open_to(person)))
}

fn show_clock(clock: &Clock) -> Value {
    let offset = whole_ms(clock.offset());
    json!({"now": clock.now_ms(), "offset": offset, "frozen": clock.is_frozen()})
}

/// A permission set: a decimal string or a number.
pub(super) fn bits(body: &Value, key: &str) -> Result<Option<u64>, Trouble> {
    match body.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(given) => {
            let read = given
                .as_u64()
                .or_else(|| given.as_str().and_then(|text| text.parse().ok()));
            read.map(Some)
                .ok_or_else(|| Trouble::bad(format!("\"{key}\" must be a decimal number")))
        }
    }
}
