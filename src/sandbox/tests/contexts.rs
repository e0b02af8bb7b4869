//! Where commands may be used and on whose authority: servers with and without the bot, its direct messages, private talks.

use serde_json::{Value, json};

use super::answers::ask;
use super::bot::Bot;
use super::{text, unlimited};
use crate::{Sandbox, start};

const EXTERNAL_APPS: u64 = 1 << 50;
const ADMINISTRATOR: u64 = 1 << 3;

/// A bot with a command for servers, one for people, one for both, and one for its direct messages alone.
async fn places() -> (Sandbox, Bot, String) {
    let sandbox = start(unlimited()).await.unwrap();
    let bot = Bot::login(&sandbox).await;
    let one = |name: &str, more: Value| {
        let mut command = json!({"name": name, "description": "x", "options": [
            {"type": 6, "name": "who", "description": "x"}, {"type": 7, "name": "where", "description": "x"},
        ]});
        for (key, value) in more.as_object().unwrap() {
            command[key] = value.clone();
        }
        command
    };
    let all = json!([
        one("server", json!({"integration_types": [0]})),
        one("mine", json!({"integration_types": [1]})),
        one(
            "both",
            json!({"integration_types": [0, 1], "contexts": [0, 1, 2]})
        ),
        one("direct", json!({"contexts": [1]})),
        one("old", json!({"dm_permission": false})),
    ]);
    let path = format!("/applications/{}/commands", bot.application);
    assert_eq!(bot.call("PUT", &path, all).await.status, 200);
    let ada = sandbox
        .person(json!({"name": "Ada", "installed": true}))
        .await
        .unwrap();
    (sandbox, bot, text(&ada["id"]))
}

async fn open(sandbox: &Sandbox, wish: Value) -> String {
    text(&sandbox.open(wish).await.unwrap()["id"])
}

/// Runs a command and returns the interaction.
async fn run(sandbox: &Sandbox, bot: &mut Bot, person: &str, channel: &str, line: &str) -> Value {
    let wish = json!({"person": person, "channel": channel, "command": line, "wait": false});
    sandbox.run(wish).await.unwrap();
    bot.interaction().await
}

