//! What goes wrong on purpose, as a bot meets it on its requests.

use std::time::{Duration, Instant};

use futures::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::bot::{Bot, Reply};
use super::{HOUR, frozen, in_time, settings, unlimited};
use crate::rates::{self, Reach};
use crate::{Failure, Faults, Harm, LimitScope, Moment, NextFault, Sandbox, Settings, start};

/// A sandbox with these faults and a bot in it.
async fn with(faults: Value) -> (Sandbox, Bot) {
    let sandbox = start(unlimited()).await.unwrap();
    let bot = Bot::login(&sandbox).await;
    let shown = sandbox.call("POST", "/faults", faults.clone()).await;
    let shown = shown.unwrap()["faults"].take();
    for (name, value) in faults.as_object().unwrap() {
        assert_eq!(&shown[name], value);
    }
    (sandbox, bot)
}

fn messages(sandbox: &Sandbox) -> String {
    format!("/channels/{}/messages", sandbox.channel())
}

async fn post(sandbox: &Sandbox, bot: &Bot) -> Option<Reply> {
    let body = json!({"content": "hello"});
    bot.try_call("POST", &messages(sandbox), body).await
}

/// How many messages there really are.
async fn said(sandbox: &Sandbox, bot: &Bot) -> usize {
    sandbox.set_faults(Faults::default()).unwrap();
    let found = bot.call("GET", &messages(sandbox), Value::Null).await.body;
    found.as_array().unwrap().len()
}

fn header<'a>(reply: &'a Reply, name: &str) -> Option<&'a str> {
    reply.headers.get(name).map(|value| value.to_str().unwrap())
}

fn next(path: &str, times: u32, harm: Harm) -> NextFault {
    NextFault {
        method: "POST".to_owned(),
        path: path.to_owned(),
        times,
        harm,
    }
}

#[tokio::test]
async fn errors_strike_before_or_after_the_deed() {
    let (sandbox, bot) = with(json!({"error_percent": 100, "seed": 1})).await;
    let mut statuses = Vec::new();
    for _ in 0..20 {
        let reply = post(&sandbox, &bot).await.unwrap();
        let is_page = header(&reply, "content-type") == Some("text/html");
        assert_eq!(is_page, reply.status != 500);
        assert_eq!(reply.body.is_null(), is_page);
        statuses.push(reply.status);
    }
    for status in [500, 502, 503] {
        assert!(statuses.contains(&status), "{statuses:?}");
    }
    assert_eq!(sandbox.fault_counts().error, 20);
    let said = said(&sandbox, &bot).await;
    assert!((1..20).contains(&said), "{said} of {statuses:?}");
    sandbox.stop().await;
}

#[tokio::test]
async fn lost_answers_end_the_connection() {
    let (sandbox, bot) = with(json!({"lost_percent": 100, "seed": 1})).await;
    for _ in 0..20 {
        assert!(post(&sandbox, &bot).await.is_none());
    }
    assert_eq!(sandbox.fault_counts().lost, 20);
    let mut socket = TcpStream::connect(sandbox.url().trim_start_matches("http://"))
        .await
        .unwrap();
    let request = "GET /api/v10/gateway HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    socket.read_to_end(&mut heard).await.unwrap();
    assert_eq!(heard, b"");
    let said = said(&sandbox, &bot).await;
    assert!((1..20).contains(&said), "{said}");
    sandbox.stop().await;
}

#[tokio::test]
async fn late_answers_come_late_and_the_deed_is_done_at_once() {
    let (sandbox, bot) = with(json!({"delay_percent": 100, "delay_ms": 20})).await;
    assert_eq!(post(&sandbox, &bot).await.unwrap().status, 200);
    assert_eq!(sandbox.fault_counts().delay, 1);
    // Nobody waits for ten minutes: the message is there while its answer is not.
    let slow = json!({"delay_ms": 600_000});
    sandbox.call("POST", "/faults", slow).await.unwrap();
    let path = messages(&sandbox);
    let asked = bot.try_call("POST", &path, json!({"content": "second"}));
    let look = async {
        let mut seq = 0;
        loop {
            let feed = format!("/traffic?after={seq}&wait=10");
            let found = sandbox.call("GET", &feed, Value::Null).await.unwrap();
            seq = found["seq"].as_u64().unwrap();
            let traffic = found["traffic"].as_array().unwrap();
            if let Some(piece) = traffic.iter().find(|p| p["request"]["content"] == "second") {
                return piece.clone();
            }
        }
    };
    let piece = tokio::select! {
        _ = asked => panic!("answered after all"),
        piece = in_time(look) => piece,
    };
    assert_eq!(piece["fault"], "delay");
    assert!(piece["after_us"].as_u64() >= Some(600_000_000), "{piece}");
    assert_eq!(said(&sandbox, &bot).await, 2);
    sandbox.stop().await;
}

