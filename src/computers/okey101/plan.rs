//! The rest of a turn of somebody who has opened: what to lay, what to lay off, and what to discard then.
//!
//! What lies in a new meld cannot be laid off and the other way round, so a plan first chooses what is laid off before
//! anything is melded, and how many jokers are kept for the end. Every such choice is tried; the melds of what is left are
//! those of the exact solver. The cheapest end is taken.

use crate::rules::meld::{Goal, Laying, Left, Sort, best_laying, most_doubles, remove};
use crate::rules::okey101::options::{JokerHeld, Options};
use crate::rules::okey101::{Composed, Kind, OpenKind, score};
use crate::rules::tile::{Face, Tile};

use super::reason::Merit;
use super::spots::{Fit, Spots};

/// Of so many different tiles that fit now every choice is tried.
const TRIED: usize = 4;
/// What a finish is worth before it is multiplied: more than any rack costs.
const FINISH: i32 = 10_000;

/// What a turn may do.
#[derive(Clone)]
pub(super) struct Turn<'a> {
    pub options: &'a Options,
    pub okey: Face,
    pub spots: Spots,
    /// With what the player has opened.
    pub kind: OpenKind,
    /// Whether doubles may be laid (101 rules 8.2 and 8.3).
    pub doubles: bool,
    /// How many tiles may still be laid off in this turn (101 rules 8.2).
    pub lay_offs: usize,
    /// How often the player will still draw, as far as one looks ahead.
    pub draws: usize,
}

/// One action at the table.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Step {
    /// A further meld or double.
    Lay(Composed),
    /// A tile to a meld.
    LayOff(Tile, Fit),
}

/// The rest of a turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plan {
    /// What is done at the table, in this order.
    pub steps: Vec<Step>,
    /// What is discarded at last.
    pub discard: Tile,
    /// Whether that is the last tile.
    pub finishes: bool,
    /// What it costs, with what may still come set off; only for comparing.
    pub cost: i32,
    /// What the tiles left would cost if the round ended then.
    pub left: i32,
}

impl Turn<'_> {
    /// The cheapest rest of the turn; `None` if the taken tile cannot be used, or there is nothing to discard.
    pub(super) fn best(&self, rack: &[Tile], taken: Option<Tile>) -> Option<Plan> {
        let Some(taken) = taken else {
            return self.free(rack);
        };
        let mut plans = Vec::new();
        if self.lay_offs > 0 && rack.len() > 1 {
            for fit in self.spots.places(taken) {
                let mut draft = Draft::of(self, rack);
                draft.lay_off(taken, fit);
                plans.extend(
                    draft
                        .turn
                        .clone()
                        .free(&draft.rest)
                        .map(|rest| after(draft.steps, rest)),
                );
            }
        }
        if self.kind == OpenKind::Series {
            let laying = best_laying(rack, self.okey, Goal::Tiles, Some(taken), Left::One);
            plans.extend(laying.and_then(|laying| self.melding(rack, &laying, taken)));
        }
        if self.doubles {
            let doubles = most_doubles(rack, self.okey, Some(taken), Left::One);
            plans.extend(doubles.and_then(|doubles| self.doubling(rack, &doubles, taken)));
        }
        plans.into_iter().min_by_key(|plan| plan.cost)
    }

    /// Lays the meld with the taken tile first.
    fn melding(&self, rack: &[Tile], laying: &Laying, taken: Tile) -> Option<Plan> {
        let meld = laying
            .melds
            .iter()
            .find(|meld| meld.tiles.contains(&taken))?;
        let mut draft = Draft::of(self, rack);
        draft.meld(meld.sort, &meld.tiles);
        let rest = draft.turn.free(&draft.rest)?;
        Some(after(draft.steps, rest))
    }

    fn doubling(&self, rack: &[Tile], doubles: &[[Tile; 2]], taken: Tile) -> Option<Plan> {
        let double = doubles.iter().find(|double| double.contains(&taken))?;
        let mut draft = Draft::of(self, rack);
        draft.double(*double);
        let rest = draft.turn.free(&draft.rest)?;
        Some(after(draft.steps, rest))
    }

    /// The cheapest rest of the turn where nothing must be used.
    fn free(&self, rack: &[Tile]) -> Option<Plan> {
        let jokers = rack.iter().filter(|tile| tile.is_joker(self.okey)).count();
        let fitting = self.fitting(rack);
        let drafts = choices(&fitting).flat_map(|first| {
            let kept = 0..=jokers;
            kept.filter_map(move |kept| self.draft(rack, &first, kept))
        });
        drafts.min_by_key(|plan| plan.cost)
    }

    /// The tiles that can be laid off now of which every choice is tried: different ones, and no jokers.
    pub(super) fn fitting(&self, rack: &[Tile]) -> Vec<Tile> {
        if self.lay_offs == 0 {
            return Vec::new();
        }
        let real = rack.iter().filter(|tile| !tile.is_joker(self.okey));
        let mut fitting: Vec<Tile> = real
            .copied()
            .filter(|tile| self.spots.takes(*tile))
            .collect();
        fitting.dedup();
        fitting.truncate(TRIED);
        fitting
    }

    /// The plan that lays these tiles off first and keeps so many jokers out of melds.
    fn draft(&self, rack: &[Tile], first: &[Tile], kept: usize) -> Option<Plan> {
        let mut draft = Draft::of(self, rack);
        for tile in first {
            let fit = draft.turn.spots.place(*tile)?;
            if draft.rest.len() > 1 && draft.turn.lay_offs > 0 {
                draft.lay_off(*tile, fit);
            }
        }
        if self.kind == OpenKind::Series {
            let mut melding = draft.rest.clone();
            for _ in 0..kept {
                remove(&mut melding, Tile::Numbered(self.okey));
            }
            let left = if kept == 0 { Left::One } else { Left::Any };
            let laying = best_laying(&melding, self.okey, Goal::Tiles, None, left);
            for meld in laying.unwrap_or_default().melds {
                draft.meld(meld.sort, &meld.tiles);
            }
        }
        if self.doubles {
            draft.pair_up();
        }
        draft.lay_off_all();
        draft.end()
    }
}

