//! All tables.

use std::time::Duration;

use tokio::sync::broadcast;

use super::{ChannelId, Clock, Declined, Look, News, Opening, PersonId, ServerId, Table, TableId};
use crate::store::{Failure, Store};

/// How the tables of a hall behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HallSettings {
    /// The least time between a visible move and a computer's; zero in load and tests.
    pub pace: Duration,
}

/// All tables. Copies are handles to the same hall.
#[derive(Clone)]
pub struct Hall {}

impl Hall {
    /// Starts, or restarts: every lobby and unfinished game lives again.
    pub async fn reopen(
        _store: Store,
        _clock: Clock,
        _settings: HallSettings,
    ) -> Result<Self, Failure> {
        todo!()
    }

    /// Opens a table; the host sits on the first seat.
    pub async fn open(&self, _opening: Opening) -> Result<Look, Declined> {
        todo!()
    }

    /// The table with this id, unless it ended a while ago.
    pub fn table(&self, _id: &TableId) -> Option<Table> {
        todo!()
    }

    /// The lobby or running game in a channel.
    pub fn in_channel(&self, _channel: ChannelId) -> Option<Table> {
        todo!()
    }

    /// The live tables in a server at which a person sits.
    pub fn of_person(&self, _server: Option<ServerId>, _person: PersonId) -> Vec<Table> {
        todo!()
    }

    /// Every table that can be looked at.
    pub fn all(&self) -> Vec<Table> {
        todo!()
    }

    /// What is committed from now on. A receiver that lags looks at everything again.
    pub fn news(&self) -> broadcast::Receiver<News> {
        todo!()
    }

    /// Stops in order: no new requests, everything written.
    pub async fn close(&self) {
        todo!()
    }
}
