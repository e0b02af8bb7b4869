//! What is said of the stock: how any tile of it is drawn, which its last one is, and when the round ends without it. And what
//! was thrown for it at the deal.

use super::*;

/// The line of a page that begins so.
fn line<'a>(body: &'a Body, begins: &str) -> Option<&'a str> {
    body.text.lines().find(|line| line.starts_with(begins))
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
