//! Whole matches of Kaluki by presses, with two, three, four and five seats: what is told at the end is held against books
//! that are kept by hand, and the record is found right.

use serde_json::{Value, json};

use crate::house::{Evening, sit_down_to};
use crate::kaluki_book::Book;
use crate::message::Message;
use crate::people::Person;
use crate::play101::final_board;
use crate::records::right_record;
use crate::whole_games::{tell_no_secret, watch};

/// Ayşe and Ben with computers on the other seats play a match to its end; what was told then is right. The final board.
async fn two_people_play(seats: usize, rules: &str) -> Message {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let watching = watch(&eve).await;
    let options = json!({"seats": seats, "computers": seats - 2, "rules": rules});
    sit_down_to("kaluki", &ayse, &[&ben], options).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = final_board(&eve).await;
    ends_rightly(&ben, &board).await;
    tell_no_secret(&watching.ends().await);
    evening.ends().await;
    board
}

/// The record of the match that has just ended is found right, and the board tells what follows from it.
pub async fn ends_rightly(person: &Person, board: &Message) {
    let record = right_record(person).await;
    let book = Book::of(&record);
    book.is_told_by(board);
    let points: Vec<i64> = record["standing"]["points"]
        .as_array()
        .expect("points")
        .iter()
        .filter_map(Value::as_i64)
        .collect();
    assert_eq!(points, book.totals(), "{book:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_play_a_match_for_the_pool() {
    let board = two_people_play(2, "penalty_limit=30").await;
    assert_eq!(board.content().matches("· **won**").count(), 1, "{board:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_play_two_deals() {
    let board = two_people_play(3, "match_mode=fixed_deals:2").await;
    assert!(board.alt().contains("after deal 2"), "{}", board.alt());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_play_a_match_with_other_stakes() {
    let rules = "penalty_limit=30 max_buy_ins=1 stake_initial=3 stake_buy_in=2 stake_call_up=4";
    let board = two_people_play(4, rules).await;
    assert_eq!(board.content().matches("· **won**").count(), 1, "{board:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_play_a_single_deal_with_four_jokers() {
    let board = two_people_play(5, "match_mode=single_deal joker_count=4").await;
    assert_eq!(board.content().matches("· **won**").count(), 1, "{board:?}");
    assert!(!board.content().contains("pool"), "{board:?}");
}
