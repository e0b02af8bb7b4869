//! Moves of Hachinin-meri as people type them, and what is said of those that the rules refuse.

use std::collections::BTreeSet;

use crate::discord::pages::kit::face::Face;
use crate::discord::pages::meri::MeriFace;
use crate::discord::pages::meri::typed::{names, other_verbs};
use crate::discord::speech::words::Words;
use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::{Action, Meri, Options, Refusal};
use crate::rules::{Chance, Game, Refused, Viewer};

#[test]
fn moves_are_read_as_people_write_them() {
    let read = |text: &str| MeriFace::typed(text, &[], None);
    for example in MeriFace::EXAMPLES.split(", ") {
        assert!(read(example).is_some(), "{example}");
    }
    for (one, others) in [
        (
            "play K-Un",
            &[
                "k-un",
                "kun",
                "Un of cups",
                "cups un",
                "un kotsu",
                "🍷Un",
                "コツ ウン",
                "play the un of cups",
                "Un of cups (kotsu)",
                "un cups kotsu",
                "kotsu (cups) un",
                "play the Un of 🍷 cups (kotsu)",
            ][..],
        ),
        (
            "play P-Robai",
            &[
                "tenka",
                "🎋Robai (tenka)",
                "dragon of clubs",
                "テンカ",
                "pro",
                "tenka, the Robai of clubs (pao)",
                "tenka (the Robai of clubs (pao))",
                "tenka, the Robai of clubs",
                "tenka clubs dragon",
            ],
        ),
        ("play I-7", &["7 swords", "🗡️7", "i7", "7i", "lead i-7"]),
        (
            "lead I-Rei away P-Robai",
            &[
                "lead Rei of swords (isu), away tenka, the Robai of clubs (pao)",
                "away tenka, the Robai of clubs (pao), lead Rei of swords (isu)",
            ],
        ),
        (
            "lead K-3 away K-2",
            &[
                "cups 3 cups 2",
                "3 cups 2 cups",
                "lead cups 3, kotsu 2",
                "3 of cups (kotsu), K-2",
                "3 of cups, kotsu 2",
                "lead 3 of cups, kotsu 2",
                "3 kotsu, cups 2",
                "3 of cups, kotsu 2 of cups (kotsu)",
            ],
        ),
        ("ready", &["READY", " ok "]),
        ("robatta", &["Robatta", "call", "ロバった"]),
        (
            "lead K-3 away P-2",
            &[
                "K-3 P-2",
                "uchidashi k3, p2",
                "lead 3 cups, 2 clubs",
                "away P-2 lead K-3",
                "P-2 away, lead K-3",
                "lay P-2 away and play K-3",
                "lead 🍷3 and lay away 🎋2",
                "throw away P-2, lead K-3",
                "throw P-2 away, lead K-3",
                "throw P-2, lead K-3",
                "throw K-3, P-2 away",
                "throw away P-2 K-3",
                "K-3 lead, P-2 away",
                "P-2 away, K-3 lead",
                "P-2, K-3 lead",
                "lead K-3, P-2 away",
                "lead 3 of cups (kotsu), away 2 of clubs (pao)",
                "3 of cups (kotsu), 2 of clubs (pao)",
            ],
        ),
    ] {
        assert!(read(one).is_some(), "{one}");
        for other in others {
            assert_eq!(read(other), read(one), "{other}");
        }
    }
    for text in [
        "",
        "play",
        "lead",
        "away P-2",
        "K",
        "Un",
        "K-10",
        "hats",
        "K-Un K-Un K-Un",
        "💥",
        "robatta K-Un",
        "lead K-3 lead P-2",
        "away K-3, away P-2",
        "lead K-3 away, lead P-2",
        "K lead 3 P-2",
        "cups (ori) un",
        "cups kotsu 3 2",
        "3 of cups, kotsu 2, kotsu 1",
        "tenka, the Robai of cups (kotsu), and K-3",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    // A part of a name is enough where only one listed karuta has it.
    let listed = ["K-Un", "K-3", "O-3"].map(|text| Action::Play(text.parse().expect("a karuta")));
    let read = |text: &str| MeriFace::typed(text, &listed, None);
    assert_eq!(read("un"), Some(listed[0]));
    assert_eq!(read("coins"), Some(listed[2]));
    assert_eq!(read("3"), None);
}

/// Only what may be played now is named, which lies on the rack of whoever types.
#[test]
fn a_name_that_fits_several_is_told_with_all_of_them() {
    let listed = ["K-Un", "K-3", "O-3"].map(|text| Action::Play(text.parse().expect("a karuta")));
    let unclear = |text: &str| MeriFace::unclear(Words::of("en"), text, &listed);
    for (text, named) in [
        ("3", Some("🍷3 🪙3")),
        ("play the 3", Some("🍷3 🪙3")),
        ("cups", Some("🍷Un 🍷3")),
        ("un", None),
        ("4", None),
        ("swords", None),
        ("play", None),
        ("K-3", None),
        ("hats", None),
        ("", None),
    ] {
        let said = unclear(text);
        let expected = named.map(|named| {
            format!("That fits more than one of your cards: {named}. Type which one. Nothing was played.")
        });
        assert_eq!(said, expected, "{text}");
    }
    assert_eq!(MeriFace::unclear(Words::of("en"), "3", &[]), None);
}

/// Whoever calls without the robai reads the same, wherever the robai lies; and nothing says where.
#[test]
fn whoever_calls_in_vain_learns_nothing() {
    let english = Words::of("en");
    let mut told = BTreeSet::new();
    for robai in ["K-Robai", "P-Robai", "I-Robai"] {
        let refusal = Refusal::NoRobai {
            robai: robai.parse().expect("a karuta"),
        };
        told.insert(MeriFace::refusal(english, &refusal, None));
    }
    assert_eq!(told.len(), 1, "{told:?}");
}

#[test]
fn what_the_rules_refuse_is_told_with_its_facts() {
    let karuta = |text: &str| text.parse().expect("a karuta");
    for (refusal, fact) in [
        (
            Refusal::NotOnRack {
                karuta: karuta("K-3"),
            },
            "🍷3",
        ),
        (
            Refusal::MeriFirst {
                karuta: karuta("P-Robai"),
            },
            "🎋Robai (tenka) is a trump",
        ),
        (Refusal::FollowSuit { suit: Suit::Ori }, "🪙 coins (ori)"),
        (
            Refusal::FollowTrump { trump: Suit::Guru },
            "🌀 whorls (guru) or 🎋Robai (tenka). ",
        ),
        (
            Refusal::FollowTrump { trump: Suit::Pao },
            "play a trump, that is 🎋 clubs (pao). ",
        ),
        (Refusal::AlreadyAnswered, "final"),
        // No card need have been played (Hachinin-meri rules 12).
        (
            Refusal::NotAsked,
            "until somebody calls or everybody is ready",
        ),
    ] {
        let said = MeriFace::refusal(Words::of("en"), &refusal, None);
        assert!(said.contains(fact), "{said}");
    }
}

#[test]
fn every_other_verb_of_a_move_means_it() {
    let read = |text: &str| MeriFace::typed(text, &[], None);
    for (text, ways) in [
        ("ready", &["VERB"][..]),
        ("robatta", &["VERB"]),
        ("play K-Un", &["VERB K-Un"]),
        (
            "lead K-3 away P-2",
            &["VERB K-3 away P-2", "lead K-3 VERB P-2"],
        ),
    ] {
        let action = read(text).expect("a move");
        let verbs = other_verbs(&action);
        assert!(!verbs.is_empty(), "{text}");
        for verb in verbs {
            let mut ways = ways.iter().map(|way| way.replace("VERB", verb));
            assert!(
                ways.any(|way| read(&way).as_ref() == Some(&action)),
                "{text}: {verb}"
            );
        }
    }
}

#[test]
fn every_name_of_a_suit_and_a_rank_names_its_karuta() {
    for karuta in Karuta::pack() {
        let (suit, rank) = (karuta.suit(), karuta.rank().to_string());
        for name in names(karuta) {
            let of_suit = MeriFace::typed(&format!("{name} {rank}"), &[], None);
            let of_rank = MeriFace::typed(&format!("{} {name}", suit.letter()), &[], None);
            let meant = Some(Action::Play(karuta));
            assert!([of_suit, of_rank].contains(&meant), "{karuta}: {name}");
        }
    }
}

/// Whoever has taken the okie and names one karuta alone reads what they may type, and that is a move.
#[test]
fn an_opening_lead_is_told_as_it_can_be_typed() {
    for seed in 1..30 {
        let chance = Chance::from_seed(seed);
        let mut game = Meri::new(&Options::default(), 8);
        let dealt = game.deal(&chance);
        assert!(game.apply_all(&dealt).is_ok(), "it was just dealt");
        let taker = loop {
            let seats = game.waiting().seats;
            let seat = seats.iter().next().expect("somebody is to act");
            if seats.len() == 1 && game.view(Viewer::Seat(seat)).taker == Some(seat) {
                break seat;
            }
            let act = game.act(seat, &Action::Ready, &chance);
            assert!(act.is_ok(), "everybody may be ready");
        };
        let view = game.view(Viewer::Seat(taker));
        let held = view.rack().expect("a rack")[0];
        let refused = game.act(taker, &Action::Play(held), &chance);
        let Err(Refused::Rules(refusal @ Refusal::UchidashiFirst)) = refused else {
            panic!("one karuta alone opens nothing");
        };
        let said = MeriFace::refusal(Words::of("en"), &refusal, Some(&view));
        let typed = said.split('`').nth(1).expect("an example");
        let action = MeriFace::typed(typed, &[], None).expect("a move");
        assert!(game.act(taker, &action, &chance).is_ok(), "{said}");
        let said = MeriFace::refusal(Words::of("en"), &refusal, None);
        let typed = said.split('`').nth(1).expect("an example");
        assert!(MeriFace::typed(typed, &[], None).is_some(), "{said}");
    }
}
