//! What comes after the next useful tile: how far melds are, which tiles help, and what would help then.
//!
//! Everything is exact, but for one thing: where a tile leaves two missing or more, what helps then is told of all
//! fifteen tiles. The discard that follows hardly ever takes away from it, and looking at each takes ten times as long.

use super::distance::{Counted, GOAL, PAIRS, Rest, Unseen};
use super::held::{Held, Mask, bit};
use super::solver;
use crate::tile::{Face, Tile};

/// Tiles that nobody has shown, by what they mean.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    held: Held,
    jokers: u8,
    okey: Face,
}

impl Live {
    /// The tiles that may still come when this is the okey.
    pub fn of(unseen: &Unseen, okey: Face) -> Self {
        let mut held = Held::default();
        for tile in Tile::kinds().filter(|tile| !tile.is_joker(okey)) {
            let face = bit(tile.face().unwrap_or(okey));
            for _ in 0..unseen.of(tile) {
                held = held.with(face);
            }
        }
        Self {
            held,
            jokers: unseen.of(Tile::Numbered(okey)),
            okey,
        }
    }

    /// How many of these faces there may still be; a joker is as good as any.
    fn count(&self, faces: Mask) -> u32 {
        let Held { once, twice } = self.held;
        (faces & once).count_ones() + (faces & twice).count_ones() + u32::from(self.jokers)
    }

    fn without(&self, face: Mask) -> Self {
        Self {
            held: self.held.without(face),
            ..*self
        }
    }
}

/// So many tiles are missing, and so many that may still come would lower that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// How many tiles are missing.
    pub distance: u8,
    /// How many live tiles are useful.
    pub useful: u32,
}

/// Fourteen tiles on their way to a win in melds, and to one in pairs.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    rest: Counted,
    /// What melds keep, jokers apart.
    kept: u8,
    nearer: Mask,
    /// The way to sets and runs.
    pub melds: Wait,
    /// The way to seven pairs.
    pub pairs: Wait,
}

impl Outlook {
    /// Looks at fourteen tiles.
    pub fn of(tiles: &[Tile], live: &Live) -> Self {
        let rest = Counted::of(tiles, live.okey);
        Self::keeping(rest, solver::most(rest.held), live)
    }

    /// Looks at what a discard leaves.
    pub fn after(rest: &Rest, live: &Live) -> Self {
        Self::keeping(rest.counted, rest.in_melds, live)
    }

    /// The same of tiles of which melds keep so many.
    fn keeping(rest: Counted, kept: u8, live: &Live) -> Self {
        let in_pairs = solver::most_in_pairs(rest.held, PAIRS);
        let missing = |kept: u8| (GOAL as u8).saturating_sub(kept + rest.jokers);
        let wait = |distance, nearer| Wait {
            distance,
            useful: match distance {
                0 => 0,
                _ => live.count(nearer),
            },
        };
        let nearer = match missing(kept) {
            0 => 0,
            _ => solver::missing(rest.held, kept, live.held.once),
        };
        Self {
            rest,
            kept,
            nearer,
            melds: wait(missing(kept), nearer),
            pairs: wait(
                missing(in_pairs),
                solver::missing_in_pairs(rest.held, PAIRS),
            ),
        }
    }

    /// Every live tile that is useful for melds, by how many of it there are, and what is then waited for.
    pub fn next(&self, live: &Live) -> Vec<(u32, Wait)> {
        let Some(distance) = self.melds.distance.checked_sub(1) else {
            return Vec::new();
        };
        let mut next = Vec::new();
        if live.jokers > 0 {
            // With a joker all tiles are kept that were kept, so the same ones are useful.
            let useful = self.melds.useful - 1;
            next.push((u32::from(live.jokers), Wait { distance, useful }));
        }
        for (face, after) in self.two_by_two(self.nearer & live.held.once) {
            let copies = 1 + u32::from(live.held.twice & face != 0);
            let useful = self.useful_with(face, after, &live.without(face));
            next.push((copies, Wait { distance, useful }));
        }
        next
    }

