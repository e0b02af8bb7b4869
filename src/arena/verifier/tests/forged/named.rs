//! Bad input: each is named, none is believed.

use serde_json::{Value, json};

use super::super::whole::OPENED_AT;
use super::{first_game, verify};
use crate::rules::record::{ReadFault, Record, Step, written};

/// The text of the first game with this change, its digest made anew.
fn forged(change: impl Fn(&mut Value)) -> String {
    let mut value = serde_json::to_value(first_game()).expect("a record is JSON");
    change(&mut value);
    written(&value)
}

/// What reading says, or judging.
fn fault(text: &str) -> String {
    match Record::read(text) {
        Err(fault) => format!("{fault:?}"),
        Ok(record) => format!("{:?}", verify(&record).expect_err("it was forged")),
    }
}

#[test]
fn bad_input_is_named() {
    let whole = first_game().to_text();
    let middle = &whole[..whole.len() / 2];
    let noise = |change: Value| {
        forged(move |record| record["steps"][0]["changes"] = json!([change.clone()]))
    };
    for (text, expected) in [
        (middle.to_owned(), "Cut"),
        (String::new(), "NotJson"),
        (whole.replacen("\"at\":1", "\"at\":1e999", 1), "Number"),
        (forged(|record| record["opened_at"] = json!(1e30)), "Number"),
        (
            forged(|record| record["steps"][3]["at"] = json!(0.5)),
            "Number",
        ),
        (
            forged(|record| record["opened_at"] = json!(u64::MAX)),
            "Time(1)",
        ),
        (forged(|record| record["game"] = json!("whist")), "Game"),
        (forged(|record| record["game"] = json!("meri")), "OtherGame"),
        (forged(|record| record["format"] = json!(2)), "Newer"),
        (forged(|record| record["format"] = json!(0)), "Form"),
        (
            forged(|record| record["rules_version"] = json!("2")),
            "OtherRules { version: \"2\" }",
        ),
        (forged(|record| record["noise"] = json!(1)), "Form"),
        (
            forged(|record| record["steps"][0]["noise"] = json!(null)),
            "Form",
        ),
        (
            forged(|record| record["seats"][0]["noise"] = json!(1)),
            "Form",
        ),
        (
            forged(|record| record["options"]["okey"]["noise"] = json!(1)),
            "Form",
        ),
        (
            forged(|record| record["steps"][0]["cause"] = json!("host_peeked")),
            "Form",
        ),
        (
            forged(|record| record["seats"][2]["level"] = json!("cheating")),
            "Form",
        ),
        (
            noise(json!({"computer": {"seat": 2, "level": "cheating"}})),
            "Unreadable(1)",
        ),
        (
            noise(json!({"left": {"seat": 1, "level": "cheating"}})),
            "Unreadable(1)",
        ),
        (
            noise(json!({"abandoned": {"why": "moderator_saw_the_racks"}})),
            "Unreadable(1)",
        ),
        (noise(json!("noise")), "Unreadable(1)"),
        (noise(json!({"noise": {"seat": 1}})), "Unreadable(1)"),
        (
            noise(json!({"sat": {"seat": 1}, "slept": {"seat": 1}})),
            "Unreadable(1)",
        ),
        (
            noise(json!({"sat": {"seat": 1, "noise": 1}})),
            "Unreadable(1)",
        ),
        (noise(json!({"sat": {"seat": 99}})), "Unreadable(1)"),
        (noise(json!({"finished": null})), "Unreadable(1)"),
        (noise(json!({})), "Unreadable(1)"),
        (noise(json!(7)), "Unreadable(1)"),
        (whole.replace(",\"", ", \""), "Rewritten"),
        (whole.replacen('{', "{\"format\":1,", 1), "Rewritten"),
        (format!("{whole} "), "Rewritten"),
        (
            whole.replacen("\"format\":1", "\"format\":1.0", 1),
            "Changed",
        ),
    ] {
        let begins: String = text.chars().take(60).collect();
        assert_eq!(fault(&text), expected, "{begins}");
    }
    assert!(ReadFault::Rewritten.is_verdict() && !ReadFault::Cut.is_verdict());
}

/// A move with a field that no event has, or with two events in one.
#[test]
fn a_noisy_event_is_named() {
    let truth = first_game();
    let at = truth
        .steps
        .iter()
        .position(|step| step.changes[0]["played"].is_object());
    let at = at.expect("somebody moves");
    let name = format!("Unreadable({})", at + 1);
    for change in [
        |event: &mut Value| event["noise"] = json!(1),
        |event: &mut Value| {
            let told = event["okey"].as_object_mut().expect("an event");
            told.values_mut().for_each(|told| told["noise"] = json!(1));
        },
        |event: &mut Value| {
            let told = event["okey"].as_object_mut().expect("an event");
            told.insert("noise".to_owned(), json!({}));
        },
    ] {
        let text = forged(|record| {
            change(&mut record["steps"][at]["changes"][0]["played"]["events"][0]);
        });
        assert_eq!(fault(&text), name);
    }
}

/// Nothing happens after the end.
#[test]
fn a_step_after_the_end_is_named() {
    let truth = first_game();
    let after = truth.steps.len() as u64 + 1;
    let text = forged(|record| {
        let steps = record["steps"].as_array_mut().expect("steps");
        let mut step = steps[0].clone();
        step["revision"] = json!(after);
        step["at"] = json!(OPENED_AT + after);
        steps.push(step);
    });
    assert_eq!(fault(&text), format!("Ending({after})"));
}

/// Seats are left out before the start, and those alone that there are.
#[test]
fn seats_that_are_left_out_wrongly_are_named() {
    let truth = first_game();
    let named = |seats: Value| json!({"seats_closed": {"seats": seats}});
    let is_closed = |step: &Step| step.changes.contains(&named(json!([3])));
    let at = truth
        .steps
        .iter()
        .position(is_closed)
        .expect("a closed seat");
    let closed = |seats: Value| {
        forged(move |record| record["steps"][at]["changes"][0] = named(seats.clone()))
    };
    let wrong = format!("Closed({})", at + 1);
    for seats in [json!([]), json!([4]), json!([2, 2]), json!([3, 2])] {
        assert_eq!(fault(&closed(seats.clone())), wrong, "{seats}");
    }
    let unreadable = format!("Unreadable({})", at + 1);
    for seats in [json!([8]), json!(3), json!([null])] {
        assert_eq!(fault(&closed(seats.clone())), unreadable, "{seats}");
    }
    // Steps before may name a seat that is left out, and no step after it.
    let with_step = |place: usize| {
        forged(move |record| {
            let changes = record["steps"][place]["changes"].as_array_mut();
            changes.expect("changes").push(json!({"sat": {"seat": 3}}));
        })
    };
    let before = Record::read(&with_step(at - 1)).expect("a record");
    assert!(verify(&before).is_ok());
    assert_eq!(fault(&with_step(at)), format!("NoSeat({})", at + 1));
    let late = forged(|record| {
        let changes = record["steps"][at + 1]["changes"].as_array_mut();
        changes.expect("changes").push(named(json!([3])));
    });
    assert_eq!(fault(&late), format!("Closed({})", at + 2));
    // A table of this game never has so many seats, and seats are left out once.
    let many = closed(json!((0..5).collect::<Vec<_>>()));
    assert_eq!(fault(&many), wrong);
    let twice = forged(|record| {
        let first = &mut record["steps"][at]["changes"][0];
        *first = named(json!([4]));
        let changes = record["steps"][at]["changes"].as_array_mut();
        changes.expect("changes").insert(1, named(json!([3])));
    });
    assert_eq!(fault(&twice), wrong);
}
