//! Every kind of press that the code reads, and every command that is registered.

use std::collections::BTreeSet;

use istaka::rules::any::GameId;
use serde_json::{Map, Value, json};

use super::judge::OF_A_RACK;
use crate::judged;
use crate::own_presses::{arms, arms_below, own_presses};

const TABLE: &str = include_str!("../../../src/discord/pages/press.rs");
const DESK: &str = include_str!("../../../src/discord/pages/press/desk.rs");
const LOBBY: &str = include_str!("../../../src/discord/pages/press/lobby.rs");

/// The kinds of presses on messages of a table of this game, as the code that reads their ids lists them.
pub fn kinds_of(game: &str) -> BTreeSet<String> {
    let mut kinds = arms(TABLE, "fn verb(", "        \"");
    kinds.remove("desk");
    kinds.remove("lobby");
    let of_two = "            (\"";
    kinds.extend(arms_below("desk", DESK, "match (verb, rest)", of_two));
    kinds.extend(arms_below(
        "lobby",
        LOBBY,
        "match argument",
        "            \"",
    ));
    kinds.extend(own_presses(game));
    kinds
}

/// The kind of a press, from the id of its component.
pub fn kind(id: &str) -> String {
    let kind = judged::kind(id);
    let argument = id.splitn(5, ':').nth(4).unwrap_or_default();
    match kind.as_str() {
        "lobby" => format!("lobby.{argument}"),
        _ => kind,
    }
}

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
fn every_press_that_names_a_piece_of_a_rack_is_one_of_some_game() {
    let games = GameId::RELEASED.iter();
    let kinds: BTreeSet<String> = games.flat_map(|game| kinds_of(game.id())).collect();
    let of_no_game = OF_A_RACK.iter().filter(|kind| !kinds.contains(**kind));
    assert_eq!(of_no_game.collect::<Vec<_>>(), Vec::<&&str>::new());
}
