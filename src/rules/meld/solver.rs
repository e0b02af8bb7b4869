//! How far a rack is from a winning one, exactly, and which tiles bring it nearer.
//!
//! A winning rack is some melds (a *goal* of so many tiles), or pairs. What is sought is the one that keeps most
//! tiles of the rack. Jokers of the rack stand for whatever is missing, so the search goes over faces alone and the
//! jokers are added at the end; only where a face is wanted more often than its tiles exist must a joker be found.
//! The search takes melds of three to five tiles (longer runs are several in a row), those that keep most first,
//! and drops every branch that can neither keep more nor show another missing face.

use super::supply::Supply;
use crate::rules::tile::Face;

/// Faces as bits: number by number, four colours each.
pub(super) type Mask = u64;

/// The bit of a face.
pub(super) fn bit(face: Face) -> Mask {
    1 << (4 * (usize::from(face.number()) - 1) + face.colour().index())
}

/// How many jokers may stand where a face is wanted more often than its tiles exist.
const JOKERS: u32 = 2;

/// The smallest and the largest meld that the search takes in one piece.
const SHORTEST: u8 = 3;
const LONGEST: u8 = 5;

/// The number of pieces: 52 + 13 sets, 48 + 44 + 40 runs.
const PIECES: usize = 197;

/// A meld of three to five tiles; no face comes twice in it.
#[derive(Clone, Copy)]
struct Piece {
    mask: Mask,
    size: u8,
}

/// Every piece there is.
static ALL: [Piece; PIECES] = pieces();

const fn pieces() -> [Piece; PIECES] {
    let mut all = [Piece { mask: 0, size: 0 }; PIECES];
    let mut found = 0;
    let mut number = 0;
    while number < 13 {
        let mut left_out = 0;
        // Each colour left out in turn, then none.
        while left_out <= 4 {
            let colours: Mask = if left_out < 4 {
                15 & !(1 << left_out)
            } else {
                15
            };
            all[found] = Piece {
                mask: colours << (4 * number),
                size: colours.count_ones() as u8,
            };
            found += 1;
            left_out += 1;
        }
        number += 1;
    }
    let mut size = SHORTEST;
    while size <= LONGEST {
        let mut first = 0;
        while first + size <= 14 {
            found = add_runs(&mut all, found, first, size);
            first += 1;
        }
        size += 1;
    }
    all
}

/// Adds the runs of every colour from one position; position 13 is the 1 above 13.
const fn add_runs(all: &mut [Piece; PIECES], found: usize, first: u8, size: u8) -> usize {
    let mut colour = 0;
    while colour < 4 {
        let mut mask = 0;
        let mut at = first;
        while at < first + size {
            mask |= 1 << (4 * (at as usize % 13) + colour);
            at += 1;
        }
        all[found + colour] = Piece { mask, size };
        colour += 1;
    }
    found + 4
}

/// The most that can be kept, and the faces that would let more be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kept {
    /// How many tiles without jokers.
    pub count: u8,
    /// The faces that some best goal wants more often than they are held.
    pub missing: Mask,
}

impl Kept {
    /// The better of two, with the missing faces of both where they are equal.
    pub(super) fn or(self, other: Self) -> Self {
        match self.count.cmp(&other.count) {
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Equal => Self {
                missing: self.missing | other.missing,
                ..self
            },
        }
    }
}

/// Keeps most in melds of `goal` tiles together.
///
/// With `wanted` the missing faces among these are found as well; without, the count alone, which is quicker.
pub(super) fn melds(supply: Supply, goal: u8, wanted: Mask) -> Kept {
    let mut search = Search {
        best: Kept {
            count: 0,
            missing: 0,
        },
        wanted,
        any: false,
    };
    let start = Node {
        supply,
        left: goal,
        kept: 0,
        missing: 0,
        excess: 0,
    };
    let mut list = List::new();
    list.fill(
        &start,
        (0..PIECES as u8).map(|piece| (piece, LONGEST)),
        |_| true,
    );
    search.go(&start, &list);
    search.best
}

/// A part of a goal.
#[derive(Clone, Copy)]
struct Node {
    supply: Supply,
    /// How many tiles of the goal are still to be found.
    left: u8,
    kept: u8,
    missing: Mask,
    excess: u32,
}

impl Node {
    /// With one piece more; `None` if there are not tiles and jokers enough.
    fn with(&self, piece: Piece) -> Option<Self> {
        let mut supply = self.supply;
        let taken = supply.take(piece.mask);
        let excess = self.excess + taken.excess;
        (excess <= JOKERS).then_some(Self {
            supply,
            left: self.left - piece.size,
            kept: self.kept + piece.size - taken.missing.count_ones() as u8,
            missing: self.missing | taken.missing,
            excess,
        })
    }

