//! Every course can be played from its first step to its end, by its buttons and in no other way.

use std::collections::BTreeSet;

use super::*;
use crate::drawing::scene::{Backdrop, Badge, Heading, Ink, Item};
use crate::tables::{Life, Why};

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

/// Every step of every game, with its name.
fn classes(pupil: Pupil) -> impl Iterator<Item = (String, Class)> {
    taught().flat_map(move |(game, course)| {
        let steps = course.steps.iter().enumerate();
        steps.map(move |(number, step)| {
            let number = u8::try_from(number).expect("a few steps");
            let class = Class::at(pupil, game, number).expect("a step");
            (format!("{game:?} {}", step.word), class)
        })
    })
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
                let arrows = scene.items.iter().filter(|item| is_arrow(item)).count();
                let marks = step.marks.split_whitespace().count();
                // Pieces that stand side by side share one.
                assert!(arrows <= marks, "{name} points at {}", step.marks);
                assert_eq!(arrows > 0, marks > 0, "{name} points at {}", step.marks);
                assert_eq!(alt.contains(marked), marks > 0, "{name}");
            }
        }
    }
}

fn is_arrow(item: &Item) -> bool {
    matches!(
        item,
        Item::Badge {
            badge: Badge::Pointer(_),
            ..
        }
    )
}

/// What is pointed at in a scene: the pieces within a ring.
fn pointed_at<'a>(scene: &'a Scene, added: &[&Item]) -> Vec<&'a Item> {
    let rings = added.iter().filter_map(|item| match item {
        Item::Bar { width, height, .. } if width < height => Some(item.rect()),
        _ => None,
    });
    let sides: Vec<[i32; 4]> = rings.collect();
    let pieces = scene.items.iter();
    let pieces = pieces.filter(|item| matches!(item, Item::Piece { .. }));
    let is_between = |item: &&Item| {
        let [left, top, right, bottom] = item.rect();
        let rows = |side: &&[i32; 4]| side[1] <= top && bottom <= side[3];
        let before = |side: &[i32; 4]| side[2] <= left;
        let after = |side: &[i32; 4]| right <= side[0];
        let mut sides = sides.chunks(2);
        sides.any(|pair| pair.iter().all(|side| rows(&side)) && before(&pair[0]) && after(&pair[1]))
    };
    pieces.filter(is_between).collect()
}

#[test]
fn rings_and_arrows_hide_nothing_of_any_step() {
    let mut rings = 0;
    for (name, class) in classes(pupil(Words::of("en"))) {
        let (plain, _) = class.faced().expect("a picture").picture;
        let (scene, _) = class.pointed((plain.clone(), String::new()));
        let mut left = plain.items.iter().peekable();
        let mut below: Vec<&Item> = Vec::new();
        let mut added: Vec<&Item> = Vec::new();
        for item in &scene.items {
            if left.peek() == Some(&item) {
                // A ring that the ground of other pieces covers is no ring any more.
                let hidden = added.iter().find(|side| is_covered(side, item));
                assert!(hidden.is_none(), "{name}: {item:?} hides {hidden:?}");
                below.extend(left.next());
                continue;
            }
            added.push(item);
            let hides = |other: &&&Item| is_read(other) && overlap(other.rect(), item.rect());
            let hidden = below.iter().find(hides);
            assert!(hidden.is_none(), "{name}: {item:?} hides {hidden:?}");
        }
        assert!(left.next().is_none(), "{name}: all of the picture is there");
        // A stock is a pile of many.
        let marks = class.step.marks;
        if marks != STOCK {
            let marks = marks.split_whitespace().count();
            assert_eq!(pointed_at(&plain, &added).len(), marks, "{name}");
        }
        rings += added.len();
    }
    assert!(rings > 100, "{rings}");
}

/// Whether a bar lies over this side of a ring; a line under the pieces may cross one.
fn is_covered(side: &Item, by: &Item) -> bool {
    let [left, top, right, bottom] = side.rect();
    let [a, b, c, d] = by.rect();
    let width = (right.min(c) - left.max(a)).max(0);
    let covered = width * (bottom.min(d) - top.max(b)).max(0);
    matches!(by, Item::Bar { .. }) && 10 * covered > 9 * (right - left) * (bottom - top)
}

/// The words of the board make room for what is said before them, and say what they leave out.
#[test]
fn a_marked_board_in_words_leaves_out_what_a_board_leaves_out() {
    let mut full = 0;
    for (name, class) in classes(pupil(Words::of("en"))) {
        let (scene, alt) = class.faced().expect("a picture").picture;
        let Some(marked) = class.marked() else {
            continue;
        };
        let (_, pointed) = class.pointed((scene, alt.clone()));
        assert_eq!(pointed, format!("{marked} {alt}"), "{name}");
        full += usize::from(pointed.contains("more meld"));
    }
    assert!(full > 0, "no board of a lesson is fuller than its words");
}

fn is_read(item: &Item) -> bool {
    !matches!(item, Item::Glow { .. } | Item::Bar { .. })
}

