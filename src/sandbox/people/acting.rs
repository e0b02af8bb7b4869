//! What people do with the bot: commands, presses, selects, dialogs; and how it came out.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::moderating::must_be_heard;
use super::options::{Asker, Chosen, add_resolved};
use super::{Trouble, Wish, open_place};
use crate::Shared;
use crate::check::modal::{check_typed, fields, submitted};
use crate::id::Id;
use crate::installs::owners_of;
use crate::interaction::{Deed, FIRST_ANSWER_MS, Sort, State, TOKEN_LIFE_MS};
use crate::message::Message;
use crate::person::Person;
use crate::place::Channel;
use crate::world::World;

/// The outcome of an interaction is waited for so long, in real time: its own end is told by the sandbox's clock, and only
/// one that stands still, or a machine that does, comes here.
const LONGEST_ANSWER: Duration = Duration::from_secs(60);

const BUTTON: i64 = 2;
const STRING_SELECT: i64 = 3;

impl Wish<'_> {
    pub(super) async fn run(&self) -> Result<Value, Trouble> {
        let id = {
            let mut world = self.shared.world();
            let person = self.person(&world)?;
            let place = open_place(&world, Some(self.id("channel")?), &person)?;
            let chosen = Chosen::find(&world, place, &person, self.text("command")?)?;
            let data = chosen.data(
                &world,
                Asker {
                    person: &person,
                    place,
                },
                &self.body["options"],
            )?;
            let owners = owners_of(&world, chosen.command, place, &person).unwrap_or_default();
            let (person, channel) = (person.id, place.id);
            world.start(Deed {
                sort: Sort::Command,
                person,
                channel,
                data,
                pressed: None,
                triggered_by: None,
                owners,
            })
        };
        Ok(self.awaited(id).await)
    }

    pub(super) async fn press(&self) -> Result<Value, Trouble> {
        let id = {
            let mut world = self.shared.world();
            let person = self.person(&world)?;
            let message = self.message(&world, &person)?;
            let custom_id = self.text("custom_id")?;
            let component =
                find(&message.components, custom_id).filter(|part| part["type"] == BUTTON);
            self.check_usable(&world, message, component, "button")?;
            let mut data = json!({"component_type": BUTTON, "custom_id": custom_id});
            data["id"] = component.map_or(json!(1), |part| part["id"].clone());
            let deed = component_deed(&world, &person, message, data);
            world.start(deed)
        };
        Ok(self.awaited(id).await)
    }

    pub(super) async fn select(&self) -> Result<Value, Trouble> {
        let id = {
            let mut world = self.shared.world();
            let person = self.person(&world)?;
            let message = self.message(&world, &person)?;
            let custom_id = self.text("custom_id")?;
            let component =
                find(&message.components, custom_id).filter(|part| part["type"] != BUTTON);
            self.check_usable(&world, message, component, "select menu")?;
            let values = self.body["values"]
                .as_array()
                .ok_or_else(|| Trouble::bad("\"values\" must be a list"))?;
            let kind = component.map_or(STRING_SELECT, |part| {
                part["type"].as_i64().unwrap_or(STRING_SELECT)
            });
            if let Some(menu) = component.filter(|_| !self.is_forged()) {
                check_values(menu, values)?;
            }
            let mut data =
                json!({"component_type": kind, "custom_id": custom_id, "values": values});
            data["id"] = component.map_or(json!(1), |part| part["id"].clone());
            let place = world.channels.get(&message.channel);
            let asker = place.map(|place| Asker {
                person: &person,
                place,
            });
            resolve_values(&world, asker, kind, values, &mut data)?;
            let deed = component_deed(&world, &person, message, data);
            world.start(deed)
        };
        Ok(self.awaited(id).await)
    }

    pub(super) async fn submit(&self) -> Result<Value, Trouble> {
        let id = {
            let mut world = self.shared.world();
            let person = self.person(&world)?;
            let modal = self.id("modal")?;
            let opener = world
                .interactions
                .with_modal(modal)
                .filter(|opener| opener.person == person.id);
            let opener = opener.ok_or_else(|| Trouble::absent("there is no such dialog open"))?;
            if let Some(place) = world.channels.get(&opener.channel) {
                must_be_heard(&world, place, &person)?;
            }
            let shown = opener
                .modal
                .as_ref()
                .map(|modal| modal.shown.clone())
                .unwrap_or_default();
            let typed = self.body.get("fields").cloned().unwrap_or_default();
            check_fields(&shown, &typed)?;
            let data =
                json!({"custom_id": shown["custom_id"], "components": submitted(&shown, &typed)});
            let deed = Deed {
                sort: Sort::Submit,
                person: person.id,
                channel: opener.channel,
                data,
                pressed: opener.pressed,
                triggered_by: Some(opener.metadata.clone()),
                owners: opener.metadata["authorizing_integration_owners"].clone(),
            };
            world.start(deed)
        };
        Ok(self.awaited(id).await)
    }

    pub(super) fn outcome(&self, id: &str) -> Result<Value, Trouble> {
        let world = self.shared.world();
        let person = self.person(&world)?.id;
        let is_theirs = |id: &Id| {
            world
                .interactions
                .get(*id)
                .is_some_and(|one| one.person == person)
        };
        let known = Id::parse(id).filter(is_theirs);
        let id = known.ok_or_else(|| Trouble::absent("there is no such interaction"))?;
        Ok(world.outcome(id))
    }

    fn is_forged(&self) -> bool {
        self.body["forge"] == true
    }

    /// The message of the call, if this person can see it.
    fn message<'a>(&self, world: &'a World, person: &Person) -> Result<&'a Message, Trouble> {
        let seen = world
            .messages
            .get(&self.id("message")?)
            .filter(|message| message.is_seen_by(person.id));
        let open = seen.filter(|message| {
            world
                .channels
                .get(&message.channel)
                .is_some_and(|place| place.is_open_to(person))
        });
        let message = open.ok_or_else(|| Trouble::absent("there is no such message for you"))?;
        if message.note.is_some() || message.author != world.bot_user {
            return Err(Trouble::conflict("that message is not the bot's"));
        }
        let place = world.channels.get(&message.channel);
        if let Some(place) = place {
            must_be_heard(world, place, person)?;
        }
        let is_orphaned = |place: &&Channel| {
            let owners = world.owners_of_message(message.id, place);
            place.without_bot && owners.get("1").is_none()
        };
        if place.filter(is_orphaned).is_some() {
            return Err(Trouble::conflict("the bot is not in this server any more"));
        }
        Ok(message)
    }

    /// In a locked thread everything that could be pressed is grey, whoever looks at it.
    fn check_usable(
        &self,
        world: &World,
        message: &Message,
        component: Option<&Value>,
        name: &str,
    ) -> Result<(), Trouble> {
        if self.is_forged() {
            return Ok(());
        }
        let place = world.channels.get(&message.channel);
        if place.is_some_and(|place| place.locked) {
            return Err(Trouble::conflict(format!(
                "the thread is locked: that {name} is disabled"
            )));
        }
        let component =
            component.ok_or_else(|| Trouble::absent(format!("that message has no such {name}")))?;
        if component["disabled"] == true {
            return Err(Trouble::conflict(format!("that {name} is disabled")));
        }
        Ok(())
    }

    /// The outcome: at once without `wait`, else when it is settled.
    async fn awaited(&self, id: Id) -> Value {
        if self.body["wait"] == false {
            watch(self.shared, id);
            let mut world = self.shared.world();
            world.leave_unasked(id);
            return world.outcome(id);
        }
        self.settled(id).await
    }

    /// Waits until an interaction is answered and complete, has failed, or patience ends.
    pub(super) async fn settled(&self, id: Id) -> Value {
        watch(self.shared, id);
        let mut news = self.shared.world().news.subscribe();
        let until = tokio::time::Instant::now() + LONGEST_ANSWER;
        loop {
            // Many wait at once and every piece of news wakes them all: only the last look makes the outcome.
            if !self.shared.world().is_open(id) || tokio::time::Instant::now() >= until {
                return self.shared.world().outcome_as_said(id);
            }
            tokio::select! {
                _ = news.changed() => {}
                () = self.shared.stopped() => return self.shared.world().outcome(id),
                () = tokio::time::sleep_until(until) => {}
            }
        }
    }
}

