//! What rounds of Hachinin-meri came to, read as data.

use super::games::Played;
use super::look::{bars, drawn, faces, glows, hidden, is_inside, karuta, says};
use super::samples::without_yaku;
use super::{BYTES, board};
use crate::meri::sheet::{fitted, rounds};
use crate::meri::teams::signed;
use crate::meri::{finest, result};
use crate::packs::karuta::{KarutaFace, USUAL};
use crate::paint;
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::score::KIRI;
use crate::rules::meri::view::Scored;
use crate::rules::meri::{Options, PerTeam, Progress, SEATS, TRICKS, Total, View};
use crate::scene::{Backdrop, Badge, Ink, Item, Scene};

/// A table after so many rounds.
fn after(seed: u64, rounds: usize, match_length: MatchLength) -> View {
    let options = Options {
        match_length,
        ..Options::default()
    };
    let mut played = Played::new(seed, &options);
    for _ in 0..rounds {
        if played.game_is_over() {
            break;
        }
        played.rounds(1);
    }
    played.watched()
}

#[test]
fn a_sheet_shows_every_trick_and_what_both_teams_count() {
    let lengths = [
        MatchLength::Hitomaki,
        MatchLength::Hitokiri,
        MatchLength::Hitoshobu,
        MatchLength::Honshobu,
    ];
    for (seed, length) in (2..).zip(lengths) {
        for rounds in [1, 2, 8, 9, 17, 26] {
            let view = after(seed, rounds, length);
            let scene = board(&view);
            assert!(is_inside(&scene), "{rounds} rounds");
            assert_eq!(hidden(&scene), [], "{rounds} rounds");
            let bytes = paint(&scene).len();
            assert!(bytes <= BYTES, "{bytes}");
            let total = view.total.expect("a round is over");
            for number in [total.counted.a, total.counted.b, total.ko.a, total.ko.b] {
                assert!(says(&scene, &number.to_string().replace('-', "−")));
            }
            assert!(says(&scene, &format!("+{}", total.diff.abs())));
            assert_eq!(drawn(&scene, Badge::Laurel), 1);
            let is_over = view.standing.is_some() && length != MatchLength::Hitomaki;
            assert_eq!(drawn(&scene, Badge::Crown), usize::from(is_over));
        }
    }
}

/// Eight karuta lie beside the sign of the seat that took the trick: the one that took it is lit, and lies first.
#[test]
fn the_trick_of_a_result_shows_which_karuta_took_it() {
    let view = without_yaku();
    let (_, taken) = finest(&view).expect("the winners took a trick");
    let scene = result(&view, &crate::samples::faces(SEATS)).expect("it is over");
    let lying = karuta(&scene);
    let took = taken.plays.iter().find(|play| play.seat == taken.winner);
    let took = took.and_then(|play| play.karuta).expect("it was shown");
    assert_eq!(lying.len(), SEATS);
    assert_eq!(lying[0].0, KarutaFace::Open(took));
    assert_eq!(glows(&scene), [lying[0].2]);
}

#[test]
fn a_sheet_holds_all_that_was_played_and_what_was_left() {
    let view = after(5, 3, MatchLength::Hitokiri);
    let scene = board(&view);
    let lying = faces(&scene, USUAL);
    let plays = view.tricks.iter().flat_map(|trick| &trick.plays);
    let played: Vec<_> = plays.filter_map(|play| play.karuta).collect();
    assert_eq!(played.len(), SEATS * TRICKS);
    for karuta in played {
        let found = lying
            .iter()
            .filter(|face| **face == KarutaFace::Open(karuta));
        assert_eq!(found.count(), 1, "{karuta}");
    }
    let barred = lying
        .iter()
        .filter(|face| matches!(face, KarutaFace::Barred(_)));
    assert_eq!(barred.count(), 3);
    // What took a trick stands on gold, what was beaten in a yaku on red.
    let made = view
        .tricks
        .iter()
        .filter(|trick| trick.made.is_some())
        .count();
    assert_eq!(bars(&scene, (52, 72), Ink::Gold), TRICKS);
    assert_eq!(bars(&scene, (52, 72), Ink::Red), made);
    assert_eq!(drawn(&scene, Badge::Beats), made);
}

