//! The bot's process stands still for a while, as a paused container does, or its machine sleeps: whoever pressed in time has not lost
//! their turn, and everybody reads when it ends.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection, Row, SqliteConnection};

use crate::house::{Evening, Folder, sit_down};
use crate::killed::two_people;
use crate::message::Message;
use crate::people::PATIENCE;
use crate::pings::{the_ping, two_in_days};
use crate::play::turn_to_draw;
use crate::process::{Process, Server};

/// More than two beats of the bot lie apart, in real time: nothing but that passing shows that it stands still.
const STANDS: Duration = Duration::from_secs(25);

/// What caused the steps, the first one first.
async fn causes(db: &Path) -> Vec<String> {
    let url = format!("sqlite://{}?mode=ro", db.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a database");
    let rows = sqlx::query("select cause from steps order by id")
        .fetch_all(&mut connection)
        .await;
    connection.close().await.expect("it is closed");
    let rows = rows.expect("steps");
    rows.iter().map(|row| row.get(0)).collect()
}

/// When the turn that a board or a call tells of is over, in milliseconds.
fn deadline_ms(message: &Message) -> u64 {
    let (_, told) = message.content().split_once("<t:").expect("a countdown");
    let (seconds, _) = told.split_once(':').expect("its form");
    seconds.parse::<u64>().expect("a number") * 1000
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_that_ended_while_the_bot_stood_still_is_its_owners() {
    let server = Server::starts_flowing().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let [ayse, ben] = two_people(&server).await;
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    let clock = ayse
        .choice_of("okey", "clock", "relaxed (3 min a turn)")
        .await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "clock": clock})).await;
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let until_ms = deadline_ms(&actor.waits_for_a_board().await);
    let before = causes(&db).await.len();

    bot.gets("STOP");
    let stopped = Instant::now();
    let (_, mut seq) = actor.waits_for_news(0).await;
    // Something may still have been under way.
    while let Some(left) = STANDS.checked_sub(stopped.elapsed()) {
        let news = tokio::time::timeout(left, actor.waits_for_news(seq)).await;
        seq = news.map_or(seq, |(_, seq)| seq);
    }
    let draw = panel.can("draw").expect("a draw");
    let wish =
        json!({"person": actor.id, "message": panel.id(), "custom_id": draw.id, "wait": false});
    server.world.ask("POST", "/press", wish).await;
    let now = server.world.ask("GET", "/clock", Value::Null).await;
    let now_ms = now["now"].as_u64().expect("a number");
    let wish = json!({"ms": until_ms.saturating_sub(now_ms) + 2_000});
    server.world.ask("POST", "/clock/advance", wish).await;
    bot.gets("CONT");

    let made = async {
        loop {
            let causes = causes(&db).await;
            if let Some(cause) = causes.get(before) {
                return cause.clone();
            }
        }
    };
    let made = tokio::time::timeout(PATIENCE, made).await;
    assert_eq!(made.expect("a step"), "press");
    bot.says("stood still").await;
}

/// Its line is back before that counts as an outage, so nothing is given back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_and_calls_tell_the_right_end_of_a_turn_soon_after_the_machine_has_slept() {
    let evening = Evening::begins().await;
    let [actor, _] = two_in_days(&evening).await;
    evening.world.passes(31 * 60).await;
    let call = the_ping(&actor, "🔔").await;
    let board = actor.board().await;
    let night = Duration::from_secs(8 * 60 * 60);
    let until_ms = deadline_ms(&board) + 1000 * night.as_secs();
    evening.machine_sleeps(night);
    let tells = |seen: &[Message], id: &str| {
        let is_it = |one: &&Message| one.id() == id;
        seen.iter().find(is_it).map(deadline_ms) == Some(until_ms)
    };
    actor
        .waits_for("the end of the turn", |seen| {
            (tells(seen, board.id()) && tells(seen, call.id())).then_some(())
        })
        .await;
    evening.ends().await;
}
