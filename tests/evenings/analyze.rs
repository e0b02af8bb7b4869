//! `istaka analyze` as scripts call it: one rack, a batch, and what it answers to bad input.

use serde_json::{Value, json};

use crate::house::Folder;
use crate::process::{ends, istaka};

/// The tiles of B01 (101 rules 14.2).
const RACK: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G2 G4 G6 R1 R3 R7 R9 Y1 Y2 K2 K4";

/// `analyze okey101` for an indicator and tiles, with what else is said.
fn okey101<'a>(indicator: &'a str, tiles: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let asked = ["analyze", "okey101", "--indicator", indicator, tiles];
    [&asked[..], more].concat()
}

#[tokio::test]
async fn a_rack_of_101_is_worth_its_best_opening() {
    let words = ends(istaka(&okey101("R4", RACK, &[]))).await;
    assert_eq!((words.code, words.stderr.as_str()), (Some(0), ""));
    assert!(
        words.all.starts_with("110 points, enough to open\n"),
        "{words:?}"
    );
    for (tiles, more, points, pairs) in [
        (RACK, &[][..], 110, 0),
        ("R11 R12 R13 Y13 G13 F F", &[], 39, 1),
        ("R11 R12 R13 Y13 G13 F F", &["--taken", "R11"], 36, 0),
        ("R1 R3", &[], 0, 0),
    ] {
        let asked = okey101("R4", tiles, &[&["--json"], more].concat());
        let told = ends(istaka(&asked)).await;
        assert_eq!(
            (told.code, told.stderr.as_str()),
            (Some(0), ""),
            "{asked:?}"
        );
        let told: Value = serde_json::from_str(&told.all).expect("one object");
        assert_eq!(
            (&told["points"], &told["pairs"]),
            (&json!(points), &json!(pairs)),
            "{asked:?}"
        );
        assert_eq!(
            told["melds"].as_array().expect("melds").is_empty(),
            points == 0
        );
    }
}

#[tokio::test]
async fn a_batch_is_answered_in_order_and_its_bad_lines_count() {
    let folder = Folder::new();
    let file = folder.file("racks.jsonl");
    let path = file.to_str().expect("the path is text");
    let rack = |tiles: &str| json!({ "indicator": "R4", "tiles": tiles }).to_string();
    let good = [rack("R11 R12 R13"), rack(RACK)];
    let bad = [rack("R4 R4"), "no JSON".to_owned(), String::new()];
    let mixed = [&good[..1], &bad[..], &good[1..]].concat();
    for (lines, code) in [(&good[..], 0), (&mixed[..], 2)] {
        std::fs::write(&file, lines.join("\n")).expect("written");
        let told = ends(istaka(&["analyze", "okey101", "--batch", path])).await;
        assert_eq!(told.code, Some(code), "{told:?}");
        let answers = told
            .all
            .lines()
            .map_while(|line| serde_json::from_str::<Value>(line).ok());
        let answers: Vec<Value> = answers.collect();
        assert_eq!(answers.len(), lines.len(), "{told:?}");
        for (line, answer) in lines.iter().zip(&answers) {
            assert_eq!(
                answer["error"].is_string(),
                bad.contains(line),
                "{line}: {answer}"
            );
        }
        let ends = [&answers[0], &answers[lines.len() - 1]].map(|answer| &answer["points"]);
        assert_eq!(ends, [&json!(36), &json!(110)]);
    }
}

