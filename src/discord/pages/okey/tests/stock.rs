//! What is said of the stock: how any tile of it is drawn, which its last one is, and when the round ends without it. And what
//! was thrown for it at the deal.

use super::*;

/// The line of a page that begins so.
fn line<'a>(body: &'a Body, begins: &str) -> Option<&'a str> {
    body.text.lines().find(|line| line.starts_with(begins))
}

#[test]
fn the_discard_that_ends_the_round_is_announced() {
    let last =
        "The stock is empty and this was the last take: your discard ends the round in a draw.";
    // By default everybody may take twice (Okey rules 5.4).
    for (set, takes) in [("exhausted_take_cap=1", 1), ("", 8)] {
        let mut game = dealt(4, set, &[]);
        exhaust(&mut game);
        for take in 1..=takes {
            assert!(!panel(&game).text.contains(last), "{set}: {take}");
            act(&mut game, Action::Take);
            let text = panel(&game).text;
            assert_eq!(text.contains(last), take == takes, "{set}: {take}: {text}");
            assert_eq!(text.contains("Press the tile"), take < takes, "{text}");
            wait(&mut game);
        }
        assert_eq!(game.view(Viewer::Watcher).phase, Phase::RoundOver, "{set}");
    }
    // Whoever took to win has to finish, and discards nothing.
    let set = "exhausted_take_cap=1 exhausted_take=win_only";
    let mut game = dealt(4, set, &[(SECOND, Q24), (LAST, "K5")]);
    exhaust(&mut game);
    act(&mut game, Action::Take);
    assert!(!panel(&game).text.contains(last));
}

#[test]
fn whoever_would_draw_the_indicator_reads_that() {
    let (begins, last) = ("The last tile of the stock is the indicator, ", "❤4.");
    for set in ["exposed_tile_last=true", ""] {
        let mut game = dealt(4, set, &[]);
        let draws_exposed = |game: &Okey| {
            let view = game.view(Viewer::Watcher);
            view.stock == 1 && matches!(view.phase, Phase::Draw(_))
        };
        while !draws_exposed(&game) {
            assert!(!panel(&game).text.contains(begins), "{set}");
            wait(&mut game);
        }
        let text = panel(&game).text.replace(['\u{fe0e}', '\u{fe0f}'], "");
        let is_told = text.contains(&format!("take the discard. {begins}{last}"));
        assert_eq!(is_told, !set.is_empty(), "{set}: {text}");
        let drawer = to_act(&game);
        act(&mut game, Action::Draw);
        let drawn = game.view(Viewer::Seat(drawer)).fresh;
        assert_eq!(drawn == Some(tile("R4")), is_told, "{set}");
        assert!(!panel(&game).text.contains(begins), "{set}");
    }
}

/// A round that the second seat starts after these throws of the first (Okey rules 12.8, U01 and U02).
fn thrown(set: &str, dice: &[u8], indicator: (usize, &str)) -> Okey {
    let mut options = Options::default();
    for part in set.split_whitespace() {
        let (name, value) = part.split_once('=').expect("name=value");
        options.set(name, value).expect("an option of the rules");
    }
    let mut game = Okey::new(&options, 4);
    game.obey(&[Event::Dealt {
        deck: wall(&[indicator]),
        dealer: seat(0),
        dice: dice.to_vec(),
    }]);
    game
}

#[test]
fn what_was_thrown_stands_on_the_board_until_everybody_had_a_turn() {
    for (set, dice, indicator, said) in [
        (
            "",
            &[5, 2][..],
            (21, "R4"),
            "🎲 🔵 threw 5 for the indicator's stack and 2 for its place",
        ),
        (
            "",
            &[5, 2, 2, 3][..],
            (21, "F R4"),
            "🎲 🔵 threw 5 for the indicator's stack and 2, 2, 3 for its place",
        ),
        (
            "layout=4,6,6,5",
            &[5, 2][..],
            (21, "R4"),
            "🎲 🔵 threw 5 for the indicator's stack and 2 for its place \
             · in rows of 4, 6, 6, 5 that is stack 1 of 🔶",
        ),
        (
            "layout=6,5,5,5",
            &[6, 1][..],
            (25, "R4"),
            "🎲 🔵 threw 6 for the indicator's stack and 1 for its place \
             · in rows of 6, 5, 5, 5 that is stack 6 of 🔵",
        ),
    ] {
        let mut game = thrown(set, dice, indicator);
        let mut discards = 0;
        while discards < 4 {
            let board = board(&game);
            assert_eq!(line(&board, "🎲"), Some(said), "{discards}: {}", board.text);
            let phase = game.view(Viewer::Watcher).phase;
            discards += usize::from(!matches!(phase, Phase::Draw(_)));
            wait(&mut game);
        }
        assert_eq!(line(&board(&game), "🎲"), None);
    }
    // The simplified deal knows no dice (Okey rules 4.2).
    let simplified = dealt(4, "layout=6,5,5,5", &[]);
    assert_eq!(line(&board(&simplified), "🎲"), None);
}
