//! Records: handed out after a game, judged by `istaka verify` and by the script that needs no istaka; and pictures.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use istaka::rules::chance::Secret;
use istaka::rules::record::written;
use serde_json::{Value, json};

use crate::house::{Evening, Folder, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::process::{Ended, ends, istaka};

/// Records that were right once, with the name of their decks and two letters that a piece can begin with.
const GOLDEN: [(&str, &str, [&str; 2]); 4] = [
    (
        include_str!("../data/okey/record-1.json"),
        "deck",
        ["R", "Y"],
    ),
    (
        include_str!("../data/okey101/record-1.json"),
        "deck",
        ["R", "Y"],
    ),
    (
        include_str!("../data/kaluki/record-1.json"),
        "pack",
        ["h", "d"],
    ),
    (
        include_str!("../data/meri/record-1.json"),
        "deck",
        ["P", "I"],
    ),
];

pub async fn verify(file: &Path) -> Ended {
    let file = file.to_str().expect("the path is text");
    ends(istaka(&["verify", file, "--json"])).await
}

fn answer(ended: &Ended) -> Value {
    serde_json::from_str(ended.all.trim()).unwrap_or_else(|_| panic!("no JSON: {ended:?}"))
}

/// How the script judges a file; `None` where there is no Python.
pub fn script(file: &Path) -> Option<i32> {
    script_says(file)?.status.code()
}

/// What the script says of a file; `None` where there is no Python.
fn script_says(file: &Path) -> Option<Output> {
    script_says_of(&[file])
}

/// The record that somebody is given of the game that has just ended, which all who judge it find right.
pub async fn right_record(person: &Person) -> Value {
    let record = attached(&person.runs("verify", json!({})).await.message()).await;
    let folder = Folder::new();
    let file = folder.file("record.json");
    std::fs::write(&file, &record).expect("written");
    let verified = verify(&file).await;
    assert_eq!(verified.code, Some(0), "{verified:?}");
    assert!(script(&file).is_none_or(|code| code == 0));
    serde_json::from_slice(&record).expect("JSON")
}

pub async fn attached(message: &Message) -> Vec<u8> {
    let attachment = &message.0["attachments"][0];
    let name = attachment["filename"].as_str().unwrap_or_default();
    assert!(name.ends_with(".json"), "{attachment}");
    let url = attachment["url"].as_str().expect("a file has an address");
    let file = reqwest::get(url).await.expect("the sandbox serves files");
    file.bytes().await.expect("whole").to_vec()
}

/// What the script says of these files; `None` where there is no Python.
fn script_says_of(files: &[&Path]) -> Option<Output> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/verify_deal.py");
    let ran = Command::new("python3")
        .arg(script)
        .args(files)
        .stdin(Stdio::null())
        .output();
    if ran.is_err() {
        crate::aloud("LEFT OUT: there is no python3, docs/verify_deal.py was not tried");
    }
    ran.ok()
}

/// How `istaka` with these arguments ends where its answer goes there.
fn told_to(arguments: &[&str], there: impl Into<Stdio>) -> Output {
    let mut command = istaka(arguments);
    let told = command.stdout(there).stderr(Stdio::piped()).spawn();
    let told = told.expect("the program starts").wait_with_output();
    told.expect("it ends")
}

/// On a full disk nobody has read an answer, so the status is none either; whoever stops reading has read enough.
#[cfg(unix)]
#[test]
fn an_answer_that_cannot_be_written_is_no_answer() {
    let folder = Folder::new();
    let (right, wrong) = (folder.file("right.json"), folder.file("wrong.json"));
    let record = GOLDEN[0].0;
    std::fs::write(&right, record).expect("written");
    std::fs::write(&wrong, record.replacen("\"R", "\"Y", 1)).expect("written");
    let [right, wrong] = [&right, &wrong].map(|file| file.to_str().expect("the path is text"));
    let cards = "h9 c10 sQ Jk";
    for (arguments, status) in [
        (&["verify", right][..], 0),
        (&["verify", right, "--json"], 0),
        (&["verify", wrong], 1),
        (&["analyze", "kaluki", cards], 0),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let closed = told_to(arguments, writer);
        assert_eq!(
            closed.status.code(),
            Some(status),
            "{arguments:?}: {closed:?}"
        );
        assert!(closed.stderr.is_empty(), "{arguments:?}: {closed:?}");
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let Ok(full) = full else {
            crate::aloud("LEFT OUT: there is no /dev/full");
            continue;
        };
        let full = told_to(arguments, full);
        assert_eq!(full.status.code(), Some(2), "{arguments:?}: {full:?}");
        let said = String::from_utf8_lossy(&full.stderr);
        assert!(said.contains("the answer cannot be written"), "{said}");
    }
}

