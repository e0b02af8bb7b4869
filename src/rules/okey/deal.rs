//! Setting up a round: which tile of the shuffled wall goes where (Okey rules 4).

use super::options::Deal;
use crate::wall::{Stacks, from_one_heap};

pub use crate::wall::{Spread, TILES};

/// The wall of the formal deal: 21 stacks of five (Okey rules 4.1).
const WALL: Stacks = Stacks { height: 5 };
/// How many tiles everybody but the starter gets.
const RACK: usize = 14;

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
        Deal::Formal => formal(players, dice, is_false_joker),
        Deal::Simplified if dice.is_empty() => from_one_heap(players, RACK, is_false_joker),
        Deal::Simplified => None,
    }
}

/// Throws dice until the formal procedure has its indicator (Okey rules 4.1 steps 3 and 4).
pub(super) fn throw(die: impl FnMut() -> u8, is_false_joker: impl Fn(usize) -> bool) -> Vec<u8> {
    WALL.throw(die, is_false_joker)
}

fn formal(players: usize, dice: &[u8], is_false_joker: impl Fn(usize) -> bool) -> Option<Spread> {
    let up = WALL.turned_up(dice, is_false_joker)?;
    let mut line = WALL.after(up.stack);
    let mut racks = vec![Vec::new(); players];
    for player in (0..2 * players).map(|turn| turn % players) {
        racks[player].extend(line.by_ref().take(WALL.height));
    }
    racks[0].extend(line.by_ref().take(WALL.height));
    for rack in &mut racks[1..] {
        rack.extend(line.by_ref().take(4));
    }
    Some(Spread {
        indicator: up.indicator,
        racks,
        stock: line.chain(up.under.into_iter().rev()).collect(),
        seen: up.seen,
    })
}
