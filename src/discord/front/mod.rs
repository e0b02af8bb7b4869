//! What acts: presses, commands, and the keepers of messages. Whatever it says was made by `pages`.

pub(super) mod access;
pub(super) mod asked;
pub(super) mod commands;
pub(super) mod connect;
pub(super) mod door;
pub(super) mod keeper;
pub(super) mod kept;
pub(super) mod panel;
pub(super) mod ping;
pub(super) mod play;
pub(super) mod rematch;
pub(super) mod repost;
pub(super) mod rest;
pub(super) mod standing;
pub(super) mod threads;

use std::sync::Arc;

use kept::{easels, fair, holds};

use super::pages::settings;
use super::wire::{delay, pace, reply, send};
use crate::store::Store;
use crate::tables::{Clock, Hall};

/// What the front needs everywhere.
pub struct Front {
    pub(super) hall: Hall,
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) pace: pace::Pace,
    pub(super) settings: settings::Settings,
    pub(super) sender: send::Sender,
    pub(super) panels: holds::Panels,
    pub(super) easels: easels::Easels,
    pub(super) replies: reply::Replies,
    pub(super) delays: delay::Delays,
    pub(super) keepers: keeper::Keepers,
    pub(super) work: Arc<rest::Work>,
    pub(super) presses: fair::Presses,
    pub(super) calls: fair::Calls,
}

pub(super) type FrontRef = Arc<Front>;
