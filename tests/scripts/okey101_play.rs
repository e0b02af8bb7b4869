//! 101 rules 14.6: turns, as little scripts over rigged deals.

use istaka::rules::okey101::meld::Place;
use istaka::rules::okey101::score::Ending;
use istaka::rules::okey101::view::Phase;
use istaka::rules::okey101::{Action, Composed, Event, Kind, Okey101, Refusal};
use istaka::rules::unasked::Dropped;
use istaka::rules::{Chance, Game, Refused, Seat, Viewer};

use crate::okey101_rig::{Rig, melds, options};
use crate::support::rig::{seat, tile, tiles};
use crate::support::{every_row, same};

type Answer = Result<Vec<Event>, Refused<Refusal>>;

fn act(game: &mut Okey101, seat: Seat, action: &Action) -> Answer {
    game.act(seat, action, &Chance::from_seed(0))
}

/// Reads `lays off Y9 on 0 low`, without the seat.
fn action(game: &Okey101, seat: Seat, text: &str) -> Action {
    let (verb, what) = text.split_once(' ').unwrap_or((text, ""));
    let number = |text: &str| text.parse().expect("the number of a meld");
    match verb {
        "draws" => Action::Draw,
        "takes" if what == "back" => Action::TakeBack,
        "takes" => Action::Take,
        "returns" => Action::Return,
        "passes" => Action::Pass,
        "opens" => Action::Open { melds: melds(what) },
        "lays" if what.starts_with("off") => {
            let words: Vec<&str> = what.split_whitespace().collect();
            let end = words.get(4).map(|end| match *end {
                "low" => Place::Low,
                _ => Place::High,
            });
            Action::LayOff {
                tile: tile(words[1]),
                meld: number(words[3]),
                end,
            }
        }
        "lays" => Action::Lay {
            meld: Composed::of(tiles(what)),
        },
        "swaps" => {
            let words: Vec<&str> = what.split_whitespace().collect();
            Action::SwapJoker {
                tile: tile(words[0]),
                meld: number(words[2]),
            }
        }
        "discards" if what == "any" => game.at_zero(seat),
        "discards" => {
            let (what, confirmed) = what.split_once(' ').unwrap_or((what, ""));
            Action::Discard {
                tile: tile(what),
                confirm: confirmed == "confirmed",
            }
        }
        verb => panic!("nobody {verb}"),
    }
}

/// Plays one move of a script.
fn play(game: &mut Okey101, text: &str) -> Result<(Seat, Answer), String> {
    let (who, what) = text.split_once(' ').expect("a seat and a verb");
    let seat = seat(who.parse().expect("a seat"));
    let action = action(game, seat, what);
    let answer = act(game, seat, &action);
    if let (Action::Draw, Some((_, drawn)), Ok(_)) = (&action, what.split_once(' '), &answer) {
        let own = game
            .view(Viewer::Seat(seat))
            .own
            .expect("a seat has a rack");
        same("the tile drawn", own.fresh, Some(tile(drawn)))?;
    }
    Ok((seat, answer))
}

/// Everybody does what the rules do for them until the stock is empty and somebody has the last tile.
fn run_down(game: &mut Okey101) {
    loop {
        let view = game.view(Viewer::Watcher);
        let seat = game.waiting().seats.iter().next().expect("somebody acts");
        if view.stock == 0 && matches!(view.phase, Phase::Play(_)) {
            return;
        }
        let action = game.at_zero(seat);
        assert!(act(game, seat, &action).is_ok(), "the rules' own action");
    }
}

/// Plays moves that must be accepted.
pub fn play_all(game: &mut Okey101, moves: &[&str]) -> Result<(), String> {
    for text in moves.iter().filter(|text| **text != "-") {
        if *text == "run down" {
            run_down(game);
            continue;
        }
        let (_, answer) = play(game, text)?;
        answer.map_err(|refused| format!("{text}: {refused}"))?;
    }
    Ok(())
}

fn words(answer: &Answer) -> String {
    let events = match answer {
        Ok(events) => events,
        Err(Refused::Rules(Refusal::NeedsConfirmation { .. })) => {
            return "needs confirmation".to_owned();
        }
        Err(_) => return "refused".to_owned(),
    };
    for event in events {
        match event {
            Event::OpeningFailed { .. } => return "refused".to_owned(),
            Event::RoundEnded { result } => return ending(result.ending),
            _ => {}
        }
    }
    "accepted".to_owned()
}

fn ending(ending: Ending) -> String {
    match ending {
        Ending::Exhausted => "exhausted".to_owned(),
        Ending::Cancelled => "cancelled".to_owned(),
        Ending::Finished(finish) => {
            let flags = [(finish.joker, ", joker"), (finish.elden, ", elden")];
            let flags = flags.into_iter().filter(|(set, _)| *set);
            flags.fold("finished".to_owned(), |text, (_, flag)| text + flag)
        }
    }
}

