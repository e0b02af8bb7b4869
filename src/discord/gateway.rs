//! One connection to Discord's gateway, from its greeting to its end.
//!
//! serenity could do this, but it opens sessions when it likes, five seconds apart, keeps their number to itself,
//! resumes at the wrong address and does not tell why Discord closed a connection. This bot needs few events, so what
//! it needs of the gateway is here: heartbeats, resuming, and an end that says what may come next.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use reqwest::Url;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::ledger::Ledger;
use crate::meters;

/// No single step of a handshake takes longer.
const PATIENCE: Duration = Duration::from_secs(10);
/// A farewell is not waited for longer.
const FAREWELL: Duration = Duration::from_secs(1);
/// The bot hears only what needs no right: servers with their channels, and interactions, which come in any case.
const INTENTS: u32 = 1;
/// Ends a connection so that its session can be resumed; 1000 would end the session too.
const COMING_BACK: u16 = 4000;
/// Ends the session too.
const GOING: u16 = 1000;

/// A session: what a new connection needs to go on where an old one broke.
pub struct Session {
    id: String,
    /// Where Discord wants it to be resumed.
    pub url: String,
    sequence: u64,
}

/// How a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It broke: the session, if there is one, can be resumed.
    Broken,
    /// The session is over: another has to be opened.
    SessionOver,
    /// Discord does not want this bot, and will not the next time either.
    Refused(u16),
    /// It was asked to end.
    Stopped,
}

/// A connection that has ended.
pub struct Ended {
    /// How.
    pub end: End,
    /// How long the session was open on it; `None` if it never was.
    pub lasted: Option<Duration>,
}

/// Whom a connection is made for.
pub struct Caller<'a> {
    /// The bot's token.
    pub token: &'a str,
    /// Where new sessions are written down before they are opened.
    pub ledger: &'a mut Ledger,
    /// The session to resume, and the one that is open at the end.
    pub session: &'a mut Option<Session>,
    /// Gets every interaction.
    pub deliver: &'a (dyn Fn(Value) + Send + Sync),
    /// Gets whatever else is told, with the name of the event.
    pub tell: &'a (dyn Fn(&str, &Value) + Send + Sync),
}

#[derive(Deserialize)]
struct Payload {
    op: u8,
    #[serde(default)]
    d: Value,
    s: Option<u64>,
    t: Option<String>,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connects to this address and serves until the connection ends, or `stop` is done.
pub async fn serve(url: &str, caller: Caller<'_>, stop: impl Future<Output = ()>) -> Ended {
    tokio::pin!(stop);
    let opened = tokio::select! {
        () = &mut stop => return Ended { end: End::Stopped, lasted: None },
        opened = open(url) => opened,
    };
    let Some((socket, beat)) = opened else {
        return Ended {
            end: End::Broken,
            lasted: None,
        };
    };
    let mut connection = Connection {
        socket,
        beat,
        // Bots that come back together should not beat together.
        next_beat: Instant::now() + beat.mul_f64(rand::random()),
        is_acknowledged: true,
        greeted: None,
        caller,
    };
    let end = connection.talk(stop).await;
    connection.farewell(end).await;
    Ended {
        end,
        lasted: connection.greeted.map(|since| since.elapsed()),
    }
}

/// Connects and waits for HELLO, which tells the pace of the heartbeat.
async fn open(url: &str) -> Option<(Socket, Duration)> {
    let mut url = Url::parse(url).ok()?;
    url.set_query(Some("v=10&encoding=json"));
    let connected = timeout(PATIENCE, connect_async(url.as_str())).await.ok()?;
    let (mut socket, _) = connected
        .inspect_err(|error| tracing::debug!(%error, "the gateway could not be reached"))
        .ok()?;
    let hello = timeout(PATIENCE, socket.next()).await.ok()??.ok()?;
    let hello: Payload = serde_json::from_str(hello.to_text().ok()?).ok()?;
    let beat = hello.d.get("heartbeat_interval")?.as_u64()?;
    (hello.op == 10).then_some((socket, Duration::from_millis(beat.max(100))))
}

struct Connection<'a> {
    socket: Socket,
    beat: Duration,
    next_beat: Instant,
    is_acknowledged: bool,
    /// Since when the session is open on this connection.
    greeted: Option<Instant>,
    caller: Caller<'a>,
}