/// Every choice of some tiles, first none of them.
pub(super) fn choices(tiles: &[Tile]) -> impl Iterator<Item = Vec<Tile>> {
    (0..1u32 << tiles.len()).map(|chosen| {
        let chosen = tiles
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen >> place & 1 == 1);
        chosen.map(|(_, tile)| *tile).collect()
    })
}

/// These tiles without one of them.
fn without(tiles: &[Tile], tile: Tile) -> Vec<Tile> {
    let mut kept = tiles.to_vec();
    remove(&mut kept, tile);
    kept
}

/// A plan that begins with these steps.
fn after(mut steps: Vec<Step>, plan: Plan) -> Plan {
    steps.extend(plan.steps);
    Plan { steps, ..plan }
}

/// A turn half thought out.
struct Draft<'a> {
    turn: Turn<'a>,
    steps: Vec<Step>,
    rest: Vec<Tile>,
}

impl<'a> Draft<'a> {
    fn of(turn: &Turn<'a>, rack: &[Tile]) -> Self {
        Self {
            turn: turn.clone(),
            steps: Vec::new(),
            rest: rack.to_vec(),
        }
    }

    fn lay_off(&mut self, tile: Tile, fit: Fit) {
        self.turn.spots.add(tile, fit);
        self.turn.lay_offs -= 1;
        remove(&mut self.rest, tile);
        self.steps.push(Step::LayOff(tile, fit));
    }

    fn meld(&mut self, sort: Sort, tiles: &[Tile]) {
        self.turn.spots.lay(sort, tiles);
        for tile in tiles {
            remove(&mut self.rest, *tile);
        }
        self.steps.push(Step::Lay(composed(sort, tiles)));
    }

    fn double(&mut self, double: [Tile; 2]) {
        self.turn.spots.lay_double();
        for tile in double {
            remove(&mut self.rest, tile);
        }
        self.steps
            .push(Step::Lay(Composed::as_kind(double.to_vec(), Kind::Pair)));
    }

    /// Lays all doubles that leave a tile.
    fn pair_up(&mut self) {
        let doubles = most_doubles(&self.rest, self.turn.okey, None, Left::One);
        for double in doubles.unwrap_or_default() {
            self.double(double);
        }
    }

