//! Interactions: answers, deadlines, tokens, privacy.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::bot::Bot;
use super::{frozen, person, text};
use crate::{Failure, Sandbox};

type Asked = JoinHandle<Result<Value, Failure>>;

/// Somebody does something while the bot listens.
pub(super) fn ask(sandbox: &Sandbox, call: &'static str, wish: Value) -> Asked {
    let sandbox = sandbox.clone();
    tokio::spawn(async move { sandbox.call("POST", call, wish).await })
}

pub(super) async fn outcome(asked: Asked) -> Value {
    asked.await.unwrap().unwrap()
}

/// A sandbox with a bot that knows its commands, and Ada.
pub(super) async fn evening() -> (Sandbox, Bot, String) {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    bot.register().await;
    let ada = person(&sandbox, "Ada").await;
    (sandbox, bot, ada)
}

/// Ada runs `/play` and the bot answers with this.
pub(super) async fn played(
    sandbox: &Sandbox,
    bot: &mut Bot,
    who: &str,
    answer: Value,
) -> (Value, Value) {
    let wish = json!({"person": who, "channel": sandbox.channel(), "command": "play"});
    let asked = ask(sandbox, "/run", wish);
    let interaction = bot.interaction().await;
    assert_eq!(bot.answer(&interaction, answer).await.status, 204);
    let deferred = sandbox
        .interaction(who, interaction["id"].as_str().unwrap())
        .await
        .unwrap();
    if deferred["state"] == "deferred" {
        asked.abort();
        return (interaction, deferred);
    }
    (interaction, outcome(asked).await)
}

pub(super) fn buttons() -> Value {
    json!([
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"},
            {"type": 2, "style": 1, "label": "No", "custom_id": "no", "disabled": true}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "pick", "options": [
            {"label": "A", "value": "a"}, {"label": "B", "value": "b"}]}]},
    ])
}

#[tokio::test]
async fn a_command_is_answered_and_seen() {
    let (sandbox, mut bot, ada) = evening().await;
    let wish = json!({"person": ada, "channel": sandbox.channel(), "command": "play", "options": {"seats": 3}});
    let asked = ask(&sandbox, "/run", wish);
    let interaction = bot.interaction().await;
    assert_eq!(
        interaction["data"]["options"],
        json!([{"name": "seats", "type": 4, "value": 3}])
    );
    assert_eq!(interaction["app_permissions"], "309237763072");
    assert_eq!(
        interaction["authorizing_integration_owners"],
        json!({"0": sandbox.guild()})
    );
    let reply = bot
        .answer(
            &interaction,
            json!({"type": 4, "data": {"content": "hello"}}),
        )
        .await;
    assert_eq!(reply.status, 204);
    let outcome = outcome(asked).await;
    assert_eq!(
        (&outcome["state"], &outcome["kind"]),
        (&json!("answered"), &json!(4))
    );
    let seen = sandbox.see(&ada, &sandbox.channel()).await.unwrap();
    assert_eq!(seen["messages"][0]["content"], "hello");
    assert_eq!(
        text(&seen["messages"][0]["interaction_metadata"]["user"]["id"]),
        ada
    );
    let again = bot
        .answer(
            &interaction,
            json!({"type": 4, "data": {"content": "twice"}}),
        )
        .await;
    assert_eq!((again.status, &again.body["code"]), (400, &json!(40_060)));
    sandbox.stop().await;
}

