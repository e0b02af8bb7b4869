//! The tests' own game at a table: eight seats, a move out of turn, typed moves, and a record that is found right.
//!
//! Nothing in the front knows this game: what works here works for every game that is added.

use serde_json::json;

use crate::house::{Evening, Folder, sit_down_to};
use crate::message::{Button, Message};
use crate::people::{self, Person};
use crate::play::{is_over, standing};
use crate::records::{attached, verify};

/// The tiles that can be played now.
fn playable(panel: &Message) -> Vec<Button> {
    let mut buttons = panel.enabled();
    buttons.retain(|button| button.verb() == "play");
    buttons
}

/// Waits until there is a tile to be played; `None` when the game is over.
async fn turn(person: &Person) -> Option<Message> {
    person
        .waits_for("a tile to play, or the end of the game", |seen| {
            if is_over(seen) {
                return Some(None);
            }
            let panel = people::panel(seen)?;
            (!playable(&panel).is_empty() || panel.can("next").is_some()).then_some(Some(panel))
        })
        .await
}

/// Plays to the end on their panel; answers how many tiles they played.
async fn presses_to_the_end(person: &Person) -> usize {
    let mut played = 0;
    while let Some(panel) = turn(person).await {
        let Some(tile) = playable(&panel).pop() else {
            person.presses_the(&panel, "next").await;
            continue;
        };
        let then = person.presses(&panel, &tile).await.message();
        assert!(then.is_private() && then.has_picture(), "{then:?}");
        played += 1;
    }
    played
}

/// The same by typed moves: what a choice of the list means, and what one types.
async fn types_to_the_end(person: &Person) {
    for number in 0.. {
        let Some(panel) = turn(person).await else {
            return;
        };
        let Some(tile) = playable(&panel).pop().and_then(|button| button.tile()) else {
            person.presses_the(&panel, "next").await;
            continue;
        };
        let typed = format!("play {tile}");
        let listed = person.offered("play").await;
        let meant = listed.iter().find(|(_, value)| value.ends_with(&typed));
        let (_, value) = meant.unwrap_or_else(|| panic!("{typed} is not among {listed:?}"));
        let wanted = if number % 2 == 0 { value } else { &typed };
        let told = person.plays(wanted).await.message();
        assert!(told.is_private() && told.has_picture(), "{told:?}");
        assert!(!told.content().contains("not your turn"), "{told:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_offered_it() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let refused = ayse.tries("toy", json!({})).await;
    assert!(refused.is_err(), "{refused:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_and_seven_computers_play_at_eight_seats() {
    let mut evening = Evening::begins().await;
    evening.offers_every_game().await;
    let ayse = evening.person("Ayşe").await;
    let options = json!({"computers": 7, "rounds": 2});
    let board = sit_down_to("toy", &ayse, &[], options).await;
    assert!(board.alt().starts_with("A round table."), "{board:?}");
    let seats = board.content().matches("tricks:").count();
    assert_eq!(seats, 8, "{board:?}");

    assert_eq!(presses_to_the_end(&ayse).await, 10, "five tiles a round");
    let over = |board: &Message| board.content().contains("The game is over");
    let board = ayse.waits_for_board("the final standing", over).await;
    assert!(board.has_picture(), "{board:?}");
    assert_eq!(standing(&board).len(), 1, "one of the eight is a person");
    let places = board
        .content()
        .lines()
        .filter(|line| line.starts_with("**"));
    assert_eq!(places.count(), 8, "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_type_and_knock_and_the_record_is_right() {
    let mut evening = Evening::begins().await;
    evening.offers_every_game().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = sit_down_to("toy", &ayse, &[&ben], json!({"seats": 2, "rounds": 1})).await;
    let table = board.buttons()[0].table().to_owned();
    assert!(board.content().contains("a trick is a point"), "{board:?}");
    assert!(board.content().contains("turn: lead a trick"), "{board:?}");

    // Ayşe begins, so Ben may knock; and nobody after him.
    let early = ayse.plays("knock").await;
    assert!(early.says().contains("cannot knock"), "{early:?}");
    let knocked = ben.plays("knock").await;
    assert!(
        knocked.says().contains("a trick is 2 points"),
        "{knocked:?}"
    );
    let late = ben.plays("knock").await;
    assert!(late.says().contains("not your turn"), "{late:?}");
    let stranger = ben.plays("play R1").await;
    assert!(stranger.says().contains("not your turn"), "{stranger:?}");
    ayse.waits_for_board("the knock", |board| board.content().contains("knocks"))
        .await;

    evening.bot_goes().await;
    evening.bot_comes().await;
    for person in [&ayse, &ben] {
        person.presses_on_the_board("rack").await;
    }
    tokio::join!(types_to_the_end(&ayse), types_to_the_end(&ben));
    let board = ayse.board().await;
    let points: i64 = standing(&board).iter().map(|(_, points)| points).sum();
    assert_eq!(points, 10, "five tricks of two points each: {board:?}");

    let told = ben.runs("verify", json!({"table": table})).await.message();
    let folder = Folder::new();
    let file = folder.file("record.json");
    std::fs::write(&file, attached(&told).await).expect("written");
    let ended = verify(&file).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    evening.ends().await;
}