    /// For each of these faces, which all help, those of them that help once it has come.
    ///
    /// Whatever helps then helps now, and it helps after a face as that does after it: so only later ones are asked for.
    fn two_by_two(&self, faces: Mask) -> Vec<(Mask, Mask)> {
        let mut found: Vec<(Mask, Mask)> = Vec::new();
        if self.melds.distance < 2 {
            return bits(faces).map(|face| (face, 0)).collect();
        }
        for face in bits(faces) {
            let earlier = found.iter().filter(|(_, after)| after & face != 0);
            let earlier = earlier.fold(0, |all, (other, _)| all | other);
            let later = faces & !(face - 1);
            let held = self.rest.held.with(face);
            let later = solver::missing(held, self.kept + 1, later);
            found.push((face, earlier | later));
        }
        found
    }

    /// How many tiles are useful with one more tile that is; these faces are.
    fn useful_with(&self, face: Mask, after: Mask, live: &Live) -> u32 {
        let (held, kept) = (self.rest.held.with(face), self.kept + 1);
        match self.melds.distance {
            0 | 1 => 0,
            2 => best_wait(after, live, |other| {
                solver::spare(held.with(other), kept + 1)
            }),
            _ => live.count(after),
        }
    }
}

/// How many tiles win after the best discard of those that melds can do without; one of these faces must come.
///
/// A tile wins after a discard if with it one tile more is kept, and without the discard as many as that: so what can go
/// is asked once for each tile that may win, of which there are fewer than discards.
fn best_wait(faces: Mask, live: &Live, spare_with: impl Fn(Mask) -> Mask) -> u32 {
    let mut waits = [0; Mask::BITS as usize];
    for face in bits(faces & live.held.once) {
        let copies = 1 + u32::from(live.held.twice & face != 0);
        for discard in bits(spare_with(face)) {
            waits[discard.trailing_zeros() as usize] += copies;
        }
    }
    // Fourteen tiles of fifteen are missing one, so one can go; and a joker is as good as any tile.
    waits.into_iter().max().unwrap_or(0) + u32::from(live.jokers)
}

