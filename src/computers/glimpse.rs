//! A look into a simulated game: what a viewer sees after so many steps of easy computers.

use thiserror::Error;

use super::Level;
use crate::rules::any::{AnyGame, AnyOptions, AnyRefusal, AnyView};
use crate::rules::{Chance, Dice, Game, PerSeat, Seat, Viewer};

/// Why there is nothing to see.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NoGlimpse {
    /// The options do not make a game for so many.
    #[error(transparent)]
    Options(AnyRefusal),
    /// The game is over before.
    #[error("this game has only {steps} steps")]
    Over {
        /// How many it has.
        steps: u32,
    },
    /// No such seat.
    #[error("this game has only {seats} seats, numbered from 0")]
    NoSeat {
        /// How many it has.
        seats: usize,
    },
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looker {
    /// Whoever is to act, else the first seat.
    Mover,
    /// The same viewer always.
    Viewer(Viewer),
}

/// The view after `step` moves; step 0 is the first deal. A round that is over is dealt anew without a step.
pub fn glimpse(
    options: &AnyOptions,
    seats: usize,
    seed: u64,
    step: u32,
    looker: Looker,
) -> Result<AnyView, NoGlimpse> {
    AnyGame::check(options, seats).map_err(NoGlimpse::Options)?;
    if let Looker::Viewer(Viewer::Seat(seat)) = looker
        && seat.index() >= seats
    {
        return Err(NoGlimpse::NoSeat { seats });
    }
    let chance = Chance::from_seed(seed);
    let mut dice = PerSeat::new(seats, |seat| {
        Dice::from_seed(seed ^ (seat.index() as u64 + 1) << 56)
    });
    let mut game = AnyGame::new(options, seats);
    let events = game.deal(&chance);
    game.apply_all(&events);
    for steps in 0..step {
        if game.waiting().seats.is_empty() {
            let events = game.deal(&chance);
            game.apply_all(&events);
        }
        if game.standing().is_some() || !moves_on(&mut game, &mut dice, &chance) {
            return Err(NoGlimpse::Over { steps });
        }
    }
    Ok(game.view(viewer(&game, looker)))
}

/// The view of the first seat before anything is dealt.
pub fn before_the_deal(options: &AnyOptions, seats: usize) -> Option<AnyView> {
    AnyGame::check(options, seats).ok()?;
    let first = Seat::new(0)?;
    Some(AnyGame::new(options, seats).view(Viewer::Seat(first)))
}

fn viewer(game: &AnyGame, looker: Looker) -> Viewer {
    match looker {
        Looker::Viewer(viewer) => viewer,
        Looker::Mover => {
            let mover = game.waiting().seats.iter().next();
            mover.or(Seat::new(0)).map_or(Viewer::Watcher, Viewer::Seat)
        }
    }
}

/// One move of whoever has something to say out of turn, else of the first who is to act.
fn moves_on(game: &mut AnyGame, dice: &mut PerSeat<Dice>, chance: &Chance) -> bool {
    let level = Level::Easy;
    for seat in game.may_interject().iter() {
        let view = game.view(Viewer::Seat(seat));
        let action = level.interject(&view, &game.actions(seat), &mut dice[seat]);
        if let Some(action) = action {
            return game.act(seat, &action, chance).is_ok();
        }
    }
    let Some(seat) = game.waiting().seats.iter().next() else {
        return false;
    };
    let view = game.view(Viewer::Seat(seat));
    let action = level.choose(&view, &game.actions(seat), &mut dice[seat]);
    action.is_some_and(|action| game.act(seat, &action, chance).is_ok())
}