    /// Lays off what fits as long as a tile stays: real tiles first, jokers as bridges for others, then for themselves.
    fn lay_off_all(&mut self) {
        while self.rest.len() > 1 && self.turn.lay_offs > 0 {
            let okey = self.turn.okey;
            let spots = &self.turn.spots;
            // The dearest first: one of them may have to stay, and there may be a limit.
            let value = |tile: &Tile| score::value(self.turn.options, okey, *tile);
            let real = self.rest.iter().filter(|tile| !tile.is_joker(okey));
            let fits = real.filter_map(|tile| Some((*tile, spots.place(*tile)?)));
            let next = fits.max_by_key(|(tile, _)| value(tile));
            let Some((tile, fit)) = next.or_else(|| self.joker_fit()) else {
                return;
            };
            self.lay_off(tile, fit);
        }
    }

    /// The place where a joker makes another tile fit, else any.
    fn joker_fit(&self) -> Option<(Tile, Fit)> {
        let joker = Tile::Numbered(self.turn.okey);
        if !self.rest.contains(&joker) {
            return None;
        }
        let mut places: Vec<Fit> = self.turn.spots.places(joker).collect();
        let bridges = |fit: &Fit| {
            let mut spots = self.turn.spots.clone();
            spots.add(joker, *fit);
            self.rest
                .iter()
                .any(|tile| *tile != joker && spots.takes(*tile))
        };
        let bridge = places.iter().copied().find(bridges);
        bridge.or_else(|| places.pop()).map(|fit| (joker, fit))
    }

    /// Chooses the discard.
    fn end(self) -> Option<Plan> {
        let (turn, rest) = (&self.turn, &self.rest);
        let finishes = rest.len() == 1;
        let ends = rest.iter().map(|tile| {
            let cost = if finishes {
                -turn.finish(*tile)
            } else {
                turn.cost_without(rest, *tile)
            };
            (*tile, cost)
        });
        // Whole points tell too little apart where much is hoped for; and what is paid now is paid for certain.
        let (discard, cost) = ends.min_by_key(|(tile, cost)| {
            let kept = without(rest, *tile);
            (
                *cost,
                turn.penalty(*tile),
                turn.hoped(&kept),
                turn.left(&kept),
            )
        })?;
        Some(Plan {
            left: turn.left(&without(rest, discard)),
            steps: self.steps,
            discard,
            finishes,
            cost,
        })
    }
}

/// So many parts of a hundred of a tile's points are hoped to go for each turn and each tile that would help.
const HOPE: i32 = 12;
/// But not more than so many.
const MOST_HOPE: i32 = 80;

