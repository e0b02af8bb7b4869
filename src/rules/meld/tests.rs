//! The solver against a slow second opinion: plain backtracking over lists of faces that counts what a whole goal
//! wants only at its end, and against the win test, which is another search.

use super::{Unseen, discards, distance, distances, pairs, partition, progress, rest};
use crate::rules::Dice;
use crate::rules::tile::{Colour, Face, Tile};

/// The racks of one run; equal parts with 0, 1 and 2 jokers, and in each 0, 1 and 2 false jokers.
const RACKS: usize = 3_600;
/// Of these, one in so many is dealt blindly: far from a win the second opinion is very slow.
const BLIND: usize = 20_000;
const SEED: u64 = 20_261_120;

std::thread_local! {
    static MELDS: std::rc::Rc<Vec<Vec<usize>>> = std::rc::Rc::new(melds());
}

/// How often each face is wanted or held.
type Counts = [u8; 52];

struct Oracle {
    melds: std::rc::Rc<Vec<Vec<usize>>>,
    held: Counts,
    exist: Counts,
    /// The fewest missing tiles found, not more than it was told to look for.
    fewest: u8,
    missing: [bool; 52],
}

fn melds() -> Vec<Vec<usize>> {
    let mut melds = Vec::new();
    for number in 0..13 {
        let set = |without: usize| {
            (0..4)
                .filter(move |c| *c != without)
                .map(move |c| 13 * c + number)
        };
        melds.extend((0..5).map(|without| set(without).collect()));
    }
    for colour in 0..4 {
        for length in 3..=5 {
            let run = |first: usize| (first..first + length).map(|at| 13 * colour + at % 13);
            melds.extend((0..=14 - length).map(|first| run(first).collect()));
        }
    }
    melds
}

impl Oracle {
    fn of(tiles: &[Tile], indicator: Face, most: u8) -> Self {
        let okey = indicator.okey();
        let mut held = [0; 52];
        for tile in tiles.iter().filter(|tile| !tile.is_joker(okey)) {
            held[tile.face().unwrap_or(okey).index()] += 1;
        }
        let mut exist = [2; 52];
        exist[indicator.index()] = 1;
        Self {
            melds: MELDS.with(std::rc::Rc::clone),
            held,
            exist,
            fewest: most,
            missing: [false; 52],
        }
    }

    fn judge(&mut self, goal: &Counts) {
        let over = |face: usize, limit: &Counts| goal[face].saturating_sub(limit[face]);
        let missing: u8 = (0..52).map(|face| over(face, &self.held)).sum();
        let too_many: u8 = (0..52).map(|face| over(face, &self.exist)).sum();
        if too_many > 2 || missing > self.fewest {
            return;
        }
        if missing < self.fewest {
            self.missing = [false; 52];
        }
        self.fewest = missing;
        for face in 0..52 {
            self.missing[face] |= over(face, &self.held) > 0;
        }
    }

    fn in_melds(&mut self, goal: &mut Counts, left: usize, from: usize, missing: u8) {
        if left == 0 {
            return self.judge(goal);
        }
        let melds = std::rc::Rc::clone(&self.melds);
        for (meld, faces) in melds.iter().enumerate().skip(from) {
            if faces.len() != left && faces.len() + 3 > left {
                continue;
            }
            let more = faces
                .iter()
                .filter(|face| goal[**face] >= self.held[**face])
                .count() as u8;
            if missing + more > self.fewest {
                continue;
            }
            faces.iter().for_each(|face| goal[*face] += 1);
            self.in_melds(goal, left - faces.len(), meld, missing + more);
            faces.iter().for_each(|face| goal[*face] -= 1);
        }
    }

    fn in_pairs(&mut self, goal: &mut Counts, left: u8, from: usize, missing: u8) {
        if left == 0 {
            return self.judge(goal);
        }
        for face in from..52 {
            let more = 2 - self.held[face].min(2);
            // A pair of a face that is not held at all could as well be any other: the jokers' pair.
            if missing + more <= self.fewest {
                goal[face] += 2;
                self.in_pairs(goal, left - 1, face + 1, missing + more);
                goal[face] -= 2;
            }
        }
    }
}

/// The distance and the useful tiles by the second opinion, which is told where to stop looking.
fn opinion(tiles: &[Tile], indicator: Face, told: u8) -> Option<(u8, u32)> {
    let okey = indicator.okey();
    let jokers = tiles.iter().filter(|tile| tile.is_joker(okey)).count() as u8;
    let mut oracle = Oracle::of(tiles, indicator, told + jokers);
    oracle.in_pairs(&mut [0; 52], 7, 0, 0);
    oracle.in_melds(&mut [0; 52], 14, 0, 0);
    if !oracle.missing.contains(&true) && oracle.fewest > 0 {
        return None;
    }
    let distance = oracle.fewest.saturating_sub(jokers);
    let wanted = |face: &Face| oracle.missing[face.index()];
    let elsewhere = |face: Face| u32::from(oracle.exist[face.index()] - oracle.held[face.index()]);
    let useful: u32 = Face::all().filter(wanted).map(elsewhere).sum();
    let useful = useful + 2 - u32::from(jokers);
    Some((distance, if distance > 0 { useful } else { 0 }))
}

