//! Results: leaderboards, accounts and past games over many rows.

use super::super::id::ServerId;
use super::*;
use crate::rules::Outcome;

const HOUR: u64 = 60 * 60 * 1000;

fn server() -> ServerId {
    ServerId::new(8)
}

/// What somebody won on the first of four seats.
pub(super) fn won(who: u64) -> ResultRow {
    ResultRow {
        seat: Seat::new(0).unwrap(),
        person: PersonId::new(who),
        server: Some(server()),
        game: GameId::Okey,
        place: 1,
        seats: 4,
        sides: 4,
        outcome: Outcome::Won,
        points: 10,
        part: Part::Played,
        casual: false,
    }
}

pub(super) fn lost(who: u64) -> ResultRow {
    ResultRow {
        place: 4,
        outcome: Outcome::Lost,
        points: -3,
        ..won(who)
    }
}

fn casual(result: ResultRow) -> ResultRow {
    ResultRow {
        casual: true,
        ..result
    }
}

/// A game with these results is over.
pub(super) async fn game(store: &Store, at: u64, results: Vec<ResultRow>) -> TableId {
    let table = new_id();
    let mut entry = step(&table, 1, None);
    entry.ends = true;
    entry.step.at = Moment::from_unix_ms(at);
    let seated = results.into_iter().enumerate();
    entry.results = seated
        .map(|(seat, result)| ResultRow {
            seat: Seat::new(seat).unwrap(),
            ..result
        })
        .collect();
    store.append(entry).await.unwrap();
    table
}

fn by(order: Order) -> Counted {
    Counted {
        server: server(),
        game: GameId::Okey,
        since: None,
        casual: false,
        order,
    }
}

/// Place, person, wins, games, points and places of a line.
type Told = (Option<u32>, u64, u32, u32, i64, u32);

fn told(line: &Line) -> Told {
    let Line {
        place,
        person,
        wins,
        games,
        points,
        places,
    } = *line;
    (place, person.get(), wins, games, points, places)
}

async fn page(store: &Store, counted: &Counted, page: u32) -> Leaders {
    let nobody = PersonId::new(0);
    store.leaders(counted, page, 3, nobody).await.unwrap()
}

/// The lines of the first page.
async fn lines(store: &Store, counted: &Counted) -> Vec<Told> {
    let first = page(store, counted, 0).await;
    first.lines.iter().map(told).collect()
}

async fn own(store: &Store, counted: &Counted, who: u64) -> Option<Told> {
    let who = PersonId::new(who);
    let leaders = store.leaders(counted, 0, 1, who).await.unwrap();
    leaders.own.as_ref().map(told)
}

fn of_101(who: u64, points: i32) -> ResultRow {
    ResultRow {
        game: GameId::Okey101,
        points,
        ..won(who)
    }
}

