//! The words of Hachinin-meri over whole games: they fit, they are sentences, and they tell nothing that lies face down.

mod over;
mod panel;
mod typed;

use std::collections::BTreeSet;

use super::tricks::taken_lines;
use super::{MeriFace, board};
use crate::computers::meri::Reason;
use crate::computers::{Why, hint};
use crate::discord::pages::declined::sentence;
use crate::discord::pages::kit::face::Face;
use crate::discord::pages::kit::tests::staged;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, sign};
use crate::discord::speech::karuta::karuta;
use crate::discord::speech::words::Words;
use crate::drawing::packs::cards::Inks;
use crate::rules::any::{AnyAction, AnyGame, AnyOptions, AnyView, GameId};
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::view::{Phase, Scored};
use crate::rules::meri::{Action, Robau, Team, View, Yaku};
use crate::rules::{Chance, Dice, Game, PerSeat, Seat, Seats, Viewer, Waiting};
use crate::tables::{Declined, Look, PersonId, Sitter};

/// A table of eight people as this viewer sees it.
fn look(game: &AnyGame, viewer: Viewer) -> Look {
    Look {
        seats: PerSeat::new(8, |seat| Sitter::Person {
            person: PersonId::new(1_234_567_890_123_456_780 + seat.index() as u64),
            away: seat.index() != 0,
        }),
        ..staged(game, viewer)
    }
}

fn view_of(look: &Look) -> &View {
    match &look.view {
        Some(AnyView::Meri(view)) => view,
        _ => panic!("a view of another game"),
    }
}

fn board_of(look: &Look) -> Body {
    board::board(Reader::public(look), view_of(look), None)
}

/// Options, each of which changes what a board says.
fn tables() -> Vec<AnyOptions> {
    let table = |values: &[(&str, &str)]| {
        let mut options = GameId::Meri.default_options();
        for (name, value) in values {
            options.set(name, value).expect("an option");
        }
        options
    };
    vec![
        table(&[]),
        table(&[("match_length", "hitomaki"), ("opening_reveal", "all")]),
        table(&[("match_length", "hitoshobu"), ("hidden_robai", "all_yaku")]),
        table(&[
            ("match_length", "honshobu"),
            ("hidden_robai", "off"),
            ("direction", "ccw"),
        ]),
    ]
}

/// Plays so many rounds of each table by chance, with a liking for calls, and looks at every moment.
fn walk(rounds: usize, mut see: impl FnMut(&AnyGame)) {
    for (seed, options) in (1..).zip(tables()) {
        let mut game = AnyGame::new(&options, 8);
        let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
        let mut dealt = 0;
        loop {
            see(&game);
            let Some(seat) = game.waiting().seats.iter().next() else {
                if game.standing().is_some() || dealt == rounds {
                    break;
                }
                dealt += 1;
                let events = game.deal(&chance);
                game.obey(&events);
                continue;
            };
            let listed = game.actions(seat);
            let action = listed[dice.below(listed.len() as u32) as usize].clone();
            let events = game.decide(seat, &action, &chance);
            game.obey(&events.expect("a listed action"));
        }
    }
}

#[test]
fn every_moment_is_told_in_a_message_that_discord_takes() {
    let mut longest = (0, 0);
    walk(10, |game| {
        let look = look(game, Viewer::Watcher);
        let body = board_of(&look);
        let (text, alt) = (body.text.chars().count(), body.alt.chars().count());
        longest = (longest.0.max(text), longest.1.max(alt));
        assert!(
            !body.text.contains('{') && !body.alt.contains('{'),
            "{}",
            body.text
        );
        assert!(
            !body.text.contains("  ") && !body.alt.contains("  "),
            "{}",
            body.text
        );
        assert!(!body.text.is_empty() && !body.alt.is_empty());
    });
    // Beside the board stand whether the result counts, and votes.
    assert!(longest.0 <= 1750 && longest.1 <= 1024, "{longest:?}");
}

