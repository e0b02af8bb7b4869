//! Sessions: what a client has been sent, so that a new connection can go on where an old one broke.

use std::collections::{BTreeSet, HashMap, VecDeque};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::intent;
use super::queue::Owed;
use crate::id::{Id, secret};

/// How many events a session keeps for a resume.
const KEPT_EVENTS: usize = 2048;
/// How many sessions without a connection are kept.
const KEPT_SESSIONS: usize = 16;

/// All sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_id: HashMap<String, Session>,
    /// In the order of their opening.
    order: VecDeque<String>,
    /// How often clients identified and resumed so far, and were told that they cannot resume.
    identifies: u64,
    resumes: u64,
    refused_resumes: u64,
}

/// One identified client.
#[derive(Debug)]
struct Session {
    seq: u64,
    wants: Wants,
    sent: VecDeque<(u64, String)>,
    line: Option<Line>,
    /// Events that others had overtaken when their connection ended.
    owed: BTreeSet<u64>,
    resumes: u64,
}

/// What a client asked for when it identified itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wants {
    pub(super) intents: u64,
    /// Number and count.
    pub(super) shard: (u64, u64),
}

impl Wants {
    /// Whether an event that needs these intents goes to this client. Servers belong to one shard, all else to the first.
    fn include(self, needed: u64, event: &str, d: &Value) -> bool {
        let guild = d.get("guild_id").or_else(|| {
            let is_guild = matches!(event, "GUILD_CREATE" | "GUILD_UPDATE" | "GUILD_DELETE");
            is_guild.then(|| &d["id"])
        });
        let shard = guild
            .and_then(Id::read)
            .map_or(0, |guild| guild.shard(self.shard.1));
        self.intents & needed == needed && shard == self.shard.0
    }

    /// Whether what is told of a server goes to this client.
    fn include_server(self, guild: Id) -> bool {
        self.intents & intent::GUILDS != 0 && guild.shard(self.shard.1) == self.shard.0
    }
}

/// The way to a connection's task.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) outgoing: mpsc::Sender<Out>,
    pub(super) owed: Owed,
}

/// What a connection's task is to send.
#[derive(Clone, Debug)]
pub(super) enum Out {
    /// Sent as it is.
    Text(String),
    /// An event, which may meet a fault on its way.
    Event {
        seq: u64,
        text: String,
    },
    Close(u16, &'static str),
    /// The session is no longer this connection's.
    Invalidate,
    /// The connection ends without a close frame.
    Cut,
    Mute,
    Unmute,
}

/// What came of a RESUME.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resumed {
    Yes,
    Unknown,
    BadSequence,
}

impl Sessions {
    /// Whether a client is connected and identified, with all its shards.
    pub(crate) fn is_online(&self) -> bool {
        let connected = || self.by_id.values().filter(|session| session.line.is_some());
        let is_there = |shard| connected().any(|session| session.wants.shard == shard);
        connected().any(|session| {
            let (_, count) = session.wants.shard;
            (0..count).all(|number| is_there((number, count)))
        })
    }

    pub(super) fn open(&mut self, wants: Wants, line: Line) -> String {
        let id = secret(24);
        self.identifies += 1;
        self.by_id.insert(
            id.clone(),
            Session {
                seq: 0,
                wants,
                sent: VecDeque::new(),
                line: Some(line),
                owed: BTreeSet::new(),
                resumes: 0,
            },
        );
        self.order.push_back(id.clone());
        while self.order.len() > KEPT_SESSIONS {
            let Some(oldest) = self.order.pop_front() else {
                break;
            };
            if self
                .by_id
                .get(&oldest)
                .is_some_and(|session| session.line.is_some())
            {
                self.order.push_back(oldest);
                break;
            }
            self.by_id.remove(&oldest);
        }
        id
    }

    /// Sends an event to one session.
    pub(super) fn send_to(&mut self, id: &str, event: &str, d: &Value) {
        if let Some(session) = self.by_id.get_mut(id) {
            session.send(event, &d.to_string());
        }
    }

    /// Sends the server to a session that asked for its kind of events.
    pub(super) fn greet_with_guild(&mut self, id: &str, guild: &Value) {
        let wanted = self
            .by_id
            .get(id)
            .is_some_and(|session| session.wants.include(intent::GUILDS, "GUILD_CREATE", guild));
        if wanted {
            self.send_to(id, "GUILD_CREATE", guild);
        }
    }

    /// Sends another server to a session, as it was written down, if it is for its shard. Answers whether the session is
    /// still there.
    pub(crate) fn greet_of(&mut self, id: &str, guild: Id, whole: &str) -> bool {
        let Some(session) = self.by_id.get_mut(id) else {
            return false;
        };
        if session.wants.include_server(guild) {
            session.send("GUILD_CREATE", whole);
        }
        true
    }

    /// Sends what is told of a server, as it was written down, to all sessions that are for it.
    pub(crate) fn dispatch_of(&mut self, guild: Id, event: &str, d: &str) {
        let sessions = self.by_id.values_mut();
        for session in sessions.filter(|session| session.wants.include_server(guild)) {
            session.publish(event, d);
        }
    }

    /// Whether this session asked for these intents.
    pub(super) fn asked_for(&self, id: &str, intents: u64) -> bool {
        let session = self.by_id.get(id);
        session.is_some_and(|session| session.wants.intents & intents == intents)
    }

    /// Whether anybody would hear an event, now or after a resume.
    pub(super) fn has_listeners(&self) -> bool {
        !self.by_id.is_empty()
    }

    /// Sends an event to all sessions that asked for its kind.
    pub(crate) fn dispatch(&mut self, event: &str, d: &Value) {
        self.dispatch_where(intent::needed(event, d), event, d, |_| true);
    }