#[test]
fn the_script_says_how_it_is_used_and_of_which_file_it_speaks() {
    let Some(none) = script_says_of(&[]) else {
        return;
    };
    assert_eq!(none.status.code(), Some(2), "{none:?}");
    assert!(none.stdout.is_empty(), "{none:?}");
    let usage = String::from_utf8_lossy(&none.stderr);
    assert!(usage.contains("verify_deal.py RECORD.json"), "{usage}");

    let folder = Folder::new();
    let files = [folder.file("one.json"), folder.file("two.json")];
    for file in &files {
        std::fs::write(file, "{}").expect("written");
    }
    let both = script_says_of(&[&files[0], &files[1]]).expect("there is a Python");
    assert_eq!(both.status.code(), Some(2), "{both:?}");
    let named = files.map(|file| format!("{}:\n", file.display()));
    let told = String::from_utf8_lossy(&both.stdout).into_owned();
    assert_eq!(told, named.concat());
    // One alone is not named: nobody asks which.
    let one = script_says_of(&[&folder.file("one.json")]).expect("there is a Python");
    assert!(one.stdout.is_empty(), "{one:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_ended_is_handed_out_and_found_right() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let none = ayse.runs("verify", json!({})).await;
    assert!(none.says().contains("no game that has ended"), "{none:?}");
    let board = sit_down(&ayse, &[], json!({"computers": 3})).await;
    let table = board.buttons()[0].table().to_owned();
    let running = ben.runs("verify", json!({"table": table})).await;
    assert!(running.says().contains("no finished game"), "{running:?}");
    ayse.runs("table end", json!({})).await;

    let folder = Folder::new();
    for options in [json!({}), json!({"table": table})] {
        let told = ben.runs("verify", options).await.message();
        assert!(told.is_private() && told.content().contains("istaka verify"));
        let record = attached(&told).await;
        let file = folder.file("record.json");
        std::fs::write(&file, &record).expect("written");
        let ended = verify(&file).await;
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert_eq!(answer(&ended), json!({"ok": true, "fault": null}));
        assert!(script(&file).is_none_or(|code| code == 0));
        let said = script_says_of(&[&file]).map(|ran| ran.stdout);
        assert!(said.is_none_or(|said| said.ends_with(b"\n1 deal\neverything fits\n")));
        let record: Value = serde_json::from_slice(&record).expect("JSON");
        let seal = record["seal"].as_str().expect("a seal");
        assert!(told.content().contains(seal));
        let digest = record["digest"].as_str().expect("a digest");
        assert!(told.content().contains(digest));
        let shown = format!("Record: `{}…`", &digest[..32]);
        let says = |seen: &[Message]| {
            let mut boards = seen.iter().filter(|one| one.content().contains(&shown));
            boards.next().is_some().then_some(())
        };
        ben.waits_for("the digest on the last board", says).await;
    }
    // The message that the game begins shows what both judges print.
    let begins = ben
        .waits_for("the start", |seen| {
            let is_start = |message: &&Message| message.content().contains("** begins:");
            seen.iter().find(is_start).cloned()
        })
        .await;
    let (_, presses) = begins.content().split_once("presses `").expect("presses");
    let presses = presses.split('`').next().unwrap_or_default();
    assert_eq!(presses.len(), 32, "{begins:?}");
    let file = folder.file("record.json");
    let file_name = file.to_str().expect("the path is text");
    let told = ends(istaka(&["verify", file_name])).await;
    assert!(told.all.contains(presses), "{told:?}");
    let told = script_says(&file);
    assert!(told.is_none_or(|told| String::from_utf8_lossy(&told.stdout).contains(presses)));
    // The record is the same whenever it is made.
    let before = attached(&ben.runs("verify", json!({})).await.message()).await;
    evening.bot_goes().await;
    evening.bot_comes().await;
    let after = attached(&ben.runs("verify", json!({})).await.message()).await;
    assert!(before == after, "another record after a restart");
    for table in ["aaaaaaaa", "<@1>", ""] {
        let told = ben.tries("verify", json!({"table": table})).await;
        if let Ok(told) = told {
            assert!(told.says().contains("no finished game"), "{told:?}");
        }
    }
    evening.ends().await;
}

#[tokio::test]
async fn a_changed_record_is_refused_and_what_is_none_is_bad_input() {
    let folder = Folder::new();
    let file = folder.file("record.json");
    for (golden, deck, [one, other]) in GOLDEN {
        std::fs::write(&file, golden).expect("written");
        assert_eq!(verify(&file).await.code, Some(0));
        assert!(script(&file).is_none_or(|code| code == 0));

        let deck = format!("\"{deck}\":[\"");
        let first = golden.find(&deck).expect("a deck") + deck.len();
        let mut changed = golden.to_owned();
        let instead = if changed[first..].starts_with(one) {
            other
        } else {
            one
        };
        changed.replace_range(first..=first, instead);
        std::fs::write(&file, changed).expect("written");
        let ended = verify(&file).await;
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert_eq!(answer(&ended)["ok"], json!(false));
        assert!(answer(&ended)["fault"].is_string());
        assert!(script(&file).is_none_or(|code| code == 1));
    }

    for nonsense in [
        &b"{}"[..],
        b"[]",
        b"",
        b"Dear Ayse",
        b"\xff\xfe",
        b"{\"deck\":",
    ] {
        std::fs::write(&file, nonsense).expect("written");
        let ended = verify(&file).await;
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(ended.stderr.starts_with("istaka: "), "{ended:?}");
    }
    let whole = GOLDEN[0].0;
    std::fs::write(&file, &whole[..whole.len() / 2]).expect("written");
    let ended = verify(&file).await;
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.stderr.contains("cut off"), "{ended:?}");
    let nowhere = verify(&folder.file("nowhere.json")).await;
    assert_eq!(nowhere.code, Some(2), "{nowhere:?}");
}

