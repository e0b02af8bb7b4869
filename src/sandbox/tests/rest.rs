//! The REST face: tokens, paths, broken bodies, rates, files, threads, permissions, emojis.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::answers::{evening, played};
use super::{HOUR, text};
use crate::clock::{Clock, timestamp};
use crate::id::{Id, Snowflakes, base64, from_base64};
use crate::rates::{self, Rates, Reach};
use crate::{LimitScope, RateLimits};

/// The smallest head of a PNG, 3 × 2.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0";

#[tokio::test]
async fn tokens_paths_and_broken_bodies() {
    let (sandbox, bot, _) = evening().await;
    let http = reqwest::Client::new();
    let url = format!("{}/api/v10/users/@me", sandbox.url());
    for token in ["", "Bot wrong", "wrong"] {
        let reply = http
            .get(&url)
            .header("Authorization", token)
            .send()
            .await
            .unwrap();
        assert_eq!(
            (
                reply.status().as_u16(),
                reply.headers()["content-type"].to_str().unwrap()
            ),
            (401, "application/json")
        );
        assert_eq!(
            reply.text().await.unwrap(),
            r#"{"code":0,"message":"401: Unauthorized"}"#
        );
    }
    let plain = http
        .get(format!("{}/api/users/@me", sandbox.url()))
        .header("Authorization", format!("Bot {}", sandbox.token()));
    assert_eq!(plain.send().await.unwrap().status().as_u16(), 200);
    for (method, path, status, code) in [
        ("GET", "/absent", 404, 0),
        ("POST", "/users/@me", 405, 0),
        ("GET", "/channels/5", 404, 10_003),
        ("GET", "/channels/garden", 400, 50_035),
        ("GET", "/channels/5/messages/5", 404, 10_003),
        ("GET", "/guilds/5", 404, 10_004),
        ("GET", "/applications/5/commands", 404, 10_002),
        (
            "GET",
            "/webhooks/5/nonsense/messages/@original",
            404,
            10_015,
        ),
        ("POST", "/interactions/5/nonsense/callback", 404, 10_062),
        ("GET", "/users/5", 404, 10_013),
    ] {
        let reply = bot.call(method, path, Value::Null).await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (status, &json!(code)),
            "{method} {path}"
        );
    }
    let post = format!(
        "{}/api/v10/channels/{}/messages",
        sandbox.url(),
        sandbox.channel()
    );
    for (kind, body, code) in [
        ("application/json", "{\"content\":", 50_109),
        ("application/json", "\u{0}", 50_109),
        ("text/plain", "{}", 50_035),
        ("multipart/form-data; boundary=x", "nonsense", 50_035),
        ("multipart/form-data", "nonsense", 50_035),
        (
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{\r\n--x--",
            50_109,
        ),
    ] {
        let request = http
            .post(&post)
            .header("Authorization", format!("Bot {}", sandbox.token()));
        let reply = request
            .header("Content-Type", kind)
            .body(body)
            .send()
            .await
            .unwrap();
        assert_eq!(reply.status().as_u16(), 400, "{kind} {body}");
        let answer: Value = serde_json::from_str(&reply.text().await.unwrap()).unwrap();
        assert_eq!(answer["code"], code, "{kind} {body}");
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn too_many_messages_are_told_to_wait() {
    let (sandbox, bot, _) = evening().await;
    let (channel, in_an_hour) = (sandbox.channel(), Instant::now() + HOUR);
    let path = format!("/channels/{channel}/messages");
    // The first of the five is one of an hour later, so that their window does not end before all are made.
    let bucket = rates::bucket("POST", &["channels", &channel, "messages"]);
    let first = sandbox
        .shared
        .rates()
        .count(&bucket, Reach::Bucket, in_an_hour);
    assert!(first.is_some_and(|first| first.refused.is_none()));
    for left in (0..4).rev() {
        let reply = bot.call("POST", &path, json!({"content": "x"})).await;
        assert_eq!(
            (
                reply.status,
                reply.headers["x-ratelimit-remaining"].to_str().unwrap()
            ),
            (200, left.to_string().as_str())
        );
        assert_eq!(reply.headers["x-ratelimit-limit"], "5");
    }
    let reply = bot.call("POST", &path, json!({"content": "x"})).await;
    assert_eq!((reply.status, &reply.body["global"]), (429, &json!(false)));
    assert!(reply.body["retry_after"].as_f64().unwrap() > 0.0);
    assert!(
        reply.headers.contains_key("retry-after")
            && reply.headers.contains_key("x-ratelimit-bucket")
    );
    assert_eq!(bot.call("GET", &path, Value::Null).await.status, 200);
    sandbox.stop().await;
}

/// The limit of all requests and that of a route, at moments that are told: both let so many through, and as many again
/// when their window is over.
#[test]
fn windows_end_and_begin_anew() {
    let (route, other) = (["channels", "5", "messages"], ["users", "@me"]);
    let now = Instant::now();
    let begins = [0, 4999, 5000].map(Duration::from_millis);
    let mut rates = Rates::new(RateLimits::Enforced);
    for (since, passing) in begins.into_iter().zip([5, 0, 5]) {
        let mut ask = || rates.count(&rates::bucket("POST", &route), Reach::Bucket, now + since);
        let counted = (0..6).map(|_| ask().expect("it is limited").refused);
        let passed = counted.filter(Option::is_none).count();
        assert_eq!(passed, passing, "a route after {since:?}");
    }
    let begins = [0, 999, 1000].map(Duration::from_millis);
    for (since, passing) in begins.into_iter().zip([50, 0, 50]) {
        let mut ask = || rates.count(&rates::bucket("GET", &other), Reach::Global, now + since);
        let counted: Vec<_> = (0..60)
            .map(|_| ask().expect("it is limited").refused)
            .collect();
        let passed = counted.iter().filter(|refused| refused.is_none()).count();
        assert_eq!(passed, passing, "all together after {since:?}");
        let beyond = counted.iter().flatten();
        assert!(beyond.into_iter().all(|scope| *scope == LimitScope::Global));
    }
}

#[tokio::test]
async fn files_come_back_byte_for_byte_and_edits_keep_or_replace_them() {
    let (sandbox, mut bot, ada) = evening().await;
    let (interaction, _) = played(&sandbox, &mut bot, &ada, json!({"type": 5})).await;
    let original = bot.hook(&interaction, "/messages/@original");
    let body = json!({"embeds": [{"title": "t", "image": {"url": "attachment://a.png"}}],
        "attachments": [{"id": 0, "filename": "a.png", "description": "a rack"}]});
    let message = bot
        .upload("PATCH", &original, body, &[("a.png", PNG)])
        .await
        .body;
    let file = &message["attachments"][0];
    assert_eq!(
        (&file["description"], &file["width"], &file["height"]),
        (&json!("a rack"), &json!(3), &json!(2))
    );
    assert_eq!(message["embeds"][0]["image"]["url"], file["url"]);
    let got = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
    assert_eq!(got.headers()["content-type"], "image/png");
    assert_eq!(got.bytes().await.unwrap(), PNG);
    let kept = bot
        .call("PATCH", &original, json!({"content": "new"}))
        .await
        .body;
    assert_eq!(kept["attachments"][0]["id"], file["id"]);
    let both = json!({"attachments": [{"id": file["id"]}, {"id": 0, "filename": "b.png"}]});
    let both = bot
        .upload("PATCH", &original, both, &[("b.png", PNG)])
        .await
        .body;
    assert_eq!(both["attachments"].as_array().unwrap().len(), 2);
    let replaced = json!({"attachments": [{"id": 0, "filename": "a.png"}]});
    let replaced = bot
        .upload("PATCH", &original, replaced, &[("a.png", b"other")])
        .await
        .body;
    assert_eq!(replaced["attachments"].as_array().unwrap().len(), 1);
    assert_eq!(
        replaced["embeds"][0]["image"]["url"],
        replaced["attachments"][0]["url"]
    );
    // Five edits of one token in two seconds are the limit: the rest goes through another one.
    let (interaction, _) = played(&sandbox, &mut bot, &ada, json!({"type": 5})).await;
    let original = bot.hook(&interaction, "/messages/@original");
    let huge = vec![0; 10 * 1024 * 1024 + 1];
    let reply = bot
        .upload("PATCH", &original, json!({}), &[("a.png", &huge)])
        .await;
    assert_eq!((reply.status, &reply.body["code"]), (413, &json!(40_005)));
    let reply = bot
        .upload(
            "PATCH",
            &original,
            json!({"content": "x"}),
            &[("a/\"../ü.png", PNG)],
        )
        .await;
    assert_eq!(reply.status, 200);
    assert!(!text(&reply.body["attachments"][0]["filename"]).contains(['/', '"']));
    let cleared = bot
        .call("PATCH", &original, json!({"attachments": []}))
        .await
        .body;
    assert_eq!(cleared["attachments"], json!([]));
    assert_eq!(
        reqwest::get(format!("{}/files/5/a.png", sandbox.url()))
            .await
            .unwrap()
            .status()
            .as_u16(),
        404
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn threads_are_made_joined_and_spoken_in() {
    let (sandbox, mut bot, ada) = evening().await;
    let channel = sandbox.channel();
    let thread = bot
        .call(
            "POST",
            &format!("/channels/{channel}/threads"),
            json!({"name": "game", "type": 11}),
        )
        .await;
    assert_eq!(
        (thread.status, &thread.body["parent_id"]),
        (201, &json!(channel))
    );
    assert_eq!(
        bot.socket.event("THREAD_CREATE").await["d"]["id"],
        thread.body["id"]
    );
    let id = text(&thread.body["id"]);
    assert_eq!(
        bot.call(
            "PUT",
            &format!("/channels/{id}/thread-members/{ada}"),
            Value::Null
        )
        .await
        .status,
        204
    );
    assert_eq!(
        bot.call(
            "GET",
            &format!("/channels/{id}/thread-members"),
            Value::Null
        )
        .await
        .body
        .as_array()
        .unwrap()
        .len(),
        2
    );
    let first = bot
        .call(
            "POST",
            &format!("/channels/{id}/messages"),
            json!({"content": "in it"}),
        )
        .await;
    assert_eq!(first.status, 200);
    assert_eq!(
        bot.call("POST", &format!("/channels/{id}/typing"), Value::Null)
            .await
            .status,
        204
    );
    let line = bot
        .call(
            "POST",
            &format!("/channels/{channel}/messages"),
            json!({"content": "from this"}),
        )
        .await;
    let path = format!(
        "/channels/{channel}/messages/{}/threads",
        text(&line.body["id"])
    );
    let thread = bot.call("POST", &path, json!({"name": "second"})).await;
    assert_eq!((thread.status, &thread.body["id"]), (201, &line.body["id"]));
    assert_eq!(
        bot.call("POST", &path, json!({"name": "third"})).await.body["code"],
        160_004
    );
    let change = json!({"archived": true, "name": "done"});
    assert_eq!(
        bot.call("PATCH", &format!("/channels/{id}"), change)
            .await
            .body["name"],
        "done"
    );
    let active = bot
        .call(
            "GET",
            &format!("/guilds/{}/threads/active", sandbox.guild()),
            Value::Null,
        )
        .await;
    assert_eq!(active.body["threads"].as_array().unwrap().len(), 1);
    let page = bot
        .call(
            "GET",
            &format!("/channels/{channel}/messages?limit=1"),
            Value::Null,
        )
        .await;
    assert_eq!(page.body[0]["id"], line.body["id"]);
    let before = format!(
        "/channels/{channel}/messages?before={}",
        text(&line.body["id"])
    );
    assert_eq!(
        bot.call("GET", &before, Value::Null).await.body[0]["type"],
        18
    );
    // Nothing of a thread that is put away is changed or deleted before something new is said there.
    let messages = format!("/channels/{id}/messages");
    let inside = format!("{messages}/{}", text(&first.body["id"]));
    let words = json!({"content": "once more"});
    for (method, body) in [("PATCH", words.clone()), ("DELETE", Value::Null)] {
        let refused = bot.call(method, &inside, body).await;
        let told = (refused.status, &refused.body["code"]);
        assert_eq!(told, (400, &json!(50_083)), "{method}");
    }
    assert_eq!(bot.call("POST", &messages, words).await.status, 200);
    assert_eq!(bot.call("DELETE", &inside, Value::Null).await.status, 204);
    sandbox.stop().await;
}

#[tokio::test]
async fn missing_permissions_are_said() {
    let (sandbox, mut bot, ada) = evening().await;
    let view = 1 << 10;
    for (bits, code) in [(0, 50_001), (view, 50_013)] {
        let wish = json!({"name": "closed", "bot_permissions": bits.to_string()});
        let id = text(&sandbox.open(wish).await.unwrap()["id"]);
        for path in ["messages", "threads"] {
            let reply = bot
                .call(
                    "POST",
                    &format!("/channels/{id}/{path}"),
                    json!({"content": "x", "name": "x"}),
                )
                .await;
            assert_eq!(
                (reply.status, &reply.body["code"]),
                (403, &json!(code)),
                "{bits} {path}"
            );
        }
        let asked = super::answers::ask(
            &sandbox,
            "/run",
            json!({"person": ada, "channel": id, "command": "play"}),
        );
        let interaction = bot.interaction().await;
        assert_eq!(interaction["app_permissions"], bits.to_string());
        bot.answer(
            &interaction,
            json!({"type": 4, "data": {"content": "still answered"}}),
        )
        .await;
        assert_eq!(asked.await.unwrap().unwrap()["state"], "answered");
    }
    let said = sandbox.say(&ada, &sandbox.channel(), "mine").await.unwrap();
    let path = format!(
        "/channels/{}/messages/{}",
        sandbox.channel(),
        text(&said["id"])
    );
    assert_eq!(
        bot.call("PATCH", &path, json!({"content": "x"})).await.body["code"],
        50_005
    );
    assert_eq!(
        bot.call("DELETE", &path, Value::Null).await.body["code"],
        50_013
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn emojis_are_uploaded_once_and_used() {
    let (sandbox, bot, _) = evening().await;
    let path = format!("/applications/{}/emojis", bot.application);
    // What discord.js calls any picture; the bytes decide.
    let image = format!("data:image/jpg;base64,{}", base64(PNG));
    let made = bot
        .call("POST", &path, json!({"name": "tile", "image": image}))
        .await;
    assert_eq!(made.status, 201);
    let id = text(&made.body["id"]);
    assert_eq!(
        bot.call("GET", &path, Value::Null).await.body["items"][0]["name"],
        "tile"
    );
    let part =
        json!({"type": 2, "style": 2, "custom_id": "a", "emoji": {"id": id, "name": "tile"}});
    let message = json!({"components": [{"type": 1, "components": [part]}]});
    assert_eq!(
        bot.call(
            "POST",
            &format!("/channels/{}/messages", sandbox.channel()),
            message
        )
        .await
        .status,
        200
    );
    let got = reqwest::get(format!("{}/emojis/{id}.png", sandbox.url()))
        .await
        .unwrap();
    assert_eq!(got.headers()["content-type"], "image/png");
    assert_eq!(got.bytes().await.unwrap(), PNG);
    for bad in [
        json!({"name": "x"}),
        json!({"name": "text", "image": format!("data:image/png;base64,{}", base64(b"no picture"))}),
        json!({"name": "tile", "image": "data:image/png;base64,!"}),
        json!({"name": "a b", "image": image}),
    ] {
        assert_eq!(bot.call("POST", &path, bad).await.body["code"], 50_035);
    }
    assert_eq!(
        bot.call("DELETE", &format!("{path}/{id}"), Value::Null)
            .await
            .status,
        204
    );
    sandbox.stop().await;
}

#[test]
fn ids_grow_and_carry_their_time() {
    let mut ids = Snowflakes::default();
    let (first, second, earlier) = (
        ids.next(super::NOON_MS),
        ids.next(super::NOON_MS),
        ids.next(5),
    );
    assert!(first < second && second < earlier);
    assert_eq!(first.made_ms(), super::NOON_MS);
    for text in [
        "",
        "-1",
        "1x",
        "99999999999999999999999",
        "99999999999999999999",
    ] {
        assert_eq!(Id::parse(text), None, "{text}");
    }
}

#[test]
fn times_and_base64_are_written_as_discord_writes_them() {
    assert_eq!(
        timestamp(super::NOON_MS),
        "2026-01-01T12:00:00.000000+00:00"
    );
    assert_eq!(
        timestamp(951_782_400_123),
        "2000-02-29T00:00:00.123000+00:00"
    );
    assert_eq!(base64(b"\xfb\xffx"), "-_94");
    assert_eq!(from_base64("+/94").unwrap(), b"\xfb\xffx");
    assert_eq!(from_base64("eA==").unwrap(), b"x");
    assert_eq!(from_base64("e A"), None);
    let clock = Clock::frozen(5);
    clock.advance(Duration::MAX);
    assert!(clock.now_ms() > 5);
}
