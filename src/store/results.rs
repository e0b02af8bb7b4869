//! The results of finished games, and the leaderboards made from them.

use super::id::{Moment, PersonId, ServerId};
use super::{Failure, Store};
use crate::rules::any::GameId;
use crate::rules::{Outcome, Seat};

/// What a finished game was for one person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultRow {
    /// The seat they played, or left.
    pub seat: Seat,
    /// Who.
    pub person: PersonId,
    /// Where it was played.
    pub server: Option<ServerId>,
    /// Which game.
    pub game: GameId,
    /// Their place; the last one for somebody who left.
    pub place: u8,
    /// Won, lost, or neither.
    pub outcome: Outcome,
    /// The points of the seat.
    pub points: i32,
    /// Fewer than two people played.
    pub casual: bool,
}

impl ResultRow {
    /// The outcome as the row keeps it.
    pub(super) fn outcome_word(&self) -> &'static str {
        match self.outcome {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Neither => "neither",
        }
    }
}

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

struct RawLine {
    place: i64,
    person: i64,
    wins: i64,
    games: i64,
}

impl RawLine {
    fn read(self) -> Line {
        let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        Line {
            place: count(self.place),
            person: PersonId::from_row(self.person),
            wins: count(self.wins),
            games: count(self.games),
        }
    }
}

impl Store {
    /// The best of a server in a game, since a moment or ever: most wins first, then fewest games.
    pub async fn leaderboard(
        &self,
        server: ServerId,
        game: GameId,
        since: Option<Moment>,
        casual: bool,
        limit: u32,
    ) -> Result<Vec<Line>, Failure> {
        let (server, game, since) = (server.to_row(), game.id(), since.map_or(0, Moment::to_row));
        let (casual, limit) = (i64::from(casual), i64::from(limit));
        let lines = sqlx::query_as!(
            RawLine,
            r#"select person as "person!", wins as "wins!: i64", games as "games!: i64",
                      rank() over (order by wins desc, games) as "place!: i64"
               from (select person, count(*) filter (where outcome = 'won') as wins, count(*) as games
                     from results
                     where server = ? and game = ? and casual = ? and finished_at >= ?
                     group by person)
               order by wins desc, games, person
               limit ?"#,
            server,
            game,
            casual,
            since,
            limit
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(lines.into_iter().map(RawLine::read).collect())
    }

    /// One person's own line of the same leaderboard.
    pub async fn leaderboard_line(
        &self,
        server: ServerId,
        game: GameId,
        since: Option<Moment>,
        casual: bool,
        person: PersonId,
    ) -> Result<Option<Line>, Failure> {
        let (server, game, since) = (server.to_row(), game.id(), since.map_or(0, Moment::to_row));
        let (casual, person) = (i64::from(casual), person.to_row());
        let line = sqlx::query_as!(
            RawLine,
            r#"select person as "person!", wins as "wins!: i64", games as "games!: i64", place as "place!: i64"
               from (select person, wins, games, rank() over (order by wins desc, games) as place
                     from (select person, count(*) filter (where outcome = 'won') as wins, count(*) as games
                           from results
                           where server = ? and game = ? and casual = ? and finished_at >= ?
                           group by person))
               where person = ?"#,
            server,
            game,
            casual,
            since,
            person
        )
        .fetch_optional(&self.0.readers)
        .await?;
        Ok(line.map(RawLine::read))
    }
}
