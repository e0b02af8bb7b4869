//! Whole matches of Hachinin-meri by eight people: what is told at the end is held against a book that is kept by hand.

use istaka::rules::meri::view::Phase;
use istaka::rules::meri::{Action, Meri};
use istaka::rules::{Dice, Game, Seat, Viewer};
use serde_json::json;

use crate::house::{Evening, Folder, sit_down_to};
use crate::meri_book::{Page, favoured, signed, standing_is};
use crate::meri_eight::{Eight, NAMES, SEATS, is_round, leader, playable};
use crate::message::Message;
use crate::people::Person;
use crate::play101::final_board;
use crate::records::{attached, script, verify};
use crate::whole_games::{private_messages_are_seen_by_one_person, watch};

/// Eight people sit down to a match with these rules.
async fn eight_sit_down(evening: &Evening, rules: &str) -> Eight {
    let people = evening.people(NAMES).await;
    let guests: Vec<&Person> = people[1..].iter().collect();
    sit_down_to("meri", &people[0], &guests, json!({"rules": rules})).await;
    Eight { people }
}

/// The record of the last match is found right, by istaka and by the script that needs none.
pub async fn record_is_right(person: &Person) {
    let told = person.runs("verify", json!({})).await.message();
    let folder = Folder::new();
    let file = folder.file("record.json");
    std::fs::write(&file, attached(&told).await).expect("written");
    let verified = verify(&file).await;
    assert_eq!(verified.code, Some(0), "{verified:?}");
    assert!(script(&file).is_none_or(|code| code == 0));
}

/// What each of the eight has won, as `/leaderboard` tells them.
async fn leaderboard_is(eight: &Eight, sum: i64) {
    for (seat, person) in eight.people.iter().enumerate() {
        let has_won = (seat % 2 == 0) == (sum > 0);
        let wins = if has_won {
            "1 win in 1 game"
        } else {
            "0 wins in 1 game"
        };
        let board = person
            .chooses("leaderboard", "game", "Hachinin-meri")
            .await
            .says();
        let who = format!("<@{}>", person.id);
        let own = board.lines().find(|line| line.contains(&who));
        assert!(own.is_some_and(|own| own.contains(wins)), "{wins}: {board}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_people_play_a_round_and_the_book_agrees() {
    let evening = Evening::begins().await;
    let eve = evening.person("Eve").await;
    let rules = "match_length=hitomaki team_assign=chosen";
    let eight = eight_sit_down(&evening, rules).await;
    let watching = watch(&eve).await;
    let plays = eight.people.iter().map(Person::plays_to_the_end);
    let pressed = futures::future::join_all(plays).await;
    private_messages_are_seen_by_one_person(&pressed);
    let board = final_board(&eve).await;
    let mut page = Page::default();
    watching
        .ends()
        .await
        .iter()
        .for_each(|seen| page.read(seen));
    page.is_told_by(&board, 1);
    standing_is(&board, page.diff());
    let won = format!("🏆 **{} wins the match.**", favoured(page.diff()).0);
    assert!(board.content().contains(&won), "{won}: {board:?}");
    leaderboard_is(&eight, page.diff()).await;
    record_is_right(&eve).await;
    evening.ends().await;
}

/// Plays anything that is listed.
fn any(seed: u64) -> impl FnMut(&Meri, Seat, &[Action]) -> Action {
    let mut dice = Dice::from_seed(seed);
    move |_, _, listed| listed[dice.below(listed.len() as u32) as usize]
}

/// Whether this round stands before its last trick.
fn is_before_the_last_trick(game: &Meri, round: u32) -> bool {
    let view = game.view(Viewer::Watcher);
    is_round(&view, round) && view.tricks.len() == 8 && matches!(view.phase, Phase::Play(_))
}

/// What the kiri comes to when all have played the one karuta they hold.
fn sum_after(game: &Meri) -> i32 {
    let mut game = game.clone();
    let chance = istaka::rules::Chance::from_seed(0);
    while let Some(seat) = game.waiting().seats.iter().next() {
        let only = game.actions(seat)[0];
        let acted = game.act(seat, &only, &chance);
        assert!(acted.is_ok(), "{only:?} is refused");
    }
    game.view(Viewer::Watcher).sheet.iter().sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kiri_that_ends_level_is_decided_by_one_more_round() {
    let mut evening = Evening::begins().await;
    let eight = eight_sit_down(&evening, "team_assign=chosen").await;
    let is_tied = |game: &Meri| sum_after(game) == 0;
    let is_enough = |game: &Meri| is_before_the_last_trick(game, 8);
    eight.skip_with(&mut evening, any, is_enough, is_tied).await;
    let board = eight.board().await;
    for words in ["Round 8 of 8", "**Trick 9 of 9**"] {
        assert!(board.content().contains(words), "{words}: {board:?}");
    }
    let before = kiri_told(&board);
    let level = last_trick(&eight, 8).await;
    let words = "The kiri is level after its eight rounds: an extra round decides it.";
    assert!(level.content().contains(words), "{level:?}");
    assert_eq!(before, -diff_told(&level), "{level:?}");

    let is_extra = |seen: &[Message]| {
        let mut seen = seen.iter();
        seen.any(|message| message.content().contains("Extra round"))
    };
    let go_on = eight
        .people
        .iter()
        .map(|person| person.plays_until(is_extra));
    futures::future::join_all(go_on).await;
    let is_enough = |game: &Meri| is_before_the_last_trick(game, 9);
    eight
        .skip_with(&mut evening, any, is_enough, |_| true)
        .await;
    let board = last_trick(&eight, 9).await;
    assert!(board.content().contains("🏁 **Round 9: Team "), "{board:?}");
    let diff = diff_told(&board);
    let (team, ahead) = favoured(diff);
    let won = format!("🏅 **{team} wins the kiri by {ahead}.**");
    assert!(board.content().contains(&won), "{won}: {board:?}");
    standing_is(&board, diff);
    leaderboard_is(&eight, diff).await;
    evening.ends().await;
}

/// Everybody plays the last karuta of a round, which comes to what the book says; the board then.
async fn last_trick(eight: &Eight, round: usize) -> Message {
    let board = eight.board().await;
    let mut page = Page::so_far(&board);
    let leader = leader(&board);
    for after in 0..SEATS {
        let seat = (leader + after) % SEATS;
        let only = playable(&eight.turn_of(seat).await).remove(0);
        eight.plays(seat, &only).await;
    }
    let board = eight.board().await;
    page.read(&board);
    page.is_told_by(&board, round);
    assert_eq!(diff_told(&board), page.diff());
    board
}

/// What team A is ahead by in the kiri, as a board says it beside the team.
fn kiri_told(board: &Message) -> i64 {
    let (_, told) = board.content().split_once("Team A: ").expect("a team");
    let (_, told) = told.split_once("· kiri ").expect("a sum");
    let told = told.split(' ').next().expect("a number");
    let number: i64 = told.replace('−', "-").parse().expect("a number");
    assert_eq!(signed(number), told);
    number
}

/// What team A won the last round by.
fn diff_told(board: &Message) -> i64 {
    let (_, told) = board.content().split_once("🏁 **Round ").expect("a result");
    let (_, told) = told.split_once(": Team ").expect("a team");
    let (team, told) = told.split_at(1);
    let told = told.strip_prefix(" wins by ").expect("by how much");
    let diff: i64 = told
        .split('.')
        .next()
        .and_then(|one| one.parse().ok())
        .expect("a number");
    if team == "A" { diff } else { -diff }
}
