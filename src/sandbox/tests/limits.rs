//! What Discord refuses, row by row: the payload, the code and the path of the fault.

use serde_json::{Value, json};

use super::answers::evening;

fn button(custom_id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "x", "custom_id": custom_id})
}

fn row(parts: Vec<Value>) -> Value {
    json!({"content": "x", "components": [{"type": 1, "components": parts}]})
}

fn select(options: Value) -> Value {
    row(vec![
        json!({"type": 3, "custom_id": "s", "options": options}),
    ])
}

fn options(count: usize) -> Vec<Value> {
    (0..count)
        .map(|n| json!({"label": "x", "value": n.to_string()}))
        .collect()
}

/// Payloads of a message and the pointer to the first fault; `""` means the code alone counts.
fn refused_messages() -> Vec<(Value, u64, &'static str)> {
    let rows: Vec<Value> = (0..6)
        .map(|n| json!({"type": 1, "components": [button(&n.to_string())]}))
        .collect();
    let twice =
        json!([{"type": 1, "components": [button("a")]}, {"type": 1, "components": [button("a")]}]);
    let mut two_selects = row(vec![]);
    let menu = json!({"type": 3, "custom_id": "s", "options": options(1)});
    let mut second = menu.clone();
    second["custom_id"] = json!("t");
    two_selects["components"][0]["components"] = json!([menu, second]);
    vec![
        (json!({}), 50_006, ""),
        (json!({"content": "   "}), 50_006, ""),
        (json!([]), 50_035, "/_errors"),
        (
            json!({"content": "x".repeat(2001)}),
            50_035,
            "/content/_errors/0",
        ),
        (json!({"content": 5}), 50_035, "/content/_errors"),
        (
            json!({"embeds": vec![json!({"title": "x"}); 11]}),
            50_035,
            "/embeds/_errors",
        ),
        (json!({"embeds": [{}]}), 50_035, "/embeds/0/_errors"),
        (
            json!({"embeds": [{"title": "x".repeat(257)}]}),
            50_035,
            "/embeds/0/title/_errors",
        ),
        (
            json!({"embeds": [{"description": "x".repeat(4097)}]}),
            50_035,
            "/embeds/0/description/_errors",
        ),
        (
            json!({"embeds": [{"fields": [{"name": "", "value": "x"}]}]}),
            50_035,
            "/embeds/0/fields/0/name/_errors",
        ),
        (
            json!({"embeds": [{"image": {"url": "ftp://x"}}]}),
            50_035,
            "/embeds/0/image/url/_errors",
        ),
        (
            json!({"embeds": [{"image": {"url": "attachment://absent.png"}}]}),
            50_035,
            "/embeds/0/_errors",
        ),
        (
            json!({"embeds": [{"description": "x".repeat(4000)}, {"description": "x".repeat(4000)}]}),
            50_035,
            "/embeds/_errors",
        ),
        (
            json!({"content": "x", "components": rows}),
            50_035,
            "/components/_errors",
        ),
        (
            json!({"content": "x", "components": twice}),
            50_035,
            "/components/1/components/0/custom_id/_errors",
        ),
        (
            row(vec![button("a"), button("a")]),
            50_035,
            "/components/0/components/1/custom_id/_errors",
        ),
        (
            row((0..6).map(|n| button(&n.to_string())).collect()),
            50_035,
            "/components/0/components/_errors",
        ),
        (row(vec![]), 50_035, "/components/0/components/_errors"),
        (
            row(vec![button(&"x".repeat(101))]),
            50_035,
            "/components/0/components/0/custom_id/_errors",
        ),
        (
            row(vec![json!({"type": 2, "style": 1, "custom_id": "a"})]),
            50_035,
            "/components/0/components/0/_errors",
        ),
        (
            row(vec![
                json!({"type": 2, "style": 1, "label": "x".repeat(81), "custom_id": "a"}),
            ]),
            50_035,
            "/components/0/components/0/label/_errors",
        ),
        (
            row(vec![
                json!({"type": 2, "style": 9, "label": "x", "custom_id": "a"}),
            ]),
            50_035,
            "/components/0/components/0/style/_errors",
        ),
        (
            row(vec![json!({"type": 2, "style": 5, "label": "x"})]),
            50_035,
            "/components/0/components/0/url/_errors",
        ),
        (
            row(vec![
                json!({"type": 2, "style": 1, "custom_id": "a", "emoji": {"id": "5", "name": "x"}}),
            ]),
            50_035,
            "/components/0/components/0/emoji/id/_errors",
        ),
        (
            row(vec![
                json!({"type": 2, "style": 1, "custom_id": "a", "emoji": {"name": "☰"}}),
            ]),
            50_035,
            "/components/0/components/0/emoji/name/_errors",
        ),
        (
            row(vec![json!({"type": 4})]),
            50_035,
            "/components/0/components/0/_errors",
        ),
        (
            json!({"content": "x", "components": [button("a")]}),
            50_035,
            "/components/0/_errors",
        ),
        (two_selects, 50_035, "/components/0/components/_errors"),
        (
            select(json!([])),
            50_035,
            "/components/0/components/0/options/_errors",
        ),
        (
            select(options(26).into()),
            50_035,
            "/components/0/components/0/options/_errors",
        ),
        (
            select(json!([{"label": "x", "value": "a"}, {"label": "y", "value": "a"}])),
            50_035,
            "/components/0/components/0/options/1/value/_errors",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["5"]}}),
            50_035,
            "/allowed_mentions/_errors",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["all"]}}),
            50_035,
            "/allowed_mentions/parse/0/_errors",
        ),
        (
            json!({"content": "<@5>"}),
            50_035,
            "/allowed_mentions/_errors",
        ),
        (
            json!({"content": "@everyone"}),
            50_035,
            "/allowed_mentions/_errors",
        ),
        (
            json!({"content": "<@&5>"}),
            50_035,
            "/allowed_mentions/_errors",
        ),
        (
            json!({"content": "x", "attachments": [{"id": 0, "description": "x".repeat(1025)}]}),
            50_035,
            "/attachments/0/description/_errors",
        ),
        (
            json!({"content": "x", "attachments": [{"id": 0}]}),
            50_035,
            "/attachments/0/_errors",
        ),
        (
            json!({"content": "x", "message_reference": {"message_id": "5"}}),
            50_035,
            "/message_reference/_errors",
        ),
        (
            json!({"flags": 32_768, "content": "x"}),
            50_035,
            "/flags/_errors",
        ),
        (
            json!({"flags": 32_768, "components": [
                {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": 5},
            ]}),
            50_035,
            "/components/0/accessory/_errors",
        ),
    ]
}

