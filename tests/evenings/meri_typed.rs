//! A whole round of Hachinin-meri by `/play` alone: notation, names in two languages, large and small letters, signs, and choices
//! from what is offered.

use istaka::rules::karuta::{Karuta, Rank, Suit};
use serde_json::json;

use crate::house::{Evening, sit_down_to};
use crate::meri_matches::record_is_right;
use crate::message::Message;
use crate::people::{Person, panel};
use crate::play::is_over;
use crate::play_meri::{choice, karuta};
use crate::play101::final_board;

/// How many ways to type a move there are.
const WAYS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_round_by_play_alone() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"computers": 6, "rules": "match_length=hitomaki"});
    sit_down_to("meri", &ayse, &[&ben], options).await;
    let (a, b) = tokio::join!(types_to_the_end(&ayse, 0), types_to_the_end(&ben, 5));
    assert_eq!((a, b), (9, 9), "a karuta a trick");
    final_board(&ben).await;
    record_is_right(&ayse).await;
    evening.ends().await;
}

/// Types to the end; how many karuta were played.
async fn types_to_the_end(person: &Person, first: usize) -> usize {
    let mut played = 0;
    loop {
        let next = person
            .waits_for("a turn or the end of the match", |seen| {
                if is_over(seen) {
                    return Some(None);
                }
                panel(seen).and_then(|panel| choice(&panel).map(|_| Some(panel)))
            })
            .await;
        let Some(panel) = next else { return played };
        let wanted = wish(person, &panel, first + played).await;
        let answer = person.plays(&wanted).await.message();
        assert!(answer.is_private(), "{wanted}: {answer:?}");
        // A computer may have called in between.
        let is_answer = ["ready", "ok", "robatta"].contains(&&*wanted.to_lowercase());
        for refusal in [
            "not possible any more",
            "not your turn",
            "a move I know",
            "Nothing was",
        ] {
            let refused = answer.content().contains(refusal);
            assert!(is_answer || !refused, "{wanted}: {answer:?}");
        }
        played += usize::from(!is_answer);
    }
}

/// What is typed next.
async fn wish(person: &Person, panel: &Message, way: usize) -> String {
    if panel.can("robatta").is_some() {
        return ["robatta", "ROBATTA", "Robatta"][way % 3].to_owned();
    }
    if panel.can("ready").is_some() {
        return ["Ready", "READY", "ok"][way % 3].to_owned();
    }
    if way.is_multiple_of(WAYS) {
        return chosen(person).await;
    }
    let verb = if panel.can("lead").is_some() {
        "lead"
    } else {
        "play"
    };
    let meant = panel
        .can(verb)
        .and_then(|button| karuta(&button))
        .expect("a karuta");
    let named = written(meant, way);
    if verb == "play" {
        return named;
    }
    let other = panel
        .buttons()
        .into_iter()
        .filter(|button| button.verb() == "lead");
    let other = other
        .filter_map(|button| karuta(&button))
        .find(|other| *other != meant);
    let away = written(other.expect("ten"), way);
    match way % 3 {
        0 => format!("lead {named} away {away}"),
        1 => format!("LEAD {named}, and lay {away}"),
        _ => format!("discard {away} lead {named}"),
    }
}

/// The first move that is offered to somebody who has typed nothing.
async fn chosen(person: &Person) -> String {
    let offered = person.offered("").await;
    assert!(!offered.is_empty(), "something can be done");
    offered[0].1.clone()
}

/// A karuta as people may write it.
fn written(karuta: Karuta, way: usize) -> String {
    let code = karuta.to_string();
    let (_, rank) = code.split_once('-').expect("a suit and a rank");
    let (suit, kana, english, sign) = match karuta.suit() {
        Suit::Pao => ("pao", "パオ", "clubs", "🎋"),
        Suit::Isu => ("isu", "イス", "swords", "🗡️"),
        Suit::Kotsu => ("kotsu", "コツ", "cups", "🍷"),
        Suit::Ori => ("ori", "オリ", "coins", "🪙"),
        Suit::Guru => ("guru", "グル", "whorls", "🌀"),
    };
    let rank_in_kana = match karuta.rank() {
        Rank::Sun => "スン".to_owned(),
        Rank::Un => "ウン".to_owned(),
        Rank::Sota => "ソウタ".to_owned(),
        Rank::Robai => "ロバイ".to_owned(),
        Rank::Rei => "レイ".to_owned(),
        Rank::Kaba => "カバ".to_owned(),
        Rank::Number(number) => number.to_string(),
    };
    match way % WAYS {
        1 => code.to_lowercase().replace('-', ""),
        2 => format!("{rank} of {english} ({suit})").to_uppercase(),
        3 => format!("{suit} {rank}"),
        4 => format!("{kana} の {rank_in_kana}"),
        5 => format!("{sign}{rank}"),
        6 => format!("{} {}", rank.to_uppercase(), suit.to_uppercase()),
        _ => code,
    }
}