#[tokio::test]
async fn an_answer_after_three_seconds_is_late() {
    let (sandbox, mut bot, ada) = evening().await;
    let bob = person(&sandbox, "Bob").await;
    let asked = ask(
        &sandbox,
        "/run",
        json!({"person": ada, "channel": sandbox.channel(), "command": "play"}),
    );
    let interaction = bot.interaction().await;
    sandbox.clock().advance(Duration::from_millis(3001));
    let late = bot
        .answer(
            &interaction,
            json!({"type": 4, "data": {"content": "late"}}),
        )
        .await;
    assert_eq!((late.status, &late.body["code"]), (404, &json!(10_062)));
    let failed = outcome(asked).await;
    assert_eq!(failed["state"], "failed");
    assert!(failed["error"].is_string());
    let seen = sandbox.see(&ada, &sandbox.channel()).await.unwrap();
    assert_eq!(seen["messages"][0]["sandbox"]["note"], "failed");
    let others = sandbox.see(&bob, &sandbox.channel()).await.unwrap();
    assert_eq!(others["messages"], json!([]));
    sandbox
        .dismiss(&ada, seen["messages"][0]["id"].as_str().unwrap())
        .await
        .unwrap();
    assert_eq!(
        sandbox.see(&ada, &sandbox.channel()).await.unwrap()["messages"],
        json!([])
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn an_answer_at_the_very_end_counts_and_a_stranger_has_none() {
    let (sandbox, mut bot, ada) = evening().await;
    let asked = ask(
        &sandbox,
        "/run",
        json!({"person": ada, "channel": sandbox.channel(), "command": "play"}),
    );
    let interaction = bot.interaction().await;
    sandbox.clock().advance(Duration::from_millis(3000));
    let mut stranger = interaction.clone();
    stranger["token"] = json!("nonsense");
    assert_eq!(
        bot.answer(&stranger, json!({"type": 5})).await.body["code"],
        10_062
    );
    assert_eq!(
        bot.answer(&interaction, json!({"type": 4, "data": {"content": "now"}}))
            .await
            .status,
        204
    );
    assert_eq!(outcome(asked).await["state"], "answered");
    sandbox.stop().await;
}

#[tokio::test]
async fn a_deferred_answer_is_completed_through_its_token() {
    let (sandbox, mut bot, ada) = evening().await;
    let asked = ask(
        &sandbox,
        "/run",
        json!({"person": ada, "channel": sandbox.channel(), "command": "play"}),
    );
    let interaction = bot.interaction().await;
    let path = bot.hook(&interaction, "/messages/%40original");
    let early = bot.call("GET", &path, Value::Null).await;
    assert_eq!((early.status, &early.body["code"]), (404, &json!(10_015)));
    bot.answer(&interaction, json!({"type": 5, "data": {"flags": 64}}))
        .await;
    sandbox.clock().advance(Duration::from_secs(60));
    let seen = sandbox.see(&ada, &sandbox.channel()).await.unwrap();
    assert_eq!(seen["messages"][0]["flags"], 64 | 128);
    let done = bot.call("PATCH", &path, json!({"content": "done"})).await;
    assert_eq!((done.status, &done.body["flags"]), (200, &json!(64)));
    let outcome = outcome(asked).await;
    assert_eq!(
        (&outcome["state"], &outcome["message"]["content"]),
        (&json!("answered"), &json!("done"))
    );
    let more = bot
        .call(
            "POST",
            &bot.hook(&interaction, ""),
            json!({"content": "more"}),
        )
        .await;
    assert_eq!((more.status, &more.body["flags"]), (200, &json!(0)));
    let id = text(&more.body["id"]);
    assert_eq!(
        bot.call(
            "DELETE",
            &bot.hook(&interaction, &format!("/messages/{id}")),
            Value::Null
        )
        .await
        .status,
        204
    );
    sandbox.clock().advance(Duration::from_secs(15 * 60));
    let dead = bot.call("GET", &path, Value::Null).await;
    assert_eq!((dead.status, &dead.body["code"]), (401, &json!(50_027)));
    sandbox.stop().await;
}

#[tokio::test]
async fn a_follow_up_after_a_deferral_completes_it_and_silence_fails_it() {
    let (sandbox, mut bot, ada) = evening().await;
    let (interaction, _) = played(&sandbox, &mut bot, &ada, json!({"type": 5})).await;
    let filled = bot
        .call(
            "POST",
            &bot.hook(&interaction, ""),
            json!({"content": "here"}),
        )
        .await;
    let now = sandbox
        .interaction(&ada, interaction["id"].as_str().unwrap())
        .await
        .unwrap();
    assert_eq!(
        (&now["state"], &now["message"]["id"]),
        (&json!("answered"), &filled.body["id"])
    );
    let asked = ask(
        &sandbox,
        "/run",
        json!({"person": ada, "channel": sandbox.channel(), "command": "play"}),
    );
    let interaction = bot.interaction().await;
    bot.answer(&interaction, json!({"type": 5})).await;
    sandbox.clock().advance(Duration::from_secs(15 * 60 + 1));
    assert_eq!(outcome(asked).await["state"], "failed");
    sandbox.stop().await;
}

#[tokio::test]
async fn ephemeral_messages_are_for_one_person_and_no_channel_route() {
    let (sandbox, mut bot, ada) = evening().await;
    let bob = person(&sandbox, "Bob").await;
    let secret =
        json!({"type": 4, "data": {"content": "secret", "flags": 64, "components": buttons()}});
    let (_, outcome) = played(&sandbox, &mut bot, &ada, secret).await;
    let id = text(&outcome["message"]["id"]);
    let channel = sandbox.channel();
    assert_eq!(
        sandbox.see(&bob, &channel).await.unwrap()["messages"],
        json!([])
    );
    assert_eq!(
        sandbox
            .news(&bob, 0, Duration::ZERO)
            .await
            .unwrap()
            .to_string()
            .matches("secret")
            .count(),
        0
    );
    assert!(
        sandbox
            .press(json!({"person": bob, "message": id, "custom_id": "go", "forge": true}))
            .await
            .is_err()
    );
    assert!(sandbox.dismiss(&bob, &id).await.is_err());
    for method in ["GET", "PATCH", "DELETE"] {
        let body = if method == "PATCH" {
            json!({"content": "x"})
        } else {
            Value::Null
        };
        let reply = bot
            .call(method, &format!("/channels/{channel}/messages/{id}"), body)
            .await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (404, &json!(10_008)),
            "{method}"
        );
    }
    assert_eq!(
        bot.call("GET", &format!("/channels/{channel}/messages"), Value::Null)
            .await
            .body,
        json!([])
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn a_press_reaches_its_message_and_no_other() {
    let (sandbox, mut bot, ada) = evening().await;
    let shown =
        json!({"type": 4, "data": {"content": "board", "components": buttons(), "flags": 64}});
    let (_, first) = played(&sandbox, &mut bot, &ada, shown.clone()).await;
    let (_, other) = played(&sandbox, &mut bot, &ada, shown).await;
    let (message, other) = (text(&first["message"]["id"]), text(&other["message"]["id"]));
    let asked = ask(
        &sandbox,
        "/press",
        json!({"person": ada, "message": message, "custom_id": "go"}),
    );
    let press = bot.interaction().await;
    assert_eq!(
        press["data"],
        json!({"component_type": 2, "custom_id": "go", "id": 2})
    );
    assert_eq!(
        (&press["message"]["id"], &press["message"]["flags"]),
        (&json!(message), &json!(64))
    );
    let path = format!(
        "/interactions/{}/{}/callback?with_response=true",
        text(&press["id"]),
        text(&press["token"])
    );
    let reply = bot
        .call(
            "POST",
            &path,
            json!({"type": 7, "data": {"content": "turned"}}),
        )
        .await;
    assert_eq!(
        (reply.status, &reply.body["resource"]["message"]["content"]),
        (200, &json!("turned"))
    );
    assert_eq!(outcome(asked).await["message"]["content"], "turned");
    let edited = bot
        .call(
            "PATCH",
            &bot.hook(&press, "/messages/@original"),
            json!({"content": "again"}),
        )
        .await;
    assert_eq!(edited.body["id"], json!(message));
    let foreign = bot
        .call(
            "PATCH",
            &bot.hook(&press, &format!("/messages/{other}")),
            json!({"content": "x"}),
        )
        .await;
    assert_eq!(
        (foreign.status, &foreign.body["code"]),
        (404, &json!(10_008))
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn what_a_client_would_not_do_is_refused() {
    let (sandbox, mut bot, ada) = evening().await;
    let shown = json!({"type": 4, "data": {"content": "board", "components": buttons()}});
    let (_, first) = played(&sandbox, &mut bot, &ada, shown).await;
    let (message, channel) = (first["message"]["id"].clone(), sandbox.channel());
    let play = |options: Value| json!({"person": ada, "channel": channel, "command": "play", "options": options});
    for (call, wish, status) in [
        (
            "/press",
            json!({"person": ada, "message": message, "custom_id": "no"}),
            409,
        ),
        (
            "/press",
            json!({"person": ada, "message": message, "custom_id": "absent"}),
            404,
        ),
        (
            "/press",
            json!({"person": ada, "message": "1", "custom_id": "go"}),
            404,
        ),
        (
            "/press",
            json!({"person": "1", "message": message, "custom_id": "go"}),
            404,
        ),
        ("/press", json!({"person": ada, "message": message}), 400),
        (
            "/select",
            json!({"person": ada, "message": message, "custom_id": "pick", "values": []}),
            400,
        ),
        (
            "/select",
            json!({"person": ada, "message": message, "custom_id": "pick", "values": ["a", "b"]}),
            400,
        ),
        (
            "/select",
            json!({"person": ada, "message": message, "custom_id": "pick", "values": ["z"]}),
            400,
        ),
        (
            "/run",
            json!({"person": ada, "channel": channel, "command": "absent"}),
            404,
        ),
        (
            "/run",
            json!({"person": ada, "channel": channel, "command": "table"}),
            400,
        ),
        (
            "/run",
            json!({"person": ada, "channel": channel, "command": "table hide"}),
            404,
        ),
        (
            "/run",
            json!({"person": ada, "channel": "9", "command": "play"}),
            404,
        ),
        ("/run", play(json!({"seats": "many"})), 400),
        ("/run", play(json!({"seats": 5})), 400),
        ("/run", play(json!({"absent": 5})), 400),
        ("/run", play(json!([1])), 400),
        (
            "/complete",
            json!({"person": ada, "channel": channel, "command": "play", "focused": "seats"}),
            400,
        ),
        (
            "/submit",
            json!({"person": ada, "modal": "5", "fields": {}}),
            404,
        ),
        ("/dismiss", json!({"person": ada, "message": message}), 409),
        (
            "/say",
            json!({"person": ada, "channel": channel, "text": " "}),
            400,
        ),
        ("/people", json!({"name": ""}), 400),
        ("/people", json!({"name": "A", "locale": "xx"}), 400),
        ("/people", json!({"name": "A", "permissions": "many"}), 400),
        ("/clock/advance", json!({"ms": -1}), 400),
        ("/absent", json!({}), 404),
    ] {
        match sandbox.call("POST", call, wish.clone()).await {
            Err(Failure::Refused {
                status: found,
                sentence,
            }) => {
                assert_eq!(found, status, "{call} {wish}: {sentence}");
            }
            other => panic!("{call} {wish}: {other:?}"),
        }
    }
    let asked = ask(
        &sandbox,
        "/select",
        json!({"person": ada, "message": message, "custom_id": "pick", "values": ["b"]}),
    );
    let select = bot.interaction().await;
    assert_eq!(
        (&select["data"]["component_type"], &select["data"]["values"]),
        (&json!(3), &json!(["b"]))
    );
    bot.answer(&select, json!({"type": 6})).await;
    assert_eq!(outcome(asked).await["message"]["id"], message);
    let forged = ask(
        &sandbox,
        "/press",
        json!({"person": ada, "message": message, "custom_id": "x", "forge": true}),
    );
    let press = bot.interaction().await;
    assert_eq!(press["data"]["custom_id"], "x");
    bot.answer(&press, json!({"type": 6})).await;
    assert_eq!(outcome(forged).await["state"], "answered");
    sandbox.stop().await;
}

#[tokio::test]
async fn a_completion_offers_choices() {
    let (sandbox, mut bot, ada) = evening().await;
    let wish = json!({"person": ada, "channel": sandbox.channel(), "command": "play",
        "options": {"move": "dis", "seats": 2}, "focused": "move"});
    let asked = ask(&sandbox, "/complete", wish);
    let interaction = bot.interaction().await;
    assert_eq!(interaction["type"], 4);
    assert_eq!(
        interaction["data"]["options"][1],
        json!({"name": "move", "type": 3, "value": "dis", "focused": true})
    );
    let many: Vec<Value> = (0..26)
        .map(|n| json!({"name": n.to_string(), "value": "x"}))
        .collect();
    let refused = bot
        .answer(&interaction, json!({"type": 8, "data": {"choices": many}}))
        .await;
    assert_eq!(
        (refused.status, &refused.body["code"]),
        (400, &json!(50_035))
    );
    let wrong = bot
        .answer(&interaction, json!({"type": 4, "data": {"content": "x"}}))
        .await;
    assert_eq!((wrong.status, &wrong.body["code"]), (400, &json!(50_035)));
    let choices = json!([{"name": "discard", "value": "d"}]);
    assert_eq!(
        bot.answer(
            &interaction,
            json!({"type": 8, "data": {"choices": choices}})
        )
        .await
        .status,
        204
    );
    assert_eq!(outcome(asked).await["choices"][0]["value"], "d");
    sandbox.stop().await;
}

#[tokio::test]
async fn a_dialog_opens_and_is_submitted() {
    let (sandbox, mut bot, ada) = evening().await;
    let shown = json!({"type": 4, "data": {"content": "board", "components": buttons()}});
    let (_, first) = played(&sandbox, &mut bot, &ada, shown).await;
    let asked = ask(
        &sandbox,
        "/press",
        json!({"person": ada, "message": first["message"]["id"], "custom_id": "go"}),
    );
    let press = bot.interaction().await;
    let field =
        json!({"type": 4, "style": 1, "custom_id": "word", "label": "Word", "max_length": 5});
    let dialog = json!({"custom_id": "ask", "title": "Ask", "components": [{"type": 1, "components": [field]}]});
    assert_eq!(
        bot.answer(&press, json!({"type": 9, "data": dialog}))
            .await
            .status,
        204
    );
    let modal = outcome(asked).await["modal"]["id"].clone();
    for fields in [
        json!({"word": "too long"}),
        json!({}),
        json!({"word": "a", "other": "b"}),
    ] {
        assert!(
            sandbox
                .submit(json!({"person": ada, "modal": modal, "fields": fields}))
                .await
                .is_err()
        );
    }
    let asked = ask(
        &sandbox,
        "/submit",
        json!({"person": ada, "modal": modal, "fields": {"word": "hey"}}),
    );
    let submit = bot.interaction().await;
    assert_eq!(
        submit["data"]["components"][0]["components"][0]["value"],
        "hey"
    );
    assert_eq!(submit["message"]["id"], first["message"]["id"]);
    assert_eq!(
        bot.answer(&submit, json!({"type": 9, "data": dialog}))
            .await
            .status,
        400
    );
    assert_eq!(
        bot.answer(&submit, json!({"type": 7, "data": {"content": "said"}}))
            .await
            .status,
        204
    );
    assert_eq!(outcome(asked).await["message"]["content"], "said");
    assert!(
        sandbox
            .submit(json!({"person": ada, "modal": modal, "fields": {"word": "hey"}}))
            .await
            .is_err()
    );
    sandbox.stop().await;
}
