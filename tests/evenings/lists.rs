//! The pages of leaderboards and histories: turning them, their ends, and ids that nobody was given.

use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// The place of a winner.
pub const FIRST: u8 = 1;
/// The place of who lost among four.
pub const LAST: u8 = 4;

/// Games that are over, as the bot would have stored them.
pub struct Archive {
    database: SqliteConnection,
    server: i64,
    channel: i64,
    games: usize,
}

impl Archive {
    /// Only when the bot has written all that it has to write: neither waits long for the other.
    pub async fn of(evening: &Evening) -> Self {
        evening.world.settles().await;
        let url = format!("sqlite://{}", evening.db().display());
        let database = SqliteConnection::connect(&url).await;
        Self {
            database: database.expect("the database opens"),
            server: evening.sandbox.guild().parse().expect("a number"),
            channel: evening.channel.parse().expect("a number"),
            games: 0,
        }
    }

    /// Somebody came to this place in a rated game that was over then; its id.
    pub async fn adds(&mut self, person: &str, place: u8, at: u64) -> String {
        let digit = |place: usize| char::from(b'a' + (self.games / place % 26) as u8);
        let id = format!("aaaaa{}{}{}", digit(676), digit(26), digit(1));
        self.games += 1;
        let at = i64::try_from(at).expect("a moment");
        sqlx::query(
            "insert into tables (id, game, rules_version, options, seats, level, preset, language, secret, server,
                                 channel, board, start, opened_at, ended_at)
             values (?, 'okey', '1', '{}', 4, 'easy', 'normal', 'en', x'00', ?, ?, 77, 76, ?, ?)",
        )
        .bind(&id)
        .bind(self.server)
        .bind(self.channel)
        .bind(at)
        .bind(at)
        .execute(&mut self.database)
        .await
        .expect("a table");
        sqlx::query(
            "insert into results (table_id, seat, person, server, game, place, outcome, points, casual, finished_at)
             values (?, 0, ?, ?, 'okey', ?, ?, 5, 0, ?)",
        )
        .bind(&id)
        .bind(person.parse::<i64>().expect("a number"))
        .bind(self.server)
        .bind(place)
        .bind(if place == FIRST { "won" } else { "lost" })
        .bind(at)
        .execute(&mut self.database)
        .await
        .expect("a result");
        id
    }
}

pub async fn now(evening: &Evening) -> u64 {
    let clock = evening.world.ask("GET", "/clock", json!(null)).await;
    clock["now"].as_u64().expect("a moment")
}

/// The numbered lines of a leaderboard.
fn numbered(message: &Message) -> Vec<&str> {
    let lines = message.content().lines();
    lines.filter(|line| line.starts_with("**")).collect()
}

/// Presses the button that leads to the page after, or before.
async fn turns(person: &Person, message: &Message, label: &str) -> Message {
    let buttons = message.enabled();
    let button = buttons.iter().find(|button| button.label == label);
    let button = button.unwrap_or_else(|| panic!("no {label} on {message:?}"));
    person.presses(message, button).await.message()
}

/// Eleven with a win share the first place, then come Ayşe and ten more without one.
async fn two_and_twenty_have_played(evening: &Evening, ayse: &Person) {
    let (mut archive, at) = (Archive::of(evening).await, now(evening).await);
    for number in 0..11 {
        archive.adds(&format!("{}", 100 + number), FIRST, at).await;
    }
    archive.adds(&ayse.id, LAST, at).await;
    for number in 0..10 {
        archive.adds(&format!("{}", 200 + number), LAST, at).await;
    }
}