#[tokio::test]
async fn what_is_no_rack_of_101_is_refused_in_one_line() {
    let too_many = format!("{RACK} K7");
    for (indicator, tiles, more, says) in [
        ("R4", too_many.as_str(), &[][..], "23 are given"),
        ("R4", "", &[], "0 are given"),
        ("R4", "R1 R14", &[], "R14"),
        ("R4", "R1 R1 R1", &[], "three times"),
        ("R4", "F F F", &[], "three times"),
        ("R4", "R4 R4", &[], "indicator"),
        ("F", RACK, &[], "indicator"),
        ("R0", RACK, &[], "indicator"),
        ("R4", RACK, &["--taken", "K7"], "K7"),
    ] {
        let told = ends(istaka(&okey101(indicator, tiles, more))).await;
        assert_eq!(told.code, Some(2), "{tiles}: {told:?}");
        assert!(
            told.stderr.starts_with("istaka: ") && told.stderr.contains(says),
            "{told:?}"
        );
        // One line on stderr, nothing on stdout.
        assert_eq!(told.all.trim_end().lines().count(), 1, "{told:?}");
    }
    for arguments in [
        &["analyze", "okey101"][..],
        &["analyze", "okey101", "--indicator", "R4"],
        &["analyze", "okey101", RACK],
        &["analyze", "okey101", "--batch", "/nowhere", RACK],
        &["analyze", "okey101", "--batch", "/nowhere"],
    ] {
        let told = ends(istaka(arguments)).await;
        assert_eq!(told.code, Some(2), "{arguments:?}: {told:?}");
        assert!(
            !told.stderr.is_empty() && !told.all.contains("panicked"),
            "{told:?}"
        );
    }
}

