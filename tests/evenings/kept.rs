//! `istaka sandbox --db FILE` is killed with SIGKILL and started again: the same people go on with the same game. And what
//! happens where one of the two files is not there, or is something else.

use std::path::{Path, PathBuf};

use istaka::sandbox::world_beside;
use serde_json::{Value, json};

use crate::command_line::{TRY_AGAIN, ends_with};
use crate::house::{Folder, channel_in, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::{is_to_act, turn_to_draw};
use crate::process::{Process, ends, istaka};
use crate::world::World;

/// The exit status that says: somebody has to change something.
const LASTING: Option<i32> = Some(78);

/// A sandbox with its bot, and where it is.
struct Played {
    process: Process,
    world: World,
    url: String,
}

/// `istaka sandbox --db FILE`, with a clock that stands still, so that nobody is late on a slow machine.
fn command(db: &Path) -> std::process::Command {
    let mut command = istaka(&["sandbox", "--port", "0", "--json", "--frozen-clock", "--db"]);
    command.arg(db).env("ISTAKA_PACE", "0");
    command
}

async fn starts(db: &Path) -> Played {
    let mut process = Process::start(command(db));
    let ready: Value = serde_json::from_str(&process.line().await).expect("a line of JSON");
    let url = ready["url"].as_str().expect("a text").to_owned();
    Played {
        process,
        world: World::there(&url),
        url,
    }
}

impl Played {
    /// The same person after a restart.
    fn again(&self, person: &Person) -> Person {
        Person {
            world: self.world.clone(),
            ..person.clone()
        }
    }

    /// A message without the address of its pictures, which is another one after a restart.
    fn placeless(&self, message: &Message) -> String {
        message.0.to_string().replace(&self.url, "")
    }
}

/// Two people in the middle of a game; whose turn it is comes first, with their panel.
async fn two_play(played: &Played) -> ([Person; 2], Message) {
    let channel = channel_in(&played.world, json!({"name": "evening"})).await;
    let comes =
        async |name: &str| Person::comes(&played.world, &channel, json!({"name": name})).await;
    let (ayse, ben) = (comes("Ayşe").await, comes("千夏").await);
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    for _ in 0..2 {
        let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
        actor.takes_their_turn().await;
    }
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let is_ayse = actor.id == ayse.id;
    (if is_ayse { [ayse, ben] } else { [ben, ayse] }, panel)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_and_started_again_the_same_game_goes_on() {
    let folder = Folder::new();
    let db = folder.file("evening.db");
    let mut first = starts(&db).await;
    let ([actor, other], panel) = two_play(&first).await;
    let waiting = other
        .waits_for_panel("no turn", |panel| !is_to_act(panel))
        .await;
    first.process.is_killed();

    let mut again = starts(&db).await;
    let [actor, other] = [&actor, &other].map(|person| again.again(person));
    // What either of them sees alone is there as it was.
    for (person, panel) in [(&actor, &panel), (&other, &waiting)] {
        let before = first.placeless(panel);
        let is_it = |message: &&Message| again.placeless(message) == before;
        let sees = |seen: &[Message]| seen.iter().find(is_it).map(drop);
        person.waits_for("their panel from before", sees).await;
    }
    // The button of a message from before draws.
    let drawn = actor.presses_the(&panel, "draw").await.message();
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    actor.discards(&drawn).await;
    // As on Discord, a bot that was started anew reaches nobody's panel before they have pressed something.
    other.presses_on_the_board("rack").await;
    other.takes_their_turn().await;

    // And once more, in the middle of all.
    again.process.is_killed();
    let third = starts(&db).await;
    let [actor, other] = [&actor, &other].map(|person| third.again(person));
    for person in [&actor, &other] {
        person.presses_on_the_board("rack").await;
    }
    tokio::join!(actor.plays_to_the_end(), other.plays_to_the_end());
    let end = actor.waits_for_board("the end", |board| {
        board.content().contains("The game is over")
    });
    end.await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_world_without_its_database_says_so_and_its_buttons_too() {
    let folder = Folder::new();
    let db = folder.file("evening.db");
    let mut first = starts(&db).await;
    let ([actor, _], panel) = two_play(&first).await;
    first.process.is_killed();
    for gone in ["", "-wal", "-shm", ".lock"] {
        let _ = std::fs::remove_file(beside(&db, gone));
    }

    let mut again = starts(&db).await;
    again.process.says("goes on without its database").await;
    let actor = again.again(&actor);
    let draw = panel.can("draw").expect("it was their turn");
    let said = actor.forges(&panel, &draw.id).await.says();
    assert!(!said.is_empty(), "the press is answered");
    let lobby = actor.runs("okey", json!({"seats": 2})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_without_its_world_begins_a_new_one() {
    let folder = Folder::new();
    let db = folder.file("evening.db");
    let mut first = starts(&db).await;
    two_play(&first).await;
    first.process.is_killed();
    for gone in ["", "-wal"] {
        let _ = std::fs::remove_file(beside(&world_beside(&db), gone));
    }

    let mut again = starts(&db).await;
    again.process.says("has no world beside it").await;
    let world = again.world.ask("GET", "/world", Value::Null).await;
    assert_eq!(world["people"], json!([]), "nobody of before is there");
    // The table of before is out of reach, and nobody else's game suffers from it.
    let (_, panel) = two_play(&again).await;
    assert!(panel.can("draw").is_some(), "{panel:?}");
}

#[tokio::test]
async fn what_is_no_world_is_left_alone_and_named() {
    let folder = Folder::new();
    let db = folder.file("evening.db");
    let world = world_beside(&db);
    std::fs::write(&world, "Dear Ayşe").expect("written");
    let ended = ends(command(&db)).await;
    assert_eq!(ended.code, LASTING, "{ended:?}");
    let name = world.display().to_string();
    for words in [name.as_str(), "is no world of the sandbox", "Move it away"] {
        assert!(ended.stderr.contains(words), "{ended:?}");
    }
    assert_eq!(std::fs::read(&world).expect("read"), "Dear Ayşe".as_bytes());
}

#[tokio::test]
async fn a_world_for_which_the_disk_has_no_room_is_not_called_damaged() {
    let folder = Folder::new();
    let db = folder.file("evening.db");
    // No file grows beyond some kilobytes.
    let limited = "ulimit -f 8; exec \"$0\" sandbox --no-bot --port 0 --db \"$1\"";
    let mut full = std::process::Command::new("sh");
    full.args(["-c", limited, env!("CARGO_BIN_EXE_istaka")]);
    full.arg(&db);
    let ended = ends_with(TRY_AGAIN, full, "the disk is full").await;
    for wrong in ["damaged", "Move it away"] {
        assert!(!ended.stderr.contains(wrong), "{ended:?}");
    }
    // What was begun is begun anew.
    let played = starts(&db).await;
    let ayse = played
        .world
        .ask("POST", "/people", json!({"name": "Ayşe"}))
        .await;
    assert_eq!(ayse["name"], "Ayşe", "{ayse}");
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
