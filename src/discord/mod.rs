//! The front: Discord's commands, presses and messages, and nothing of the games' rules.
//!
//! A press or a command is read, one call goes to a table, and the answer is a message. Boards and panels
//! follow the tables' news on their own (`keeper`). Nothing that is said here is said before its commit.

mod access;
mod asked;
mod bell;
mod board;
mod closed;
mod commands;
mod connect;
mod declined;
mod delay;
mod desk;
mod desk_sentences;
mod door;
mod easels;
mod envelope;
mod failure;
mod fair;
mod front_sentences;
mod games;
mod gateway;
mod hint;
mod hint_sentences;
mod holds;
mod identity;
mod keeper;
mod leaders;
mod ledger;
mod limits;
mod lobby;
mod note;
mod okey;
mod okey101;
mod okey_options;
mod okey_refusal;
mod option_sentences;
mod option_words;
mod options;
mod pace;
mod panel;
mod past;
mod ping;
mod play;
mod press;
mod rematch;
mod reply;
mod repost;
mod request;
mod rest;
mod result_sentences;
mod rules_text;
mod seen;
mod send;
mod sentences;
mod sessions;
mod settings;
mod standing;
mod table_words;
mod threads;
mod tiles;
mod tls;
mod turn;
mod words;

use std::sync::Arc;

pub use connect::{Bot, ConnectFailure, FrontSettings, Service, connect, require_loopback};
pub use easels::{Easel, Easels, Rank};
pub use pace::Pace;
pub use rest::Rest;
pub use tls::choose_tls;

use crate::store::Store;
use crate::tables::{Clock, Hall};

/// What the front needs everywhere.
pub struct Front {
    hall: Hall,
    store: Store,
    clock: Clock,
    pace: Pace,
    settings: settings::Settings,
    sender: send::Sender,
    panels: holds::Panels,
    easels: easels::Easels,
    replies: reply::Replies,
    delays: delay::Delays,
    keepers: keeper::Keepers,
    work: Arc<rest::Work>,
    presses: fair::Presses,
    calls: fair::Calls,
}

type FrontRef = Arc<Front>;
