//! A look into a simulated game: what a viewer sees after so many steps of easy computers.

use thiserror::Error;

use crate::computers::Level;
use crate::rules::any::{AnyGame, AnyOptions, AnyRefusal, AnyView};
use crate::rules::{Game, PerSeat, Seat, Viewer};
use crate::simulated::{Mover, Simulated};

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
    let easy = PerSeat::new(seats, |_| Mover::Computer(Level::Easy));
    let mut game = Simulated::new(options, &easy, seed).map_err(NoGlimpse::Options)?;
    if let Looker::Viewer(Viewer::Seat(seat)) = looker
        && seat.index() >= seats
    {
        return Err(NoGlimpse::NoSeat { seats });
    }
    game.deal();
    for steps in 0..step {
        game.deal();
        if game.standing().is_some() || game.move_on().is_err() {
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

fn viewer(game: &Simulated, looker: Looker) -> Viewer {
    match looker {
        Looker::Viewer(viewer) => viewer,
        Looker::Mover => {
            let mover = game.to_act().iter().next();
            mover.or(Seat::new(0)).map_or(Viewer::Watcher, Viewer::Seat)
        }
    }
}