/// Watches the deadlines of an interaction until it is settled.
pub(crate) fn watch(shared: &Arc<Shared>, id: Id) {
    let Some((born_ms, settled)) = shared
        .world()
        .interactions
        .get(id)
        .map(|one| (one.born_ms, Arc::clone(&one.settled)))
    else {
        return;
    };
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        for (after_ms, awaited) in [
            (FIRST_ANSWER_MS, State::Waiting),
            (TOKEN_LIFE_MS, State::Deferred),
        ] {
            tokio::select! {
                // A deadline is passed one millisecond later: an answer at the very end still counts.
                () = shared.clock.reached(born_ms + after_ms + 1) => shared.world().give_up(id, awaited),
                () = settled.notified() => return,
                () = shared.stopped() => return,
            }
        }
    });
}

fn component_deed(world: &World, person: &Person, message: &Message, data: Value) -> Deed {
    let (person, channel, pressed) = (person.id, message.channel, Some(message.id));
    let place = world.channels.get(&channel);
    let owners = place.map(|place| world.owners_of_message(message.id, place));
    Deed {
        sort: Sort::Component,
        person,
        channel,
        data,
        pressed,
        triggered_by: None,
        owners: owners.unwrap_or_default(),
    }
}

/// The component with this id, at any depth.
fn find<'a>(parts: &'a [Value], custom_id: &str) -> Option<&'a Value> {
    parts.iter().find_map(|part| {
        if part["custom_id"] == custom_id {
            return Some(part);
        }
        let inside = part["components"]
            .as_array()
            .and_then(|inside| find(inside, custom_id));
        inside.or_else(|| {
            part.get("accessory")
                .filter(|accessory| accessory["custom_id"] == custom_id)
        })
    })
}

