//! The bot's process is killed with SIGKILL and started again: nothing that was accepted is lost.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use istaka::rules::tile::Tile;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::watch;

use crate::house::{Folder, sit_down};
use crate::message::{Button, Message};
use crate::people::{Person, board, panel};
use crate::play::{choice, is_over, is_to_act, standing, turn_to_draw};
use crate::process::{Process, Server};

/// After this an interaction that nobody answered has failed.
const UNANSWERED_S: u64 = 4;
/// The clock is moved on so often, in real time, until nobody waits for an answer any more.
const ONCE_MORE: Duration = Duration::from_millis(50);

async fn two_people(server: &Server) -> [Person; 2] {
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

/// What one player did until the kill.
#[derive(Debug, Default)]
struct Leg {
    /// The presses that were answered as done.
    done: Vec<String>,
    /// The panel after the last of them.
    panel: Option<Message>,
    /// A press that was not answered, and the panel it was on: it may be done or not.
    open: Option<(Button, Message)>,
    is_over: bool,
}

/// So many times the process is killed in an ordinary run; `ISTAKA_KILLS=500` kills it that often.
const KILLS: u32 = 10;
/// So many times in one game, if it lasts so long.
const KILLS_A_GAME: u32 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments_no_accepted_move_is_lost() {
    let wanted = std::env::var("ISTAKA_KILLS").map_or(KILLS, |kills| {
        kills.parse().expect("ISTAKA_KILLS is a number")
    });
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut dice = StdRng::seed_from_u64(seed);
    let (mut kills, mut acknowledged) = (0, 0);
    while kills < wanted {
        let (killed, done) = a_game_with_kills(&mut dice, (wanted - kills).min(KILLS_A_GAME)).await;
        kills += killed;
        acknowledged += done;
        println!("{kills} kills, {acknowledged} moves answered as done, none lost");
    }
}

/// One game in which the process is killed up to so often: how often it was, and how many moves were answered as done before.
async fn a_game_with_kills(dice: &mut StdRng, most: u32) -> (u32, usize) {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let [ayse, ben] = two_people(&server).await;
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    sit_down(
        &ayse,
        &[&ben],
        json!({"seats": 2, "points": 3, "clock": clock}),
    )
    .await;

    let mut done = BTreeSet::new();
    let mut kills = 0;
    for kill in 0..most {
        let presses = dice.random_range(1..12);
        let moment = Duration::from_micros(dice.random_range(0..20_000));
        let (pressed, _) = watch::channel(0);
        let (killed, _) = watch::channel(false);
        let (gone, _) = watch::channel(0);
        let plays = async |person| {
            let leg = plays_until_killed(person, &pressed, &killed).await;
            gone.send_modify(|gone| *gone += 1);
            leg
        };
        let killing = async {
            let (mut count, mut gone) = (pressed.subscribe(), gone.subscribe());
            tokio::select! {
                enough = count.wait_for(|count| *count >= presses) => drop(enough),
                // The game is over before: then the idle process is killed.
                over = gone.wait_for(|gone| *gone == 2) => drop(over),
            }
            // No wait for something: the moment within the press is what is drawn here.
            tokio::time::sleep(moment).await;
            bot.is_killed();
            killed.send_replace(true);
            // Nobody answers any more: also not what is pressed just now.
            while tokio::time::timeout(ONCE_MORE, gone.wait_for(|gone| *gone == 2))
                .await
                .is_err()
            {
                server.world.passes(UNANSWERED_S).await;
            }
        };
        let (one, other, ()) = tokio::join!(plays(&ayse), plays(&ben), killing);
        println!("kill {kill} after {presses} presses and {moment:?}: {one:?} {other:?}");
        done.extend(one.done.iter().chain(&other.done).cloned());
        // Who kills an idle process proves nothing.
        kills += u32::from(!one.is_over && !other.is_over);
        let stored = stored_presses(&db).await;
        let lost: Vec<_> = done.difference(&stored).collect();
        assert!(
            lost.is_empty(),
            "answered as done, but not stored: {lost:?}"
        );

        server.bot_is_gone(&ayse).await;
        bot = Process::start(server.bot(&db));
        server.bot_is_there(&ayse).await;
        let now = ayse.runs("rack", json!({})).await.says();
        if one.is_over || other.is_over || now.contains("no table here") {
            break;
        }
        for (person, leg) in [(&ayse, &one), (&ben, &other)] {
            let now = person.runs("rack", json!({})).await.message();
            is_as_it_was(leg, &now);
        }
    }
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = ayse
        .waits_for_board("the end", |board| {
            board.content().contains("The game is over")
        })
        .await;
    assert_eq!(standing(&board).len(), 2, "{board:?}");
    (kills, done.len())
}

async fn plays_until_killed(
    person: &Person,
    pressed: &watch::Sender<u32>,
    killed: &watch::Sender<bool>,
) -> Leg {
    let mut leg = Leg::default();
    let mut end = killed.subscribe();
    loop {
        let turn = person.waits_for("a turn, the end, or the kill", |seen| {
            if is_over(seen) || *killed.borrow() {
                return Some(None);
            }
            let panel = panel(seen)?;
            choice(&panel).map(|button| Some((panel, button)))
        });
        let next = tokio::select! {
            _ = end.wait_for(|is_killed| *is_killed) => return leg,
            next = turn => next,
        };
        let Some((panel, button)) = next else {
            leg.is_over = !*killed.borrow();
            return leg;
        };
        pressed.send_modify(|count| *count += 1);
        let Ok(outcome) = person.tries_to_press(&panel, &button).await else {
            // The panel changed under the finger.
            continue;
        };
        if !outcome.is_answered() {
            leg.open = Some((button, panel));
            return leg;
        }
        let answer = outcome.message();
        if !answer.content().contains("out of date") {
            leg.done.push(outcome.interaction());
            leg.panel = Some(answer);
        }
    }
}

/// The ids of all presses in the journal.
async fn stored_presses(db: &Path) -> BTreeSet<String> {
    let url = format!("sqlite://{}", db.display());
    let mut connection = SqliteConnection::connect(&url)
        .await
        .expect("the database opens");
    let rows = sqlx::query("select press from steps where press is not null")
        .fetch_all(&mut connection)
        .await
        .expect("there are steps");
    let presses = rows
        .iter()
        .map(|row| row.get::<i64, _>(0).to_string())
        .collect();
    connection.close().await.expect("it closes");
    presses
}

/// The rack is the one after the last move that was answered; an unanswered one may have been made or not.
fn is_as_it_was(leg: &Leg, now: &Message) {
    if now.can("next").is_some() {
        // Somebody else's unanswered press has ended the round: nobody has a rack.
        return;
    }
    let sorted = |rack: &[Tile]| {
        let mut rack = rack.to_vec();
        rack.sort_unstable();
        rack
    };
    let rack = sorted(&now.rack());
    let last = leg
        .open
        .as_ref()
        .map(|(_, panel)| panel)
        .or(leg.panel.as_ref());
    let Some(last) = last.filter(|last| round(last) == round(now)) else {
        // Nothing was pressed, or another round was dealt meanwhile.
        return;
    };
    let before = sorted(&last.rack());
    let without = |tiles: &[Tile], tile: Option<Tile>| {
        let mut tiles = tiles.to_vec();
        let place = tiles.iter().position(|held| Some(*held) == tile);
        place.map(|place| tiles.remove(place));
        tiles
    };
    let is_made = match leg
        .open
        .as_ref()
        .map(|(button, _)| (button.verb(), button.tile()))
    {
        Some(("draw" | "take", _)) => rack
            .iter()
            .any(|tile| without(&rack, Some(*tile)) == before),
        Some(("discard" | "finish", tile)) => without(&before, tile) == rack,
        _ => false,
    };
    assert!(is_made || rack == before, "{leg:?} {now:?}");
}

/// The line that names the round, without the stock.
fn round(panel: &Message) -> Option<String> {
    let line = panel
        .content()
        .lines()
        .find(|line| line.starts_with("Round "))?;
    Some(line.split(" · ").next()?.to_owned())
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
