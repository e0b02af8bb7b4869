//! A bot in many servers: they come one by one, are named at every login, tell what happens in them, and go and come back.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::bot::{Bot, Socket, identify};
use super::judged::readers;
use super::{frozen, person, text};
use crate::Sandbox;

async fn crowd(sandbox: &Sandbox, wish: Value) -> Value {
    let changed = sandbox.call("POST", "/servers", wish).await;
    changed.expect("a good wish")
}

/// The ids of the next events of this name.
async fn told(socket: &mut Socket, event: &str, count: usize) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    for _ in 0..count {
        let payload = socket.next().await;
        assert_eq!(payload["t"], event, "{payload}");
        told.insert(text(&payload["d"]["id"]));
    }
    told
}

#[tokio::test]
async fn servers_of_a_crowd_come_and_go_and_come_back() {
    let sandbox = frozen().await;
    let size =
        json!({"count": 30, "channels": 3, "roles": 2, "threads": 1, "emojis": 1, "pace_ms": 0});
    crowd(&sandbox, size).await;
    let mut bot = Socket::open(&sandbox).await;
    assert_eq!(bot.next().await["op"], 10);
    bot.send(identify(&sandbox.token())).await;
    let ready = bot.event("READY").await;
    let named = ready["d"]["guilds"].as_array().expect("a list");
    let named: BTreeSet<String> = named.iter().map(|guild| text(&guild["id"])).collect();
    assert_eq!(named.len(), 31);
    assert_eq!(told(&mut bot, "GUILD_CREATE", 31).await, named);

    // An outage of some, and its end.
    crowd(&sandbox, json!({"unavailable": 10})).await;
    let gone = told(&mut bot, "GUILD_DELETE", 10).await;
    assert!(gone.is_subset(&named) && !gone.contains(&sandbox.guild()));
    crowd(&sandbox, json!({"unavailable": 4})).await;
    assert!(told(&mut bot, "GUILD_CREATE", 6).await.is_subset(&gone));

    // What happens meanwhile is told of those that are there.
    let news = json!({"count": 52});
    let news = sandbox.call("POST", "/servers/news", news).await;
    assert_eq!(news.expect("a good wish")["told"], 52);
    let mut from = BTreeSet::new();
    for number in 0..52 {
        let events = ["GUILD_ROLE_UPDATE", "CHANNEL_UPDATE", "THREAD_UPDATE"];
        let payload = bot.next().await;
        assert_eq!(payload["t"], events[number % 3], "{payload}");
        from.insert(text(&payload["d"]["guild_id"]));
    }
    assert_eq!(from.len(), 26);

    // A smaller crowd: the bot is thrown out of those that are no part of it any more.
    crowd(&sandbox, json!({"count": 25})).await;
    for _ in 0..5 {
        let payload = bot.next().await;
        assert_eq!(payload["t"], "GUILD_DELETE", "{payload}");
        assert!(payload["d"].get("unavailable").is_none(), "{payload}");
    }
    for wrong in [
        json!({"count": -1}),
        json!({"count": 10_001}),
        json!({"unavailable": 26}),
        json!({"roles": 250}),
    ] {
        assert!(sandbox.call("POST", "/servers", wrong).await.is_err());
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn a_bot_in_thousands_of_servers_is_advised_shards_and_needs_them() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    for (count, shards) in [(999, 1), (1000, 2), (5000, 6)] {
        let size = json!({"count": count, "channels": 0, "roles": 0, "threads": 0, "emojis": 0, "pace_ms": 0});
        crowd(&sandbox, size).await;
        let advice = bot.call("GET", "/gateway/bot", Value::Null).await.body;
        assert_eq!(advice["shards"], shards, "{count} beside the first");
    }
    for (shards, is_enough) in [(1, false), (2, false), (3, true)] {
        let mut socket = Socket::open(&sandbox).await;
        assert_eq!(socket.next().await["op"], 10);
        let mut identify = identify(&sandbox.token());
        identify["d"]["shard"] = json!([0, shards]);
        socket.send(identify).await;
        let answer = socket.next().await;
        assert_eq!(answer["t"] == "READY", is_enough, "{answer}");
        assert_eq!(answer["close"] == 4011, !is_enough, "{answer}");
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn two_libraries_read_a_server_of_the_crowd() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    crowd(&sandbox, json!({"count": 1})).await;
    let news = json!({"count": 3});
    let news = sandbox.call("POST", "/servers/news", news).await;
    news.expect("a good wish");
    let mut kinds = BTreeSet::new();
    for _ in 0..4 {
        let payload = bot.socket.next().await;
        kinds.insert(text(&payload["t"]));
        let faults: Vec<String> = readers::faults(&payload);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
    assert_eq!(kinds.len(), 4, "{kinds:?}");
    sandbox.stop().await;
}

#[tokio::test]
async fn people_use_a_bot_in_a_further_server_as_in_the_first() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    bot.register().await;
    let garden = json!({"name": "lobby", "server": "Garden", "bot": true});
    let lobby = sandbox.open(garden).await.expect("a good wish");
    let (server, lobby) = (text(&lobby["server"]), text(&lobby["id"]));
    let told = bot.socket.event("GUILD_CREATE").await;
    assert_eq!(told["d"]["id"], server);
    assert_eq!(told["d"]["name"], "Garden");
    let told = bot.socket.event("CHANNEL_CREATE").await;
    assert_eq!(told["d"]["guild_id"], server);

    let ada = person(&sandbox, "Ada").await;
    let wish = json!({"person": ada, "channel": lobby, "command": "play", "wait": false});
    sandbox.run(wish).await.expect("they may");
    let heard = bot.interaction().await;
    assert_eq!(heard["guild_id"], server);
    assert_eq!(
        heard["authorizing_integration_owners"],
        json!({"0": server})
    );
    let path = format!("/channels/{lobby}/messages");
    let said = bot.call("POST", &path, json!({"content": "hello"})).await;
    assert_eq!(said.status, 200);
    let thread = json!({"name": "table", "type": 11});
    let thread = bot
        .call("POST", &format!("/channels/{lobby}/threads"), thread)
        .await;
    assert_eq!(thread.body["guild_id"], server);
    let there = bot
        .call(
            "GET",
            &format!("/guilds/{server}/threads/active"),
            Value::Null,
        )
        .await;
    assert_eq!(there.body["threads"].as_array().map(Vec::len), Some(1));
    let first = format!("/guilds/{}/threads/active", sandbox.guild());
    let here = bot.call("GET", &first, Value::Null).await;
    assert_eq!(here.body["threads"], json!([]));

    // It goes and comes by itself; a login meanwhile names it if the bot is in it.
    let change = async |wish: Value| {
        let changed = sandbox.call("POST", "/server", wish).await;
        changed.expect("a good wish")
    };
    change(json!({"server": server, "unavailable": true})).await;
    let gone = bot.socket.event("GUILD_DELETE").await;
    assert_eq!(gone["d"], json!({"id": server, "unavailable": true}));
    change(json!({"server": server, "bot": false})).await;
    let gone = bot.socket.event("GUILD_DELETE").await;
    assert_eq!(gone["d"], json!({"id": server}));
    let refused = bot.call("POST", &path, json!({"content": "hello"})).await;
    assert_eq!(
        (refused.status, &refused.body["code"]),
        (403, &json!(50_001))
    );
    let mut again = Socket::open(&sandbox).await;
    assert_eq!(again.next().await["op"], 10);
    again.send(identify(&sandbox.token())).await;
    let ready = again.event("READY").await;
    assert_eq!(ready["d"]["guilds"].as_array().map(Vec::len), Some(1));
    change(json!({"server": server, "bot": true})).await;
    let back = again.event("GUILD_CREATE").await;
    assert_eq!(back["d"]["id"], sandbox.guild());
    let back = again.event("GUILD_CREATE").await;
    assert_eq!(back["d"]["id"], server);
    sandbox.stop().await;
}
