//! The gateway: greeting, heartbeats, resumes, and every misuse with its close code.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::answers::ask;
use super::bot::{Bot, Socket, identify};
use super::{frozen, person, settings};
use crate::{Sandbox, Settings, start};

async fn greeted(sandbox: &Sandbox) -> Socket {
    let mut socket = Socket::open(sandbox).await;
    assert_eq!(socket.next().await["op"], 10);
    socket
}

#[tokio::test]
async fn misuse_is_closed_with_its_code() {
    let sandbox = frozen().await;
    let hello = identify(&sandbox.token());
    let with = |key: &str, value: Value| {
        let mut payload = hello.clone();
        payload["d"][key] = value;
        payload
    };
    for (payloads, code) in [
        (vec![json!({"op": 99})], 4001),
        (vec![json!({"op": "x"})], 4002),
        (vec![json!([])], 4002),
        (vec![json!({"op": 1, "d": "x".repeat(5000)})], 4002),
        (vec![json!({"op": 2, "d": {}})], 4002),
        (vec![json!({"op": 3, "d": {}})], 4003),
        (vec![identify("wrong")], 4004),
        (vec![hello.clone(), hello.clone()], 4005),
        (vec![with("shard", json!([1, 1]))], 4010),
        (vec![with("intents", json!(1u64 << 40))], 4013),
        (vec![with("intents", json!(1 << 15))], 4014),
        (vec![json!({"op": 1, "d": null}); 121], 4008),
    ] {
        let mut socket = greeted(&sandbox).await;
        for payload in payloads {
            socket.send(payload).await;
        }
        let close = loop {
            let payload = socket.next().await;
            if let Some(close) = payload.get("close") {
                break close.clone();
            }
        };
        assert_eq!(close, code);
    }
    for (garbage, code) in [
        (Message::Text("{".into()), 4002),
        (Message::Binary(vec![1, 2].into()), 4002),
    ] {
        let mut socket = greeted(&sandbox).await;
        socket.send_raw(garbage).await;
        assert_eq!(socket.next().await["close"], code);
    }
    sandbox.stop().await;
}

/// A machine that stalls for longer than a heart may rest loses the beating client too: then slower hearts are tried.
#[tokio::test]
async fn a_beating_client_stays_and_a_silent_one_goes() {
    for doublings in 0..9 {
        if stays_while_beating(Duration::from_millis(250 << doublings)).await {
            return;
        }
    }
    panic!("no client stayed, however often it beat");
}

/// Whether a client that beats is still there when a silent one that came later has gone; when it rests it goes as well.
async fn stays_while_beating(heartbeat: Duration) -> bool {
    let with_hearts = Settings {
        heartbeat,
        ..settings()
    };
    let sandbox = start(with_hearts).await.unwrap();
    let mut beating = greeted(&sandbox).await;
    beating.offer(identify(&sandbox.token())).await;
    let mut silent = greeted(&sandbox).await;
    let mut gone = std::pin::pin!(silent.next());
    let (mut unanswered, mut is_gone) = (0, false);
    while !is_gone {
        is_gone = match tokio::time::timeout(heartbeat / 4, &mut gone).await {
            Ok(close) => {
                assert_eq!(close["close"], 4009);
                true
            }
            Err(_) => false,
        };
        beating.offer(json!({"op": 1, "d": 2})).await;
        unanswered += 1;
    }
    let mut is_logged_in = false;
    while unanswered > 0 {
        let payload = beating.next().await;
        if payload.get("close").is_some() {
            sandbox.stop().await;
            return false;
        }
        is_logged_in |= payload["t"] == "READY";
        unanswered -= u32::from(payload["op"] == 11);
    }
    assert!(is_logged_in);
    assert_eq!(beating.next().await["close"], 4009);
    let world = sandbox.world().await.unwrap();
    assert_eq!(world["bot_online"], false);
    sandbox.stop().await;
    true
}

#[tokio::test]
async fn a_lost_connection_resumes_and_hears_what_it_missed() {
    let sandbox = frozen().await;
    let mut socket = greeted(&sandbox).await;
    socket.send(identify(&sandbox.token())).await;
    let ready = socket.event("READY").await;
    socket.event("GUILD_CREATE").await;
    drop(socket);
    let bot = Bot::login(&sandbox).await;
    bot.register().await;
    let ada = person(&sandbox, "Ada").await;
    let wish =
        json!({"person": ada, "channel": sandbox.channel(), "command": "play", "wait": false});
    sandbox.run(wish).await.unwrap();
    let session = ready["d"]["session_id"].clone();
    let resume = |session: &Value, seq: u64| json!({"op": 6, "d": {"token": sandbox.token(), "session_id": session, "seq": seq}});
    let mut socket = greeted(&sandbox).await;
    socket.send(resume(&session, 2)).await;
    let missed = socket.next().await;
    assert_eq!(
        (&missed["t"], &missed["s"]),
        (&json!("INTERACTION_CREATE"), &json!(3))
    );
    assert_eq!(socket.next().await["t"], "RESUMED");
    let mut socket = greeted(&sandbox).await;
    socket.send(resume(&session, 99)).await;
    assert_eq!(socket.next().await["close"], 4007);
    let mut socket = greeted(&sandbox).await;
    socket.send(resume(&json!("unknown"), 1)).await;
    assert_eq!(
        socket.next().await,
        json!({"op": 9, "d": false, "s": null, "t": null})
    );
    socket.send(identify(&sandbox.token())).await;
    socket.event("READY").await;
    sandbox.stop().await;
}

#[tokio::test]
async fn without_the_intent_there_is_no_server_but_there_are_interactions() {
    let sandbox = frozen().await;
    let other = Bot::login(&sandbox).await;
    other.register().await;
    let mut socket = greeted(&sandbox).await;
    let mut hello = identify(&sandbox.token());
    hello["d"]["intents"] = json!(0);
    socket.send(hello).await;
    socket.event("READY").await;
    let ada = person(&sandbox, "Ada").await;
    let wish =
        json!({"person": ada, "channel": sandbox.channel(), "command": "play", "wait": false});
    ask(&sandbox, "/run", wish);
    assert_eq!(socket.next().await["t"], "INTERACTION_CREATE");
    sandbox.stop().await;
    assert_eq!(socket.next().await["close"], 1001);
}