#[tokio::test]
async fn a_hand_of_kaluki_is_worth_its_melds() {
    let words = ends(istaka(&["analyze", "kaluki", "hQ cQ sQ h3 h4 h5 Jk"])).await;
    let told = "52 points, enough to open\nmelds: h3 h4 h5 | hQ cQ sQ Jk\npenalty: 57 points\n";
    assert_eq!((words.code, words.all.as_str()), (Some(0), told));
    let asked = ["analyze", "kaluki", "--json", "h5 Jk h7 c2"];
    let told = ends(istaka(&asked)).await;
    let one = r#"{"points":18,"opens":false,"melds":[["h5","Jk=h6","h7"]],"penalty":29}"#;
    assert_eq!((told.code, told.all.trim_end()), (Some(0), one));

    let folder = Folder::new();
    let file = folder.file("hands.jsonl");
    let path = file.to_str().expect("the path is text");
    let good = r#"{"cards":"h5 Jk h7 c2"}"#;
    for (lines, code) in [([good, good], 0), ([good, r#"{"cards":"h5 h5 h5"}"#], 2)] {
        std::fs::write(&file, lines.join("\n")).expect("written");
        let told = ends(istaka(&["analyze", "kaluki", "--batch", path])).await;
        assert_eq!(told.code, Some(code), "{told:?}");
        let answers: Vec<&str> = told.all.lines().take(2).collect();
        assert_eq!(answers[0], one);
        assert_eq!(
            answers[1].starts_with(r#"{"error":"#),
            code == 2,
            "{told:?}"
        );
    }
    for cards in ["", "h1", "Jk=h6", "h9 h9 h9", "Jk Jk Jk Jk Jk"] {
        let told = ends(istaka(&["analyze", "kaluki", cards])).await;
        assert_eq!(told.code, Some(2), "{cards}: {told:?}");
        assert_eq!(told.all.trim_end().lines().count(), 1, "{told:?}");
    }
}

/// A trick of Hachinin-meri (M53 of its rules).
const TRICK: &str = "O-4 K-Un K-Sun O-1 O-2 O-3 G-1 G-2";

/// `analyze meri` for a trick, with what else is said.
fn meri<'a>(trump: &'a str, trick: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let asked = ["analyze", "meri", "--trump", trump, trick];
    [&asked[..], more].concat()
}

#[tokio::test]
async fn a_trick_of_meri_has_its_winner_and_its_yaku() {
    let words = ends(istaka(&meri("K", TRICK, &[]))).await;
    let told = "K-Sun takes the trick for the leader's team, 2 after the leader\n\
                yaku: Sun>Un, 2 ko to them from the others\n";
    assert_eq!((words.code, words.all.as_str()), (Some(0), told));
    let robai = "O-4 K-Robai K-Rei O-1 O-2 O-3 G-1 G-2";
    for (trump, trick, more, told) in [
        (
            "K",
            TRICK,
            &["--trick", "9"][..],
            r#"{"winner":2,"card":"K-Sun","yaku":"Sun>Un","value":5,"to":"leader"}"#,
        ),
        (
            "k",
            robai,
            &["--trick", "3", "--hidden"],
            r#"{"winner":1,"card":"K-Robai","yaku":"Robai>Rei","value":5,"to":"other"}"#,
        ),
        (
            "K",
            robai,
            &[],
            r#"{"winner":1,"card":"K-Robai","yaku":"Robai>Rei","value":2,"to":"other"}"#,
        ),
        (
            "G",
            "G-9 G-8 K-Sun P-Robai G-1 I-Sun O-Sun P-Sun",
            &["--trick", "1"],
            r#"{"winner":3,"card":"P-Robai","yaku":null,"value":0,"to":null}"#,
        ),
    ] {
        let asked = meri(trump, trick, &[&["--json"], more].concat());
        let ended = ends(istaka(&asked)).await;
        assert_eq!((ended.code, ended.all.trim_end()), (Some(0), told));
    }
}

#[tokio::test]
async fn tricks_of_meri_are_answered_in_order_and_bad_ones_count() {
    let folder = Folder::new();
    let file = folder.file("tricks.jsonl");
    let path = file.to_str().expect("the path is text");
    let good = [
        json!({ "trump": "K", "trick": TRICK }).to_string(),
        json!({ "trump": "K", "trick": TRICK, "number": 9, "hidden": false }).to_string(),
    ];
    let bad = [
        json!({ "trump": "K", "trick": TRICK, "number": 10 }).to_string(),
        json!({ "trump": "K", "trick": "O-4 O-4" }).to_string(),
        json!({ "trick": TRICK }).to_string(),
        json!({ "trump": "K", "trick": TRICK, "hidden": "yes" }).to_string(),
        "[".to_owned(),
    ];
    let mixed = [&good[..1], &bad[..], &good[1..]].concat();
    for (lines, code) in [(&good[..], 0), (&mixed[..], 2)] {
        std::fs::write(&file, lines.join("\n")).expect("written");
        let told = ends(istaka(&["analyze", "meri", "--batch", path])).await;
        assert_eq!(told.code, Some(code), "{told:?}");
        let answers = told.all.lines().take(lines.len());
        let answers: Vec<Value> = answers
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        for (line, answer) in lines.iter().zip(&answers) {
            assert_eq!(answer["error"].is_string(), bad.contains(line), "{answer}");
        }
        let ends = [&answers[0], &answers[lines.len() - 1]].map(|answer| &answer["value"]);
        assert_eq!(ends, [&json!(2), &json!(5)]);
    }
}

#[tokio::test]
async fn what_is_no_trick_of_meri_is_refused_in_one_line() {
    let nine = format!("{TRICK} G-3");
    for (trump, trick, more, says) in [
        ("K", nine.as_str(), &[][..], "9 are given"),
        ("K", "", &[], "0 are given"),
        ("K", "O-4 K-Un K-Sun O-1 O-2 O-3 G-1 O-4", &[], "O-4"),
        ("K", "O-4 K-Un K-Sun O-1 O-2 O-3 G-1 R-4", &[], "R-4"),
        ("R", TRICK, &[], "suit"),
        ("", TRICK, &[], "suit"),
        ("K", TRICK, &["--trick", "0"], "not 0"),
        ("K", TRICK, &["--trick", "-1"], "not -1"),
        ("K", TRICK, &["--trick", "10"], "not 10"),
    ] {
        let told = ends(istaka(&meri(trump, trick, more))).await;
        assert_eq!(told.code, Some(2), "{trick}: {told:?}");
        assert!(
            told.stderr.starts_with("istaka: ") && told.stderr.contains(says),
            "{told:?}"
        );
        assert_eq!(told.all.trim_end().lines().count(), 1, "{told:?}");
    }
    for arguments in [
        &["analyze", "meri"][..],
        &["analyze", "meri", TRICK],
        &["analyze", "meri", "--trump", "K"],
        &["analyze", "meri", "--batch", "/nowhere", "--hidden"],
        &["analyze", "meri", "--batch", "/nowhere", "--trick", "2"],
        &["analyze", "meri", "--batch", "/nowhere"],
    ] {
        let told = ends(istaka(arguments)).await;
        assert_eq!(told.code, Some(2), "{arguments:?}: {told:?}");
        assert!(
            !told.stderr.is_empty() && !told.all.contains("panicked"),
            "{told:?}"
        );
    }
}
