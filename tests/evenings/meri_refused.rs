//! Everything that Hachinin-meri says no to gets a sentence, and changes nothing: every code of the written rules is reached
//! here by typing, in deals that are rigged for it.

use std::collections::BTreeSet;

use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use crate::house::Evening;
use crate::kaluki_refused::{Case, codes};
use crate::meri_robau::{NAMES, held_by, plays_plain, says_ready};
use crate::people::Person;
use crate::play_meri::{Deal, rigged};

/// Everybody is asked, and this person does not hold the robai.
const ASKED: [Case; 6] = [
    (
        "",
        "robatta",
        "Only the player who holds the trump's Robai can call",
    ),
    (
        "",
        "call",
        "Only the player who holds the trump's Robai can call",
    ),
    (
        "E_PHASE",
        "play K-4",
        "First everybody is asked whether the round may begin",
    ),
    (
        "E_PHASE",
        "play G-Sun",
        "First everybody is asked whether the round may begin",
    ),
    (
        "E_PHASE",
        "lead G-Sun away G-Un",
        "First everybody is asked whether the round may begin",
    ),
    ("", "next", "not possible any more"),
];

/// They have answered.
const READY: [Case; 3] = [
    ("", "ready", "You have already answered, and that is final"),
    (
        "",
        "robatta",
        "You have already answered, and that is final",
    ),
    (
        "E_PHASE",
        "play G-Sun",
        "You have already answered, and that is final",
    ),
];

/// The taker holds, beside the okie: 🎋Sun, 🍷Un, 🍷9, 🌀1, 🌀2 and others.
const OPENING: [Case; 15] = [
    (
        "E_MERI_FIRST",
        "lead K-Un away G-1",
        "is a trump, and you must lead the first trick with a plain card",
    ),
    (
        "E_MERI_FIRST",
        "lead K-Robai away K-Un",
        "is a trump, and you must lead the first trick with a plain card",
    ),
    (
        "E_NOT_HELD",
        "lead G-1 away G-1",
        "is not among your cards, or you named it twice",
    ),
    (
        "E_NOT_HELD",
        "lead K-Un away K-Un",
        "is not among your cards, or you named it twice",
    ),
    (
        "E_NOT_HELD",
        "lead P-1 away G-1",
        "is not among your cards, or you named it twice",
    ),
    (
        "E_NOT_HELD",
        "lead G-1 away P-1",
        "is not among your cards, or you named it twice",
    ),
    (
        "E_NOT_HELD",
        "lead K-Sun away G-1",
        "is not among your cards, or you named it twice",
    ),
    (
        "E_PHASE",
        "play G-1",
        "first choose a card to lead and another one to lay away",
    ),
    (
        "E_PHASE",
        "lead G-1",
        "first choose a card to lead and another one to lay away",
    ),
    (
        "E_PHASE",
        "ready",
        "Nobody is asked about the trump's Robai now",
    ),
    (
        "E_PHASE",
        "robatta",
        "Nobody is asked about the trump's Robai now",
    ),
    ("", "lead G-1 away R5", "That isn't a move I know"),
    ("", "lead G-1 away G-2 G-4", "That isn't a move I know"),
    ("", "away", "That isn't a move I know"),
    ("", "💥", "That isn't a move I know"),
];

const OTHERS_OPEN: [Case; 5] = [
    ("E_PHASE", "play P-4", "It's not your turn"),
    ("E_PHASE", "play K-Un", "It's not your turn"),
    ("E_PHASE", "lead P-4 away G-4", "It's not your turn"),
    ("E_PHASE", "ready", "It's not your turn"),
    ("E_PHASE", "robatta", "It's not your turn"),
];

/// 🎋Sun was led; whoever is to play holds 🍷3, 🍷5, 🎋4, 🌀4 and 🪙4.
const FOLLOWING: [Case; 8] = [
    (
        "E_PHASE",
        "lead P-4 away G-4",
        "you play one card at a time",
    ),
    (
        "E_PHASE",
        "ready",
        "Nobody is asked about the trump's Robai now",
    ),
    ("E_NOT_HELD", "play P-Sun", "is not among your cards"),
    ("E_NOT_HELD", "play K-Sun", "is not among your cards"),
    ("", "play K-10", "That isn't a move I know"),
    ("", "play R5", "That isn't a move I know"),
    ("", "play", "That isn't a move I know"),
    (
        "",
        "4",
        "fits more than one of your cards: 🎋4 🪙4 🌀4. Type which one",
    ),
];

/// 🍷Un was led.
const NO_TRUMP: [Case; 3] = [
    (
        "E_FOLLOW_TRUMP",
        "play G-4",
        "This trick was led with a trump (*meri*), and you hold one",
    ),
    (
        "E_FOLLOW_TRUMP",
        "play O-4",
        "This trick was led with a trump (*meri*), and you hold one",
    ),
    ("E_NOT_HELD", "play K-Sun", "is not among your cards"),
];

/// The only trump is tenka, and it counts.
const NO_TENKA: [Case; 1] = [(
    "E_FOLLOW_TRUMP",
    "play O-Sun",
    "This trick was led with a trump (*meri*), and you hold one",
)];

/// After the first meri 🌀1 was led.
const NO_SUIT: [Case; 2] = [
    (
        "E_FOLLOW_SUIT",
        "play O-4",
        "*Monchi* applies, and you hold 🌀",
    ),
    ("E_NOT_HELD", "play K-3", "is not among your cards"),
];

const ALL: [&[Case]; 8] = [
    &ASKED,
    &READY,
    &OPENING,
    &OTHERS_OPEN,
    &FOLLOWING,
    &NO_TRUMP,
    &NO_TENKA,
    &NO_SUIT,
];

