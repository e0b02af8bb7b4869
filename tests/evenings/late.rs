//! Late and doubled presses do nothing, and are answered with the panel as it is.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::message::{Message, Outcome};
use crate::people::Person;
use crate::play::{discard, is_to_act, two_play};

fn is_late(answer: &Message) -> bool {
    answer.content().contains("That button was out of date")
}

/// How many tiles are left in the stock, as a panel or board says.
fn stock(message: &Message) -> u32 {
    let (before, _) = message
        .content()
        .split_once(" left in the stock")
        .expect("the stock");
    let number = before
        .rsplit(' ')
        .next()
        .and_then(|number| number.parse().ok());
    number.expect("a number of tiles")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_button_does_nothing_and_shows_the_present_panel() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let to_draw = first.panel().await.expect("a panel");
    let old_draw = to_draw.can("draw").expect("Draw");
    let drawn = first.presses(&to_draw, &old_draw).await.message();
    let old_discard = discard(&drawn).expect("a tile");

    let again = first.forges(&drawn, &old_draw.id).await;
    assert_eq!(
        again.kind(),
        7,
        "on a panel the panel itself answers: {again:?}"
    );
    assert!(is_late(&again.message()), "{again:?}");
    assert_eq!(again.message().rack(), drawn.rack());

    let waiting = first.presses(&drawn, &old_discard).await.message();
    assert_eq!(waiting.rack().len(), 14);
    for old in [&old_discard.id, &old_draw.id] {
        let late = first.forges(&waiting, old).await.message();
        assert!(is_late(&late) && late.rack() == waiting.rack(), "{late:?}");
    }
    // Also in the next turn, when drawing would be possible.
    second.takes_their_turn().await;
    let to_draw = first.has_the_turn().await;
    let late = first.forges(&to_draw, &old_draw.id).await.message();
    assert!(is_late(&late) && late.rack().len() == 14, "{late:?}");
    assert_eq!(stock(&late), stock(&to_draw));
    // The answer is a whole panel: one goes on from it.
    let drawn = first.presses_the(&late, "draw").await.message();
    assert_eq!(
        (drawn.rack().len(), stock(&drawn)),
        (15, stock(&to_draw) - 1)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_doubled_press_is_done_once() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let panel = first.panel().await.expect("a panel");
    let draw = panel.can("draw").expect("Draw");
    let presses = (0..5).map(|_| first.forges(&panel, &draw.id));
    let answers = futures::future::join_all(presses).await;
    one_was_done(&answers);
    let drawn = first
        .waits_for_panel("15 tiles", |panel| {
            panel.rack().len() == 15 && is_to_act(panel)
        })
        .await;
    assert_eq!(stock(&drawn), stock(&panel) - 1);

    let tile = discard(&drawn).expect("a tile");
    let presses = (0..5).map(|_| first.forges(&drawn, &tile.id));
    one_was_done(&futures::future::join_all(presses).await);
    let other = second.has_the_turn().await;
    assert_eq!(stock(&other), stock(&drawn));
    let rest = first.runs("rack", json!({})).await.message();
    assert_eq!(rest.rack().len(), 14, "{rest:?}");
}

/// The others were late; every one of them was answered.
fn one_was_done(answers: &[Outcome]) {
    assert!(answers.iter().all(Outcome::is_answered), "{answers:?}");
    let first_message = |outcome: &Outcome| outcome.0["message"]["id"].clone();
    assert!(
        answers
            .iter()
            .all(|outcome| first_message(outcome) == first_message(&answers[0])),
        "all on the same panel: {answers:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_race_for_draw_and_only_one_may() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let board = first.board().await;
    let draw = board.can("draw").expect("Draw");
    let before = second.panel().await.expect("a panel");
    // Forged, for the board may have lost the button before the second press.
    let (one, other) = tokio::join!(
        first.forges(&board, &draw.id),
        second.forges(&board, &draw.id)
    );

    let (one, other) = (one.message(), other.message());
    assert!(one.is_private() && one.rack().len() == 15, "{one:?}");
    assert_eq!(stock(&one), stock(&board) - 1);
    assert!(
        other.is_private() && other.rack() == before.rack(),
        "{other:?}"
    );
    assert!(
        other.content().starts_with("It's not your turn") || is_late(&other),
        "{other:?}"
    );
    // A panel that is made by a press on the board replaces the one before.
    for person in [&first, &second] {
        person
            .waits_for("a single panel", |seen| {
                let panels = seen.iter().filter(|message| message.is_private());
                (panels.count() == 1).then_some(())
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panel_never_goes_back_behind_an_answer() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let to_draw = first.panel().await.expect("a panel");
    let drawn = first.presses_the(&to_draw, "draw").await.message();
    let waits = second.panel().await.expect("a panel");
    // That it is the second's turn is long on its way to them.
    let held =
        json!({"method": "PATCH", "path": "/webhooks/*/*/messages/*", "what": "held", "ms": 500});
    evening.world.ask("POST", "/faults/next", held).await;
    first.discards(&drawn).await;
    evening.goes_wrong(|counts| counts.next > 0).await;
    // They press before they see it, and are answered on the same message.
    let draw = to_draw.can("draw").expect("Draw");
    let answer = second.forges(&waits, &draw.id).await.message();
    assert!(is_late(&answer) && is_to_act(&answer), "{answer:?}");
    // Whatever is still on its way arrives before they look again.
    let panel = second.panel().await.expect("a panel");
    assert_eq!(
        (panel.id(), panel.content()),
        (answer.id(), answer.content())
    );
    // Then they draw.
    let drawn = second.presses_the(&panel, "draw").await.message();
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_panels_the_one_that_was_pressed_stays() {
    let mut evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    let older = first.panel().await.expect("a panel");
    // A new process knows nothing of the panels of the one before.
    evening.bot_goes().await;
    evening.bot_comes().await;
    let newer = first.runs("rack", json!({})).await.message();
    assert_ne!(newer.id(), older.id());
    let stands =
        async |panel: &Message| first.sees().await.iter().any(|one| one.id() == panel.id());
    assert!(stands(&older).await && stands(&newer).await);

    let drawn = first.presses_the(&older, "draw").await.message();
    assert_eq!(drawn.id(), older.id());
    assert!(discard(&drawn).is_some(), "{drawn:?}");
    assert!(stands(&older).await && !stands(&newer).await);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_changed_client_presses_of_the_lobby_leaves_a_board_as_it_is() {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let board = eve.board().await;
    let table = board.buttons()[0].table().to_owned();
    let presses = async |person: &Person, board: &Message, verb: &str| {
        let id = format!("1:{table}:0:{verb}:");
        let told = person.forges(board, &id).await.message();
        assert!(told.is_private() && is_late(&told), "{verb}: {told:?}");
        assert_eq!(&eve.board().await, board, "{verb} changed the board");
    };
    presses(&ayse, &board, "start").await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = eve.board().await;
    assert!(board.can("rematch").is_some(), "{board:?}");
    for (person, verb) in [(&eve, "join"), (&ben, "leave"), (&ayse, "start")] {
        presses(person, &board, verb).await;
    }
    evening.ends().await;
}
