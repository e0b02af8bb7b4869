//! Bad input with the answer that Discord gives: bodies, paths, methods, parts, frames.

use futures::StreamExt;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::bot::Socket;
use super::hostile::ground;
use super::{in_time, text};
use crate::Sandbox;

/// Posts these bytes as a message.
async fn send(sandbox: &Sandbox, kind: &str, body: Vec<u8>) -> (u16, Value) {
    let request = reqwest::Client::new()
        .post(format!("{}/api/v10{}", sandbox.url(), messages(sandbox)))
        .header("Authorization", format!("Bot {}", sandbox.token()))
        .header("Content-Type", kind);
    let response = request.body(body).send().await.unwrap();
    let status = response.status().as_u16();
    let answer = response.text().await.unwrap();
    (status, serde_json::from_str(&answer).unwrap())
}

fn messages(sandbox: &Sandbox) -> String {
    format!("/channels/{}/messages", sandbox.channel())
}

#[tokio::test]
async fn bodies_are_refused_as_discord_does() {
    let (sandbox, bot, _) = ground().await;
    let messages = messages(&sandbox);
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    for (kind, body, code) in [
        (
            "application/json",
            b"{\"content\": \"\xff\"}".to_vec(),
            50_109,
        ),
        ("application/json", deep.clone().into_bytes(), 50_109),
        (
            "application/json",
            format!("{{\"content\":{deep}}}").into_bytes(),
            50_109,
        ),
        ("application/json", b"{\"flags\": 1e999}".to_vec(), 50_109),
        ("application/json", b"[]".to_vec(), 50_035),
        ("application/json", b"\"x\"".to_vec(), 50_035),
        ("application/json", b"null".to_vec(), 50_035),
        ("application/xml", b"{}".to_vec(), 50_035),
        ("", b"{}".to_vec(), 50_035),
    ] {
        let (status, answer) = send(&sandbox, kind, body).await;
        assert_eq!(
            (status, &answer["code"]),
            (400, &json!(code)),
            "{kind} {answer}"
        );
    }
    for (body, path, code) in [
        (json!({"flags": -1}), "/flags", "NUMBER_TYPE_MIN"),
        (json!({"flags": u64::MAX}), "/flags", "NUMBER_TYPE_COERCE"),
        (json!({"flags": "x"}), "/flags", "NUMBER_TYPE_COERCE"),
        (json!({"content": 5}), "/content", "STRING_TYPE_CONVERT"),
        (
            json!({"nonce": "n".repeat(26)}),
            "/nonce",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            json!({"components": "x"}),
            "/components",
            "LIST_TYPE_CONVERT",
        ),
        (
            json!({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}),
            "/attachments/0",
            "MESSAGE_ATTACHMENT_NOT_FOUND",
        ),
    ] {
        let reply = bot.call("POST", &messages, body.clone()).await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (400, &json!(50_035)),
            "{body}"
        );
        let fault = reply.body["errors"].pointer(path).unwrap();
        assert_eq!(fault["_errors"][0]["code"], code, "{body}");
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn parts_and_forms_become_messages() {
    let (sandbox, bot, _) = ground().await;
    let messages = messages(&sandbox);
    // A part without an entry in `attachments` is a file all the same; parts without payload_json are a message.
    let reply = bot
        .upload(
            "POST",
            &messages,
            json!({"content": "x"}),
            &[("a.png", b"x")],
        )
        .await;
    assert_eq!(reply.body["attachments"].as_array().unwrap().len(), 1);
    let parts = b"--e\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.txt\"\r\n\r\nhello\r\n--e--\r\n";
    let (status, answer) = send(&sandbox, "multipart/form-data; boundary=e", parts.to_vec()).await;
    assert_eq!(
        (status, &answer["attachments"][0]["filename"]),
        (200, &json!("a.txt"))
    );
    let kind = "application/x-www-form-urlencoded";
    for (form, status) in [
        ("payload_json=%7B%22content%22%3A+%22hi%22%7D", 200),
        ("content=hi", 200),
        ("payload_json=%7B", 400),
        ("payload_json=5", 400),
    ] {
        let (got, answer) = send(&sandbox, kind, form.as_bytes().to_vec()).await;
        assert_eq!(got, status, "{form} {answer}");
    }
    let (status, answer) = send(&sandbox, "application/json", vec![b' '; 26 * 1024 * 1024]).await;
    assert_eq!((status, &answer["code"]), (413, &json!(40_005)));
    sandbox.stop().await;
}

#[tokio::test]
async fn paths_and_methods_are_refused_as_discord_does() {
    let (sandbox, bot, ada) = ground().await;
    let messages = messages(&sandbox);
    let http = reqwest::Client::new();
    let version = http
        .get(format!("{}/api/v5/gateway", sandbox.url()))
        .send()
        .await
        .unwrap();
    assert_eq!(version.status().as_u16(), 400);
    let (method, path) = ("GET", format!("/users/{ada}"));
    assert_eq!(bot.call(method, &path, Value::Null).await.status, 200);
    for (method, path, status, code) in [
        ("GET", "/nothing/here".to_owned(), 404, 0),
        (
            "GET",
            format!("/channels/{}/nothing", sandbox.channel()),
            404,
            0,
        ),
        ("DELETE", "/gateway".to_owned(), 405, 0),
        ("PUT", messages.clone(), 405, 0),
        ("GET", format!("{messages}/garden"), 400, 50_035),
        ("GET", "/users/garden".to_owned(), 400, 50_035),
        ("GET", "/guilds/garden".to_owned(), 400, 50_035),
        (
            "GET",
            "/webhooks/garden/x/messages/@original".to_owned(),
            400,
            50_035,
        ),
        (
            "POST",
            "/interactions/garden/x/callback".to_owned(),
            400,
            50_035,
        ),
        ("GET", format!("{messages}/5"), 404, 10_008),
    ] {
        let reply = bot.call(method, &path, Value::Null).await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (status, &json!(code)),
            "{method} {path}"
        );
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn answers_are_refused_as_discord_does() {
    let (sandbox, mut bot, ada) = ground().await;
    let messages = messages(&sandbox);
    let mine = bot
        .call("POST", &messages, json!({"content": "public"}))
        .await;
    let wish =
        json!({"person": ada, "channel": sandbox.channel(), "command": "play", "wait": false});
    sandbox.run(wish.clone()).await.unwrap();
    let one = bot.interaction().await;
    for (body, path) in [
        (json!({}), "/type"),
        (json!({"type": 99}), "/type"),
        (json!({"type": 7, "data": {}}), "/type"),
        (json!({"type": 4}), "/data"),
        (json!({"type": 5, "data": {"flags": -1}}), "/data/flags"),
        (json!({"type": 5, "data": []}), "/data"),
    ] {
        let reply = bot.answer(&one, body.clone()).await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (400, &json!(50_035)),
            "{body}"
        );
        assert!(
            reply.body["errors"].pointer(path).is_some(),
            "{body} {}",
            reply.body
        );
    }
    let good = json!({"type": 4, "data": {"content": "x"}});
    assert_eq!(bot.answer(&one, good).await.status, 204);
    // A message of the channel is not this token's.
    let foreign = bot.hook(&one, &format!("/messages/{}", text(&mine.body["id"])));
    let reply = bot.call("PATCH", &foreign, json!({"content": "y"})).await;
    assert_eq!((reply.status, &reply.body["code"]), (404, &json!(10_008)));
    sandbox.stop().await;
}

#[tokio::test]
async fn frames_that_are_none_and_far_too_long_ones_are_closed_with_4002() {
    let (sandbox, _, _) = ground().await;
    let long = Message::Text("x".repeat(200_000).into());
    let mut socket = Socket::open(&sandbox).await;
    socket.next().await;
    socket.send_raw(long).await;
    assert_eq!(socket.next().await["close"], 4002);
    let url = format!("{}/gateway?v=10", sandbox.url().replace("http", "ws"));
    let (mut socket, _) = connect_async(url).await.unwrap();
    in_time(socket.next()).await;
    let unmasked = b"\x81\x02{}";
    socket.get_mut().write_all(unmasked).await.unwrap();
    let Some(Ok(Message::Close(Some(frame)))) = in_time(socket.next()).await else {
        panic!("no close frame");
    };
    assert_eq!(u16::from(frame.code), 4002);
    sandbox.stop().await;
}