#[tokio::test]
async fn limits_say_whom_they_are_for() {
    for (scope, message, bucket, invalid) in [
        ("user", "You are being rate limited.", Some("0"), 2),
        ("global", "You are being rate limited.", None, 3),
        (
            "shared",
            "The resource is being rate limited.",
            Some("4"),
            0,
        ),
    ] {
        let wish = json!({"limit_percent": 100, "limit_scope": scope, "limit_ms": 600_000});
        let (sandbox, bot) = with(wish).await;
        let reply = post(&sandbox, &bot).await.unwrap();
        let off = json!({"limit_percent": 0});
        sandbox.call("POST", "/faults", off).await.unwrap();
        let global = scope == "global";
        assert_eq!(
            (reply.status, &reply.body["message"]),
            (429, &json!(message))
        );
        let told = (&reply.body["retry_after"], &reply.body["global"]);
        assert_eq!(told, (&json!(600.0), &json!(global)));
        assert_eq!(reply.body["code"], 0);
        assert_eq!(header(&reply, "retry-after"), Some("600"));
        assert_eq!(header(&reply, "x-ratelimit-scope"), Some(scope));
        assert_eq!(
            header(&reply, "x-ratelimit-global"),
            global.then_some("true")
        );
        assert_eq!(header(&reply, "x-ratelimit-remaining"), bucket);
        assert_eq!(header(&reply, "x-ratelimit-bucket").is_some(), !global);
        // The limit holds for its scope, and for nothing else.
        let again = post(&sandbox, &bot).await.unwrap();
        assert_eq!(again.status, 429);
        assert_eq!(header(&again, "x-ratelimit-scope"), Some(scope));
        assert!(again.body["retry_after"].as_f64() <= Some(600.0));
        let other = bot.call("GET", "/users/@me", Value::Null).await;
        assert_eq!(other.status, if global { 429 } else { 200 });
        let callback = bot
            .call("POST", "/interactions/1/x/callback", json!({}))
            .await;
        assert_eq!(callback.status, 404);
        let counts = sandbox.fault_counts();
        assert_eq!(
            (counts.limit, counts.over_limit),
            (1, 1 + u64::from(global))
        );
        assert_eq!(counts.invalid_requests, invalid, "{scope}");
        sandbox
            .call("POST", "/faults/clear", Value::Null)
            .await
            .unwrap();
        assert_eq!(post(&sandbox, &bot).await.unwrap().status, 200);
        sandbox.stop().await;
    }
}

#[tokio::test]
async fn the_limit_of_all_requests_is_fifty_a_second() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    // The first fifty are those of a second in an hour, so that it does not end before all are made.
    let in_an_hour = Instant::now() + HOUR;
    let bucket = rates::bucket("GET", &["users", "@me"]);
    for _ in 0..50 {
        let counted = sandbox
            .shared
            .rates()
            .count(&bucket, Reach::Global, in_an_hour);
        assert!(counted.is_some_and(|counted| counted.refused.is_none()));
    }
    let ask = || bot.call("GET", "/users/@me", Value::Null);
    let replies = join_all((0..20).map(|_| ask())).await;
    for reply in &replies {
        assert_eq!(reply.status, 429);
        assert_eq!(header(reply, "x-ratelimit-global"), Some("true"));
        assert_eq!(reply.body["global"], true);
    }
    let hook = format!("/webhooks/{}/unknown/messages/@original", bot.application);
    for path in ["/interactions/1/x/callback", &hook] {
        assert!(
            bot.call("POST", path, json!({})).await.status < 429,
            "{path}"
        );
    }
    let counts = sandbox.fault_counts();
    assert_eq!((counts.over_limit, counts.limit), (20, 0));
    sandbox.stop().await;
}

