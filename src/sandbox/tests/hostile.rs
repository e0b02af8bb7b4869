//! A client that sends nonsense: made of valid requests and payloads, changed at random. Nothing may panic, every refusal is
//! Discord's, and afterwards the world is as usable as before.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::answers::{ask, outcome};
use super::bot::{Bot, identify};
use super::{PATIENCE, openapi, person, text, unlimited};
use crate::{Sandbox, start};

/// How many requests and sockets one run tries.
const REQUESTS: usize = 600;
const SOCKETS: usize = 80;
/// The close codes a client may be given, and 1000 or none when it went by itself.
const CODES: [u64; 13] = [
    4000, 4001, 4002, 4003, 4004, 4005, 4007, 4008, 4009, 4010, 4012, 4013, 4014,
];

/// A small generator of its own, so that a seed means the same for ever.
struct Chaos(u64);

impl Chaos {
    /// Takes the seed of `SANDBOX_SEED`, or a new one, and prints it.
    fn begin() -> Self {
        let given = std::env::var("SANDBOX_SEED").ok().map(|given| {
            let seed = given.parse::<u32>();
            seed.unwrap_or_else(|_| panic!("SANDBOX_SEED is a whole number, not {given:?}"))
        });
        let seed = given.unwrap_or_else(rand::random);
        println!("SANDBOX_SEED={seed}");
        Self(u64::from(seed) << 1 | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() >> 16).unwrap() % count.max(1)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// A value that hardly fits anywhere.
    fn oddity(&mut self) -> Value {
        let deep = (0..120).fold(json!(0), |inside, _| json!([inside]));
        let odd = [
            Value::Null,
            json!(-1),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(1e308),
            json!(0.5),
            json!(true),
            json!(""),
            json!("\u{0}"),
            json!("🎲".repeat(3000)),
            json!("99999999999999999999"),
            json!("-5"),
            json!("attachment://nothing.png"),
            json!("<@1> @everyone"),
            json!([]),
            json!({}),
            json!({"_errors": {"_errors": []}}),
            json!([[[[]]]]),
            deep,
            json!({"type": 99}),
        ];
        self.of(&odd).clone()
    }

    /// Changes one place of a value, at any depth.
    fn bend(&mut self, value: &mut Value) {
        match value {
            Value::Object(map) if !map.is_empty() && !self.one_in(5) => {
                let keys: Vec<String> = map.keys().cloned().collect();
                let key = self.of(&keys).clone();
                if self.one_in(5) {
                    map.remove(&key);
                } else if let Some(inside) = map.get_mut(&key) {
                    self.bend(inside);
                }
            }
            Value::Array(list) if !list.is_empty() && !self.one_in(5) => {
                let place = self.below(list.len());
                match self.below(4) {
                    0 => {
                        let copy = list[place].clone();
                        list.resize(place + 30, copy);
                    }
                    1 => {
                        list.remove(place);
                    }
                    _ => self.bend(&mut list[place]),
                }
            }
            other => *other = self.oddity(),
        }
    }

    /// Spoils bytes: cut, overwritten, or longer.
    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        match self.below(3) {
            0 => bytes.truncate(self.below(bytes.len())),
            1 => {
                for _ in 0..4 {
                    let place = self.below(bytes.len());
                    if let Some(byte) = bytes.get_mut(place) {
                        *byte = self.next().to_le_bytes()[0];
                    }
                }
            }
            _ => bytes.extend_from_slice(b"\xff\xfe{}"),
        }
    }
}

/// A sandbox without rates, a bot with its commands, a person.
pub(super) async fn ground() -> (Sandbox, Bot, String) {
    let sandbox = start(unlimited()).await.unwrap();
    let bot = Bot::login(&sandbox).await;
    bot.register().await;
    let ada = person(&sandbox, "Ada").await;
    (sandbox, bot, ada)
}

