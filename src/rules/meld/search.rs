//! The exact search for melds: the lowest tile is left, or lies in some meld as its lowest real tile.
//!
//! Where a real tile is at hand a joker never takes its place in a run: the two could be exchanged.
//! Runs of six or more are found as shorter ones in a row.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::tally::{POSITIONS, Tally, cell, colour_of, position_of};
use crate::tile::{Colour, Face, Tile};

/// The longest run that is no two runs in a row.
const LONGEST_PIECE: usize = 5;

/// A meld as the search finds it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// Consecutive positions of a colour; bit `i` of `jokers` is set where the `i`th tile is a joker.
    Run {
        colour: Colour,
        first: usize,
        length: usize,
        jokers: u16,
    },
    /// One number in the colours of a mask, and jokers.
    Set {
        number: usize,
        colours: u8,
        jokers: u8,
    },
}

impl Piece {
    /// Sorts runs by colour and position before sets by number.
    pub(super) fn order(&self) -> (u8, usize, usize) {
        match *self {
            Self::Run { colour, first, .. } => (0, colour.index(), first),
            Self::Set {
                number, colours, ..
            } => (1, number, usize::from(colours)),
        }
    }

    /// This run and the one that goes on where it ends, as one.
    pub(super) fn joined(&self, next: &Self) -> Option<Self> {
        let (
            Self::Run {
                colour,
                first,
                length,
                jokers,
            },
            Self::Run {
                colour: next_colour,
                first: next_first,
                length: next_length,
                jokers: next_jokers,
            },
        ) = (*self, *next)
        else {
            return None;
        };
        // Okey rules 6.3: no run holds both the low and the high 1.
        let both_ones = first == 1 && next_first + next_length > POSITIONS;
        (colour == next_colour && first + length == next_first && !both_ones).then_some(Self::Run {
            colour,
            first,
            length: length + next_length,
            jokers: jokers | next_jokers << length,
        })
    }

    /// The tiles in their playing order; the jokers of a set come last.
    pub(super) fn tiles(&self, okey: Face) -> Vec<Tile> {
        let joker = Tile::Numbered(okey);
        match *self {
            Self::Run {
                colour,
                first,
                length,
                jokers,
            } => (0..length)
                .map(|i| match jokers >> i & 1 {
                    0 => real(colour, first + i, okey),
                    _ => joker,
                })
                .collect(),
            Self::Set {
                number,
                colours,
                jokers,
            } => Colour::ALL
                .into_iter()
                .filter(|colour| colours >> colour.index() & 1 == 1)
                .map(|colour| real(colour, number, okey))
                .chain(std::iter::repeat_n(joker, usize::from(jokers)))
                .collect(),
        }
    }

    fn len(&self) -> u8 {
        match *self {
            Self::Run { length, .. } => length as u8,
            Self::Set {
                colours, jokers, ..
            } => colours.count_ones() as u8 + jokers,
        }
    }
}

/// The tile that is counted at a position: with the okey's face only a false joker can be.
fn real(colour: Colour, position: usize, okey: Face) -> Tile {
    let number = (position as u8 - 1) % 13 + 1;
    match Face::new(colour, number) {
        Some(face) if face != okey => Tile::Numbered(face),
        _ => Tile::FalseJoker,
    }
}

/// All tiles in melds, if that is possible.
pub(super) fn exact(tally: Tally) -> Option<Vec<Piece>> {
    let Some(lowest) = tally.lowest() else {
        return (tally.jokers() == 0).then(Vec::new);
    };
    for (rest, piece) in melds_with(tally, lowest) {
        if let Some(mut pieces) = exact(rest) {
            pieces.extend(piece);
            return Some(pieces);
        }
    }
    None
}

/// The melds that hold the most tiles.
pub(super) fn most(tally: Tally) -> Vec<Piece> {
    let mut known = Known::default();
    let mut rest = tally.useful();
    most_covered(rest, &mut known);
    let mut pieces = Vec::new();
    while let Some(&Best { next, piece, .. }) = known.get(&rest) {
        pieces.extend(piece);
        rest = next;
    }
    pieces
}

/// The best way on from every tally that was met.
type Known = HashMap<Tally, Best, BuildHasherDefault<Mixer>>;

/// The best way on from a tally.
struct Best {
    covered: u8,
    next: Tally,
    piece: Option<Piece>,
}

