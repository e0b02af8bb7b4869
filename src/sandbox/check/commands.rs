//! Application commands: their limits, and the object that is kept.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{kind, list, number, text};
use crate::person::LOCALES;
use crate::refusal::{Faults, Refusal};

/// The kind of the command that opens an application's Activity.
pub(crate) const ENTRY_POINT: i64 = 4;
const SUBCOMMAND: i64 = 1;
const GROUP: i64 = 2;
/// Names, descriptions and values of one command together.
const MOST_TEXT: usize = 8000;

/// How many commands of a type there may be (limits: "Commands").
pub(crate) fn quota(kind: i64) -> usize {
    match kind {
        1 => 100,
        2 | 3 => 15,
        _ => 1,
    }
}

/// Where a command is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Global,
    Guild,
}

/// Checks one command and returns it as it is kept, without ids; `at` is its path in the body.
pub(crate) fn command(given: &Value, at: &str, scope: Scope) -> Result<Value, Refusal> {
    if !given.is_object() {
        return Err(Refusal::not_object(at));
    }
    let mut faults = Faults::default();
    let typed = given.get("type").is_some_and(|kind| !kind.is_null());
    let kind = if typed { kind(given) } else { 1 };
    if !(1..=4).contains(&kind) {
        faults.choice(&format!("{at}type"), "(1, 2, 3, 4)");
    }
    let (letters, length) = if kind == 1 {
        (Letters::Slash, 1..=100)
    } else {
        (Letters::Any, 0..=0)
    };
    let mut kept = json!({"type": kind});
    name(&mut faults, given, at, &mut kept, letters);
    description(&mut faults, given, at, &mut kept, length);
    availability(&mut faults, given, at, &mut kept, scope);
    if kind == ENTRY_POINT {
        // Who answers it: the application, or Discord by opening the Activity.
        let handler = given["handler"].as_i64().unwrap_or(1);
        if !(1..=2).contains(&handler) {
            faults.choice(&format!("{at}handler"), "(1, 2)");
        }
        kept["handler"] = handler.into();
    }
    let options = options(&mut faults, given, at, 0);
    if !options.is_empty() {
        kept["options"] = options.into();
    }
    if size(&kept) > MOST_TEXT {
        let (path, words) = (
            at.trim_end_matches('/'),
            "Command exceeds maximum size (8000)",
        );
        faults.add(path, "APPLICATION_COMMAND_TOO_LARGE", words);
    }
    faults.into_result().map(|()| kept)
}

/// Who may use it and where: contexts and installs are for global commands only.
fn availability(faults: &mut Faults, given: &Value, at: &str, kept: &mut Value, scope: Scope) {
    let field = |key: &str| given.get(key).filter(|value| !value.is_null()).cloned();
    kept["default_member_permissions"] = match field("default_member_permissions") {
        Some(Value::Number(bits)) => bits.to_string().into(),
        other => other.into(),
    };
    kept["nsfw"] = field("nsfw")
        .and_then(|nsfw| nsfw.as_bool())
        .unwrap_or(false)
        .into();
    if scope == Scope::Global {
        kept["dm_permission"] = field("dm_permission")
            .and_then(|dm| dm.as_bool())
            .unwrap_or(true)
            .into();
        for (key, most) in [("contexts", 2), ("integration_types", 1)] {
            let path = format!("{at}{key}");
            let given = list(faults, given, key, &path);
            if field(key).is_some() && given.is_empty() {
                faults.required(&path);
            }
            for (place, one) in given.iter().enumerate() {
                if one.as_u64().is_none_or(|one| one > most) {
                    let allowed = if most == 2 { "(0, 1, 2)" } else { "(0, 1)" };
                    faults.choice(&format!("{path}/{place}"), allowed);
                }
            }
        }
        kept["contexts"] = field("contexts").into();
        kept["integration_types"] = field("integration_types").unwrap_or(json!([0]));
    } else if field("contexts")
        .or_else(|| field("integration_types"))
        .is_some()
    {
        let words = "Contexts and integration types are for global commands only";
        faults.add(
            at.trim_end_matches('/'),
            "APPLICATION_COMMAND_CONTEXTS_GUILD",
            words,
        );
    }
}

/// Which letters a name takes.
#[derive(Clone, Copy)]
enum Letters {
    Slash,
    Any,
}

fn name(faults: &mut Faults, given: &Value, at: &str, kept: &mut Value, letters: Letters) {
    let path = format!("{at}name");
    let words = text(faults, given, "name", &path).unwrap_or_default();
    check_name(faults, words, &path, letters);
    kept["name"] = words.into();
    localizations(faults, given, at, "name", kept, |faults, words, path| {
        check_name(faults, words, path, letters)
    });
}

