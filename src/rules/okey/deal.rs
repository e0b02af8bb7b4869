//! Setting up a round: which tile of the shuffled wall goes where (Okey rules 4).
//!
//! Everything here is about places in the wall, so that one function serves deals, tests and proofs.

use super::options::Deal;

/// How many tiles there are.
pub const TILES: usize = 106;
/// How many stacks of five make the wall; one tile is spare.
const STACKS: usize = 21;

/// Where the tiles of a wall go, as places in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// The exposed tile.
    pub indicator: usize,
    /// The tiles of each player: the starter first, then to the right, the dealer last.
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
        Deal::Formal => formal(players, dice, is_false_joker),
        Deal::Simplified if dice.is_empty() => simplified(players, is_false_joker),
        Deal::Simplified => None,
    }
}

/// Throws dice until the formal procedure has its indicator.
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
        // Rules 4.1 step 4: at most two of the six are false jokers, so this comes to an end.
        if !is_false_joker(stack[usize::from(throw) - 1]) {
            return dice;
        }
    }
}

/// The indicator stack from bottom to top: stack d1 − 1 and the spare tile on it (Okey rules 4.1 step 3).
fn indicator_stack(first: u8) -> Vec<usize> {
    let stack = usize::from(first) - 1;
    (5 * stack..5 * stack + 5).chain([TILES - 1]).collect()
}

fn formal(players: usize, dice: &[u8], is_false_joker: impl Fn(usize) -> bool) -> Option<Spread> {
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
    let mut stacks = Line::after(usize::from(dice[0]) - 1);
    let mut racks = vec![Vec::new(); players];
    for player in (0..2 * players).map(|turn| turn % players) {
        racks[player].extend(stacks.whole());
    }
    racks[0].extend(stacks.whole());
    for rack in &mut racks[1..] {
        rack.extend((0..4).filter_map(|_| stacks.next()));
    }
    let mut seen = rejected.to_vec();
    seen.sort_unstable();
    seen.dedup();
    Some(Spread {
        indicator: *indicator,
        racks,
        stock: stacks.chain(under.into_iter().rev()).collect(),
        seen,
    })
}

/// The stacks to the right of the indicator stack, tile by tile, each from top to bottom.
struct Line {
    first: usize,
    taken: usize,
}

impl Line {
    fn after(indicator_stack: usize) -> Self {
        Self {
            first: indicator_stack + 1,
            taken: 0,
        }
    }

    /// The next whole stack.
    fn whole(&mut self) -> Vec<usize> {
        self.take(5).collect()
    }
}

impl Iterator for Line {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let (stack, below_top) = (self.taken / 5, self.taken % 5);
        if stack == STACKS - 1 {
            return None;
        }
        self.taken += 1;
        Some(5 * ((self.first + stack) % STACKS) + 4 - below_top)
    }
}

fn simplified(players: usize, is_false_joker: impl Fn(usize) -> bool) -> Option<Spread> {
    let dealt = 14 * players + 1;
    let rack = |player: usize| match player {
        0 => (0..15).collect(),
        player => (1 + 14 * player..15 + 14 * player).collect(),
    };
    let indicator = (dealt..TILES).find(|place| !is_false_joker(*place))?;
    Some(Spread {
        indicator,
        racks: (0..players).map(rack).collect(),
        stock: (dealt..TILES).filter(|place| *place != indicator).collect(),
        seen: (dealt..indicator).collect(),
    })
}
