//! What other libraries ask of the gateway: compression, message events, members, shards, the pace of logins.

use std::time::Duration;

use flate2::{Decompress, FlushDecompress};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::answers::{evening, played};
use super::bot::{Bot, Socket, identify};
use super::{HOUR, frozen, in_time, person, settings, text};
use crate::{LoginPace, Sandbox, Settings, start};

const MESSAGES: u64 = 1 << 9;
const TYPING: u64 = 1 << 11;
const DIRECT_MESSAGES: u64 = 1 << 12;
const CONTENT: u64 = 1 << 15;
const MEMBERS: u64 = 1 << 1;

/// The frames up to and with the one of this event, unpacked.
async fn unpacked_until(
    sandbox: &Sandbox,
    query: &str,
    hello: Value,
    mut unpack: impl FnMut(Message) -> String,
) -> Vec<Value> {
    let url = format!(
        "{}/gateway/?v=10&encoding=json{query}",
        sandbox.url().replace("http", "ws")
    );
    let (mut socket, _) = connect_async(url).await.unwrap();
    let mut heard = Vec::new();
    while heard
        .last()
        .is_none_or(|last: &Value| last["t"] != "GUILD_CREATE")
    {
        let frame = in_time(socket.next()).await.unwrap().unwrap();
        assert!(!frame.is_close(), "{frame}");
        heard.push(serde_json::from_str(&unpack(frame)).unwrap());
        if heard.len() == 1 {
            // Binary frames carry the same JSON.
            let bytes = hello.to_string().into_bytes();
            socket.send(Message::Binary(bytes.into())).await.unwrap();
        }
    }
    heard
}

fn inflated(context: &mut Decompress, bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(1 << 20);
    context
        .decompress_vec(bytes, &mut text, FlushDecompress::Sync)
        .unwrap();
    String::from_utf8(text).unwrap()
}

#[tokio::test]
async fn payloads_come_packed_as_asked() {
    let sandbox = frozen().await;
    let hello = identify(&sandbox.token());
    let mut context = Decompress::new(true);
    let heard = unpacked_until(&sandbox, "&compress=zlib-stream", hello.clone(), |frame| {
        let bytes = frame.into_data();
        assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]));
        inflated(&mut context, &bytes)
    })
    .await;
    assert_eq!(heard[0]["op"], 10);
    let mut stream = Vec::new();
    let heard = unpacked_until(&sandbox, "&compress=zstd-stream", hello.clone(), |frame| {
        stream.extend_from_slice(&frame.into_data());
        raw_blocks(&mut stream)
    })
    .await;
    assert_eq!(heard[1]["t"], "READY");
    let mut asking = hello.clone();
    asking["d"]["compress"] = true.into();
    let (mut packed, mut plain) = (0, 0);
    unpacked_until(&sandbox, "", asking, |frame| match frame {
        Message::Binary(bytes) => {
            packed += 1;
            inflated(&mut Decompress::new(true), &bytes)
        }
        frame => {
            plain += 1;
            frame.into_text().unwrap().to_string()
        }
    })
    .await;
    assert!(packed >= 1 && plain >= 1, "a long one and a short one");
    for query in ["compress=lzma", "encoding=etf", "v=11", "v=%FF"] {
        let url = format!("{}/gateway?{query}", sandbox.url().replace("http", "ws"));
        let (mut socket, _) = connect_async(url).await.unwrap();
        let close = in_time(socket.next()).await.unwrap().unwrap();
        let Message::Close(Some(frame)) = close else {
            panic!("{query}: {close}");
        };
        let code = if query.starts_with('v') { 4012 } else { 4002 };
        assert_eq!(u16::from(frame.code), code, "{query}");
    }
    sandbox.stop().await;
}

