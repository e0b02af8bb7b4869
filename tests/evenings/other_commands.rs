//! Commands of another version: Discord's clients keep them for a while, and what is sent then is answered.

use reqwest::Method;
use serde_json::{Value, json};

use crate::house::Evening;
use crate::threads::asks_discord;

/// A subcommand.
const SUB: u8 = 1;
/// A group of them.
const GROUP: u8 = 2;
/// A text.
const TEXT: u8 = 3;

fn option(kind: u8, name: &str, more: Value) -> Value {
    let mut option = json!({"type": kind, "name": name, "description": "of another version"});
    let fields = more.as_object().expect("fields").clone();
    option.as_object_mut().expect("fields").extend(fields);
    option
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_uses_a_command_of_another_version_reads_what_to_do() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let told = "of another version of me, so nothing was done";
    let path = format!("/applications/{}/commands", evening.sandbox.application());
    let of = |name: &str, options: Value| json!({"name": name, "description": "old", "options": options});
    let others = json!([
        of("oldthing", json!([])),
        of("help", json!([])),
        of("okey", json!([option(TEXT, "mode", json!({}))])),
        of(
            "play",
            json!([option(TEXT, "card", json!({"autocomplete": true}))])
        ),
        of("rules", json!([option(SUB, "all", json!({}))])),
        of(
            "table",
            json!([
                option(SUB, "vanish", json!({})),
                option(
                    GROUP,
                    "old",
                    json!({"options": [option(SUB, "show", json!({}))]})
                ),
            ]),
        ),
    ]);
    asks_discord(&evening, Method::PUT, &path, others).await;
    for (command, options) in [
        ("oldthing", json!({})),
        ("okey", json!({"mode": "x"})),
        ("play", json!({"card": "R5"})),
        // What it needs is missing.
        ("play", json!({})),
        ("rules all", json!({})),
        ("table vanish", json!({})),
        ("table old show", json!({})),
    ] {
        let answer = ayse.runs(command, options).await;
        assert!(answer.message().is_private(), "{command}: {answer:?}");
        assert!(answer.says().contains(told), "{command}: {answer:?}");
    }
    let typed = json!({"person": ayse.id, "channel": ayse.channel, "command": "play",
        "options": {"card": "R"}, "focused": "card"});
    let offered = evening.world.ask("POST", "/complete", typed).await;
    assert_eq!(offered["choices"], json!([]), "{offered}");
    assert!(
        !ayse
            .sees()
            .await
            .iter()
            .any(|one| one.can("join").is_some())
    );
    let help = ayse.runs("help", json!({})).await;
    assert!(!help.says().contains(told), "{help:?}");
    evening.ends().await;
}

/// Turning Activities on for an application makes it a command that no list may leave out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_whose_application_has_an_activity_starts_and_leaves_its_command_alone() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let path = format!("/applications/{}/commands", evening.sandbox.application());
    let launch = json!({"type": 4, "name": "launch", "handler": 2});
    asks_discord(&evening, Method::POST, &path, launch).await;
    evening.bot_goes().await;
    evening.bot_comes().await;
    let taken: Vec<Value> = (evening.record.exchanges().into_iter())
        .filter(|one| one["method"] == "PUT" && one["status"] == 200)
        .map(|one| one["response"].clone())
        .collect();
    let [before, after] = &taken[..] else {
        panic!("not two lists were taken: {}", taken.len());
    };
    let names = |list: &Value| -> Vec<Value> {
        let all = list.as_array().expect("a list").iter();
        all.map(|one| one["name"].clone()).collect()
    };
    assert_eq!(
        names(after),
        [names(before), vec![json!("launch")]].concat()
    );
    assert!(!ayse.runs("help", json!({})).await.says().is_empty());
    evening.ends().await;
}
