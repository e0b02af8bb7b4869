//! Tables with any house rules: values that are offered, and now and then any other that the rules allow.

use crate::rules::any::{AnyOptions, GameId};
use crate::rules::options::Kind;
use crate::rules::{Dice, Game, any::AnyGame};

/// As often whole sets of house rules are tried that do not go together, before the usual ones are taken.
const TRIES: u32 = 64;

/// House rules and a number of seats that make a game.
pub(super) fn any_table(game: GameId, dice: &mut Dice) -> (AnyOptions, usize) {
    let seats: Vec<usize> = game.seats().collect();
    let seats = *dice.any(&seats);
    let is_short = dice.below(2) == 0;
    for _ in 0..TRIES {
        let mut options = start(game, dice);
        for row in game.options() {
            let offered = row.offered(seats);
            let value = match row.kind {
                // Half of the games are short: their numbers are the smallest ones offered; 0 often means no limit.
                Kind::Number { offered, .. } if is_short && dice.below(4) > 0 => {
                    let least = offered.iter().filter(|number| **number > 0).min();
                    least.map(u32::to_string)
                }
                _ if dice.below(3) > 0 => continue,
                Kind::Number { least, most, .. } if dice.below(4) == 0 => {
                    let number = least + dice.below((most - least).saturating_add(1));
                    Some(number.to_string())
                }
                _ if offered.is_empty() => continue,
                _ => Some(dice.any(&offered).clone()),
            };
            if let Some(value) = value {
                // What cannot be set stays as it was.
                let _ = options.set(row.name, &value);
            }
        }
        if AnyGame::check(&options, seats).is_ok() {
            return (options, seats);
        }
    }
    let usual = game.default_options();
    let fitting = game.seats().find(|seats| usual.check(*seats).is_ok());
    (usual, fitting.unwrap_or(seats))
}

/// The usual house rules, or a set of them that has a name.
fn start(game: GameId, dice: &mut Dice) -> AnyOptions {
    let presets = game.presets();
    let place = dice.below(presets.len() as u32 + 1) as usize;
    let preset = presets.get(place).and_then(|name| game.preset(name));
    preset.unwrap_or_else(|| game.default_options())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every value that is offered comes, at every number of seats that can play by it, and other numbers, too.
    #[test]
    fn every_value_of_every_option_comes() {
        for game in GameId::ALL {
            let mut dice = Dice::from_seed(1);
            let (mut come, mut seats_come) = (BTreeSet::new(), BTreeSet::new());
            for _ in 0..6_000 {
                let (options, seats) = any_table(*game, &mut dice);
                assert!(options.check(seats).is_ok(), "{options:?}");
                seats_come.insert(seats);
                come.extend(options.named());
            }
            assert_eq!(seats_come, game.seats().collect());
            for row in game.options() {
                for value in game.seats().flat_map(|seats| row.offered(seats)) {
                    let is_value = |seats| {
                        let mut options = game.default_options();
                        options.set(row.name, &value).is_ok() && options.check(seats).is_ok()
                    };
                    let comes = come.contains(&(row.name, value.clone()));
                    assert!(comes || !game.seats().any(is_value), "{}={value}", row.name);
                }
            }
        }
    }
}