/// Reads the raw blocks of a zstd frame and takes them out; the frame's head comes first.
fn raw_blocks(stream: &mut Vec<u8>) -> String {
    if stream.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        assert_eq!(stream[4], 0, "no size, no checksum, no dictionary");
        stream.drain(..6);
    }
    let mut text = Vec::new();
    while let [a, b, c, ..] = stream[..] {
        let head = u32::from_le_bytes([a, b, c, 0]);
        assert_eq!(head & 7, 0, "a raw block that is not the last");
        let size = usize::try_from(head >> 3).unwrap();
        text.extend(stream.drain(..3 + size).skip(3));
    }
    String::from_utf8(text).unwrap()
}

/// A client with these intents, greeted.
async fn listening(sandbox: &Sandbox, intents: u64) -> Socket {
    let mut socket = Socket::open(sandbox).await;
    let mut hello = identify(&sandbox.token());
    hello["d"]["intents"] = (intents | 1).into();
    socket.send(hello).await;
    socket.event("GUILD_CREATE").await;
    socket
}

async fn grant(sandbox: &Sandbox, wish: Value) -> Value {
    sandbox.call("POST", "/application", wish).await.unwrap()
}

#[tokio::test]
async fn messages_are_told_to_those_who_ask_and_read_by_those_who_may() {
    let (sandbox, bot, ada) = evening().await;
    grant(&sandbox, json!({"intents": ["message_content"]})).await;
    let asked = MESSAGES | DIRECT_MESSAGES;
    let mut blind = listening(&sandbox, asked).await;
    let mut reader = listening(&sandbox, asked | CONTENT).await;
    let mut others = listening(&sandbox, 0).await;
    let channel = sandbox.channel();
    sandbox.say(&ada, &channel, "psst").await.unwrap();
    let heard = blind.event("MESSAGE_CREATE").await;
    assert_eq!(heard["d"]["content"], "");
    assert_eq!(heard["d"]["guild_id"], sandbox.guild());
    assert!(heard["d"]["member"]["joined_at"].is_string());
    assert_eq!(reader.event("MESSAGE_CREATE").await["d"]["content"], "psst");
    let named = format!("<@{}> hello", sandbox.application());
    sandbox.say(&ada, &channel, &named).await.unwrap();
    let heard = blind.event("MESSAGE_CREATE").await;
    assert_eq!(heard["d"]["content"], json!(named));
    let wish = json!({"kind": "dm", "person": ada});
    let direct = text(&sandbox.open(wish).await.unwrap()["id"]);
    sandbox.say(&ada, &direct, "between us").await.unwrap();
    let heard = blind.event("MESSAGE_CREATE").await;
    assert_eq!(heard["d"]["content"], "between us");
    assert!(heard["d"].get("guild_id").is_none() && heard["d"].get("member").is_none());
    let path = format!("/channels/{channel}/messages");
    let mine = bot.call("POST", &path, json!({"content": "mine"})).await;
    let path = format!("{path}/{}", text(&mine.body["id"]));
    bot.call("PATCH", &path, json!({"content": "changed"}))
        .await;
    bot.call("DELETE", &path, Value::Null).await;
    for (event, content) in [
        ("MESSAGE_CREATE", json!("mine")),
        ("MESSAGE_UPDATE", json!("changed")),
        ("MESSAGE_DELETE", Value::Null),
    ] {
        let heard = blind.event(event).await;
        assert_eq!(heard["d"]["content"], content);
        assert_eq!(heard["d"]["id"], mine.body["id"]);
    }
    // The next thing a client without these intents hears is the thread: nothing of the messages before.
    let wish = json!({"name": "thread", "parent": channel});
    sandbox.open(wish).await.unwrap();
    assert_eq!(others.next().await["t"], "THREAD_CREATE");
    sandbox.stop().await;
}

