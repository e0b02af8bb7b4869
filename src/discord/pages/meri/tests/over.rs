//! The words for the end of a round of Hachinin-meri: which round it was, and what it decided.

use super::walk;
use crate::discord::pages::meri::{board, result};
use crate::discord::speech::words::Words;
use crate::rules::any::AnyView;
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Progress, View};
use crate::rules::{Game, Viewer};

/// A round that is over, at the end of these results of a match.
pub(super) fn over(length: MatchLength, sheet: Vec<i32>) -> View {
    let mut last = None;
    walk(1, |game| {
        if let AnyView::Meri(view) = game.view(Viewer::Watcher)
            && view.phase == Phase::RoundOver
        {
            last = Some(*view);
        }
    });
    let mut view = last.expect("a round was played");
    view.options.match_length = length;
    view.progress = Progress::of(length, &sheet);
    view.sheet = sheet;
    view
}

/// A hitoshōbu that is won in two kiri has no third one.
#[test]
fn the_round_that_decides_is_told_as_what_it_was() {
    for (length, rounds, expected) in [
        (MatchLength::Hitokiri, 8, "Round 8 of 8"),
        (MatchLength::Hitoshobu, 9, "Kiri 2, round 1 of 8"),
        (MatchLength::Hitoshobu, 16, "Kiri 2, round 8 of 8"),
        (MatchLength::Honshobu, 16, "Shōbu 1, kiri 2, round 8 of 8"),
        (MatchLength::Honshobu, 17, "Shōbu 2, kiri 1, round 1 of 8"),
        (MatchLength::Honshobu, 32, "Shōbu 2, kiri 2, round 8 of 8"),
    ] {
        let view = over(length, vec![1; rounds]);
        let line = board::round_line(Words::of("en"), &view).expect("a round is dealt");
        assert!(line.starts_with(expected), "{length}: {line}");
    }
}

/// Two kiri win a hitoshōbu, and the count of the next one begins with the next deal (Hachinin-meri rules 11).
#[test]
fn a_hitoshobu_that_is_won_is_told_with_its_kiri() {
    for (length, rounds, expected) in [
        (
            MatchLength::Honshobu,
            8,
            ["Kiri won: A 1, B 0.", "Shōbu won: A 0, B 0."],
        ),
        (
            MatchLength::Honshobu,
            16,
            ["Kiri won: A 2, B 0.", "Shōbu won: A 1, B 0."],
        ),
        (
            MatchLength::Honshobu,
            24,
            ["Kiri won: A 1, B 0.", "Shōbu won: A 1, B 0."],
        ),
        (
            MatchLength::Honshobu,
            32,
            ["Kiri won: A 2, B 0.", "Shōbu won: A 2, B 0."],
        ),
        (
            MatchLength::Hitoshobu,
            16,
            ["Kiri won: A 2, B 0.", "wins the match"],
        ),
    ] {
        let view = over(length, vec![1; rounds]);
        let told = result::result_lines(Words::of("en"), &view).join("\n");
        for expected in expected {
            assert!(told.contains(expected), "{expected}: {told}");
        }
        let is_won = length == MatchLength::Honshobu && rounds % 16 == 0;
        assert_eq!(told.contains("Team A wins the hitoshōbu"), is_won, "{told}");
    }
}
