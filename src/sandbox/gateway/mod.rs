//! Discord's gateway: one task per WebSocket, sessions that outlive their connections, and the events they receive.

mod compression;
mod crowd;
mod deeds;
mod events;
mod greeting;
mod intent;
mod logins;
mod members;
mod queue;
mod sessions;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

use compression::Packing;
pub(super) use crowd::come;
pub use deeds::GatewayDeed;
use logins::Admission;
pub(super) use logins::Logins;
use queue::{Owed, Queue, Step, sleep_until};
pub(super) use sessions::Sessions;
use sessions::{Line, Out, Resumed, Wants};

use super::Shared;
use crate::clock::whole_ms;

/// The longest payload a client may send (limits: "Gateway").
const LONGEST_PAYLOAD: usize = 4096;
/// At most this many payloads in a minute.
const MOST_PAYLOADS: usize = 120;
/// Payloads that wait for a slow client; a client further behind loses its connection and may resume.
const QUEUE: usize = 4096;

/// What is said of a payload that cannot be read.
const UNREADABLE: &str = "Error while decoding payload.";

/// Close codes of the gateway.
mod close {
    pub(super) const GOING_AWAY: u16 = 1001;
    pub(super) const OPCODE: u16 = 4001;
    pub(super) const DECODE: u16 = 4002;
    pub(super) const NOT_AUTHENTICATED: u16 = 4003;
    pub(super) const BAD_TOKEN: u16 = 4004;
    pub(super) const ALREADY_AUTHENTICATED: u16 = 4005;
    pub(super) const BAD_SEQUENCE: u16 = 4007;
    pub(super) const TOO_FAST: u16 = 4008;
    pub(super) const TIMED_OUT: u16 = 4009;
    pub(super) const BAD_SHARD: u16 = 4010;
    pub(super) const TOO_FEW_SHARDS: u16 = 4011;
    pub(super) const BAD_VERSION: u16 = 4012;
    pub(super) const BAD_INTENTS: u16 = 4013;
    pub(super) const DISALLOWED_INTENTS: u16 = 4014;
}

/// One WebSocket as long as it lasts.
struct Connection {
    shared: Arc<Shared>,
    /// The session it speaks for and the number of its line there.
    session: Option<(String, u64)>,
    outgoing: mpsc::Sender<Out>,
    owed: Owed,
    packing: Packing,
    last_beat: Instant,
    /// Whoever has not said who they are by then, has to go.
    nameless_until: Instant,
    /// Whom to greet, and when: mostly at once.
    greeting: Option<(Instant, Greeting)>,
    recent: VecDeque<Instant>,
}

/// What a client waits for.
enum Greeting {
    /// READY of a new session.
    Ready(Wants, Packed),
    /// RESUMED of this session, after what came behind this number.
    Resumed(String, u64),
}

/// How payloads of a session are to come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packed {
    No,
    Yes,
}

