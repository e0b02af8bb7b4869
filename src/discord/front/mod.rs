//! What acts: presses, commands, and the keepers of messages. Whatever it says was made by `pages`.

pub(super) mod access;
pub(super) mod asked;
pub(super) mod commands;
pub(super) mod connect;
pub(super) mod desk;
pub(super) mod door;
mod ending;
mod faces;
pub(super) mod hint;
pub(super) mod keeper;
pub(super) mod kept;
pub(super) mod learn;
mod leaving;
pub(super) mod lesson;
pub(super) mod lobby;
pub(super) mod opened;
pub(super) mod options;
pub(super) mod panel;
pub(super) mod ping;
pub(super) mod play;
mod privacy;
pub(super) mod reading;
pub(super) mod rematch;
mod replay;
pub(super) mod repost;
pub(super) mod rest;
pub(super) mod results;
pub(super) mod settings;
mod shut_out;
pub(super) mod standing;
#[cfg(test)]
mod tests;
pub(super) mod threads;
mod word;

use std::sync::Arc;

use kept::{
    easels, faces as faces_kept, fair, holds, in_hand, keepers, replays, switched, unknown, work,
};

use super::wire::{delay, pace, reply, send};
use crate::store::Store;
use crate::tables::{Clock, Hall, PersonId, TableId};

/// What the front needs everywhere.
pub(crate) struct Front {
    hall: Hall,
    store: Store,
    clock: Clock,
    pace: pace::Pace,
    settings: kept::settings::Settings,
    sender: send::Sender,
    panels: holds::Panels,
    easels: easels::Easels,
    faces: faces_kept::Faces,
    replays: replays::Replays,
    replies: reply::Replies,
    delays: delay::Delays,
    keepers: keepers::Keepers,
    work: Arc<work::Work>,
    presses: fair::Presses,
    calls: fair::Calls,
    privacy: Option<&'static str>,
    /// The people and servers whom the host shuts out, by their ids in order.
    shut_out: &'static [u64],
    /// For whom a list is being made: results take their time in a large database, and few are made at once.
    lists: in_hand::InHand<PersonId>,
    /// Which tables are just being started.
    starts: in_hand::InHand<TableId>,
    /// Whose data are just being handed out.
    exports: in_hand::InHand<PersonId>,
    /// What everybody switched last.
    switched: switched::Switched,
    /// Tables of which only messages are left.
    unknown: unknown::Unknown,
}

pub(super) type FrontRef = Arc<Front>;