#[tokio::test]
async fn the_same_seed_meets_the_same_faults() {
    let mut tales = Vec::new();
    for seed in [7, 7, 8] {
        let faults = json!({
            "seed": seed, "error_percent": 30, "lost_percent": 20, "limit_percent": 10, "limit_ms": 0,
            "delay_percent": 5, "delay_ms": 1,
        });
        let (sandbox, bot) = with(faults.clone()).await;
        let mut tale = Vec::new();
        for _ in 0..60 {
            tale.push(post(&sandbox, &bot).await.map(|reply| reply.status));
        }
        // Setting them again begins anew.
        sandbox.call("POST", "/faults", json!({})).await.unwrap();
        for known in &tale {
            assert_eq!(*known, post(&sandbox, &bot).await.map(|reply| reply.status));
        }
        for kind in [Some(200), Some(429), None] {
            assert!(tale.contains(&kind), "seed {seed}: {tale:?}");
        }
        let said = said(&sandbox, &bot).await;
        tales.push((tale, said, sandbox.fault_counts()));
        sandbox.stop().await;
    }
    assert_eq!(tales[0], tales[1]);
    assert_ne!(tales[0].0, tales[2].0);
}

#[tokio::test]
async fn aimed_faults_hit_what_they_are_aimed_at() {
    let (sandbox, bot) = with(json!({})).await;
    let aim = |path: &str, times, harm| sandbox.fail_next(next(path, times, harm)).unwrap();
    let any = "/channels/*/messages";
    let error = |moment| Harm::Error {
        status: 403,
        code: 50_013,
        message: "Missing Permissions".to_owned(),
        moment,
    };
    aim(any, 2, error(Moment::Before));
    aim(any, 1, error(Moment::After));
    aim(any, 1, Harm::Lost(Moment::Before));
    aim(any, 1, Harm::Lost(Moment::After));
    aim(
        "/channels/*/messages/*/threads",
        1,
        Harm::Lost(Moment::Before),
    );
    let (scope, ms) = (LimitScope::Shared, 0);
    aim(any, 1, Harm::Limited { scope, ms });
    aim(any, 1, Harm::Delay { ms: 1 });
    aim(any, 1, Harm::Held { ms: 1 });
    let list = bot.call("GET", &messages(&sandbox), Value::Null).await;
    assert_eq!(list.status, 200);
    for (status, there) in [
        (Some(403), 0),
        (Some(403), 0),
        (Some(403), 1),
        (None, 1),
        (None, 2),
        (Some(429), 2),
        (Some(200), 3),
        (Some(200), 4),
        (Some(200), 5),
    ] {
        let reply = post(&sandbox, &bot).await;
        assert_eq!(reply.as_ref().map(|reply| reply.status), status);
        let code = reply.map(|reply| reply.body["code"].clone());
        assert_eq!(code == Some(json!(50_013)), status == Some(403));
        let list = bot.call("GET", &messages(&sandbox), Value::Null).await;
        assert_eq!(list.body.as_array().map(Vec::len), Some(there));
    }
    let shown = sandbox.call("GET", "/faults", Value::Null).await.unwrap();
    assert_eq!(
        (&shown["counts"]["next"], &shown["next"]),
        (&json!(8), &json!(1))
    );
    assert_eq!(shown["counts"]["invalid_requests"], 3);
    let list = bot.call("GET", &messages(&sandbox), Value::Null).await;
    let thread = format!(
        "{}/{}/threads",
        messages(&sandbox),
        list.body[0]["id"].as_str().unwrap()
    );
    let begin = || bot.try_call("POST", &thread, json!({"name": "table"}));
    assert!(begin().await.is_none());
    assert_eq!(begin().await.unwrap().status, 201);
    sandbox.stop().await;
}

