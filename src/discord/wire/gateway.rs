//! One connection to Discord's gateway, from its greeting to its end.
//!
//! serenity could do this, but it opens sessions when it likes, five seconds apart, keeps their number to itself,
//! resumes at the wrong address and does not tell why Discord closed a connection. This bot needs few events, so what
//! it needs of the gateway is here: heartbeats, resuming, and an end that says what may come next.

mod cut;
mod event;

use std::collections::HashSet;
use std::pin::Pin;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{SinkExt, StreamExt};
use reqwest::Url;
use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use self::cut::Cut;
pub(crate) use self::event::Event;
use super::failure::root_of;
use super::ledger::Turn;
use crate::meters;
use crate::tables::{Moment, ServerId};

/// No single step of a handshake takes longer. READY is no step: it may take as long as heartbeats are answered.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// So much is read at once: most of what comes is shorter. Each reading clears a buffer of this size first.
const READ: usize = 16 * 1024;
/// A farewell is not waited for longer.
const FAREWELL: Duration = Duration::from_secs(1);
/// Hearts beat no faster than this, and no slower, whatever the gateway asks for.
const BEATS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(120));
/// The bot hears only what needs no right: servers with their channels, and interactions, which come in any case.
const INTENTS: u32 = 1;
/// Ends a connection so that its session can be resumed; 1000 would end the session too.
const COMING_BACK: u16 = 4000;
/// Ends the session too.
const GOING: u16 = 1000;
/// A session that Discord did not resume so often in a row is forgotten.
const MOST_RESUMES: u32 = 6;
/// A line that broke before Discord said anything tells less of its session: so many count as one refusal.
const BROKEN_LINES: u32 = 3;

/// A session: what a new connection needs to go on where an old one broke. No `Debug`, it is a key.
pub(crate) struct Session {
    id: String,
    /// Where Discord wants it to be resumed.
    pub url: String,
    sequence: u64,
    /// How often it was asked for in vain since it last went on; a refusal counts [`BROKEN_LINES`] times.
    missed: u32,
}

/// Which part of the bot's servers a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    /// From 0 on.
    pub number: u64,
    /// Of so many.
    pub count: u64,
}

impl Shard {
    /// How the log names it; a bot with one connection has no need for names.
    fn told(self) -> Option<String> {
        (self.count > 1).then(|| format!("{} of {}", self.number + 1, self.count))
    }
}

/// How a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
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
pub(crate) struct Ended {
    /// How.
    pub end: End,
    /// How long the session was open on it; `None` if it never was.
    pub lasted: Option<Duration>,
    /// What the next connection goes on with; without one it opens a new session.
    pub session: Option<Session>,
}

/// How a connection begins.
pub(crate) enum Introduction<'a> {
    /// With the session of an earlier one.
    Resume(Session),
    /// With a new session, when its turn has come.
    Open(Turn<'a>),
}

/// Whom a connection is made for.
pub(crate) struct Caller<'a> {
    /// The bot's token.
    pub token: &'a str,
    /// What it is for.
    pub shard: Shard,
    /// How it begins.
    pub introduction: Introduction<'a>,
    /// Gets every interaction.
    pub deliver: &'a (dyn Fn(Event<'_>) + Send + Sync),
    /// Gets what else is told of places, with the name of the event.
    pub tell: &'a (dyn Fn(&str, &Value) + Send + Sync),
    /// Hears whether people are reached.
    pub reach: &'a dyn Reach,
    /// What the log says of the bot when a session is open.
    pub about: &'a About,
}

/// Who wants to know whether people are reached by a connection.
pub(crate) trait Reach: Send + Sync {
    /// What time it is where people play.
    fn now(&self) -> Moment;

    /// Nobody is reached, since then.
    fn breaks(&self, since: Moment);

    /// People are reached. Nothing that they say is delivered before this is done.
    fn opens(&self) -> BoxFuture<'_, ()>;

    /// A new session is for these servers, whose people are not reached before.
    fn names(&self, _servers: HashSet<ServerId>) {}

    /// Something has come by it and was delivered, whatever it was.
    fn hears(&self) {}
}

/// What a host wants to know first.
pub(crate) struct About {
    /// Where the tables are kept.
    pub database: String,
    /// How many tables came back from there.
    pub tables: usize,
    /// How many commands Discord has taken.
    pub commands: usize,
}