#[tokio::test]
async fn nobody_hears_of_ephemeral_messages() {
    let (sandbox, mut bot, ada) = evening().await;
    let mut listener = listening(&sandbox, MESSAGES).await;
    let data = json!({"type": 4, "data": {"content": "for you alone", "flags": 64}});
    played(&sandbox, &mut bot, &ada, data).await;
    sandbox
        .say(&ada, &sandbox.channel(), "aloud")
        .await
        .unwrap();
    assert_eq!(listener.next().await["t"], "INTERACTION_CREATE");
    assert_eq!(listener.next().await["t"], "MESSAGE_CREATE");
    sandbox.stop().await;
}

#[tokio::test]
async fn members_threads_and_typing() {
    let sandbox = frozen().await;
    let ada = person(&sandbox, "Ada").await;
    let bot = Bot::login(&sandbox).await;
    let mut plain = listening(&sandbox, TYPING).await;
    let guild = sandbox.guild();
    let ask = async |socket: &mut Socket, d: Value| {
        socket.send(json!({"op": 8, "d": d})).await;
        socket.event("GUILD_MEMBERS_CHUNK").await["d"].take()
    };
    let found = ask(
        &mut plain,
        json!({"guild_id": guild, "user_ids": [ada, "5"], "nonce": "n"}),
    )
    .await;
    assert_eq!(found["members"][0]["user"]["id"], json!(ada));
    assert_eq!(found["not_found"], json!(["5"]));
    assert_eq!(
        (&found["nonce"], &found["chunk_count"]),
        (&json!("n"), &json!(1))
    );
    let found = ask(
        &mut plain,
        json!({"guild_id": guild, "query": "ad", "limit": 5}),
    )
    .await;
    assert_eq!(found["members"].as_array().unwrap().len(), 1);
    // Everybody: only for those who may know the members, and the intent must be granted first.
    let mut refused = Socket::open(&sandbox).await;
    refused.next().await;
    let mut hello = identify(&sandbox.token());
    hello["d"]["intents"] = MEMBERS.into();
    refused.send(hello).await;
    assert_eq!(refused.next().await["close"], 4014);
    grant(&sandbox, json!({"intents": ["members"]})).await;
    let mut knowing = listening(&sandbox, MEMBERS).await;
    let found = ask(
        &mut knowing,
        json!({"guild_id": guild, "query": "", "limit": 0}),
    )
    .await;
    assert_eq!(found["members"].as_array().unwrap().len(), 3);
    let bob = person(&sandbox, "Bob").await;
    let came = knowing.event("GUILD_MEMBER_ADD").await;
    assert_eq!(came["d"]["user"]["id"], json!(bob));
    let wish = json!({"name": "thread", "parent": sandbox.channel()});
    let thread = text(&sandbox.open(wish).await.unwrap()["id"]);
    for who in [&bob, &"@me".to_owned()] {
        let path = format!("/channels/{thread}/thread-members/{who}");
        assert_eq!(bot.call("PUT", &path, Value::Null).await.status, 204);
    }
    let heard = knowing.event("THREAD_MEMBERS_UPDATE").await;
    assert_eq!(heard["d"]["added_members"][0]["user_id"], json!(bob));
    let heard = plain.event("THREAD_MEMBERS_UPDATE").await;
    assert_eq!(
        heard["d"]["added_members"][0]["user_id"],
        json!(sandbox.application())
    );
    sandbox.say(&ada, &thread, "hello").await.unwrap();
    knowing.event("THREAD_MEMBERS_UPDATE").await;
    let heard = knowing.event("THREAD_MEMBERS_UPDATE").await;
    assert_eq!(heard["d"]["member_count"], 4, "who speaks is in it");
    let wish = json!({"person": ada, "channel": sandbox.channel()});
    sandbox.call("POST", "/type", wish).await.unwrap();
    assert_eq!(
        plain.event("TYPING_START").await["d"]["user_id"],
        json!(ada)
    );
    plain.send(json!({"op": 8, "d": {"guild_id": guild}})).await;
    assert_eq!(plain.next().await["close"], 4001);
    sandbox.stop().await;
}