#[tokio::test]
async fn aimed_faults_can_be_asked_for_in_json() {
    let (sandbox, bot) = with(json!({})).await;
    let mut aim =
        json!({"path": "/channels/*/messages", "status": 418, "code": 5, "message": "no"});
    for (what, status) in [
        (None, Some(418)),
        (Some("error"), Some(418)),
        (Some("error_after"), Some(418)),
        (Some("lost"), None),
        (Some("lost_after"), None),
        (Some("limited"), Some(429)),
        (Some("delay"), Some(200)),
    ] {
        if let Some(what) = what {
            aim["what"] = what.into();
        }
        aim["ms"] = 0.into();
        let shown = sandbox.call("POST", "/faults/next", aim.clone()).await;
        assert_eq!(shown.unwrap()["next"], 1);
        let reply = post(&sandbox, &bot).await;
        assert_eq!(reply.map(|reply| reply.status), status, "{what:?}");
    }
    sandbox.call("POST", "/faults/next", aim).await.unwrap();
    let shown = sandbox.call("POST", "/faults/clear", Value::Null).await;
    assert_eq!(shown.unwrap()["next"], 0);
    sandbox.stop().await;
}

#[tokio::test]
async fn bad_wishes_are_refused_with_a_sentence() {
    let sandbox = frozen().await;
    for (path, wish, words) in [
        (
            "/faults",
            json!({"error": 1}),
            "there is no fault \"error\"; there are",
        ),
        (
            "/faults",
            json!({"error_percent": 101}),
            "error_percent is at most 100",
        ),
        (
            "/faults",
            json!({"error_percent": -1}),
            "error_percent is a whole number",
        ),
        (
            "/faults",
            json!({"error_percent": 1.5}),
            "error_percent is a whole number",
        ),
        (
            "/faults",
            json!({"error_percent": 1_u64 << 40}),
            "error_percent is too large",
        ),
        ("/faults", json!({"seed": "x"}), "seed is a whole number"),
        (
            "/faults",
            json!({"limit_scope": "all"}),
            "user, global or shared",
        ),
        (
            "/faults",
            json!({"limit_scope": 3}),
            "user, global or shared",
        ),
        (
            "/faults",
            json!({"error_percent": 50, "lost_percent": 51}),
            "at most 100 percent together",
        ),
        (
            "/faults",
            json!({"event_lost_percent": 60, "event_doubled_percent": 60}),
            "at most 100 percent",
        ),
        (
            "/faults",
            json!({"delay_ms": 600_001}),
            "delay_ms is at most 600000",
        ),
        ("/faults", json!({"drop_every_ms": 99}), "at least 100"),
        ("/faults", json!([]), "not a JSON object"),
        ("/faults/next", json!({}), "\"path\" is missing"),
        ("/faults/next", json!({"path": "x"}), "begins with a /"),
        (
            "/faults/next",
            json!({"path": "/x", "times": 0}),
            "\"times\" is 1 or more",
        ),
        (
            "/faults/next",
            json!({"path": "/x", "times": "1"}),
            "\"times\" is a whole number",
        ),
        (
            "/faults/next",
            json!({"path": "/x", "status": 200}),
            "400 to 599",
        ),
        (
            "/faults/next",
            json!({"path": "/x", "status": 429}),
            "limited",
        ),
        (
            "/faults/next",
            json!({"path": "/x", "what": "gone"}),
            "\"what\" is error",
        ),
        (
            "/faults/next",
            json!({"path": "/x", "what": "limited", "scope": "x"}),
            "user, global",
        ),
        (
            "/faults/next",
            json!({"path": "/x", "what": "delay", "ms": 600_001}),
            "\"ms\" is at most",
        ),
        (
            "/faults/next",
            json!({"path": "/x", "when": "now"}),
            "no field \"when\"",
        ),
        ("/gateway", json!({}), "\"action\" is missing"),
        (
            "/gateway",
            json!({"action": "fall"}),
            "\"action\" is reconnect",
        ),
        (
            "/gateway",
            json!({"action": "close", "code": 1002}),
            "a close code is",
        ),
        (
            "/gateway",
            json!({"action": "invalid", "resumable": 1}),
            "true or false",
        ),
    ] {
        match sandbox.call("POST", path, wish.clone()).await {
            Err(Failure::Refused {
                status: 400,
                sentence,
            }) => {
                assert!(sentence.contains(words), "{wish}: {sentence}");
            }
            other => panic!("{wish}: {other:?}"),
        }
    }
    assert_eq!(sandbox.faults(), Faults::default());
    let too_much = Faults {
        lost_percent: 101,
        ..Faults::default()
    };
    assert!(sandbox.set_faults(too_much.clone()).is_err());
    let settings = Settings {
        faults: too_much,
        ..settings()
    };
    assert!(start(settings).await.is_err());
    sandbox.stop().await;
}