/// Why there is no connection.
#[derive(Debug, Error)]
pub(crate) enum OpenFailure {
    /// Discord named it.
    #[error("its address cannot be read")]
    Address,
    /// Nothing came.
    #[error("it does not answer")]
    Silent,
    /// The line, the names, TLS, or an answer that is no WebSocket's.
    #[error("{0}")]
    Connect(String),
    /// It speaks, but not as a gateway.
    #[error("it does not greet as a gateway does")]
    Greeting,
}

/// What the gateway sends, without what it says.
#[derive(Deserialize)]
struct Payload {
    op: u8,
    s: Option<u64>,
    t: Option<String>,
}

/// A line to the gateway, over TLS or on this machine.
pub(crate) type Line = MaybeTlsStream<TcpStream>;

/// Connects to this address and serves until the connection ends, or `stop` is done.
pub(crate) async fn serve(url: &str, caller: Caller<'_>, stop: impl Future<Output = ()>) -> Ended {
    tokio::pin!(stop);
    let shard = caller.shard.told();
    tracing::info!(shard, "connecting to the gateway");
    let opened = tokio::select! {
        () = &mut stop => return caller.unheard(End::Stopped),
        opened = open(url, PATIENCE) => opened,
    };
    match opened {
        Ok((socket, beat)) => {
            talk(
                socket,
                Tempo {
                    beat,
                    patience: PATIENCE,
                },
                caller,
                stop,
            )
            .await
        }
        Err(failure) => {
            tracing::warn!(shard, %failure, "the gateway could not be reached; it is tried again");
            caller.unheard(End::Broken)
        }
    }
}

/// How quick a connection is.
#[derive(Clone, Copy)]
struct Tempo {
    /// From one heartbeat to the next.
    beat: Duration,
    /// So long a single word may take on its way.
    patience: Duration,
}

/// Speaks with a gateway that has greeted and named its pace.
async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
    socket: WebSocketStream<S>,
    tempo: Tempo,
    caller: Caller<'_>,
    stop: Pin<&mut impl Future<Output = ()>>,
) -> Ended {
    let (session, turn) = match caller.introduction {
        Introduction::Resume(session) => (Some(session), None),
        Introduction::Open(turn) => (None, Some(turn)),
    };
    let mut connection = Connection {
        socket,
        tempo,
        // Bots that come back together should not beat together.
        next_beat: Instant::now() + tempo.beat.mul_f64(rand::random()),
        is_acknowledged: true,
        doubt_at: Instant::now(),
        heard_at: caller.reach.now(),
        is_reached: false,
        greeted: None,
        session,
        token: caller.token,
        shard: caller.shard,
        deliver: caller.deliver,
        tell: caller.tell,
        reach: caller.reach,
        about: caller.about,
    };
    let cut = connection.last(turn, stop).await;
    connection.breaks();
    if connection.greeted.is_some() {
        meters::connection(meters::Connection::Ended);
    }
    let shard = caller.shard.told();
    tracing::info!(shard, "the connection was cut: {cut}");
    connection.farewell(cut.end()).await;
    connection.ended(cut)
}

/// Connects and waits for HELLO, which tells the pace of the heartbeat.
pub(crate) async fn open(
    url: &str,
    patience: Duration,
) -> Result<(WebSocketStream<Line>, Duration), OpenFailure> {
    let mut url = Url::parse(url).map_err(|_| OpenFailure::Address)?;
    url.set_query(Some("v=10&encoding=json"));
    let config = WebSocketConfig::default().read_buffer_size(READ);
    let connecting = connect_async_with_config(url.as_str(), Some(config), false);
    let connected = timeout(patience, connecting).await;
    let connected = connected.map_err(|_| OpenFailure::Silent)?;
    let (mut socket, _) = connected.map_err(|error| OpenFailure::Connect(root_of(&error)))?;
    let hello = timeout(patience, socket.next()).await;
    let hello = hello.map_err(|_| OpenFailure::Silent)?;
    let beat = hello
        .and_then(Result::ok)
        .and_then(|hello| beat_in(&hello))
        .ok_or(OpenFailure::Greeting)?;
    Ok((socket, beat))
}

/// The pace that HELLO asks for.
fn beat_in(hello: &Message) -> Option<Duration> {
    let text = hello.to_text().ok()?;
    let hello: Payload = serde_json::from_str(text).ok()?;
    let beat = Event(text).value().get("heartbeat_interval")?.as_u64()?;
    let (quickest, slowest) = BEATS;
    (hello.op == 10).then(|| Duration::from_millis(beat).clamp(quickest, slowest))
}

