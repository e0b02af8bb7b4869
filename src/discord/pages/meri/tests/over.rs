//! The words for the end of a round of Hachinin-meri: which round it was, and what it decided.

use super::{look, walk};
use crate::discord::pages::meri::{board, result, summed};
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::rules::any::{AnyGame, AnyView, GameId};
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Progress, SEATS, View};
use crate::rules::{Game, Seat, Viewer};

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
    view.standing = view.progress.standing(length);
    view.round = u32::try_from(sheet.len()).expect("few rounds");
    view.sheet = sheet;
    view
}

/// The text of its board, the board in words, and the lines of the panel of a player of team A.
fn told(view: &View) -> [String; 3] {
    let game = AnyGame::new(&GameId::Meri.default_options(), SEATS);
    let look = look(&game, Viewer::Watcher);
    let reader = Reader::public(&look);
    let board = board::board(reader, view, None);
    let own = View {
        viewer: Viewer::Seat(Seat::new(0).expect("a seat")),
        ..view.clone()
    };
    let panel = summed::result_lines(reader, &own);
    [board.text, board.alt, panel.join("\n")]
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

/// The head of a board counts the rounds of a kiri, and so do what is below it, the board in words, and the panel.
#[test]
fn a_round_that_is_over_has_one_number_everywhere() {
    for (length, rounds, place, number) in [
        (MatchLength::Hitokiri, 8, "Round 8 of 8", 8),
        (MatchLength::Hitoshobu, 9, "Kiri 2, round 1 of 8", 1),
        (MatchLength::Honshobu, 16, "kiri 2, round 8 of 8", 8),
        (MatchLength::Honshobu, 17, "kiri 1, round 1 of 8", 1),
        (MatchLength::Honshobu, 22, "kiri 1, round 6 of 8", 6),
    ] {
        let [board, alt, panel] = told(&over(length, vec![1; rounds]));
        let won = format!("🏁 **Round {number}: Team ");
        assert!(board.contains(place) && board.contains(&won), "{board}");
        for said in [
            format!("The table in round {number}."),
            format!("Round {number} is over: Team "),
        ] {
            assert!(alt.contains(&said), "{said}: {alt}");
        }
        let over = format!("## Round {number} is over");
        assert!(panel.contains(&over), "{over}: {panel}");
    }
}

/// A hitoshōbu is won by two kiri to one: the teams of the board say the same as the count below them.
#[test]
fn the_teams_of_a_board_keep_the_kiri_of_a_hitoshobu_that_was_just_won() {
    let sheet = [1, -1, 1].into_iter().flat_map(|diff| [diff; 8]).collect();
    let [board, ..] = told(&over(MatchLength::Honshobu, sheet));
    for said in [
        "· won 1 shōbu and 2 kiri, this one +8",
        "· won 0 shōbu and 1 kiri, this one −8",
        "Kiri won: A 2, B 1.",
        "Shōbu won: A 1, B 0.",
    ] {
        assert!(board.contains(said), "{said}: {board}");
    }
}

/// Hachinin-meri rules 11: kiri decide a hitoshōbu, hitoshōbu a honshōbu, and points the rest.
#[test]
fn the_final_standing_counts_what_decided_the_match() {
    for (length, rounds, winners, losers) in [
        (
            MatchLength::Hitomaki,
            1,
            "· 1 point · **won**",
            "· −1 point",
        ),
        (
            MatchLength::Hitokiri,
            8,
            "· 8 points · **won**",
            "· −8 point",
        ),
        (MatchLength::Hitoshobu, 16, "· 2 kiri · **won**", "· 0 kiri"),
        (
            MatchLength::Honshobu,
            32,
            "· 2 shōbu · **won**",
            "· 0 shōbu",
        ),
    ] {
        let [board, _, panel] = told(&over(length, vec![1; rounds]));
        for said in [board, panel] {
            let (_, standing) = said.split_once("The game is over").expect("the end");
            let counts = [winners, losers].map(|words| standing.matches(words).count());
            assert_eq!(counts, [4, 4], "{length}: {standing}");
            let is_of_points = matches!(length, MatchLength::Hitomaki | MatchLength::Hitokiri);
            assert_eq!(standing.contains("point"), is_of_points, "{standing}");
        }
    }
}