#[test]
fn numbers_of_strange_house_rules_have_room() {
    let mut view = after(9, 8, MatchLength::Honshobu);
    view.progress.kiri = vec![-60_009, 50_003, -1, 7, 60_009, -60_009, 3, 5, -60_009];
    view.total = Some(Total {
        diff: -60_009,
        ..view.total.expect("a round is over")
    });
    let scene = board(&view);
    assert!(is_inside(&scene));
    assert_eq!(hidden(&scene), []);
    assert!(says(&scene, "+60009"));
    // The most that a yaku can count for.
    let mut view = after(5, 3, MatchLength::Hitokiri);
    let tricks = view.tricks.iter_mut();
    let made: Vec<&mut Scored> = tricks.filter_map(|trick| trick.made.as_mut()).collect();
    assert!(!made.is_empty());
    for scored in made {
        scored.value = Some(10_000);
    }
    view.total = Some(Total {
        counted: PerTeam {
            a: 10_005,
            b: -9_996,
        },
        ..view.total.expect("a round is over")
    });
    let scene = board(&view);
    assert!(is_inside(&scene));
    assert_eq!(hidden(&scene), []);
    assert!(says(&scene, "−10000") && says(&scene, "−9996"));
}

/// What is written in the strip of the rounds: all of them, and their sum.
fn written(kiri: &[i32]) -> Vec<String> {
    let mut scene = Scene::on(Backdrop::Octagon);
    rounds(&mut scene, kiri, Badge::Sum);
    assert!(is_inside(&scene), "{kiri:?}");
    assert_eq!(hidden(&scene), [], "{kiri:?}");
    let text = |item: &Item| match item {
        Item::Text { text, .. } => Some(text.clone()),
        _ => None,
    };
    scene.items.iter().filter_map(text).collect()
}

#[test]
fn the_extra_round_of_a_kiri_hides_no_other() {
    for kiri in [
        [1, -3, 5, -1, 3, -7, 1, 1, 3],
        [9, -9, 9, -9, 9, -9, 9, -9, 9],
        [11, -13, 5, -1, 13, -7, -9, 1, 11],
        [-13, 13, -15, 15, -11, 11, -17, 17, -13],
    ] {
        let sum: i32 = kiri.iter().sum();
        let all = kiri.iter().chain([&sum]);
        let expected: Vec<_> = all.map(|diff| signed(diff.abs())).collect();
        assert_eq!(written(&kiri), expected);
    }
}

#[test]
fn rounds_without_room_are_shown_together() {
    let kiri = [-60_009, 50_003, -1, 7, 60_009, -60_009, 3, 5, -60_009];
    let (shown, ..) = fitted(&kiri, 650);
    let more = kiri.len() - shown.len();
    assert!(more > 0 && shown.len() > 3, "{shown:?}");
    assert_eq!(shown[0], kiri[..=more].iter().sum::<i32>());
    assert_eq!(shown[1..], kiri[more + 1..]);
    assert_eq!(written(&kiri).len(), shown.len() + 1);
}

#[test]
fn a_tied_kiri_goes_on() {
    let mut view = after(9, 8, MatchLength::Hitokiri);
    view.progress.kiri = vec![1, -3, 5, -1, 3, -7, 1, 1];
    let scene = board(&view);
    assert_eq!(hidden(&scene), []);
    assert!(says(&scene, "0"));
}

/// A hitoshōbu that was just won by two kiri to one is drawn with them; they go with the next deal.
#[test]
fn a_sheet_keeps_the_kiri_of_a_hitoshobu_that_was_just_won() {
    let length = MatchLength::Honshobu;
    let mut view = after(9, 1, length);
    let diffs = [1, -1, 1].into_iter();
    view.sheet = diffs.flat_map(|diff| [diff; KIRI]).collect();
    view.progress = Progress::of(length, &view.sheet);
    let scene = board(&view);
    assert!(is_inside(&scene));
    assert_eq!(hidden(&scene), []);
    // The large ones are hitoshōbu, the small ones kiri.
    let won =
        [Ink::Ivory, Ink::Red].map(|ink| [20, 11].map(|side| bars(&scene, (side, side), ink)));
    assert_eq!(won, [[1, 2], [0, 1]]);
}