#[test]
fn faults_are_read_from_words() {
    let read = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Faults::parse(&words)
    };
    assert_eq!(read(&[]), Ok(Faults::default()));
    let wanted = Faults {
        seed: 9,
        error_percent: 10,
        limit_scope: LimitScope::Global,
        ..Faults::default()
    };
    assert_eq!(
        read(&["error_percent=10", "limit_scope=global", "seed=9"]),
        Ok(wanted.clone())
    );
    let words = wanted.to_string();
    assert_eq!(words, "seed=9 error_percent=10 limit_scope=global");
    assert_eq!(read(&words.split(' ').collect::<Vec<_>>()), Ok(wanted));
    for (words, sentence) in [
        (&["error_percent"][..], "NAME=VALUE"),
        (&["error_percent=x"], "whole number"),
        (&["errors=1"], "there is no fault"),
        (&["error_percent=60", "lost_percent=60"], "together"),
    ] {
        let found = read(words).unwrap_err();
        assert!(found.contains(sentence) && !found.contains('\n'), "{found}");
    }
}

#[tokio::test]
async fn the_traffic_file_tells_what_was_obeyed() {
    let file = std::env::temp_dir().join(format!("sandbox-faults-{}.jsonl", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let sandbox = start(Settings {
        traffic: Some(file.clone()),
        ..settings()
    })
    .await
    .unwrap();
    let bot = Bot::login(&sandbox).await;
    for harm in [Harm::Lost(Moment::Before), Harm::Lost(Moment::After)] {
        sandbox
            .fail_next(next("/channels/*/messages", 1, harm))
            .unwrap();
        assert!(post(&sandbox, &bot).await.is_none());
    }
    post(&sandbox, &bot).await.unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (lines[0].get("status"), &lines[0]["fault"]),
        (None, &json!("lost"))
    );
    assert_eq!(
        (&lines[1]["status"], &lines[1]["fault"]),
        (&json!(200), &json!("lost"))
    );
    assert_eq!(
        (&lines[2]["status"], lines[2].get("fault")),
        (&json!(200), None)
    );
    std::fs::remove_file(&file).unwrap();
    sandbox.stop().await;
}

#[tokio::test]
async fn old_messages_are_changed_only_so_often() {
    let faults = json!({"old_edits": 2, "old_edits_ms": 600_000});
    let (sandbox, bot) = with(faults).await;
    let id = |reply: Reply| reply.body["id"].as_str().unwrap().to_owned();
    let old = id(post(&sandbox, &bot).await.unwrap());
    sandbox.clock().advance(HOUR);
    let edit = async |message: &str| {
        let path = format!("{}/{message}", messages(&sandbox));
        bot.call("PATCH", &path, json!({"content": "other"})).await
    };
    for _ in 0..3 {
        assert_eq!(edit(&old).await.status, 200, "it is an hour old, not older");
    }
    sandbox.clock().advance(Duration::from_millis(1));
    for _ in 0..2 {
        assert_eq!(edit(&old).await.status, 200);
    }
    let refused = edit(&old).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.body["code"], 30_046);
    assert!(refused.body["retry_after"].as_f64().unwrap() > 500.0);
    let young = id(post(&sandbox, &bot).await.unwrap());
    for _ in 0..3 {
        assert_eq!(edit(&young).await.status, 200);
    }
    assert_eq!(edit(&old).await.status, 429);
    sandbox
        .call("POST", "/faults/clear", json!({}))
        .await
        .unwrap();
    assert_eq!(edit(&old).await.status, 200);
    sandbox.stop().await;
}