fn check_values(menu: &Value, values: &[Value]) -> Result<(), Trouble> {
    let count = u64::try_from(values.len()).unwrap_or(u64::MAX);
    let (least, most) = (
        menu["min_values"].as_u64().unwrap_or(1),
        menu["max_values"].as_u64().unwrap_or(1),
    );
    if !(least..=most).contains(&count) {
        return Err(Trouble::bad(format!(
            "{least} to {most} values are to be chosen, not {count}"
        )));
    }
    let distinct = values
        .iter()
        .enumerate()
        .all(|(place, value)| !values[..place].contains(value));
    let offered = |value: &Value| match menu["options"].as_array() {
        Some(options) => options.iter().any(|option| option["value"] == *value),
        None => Id::read(value).is_some(),
    };
    if distinct && values.iter().all(offered) {
        Ok(())
    } else {
        Err(Trouble::bad("such a value is not offered"))
    }
}

/// Users, roles and channels that a select names travel as `resolved`.
fn resolve_values(
    world: &World,
    asker: Option<Asker<'_>>,
    kind: i64,
    values: &[Value],
    data: &mut Value,
) -> Result<(), Trouble> {
    // The select types 5 to 8 are user, role, mentionable, channel; options count them 6, 8, 9, 7.
    let option_kind = match kind {
        5 => 6,
        6 => 8,
        7 => 9,
        8 => 7,
        _ => return Ok(()),
    };
    let mut resolved = json!({});
    for value in values {
        let known = Id::read(value)
            .zip(asker)
            .is_some_and(|(id, asker)| add_resolved(world, asker, id, option_kind, &mut resolved));
        if !known {
            return Err(Trouble::absent(
                "such a value names nobody and nothing here",
            ));
        }
    }
    data["resolved"] = resolved;
    Ok(())
}

fn check_fields(shown: &Value, typed: &Value) -> Result<(), Trouble> {
    if !typed.is_null() && !typed.is_object() {
        return Err(Trouble::bad(
            "\"fields\" must be an object of ids and texts",
        ));
    }
    let known = |name: &String| fields(shown).any(|field| field["custom_id"] == *name);
    if let Some(name) = typed
        .as_object()
        .and_then(|typed| typed.keys().find(|name| !known(name)))
    {
        return Err(Trouble::bad(format!("the dialog has no field {name:?}")));
    }
    for field in fields(shown) {
        let name = field["custom_id"].as_str().unwrap_or_default();
        check_typed(field, typed.get(name)).map_err(Trouble::bad)?;
    }
    Ok(())
}