/// A meri, and a plain trick without a trump, lay open from the start.
#[test]
fn only_what_was_turned_up_is_said_to_be() {
    let mut seen = [0; 2];
    walk(3, |game| {
        let look = look(game, Viewer::Watcher);
        let view = view_of(&look);
        let Some(last) = view.tricks.last().filter(|_| view.plays.is_empty()) else {
            return;
        };
        if view.phase == Phase::RoundOver {
            return;
        }
        let was_turned = last.plays.iter().any(|play| play.cut.is_some());
        let alt = board_of(&look).alt;
        assert_eq!(
            alt.contains(" turned up, in the order"),
            was_turned,
            "{alt}"
        );
        assert!(alt.contains(", in the order of play: "), "{alt}");
        seen[usize::from(was_turned)] += 1;
    });
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn the_yaku_in_the_picture_of_a_trick_is_explained() {
    let steps = MeriFace::lessons(Words::of("en"), Inks::default()).steps;
    let text = &steps[5].text;
    assert!(
        text.contains("**+2** and **−2** beside the teams are a *yaku*"),
        "{text}"
    );
}

#[test]
fn no_board_tells_what_lies_face_down() {
    let mut face_down = 0;
    walk(2, |game| {
        let watching = look(game, Viewer::Watcher);
        let expected = board_of(&watching);
        for seat in Seat::all(8) {
            // A board made of a player's own view would say no more either.
            let own = board_of(&look(game, Viewer::Seat(seat)));
            assert_eq!((&own.text, &own.alt), (&expected.text, &expected.alt));
            let view = game.view(Viewer::Seat(seat));
            let AnyView::Meri(view) = view else {
                panic!("a view of another game");
            };
            for play in view.plays.iter().filter(|play| play.cut.is_some()) {
                let Some(hidden) = play.karuta.filter(|hidden| Some(*hidden) != view.okie) else {
                    continue;
                };
                face_down += 1;
                let name = karuta(Words::of("en"), hidden);
                let lines = expected.text.lines();
                let present = lines.filter(|line| line.starts_with("**Trick"));
                assert!(
                    present.into_iter().all(|line| !line.contains(&name)),
                    "{name}"
                );
            }
        }
    });
    assert!(face_down > 20, "{face_down}");
}

#[test]
fn who_has_answered_for_the_robai_changes_no_board() {
    let mut game = AnyGame::new(&GameId::Meri.default_options(), 8);
    let chance = Chance::from_seed(3);
    let events = game.deal(&chance);
    game.obey(&events);
    let told = |look: &Look| {
        let body = board_of(look);
        let buttons = body.rows.concat();
        (body.text, body.alt, body.scene, buttons)
    };
    let expected = told(&look(&game, Viewer::Watcher));
    assert!(expected.0.contains("Everybody is asked"), "{}", expected.0);
    for seat in Seat::all(7) {
        let events = game.decide(seat, &AnyAction::Meri(Action::Ready), &chance);
        game.obey(&events.expect("everybody may be ready"));
        let mut look = look(&game, Viewer::Watcher);
        assert!(told(&look) == expected, "after seat {}", seat.index());
        // Nor does a list of those still waited for.
        look.waiting = look.waiting.map(|waiting| Waiting {
            seats: Seats::only(seat),
            ..waiting
        });
        assert!(told(&look) == expected, "after seat {}", seat.index());
    }
}

#[test]
fn nobody_is_told_who_is_still_to_answer() {
    let mut game = AnyGame::new(&GameId::Meri.default_options(), 8);
    let chance = Chance::from_seed(3);
    let events = game.deal(&chance);
    game.obey(&events);
    let seat = Seat::all(8).next().expect("a seat");
    let ready = AnyAction::Meri(Action::Ready);
    let events = game.decide(seat, &ready, &chance);
    game.obey(&events.expect("everybody may be ready"));
    for action in [Action::Ready, Action::Robatta] {
        let refused = game.answer(seat, &AnyAction::Meri(action), &chance);
        let refused = refused.err().expect("one answer is final");
        let look = look(&game, Viewer::Seat(seat));
        let said = sentence(Words::of("en"), &Declined::Refused(refused), Some(&look));
        assert_eq!(said, Words::of("en").meri_already_answered());
    }
}

#[test]
fn every_listed_move_reads_back_from_its_text_and_fits_a_choice() {
    let mut kinds = BTreeSet::new();
    walk(2, |game| {
        for seat in game.waiting().seats.iter() {
            let look = look(game, Viewer::Seat(seat));
            let listed: Vec<Action> = look
                .actions
                .iter()
                .map(|action| match action {
                    AnyAction::Meri(action) => *action,
                    _ => panic!("an action of another game"),
                })
                .collect();
            let mut texts = BTreeSet::new();
            for action in &listed {
                let text = MeriFace::move_text(action);
                let name = MeriFace::move_words(Words::of("en"), action, view_of(&look));
                let choice = format!("{name} ({text})");
                assert!(
                    choice.chars().count() <= 100 && !name.contains('{'),
                    "{choice}"
                );
                for typed in [text.clone(), text.to_uppercase(), text.replace(' ', ", ")] {
                    assert_eq!(
                        MeriFace::typed(&typed, &listed, None),
                        Some(*action),
                        "{typed}"
                    );
                }
                // What the choice says is read, too, but for how it is played.
                if let Action::Play(played) = action {
                    let shown = karuta(Words::of("en"), *played);
                    assert_eq!(
                        MeriFace::typed(&shown, &listed, None),
                        Some(*action),
                        "{shown}"
                    );
                }
                kinds.insert(name.split(' ').next().unwrap_or_default().to_owned());
                assert!(texts.insert(text), "one text for two moves: {choice}");
            }
        }
    });
    let known: Vec<&str> = kinds.iter().map(String::as_str).collect();
    assert_eq!(known, ["Lead", "Play", "Ready:", "Robatta:"]);
}

#[test]
fn every_hint_is_a_move_and_a_sentence() {
    let english = Words::of("en");
    let mut told = BTreeSet::new();
    walk(6, |game| {
        for seat in game.waiting().seats.iter() {
            let view = game.view(Viewer::Seat(seat));
            let found = hint(&view, &game.actions(seat)).expect("a hint");
            let (AnyView::Meri(view), AnyAction::Meri(action), Why::Meri(why)) =
                (&view, &found.action, &found.reason)
            else {
                panic!("a hint of another game");
            };
            let why = MeriFace::reason(english, view, action, why);
            let action = MeriFace::move_words(english, action, view);
            assert!(why.ends_with('.') && !why.contains('{'), "{action}: {why}");
            assert!(english.hint(&action, &why).chars().count() < 400);
            told.insert(why.split(' ').take(3).collect::<Vec<_>>().join(" "));
        }
    });
    assert!(told.len() >= 7, "{told:?}");
}

/// Hachinin-meri rules 5, the second table: all six courts have their places in the rules in short.
#[test]
fn the_rules_in_short_say_where_a_plain_robai_stands() {
    let rules = MeriFace::rules(Words::of("en"));
    for said in [
        "best first: Sun, Un, Rei, Kaba, Sota, then in 🍷🪙🌀 Robai.",
        "The Robai of 🗡️ is low, between 2 and 1.",
        // Hachinin-meri rules 9.
        "tenka makes none unless 🎋 are trump.",
    ] {
        assert!(rules.contains(said), "{said}: {rules}");
    }
    let letters = rules.chars().count();
    assert!(letters <= 2_000, "{letters} letters");
}

#[test]
fn what_happens_is_announced_and_explained() {
    let mut said = String::new();
    let mut phases = 0;
    walk(10, |game| {
        let look = look(game, Viewer::Watcher);
        said.push_str(&board_of(&look).text);
        phases += usize::from(matches!(view_of(&look).phase, Phase::Uchidashi(_)));
    });
    let missing: Vec<&str> = [
        "trump: 🍷 cups (kotsu)",
        "called *robatta*",
        "Nobody called",
        "🎴 face down (sashi: a trump)",
        "(fumi: answers it)",
        "(ori: one more)",
        "🔔 **Meri:** 🔵 leads a trump. All cards",
        "leads a trump; everybody",
        "⛩️ **Monchi**",
        "⛩️ *Monchi:*",
        "✨ **Yaku, ",
        " gains 2 ko, and the other team loses 2.",
        "*hidden robai*",
        "Out of play: laid away",
        "wins the kiri by",
        "Kiri 2, round 1 of 8",
        "wins the match",
    ]
    .into_iter()
    .filter(|part| !said.contains(part))
    .collect();
    assert!(missing.is_empty(), "nobody said: {missing:?}");
    assert!(phases > 10);
}

/// What a hint says of the worth of a yaku is true also where the robai may be hidden.
#[test]
fn a_hint_says_what_a_yaku_moves() {
    let english = Words::of("en");
    let mut options = GameId::Meri.default_options();
    for (hidden, yaku, robau, expected) in [
        ("robai_yaku", Yaku::UnOverSota, None, "moves 2 ko."),
        // Nobody called, so the Robai that is caught was hidden.
        ("robai_yaku", Yaku::SotaOverRobai, None, "moves 5 ko."),
        (
            "robai_yaku",
            Yaku::SotaOverRobai,
            Some(Robau::Robatta),
            "moves 2 ko.",
        ),
        ("all_yaku", Yaku::UnOverSota, None, "moves 2 ko, more if"),
        (
            "all_yaku",
            Yaku::UnOverSota,
            Some(Robau::Kakushi),
            "moves 5 ko.",
        ),
        (
            "all_yaku",
            Yaku::UnOverSota,
            Some(Robau::Robatta),
            "moves 2 ko.",
        ),
    ] {
        options.set("hidden_robai", hidden).expect("an option");
        let AnyView::Meri(mut view) = AnyGame::new(&options, 8).view(Viewer::Watcher) else {
            panic!("a view of another game");
        };
        view.okie = Some("K-4".parse().expect("a karuta"));
        view.robau = robau;
        let said = MeriFace::reason(english, &view, &Action::Ready, &Reason::Threatens { yaku });
        assert!(said.contains(expected), "{hidden}: {said}");
    }
}

/// A yaku in the last trick of a round that is over: why it moves so much, and what while that is not told.
#[test]
fn a_yaku_says_why_it_moves_so_much() {
    let mut view = over::over(MatchLength::Hitokiri, vec![1]);
    view.okie = Some("K-4".parse().expect("a karuta"));
    let [un, sota] = ["K-Un", "K-Sota"].map(|text| text.parse().expect("a karuta"));
    for (value, robau, expected) in [
        (
            Some(2),
            Robau::Robatta,
            "gains 2 ko, and the other team loses 2.",
        ),
        (Some(5), Robau::Robatta, "(the last trick counts more)."),
        (None, Robau::Kakushi, "how many will be shown"),
    ] {
        view.robau = Some(robau);
        let trick = view.tricks.last_mut().expect("nine tricks");
        let [first, second] = [0, 1].map(|place| trick.plays[place].seat);
        trick.plays[0].karuta = Some(un);
        trick.plays[1].karuta = Some(sota);
        trick.winner = first;
        trick.made = Some(Scored {
            yaku: Yaku::UnOverSota,
            team: Team::of(first),
            value,
        });
        let said = taken_lines(Words::of("en"), &view, 8).join("\n");
        let caught = format!(
            "**Yaku, Un over Sota:** {} took the trick with 🍷Un and caught 🍷Sota of {}",
            sign(first),
            sign(second)
        );
        assert!(said.contains(&caught) && said.contains(expected), "{said}");
    }
}

/// What everybody reads, at the end of a match or on a page for those who have no seat, speaks to neither team.
#[test]
fn whoever_has_no_seat_reads_of_teams_by_their_names() {
    let (mut tricks, mut yaku, mut finest) = (0, 0, 0);
    walk(10, |game| {
        let look = look(game, Viewer::Watcher);
        let (reader, view) = (Reader::public(&look), view_of(&look));
        let mut told = Vec::new();
        if view.phase == Phase::RoundOver {
            let pages = (1..=9).filter_map(|number| super::trick::page(reader, view, number));
            told.extend(pages.map(|page| page.text));
            tricks += told.len();
        }
        if let Some(ended) = super::ended::ended(reader, view) {
            finest += ended.finest.iter().count();
            let told_of = ended.finest.unwrap_or_default();
            let is_single = view.options.match_length == MatchLength::Hitomaki;
            let of_last = "**Finest trick of the last round:** ";
            assert_eq!(told_of.contains(of_last), !is_single, "{told_of}");
            told.push(told_of);
            let alt =
                super::ended::reached(reader.words, view, view.standing.as_ref().expect("over"));
            let alt = alt.shown.expect("a trick is shown");
            assert!(alt.starts_with("Shown: trick "), "{alt}");
            assert_eq!(
                alt.contains("of the last round, which "),
                !is_single,
                "{alt}"
            );
        }
        for text in told {
            yaku += usize::from(text.contains("Yaku"));
            assert!(
                text.contains("(Team A)") || text.contains("(Team B)"),
                "{text}"
            );
            for other in ["your", "you", "them", "(the other team)"] {
                assert!(!text.to_lowercase().contains(other), "{text}");
            }
        }
    });
    assert!(
        tricks > 100 && yaku > 0 && finest > 0,
        "{tricks} {yaku} {finest}"
    );
}

#[test]
fn one_is_one_card_and_one_point_above_and_below_nothing() {
    let words = Words::of("en");
    let of_meri = |won| words.meri_board_final_place(1, "🔵", "Ayşe", won, "hitokiri", "other");
    let usual = |points| words.final_place(1, "🔵", "Ayşe", points, "other");
    for (said, end) in [
        (words.meri_alt_rack(1), "Your rack, 1 card."),
        (words.meri_alt_rack(10), "Your rack, 10 cards."),
        (of_meri(1), " 1 point"),
        (of_meri(-1), " −1 point"),
        (of_meri(-3), " −3 points"),
        (usual(1), " 1 point"),
        (usual(-1), " −1 point"),
        (usual(0), " 0 points"),
    ] {
        assert!(said.ends_with(end), "{said}");
    }
}
