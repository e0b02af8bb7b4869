//! Dialogs (modals): their limits, and the text a person may submit.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{kind, list, number, text};
use crate::refusal::{Faults, Refusal};

const ROW: i64 = 1;
const TEXT_INPUT: i64 = 4;
const LABEL: i64 = 18;
/// What a label may hold beside a text input: selects, files, radio buttons, check boxes.
const LABELLED: [i64; 9] = [3, 5, 6, 7, 8, 19, 21, 22, 23];

/// Checks a modal and returns `{custom_id, title, components}` as it is shown.
pub(crate) fn modal(given: &Value) -> Result<Value, Refusal> {
    let mut faults = Faults::default();
    let title = text(&mut faults, given, "title", "data/title").unwrap_or_default();
    faults.length("data/title", title, 1, 45);
    let custom_id = text(&mut faults, given, "custom_id", "data/custom_id").unwrap_or_default();
    faults.length("data/custom_id", custom_id, 1, 100);
    let parts = list(&mut faults, given, "components", "data/components");
    faults.count("data/components", parts.len(), 1, 5);
    let mut seen = HashSet::new();
    for (place, part) in parts.iter().enumerate() {
        let path = format!("data/components/{place}");
        check_part(&mut faults, part, &path, &mut seen);
    }
    let shown = json!({"custom_id": custom_id, "title": title, "components": parts});
    faults.into_result().map(|()| shown)
}

/// A part of a modal: a field in a row, a field with a label around it, or text.
fn check_part(faults: &mut Faults, part: &Value, path: &str, seen: &mut HashSet<String>) {
    match kind(part) {
        ROW => {
            let place = format!("{path}/components");
            let inside = list(faults, part, "components", &place);
            faults.count(&place, inside.len(), 1, 1);
            for field in inside {
                let place = format!("{place}/0");
                check_field(faults, field, &place, seen, Labelled::ByItself);
            }
        }
        LABEL => {
            check_label(faults, part, path);
            let field = part.get("component").unwrap_or(&Value::Null);
            let place = format!("{path}/component");
            check_field(faults, field, &place, seen, Labelled::Around);
        }
        10 => {}
        _ => faults.add(
            path,
            "UNION_TYPE_CHOICES",
            "Value of field \"type\" must be one of (1, 10, 18).",
        ),
    }
}

fn check_label(faults: &mut Faults, part: &Value, path: &str) {
    let place = format!("{path}/label");
    let label = text(faults, part, "label", &place).unwrap_or_default();
    faults.length(&place, label, 1, 45);
}

/// Where a field's label stands.
#[derive(Clone, Copy, PartialEq)]
enum Labelled {
    ByItself,
    Around,
}

fn check_field(
    faults: &mut Faults,
    field: &Value,
    path: &str,
    seen: &mut HashSet<String>,
    labelled: Labelled,
) {
    let place = format!("{path}/custom_id");
    let custom_id = text(faults, field, "custom_id", &place).unwrap_or_default();
    faults.length(&place, custom_id, 1, 100);
    if !seen.insert(custom_id.to_owned()) {
        faults.add(
            &place,
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
    if kind(field) == TEXT_INPUT {
        if labelled == Labelled::ByItself {
            check_label(faults, field, path);
        }
        check_text_input(faults, field, path);
    } else {
        let words = match labelled {
            Labelled::ByItself => "Value of field \"type\" must be one of (4,).",
            Labelled::Around if LABELLED.contains(&kind(field)) => {
                return check_options(faults, field, path);
            }
            Labelled::Around => {
                "Value of field \"type\" must be one of (3, 4, 5, 6, 7, 8, 19, 21, 22, 23)."
            }
        };
        faults.add(path, "UNION_TYPE_CHOICES", words);
    }
}

fn check_text_input(faults: &mut Faults, field: &Value, path: &str) {
    if number(faults, field, "style", &format!("{path}/style"), 1..=2).is_none() {
        faults.required(&format!("{path}/style"));
    }
    for (key, least) in [("min_length", 0), ("max_length", 1)] {
        number(faults, field, key, &format!("{path}/{key}"), least..=4000);
    }
    for (key, most) in [("value", 4000), ("placeholder", 100)] {
        let place = format!("{path}/{key}");
        let given = text(faults, field, key, &place).unwrap_or_default();
        faults.length(&place, given, 0, most);
    }
}

/// Fields with options: 1 to 25 in a select, 1 to 10 otherwise.
fn check_options(faults: &mut Faults, field: &Value, path: &str) {
    let most = match kind(field) {
        3 => 25,
        21 | 22 => 10,
        _ => return,
    };
    let path = format!("{path}/options");
    let options = list(faults, field, "options", &path);
    faults.count(&path, options.len(), 1, most);
}

/// The fields of a shown modal, wherever they stand.
pub(crate) fn fields(shown: &Value) -> impl Iterator<Item = &Value> {
    shown["components"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|part| {
            if kind(part) == ROW {
                part["components"].get(0)
            } else {
                part.get("component")
            }
        })
}

/// What the client sends for one submitted modal: the same rows and labels with what was typed.
pub(crate) fn submitted(shown: &Value, typed: &Value) -> Vec<Value> {
    let filled = |field: &Value| {
        let mut sent = json!({"type": field["type"], "id": field.get("id").cloned().unwrap_or(json!(1)), "custom_id": field["custom_id"]});
        let typed = typed.get(field["custom_id"].as_str().unwrap_or_default());
        if kind(field) == TEXT_INPUT {
            sent["value"] = typed.cloned().unwrap_or_else(|| "".into());
        } else {
            sent["values"] = typed.cloned().unwrap_or_else(|| json!([]));
        }
        sent
    };
    let parts = shown["components"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate();
    parts
        .map(|(place, part)| match kind(part) {
            ROW => json!({"type": ROW, "id": place + 1, "components": [filled(&part["components"][0])]}),
            LABEL => json!({"type": LABEL, "id": place + 1, "component": filled(&part["component"])}),
            other => json!({"type": other, "id": place + 1}),
        })
        .collect()
}

/// Checks what was typed into one field; the sentence says what is wrong.
pub(crate) fn check_typed(field: &Value, typed: Option<&Value>) -> Result<(), String> {
    let name = field["custom_id"].as_str().unwrap_or_default();
    let required = field
        .get("required")
        .and_then(Value::as_bool)
        .unwrap_or(true);
    if kind(field) != TEXT_INPUT {
        return if required && typed.is_none() {
            Err(format!("the field {name} needs a value"))
        } else {
            Ok(())
        };
    }
    let words = match typed {
        None | Some(Value::Null) => "",
        Some(Value::String(words)) => words,
        Some(_) => return Err(format!("the field {name} takes text")),
    };
    let length = words.chars().count();
    let bound = |key: &str, otherwise: usize| {
        field
            .get(key)
            .and_then(Value::as_u64)
            .and_then(|bound| usize::try_from(bound).ok())
            .unwrap_or(otherwise)
    };
    if length == 0 {
        return if required {
            Err(format!("the field {name} needs some text"))
        } else {
            Ok(())
        };
    }
    let (least, most) = (bound("min_length", 0), bound("max_length", 4000));
    if length < least || length > most {
        return Err(format!(
            "the field {name} takes {least} to {most} characters, not {length}"
        ));
    }
    Ok(())
}
