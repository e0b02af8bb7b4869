//! What the list of `/play` finds by the words in which moves and pieces are spoken of, at the steps of whole games.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::typed::{at_each_step, spoken};
use crate::discord::front::commands::choices;
use crate::discord::front::play::{NEXT, split};
use crate::discord::pages::games;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::MOST_CHOICES;
use crate::tables::Look;

/// The texts of the moves that are offered to whoever types this.
fn offered(look: &Look, typed: &str) -> Vec<String> {
    let offered = serde_json::json!(choices(look, Words::of("en"), typed));
    let offered = offered.as_array().into_iter().flatten();
    let values = offered.map(|offer| offer["value"].as_str().expect("a text"));
    values.map(|value| split(value).1.to_owned()).collect()
}

fn listed(look: &Look) -> Vec<String> {
    look.actions.iter().map(games::text).collect()
}

/// The words of a name, without what stands between them.
fn words_of(name: &str) -> Vec<String> {
    let words = name.to_lowercase();
    let words = words.split_whitespace();
    let words = words.map(|word| word.trim_matches(['(', ')']).to_owned());
    words.filter(|word| word != "the" && word != "of").collect()
}

/// Found by hand: a piece was found by its code, and by its name only once that was typed to its end.
#[test]
fn each_word_of_a_piece_finds_the_moves_with_it_and_none_with_another_piece() {
    let (steps, judged) = (Cell::new(0), RefCell::new(BTreeSet::new()));
    at_each_step(|place, look| {
        steps.set(steps.get() + 1);
        let told = spoken(look);
        // A verb and a piece.
        let name_in = |text: &str| {
            let (_, written) = text.split_once(' ')?;
            let mut told = told.iter();
            let of = told.find(|(piece, _)| piece.to_string() == written)?;
            Some(words_of(&of.1))
        };
        let listed = listed(look);
        let single = listed
            .iter()
            .filter_map(|text| Some((text, name_in(text)?)));
        let single: Vec<(&String, Vec<String>)> = single.collect();
        let Some((text, words)) = single.get(steps.get() % single.len().max(1)) else {
            return;
        };
        let verb = text.split(' ').next().expect("a verb");
        let begun = |word: &String| -> String { word.chars().take(3).collect() };
        let backwards: Vec<String> = words.iter().rev().map(begun).collect();
        let mut typed: Vec<String> = words.iter().map(begun).collect();
        typed.extend(words.iter().map(|word| format!("{word} {verb}")));
        typed.extend([words.concat(), backwards.join(" ")]);
        typed.retain(|typed| *typed != words.concat());
        for typed in typed {
            let found = offered(look, &typed);
            let is_found = found.contains(text) || found.len() == MOST_CHOICES;
            assert!(is_found, "{place}: {typed} finds {found:?}, not {text}");
            for other in &found {
                let said = name_in(other).into_iter().flatten();
                let said: Vec<String> = said.chain([verb.to_owned()]).collect();
                let is_said = |word: &str| {
                    // Within a code numbers are found as well.
                    let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
                    is_number || said.iter().any(|said| said.starts_with(word))
                };
                let is_other = name_in(other).is_some() && !typed.split(' ').all(is_said);
                assert!(!is_other, "{place}: {typed} finds {other}");
            }
            judged.borrow_mut().insert((look.game.id(), typed));
        }
    });
    let judged = judged.borrow();
    for (game, typed) in [
        ("okey", "red"),
        ("okey", "black discard"),
        ("okey101", "gre"),
        ("kaluki", "que"),
        ("kaluki", "hearts discard"),
        ("meri", "cup"),
        ("meri", "robai play"),
    ] {
        let is_judged = judged.contains(&(game, typed.to_owned()));
        assert!(is_judged, "{game}: {typed}");
    }
}

/// What is typed, the verbs of the moves that it finds, and of others that it may find.
const VERBS: [(&str, &[&str], &[&str]); 9] = [
    ("throw", &["discard", "play", "lead"], &[]),
    ("lay", &["lay", "off", "meld", "lead"], &["exchange"]),
    ("bury", &["lead"], &[]),
    ("add", &["build"], &["exchange"]),
    ("swap", &["exchange"], &["swap"]),
    ("give", &["return", "put"], &["exchange"]),
    ("undo", &["back"], &[]),
    ("cancel", &["put"], &[]),
    ("rdy", &["ready"], &[]),
];

/// Found by hand: `lay` found every move of a game that says *Play*, and other verbs that mean a move found none.
#[test]
fn every_verb_finds_its_moves_and_no_others() {
    let found_by = RefCell::new(BTreeSet::new());
    at_each_step(|place, look| {
        let verb = |text: &String| text.split(' ').next().unwrap_or_default().to_owned();
        let all: BTreeSet<String> = listed(look).iter().map(verb).collect();
        for (typed, means, may) in VERBS {
            let found = offered(look, typed);
            let verbs: BTreeSet<String> = found.iter().map(verb).collect();
            // Whoever has nothing to play reads that.
            if all.is_empty() || verbs.contains(NEXT) {
                continue;
            }
            for one in &all {
                let means = means.contains(&&**one);
                let is_cut_off = found.len() == MOST_CHOICES;
                let is_found = verbs.contains(one) || is_cut_off;
                assert!(
                    !means || is_found,
                    "{place}: {typed} finds {found:?}, no {one}"
                );
                let is_other = verbs.contains(one) && !means && !may.contains(&&**one);
                assert!(!is_other, "{place}: {typed} finds {found:?}");
                if means {
                    found_by.borrow_mut().insert((typed, one.clone()));
                }
            }
        }
    });
    let found_by = found_by.borrow();
    for (typed, means, _) in VERBS {
        for verb in means {
            let is_tried = found_by.contains(&(typed, (*verb).to_owned()));
            assert!(is_tried, "no {verb} to be found by {typed}");
        }
    }
}

#[test]
fn what_is_typed_to_its_end_stands_first_and_as_the_list_writes_it_nearly_alone() {
    let steps = Cell::new(0);
    at_each_step(|place, look| {
        steps.set(steps.get() + 1);
        let listed = listed(look);
        let Some(text) = listed.get(steps.get() % listed.len().max(1)) else {
            return;
        };
        // Of a long one the list shows a part, and a choice may have no room for it.
        if text.chars().count() > 50 {
            return;
        }
        let offered = serde_json::json!(choices(look, Words::of("en"), text));
        let offered = offered.as_array().into_iter().flatten();
        for (number, offer) in offered.enumerate() {
            let [name, value] = ["name", "value"].map(|key| offer[key].as_str().expect("a text"));
            assert!(
                name.to_lowercase().contains(&text.to_lowercase()),
                "{place}: {text}: {name}"
            );
            assert!(
                number > 0 || split(value).1 == text,
                "{place}: {text}: {value}"
            );
        }
        for (_, name) in spoken(look) {
            let meant = games::typed(look.game, &name, Some(look));
            let meant = meant.filter(|meant| look.actions.contains(meant));
            if let Some(meant) = meant {
                let first = self::offered(look, &name).into_iter().next();
                assert_eq!(first, Some(games::text(&meant)), "{place}: {name}");
            }
        }
    });
}
