//! The last exchanges and gateway payloads, for people who watch the traffic.
//!
//! Keeping them must cost next to nothing while nobody looks: what is there anyway is moved in here, and turned into
//! JSON for the reader only when one comes. Tokens of the bot are taken out before anything is kept.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::watch;

/// How many pieces are kept at most.
pub(super) const KEPT: usize = 500;
/// About so many bytes are kept at most.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// A longer body or payload is cut.
const LONGEST: usize = 16 * 1024;

/// The log of the traffic.
#[derive(Debug)]
pub(super) struct Watching {
    log: Mutex<Log>,
    seq: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Log {
    pieces: VecDeque<Piece>,
    last: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Piece {
    seq: u64,
    at_ms: u64,
    bytes: usize,
    seen: Seen,
}

#[derive(Debug)]
enum Seen {
    Rest(Box<RestSeen>),
    ToBot {
        /// The payload, or its beginning.
        text: String,
        whole: usize,
        fault: Option<&'static str>,
    },
    FromBot(Value),
}

/// A REST exchange.
#[derive(Debug)]
pub(super) struct RestSeen {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) content_type: Option<String>,
    pub(super) request: Option<Value>,
    /// Number, name and size of each file.
    pub(super) attachments: Vec<(u64, String, usize)>,
    /// `None` when there was no answer.
    pub(super) status: Option<u16>,
    pub(super) response: Option<Value>,
    pub(super) after_us: u64,
    pub(super) fault: Option<&'static str>,
}

impl Watching {
    pub(super) fn new() -> Self {
        Self {
            log: Mutex::default(),
            seq: watch::Sender::new(0),
        }
    }

    /// Tells of every new piece.
    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.seq.subscribe()
    }

    /// Keeps a REST exchange.
    pub(super) fn rest(&self, at_ms: u64, mut seen: RestSeen) {
        let bytes = shorten(&mut seen.request) + shorten(&mut seen.response) + seen.path.len();
        self.keep(at_ms, bytes, Seen::Rest(Box::new(seen)));
    }

    /// Keeps a payload for the bot.
    pub(super) fn sent(&self, at_ms: u64, payload: &str, fault: Option<&'static str>) {
        let text = beginning(payload).to_owned();
        let seen = Seen::ToBot {
            whole: payload.len(),
            fault,
            text,
        };
        self.keep(at_ms, payload.len().min(LONGEST), seen);
    }

    /// Keeps a payload from the bot, but not its token.
    pub(super) fn received(&self, at_ms: u64, payload: &Value) {
        let mut kept = payload.clone();
        hide_tokens(&mut kept);
        self.keep(at_ms, weight(&kept, LONGEST), Seen::FromBot(kept));
    }

    fn keep(&self, at_ms: u64, bytes: usize, seen: Seen) {
        let mut log = self.log();
        log.last += 1;
        log.bytes += bytes;
        let seq = log.last;
        log.pieces.push_back(Piece {
            seq,
            at_ms,
            bytes,
            seen,
        });
        while log.pieces.len() > KEPT || log.bytes > MOST_BYTES {
            let Some(oldest) = log.pieces.pop_front() else {
                break;
            };
            log.bytes -= oldest.bytes;
        }
        drop(log);
        self.seq.send_replace(seq);
    }