#[tokio::test]
async fn every_place_has_its_commands_and_owners() {
    let (sandbox, mut bot, ada) = places().await;
    let bob = super::person(&sandbox, "Bob").await;
    let main = sandbox.channel();
    let elsewhere = open(&sandbox, json!({"name": "lobby", "server": "Elsewhere"})).await;
    let direct = open(&sandbox, json!({"kind": "dm", "person": ada})).await;
    let bobs = open(&sandbox, json!({"kind": "dm", "person": bob})).await;
    let private = open(&sandbox, json!({"kind": "private", "people": [ada, bob]})).await;
    let names = async |person: &str, place: &str| {
        let offered = sandbox.commands(person, place).await.unwrap();
        let offered = offered["commands"].as_array().unwrap().iter();
        offered
            .map(|one| text(&one["name"]))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(names(&ada, &main).await, "server mine both old");
    assert_eq!(names(&bob, &main).await, "server both old");
    assert_eq!(names(&ada, &elsewhere).await, "mine both");
    assert_eq!(names(&bob, &elsewhere).await, "");
    assert_eq!(names(&ada, &direct).await, "server mine both direct");
    assert_eq!(names(&bob, &bobs).await, "server both direct");
    assert_eq!(names(&ada, &private).await, "mine both");
    let guild = sandbox.guild();
    for (place, line, context, owners) in [
        (&main, "server", 0, json!({"0": guild})),
        (&main, "mine", 0, json!({"1": ada})),
        (&main, "both", 0, json!({"0": guild, "1": ada})),
        (&elsewhere, "both", 0, json!({"1": ada})),
        (&direct, "direct", 1, json!({"0": "0"})),
        (&direct, "both", 1, json!({"0": "0", "1": ada})),
        (&private, "both", 2, json!({"1": ada})),
    ] {
        let interaction = run(&sandbox, &mut bot, &ada, place, line).await;
        assert_eq!(interaction["context"], context, "{line}");
        assert_eq!(
            interaction["authorizing_integration_owners"], owners,
            "{line}"
        );
        assert_eq!(interaction.get("member").is_some(), context == 0);
        assert_eq!(interaction.get("user").is_some(), context != 0);
        assert_eq!(interaction["channel_id"], json!(place));
        let guild = interaction.get("guild_id").cloned();
        assert_eq!(guild, interaction["channel"].get("guild_id").cloned());
    }
    let interaction = run(&sandbox, &mut bot, &ada, &private, "mine").await;
    assert_eq!(
        interaction["channel"]["recipients"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    sandbox
        .call(
            "POST",
            "/install",
            json!({"person": ada, "installed": false}),
        )
        .await
        .unwrap();
    assert_eq!(names(&ada, &elsewhere).await, "");
    sandbox.stop().await;
}

#[tokio::test]
async fn the_bot_has_no_business_where_it_is_not() {
    let (sandbox, mut bot, ada) = places().await;
    let made = sandbox
        .open(json!({"name": "lobby", "server": "Elsewhere"}))
        .await
        .unwrap();
    let (place, server) = (text(&made["id"]), text(&made["server"]));
    for path in [
        format!("/channels/{place}"),
        format!("/channels/{place}/messages"),
        format!("/guilds/{server}"),
    ] {
        let reply = bot.call("GET", &path, Value::Null).await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (403, &json!(50_001)),
            "{path}"
        );
    }
    let interaction = run(&sandbox, &mut bot, &ada, &place, "mine").await;
    let answered = bot
        .answer(
            &interaction,
            json!({"type": 4, "data": {"content": "hello"}}),
        )
        .await;
    assert_eq!(answered.status, 204);
    let original = bot.hook(&interaction, "/messages/@original");
    let edited = bot
        .call("PATCH", &original, json!({"content": "again"}))
        .await;
    assert_eq!(edited.body["content"], "again");
    let channels = bot
        .call(
            "GET",
            &format!("/guilds/{}/channels", sandbox.guild()),
            Value::Null,
        )
        .await;
    assert!(!channels.body.to_string().contains(&place));
    // Somebody else presses: the command's owner stays the authority.
    let button = json!({"type": 2, "style": 1, "custom_id": "a", "label": "A"});
    let data = json!({"content": "press", "components": [{"type": 1, "components": [button]}]});
    let shown = bot.call("POST", &bot.hook(&interaction, ""), data).await;
    let bob = super::person(&sandbox, "Bob").await;
    let press =
        json!({"person": bob, "message": shown.body["id"], "custom_id": "a", "wait": false});
    sandbox.press(press).await.unwrap();
    let pressed = bot.interaction().await;
    assert_eq!(pressed["authorizing_integration_owners"], json!({"1": ada}));
    assert_eq!(pressed["member"]["user"]["id"], json!(bob));
    sandbox.stop().await;
}

#[tokio::test]
async fn an_application_of_a_person_has_five_follow_ups_and_may_be_hushed() {
    let (sandbox, mut bot, ada) = places().await;
    let follow_ups = async |bot: &Bot, interaction: &Value, count: usize| {
        let mut last = None;
        for _ in 0..count {
            let more = json!({"content": "more"});
            last = Some(bot.call("POST", &bot.hook(interaction, ""), more).await);
        }
        last.unwrap()
    };
    let quiet = sandbox
        .open(json!({"name": "quiet", "people_permissions": (!EXTERNAL_APPS & ((1 << 50) - 1)).to_string()}))
        .await
        .unwrap();
    for (line, status, code) in [("mine", 400, json!(40_094)), ("both", 200, Value::Null)] {
        let interaction = run(&sandbox, &mut bot, &ada, &sandbox.channel(), line).await;
        bot.answer(
            &interaction,
            json!({"type": 4, "data": {"content": "first"}}),
        )
        .await;
        let reply = follow_ups(&bot, &interaction, 6).await;
        assert_eq!((reply.status, &reply.body["code"]), (status, &code));
    }
    for (line, hushed) in [("mine", true), ("both", false)] {
        let interaction = run(&sandbox, &mut bot, &ada, &text(&quiet["id"]), line).await;
        bot.answer(&interaction, json!({"type": 5})).await;
        let reply = bot
            .call(
                "PATCH",
                &bot.hook(&interaction, "/messages/@original"),
                json!({"content": "there"}),
            )
            .await;
        assert_eq!(
            reply.body["flags"].as_u64().unwrap() & 64 != 0,
            hushed,
            "{line}"
        );
        let reply = follow_ups(&bot, &interaction, 1).await;
        assert_eq!(
            reply.body["flags"].as_u64().unwrap() & 64 != 0,
            hushed,
            "{line}"
        );
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn rights_are_those_of_the_place() {
    let (sandbox, mut bot, ada) = places().await;
    let narrow = (1u64 << 10) | (1 << 11) | (1 << 31);
    let wish = json!({"name": "narrow", "people_permissions": narrow.to_string(), "bot_permissions": "3072"});
    let place = open(&sandbox, wish).await;
    let thread = open(&sandbox, json!({"name": "in it", "parent": place})).await;
    let chief = sandbox
        .person(json!({"name": "Chief", "permissions": ADMINISTRATOR.to_string()}))
        .await
        .unwrap();
    let chief = text(&chief["id"]);
    for place in [&place, &thread] {
        let wish = json!({"person": ada, "channel": place, "command": "server", "wait": false,
            "options": {"who": chief, "where": sandbox.channel()}});
        sandbox.run(wish).await.unwrap();
        let interaction = bot.interaction().await;
        assert_eq!(interaction["app_permissions"], "3072");
        assert_eq!(interaction["member"]["permissions"], narrow.to_string());
        assert_eq!(interaction["channel"]["permissions"], narrow.to_string());
        let resolved = &interaction["data"]["resolved"];
        let all = resolved["members"][&chief]["permissions"].as_str().unwrap();
        assert_ne!(all.parse::<u64>().unwrap() & (1 << 13), 0);
        let channel = &resolved["channels"][&sandbox.channel()]["permissions"];
        assert_ne!(channel, &json!(narrow.to_string()), "its own rights there");
    }
    let shown = bot
        .call("GET", &format!("/channels/{place}"), Value::Null)
        .await;
    let overwrites = shown.body["permission_overwrites"].as_array().unwrap();
    assert_eq!(overwrites.len(), 2);
    let direct = open(&sandbox, json!({"kind": "dm", "person": ada})).await;
    let interaction = run(&sandbox, &mut bot, &ada, &direct, "both").await;
    assert_eq!(interaction["app_permissions"], "442368");
    sandbox.stop().await;
}

#[tokio::test]
async fn contexts_and_installs_are_checked() {
    let (sandbox, bot, ada) = places().await;
    let path = format!("/applications/{}/commands", bot.application);
    for (more, at) in [
        (json!({"contexts": [3]}), "contexts"),
        (json!({"contexts": []}), "contexts"),
        (json!({"integration_types": ["x"]}), "integration_types"),
        (json!({"integration_types": [-1]}), "integration_types"),
        (json!({"contexts": 5}), "contexts"),
    ] {
        let mut command = json!({"name": "bad", "description": "x"});
        for (key, value) in more.as_object().unwrap() {
            command[key] = value.clone();
        }
        let reply = bot.call("POST", &path, command).await;
        assert_eq!((reply.status, &reply.body["code"]), (400, &json!(50_035)));
        assert!(reply.body["errors"].get(at).is_some(), "{more}");
    }
    for wish in [
        json!({"kind": "private", "people": [ada]}),
        json!({"kind": "private"}),
        json!({"kind": "private", "people": [ada, "5"]}),
        json!({"name": "x", "server": ""}),
    ] {
        assert!(sandbox.open(wish).await.is_err());
    }
    let asked = ask(
        &sandbox,
        "/run",
        json!({"person": ada, "channel": sandbox.channel(), "command": "direct", "wait": false}),
    );
    assert!(asked.await.unwrap().is_err());
    sandbox.stop().await;
}
