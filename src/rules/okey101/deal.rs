//! Setting up a round: which tile of the shuffled wall goes where (101 rules 4).

use super::options::Deal;
use crate::wall::{Stacks, from_one_heap};

pub use crate::wall::{Spread, TILES};

/// The wall of `stacks7`: 15 stacks of seven (101 rules 4.2).
const WALL: Stacks = Stacks { height: 7 };
/// How many tiles everybody but the starter gets.
pub const RACK: usize = 21;

/// Spreads a wall for so many players.
///
/// `dice` are the throws in their order; `None` if they do not lead to an indicator, or not exactly.
pub fn spread(
    deal: Deal,
    players: usize,
    dice: &[u8],
    is_false_joker: impl Fn(usize) -> bool,
) -> Option<Spread> {
    match deal {
        Deal::Stacks7 => stacks(players, dice, is_false_joker),
        Deal::Simple if dice.is_empty() => from_one_heap(players, RACK, is_false_joker),
        Deal::Simple => None,
    }
}

/// Throws dice until the deal from stacks has its indicator (101 rules 4.2).
pub(super) fn throw(die: impl FnMut() -> u8, is_false_joker: impl Fn(usize) -> bool) -> Vec<u8> {
    WALL.throw(die, is_false_joker)
}

fn stacks(players: usize, dice: &[u8], is_false_joker: impl Fn(usize) -> bool) -> Option<Spread> {
    let up = WALL.turned_up(dice, is_false_joker)?;
    let mut line = WALL.after(up.stack);
    let mut racks = vec![Vec::new(); players];
    for player in (0..3 * players).map(|turn| turn % players) {
        racks[player].extend(line.by_ref().take(WALL.height));
    }
    racks[0].extend(line.next());
    Some(Spread {
        indicator: up.indicator,
        racks,
        stock: line.chain(up.under.into_iter().rev()).collect(),
        seen: up.seen,
    })
}
