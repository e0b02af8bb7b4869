//! The scenes of the stage: each brings about events of one kind. A new event needs a line here.

use serde_json::{Value, json};

use super::Stage;
use crate::person::LOCALES;
use crate::tests::answers::ask;
use crate::tests::text;

/// The smallest head of a PNG, 3 × 2.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0";

/// Whatever people may do at all.
const PEOPLE: &str = "9007199254740991";

/// All of them.
pub(super) async fn play(stage: &mut Stage) {
    register(stage).await;
    channels_and_threads(stage).await;
    for place in places(stage).await {
        commands(stage, &place).await;
        plain_presses(stage, &place).await;
        private_presses(stage, &place).await;
        layout_presses(stage, &place).await;
        dialogs(stage, &place).await;
    }
    languages(stage).await;
    talk(stage).await;
    members(stage).await;
    foreign_places(stage).await;
    access(stage).await;
}

/// A channel of each kind that people act in: of the server, a thread, direct messages.
async fn places(stage: &Stage) -> [String; 3] {
    let channel = stage.sandbox.channel();
    let thread = stage
        .sandbox
        .open(json!({"name": "aside", "parent": channel}))
        .await;
    let direct = stage
        .sandbox
        .open(json!({"kind": "dm", "person": stage.ada}))
        .await;
    let id = |opened: Result<Value, _>| text(&opened.expect("a channel")["id"]);
    [channel, id(thread), id(direct)]
}

async fn register(stage: &Stage) {
    let option = |kind: u8, name: &str| json!({"type": kind, "name": name, "description": "x"});
    let mut typed = option(3, "typed");
    typed["autocomplete"] = json!(true);
    let kinds = [
        "text", "whole", "truth", "person", "place", "role", "anyone", "number",
    ];
    let mut all: Vec<Value> = (3..)
        .zip(kinds)
        .map(|(kind, name)| option(kind, name))
        .collect();
    all.push(typed.clone());
    let mut sub = option(1, "sub");
    sub["options"] = json!([option(3, "text"), typed]);
    let mut group = option(2, "group");
    group["options"] = json!([sub.clone()]);
    let command =
        |name: &str, options: Value| json!({"name": name, "description": "x", "options": options});
    let mut far = command("far", json!([option(6, "person"), option(3, "text")]));
    far["integration_types"] = json!([0, 1]);
    far["contexts"] = json!([0, 1, 2]);
    let deep = command("deep", json!([group, sub]));
    let global = json!([
        command("all", json!(all)),
        deep,
        command("last", json!([])),
        far
    ]);
    let own = format!("/applications/{}", stage.bot.application);
    stage.asks("PUT", &format!("{own}/commands"), global).await;
    let path = format!("{own}/guilds/{}/commands", stage.sandbox.guild());
    let local = json!([command("local", json!([]))]);
    stage.asks("PUT", &path, local).await;
}

async fn channels_and_threads(stage: &Stage) {
    // Manage Channels and Manage Threads, beside what everybody's bot may do.
    let may = (309_237_763_072_u64 | 1 << 4 | 1 << 34).to_string();
    let wish = json!({"name": "other", "bot_permissions": may});
    let channel = text(&stage.sandbox.open(wish).await.expect("a channel")["id"]);
    let at = format!("/channels/{channel}");
    let ask = async |method: &str, path: &str, body: Value| stage.asks(method, path, body).await;
    ask("PATCH", &at, json!({"name": "renamed"})).await;
    let body = json!({"name": "aside", "type": 11});
    let thread = ask("POST", &format!("{at}/threads"), body).await;
    let thread = format!("/channels/{}", text(&thread["id"]));
    let member = format!("{thread}/thread-members/{}", stage.ada);
    ask("PUT", &member, Value::Null).await;
    let change = json!({"name": "away", "auto_archive_duration": 60});
    ask("PATCH", &thread, change).await;
    let put_away = json!({"archived": true, "locked": true});
    ask("PATCH", &thread, put_away).await;
    let line = ask(
        "POST",
        &format!("{at}/messages"),
        json!({"content": "line"}),
    )
    .await;
    let from = format!("{at}/messages/{}/threads", text(&line["id"]));
    ask("POST", &from, json!({"name": "from a message"})).await;
    ask("DELETE", &thread, Value::Null).await;
    ask("DELETE", &at, Value::Null).await;
}