#[tokio::test]
async fn a_server_is_one_shards_business_and_direct_messages_the_first_ones() {
    let (sandbox, _bot, ada) = evening().await;
    let mut shards = Vec::new();
    for number in 0..3 {
        let mut socket = Socket::open(&sandbox).await;
        socket.next().await;
        let mut hello = identify(&sandbox.token());
        hello["d"]["shard"] = json!([number, 3]);
        hello["d"]["intents"] = (1 | MESSAGES | DIRECT_MESSAGES).into();
        socket.send(hello).await;
        let ready = socket.event("READY").await;
        assert_eq!(ready["d"]["shard"], json!([number, 3]));
        shards.push((ready["d"]["guilds"].as_array().unwrap().len(), socket));
    }
    let owners: Vec<usize> = shards.iter().map(|(guilds, _)| *guilds).collect();
    assert_eq!(owners.iter().sum::<usize>(), 1);
    sandbox.say(&ada, &sandbox.channel(), "here").await.unwrap();
    let direct = sandbox.open(json!({"kind": "dm", "person": ada})).await;
    let direct = text(&direct.unwrap()["id"]);
    sandbox.say(&ada, &direct, "there").await.unwrap();
    for (number, (guilds, mut socket)) in shards.into_iter().enumerate() {
        let mut expected = Vec::new();
        expected.extend((guilds == 1).then_some("here"));
        expected.extend((number == 0).then_some("there"));
        let seen = expected.len();
        for _ in 0..seen {
            socket.event("MESSAGE_CREATE").await;
        }
        // An acknowledged beat after them shows that there was nothing more.
        socket.send(json!({"op": 1, "d": null})).await;
        loop {
            let next = socket.next().await;
            assert_ne!(next["t"], "MESSAGE_CREATE");
            if next["op"] == 11 {
                break;
            }
        }
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn logins_are_counted_and_their_pace_can_be_enforced() {
    let sandbox = start(Settings {
        logins: LoginPace::Every(HOUR),
        ..settings()
    })
    .await
    .unwrap();
    let bot = Bot::login(&sandbox).await;
    let mut hasty = Socket::open(&sandbox).await;
    hasty.next().await;
    hasty.send(identify(&sandbox.token())).await;
    // Not refused at once: what was said later is answered first.
    hasty.send(json!({"op": 1, "d": null})).await;
    assert_eq!(hasty.next().await["op"], 11);
    let limit =
        bot.call("GET", "/gateway/bot", Value::Null).await.body["session_start_limit"].take();
    assert_eq!(
        (&limit["total"], &limit["remaining"]),
        (&json!(1000), &json!(999))
    );
    assert!(limit["reset_after"].as_u64().unwrap() > 0);
    let told = grant(&sandbox, json!({"login_pace_ms": 0})).await;
    assert_eq!(told["login_pace_ms"], 0);
    hasty.send(identify(&sandbox.token())).await;
    hasty.event("READY").await;
    for wrong in [json!({"intents": ["x"]}), json!({"login_pace_ms": "x"})] {
        assert!(sandbox.call("POST", "/application", wrong).await.is_err());
    }
    sandbox.stop().await;
}

/// A machine that needs longer than the pace to ask again is let in: then a slower pace is tried.
#[tokio::test]
async fn a_login_that_comes_too_soon_is_refused_after_a_while() {
    for doublings in 0..10 {
        let sandbox = start(Settings {
            logins: LoginPace::Every(Duration::from_millis(100 << doublings)),
            ..settings()
        })
        .await
        .unwrap();
        Bot::login(&sandbox).await;
        let mut hasty = Socket::open(&sandbox).await;
        hasty.next().await;
        hasty.send(identify(&sandbox.token())).await;
        let answer = hasty.next().await;
        sandbox.stop().await;
        if answer["t"] != "READY" {
            assert_eq!((&answer["op"], &answer["d"]), (&json!(9), &json!(false)));
            return;
        }
    }
    panic!("never refused");
}
