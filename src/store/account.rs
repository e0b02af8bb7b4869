//! What the games of a server were for one person: counted, and one by one.

use super::id::{ChannelId, MessageId, Moment, PersonId, ServerId, TableId};
use super::journal::unreadable;
use super::results::{Part, count, outcome_from, points_when_left, shown_page};
use super::{Failure, Store};
use crate::rules::Outcome;
use crate::rules::any::GameId;

/// What the games of one kind were for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Played to the end, or left.
    pub games: u32,
    /// Won.
    pub wins: u32,
    /// The points of all games together, those that they left as in [`Order::Points`](super::Order::Points); or the units.
    pub points: i64,
    /// The places of all games together.
    pub places: u32,
    /// Left before the end.
    pub left: u32,
    /// Taken over from somebody who had left.
    pub stepped_in: u32,
}

/// What a game was for a person in a server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// The games that count.
    pub rated: Tally,
    /// The others.
    pub casual: Tally,
    /// The most wins in a row among those that count.
    pub best_streak: u32,
    /// How the last ones that count came out, the newest first.
    pub recent: Vec<Outcome>,
}

/// A game that is over, as it was for one person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past {
    /// Which table.
    pub table: TableId,
    /// Which game.
    pub game: GameId,
    /// Their place among all seats, which partners share.
    pub place: u8,
    /// Of so many seats.
    pub seats: u8,
    /// How many sides played against each other.
    pub sides: u8,
    /// Their points.
    pub points: i32,
    /// Won, lost, or neither.
    pub outcome: Outcome,
    /// What part they had in it.
    pub part: Part,
    /// Kept apart from the games that count.
    pub casual: bool,
    /// When it was over.
    pub finished_at: Moment,
    /// Where it was played.
    pub channel: ChannelId,
    /// Its board, or else the message that it begins.
    pub message: Option<MessageId>,
    /// The other people.
    pub others: Vec<PersonId>,
    /// Whether its journal was not deleted.
    pub is_kept: bool,
}

/// A page of past games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastPage {
    /// The newest first.
    pub games: Vec<Past>,
    /// Which page, from 0: the last one, if a later one was asked for.
    pub page: u32,
    /// How many there are, at least one.
    pub pages: u32,
}

struct RawPast {
    table_id: String,
    game: String,
    place: i64,
    seats: i64,
    sides: i64,
    points: i64,
    outcome: String,
    part: String,
    casual: i64,
    finished_at: i64,
    channel: i64,
    message: Option<i64>,
    is_kept: bool,
}

impl RawPast {
    fn read(&self, sat: &[(String, PersonId)], person: PersonId) -> Result<Past, Failure> {
        self.try_read(sat, person)
            .ok_or_else(|| unreadable("results"))
    }

    fn try_read(&self, sat: &[(String, PersonId)], person: PersonId) -> Option<Past> {
        let mut others: Vec<PersonId> = Vec::new();
        for (table, other) in sat {
            if *table == self.table_id && *other != person && !others.contains(other) {
                others.push(*other);
            }
        }
        Some(Past {
            table: self.table_id.parse().ok()?,
            game: GameId::from_id(&self.game)?,
            place: u8::try_from(self.place).ok()?,
            seats: u8::try_from(self.seats).ok()?,
            sides: u8::try_from(self.sides).ok()?,
            points: i32::try_from(self.points).ok()?,
            outcome: outcome_from(&self.outcome)?,
            part: Part::from_word(&self.part)?,
            casual: self.casual != 0,
            finished_at: Moment::from_row(self.finished_at),
            channel: ChannelId::from_row(self.channel),
            message: self.message.map(MessageId::from_row),
            others,
            is_kept: self.is_kept,
        })
    }
}

// Without statistics SQLite would count a person's games by the leaderboard's index, which holds the whole server's:
// `indexed by` says which.
impl Store {
    /// What a game was for a person in a server, with the last `recent` outcomes. For whoever is nobody any more it was nothing.
    pub async fn account(
        &self,
        server: ServerId,
        game: GameId,
        person: PersonId,
        recent: u32,
    ) -> Result<Account, Failure> {
        if person.is_nobody() {
            return Ok(Account::default());
        }
        let _turn = self.turn_for_list().await?;
        let (rated, casual) = self.tallies(server, game, person).await?;
        Ok(Account {
            rated,
            casual,
            best_streak: self.best_streak(server, game, person).await?,
            recent: self.recent(server, game, person, recent).await?,
        })
    }

