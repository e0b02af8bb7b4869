//! Every kind of change as the journals of format 1 hold it: read for ever, and written as it was.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::rules::any::GameId;
use crate::rules::record::{Cause, Step};
use crate::tables::change::Change;

/// A line for each kind, and for each word that is chosen from a list. House rules grow: their form is held where they are.
const STORED: &str = r#"{"sat":{"seat":0}}
{"computer":{"seat":3,"level":"easy"}}
{"computer":{"seat":3,"level":"medium"}}
{"emptied":{"seat":1}}
{"hosts":{"seat":2}}
{"options":{"options":HOUSE_RULES}}
{"counts":{"rated":false}}
{"free_seats":{"filled":false}}
{"seats_closed":{"seats":[1,3]}}
{"starting":{"casual":true}}
{"began":{"start":9000}}
{"seats_drawn":{"seats":[2,0,1]}}
{"dealt":{"events":[{"okey":{"dealt":{"deck":["R1","F"],"dealer":0,"dice":[4,3]}}}]}}
{"played":{"seat":1,"events":[{"okey":{"passed":{"seat":1}}},{"okey":"drawn"}]}}
{"slept":{"seat":1}}
{"went_away":{"seat":1}}
{"came_back":{"seat":1}}
{"ready":{"seat":1}}
{"left":{"seat":1,"level":"medium"}}
{"voted":{"seat":7}}
"finished"
{"abandoned":{"why":"idle"}}
{"abandoned":{"why":"deserted"}}
{"abandoned":{"why":"all_away"}}
{"abandoned":{"why":"ended_by_host"}}
{"abandoned":{"why":"ended_by_moderator"}}
{"abandoned":{"why":"voted"}}"#;

#[test]
fn every_kind_of_change_is_read_and_written_as_it_was_stored() {
    let rules = serde_json::to_string(&GameId::Okey.default_options()).unwrap();
    let mut told = BTreeSet::new();
    for line in STORED.lines() {
        let line = line.replace("HOUSE_RULES", &rules);
        let change: Change =
            serde_json::from_str(&line).unwrap_or_else(|why| panic!("{line}: {why}"));
        assert_eq!(serde_json::to_string(&change).unwrap(), line);
        let value: Value = serde_json::from_str(&line).unwrap();
        told.insert(kind(&value));
        assert!(is_read_in_a_record(value), "{line}");
    }
    assert_eq!(told, kinds());
}

/// A change that tells nothing else is its name alone.
fn kind(change: &Value) -> String {
    match change {
        Value::String(name) => name.clone(),
        change => change.as_object().unwrap().keys().cloned().collect(),
    }
}

/// Whoever judges records reads the changes of journals, too.
fn is_read_in_a_record(change: Value) -> bool {
    let step = Step {
        revision: 1,
        at: 0,
        cause: Cause::House,
        seat: None,
        changes: vec![change],
    };
    step.read_changes().is_some()
}

/// All kinds that there are, in the words with which a kind is refused that is none: a new one needs its line.
fn kinds() -> BTreeSet<String> {
    let refused = serde_json::from_str::<Change>(r#""none of them""#).err();
    let refused = refused.unwrap().to_string();
    let quoted = refused.split('`').skip(1).step_by(2);
    // The first is what was refused.
    quoted.skip(1).map(str::to_owned).collect()
}