#[tokio::test]
async fn messages_over_the_limits_are_refused_with_the_path() {
    let (sandbox, mut bot, ada) = evening().await;
    let asked = super::answers::ask(
        &sandbox,
        "/run",
        json!({"person": ada, "channel": sandbox.channel(), "command": "play"}),
    );
    let interaction = bot.interaction().await;
    for (payload, code, pointer) in refused_messages() {
        // Through the callback, which no rate limit slows; the faults lie below `data` there, but where the world decides.
        let reply = bot
            .answer(&interaction, json!({"type": 4, "data": payload}))
            .await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (400, &json!(code)),
            "{payload}: {}",
            reply.body
        );
        let errors = &reply.body["errors"];
        let found = errors
            .pointer(&format!("/data{pointer}"))
            .or_else(|| errors.pointer(pointer));
        assert!(
            code != 50_035 || found.is_some(),
            "{payload}: {pointer} not in {}",
            reply.body
        );
    }
    assert_eq!(
        bot.answer(
            &interaction,
            json!({"type": 4, "data": {"content": "good"}})
        )
        .await
        .status,
        204
    );
    asked.await.unwrap().unwrap();
    let path = format!("/channels/{}/messages", sandbox.channel());
    assert_eq!(
        bot.call("POST", &path, json!({"content": "<@5>"}))
            .await
            .body["code"],
        50_035
    );
    let good = bot.call("POST", &path, json!({"content": "plain"})).await;
    let path = format!("{path}/{}", good.body["id"].as_str().unwrap());
    assert_eq!(
        bot.call("PATCH", &path, json!({"content": "<@5>"}))
            .await
            .body["code"],
        50_035
    );
    let quiet = json!({"content": "<@5>", "allowed_mentions": {"parse": []}});
    assert_eq!(bot.call("PATCH", &path, quiet).await.status, 200);
    assert_eq!(
        bot.call("PATCH", &path, json!({"content": ""})).await.body["code"],
        50_006
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn commands_are_checked_kept_and_numbered() {
    let (sandbox, bot, _) = evening().await;
    let path = format!("/applications/{}/commands", bot.application);
    let with = |options: Value| json!([{"name": "x", "description": "x", "options": options}]);
    let choice = |n: usize| json!({"name": n.to_string(), "value": n});
    let option = json!({"type": 3, "name": "o", "description": "o"});
    for (payload, pointer) in [
        (
            json!([{"name": "Upper", "description": "x"}]),
            "/0/name/_errors",
        ),
        (
            json!([{"name": "a b", "description": "x"}]),
            "/0/name/_errors",
        ),
        (
            json!([{"name": "x".repeat(33), "description": "x"}]),
            "/0/name/_errors",
        ),
        (json!([{"name": "x"}]), "/0/description/_errors"),
        (
            json!([{"name": "x", "description": "x".repeat(101)}]),
            "/0/description/_errors",
        ),
        (
            json!([{"name": "x", "description": "x", "name_localizations": {"xx": "y"}}]),
            "/0/name_localizations/xx/_errors",
        ),
        (
            json!([{"name": "x", "description": "x"}, {"name": "x", "description": "x"}]),
            "/1/_errors",
        ),
        (with(vec![option.clone(); 26].into()), "/0/options/_errors"),
        (
            with(json!([option, {"type": 3, "name": "p", "description": "p", "required": true}])),
            "/0/options/_errors",
        ),
        (
            with(
                json!([{"type": 4, "name": "o", "description": "o", "choices": (0..26).map(choice).collect::<Vec<_>>()}]),
            ),
            "/0/options/0/choices/_errors",
        ),
        (
            with(
                json!([{"type": 3, "name": "o", "description": "o", "choices": [{"name": "a", "value": 5}]}]),
            ),
            "/0/options/0/choices/0/value/_errors",
        ),
        (
            json!([{"name": "x", "description": "x", "name_localizations": {"a": "", "a/_errors": ""}}]),
            "/0/name_localizations/a/_errors",
        ),
        (json!({}), "/_errors"),
    ] {
        let reply = bot.call("PUT", &path, payload.clone()).await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (400, &json!(50_035)),
            "{payload}"
        );
        assert!(
            reply.body["errors"].pointer(pointer).is_some(),
            "{payload}: {}",
            reply.body
        );
    }
    let before = bot
        .call(
            "GET",
            &format!("{path}?with_localizations=true"),
            Value::Null,
        )
        .await
        .body;
    assert_eq!(
        before[1]["options"][0]["name_localizations"],
        json!({"tr": "göster"})
    );
    bot.register().await;
    let after = bot.call("GET", &path, Value::Null).await.body;
    assert_eq!(
        (
            &before[0]["id"],
            before[0]["version"] == after[0]["version"]
        ),
        (&after[0]["id"], false)
    );
    assert!(after[1]["options"][0].get("name_localizations").is_none());
    let made = bot
        .call(
            "POST",
            &path,
            json!({"name": "more", "description": "More"}),
        )
        .await;
    assert_eq!(made.status, 201);
    let again = bot
        .call(
            "POST",
            &path,
            json!({"name": "more", "description": "Most"}),
        )
        .await;
    assert_eq!((again.status, &again.body["id"]), (200, &made.body["id"]));
    let one = format!("{path}/{}", made.body["id"].as_str().unwrap());
    assert_eq!(
        bot.call("PATCH", &one, json!({"description": "Less"}))
            .await
            .body["description"],
        "Less"
    );
    assert_eq!(bot.call("DELETE", &one, Value::Null).await.status, 204);
    assert_eq!(
        bot.call("GET", &one, Value::Null).await.body["code"],
        10_063
    );
    let guild = format!(
        "/applications/{}/guilds/{}/commands",
        bot.application,
        sandbox.guild()
    );
    let made = bot
        .call(
            "PUT",
            &guild,
            json!([{"name": "here", "description": "Here"}]),
        )
        .await;
    assert_eq!(made.body[0]["guild_id"], json!(sandbox.guild()));
    sandbox.stop().await;
}