/// Why a connection ends: a close code of ours, or the client's own.
enum End {
    Ours(u16, &'static str),
    Theirs(Option<u16>),
}

/// Speaks with one client until either side ends it.
pub(super) async fn talk(
    mut socket: WebSocket,
    query: HashMap<String, String>,
    shared: Arc<Shared>,
) {
    let (outgoing, coming) = mpsc::channel(QUEUE);
    let queue = Queue::new(Arc::clone(&shared), coming);
    let (packing, refused) = match packing_of(&query) {
        Ok(packing) => (packing, None),
        Err(end) => (Packing::Plain, Some(end)),
    };
    let nameless_until = Instant::now() + shared.patience;
    let mut connection = Connection {
        shared,
        session: None,
        outgoing,
        owed: queue.owed(),
        packing,
        last_beat: Instant::now(),
        nameless_until,
        greeting: None,
        recent: VecDeque::new(),
    };
    let end = match refused {
        Some(end) => end,
        None => connection.serve(&mut socket, queue).await,
    };
    connection.leave(&end);
    if let End::Ours(code, why) = end {
        let frame = CloseFrame {
            code,
            reason: why.into(),
        };
        // A client that is gone already needs no farewell.
        let _ = tokio::time::timeout(
            Duration::from_secs(2),
            socket.send(Message::Close(Some(frame))),
        )
        .await;
        let _ = tokio::time::timeout(Duration::from_secs(2), socket.recv()).await;
    }
}

/// How to speak, as the address asks: version, encoding, compression.
fn packing_of(query: &HashMap<String, String>) -> Result<Packing, End> {
    let asked = |key: &str| query.get(key).map(String::as_str);
    if asked("v").is_some_and(|version| version != "10" && version != "9") {
        return Err(End::Ours(close::BAD_VERSION, "Invalid API version"));
    }
    if asked("encoding").is_some_and(|encoding| encoding != "json") {
        return Err(End::Ours(close::DECODE, "Only JSON is spoken here"));
    }
    Packing::asked_for(asked("compress")).ok_or(End::Ours(close::DECODE, "Unknown compression"))
}

impl Connection {
    async fn serve(&mut self, socket: &mut WebSocket, mut queue: Queue) -> End {
        let interval_ms = whole_ms(self.shared.heartbeat);
        let hello = json!({"op": 10, "d": {"heartbeat_interval": interval_ms, "_trace": []}, "s": null, "t": null});
        let hello = hello.to_string();
        queue.show(&hello, None);
        if socket.send(self.packing.frame(hello)).await.is_err() {
            return End::Theirs(None);
        }
        loop {
            let silent_at = self.last_beat + self.shared.heartbeat.mul_f64(1.5);
            let is_nameless = self.session.is_none() && self.greeting.is_none();
            let greet_at = self.greeting.as_ref().map(|(at, _)| *at);
            tokio::select! {
                () = self.shared.stopped() => return End::Ours(close::GOING_AWAY, "The sandbox stops"),
                () = tokio::time::sleep_until(silent_at) => return End::Ours(close::TIMED_OUT, "Session timed out"),
                () = tokio::time::sleep_until(self.nameless_until), if is_nameless => {
                    return End::Ours(close::TIMED_OUT, "Nobody identified");
                }
                () = sleep_until(greet_at) => if let Err(end) = self.greet() {
                    return end;
                },
                out = queue.recv() => match out {
                    Some(Step::Send(text)) => {
                        self.shared.kept().await;
                        let sent = tokio::time::timeout(Duration::from_secs(10), socket.send(self.packing.frame(text))).await;
                        if !matches!(sent, Ok(Ok(()))) {
                            return End::Theirs(None);
                        }
                    }
                    Some(Step::Close(code, why)) => return End::Ours(code, why),
                    Some(Step::Invalidate) => {
                        self.session = None;
                        self.nameless_until = Instant::now() + self.shared.patience;
                    }
                    Some(Step::Cut) | None => return End::Theirs(None),
                },
                received = socket.recv() => {
                    if let Err(end) = self.received(received) {
                        return end;
                    }
                }
            }
        }
    }

