//! Lessons that are played: from the first button to the end, for every game; whatever else is pressed changes nothing, a
//! restart loses nothing, and nothing of it is counted anywhere.

use serde_json::json;

use crate::every_game::leaves_none_out;
use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;
use crate::threads::linked;

/// The games with their names, and what is pressed in their lessons, step by step: the end of an id, or the beginning of
/// a label.
const LESSONS: [(&str, &str, &[&str]); 4] = [
    (
        "okey",
        "Okey",
        &[
            "go:", "desk:", "By melds", "go:", "go:", "go:", "go:", "draw:", ".R1", "Take", ".K13",
            "draw:", "Finish",
        ],
    ),
    (
        "okey101",
        "Okey 101",
        &[
            "go:", "go:", "go:", "draw:", "Open 121", "Open 121", ".K2", "go:", "draw:", "go:",
            "Lay off", ".G5", "draw:", "Lay off", ".Y1",
        ],
    ),
    (
        "kaluki",
        "Kaluki",
        &[
            "go:",
            "go:",
            "go:",
            "draw:",
            "Open 45",
            "Open 45",
            ".cA",
            "go:",
            "draw:",
            "Exchange a joker",
            "♥️8 for",
            "New: ♦️3",
            "Lay 3 cards",
            "Lay 3",
            ".d9",
            "draw:",
            "Call up",
            "Call up",
        ],
    ),
    (
        "meri",
        "Hachinin-meri",
        &[
            "go:", "go:", "go:", "Robatta", ".G-5", ".K-4", ".P-Sun", "go:", ".O-2", ".O-3",
            ".K-Un", ".P-Sota", ".K-Sun", ".G-Un", ".P-Robai",
        ],
    ),
];

fn wanted(page: &Message, what: &str) -> Button {
    let is_wanted = |button: &Button| button.id.ends_with(what) || button.label.starts_with(what);
    let found = page.enabled().into_iter().find(is_wanted);
    found.unwrap_or_else(|| panic!("no {what} on {page:?}"))
}

/// Presses it where it stands; nobody else sees it.
async fn goes_on(person: &Person, page: &Message, what: &str) -> Message {
    let outcome = person.presses(page, &wanted(page, what)).await;
    assert_eq!(
        outcome.kind(),
        7,
        "{what}: the step changes where it stands"
    );
    let next = outcome.message();
    assert!(next.is_private() && next.id() == page.id(), "{next:?}");
    next
}

/// The step that a page says it is, and how many there are.
fn step(page: &Message) -> (usize, usize) {
    let text = page.content();
    let (_, told) = text
        .split_once("Step ")
        .unwrap_or_else(|| panic!("no step: {text}"));
    let mut numbers = told.split(|letter: char| !letter.is_ascii_digit());
    let mut number = || {
        numbers
            .find_map(|word| word.parse().ok())
            .expect("a number")
    };
    (number(), number())
}

