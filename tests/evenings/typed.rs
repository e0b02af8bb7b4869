//! A whole game by `/play` alone: typed moves and choices, and what is no move.

use istaka::rules::tile::Tile;
use serde_json::json;

use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;
use crate::people::panel;
use crate::play::{choice, is_over, turn_to_draw};

/// Opens a table for two and starts it; only the lobby has no commands.
async fn two_sit_down(evening: &Evening, points: u32) -> [Person; 2] {
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    crate::house::sit_down(&ayse, &[&ben], json!({"seats": 2, "points": points})).await;
    [ayse, ben]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_by_play_alone() {
    let evening = Evening::begins().await;
    let [ayse, ben] = two_sit_down(&evening, 3).await;
    tokio::join!(types_to_the_end(&ayse), types_to_the_end(&ben));
    let board = ayse
        .waits_for_board("the final standing", |board| {
            board.content().contains("The game is over")
        })
        .await;
    assert!(
        board
            .buttons()
            .iter()
            .all(|button| ["rematch", "sheet", "open"].contains(&button.verb())),
        "{board:?}"
    );
    for person in [&ayse, &ben] {
        let seen = person.sees().await;
        let panels = seen.iter().filter(|message| message.is_private());
        assert!(panels.count() <= 2, "old panels stay: {seen:#?}");
    }
    let told = ayse.plays("draw").await.says();
    let tells = ["Your game here is over", "🏆", "no table here"];
    assert!(tells.iter().all(|tells| told.contains(tells)), "{told}");
}

/// Plays to the end, every other move by a choice from the list, the others typed.
async fn types_to_the_end(person: &Person) {
    for number in 0.. {
        let next = person
            .waits_for("a turn or the end of the game", |seen| {
                if is_over(seen) {
                    return Some(None);
                }
                choice(&panel(seen)?).map(Some)
            })
            .await;
        let Some(button) = next else { return };
        let text = typed(&button);
        let wanted = match number % 2 {
            0 => match choice_of(person, &text).await {
                // Showing is offered out of turn too, and the others do not wait for who reads the list.
                Err(_) if text == "show" => continue,
                choice => choice.unwrap_or_else(|why| panic!("{why}")),
            },
            _ => text,
        };
        let answer = person.plays(&wanted).await.message();
        assert!(
            answer.is_private() && answer.has_picture(),
            "{wanted}: {answer:?}"
        );
        // Showing is offered out of turn too, and then the others do not wait for it.
        let is_late_show =
            wanted.ends_with("show") && answer.content().contains("not possible any more");
        for refusal in ["not possible any more", "not your turn", "a move I know"] {
            if is_late_show {
                continue;
            }
            assert!(!answer.content().contains(refusal), "{wanted}: {answer:?}");
        }
    }
}

/// What one types instead of pressing.
fn typed(button: &Button) -> String {
    match (button.verb(), button.tile()) {
        ("discard" | "finish", Some(tile)) => format!("{} {tile}", button.verb()),
        (verb, _) => verb.to_owned(),
    }
}

/// The value of the choice that is this move, completed from its first letters.
async fn choice_of(person: &Person, text: &str) -> Result<String, String> {
    let choices = person.offered(&text[..2]).await;
    let meant = choices
        .iter()
        .find(|(_, value)| value.split_once('|').is_some_and(|(_, rest)| rest == text));
    let (_, value) = meant.ok_or_else(|| format!("{text} is not among {choices:?}"))?;
    Ok(value.clone())
}

/// What is offered to who types a tile in words, such as `red 5`; and to who has typed one of them behind a verb.
async fn offered_in_words(person: &Person, tile: Tile) -> [Vec<String>; 2] {
    let written = tile.to_string();
    let colours = [
        ("R", "Red"),
        ("Y", "yellow"),
        ("G", "green"),
        ("K", "black"),
    ];
    let words = colours.iter().find_map(|(letter, colour)| {
        let number = written.strip_prefix(letter)?;
        Some((format!("{colour} {number}"), format!("throw {colour}")))
    });
    let words = words.unwrap_or_else(|| ("false joker".to_owned(), "joker throw".to_owned()));
    let values = async |typed: &str| -> Vec<String> {
        let offered = person.offered(typed).await.into_iter();
        offered.map(|(_, value)| value).collect()
    };
    [values(&words.0).await, values(&words.1).await]
}

/// A tile that does not lie on this rack.
fn absent(rack: &[Tile]) -> Tile {
    let all = (1..=13).map(|number| format!("R{number}").parse::<Tile>().expect("a tile"));
    all.into_iter()
        .find(|tile| !rack.contains(tile))
        .expect("nobody holds all red tiles")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_move_is_said_and_changes_nothing() {
    let evening = Evening::begins().await;
    let [ayse, ben] = two_sit_down(&evening, 20).await;
    let (actor, before) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if actor.id == ayse.id { &ben } else { &ayse };
    let others_rack = other.panel().await.expect("a panel").rack();

    let says = async |person: &Person, text: &str, expected: &str| -> Message {
        let answer = person.plays(text).await.message();
        assert!(answer.content().contains(expected), "{text:?}: {answer:?}");
        assert!(answer.is_private(), "{text:?}: {answer:?}");
        answer
    };
    for text in [
        "banana",
        "discard R14",
        "discard R5 R6",
        "|",
        "1|",
        "9999999999999999999999|draw it",
        "draw -1",
        "<@1> @everyone",
        "💥",
        "ﷺ",
        "1|1|draw",
        // Nothing before a stroke is thrown away but the number of a choice.
        "draw | discard R5",
        "hats|draw",
        "\u{202e}ward",
        "`draw`",
    ] {
        says(actor, text, "That isn't a move I know").await;
    }
    // Whoever does not know which letters there are reads it.
    says(
        actor,
        "discard B7",
        "R red ❤️ · Y yellow ⭐ · G green 🍀 · K black",
    )
    .await;
    for text in ["discard", "finish"] {
        says(actor, text, "Which tile? Type it as well").await;
    }
    says(other, "draw", "It's not your turn").await;
    says(other, "next", "not possible any more").await;
    // The choice of whoever is not to play is no move, but their panel.
    let (_, waits) = other.offered("").await.remove(0);
    let answer = other.plays(&waits).await.message();
    assert!(!answer.content().contains("move I know"), "{answer:?}");
    assert_eq!(answer.rack(), others_rack);
    let held = others_rack[0];
    says(other, &format!("discard {held}"), "It's not your turn").await;
    says(actor, "discard R5", "First draw").await;
    says(actor, "pass", "You can pass only when the stock is empty").await;
    says(actor, "no", "nothing to decline").await;
    let old = choice_of(actor, "draw").await.expect("a choice");
    let panel = says(actor, "DRAW ", "Press the tile").await;
    assert_eq!(panel.rack().len(), before.rack().len() + 1);
    says(actor, &old, "not possible any more").await;
    // In the letters of other keyboards it is the same move.
    for text in ["ｄｒａｗ", "DRAW\u{200b}"] {
        says(actor, text, "You already have your tile for this turn").await;
    }
    says(actor, "draw", "You already have your tile for this turn").await;
    for held in panel.rack() {
        let value = format!("|discard {held}");
        for found in offered_in_words(actor, held).await {
            let is_found = found.iter().any(|choice| choice.ends_with(&value));
            assert!(is_found, "{held} is not among {found:?}");
        }
    }
    let absent = absent(&panel.rack());
    let answer = says(actor, &format!("discard {absent}"), "on your rack").await;
    assert_eq!(answer.rack(), panel.rack());
    let fifteen = panel.rack();
    let unfit = fifteen.iter().find(|tile| {
        panel
            .can("finish")
            .is_none_or(|button| button.tile() != Some(**tile))
    });
    let unfit = unfit.expect("a tile that does not finish");
    let answer = says(actor, &format!("finish {unfit}"), "").await;
    assert_eq!(answer.rack(), fifteen, "{answer:?}");
    assert_eq!(
        other.panel().await.map(|panel| panel.rack()),
        Some(others_rack)
    );
}
