//! Around a game of Okey 101: played by typing alone, with hints, by the clock; and what is left of it afterwards.

use serde_json::json;

use crate::house::{Evening, Folder, sit_down_to};
use crate::message::Message;
use crate::people::{Person, panel};
use crate::play::{choice, is_over, is_to_act, turn_of};
use crate::play101::{final_board, final_lines};
use crate::records::{attached, script, verify};

const MINUTE: u64 = 60;

/// What a simple player types: the text of a choice, and the choice itself.
async fn offered(person: &Person) -> (String, String) {
    let choices = person.offered("").await;
    let begins = ["open", "lay", "off", "draw", "discard"];
    let found = begins.into_iter().find_map(|begin| {
        choices.iter().rev().find(|(name, value)| {
            let text = value.split_once('|').map_or(&value[..], |(_, text)| text);
            text.starts_with(begin) && !name.contains(" and pay ")
        })
    });
    let (_, value) = found
        .or(choices.last())
        .unwrap_or_else(|| panic!("{} is offered nothing", person.name));
    let text = value.split_once('|').map_or(&value[..], |(_, text)| text);
    (text.to_owned(), value.clone())
}

/// Plays to the end, every other move by a choice from the list, the others typed.
async fn types_to_the_end(person: &Person) -> Vec<String> {
    let mut moves = Vec::new();
    loop {
        let is_on = person
            .waits_for("a turn or the end of the game", |seen| {
                if is_over(seen) {
                    return Some(false);
                }
                // A void round is followed by another one.
                panel(seen)
                    .filter(|panel| is_to_act(panel) || panel.can("next").is_some())
                    .map(|_| true)
            })
            .await;
        if !is_on {
            return moves;
        }
        let (text, value) = offered(person).await;
        let wanted = if moves.len() % 2 == 0 { &value } else { &text };
        let mut answer = person.plays(wanted).await.message();
        if answer.can("surely").is_some() {
            let told = format!("type `/play surely {text}`");
            assert!(answer.content().contains(&told), "{told}: {answer:?}");
            answer = person.plays(&format!("surely {text}")).await.message();
        }
        for refusal in ["not possible any more", "not your turn", "a move I know"] {
            assert!(!answer.content().contains(refusal), "{wanted}: {answer:?}");
        }
        moves.push(text);
        assert!(moves.len() < 1_000, "no end: {answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_101_by_play_alone() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "rounds": 1, "rules": "open_min=51"});
    sit_down_to("okey101", &ayse, &[&ben], options).await;
    let (one, other) = tokio::join!(types_to_the_end(&ayse), types_to_the_end(&ben));
    let mut all = one.iter().chain(&other);
    assert!(
        all.any(|text| text.starts_with("open")),
        "{one:?} {other:?}"
    );
    let board = final_board(&ayse).await;
    assert_eq!(final_lines(&board).len(), 2, "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_of_101_can_be_asked_for_and_the_game_be_verified_and_played_again() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let options = json!({"rounds": 2, "seats": 3, "computers": 2, "rules": "deal=stacks7"});
    sit_down_to("okey101", &ayse, &[], options).await;
    for _ in 0..6 {
        // When all is said it is her turn, for computers wait for nothing: a panel seen on the way may be an old one.
        let (panel, seen) = (ayse.panel().await, ayse.sees().await);
        let panel = panel.unwrap_or_else(|| panic!("no panel: {seen:#?}"));
        // A computer may finish the round before: then the choice is to go on.
        if is_to_act(&panel) {
            let told = ayse.runs("hint", json!({})).await.says();
            assert!(told.starts_with("💡"), "{told}");
            // Asked twice, it says the same: a hint is no chance.
            let again = ayse.runs("hint", json!({})).await.says();
            assert_eq!(told.lines().next(), again.lines().next());
        }
        let panel = ayse.shows_rack().await;
        let moved = choice(&panel).expect("a turn");
        ayse.presses(&panel, &moved).await;
    }
    ayse.plays_to_the_end().await;
    let board = final_board(&ayse).await;

    let told = ayse.runs("verify", json!({})).await.message();
    let folder = Folder::new();
    let file = folder.file("record.json");
    std::fs::write(&file, attached(&told).await).expect("written");
    let ended = verify(&file).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(script(&file).is_none_or(|code| code == 0));
    let history = ayse.runs("history", json!({})).await.says();
    assert!(history.contains("Okey 101"), "{history}");
    let lobby = ayse.presses_the(&board, "rematch").await.message();
    assert!(lobby.content().contains("Okey 101"), "{lobby:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_time_runs_out_a_taken_tile_goes_back_and_another_is_drawn() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down_to("okey101", &ayse, &[&ben], json!({"seats": 2, "rounds": 1})).await;
    let (starter, panel) = turn_of(&[&ayse, &ben]).await;
    let sleeper = if starter.id == ayse.id { &ben } else { &ayse };
    starter.discards(&panel).await;
    let panel = sleeper.panel().await.expect("a panel");
    sleeper.presses_the(&panel, "take").await;
    evening.world.passes(MINUTE + 1).await;
    let panel = starter.panel().await.expect("a panel");
    assert!(panel.can("take").is_some(), "{panel:?}");
    let told = |board: &Message| {
        let words = [" took ", " back · ", " drew", "discarded "];
        words.into_iter().all(|word| board.content().contains(word))
    };
    let board = starter.board().await;
    assert!(told(&board), "{board:?}");
    assert!(!board.content().contains("**+101**"), "{board:?}");
    let panel = sleeper.panel().await.expect("a panel");
    assert_eq!(panel.rack().len(), 21, "{panel:?}");
    assert!(panel.content().contains("Not your turn yet"), "{panel:?}");
    evening.ends().await;
}
