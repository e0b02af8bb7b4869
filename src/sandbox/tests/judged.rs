//! Every event that the sandbox sends, read by two libraries that bots are written with. They share no code with the
//! sandbox or with each other. Each must know the event, and must hold what was sent: ids, names, values, flags.

pub(super) mod readers;
mod scenes;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::bot::{Bot, Socket, identify};
use super::{frozen, openapi, person, unlimited};
use crate::{GatewayDeed, Sandbox, start};

/// Somebody acts in front of two listeners: the bot that answers, and the one whose events are judged.
struct Stage {
    sandbox: Sandbox,
    bot: Bot,
    ada: String,
    judged: Socket,
}

impl Stage {
    async fn opens() -> Self {
        let sandbox = start(unlimited()).await.expect("a free port on loopback");
        grant(&sandbox).await;
        let mut judged = Socket::open(&sandbox).await;
        assert_eq!(judged.next().await["op"], 10);
        judged.send(hello(&sandbox)).await;
        let bot = Bot::login(&sandbox).await;
        let ada = person(&sandbox, "Ada Ä").await;
        Self {
            sandbox,
            bot,
            ada,
            judged,
        }
    }

    /// Does something that the bot needs not answer.
    async fn does(&self, call: &str, mut wish: Value) -> Value {
        if wish.get("person").is_none() {
            wish["person"] = json!(self.ada);
        }
        wish["wait"] = json!(false);
        let done = self.sandbox.call("POST", call, wish).await;
        done.unwrap_or_else(|failure| panic!("{call}: {failure}"))
    }

    /// The bot asks for something that is granted.
    async fn asks(&self, method: &str, path: &str, body: Value) -> Value {
        let reply = self.bot.call(method, path, body).await;
        assert!(reply.status < 300, "{method} {path}: {}", reply.body);
        reply.body
    }

    /// Everything the judged listener was sent, to the end.
    async fn closes(mut self) -> Vec<Value> {
        let last = self
            .does(
                "/run",
                json!({"channel": self.sandbox.channel(), "command": "last"}),
            )
            .await;
        let mut sent = Vec::new();
        loop {
            let payload = self.judged.next().await;
            assert!(payload.get("close").is_none(), "{payload}");
            let is_last = payload["d"]["id"] == last["interaction"];
            sent.push(payload);
            if is_last {
                break;
            }
        }
        self.sandbox.stop().await;
        sent
    }
}

/// The privileged intents, so that everything is heard.
async fn grant(sandbox: &Sandbox) {
    let wish = json!({"intents": ["members", "message_content"]});
    let granted = sandbox.call("POST", "/application", wish).await;
    granted.expect("there are these intents");
}

/// Every intent but the one that nothing here is sent for.
fn hello(sandbox: &Sandbox) -> Value {
    let mut hello = identify(&sandbox.token());
    hello["d"]["intents"] = json!(0x0331_FFFF & !(1 << 8));
    hello
}

/// The events of a connection that went on where another one broke.
async fn resumed(stage: &mut Stage) -> Vec<Value> {
    let mut socket = Socket::open(&stage.sandbox).await;
    assert_eq!(socket.next().await["op"], 10);
    socket.send(hello(&stage.sandbox)).await;
    let ready = socket.event("READY").await;
    drop(socket);
    let mut socket = Socket::open(&stage.sandbox).await;
    assert_eq!(socket.next().await["op"], 10);
    let session =
        json!({"token": stage.sandbox.token(), "session_id": ready["d"]["session_id"], "seq": 1});
    socket.send(json!({"op": 6, "d": session})).await;
    let mut sent = Vec::new();
    while sent
        .last()
        .is_none_or(|payload: &Value| payload["t"] != "RESUMED")
    {
        sent.push(socket.next().await);
    }
    sent
}

