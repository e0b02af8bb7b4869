//! A whole match of Kaluki by `/play` alone: typed moves, and choices from what is offered.

use serde_json::json;

use crate::house::{Evening, sit_down_to};
use crate::kaluki_matches::ends_rightly;
use crate::message::Message;
use crate::people::{Person, panel};
use crate::play::{choice, is_over};
use crate::play_kaluki::{discard, hand, named, rigged};
use crate::play101::final_board;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_match_by_play_alone() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "rules": "match_mode=fixed_deals:2"});
    sit_down_to("kaluki", &ayse, &[&ben], options).await;
    let (a, b) = tokio::join!(types_to_the_end(&ayse), types_to_the_end(&ben));
    let typed = [a, b].concat();
    for verb in ["draw", "open", "discard", "next"] {
        assert!(typed.iter().any(|one| one == verb), "no {verb}: {typed:?}");
    }
    let board = final_board(&ben).await;
    assert!(board.alt().contains("after deal 2"), "{}", board.alt());
    ends_rightly(&ayse, &board).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn melds_may_stand_apart_by_a_stroke() {
    let mut evening = Evening::begins().await;
    let hands = ["hQ cQ sQ dQ h3 h4 h5 s7 s8 s9", "c2 c7"];
    let options = json!({"rules": "match_mode=single_deal"});
    let [ayse, _] = rigged(&mut evening, ["Ayşe", "Ben"], options, hands, ("c9", "d5")).await;
    let drawn = ayse.plays("draw").await.message();
    let opened = ayse.plays("open hQ cQ sQ dQ | h3 h4 h5 | s7 s8 s9").await;
    let opened = opened.message();
    assert_eq!(hand(&opened).len() + 10, hand(&drawn).len(), "{opened:?}");
    evening.ends().await;
}

/// Whoever sees no picture types what they are told, and nothing else is played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cards_may_be_named_as_they_are_spoken() {
    let mut evening = Evening::begins().await;
    let hands = ["hQ cQ sQ dQ h3 h4 h5 s7 s8 s9", "c2 c7"];
    let options = json!({"rules": "match_mode=single_deal"});
    let [ayse, _] = rigged(&mut evening, ["Ayşe", "Ben"], options, hands, ("c9", "d5")).await;
    let drawn = ayse.plays("draw").await.message();
    let page = ayse.plays("open 4 of hats").await.message();
    let told = "Letters: h hearts ♥️";
    assert!(page.content().contains(told), "{page:?}");
    let refused = ayse.plays("lay 4 of hearts, 5 of hearts and joker (s7)");
    let refused = refused.await.message();
    assert!(refused.content().contains("a move I know"), "{refused:?}");
    assert_eq!(hand(&refused).len(), hand(&drawn).len(), "{refused:?}");
    let opened = ayse.plays(
        "open queen of hearts, queen of clubs, queen of spades, queen of diamonds / 3 of hearts, 4 of hearts, 5 of hearts",
    );
    let opened = opened.await.message();
    assert_eq!(hand(&opened).len() + 7, hand(&drawn).len(), "{opened:?}");
    let thrown = ayse.plays("discard the 9 of spades").await.message();
    assert_eq!(hand(&thrown).len() + 8, hand(&drawn).len(), "{thrown:?}");
    evening.ends().await;
}

/// Plays to the end; the verbs that were typed or chosen.
async fn types_to_the_end(person: &Person) -> Vec<String> {
    let mut verbs = Vec::new();
    loop {
        let next = person
            .waits_for("a turn or the end of the match", |seen| {
                if is_over(seen) {
                    return Some(None);
                }
                let panel = panel(seen)?;
                choice(&panel).map(|_| Some(panel))
            })
            .await;
        let Some(panel) = next else { return verbs };
        let wanted = match said_or_laid(person, &panel, verbs.len()).await {
            Some(wanted) => wanted,
            None => thrown(&panel),
        };
        let answer = person.plays(&wanted).await.message();
        assert!(answer.is_private(), "{wanted}: {answer:?}");
        // Going on is offered to both, and one of them is later.
        let is_late_next = wanted == "next" && answer.content().contains("not possible any more");
        for refusal in [
            "not possible any more",
            "not your turn",
            "a move I know",
            "Nothing was",
        ] {
            let refused = answer.content().contains(refusal);
            assert!(is_late_next || !refused, "{wanted}: {answer:?}");
        }
        let text = wanted.split_once('|').map_or(&*wanted, |(_, text)| text);
        let verb = text.trim_start_matches("surely ").split(' ').next();
        verbs.push(verb.unwrap_or_default().to_owned());
    }
}

/// What goes before a discard: the next deal, a card, or what can be laid, every other time from the list.
async fn said_or_laid(person: &Person, panel: &Message, number: usize) -> Option<String> {
    for (verb, wanted) in [("next", "next"), ("draw", "draw")] {
        if panel.can(verb).is_some() {
            return Some(wanted.to_owned());
        }
    }
    if number.is_multiple_of(2) && panel.content().contains("You can open with") {
        return Some("open best".to_owned());
    }
    for begun in ["open", "meld", "build", "exchange"] {
        let offered = person.offered(begun).await.into_iter();
        let mut values = offered.map(|(_, value)| value);
        let is_meant = |value: &String| {
            let (_, text) = value.split_once('|').unwrap_or_default();
            text.starts_with(begun)
        };
        if let Some(value) = values.find(is_meant) {
            return Some(value);
        }
    }
    None
}

/// A discard, said to be meant whatever it gives away.
fn thrown(panel: &Message) -> String {
    let button = discard(panel).expect("a card to discard");
    let card = named(&button).expect("it names its card");
    format!("surely discard {card}")
}
