//! The last exchanges and gateway payloads, for people who watch the traffic.
//!
//! Keeping them must cost next to nothing while nobody looks: texts are copied as they were written, and made into JSON
//! for the reader only when one comes. (Keeping whole `Value`s cost more than answering: hundreds of small pieces, cold
//! when they are let go.) Tokens of the bot are taken out before anything is kept.

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
        payload: Kept,
        fault: Option<&'static str>,
    },
    FromBot(Kept),
}

/// A text, or the beginning of a long one.
#[derive(Debug)]
pub(super) struct Kept {
    beginning: Box<[u8]>,
    whole: usize,
}

/// A REST exchange.
#[derive(Debug)]
pub(super) struct RestSeen {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) content_type: Option<String>,
    pub(super) request: Kept,
    /// Number, name and size of each file.
    pub(super) attachments: Vec<(u64, String, usize)>,
    /// `None` when there was no answer.
    pub(super) status: Option<u16>,
    pub(super) response: Kept,
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
    pub(super) fn rest(&self, at_ms: u64, seen: RestSeen) {
        let bytes = seen.request.bytes() + seen.response.bytes() + seen.path.len();
        self.keep(at_ms, bytes, Seen::Rest(Box::new(seen)));
    }

    /// Keeps a payload for the bot.
    pub(super) fn sent(&self, at_ms: u64, payload: &str, fault: Option<&'static str>) {
        let payload = Kept::of(payload.as_bytes());
        self.keep(at_ms, payload.bytes(), Seen::ToBot { payload, fault });
    }

    /// Keeps a payload from the bot, but not its token.
    pub(super) fn received(&self, at_ms: u64, payload: &Value) {
        let mut shown = payload.clone();
        hide_tokens(&mut shown);
        let payload = Kept::of(shown.to_string().as_bytes());
        self.keep(at_ms, payload.bytes(), Seen::FromBot(payload));
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
            Seen::ToBot { payload, fault } => {
                let mut shown = show_payload("to_bot", &payload.event());
                shown["fault"] = (*fault).into();
                shown
            }
            Seen::FromBot(payload) => show_payload("from_bot", &payload.json()),
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
            "request": self.request.json(), "attachments": self.attachments.iter().map(file).collect::<Vec<_>>(),
            "status": self.status, "response": self.response.json(), "after_us": self.after_us, "fault": self.fault,
        })
    }
}

fn show_payload(direction: &str, payload: &Value) -> Value {
    json!({
        "kind": "gateway", "direction": direction, "op": payload["op"], "t": payload["t"], "s": payload["s"],
        "d": payload["d"], "fault": null,
    })
}

impl Kept {
    pub(super) fn of(text: &[u8]) -> Self {
        Self {
            beginning: text[..text.len().min(LONGEST)].into(),
            whole: text.len(),
        }
    }

    fn bytes(&self) -> usize {
        self.beginning.len()
    }

    /// What was written; text where it was no JSON or is not all there, nothing where there was nothing.
    fn json(&self) -> Value {
        if self.whole == 0 {
            return Value::Null;
        }
        if self.beginning.len() < self.whole {
            return cut(&self.text(), self.whole).into();
        }
        serde_json::from_slice(&self.beginning).unwrap_or_else(|_| self.text().into())
    }

    /// The same of a payload for the bot. Of a cut one name, number and op are there: the sandbox writes them first.
    fn event(&self) -> Value {
        if self.beginning.len() == self.whole {
            return self.json();
        }
        let text = self.text();
        let (head, d) = text.split_once(",\"d\":").unwrap_or((&text, ""));
        let mut payload: Value = serde_json::from_str(&format!("{head}}}")).unwrap_or_default();
        payload["d"] = cut(d, self.whole).into();
        payload
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.beginning).into_owned()
    }
}

fn cut(beginning: &str, whole: usize) -> String {
    // The cut may have gone through a letter.
    let beginning = beginning.trim_end_matches('\u{FFFD}');
    format!("{beginning}… [cut: {whole} bytes in all]")
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