#[test]
fn turns() {
    every_row("okey101/turns.txt", |row| {
        let mut game = Rig::read(&row[2]).game(&options(&row[1]));
        let moves: Vec<&str> = row[3].split(';').map(str::trim).collect();
        let (last, before) = moves.split_last().expect("a move");
        play_all(&mut game, before)?;
        let untouched = game.clone();
        let (seat, answer) = play(&mut game, last)?;
        if answer.is_err() && game != untouched {
            return Err("a refused move changed the game".to_owned());
        }
        let why = answer.as_ref().err().map(ToString::to_string);
        same(
            &format!("the answer ({why:?})"),
            words(&answer),
            row[4].clone(),
        )?;
        let penalties = game.view(Viewer::Watcher).penalties;
        let own = penalties.iter().filter(|act| act.seat == seat);
        let charged: i32 = own.map(|act| act.points).sum();
        same("the act penalties", charged.to_string(), row[5].clone())?;
        same("faults", game.faults(), Vec::new())
    });
}

/// Opens with doubles as soon as they are listed; `false` if the round ended otherwise.
fn cancel(game: &mut Okey101) -> bool {
    while let Some(seat) = game.waiting().seats.iter().next() {
        let doubles = |action: &Action| match action {
            Action::Open { melds } => melds.iter().all(|meld| meld.kind == Some(Kind::Pair)),
            _ => false,
        };
        let action = game.actions(seat).into_iter().find(doubles);
        let action = action.unwrap_or_else(|| game.at_zero(seat));
        assert!(act(game, seat, &action).is_ok(), "{action:?}");
    }
    let result = game.view(Viewer::Watcher).result;
    result.is_some_and(|result| result.ending == Ending::Cancelled)
}

/// 101 rules 9.4 and 3.2: four cancelled rounds cost nothing and are dealt again by the same dealer, the fifth counts.
#[test]
fn the_fifth_cancelled_round_in_a_row_counts() {
    for seats in 2..=4 {
        let options = options("pairs_min=1 rounds=2 first_dealer=1 penalties=strict");
        let mut game = Okey101::new(&options, seats);
        let chance = Chance::from_seed(seats as u64);
        for time in 1..=5 {
            let events = game.deal(&chance);
            game.obey(&events);
            let view = game.view(Viewer::Watcher);
            assert_eq!((view.round, view.dealer), (1, Some(seat(1))), "deal {time}");
            assert!(cancel(&mut game), "{seats} seats, deal {time}");
            let view = game.view(Viewer::Watcher);
            assert_eq!(view.sheet.len(), time / 5);
            assert!(view.totals.values().all(|total| *total == 0));
            let counted = view.result.map(|result| result.counted);
            assert_eq!(counted, Some(time == 5));
        }
        let events = game.deal(&chance);
        game.obey(&events);
        let view = game.view(Viewer::Watcher);
        assert_eq!((view.round, view.dealer), (2, Some(seat(2 % seats))));
        assert_eq!(view.cancelled, 0);
    }
}

/// What is done for a seat unasked, and what speaks against it.
#[test]
fn unasked() {
    every_row("okey101/unasked.txt", |row| {
        let mut game = Rig::read(&row[2]).game(&options(&row[1]));
        let moves: Vec<&str> = row[3].split(';').map(str::trim).collect();
        play_all(&mut game, &moves)?;
        let seat = seat(row[4].parse().expect("a seat"));
        let answer = match row[5].as_str() {
            "-" => game.unasked(seat).map(|next| next.map_err(Dropped::Held)),
            piece => game.prepared(seat, piece.parse().expect("a piece")),
        };
        let found = match answer {
            None => "nothing".to_owned(),
            Some(Ok(Action::Draw)) => "draws".to_owned(),
            Some(Ok(Action::Discard { .. })) => "discards".to_owned(),
            Some(Ok(action)) => format!("{action:?}"),
            Some(Err(Dropped::Held(held))) => format!("{held:?}"),
            Some(Err(dropped)) => format!("{dropped:?}"),
        };
        same("what is done", found, row[6].clone())
    });
}

/// 101 rules 7.6: a laying of more points that leaves more tiles hides no opening that finishes.
#[test]
fn a_low_opening_is_listed_beside_one_of_more_points() {
    let setup = "1: R1 R2 R3 R4 R5 R5 Y2 Y3 Y5 G1 G2 G3 G4 G5 K1 K2 K2 K3 K4 K4 K11; 0: Y1";
    let mut game = Rig::read(setup).game(&options("elden_needs_101=false"));
    play_all(&mut game, &["0 discards Y1", "1 takes"]).expect("a take");
    let actions = game.actions(seat(1));
    let open = actions
        .iter()
        .find(|action| matches!(action, Action::Open { .. }));
    let open = open.expect("an opening is listed").clone();
    assert!(act(&mut game, seat(1), &open).is_ok());
    let (_, answer) = play(&mut game, "1 discards K11").expect("a move");
    assert_eq!(words(&answer), "finished, elden");
}