async fn commands(stage: &mut Stage, place: &str) {
    let (guild, channel) = (stage.sandbox.guild(), stage.sandbox.channel());
    let mut options = json!({"text": "hâ", "whole": -3, "truth": true, "person": stage.ada, "anyone": stage.ada,
        "number": 2.5, "typed": "x"});
    if !is_direct(stage, place).await {
        options["place"] = json!(channel);
        options["role"] = json!(guild);
        let role = json!({"channel": place, "command": "all", "options": {"anyone": guild}});
        let local = json!({"channel": place, "command": "local"});
        for wish in [role, local] {
            stage.does("/run", wish).await;
        }
    }
    for (command, options) in [
        ("all", options),
        ("deep group sub", json!({"text": "y"})),
        ("deep sub", json!({})),
    ] {
        let wish = json!({"channel": place, "command": command, "options": options});
        stage.does("/run", wish).await;
    }
    let half = json!({"channel": place, "command": "all", "options": {"typed": "ha", "whole": "1"}, "focused": "typed"});
    let deep = json!({"channel": place, "command": "deep group sub", "options": {"typed": ""}, "focused": "typed"});
    for mut wish in [half, deep] {
        wish["person"] = json!(stage.ada);
        let asked = ask(&stage.sandbox, "/complete", wish);
        let interaction = completion(stage).await;
        let choices = json!({"type": 8, "data": {"choices": [{"name": "X", "value": "x"}]}});
        assert_eq!(stage.bot.answer(&interaction, choices).await.status, 204);
        asked.await.expect("no panic").expect("choices");
    }
}

/// Where there are neither roles nor channels to name.
async fn is_direct(stage: &Stage, place: &str) -> bool {
    let path = format!("/world?person={}", stage.ada);
    let world = stage.sandbox.call("GET", &path, Value::Null).await;
    let world = world.expect("the world");
    let mut channels = world["channels"].as_array().expect("a list").iter();
    channels.any(|one| one["id"] == place && one["type"] == 1)
}

fn menus() -> Value {
    let menu = |kind: u8, name: &str| json!({"type": 1, "components": [{"type": kind, "custom_id": name, "max_values": 2, "placeholder": "which?"}]});
    let mut first = menu(3, "words");
    first["components"][0]["options"] = json!([{"label": "A", "value": "a", "description": "one", "emoji": {"name": "🎲"}, "default": true}, {"label": "B", "value": "b"}]);
    json!([
        first,
        menu(5, "people"),
        menu(6, "roles"),
        menu(7, "anyone"),
        menu(8, "places")
    ])
}

/// Uses every menu of a message.
async fn selects(stage: &Stage, message: &Value) {
    let (ada, guild) = (&stage.ada, stage.sandbox.guild());
    let mut values = vec![("words", json!(["a", "b"])), ("people", json!([ada]))];
    if !is_direct(stage, &text(&message["channel_id"])).await {
        values.push(("roles", json!([guild])));
        values.push(("anyone", json!([ada, guild])));
        values.push(("places", json!([stage.sandbox.channel()])));
    }
    for (menu, values) in values {
        let wish = json!({"message": message["id"], "custom_id": menu, "values": values});
        stage.does("/select", wish).await;
    }
}

/// A message with everything that the older form of components knows, pressed by one who joined late.
async fn plain_presses(stage: &Stage, place: &str) {
    let path = format!("/channels/{place}/messages");
    let message = stage
        .asks(
            "POST",
            &path,
            json!({"content": "menus", "components": menus()}),
        )
        .await;
    selects(stage, &message).await;
    let buttons = json!([{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "emoji": {"name": "🎲"}},
        {"type": 2, "style": 5, "label": "Read", "url": "https://example.org/x"},
        {"type": 2, "style": 4, "label": "No", "custom_id": "no", "disabled": true},
    ]}]);
    let embed = json!({"title": "t", "description": "d", "url": "https://example.org", "color": 5, "timestamp": "2026-01-01T12:00:00Z",
        "footer": {"text": "f"}, "author": {"name": "a"}, "fields": [{"name": "n", "value": "v", "inline": true}],
        "image": {"url": "attachment://a.png"}});
    let body = json!({"content": format!("<@{}> **hi**", stage.ada), "embeds": [embed], "components": buttons,
        "allowed_mentions": {"users": [stage.ada]}, "attachments": [{"id": 0, "filename": "a.png", "description": "a rack"}]});
    let message = stage
        .bot
        .upload("POST", &path, body, &[("a.png", PNG)])
        .await
        .body;
    stage
        .does(
            "/press",
            json!({"message": message["id"], "custom_id": "go"}),
        )
        .await;
    stage
        .asks(
            "PATCH",
            &format!("{path}/{}", text(&message["id"])),
            json!({"content": "edited"}),
        )
        .await;
    stage
        .does(
            "/press",
            json!({"message": message["id"], "custom_id": "go"}),
        )
        .await;
}

