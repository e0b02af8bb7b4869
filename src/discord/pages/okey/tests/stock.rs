//! What is said of the stock: how any tile of it is drawn, which its last one is, and when the round ends without it. And what
//! was thrown for it at the deal.

use super::*;
use crate::discord::pages::okey::moves;
use crate::rules::okey::Refusal;

/// What whoever is to act would do by typing this.
fn typed(game: &Okey, text: &str) -> Option<Action> {
    let look = look(game, Viewer::Seat(to_act(game)));
    OkeyFace::typed(text, &game.actions(to_act(game)), Some(view(&look)))
}

fn types(game: &mut Okey, text: &str) {
    let action = typed(game, text).unwrap_or_else(|| panic!("{text}"));
    act(game, action);
}

/// The line of a page that begins so.
fn line<'a>(body: &'a Body, begins: &str) -> Option<&'a str> {
    body.text.lines().find(|line| line.starts_with(begins))
}

#[test]
fn any_tile_of_the_stock_is_drawn_by_a_number_that_counts_from_one() {
    let any = "stock_pick=any";
    let mut game = dealt(4, any, &[(LAST, "K13")]);
    assert_eq!(line(&panel(&game), "Or any tile"), None);
    wait(&mut game);
    let said =
        "Or any tile of the stock, typed with `/play`: `draw 1` (the next one) to `draw 48`.";
    assert_eq!(line(&panel(&game), "Or any tile"), Some(said));
    let (drawer, chance) = (to_act(&game), Chance::from_seed(0));
    let look = look(&game, Viewer::Seat(drawer));
    let last = Action::DrawAt(47);
    let named = moves::words(Words::of("en"), &last, view(&look));
    assert_eq!(named, "Draw tile 48 of the stock");
    assert_eq!(moves::text(&last), "draw 48");
    // One more there is not, and that is told by the same number.
    let beyond = typed(&game, "draw 49").expect("a move");
    let Err(crate::rules::Refused::Rules(refused)) = game.act(drawer, &beyond, &chance) else {
        panic!("there are 48 tiles");
    };
    let told = OkeyFace::refusal(Words::of("en"), &refused, Some(view(&look)));
    assert_eq!(told, "You can't draw tile 49 of the stock.");
    let unclear = |game: &Okey, text: &str| {
        let listed = game.actions(to_act(game));
        OkeyFace::unclear(Words::of("en"), text, &listed)
    };
    let told = "The tiles of the stock are counted from 1: `draw 1` is the next one.";
    assert_eq!(unclear(&game, "draw 0").as_deref(), Some(told));
    assert_eq!(typed(&game, "draw 0"), None);
    assert!(OkeyFace::examples(&[], Some(view(&look))).contains("draw 7"));
    types(&mut game, "draw 48");
    assert_eq!(game.view(Viewer::Seat(drawer)).fresh, Some(tile("K13")));
    // Nobody draws after the draw.
    assert_eq!(unclear(&game, "draw 0"), None);

    // Where the next one is drawn no number is told.
    let mut game = dealt(4, "", &[]);
    wait(&mut game);
    assert_eq!(line(&panel(&game), "Or any tile"), None);
    assert_eq!(unclear(&game, "draw 0"), None);
    let look = super::look(&game, Viewer::Seat(to_act(&game)));
    assert!(!OkeyFace::examples(&[], Some(view(&look))).contains("draw 7"));
}

#[test]
fn a_false_joker_that_all_saw_is_drawn_by_one_more_than_the_tiles_over_it() {
    let mut options = Options::default();
    options.set("deal", "simplified").expect("an option");
    options.set("stock_pick", "any").expect("an option");
    let mut game = Okey::new(&options, 4);
    game.obey(&[Event::Dealt {
        deck: wall(&[(57, "F F R4")]),
        dealer: seat(0),
        dice: Vec::new(),
    }]);
    wait(&mut game);
    let under = "a 🃏 false joker lies under one tile of the stock";
    assert!(panel(&game).text.contains(under), "{}", panel(&game).text);
    let drawer = to_act(&game);
    types(&mut game, "draw 2");
    let view = game.view(Viewer::Seat(drawer));
    assert_eq!(view.fresh, Some(Tile::FalseJoker));
    assert_eq!(view.false_jokers_seen, [0]);
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
            "🎲 🔵 threw stack 5, place 2 for the indicator",
        ),
        (
            "",
            &[5, 2, 2, 3][..],
            (21, "F R4"),
            "🎲 🔵 threw stack 5, place 2, 2, 3 for the indicator",
        ),
        (
            "layout=4,6,6,5",
            &[5, 2][..],
            (21, "R4"),
            "🎲 🔵 threw stack 5, place 2 for the indicator \
             · in rows of 4, 6, 6, 5 that is stack 1 of 🔶",
        ),
        (
            "layout=6,5,5,5",
            &[6, 1][..],
            (25, "R4"),
            "🎲 🔵 threw stack 6, place 1 for the indicator \
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

#[test]
fn whoever_discards_before_drawing_is_told_what_they_may_begin_with() {
    let mut game = dealt(4, "", &[]);
    wait(&mut game);
    let look = look(&game, Viewer::Seat(to_act(&game)));
    let refused = |stock: usize, takeable: Option<&str>| {
        let seen = View {
            stock,
            takeable: takeable.map(tile),
            ..view(&look).clone()
        };
        OkeyFace::refusal(Words::of("en"), &Refusal::MustDrawFirst, Some(&seen))
    };
    for (stock, takeable, told) in [
        (
            7,
            Some("K1"),
            "First draw from the stock, or take the discard.",
        ),
        (7, None, "First draw from the stock."),
        (
            0,
            Some("K1"),
            "The stock is empty: first take the discard, or pass.",
        ),
        (
            0,
            None,
            "The stock is empty, and there is no discard you may take: you can only pass.",
        ),
    ] {
        assert_eq!(refused(stock, takeable), told);
    }
    // What is to be done has changed since, or nobody knows.
    let unknown = "You had no tile for this turn yet.";
    wait(&mut game);
    let look = super::look(&game, Viewer::Seat(to_act(&game)));
    for view in [Some(view(&look)), None] {
        let told = OkeyFace::refusal(Words::of("en"), &Refusal::MustDrawFirst, view);
        assert_eq!(told, unknown);
    }
}
