//! What people answer when they are asked whether they buy in: nobody learns it before all have answered, and it is
//! counted rightly afterwards.

use serde_json::json;

use crate::house::Evening;
use crate::kaluki_buying::{asks, buys, calls_up, four_sit, reads, two_are_asked};
use crate::message::Message;
use crate::people::Person;
use crate::play101::assert_tells;

/// What is said of an answer, once all have answered.
const ANSWERS: [&str; 3] = ["buys in and plays on", "is out of the match", "bought in"];

/// Their page with penalty points, units and the pool.
async fn score_of(person: &Person) -> Message {
    let panel = person.shows_rack().await;
    let button = panel.buttons()[0].clone();
    let id = format!("1:{}:{}:score:", button.table(), button.revision());
    person.forges(&panel, &id).await.message()
}

/// Leaves the match, which is asked once more.
async fn declines(person: &Person) -> Message {
    let panel = person.waits_for_panel("the question", asks).await;
    let page = person.presses_the(&panel, "leaving").await.message();
    assert_tells(
        &page,
        &[
            "Do you really want to leave the match?",
            "You can't come back",
        ],
    );
    person.presses_the(&page, "decline").await.message()
}

/// Neither what they see nor what happened since tells an answer.
async fn nobody_learns_an_answer(people: &[&Person], since: u64) {
    for person in people {
        let read = reads(person).await;
        let happened = format!("{:?}", person.news_since(since).await);
        for answer in ANSWERS {
            assert!(!read.contains(answer), "{}: {read}", person.name);
            assert!(!happened.contains(answer), "{}: {happened}", person.name);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_buys_in_and_one_leaves_and_nobody_knows_before() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem, dilek] = two_are_asked(&mut evening).await;
    let eve = evening.person("Eve").await;
    let since = eve.news_now().await;
    let left = declines(&dilek).await;
    assert_tells(
        &left,
        &["You leave the match", "when everybody has answered"],
    );
    assert!(!asks(&left), "{left:?}");
    nobody_learns_an_answer(&[&ayse, &ben, &cem, &eve], since).await;
    // Whoever has answered, all who were asked are named.
    for person in [&ben, &cem] {
        let panel = person.shows_rack().await;
        assert_tells(&panel, &[&ayse.id, &dilek.id]);
    }
    let panel = ayse.panel().await.expect("a panel");
    let terms = [
        "131 penalty points, over the limit of 100",
        "become **52**",
        "Buying in costs 5 units",
    ];
    assert_tells(&panel, &terms);
    // Strangers, and who is not asked, press her button.
    let button = buys(&panel).expect("the question");
    let board = eve.board().await;
    for other in [&eve, &ben] {
        let told = other.forges(&board, &button).await.message();
        assert!(told.is_private() && !asks(&told), "{told:?}");
    }
    nobody_learns_an_answer(&[&ben, &cem, &eve], since).await;
    ayse.forges(&panel, &button).await;

    let board = eve
        .waits_for_board("both answers", |board| {
            board.content().contains("buys in and plays on with 52")
        })
        .await;
    let out = format!("<@{}> is out of the match", dilek.id);
    let bought = format!("<@{}> buys in and plays on with 52", ayse.id);
    assert_tells(&board, &[&out, &bought]);
    // The Kaluki: 2 units from each of three. 5 units from each of four, and 5 more.
    let score = score_of(&cem).await;
    assert_tells(&score, &["Pool: **25** units"]);
    for (person, told) in [
        (
            &ayse,
            "**52** penalty points · units from deals: −2, paid into the pool: 10 · bought in once",
        ),
        (
            &ben,
            "**0** penalty points · units from deals: +6, paid into the pool: 5",
        ),
        (
            &cem,
            "**52** penalty points · units from deals: −2, paid into the pool: 5",
        ),
        (
            &dilek,
            "**131** penalty points · units from deals: −2, paid into the pool: 5 · out since deal 1",
        ),
    ] {
        let mut lines = score.content().lines();
        let line = lines.find(|line| line.contains(&person.id) && line.contains("penalty"));
        assert!(
            line.is_some_and(|line| line.ends_with(told)),
            "{told}: {line:?} of {score:?}"
        );
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_answers_at_once_and_that_is_not_seen_either() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem, dilek] = four_sit(&mut evening, "penalty_limit=100").await;
    let eve = evening.person("Eve").await;
    let since = eve.news_now().await;
    dilek.leaves().await;
    calls_up(&ben).await;
    ayse.waits_for_panel("the question", asks).await;
    nobody_learns_an_answer(&[&ayse, &ben, &cem, &dilek, &eve], since).await;
    // The computer is among those of whom is spoken.
    let board = eve.board().await;
    let asked = board.content().lines().find(|line| line.starts_with("🛟"));
    let asked = asked.unwrap_or_else(|| panic!("nobody is asked: {board:?}"));
    assert!(asked.contains("🤖") && asked.contains(&ayse.id), "{asked}");
    // Once more: who left the table has nothing to say for the computer.
    let told = dilek.plays("buy in").await.says();
    assert!(!told.contains("buy in"), "{told}");
    declines(&ayse).await;
    let board = eve
        .waits_for_board("both answers", |board| {
            board.content().contains("is out of the match")
        })
        .await;
    let bought = board
        .content()
        .matches("buys in and plays on with 52")
        .count();
    let out = board.content().matches("is out of the match").count();
    assert_eq!(bought + out, 2, "{board:?}");
    assert_tells(
        &score_of(&cem).await,
        &[&format!("Pool: **{}** units", 20 + 5 * bought)],
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_ended_while_two_are_asked_keeps_their_answers() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem, dilek] = two_are_asked(&mut evening).await;
    let mo = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &evening.channel, mo).await;
    let since = mo.news_now().await;
    ayse.plays("buy in").await;
    let panel = dilek.panel().await.expect("a panel");
    let button = buys(&panel).expect("the question");
    mo.ends_the_table().await;
    let ended = |board: &Message| board.content().contains("closed without a result");
    for person in [&ayse, &ben, &cem, &dilek] {
        person.waits_for_board("the end", ended).await;
    }
    // Too late to answer, by a press or by time: the match is over and came to nothing.
    let told = dilek.forges(&panel, &button).await.message();
    assert!(!asks(&told), "{told:?}");
    evening.world.passes(120).await;
    let told = dilek.plays("buy in").await.says();
    assert!(told.contains("no table here"), "{told}");
    nobody_learns_an_answer(&[&ben, &cem, &dilek, &mo], since).await;
    let leaders = ben.chooses("leaderboard", "game", "Kaluki").await.says();
    assert!(
        leaders.contains("Nobody has finished a game yet"),
        "{leaders}"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_can_be_pressed_at_a_table_that_is_ended_in_a_turn() {
    let mut evening = Evening::begins().await;
    let [_, ben, _, dilek] = four_sit(&mut evening, "penalty_limit=100").await;
    let mo = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &evening.channel, mo).await;
    ben.plays("draw").await;
    let before = ben.panel().await.expect("a panel");
    assert!(before.can("compose").is_some() && before.can("plan").is_some());
    mo.ends_the_table().await;
    for person in [&ben, &dilek] {
        person
            .waits_for_panel("the end", |panel| {
                panel.content().contains("closed without a result")
            })
            .await;
        let panel = person.panel().await.expect("a panel");
        assert!(panel.enabled().is_empty(), "{panel:?}");
    }
    evening.ends().await;
}
