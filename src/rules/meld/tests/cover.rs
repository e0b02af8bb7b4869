//! A slow second opinion on what can be laid in 101: every tile in turn is left, or lies in any meld there is.
//!
//! It knows neither tables nor colours apart, and splits no run. Melds are lists of faces, runs of every length among
//! them; each face of a meld is a tile of the rack or one of its jokers, whichever, whether the rack has that tile or not.
//! What is left of a rack is remembered, for many choices lead to the same rest.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::tile::{Face, Tile};

/// Points, jokers and tiles.
pub(super) type Sum = (i32, i32, i32);

/// Every meld by its faces: those of each face.
static MELDS: LazyLock<Vec<Vec<Vec<usize>>>> = LazyLock::new(|| {
    let mut melds: Vec<Vec<usize>> = Vec::new();
    for number in 0..13 {
        for colours in 0..16u32 {
            if colours.count_ones() >= 3 {
                let chosen = (0..4).filter(|colour| colours >> colour & 1 == 1);
                melds.push(chosen.map(|colour| 13 * colour + number).collect());
            }
        }
    }
    for colour in 0..4 {
        for first in 0..11 {
            for last in first + 2..13 {
                melds.push((first..=last).map(|number| 13 * colour + number).collect());
            }
        }
    }
    (0..52)
        .map(|face| {
            let with = melds.iter().filter(|meld| meld.contains(&face));
            with.cloned().collect()
        })
        .collect()
});

/// What is compared: greater is better.
pub(super) type Order = fn(Sum) -> Sum;

/// Most points, few jokers, many tiles.
pub(super) fn by_points((points, jokers, tiles): Sum) -> Sum {
    (points, -jokers, tiles)
}

/// Most tiles, most points, few jokers.
pub(super) fn by_tiles((points, jokers, tiles): Sum) -> Sum {
    (tiles, points, -jokers)
}

type Rest = (u128, i32);

/// A rack and what is known of its rests.
pub(super) struct Cover {
    order: Order,
    known: HashMap<Rest, Sum>,
}

impl Cover {
    pub(super) fn new(order: Order) -> Self {
        Self {
            order,
            known: HashMap::new(),
        }
    }

    /// What the best laying comes to.
    pub(super) fn best(&mut self, tiles: &[Tile], okey: Face) -> Sum {
        self.most(count(tiles, okey))
    }

    /// The same with a tile that must be laid: every meld with it, and beside it the best of the rest.
    pub(super) fn best_with(&mut self, tiles: &[Tile], okey: Face, taken: Tile) -> Option<Sum> {
        let rest = count(tiles, okey);
        let mut best: Option<Sum> = None;
        if taken == Tile::Numbered(okey) {
            for face in 0..52 {
                // The joker as this face: a tile of its own that must be laid.
                self.with(rest, face, 1, &mut best);
            }
        } else {
            let face = taken.face().unwrap_or(okey).index();
            self.with(rest, face, 0, &mut best);
        }
        best
    }

    fn most(&mut self, rest: Rest) -> Sum {
        if rest.0 == 0 {
            return (0, 0, 0);
        }
        if let Some(known) = self.known.get(&rest) {
            return *known;
        }
        let face = rest.0.trailing_zeros() as usize / 2;
        let mut best = Some(self.most((rest.0 - (1 << (2 * face)), rest.1)));
        self.with(rest, face, 0, &mut best);
        let best = best.expect("leaving the tile is one way");
        self.known.insert(rest, best);
        best
    }

    /// Better sums with a tile of this face, or a joker as it, in a meld.
    fn with(&mut self, rest: Rest, face: usize, as_joker: i32, best: &mut Option<Sum>) {
        let rest = match as_joker {
            0 => (rest.0 - (1 << (2 * face)), rest.1),
            _ => (rest.0, rest.1 - 1),
        };
        for meld in &MELDS[face] {
            let others: Vec<usize> = meld.iter().copied().filter(|one| *one != face).collect();
            let points: i32 = meld.iter().map(|one| *one as i32 % 13 + 1).sum();
            let own = (points, as_joker, meld.len() as i32);
            self.fill(rest, &others, own, best);
        }
    }

    /// The faces of a meld from the rack, or from its jokers.
    fn fill(&mut self, rest: Rest, faces: &[usize], own: Sum, best: &mut Option<Sum>) {
        let Some((face, others)) = faces.split_first() else {
            if own.1 == own.2 {
                return;
            }
            let beside = self.most(rest);
            let sum = (own.0 + beside.0, own.1 + beside.1, own.2 + beside.2);
            if best.is_none_or(|best| (self.order)(sum) > (self.order)(best)) {
                *best = Some(sum);
            }
            return;
        };
        if rest.0 >> (2 * face) & 3 > 0 {
            self.fill((rest.0 - (1 << (2 * face)), rest.1), others, own, best);
        }
        if rest.1 > 0 {
            self.fill(
                (rest.0, rest.1 - 1),
                others,
                (own.0, own.1 + 1, own.2),
                best,
            );
        }
    }
}

fn count(tiles: &[Tile], okey: Face) -> Rest {
    let mut rest: Rest = (0, 0);
    for tile in tiles {
        match tile {
            Tile::Numbered(face) if *face == okey => rest.1 += 1,
            Tile::Numbered(face) => rest.0 += 1 << (2 * face.index()),
            Tile::FalseJoker => rest.0 += 1 << (2 * okey.index()),
        }
    }
    rest
}

/// The most doubles, tile by tile: the first is left, or lies with any that makes a double with it.
pub(super) fn doubles(
    tiles: &[Tile],
    okey: Face,
    most_tiles: usize,
    taken: Option<Tile>,
) -> Option<usize> {
    let Some((first, rest)) = tiles.split_first() else {
        return taken.is_none().then_some(0);
    };
    let mut best = doubles(rest, okey, most_tiles, taken);
    if most_tiles < 2 {
        return best;
    }
    let mut tried = Vec::new();
    for place in 0..rest.len() {
        let other = rest[place];
        let joker = Tile::Numbered(okey);
        if tried.contains(&other) || *first != other && *first != joker && other != joker {
            continue;
        }
        tried.push(other);
        let mut rest = rest.to_vec();
        rest.remove(place);
        let open = taken.filter(|taken| *taken != *first && *taken != other);
        let beside = doubles(&rest, okey, most_tiles - 2, open);
        best = best.max(beside.map(|doubles| doubles + 1));
    }
    best
}
