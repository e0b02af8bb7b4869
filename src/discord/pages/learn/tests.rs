//! Every course can be played from its first step to its end, by its buttons and in no other way.

use std::collections::BTreeSet;

use super::*;
use crate::drawing::scene::{Badge, Item};

fn pupil(words: Words) -> Pupil {
    Pupil {
        learner: Learner {
            person: PersonId::new(7),
            server: None,
            channel: ChannelId::new(8),
        },
        words,
        inks: Inks::Two,
    }
}

fn taught() -> impl Iterator<Item = (GameId, &'static Course)> {
    let all = GameId::ALL.iter().copied();
    all.filter_map(|game| Some((game, games::course(game)?)))
}

/// The pages that the buttons of this page lead to, with the presses.
fn pressed_all(pupil: Pupil, page: &Taught) -> Vec<(LearnPress, Taught)> {
    let buttons = page.rows.concat();
    let presses = buttons.iter().filter(|button| button.enabled);
    let presses = presses.filter_map(|button| button.id.parse::<LearnPress>().ok());
    let pages = presses.map(|press| {
        let page = pressed(pupil, &press).expect("a lesson has an answer to its buttons");
        (press, page)
    });
    pages.collect()
}

fn at(pupil: Pupil, game: GameId, step: usize) -> Taught {
    let step = u8::try_from(step).expect("a few steps");
    let taught = pressed(pupil, &LearnPress::to(game, step));
    taught.unwrap_or_else(|| panic!("{game:?}: step {step} cannot be reached"))
}

fn title(pupil: Pupil, game: GameId, step: usize, steps: usize) -> String {
    let game = pupil.words.game_name(game.id());
    pupil.words.learn_title(&game, step + 1, steps)
}

#[test]
fn every_released_game_is_taught() {
    for game in GameId::RELEASED {
        assert!(is_taught(*game), "{game:?}");
    }
    assert!(taught().count() > 0);
}

#[test]
fn every_step_fits_into_a_message_and_points_at_what_it_says() {
    for words in Words::tried() {
        // What stands before the pieces, or behind them.
        let marked = words.learn_marked("⟨p⟩");
        let marked = marked.split("⟨p⟩").map(str::trim);
        let marked = marked.max_by_key(|part| part.len()).unwrap_or_default();
        assert!(!marked.is_empty(), "{}", words.code());
        let pupil = pupil(words);
        for (game, course) in taught() {
            let mut sentences = BTreeSet::new();
            for (number, step) in course.steps.iter().enumerate() {
                let page = at(pupil, game, number);
                let name = format!("{} {game:?} {}", words.code(), step.word);
                let sentence = (course.says)(&words, step.word);
                assert!(page.text.contains(&sentence), "{name}: {}", page.text);
                assert!((20..=400).contains(&sentence.chars().count()), "{name}");
                assert!(sentences.insert(sentence), "{name} says what another says");
                assert!(page.text.chars().count() < 1500, "{name}");
                let ids: Vec<String> = page.rows.concat().into_iter().map(|to| to.id).collect();
                let different: BTreeSet<&String> = ids.iter().collect();
                assert_eq!(different.len(), ids.len(), "{name}");
                assert!(ids.iter().all(|id| id.len() <= 100), "{name}");
                assert!(page.rows.len() <= 5, "{name}");
                assert!(page.rows.iter().all(|row| (1..=5).contains(&row.len())));
                let (scene, alt) = page.picture.expect("every step has a picture");
                assert!((20..=1024).contains(&alt.chars().count()), "{name}: {alt}");
                let arrow = |item: &&Item| {
                    matches!(
                        item,
                        Item::Badge {
                            badge: Badge::Pointer,
                            ..
                        }
                    )
                };
                let arrows = scene.items.iter().filter(arrow).count();
                let marks = step.marks.split_whitespace().count();
                assert_eq!(arrows, marks, "{name} points at {}", step.marks);
                assert_eq!(alt.contains(marked), marks > 0, "{name}");
            }
        }
    }
}

