//! The results of finished games, and the leaderboards made from them.

use super::id::{Moment, PersonId, ServerId};
use super::{Failure, Store};
use crate::rules::any::GameId;

/// A line of a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The place, from 1; equal wins in equally many games share it.
    pub place: u32,
    /// Who.
    pub person: PersonId,
    /// Games won.
    pub wins: u32,
    /// Games played to the end, or left.
    pub games: u32,
}

impl Store {
    /// The best of a server in a game, since a moment or ever.
    pub async fn leaderboard(
        &self,
        _server: ServerId,
        _game: GameId,
        _since: Option<Moment>,
        _casual: bool,
        _limit: u32,
    ) -> Result<Vec<Line>, Failure> {
        todo!()
    }

    /// One person's own line.
    pub async fn leaderboard_line(
        &self,
        _server: ServerId,
        _game: GameId,
        _since: Option<Moment>,
        _casual: bool,
        _person: PersonId,
    ) -> Result<Option<Line>, Failure> {
        todo!()
    }
}