fn indicator(dice: &mut Dice) -> Face {
    Face::new(
        Colour::ALL[dice.below(4) as usize],
        dice.below(13) as u8 + 1,
    )
    .expect("a number of a tile")
}

/// A rack with so many jokers and false jokers, around some melds unless it is blind.
fn rack(dice: &mut Dice, indicator: Face, wild: usize, blind: bool) -> Vec<Tile> {
    let joker = Tile::Numbered(indicator.okey());
    let special = |tile: &Tile| *tile == joker || *tile == Tile::FalseJoker;
    let mut deck: Vec<Tile> = Tile::deck()
        .into_iter()
        .filter(|tile| !special(tile))
        .collect();
    super::remove(&mut deck, Tile::Numbered(indicator));
    dice.shuffle(&mut deck);
    let mut rack = [vec![joker; wild % 3], vec![Tile::FalseJoker; wild / 3 % 3]].concat();
    let faces: Vec<Face> = Face::all().collect();
    let melds = melds();
    let pairs = dice.below(6) == 0;
    while !blind && rack.len() < 11 {
        let meld = &melds[dice.below(melds.len() as u32) as usize];
        for face in meld
            .iter()
            .take(14 - rack.len())
            .take(if pairs { 1 } else { 5 })
        {
            for _ in 0..if pairs { 2 } else { 1 } {
                let tile = Tile::Numbered(faces[*face]);
                if super::remove(&mut deck, tile) {
                    rack.push(tile);
                }
            }
        }
    }
    let more = 14_usize.saturating_sub(rack.len());
    rack.extend(deck.drain(..more));
    rack.truncate(14);
    rack
}

fn text(tiles: &[Tile], indicator: Face) -> String {
    let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    format!("{} with indicator {indicator}", tiles.join(" "))
}

#[test]
fn the_solver_agrees_with_a_slow_second_opinion() {
    println!("seed {SEED}");
    let mut dice = Dice::from_seed(SEED);
    let mut met = [0; 15];
    for number in 0..RACKS {
        let indicator = indicator(&mut dice);
        let tiles = rack(&mut dice, indicator, number, number % BLIND == 0);
        let found = progress(&tiles, indicator);
        let useful = found.count(&Unseen::but(&tiles, indicator));
        met[usize::from(found.distance)] += 1;
        let told = opinion(&tiles, indicator, found.distance);
        assert_eq!(
            told,
            Some((found.distance, useful)),
            "{}",
            text(&tiles, indicator)
        );
        assert_eq!(
            distance(&tiles, indicator),
            found.distance,
            "{}",
            text(&tiles, indicator)
        );
        let okey = indicator.okey();
        let wins = partition(&tiles, okey).is_some() || pairs(&tiles, okey).len() == 7;
        assert_eq!(wins, found.distance == 0, "{}", text(&tiles, indicator));
    }
    println!("racks by distance: {met:?}");
}

/// The definition itself: a tile is useful if the best fourteen of the fifteen are nearer.
#[test]
fn useful_tiles_are_those_that_lower_the_distance() {
    let mut dice = Dice::from_seed(SEED + 1);
    for number in 0..60 {
        let indicator = indicator(&mut dice);
        let tiles = rack(&mut dice, indicator, number, number % 4 == 0);
        let found = progress(&tiles, indicator);
        let unseen = Unseen::but(&tiles, indicator);
        for tile in Tile::kinds().filter(|tile| unseen.of(*tile) > 0) {
            let with = [&tiles[..], &[tile]].concat();
            let nearest = distances(&with, indicator).iter().map(|(_, d)| *d).min();
            let lower = nearest.is_some_and(|nearest| nearest < found.distance);
            assert_eq!(
                lower,
                found.wants(tile),
                "{tile} to {}",
                text(&tiles, indicator)
            );
        }
    }
}

#[test]
fn every_discard_is_measured_once() {
    let indicator: Face = Face::new(Colour::Red, 4).expect("a number of a tile");
    let tiles = Tile::read_all("R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 K5 K5").expect("tiles");
    let found = discards(&tiles, indicator);
    assert_eq!(found.len(), 14);
    for without in found {
        let rest = rest(&tiles, without.tile);
        assert_eq!(without.progress, progress(&rest, indicator));
    }
}