impl Connection<'_> {
    async fn talk(&mut self, mut stop: std::pin::Pin<&mut impl Future<Output = ()>>) -> End {
        if let Err(end) = self.introduce().await {
            return end;
        }
        let greeting_until = Instant::now() + PATIENCE;
        loop {
            let done = tokio::select! {
                () = &mut stop => Err(End::Stopped),
                () = sleep_until(self.next_beat) => self.beat_once().await,
                () = sleep_until(greeting_until), if self.greeted.is_none() => Err(End::Broken),
                received = self.socket.next() => match received {
                    Some(Ok(message)) => self.receive(message).await,
                    Some(Err(_)) | None => Err(End::Broken),
                },
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Resumes the session, or opens a new one.
    async fn introduce(&mut self) -> Result<(), End> {
        let token = self.caller.token;
        let words = match &*self.caller.session {
            Some(session) => json!({"op": 6, "d": {
                "token": token, "session_id": session.id, "seq": session.sequence,
            }}),
            None => {
                self.caller.ledger.note().await;
                json!({"op": 2, "d": {
                    "token": token, "intents": INTENTS, "compress": false, "shard": [0, 1],
                    "properties": {"os": std::env::consts::OS, "browser": "istaka", "device": "istaka"},
                }})
            }
        };
        self.say(&words).await
    }

    async fn say(&mut self, words: &Value) -> Result<(), End> {
        let sending = self.socket.send(Message::text(words.to_string()));
        match timeout(PATIENCE, sending).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Broken),
        }
    }

    /// A connection that does not answer heartbeats is dead, whatever the system says of it.
    async fn beat_once(&mut self) -> Result<(), End> {
        if !self.is_acknowledged {
            tracing::warn!("the gateway does not answer heartbeats");
            return Err(End::Broken);
        }
        self.is_acknowledged = false;
        self.next_beat = Instant::now() + self.beat;
        let sequence = self.caller.session.as_ref().map(|session| session.sequence);
        self.say(&json!({"op": 1, "d": sequence})).await
    }

    async fn receive(&mut self, message: Message) -> Result<(), End> {
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Close(frame) => return Err(end_by(frame.as_ref())),
            Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {
                return Ok(());
            }
        };
        let Ok(payload) = serde_json::from_str::<Payload>(text) else {
            tracing::warn!("the gateway sent something that cannot be read");
            return Ok(());
        };
        match payload.op {
            0 => self.hear(payload),
            1 => {
                // It asks for a heartbeat; whether the last one was answered is another matter.
                self.is_acknowledged = true;
                self.beat_once().await?;
            }
            7 => return Err(End::Broken),
            9 if payload.d == json!(true) => return Err(End::Broken),
            9 => return Err(End::SessionOver),
            11 => self.is_acknowledged = true,
            _ => {}
        }
        Ok(())
    }

    fn hear(&mut self, payload: Payload) {
        if let (Some(session), Some(sequence)) = (self.caller.session.as_mut(), payload.s) {
            session.sequence = session.sequence.max(sequence);
        }
        match payload.t.as_deref() {
            Some("READY") => self.ready(&payload),
            Some("RESUMED") => {
                meters::connection(meters::Connection::Resumed);
                tracing::info!("connected again");
                self.greeted = Some(Instant::now());
            }
            Some("INTERACTION_CREATE") => (self.caller.deliver)(payload.d),
            Some(event) => (self.caller.tell)(event, &payload.d),
            None => {}
        }
    }

    fn ready(&mut self, payload: &Payload) {
        let text = |key: &str| payload.d.get(key).and_then(Value::as_str);
        let (Some(id), Some(url)) = (text("session_id"), text("resume_gateway_url")) else {
            tracing::warn!("the gateway opened a session without a name");
            return;
        };
        *self.caller.session = Some(Session {
            id: id.to_owned(),
            url: url.to_owned(),
            sequence: payload.s.unwrap_or(0),
        });
        let servers = payload.d.get("guilds").and_then(Value::as_array);
        meters::connection(meters::Connection::Opened);
        tracing::info!(servers = servers.map_or(0, Vec::len), "connected");
        self.greeted = Some(Instant::now());
    }

    async fn farewell(&mut self, end: End) {
        let code = match end {
            End::Stopped => GOING,
            End::Broken | End::SessionOver => COMING_BACK,
            // It has been closed from there.
            End::Refused(_) => return,
        };
        let frame = CloseFrame {
            code: code.into(),
            reason: "".into(),
        };
        let closing = async {
            // A connection that is gone needs no farewell.
            if self.socket.close(Some(frame)).await.is_ok() && end == End::Stopped {
                while let Some(Ok(_)) = self.socket.next().await {}
            }
        };
        let _ = timeout(FAREWELL, closing).await;
    }
}

/// What a close code allows (limits: "Gateway").
fn end_by(frame: Option<&CloseFrame>) -> End {
    let code = frame.map(|frame| u16::from(frame.code));
    tracing::info!(code, "the gateway closed the connection");
    match code {
        Some(code @ (4004 | 4010..=4014)) => End::Refused(code),
        Some(4003 | 4007 | 4009) => End::SessionOver,
        _ => End::Broken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_codes_say_what_may_come_next() {
        let by = |code: u16| {
            end_by(Some(&CloseFrame {
                code: code.into(),
                reason: "".into(),
            }))
        };
        for code in [4004, 4010, 4011, 4012, 4013, 4014] {
            assert_eq!(by(code), End::Refused(code));
        }
        for code in [4007, 4009] {
            assert_eq!(by(code), End::SessionOver);
        }
        for code in [1000, 1001, 1006, 4000, 4001, 4002, 4008] {
            assert_eq!(by(code), End::Broken);
        }
        assert_eq!(end_by(None), End::Broken);
    }
}