    /// Whether what is left after a piece of this size is nothing, or can be pieces.
    fn fits(&self, size: u8) -> bool {
        size == self.left || size + SHORTEST <= self.left
    }
}

/// Pieces with what each would keep, most first.
struct List {
    pieces: [(u8, u8); PIECES],
    len: usize,
}

impl List {
    fn new() -> Self {
        Self {
            pieces: [(0, 0); PIECES],
            len: 0,
        }
    }

    /// Fills the list with those of `from` that fit and are worth it, sorted by what they keep.
    fn fill(
        &mut self,
        node: &Node,
        from: impl Iterator<Item = (u8, u8)>,
        worth: impl Fn(u8) -> bool,
    ) {
        let mut found = [(0, 0); PIECES];
        let mut count = 0;
        let mut places = [0; LONGEST as usize + 1];
        for (index, _) in from {
            let piece = ALL[usize::from(index)];
            let gain = node.supply.held(piece.mask);
            if node.fits(piece.size) && worth(gain) {
                found[count] = (index, gain);
                count += 1;
                places[usize::from(LONGEST - gain)] += 1;
            }
        }
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for (index, gain) in &found[..count] {
            let place = &mut places[usize::from(LONGEST - gain)];
            self.pieces[*place] = (*index, *gain);
            *place += 1;
        }
        self.len = count;
    }
}

struct Search {
    best: Kept,
    /// The faces for which it matters whether they are missing.
    wanted: Mask,
    /// Whether a goal has been found at all.
    any: bool,
}

impl Search {
    /// Tries every piece of the list as the next one; a later piece never stands earlier in the list.
    fn go(&mut self, node: &Node, list: &List) {
        let most_pieces = node.left / SHORTEST;
        for (place, (index, gain)) in list.pieces[..list.len].iter().enumerate() {
            let bound = node.kept + (most_pieces * gain).min(node.left);
            if !self.may_help(bound, Mask::MAX) {
                return;
            }
            let piece = ALL[usize::from(*index)];
            let Some(next) = node.with(piece) else {
                continue;
            };
            if next.left == 0 {
                self.found(&next);
            } else if self.may_help(
                next.kept + (next.left / SHORTEST * gain).min(next.left),
                Mask::MAX,
            ) {
                self.go_on(&next, &list.pieces[place..list.len], *gain);
            }
        }
    }

    /// Goes on after a piece, with those of its list that are still worth it.
    fn go_on(&mut self, node: &Node, from: &[(u8, u8)], most: u8) {
        if node.left <= LONGEST {
            return self.last(node, from);
        }
        let others = node.left / SHORTEST - 1;
        let best = self.best.count;
        let mut list = List::new();
        list.fill(node, from.iter().copied(), |gain| {
            node.kept + gain + others * most >= best
        });
        let possible = list.pieces[..list.len]
            .iter()
            .fold(0, |all, (index, _)| all | ALL[usize::from(*index)].mask);
        let top = list.pieces[0].1;
        let bound = node.kept + (node.left / SHORTEST * top).min(node.left);
        if list.len > 0 && self.may_help(bound, node.missing | possible) {
            self.go(node, &list);
        }
    }

    /// The last piece: one of exactly the size that is left.
    fn last(&mut self, node: &Node, from: &[(u8, u8)]) {
        for (index, gain) in from {
            if !self.may_help(node.kept + gain, Mask::MAX) {
                return;
            }
            let piece = ALL[usize::from(*index)];
            if piece.size != node.left {
                continue;
            }
            let bound = node.kept + node.supply.held(piece.mask);
            if !self.may_help(bound, node.missing | piece.mask) {
                continue;
            }
            if let Some(whole) = node.with(piece) {
                self.found(&whole);
            }
        }
    }

    fn found(&mut self, whole: &Node) {
        let kept = Kept {
            count: whole.kept,
            missing: whole.missing & self.wanted,
        };
        self.best = if self.any { self.best.or(kept) } else { kept };
        self.any = true;
    }

    /// Whether a goal that keeps at most so many, missing at most these faces, could change the answer.
    fn may_help(&self, bound: u8, possible: Mask) -> bool {
        let new = possible & self.wanted & !self.best.missing != 0;
        !self.any || bound > self.best.count || (bound == self.best.count && new)
    }
}

/// Keeps most in `count` pairs.
pub(super) fn in_pairs(supply: Supply, count: u32) -> Kept {
    let (single, double) = supply.singles_and_pairs();
    let pairs = double.count_ones().min(count);
    let open = count - pairs;
    let halves = single.count_ones().min(open);
    let none_held = !(single | double) & ((1 << 52) - 1);
    let missing = match open {
        0 => 0,
        _ if halves < open => single | none_held,
        _ => single,
    };
    Kept {
        count: (2 * pairs + halves) as u8,
        missing,
    }
}
