//! What holds of every language that there is.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use fluent_bundle::FluentResource;

use super::source::{Message, messages};
use super::*;
use crate::discord::pages::games;
use crate::discord::speech::card_sentences::CARD_SENTENCES;
use crate::discord::speech::desk_sentences::DESK_SENTENCES;
use crate::discord::speech::front_sentences::FRONT_SENTENCES;
use crate::discord::speech::hint_sentences::HINT_SENTENCES;
use crate::discord::speech::karuta_sentences::KARUTA_SENTENCES;
use crate::discord::speech::learn_sentences::LEARN_SENTENCES;
use crate::discord::speech::lesson_sentences::LESSON_SENTENCES;
use crate::discord::speech::option_sentences::OPTION_SENTENCES;
use crate::discord::speech::option_words;
use crate::discord::speech::privacy_sentences::PRIVACY_SENTENCES;
use crate::discord::speech::replay_sentences::REPLAY_SENTENCES;
use crate::discord::speech::result_sentences::RESULT_SENTENCES;
use crate::discord::speech::sentences::SENTENCES;

/// Every sentence there is, with the names of its values.
fn sentences() -> impl Iterator<Item = &'static (String, Vec<&'static str>)> {
    [
        &SENTENCES,
        &CARD_SENTENCES,
        &OPTION_SENTENCES,
        &PRIVACY_SENTENCES,
        &REPLAY_SENTENCES,
        &RESULT_SENTENCES,
        &DESK_SENTENCES,
        &FRONT_SENTENCES,
        &HINT_SENTENCES,
        &KARUTA_SENTENCES,
        &LEARN_SENTENCES,
        &LESSON_SENTENCES,
    ]
    .into_iter()
    .flat_map(|list| list.iter())
    .chain(games::sentences())
}

/// Fluent's own kinds of numbers (its plural categories).
const KINDS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The texts of English, without those of the tests' own game.
fn english_texts() -> Vec<&'static str> {
    let folder = FILES.get_dir(ENGLISH).expect("English is built in");
    folder.files().filter_map(File::contents_utf8).collect()
}

