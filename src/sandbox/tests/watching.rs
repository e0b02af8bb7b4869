//! The feed of the traffic: what is told, in which order, how much of it, and what never is.

use futures::future::join;
use serde_json::{Value, json};

use super::bot::{Bot, Socket, identify};
use super::{NOON_MS, frozen, in_time, unlimited};
use crate::{Faults, Sandbox, start};

async fn feed(sandbox: &Sandbox, query: &str) -> Value {
    let path = format!("/traffic?{query}");
    sandbox.call("GET", &path, Value::Null).await.unwrap()
}

async fn say(sandbox: &Sandbox, bot: &Bot, text: &str) -> u16 {
    let path = format!("/channels/{}/messages", sandbox.channel());
    let body = json!({"content": text});
    bot.call("POST", &path, body).await.status
}

#[tokio::test]
async fn it_tells_what_was_said_but_no_token() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    let path = format!("/channels/{}/messages", sandbox.channel());
    let picture: &[(&str, &[u8])] = &[("a.png", b"12345")];
    bot.upload("POST", &path, json!({"content": "x"}), picture)
        .await;
    let mut socket = Socket::open(&sandbox).await;
    socket.next().await;
    let resume =
        json!({"op": 6, "d": {"token": sandbox.token(), "session_id": "unknown", "seq": 1}});
    socket.send(resume).await;
    assert_eq!(socket.next().await["op"], 9);
    socket.send(identify("wrong-token")).await;
    assert_eq!(socket.next().await["close"], 4004);

    let told = feed(&sandbox, "").await;
    let text = told.to_string();
    assert!(
        !text.contains(&sandbox.token()) && !text.contains("wrong-token"),
        "{text}"
    );
    let pieces = told["traffic"].as_array().unwrap();
    let kinds: Vec<(&str, Value)> = pieces
        .iter()
        .map(|piece| match piece["kind"].as_str() {
            Some("rest") => ("rest", piece["status"].clone()),
            _ if piece["direction"] == "from_bot" => ("from", piece["op"].clone()),
            _ => ("to", piece["op"].clone()),
        })
        .collect();
    let wanted = [
        ("to", json!(10)),
        ("from", json!(2)),
        ("to", json!(0)),
        ("to", json!(0)),
        ("rest", json!(200)),
        ("to", json!(10)),
        ("from", json!(6)),
        ("to", json!(9)),
        ("from", json!(2)),
    ];
    assert_eq!(kinds, wanted, "{text}");
    assert_eq!(told["seq"], 9);
    let numbers: Vec<u64> = pieces
        .iter()
        .filter_map(|piece| piece["seq"].as_u64())
        .collect();
    assert_eq!(numbers, (1..=9).collect::<Vec<u64>>());
    assert!(
        pieces
            .iter()
            .all(|piece| piece["at"] == NOON_MS && piece["fault"].is_null())
    );
    assert_eq!(pieces[1]["d"]["token"], "(hidden)");
    assert_eq!(
        (&pieces[2]["t"], &pieces[2]["s"]),
        (&json!("READY"), &json!(1))
    );
    let post = &pieces[4];
    assert_eq!(
        (&post["method"], &post["path"]),
        (&json!("POST"), &json!(path))
    );
    assert_eq!(post["request"], json!({"content": "x"}));
    let file = json!([{"id": "0", "filename": "a.png", "size": 5}]);
    assert_eq!(post["attachments"], file);
    assert_eq!(post["response"]["content"], "x");
    assert!(post["after_us"].is_u64());
    sandbox.stop().await;
}