    /// What came after `after`, at most `limit` pieces; without `after` the newest ones. Oldest first.
    pub(super) fn read(&self, after: Option<u64>, limit: usize) -> Value {
        let log = self.log();
        let found: Vec<&Piece> = match after {
            None => {
                let skipped = log.pieces.len().saturating_sub(limit);
                log.pieces.iter().skip(skipped).collect()
            }
            Some(after) => {
                // A number from before a restart of the sandbox is beyond all of ours.
                let after = if after > log.last { 0 } else { after };
                let newer = log.pieces.iter().filter(|piece| piece.seq > after);
                newer.take(limit).collect()
            }
        };
        let seq = found.last().map_or(log.last, |piece| piece.seq);
        let traffic: Vec<Value> = found.into_iter().map(Piece::show).collect();
        let mut answer = json!({"seq": seq, "traffic": traffic});
        let oldest = log.pieces.front().map_or(1, |piece| piece.seq);
        if after.is_some_and(|after| after + 1 < oldest) {
            answer["missed"] = true.into();
        }
        answer
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        // Nothing below can panic half-way, so what a poisoned lock guards is still whole.
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Piece {
    fn show(&self) -> Value {
        let mut shown = match &self.seen {
            Seen::Rest(seen) => seen.show(),
            Seen::ToBot { text, whole, fault } => {
                let mut shown = show_payload("to_bot", &payload(text, *whole));
                shown["fault"] = (*fault).into();
                shown
            }
            Seen::FromBot(payload) => show_payload("from_bot", payload),
        };
        shown["seq"] = self.seq.into();
        shown["at"] = self.at_ms.into();
        shown
    }
}

impl RestSeen {
    fn show(&self) -> Value {
        let file = |(id, filename, size): &(u64, String, usize)| json!({"id": id.to_string(), "filename": filename, "size": size});
        json!({
            "kind": "rest", "method": self.method, "path": self.path, "content_type": self.content_type,
            "request": self.request, "attachments": self.attachments.iter().map(file).collect::<Vec<_>>(),
            "status": self.status, "response": self.response, "after_us": self.after_us, "fault": self.fault,
        })
    }
}

fn show_payload(direction: &str, payload: &Value) -> Value {
    json!({
        "kind": "gateway", "direction": direction, "op": payload["op"], "t": payload["t"], "s": payload["s"],
        "d": payload["d"], "fault": null,
    })
}

/// The payload again. Of a cut one only the beginning is there: the sandbox writes name, number and op before the rest.
fn payload(text: &str, whole: usize) -> Value {
    if text.len() == whole {
        return serde_json::from_str(text).unwrap_or_default();
    }
    let (head, d) = text.split_once(",\"d\":").unwrap_or((text, ""));
    let mut payload: Value = serde_json::from_str(&format!("{head}}}")).unwrap_or_default();
    payload["d"] = cut(d, whole).into();
    payload
}

fn cut(beginning: &str, whole: usize) -> String {
    format!("{beginning}… [cut: {whole} bytes in all]")
}

/// Cuts a long body; returns about how much it takes.
fn shorten(body: &mut Option<Value>) -> usize {
    let Some(value) = body else {
        return 0;
    };
    let bytes = weight(value, LONGEST);
    if bytes >= LONGEST {
        let text = value.to_string();
        *value = cut(beginning(&text), text.len()).into();
    }
    bytes
}

/// At most `LONGEST` bytes of a text, ending between two characters.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST)]
}

/// About how many bytes a value takes, counted no further than `most`.
fn weight(value: &Value, most: usize) -> usize {
    const NODE: usize = 16;
    let sum = |parts: &mut dyn Iterator<Item = (&str, &Value)>| {
        let mut all = NODE;
        for (name, part) in parts {
            if all >= most {
                break;
            }
            all += name.len() + weight(part, most - all);
        }
        all
    };
    let all = match value {
        Value::String(text) => NODE + text.len(),
        Value::Array(list) => sum(&mut list.iter().map(|part| ("", part))),
        Value::Object(map) => sum(&mut map.iter().map(|(name, part)| (name.as_str(), part))),
        Value::Null | Value::Bool(_) | Value::Number(_) => NODE,
    };
    all.min(most)
}

/// Takes out whatever is called a token, wherever a confused client put it.
fn hide_tokens(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (name, part) in map {
                if name.eq_ignore_ascii_case("token") {
                    *part = "(hidden)".into();
                } else {
                    hide_tokens(part);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(hide_tokens),
        _ => {}
    }
}
