//! What happened, in order, for those who wait for it: the people's long polls and the tests.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::watch;

use super::id::Id;
use super::world::World;

/// How many pieces of news are kept; a reader further behind reads the channel again.
const KEPT: usize = 8192;

/// The log of what happened.
#[derive(Debug)]
pub(super) struct News {
    log: VecDeque<Piece>,
    /// The number before the first piece of all.
    began: u64,
    seq: watch::Sender<u64>,
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    seq: u64,
    happened: Happened,
    /// The only person who may know; `None`: everybody.
    only_for: Option<Id>,
}

/// The kinds of news.
#[derive(Clone, Debug)]
pub(super) enum Happened {
    Message {
        channel: Id,
        message: Id,
        pings: Vec<Id>,
        pings_all: bool,
    },
    Edit {
        channel: Id,
        message: Id,
    },
    Delete {
        channel: Id,
        message: Id,
    },
    Interaction {
        channel: Id,
        interaction: Id,
    },
    Modal {
        channel: Id,
        interaction: Id,
    },
    Channel {
        channel: Id,
    },
    Person {
        person: Id,
    },
    Typing {
        channel: Id,
    },
    Clock,
    Bot {
        online: bool,
    },
}

impl News {
    pub(super) fn new() -> Self {
        Self::after_restart(0)
    }

    /// News of a world whose earlier news, up to this number, nobody has any more.
    pub(super) fn after_restart(seq: u64) -> Self {
        Self {
            log: VecDeque::new(),
            began: seq,
            seq: watch::Sender::new(seq),
        }
    }

    /// The number of the last piece.
    pub(super) fn seq(&self) -> u64 {
        *self.seq.borrow()
    }

    /// Wakes whenever the number grows.
    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.seq.subscribe()
    }

    /// Adds a piece and wakes the waiting.
    pub(super) fn tell(&mut self, happened: Happened, only_for: Option<Id>) {
        let seq = self.seq() + 1;
        if self.log.len() == KEPT {
            self.log.pop_front();
        }
        self.log.push_back(Piece {
            seq,
            happened,
            only_for,
        });
        self.seq.send_replace(seq);
    }

    /// Whether pieces after `after` are no longer kept.
    pub(super) fn has_missed(&self, after: u64) -> bool {
        let before_first = self.log.front().map_or(self.began, |first| first.seq - 1);
        after < before_first
    }

    /// What came after `after`, as far as `person` may know it.
    pub(super) fn after(&self, after: u64, person: Id) -> impl Iterator<Item = &Piece> {
        let known = self.log.partition_point(|piece| piece.seq <= after);
        self.log
            .iter()
            .skip(known)
            .filter(move |piece| piece.only_for.is_none_or(|only| only == person))
    }
}

impl Piece {
    /// The channel in which it happened.
    pub(super) fn channel(&self) -> Option<Id> {
        match self.happened {
            Happened::Message { channel, .. }
            | Happened::Edit { channel, .. }
            | Happened::Delete { channel, .. }
            | Happened::Interaction { channel, .. }
            | Happened::Modal { channel, .. }
            | Happened::Channel { channel }
            | Happened::Typing { channel } => Some(channel),
            Happened::Person { .. } | Happened::Clock | Happened::Bot { .. } => None,
        }
    }

    /// The object of the people's API.
    pub(super) fn show(&self, world: &World, person: Id) -> Value {
        let mut shown = match &self.happened {
            Happened::Message {
                channel,
                message,
                pings,
                pings_all,
            } => json!({
                "kind": "message", "channel": channel, "message": world.message_or_id(*message),
                "mentioned": *pings_all || pings.contains(&person),
            }),
            Happened::Edit { channel, message } => {
                json!({"kind": "edit", "channel": channel, "message": world.message_or_id(*message)})
            }
            Happened::Delete { channel, message } => {
                json!({"kind": "delete", "channel": channel, "message": {"id": message}})
            }
            Happened::Interaction {
                channel,
                interaction,
            } => {
                json!({"kind": "interaction", "channel": channel, "outcome": world.outcome(*interaction)})
            }
            Happened::Modal {
                channel,
                interaction,
            } => {
                json!({"kind": "modal", "channel": channel, "outcome": world.outcome(*interaction)})
            }
            Happened::Channel { channel } => json!({"kind": "channel", "channel": channel}),
            Happened::Person { person } => json!({"kind": "person", "person": person}),
            Happened::Typing { channel } => json!({"kind": "typing", "channel": channel}),
            Happened::Clock => json!({"kind": "clock"}),
            Happened::Bot { online } => json!({"kind": "bot", "online": online}),
        };
        shown["seq"] = self.seq.into();
        shown
    }
}
