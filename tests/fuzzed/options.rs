//! House rules, as commands, menus and the store bring them.
//!
//! The first line is `GAME SEATS`, each other one `preset NAME`, `NAME=VALUE`, or options as JSON, as the store has them.

use super::Came;
use crate::rules::any::{AnyGame, AnyOptions, GameId};
use crate::rules::{Chance, Dice, Game, Viewer};

/// So many moves are made with options that make a game.
const MOVES: u32 = 6;

/// What is refused changes nothing; what is set is told as it is read, and stored as it is told; what makes a game can be
/// dealt, looked at and played.
pub(super) fn options(input: &[u8]) -> Came {
    let Ok(text) = std::str::from_utf8(input) else {
        return Came::ToTheDoor;
    };
    let mut lines = text.lines();
    let Some((game, seats)) = lines.next().and_then(|line| line.split_once(' ')) else {
        return Came::ToTheDoor;
    };
    let (Some(game), Ok(seats)) = (GameId::from_id(game), seats.parse::<u8>()) else {
        return Came::ToTheDoor;
    };
    let mut options = game.default_options();
    for line in lines.take(64) {
        if let Some(name) = line.strip_prefix("preset ") {
            options = game.preset(name).unwrap_or(options);
        } else if line.starts_with('{') {
            options = read(game, line).unwrap_or(options);
        } else if let Some((name, value)) = line.split_once('=') {
            set(&mut options, name, value);
        }
    }
    is_told_as_it_is_read(&options);
    let stored = serde_json::to_string(&options).expect("options are plain structs");
    let again: AnyOptions = serde_json::from_str(&stored).expect("what was stored reads");
    assert!(again == options, "{stored} reads as other options");
    if options.check(usize::from(seats)).is_err() {
        return Came::Inside;
    }
    makes_a_game(&options, usize::from(seats));
    Came::IntoA(game)
}

/// Options as the store has them; those of another game are not of this table.
fn read(game: GameId, stored: &str) -> Option<AnyOptions> {
    let options: AnyOptions = serde_json::from_str(stored).ok()?;
    (options.game() == game).then_some(options)
}

fn set(options: &mut AnyOptions, name: &str, value: &str) {
    let before = options.clone();
    let Err(refused) = options.set(name, value) else {
        let once = options.clone();
        options.set(name, value).expect("it was set a moment ago");
        assert!(*options == once, "{name}={value} is not the same twice");
        return;
    };
    assert!(
        *options == before,
        "{name}={value} was refused and changed something"
    );
    // It quotes what was written, shortened.
    assert!(
        refused.to_string().len() <= 400,
        "{name}={value}: {refused}"
    );
}

/// Every option's text sets it to what it is.
fn is_told_as_it_is_read(options: &AnyOptions) {
    let mut again = options.clone();
    for (name, value) in options.named() {
        if let Err(refused) = again.set(name, &value) {
            panic!("{name} tells {value:?}, which it does not read: {refused}");
        }
        assert!(
            again == *options,
            "{name} tells {value:?} and reads another value"
        );
    }
}

/// Whatever is checked can be dealt, seen by everybody and played for a while.
fn makes_a_game(options: &AnyOptions, seats: usize) {
    let chance = Chance::from_seed(7);
    let mut dice = Dice::from_seed(11);
    let mut game = AnyGame::new(options, seats);
    for _ in 0..MOVES {
        for viewer in Viewer::all(seats) {
            game.view(viewer);
        }
        let events = match game.waiting().seats.iter().next() {
            _ if game.standing().is_some() => return,
            None => game.deal(&chance),
            Some(seat) => {
                let actions = game.actions(seat);
                assert!(
                    !actions.is_empty(),
                    "seat {seat} is to act and can do nothing"
                );
                let count = u32::try_from(actions.len()).expect("there are not so many moves");
                let action = &actions[dice.below(count) as usize];
                let answered = game.answer(seat, action, &chance);
                answered.unwrap_or_else(|refused| panic!("{action:?} is listed: {refused}"))
            }
        };
        assert!(
            game.apply_all(&events).is_ok(),
            "what was decided is impossible"
        );
        let faults = game.faults();
        assert!(faults.is_empty(), "{faults:?}");
    }
}
