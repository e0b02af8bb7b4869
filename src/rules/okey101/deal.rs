//! Setting up a round: which tile of the shuffled wall goes where (101 rules 4).
//!
//! Everything here is about places in the wall, so that one function serves deals, tests and proofs.

use super::options::Deal;

/// How many tiles there are.
pub const TILES: usize = 106;
/// How many tiles everybody but the starter gets.
pub const RACK: usize = 21;
/// How many stacks of seven make the wall; one tile is spare.
const STACKS: usize = 15;

/// Where the tiles of a wall go, as places in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// The exposed tile.
    pub indicator: usize,
    /// The tiles of each player: the starter first, then to the right.
    pub racks: Vec<Vec<usize>>,
    /// What is drawn, the first tile first.
    pub stock: Vec<usize>,
    /// The false jokers that everybody saw while the indicator was looked for.
    pub seen: Vec<usize>,
}

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
        Deal::Simple if dice.is_empty() => simple(players, is_false_joker),
        Deal::Simple => None,
    }
}

/// Throws dice until the deal from stacks has its indicator.
pub(super) fn throw(
    mut die: impl FnMut() -> u8,
    is_false_joker: impl Fn(usize) -> bool,
) -> Vec<u8> {
    let first = die();
    let stack = indicator_stack(first);
    let mut dice = vec![first];
    loop {
        let throw = die();
        dice.push(throw);
        // Rules 4.2: at most two of these are false jokers, so this comes to an end.
        if !is_false_joker(stack[usize::from(throw) - 1]) {
            return dice;
        }
    }
}

fn simple(players: usize, is_false_joker: impl Fn(usize) -> bool) -> Option<Spread> {
    let dealt = RACK * players + 1;
    let rack = |player: usize| match player {
        0 => (0..RACK + 1).collect(),
        player => (1 + RACK * player..1 + RACK * (player + 1)).collect(),
    };
    let indicator = (dealt..TILES).find(|place| !is_false_joker(*place))?;
    Some(Spread {
        indicator,
        racks: (0..players).map(rack).collect(),
        stock: (dealt..TILES).filter(|place| *place != indicator).collect(),
        seen: (dealt..indicator).collect(),
    })
}

/// The indicator stack from bottom to top: stack d1 − 1 and the spare tile on it.
fn indicator_stack(first: u8) -> Vec<usize> {
    let stack = usize::from(first) - 1;
    (7 * stack..7 * stack + 7).chain([TILES - 1]).collect()
}

fn stacks(players: usize, dice: &[u8], is_false_joker: impl Fn(usize) -> bool) -> Option<Spread> {
    if dice.len() < 2 || dice.iter().any(|die| !(1..=6).contains(die)) {
        return None;
    }
    let mut under = indicator_stack(dice[0]);
    let thrown: Vec<usize> = dice[1..]
        .iter()
        .map(|die| under[usize::from(*die) - 1])
        .collect();
    let (indicator, rejected) = thrown.split_last()?;
    if is_false_joker(*indicator) || !rejected.iter().all(|place| is_false_joker(*place)) {
        return None;
    }
    under.retain(|place| place != indicator);
    let mut line = line_after(usize::from(dice[0]) - 1);
    let mut racks = vec![Vec::new(); players];
    for player in (0..3 * players).map(|turn| turn % players) {
        racks[player].extend(line.by_ref().take(7));
    }
    racks[0].extend(line.next());
    let mut seen = rejected.to_vec();
    seen.sort_unstable();
    seen.dedup();
    Some(Spread {
        indicator: *indicator,
        racks,
        stock: line.chain(under.into_iter().rev()).collect(),
        seen,
    })
}

/// The stacks to the right of the indicator stack, tile by tile, each from top to bottom.
fn line_after(indicator_stack: usize) -> impl Iterator<Item = usize> {
    let stacks = (1..STACKS).map(move |step| (indicator_stack + step) % STACKS);
    stacks.flat_map(|stack| (7 * stack..7 * stack + 7).rev())
}
