//! The wall of 106 tiles: what the deals of Okey and of 101 have in common (Okey rules 4, 101 rules 4).
//!
//! Everything here is about places in the wall, so that one function serves deals, tests and proofs.

use super::chance::{Chance, Label};
use super::tile::Tile;

/// How many tiles there are.
pub const TILES: usize = 106;

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

/// Dealt from one heap: so many tiles to each player and one more to the starter, then the indicator.
///
/// `None` only if nothing but false jokers is left to be turned up.
pub(super) fn from_one_heap(
    players: usize,
    rack: usize,
    is_false_joker: impl Fn(usize) -> bool,
) -> Option<Spread> {
    let dealt = rack * players + 1;
    let places = |player: usize| match player {
        0 => (0..rack + 1).collect(),
        player => (1 + rack * player..1 + rack * (player + 1)).collect(),
    };
    let indicator = (dealt..TILES).find(|place| !is_false_joker(*place))?;
    Some(Spread {
        indicator,
        racks: (0..players).map(places).collect(),
        stock: (dealt..TILES).filter(|place| *place != indicator).collect(),
        seen: (dealt..indicator).collect(),
    })
}

/// The tiles of this deal of a table, shuffled.
pub(super) fn shuffled(chance: &Chance, deal: u32) -> Vec<Tile> {
    let mut deck = Tile::deck();
    chance.stream(Label::Deck, deal).shuffle(&mut deck);
    deck
}

/// Whether these are the 106 tiles, in whichever order.
pub(super) fn is_whole(deck: &[Tile]) -> bool {
    let sorted = |mut tiles: Vec<Tile>| {
        tiles.sort_unstable();
        tiles
    };
    deck.len() == TILES && sorted(deck.to_vec()) == sorted(Tile::deck())
}

/// A wall of stacks in one line that goes to the right; its last tile is spare.
#[derive(Clone, Copy)]
pub(super) struct Stacks {
    /// How many tiles lie in each.
    pub height: usize,
}

/// A stack out of which the indicator was thrown.
pub(super) struct TurnedUp {
    /// Which stack.
    pub stack: usize,
    /// The indicator.
    pub indicator: usize,
    /// The rest of the stack, from bottom to top.
    pub under: Vec<usize>,
    /// The false jokers that were thrown before.
    pub seen: Vec<usize>,
}

impl Stacks {
    /// Throws dice until there is an indicator.
    pub fn throw(
        self,
        mut die: impl FnMut() -> u8,
        is_false_joker: impl Fn(usize) -> bool,
    ) -> Vec<u8> {
        let first = die();
        let stack = self.with_spare(first);
        let mut dice = vec![first];
        loop {
            let throw = die();
            dice.push(throw);
            // At most two tiles of the stack are false jokers, so this comes to an end.
            if !is_false_joker(stack[usize::from(throw) - 1]) {
                return dice;
            }
        }
    }

    /// What these throws turn up; `None` if they do not lead to an indicator, or not exactly.
    pub fn turned_up(
        self,
        dice: &[u8],
        is_false_joker: impl Fn(usize) -> bool,
    ) -> Option<TurnedUp> {
        if dice.len() < 2 || dice.iter().any(|die| !(1..=6).contains(die)) {
            return None;
        }
        let mut under = self.with_spare(dice[0]);
        let thrown: Vec<usize> = dice[1..]
            .iter()
            .map(|die| under[usize::from(*die) - 1])
            .collect();
        let (indicator, rejected) = thrown.split_last()?;
        if is_false_joker(*indicator) || !rejected.iter().all(|place| is_false_joker(*place)) {
            return None;
        }
        under.retain(|place| place != indicator);
        let mut seen = rejected.to_vec();
        seen.sort_unstable();
        seen.dedup();
        Some(TurnedUp {
            stack: usize::from(dice[0]) - 1,
            indicator: *indicator,
            under,
            seen,
        })
    }

    /// The stack that the first throw names, with the spare tile on it, from bottom to top.
    fn with_spare(self, first: u8) -> Vec<usize> {
        let bottom = self.height * (usize::from(first) - 1);
        (bottom..bottom + self.height).chain([TILES - 1]).collect()
    }

    /// The stacks to the right of this one, tile by tile, each from top to bottom.
    pub fn after(self, stack: usize) -> impl Iterator<Item = usize> {
        let (height, count) = (self.height, TILES / self.height);
        let stacks = (1..count).map(move |step| (stack + step) % count);
        stacks.flat_map(move |stack| (height * stack..height * (stack + 1)).rev())
    }
}
