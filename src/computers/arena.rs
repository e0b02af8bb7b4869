//! Where computers meet: whole games over seeds, without a table.

use super::Level;
use crate::rules::any::{AnyAction, AnyGame, AnyOptions, AnyRefusal, AnyView};
use crate::rules::{Chance, Dice, Game, PerSeat, Seat, Standing, Viewer};

/// Who plays in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// A computer of this level.
    Computer(Level),
    /// Any listed action: the measure of what luck alone does.
    Random,
}

impl Mover {
    /// Chooses when the seat is to act; `None` only if there are no actions.
    pub fn choose(
        self,
        view: &AnyView,
        actions: &[AnyAction],
        dice: &mut Dice,
    ) -> Option<AnyAction> {
        match self {
            Self::Computer(level) => level.choose(view, actions, dice),
            Self::Random => actions
                .get(dice.below(actions.len() as u32) as usize)
                .cloned(),
        }
    }

    fn interject(
        self,
        view: &AnyView,
        actions: &[AnyAction],
        dice: &mut Dice,
    ) -> Option<AnyAction> {
        match self {
            Self::Computer(level) => level.interject(view, actions, dice),
            Self::Random => None,
        }
    }
}

/// A game that could not be played to its end: a fault of the rules or of a computer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ArenaFault {
    /// The options do not make a game for so many.
    #[error(transparent)]
    Options(AnyRefusal),
    /// A seat chose nothing, or what the rules refuse.
    #[error("seat {seat} is stuck in game {seed}")]
    Stuck {
        /// Who.
        seat: Seat,
        /// The seed of the game.
        seed: u64,
    },
    /// A round took more steps than the game declares.
    #[error("a round of game {seed} does not end")]
    Endless {
        /// The seed of the game.
        seed: u64,
    },
}

/// Plays one whole game: the seed decides the deals, and the computers' own dice apart from them.
pub fn play(
    options: &AnyOptions,
    movers: &PerSeat<Mover>,
    seed: u64,
) -> Result<Standing, ArenaFault> {
    AnyGame::check(options, movers.len()).map_err(ArenaFault::Options)?;
    let chance = Chance::from_seed(seed);
    let mut dice = movers.map(|seat, _| Dice::from_seed(seed ^ (seat.index() as u64 + 1) << 56));
    let mut game = AnyGame::new(options, movers.len());
    let mut steps_left = 0;
    loop {
        if let Some(standing) = game.standing() {
            return Ok(standing);
        }
        if game.waiting().seats.is_empty() {
            let events = game.deal(&chance);
            game.apply_all(&events);
            steps_left = game.most_steps();
        }
        if steps_left == 0 {
            return Err(ArenaFault::Endless { seed });
        }
        steps_left -= 1;
        step(&mut game, movers, &mut dice, &chance)
            .map_err(|seat| ArenaFault::Stuck { seat, seed })?;
    }
}

/// One step of whoever has something to say out of turn, else of the first who is to act.
fn step(
    game: &mut AnyGame,
    movers: &PerSeat<Mover>,
    dice: &mut PerSeat<Dice>,
    chance: &Chance,
) -> Result<(), Seat> {
    for seat in game.may_interject().iter() {
        let view = game.view(Viewer::Seat(seat));
        let action = movers[seat].interject(&view, &game.actions(seat), &mut dice[seat]);
        if let Some(action) = action {
            return game
                .act(seat, &action, chance)
                .map(|_| ())
                .map_err(|_| seat);
        }
    }
    let Some(seat) = game.waiting().seats.iter().next() else {
        return Ok(());
    };
    let view = game.view(Viewer::Seat(seat));
    let action = movers[seat].choose(&view, &game.actions(seat), &mut dice[seat]);
    let acted = action.and_then(|action| game.act(seat, &action, chance).ok());
    acted.map(|_| ()).ok_or(seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Outcome;
    use crate::rules::any::GameId;

    /// Plays every game twice with the seats swapped, and counts how often each kind of mover wins.
    fn wins(options: &AnyOptions, games: u64) -> (usize, usize) {
        let easy = Mover::Computer(Level::Easy);
        let mut wins = (0, 0);
        for seed in 0..games {
            for movers in [[easy, Mover::Random], [Mover::Random, easy]] {
                let movers: PerSeat<Mover> = movers.into_iter().collect();
                let standing = play(options, &movers, seed).expect("the game ends");
                for (seat, outcome) in standing.outcomes.iter() {
                    match (outcome, movers[seat]) {
                        (Outcome::Won, Mover::Computer(_)) => wins.0 += 1,
                        (Outcome::Won, Mover::Random) => wins.1 += 1,
                        _ => {}
                    }
                }
            }
        }
        wins
    }

    #[test]
    fn easy_beats_random_clearly() {
        let options = crate::rules::okey::Options {
            start_points: 4,
            gosterge: false,
            ..Default::default()
        };
        let (easy, random) = wins(&AnyOptions::Okey(options), 20);
        assert_eq!(GameId::ALL.len(), 1, "a new game needs its own measure");
        assert!(easy >= 38 && random <= 2, "easy {easy}, random {random}");
    }
}