/// The most tiles in melds, from a tally without useless tiles.
fn most_covered(tally: Tally, known: &mut Known) -> u8 {
    let Some(lowest) = tally.lowest() else {
        return 0;
    };
    if let Some(best) = known.get(&tally) {
        return best.covered;
    }
    let mut best = Best {
        covered: 0,
        next: tally.without(lowest).useful(),
        piece: None,
    };
    for (next, piece) in melds_with(tally, lowest) {
        best.improve(next.useful(), piece, known);
    }
    best.improve(tally.without(lowest).useful(), None, known);
    let covered = best.covered;
    known.insert(tally, best);
    covered
}

impl Best {
    /// Tries another way, unless it cannot be better even if every tile found its meld.
    fn improve(&mut self, next: Tally, piece: Option<Piece>, known: &mut Known) {
        let own = piece.map_or(0, |piece| piece.len());
        if own + next.len() as u8 <= self.covered {
            return;
        }
        let covered = own + most_covered(next, known);
        if covered > self.covered {
            *self = Self {
                covered,
                next,
                piece,
            };
        }
    }
}

/// A quick hash for tallies: nobody chooses the keys to harm us, for a deck has few of them.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        // An odd constant with well-spread bits: the golden ratio in 64 bits.
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

type Ways = Vec<(Tally, Option<Piece>)>;

/// Every meld whose lowest real tile is the lowest of all; without a meld, a 1 goes above 13.
fn melds_with(tally: Tally, lowest: usize) -> Ways {
    let mut ways = Vec::new();
    let (colour, position) = (colour_of(lowest), position_of(lowest));
    if position < POSITIONS {
        add_sets(tally, colour, position, &mut ways);
    }
    for leading in 0..=usize::from(tally.jokers()).min(position - 1) {
        add_runs(tally, colour, position, leading, &mut ways);
    }
    let high = |number| tally.at(cell(colour, number)) > 0;
    // Two jokers alone beside a 1 are a set already; they may stand for 12 and 13 above an 11.
    let reaches_high = high(12) || high(13) || (high(11) && tally.jokers() == 2);
    if position == 1 && reaches_high {
        ways.push((tally.with_high_one(colour), None));
    }
    ways
}

fn add_sets(tally: Tally, colour: Colour, number: usize, ways: &mut Ways) {
    for colours in 1u8..16 {
        // Lower colours of this number are gone: the lowest tile is taken first. One tile and two jokers are a run too.
        let is_one = colours.count_ones() == 1;
        if is_one || colours.trailing_zeros() as usize != colour.index() {
            continue;
        }
        let chosen = || {
            Colour::ALL
                .into_iter()
                .filter(|colour| colours >> colour.index() & 1 == 1)
                .map(|colour| cell(colour, number))
        };
        if chosen().any(|cell| tally.at(cell) == 0) {
            continue;
        }
        let rest = chosen().fold(tally, Tally::without);
        for jokers in 0..=tally.jokers() {
            if (3..=4).contains(&(colours.count_ones() as u8 + jokers)) {
                let set = Piece::Set {
                    number,
                    colours,
                    jokers,
                };
                ways.push((rest.without_jokers(jokers), Some(set)));
            }
        }
    }
}

/// Runs from a tile upwards, with `leading` jokers before it.
///
/// A joker before the tile could as well stand at the other end, or be exchanged for the real tile that follows
/// there: it is only needed where the run ends above 13.
fn add_runs(tally: Tally, colour: Colour, position: usize, leading: usize, ways: &mut Ways) {
    let first = position - leading;
    let mut rest = tally.without_jokers(leading as u8);
    let mut jokers = (1u16 << leading) - 1;
    for at in position..=POSITIONS.min(first + LONGEST_PIECE - 1) {
        let cell = cell(colour, at);
        if rest.at(cell) > 0 {
            rest = rest.without(cell);
        } else if rest.jokers() > 0 {
            rest = rest.without_jokers(1);
            jokers |= 1 << (at - first);
        } else {
            return;
        }
        let length = at - first + 1;
        if length >= 3 && (leading == 0 || at == POSITIONS) {
            let run = Piece::Run {
                colour,
                first,
                length,
                jokers,
            };
            ways.push((rest, Some(run)));
        }
    }
}
