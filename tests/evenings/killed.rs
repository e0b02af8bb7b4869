//! The bot's process is killed with SIGKILL and started again: nothing that was accepted is lost.

use serde_json::{Value, json};

use crate::house::{Folder, sit_down};
use crate::message::Message;
use crate::people::{Person, board, panel};
use crate::play::{is_to_act, standing, turn_to_draw};
use crate::process::{Process, Server};

pub async fn two_people(server: &Server) -> [Person; 2] {
    let comes = async |name: &str| {
        Person::comes(&server.world, &server.channel, json!({"name": name})).await
    };
    [comes("Ayşe").await, comes("Ben").await]
}

/// The lines of a board that tell points and tiles, and whose turn it is, without countdowns.
fn told(board: &Message) -> Vec<String> {
    let lines = board.content().lines();
    let lines = lines.map(|line| line.split(" <t:").next().unwrap_or_default().to_owned());
    lines.filter(|line| !line.starts_with("-#")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_kill_everything_is_as_it_was_and_the_game_goes_on() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let [ayse, ben] = two_people(&server).await;
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    for _ in 0..2 {
        let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
        actor.takes_their_turn().await;
    }
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if actor.id == ayse.id { &ben } else { &ayse };
    let waiting = other.waits_for_panel("no turn", |panel| !is_to_act(panel));
    let before = [panel, waiting.await];
    let turn = format!("**<@{}>**'s turn", actor.id);
    let stock = stock(&before[0]);
    let board = ayse
        .waits_for_board("the present board", |board| {
            board.content().contains(&turn) && board.content().contains(&stock)
        })
        .await;

    bot.is_killed();
    server.bot_is_gone(&ayse).await;
    let (_, dead) = ayse.glances().await;
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;

    // The same board, said anew, and its buttons still work.
    let again = edited(&ayse, &board, dead).await;
    assert_eq!(told(&again), told(&board));
    for (person, before) in [actor, other].into_iter().zip(&before) {
        let now = person.presses_on_the_board("rack").await.message();
        assert_eq!(now.rack(), before.rack(), "{now:?}");
        assert_eq!(now.okey(), before.okey());
        assert_eq!(is_to_act(&now), is_to_act(before), "{now:?}");
    }
    let drawn = actor.presses_on_the_board("draw").await.message();
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    actor.discards(&drawn).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    ayse.waits_for_board("the end", |board| {
        board.content().contains("The game is over")
    })
    .await;

    // Also the leaderboard outlives the process.
    bot.is_killed();
    server.bot_is_gone(&ayse).await;
    let _bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    let won = ayse.runs("leaderboard", json!({})).await.says();
    assert!(won.contains("1 win in 1 game"), "{won}");
}

/// What this message says when it is changed for the first time after this.
async fn edited(person: &Person, message: &Message, mut after: u64) -> Message {
    loop {
        let (news, now) = person.waits_for_news(after).await;
        let mut edits = news.iter().filter(|piece| piece["kind"] == "edit");
        let edit = edits.find(|piece| piece["message"]["id"] == message.id());
        if let Some(edit) = edit {
            return Message(edit["message"].clone());
        }
        after = now;
    }
}

fn stock(panel: &Message) -> String {
    let words: Vec<&str> = panel.content().split(' ').collect();
    let place = words
        .iter()
        .position(|word| *word == "left")
        .expect("the stock is told");
    words[place - 1..=place].join(" ")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_right_after_the_last_move_the_board_still_tells_the_end() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let [ayse, ben] = two_people(&server).await;
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let can_finish =
        |seen: &[Message]| panel(seen).is_some_and(|panel| panel.can("finish").is_some());
    // Whoever can finish waits, and so the other one has no turn any more.
    let finisher = tokio::select! {
        _ = ayse.plays_until(can_finish) => &ayse,
        _ = ben.plays_until(can_finish) => &ben,
    };
    let panel = finisher
        .waits_for_panel("a win", |panel| panel.can("finish").is_some())
        .await;
    let won = finisher.presses_the(&panel, "finish").await;
    bot.is_killed();
    assert!(won.says().contains("The game is over"), "{won:?}");

    server.bot_is_gone(&ayse).await;
    let _bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    let board = ayse
        .waits_for_board("the end", |board| {
            board.content().contains("The game is over")
        })
        .await;
    assert_eq!(standing(&board).len(), 2, "{board:?}");
    let lobby = ayse.runs("okey", json!({})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_the_game_begins_the_host_starts_it_again() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let [ayse, ben] = two_people(&server).await;
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    let lobby = ayse
        .runs("okey", json!({"seats": 2, "points": 1}))
        .await
        .message();
    let lobby = ben.presses_the(&lobby, "join").await.message();
    let seal = |message: &Message| {
        let (_, seal) = message.content().split_once("Sealed: `")?;
        Some(seal.split('`').next()?.to_owned())
    };
    let sealed = seal(&lobby);
    let starting = ayse.presses_the(&lobby, "start").await;
    bot.is_killed();
    assert!(starting.is_answered(), "{starting:?}");

    server.bot_is_gone(&ayse).await;
    let _bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    // It may have begun before the kill, or not.
    let again = ayse
        .waits_for("a board, or Start", |seen| {
            let start = seen.iter().find(|message| message.can("start").is_some());
            board(seen)
                .map(|_| None)
                .or(start.map(|start| Some(start.clone())))
        })
        .await;
    if let Some(lobby) = again {
        // The board may come just now, and take the button away.
        ayse.forges(&lobby, &lobby.can("start").expect("Start").id)
            .await;
    }
    ayse.waits_for_a_board().await;
    ayse.waits_for("the same seal", |seen| {
        let lobby = seen.iter().find(|message| message.id() == lobby.id())?;
        (sealed.is_some() && seal(lobby) == sealed).then_some(())
    })
    .await;
    for person in [&ayse, &ben] {
        person.presses_on_the_board("rack").await;
    }
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_most_talkative_log_never_holds_the_bots_token() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let [ayse, ben] = two_people(&server).await;
    let mut command = server.bot(&folder.file("istaka.db"));
    command.env("RUST_LOG", "trace");
    let mut bot = Process::start(command);
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    for _ in 0..2 {
        let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
        actor.takes_their_turn().await;
    }
    bot.is_killed();
    let ended = bot.ends().await;
    assert!(
        ended.all.lines().count() > 100,
        "there is no log: {}",
        ended.all.len()
    );
    let told = ended.all.lines().find(|line| line.contains(&server.token));
    assert_eq!(
        told.map(|line| line.replace(&server.token, "…TOKEN…")),
        None
    );
}

/// A thread of this channel that is not put away.
async fn open_thread(server: &Server, channel: &str) -> Option<String> {
    let world = server.world.ask("GET", "/world", Value::Null).await;
    let places = world["channels"].as_array().expect("channels");
    let is_open = |place: &&Value| place["parent_id"] == channel && place["archived"] != true;
    let thread = places.iter().find(is_open)?;
    thread["id"].as_str().map(str::to_owned)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_between_a_thread_and_its_table_leaves_no_thread_behind() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let [ayse, ben] = two_people(&server).await;
    let garden = json!({"name": "garden"});
    let garden = server.world.ask("POST", "/channels", garden).await;
    let garden = garden["id"].as_str().expect("an id").to_owned();
    let ayse = ayse.in_channel(&garden);
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ben).await;
    // The thread is made, and the bot does not hear of it.
    let late = json!({
        "method": "POST", "path": "/channels/*/messages/*/threads", "times": 9, "what": "delay", "ms": 600_000,
    });
    server.world.ask("POST", "/faults/next", late).await;
    let asker = ayse.clone();
    let asking = tokio::spawn(async move { asker.tries("okey", json!({})).await });
    ayse.waits_for("the thread", |seen| {
        let begins = |one: &&Message| one.0["thread"].is_object();
        seen.iter().find(begins).map(|_| ())
    })
    .await;
    bot.is_killed();
    asking.abort();
    server.bot_is_gone(&ben).await;
    server.world.ask("POST", "/faults/clear", Value::Null).await;

    let _bot = Process::start(server.bot(&db));
    server.bot_is_there(&ben).await;
    ayse.waits_for("that the line goes", |seen| {
        seen.iter().all(Message::is_private).then_some(())
    })
    .await;
    assert_eq!(open_thread(&server, &garden).await, None);
}
