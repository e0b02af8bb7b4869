//! What Discord refuses before it looks at the world: the shapes and limits of payloads (`docs/discord.md`).
//! Each check gathers every fault of a form with its path.

pub(super) mod commands;
mod components;
mod embeds;
mod layout;
pub(super) mod mentions;
pub(super) mod message;
pub(super) mod modal;
mod time;

use serde_json::Value;

use super::refusal::Faults;

/// A list field: absent and `null` are empty, anything but a list is a fault.
pub(super) fn list<'a>(
    faults: &mut Faults,
    holder: &'a Value,
    key: &str,
    path: &str,
) -> &'a [Value] {
    match holder.get(key) {
        None | Some(Value::Null) => &[],
        Some(Value::Array(items)) => items,
        Some(_) => {
            faults.add(
                path,
                "LIST_TYPE_CONVERT",
                "Only iterables may be used in a ListType",
            );
            &[]
        }
    }
}

/// A text field: absent and `null` are none, anything but text is a fault.
pub(super) fn text<'a>(
    faults: &mut Faults,
    holder: &'a Value,
    key: &str,
    path: &str,
) -> Option<&'a str> {
    match holder.get(key) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text),
        Some(_) => {
            faults.add(
                path,
                "STRING_TYPE_CONVERT",
                "Could not interpret the value as string.",
            );
            None
        }
    }
}

/// A number field within a range; numbers in strings count, as Discord reads them too.
fn number(
    faults: &mut Faults,
    holder: &Value,
    key: &str,
    path: &str,
    range: std::ops::RangeInclusive<i64>,
) -> Option<i64> {
    let value = holder.get(key).filter(|value| !value.is_null())?;
    let read = value
        .as_i64()
        .or_else(|| value.as_str().and_then(|text| text.parse().ok()));
    match read {
        None => faults.add(path, "NUMBER_TYPE_COERCE", "Value is not int."),
        Some(number) if number < *range.start() => {
            faults.add(
                path,
                "NUMBER_TYPE_MIN",
                &format!(
                    "int value should be greater than or equal to {}.",
                    range.start()
                ),
            );
        }
        Some(number) if number > *range.end() => {
            faults.add(
                path,
                "NUMBER_TYPE_MAX",
                &format!("int value should be less than or equal to {}.", range.end()),
            );
        }
        Some(_) => {}
    }
    read
}

/// The type of a component or option; 0 when there is none.
fn kind(value: &Value) -> i64 {
    let found = value.get("type");
    found
        .and_then(Value::as_i64)
        .or_else(|| found?.as_str()?.parse().ok())
        .unwrap_or(0)
}

/// An address that must begin with one of these schemes.
fn url(faults: &mut Faults, address: &str, path: &str, schemes: &[&str]) {
    let fits = |scheme: &&str| {
        address
            .strip_prefix(*scheme)
            .and_then(|rest| rest.strip_prefix("://"))
            .is_some_and(|rest| !rest.is_empty())
    };
    if !schemes.iter().any(fits) {
        faults.add(
            path,
            "URL_TYPE_INVALID_SCHEME",
            &format!("Scheme must be one of {schemes:?}."),
        );
    }
}
