//! Commands as a person may use them: which there are, and whether what was typed fits them.

use serde_json::{Value, json};

use super::Trouble;
use super::moderating::must_be_heard;
use crate::id::Id;
use crate::installs::owners_of;
use crate::person::Person;
use crate::place::{Channel, permission};
use crate::world::World;

const SUBCOMMAND: i64 = 1;
const GROUP: i64 = 2;

/// The commands that this person may use in this channel.
pub(super) fn usable<'a>(
    world: &'a World,
    place: &'a Channel,
    person: &'a Person,
) -> impl Iterator<Item = &'a Value> {
    world.commands.iter().filter(move |command| {
        let here = owners_of(world, command, place, person).is_some();
        let needed = command["default_member_permissions"]
            .as_str()
            .and_then(|bits| bits.parse::<u64>().ok());
        let may = match needed {
            None => true,
            // "0" leaves the command to administrators.
            Some(0) => person.may(permission::ADMINISTRATOR),
            Some(needed) => place.is_direct() || person.may(needed),
        };
        here && may
    })
}

/// A command with `name_localized` and `description_localized` on it and on everything in it.
pub(super) fn localized(part: &Value, locale: &str) -> Value {
    let mut shown = part.clone();
    for field in ["name", "description"] {
        if part[field].is_string() {
            shown[format!("{field}_localized")] = words(part, field, locale).into();
        }
    }
    for key in ["options", "choices"] {
        if let Some(inside) = part[key].as_array() {
            shown[key] = inside.iter().map(|part| localized(part, locale)).collect();
        }
    }
    shown
}

/// The text in a person's language. English and Spanish stand in for their sisters before the default does.
fn words<'a>(part: &'a Value, field: &str, locale: &str) -> &'a str {
    let table = &part[format!("{field}_localizations")];
    let sister = match locale {
        "en-US" => "en-GB",
        "en-GB" => "en-US",
        "es-419" => "es-ES",
        _ => "",
    };
    let found = table[locale].as_str().or_else(|| table[sister].as_str());
    found.unwrap_or_else(|| part[field].as_str().unwrap_or_default())
}

/// Whether somebody who reads this locale may call the part by this name.
fn is_called(part: &Value, name: &str, locale: &str) -> bool {
    part["name"] == name || words(part, "name", locale) == name
}

/// A command with the way to its subcommand.
pub(super) struct Chosen<'a> {
    pub(super) command: &'a Value,
    /// The groups and subcommands below it, outermost first.
    way: Vec<&'a Value>,
    locale: &'a str,
}

impl<'a> Chosen<'a> {
    /// Finds what `line` ("table show") names among the commands this person may use.
    pub(super) fn find(
        world: &'a World,
        place: &'a Channel,
        person: &'a Person,
        line: &str,
    ) -> Result<Self, Trouble> {
        must_be_heard(world, place, person)?;
        if place.is_locked_for(place.permissions_of(person)) {
            return Err(Trouble::conflict(
                "the thread is locked: only who may manage threads uses commands there",
            ));
        }
        let mut names = line.trim().trim_start_matches('/').split_whitespace();
        let name = names
            .next()
            .ok_or_else(|| Trouble::bad("\"command\" is empty"))?;
        let locale = person.locale.as_str();
        let mut fits = usable(world, place, person)
            .filter(|one| one["type"] == 1 && is_called(one, name, locale));
        let absent = || Trouble::absent(format!("there is no command /{name} for you here"));
        let command = fits.next().ok_or_else(absent)?;
        let (mut way, mut at) = (Vec::new(), command);
        for name in names {
            let branches = branches(at).find(|one| is_called(one, name, locale));
            at = branches.ok_or_else(|| Trouble::absent(format!("/{line} names no subcommand")))?;
            way.push(at);
        }
        if branches(at).next().is_some() {
            return Err(Trouble::bad(format!("/{line} needs a subcommand")));
        }
        Ok(Self {
            command,
            way,
            locale,
        })
    }

