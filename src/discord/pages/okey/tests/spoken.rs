//! The board of Okey in words: it says what the picture shows.

use super::*;
use crate::drawing::packs::tiles::SMALL;
use crate::rules::okey::Win;
use crate::rules::okey::view::RoundResult;
use crate::rules::{Outcome, PerSeat, Standing};

/// The board of a view of this game.
fn board_of(game: &Okey, change: impl Fn(&mut View)) -> Body {
    let look = look(game, Viewer::Watcher);
    let mut view = view(&look).clone();
    change(&mut view);
    OkeyFace::board(reader(&look), &view, None)
}

#[test]
fn a_twin_that_lies_at_a_plaque_is_told_when_the_moves_say_no_more_of_it() {
    let game = dealt(4, "", &[]);
    let board = board_of(&game, |view| {
        view.showed[seat(1)] = true;
        view.showed[seat(3)] = true;
    });
    let told = "Orange diamond, Red triangle showed the indicator's twin.";
    assert!(board.alt.contains(told), "{}", board.alt);
    assert!(!board.text.contains("twin"), "{}", board.text);
    let alt = board_of(&game, |_| ()).alt;
    assert!(!alt.contains("twin"), "{alt}");
}

#[test]
fn who_dealt_is_told_as_long_as_the_die_lies_there() {
    let game = dealt(4, "", &[]);
    let alt = board_of(&game, |view| view.dealer = Some(seat(2))).alt;
    assert!(alt.contains(" Purple square dealt. "), "{alt}");
    let alt = board_of(&game, |view| {
        view.standing = Some(Standing {
            points: PerSeat::new(4, |_| 20),
            places: PerSeat::new(4, |_| 1),
            outcomes: PerSeat::new(4, |_| Outcome::Neither),
            sides: PerSeat::new(4, |_| 1),
        });
    });
    assert!(!alt.alt.contains(" dealt."), "{}", alt.alt);
}

#[test]
fn the_lower_discards_that_the_picture_shows_are_told() {
    for (browsing, is_told) in [("top_only", false), ("adjacent", false), ("all", true)] {
        let mut game = dealt(4, &format!("pile_browsing={browsing}"), &[]);
        let mut most = 0;
        for moves in 0..50 {
            let board = board(&game);
            let under = board.alt.split("Under it: ").skip(1);
            let under = under.filter_map(|told| told.split_once('.'));
            let told: usize = under.map(|(tiles, _)| tiles.split(", ").count()).sum();
            let pieces = board.scene.pieces();
            let shown = pieces.filter(|(_, size, _)| *size == SMALL).count();
            assert_eq!(told, shown, "{browsing}, {moves}: {}", board.alt);
            most = most.max(told);
            wait(&mut game);
        }
        assert_eq!(most > 3, is_told, "{browsing}: {most}");
    }
}

#[test]
fn where_there_is_no_room_the_lower_discards_and_the_computers_go_first() {
    let mut game = dealt(4, "pile_browsing=all", &[]);
    for _ in 0..40 {
        wait(&mut game);
    }
    let mut look = look(&game, Viewer::Watcher);
    for sitter in look.seats.values_mut() {
        *sitter = Sitter::Computer {
            level: Level::Medium,
            instead_of: None,
        };
    }
    let alt = |letters| {
        let reader = reader(&look).beside(letters);
        (OkeyFace::board(reader, view(&look), None).alt, reader.room)
    };
    let (whole, room) = alt(0);
    assert!(whole.contains("Under it: ") && whole.contains("a computer"));
    let (short, less) = alt(room + 1 - whole.chars().count());
    assert!(short.chars().count() <= less, "{short}");
    assert!(!short.contains("Under it: ") && !short.contains("a computer"));
    assert!(
        short.contains("turn.") && whole.contains("turn."),
        "{short}"
    );
    let (least, none) = alt(2_000);
    assert!(least.chars().count() <= none, "{least}");
}

/// Where a round was won the picture has the winner's tiles instead of the piles.
#[test]
fn what_lies_on_a_pile_is_told_as_the_picture_shows_it() {
    let game = dealt(4, "", &[]);
    let alt = board_of(&game, |view| {
        view.piles[seat(1)].seen = vec![tile("Y9")];
        view.piles[seat(2)].seen = Vec::new();
    })
    .alt;
    assert!(alt.contains("on their pile: yellow 9."), "{alt}");
    assert!(alt.contains("on their pile: nothing."), "{alt}");
    let won = board_of(&game, |view| {
        view.piles[seat(1)].seen = vec![tile("Y9")];
        view.phase = Phase::RoundOver;
        view.result = Some(RoundResult::Won {
            seat: seat(1),
            win: Win {
                discard: tile("K2"),
                kind: WinKind::Ordinary,
                melds: Vec::new(),
                joker_finish: false,
                loss: 2,
            },
            losses: PerSeat::new(4, |_| 2),
        });
    })
    .alt;
    assert!(won.contains("The last tile was black 2."), "{won}");
    assert!(!won.contains("pile"), "{won}");
}