#[tokio::test]
async fn two_libraries_read_every_event_as_it_was_sent() {
    let mut stage = Stage::opens().await;
    let mut sent = resumed(&mut stage).await;
    scenes::play(&mut stage).await;
    sent.extend(stage.closes().await);
    let mut faults: Vec<String> = sent.iter().flat_map(readers::faults).collect();
    // One example of each is enough.
    faults.sort();
    faults.dedup_by_key(|fault| {
        fault
            .split(": ")
            .take(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    assert!(
        faults.is_empty(),
        "{} faults in {} events:\n{}",
        faults.len(),
        sent.len(),
        faults.join("\n")
    );

    let seen: BTreeSet<&str> = sent
        .iter()
        .filter_map(|payload| payload["t"].as_str())
        .collect();
    let missing: Vec<String> = events_in_code()
        .into_iter()
        .filter(|event| !seen.contains(&event[..]))
        .collect();
    assert!(
        missing.is_empty(),
        "never sent here, so never judged: {missing:?}; seen: {seen:?}"
    );
    let kinds = interactions(&sent);
    for kind in 2..=5 {
        for place in [0, 1, 11] {
            assert!(
                kinds.contains(&(kind, place)),
                "no interaction {kind} in a channel of type {place}"
            );
        }
    }
}

#[tokio::test]
async fn two_libraries_read_what_is_no_event() {
    let sandbox = frozen().await;
    let mut socket = Socket::open(&sandbox).await;
    let mut sent = vec![(socket.next().await, "Ok(Hello")];
    socket.send(json!({"op": 1, "d": null})).await;
    sent.push((socket.next().await, "Ok(HeartbeatAck"));
    let unknown = json!({"token": sandbox.token(), "session_id": "unknown", "seq": 1});
    socket.send(json!({"op": 6, "d": unknown})).await;
    sent.push((socket.next().await, "Ok(InvalidateSession(false))"));
    for (deed, meaning) in [
        (
            GatewayDeed::Invalid { resumable: true },
            "Ok(InvalidateSession(true))",
        ),
        (GatewayDeed::Reconnect, "Ok(Reconnect"),
    ] {
        let mut socket = Bot::login(&sandbox).await.socket;
        sandbox.gateway(deed).expect("it can be done");
        sent.push((socket.next().await, meaning));
    }
    for (payload, meaning) in sent {
        for read in readers::signals(&payload) {
            assert!(read.starts_with(meaning), "{payload}: {read}");
        }
    }
    sandbox.stop().await;
}

#[test]
fn a_planted_fault_is_found_by_the_libraries() {
    let event = |name: &str, d: Value| json!({"op": 0, "s": 1, "t": name, "d": d});
    let member = json!({"id": "5", "user_id": "7", "join_timestamp": "2026-01-01T12:00:00.000000+00:00", "flags": 0});
    let deleted = json!({"id": "5", "channel_id": "6", "guild_id": "7"});
    assert!(readers::faults(&event("MESSAGE_DELETE", deleted.clone())).is_empty());
    for (name, key, value) in [
        ("MESSAGE_DELETED", "id", json!("5")),
        ("MESSAGE_DELETE", "id", json!("five")),
        ("MESSAGE_DELETE", "channel_id", Value::Null),
        // Neither library knows where to keep it.
        ("MESSAGE_DELETE", "content", json!("gone")),
        ("MESSAGE_DELETE", "member", member),
    ] {
        let mut d = deleted.clone();
        d[key] = value;
        let found = readers::faults(&event(name, d));
        assert_eq!(found.len(), 2, "{name} {key}: {found:?}");
    }
}

#[test]
fn a_planted_fault_is_found_by_the_description() {
    if !openapi::is_at_hand() {
        return;
    }
    let exchange = |method: &str, path: &str, body: Value, status: u16, response: Value| {
        json!({"method": method, "path": path, "content_type": "application/json", "body": body, "attachments": [],
            "status": status, "response": response})
    };
    let nothing = Value::Null;
    let pin = |status: u16, response: Value| {
        exchange("PUT", "/channels/5/pins/6", Value::Null, status, response)
    };
    let say = |path: &str, body: Value| exchange("POST", path, body, 500, Value::Null);
    let hi = json!({"content": "hi"});
    let later = say("/api/v10/channels/5/messages?x=1", hi.clone());
    let refused = json!({"code": 10_003, "message": "Unknown Channel"});
    for right in [pin(204, nothing.clone()), pin(404, refused.clone()), later] {
        assert_eq!(openapi::faults(&right), Vec::<String>::new(), "{right}");
    }
    for wrong in [
        pin(204, json!({})),
        pin(201, nothing.clone()),
        pin(404, nothing.clone()),
        pin(404, json!({"code": "10003", "message": "x"})),
        pin(
            404,
            json!({"code": 1, "message": "x", "errors": {"a": {"_errors": [{"code": 5, "message": "x"}]}}}),
        ),
        say("/channels/5/message", hi.clone()),
        say("/channels/5/messages", json!({"contents": "hi"})),
        say("/channels/5/messages", json!({"content": 5})),
        say(
            "/channels/5/messages",
            json!({"components": [{"type": 1, "components": [{"type": 2, "style": 9}]}]}),
        ),
        say("/channels/5/messages", nothing),
        exchange("GET", "/users/@me", hi, 401, refused),
        exchange("GET", "/users/@me", Value::Null, 200, json!({"id": "5"})),
    ] {
        assert!(!openapi::faults(&wrong).is_empty(), "{wrong}");
    }
}

/// Which types of interaction came from which types of channel.
fn interactions(sent: &[Value]) -> BTreeSet<(u64, u64)> {
    let interactions = sent
        .iter()
        .filter(|payload| payload["t"] == "INTERACTION_CREATE");
    let number = |value: &Value| value.as_u64().expect("a number");
    interactions
        .map(|one| {
            (
                number(&one["d"]["type"]),
                number(&one["d"]["channel"]["type"]),
            )
        })
        .collect()
}

/// The names of events in the sandbox's code: every text that is written like one and known to be one.
fn events_in_code() -> BTreeSet<String> {
    const STEMS: [&str; 12] = [
        "GUILD_",
        "CHANNEL_",
        "THREAD_",
        "MESSAGE_",
        "INTERACTION_",
        "TYPING_",
        "USER_",
        "PRESENCE_",
        "VOICE_",
        "ENTITLEMENT_",
        "APPLICATION_COMMAND_PERMISSIONS_",
        "WEBHOOKS_",
    ];
    const ENDS: [&str; 9] = [
        "_CREATE", "_UPDATE", "_DELETE", "_ADD", "_REMOVE", "_START", "_SYNC", "_CHUNK", "_BULK",
    ];
    let mut found = BTreeSet::from(["READY".to_owned(), "RESUMED".to_owned()]);
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("the sources are there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("tests") {
                open.push(path);
            } else if path.is_file() {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                // Where an event is only told from others, nothing is sent.
                let sends = |line: &&str| !line.contains("=>") && !line.contains("matches!");
                let words = text.lines().filter(sends).flat_map(|line| line.split('"'));
                let words = words.filter(|word| {
                    STEMS.iter().any(|stem| word.starts_with(stem))
                        && ENDS.iter().any(|end| word.ends_with(end))
                });
                found.extend(words.map(str::to_owned));
            }
        }
    }
    assert!(found.len() >= 8, "the events were not found: {found:?}");
    found
}
