//! Okey rules 12.4 and 12.5: turns and scores, as little scripts over rigged deals.

use istaka::rules::okey::view::{Phase, RoundResult};
use istaka::rules::okey::{Action, Okey};
use istaka::rules::{Chance, Game, Seat, Viewer};

use crate::okey::{numbers, options};
use crate::support::rig::{Rig, seat, tile};
use crate::support::{every_row, same};

fn act(game: &mut Okey, seat: Seat, action: Action) -> Result<(), String> {
    let told = game.act(seat, &action, &Chance::from_seed(0));
    told.map(|_| ()).map_err(|refused| refused.to_string())
}

/// Plays one move of a script.
fn play(game: &mut Okey, text: &str) -> Result<(), String> {
    match text {
        "run down" => return run_down(game),
        "all decline" => {
            return game
                .waiting()
                .seats
                .iter()
                .try_for_each(|seat| act(game, seat, Action::Decline));
        }
        _ => {}
    }
    let mut words = text.split_whitespace();
    let (who, verb, what) = (words.next(), words.next(), words.next());
    let seat = seat(who.and_then(|who| who.parse().ok()).expect("a seat"));
    let discard = |what: Option<&str>, game: &Okey| match what {
        Some("any") => game.at_zero(seat),
        what => Action::Discard(tile(what.expect("a tile"))),
    };
    let action = match verb.expect("a verb") {
        "shows" => Action::Show,
        "draws" => Action::Draw,
        "takes" => Action::Take,
        "passes" => Action::Pass,
        "discards" => discard(what, game),
        "finishes" => Action::Finish(tile(what.expect("a tile"))),
        verb => panic!("nobody {verb}"),
    };
    let view = game.view(Viewer::Seat(seat));
    if let (Action::Take, Some(what)) = (action, what) {
        same("the tile to take", view.takeable, Some(tile(what)))?;
    }
    act(game, seat, action)?;
    match (action, what) {
        (Action::Draw, Some(what)) => {
            let drawn = game.view(Viewer::Seat(seat)).fresh;
            same("the tile drawn", drawn, Some(tile(what)))
        }
        _ => Ok(()),
    }
}

/// Everybody does what the rules do for them until no face-down tile is left.
fn run_down(game: &mut Okey) -> Result<(), String> {
    loop {
        let view = game.view(Viewer::Watcher);
        let exposed = usize::from(view.options.exposed_tile_last);
        if view.stock == exposed && matches!(view.phase, Phase::Draw(_)) {
            return Ok(());
        }
        let seat = game
            .waiting()
            .seats
            .iter()
            .next()
            .ok_or("the round is over")?;
        let action = game.at_zero(seat);
        act(game, seat, action)?;
    }
}

/// Plays all moves but the last, which must be accepted, and answers what the last one met.
fn tell(game: &mut Okey, moves: &str) -> Result<Result<(), String>, String> {
    let moves: Vec<&str> = moves.split(';').map(str::trim).collect();
    let (last, before) = moves.split_last().expect("a move");
    for text in before {
        play(game, text).map_err(|fault| format!("{text}: {fault}"))?;
    }
    let untouched = game.clone();
    let answer = play(game, last);
    if answer.is_err() && game != &untouched {
        return Err("a refused move changed the game".to_owned());
    }
    Ok(answer)
}

#[test]
fn turns() {
    every_row("okey/turns.txt", |row| {
        let mut game = Rig::read(4, 1, &row[2]).game(&options(&row[1]));
        let answer = tell(&mut game, &row[3])?;
        let drawn = game.view(Viewer::Watcher).result == Some(RoundResult::Drawn);
        let found = match (&answer, drawn) {
            (Err(_), _) => "refused",
            (Ok(()), true) => "drawn",
            (Ok(()), false) => "accepted",
        };
        same(&format!("the answer ({answer:?})"), found, &row[4])?;
        same("faults", game.faults(), Vec::new())
    });
}

#[test]
fn scores() {
    every_row("okey/scores.txt", |row| {
        let seats: usize = row[1].parse().expect("a number");
        let starter: usize = row[3].parse().expect("a seat");
        let options = options(&row[2]);
        let mut game = Rig::read(seats, starter, &row[4]).game(&options);
        tell(&mut game, &row[5])??;
        let view = game.view(Viewer::Watcher);
        let expected: Vec<i32> = numbers(&row[6]);
        let scores: Vec<i32> = view.scores.values().copied().take(expected.len()).collect();
        same("the scores", scores, expected)
    });
}

/// Okey rules 3.1, 5.6 and 9.3: whoever has left is nobody's neighbour, and sees of piles what everybody sees.
#[test]
fn whoever_has_left_looks_through_no_pile() {
    let rules = "end_mode=elimination start_points=2 wrong_finish_penalty=2";
    let loose = "1: R1 R3 R6 R9 Y2 Y5 Y8 Y11 G1 G4 G7 G10 K2 K13 K11";
    let mut game = Rig::read(4, 1, loose).game(&options(rules));
    let out = "1 finishes K13; 1 discards K11; run down; 2 passes";
    let told = tell(&mut game, out).expect("moves before the last");
    assert_eq!(told, Ok(()));
    let dealt = game.deal(&Chance::from_seed(0));
    game.obey(&dealt);
    run_down(&mut game).expect("nobody finishes");
    let seen = |viewer| {
        let pile = game.view(viewer).piles[seat(0)].clone();
        assert!(pile.count > 1, "one tile says nothing");
        pile.seen.len() == pile.count
    };
    assert!(seen(Viewer::Seat(seat(2))), "the neighbour now");
    assert!(seen(Viewer::Seat(seat(0))), "the owner");
    assert!(!seen(Viewer::Seat(seat(1))), "who has left");
    assert!(!seen(Viewer::Watcher));
}