/// The faces of a mask one by one.
fn bits(mut mask: Mask) -> impl Iterator<Item = Mask> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask &= mask.wrapping_sub(1);
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;
    use crate::meld::held::ALL;
    use crate::meld::tests::rounds;
    use crate::meld::{best_discards, progress, rest};

    /// Fourteen tiles of a shuffled deck after some turns of keeping what is nearest, and the rest of the deck.
    fn rack(seed: u64) -> (Vec<Tile>, Face, Unseen) {
        let indicator = Face::all().nth(3).expect("52 faces");
        let mut deck = Tile::deck();
        super::super::remove(&mut deck, Tile::Numbered(indicator));
        Dice::from_seed(seed).shuffle(&mut deck);
        let mut rack = deck[..14].to_vec();
        for tile in &deck[14..14 + 2 * (seed as usize % 10)] {
            rack.push(*tile);
            let best = best_discards(&rack, indicator);
            rack = rest(&rack, best[0].tile);
        }
        let unseen = Unseen::but(&rack, indicator);
        (rack, indicator, unseen)
    }

    #[test]
    fn it_agrees_with_the_distance() {
        for seed in 0..rounds(200) {
            let (rack, indicator, unseen) = rack(seed);
            let outlook = Outlook::of(&rack, &Live::of(&unseen, indicator.okey()));
            let whole = progress(&rack, indicator);
            let (melds, pairs) = (outlook.melds, outlook.pairs);
            assert_eq!(whole.distance, melds.distance.min(pairs.distance));
            if melds.distance < pairs.distance && melds.distance > 0 {
                assert_eq!(whole.count(&unseen), melds.useful, "seed {seed}");
            }
            if pairs.distance < melds.distance && pairs.distance > 0 {
                assert_eq!(whole.count(&unseen), pairs.useful, "seed {seed}");
            }
        }
    }

    /// By the meaning of it: every tile that can go is left away, and what wins then is counted.
    fn wait_by_discards(held: Held, kept: u8, live: &Live) -> u32 {
        let waits = bits(solver::spare(held, kept))
            .map(|face| live.count(solver::missing(held.without(face), kept, ALL)));
        waits.max().unwrap_or(0)
    }

    #[test]
    fn the_best_wait_is_that_of_some_discard() {
        let mut compared = 0;
        for seed in 0..rounds(400) {
            let (rack, indicator, unseen) = rack(seed);
            let live = Live::of(&unseen, indicator.okey());
            let outlook = Outlook::of(&rack, &live);
            if outlook.melds.distance != 2 {
                continue;
            }
            let next = outlook.next(&live);
            let faces = bits(outlook.nearer & live.held.once);
            for (face, (_, wait)) in faces.zip(&next[usize::from(live.jokers > 0)..]) {
                let held = outlook.rest.held.with(face);
                let expected = wait_by_discards(held, outlook.kept + 1, &live.without(face));
                assert_eq!(wait.useful, expected, "seed {seed}");
                compared += 1;
            }
        }
        assert!(compared > 300, "{compared}");
    }

    /// Asked two by two, the answer for each tile is that of all faces.
    #[test]
    fn far_from_a_win_what_helps_next_is_told_of_all_fifteen_tiles() {
        let mut compared = 0;
        for seed in 0..rounds(200) {
            let (rack, indicator, unseen) = rack(seed);
            let live = Live::of(&unseen, indicator.okey());
            let outlook = Outlook::of(&rack, &live);
            if outlook.melds.distance < 3 {
                continue;
            }
            let next = outlook.next(&live);
            let faces = bits(outlook.nearer & live.held.once);
            for (face, (_, wait)) in faces.zip(&next[usize::from(live.jokers > 0)..]) {
                let held = outlook.rest.held.with(face);
                let helps = solver::missing(held, outlook.kept + 1, ALL);
                assert_eq!(wait.useful, live.without(face).count(helps), "seed {seed}");
                compared += 1;
            }
        }
        assert!(compared > 1_000, "{compared}");
    }

    /// Every useful tile comes once, and before a win its best wait is the true one.
    #[test]
    fn what_comes_next_is_what_the_solver_says_with_the_tile() {
        let mut exact = 0;
        for seed in 0..rounds(200) {
            let (rack, indicator, unseen) = rack(seed);
            let outlook = Outlook::of(&rack, &Live::of(&unseen, indicator.okey()));
            if outlook.melds.distance == 0 || outlook.pairs.distance <= outlook.melds.distance {
                continue;
            }
            let now = progress(&rack, indicator);
            let next = outlook.next(&Live::of(&unseen, indicator.okey()));
            let copies: u32 = next.iter().map(|(copies, _)| copies).sum();
            assert_eq!(copies, outlook.melds.useful);
            if outlook.melds.distance != 2 {
                continue;
            }
            let mut waits: Vec<u32> = Vec::new();
            let natural = Tile::kinds().filter(|tile| !tile.is_joker(indicator.okey()));
            for tile in natural.filter(|tile| now.wants(*tile) && unseen.of(*tile) > 0) {
                let with = [&rack[..], &[tile]].concat();
                let live = Unseen::but(&with, indicator);
                let best = best_discards(&with, indicator).into_iter();
                waits.extend(best.map(|left| left.progress.count(&live)).max());
                exact += 1;
            }
            let jokers = usize::from(unseen.of(Tile::Numbered(indicator.okey())) > 0);
            let mut found: Vec<u32> = next[jokers..].iter().map(|(_, wait)| wait.useful).collect();
            waits.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, waits, "seed {seed}");
        }
        assert!(exact > 100, "{exact}");
    }
}
