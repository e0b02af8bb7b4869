//! What waits to be sent on one connection, and what happens to it on the way: events that are lost, doubled, late or
//! out of order, a connection that falls silent, and one that is cut.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::QUEUE;
use super::sessions::Out;
use crate::Shared;
use crate::faults::{EventFate, Faults};

/// An event that is to follow the next one waits for it no longer than this.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a connection's task is to do next.
#[derive(Debug)]
pub(super) enum Step {
    Send(String),
    Close(u16, &'static str),
    /// The session is no longer this connection's.
    Invalidate,
    /// The end without a close frame.
    Cut,
}

/// The numbers of the events that others have overtaken: a RESUME owes them whatever number it names.
#[derive(Clone, Debug, Default)]
pub(super) struct Owed(Arc<Mutex<BTreeSet<u64>>>);

impl Owed {
    fn add(&self, seq: u64) {
        self.with(|owed| owed.insert(seq));
    }

    fn paid(&self, seq: u64) {
        self.with(|owed| owed.remove(&seq));
    }

    /// All of them.
    pub(super) fn numbers(&self) -> BTreeSet<u64> {
        self.with(|owed| owed.clone())
    }

    fn with<T>(&self, change: impl FnOnce(&mut BTreeSet<u64>) -> T) -> T {
        // A set has no half-done states.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The sending side of one connection.
pub(super) struct Queue {
    shared: Arc<Shared>,
    coming: mpsc::Receiver<Out>,
    faults: watch::Receiver<Faults>,
    owed: Owed,
    /// To be sent at once, or when the connection is no longer mute.
    ready: VecDeque<Going>,
    /// To be sent at their time.
    late: Vec<(Instant, Going)>,
    /// To be sent behind the next event, or at this time.
    held: Option<(Instant, Going)>,
    cut_at: Option<Instant>,
    is_mute: bool,
}

/// A payload on its way.
#[derive(Clone, Debug)]
struct Going {
    text: String,
    /// The number of an event.
    seq: Option<u64>,
    fault: Option<&'static str>,
}

impl Queue {
    pub(super) fn new(shared: Arc<Shared>, coming: mpsc::Receiver<Out>) -> Self {
        let faults = shared.faults.subscribe();
        let mut queue = Self {
            shared,
            coming,
            faults,
            owed: Owed::default(),
            ready: VecDeque::new(),
            late: Vec::new(),
            held: None,
            cut_at: None,
            is_mute: false,
        };
        queue.set_cut();
        queue
    }

    /// What this connection still owes.
    pub(super) fn owed(&self) -> Owed {
        self.owed.clone()
    }

    /// The next step; nothing is lost when the wait for it is given up.
    pub(super) async fn recv(&mut self) -> Option<Step> {
        loop {
            if let Some(going) = self.next_ready() {
                return Some(self.hand_out(going));
            }
            if self.ready.len() > QUEUE {
                return Some(Step::Cut);
            }
            if self.is_due(self.cut_at) {
                return Some(self.cut());
            }
            let wake_at = self.wake_at();
            tokio::select! {
                biased;
                // The sender lives in `shared`, so it cannot be gone.
                _ = self.faults.changed() => self.set_cut(),
                // Before the time is looked at: what is held waits for the next event, and that may be here already.
                out = self.coming.recv() => {
                    if let Some(step) = self.take(out?) {
                        return Some(step);
                    }
                }
                () = sleep_until(wake_at) => self.ripen(),
            }
        }
    }

    fn next_ready(&mut self) -> Option<Going> {
        if self.is_mute {
            return None;
        }
        self.ready.pop_front()
    }

    fn hand_out(&mut self, going: Going) -> Step {
        if let Some(seq) = going.seq {
            self.owed.paid(seq);
        }
        self.show(&going.text, going.fault);
        Step::Send(going.text)
    }

    /// Shows a payload to those who watch the traffic.
    pub(super) fn show(&self, payload: &str, fault: Option<&'static str>) {
        let now_ms = self.shared.clock.now_ms();
        self.shared.watching.sent(now_ms, payload, fault);
    }

    fn cut(&mut self) -> Step {
        self.shared.faults.note(|counts| counts.drop += 1);
        Step::Cut
    }

    /// Takes in what the session or a deed wants.
    fn take(&mut self, out: Out) -> Option<Step> {
        match out {
            Out::Text(text) => self.ready.push_back(Going {
                text,
                seq: None,
                fault: None,
            }),
            Out::Event { seq, text } => self.take_event(Going {
                text,
                seq: Some(seq),
                fault: None,
            }),
            Out::Close(code, why) => return Some(Step::Close(code, why)),
            Out::Invalidate => return Some(Step::Invalidate),
            Out::Cut => return Some(self.cut()),
            Out::Mute => self.is_mute = true,
            Out::Unmute => self.is_mute = false,
        }
        None
    }

    fn take_event(&mut self, mut event: Going) {
        let now = Instant::now();
        match self.shared.faults.event_fate() {
            EventFate::Lost => {
                self.show(&event.text, Some("event_lost"));
                return;
            }
            EventFate::Delayed(length) => {
                event.fault = Some("event_delay");
                self.owe(&event);
                self.late.push((now + length, event));
                return;
            }
            EventFate::Reordered if self.held.is_none() => {
                event.fault = Some("event_reordered");
                self.owe(&event);
                self.held = Some((now + PATIENCE, event));
                return;
            }
            EventFate::Doubled => {
                self.ready.push_back(event.clone());
                event.fault = Some("event_doubled");
                self.ready.push_back(event);
            }
            EventFate::Strange => {
                if let Some(text) = strange(&event.text) {
                    self.shared.faults.note(|counts| counts.event_strange += 1);
                    event.text = text;
                    event.fault = Some("event_strange");
                }
                self.ready.push_back(event);
            }
            EventFate::Reordered | EventFate::Sent => self.ready.push_back(event),
        }
        self.ready.extend(self.held.take().map(|(_, held)| held));
    }

    fn owe(&self, event: &Going) {
        if let Some(seq) = event.seq {
            self.owed.add(seq);
        }
    }

    /// Whose time has come is ready.
    fn ripen(&mut self) {
        let now = Instant::now();
        self.late.sort_by_key(|(at, _)| *at);
        let ripe = self.late.partition_point(|(at, _)| *at <= now);
        let ripe = self.late.drain(..ripe).map(|(_, going)| going);
        self.ready.extend(ripe);
        if let Some((_, held)) = self.held.take_if(|(at, _)| *at <= now) {
            self.ready.push_back(held);
        }
    }

    fn wake_at(&self) -> Option<Instant> {
        let late = self.late.iter().map(|(at, _)| *at);
        let held = self.held.iter().map(|(at, _)| *at);
        late.chain(held).chain(self.cut_at).min()
    }

    fn is_due(&self, at: Option<Instant>) -> bool {
        at.is_some_and(|at| at <= Instant::now())
    }

    fn set_cut(&mut self) {
        let every_ms = self.faults.borrow_and_update().drop_every_ms;
        self.cut_at = (every_ms > 0).then(|| Instant::now() + Duration::from_millis(every_ms));
    }
}

/// An interaction in a form that nobody knows; `None` of other events.
fn strange(text: &str) -> Option<String> {
    let mut event: Value = serde_json::from_str(text).ok()?;
    if event["t"] != "INTERACTION_CREATE" {
        return None;
    }
    event["d"]["data"] = json!({"form": 2, "parts": []});
    Some(event.to_string())
}

/// Sleeps until then, or for ever.
pub(super) async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