    /// The same, to those only who may know the members of the server.
    pub(super) fn dispatch_to_knowing(&mut self, event: &str, d: &Value) {
        let needed = intent::needed(event, d) | intent::MEMBERS;
        self.dispatch_where(needed, event, d, |_| true);
    }

    /// The same in two forms: `whole` to those who may read messages, `bare` to the others.
    pub(super) fn dispatch_either(&mut self, event: &str, whole: &Value, bare: &Value) {
        let needed = intent::needed(event, whole);
        let reads = |wants: &Wants| wants.intents & intent::CONTENT != 0;
        self.dispatch_where(needed, event, whole, reads);
        self.dispatch_where(needed, event, bare, |wants| !reads(wants));
    }

    fn dispatch_where(
        &mut self,
        needed: u64,
        event: &str,
        d: &Value,
        fits: impl Fn(&Wants) -> bool,
    ) {
        let mut text = None;
        for session in self.by_id.values_mut() {
            if session.wants.include(needed, event, d) && fits(&session.wants) {
                session.publish(event, text.get_or_insert_with(|| d.to_string()));
            }
        }
    }

    /// Attaches a new connection to an old session and repeats what it missed.
    pub(super) fn resume(&mut self, id: &str, seq: u64, line: Line) -> Resumed {
        let Some(session) = self.by_id.get_mut(id) else {
            self.refused_resumes += 1;
            return Resumed::Unknown;
        };
        if seq > session.seq {
            self.refused_resumes += 1;
            return Resumed::BadSequence;
        }
        if session
            .sent
            .front()
            .is_some_and(|(first, _)| *first > seq + 1)
        {
            self.by_id.remove(id);
            self.refused_resumes += 1;
            return Resumed::Unknown;
        }
        self.resumes += 1;
        session.resumes += 1;
        if let Some(old) = session.line.replace(line) {
            session.owed.append(&mut old.owed.numbers());
            // The new connection takes over; a full queue means the old one is lost anyway.
            let _ = old
                .outgoing
                .try_send(Out::Close(4000, "Resumed elsewhere."));
        }
        let owed = std::mem::take(&mut session.owed);
        let missed = |number: &u64| *number > seq || owed.contains(number);
        if let Some(line) = &session.line {
            for (_, text) in session.sent.iter().filter(|(number, _)| missed(number)) {
                // Queued events never exceed the queue: fewer are kept than it holds.
                let _ = line.outgoing.try_send(Out::Text(text.clone()));
            }
        }
        session.send("RESUMED", "{\"_trace\":[]}");
        Resumed::Yes
    }

    /// The connection with this number is gone; its session waits for a resume.
    pub(super) fn detach(&mut self, id: &str, number: u64) {
        if let Some(session) = self.by_id.get_mut(id)
            && session
                .line
                .as_ref()
                .is_some_and(|line| line.number == number)
        {
            session.hang_up();
        }
    }

    /// Puts something into the queue of every connection; returns how many heard it.
    pub(super) fn push_all(&self, out: impl Fn() -> Out) -> usize {
        let lines = self
            .by_id
            .values()
            .filter_map(|session| session.line.as_ref());
        // A full queue means that the connection is lost anyway.
        lines
            .filter(|line| line.outgoing.try_send(out()).is_ok())
            .count()
    }

    /// No session has a connection any more.
    pub(super) fn detach_all(&mut self) {
        self.by_id.values_mut().for_each(Session::hang_up);
    }

    /// No session can be resumed any more.
    pub(super) fn forget_all(&mut self) {
        self.by_id.clear();
        self.order.clear();
    }

    /// All sessions in the order of their opening, for people who look at the gateway.
    pub(crate) fn show(&self) -> Value {
        let known = |id: &String| {
            let session = self.by_id.get(id)?;
            Some(json!({
                "id": id.get(..6), "seq": session.seq, "intents": session.wants.intents,
                "connected": session.line.is_some(), "resumes": session.resumes,
                "shard": [session.wants.shard.0, session.wants.shard.1],
            }))
        };
        let sessions: Vec<Value> = self.order.iter().filter_map(known).collect();
        json!({
            "sessions": sessions, "identifies": self.identifies, "resumes": self.resumes,
            "refused_resumes": self.refused_resumes,
        })
    }

    /// The session ends for good, unless a connection holds it again.
    pub(super) fn close(&mut self, id: &str) {
        if self
            .by_id
            .get(id)
            .is_some_and(|session| session.line.is_none())
        {
            self.by_id.remove(id);
            self.order.retain(|known| known != id);
        }
    }
}

impl Session {
    /// Sends an event for certain.
    fn send(&mut self, event: &str, d: &str) {
        let text = self.keep(event, d);
        self.push(Out::Text(text));
    }

    /// Sends an event, unless a fault wants something else.
    fn publish(&mut self, event: &str, d: &str) {
        let text = self.keep(event, d);
        let seq = self.seq;
        self.push(Out::Event { seq, text });
    }

    /// Numbers an event and keeps it for a resume.
    fn keep(&mut self, event: &str, d: &str) -> String {
        self.seq += 1;
        let text = format!(
            "{{\"t\":\"{event}\",\"s\":{},\"op\":0,\"d\":{d}}}",
            self.seq
        );
        if self.sent.len() == KEPT_EVENTS {
            self.sent.pop_front();
        }
        self.sent.push_back((self.seq, text.clone()));
        text
    }

    fn push(&mut self, out: Out) {
        if let Some(line) = &self.line
            && line.outgoing.try_send(out).is_err()
        {
            self.hang_up();
        }
    }

    /// The session has no connection any more; what that one owed is the session's debt.
    fn hang_up(&mut self) {
        if let Some(line) = self.line.take() {
            self.owed.append(&mut line.owed.numbers());
        }
    }
}