/// A press on an answer that one person sees, and on a follow-up of it.
async fn private_presses(stage: &mut Stage, place: &str) {
    let wish = json!({"channel": place, "command": "last"});
    let asked = stage.does("/run", wish).await;
    let interaction = until(stage, &asked).await;
    let data = json!({"content": "yours", "flags": 64, "components": menus()});
    assert_eq!(
        stage
            .bot
            .answer(&interaction, json!({"type": 4, "data": data}))
            .await
            .status,
        204
    );
    let original = stage
        .asks(
            "GET",
            &stage.bot.hook(&interaction, "/messages/@original"),
            Value::Null,
        )
        .await;
    selects(stage, &original).await;
    let more = json!({"content": "more", "components": menus()});
    let more = stage
        .asks("POST", &stage.bot.hook(&interaction, ""), more)
        .await;
    selects(stage, &more).await;
}

/// The newer form: containers, sections, galleries, files.
async fn layout_presses(stage: &Stage, place: &str) {
    let button = json!({"type": 2, "style": 3, "label": "Go", "custom_id": "go"});
    let words = json!({"type": 10, "content": "words"});
    let picture = json!({"url": "attachment://a.png"});
    let parts = json!([
        words, {"type": 14, "divider": true, "spacing": 2},
        {"type": 9, "components": [words], "accessory": button},
        {"type": 9, "components": [words], "accessory": {"type": 11, "media": picture, "description": "alt"}},
        {"type": 17, "accent_color": 5, "spoiler": false, "components": [words,
            {"type": 12, "items": [{"media": picture, "description": "alt"}]},
            {"type": 13, "file": picture},
            {"type": 1, "components": [{"type": 2, "style": 2, "label": "No", "custom_id": "no"}]}]},
    ]);
    let body = json!({"flags": 1 << 15, "components": parts, "attachments": [{"id": 0, "filename": "a.png"}]});
    let reply = stage
        .bot
        .upload(
            "POST",
            &format!("/channels/{place}/messages"),
            body,
            &[("a.png", PNG)],
        )
        .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    for button in ["go", "no"] {
        stage
            .does(
                "/press",
                json!({"message": reply.body["id"], "custom_id": button}),
            )
            .await;
    }
}