/// The list grows while somebody reads its last page; and pages that nobody was given.
async fn pages_that_are_not_there(eve: &Person, third: &Message) {
    let next = third.enabled().remove(0).id;
    let of = |page: &str| next.replacen("list:1:", &format!("list:{page}:"), 1);
    for page in ["2", "3", "99", "4294967295"] {
        let last = eve.forges(third, &of(page)).await.message();
        assert!(last.content().contains("Page 3 of 3"), "{page}: {last:?}");
    }
    for id in [
        of("-1"),
        of("4294967296"),
        of("x"),
        of(""),
        next.replace("okey", "whist"),
        next.replace("wins", "luck"),
        next.replace("leaders", "draw"),
        next.replace("people", "people.x"),
        format!("{next}:"),
        next.replacen("1:", "2:", 1),
    ] {
        let refused = eve.forges(third, &id).await.message();
        let sentence = refused.content();
        assert!(
            sentence.starts_with("This button no longer works"),
            "{id}: {refused:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leaderboard_is_turned_page_by_page_and_each_reader_has_their_own() {
    let evening = Evening::begins().await;
    let [ayse, eve] = evening.people(["Ayşe", "Eve"]).await;
    two_and_twenty_have_played(&evening, &ayse).await;

    let first = ayse.runs("leaderboard", json!({})).await.message();
    assert!(!first.is_private(), "{first:?}");
    assert_eq!(numbered(&first).len(), 10, "{first:?}");
    assert!(
        numbered(&first)
            .iter()
            .all(|line| line.starts_with("**1.**"))
    );
    assert!(first.content().contains("Page 1 of 3"), "{first:?}");
    assert!(!first.content().contains("You"), "{first:?}");
    assert_eq!(
        first.enabled().len(),
        1,
        "there is nothing before: {first:?}"
    );

    // Eve turns the public one: the page is hers alone, and the public one stays as it is.
    let second = turns(&eve, &first, "Next page").await;
    assert!(
        second.is_private() && second.id() != first.id(),
        "{second:?}"
    );
    assert!(second.content().contains("Page 2 of 3"), "{second:?}");
    assert!(numbered(&second)[0].starts_with("**1.**"), "{second:?}");
    assert!(numbered(&second)[1].starts_with("**12.**"), "{second:?}");
    assert!(
        second
            .content()
            .contains("You have no game in this ranking."),
        "{second:?}"
    );
    let own = turns(&ayse, &first, "Next page").await;
    let line = format!("You: **12.** <@{}>", ayse.id);
    assert!(own.is_private() && own.content().contains(&line), "{own:?}");
    let third = turns(&eve, &second, "Next page").await;
    assert_eq!(third.id(), second.id(), "a page of one's own is turned");
    assert_eq!(numbered(&third).len(), 2, "{third:?}");
    assert!(third.content().contains("Page 3 of 3"), "{third:?}");
    assert_eq!(
        third.enabled().len(),
        1,
        "there is nothing behind: {third:?}"
    );
    let back = turns(&eve, &third, "Previous").await;
    assert_eq!(back.content(), second.content());
    let seen = ayse.sees().await;
    let public = seen.iter().find(|message| message.id() == first.id());
    assert_eq!(public, Some(&first));

    pages_that_are_not_there(&eve, &third).await;
    let news = ayse.news_since(0).await;
    assert!(news.iter().all(|piece| piece["mentioned"] != true));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_days_roll_on_with_the_clock() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let (mut archive, at) = (Archive::of(&evening).await, now(&evening).await);
    for (person, days) in [("100", 0), ("107", 7), ("130", 30)] {
        archive.adds(person, FIRST, at - days * DAY_MS).await;
    }
    archive.adds("131", FIRST, at - 30 * DAY_MS - 1).await;
    let people = async |period: &str| {
        let board = ayse
            .chooses("leaderboard", "period", period)
            .await
            .message();
        assert!(board.content().contains(period), "{board:?}");
        assert!(
            board.buttons().is_empty(),
            "one page needs no buttons: {board:?}"
        );
        let lines = numbered(&board);
        let all = ["100", "107", "130", "131"].into_iter();
        all.filter(|who| lines.iter().any(|line| line.contains(&format!("<@{who}>"))))
            .collect::<Vec<_>>()
    };
    assert_eq!(people("all time").await, ["100", "107", "130", "131"]);
    assert_eq!(people("last 30 days").await, ["100", "107", "130"]);
    assert_eq!(people("last 7 days").await, ["100", "107"]);
    evening.world.passes(1).await;
    assert_eq!(people("last 30 days").await, ["100", "107"]);
    assert_eq!(people("last 7 days").await, ["100"]);
    evening.world.passes(7 * DAY_MS / 1000).await;
    let empty = ayse.chooses("leaderboard", "period", "last 7 days").await;
    assert!(
        empty
            .says()
            .contains("Nobody has finished a game in this period yet"),
        "{empty:?}"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_history_is_turned_five_games_at_a_time() {
    let evening = Evening::begins().await;
    let [ayse, eve] = evening.people(["Ayşe", "Eve"]).await;
    let (mut archive, at) = (Archive::of(&evening).await, now(&evening).await);
    let mut games = Vec::new();
    for number in 0..12 {
        let place = if number % 2 == 0 { FIRST } else { LAST };
        games.push(archive.adds(&ayse.id, place, at + number).await);
    }
    games.reverse();
    let told = |page: &Message| -> Vec<String> {
        let ids = games
            .iter()
            .filter(|id| page.content().contains(&format!("`{id}`")));
        ids.cloned().collect()
    };
    let of_ayse = eve
        .runs("history", json!({"person": ayse.id}))
        .await
        .message();
    assert!(of_ayse.is_private(), "{of_ayse:?}");
    assert_eq!(told(&of_ayse), games[..5]);
    let link = format!(
        "https://discord.com/channels/{}/{}/77",
        archive.server, archive.channel
    );
    assert!(of_ayse.content().contains(&link), "{of_ayse:?}");
    let second = turns(&eve, &of_ayse, "Next page").await;
    assert_eq!(
        (second.id(), told(&second)),
        (of_ayse.id(), games[5..10].to_vec())
    );
    let third = turns(&eve, &second, "Next page").await;
    assert_eq!(told(&third), games[10..]);
    assert!(third.content().contains("Page 3 of 3"), "{third:?}");
    let back = turns(&eve, &third, "Previous").await;
    assert_eq!(told(&back), games[5..10]);

    let id = back.enabled().remove(0).id;
    let beyond = eve
        .forges(&back, &id.replacen("list:0:", "list:7:", 1))
        .await;
    assert_eq!(told(&beyond.message()), games[10..]);
    let nobody = eve
        .forges(&back, &id.replace(&ayse.id, "5"))
        .await
        .message();
    assert!(
        nobody.content().starts_with("<@5> has not finished"),
        "{nobody:?}"
    );
    assert!(nobody.buttons().is_empty(), "{nobody:?}");
    for id in [id.replace(&ayse.id, ""), id.replace(&ayse.id, "@everyone")] {
        let refused = eve.forges(&back, &id).await.message();
        assert!(
            refused.content().starts_with("This button no longer works"),
            "{refused:?}"
        );
    }
    let stats = ayse.runs("stats", json!({})).await.says();
    assert!(
        stats.contains("12 games, 6 won (50 %) · average place 2.50 · 60 points"),
        "{stats}"
    );
    assert!(
        stats.contains("newest first: ✖️ 🏆 ✖️ 🏆 ✖️ 🏆 ✖️ 🏆 ✖️ 🏆"),
        "{stats}"
    );
    let best = eve.chooses("leaderboard", "by", "average place").await;
    let line = format!(
        "**1.** <@{}> · **average place 2.50** · 6 wins in 12 games",
        ayse.id
    );
    assert!(best.says().contains(&line), "{best:?}");
    evening.ends().await;
}