fn check_name(faults: &mut Faults, words: &str, path: &str, letters: Letters) {
    faults.length(path, words, 1, 32);
    // `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`: letters and numbers of any script, and two scripts with their signs.
    let fits = |letter: char| {
        letter.is_alphanumeric()
            || "-_'".contains(letter)
            || matches!(letter, '\u{900}'..='\u{97f}' | '\u{e01}'..='\u{e5b}')
    };
    if matches!(letters, Letters::Slash)
        && (!words.chars().all(fits) || words.to_lowercase() != words)
    {
        faults.add(
            path,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    }
}

fn description(
    faults: &mut Faults,
    given: &Value,
    at: &str,
    kept: &mut Value,
    length: std::ops::RangeInclusive<usize>,
) {
    let path = format!("{at}description");
    let words = text(faults, given, "description", &path).unwrap_or_default();
    faults.length(&path, words, *length.start(), *length.end());
    kept["description"] = words.into();
    localizations(
        faults,
        given,
        at,
        "description",
        kept,
        |faults, words, path| faults.length(path, words, 1, 100),
    );
}

fn localizations(
    faults: &mut Faults,
    given: &Value,
    at: &str,
    field: &str,
    kept: &mut Value,
    check: impl Fn(&mut Faults, &str, &str),
) {
    let key = format!("{field}_localizations");
    kept[&key] = Value::Null;
    let Some(Value::Object(map)) = given.get(&key) else {
        return;
    };
    for (locale, words) in map {
        let path = format!("{at}{key}/{locale}");
        if !LOCALES.contains(&locale.as_str()) {
            faults.choice(&path, "Discord's locales");
        }
        check(faults, words.as_str().unwrap_or_default(), &path);
    }
    kept[&key] = map.clone().into();
}

fn options(faults: &mut Faults, given: &Value, at: &str, depth: usize) -> Vec<Value> {
    let path = format!("{at}options");
    let given = list(faults, given, "options", &path);
    faults.count(&path, given.len(), 0, 25);
    let branches = given
        .iter()
        .filter(|option| matches!(kind(option), SUBCOMMAND | GROUP))
        .count();
    if branches != 0 && branches != given.len() {
        faults.add(
            &path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-commands and other options cannot be mixed",
        );
    }
    let (mut names, mut optional) = (HashSet::new(), false);
    let mut kept = Vec::new();
    for (place, option) in given.iter().enumerate() {
        let at = format!("{path}/{place}/");
        let one = self::option(faults, option, &at, depth);
        if !names.insert(one["name"].to_string()) {
            faults.add(
                &format!("{at}name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                "Option name is already used",
            );
        }
        let required = one["required"].as_bool().unwrap_or(false);
        if required && optional {
            let message = "Required options must be placed before non-required options";
            faults.add(
                &path,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                message,
            );
        }
        optional |= branches == 0 && !required;
        kept.push(one);
    }
    kept
}

fn option(faults: &mut Faults, given: &Value, at: &str, depth: usize) -> Value {
    let kind = kind(given);
    let mut kept = json!({"type": kind});
    if !(1..=11).contains(&kind) {
        faults.choice(&format!("{at}type"), "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)");
    }
    name(faults, given, at, &mut kept, Letters::Slash);
    description(faults, given, at, &mut kept, 1..=100);
    if matches!(kind, SUBCOMMAND | GROUP) {
        if (kind == GROUP && depth > 0) || (kind == SUBCOMMAND && depth > 1) {
            faults.add(
                &format!("{at}type"),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-command option type is invalid",
            );
        } else {
            kept["options"] = options(faults, given, at, depth + 1).into();
        }
        return kept;
    }
    for key in ["required", "autocomplete"] {
        if given.get(key).and_then(Value::as_bool).unwrap_or(false) {
            kept[key] = true.into();
        }
    }
    let choices = choices(faults, given, at, kind);
    if !choices.is_empty() {
        if kept["autocomplete"] == true {
            faults.add(
                &format!("{at}choices"),
                "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
                "Choices and autocomplete exclude each other",
            );
        }
        kept["choices"] = choices.into();
    }
    for key in ["min_value", "max_value", "channel_types"] {
        let said =
            |value: &&Value| !value.is_null() && !value.as_array().is_some_and(Vec::is_empty);
        if let Some(value) = given.get(key).filter(said) {
            kept[key] = value.clone();
        }
    }
    for (key, least) in [("min_length", 0), ("max_length", 1)] {
        if let Some(length) = number(faults, given, key, &format!("{at}{key}"), least..=6000) {
            kept[key] = length.into();
        }
    }
    kept
}

fn choices(faults: &mut Faults, given: &Value, at: &str, kind: i64) -> Vec<Value> {
    let path = format!("{at}choices");
    let given = list(faults, given, "choices", &path);
    faults.count(&path, given.len(), 0, 25);
    given
        .iter()
        .enumerate()
        .map(|(place, given)| choice(faults, given, &format!("{path}/{place}/"), kind))
        .collect()
}

/// Checks a choice of an option or of a completion, whose value must fit the option's type.
pub(crate) fn choice(faults: &mut Faults, given: &Value, at: &str, kind: i64) -> Value {
    let words = text(faults, given, "name", &format!("{at}name")).unwrap_or_default();
    faults.length(&format!("{at}name"), words, 1, 100);
    let path = format!("{at}value");
    let value = given.get("value").cloned().unwrap_or_default();
    let fits = match kind {
        3 => value.is_string(),
        4 => value.is_i64() || value.is_u64(),
        10 => value.is_number(),
        _ => false,
    };
    if let Some(text) = value.as_str() {
        faults.length(&path, text, 1, 100);
    }
    if !fits {
        faults.add(
            &path,
            "APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE",
            "The value does not fit the option's type",
        );
    }
    let mut kept = json!({"name": words, "value": value});
    localizations(
        faults,
        given,
        at,
        "name",
        &mut kept,
        |faults, words, path| faults.length(path, words, 1, 100),
    );
    kept
}

/// Characters of a command, counting the longest localization of each text.
fn size(part: &Value) -> usize {
    let longest = |field: &str| {
        let default = part[field]
            .as_str()
            .map_or(0, |words| words.chars().count());
        let others = part[format!("{field}_localizations")].as_object();
        let longest = others
            .into_iter()
            .flat_map(|map| map.values())
            .filter_map(Value::as_str)
            .map(|words| words.chars().count())
            .max();
        default.max(longest.unwrap_or(0))
    };
    let value = part["value"]
        .as_str()
        .map_or(0, |words| words.chars().count());
    let inside: usize = ["options", "choices"]
        .iter()
        .flat_map(|key| part[key].as_array().into_iter().flatten())
        .map(size)
        .sum();
    longest("name") + longest("description") + value + inside
}
