//! Where a command may be used and on whose authority: the server has the application, the person has it, or both.

use serde_json::{Value, json};

use super::id::Id;
use super::interaction::Interaction;
use super::person::Person;
use super::place::{Channel, permission};
use super::world::World;

/// Discord's numbers of installs.
const BY_SERVER: u64 = 0;
const BY_PERSON: u64 = 1;
/// What a user-installed application may do at most (limits of Discord's `app_permissions`).
const BORROWED: u64 = permission::EMBED
    | permission::ATTACH
    | permission::MENTION_EVERYONE
    | permission::EXTERNAL_EMOJIS;

/// `authorizing_integration_owners` of a command in this place, or `None` where this person does not have it.
pub(super) fn owners_of(
    world: &World,
    command: &Value,
    place: &Channel,
    person: &Person,
) -> Option<Value> {
    if !command["guild_id"].is_null() {
        let guild = place.guild(world).filter(|_| place.is_in_bots_server())?;
        return (command["guild_id"] == Value::from(guild)).then(|| json!({"0": guild}));
    }
    let types = numbers(&command["integration_types"]).unwrap_or(vec![BY_SERVER]);
    let may_be = |kind: u64| types.contains(&kind);
    let contexts = numbers(&command["contexts"]).unwrap_or_else(|| {
        let alone = command["dm_permission"] == false;
        if alone { vec![0] } else { vec![0, 1, 2] }
    });
    if !contexts.contains(&place.context()) {
        return None;
    }
    let mut owners = json!({});
    if may_be(BY_SERVER) && place.is_in_bots_server() {
        owners["0"] = place.guild(world).map_or(Value::Null, Value::from);
    } else if may_be(BY_SERVER) && place.context() == 1 {
        // The application's own direct messages belong to no server.
        owners["0"] = "0".into();
    }
    if may_be(BY_PERSON) && person.has_installed {
        owners["1"] = person.id.into();
    }
    owners
        .as_object()
        .is_some_and(|owners| !owners.is_empty())
        .then_some(owners)
}

fn numbers(list: &Value) -> Option<Vec<u64>> {
    let list = list.as_array()?;
    Some(list.iter().filter_map(Value::as_u64).collect())
}

impl World {
    /// The owners of an interaction with a message: those of the command it answers, else the server's.
    pub(super) fn owners_of_message(&self, message: Id, place: &Channel) -> Value {
        let answers = self
            .messages
            .get(&message)
            .and_then(|one| one.answers.as_ref());
        if let Some(answers) = answers {
            answers["authorizing_integration_owners"].clone()
        } else if place.is_in_bots_server() {
            json!({"0": place.guild(self)})
        } else {
            json!({"0": "0"})
        }
    }

    /// What the bot may do here, as an interaction tells it.
    pub(super) fn app_permissions(&self, place: &Channel, person: &Person) -> u64 {
        match place.context() {
            0 if place.is_in_bots_server() => place.bots_permissions(),
            0 => place.permissions_of(person) & BORROWED,
            1 => BORROWED,
            _ => BORROWED & !permission::EXTERNAL_EMOJIS,
        }
    }

    /// Whether answers are shown to one person only because the server does not want foreign applications to speak.
    pub(super) fn is_hushed(&self, one: &Interaction) -> bool {
        let person_and_place = self
            .people
            .get(&one.person)
            .zip(self.channels.get(&one.channel));
        one.is_by_person_alone()
            && person_and_place.is_some_and(|(person, place)| {
                place.context() == 0
                    && place.permissions_of(person) & permission::EXTERNAL_APPS == 0
            })
    }
}

impl Interaction {
    /// Whether only a person, and no server, has the application here.
    pub(super) fn is_by_person_alone(&self) -> bool {
        let owners = &self.metadata["authorizing_integration_owners"];
        owners.get("1").is_some() && owners.get("0").is_none()
    }
}
