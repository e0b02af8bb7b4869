//! A disk changes one sign of a journal while the bot is away: the table is not played on, its people are told once, and
//! they play on at a new one.

use std::path::Path;

use istaka::rules::any::GameId;
use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use crate::house::{Evening, sit_down, sit_down_to};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::settings::presses;

/// What everybody reads in the place of the board.
const TOLD: &str = "This table has been set aside";

/// One digit of the last step that somebody made is another one.
pub async fn damage(evening: &Evening) {
    let last = "select max(id) from steps where cause = 'press'";
    assert_eq!(damaged(&evening.db(), last).await, 1);
}

/// One digit of the last step of every table is another one.
pub async fn damages_every_table(db: &Path) {
    assert!(damaged(db, "select last from heads").await > 0);
}

/// Changes one digit of these steps; answers how many they are.
async fn damaged(db: &Path, steps: &str) -> u64 {
    let url = format!("sqlite://{}", db.display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let sql = format!("update steps set at = at + 1 where id in ({steps})");
    let done = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut db).await;
    db.close().await.expect("it closes");
    done.expect("it is written").rows_affected()
}

/// The public messages that tell of the damage.
async fn told_to(person: &Person) -> Vec<Message> {
    let seen = person.sees().await.into_iter();
    seen.filter(|message| !message.is_private() && message.content().contains(TOLD))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_table_is_told_once_and_a_new_one_can_be_opened() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let game = GameId::RELEASED[0].id();
    sit_down_to(game, &ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    evening.bot_goes().await;
    damage(&evening).await;
    evening.bot_comes().await;

    let board = actor
        .waits_for_board("that it is damaged", |board| board.content().contains(TOLD))
        .await;
    assert!(board.content().contains("no points are lost"), "{board:?}");
    assert!(board.enabled().is_empty(), "{board:?}");
    let answer = actor.presses_the(&panel, "draw").await;
    assert!(answer.message().content().contains(TOLD), "{answer:?}");
    for command in ["rack", "hint"] {
        let answer = ben.runs(command, json!({})).await;
        assert!(
            answer.message().content().contains(TOLD),
            "{command}: {answer:?}"
        );
    }

    evening.bot_goes().await;
    evening.bot_comes().await;
    let told = told_to(&ben).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].id(), board.id());

    sit_down_to(game, &ayse, &[&ben], json!({"seats": 2})).await;
    turn_to_draw(&[&ayse, &ben])
        .await
        .0
        .takes_their_turn()
        .await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_lobby_says_so_and_tells_of_no_game() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 3})).await.message();
    ben.presses_the(&lobby, "join").await;
    evening.bot_goes().await;
    damages_every_table(&evening.db()).await;
    evening.bot_comes().await;
    ben.waits_for("that it is damaged", |seen| {
        seen.iter()
            .find(|message| message.content().contains(TOLD))
            .cloned()
    })
    .await;
    evening.world.settles().await;
    let told = told_to(&ben).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].id(), lobby.id(), "{told:?}");
    evening.ends().await;
}

/// A finished game is damaged afterwards: its result stands in the channel as it does in `/stats`, however often the bot starts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_was_over_before_it_was_damaged_keeps_its_board() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let end = ayse
        .waits_for_board("the end", |board| board.can("rematch").is_some())
        .await;
    evening.world.settles().await;
    evening.bot_goes().await;
    damage(&evening).await;
    for _ in 0..2 {
        evening.bot_comes().await;
        evening.world.settles().await;
        let told = told_to(&ben).await;
        assert!(told.is_empty(), "{told:?}");
        let board = ben.board().await;
        assert_eq!((board.id(), board.content()), (end.id(), end.content()));
        for (verb, says) in [
            ("sheet", "cannot be read"),
            ("rematch", "This table is over"),
        ] {
            let told = ayse.presses_the(&end, verb).await.says();
            assert!(told.contains(says), "{verb}: {told}");
        }
        let rack = ben.runs("rack", json!({})).await.says();
        assert!(rack.contains("no table here"), "{rack}");
        let stats = ben.runs("stats", json!({})).await.says();
        assert!(stats.contains("1 game"), "{stats}");
        evening.bot_goes().await;
    }
    evening.bot_comes().await;
    evening.ends().await;
}

/// Neither the record nor the replay can be had, whatever is tried again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_for_a_record_that_is_damaged_reads_so() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let table = board.buttons()[0].table().to_owned();
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    evening.bot_goes().await;
    damage(&evening).await;
    evening.bot_comes().await;
    for command in ["verify", "replay"] {
        for options in [json!({}), json!({"table": table})] {
            let told = ben.runs(command, options).await;
            let is_told = told.says().contains("can't be read any more");
            assert!(
                is_told && told.message().is_private(),
                "{command}: {told:?}"
            );
            assert!(told.says().contains("Its result stays"), "{told:?}");
        }
    }
    evening.ends().await;
}

/// A damaged table never ends: what is stored of it cannot be parted from whoever sat there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_forgotten_reads_that_a_damaged_table_keeps_them() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let game = GameId::RELEASED[0].id();
    sit_down_to(game, &ayse, &[&ben], json!({"seats": 2})).await;
    turn_to_draw(&[&ayse, &ben]).await;
    evening.bot_goes().await;
    damage(&evening).await;
    evening.bot_comes().await;
    let page = ayse.runs("privacy", json!({})).await.message();
    let question = presses(&ayse, &page, "1:privacy:ask:").await;
    let done = presses(&ayse, &question, "1:privacy:delete:").await;
    let done = done.content();
    assert!(!done.contains("still open"), "{done}");
    assert!(
        done.contains("never ends") && done.contains("whoever runs"),
        "{done}"
    );

    // And of one that goes on beside it.
    sit_down_to(game, &ayse, &[&ben], json!({"seats": 3, "computers": 1})).await;
    let page = ayse.runs("privacy", json!({})).await.message();
    let question = presses(&ayse, &page, "1:privacy:ask:").await;
    let done = presses(&ayse, &question, "1:privacy:delete:").await;
    let done = done.content();
    assert!(
        done.contains("still open") && done.contains("never ends"),
        "{done}"
    );
    evening.ends().await;
}