fn overlap(a: [i32; 4], b: [i32; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// What marks a turn: the gold of a plaque or of a rack's owner, what fits or costs, and on a table the arrow to whoever may
/// take a discard. That of a rack goes from the indicator to the okey.
fn marks_of_turn(scene: &Scene) -> usize {
    let is_table = scene.backdrop != Backdrop::Rack;
    let is_one = |item: &&Item| match item {
        Item::Bar { height, ink, .. } => *ink == Ink::Gold && *height > 40,
        Item::Badge { badge, .. } => match badge {
            Badge::Arrow(Heading::Right) => false,
            Badge::Arrow(_) => is_table,
            badge => matches!(badge, Badge::Fits | Badge::Costs),
        },
        _ => false,
    };
    scene.items.iter().filter(is_one).count()
}

/// The steps of the courses are as good as any other moments of games.
#[test]
fn pictures_of_a_closed_table_mark_no_turn() {
    let pupil = pupil(Words::of("en"));
    for (game, course) in taught() {
        let mut marked = [0, 0];
        for number in 0..course.steps.len() - 1 {
            let number = u8::try_from(number).expect("a few steps");
            let class = Class::at(pupil, game, number).expect("a step");
            for life in [Life::Playing, Life::Abandoned(Why::EndedByHost)] {
                let table = class.seen_by(Viewer::Watcher).expect("a table");
                let table = Look { life, ..table };
                let board = games::board(class.reader(&table), None).expect("a board");
                let own = Look {
                    life,
                    ..class.look().expect("a rack")
                };
                let panel = games::panel(class.reader(&own), None).expect("a panel");
                let marks = [marks_of_turn(&board.scene), marks_of_turn(&panel.scene)];
                if life != Life::Playing {
                    assert_eq!(marks, [0, 0], "{game:?} {number}");
                } else {
                    marked = [marked[0] + marks[0], marked[1] + marks[1]];
                }
            }
        }
        assert!(marked.iter().all(|marks| *marks > 3), "{game:?} {marked:?}");
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
                if found && seen.len() > 12 || seen.len() > 200 {
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

/// Whoever presses what is said in bold comes by every step.
#[test]
fn what_a_step_says_is_to_be_pressed_leaves_no_step_out() {
    let pupil = pupil(Words::of("en"));
    for (game, course) in taught() {
        for (number, step) in course.steps.iter().enumerate() {
            let sentence = (course.says)(&pupil.words, step.word);
            let named: Vec<&str> = sentence.split("**").skip(1).step_by(2).collect();
            let steps = course.steps.len();
            let [here, next] = [number, number + 1].map(|step| title(pupil, game, step, steps));
            let mut open = vec![at(pupil, game, number)];
            // As many pages as are named lead on, and one more that is called as the last.
            for _ in 0..=named.len() {
                let pages = std::mem::take(&mut open);
                for led in pages
                    .iter()
                    .flat_map(|page| pressed_as(pupil, page, &named))
                {
                    let text = &led.text;
                    let stays = text.starts_with(&here);
                    assert!(
                        stays || text.starts_with(&next),
                        "{game:?}: {sentence}: {text}"
                    );
                    open.extend(stays.then_some(led));
                }
            }
        }
    }
}

/// The pages that the buttons of this page lead to whose names begin with one of these.
fn pressed_as(pupil: Pupil, page: &Taught, named: &[&str]) -> Vec<Taught> {
    let mut rows = page.rows.clone();
    for row in &mut rows {
        row.retain(|button| named.iter().any(|name| button.label.starts_with(name)));
    }
    let page = Taught {
        text: String::new(),
        rows,
        picture: None,
    };
    let led = pressed_all(pupil, &page).into_iter();
    led.map(|(_, page)| page).collect()
}

/// Half of a move is refused as a whole one is, if what the step asks for does not begin so.
#[test]
fn a_wrong_piece_is_refused_when_it_is_picked() {
    let pupil = pupil(Words::of("en"));
    let not_yet = pupil.words.learn_not_yet();
    let mut picked = [0, 0];
    for (name, class) in classes(pupil) {
        let look = class.look().expect("a table");
        let is_half = |press: &LearnPress| {
            let LearnWish::Verb(Verb::Own(own)) = &press.wants else {
                return false;
            };
            let own = AnyPress::read(class.game, own).expect("a press of the game");
            matches!(
                games::pressed(class.reader(&look), own),
                Some(Pressed::Half(_))
            )
        };
        let pages = pressed_all(pupil, &at(pupil, class.game, class.number));
        let halves = pages.iter().filter(|(press, _)| is_half(press));
        let refused: Vec<bool> = halves
            .map(|(_, page)| page.text.contains(&not_yet))
            .collect();
        if !refused.is_empty() {
            let right = refused.iter().filter(|refused| !**refused).count();
            assert_eq!(right, 1, "{name}");
        }
        for refused in refused {
            picked[usize::from(refused)] += 1;
        }
    }
    assert!(picked[0] > 0 && picked[1] > 3, "{picked:?}");
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

/// It was there twice, as *Leave* and as *Leave the lesson*.
#[test]
fn the_desk_of_a_lesson_has_one_way_out() {
    let pupil = pupil(Words::of("en"));
    for (game, _) in taught() {
        let press = LearnPress {
            game,
            step: 1,
            wants: LearnWish::Verb(Verb::Desk(DeskPress::Open)),
        };
        let desk = pressed(pupil, &press).expect("an answer");
        let labels = desk.rows.iter().flatten().map(|button| &button.label[..]);
        let ways: Vec<&str> = labels.filter(|label| label.starts_with("Leave")).collect();
        assert_eq!(ways, ["Leave the lesson"], "{game:?}");
    }
}

/// It may stand on a message of an older version.
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