    async fn tallies(
        &self,
        server: ServerId,
        game: GameId,
        person: PersonId,
    ) -> Result<(Tally, Tally), Failure> {
        let (least_left, most_left) = points_when_left(game).into_inner();
        let (person, server, game) = (person.to_row(), server.to_row(), game.id());
        let rows = sqlx::query!(
            r#"select casual, count(*) as "games!: i64", count(*) filter (where outcome = 'won') as "wins!: i64",
                      sum(case part when 'left' then min(max(points, ?4), ?5) else points end) as "points!: i64",
                      sum(place) as "places!: i64",
                      count(*) filter (where part = 'left') as "left!: i64",
                      count(*) filter (where part = 'stepped_in') as "stepped_in!: i64"
               from results indexed by results_person where person = ?1 and server = ?2 and game = ?3
               group by casual"#,
            person,
            server,
            game,
            least_left,
            most_left
        )
        .fetch_all(&self.0.readers)
        .await?;
        let of = |casual: i64| {
            let row = rows.iter().find(|row| row.casual == casual);
            row.map_or_else(Tally::default, |row| Tally {
                games: count(row.games),
                wins: count(row.wins),
                points: row.points,
                places: count(row.places),
                left: count(row.left),
                stepped_in: count(row.stepped_in),
            })
        };
        Ok((of(0), of(1)))
    }

    async fn best_streak(
        &self,
        server: ServerId,
        game: GameId,
        person: PersonId,
    ) -> Result<u32, Failure> {
        let (person, server, game) = (person.to_row(), server.to_row(), game.id());
        // Wins in a row have numbers in a row among all games and among the wins: the difference stays.
        let longest = sqlx::query_scalar!(
            r#"select max(wins) as "longest: i64" from (
                   select count(*) as wins from (
                       select outcome, row_number() over game - row_number() over kind as streak
                       from results indexed by results_person
                       where person = ? and server = ? and game = ? and casual = 0
                       window game as (order by finished_at, table_id, seat),
                              kind as (partition by outcome order by finished_at, table_id, seat)
                   ) where outcome = 'won' group by streak
               )"#,
            person,
            server,
            game
        )
        .fetch_one(&self.0.readers)
        .await?;
        Ok(longest.map_or(0, count))
    }

    async fn recent(
        &self,
        server: ServerId,
        game: GameId,
        person: PersonId,
        most: u32,
    ) -> Result<Vec<Outcome>, Failure> {
        let (person, server, game) = (person.to_row(), server.to_row(), game.id());
        let outcomes = sqlx::query_scalar!(
            "select outcome from results indexed by results_person
             where person = ? and server = ? and game = ? and casual = 0
             order by finished_at desc, table_id desc, seat desc limit ?",
            person,
            server,
            game,
            most
        )
        .fetch_all(&self.0.readers)
        .await?;
        let read = |word: &String| outcome_from(word).ok_or_else(|| unreadable("results"));
        outcomes.iter().map(read).collect()
    }

    /// A page of a person's games in a server, of so many games. Those of the forgotten are nobody's: one number stands for all
    /// of them, and they are told to nobody.
    pub async fn past(
        &self,
        server: ServerId,
        person: PersonId,
        page: u32,
        most: u32,
    ) -> Result<PastPage, Failure> {
        if person.is_nobody() {
            let (page, pages) = shown_page(page, most, 0);
            let games = Vec::new();
            return Ok(PastPage { games, page, pages });
        }
        let _turn = self.turn_for_list().await?;
        let total = self.games_of(server, person).await?;
        let (page, pages) = shown_page(page, most, total);
        let rows = self.past_rows(server, person, page, most).await?;
        let sat = self.who_sat(&rows).await?;
        let games = rows.iter().map(|row| row.read(&sat, person));
        Ok(PastPage {
            games: games.collect::<Result<_, _>>()?,
            page,
            pages,
        })
    }

    async fn games_of(&self, server: ServerId, person: PersonId) -> Result<u32, Failure> {
        let (server, person) = (server.to_row(), person.to_row());
        let games = sqlx::query_scalar!(
            "select count(*) from results where person = ? and server = ?",
            person,
            server
        )
        .fetch_one(&self.0.readers)
        .await?;
        Ok(count(games))
    }

    async fn past_rows(
        &self,
        server: ServerId,
        person: PersonId,
        page: u32,
        most: u32,
    ) -> Result<Vec<RawPast>, Failure> {
        let (server, person) = (server.to_row(), person.to_row());
        let (skipped, most) = (i64::from(page) * i64::from(most), i64::from(most));
        let rows = sqlx::query_as!(
            RawPast,
            r#"select table_id, results.game, place, results.seats, sides, points, outcome, part, casual,
                      finished_at, channel,
                      coalesce(board, start) as "message: i64",
                      coalesce(journal, '') <> 'gone' as "is_kept!: bool"
               from results join tables on tables.id = results.table_id
               where person = ? and results.server = ?
               order by finished_at desc, table_id desc, seat desc limit ? offset ?"#,
            person,
            server,
            most,
            skipped
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(rows)
    }

    /// Everybody who has a result of these games.
    async fn who_sat(&self, games: &[RawPast]) -> Result<Vec<(String, PersonId)>, Failure> {
        let tables: Vec<&str> = games.iter().map(|game| game.table_id.as_str()).collect();
        let tables = serde_json::to_string(&tables).expect("texts are always JSON");
        let rows = sqlx::query!(
            "select table_id, person from results where table_id in (select value from json_each(?))
             order by table_id, seat",
            tables
        )
        .fetch_all(&self.0.readers)
        .await?;
        let read = rows.into_iter();
        Ok(read
            .map(|row| (row.table_id, PersonId::from_row(row.person)))
            .collect())
    }
}