async fn told(person: &Person, command: &str) -> String {
    person.runs(command, json!({})).await.says()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_learnt_to_the_end_and_nothing_is_counted() {
    leaves_none_out(LESSONS.map(|(id, ..)| id));
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    for (id, name, presses) in LESSONS {
        let mut page = ayse.chooses("learn", "game", name).await.message();
        assert_eq!(step(&page).0, 1, "{name}");
        for what in presses {
            assert!(page.has_picture() && !page.alt().is_empty(), "{page:?}");
            let before = step(&page).0;
            page = goes_on(&ayse, &page, what).await;
            let after = step(&page).0;
            assert!((before..=before + 2).contains(&after), "{name}: {page:?}");
            assert!(
                !page.content().contains("Not yet"),
                "{name}, {what}: {page:?}"
            );
        }
        let (last, of) = step(&page);
        assert_eq!(last, of, "{name}: {page:?}");
        assert!(page.content().contains(&format!("`/{id}`")), "{page:?}");
    }
    assert_eq!(ben.sees().await.len(), 0, "nobody else sees a lesson");
    assert!(
        told(&ayse, "stats")
            .await
            .starts_with("You have not finished")
    );
    assert!(
        told(&ayse, "history")
            .await
            .starts_with("You have not finished")
    );
    assert!(told(&ayse, "table show").await.contains("no table"));
    let board = told(&ayse, "leaderboard").await;
    assert!(!board.contains(&ayse.id), "{board}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_else_is_pressed_changes_nothing_and_a_restart_loses_nothing() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let mut page = ayse.chooses("learn", "game", "Okey").await.message();
    let (_, _, presses) = LESSONS[0];
    for what in &presses[..8] {
        page = goes_on(&ayse, &page, what).await;
    }
    assert_eq!(step(&page).0, 8, "{page:?}");
    let asked = wanted(&page, ".R1");
    for button in page.enabled() {
        if button == asked || button.verb() == "stop" {
            continue;
        }
        let there = ayse.forges(&page, &button.id).await.message();
        assert_eq!(step(&there).0, 8, "{button:?}: {there:?}");
        let is_page = button.verb() == "desk";
        assert_eq!(there.content().contains("Not yet"), !is_page, "{button:?}");
    }
    // What was pressed before, pressed once more, leads to where it led.
    let again = ayse.forges(&page, "1:~okey:6:draw:").await.message();
    assert_eq!(step(&again).0, 8, "{again:?}");
    // What the rules refuse, what is of another game, and steps that are none.
    for id in [
        "1:~okey:7:finish:R1",
        "1:~okey:7:take:K5",
        "1:~okey:7:meld:all",
        "1:~okey:7:start:",
    ] {
        let there = ayse.forges(&page, id).await.message();
        assert_eq!(step(&there).0, 8, "{id}: {there:?}");
    }
    let end = ayse.forges(&page, "1:~okey:255:see:").await.message();
    assert_eq!(step(&end), (13, 13));

    page = ayse.forges(&page, "1:~okey:7:see:").await.message();
    evening.bot_goes().await;
    evening.bot_comes().await;
    page = goes_on(&ayse, &page, ".R1").await;
    assert_eq!(step(&page).0, 9, "{page:?}");

    let left = goes_on(&ayse, &page, "stop:").await;
    assert!(left.content().contains("left the lesson") && !left.has_picture());
    let back = goes_on(&ayse, &left, "see:").await;
    assert_eq!(back.content(), page.content());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lesson_begins_in_the_lobby_and_says_that_a_table_waits() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({})).await.message();
    for (person, waits) in [(&ayse, true), (&ben, false)] {
        let begun = person.presses(&lobby, &wanted(&lobby, "see:")).await;
        assert_eq!(begun.kind(), 4, "the lobby stays as it is");
        let mut page = begun.message();
        assert!(page.is_private(), "{page:?}");
        for what in ["go:", "desk:", "By melds"] {
            let says = page.content().contains("Your table is still there");
            assert_eq!(says, waits, "{page:?}");
            page = goes_on(person, &page, what).await;
        }
    }
    // A modified client presses a step on what all see: only its owner sees what comes of it.
    let forged = ben.forges(&lobby, "1:~okey:7:discard:8.R1").await;
    assert_eq!(forged.kind(), 4);
    assert!(forged.message().is_private());
    let now = ayse.sees().await;
    let still = now.iter().find(|message| message.id() == lobby.id());
    assert_eq!(still.map(Message::content), Some(lobby.content()));

    let help = ben.runs("help", json!({})).await.message();
    assert!(help.content().contains("table of Okey here"), "{help:?}");
    let learn = wanted(&help, "1:~kaluki:0:see:");
    assert_eq!(step(&ben.presses(&help, &learn).await.message()).0, 1);
    evening.ends().await;
}

/// In the channel above a game `/rules` told those of another one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_of_the_only_table_below_a_channel_are_told_there() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let [ayse, ben, cem] = [0, 1, 2].map(|number: usize| people[number].in_channel(&channel));
    let has_101 = async |person: &Person| {
        let page = person.runs("rules", json!({})).await.message();
        page.content().contains("## Okey 101 in brief")
    };
    let opens = async |host: &Person, game: &str| {
        let line = host.runs(game, json!({"seats": 2})).await.message();
        let link = |seen: &[Message]| linked(seen.iter().find(|one| one.id() == line.id())?);
        host.waits_for("the link to the thread", link).await;
    };
    assert!(!has_101(&ben).await);
    opens(&ayse, "okey101").await;
    assert!(has_101(&ayse).await && has_101(&ben).await);
    // Of two tables neither is meant by somebody who sits at none.
    opens(&cem, "okey").await;
    assert!(has_101(&ayse).await && !has_101(&ben).await);
    evening.ends().await;
}