/// A message with everything in it.
fn message() -> Value {
    let button = |id: &str| json!({"type": 2, "style": 1, "custom_id": id, "label": id, "emoji": {"name": "🎲"}});
    let options: Vec<Value> = (0..3)
        .map(|n| json!({"label": format!("{n}"), "value": format!("{n}"), "description": "x"}))
        .collect();
    json!({
        "content": "hello", "flags": 0, "allowed_mentions": {"parse": ["users"], "roles": []}, "nonce": "n", "tts": false,
        "embeds": [{"title": "t", "description": "d", "color": 5, "image": {"url": "https://example.com/a.png"},
            "fields": [{"name": "n", "value": "v", "inline": true}], "footer": {"text": "f"}, "author": {"name": "a"}}],
        "components": [
            {"type": 1, "components": [button("a"), button("b")]},
            {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": options, "min_values": 1, "max_values": 2}]},
        ],
        "attachments": [{"id": 0, "filename": "a.png", "description": "alt"}],
    })
}

fn layout() -> Value {
    json!({"flags": 32768, "components": [{"type": 17, "accent_color": 5, "components": [
        {"type": 10, "content": "text"}, {"type": 14, "spacing": 1},
        {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": {"type": 2, "style": 2, "custom_id": "c", "label": "c"}},
        {"type": 12, "items": [{"media": {"url": "https://example.com/a.png"}}]},
    ]}]})
}

fn modal() -> Value {
    json!({"type": 9, "data": {"title": "t", "custom_id": "m", "components": [
        {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "f", "style": 1, "max_length": 20}},
        {"type": 1, "components": [{"type": 4, "custom_id": "g", "label": "g", "style": 2}]},
    ]}})
}

fn command() -> Value {
    json!({"name": "go", "description": "Go", "name_localizations": {"tr": "git"}, "options": [
        {"type": 2, "name": "group", "description": "x", "options": [{"type": 1, "name": "sub", "description": "x",
            "options": [{"type": 3, "name": "text", "description": "x", "choices": [{"name": "a", "value": "a"}]}]}]},
    ]})
}

/// A valid request: method, path, body.
async fn valid(
    chaos: &mut Chaos,
    sandbox: &Sandbox,
    bot: &mut Bot,
    ada: &str,
) -> (String, String, Value) {
    let channel = sandbox.channel();
    let application = bot.application.clone();
    let with = |method: &str, path: String, body: Value| (method.to_owned(), path, body);
    if chaos.one_in(3) {
        let wish = json!({"person": ada, "channel": channel, "command": "play", "wait": false});
        sandbox.run(wish).await.unwrap();
        let one = bot.interaction().await;
        let callback = format!(
            "/interactions/{}/{}/callback?with_response=true",
            text(&one["id"]),
            text(&one["token"])
        );
        let hook = bot.hook(&one, "");
        let original = bot.hook(&one, "/messages/@original");
        if chaos.one_in(2) {
            bot.answer(&one, json!({"type": 5})).await;
        }
        let answers = [
            with(
                "POST",
                callback.clone(),
                json!({"type": 4, "data": message()}),
            ),
            with(
                "POST",
                callback.clone(),
                json!({"type": 4, "data": layout()}),
            ),
            with(
                "POST",
                callback.clone(),
                json!({"type": 5, "data": {"flags": 64}}),
            ),
            with("POST", callback, modal()),
            with("POST", hook, message()),
            with("PATCH", original.clone(), message()),
            with("PATCH", original, layout()),
        ];
        return chaos.of(&answers).clone();
    }
    let commands = format!(
        "/applications/{application}/guilds/{}/commands",
        sandbox.guild()
    );
    let others = [
        with("POST", format!("/channels/{channel}/messages"), message()),
        with("POST", format!("/channels/{channel}/messages"), layout()),
        with(
            "GET",
            format!("/channels/{channel}/messages?limit=5&before=5"),
            Value::Null,
        ),
        with(
            "PATCH",
            format!("/channels/{channel}"),
            json!({"name": "games", "archived": false, "auto_archive_duration": 60}),
        ),
        with(
            "POST",
            format!("/channels/{channel}/threads"),
            json!({"name": "t", "type": 11, "auto_archive_duration": 60}),
        ),
        with("POST", format!("/channels/{channel}/typing"), json!({})),
        with(
            "PUT",
            commands.clone(),
            json!([command(), {"name": "other", "description": "x"}]),
        ),
        with("POST", commands, command()),
        with(
            "POST",
            format!("/applications/{application}/emojis"),
            json!({"name": "tile", "image": "data:image/gif;base64,R0lGODlhAQABAAA="}),
        ),
        with(
            "POST",
            "/users/@me/channels".to_owned(),
            json!({"recipient_id": ada}),
        ),
        with(
            "PATCH",
            "/applications/@me".to_owned(),
            json!({"description": "x", "tags": ["a"]}),
        ),
        with(
            "GET",
            format!("/guilds/{}/members/{ada}", sandbox.guild()),
            Value::Null,
        ),
    ];
    chaos.of(&others).clone()
}

/// One request over a socket, bent somewhere; the answer must be Discord's.
async fn bent_request(
    chaos: &mut Chaos,
    sandbox: &Sandbox,
    bot: &mut Bot,
    ada: &str,
    http: &reqwest::Client,
) {
    let (mut method, mut path, mut body) = valid(chaos, sandbox, bot, ada).await;
    for _ in 0..chaos.below(3) {
        chaos.bend(&mut body);
    }
    if chaos.one_in(12) {
        method =
            (*chaos.of(&["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "BREW"])).to_owned();
    }
    if chaos.one_in(8) {
        let odd = [
            "5",
            "x",
            "%00",
            "%FF%FE",
            "99999999999999999999",
            "@me",
            "-1",
            "%2F",
        ];
        let mut parts: Vec<&str> = path.split('/').collect();
        let place = 1 + chaos.below(parts.len() - 1);
        parts[place] = *chaos.of::<&str>(&odd);
        path = parts.join("/");
    }
    let mut content = body.to_string().into_bytes();
    let mut kind = "application/json".to_owned();
    if chaos.one_in(4) {
        kind = "multipart/form-data; boundary=edge".to_owned();
        let index = *chaos.of(&["0", "0", "1", "-1", "x", "99999999999999999999"]);
        let head = "--edge\r\nContent-Disposition: form-data; name=";
        let mut parts = format!("{head}\"payload_json\"\r\n\r\n").into_bytes();
        parts.extend_from_slice(&content);
        parts.extend_from_slice(
            format!("\r\n{head}\"files[{index}]\"; filename=\"a.png\"\r\n\r\nPNG\r\n--edge--\r\n")
                .as_bytes(),
        );
        content = parts;
    }
    if chaos.one_in(6) {
        chaos.spoil(&mut content);
    }
    if chaos.one_in(12) {
        kind = (*chaos.of(&[
            "text/plain",
            "application/json; charset=utf-8",
            "multipart/form-data",
            "x",
            "",
        ]))
        .to_owned();
    }
    let url = format!("{}/api/v10{path}", sandbox.url());
    let token = if chaos.one_in(15) {
        "wrong".to_owned()
    } else {
        sandbox.token()
    };
    let request = http
        .request(method.parse().unwrap(), url)
        .header("Authorization", format!("Bot {token}"))
        .header("Content-Type", kind)
        .body(content.clone());
    let about = || format!("{method} {path}\n{}", String::from_utf8_lossy(&content));
    let response = request.send().await;
    let response = response.unwrap_or_else(|error| panic!("no answer: {error}\n{}", about()));
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type").cloned();
    let answer = response.text().await.unwrap();
    assert!((200..500).contains(&status), "{status}\n{}", about());
    let read: Value = serde_json::from_str(&answer).unwrap_or_default();
    let exchange = json!({"method": method, "path": path, "status": status, "response": read});
    let wrong = openapi::answer_faults(&exchange);
    assert!(wrong.is_empty(), "{wrong:#?}\n{answer}\n{}", about());
    if status >= 400 {
        assert_eq!(kind.unwrap(), "application/json", "{status}\n{}", about());
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(
            answer["message"].is_string() && answer["code"].is_u64(),
            "{status} {answer}\n{}",
            about()
        );
        if answer["code"] == 50_035 {
            assert!(answer["errors"].is_object(), "{answer}\n{}", about());
        }
    }
}

/// One WebSocket that says a few bent things; it ends with one of Discord's codes, or still beats.
async fn bent_socket(chaos: &mut Chaos, sandbox: &Sandbox) {
    let queries = [
        "v=10&encoding=json",
        "v=9",
        "",
        "v=10&compress=zlib-stream",
        "v=x",
        "encoding=etf",
        "&&=%%&v=10",
    ];
    let url = format!(
        "{}/gateway?{}",
        sandbox.url().replace("http", "ws"),
        chaos.of(&queries)
    );
    let (mut socket, _) = connect_async(url).await.unwrap();
    let mut said = Vec::new();
    for _ in 0..1 + chaos.below(4) {
        let token = sandbox.token();
        let payloads = [
            identify(&token),
            json!({"op": 6, "d": {"token": token, "session_id": "x", "seq": 5}}),
            json!({"op": 1, "d": 5}),
            json!({"op": 3, "d": {"since": null, "activities": [], "status": "online", "afk": false}}),
            json!({"op": 8, "d": {"guild_id": sandbox.guild(), "query": "", "limit": 0, "user_ids": ["5"]}}),
        ];
        let mut payload = chaos.of(&payloads).clone();
        if !chaos.one_in(3) {
            chaos.bend(&mut payload);
        }
        said.push(payload.to_string());
        let mut bytes = payload.to_string().into_bytes();
        let frame = match chaos.below(8) {
            0 => Message::Binary(bytes.into()),
            1 => {
                chaos.spoil(&mut bytes);
                Message::Binary(bytes.into())
            }
            2 => Message::Text("x".repeat(chaos.below(200_000)).into()),
            3 => Message::Ping(vec![1; 100].into()),
            _ => Message::Text(String::from_utf8(bytes).unwrap().into()),
        };
        // A socket that is closed already takes nothing more.
        let _ = socket.send(frame).await;
    }
    if chaos.one_in(5) {
        // No frame of a WebSocket at all: reserved bits, no mask, an endless length.
        let _ = socket
            .get_mut()
            .write_all(b"\xff\x7f\xff\xff\xff\xff\xff\xff\xff\xff")
            .await;
    }
    let _ = socket
        .send(Message::Text(r#"{"op":1,"d":null}"#.into()))
        .await;
    loop {
        let next = tokio::time::timeout(PATIENCE, socket.next()).await;
        match next.unwrap_or_else(|_| panic!("silence after {said:?}")) {
            Some(Ok(Message::Close(frame))) => {
                let code = frame.map_or(0, |frame| u64::from(u16::from(frame.code)));
                assert!(CODES.contains(&code), "{code} after {said:?}");
                return;
            }
            Some(Ok(Message::Text(heard))) if heard.contains("\"op\":11") => return,
            // What is packed is not read here; that it comes is enough.
            Some(Ok(Message::Binary(_))) => return,
            Some(Ok(_)) => {}
            // Bytes of ours that the server had not read when it closed make the system cut the line.
            Some(Err(_)) | None => return,
        }
    }
}

#[tokio::test]
async fn nonsense_is_refused_and_nothing_breaks() {
    let mut chaos = Chaos::begin();
    let (sandbox, mut bot, ada) = ground().await;
    let http = reqwest::Client::new();
    for _ in 0..REQUESTS {
        bent_request(&mut chaos, &sandbox, &mut bot, &ada, &http).await;
    }
    for _ in 0..SOCKETS {
        bent_socket(&mut chaos, &sandbox).await;
    }
    // Everything still works, for the bot that was there all the time and for a new one.
    let mut second = Bot::login(&sandbox).await;
    second.register().await;
    let fresh = sandbox.open(json!({"name": "fresh"})).await.unwrap();
    let wish = json!({"person": ada, "channel": fresh["id"], "command": "play"});
    let asked = ask(&sandbox, "/run", wish);
    let one = loop {
        let one = second.interaction().await;
        if one["channel_id"] == fresh["id"] {
            break one;
        }
    };
    let answered = second
        .answer(&one, json!({"type": 4, "data": {"content": "alive"}}))
        .await;
    assert_eq!(answered.status, 204);
    assert_eq!(outcome(asked).await["message"]["content"], "alive");
    sandbox.stop().await;
}
