//! The best melds of which one must hold a certain tile.

use super::rows::Rows;
use super::search::{Search, Set};
use super::{Best, CountedTiles, Span};
use crate::meld::held::{Held, bit, lane};
use crate::tile::{Colour, Face, Tile};

/// The best melds with this tile; every meld that can hold it is tried, and beside it what the other tiles reach.
pub(super) fn best(rows: &Rows, pile: CountedTiles, taken: Tile) -> Option<Best> {
    let mut best: Option<Best> = None;
    for meld in all(pile, taken) {
        let own = meld.weight(rows);
        // The others must weigh more than what is still missing.
        let floor = match &best {
            Some(best) if best.weight >= own => Some(best.weight - own),
            _ => None,
        };
        let left = pile.jokers - meld.jokers();
        let held = meld.taken_from(pile.held);
        if let Some(found) = Search::run(rows, held, left, floor) {
            let mut beside = Best::of(rows, found);
            beside.weight += own;
            meld.add_to(&mut beside);
            if best.as_ref().is_none_or(|best| beside.weight > best.weight) {
                best = Some(beside);
            }
        }
    }
    best
}

/// A meld that must be laid.
#[derive(Clone, Copy)]
enum Must {
    Run(Span),
    Set(Set),
}

/// Every set, and every run of three to five tiles with the tile in it.
fn all(pile: CountedTiles, taken: Tile) -> impl Iterator<Item = Must> {
    runs(pile, taken)
        .chain(sets(pile))
        .filter(move |meld| meld.holds(taken, pile.okey))
}

fn runs(pile: CountedTiles, taken: Tile) -> impl Iterator<Item = Must> {
    let shapes = (3..=5u32).flat_map(|size| (0..=13 - size).map(move |first| (first, size)));
    shapes
        .flat_map(|(first, size)| (0..4).map(move |colour| (colour, ((1u16 << size) - 1) << first)))
        .flat_map(move |(colour, numbers)| {
            let missing = numbers & !lane(pile.held.once, colour);
            // Two melds exchange a joker and a real tile of its face; so only a joker that must be laid may be wanted
            // in the place of a tile that is there.
            let others = if taken.is_joker(pile.okey) {
                numbers & !missing
            } else {
                0
            };
            let wilds = some_of(others).map(move |more| missing | more);
            wilds
                .filter(move |wild| wild.count_ones() as usize <= pile.jokers)
                .map(move |wild| {
                    Must::Run(Span {
                        colour,
                        numbers,
                        wild,
                    })
                })
        })
}

/// Every choice among these bits.
fn some_of(bits: u16) -> impl Iterator<Item = u16> {
    let next = move |chosen: &u16| (*chosen != bits).then(|| chosen.wrapping_sub(bits) & bits);
    std::iter::successors(Some(0), next)
}

fn sets(pile: CountedTiles) -> impl Iterator<Item = Must> {
    (1..=13u8).flat_map(move |number| {
        let subsets = (1..16u8).flat_map(move |colours| {
            (0..=pile.jokers as u8).map(move |jokers| Set {
                number,
                colours,
                jokers,
            })
        });
        subsets
            .filter(|set| (3..=4).contains(&(set.colours.count_ones() + u32::from(set.jokers))))
            .filter(move |set| set.mask() & !pile.held.once == 0)
            .map(Must::Set)
    })
}

impl Must {
    fn holds(self, tile: Tile, okey: Face) -> bool {
        if tile.is_joker(okey) {
            return self.jokers() > 0;
        }
        let face = tile.face().unwrap_or(okey);
        let (colour, place) = (face.colour().index(), face.number() - 1);
        match self {
            Self::Run(run) => run.colour == colour && (run.numbers & !run.wild) >> place & 1 == 1,
            Self::Set(set) => set.number == face.number() && set.colours >> colour & 1 == 1,
        }
    }

    fn jokers(self) -> usize {
        match self {
            Self::Run(run) => run.wild.count_ones() as usize,
            Self::Set(set) => set.jokers.into(),
        }
    }

    fn weight(self, rows: &Rows) -> u32 {
        let (tiles, points) = match self {
            Self::Run(run) => (run.numbers.count_ones(), super::sum(run.numbers)),
            Self::Set(set) => (
                set.colours.count_ones() + u32::from(set.jokers),
                super::points_of(set),
            ),
        };
        rows.weights.weigh(tiles, points, self.jokers() as u32)
    }

    fn taken_from(self, held: Held) -> Held {
        match self {
            Self::Set(set) => held.without(set.mask()),
            Self::Run(run) => (1..=13u8)
                .filter(|number| (run.numbers & !run.wild) >> (number - 1) & 1 == 1)
                .filter_map(|number| Face::new(Colour::ALL[run.colour], number))
                .fold(held, |held, face| held.without(bit(face))),
        }
    }

    fn add_to(self, best: &mut Best) {
        match self {
            Self::Run(run) => best.runs.push(run),
            Self::Set(set) => best.sets.push(set),
        }
    }
}
