//! Bad input at a table of Okey 101 gets the facts and a fresh panel, and changes nothing.

use serde_json::json;

use crate::house::Evening;
use crate::people::Person;
use crate::rig::{Deal, rigged};

/// All 22 tiles lie in melds.
const STARTER: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G2 G3 R1 R2 R3 Y10 Y11 Y12 K7 G7 R7";
/// Ten tiles of it, worth 101.
const OPENING: &str = "open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8";
/// Melds worth 111, and two tiles that fit, or do not fit, the set of thirteens.
const SECOND: &str = "G10 G11 G12 K8 K9 K10 R10 R11 R12 R6 K6 G6 K13 R13 Y1";
const SECONDS_OPENING: &str = "open G10 G11 G12 / K8 K9 K10 / R10 R11 R12 / R6 K6 G6";

async fn table_of_two(evening: &mut Evening, racks: [&str; 2]) -> [Person; 2] {
    let deal = Deal::of(&racks, "G9 Y3 G8");
    rigged(evening, ["Ayşe", "Ben"], json!({"rounds": 1}), &deal).await
}

/// Each of these typed moves is answered so, with the panel as it was: tiles, buttons and the revision in their ids.
async fn refuses(person: &Person, other: &Person, cases: &[(&str, &str)]) {
    let before = person.shows_rack().await;
    let board = other.board().await;
    for (text, expected) in cases {
        let answer = person.plays(text).await.message();
        assert!(answer.is_private(), "{text}: {answer:?}");
        assert!(
            answer.content().contains(expected),
            "{text}, {expected}: {answer:?}"
        );
        assert_eq!(answer.enabled(), before.enabled(), "{text}: {answer:?}");
        assert_eq!(answer.alt(), before.alt(), "{text}");
        let now = other.board().await;
        assert_eq!(now.content(), board.content(), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_not_opened_is_told_why_not() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening, [STARTER, SECOND]).await;
    let all = format!("{OPENING} / G1 G2 G3 / R1 R2 R3 / Y10 Y11 Y12 / K7 G7 R7");
    let absent = format!("{OPENING} / K4 K5 K6");
    let cases = [
        (
            "open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 G7",
            "number 3 is not a meld, because it is neither one number",
        ),
        (
            "open Y5 Y6 Y8 / K11 K12 K13",
            "number 1 is not a meld, because the numbers are not in a row",
        ),
        (
            "open K11 K12 K13 / R7 K7",
            "number 2 is not a meld, because the two tiles differ",
        ),
        (
            "open K11 K12 K13 / R13 Y13 G13",
            "it is worth 75, 26 short of 101",
        ),
        (&all, "One tile must stay on your rack"),
        (&absent, "left on your rack for that"),
        ("open doubles", "The opening was not laid: it has "),
        ("lay Y10 Y11 Y12", "You have not opened yet"),
        ("off Y5 1", "You have not opened yet"),
        ("swap K7 1", "on the table stays there"),
        ("back", "There is nothing to take back"),
        ("return", "There is nothing to give back"),
        ("draw", "You already have your tile for this turn"),
        ("take", "You already have your tile for this turn"),
        ("pass", "You already have your tile for this turn"),
        ("discard K4", "left on your rack for that"),
        ("open K11 / hats", "That isn't a move I know"),
        ("lay", "That isn't a move I know"),
    ];
    refuses(ayse, ben, &cases).await;
    refuses(
        ben,
        ayse,
        &[
            ("draw", "It's not your turn"),
            (SECONDS_OPENING, "not your turn"),
        ],
    )
    .await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_taken_tile_and_the_melds_on_the_table_keep_their_rules() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening, [STARTER, SECOND]).await;
    ayse.plays(OPENING).await;
    ayse.throws("G1").await;
    ben.waits_for_panel("their turn", |panel| panel.can("draw").is_some())
        .await;
    let cases = [
        ("pass", "There is no passing at this table"),
        ("discard K8", "First draw"),
        (SECONDS_OPENING, "First draw"),
        ("back", "First draw"),
    ];
    refuses(ben, ayse, &cases).await;
    let panel = ben.panel().await.expect("a panel");
    ben.presses_the(&panel, "take").await;
    let cases = [
        (
            SECONDS_OPENING,
            "You took 🍀1: it must be among the tiles you lay down",
        ),
        (
            "discard K8",
            "You took 🍀1: first use it on the table, or give it back",
        ),
        (
            "draw",
            "You took 🍀1: first use it on the table, or give it back",
        ),
        ("off K10 1", "You have not opened yet"),
    ];
    refuses(ben, ayse, &cases).await;
    ben.plays("return").await;
    refuses(
        ben,
        ayse,
        &[
            ("take", "You gave a tile back this turn"),
            ("return", "nothing to give back"),
        ],
    )
    .await;

    ben.draws().await;
    let opened = ben.plays(SECONDS_OPENING).await.says();
    assert!(opened.contains("You have opened with 111"), "{opened}");
    let laid = ben.plays("off K13 2").await.says();
    assert!(!laid.contains("full"), "{laid}");
    let cases = [
        (SECONDS_OPENING, "You have already opened"),
        ("off R13 2", "That set is full"),
        ("off Y1 1", "does not fit"),
        ("off Y1 99", "There is no meld 99"),
        ("lay Y1 R13 G9", "it is not a meld, because"),
    ];
    refuses(ben, ayse, &cases).await;
    ben.plays("back").await;
    refuses(ben, ayse, &[("back", "There is nothing to take back")]).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_goes_on_a_double_and_doubles_stay_doubles() {
    let mut evening = Evening::begins().await;
    let doubles = "K1 K1 R3 R3 Y4 Y4 G9 G9 K2 K2 G1 G2 G3";
    let [ayse, ben] = &rigged(
        &mut evening,
        ["Ayşe", "Ben"],
        json!({"rounds": 1, "rules": "exhaustion=next_may_take"}),
        &Deal::of(
            &[doubles, "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 R8 R8"],
            "G5 Y9 G8",
        ),
    )
    .await;
    let cases = [
        (
            "open K1 K1 / R3 R3 / Y4 Y4 / G9 G9",
            "it has 4 doubles, and 5 are needed",
        ),
        (
            "open K1 K1 / R3 R3 / Y4 Y4 / G9 G9 / K2 K2 / G1 G2 G3",
            "but not with both",
        ),
    ];
    refuses(ayse, ben, &cases).await;
    ayse.plays("open K1 K1 / R3 R3 / Y4 Y4 / G9 G9 / K2 K2")
        .await;
    refuses(
        ayse,
        ben,
        &[("lay G1 G2 G3", "you can lay down only doubles")],
    )
    .await;
    let panel = ayse.panel().await.expect("a panel");
    ayse.discards(&panel).await;
    ben.waits_for_panel("their turn", |panel| panel.can("draw").is_some())
        .await;
    refuses(
        ben,
        ayse,
        &[(
            "pass",
            "You can pass only when the stock is empty; 62 tiles are left",
        )],
    )
    .await;
    ben.draws().await;
    ben.plays(OPENING).await;
    let cases = [
        ("off R8 2", "Nothing can be added to a double"),
        ("lay double R8 R8", "you can't lay down doubles"),
    ];
    refuses(ben, ayse, &cases).await;
    evening.ends().await;
}
