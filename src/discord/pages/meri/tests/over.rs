//! The words for the end of a round of Hachinin-meri: which round it was, and what it decided.

use super::{look, walk};
use crate::computers::Level;
use crate::discord::pages::meri::{board, result, summed, tricks};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::{board as pages_board, games};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{MOST_ALT_TEXT, MOST_TEXT, Note};
use crate::rules::any::{AnyGame, AnyView, GameId};
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::view::{Phase, Scored};
use crate::rules::meri::{Progress, SEATS, Team, View, Yaku};
use crate::rules::{Game, Seat, Viewer};
use crate::tables::{Life, Look, PersonId, Sitter};

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
        let view = over(length, vec![1; rounds]);
        let [board, alt, panel] = told(&view);
        let won = format!("🏁 **Round {number}: Team ");
        // A match that is over begins with its standing.
        let is_placed = board.contains(place) || view.standing.is_some();
        assert!(is_placed && board.contains(&won), "{board}");
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
    let [board, alt, _] = told(&over(MatchLength::Honshobu, sheet));
    for said in [
        ", won 1 shōbu and 2 kiri, this one +8: ",
        ", won 0 shōbu and 1 kiri, this one −8: ",
    ] {
        assert!(alt.contains(said), "{said}: {alt}");
    }
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

/// The longest match is over, with a yaku in each of its last tricks: no end has more to tell.
fn over_with_yaku() -> View {
    let mut view = over(MatchLength::Honshobu, vec![1; 32]);
    view.okie = Some("K-4".parse().expect("a karuta"));
    let [un, sota] = ["K-Un", "K-Sota"].map(|text| text.parse().expect("a karuta"));
    for trick in view.tricks.iter_mut().rev().take(3) {
        let first = trick.plays[0].seat;
        trick.plays[0].karuta = Some(un);
        trick.plays[1].karuta = Some(sota);
        trick.winner = first;
        trick.made = Some(Scored {
            yaku: Yaku::UnOverSota,
            team: Team::of(first),
            value: Some(5),
        });
    }
    view
}

/// A rated match as everybody sees it when it is over, whose first so many seats were left.
fn ended(game: &AnyGame, view: &View, left: usize) -> Look {
    let mut look = look(game, Viewer::Watcher);
    look.view = Some(AnyView::Meri(Box::new(view.clone())));
    (look.life, look.rated, look.casual) = (Life::Finished, true, false);
    for sitter in look.seats.values_mut().take(left) {
        *sitter = Sitter::Computer {
            level: Level::Medium,
            instead_of: Some(PersonId::new(1)),
        };
    }
    look
}

/// After a restart nobody knows what was told before, so that all of it is new.
#[test]
fn however_much_there_is_to_tell_the_last_board_ends_with_the_digest_of_the_record() {
    let game = AnyGame::new(&GameId::Meri.default_options(), SEATS);
    let (view, digest) = (over_with_yaku(), "0123456789abcdef".repeat(4));
    for left in 0..SEATS {
        let look = ended(&game, &view, left);
        let reader = Reader::public(&look);
        let body = games::standing(reader, None).expect("it was dealt");
        let note = pages_board::note(reader, &body);
        // The last words give way where there is no room for the digest.
        let room = MOST_TEXT.saturating_sub(note.text.chars().count());
        for more in [0, room] {
            let text = format!("{}{}", note.text, "…".repeat(more));
            let note = Note {
                text,
                ..note.clone()
            };
            let told = pages_board::recorded(reader, note, &digest).text;
            assert!(told.chars().count() <= MOST_TEXT, "{left} left: {told}");
            let last = told.lines().last().expect("a line");
            assert!(last.contains(&digest[..32]), "{left} left: {last}");
            assert_eq!(
                told.matches(" takes it**").count(),
                1,
                "{left} left: {told}"
            );
        }
    }
}

/// A kiri of eight rounds that team A wins, or team B with the other sign.
fn kiri(sign: i32) -> Vec<i32> {
    [3, -1, 1, 1, 10, -2, 1, 1].map(|diff| sign * diff).to_vec()
}