#[tokio::test]
async fn readers_go_on_where_they_were_and_wait() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    let before = feed(&sandbox, "").await["seq"].as_u64().unwrap();
    assert_eq!(
        feed(&sandbox, &format!("after={before}")).await["traffic"],
        json!([])
    );
    let waiting = async {
        loop {
            let told = feed(&sandbox, &format!("after={before}&wait=30")).await;
            if told["traffic"] != json!([]) {
                return told;
            }
        }
    };
    let (told, _) = in_time(join(waiting, say(&sandbox, &bot, "one"))).await;
    assert_eq!(told["traffic"][0]["request"]["content"], "one");
    say(&sandbox, &bot, "two").await;
    say(&sandbox, &bot, "three").await;
    let next = feed(&sandbox, &format!("after={before}&limit=2")).await;
    assert_eq!(next["seq"], before + 2);
    assert_eq!(next["traffic"][1]["request"]["content"], "two");
    let newest = feed(&sandbox, "limit=1").await;
    assert_eq!(newest["traffic"][0]["request"]["content"], "three");
    // A number from before a restart of the sandbox.
    assert_eq!(
        feed(&sandbox, "after=1000000").await["traffic"][0]["seq"],
        1
    );
    for bad in ["after=x", "limit=-1"] {
        let path = format!("/traffic?{bad}");
        assert!(sandbox.call("GET", &path, Value::Null).await.is_err());
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn it_keeps_no_more_than_it_should() {
    let sandbox = start(unlimited()).await.unwrap();
    let bot = Bot::login(&sandbox).await;
    let long = "x".repeat(40_000);
    assert_eq!(say(&sandbox, &bot, &long).await, 400);
    let told = feed(&sandbox, "limit=1").await;
    let request = told["traffic"][0]["request"].as_str().unwrap();
    assert!(request.starts_with("{\"content\":\"xxx") && request.len() < 20_000);
    assert!(
        request.ends_with("… [cut: 40014 bytes in all]"),
        "{request}"
    );
    // The server's channels make its GUILD_CREATE long; its name and number stay readable.
    for n in 0..60 {
        let name = format!("{n}-{}", "ö".repeat(80));
        sandbox.open(json!({"name": name})).await.unwrap();
    }
    Bot::login(&sandbox).await;
    let told = feed(&sandbox, "").await;
    let greeting = told["traffic"].as_array().unwrap().iter();
    let greeting = greeting
        .rev()
        .find(|piece| piece["t"] == "GUILD_CREATE")
        .unwrap();
    assert_eq!((&greeting["s"], &greeting["op"]), (&json!(2), &json!(0)));
    let d = greeting["d"].as_str().unwrap();
    assert!(d.starts_with("{\"") && d.contains("… [cut: "), "{d}");
    for _ in 0..600 {
        assert_eq!(say(&sandbox, &bot, "short").await, 200);
    }
    let told = feed(&sandbox, "after=0").await;
    assert_eq!(
        (told["traffic"].as_array().map(Vec::len), &told["missed"]),
        (Some(500), &json!(true))
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn it_tells_what_was_injected() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    let faults = Faults {
        event_doubled_percent: 100,
        lost_percent: 100,
        ..Faults::default()
    };
    sandbox.set_faults(faults).unwrap();
    let seq = feed(&sandbox, "").await["seq"].clone();
    let path = format!("/channels/{}/messages", sandbox.channel());
    let lost = bot.try_call("POST", &path, json!({"content": "x"})).await;
    assert!(lost.is_none());
    let told = feed(&sandbox, &format!("after={seq}&wait=10")).await;
    let piece = &told["traffic"][0];
    assert_eq!(
        (&piece["fault"], &piece["status"]),
        (&json!("lost"), &Value::Null)
    );
    let mut seq = told["seq"].clone();
    sandbox.open(json!({"name": "garden"})).await.unwrap();
    let mut faults = Vec::new();
    let all = async {
        while faults.len() < 2 {
            let told = feed(&sandbox, &format!("after={seq}&wait=10")).await;
            seq = told["seq"].clone();
            let pieces = told["traffic"].as_array().unwrap();
            faults.extend(
                pieces
                    .iter()
                    .map(|piece| (piece["s"].clone(), piece["fault"].clone())),
            );
        }
    };
    in_time(all).await;
    assert_eq!(
        faults,
        [(json!(3), Value::Null), (json!(3), json!("event_doubled"))]
    );
    sandbox.stop().await;
}