/// What a value can be for a message that chooses by it.
fn tried(message: &Message<'_>) -> Vec<FluentValue<'static>> {
    let keys = message.keys().into_iter();
    let keys = keys.filter(|key| !KINDS.contains(key));
    let values = keys.map(|key| FluentValue::try_number(key).into_owned());
    let numbers = [0, 1, 2, 5, 21].map(FluentValue::from);
    values
        .chain(numbers)
        .chain([FluentValue::from("⟨v⟩")])
        .collect()
}

/// The first reason why a sentence of a language cannot be formed, whatever its values are.
fn mistake(words: Words, message: &Message<'_>, known: &BTreeSet<&str>) -> Option<String> {
    let unknown = message.wanted();
    let mut unknown = unknown.difference(known);
    if let Some(name) = unknown.next() {
        return Some(format!(
            "{} wants a value `{name}`, which it is not given",
            message.id
        ));
    }
    let tried = tried(message);
    let chosen_by = message.chosen_by();
    // Each of what it chooses by with each value, beside each value of all others: choices within choices are tried, too.
    let is_formed =
        |one: Option<&str>, value: &FluentValue<'static>, others: &FluentValue<'static>| {
            let of = |name: &&str| {
                if one == Some(name) {
                    value.clone()
                } else if chosen_by.contains(name) {
                    others.clone()
                } else {
                    "⟨v⟩".into()
                }
            };
            let values: Vec<_> = known.iter().map(|name| (*name, of(name))).collect();
            words.is_whole(&message.id, &values)
        };
    let is_whole = if chosen_by.is_empty() {
        is_formed(None, &tried[0], &tried[0])
    } else {
        let mut ways = chosen_by.iter().flat_map(|one| {
            let pairs = tried
                .iter()
                .flat_map(|value| tried.iter().map(move |other| (value, other)));
            pairs.map(move |(value, other)| (*one, value, other))
        });
        ways.all(|(one, value, others)| is_formed(Some(one), value, others))
    };
    (!is_whole).then(|| format!("{} names something that there is not", message.id))
}

/// What is wrong with a language, and what it leaves out, beside English.
fn looked_through(words: Words, texts: &[(String, &str)]) -> (Vec<String>, Vec<String>) {
    let english = english_texts();
    let english: Vec<Message<'_>> = english.iter().flat_map(|text| messages(text)).collect();
    let own: Vec<Message<'_>> = texts.iter().flat_map(|(_, text)| messages(text)).collect();
    let own: BTreeMap<&str, &Message<'_>> = own.iter().map(|one| (&one.id[..], one)).collect();
    let (mut wrong, mut left_out) = (Vec::new(), Vec::new());
    for message in &english {
        let Some(own) = own.get(&message.id[..]) else {
            left_out.push(message.id.clone());
            continue;
        };
        wrong.extend(mistake(words, own, &message.wanted()));
        for name in message.said().difference(&own.wanted()) {
            left_out.push(format!("${name} of {}", message.id));
        }
    }
    (wrong, left_out)
}

/// What a language leaves out is said in English, so it is told and is no fault; `ISTAKA_WORDS=tr cargo test words` wants all
/// of Turkish.
#[test]
fn every_language_says_its_sentences_with_the_values_that_the_code_gives() {
    let wanted = std::env::var("ISTAKA_WORDS").unwrap_or_default();
    for words in Words::all() {
        let texts: Vec<_> = texts_of(Path::new(words.code())).collect();
        let (wrong, left_out) = looked_through(words, &texts);
        assert!(wrong.is_empty(), "{}: {wrong:#?}", words.code());
        if !left_out.is_empty() {
            let told = format!("{} leaves out: {}", words.code(), left_out.join(", "));
            assert_ne!(wanted, words.code(), "{told}");
            // Tests that go well are silent otherwise.
            let _ = writeln!(std::io::stderr(), "{told}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_language_is_found() {
    let text = "free-seat = Boş\nhost = { missing }\naway = { $who }\n\
                computer-spoken = { $sign }\nlobby-begun = { $game ->\n    [okey] { NUMBR($game) }\n   *[other] { $game }\n }\n";
    let words = Words::made("tr", vec![("tr/main.ftl".to_owned(), text.to_owned())]);
    let (wrong, left_out) = looked_through(words, &[("tr/main.ftl".to_owned(), text)]);
    for part in [
        "host names something",
        "away wants a value `who`",
        "lobby-begun names",
    ] {
        assert!(
            wrong.iter().any(|one| one.starts_with(part)),
            "{part}: {wrong:?}"
        );
    }
    assert_eq!(wrong.len(), 3, "{wrong:?}");
    for part in ["$name of computer-spoken", "language-name"] {
        assert!(
            left_out.iter().any(|one| one == part),
            "{part}: {left_out:?}"
        );
    }
    assert!(!left_out.iter().any(|one| one == "free-seat"));
}

#[test]
fn what_a_language_cannot_say_whole_is_said_in_english() {
    let text =
        "free-seat = Boş\nhost = Kurucu { missing }\naway = yok { $a }\nno = not { NUMBER(7) }\n";
    let words = Words::made("tr", vec![("main.ftl".to_owned(), text.to_owned())]);
    let english = Words::of(ENGLISH);
    assert_eq!(words.free_seat(), "Boş");
    assert_eq!(words.host(), english.host());
    assert_eq!(words.away("💤"), english.away("💤"));
    assert_eq!(words.failure(), english.failure());
    assert_eq!(words.own("no", &[]), Some("not 7".to_owned()));
}

/// Otherwise nobody could choose it, and Discord would take no commands.
#[test]
fn every_language_has_a_folder_with_a_name_of_discords() {
    for words in Words::all() {
        let code = words.code();
        assert!(
            code == ENGLISH || LOCALES.contains(&code),
            "{code} is no locale of Discord's"
        );
        assert_eq!(Words::of(code).code(), code, "nobody would be spoken to so");
    }
    for code in LOCALES {
        let read = convert_vec_str_to_langids_lossy([code]);
        assert_eq!(read.first().map(ToString::to_string).as_deref(), Some(code));
    }
}

#[test]
fn english_in_odd_letters_says_all_that_english_says() {
    let odd = Words::tried().find(|words| words.code() == MADE[0]);
    let odd = odd.expect("a language of the tests");
    for (id, names) in sentences() {
        let values: Vec<_> = names.iter().map(|name| (*name, "⟨v⟩".into())).collect();
        let said = odd.own(id, &values);
        assert_eq!(
            said.map(|said| said.chars().count()),
            english_length(id, &values),
            "{id}"
        );
    }
    assert_eq!(odd.free_seat(), "*frëë*");
    assert_eq!(Words::long().free_seat(), "*freeee*");
}

fn english_length(id: &str, values: &[(&str, FluentValue<'_>)]) -> Option<usize> {
    let said = Words::of(ENGLISH).own(id, values);
    said.map(|said| said.chars().count())
}

#[test]
fn english_says_every_sentence_with_the_values_that_the_code_gives() {
    let words = Words {
        language: english(),
    };
    for (id, names) in sentences() {
        let values: Vec<_> = names
            .iter()
            .map(|name| (*name, FluentValue::from("⟨v⟩")))
            .collect();
        let said = words.own(id, &values);
        assert!(said.is_some(), "English lacks {id}");
        assert!(
            !said.unwrap_or_default().contains("{$"),
            "{id} wants a value that the code does not give"
        );
    }
}

#[test]
fn every_file_of_words_can_be_read_whole() {
    for folder in FILES.dirs() {
        for file in files_of(folder.path()) {
            let text = file.contents_utf8().expect("words are UTF-8").to_owned();
            let errors = FluentResource::try_new(text)
                .err()
                .map(|(_, errors)| errors);
            assert_eq!(errors, None, "{}", file.path().display());
        }
    }
}

#[test]
fn no_language_has_sentences_that_nobody_says() {
    let known: Vec<&str> = sentences().map(|(id, _)| id.as_str()).collect();
    for (file, id) in ids_of_all_languages() {
        // Commands and options are found by their names; their own tests know them.
        let is_by_name = id.starts_with("command-") || option_words::is_by_name(&id);
        assert!(is_by_name || known.contains(&id.as_str()), "{file}: {id}");
    }
}

#[test]
fn an_unknown_locale_is_spoken_to_in_english() {
    for locale in ["en-US", "en-GB", "xx", "", "zh-Hant-TW-x-private", "💥"] {
        assert_eq!(Words::of(locale).code(), ENGLISH, "{locale}");
    }
}

#[test]
fn turkish_words_are_found_in_large_letters_and_small_ones() {
    for [one, other] in [
        ["DIĞL", "dığl"],
        ["İKİ", "iki"],
        ["ikİ", "IKI"],
        ["Şçğ", "ŞÇĞ"],
    ] {
        assert_eq!(folded(one), folded(other));
    }
    assert_eq!(folded("İI"), "ii");
}