/// The record of a game that was given up before the first deal, with this change and its digest made anew.
fn forged(change: impl Fn(&mut Value)) -> String {
    let mut record: Value = serde_json::from_str(GOLDEN[0].0).expect("JSON");
    record.as_object_mut().expect("an object").remove("digest");
    let table = record["table"].as_str().expect("a table").to_owned();
    // A secret of short lines: with its first ones in the version of the rules the seal would be of many secrets.
    let secret = Secret::from_bytes(std::array::from_fn(|at| b"J\n"[at % 2]));
    record["secret"] = json!(secret.to_hex());
    record["seal"] = json!(secret.seal(&table, "okey", "1").to_string());
    let steps = record["steps"].as_array_mut().expect("steps");
    let dealt = |step: &Value| step["changes"][0]["dealt"].is_object();
    let before_the_deal = steps.iter().position(dealt).expect("a deal");
    steps.truncate(before_the_deal);
    let (revision, at) = (steps.len() + 1, steps[0]["at"].clone());
    let abandoned = json!([{"abandoned": {"why": "ended_by_host"}}]);
    steps.push(json!({
        "revision": revision, "at": at, "cause": "press", "seat": 0, "changes": abandoned,
    }));
    record["standing"] = Value::Null;
    change(&mut record);
    written(&record)
}

/// The first lines of the secret in the version of the rules: the seal is the same, the key another.
fn split(lines: usize) -> String {
    forged(|record| {
        record["rules_version"] = json!(format!("1{}", "\nJ".repeat(lines)));
        let secret = record["secret"].as_str().expect("digits")[4 * lines..].to_owned();
        record["secret"] = json!(secret);
    })
}

fn with_secret(change: fn(&str) -> String) -> String {
    forged(|record| {
        let secret = change(record["secret"].as_str().expect("digits"));
        record["secret"] = json!(secret);
    })
}

