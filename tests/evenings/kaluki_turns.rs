//! Turns of Kaluki on the table: additions at both ends of a run, a freed joker that goes to another meld, a discard that
//! must be used, and how a deal is called up.

use serde_json::json;

use crate::desk::moves_none;
use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;
use crate::play_kaluki::{discard, hand, rigged};
use crate::play101::{assert_tells, final_board};

async fn table_of_two(evening: &mut Evening, hands: [&str; 2], lies: (&str, &str)) -> [Person; 2] {
    let options = json!({"rules": "match_mode=single_deal"});
    rigged(evening, ["Ayşe", "Ben"], options, hands, lies).await
}

/// Discards the dearest card that they hold.
async fn throws_one(person: &Person, panel: &Message) -> Message {
    let button = discard(panel).expect("a card");
    let then = person.presses(panel, &button).await.message();
    match then.can("surely") {
        Some(surely) => person.presses(&then, &surely).await.message(),
        None => then,
    }
}

/// Draws and opens with what they type; their panel then.
async fn opens(person: &Person, melds: &str) -> Message {
    person.gets_a_card().await;
    let opened = person.plays(&format!("open {melds}")).await.message();
    assert_tells(&opened, &["You are open"]);
    opened
}

/// Waits until the board tells this.
async fn told(person: &Person, words: &str) -> Message {
    person
        .waits_for_board(words, |board| board.content().contains(words))
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_grows_at_both_ends_by_two_cards_in_a_turn() {
    let mut evening = Evening::begins().await;
    let hands = ["s8 s9 s10 hQ cQ dQ s5 s6 s7 sJ sQ h2 d4", "c2"];
    let [ayse, ben] = table_of_two(&mut evening, hands, ("c9", "h6 d9 c4")).await;
    let panel = opens(&ayse, "hQ cQ dQ / s8 s9 s10").await;
    let page = ayse.presses_label(&panel, "Compose").await;
    let page = ayse.picks(&page, "s6 s7").await;
    let panel = ayse.presses_about(&page, "lay", "→ meld 2").await;
    let page = ayse.presses_label(&panel, "Compose").await;
    let page = ayse.picks(&page, "sQ sJ").await;
    let panel = ayse.presses_about(&page, "lay", "→ meld 2").await;
    assert_eq!(hand(&panel).len(), 4, "{panel:?}");
    // A fifth card would be the third at one end: no button lays it, and typed it is refused.
    let page = ayse.presses_label(&panel, "Compose").await;
    let page = ayse.picks(&page, "s5").await;
    assert!(page.can("lay").is_none(), "{page:?}");
    let refused = ayse.plays("build 2 s5").await.message();
    assert_tells(&refused, &["only 2 cards per turn may be added"]);
    let panel = ayse.shows_rack().await;
    assert_eq!(hand(&panel).len(), 4, "{panel:?}");
    ayse.discards_card(&panel, "h6").await;

    let panel = ben.gets_a_card().await;
    throws_one(&ben, &panel).await;
    // In the next turn it goes.
    let panel = ayse.gets_a_card().await;
    let panel = ayse.presses_about(&panel, "build", "♠\u{fe0e}5").await;
    assert_eq!(hand(&panel).len(), 3, "{panel:?}");
    let board = told(&ben, "added ♠\u{fe0e}5 to meld 2").await;
    assert!(
        board.alt().contains("5 to queen") || board.alt().contains("5 to Q"),
        "{}",
        board.alt()
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_joker_of_somebody_else_goes_to_a_meld_of_ones_own() {
    let mut evening = Evening::begins().await;
    let hands = [
        "hQ cQ sQ d9 c9 s9 h4 c5 s2 d2 d5 cA s6",
        "h3 Jk h5 dK cK sK h8 c7 s7 d10 sA c3 d7",
    ];
    let [ayse, ben] = table_of_two(&mut evening, hands, ("c2", "s4 dA h10")).await;
    let panel = opens(&ayse, "hQ cQ sQ / d9 c9 s9").await;
    ayse.discards_card(&panel, "s4").await;
    let panel = opens(&ben, "h3 Jk h5 / dK cK sK").await;
    ben.discards_card(&panel, "dA").await;

    let panel = ayse.gets_a_card().await;
    assert_tells(&panel, &["For a joker on the table: ♥️4"]);
    let page = ayse.presses_label(&panel, "Exchange a joker").await;
    let page = ayse
        .presses_label(&page, "♥️4 for 🃏 (♥️4) of meld 3")
        .await;
    let panel = ayse.presses_label(&page, "🃏 → meld 1").await;
    assert_tells(&panel, &["You are open"]);
    assert_eq!(hand(&panel).len(), 7, "{panel:?}");
    assert!(!hand(&panel).contains(&"h4".parse().expect("a card")));
    let words = "gave ♥️4 for a joker of meld 3, and added 🃏 to meld 1";
    told(&ben, words).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_taken_discard_is_put_back_or_opened_with() {
    let mut evening = Evening::begins().await;
    let hands = ["sQ dQ c2 h9", "hQ cQ h3 h4 h5"];
    let [ayse, ben] = table_of_two(&mut evening, hands, ("c9", "s2 c7 d2")).await;
    let panel = ayse.gets_a_card().await;
    ayse.discards_card(&panel, "sQ").await;

    let panel = ben.waits_to("take").await;
    assert_tells(&panel, &["or take ♠\u{fe0e}Q and open with it now"]);
    let taken = ben.presses_the(&panel, "take").await.message();
    assert_tells(&taken, &["You took ♠\u{fe0e}Q", "open, or put it back"]);
    assert!(taken.can("discard").is_none(), "{taken:?}");
    told(
        &ayse,
        "took ♠\u{fe0e}Q and must open with it now, or put it back",
    )
    .await;
    // Typed, a discard is refused with the same reason.
    let refused = ben.plays("discard h3").await.message();
    assert_tells(&refused, &["open with it, or put it back"]);
    let without = ben.plays("open h3 h4 h5").await.message();
    assert!(!without.content().contains("You are open"), "{without:?}");
    let panel = ben.shows_rack().await;
    assert_eq!(hand(&panel).len(), 14, "{panel:?}");
    let back = ben.presses_label(&panel, "Put back ♠\u{fe0e}Q").await;
    assert_tells(&back, &["You put the card back: now draw from the stock"]);
    assert!(
        back.can("take").is_some(),
        "it may be taken again: {back:?}"
    );
    let panel = ben.gets_a_card().await;
    ben.discards_card(&panel, "c7").await;

    let panel = ayse.gets_a_card().await;
    ayse.discards_card(&panel, "dQ").await;
    let panel = ben.waits_to("take").await;
    let taken = ben.presses_the(&panel, "take").await.message();
    let page = ben.presses_label(&taken, "Open 42").await;
    assert_tells(&page, &["Your opening: 42", "Nothing has been laid yet"]);
    let opened = ben.presses_the(&page, "lay").await.message();
    assert_tells(&opened, &["You are open"]);
    assert_eq!(hand(&opened).len(), 8, "{opened:?}");
    told(&ayse, "opened with 42").await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kaluki_may_free_a_joker_on_the_way() {
    let mut evening = Evening::begins().await;
    let hands = [
        "h3 Jk h5 dK cK sK h8 c7 d7 d10 sA c3 d5",
        "hQ cQ sQ dQ s7 s8 s9 d2 d3 d4 h4 d8 c8",
    ];
    let [ben, ayse] = table_of_two(&mut evening, hands, ("c2", "s4 cJ")).await;
    let panel = opens(&ben, "h3 Jk h5 / dK cK sK").await;
    ben.discards_card(&panel, "s4").await;

    // Two eights lie only with the joker for which the 4 of hearts is given.
    let panel = ayse.gets_a_card().await;
    assert_tells(&panel, &["call up with a Kaluki"]);
    let page = ayse.presses_label(&panel, "Kaluki!").await;
    assert_tells(&page, &["Give ♥️4 for a joker of meld 1", "♣\u{fe0e}J"]);
    let over = ayse.presses_the(&page, "out").await.message();
    assert_tells(&over, &["KALUKI!"]);
    let board = final_board(&ben).await;
    assert_tells(&board, &["KALUKI!", "**+2** units", "**−2** units"]);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_last_card_the_deal_is_called_up() {
    let mut evening = Evening::begins().await;
    let hands = ["hQ cQ sQ dQ s6 s7 s8 s9 s10 d2 d3 d4 h9", "c2"];
    let [ayse, ben] = table_of_two(&mut evening, hands, ("c9", "c6 h6 sJ")).await;
    let panel = ayse.gets_a_card().await;
    // Opening and discarding at once: one card is left, and the bot says so.
    let page = ayse.presses_label(&panel, "Open ").await;
    let throws = page.enabled().into_iter();
    let mut throws = throws.filter(|button| button.verb() == "throw");
    let button = throws.find(|button| button.argument().ends_with(".c6"));
    let waiting = ayse.presses(&page, &button.expect("♣6")).await.message();
    assert_eq!(hand(&waiting).len(), 1, "{waiting:?}");
    let board = told(&ben, "has one card left!").await;
    assert_tells(&board, &["**last card!**"]);
    let panel = ben.gets_a_card().await;
    throws_one(&ben, &panel).await;

    let panel = ayse.gets_a_card().await;
    assert_tells(&panel, &["You can call up"]);
    // Card by card: the jack goes on the run, and the last card is discarded as any other.
    let panel = ayse.presses_about(&panel, "build", "♠\u{fe0e}J").await;
    assert_tells(&panel, &["Discard ♥️9 and you call up!"]);
    let over = ayse.discards_card(&panel, "h9").await;
    assert_tells(&over, &["calls up and wins deal 1"]);
    let board = final_board(&ben).await;
    assert_tells(
        &board,
        &["calls up and wins deal 1", "**+1** unit", "**−1** unit"],
    );
    let late = ben.plays("discard c2").await.says();
    assert!(late.contains("no table here"), "{late}");
    evening.ends().await;
}

/// The place of this among the buttons below the cards, counted from the left.
fn place(panel: &Message, verb: &str) -> Option<usize> {
    let mut others = panel.buttons();
    others.retain(|button| button.verb() != "discard");
    others.iter().position(|button| button.verb() == verb)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_drawn_with_stands_in_every_turn_where_it_stood_in_the_first() {
    let mut evening = Evening::begins().await;
    let hands = ["sQ dQ c2 h9", "hQ cQ h3 h4 h5"];
    let [ayse, ben] = table_of_two(&mut evening, hands, ("c9", "s2 c7 d2")).await;
    let first = ayse.waits_to("draw").await;
    let panel = ayse.gets_a_card().await;
    throws_one(&ayse, &panel).await;
    let panel = ben.gets_a_card().await;
    throws_one(&ben, &panel).await;
    let second = ayse.waits_to("draw").await;
    for panel in [first, second] {
        let places = ["desk", "more", "draw"].map(|verb| place(&panel, verb));
        assert_eq!(places, [Some(0), Some(1), Some(2)], "{panel:?}");
    }
    evening.ends().await;
}

/// How many buttons on it cannot be pressed.
fn dead(panel: &Message) -> usize {
    panel.buttons().len() - panel.enabled().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_keeps_its_place_goes_after_two_taps_and_what_was_said_stays() {
    let mut evening = Evening::begins().await;
    let hands = ["sQ dQ c2 h9", "hQ cQ h3 h4 h5"];
    let [ayse, _ben] = table_of_two(&mut evening, hands, ("c9", "s2 c7 d2")).await;
    let panel = ayse.waits_to("draw").await;
    let draw = panel.can("draw").expect("just waited for");
    let drawn = ayse.presses(&panel, &draw).await.message();
    evening.world.settles().await;
    let late = ayse.forges(&drawn, &draw.id).await.message();
    assert_eq!(dead(&late), 1, "{late:?}");
    evening.world.passes(2).await;
    let still = ayse.panel().await.expect("a panel");
    assert_eq!(dead(&still), 1, "{still:?}");
    evening.world.passes(1).await;
    let settled = ayse
        .waits_for_panel("the panel alone", |panel| dead(panel) == 0)
        .await;
    assert_eq!(settled.id(), still.id());
    assert_eq!(settled.content(), still.content());
    assert!(settled.content().contains("out of date"), "{settled:?}");
    assert_eq!(settled.picture_id(), still.picture_id());
    assert_eq!(settled.enabled(), still.enabled());
    // Where nothing is kept there is nothing to change.
    let before = ayse.news_now().await;
    evening.world.passes(4).await;
    let news = ayse.news_since(before).await;
    assert!(
        news.iter().all(|piece| piece["kind"] == "clock"),
        "{news:?}"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_goes_back_from_a_question_has_no_dead_button_among_their_cards_for_long() {
    let mut evening = Evening::begins().await;
    let hands = ["sQ dQ Jk h9", "hQ cQ h3 h4 h5"];
    let [ayse, _ben] = table_of_two(&mut evening, hands, ("c9", "s2 c7 d2")).await;
    let panel = ayse.gets_a_card().await;
    // The question answers where a card was pressed, and there *Back* leads to the cards.
    let asked = ayse.discards_card(&panel, "Jk").await;
    let back = ayse.presses_the(&asked, "rack").await.message();
    assert_eq!(hand(&back), hand(&panel));
    assert_ne!(dead(&back), 0, "{back:?}");
    evening.world.passes(3).await;
    let settled = ayse
        .waits_for_panel("the cards alone", |panel| dead(panel) == 0)
        .await;
    assert_eq!(hand(&settled), hand(&panel));
    moves_none(&back, &settled);
    evening.ends().await;
}
