//! The people's API over HTTP: news, pings, languages, direct messages, the clock, the page, the traffic file.

use std::time::Duration;

use serde_json::{Value, json};

use super::answers::{ask, evening, outcome, played};
use super::bot::Bot;
use super::{frozen, in_time, person, settings, text};
use crate::{Failure, Settings, start};

/// Asks until an answer is like this: a call waits for some seconds only.
async fn get_until(url: String, is_so: impl Fn(&Value) -> bool) -> Value {
    let asking = async {
        loop {
            let (_, told) = get(url.clone()).await;
            if is_so(&told) {
                return told;
            }
        }
    };
    in_time(asking).await
}

async fn get(url: String) -> (u16, Value) {
    let reply = reqwest::get(url).await.unwrap();
    assert_eq!(reply.headers()["content-type"], "application/json");
    (
        reply.status().as_u16(),
        serde_json::from_str(&reply.text().await.unwrap()).unwrap(),
    )
}

#[tokio::test]
async fn news_wait_and_say_who_is_pinged() {
    let (sandbox, bot, ada) = evening().await;
    let bob = person(&sandbox, "Bob").await;
    let (status, start) = get(format!("{}/sandbox/news?person={ada}", sandbox.url())).await;
    assert_eq!((status, &start["news"]), (200, &json!([])));
    let seq = start["seq"].as_u64().unwrap();
    let url = format!(
        "{}/sandbox/news?person={ada}&after={seq}&wait=10",
        sandbox.url()
    );
    let waiting = tokio::spawn(get_until(url, |told| told["news"] != json!([])));
    let path = format!("/channels/{}/messages", sandbox.channel());
    let words = format!("<@{ada}> and <@{bob}>: your turn");
    let ping = json!({"content": words, "allowed_mentions": {"users": [ada]}});
    let message = bot.call("POST", &path, ping).await.body;
    assert_eq!(message["mentions"].as_array().unwrap().len(), 1);
    let news = waiting.await.unwrap();
    assert_eq!(
        (&news["news"][0]["kind"], &news["news"][0]["mentioned"]),
        (&json!("message"), &json!(true))
    );
    let others = sandbox.news(&bob, seq, Duration::ZERO).await.unwrap();
    assert_eq!(others["news"][0]["mentioned"], false);
    let edit = json!({"content": words, "allowed_mentions": {"users": [ada, bob]}});
    let id = text(&message["id"]);
    assert_eq!(
        bot.call("PATCH", &format!("{path}/{id}"), edit)
            .await
            .status,
        200
    );
    assert_eq!(
        bot.call("DELETE", &format!("{path}/{id}"), Value::Null)
            .await
            .status,
        204
    );
    let later = sandbox.news(&bob, seq + 1, Duration::ZERO).await.unwrap();
    assert_eq!(later["news"][0]["kind"], "edit");
    assert!(later["news"][0].get("mentioned").is_none());
    assert_eq!(
        (
            &later["news"][1]["kind"],
            &later["news"][1]["message"]["id"]
        ),
        (&json!("delete"), &json!(id))
    );
    assert_eq!(
        get(format!("{}/sandbox/news?person=5", sandbox.url()))
            .await
            .0,
        404
    );
    assert_eq!(
        get(format!(
            "{}/sandbox/news?person={ada}&after=x",
            sandbox.url()
        ))
        .await
        .0,
        400
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn commands_are_read_in_ones_language_and_allowed_by_permission() {
    let (sandbox, mut bot, _) = evening().await;
    let path = format!(
        "/applications/{}/guilds/{}/commands",
        bot.application,
        sandbox.guild()
    );
    let kick =
        json!([{"name": "kick", "description": "Kick", "default_member_permissions": "8192"}]);
    assert_eq!(bot.call("PUT", &path, kick).await.status, 200);
    let ayse = text(
        &sandbox
            .person(json!({"name": "Ayşe", "locale": "tr"}))
            .await
            .unwrap()["id"],
    );
    let moderator = sandbox
        .person(json!({"name": "Mod", "moderator": true}))
        .await
        .unwrap();
    let channel = sandbox.channel();
    let names = |commands: &Value| commands["commands"].as_array().unwrap().len();
    assert_eq!(names(&sandbox.commands(&ayse, &channel).await.unwrap()), 2);
    assert_eq!(
        names(
            &sandbox
                .commands(&text(&moderator["id"]), &channel)
                .await
                .unwrap()
        ),
        3
    );
    let table = &sandbox.commands(&ayse, &channel).await.unwrap()["commands"][1]["options"][0];
    assert_eq!(
        (&table["name"], &table["name_localized"]),
        (&json!("show"), &json!("göster"))
    );
    let asked = ask(
        &sandbox,
        "/run",
        json!({"person": ayse, "channel": channel, "command": "table göster"}),
    );
    let interaction = bot.interaction().await;
    assert_eq!(interaction["data"]["options"][0]["name"], "show");
    assert_eq!(
        (
            &interaction["locale"],
            &interaction["member"]["user"]["global_name"]
        ),
        (&json!("tr"), &json!("Ayşe"))
    );
    bot.answer(&interaction, json!({"type": 4, "data": {"content": "x"}}))
        .await;
    outcome(asked).await;
    sandbox.stop().await;
}

#[tokio::test]
async fn direct_messages_are_between_two() {
    let (sandbox, mut bot, ada) = evening().await;
    let bob = person(&sandbox, "Bob").await;
    let direct = text(
        &sandbox
            .open(json!({"kind": "dm", "person": ada}))
            .await
            .unwrap()["id"],
    );
    assert_eq!(
        text(
            &sandbox
                .open(json!({"kind": "dm", "person": ada}))
                .await
                .unwrap()["id"]
        ),
        direct
    );
    let asked = ask(
        &sandbox,
        "/run",
        json!({"person": ada, "channel": direct, "command": "play"}),
    );
    let interaction = bot.interaction().await;
    assert_eq!(
        (&interaction["context"], &interaction["user"]["id"]),
        (&json!(1), &json!(ada))
    );
    assert!(interaction.get("member").is_none() && interaction.get("guild_id").is_none());
    bot.answer(
        &interaction,
        json!({"type": 4, "data": {"content": "between us"}}),
    )
    .await;
    outcome(asked).await;
    assert!(sandbox.see(&bob, &direct).await.is_err());
    for (who, channels) in [(&ada, 3), (&bob, 2)] {
        let (_, world) = get(format!("{}/sandbox/world?person={who}", sandbox.url())).await;
        assert_eq!(world["channels"].as_array().unwrap().len(), channels);
    }
    assert!(
        !sandbox
            .news(&bob, 0, Duration::ZERO)
            .await
            .unwrap()
            .to_string()
            .contains("between us")
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn the_clock_is_pushed_and_followed() {
    let sandbox = frozen().await;
    let (_, clock) = get(format!("{}/sandbox/clock", sandbox.url())).await;
    assert_eq!(
        clock,
        json!({"now": super::NOON_MS, "offset": 0, "frozen": true})
    );
    let url = format!("{}/sandbox/clock?after=0&wait=10", sandbox.url());
    let following = tokio::spawn(get_until(url, |told| told["offset"] != 0));
    let reply = reqwest::Client::new()
        .post(format!("{}/sandbox/clock/advance", sandbox.url()))
        .body("{\"ms\":5000}");
    assert_eq!(reply.send().await.unwrap().status().as_u16(), 200);
    assert_eq!(following.await.unwrap()["offset"], 5000);
    sandbox.clock().reached(super::NOON_MS + 5000).await;
    sandbox.stop().await;
}

#[tokio::test]
async fn a_bot_that_is_away_leaves_the_interaction_to_fail() {
    let (sandbox, bot, ada) = evening().await;
    drop(bot);
    let wish =
        json!({"person": ada, "channel": sandbox.channel(), "command": "play", "wait": false});
    let waiting = sandbox.run(wish).await.unwrap();
    assert_eq!(waiting["state"], "waiting");
    sandbox.clock().advance(Duration::from_secs(4));
    let interaction = text(&waiting["interaction"]);
    let settled = async {
        let mut seq = 0;
        loop {
            let now = sandbox.interaction(&ada, &interaction).await.unwrap();
            if now["state"] != "waiting" {
                return now;
            }
            let wait = Duration::from_secs(10);
            let news = sandbox.news(&ada, seq, wait).await.unwrap();
            seq = news["seq"].as_u64().unwrap();
        }
    };
    assert_eq!(in_time(settled).await["state"], "failed");
    sandbox.stop().await;
}

#[tokio::test]
async fn garbage_is_answered_with_a_sentence() {
    let sandbox = frozen().await;
    let http = reqwest::Client::new();
    for (path, body) in [
        ("run", "{"),
        ("run", "[]"),
        ("people", "5"),
        ("say", "\"x\""),
        ("press", "null"),
    ] {
        let reply = http
            .post(format!("{}/sandbox/{path}", sandbox.url()))
            .body(body)
            .send()
            .await
            .unwrap();
        assert_eq!(reply.status().as_u16(), 400, "{path} {body}");
        assert!(reply.text().await.unwrap().contains("error"));
    }
    let page = reqwest::get(sandbox.url()).await.unwrap();
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    sandbox.stop().await;
}

#[tokio::test]
async fn a_port_in_use_and_an_unwritable_file_are_said() {
    let sandbox = frozen().await;
    let port = sandbox.url().rsplit(':').next().unwrap().parse().unwrap();
    let Err(failure) = start(Settings { port, ..settings() }).await else {
        panic!("two on one port")
    };
    assert!(
        matches!(failure, Failure::Listen { .. })
            && failure.to_string().contains(&port.to_string())
    );
    let traffic = Some("/absent/traffic.jsonl".into());
    assert!(matches!(
        start(Settings {
            traffic,
            ..settings()
        })
        .await,
        Err(Failure::Traffic { .. })
    ));
    sandbox.stop().await;
}

#[tokio::test]
async fn traffic_is_recorded_without_the_token() {
    let path = std::env::temp_dir().join(format!("istaka-traffic-{}.jsonl", std::process::id()));
    let sandbox = start(Settings {
        traffic: Some(path.clone()),
        ..settings()
    })
    .await
    .unwrap();
    let mut bot = Bot::login(&sandbox).await;
    bot.register().await;
    let ada = person(&sandbox, "Ada").await;
    let (interaction, _) = played(&sandbox, &mut bot, &ada, json!({"type": 5})).await;
    let original = bot.hook(&interaction, "/messages/@original?with_components=true");
    let body = json!({"attachments": [{"id": "0", "filename": "a.png"}]});
    bot.upload("PATCH", &original, body, &[("a.png", b"abc")])
        .await;
    let lines = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(!lines.contains(&sandbox.token()));
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["method"], &last["path"], &last["status"]),
        (&json!("PATCH"), &json!(original), &json!(200))
    );
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(
        last["attachments"],
        json!([{"id": "0", "filename": "a.png", "size": 3, "sha256": digest}])
    );
    assert_eq!(last["response"]["attachments"][0]["filename"], "a.png");
    sandbox.stop().await;
}

#[tokio::test]
async fn pages_of_other_servers_may_not_act() {
    let sandbox = frozen().await;
    let asks = async |origin: Option<String>| {
        let request = reqwest::Client::new().post(format!("{}/sandbox/people", sandbox.url()));
        let request = match origin {
            Some(origin) => request.header("Origin", origin),
            None => request,
        };
        let answer = request
            .body(json!({"name": "Ada"}).to_string())
            .send()
            .await;
        answer.expect("an answer").status().as_u16()
    };
    assert_eq!(asks(None).await, 200, "a script");
    assert_eq!(asks(Some(sandbox.url())).await, 200, "the page");
    for other in ["http://example.com", "http://127.0.0.1:1", "null"] {
        assert_eq!(asks(Some(other.to_owned())).await, 403, "{other}");
    }
    let world = sandbox.world().await.expect("a world");
    assert_eq!(world["people"].as_array().map(Vec::len), Some(2));
    sandbox.stop().await;
}