/// What somebody has who left it.
fn deserted(result: ResultRow) -> ResultRow {
    ResultRow {
        part: Part::Left,
        ..result
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_has_better_points_by_leaving_and_units_stay() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    // 5 goes away as soon as there are points to be got by it, or to be lost; 6 plays to the end.
    for points in [0, -101, 404] {
        game(&store, 1, vec![deserted(of_101(5, points)), of_101(6, 90)]).await;
        game(&store, 1, vec![deserted(won(5)), lost(6)]).await;
        game(&store, 1, vec![deserted(lost(7)), won(8)]).await;
    }
    let unit = |who, points| ResultRow {
        game: GameId::Kaluki,
        points,
        ..won(who)
    };
    game(&store, 1, vec![deserted(unit(5, -7)), unit(6, 7)]).await;
    let lines_of = async |game| {
        let order = Order::Points;
        lines(&store, &Counted { game, ..by(order) }).await
    };
    let fewest = [(Some(1), 6, 3, 3, 270, 3), (Some(2), 5, 3, 3, 808, 3)];
    assert_eq!(lines_of(GameId::Okey101).await, fewest);
    let most = [
        (Some(1), 8, 3, 3, 30, 3),
        (Some(2), 5, 3, 3, 0, 3),
        (Some(3), 6, 0, 3, -9, 12),
    ];
    assert_eq!(lines_of(GameId::Okey).await, most);
    let leaver = own(&store, &by(Order::Points), 7).await;
    assert_eq!(leaver, Some((Some(3), 7, 0, 3, -9, 12)));
    let units = [(Some(1), 6, 1, 1, 7, 1), (Some(2), 5, 1, 1, -7, 1)];
    assert_eq!(lines_of(GameId::Kaluki).await, units);
    // Wins and games are what they were.
    let games = lines(&store, &by(Order::Games)).await;
    assert_eq!(games[0], (Some(1), 5, 3, 3, 0, 3));
    let account = async |game| {
        let who = PersonId::new(5);
        store.account(server(), game, who, 1).await.unwrap()
    };
    assert_eq!(account(GameId::Okey).await.rated.points, 0);
    assert_eq!(account(GameId::Okey101).await.rated.points, 808);
    assert_eq!(account(GameId::Kaluki).await.rated.points, -7);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_fewest_points_win_the_fewest_in_a_game_come_first() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    // 5 has the fewest of a single game, 6 and 7 the same on average.
    game(&store, 1, vec![of_101(5, -404)]).await;
    for _ in 0..3 {
        game(&store, 1, vec![of_101(6, 100), of_101(8, 300), won(9)]).await;
    }
    for points in [202, -101, 202, 97] {
        game(&store, 1, vec![of_101(7, points)]).await;
    }
    let by_points = Counted {
        game: GameId::Okey101,
        ..by(Order::Points)
    };
    let points = [
        (Some(1), 7, 4, 4, 400, 4),
        (Some(2), 6, 3, 3, 300, 3),
        (Some(3), 8, 3, 3, 900, 3),
    ];
    assert_eq!(lines(&store, &by_points).await, points);
    // One game is too few for an average.
    let single = own(&store, &by_points, 5).await;
    assert_eq!(single, Some((None, 5, 1, 1, -404, 1)));
    // The games of Okey are counted apart, and there the most come first.
    let okey = [(Some(1), 9, 3, 3, 30, 3)];
    assert_eq!(lines(&store, &by(Order::Points)).await, okey);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_order_puts_its_own_best_first() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    // 5 plays much, 6 wins as often in fewer games, 7 wins everything but plays twice only.
    for _ in 0..3 {
        game(&store, 1, vec![won(5), won(6), lost(9)]).await;
    }
    for _ in 0..2 {
        game(&store, 1, vec![lost(5), won(7)]).await;
    }
    let wins = [
        (Some(1), 6, 3, 3, 30, 3),
        (Some(2), 5, 3, 5, 24, 11),
        (Some(3), 7, 2, 2, 20, 2),
    ];
    assert_eq!(lines(&store, &by(Order::Wins)).await, wins);
    let games = [
        (Some(1), 5, 3, 5, 24, 11),
        (Some(2), 6, 3, 3, 30, 3),
        (Some(3), 9, 0, 3, -9, 12),
    ];
    assert_eq!(lines(&store, &by(Order::Games)).await, games);
    let points = [
        (Some(1), 6, 3, 3, 30, 3),
        (Some(2), 5, 3, 5, 24, 11),
        (Some(3), 7, 2, 2, 20, 2),
    ];
    assert_eq!(lines(&store, &by(Order::Points)).await, points);
    // Two games are too few for an average.
    let places = [
        (Some(1), 6, 3, 3, 30, 3),
        (Some(2), 5, 3, 5, 24, 11),
        (Some(3), 9, 0, 3, -9, 12),
    ];
    assert_eq!(lines(&store, &by(Order::Places)).await, places);
    let unranked = own(&store, &by(Order::Places), 7).await;
    assert_eq!(unranked, Some((None, 7, 2, 2, 20, 2)));
    let last = own(&store, &by(Order::Wins), 9).await;
    assert_eq!(last, Some((Some(4), 9, 0, 3, -9, 12)));
}

#[tokio::test(flavor = "multi_thread")]
async fn ties_share_a_place_also_across_pages() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    game(&store, 1, vec![won(30)]).await;
    for who in [7, 3, 5, 4] {
        game(&store, 1, vec![won(who), lost(who)]).await;
    }
    game(&store, 1, vec![lost(1)]).await;
    game(&store, 1, vec![lost(2)]).await;
    let wins = by(Order::Wins);
    let places = async |number| -> Vec<(Option<u32>, u64)> {
        let page = page(&store, &wins, number).await;
        let place = |line: &Line| (line.place, line.person.get());
        page.lines.iter().map(place).collect()
    };
    assert_eq!(places(0).await, [(Some(1), 30), (Some(2), 3), (Some(2), 4)]);
    assert_eq!(places(1).await, [(Some(2), 5), (Some(2), 7), (Some(6), 1)]);
    assert_eq!(places(2).await, [(Some(6), 2)]);
    // Beyond the end is the last page.
    for beyond in [3, 4, 1_000, u32::MAX] {
        let last = page(&store, &wins, beyond).await;
        assert_eq!((last.page, last.pages, last.lines.len()), (2, 3, 1));
    }
    // Of equal averages more games come first, and equal games share the place.
    for (who, games) in [(40, 3), (41, 6), (42, 3)] {
        for _ in 0..games {
            game(&store, 1, vec![won(who)]).await;
        }
    }
    let averages = page(&store, &by(Order::Places), 0).await;
    let place = |line: &Line| (line.place, line.person.get());
    let told: Vec<_> = averages.lines.iter().map(place).collect();
    assert_eq!(told, [(Some(1), 41), (Some(2), 40), (Some(2), 42)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_end_where_the_lines_do() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let wins = by(Order::Wins);
    let empty = page(&store, &wins, 7).await;
    assert_eq!((empty.page, empty.pages, empty.own), (0, 1, None));
    assert!(empty.lines.is_empty());
    for (who, pages, last) in [
        (1, 1, 1),
        (2, 1, 2),
        (3, 1, 3),
        (4, 2, 1),
        (5, 2, 2),
        (6, 2, 3),
        (7, 3, 1),
    ] {
        game(&store, 1, vec![won(who)]).await;
        let end = page(&store, &wins, u32::MAX).await;
        assert_eq!((end.pages, end.lines.len()), (pages, last), "{who} lines");
        assert_eq!(end.page, pages - 1);
    }
    // The own line is there on every page, and whoever is not ranked takes no line of one.
    for number in 0..3 {
        let who = PersonId::new(5);
        let page = store.leaders(&wins, number, 3, who).await.unwrap();
        assert_eq!(page.own.map(|own| own.person.get()), Some(5));
        assert_eq!(page.lines.len(), if number == 2 { 1 } else { 3 });
        let averages = store.leaders(&by(Order::Places), number, 3, who).await;
        let averages = averages.unwrap();
        assert_eq!((averages.lines.len(), averages.pages), (0, 1));
        assert_eq!(averages.own.map(|own| own.place), Some(None));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn time_server_and_kind_are_kept_apart() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let now = 1_000 * HOUR;
    let week_ago = now - 7 * 24 * HOUR;
    game(&store, week_ago - 1, vec![won(1)]).await;
    game(&store, week_ago, vec![won(2)]).await;
    game(&store, now, vec![won(3), casual(won(4))]).await;
    let elsewhere = ResultRow {
        server: Some(ServerId::new(9)),
        ..won(5)
    };
    game(&store, now, vec![elsewhere]).await;
    let nowhere = ResultRow {
        server: None,
        ..won(6)
    };
    game(&store, now, vec![nowhere]).await;
    let people = async |counted: Counted| -> Vec<u64> {
        let page = store.leaders(&counted, 0, 10, PersonId::new(0)).await;
        let lines = page.unwrap().lines;
        lines.iter().map(|line| line.person.get()).collect()
    };
    let all = by(Order::Wins);
    let week = Counted {
        since: Some(Moment::from_unix_ms(week_ago)),
        ..all
    };
    assert_eq!(people(all).await, [1, 2, 3]);
    assert_eq!(people(week).await, [2, 3]);
    let casual = Counted {
        casual: true,
        ..all
    };
    assert_eq!(people(casual).await, [4]);
    let other = Counted {
        server: ServerId::new(9),
        ..all
    };
    assert_eq!(people(other).await, [5]);
    assert_eq!(own(&store, &week, 1).await, None);
    assert_eq!(own(&store, &other, 1).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_counts_wins_streaks_and_parts() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let left = ResultRow {
        part: Part::Left,
        ..lost(1)
    };
    let stepped_in = ResultRow {
        part: Part::SteppedIn,
        ..casual(won(1))
    };
    let neither = ResultRow {
        outcome: Outcome::Neither,
        place: 2,
        ..won(1)
    };
    let games = [
        won(1),
        won(1),
        left,
        won(1),
        stepped_in,
        won(1),
        won(1),
        neither,
        won(1),
    ];
    for (number, result) in games.into_iter().enumerate() {
        game(&store, 100 + number as u64, vec![result, lost(2)]).await;
    }
    let account = async |who| {
        let who = PersonId::new(who);
        let account = store.account(server(), GameId::Okey, who, 4).await;
        account.unwrap()
    };
    let one = account(1).await;
    let rated = Tally {
        games: 8,
        wins: 6,
        points: 67,
        places: 12,
        left: 1,
        stepped_in: 0,
    };
    let casual = Tally {
        games: 1,
        wins: 1,
        points: 10,
        places: 1,
        left: 0,
        stepped_in: 1,
    };
    assert_eq!((one.rated, one.casual), (rated, casual));
    // A casual game neither makes a streak longer nor breaks it.
    assert_eq!(one.best_streak, 3);
    use Outcome::{Neither, Won};
    assert_eq!(one.recent, [Won, Neither, Won, Won]);
    let two = account(2).await;
    assert_eq!((two.rated.games, two.best_streak), (9, 0));
    assert_eq!(account(3).await, Account::default());
    let elsewhere = store.account(ServerId::new(9), GameId::Okey, PersonId::new(1), 4);
    assert_eq!(elsewhere.await.unwrap(), Account::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn past_games_are_told_newest_first_with_their_people() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let mut tables = Vec::new();
    for number in 0..7 {
        tables.push(
            game(
                &store,
                100 + number,
                vec![won(1), lost(2), lost(3), lost(2)],
            )
            .await,
        );
    }
    game(&store, 500, vec![won(4)]).await;
    let past = async |server, who, page| {
        let (server, who) = (ServerId::new(server), PersonId::new(who));
        store.past(server, who, page, 3).await.unwrap()
    };
    tables.reverse();
    for (page, beyond) in [(0, 0), (1, 1), (2, 2), (2, 3), (2, u32::MAX)] {
        let told = past(8, 1, beyond).await;
        assert_eq!((told.page, told.pages), (page, 3));
        let ids: Vec<&TableId> = told.games.iter().map(|game| &game.table).collect();
        let expected: Vec<&TableId> = tables.iter().skip(page as usize * 3).take(3).collect();
        assert_eq!(ids, expected);
    }
    let first = &past(8, 1, 0).await.games[0];
    let people = |others: &[PersonId]| -> Vec<u64> { others.iter().map(|who| who.get()).collect() };
    assert_eq!(people(&first.others), [2, 3]);
    assert_eq!((first.place, first.seats, first.points), (1, 4, 10));
    assert_eq!((first.outcome, first.part), (Outcome::Won, Part::Played));
    assert_eq!(first.channel, ChannelId::new(u64::MAX));
    assert_eq!((first.message, first.casual), (None, false));
    assert_eq!(first.finished_at, Moment::from_unix_ms(106));
    // Two seats of one game are two results.
    let two = past(8, 2, 0).await;
    assert_eq!((two.pages, people(&two.games[0].others)), (5, vec![1, 3]));
    for (server, who) in [(9, 1), (8, 5)] {
        let none = past(server, who, 4).await;
        assert_eq!((none.games.len(), none.page, none.pages), (0, 0, 1));
    }
}

/// No question about results, or about tables that have ended, reads a whole table.
#[tokio::test(flavor = "multi_thread")]
async fn the_questions_find_their_rows_by_an_index() {
    let folder = Folder::new();
    open(&folder.file()).await.unwrap().close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    for (question, index) in [
        (
            "select person, outcome, points, place, part from results
             where server = 1 and game = 'okey' and casual = 0 and finished_at >= 5",
            "COVERING INDEX results_board",
        ),
        (
            "select * from results where person = 1 and server = 2",
            "INDEX results_person",
        ),
        (
            "select id from tables where ended_at >= 5 order by opened_at, id",
            "INDEX tables_ended",
        ),
    ] {
        let plan = other.plan(question).await;
        assert!(plan.contains(index), "{question}: {plan}");
        assert!(!plan.contains("SCAN"), "{question}: {plan}");
    }
}

pub(super) fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// However many tables have ended, a start and each portion of whoever is to be forgotten look at those that they are about.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_over_and_what_is_to_be_forgotten_is_found_by_an_index() {
    let folder = Folder::new();
    open(&folder.file()).await.unwrap().close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    for (asking, question, found) in [
        (
            include_str!("../forget.rs"),
            "select table_id, person from leaving_no_trace cross join tables on tables.id = leaving_no_trace.table_id
             where ended_at is not null limit ?",
            "SCAN leaving_no_trace; SEARCH tables USING INDEX sqlite_autoindex_tables_1",
        ),
        (
            include_str!("../forget.rs"),
            r#"select table_id, seat as "seat!: i64", arrangement, auto_draw, prepared from desks
               where person = ?1 and table_id in (select table_id from seatings where person = ?1)
               order by table_id, seat"#,
            "SEARCH desks USING PRIMARY KEY",
        ),
        (
            include_str!("../threads.rs"),
            r#"select thread, channel,
                      exists (select 1 from tables where tables.channel = thread) as "has_table!: bool",
                      exists (select 1 from tables where tables.channel = threads_asked_for.channel
                              and thread in (lobby, board, start)) as "line_is_in_use!: bool"
               from threads_asked_for order by thread"#,
            "SEARCH tables USING COVERING INDEX tables_in",
        ),
        (
            include_str!("../journal.rs"),
            r#"select id, channel, board, former, lobby, barrier, word, ping as "ping!" from tables
               where ping is not null and ended_at is not null order by ping"#,
            "SEARCH tables USING INDEX tables_pinging",
        ),
    ] {
        assert!(
            in_one_line(asking).contains(&in_one_line(question)),
            "that is not asked any more: {question}"
        );
        let plan = other.plan(question).await;
        assert!(plan.contains(found), "{question}: {plan}");
        for all in [
            "SCAN tables",
            "SCAN desks",
            "SCAN seatings",
            "INDEX tables_ended ",
        ] {
            assert!(!plan.contains(all), "{question}: {plan}");
        }
    }
    other.leave().await;
}

/// Before, a place counted teams, and a row did not say how many sides there were.
#[tokio::test(flavor = "multi_thread")]
async fn places_of_partners_are_told_anew_by_an_update() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let second = |game| ResultRow {
        game,
        place: 2,
        ..lost(1)
    };
    let of_eight = ResultRow {
        seats: 8,
        ..second(GameId::Meri)
    };
    let left = ResultRow {
        part: Part::Left,
        ..lost(2)
    };
    let teams = game(&store, 100, vec![second(GameId::Okey101), left]).await;
    let alone = game(&store, 101, vec![second(GameId::Okey)]).await;
    let meri = game(&store, 102, vec![of_eight]).await;
    store.close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    let team_rules = format!(
        r#"update tables set options = '{{"okey101":{{"open_min":101,"teams":true}}}}' where id = '{teams}'"#
    );
    for undone in [
        &team_rules,
        "alter table results drop column sides",
        "drop table placed",
        "delete from _sqlx_migrations where version >= 14",
    ] {
        other.run(undone).await;
    }
    other.leave().await;
    open(&folder.file()).await.unwrap().close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    for (table, places, sides) in [
        (teams, vec![3, 4], vec![2, 4]),
        (alone, vec![2], vec![4]),
        (meri, vec![5], vec![2]),
    ] {
        let told = |what: &str| {
            format!("select {what} from results where table_id = '{table}' order by seat")
        };
        assert_eq!(other.numbers(&told("place")).await, places);
        assert_eq!(other.numbers(&told("sides")).await, sides);
    }
}
