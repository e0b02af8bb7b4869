//! The results of finished games, and the leaderboards made from them.

use std::ops::RangeInclusive;

use super::id::{Moment, PersonId, ServerId, TableId};
use super::{Failure, Store};
use crate::rules::any::{BestPoints, GameId};
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
    /// Their place among all seats, which partners share; the last one for somebody who left.
    pub place: u8,
    /// How many seats the game had.
    pub seats: u8,
    /// How many sides played against each other: the seats, or the teams; of somebody who left, the seats.
    pub sides: u8,
    /// Won, lost, or neither.
    pub outcome: Outcome,
    /// The points of the seat.
    pub points: i32,
    /// What part they had in it.
    pub part: Part,
    /// Kept apart: the table was opened so, fewer than two people played, or they took a leaver's seat.
    pub casual: bool,
}

/// What part somebody had in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// From the beginning to the end.
    Played,
    /// They left before the end.
    Left,
    /// They took the seat of somebody who had left.
    SteppedIn,
}

impl Part {
    /// As the row keeps it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Left => "left",
            Self::SteppedIn => "stepped_in",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        let all = [Self::Played, Self::Left, Self::SteppedIn];
        all.into_iter().find(|part| part.word() == word)
    }
}

/// A result as it is stored, whatever stands there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct KeptResult {
    pub(super) seat: i64,
    pub(super) person: i64,
    pub(super) server: Option<i64>,
    pub(super) game: String,
    pub(super) place: i64,
    pub(super) seats: i64,
    pub(super) sides: i64,
    pub(super) outcome: String,
    pub(super) points: i64,
    pub(super) casual: i64,
    pub(super) part: String,
}

impl From<&ResultRow> for KeptResult {
    fn from(result: &ResultRow) -> Self {
        Self {
            seat: i64::from(u8::from(result.seat)),
            person: result.person.to_row(),
            server: result.server.map(|id| id.to_row()),
            game: result.game.id().to_owned(),
            place: i64::from(result.place),
            seats: i64::from(result.seats),
            sides: i64::from(result.sides),
            outcome: outcome_word(result.outcome).to_owned(),
            points: i64::from(result.points),
            casual: i64::from(result.casual),
            part: result.part.word().to_owned(),
        }
    }
}

/// The outcome as a row keeps it.
pub(super) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Lost => "lost",
        Outcome::Neither => "neither",
    }
}

pub(super) fn outcome_from(word: &str) -> Option<Outcome> {
    let all = [Outcome::Won, Outcome::Lost, Outcome::Neither];
    all.into_iter()
        .find(|outcome| outcome_word(*outcome) == word)
}

/// What a leaderboard is ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Most wins, then fewest games.
    Wins,
    /// Most games, then most wins.
    Games,
    /// Most points in all games together, then fewest games; where the fewest win, the fewest on average. A game that
    /// somebody left counts with what their seat came to where that is bad for them; units were won and lost deal by deal.
    Points,
    /// The best place on average, then most games.
    Places,
}

impl Order {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Wins, Self::Games, Self::Points, Self::Places];

    /// Its one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Games => "games",
            Self::Points => "points",
            Self::Places => "places",
        }
    }

    /// So many games somebody needs to be ranked: an average of one game says nothing.
    pub fn least_games(self, game: GameId) -> u32 {
        match self.measure(game) {
            Measure::Wins | Measure::Games | Measure::Points => 1,
            Measure::FewestPoints | Measure::Places => 3,
        }
    }

    fn measure(self, game: GameId) -> Measure {
        match (self, game.best_points()) {
            (Self::Wins, _) => Measure::Wins,
            (Self::Games, _) => Measure::Games,
            (Self::Points, BestPoints::Most) => Measure::Points,
            // All together would put those first who play least.
            (Self::Points, BestPoints::Fewest) => Measure::FewestPoints,
            (Self::Places, _) => Measure::Places,
        }
    }
}

/// Between which points a game counts that somebody left, so that nobody gains by leaving: no more than none, or where the fewest
/// win no fewer than what somebody usually has who never opens in a round. Units were won and lost deal by deal, and count as they are.
pub(super) fn points_when_left(game: GameId) -> RangeInclusive<i64> {
    let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
    match game.best_points() {
        _ if game.has_units() => least..=most,
        BestPoints::Most => least..=0,
        BestPoints::Fewest => 202..=most,
    }
}

/// What the order means in a game.
#[derive(Clone, Copy)]
enum Measure {
    Wins,
    Games,
    Points,
    FewestPoints,
    Places,
}

impl Measure {
    /// As the query knows it.
    fn word(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Games => "games",
            Self::Points => "points",
            Self::FewestPoints => "fewest-points",
            Self::Places => "places",
        }
    }
}

/// Which games a leaderboard counts, and how it is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Played here.
    pub server: ServerId,
    /// Which game.
    pub game: GameId,
    /// Finished at that moment or later; ever, if nothing is said.
    pub since: Option<Moment>,
    /// The casual games, or else those that count.
    pub casual: bool,
    /// What comes first.
    pub order: Order,
}

/// A line of a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The place, from 1, shared by equals; `None` for somebody with too few games.
    pub place: Option<u32>,
    /// Who.
    pub person: PersonId,
    /// Games won.
    pub wins: u32,
    /// Games played to the end, or left.
    pub games: u32,
    /// The points of all games together.
    pub points: i64,
    /// The places of all games together.
    pub places: u32,
}