impl Turn<'_> {
    /// What finishing with this tile is worth.
    fn finish(&self, tile: Tile) -> i32 {
        if tile.is_joker(self.okey) {
            2 * FINISH
        } else {
            FINISH
        }
    }

    /// What the rack costs without this tile, its discard included.
    fn cost_without(&self, rest: &[Tile], discard: Tile) -> i32 {
        self.leftover(&without(rest, discard)) + self.penalty(discard)
    }

    /// What a discard costs by itself (101 rules 10.4).
    fn penalty(&self, discard: Tile) -> i32 {
        if discard.is_joker(self.okey) || self.spots.takes(discard) {
            self.options.penalty_amount as i32
        } else {
            0
        }
    }

    /// What tiles would cost, the hopes to be rid of some of them and to finish set off.
    pub(super) fn leftover(&self, kept: &[Tile]) -> i32 {
        let finish = finish_chance(kept.len(), self.draws);
        let left = (100 - finish) * self.hoped(kept) / 100 + finish * score::FINISHER;
        self.times() * left / 100 + self.charges(kept)
    }

    /// What tiles would cost if nobody finished with them, the hopes to be rid of some set off; in hundredths of points.
    fn hoped(&self, kept: &[Tile]) -> i32 {
        let points = kept.iter().map(|tile| {
            let hope = (HOPE * self.helpers(kept, *tile) * self.draws as i32).min(MOST_HOPE);
            score::value(self.options, self.okey, *tile) * (100 - hope)
        });
        points.sum()
    }

    /// What tiles would cost if the round ended now.
    fn left(&self, kept: &[Tile]) -> i32 {
        self.worth(kept) + self.charges(kept)
    }

    /// What speaks for the tiles that this discard leaves, beside those that others would.
    pub(super) fn merit(&self, rest: &[Tile], discard: Tile) -> Merit {
        let left = self.left(&without(rest, discard));
        let mut cheaper = rest
            .iter()
            .filter(|other| self.left(&without(rest, **other)) < left)
            .peekable();
        if cheaper.peek().is_none() {
            return Merit::Cheapest;
        }
        let is_free = |tile: Tile| self.penalty(tile) == 0;
        if is_free(discard) && !cheaper.any(|other| is_free(*other)) {
            Merit::CheapestOfFree
        } else {
            Merit::Hopeful
        }
    }

    /// What tiles cost at the end of a round, jokers held not charged (101 rules 10.1).
    fn worth(&self, kept: &[Tile]) -> i32 {
        let values = kept.iter();
        let values = values.map(|tile| score::value(self.options, self.okey, *tile));
        self.times() * values.sum::<i32>()
    }

    fn times(&self) -> i32 {
        match self.kind {
            OpenKind::Series => 1,
            OpenKind::Doubles => 2,
        }
    }

    /// What is charged for jokers that are held at the end (101 rules 10.6).
    fn charges(&self, kept: &[Tile]) -> i32 {
        let jokers = kept.iter().filter(|tile| tile.is_joker(self.okey)).count();
        let charged = match self.options.joker_held {
            JokerHeld::PerHand => jokers.min(1),
            JokerHeld::PerJoker => jokers,
        };
        charged as i32 * self.options.penalty_amount as i32
    }

    /// How many faces would make a tile fit: beside another tile that is kept, or between it and a run on the table.
    fn helpers(&self, kept: &[Tile], tile: Tile) -> i32 {
        if tile.is_joker(self.okey) {
            return 0;
        }
        let face = tile.face().unwrap_or(self.okey);
        let near = kept.iter().map(|other| {
            let other = other.face().unwrap_or(self.okey);
            let apart = face.number().abs_diff(other.number());
            match (face.colour() == other.colour(), apart) {
                _ if self.kind == OpenKind::Doubles => 0,
                (true, 1) | (false, 0) => 2,
                (true, 2) => 1,
                _ => 0,
            }
        });
        near.sum::<i32>() + 2 * self.spots.one_short(face) as i32
    }
}

/// In so many turns of a hundred a rack of few tiles gets rid of one besides the discard.
const LAYS: i32 = 35;

/// In how many rounds of a hundred a rack of so many tiles finishes with so many draws.
fn finish_chance(tiles: usize, draws: usize) -> i32 {
    // The chance of at least as many good turns as there are tiles.
    let mut exactly = vec![0.0; draws + 1];
    exactly[0] = 1.0;
    let lays = f64::from(LAYS) / 100.0;
    for turn in 1..=draws {
        for good in (0..=turn).rev() {
            let before = if good > 0 { exactly[good - 1] } else { 0.0 };
            exactly[good] = exactly[good] * (1.0 - lays) + before * lays;
        }
    }
    let enough: f64 = exactly.iter().skip(tiles).sum();
    (100.0 * enough) as i32
}

/// A meld as it is laid.
pub(super) fn composed(sort: Sort, tiles: &[Tile]) -> Composed {
    let kind = match sort {
        Sort::Run => Kind::Run,
        Sort::Set => Kind::Set,
    };
    Composed::as_kind(tiles.to_vec(), kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 101 rules 8.2: whoever has opened with doubles may lay off first, and pair what is left then.
    #[test]
    fn what_could_be_paired_is_laid_off_where_less_is_left() {
        let tiles = |text| Tile::read_all(text).expect("tiles are written in full");
        let options = Options::default();
        let okey = tiles("R5")[0].face().expect("a face");
        let mut spots = Spots::of(&[], okey);
        spots.lay(Sort::Run, &tiles("K9 K10 K11 K12 K13"));
        for (lay_offs, left) in [(usize::MAX, 48), (4, 48), (3, 58), (2, 68), (1, 68)] {
            let turn = Turn {
                options: &options,
                okey,
                spots: spots.clone(),
                kind: OpenKind::Doubles,
                doubles: true,
                lay_offs,
                draws: 0,
            };
            let rack = tiles("Y1 Y4 Y6 G10 K2 K3 K5 K6 K7 K8 K8");
            let plan = turn.best(&rack, None).expect("there is a discard");
            assert_eq!(plan.left, left, "{lay_offs}: {:?}", plan.steps);
        }
    }
}