    fn received(&mut self, received: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        // Some clients send their JSON in binary frames.
        let text = match received {
            Some(Ok(Message::Text(text))) => text.into(),
            Some(Ok(Message::Binary(bytes))) => bytes,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Close(frame))) => {
                return Err(End::Theirs(frame.map(|frame| frame.code)));
            }
            // A frame that is no WebSocket's, or far too long, or the line is gone: then nobody hears the code.
            Some(Err(_)) => return Err(End::Ours(close::DECODE, UNREADABLE)),
            None => return Err(End::Theirs(None)),
        };
        self.count_payload()?;
        if text.len() > LONGEST_PAYLOAD {
            return Err(End::Ours(close::DECODE, "Payload too long"));
        }
        let payload: Value =
            serde_json::from_slice(&text).map_err(|_| End::Ours(close::DECODE, UNREADABLE))?;
        let op = payload["op"]
            .as_u64()
            .ok_or(End::Ours(close::DECODE, UNREADABLE))?;
        let now_ms = self.shared.clock.now_ms();
        self.shared.watching.received(now_ms, &payload);
        self.obey(op, &payload["d"])
    }

    fn count_payload(&mut self) -> Result<(), End> {
        let now = Instant::now();
        while self
            .recent
            .front()
            .is_some_and(|then| now.duration_since(*then) > Duration::from_secs(60))
        {
            self.recent.pop_front();
        }
        self.recent.push_back(now);
        if self.recent.len() > MOST_PAYLOADS {
            Err(End::Ours(close::TOO_FAST, "Rate limited."))
        } else {
            Ok(())
        }
    }

    fn obey(&mut self, op: u64, d: &Value) -> Result<(), End> {
        if matches!(op, 2 | 6) && self.greeting.is_some() {
            return Err(already_authenticated());
        }
        match (op, &self.session) {
            (1, _) => {
                self.last_beat = Instant::now();
                self.send(&json!({"op": 11, "d": null, "s": null, "t": null}))
            }
            (2 | 6, Some(_)) => Err(already_authenticated()),
            (2, None) => self.identify(d),
            (6, None) => self.resume(d),
            (3 | 4 | 8 | 31 | 43, None) => {
                Err(End::Ours(close::NOT_AUTHENTICATED, "Not authenticated."))
            }
            (8, Some((session, _))) => {
                let asked = self.shared.world().send_members(session, d);
                // The code stands for a wrong payload of a known op too.
                asked.map_err(|_| End::Ours(close::OPCODE, "Unknown opcode."))
            }
            // Presence, voice and sounds: heard, and of no consequence here.
            (3 | 4 | 31 | 43, Some(_)) => Ok(()),
            _ => Err(End::Ours(close::OPCODE, "Unknown opcode.")),
        }
    }

    fn identify(&mut self, d: &Value) -> Result<(), End> {
        let intents = d["intents"].as_u64();
        let (Some(token), true) = (d["token"].as_str(), d["properties"].is_object()) else {
            return Err(End::Ours(close::DECODE, UNREADABLE));
        };
        let mut world = self.shared.world();
        if token.strip_prefix("Bot ").unwrap_or(token) != world.token {
            return Err(End::Ours(close::BAD_TOKEN, "Authentication failed."));
        }
        let Some(intents) = intents.filter(|intents| intents & !intent::KNOWN == 0) else {
            return Err(End::Ours(close::BAD_INTENTS, "Invalid intent(s)."));
        };
        if intents & intent::PRIVILEGED & !world.granted_intents != 0 {
            return Err(End::Ours(
                close::DISALLOWED_INTENTS,
                "Disallowed intent(s).",
            ));
        }
        let Some(shard) = shard_of(d) else {
            return Err(End::Ours(close::BAD_SHARD, "Invalid shard."));
        };
        match world.logins.admit(shard) {
            Admission::Welcome => {}
            Admission::TooFewShards => {
                return Err(End::Ours(close::TOO_FEW_SHARDS, "Sharding required."));
            }
            Admission::TooSoon(left) => {
                self.put_off(left);
                return Ok(());
            }
            // Discord takes the token away then.
            Admission::UsedUp => {
                return Err(End::Ours(close::BAD_TOKEN, "Authentication failed."));
            }
        }
        drop(world);
        let packed = if d["compress"] == true {
            Packed::Yes
        } else {
            Packed::No
        };
        self.greet_in_time(Greeting::Ready(Wants { intents, shard }, packed))
    }

    /// Greets now, or later where a fault wants that.
    fn greet_in_time(&mut self, greeting: Greeting) -> Result<(), End> {
        let delay = self.shared.faults.faults().ready_delay_ms;
        self.greeting = Some((Instant::now() + Duration::from_millis(delay), greeting));
        match delay {
            0 => self.greet(),
            _ => Ok(()),
        }
    }

    fn greet(&mut self) -> Result<(), End> {
        match self.greeting.take() {
            Some((_, Greeting::Ready(wants, packed))) => self.open(wants, packed),
            Some((_, Greeting::Resumed(id, seq))) => return self.go_on(&id, seq),
            None => {}
        }
        Ok(())
    }

    fn open(&mut self, wants: Wants, packed: Packed) {
        let line = self.line();
        let number = line.number;
        let mut world = self.shared.world();
        let was_online = world.sessions.is_online();
        let id = world.sessions.open(wants, line);
        world.greet(&id, wants.shard);
        if !was_online && world.sessions.is_online() {
            world.tell_bot();
        }
        drop(world);
        if packed == Packed::Yes {
            self.packing.pack_payloads();
        }
        come(&self.shared, None, Some(id.clone()));
        self.session = Some((id, number));
    }

    /// Answers op 9 after a while: some clients would try again at once, and again.
    fn put_off(&self, left: Duration) {
        let outgoing = self.outgoing.clone();
        tokio::spawn(async move {
            // The pace of logins is Discord's, in real time like all of the gateway.
            tokio::time::sleep(left).await;
            // A client that has gone meanwhile needs no answer.
            let _ = outgoing.try_send(Out::Text(invalid_session().to_string()));
        });
    }

    fn resume(&mut self, d: &Value) -> Result<(), End> {
        let (Some(token), Some(id), Some(seq)) = (
            d["token"].as_str(),
            d["session_id"].as_str(),
            d["seq"].as_u64(),
        ) else {
            return Err(End::Ours(close::DECODE, UNREADABLE));
        };
        if token.strip_prefix("Bot ").unwrap_or(token) != self.shared.world().token {
            return Err(End::Ours(close::BAD_TOKEN, "Authentication failed."));
        }
        self.greet_in_time(Greeting::Resumed(id.to_owned(), seq))
    }

    fn go_on(&mut self, id: &str, seq: u64) -> Result<(), End> {
        let line = self.line();
        let number = line.number;
        let mut world = self.shared.world();
        let was_online = world.sessions.is_online();
        let resumed = world.sessions.resume(id, seq, line);
        if !was_online && world.sessions.is_online() {
            world.tell_bot();
        }
        drop(world);
        match resumed {
            Resumed::Yes => {
                self.session = Some((id.to_owned(), number));
                Ok(())
            }
            Resumed::BadSequence => Err(End::Ours(close::BAD_SEQUENCE, "Invalid seq.")),
            Resumed::Unknown => {
                self.nameless_until = Instant::now() + self.shared.patience;
                self.send(&invalid_session())
            }
        }
    }

    /// The way here, for a session.
    fn line(&self) -> Line {
        Line {
            number: self.shared.next_number(),
            outgoing: self.outgoing.clone(),
            owed: self.owed.clone(),
        }
    }

    fn send(&self, payload: &Value) -> Result<(), End> {
        self.outgoing
            .try_send(Out::Text(payload.to_string()))
            .map_err(|_| End::Theirs(None))
    }

    /// The session stays for a resume, unless the client closed it on purpose.
    fn leave(&mut self, end: &End) {
        let Some((id, number)) = self.session.take() else {
            return;
        };
        let mut world = self.shared.world();
        let was_online = world.sessions.is_online();
        world.sessions.detach(&id, number);
        let for_good = match end {
            End::Theirs(code) => matches!(code, Some(1000 | 1001)),
            End::Ours(code, _) => deeds::ends_session(*code),
        };
        if for_good {
            world.sessions.close(&id);
        }
        if was_online && !world.sessions.is_online() {
            world.tell_bot();
        }
    }
}

fn already_authenticated() -> End {
    let why = "Already authenticated.";
    End::Ours(close::ALREADY_AUTHENTICATED, why)
}

/// Op 9: there is nothing to resume, or not yet a login to have.
fn invalid_session() -> Value {
    json!({"op": 9, "d": false, "s": null, "t": null})
}

/// The shard of an IDENTIFY; without one, the only shard.
fn shard_of(d: &Value) -> Option<(u64, u64)> {
    match &d["shard"] {
        Value::Null => Some((0, 1)),
        given => {
            let (number, count) = (given[0].as_u64()?, given[1].as_u64()?);
            (number < count).then_some((number, count))
        }
    }
}
