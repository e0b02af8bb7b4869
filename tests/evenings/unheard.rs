//! Boards that Discord has posted and nobody has heard of: one stands, and shows what is.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::faults_aimed::{aims, alone, refusal};
use crate::healed::{EDIT, HOURS, POST, SHORT, TRIES, boards, have_met, page, unheard};
use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;
use crate::play::{turn_to_draw, two_play};
use crate::repost::{talks, two_play_beside_a_third};
use crate::threads::asks_discord;
use crate::unwritten::forgets;

/// Whoever is to act draws and discards, wherever the board stands; answers how the board names the next turn.
async fn plays_a_turn(people: [&Person; 2]) -> String {
    let (actor, panel) = turn_to_draw(&people).await;
    let panel = actor.presses_the(&panel, "draw").await.message();
    actor.discards(&panel).await;
    let [one, other] = people;
    let next = if actor.id == one.id { other } else { one };
    format!("**<@{}>**'s turn", next.id)
}

/// Waits until one board stands, alone, and is so.
async fn the_board(person: &Person, what: &str, is_so: impl Fn(&Message) -> bool) -> Message {
    person
        .waits_for(what, |seen| match boards(seen)[..] {
            [board] if is_so(board) => Some(board.clone()),
            _ => None,
        })
        .await
}

/// Whether a board tells this turn.
fn tells(turn: &str) -> impl Fn(&Message) -> bool {
    let turn = turn.to_owned();
    move |board| board.content().contains(&turn)
}

/// Two play, and talk has pushed their board away; it is posted anew with the next turn, and nobody hears of that so many times.
async fn a_board_is_about_to_move(
    evening: &mut Evening,
    again: Duration,
    times: u32,
) -> ([Person; 3], Message) {
    evening.tries_again_after(again).await;
    let (people, first) = two_play_beside_a_third(evening).await;
    talks(&people[2], 5).await;
    // Whoever is to act is called about now.
    evening.world.settles().await;
    aims(evening, "POST", POST, times, unheard());
    (people, first)
}

/// The board that tells this turn stands once, elsewhere than the first one, and is the board from now on.
async fn is_found(turn: &str, first: &Message, [ayse, ben, eve]: [&Person; 3]) {
    let board = the_board(eve, "one board", tells(turn)).await;
    assert_ne!(board.id(), first.id());
    let turn = plays_a_turn([ayse, ben]).await;
    let after = the_board(eve, "the next turn", tells(&turn)).await;
    assert_eq!(after.id(), board.id());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_moved_unheard_is_found_although_nothing_happens() {
    let mut evening = Evening::begins().await;
    let ([ayse, ben, eve], first) = a_board_is_about_to_move(&mut evening, SHORT, 2 * TRIES).await;
    let turn = plays_a_turn([&ayse, &ben]).await;
    is_found(&turn, &first, [&ayse, &ben, &eve]).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_moved_unheard_is_found_although_the_next_try_was_refused() {
    let mut evening = Evening::begins().await;
    let ([ayse, ben, eve], first) = a_board_is_about_to_move(&mut evening, SHORT, 1).await;
    aims(&evening, "POST", POST, 1, page());
    let turn = plays_a_turn([&ayse, &ben]).await;
    have_met(&evening, 2).await;
    is_found(&turn, &first, [&ayse, &ben, &eve]).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_moved_unheard_shows_the_end() {
    let mut evening = Evening::begins().await;
    let ([ayse, ben, eve], first) = a_board_is_about_to_move(&mut evening, HOURS, TRIES).await;
    plays_a_turn([&ayse, &ben]).await;
    have_met(&evening, TRIES.into()).await;
    for one in [&ayse, &ben] {
        one.ends_the_table().await;
    }
    let is_over = |board: &Message| !board.content().contains("'s turn");
    let board = the_board(&eve, "the end", is_over).await;
    assert_ne!(board.id(), first.id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_moved_and_could_not_be_changed_then_is_the_board() {
    let mut evening = Evening::begins().await;
    let ([ayse, ben, eve], first) = a_board_is_about_to_move(&mut evening, SHORT, TRIES).await;
    // First where it stood, then where it stands once it is found.
    aims(&evening, "PATCH", EDIT, 2 * TRIES, refusal(502, 0));
    let turn = plays_a_turn([&ayse, &ben]).await;
    have_met(&evening, (3 * TRIES).into()).await;
    let moved = the_board(&eve, "the turn", tells(&turn)).await;
    assert_ne!(moved.id(), first.id());
    let turn = plays_a_turn([&ayse, &ben]).await;
    let board = the_board(&eve, "the next turn", tells(&turn)).await;
    assert_eq!(board.id(), moved.id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_came_unheard_for_one_that_was_deleted_shows_what_happened_since() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(HOURS).await;
    let ayse = alone(&evening).await;
    ayse.has_the_turn().await;
    let first = ayse.board().await;
    let path = format!("/channels/{}/messages/{}", evening.channel, first.id());
    asks_discord(&evening, Method::DELETE, &path, Value::Null).await;
    aims(&evening, "POST", POST, TRIES, unheard());
    let panel = ayse.runs("rack", json!({})).await.message();
    match panel.can("draw") {
        Some(draw) => ayse.presses(&panel, &draw).await.message(),
        None => ayse.discards(&panel).await,
    };
    have_met(&evening, TRIES.into()).await;
    // What she has done meanwhile is told on the board that nobody had heard of.
    let drawing = |message: &Message| message.can("draw").map(|draw| draw.revision());
    ayse.takes_their_turn().await;
    let turn = ayse
        .waits_for_panel("the next turn", |panel| drawing(panel).is_some())
        .await;
    let is_of_now = |board: &Message| drawing(board) >= drawing(&turn);
    let board = the_board(&ayse, "the turn", is_of_now).await;
    assert_ne!(board.id(), first.id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_whose_place_was_not_written_down_is_found_by_the_next_process() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = two_play(&evening).await;
    let first = ayse.board().await;
    plays_a_turn([&ayse, &ben]).await;
    evening.bot_goes().await;
    forgets(&evening, "board").await;
    evening.world.passes(10).await;
    evening.bot_comes().await;
    let turn = plays_a_turn([&ayse, &ben]).await;
    let board = the_board(&ayse, "the turn", tells(&turn)).await;
    assert_eq!(board.id(), first.id());
    evening.ends().await;
}