    fn known(&self) -> impl Iterator<Item = &'a Value> {
        let at = self.way.last().copied().unwrap_or(self.command);
        at["options"].as_array().into_iter().flatten()
    }

    fn option(&self, name: &str) -> Result<&'a Value, Trouble> {
        let found = self
            .known()
            .find(|option| is_called(option, name, self.locale));
        found.ok_or_else(|| Trouble::bad(format!("the command has no option {name:?}")))
    }

    /// Discord's `data` of a whole command: everything typed must fit, everything required must be there.
    pub(super) fn data(
        &self,
        world: &World,
        asker: Asker<'_>,
        typed: &Value,
    ) -> Result<Value, Trouble> {
        let mut options = Vec::new();
        let mut resolved = json!({});
        for (name, value) in pairs(typed)? {
            let option = self.option(name)?;
            let value = fitting(option, value)?;
            resolve(world, asker, option, &value, &mut resolved)?;
            options.push(json!({"name": option["name"], "type": option["type"], "value": value}));
        }
        let is_typed =
            |option: &&Value| options.iter().any(|typed| typed["name"] == option["name"]);
        if let Some(missing) = self
            .known()
            .find(|option| option["required"] == true && !is_typed(option))
        {
            return Err(Trouble::bad(format!(
                "the option {} is required",
                missing["name"]
            )));
        }
        let mut data = self.wrapped(options);
        if resolved
            .as_object()
            .is_some_and(|resolved| !resolved.is_empty())
        {
            data["resolved"] = resolved;
        }
        Ok(data)
    }

    /// Discord's `data` of a completion: half-typed values as they are, one of them focused.
    pub(super) fn half_typed(&self, typed: &Value, focused: &str) -> Result<Value, Trouble> {
        let wanted = self.option(focused)?;
        if wanted["autocomplete"] != true {
            return Err(Trouble::bad(format!(
                "the option {} offers no completion",
                wanted["name"]
            )));
        }
        let mut options = Vec::new();
        for (name, value) in pairs(typed)? {
            let option = self.option(name)?;
            if option["name"] != wanted["name"] && !value.is_null() {
                let value = fitting(option, value).unwrap_or_else(|_| value.clone());
                options
                    .push(json!({"name": option["name"], "type": option["type"], "value": value}));
            }
        }
        let words = pairs(typed)?
            .find(|(name, _)| is_called(wanted, name, self.locale))
            .map(|(_, value)| value);
        // The focused value is always sent as text, whatever the option's type.
        let words = words.map_or(String::new(), |value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        });
        options.push(json!({"name": wanted["name"], "type": wanted["type"], "value": words, "focused": true}));
        Ok(self.wrapped(options))
    }

    fn wrapped(&self, mut options: Vec<Value>) -> Value {
        for part in self.way.iter().rev() {
            options = vec![json!({"name": part["name"], "type": part["type"], "options": options})];
        }
        let mut data = json!({
            "id": self.command["id"], "name": self.command["name"], "type": self.command["type"], "options": options,
        });
        if !self.command["guild_id"].is_null() {
            data["guild_id"] = self.command["guild_id"].clone();
        }
        data
    }
}

fn branches(part: &Value) -> impl Iterator<Item = &Value> {
    let options = part["options"].as_array().into_iter().flatten();
    options.filter(|option| option["type"] == SUBCOMMAND || option["type"] == GROUP)
}

fn pairs(typed: &Value) -> Result<impl Iterator<Item = (&str, &Value)>, Trouble> {
    match typed {
        Value::Null => Ok(None.into_iter().flatten()),
        Value::Object(map) => Ok(Some(map.iter().map(|(name, value)| (name.as_str(), value)))
            .into_iter()
            .flatten()),
        _ => Err(Trouble::bad(
            "\"options\" must be an object of names and values",
        )),
    }
}

