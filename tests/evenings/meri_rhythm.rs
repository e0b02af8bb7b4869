//! One person and seven computers at Hachinin-meri: the seven move so that people can follow, the board gathers what they do,
//! a shōbu can be read, and no press fails because a computer was faster.

use std::time::Duration;

use serde_json::{Value, json};

use crate::house::{Evening, sit_down_to};
use crate::message::Message;
use crate::moves_meri::DEAL;
use crate::people::Person;
use crate::play::{choice, is_over};
use crate::play_meri::{is_to_play, rack, rigged};

/// How often this message was changed, as these news tell.
fn edits(news: &[Value], message: &Message) -> usize {
    let edits = news.iter().filter(|piece| piece["kind"] == "edit");
    edits
        .filter(|piece| piece["message"]["id"] == message.id())
        .count()
}

/// Everything that this message ever said, as it was sent.
fn said(evening: &Evening, message: &Message) -> Vec<String> {
    let place = format!("/messages/{}", message.id());
    let exchanges = evening.record.exchanges();
    let sent = exchanges.iter().filter(|one| {
        let path = one["path"].as_str().unwrap_or_default();
        one["method"] == "PATCH" && path.ends_with(&place)
    });
    let said = sent.filter_map(|one| one["body"]["content"].as_str());
    said.map(str::to_owned).collect()
}

/// The number of the trick that is being played, and how many have played to it.
fn trick(board: &Message) -> (usize, usize) {
    let line = board
        .content()
        .lines()
        .find(|line| line.contains(" of 9** · "));
    let Some((number, plays)) = line.and_then(|line| line.split_once(" of 9** · ")) else {
        return (0, 0);
    };
    let number = number
        .rsplit(' ')
        .next()
        .and_then(|number| number.parse().ok());
    let count = if plays.ends_with("leads.") {
        0
    } else {
        plays.split(" · ").count()
    };
    (number.expect("a trick has a number"), count)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seven_move_one_after_another_and_a_shobu_can_be_read() {
    let mut evening = Evening::begins().await;
    evening.computers_take(Duration::from_secs(1)).await;
    let [ayse] = rigged(&mut evening, ["Ayşe"], "", &DEAL).await;
    ayse.calls().await;
    ayse.opens_with("O-9", "K-9").await;
    let mut board = ayse.board().await;
    let (mut still, mut seconds) = (0, 0);
    while trick(&board).0 < 3 {
        let panel = ayse.panel().await.expect("a panel");
        if let Some(button) = choice(&panel) {
            ayse.presses(&panel, &button).await;
            board = ayse.board().await;
            still = 0;
            continue;
        }
        let (before, after) = (trick(&board), ayse.news_now().await);
        evening.world.passes(1).await;
        seconds += 1;
        let news = ayse.news_since(after).await;
        assert!(edits(&news, &board) <= 1, "{news:?}");
        board = ayse.board().await;
        let now = trick(&board);
        let moves = if now.0 == before.0 {
            now.1 - before.1
        } else {
            8 - before.1 + now.1
        };
        assert!(moves <= 1, "{before:?} {now:?}");
        if moves == 0 {
            still += 1;
            assert_eq!(now.1, 0, "only a shōbu is looked at: {board:?}");
        } else {
            // Whoever took the trick leads when it could be read.
            assert!(now.1 != 1 || still == 3, "{still} s: {board:?}");
            still = 0;
        }
    }
    assert!((13..=25).contains(&seconds), "{seconds} s for two tricks");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_edit_leaves_out_the_next_one_tells() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let options = json!({"computers": 7, "rules": "match_length=hitomaki"});
    let board = sit_down_to("meri", &ayse, &[], options).await;
    // The computers take no time: only the pace of boards gathers their moves.
    let first = ayse.board().await.content().to_owned();
    // Nobody presses before the board has come to rest, as nobody does who looks at it.
    while let Some((panel, button)) = ayse.panel().await.and_then(|panel| {
        let button = choice(&panel)?;
        Some((panel, button))
    }) {
        ayse.presses(&panel, &button).await;
    }
    assert!(is_over(&ayse.sees().await));
    evening.bot_goes().await;
    let told: Vec<String> = [first].into_iter().chain(said(&evening, &board)).collect();
    for number in 1..=9 {
        let over = format!("Trick {number}: ");
        let lines = told.iter().flat_map(|board| board.lines());
        let line = lines.into_iter().find(|line| line.starts_with(&over));
        let line = line.unwrap_or_else(|| panic!("{over} {told:#?}"));
        let (plays, winner) = line.split_once(" → ").expect("somebody takes it");
        assert_eq!(plays.split(" · ").count(), 8, "{line}");
        assert!(winner.contains(" takes it"), "{line}");
    }
    assert!(told.len() < 72, "{} edits for 72 plays", told.len());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ordinary_turn_is_two_taps_and_no_press_is_late_for_a_computer() {
    let mut evening = Evening::begins().await;
    evening.computers_take(Duration::from_secs(1)).await;
    let [ayse] = rigged(&mut evening, ["Ayşe"], "", &DEAL).await;
    let asked = ayse.panel().await.expect("a panel");
    // Seven have answered meanwhile; the panel is as old as the question, and still calls.
    evening.world.passes(1).await;
    let called = ayse.presses_the(&asked, "robatta").await.message();
    assert_eq!(rack(&called).len(), 10, "{called:?}");
    ayse.opens_with("O-9", "K-9").await;
    let old = ayse.panel().await.expect("a panel");
    let order = old.can("order").expect("the order of the trumps");
    for _ in 0..3 {
        evening.world.passes(1).await;
    }
    // To look at something is never too late.
    let page = ayse.forges(&old, &order.id).await.message();
    assert!(page.content().starts_with("## Trumps"), "{page:?}");
    let turn = plays_on(&evening, &ayse).await;
    // From the board: one tap for the rack, one for the karuta.
    let own = ayse.presses_on_the_board("rack").await.message();
    assert_eq!(rack(&own), rack(&turn));
    let card = own.can("play").expect("their turn");
    let played = ayse.presses(&own, &card).await.message();
    assert_eq!(rack(&played).len(), rack(&own).len() - 1, "{played:?}");
    // Drawn when the turn came, a panel is good until it is pressed, however long the others have waited.
    let turn = plays_on(&evening, &ayse).await;
    evening.world.passes(20).await;
    let card = turn.can("play").expect("their turn");
    let played = ayse.presses(&turn, &card).await.message();
    assert_eq!(rack(&played).len(), rack(&turn).len() - 1, "{played:?}");
    evening.ends().await;
}

/// Lets the seven move, a second each, until it is their turn.
async fn plays_on(evening: &Evening, person: &Person) -> Message {
    for _ in 0..40 {
        let panel = person.panel().await.expect("a panel");
        if is_to_play(&panel) {
            return panel;
        }
        evening.world.passes(1).await;
    }
    panic!("no turn: {:?}", person.board().await);
}
