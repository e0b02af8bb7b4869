//! Cards of Kaluki put together by hand: openings, what a joker stands for, additions and exchanges.

use serde_json::json;

use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;
use crate::pings::the_ping;
use crate::play_kaluki::{final_board, hand, rigged};
use crate::play101::assert_tells;

async fn table_of_two(evening: &mut Evening, hands: [&str; 2], lies: (&str, &str)) -> [Person; 2] {
    let options = json!({"rules": "match_mode=single_deal"});
    rigged(evening, ["Ayşe", "Ben"], options, hands, lies).await
}

/// Somebody who could open has drawn, and begins to put cards together; their page for that.
async fn begins_to_compose(evening: &mut Evening) -> (Person, Message) {
    let hands = ["hQ cQ sQ h3 h4 Jk d9 s7 c2 d5 s2", "d8 c8"];
    let [ayse, _ben] = table_of_two(evening, hands, ("c5", "sK")).await;
    let panel = ayse.waits_to("draw").await;
    let panel = ayse.presses_the(&panel, "draw").await.message();
    let page = ayse.presses_label(&panel, "Compose").await;
    (ayse, page)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opening_is_put_together_card_by_card() {
    let mut evening = Evening::begins().await;
    let (ayse, page) = begins_to_compose(&mut evening).await;
    let page = ayse.picks(&page, "hQ d9").await;
    assert_tells(&page, &["no meld yet: 2 cards are too few"]);
    // Pressed once more a card is not picked any more.
    let page = ayse.puts_down(&page, "d9").await;
    let page = ayse.picks(&page, "cQ sQ").await;
    // What is picked counts in the text as it does on the button.
    assert_tells(&page, &["**30, 10 short** of 40"]);
    let page = ayse.presses_label(&page, "Meld 30").await;
    assert_tells(&page, &["= **30**", "**30, 10 short** of 40"]);
    // Too little is refused, and what was put together stays.
    let page = ayse.presses_label(&page, "Open 30, 10 short").await;
    assert_tells(&page, &["**30, 10 short** of 40"]);
    // What the joker stands for is asked only because it may stand at either end.
    let page = ayse.picks(&page, "h3 h4 Jk").await;
    assert_tells(&page, &["choose below what the joker stands for"]);
    let page = ayse.presses_label(&page, "Run 12: 🃏 = ♥️5").await;
    assert_tells(&page, &["**42** of 40 ✅"]);
    let panel = ayse.presses_label(&page, "Open 42").await;
    assert_tells(&panel, &["You are open"]);
    assert_eq!(hand(&panel).len(), 8, "{panel:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_joker_is_freed_and_placed_by_hand() {
    let mut evening = Evening::begins().await;
    let hands = ["hQ cQ sQ h3 Jk h5 h4 d8 c8 s2", "dK cK sK hK c2 c3 c4"];
    let [ayse, _ben] = table_of_two(&mut evening, hands, ("d2", "s9")).await;
    let panel = ayse.waits_to("draw").await;
    let panel = ayse.presses_the(&panel, "draw").await.message();
    let page = ayse.presses_label(&panel, "Compose").await;
    let page = ayse.picks(&page, "hQ cQ sQ").await;
    let page = ayse.presses_label(&page, "Meld 30").await;
    // Inside a run the place says what the joker is.
    let page = ayse.picks(&page, "h3 Jk h5").await;
    let page = ayse.presses_label(&page, "Meld 12").await;
    let panel = ayse.presses_label(&page, "Open 42").await;
    assert_tells(&panel, &["For a joker on the table: ♥️4"]);
    let page = ayse.presses_label(&panel, "Exchange a joker").await;
    let page = ayse
        .presses_label(&page, "♥️4 for 🃏 (♥️4) of meld 2")
        .await;
    assert_tells(&page, &["The freed joker must be laid at once"]);
    // As long as it has no place nothing can be done.
    let is_all = |button: &Button| button.label == "Do it all";
    assert!(page.buttons().iter().any(is_all), "{page:?}");
    assert!(!page.enabled().iter().any(is_all), "{page:?}");
    let page = ayse.picks(&page, "d8 c8").await;
    let panel = ayse.presses_label(&page, "Lay 24").await;
    assert_eq!(hand(&panel).len(), 5, "{panel:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kaluki_is_called_up_with_two_presses() {
    let mut evening = Evening::begins().await;
    let hands = ["hQ cQ sQ dQ h3 h4 h5 s7 s8 s9 d2 d3 d4", "c2"];
    let [ayse, ben] = table_of_two(&mut evening, hands, ("c9", "sK")).await;
    let panel = ayse.waits_to("draw").await;
    let panel = ayse.presses_the(&panel, "draw").await.message();
    assert_tells(&panel, &["call up with a Kaluki"]);
    // A discard that gives it up is asked about first.
    let asked = ayse.discards_card(&panel, "sK").await;
    assert_tells(&asked, &["You can win the deal right now with a Kaluki"]);
    let page = ayse.presses_label(&asked, "Kaluki!").await;
    assert_tells(&page, &["Kaluki!", "♠︎K"]);
    ayse.presses_the(&page, "out").await;
    final_board(&ben).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_called_while_they_put_cards_together_loses_nothing() {
    let mut evening = Evening::begins().await;
    let (ayse, page) = begins_to_compose(&mut evening).await;
    let page = ayse.picks(&page, "hQ cQ sQ").await;
    evening.world.passes(46).await;
    let ping = the_ping(&ayse, "⏳").await;
    let told = ayse.presses_the(&ping, "rack").await.says();
    assert!(told.contains("what you have begun"), "{told}");
    let seen = ayse.sees().await;
    let stands = seen.iter().find(|one| one.id() == page.id());
    let page = stands.expect("it stands").clone();
    let page = ayse.presses_label(&page, "Meld 30").await;
    assert_tells(&page, &["= **30**"]);
    evening.world.settles().await;
    // Told so of what they have begun since, whoever asks twice means it.
    let told = ayse.presses_on_the_board("rack").await.says();
    assert!(told.contains("what you have begun"), "{told}");
    let panel = ayse.presses_on_the_board("rack").await.message();
    assert_eq!(hand(&panel).len(), 14, "{panel:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_begun_in_another_channel_is_not_told_to_stand_here() {
    let mut evening = Evening::begins().await;
    let (ayse, _) = begins_to_compose(&mut evening).await;
    let garden = evening.channel(json!({"name": "garden"})).await;
    let there = ayse.in_channel(&garden);
    let panel = there.runs("rack", json!({})).await.message();
    there.presses_label(&panel, "Compose").await;
    let panel = ayse.presses_on_the_board("rack").await.message();
    assert_eq!(hand(&panel).len(), 14, "{panel:?}");
    evening.ends().await;
}
