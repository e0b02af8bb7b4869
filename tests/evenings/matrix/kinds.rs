//! Every command that is registered, and what ends a table; the kinds of presses are in `press_kinds`.

use std::collections::BTreeSet;

use istaka::rules::any::GameId;
use serde_json::{Map, Value, json};

use super::judge::OF_THE_TABLE;
use crate::press_kinds::of_a_table;

/// Whether somebody with a seat ends a table by it, or what they are at it: it is tried when all else is.
pub fn ends_a_table(kind: &str) -> bool {
    let ends = [
        "leave",
        "quit",
        "close",
        "/table leave",
        "/table end",
        "/table kick",
        "start",
        "rematch",
    ];
    ends.contains(&kind)
}

/// The commands that are registered, each as a person types it, but for those that open another table.
pub fn commands() -> BTreeSet<String> {
    let named = leaves().into_iter().map(|(name, _)| name);
    named
        .filter(|name| GameId::from_id(name).is_none())
        .map(|name| format!("/{name}"))
        .collect()
}

/// What a command is given: the first of its choices, somebody, or the least that it takes; `None` if there is none.
pub fn options_of(command: &str) -> Option<Value> {
    let (_, options) = leaves().into_iter().find(|(name, _)| name == command)?;
    let mut given = Map::new();
    for option in options {
        let name = option["name"].as_str()?.to_owned();
        let value = match (option["choices"].get(0), option["type"].as_u64()?) {
            (Some(choice), _) => choice["value"].clone(),
            (None, 6) => json!("<person>"),
            // Where an option may be left out, a person or a choice says enough.
            _ if option["required"] != true => continue,
            (None, 3) => json!("draw"),
            (None, 4) => json!(1),
            (None, _) => json!(true),
        };
        given.insert(name, value);
    }
    Some(Value::Object(given))
}

/// Every command without another one below it, and its options.
fn leaves() -> Vec<(String, Vec<Value>)> {
    let registered: Value = serde_json::from_str(include_str!("../../data/commands.json"))
        .expect("the recorded commands are JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let mut open: Vec<(String, Value)> = list(&registered)
        .into_iter()
        .map(|one| (name(&one), one))
        .collect();
    let mut leaves = Vec::new();
    while let Some((path, part)) = open.pop() {
        let (below, own): (Vec<Value>, Vec<Value>) = list(&part["options"])
            .into_iter()
            .partition(|option| option["type"] == 1 || option["type"] == 2);
        if below.is_empty() {
            leaves.push((path, own));
        } else {
            open.extend(
                below
                    .into_iter()
                    .map(|one| (format!("{path} {}", name(&one)), one)),
            );
        }
    }
    assert!(leaves.len() > 10, "{leaves:?}");
    leaves
}

#[test]
fn every_press_that_names_a_piece_of_the_table_is_one_of_some_game() {
    let games = GameId::RELEASED.iter();
    let kinds: BTreeSet<String> = games.flat_map(|game| of_a_table(game.id())).collect();
    let of_no_game = OF_THE_TABLE.iter().filter(|kind| !kinds.contains(**kind));
    assert_eq!(of_no_game.collect::<Vec<_>>(), Vec::<&&str>::new());
}