#[test]
fn every_code_of_the_rules_of_meri_is_tried() {
    let tried: BTreeSet<&str> = ALL.iter().copied().flatten().map(|case| case.0).collect();
    for source in [
        include_str!("../../docs/rules/hachinin-meri.md"),
        include_str!("../../src/rules/meri/refusal.rs"),
    ] {
        let known = codes(source);
        assert!(known.len() >= 5, "they are no longer found: {known:?}");
        let missing: Vec<&&str> = known.difference(&tried).collect();
        assert!(missing.is_empty(), "never tried: {missing:?}");
    }
}

/// How many steps are stored of all tables.
pub async fn steps(evening: &Evening) -> i64 {
    let url = format!("sqlite://{}?mode=ro", evening.db().display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let counted = sqlx::query_scalar("select count(*) from steps");
    let counted = counted.fetch_one(&mut db).await.expect("a number");
    db.close().await.expect("it closes");
    counted
}

/// Each of these is answered so, with the panel as it was; nobody else is sent anything, and nothing is stored.
async fn refuses(evening: &Evening, (person, other): (&Person, &Person), cases: &[Case]) {
    let before = person.shows_rack().await;
    let (seen, number, stored) = (
        other.sees().await,
        other.news_now().await,
        steps(evening).await,
    );
    for (code, typed, expected) in cases {
        let answer = person.plays(typed).await.message();
        assert!(answer.is_private(), "{typed}: {answer:?}");
        let is_told = answer.content().contains(expected);
        assert!(is_told, "{code} {typed}, {expected}: {answer:?}");
        assert!(!answer.content().contains("E_"), "{typed}: {answer:?}");
        assert_eq!(answer.enabled(), before.enabled(), "{typed}: {answer:?}");
        assert_eq!(answer.alt(), before.alt(), "{typed}");
    }
    assert_eq!(
        other.news_since(number).await,
        Vec::<serde_json::Value>::new()
    );
    assert_eq!(other.sees().await, seen, "{cases:?}");
    assert_eq!(steps(evening).await, stored, "{cases:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_everybody_is_asked_nothing_is_played_and_nobody_calls_without_the_robai() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &held_by(5)).await;
    refuses(&evening, (&people[0], &people[5]), &ASKED).await;
    says_ready(&people[0]).await;
    refuses(&evening, (&people[0], &people[5]), &READY).await;
    // The holder who is ready is told the same.
    says_ready(&people[5]).await;
    refuses(&evening, (&people[5], &people[0]), &READY).await;
    evening.ends().await;
}

/// The okie is the trump robai, so seat 3, who dealt, leads at once; seat 5 need not follow a meri.
pub const TRICKS: Deal<'static> = Deal {
    dealer: 3,
    racks: [
        "K-1 K-2 P-1",
        "P-Robai P-2 O-Sun",
        "P-3",
        "P-Sun K-Un K-9 G-1 G-2",
        "K-3 K-5 P-4 G-4 O-4",
        "K-Sun I-1 I-2 I-3 I-4 O-1 O-2 O-3 G-9",
        "P-5",
        "K-4 K-6 K-7 K-8 K-Kaba K-Rei K-Sota P-6 P-7",
    ],
    okie: "K-Robai",
    leftovers: "O-9 O-8",
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_may_not_be_led_or_played_is_refused_with_the_reason() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &TRICKS).await;
    let all = |seat: usize| (&people[seat], &people[(seat + 1) % 8]);
    refuses(&evening, all(3), &OPENING).await;
    refuses(&evening, all(4), &OTHERS_OPEN).await;
    people[3].plays("lead P-Sun away G-2").await;
    refuses(&evening, all(4), &FOLLOWING).await;
    refuses(
        &evening,
        all(3),
        &[("E_PHASE", "play G-1", "It's not your turn")],
    )
    .await;
    people[4].plays("play P-4").await;
    for seat in [5, 6, 7, 0, 1, 2] {
        plays_plain(&people[seat]).await;
    }

    people[3].plays("play K-Un").await;
    refuses(&evening, all(4), &NO_TRUMP).await;
    people[4].plays("play K-3").await;
    // Ichimai-zun: the Sun may stay.
    people[5].plays("play I-2").await;
    plays_plain(&people[6]).await;
    people[7].plays("play K-4").await;
    people[0].plays("play K-1").await;
    refuses(&evening, all(1), &NO_TENKA).await;
    people[1].plays("play P-Robai").await;
    plays_plain(&people[2]).await;

    people[3].plays("play G-1").await;
    refuses(&evening, all(4), &NO_SUIT).await;
    let done = people[4].plays("play G-4").await.message();
    assert!(done.content().contains("Your card in trick "), "{done:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_has_eight_seats_and_no_ninth() {
    let evening = Evening::begins().await;
    let [ayse, eve] = evening.people(["Ayşe", "Eve"]).await;
    for options in [
        json!({"seats": 7}),
        json!({"seats": 9}),
        json!({"seats": 0}),
        json!({"computers": 9}),
        json!({"rules": "seats=7"}),
    ] {
        let refused = ayse.tries("meri", options.clone()).await;
        let opened = refused.is_ok_and(|outcome| !outcome.message().is_private());
        assert!(!opened, "{options}");
    }
    let nothing = ayse.runs("table show", json!({})).await.says();
    assert!(nothing.contains("no table here"), "{nothing}");
    let lobby = ayse.runs("meri", json!({"computers": 7})).await.message();
    assert!(lobby.can("join").is_none(), "{lobby:?}");
    let table = lobby.can("start").expect("Start");
    let join = format!("1:{}:0:join:", table.table());
    let told = eve.forges(&lobby, &join).await.message();
    assert!(told.is_private(), "{told:?}");
    assert!(told.content().contains("All 8 seats are taken"), "{told:?}");
    evening.ends().await;
}
