//! Who is not let in: pages that took our name, bodies without a token, and connections that say nothing.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::bot::{Bot, Socket, identify};
use super::{HOUR, Settings, frozen, in_time, settings};
use crate::{BotUser, Sandbox, start};

async fn line(sandbox: &Sandbox) -> TcpStream {
    let address = sandbox.url().replace("http://", "");
    TcpStream::connect(address).await.expect("it listens")
}

/// What is answered to this, until the connection ends.
async fn says(sandbox: &Sandbox, words: &str) -> String {
    let mut socket = line(sandbox).await;
    socket.write_all(words.as_bytes()).await.expect("it reads");
    ends(socket).await
}

/// What still comes, until the other side ends the connection.
async fn ends(mut socket: TcpStream) -> String {
    let mut said = Vec::new();
    // A connection that is reset has ended, too.
    let _ = in_time(socket.read_to_end(&mut said)).await;
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test]
async fn a_name_that_is_not_ours_is_refused_everywhere() {
    let sandbox = frozen().await;
    let port = sandbox.url().rsplit(':').next().expect("a port").to_owned();
    let evil = format!("rebound.example:{port}");
    for path in [
        "/",
        "/sandbox/world",
        "/api/v10/gateway",
        "/gateway",
        "/files/1/x",
        "/nowhere",
    ] {
        let asked = |host: &str| {
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        };
        let refused = says(&sandbox, &asked(&evil)).await;
        assert!(refused.starts_with("HTTP/1.1 403 "), "{path}: {refused}");
        for host in [
            &format!("localhost:{port}"),
            "127.0.0.1",
            "127.9.9.9",
            "[::1]:80",
        ] {
            let answered = says(&sandbox, &asked(host)).await;
            assert!(answered.starts_with("HTTP/1.1 "), "{path}: {answered}");
            assert!(!answered.contains(" 403 "), "{path} {host}: {answered}");
        }
    }
    let both =
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nHost: {evil}\r\nConnection: close\r\n\r\n");
    let refused = says(&sandbox, &both).await;
    assert!(!refused.contains(" 200 "), "{refused}");
    let press = format!(
        "POST /sandbox/people HTTP/1.1\r\nHost: {evil}\r\nOrigin: http://{evil}\r\nConnection: close\r\nContent-Length: 14\r\n\r\n{{\"name\":\"Eve\"}}"
    );
    let refused = says(&sandbox, &press).await;
    assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
    let world = sandbox.world().await.expect("it is there");
    assert_eq!(world["people"], json!([]));
    sandbox.stop().await;
}

#[tokio::test]
async fn a_body_without_a_token_is_not_waited_for() {
    let sandbox = frozen().await;
    let channel = sandbox.channel();
    for (path, status) in [
        (format!("/channels/{channel}/messages"), 401),
        ("/interactions/1/nobody/callback".to_owned(), 404),
        ("/webhooks/1/nobody".to_owned(), 404),
    ] {
        // Twenty megabytes are promised, and not one byte of them comes.
        let head = format!(
            "POST /api/v10{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n"
        );
        let mut socket = line(&sandbox).await;
        socket.write_all(head.as_bytes()).await.expect("it reads");
        let mut first = [0; 12];
        in_time(socket.read_exact(&mut first))
            .await
            .expect("an answer");
        let first = String::from_utf8_lossy(&first).into_owned();
        assert_eq!(first, format!("HTTP/1.1 {status}"), "{path}");
    }
    sandbox.stop().await;
}

fn impatient() -> Settings {
    Settings {
        patience: Duration::from_millis(100),
        ..settings()
    }
}

#[tokio::test]
async fn connections_that_say_nothing_are_let_go() {
    let sandbox = start(impatient()).await.expect("a sandbox");
    let silent = line(&sandbox).await;
    let mut slow = line(&sandbox).await;
    slow.write_all(b"GET / HTTP/1.1\r\nHost: local")
        .await
        .expect("it reads");
    ends(silent).await;
    ends(slow).await;
    let mut nameless = Socket::open(&sandbox).await;
    assert_eq!(nameless.next().await["op"], 10);
    // Hearts alone are nobody.
    nameless.offer(json!({"op": 1, "d": null})).await;
    let close = loop {
        let payload = nameless.next().await;
        if let Some(close) = payload.get("close") {
            break close.clone();
        }
    };
    assert_eq!(close, 4009);
    sandbox.stop().await;
}

/// A machine that stalls for longer than the patience lets the bot go, too: then more patience is tried.
#[tokio::test]
async fn whoever_has_said_who_they_are_may_be_silent() {
    for doublings in 0..9 {
        let patience = Duration::from_millis(100 << doublings);
        let sandbox = start(Settings {
            patience,
            heartbeat: HOUR,
            ..settings()
        });
        let sandbox = sandbox.await.expect("a sandbox");
        let mut socket = Socket::open(&sandbox).await;
        assert_eq!(socket.next().await["op"], 10);
        socket.offer(identify(&sandbox.token())).await;
        let is_in = socket.next().await["t"] == "READY";
        // Somebody else says nothing for as long as that is borne.
        ends(line(&sandbox).await).await;
        socket.offer(json!({"op": 1, "d": null})).await;
        let stays = is_in
            && loop {
                let payload = socket.next().await;
                match (payload.get("close"), payload["op"].as_u64()) {
                    (Some(_), _) => break false,
                    (None, Some(11)) => break true,
                    _ => {}
                }
            };
        sandbox.stop().await;
        if stays {
            return;
        }
    }
    panic!("no client stayed, however patient the sandbox was");
}

#[tokio::test]
async fn an_older_application_is_not_its_bot() {
    let sandbox = start(Settings {
        bot_user: BotUser::Apart,
        ..settings()
    });
    let sandbox = sandbox.await.expect("a sandbox");
    let bot = Bot::login(&sandbox).await;
    let (application, user) = (sandbox.application(), sandbox.bot_user());
    assert_ne!(application, user);
    let get = async |path: &str| bot.call("GET", path, Value::Null).await.body;
    assert_eq!(get("/users/@me").await["id"], user);
    let told = get("/applications/@me").await;
    assert_eq!(
        (&told["id"], &told["bot"]["id"]),
        (&json!(application), &json!(user))
    );
    let path = format!("/channels/{}/messages", sandbox.channel());
    let words = json!({"content": "Hello"});
    let said = bot.call("POST", &path, words.clone()).await.body;
    assert_eq!(said["author"]["id"], user);
    let own = format!("{path}/{}", said["id"].as_str().expect("an id"));
    assert_eq!(bot.call("PATCH", &own, words).await.status, 200);
    sandbox.stop().await;
}
