//! House rules of Hachinin-meri as they are played (Hachinin-meri rules 13).

use serde_json::{Value, json};

use crate::house::{Evening, Folder, sit_down_to};
use crate::meri_eight::{Eight, SIGNS};
use crate::meri_yaku::ROUND_TRUMPS;
use crate::message::Message;
use crate::play_meri::Deal;
use crate::records::{attached, verify};

fn says(message: &Message, words: &[&str]) {
    for words in words {
        assert!(message.content().contains(words), "{words}: {message:?}");
    }
}

/// The line that begins so.
fn line<'a>(message: &'a Message, begins: &str) -> &'a str {
    let mut lines = message.content().lines();
    let found = lines.find(|line| line.starts_with(begins));
    found.unwrap_or_else(|| panic!("no {begins}: {message:?}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_opening_may_show_all_four() {
    let mut evening = Evening::begins().await;
    let rules = "hidden_robai=off opening_reveal=all";
    let eight = Eight::sit(&mut evening, rules, &ROUND_TRUMPS).await;
    let eve = evening.person("Eve").await;
    let panel = eight.turn_of(0).await;
    let before = eve.news_now().await;
    let lead = crate::meri_eight::button_of(&panel, "lead", "G-9");
    let page = eight.people[0].presses(&panel, &lead).await.message();
    says(&page, &["everybody sees it"]);
    assert!(
        eve.news_since(before).await.is_empty(),
        "nothing is led yet"
    );
    let away = crate::meri_eight::button_of(&page, "away", "I-1");
    eight.people[0].presses(&page, &away).await;
    let news = eve.news_since(before).await;
    let told = news
        .iter()
        .filter(|news| news.to_string().contains("laid away"));
    let told: Vec<&Value> = told.collect();
    assert_eq!(told.len(), 1, "one message shows the four: {news:?}");
    for words in ["🌀9", "laid away 🗡️1, left over 🎋1 🪙9"] {
        assert!(told[0].to_string().contains(words), "{words}: {}", told[0]);
    }
    evening.ends().await;
}

/// The same racks at a table where all goes the other way round.
fn mirrored(deal: &Deal<'static>) -> Deal<'static> {
    let mut racks = deal.racks;
    for (place, rack) in racks.iter_mut().enumerate() {
        // The first packet goes to the dealer's other side.
        *rack = deal.racks[(2 * deal.dealer + 8 - place) % 8];
    }
    Deal {
        racks,
        dealer: deal.dealer,
        okie: deal.okie,
        leftovers: deal.leftovers,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_may_go_the_other_way_round() {
    let mut evening = Evening::begins().await;
    let rules = "hidden_robai=off direction=ccw";
    let eight = Eight::sit(&mut evening, rules, &mirrored(&ROUND_TRUMPS)).await;
    eight.leads(0, "G-9", "I-1").await;
    let order = [7, 6, 5, 4, 3, 2, 1];
    let plays = ["G-Kaba", "G-1", "G-2", "G-3", "G-5", "G-7", "G-8"];
    for (seat, named) in order.into_iter().zip(plays) {
        let next = format!("➡️ {}", SIGNS[seat]);
        says(&eight.board().await, &[&next]);
        eight.plays(seat, named).await;
    }
    let board = eight.board().await;
    let trick = line(&board, "Trick 1: ");
    assert_eq!(
        trick,
        "Trick 1: 🔵 🌀9 · ☁️ 🌀Kaba · 🌸 🌀1 · 💚 🌀2 · ⭐ 🌀3 · 🔺 🌀5 · 🟪 🌀7 · 🔶 🌀8 → **☁️ takes it**"
    );
    eight.plays(7, "G-Un").await;
    says(&eight.board().await, &["➡️ 🌸"]);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_yaku_only_tricks_count() {
    let mut evening = Evening::begins().await;
    let rules = "hidden_robai=off yaku=false";
    let eight = Eight::sit(&mut evening, rules, &ROUND_TRUMPS).await;
    let order = eight.people[0].presses_on_the_board("rack").await.message();
    let order = eight.people[0].presses_the(&order, "order").await.message();
    assert!(!order.content().contains("Yaku"), "{order:?}");
    eight.people[0].presses_the(&order, "rack").await;
    eight.leads(0, "G-9", "I-1").await;
    eight.play(1, "G-8 G-7 G-5 K-Un G-2 G-1 K-Sota").await;
    let board = eight.board().await;
    says(&board, &["→ **⭐ takes it**", "**Team A: 1 ko** ·"]);
    assert!(
        !board.content().to_lowercase().contains("yaku"),
        "{board:?}"
    );
    evening.ends().await;
}

/// Sota over Robai while better trumps are out; the Sun goes; then Un over nothing that lives (Hachinin-meri rules 13).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_yaku_may_need_a_better_trump_in_play() {
    let mut evening = Evening::begins().await;
    let rules = "hidden_robai=off live_upper_required=true";
    let eight = Eight::sit(&mut evening, rules, &ROUND_TRUMPS).await;
    eight.leads(0, "G-9", "I-1").await;
    eight.play(1, "K-Sun G-7 G-5 G-3 G-2 G-1 G-Kaba").await;
    eight
        .play(1, "G-8 G-6 G-4 K-Un P-Un I-Un K-Sota G-Sun")
        .await;
    let board = eight.board().await;
    says(
        &board,
        &[
            "Trick 2: ",
            "→ **⭐ takes it**",
            "☁️ 🍷Sota (fumi: answers it)",
        ],
    );
    assert!(
        !board.content().contains("Yaku"),
        "the Sun is gone: {board:?}"
    );
    eight.play(4, "O-Kaba O-Sota K-9 K-8 O-1 O-3 O-5 O-7").await;
    let board = eight.board().await;
    says(&board, &["✨ **Yaku, 8 over 9:** ☁️ took the trick"]);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hidden_robai_may_raise_every_yaku_and_that_is_told_late() {
    let mut evening = Evening::begins().await;
    let rules = "hidden_robai=all_yaku";
    let eight = Eight::sit(&mut evening, rules, &ROUND_TRUMPS).await;
    eight.are_ready().await;
    eight.leads(7, "G-Kaba", "K-4").await;
    eight.play(0, "G-9 K-Sun G-7 G-5 K-Un G-2 G-1").await;
    let board = eight.board().await;
    let untold =
        "The ko go to Team B; how many will be shown once the trump's Robai has been seen.";
    says(&board, &[untold, "**Team B: 1 ko** (yaku ?)"]);
    assert!(!board.content().contains("hidden"), "{board:?}");
    eight.play(1, "G-8 G-6 G-4 G-3 P-Un O-Robai G-Sota").await;
    eight.plays(0, "K-Robai").await;
    let board = eight.board().await;
    let hidden = "🐉 🍷Robai was held and not called: *hidden robai*.";
    says(
        &board,
        &[
            hidden,
            "**Team B: 1 ko** (yaku +5)",
            "**Team A: 1 ko** (yaku −5)",
        ],
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pack_may_be_split_anywhere_about_half() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let rules = "match_length=hitomaki split=random ichimai_zun=false yaku_value=1 yaku_high=7";
    sit_down_to("meri", &ayse, &[], json!({"computers": 7, "rules": rules})).await;
    ayse.plays_to_the_end().await;
    let told = ayse.runs("verify", json!({})).await.message();
    let record = attached(&told).await;
    let folder = Folder::new();
    let file = folder.file("record.json");
    std::fs::write(&file, &record).expect("written");
    assert_eq!(verify(&file).await.code, Some(0));
    let text = String::from_utf8(record).expect("text");
    let (_, half) = text.split_once("\"half\":").expect("a half");
    let half: String = half.chars().take_while(char::is_ascii_digit).collect();
    let half: u32 = half.parse().expect("a number");
    assert!((30..=45).contains(&half), "{half}");
    evening.ends().await;
}