/// A dialog with its fields in rows, and one with labels, both submitted.
async fn dialogs(stage: &mut Stage, place: &str) {
    let field = |name: &str| json!({"type": 4, "style": 1, "custom_id": name, "label": "Word"});
    let rows =
        json!([{"type": 1, "components": [field("a")]}, {"type": 1, "components": [field("b")]}]);
    let label = |part: Value| json!({"type": 18, "label": "Label", "description": "which?", "component": part});
    let labels = json!([
        {"type": 10, "content": "words"}, label(json!({"type": 4, "style": 2, "custom_id": "a"})),
        label(json!({"type": 3, "custom_id": "b", "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]})),
    ]);
    let message = json!({"content": "x", "components": [{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Ask", "custom_id": "ask"}]}]});
    let message = stage
        .asks("POST", &format!("/channels/{place}/messages"), message)
        .await;
    let by_press = (
        "/press",
        json!({"message": message["id"], "custom_id": "ask"}),
    );
    let by_command = ("/run", json!({"channel": place, "command": "last"}));
    for (call, wish) in [by_press, by_command] {
        for (parts, typed) in [
            (&rows, json!({"a": "x", "b": "ÿ"})),
            (&labels, json!({"a": "x\ny", "b": ["b"]})),
        ] {
            let asked = stage.does(call, wish.clone()).await;
            let interaction = until(stage, &asked).await;
            let dialog = json!({"custom_id": "d", "title": "Dialog", "components": parts});
            assert_eq!(
                stage
                    .bot
                    .answer(&interaction, json!({"type": 9, "data": dialog}))
                    .await
                    .status,
                204
            );
            let outcome = stage
                .sandbox
                .interaction(&stage.ada, &text(&asked["interaction"]))
                .await
                .expect("an outcome");
            stage
                .does(
                    "/submit",
                    json!({"modal": outcome["modal"]["id"], "fields": typed}),
                )
                .await;
        }
    }
}

/// Somebody of every language says something.
async fn languages(stage: &Stage) {
    for locale in LOCALES {
        let person = stage
            .sandbox
            .person(json!({"name": "Bo", "locale": locale}))
            .await
            .expect("a person");
        stage.does("/run", json!({"person": person["id"], "channel": stage.sandbox.channel(), "command": "last"})).await;
    }
}

/// People say and type something, and messages are changed and deleted.
async fn talk(stage: &Stage) {
    for place in places(stage).await {
        let words = format!("hello <@{}>", stage.bot.application);
        stage
            .sandbox
            .say(&stage.ada, &place, &words)
            .await
            .expect("words");
        stage.does("/type", json!({"channel": place})).await;
        let path = format!("/channels/{place}/messages");
        let said = stage
            .asks("POST", &path, json!({"content": "said", "nonce": "5"}))
            .await;
        let said = format!("{path}/{}", text(&said["id"]));
        stage
            .asks("PATCH", &said, json!({"content": "said again"}))
            .await;
        stage.asks("DELETE", &said, Value::Null).await;
    }
}

/// Members are asked for, and leave a thread.
async fn members(stage: &mut Stage) {
    let guild = stage.sandbox.guild();
    for ask in [
        json!({"guild_id": guild, "query": "", "limit": 0, "presences": true, "nonce": "n"}),
        json!({"guild_id": guild, "user_ids": [stage.ada, "5"]}),
    ] {
        stage.judged.send(json!({"op": 8, "d": ask})).await;
    }
    let path = format!("/channels/{}/threads", stage.sandbox.channel());
    let thread = stage
        .asks("POST", &path, json!({"name": "brief", "type": 11}))
        .await;
    let thread = format!("/channels/{}/thread-members", text(&thread["id"]));
    let one = format!("{thread}/{}", stage.ada);
    stage.asks("PUT", &one, Value::Null).await;
    stage.asks("DELETE", &one, Value::Null).await;
    stage
        .asks("DELETE", &format!("{thread}/@me"), Value::Null)
        .await;
    let at = format!("/people/{}", stage.ada);
    for wish in [
        json!({"timeout_ms": 1000}),
        json!({"timeout_ms": 0}),
        json!({"member": false}),
        json!({"member": true}),
    ] {
        stage.does(&at, wish).await;
    }
}

/// Where only the person has the application: another server, and a talk of several people.
async fn foreign_places(stage: &Stage) {
    let [ada, bob] = [
        json!({"name": "Ida", "installed": true}),
        json!({"name": "Bob"}),
    ];
    let ada = text(&stage.sandbox.person(ada).await.expect("a person")["id"]);
    let bob = text(&stage.sandbox.person(bob).await.expect("a person")["id"]);
    for wish in [
        json!({"name": "lobby", "server": "Elsewhere"}),
        json!({"kind": "private", "people": [ada, bob]}),
    ] {
        let place = text(&stage.sandbox.open(wish).await.expect("a channel")["id"]);
        let options = json!({"person": ada, "text": "x"});
        stage
            .does(
                "/run",
                json!({"person": ada, "channel": place, "command": "far", "options": options}),
            )
            .await;
    }
}

/// The next completion that the answering bot hears of.
async fn completion(stage: &mut Stage) -> Value {
    loop {
        let interaction = stage.bot.interaction().await;
        if interaction["type"] == 4 {
            return interaction;
        }
    }
}

/// The event of this interaction, as the bot that answers gets it.
async fn until(stage: &mut Stage, asked: &Value) -> Value {
    loop {
        let interaction = stage.bot.interaction().await;
        if interaction["id"] == asked["interaction"] {
            return interaction;
        }
    }
}

/// The people who run the server hide, lock, put away and delete places, and throw the bot out for a while.
async fn access(stage: &Stage) {
    let [channel, thread, _] = places(stage).await;
    let at = |place: &str| format!("/channels/{place}");
    for (place, change) in [
        (&thread, json!({"locked": true})),
        (&thread, json!({"archived": true})),
        (
            &thread,
            json!({"archived": false, "locked": false, "name": "open"}),
        ),
        (&channel, json!({"bot_permissions": "0"})),
        (
            &channel,
            json!({"bot_permissions": "309237763072", "people_permissions": "1024"}),
        ),
    ] {
        stage.does(&at(place), change).await;
    }
    for everyone in ["0", "309237763072"] {
        let change = json!({"permissions": everyone});
        stage.does("/server", change).await;
    }
    stage
        .does(&format!("{}/delete", at(&thread)), json!({}))
        .await;
    for has_bot in [false, true] {
        stage.does("/server", json!({"bot": has_bot})).await;
    }
    for is_gone in [true, false] {
        let outage = json!({"unavailable": is_gone});
        stage.does("/server", outage).await;
    }
    let other = stage.sandbox.open(json!({"name": "other"})).await;
    let other = text(&other.expect("a channel")["id"]);
    stage
        .does(&format!("{}/delete", at(&other)), json!({}))
        .await;
    stage
        .does(&at(&channel), json!({"people_permissions": PEOPLE}))
        .await;
}