/// A page of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaders {
    /// The best first.
    pub lines: Vec<Line>,
    /// Which page, from 0: the last one, if a later one was asked for.
    pub page: u32,
    /// How many there are, at least one.
    pub pages: u32,
    /// The line of whoever asks, wherever it stands.
    pub own: Option<Line>,
}

struct RawLine {
    person: i64,
    wins: i64,
    games: i64,
    points: i64,
    places: i64,
    is_ranked: i64,
    place: i64,
    number: i64,
    total: i64,
}

/// A number of rows, or a sum of places.
pub(super) fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

impl RawLine {
    fn line(&self) -> Line {
        Line {
            place: (self.is_ranked != 0).then(|| count(self.place)),
            person: PersonId::from_row(self.person),
            wins: count(self.wins),
            games: count(self.games),
            points: self.points,
            places: count(self.places),
        }
    }
}

/// The page that is shown if one asks for `wanted` of so many lines, and how many pages there are.
pub(super) fn shown_page(wanted: u32, lines: u32, total: u32) -> (u32, u32) {
    let pages = total.div_ceil(lines).max(1);
    (wanted.min(pages - 1), pages)
}

impl KeptResult {
    /// Whether two of them tell the same but for the place and how many sides there were.
    pub fn is_but_for_its_place(&self, other: &Self) -> bool {
        let placed = Self {
            place: other.place,
            sides: other.sides,
            ..self.clone()
        };
        placed == *other
    }
}

impl Store {
    /// The results that are stored of a table, by their seats.
    pub async fn results_at(&self, table: &TableId) -> Result<Vec<KeptResult>, Failure> {
        let table = table.as_str();
        let rows = sqlx::query_as!(
            KeptResult,
            r#"select seat as "seat!: i64", person as "person!: i64", server, game, place, seats, sides, outcome, points, casual, part
               from results where table_id = ? order by seat, person"#,
            table
        );
        Ok(rows.fetch_all(&self.0.readers).await?)
    }

    /// A page of a leaderboard, of so many lines, and the line of this person.
    pub async fn leaders(
        &self,
        counted: &Counted,
        page: u32,
        lines: u32,
        person: PersonId,
    ) -> Result<Leaders, Failure> {
        let _turn = self.turn_for_list().await?;
        let rows = self.leader_rows(counted, page, lines, person).await?;
        let ranked = rows.iter().filter(|row| row.is_ranked != 0);
        let total = ranked.clone().map(|row| count(row.total)).max();
        let (page, pages) = shown_page(page, lines, total.unwrap_or(0));
        let is_shown = |row: &&RawLine| count(row.number - 1) / lines == page;
        let own = rows
            .iter()
            .find(|row| row.person == person.to_row())
            .map(RawLine::line);
        Ok(Leaders {
            lines: ranked.filter(is_shown).map(RawLine::line).collect(),
            page,
            pages,
            own,
        })
    }

    /// The rows of the page that is shown, and the person's own. Whoever has too few games is numbered apart.
    async fn leader_rows(
        &self,
        counted: &Counted,
        page: u32,
        lines: u32,
        person: PersonId,
    ) -> Result<Vec<RawLine>, Failure> {
        let (server, game) = (counted.server.to_row(), counted.game.id());
        let (casual, since) = (
            i64::from(counted.casual),
            counted.since.map_or(0, Moment::to_row),
        );
        let order = counted.order.measure(counted.game).word();
        let (least_left, most_left) = points_when_left(counted.game).into_inner();
        let least = i64::from(counted.order.least_games(counted.game));
        let (page, lines, person) = (i64::from(page), i64::from(lines), person.to_row());
        let rows = sqlx::query_as!(
            RawLine,
            r#"with counted as (
                   select person, count(*) filter (where outcome = 'won') as wins, count(*) as games,
                          sum(case part when 'left' then min(max(points, ?10), ?11) else points end) as points,
                          sum(place) as places
                   from results
                   where server = ?1 and game = ?2 and casual = ?3 and finished_at >= ?4 and person >= 0
                   group by person
               ), measured as (
                   select *, games >= ?5 as is_ranked,
                          case ?6 when 'wins' then wins when 'games' then games when 'points' then points
                                  when 'fewest-points' then -1.0 * points / games else -1.0 * places / games end as best,
                          case ?6 when 'games' then wins when 'places' then games when 'fewest-points' then games else -games end as then_best
                   from counted
               ), ranked as (
                   select *, rank() over (partition by is_ranked order by best desc, then_best desc) as place,
                          row_number() over (partition by is_ranked order by best desc, then_best desc, person) as number,
                          count(*) over (partition by is_ranked) as total
                   from measured
               )
               select person as "person!: i64", wins as "wins!: i64", games as "games!: i64", points as "points!: i64",
                      places as "places!: i64", is_ranked as "is_ranked!: i64", place as "place!: i64",
                      number as "number!: i64", total as "total!: i64"
               from ranked
               where is_ranked and (number - 1) / ?7 = min(?8, (total - 1) / ?7) or person = ?9
               order by number"#,
            server,
            game,
            casual,
            since,
            least,
            order,
            lines,
            page,
            person,
            least_left,
            most_left
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(rows)
    }
}