#[test]
fn what_is_asked_leads_on_and_everything_else_stays() {
    let pupil = pupil(Words::of("en"));
    for (game, course) in taught() {
        for number in 0..course.steps.len() - 1 {
            let steps = course.steps.len();
            let steps_from = [number, number + 1, number + 2];
            let [here, next, after] = steps_from.map(|step| title(pupil, game, step, steps));
            let name = format!("{game:?} {}", course.steps[number].word);
            let mut found = false;
            let mut seen = BTreeSet::new();
            let mut open = vec![at(pupil, game, number)];
            // Picking pieces makes more pages than a test has time for.
            while let Some(page) = open.pop() {
                if found && seen.len() > 30 || seen.len() > 200 {
                    break;
                }
                for (press, led) in pressed_all(pupil, &page) {
                    let stops = [LearnWish::Stop, LearnWish::Verb(Verb::Leave)];
                    if stops.contains(&press.wants) || !seen.insert(press.id()) {
                        continue;
                    }
                    // Where a button makes two moves, it does what two steps ask for.
                    let goes_to = |step: &String| led.text.starts_with(step);
                    let leads_on = goes_to(&next) || goes_to(&after);
                    assert!(
                        leads_on || led.text.starts_with(&here),
                        "{name}: {}",
                        press.id()
                    );
                    found |= goes_to(&next);
                    if !leads_on {
                        open.insert(0, led);
                    }
                }
            }
            assert!(found, "{name}: no button does what is asked");
        }
    }
}

#[test]
fn a_lesson_can_be_left_and_gone_on_with_at_every_step() {
    let pupil = pupil(Words::of("en"));
    for (game, course) in taught() {
        for number in 0..course.steps.len() - 1 {
            let page = at(pupil, game, number);
            let left = pressed_all(pupil, &page).into_iter();
            let mut left = left.filter(|(press, _)| press.wants == LearnWish::Stop);
            let (_, left) = left.next().expect("a way out");
            assert!(left.picture.is_none());
            let (_, back) = pressed_all(pupil, &left).remove(0);
            assert_eq!(back.text, page.text);
        }
    }
}

#[test]
fn the_end_is_a_win_and_offers_no_more_steps() {
    let pupil = pupil(Words::of("en"));
    for (game, course) in taught() {
        let last = course.steps.len() - 1;
        let class = Class::at(pupil, game, u8::MAX).expect("the last step");
        assert_eq!(class.number, last);
        assert!(class.lesson.is_over(), "{game:?}");
        let page = at(pupil, game, last);
        let again = pressed_all(pupil, &page);
        assert!(
            again
                .iter()
                .all(|(press, _)| press == &LearnPress::to(game, 0))
        );
        assert_eq!(again.len(), 1);
    }
}

/// The lesson of Okey 101 is at a moment at which two tiles cost points and others do not.
#[test]
fn a_beginner_is_told_which_discards_cost_nothing() {
    let pupil = pupil(Words::of("en"));
    let class = Class::at(pupil, GameId::Okey101, 9).expect("a step");
    assert_eq!(class.step.word, "lay");
    let mut look = class.look().expect("a rack");
    let told = |look: &Look| {
        games::panel(class.reader(look), None)
            .expect("a panel")
            .text
    };
    let text = told(&look);
    let line = "Discarding ❤️9, 🍀13 costs 101 points; any other tile is free.";
    assert!(text.contains(line), "{text}");
    // Where a result counts nobody is helped.
    look.casual = false;
    assert!(!told(&look).contains("Throwing"));
    let before = Class::at(pupil, GameId::Okey101, 5).expect("a step");
    let look = before.look().expect("a rack");
    assert!(
        !told(&look).contains("Throwing"),
        "nothing costs anything yet"
    );
}

#[test]
fn leave_on_the_desk_of_a_lesson_stops_it() {
    let pupil = pupil(Words::of("en"));
    for (game, _) in taught() {
        let told = |wants| {
            let press = LearnPress {
                game,
                step: 1,
                wants,
            };
            pressed(pupil, &press).expect("an answer").text
        };
        assert_eq!(told(LearnWish::Verb(Verb::Leave)), told(LearnWish::Stop));
    }
}