fn told_by(lines: &'static [&'static str]) -> impl Fn(&mut Value) {
    move |record: &mut Value| record["contributions"] = json!(lines)
}

/// The step with which the game begins.
fn began(record: &mut Value) -> &mut Value {
    let mut steps = record["steps"].as_array_mut().expect("steps").iter_mut();
    let begins = |step: &&mut Value| step["changes"][0]["began"].is_object();
    steps.find(begins).expect("it began")
}

#[tokio::test]
async fn what_one_judge_refuses_the_other_refuses_too() {
    let folder = Folder::new();
    let file = folder.file("record.json");
    let whole = forged(|_| ());
    let line = whole.trim_end();
    for right in [whole.clone(), line.to_owned(), format!("{line}\r\n")] {
        std::fs::write(&file, right).expect("written");
        assert_eq!(verify(&file).await.code, Some(0));
        assert!(script(&file).is_none_or(|code| code == 0));
    }
    let written_anew = [
        whole.replacen('{', "{\"format\":1,", 1),
        whole.replacen("\"okey\"", "\"oke\\u0079\"", 1),
        whole.replacen("\"format\":1", "\"format\":1.0", 1),
        whole.replace(",\"", ", \""),
        format!("{whole}\n"),
        format!("{line} "),
    ];
    for (number, wrong) in forgeries().into_iter().chain(written_anew).enumerate() {
        std::fs::write(&file, &wrong).expect("written");
        let ended = verify(&file).await;
        assert_eq!(ended.code, Some(1), "{number}: {ended:?}");
        let judged = script(&file);
        assert!(judged.is_none_or(|code| code != 0), "{number}: {wrong}");
    }
}

/// The first value of this name in what a record tells.
fn first<'a>(told: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    match told {
        Value::Array(all) => all.iter_mut().find_map(|one| first(one, name)),
        Value::Object(all) => {
            if all.contains_key(name) {
                return all.get_mut(name);
            }
            all.values_mut().find_map(|one| first(one, name))
        }
        _ => None,
    }
}

/// Another value that could have come of another key: a list in another order, or a number beside this one.
fn becomes_another(told: &mut Value) {
    match told {
        Value::Array(all) => {
            let other = all.iter().position(|one| *one != all[0]);
            all.swap(0, other.expect("not all are alike"));
        }
        Value::Number(number) => {
            let number = number.as_u64().expect("it is small");
            *told = json!(if number > 0 { number - 1 } else { 1 });
        }
        other => panic!("neither a list nor a number: {other}"),
    }
}

/// Everything that follows from the key, changed by somebody who makes the digest anew: each judge sees it by itself.
#[tokio::test]
async fn a_deal_that_was_chosen_is_refused_by_both_judges() {
    let folder = Folder::new();
    let file = folder.file("record.json");
    let [okey, okey101, kaluki, meri] = GOLDEN.map(|(golden, ..)| golden);
    for (golden, name, fault) in [
        (okey, "deck", "deal 0: another deck"),
        (okey, "dice", "deal 0: other dice"),
        (okey, "dealer", "another first dealer"),
        (okey101, "deck", "deal 0: another deck"),
        (okey101, "dealer", "another first dealer"),
        (kaluki, "pack", "deal 0: another pack"),
        (kaluki, "cut", "deal 0: another cut"),
        (kaluki, "stock", "deal 0: the discards became another stock"),
        (kaluki, "seats", "other seats were drawn"),
        (meri, "deck", "deal 0: another deck"),
        (meri, "half", "deal 0: split elsewhere"),
        (
            meri,
            "again",
            "deal 0: what was left of the halves became something else",
        ),
        (meri, "dealer", "another first dealer"),
        (meri, "seats", "other seats were drawn"),
    ] {
        let mut record: Value = serde_json::from_str(golden).expect("JSON");
        record.as_object_mut().expect("an object").remove("digest");
        becomes_another(first(&mut record["steps"], name).expect("it is told"));
        std::fs::write(&file, written(&record)).expect("written");
        let ended = verify(&file).await;
        assert_eq!(ended.code, Some(1), "{name}: {ended:?}");
        if let Some(told) = script_says(&file) {
            let said = String::from_utf8_lossy(&told.stdout);
            assert_eq!(told.status.code(), Some(1), "{name}: {said}");
            assert!(said.contains(fault), "{name}: {said}");
            assert!(
                !said.contains("digest is of another text"),
                "{name}: {said}"
            );
        }
    }
}