/// Its board shows the last kiri alone.
#[test]
fn the_score_sheet_has_every_round_of_every_kiri() {
    let level = [1, -1, 1, -1, 1, -1, 1, -1, -2].to_vec();
    let [a, b] = [kiri(1), kiri(-1)];
    let first = "Team A by 14 · 🅰️+3 🅱️+1 🅰️+1 🅰️+1 🅰️+10 🅱️+2 🅰️+1 🅰️+1";
    let extra = "Team B by 2 · 🅰️+1 🅱️+1 🅰️+1 🅱️+1 🅰️+1 🅱️+1 🅰️+1 🅱️+1 🅱️+2";
    let game = AnyGame::new(&GameId::Meri.default_options(), SEATS);
    for (length, played, told) in [
        (MatchLength::Hitokiri, vec![&a], vec![("The kiri", first)]),
        (
            MatchLength::Hitoshobu,
            vec![&a, &b, &level],
            vec![("Kiri 1", first), ("Kiri 3", extra)],
        ),
        (
            MatchLength::Honshobu,
            vec![&b, &a, &level, &a, &b, &a, &b, &a, &level],
            vec![
                ("Shōbu 1, kiri 2", first),
                ("Shōbu 1, kiri 3", extra),
                ("Shōbu 2, kiri 1", first),
                ("Shōbu 3, kiri 3", extra),
            ],
        ),
    ] {
        let count = played.len();
        let view = over(length, played.into_iter().flatten().copied().collect());
        for left in [0, SEATS - 1] {
            let look = ended(&game, &view, left);
            let reader = Reader::public(&look);
            let sheet = games::sheet(reader).expect("a sheet");
            let text = pages_board::note(reader, &sheet).text;
            for (place, rounds) in &told {
                let line = format!("**{place}:** {rounds}\n");
                assert!(text.contains(&line), "{line}: {text}");
            }
            assert_eq!(text.matches(":** Team ").count(), count, "{text}");
            assert!(text.chars().count() <= MOST_TEXT, "{text}");
        }
    }
}

/// A picture between two rounds has them below.
#[test]
fn the_rounds_of_the_kiri_are_told_to_whoever_cannot_see_them() {
    let sheet = vec![3, -1, 2];
    let [_, alt, _] = told(&over(MatchLength::Hitoshobu, sheet));
    let rounds = "Rounds of the kiri: A +3, B +1, A +2.";
    assert!(alt.contains(rounds), "{alt}");
    let [_, alt, _] = told(&over(MatchLength::Hitomaki, vec![3]));
    assert!(!alt.contains("Rounds of the kiri"), "{alt}");
}

/// Everybody's place stands before the board, which names the computers.
#[test]
fn the_picture_of_a_match_that_is_over_is_told_to_its_end_however_many_computers_played() {
    let game = AnyGame::new(&GameId::Meri.default_options(), SEATS);
    let view = over_with_yaku();
    for computers in 0..SEATS {
        let mut look = look(&game, Viewer::Watcher);
        look.view = Some(AnyView::Meri(Box::new(view.clone())));
        look.life = Life::Finished;
        for sitter in look.seats.values_mut().take(computers) {
            *sitter = Sitter::Computer {
                level: Level::Medium,
                instead_of: None,
            };
        }
        let body = games::standing(Reader::public(&look), None);
        let alt = body.expect("it was dealt").alt;
        let letters = alt.chars().count();
        assert!(letters <= MOST_ALT_TEXT, "{letters}: {alt}");
        assert!(alt.starts_with("The game is over. By place: 1 "), "{alt}");
        assert!(alt.contains(" Blue circle ("), "{alt}");
        assert!(alt.contains(". In brackets: shōbu won. "), "{alt}");
        assert!(alt.contains("Round 8 is over: Team ") && alt.ends_with('.'));
        assert_eq!(alt.matches("a computer)").count(), computers, "{alt}");
    }
}

/// Whoever was told the first six tricks is told the other three at the end of a match as well.
#[test]
fn no_trick_is_left_out_at_the_end_of_a_match_whose_tricks_were_told() {
    let view = over_with_yaku();
    for (told, expected) in [(0, 1), (5, 3), (6, 3), (7, 2), (9, 1)] {
        let lines = tricks::taken_lines(Words::of("en"), &view, told).join("\n");
        let tricks = lines.matches(" takes it**").count();
        assert_eq!(tricks, expected, "{told} were told: {lines}");
    }
}