impl Caller<'_> {
    /// A connection that never came to a word.
    fn unheard(self, end: End) -> Ended {
        let session = match self.introduction {
            Introduction::Resume(session) => Some(session),
            Introduction::Open(_) => None,
        };
        Ended {
            end,
            lasted: None,
            session,
        }
    }
}

struct Connection<'a, S> {
    socket: WebSocketStream<S>,
    tempo: Tempo,
    next_beat: Instant,
    is_acknowledged: bool,
    /// When neither an answer to the last heartbeat nor anything else has come for too long for a line that lives.
    doubt_at: Instant,
    /// When anything was heard last.
    heard_at: Moment,
    /// Whether people are reached, as far as is known.
    is_reached: bool,
    /// Since when the session is open on this connection.
    greeted: Option<Instant>,
    session: Option<Session>,
    token: &'a str,
    shard: Shard,
    deliver: &'a (dyn Fn(Event<'_>) + Send + Sync),
    tell: &'a (dyn Fn(&str, &Value) + Send + Sync),
    reach: &'a dyn Reach,
    about: &'a About,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Connection<'_, S> {
    /// Introduces itself and lasts as long as it can.
    async fn last(
        &mut self,
        turn: Option<Turn<'_>>,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Cut {
        let introduced = tokio::select! {
            () = &mut stop => Err(Cut::Stopped),
            introduced = self.introduce(turn) => introduced,
        };
        if let Err(cut) = introduced {
            return cut;
        }
        loop {
            // However long READY takes: only a heart that is not heard any more ends the wait ("continue to send
            // heartbeats").
            let done = tokio::select! {
                biased;
                () = &mut stop => Err(Cut::Stopped),
                // First what has come: a machine that stood still for a while must not take that for silence.
                received = self.socket.next() => match received {
                    Some(Ok(message)) => self.receive(message).await,
                    Some(Err(_)) | None => Err(Cut::LineBroke),
                },
                () = sleep_until(self.doubt_at), if self.is_reached && !self.is_acknowledged => {
                    self.breaks();
                    Ok(())
                }
                () = sleep_until(self.next_beat) => self.beat_once().await,
            };
            if let Err(cut) = done {
                return cut;
            }
        }
    }

    /// Resumes the session, or opens a new one.
    async fn introduce(&mut self, turn: Option<Turn<'_>>) -> Result<(), Cut> {
        let shard = self.shard.told();
        let (token, Shard { number, count }) = (self.token, self.shard);
        if let Some(session) = &mut self.session {
            let words = json!({"op": 6, "d": {
                "token": token, "session_id": session.id, "seq": session.sequence,
            }});
            self.say(&words).await?;
            tracing::info!(shard, "waiting for RESUMED");
        } else {
            if let Some(turn) = turn {
                turn.note().await;
            }
            let words = json!({"op": 2, "d": {
                "token": token, "intents": INTENTS, "compress": false, "shard": [number, count],
                "properties": {"os": std::env::consts::OS, "browser": "istaka", "device": "istaka"},
            }});
            self.say(&words).await?;
            tracing::info!(shard, "waiting for READY");
        }
        Ok(())
    }

    async fn say(&mut self, words: &Value) -> Result<(), Cut> {
        let sending = self.socket.send(Message::text(words.to_string()));
        match timeout(self.tempo.patience, sending).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Cut::LineBroke),
        }
    }

    /// A connection that does not answer heartbeats is dead, whatever the system says of it.
    async fn beat_once(&mut self) -> Result<(), Cut> {
        if !self.is_acknowledged {
            return Err(Cut::HeartIgnored);
        }
        self.is_acknowledged = false;
        self.next_beat = Instant::now() + self.tempo.beat;
        self.doubt_at = Instant::now() + self.tempo.patience;
        let sequence = self.session.as_ref().map(|session| session.sequence);
        self.say(&json!({"op": 1, "d": sequence})).await
    }

    /// Nobody is reached any more: since now, or since something was heard last if a heartbeat is not answered.
    fn breaks(&mut self) {
        let since = if self.is_acknowledged {
            self.reach.now()
        } else {
            self.heard_at
        };
        self.is_reached = false;
        self.reach.breaks(since);
    }

    /// People are reached, if they were not.
    async fn reaches(&mut self) {
        if !self.is_reached {
            self.is_reached = true;
            self.reach.opens().await;
        }
    }

    async fn receive(&mut self, message: Message) -> Result<(), Cut> {
        self.heard_at = self.reach.now();
        if !self.is_acknowledged {
            // Whatever comes shows that the line lives: until it is silent, or the next heartbeat is due.
            self.doubt_at = Instant::now() + self.tempo.patience;
        }
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Close(frame) => {
                let code = frame.as_ref().map(|frame| u16::from(frame.code));
                return Err(Cut::Closed(code));
            }
            Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {
                return Ok(());
            }
        };
        if self.greeted.is_some() {
            self.reaches().await;
        }
        let Ok(payload) = serde_json::from_str::<Payload>(text) else {
            tracing::warn!("the gateway sent something that cannot be read");
            return Ok(());
        };
        match payload.op {
            0 => self.hear(payload, Event(text)).await?,
            1 => {
                // It asks for a heartbeat; whether the last one was answered is another matter.
                self.is_acknowledged = true;
                self.beat_once().await?;
            }
            7 => return Err(Cut::AskedToComeBack),
            9 => {
                return Err(Cut::Invalid {
                    resumable: Event(text).value() == json!(true),
                });
            }
            11 => self.is_acknowledged = true,
            _ => {}
        }
        if self.is_reached {
            self.reach.hears();
        }
        Ok(())
    }

    async fn hear(&mut self, payload: Payload, event: Event<'_>) -> Result<(), Cut> {
        if let (Some(session), Some(sequence)) = (self.session.as_mut(), payload.s) {
            session.sequence = session.sequence.max(sequence);
        }
        let Some(name) = payload.t.as_deref() else {
            return Ok(());
        };
        if name == "READY" {
            self.ready(payload.s, &event.value())?;
            self.reach.names(event.servers());
        }
        // What a resumed session repeats comes before it says so: people pressed that while nobody heard them.
        if self.session.is_some() {
            self.reaches().await;
        }
        match name {
            "READY" => {}
            "RESUMED" => self.resumed(),
            "INTERACTION_CREATE" => (self.deliver)(event),
            name => (self.tell)(name, &event.of_place()),
        }
        Ok(())
    }

    fn ready(&mut self, sequence: Option<u64>, said: &Value) -> Result<(), Cut> {
        let text = |key: &str| said.get(key).and_then(Value::as_str);
        let (Some(id), Some(url)) = (text("session_id"), text("resume_gateway_url")) else {
            return Err(Cut::Nameless);
        };
        self.session = Some(Session {
            id: id.to_owned(),
            url: url.to_owned(),
            sequence: sequence.unwrap_or(0),
            missed: 0,
        });
        let servers = said.get("guilds").and_then(Value::as_array);
        let About {
            database,
            tables,
            commands,
        } = self.about;
        tracing::info!(
            shard = self.shard.told(),
            version = env!("CARGO_PKG_VERSION"),
            servers = servers.map_or(0, Vec::len),
            database,
            tables,
            commands,
            "connected"
        );
        self.greet(meters::Connection::Opened);
        Ok(())
    }

    fn resumed(&mut self) {
        if let Some(session) = &mut self.session {
            session.missed = 0;
        }
        tracing::info!(
            shard = self.shard.told(),
            "connected again: the session was resumed"
        );
        self.greet(meters::Connection::Resumed);
    }

    fn greet(&mut self, how: meters::Connection) {
        if self.greeted.is_none() {
            meters::connection(how);
            self.greeted = Some(Instant::now());
        }
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

    fn ended(mut self, cut: Cut) -> Ended {
        if self.greeted.is_none()
            && let Some(session) = &mut self.session
        {
            session.missed += match cut {
                Cut::LineBroke => 1,
                _ => BROKEN_LINES,
            };
        }
        let is_over = cut.end() == End::SessionOver;
        let most = MOST_RESUMES * BROKEN_LINES;
        Ended {
            end: cut.end(),
            lasted: self.greeted.map(|since| since.elapsed()),
            session: self
                .session
                .filter(|session| !is_over && session.missed < most),
        }
    }
}

#[cfg(any(test, fuzzing))]
#[path = "../../../tests/fuzzed/gateway.rs"]
pub(in crate::discord) mod fuzzed;

#[cfg(test)]
mod tests;
