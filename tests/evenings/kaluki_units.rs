//! Units: what matches of Kaluki came to, in lists and beside them; and a server that plays without.

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};

use crate::house::Evening;
use crate::lists::now;
use crate::people::Person;

/// An ordinary member who may manage the server.
const MANAGER: u64 = 309_237_763_072 | 1 << 6 | 1 << 18 | 1 << 26 | 1 << 31 | 1 << 5;

/// Writes rated matches that are over: who came to how many units in each.
async fn have_played(evening: &Evening, matches: &[&[(&Person, i64)]]) {
    evening.world.settles().await;
    let at = i64::try_from(now(evening).await).expect("a moment");
    let url = format!("sqlite://{}", evening.db().display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let server: i64 = evening.sandbox.guild().parse().expect("a number");
    for (number, players) in matches.iter().enumerate() {
        let id = format!("aaaaaaa{}", char::from(b'a' + number as u8));
        let table = "insert into tables (id, game, rules_version, options, seats, level, preset, language, secret, server,
                     channel, board, start, opened_at, ended_at)
                     values (?, 'kaluki', '1', '{}', 4, 'easy', 'normal', 'en', x'00', ?, 5, 77, 76, ?, ?)";
        let table = sqlx::query(table).bind(&id).bind(server).bind(at).bind(at);
        table.execute(&mut db).await.expect("a table");
        for (seat, (person, units)) in players.iter().enumerate() {
            let result = "insert into results (table_id, seat, person, server, game, place, outcome, points, casual, finished_at)
                          values (?, ?, ?, ?, 'kaluki', ?, ?, ?, 0, ?)";
            let outcome = if *units > 0 { "won" } else { "lost" };
            let result = sqlx::query(result)
                .bind(&id)
                .bind(seat as i64)
                .bind(person.id.parse::<i64>().expect("a number"));
            let result = result
                .bind(server)
                .bind(seat as i64 + 1)
                .bind(outcome)
                .bind(units)
                .bind(at);
            result.execute(&mut db).await.expect("a result");
        }
    }
    db.close().await.expect("it closes");
}

/// `/leaderboard` by units.
async fn leaders(person: &Person) -> String {
    let game = person.choice_of("leaderboard", "game", "Kaluki").await;
    let by = person
        .choice_of("leaderboard", "by", "points or units")
        .await;
    person
        .runs("leaderboard", json!({"game": game, "by": by}))
        .await
        .says()
}

/// Switches units on or off.
async fn switches(manager: &Person, state: &str) {
    let page = manager.runs("settings", json!({})).await.message();
    let page = manager.forges(&page, "1:set:see:server").await.message();
    manager.forges(&page, &format!("1:set:units:{state}")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn units_of_all_matches_are_added_up_and_a_server_can_do_without() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let mona = json!({"name": "Mona", "permissions": MANAGER.to_string()});
    let mona = Person::comes(&evening.world, &evening.channel, mona).await;
    let first: &[(&Person, i64)] = &[(&ayse, 12), (&ben, -5), (&cem, -7)];
    let second: &[(&Person, i64)] = &[(&ben, 14), (&ayse, -3), (&cem, -11)];
    have_played(&evening, &[first, second]).await;

    // Ayşe and Ben came to the same and share the first place.
    let told = leaders(&ayse).await;
    for (place, person, units) in [(1, &ayse, "9"), (1, &ben, "9"), (3, &cem, "−18")] {
        let line = format!("**{place}.** <@{}> · **{units} units**", person.id);
        assert!(told.contains(&line), "{line}: {told}");
    }
    assert!(told.contains("cannot be bought, sold or cashed"), "{told}");
    let game = ayse.choice_of("stats", "game", "Kaluki").await;
    let stats = ayse.runs("stats", json!({"game": game})).await.says();
    assert!(stats.contains("9 units (points of the game"), "{stats}");
    let history = ayse.runs("history", json!({})).await.says();
    assert!(history.contains("−3 units"), "{history}");
    let lobby = ayse.runs("kaluki", json!({})).await.says();
    assert!(
        lobby.contains("Played for units: points of this game"),
        "{lobby}"
    );
    ayse.runs("table end", json!({})).await;

    switches(&mona, "off").await;
    let told = leaders(&ayse).await;
    assert!(
        told.contains("without units") && !told.contains(&cem.id),
        "{told}"
    );
    let stats = ayse.runs("stats", json!({"game": game})).await.says();
    assert!(
        stats.contains("without units") && !stats.contains("9 units"),
        "{stats}"
    );
    let history = ayse.runs("history", json!({})).await.says();
    assert!(
        history.contains("place 2 of 4") && !history.contains("units"),
        "{history}"
    );
    // Whatever is asked for, nothing is at stake.
    let wanted: Value = json!({"rules": "stake_initial=50"});
    let lobby = ayse.runs("kaluki", wanted).await.message();
    assert!(
        lobby.content().contains("Played without units"),
        "{lobby:?}"
    );
    let page = ayse.presses_the(&lobby, "options").await.message();
    let table = lobby.buttons()[0].table().to_owned();
    for (option, value) in [
        ("stake_initial", "10"),
        ("stake_kaluki", "-1"),
        ("stake_buy_in", "99999999999"),
    ] {
        let id = format!("1:{table}:1:set:{option}.1");
        let told = ayse.forges_choice(&page, &id, value).await.says();
        assert!(!told.contains("panicked"), "{told}");
        let lobby = ben.runs("table show", json!({})).await.says();
        assert!(lobby.contains("Played without units"), "{option}: {lobby}");
    }
    ayse.runs("table end", json!({})).await;

    switches(&mona, "on").await;
    assert!(leaders(&ayse).await.contains(&cem.id));
    evening.ends().await;
}