/// Records of which the digest is right.
fn forgeries() -> Vec<String> {
    vec![
        split(1),
        split(32),
        with_secret(str::to_uppercase),
        with_secret(|digits| format!("{} {}", &digits[..2], &digits[2..])),
        with_secret(|digits| digits[2..].to_owned()),
        forged(told_by(&["0 1000", "1 1001", "grind 77", "start 9000"])),
        forged(told_by(&["0 1000", "1 1001\ngrind 77", "start 9000"])),
        forged(told_by(&["1 1001", "0 1000", "start 9000"])),
        forged(told_by(&["0 1000", "0 1001", "start 9000"])),
        forged(told_by(&["0 1000", "1 01001", "start 9000"])),
        forged(told_by(&["0 1000", "1 +1001", "start 9000"])),
        forged(told_by(&["0 1000", "1 \u{661}", "start 9000"])),
        forged(told_by(&["0 1000", "1 18446744073709551616", "start 9000"])),
        forged(told_by(&["0 1000", "1 1001", "2 1002", "start 9000"])),
        forged(told_by(&["0 1000", "1 1001", "start 9001"])),
        forged(told_by(&["0 1000", "1 1001"])),
        forged(told_by(&[])),
        forged(|record| began(record)["changes"][0]["began"]["start"] = json!(9001)),
        forged(|record| began(record)["changes"][0]["began"]["start"] = json!("9000")),
        forged(|record| began(record)["changes"] = json!([])),
        forged(|record| {
            let twice = json!([{"began": {"start": 9000}}, {"began": {"start": 9000}}]);
            began(record)["changes"] = twice;
        }),
        forged(|record| record["options"]["meri"] = json!({})),
        forged(|record| record["format"] = json!(true)),
        forged(|record| record["opened_at"] = json!(0.5)),
        forged(|record| record["table"] = json!(7)),
    ]
}

#[tokio::test]
async fn pictures_are_drawn_of_simulated_games_and_given_tiles() {
    let folder = Folder::new();
    let file = folder.file("picture.png");
    let output = file.to_str().expect("the path is text");
    let draw = |arguments: &'static str| {
        // Tiles are one argument, written here with commas.
        let words = arguments.split(' ').map(|word| word.replace(',', " "));
        let words: Vec<String> = words.collect();
        let mut all = vec!["draw"];
        all.extend(words.iter().map(String::as_str));
        all.extend(["-o", output]);
        istaka(&all)
    };
    for arguments in [
        "rack okey --seed 3 --step 0",
        "rack okey --seed 3 --step 17 --seat 2",
        "board okey --seed 3 --step 40",
        "rack okey --tiles R1,R2,R3,F --indicator R4",
        "rack okey --tiles R1,R2,R3",
    ] {
        let ended = ends(draw(arguments)).await;
        assert_eq!(ended.code, Some(0), "{arguments}: {ended:?}");
        let picture = std::fs::read(&file).expect("it was written");
        assert!(picture.starts_with(b"\x89PNG"), "{arguments}");
        std::fs::remove_file(&file).expect("it was there");
    }
    for arguments in [
        "rack okey --seed 3 --step 0 --seat 4",
        "rack okey --seed 3 --step 1000000",
        "rack okey --tiles R1,R1,R1",
        "rack okey --tiles R4,R4 --indicator R4",
        "rack okey --tiles R14",
        "rack okey --tiles R1 --indicator F",
        "board okey --tiles R1",
        "rack okey",
        "rack whist --seed 1",
    ] {
        let ended = ends(draw(arguments)).await;
        assert_eq!(ended.code, Some(2), "{arguments}: {ended:?}");
        assert!(
            !file.exists() && !ended.all.contains("panicked"),
            "{ended:?}"
        );
    }
}