/// The value as Discord's client would send it, or why the client would not take it.
fn fitting(option: &Value, value: &Value) -> Result<Value, Trouble> {
    let name = option["name"].as_str().unwrap_or_default();
    let wrong = |wanted: &str| Trouble::bad(format!("the option {name} takes {wanted}"));
    let value = match option["type"].as_i64().unwrap_or(0) {
        3 => {
            let words = value.as_str().ok_or_else(|| wrong("text"))?;
            let bound = |key: &str, otherwise: u64| option[key].as_u64().unwrap_or(otherwise);
            let (least, most) = (bound("min_length", 0), bound("max_length", 6000));
            if !(least..=most).contains(&u64::try_from(words.chars().count()).unwrap_or(u64::MAX)) {
                return Err(wrong(&format!("{least} to {most} characters")));
            }
            value.clone()
        }
        4 => {
            let number = value
                .as_i64()
                .or_else(|| value.as_str().and_then(|text| text.parse().ok()));
            json!(number.ok_or_else(|| wrong("a whole number"))?)
        }
        5 => value
            .as_bool()
            .map(Value::from)
            .ok_or_else(|| wrong("true or false"))?,
        6..=9 | 11 => Id::read(value)
            .map(Value::from)
            .ok_or_else(|| wrong("an id"))?,
        10 => value
            .as_f64()
            .map(Value::from)
            .ok_or_else(|| wrong("a number"))?,
        _ => return Err(wrong("nothing a person can type here")),
    };
    in_bounds(option, &value).map_err(|wanted| wrong(&wanted))?;
    let choices = option["choices"]
        .as_array()
        .filter(|choices| !choices.is_empty());
    if choices.is_some_and(|choices| !choices.iter().any(|choice| choice["value"] == value)) {
        return Err(wrong("one of its choices"));
    }
    Ok(value)
}

fn in_bounds(option: &Value, value: &Value) -> Result<(), String> {
    let Some(number) = value.as_f64() else {
        return Ok(());
    };
    if let Some(least) = option["min_value"].as_f64().filter(|least| number < *least) {
        return Err(format!("at least {least}"));
    }
    if let Some(most) = option["max_value"].as_f64().filter(|most| number > *most) {
        return Err(format!("at most {most}"));
    }
    Ok(())
}

/// Adds the user or channel that a value names to `resolved`.
fn resolve(
    world: &World,
    asker: Asker<'_>,
    option: &Value,
    value: &Value,
    resolved: &mut Value,
) -> Result<(), Trouble> {
    let kind = option["type"].as_i64().unwrap_or(0);
    if !(6..=9).contains(&kind) {
        return Ok(());
    }
    let absent = || {
        Trouble::absent(format!(
            "the option {} names nobody and nothing here",
            option["name"]
        ))
    };
    let id = Id::read(value).ok_or_else(absent)?;
    if add_resolved(world, asker, id, kind, resolved) {
        Ok(())
    } else {
        Err(absent())
    }
}

/// Who asks, and where.
#[derive(Clone, Copy)]
pub(super) struct Asker<'a> {
    pub(super) person: &'a Person,
    pub(super) place: &'a Channel,
}

/// Puts what an id of this option or select type means into `resolved`; false if it means nothing.
/// The rights of people are those in the place where they are named; those in a channel are the asker's.
pub(super) fn add_resolved(
    world: &World,
    asker: Asker<'_>,
    id: Id,
    kind: i64,
    resolved: &mut Value,
) -> bool {
    let key = id.to_string();
    let (user, role, channel) = (matches!(kind, 6 | 9), matches!(kind, 8 | 9), kind == 7);
    let is_known = world.people.contains_key(&id) || id == world.bot_user;
    if user && is_known {
        resolved["users"][&key] = world.user(id);
        // Of those who are no members where the command is used, only the user is known.
        let Some(mut member) = world.member(id).filter(|_| !asker.place.is_direct()) else {
            return true;
        };
        if let Value::Object(fields) = &mut member {
            fields.remove("user");
        }
        let may = world.people.get(&id).map_or_else(
            || asker.place.bots_permissions(),
            |person| match asker.place.permissions_of(person) {
                may if person.is_timed_out(world.clock.now_ms()) => may & permission::TIMED_OUT,
                may => may,
            },
        );
        member["permissions"] = may.to_string().into();
        resolved["members"][&key] = member;
        return true;
    }
    if role && Some(id) == asker.place.guild(world) {
        resolved["roles"][&key] = world.roles(id)[0].clone();
        return true;
    }
    if channel
        && let Some(place) = world
            .channels
            .get(&id)
            .filter(|place| place.home == asker.place.home && !place.is_direct())
    {
        let mut shown = place.show(world);
        shown["permissions"] = place.permissions_of(asker.person).to_string().into();
        resolved["channels"][&key] = shown;
        return true;
    }
    false
}
