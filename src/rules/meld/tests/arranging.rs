//! The search for melds against a slow second opinion, written another way: jokers become every face in turn, tiles are
//! taken by colour instead of by number, and a meld may hold the tile in any place.

use super::super::{arrange, arrange_in_melds, by_colours, is_run, is_set, pairs, partition};
use super::rounds;
use crate::Dice;
use crate::tile::{Colour, Face, Tile};

/// How many tiles of each face there are, jokers taken out.
type Counts = [[u8; 13]; 4];

fn counts(tiles: &[Tile], okey: Face) -> (Counts, usize) {
    let mut counts = [[0; 13]; 4];
    let mut jokers = 0;
    for tile in tiles {
        match tile {
            Tile::Numbered(face) if *face == okey => jokers += 1,
            Tile::Numbered(face) => *at(&mut counts, *face) += 1,
            Tile::FalseJoker => *at(&mut counts, okey) += 1,
        }
    }
    (counts, jokers)
}

fn at(counts: &mut Counts, face: Face) -> &mut u8 {
    &mut counts[face.colour().index()][usize::from(face.number()) - 1]
}

/// Every meld of three to five faces, as lists; longer runs are several in a row.
pub(super) fn melds() -> Vec<Vec<(usize, usize)>> {
    let mut melds = Vec::new();
    for number in 0..13 {
        for left_out in 0..5 {
            melds.push(
                (0..4)
                    .filter(|c| *c != left_out)
                    .map(|c| (c, number))
                    .collect(),
            );
        }
    }
    for colour in 0..4 {
        for length in 3..=5 {
            for first in 0..=14 - length {
                melds.push((first..first + length).map(|p| (colour, p % 13)).collect());
            }
        }
    }
    melds
}

/// The most tiles in melds; `all` cuts every branch that leaves a tile.
fn most(counts: &mut Counts, melds: &[Vec<(usize, usize)>], all: bool) -> Option<usize> {
    let first = (0..4)
        .flat_map(|c| (0..13).map(move |n| (c, n)))
        .find(|(c, n)| counts[*c][*n] > 0);
    let Some((colour, number)) = first else {
        return Some(0);
    };
    let mut best = None;
    if !all {
        counts[colour][number] -= 1;
        best = most(counts, melds, all);
        counts[colour][number] += 1;
    }
    for meld in melds.iter().filter(|meld| meld.contains(&(colour, number))) {
        if meld.iter().any(|(c, n)| counts[*c][*n] == 0) {
            continue;
        }
        meld.iter().for_each(|(c, n)| counts[*c][*n] -= 1);
        let found = most(counts, melds, all).map(|rest| rest + meld.len());
        meld.iter().for_each(|(c, n)| counts[*c][*n] += 1);
        best = best.max(found);
        if all && best.is_some() {
            return best;
        }
    }
    best
}

/// The most tiles in melds whatever the jokers stand for; with `all` only if none is left.
fn oracle(tiles: &[Tile], okey: Face, all: bool) -> Option<usize> {
    let melds = melds();
    let (mut counts, jokers) = counts(tiles, okey);
    let faces = || Face::all().map(Some).chain((!all).then_some(None));
    let mut best = None;
    for one in if jokers > 0 {
        faces().collect()
    } else {
        vec![None]
    } {
        for other in if jokers > 1 {
            faces().collect()
        } else {
            vec![None]
        } {
            if one > other && jokers > 1 {
                continue;
            }
            one.into_iter()
                .chain(other)
                .for_each(|face| *at(&mut counts, face) += 1);
            best = best.max(most(&mut counts, &melds, all));
            one.into_iter()
                .chain(other)
                .for_each(|face| *at(&mut counts, face) -= 1);
        }
    }
    best
}

/// Tiles of one deck that are near to a win: melds, then a few exchanged ones and jokers.
fn near_win(dice: &mut Dice, okey: Face) -> Vec<Tile> {
    let mut deck = Tile::deck();
    dice.shuffle(&mut deck);
    let mut tiles = Vec::new();
    let melds = melds();
    while tiles.len() < 14 {
        let meld = &melds[dice.below(melds.len() as u32) as usize];
        let wanted: Vec<Tile> = meld.iter().map(|(c, n)| real(*c, *n, okey)).collect();
        let mut left = deck.clone();
        if tiles.len() + wanted.len() <= 14
            && wanted
                .iter()
                .all(|tile| super::super::remove(&mut left, *tile))
        {
            tiles.extend(wanted);
            deck = left;
        }
        if matches!(14 - tiles.len(), 1 | 2) {
            tiles.truncate(tiles.len() - 3);
        }
    }
    for _ in 0..dice.below(3) {
        let place = dice.below(14) as usize;
        tiles[place] = Tile::Numbered(okey);
    }
    if dice.below(3) == 0 {
        let place = dice.below(14) as usize;
        tiles[place] = deck[0];
    }
    tiles
}

/// Tiles for a message.
fn text(tiles: &[Tile]) -> String {
    let tiles: Vec<String> = tiles.iter().map(Tile::to_string).collect();
    tiles.join(" ")
}

fn real(colour: usize, number: usize, okey: Face) -> Tile {
    match Face::new(Colour::ALL[colour], number as u8 + 1) {
        Some(face) if face != okey => Tile::Numbered(face),
        _ => Tile::FalseJoker,
    }
}

fn an_okey(dice: &mut Dice) -> Face {
    Face::all().nth(dice.below(52) as usize).expect("52 faces")
}

/// Melds are melds, and melds and loose tiles are all the tiles.
fn check_melds(melds: &[Vec<Tile>], loose: &[Tile], tiles: &[Tile], okey: Face) {
    for meld in melds {
        assert!(
            is_set(meld, okey) || is_run(meld, okey),
            "{meld:?}, okey {okey}"
        );
    }
    let mut found = [melds.concat(), loose.to_vec()].concat();
    let mut tiles = tiles.to_vec();
    found.sort_unstable();
    tiles.sort_unstable();
    assert_eq!(found, tiles, "okey {okey}");
}

#[test]
fn the_win_test_agrees_with_the_oracle() {
    let (mut wins, racks) = (0, rounds(2000));
    for seed in 0..racks {
        let mut dice = Dice::from_seed(seed);
        let okey = an_okey(&mut dice);
        let tiles = near_win(&mut dice, okey);
        let jokers = tiles.iter().filter(|tile| tile.is_joker(okey)).count();
        if jokers > 2 {
            continue;
        }
        let found = partition(&tiles, okey);
        let expected = oracle(&tiles, okey, true).is_some();
        assert_eq!(
            found.is_some(),
            expected,
            "seed {seed}: {}, okey {okey}",
            text(&tiles)
        );
        if let Some(melds) = found {
            check_melds(&melds, &[], &tiles, okey);
            wins += 1;
        }
    }
    assert!(
        (racks * 7 / 20..racks * 19 / 20).contains(&wins),
        "{wins} wins are too one-sided to prove anything"
    );
}

#[test]
fn the_arrangement_agrees_with_the_oracle() {
    for seed in 0..rounds(600) {
        let mut dice = Dice::from_seed(seed);
        let okey = an_okey(&mut dice);
        let mut tiles = near_win(&mut dice, okey);
        dice.shuffle(&mut tiles);
        tiles.truncate(9);
        let arrangement = arrange_in_melds(&tiles, okey);
        check_melds(&arrangement.melds, &arrangement.loose, &tiles, okey);
        let expected = oracle(&tiles, okey, false);
        assert_eq!(
            Some(arrangement.covered()),
            expected,
            "seed {seed}: {}, okey {okey}",
            text(&tiles)
        );
    }
}

#[test]
fn pairs_are_as_many_as_a_count_says() {
    for seed in 0..rounds(2000) {
        let mut dice = Dice::from_seed(seed);
        let okey = an_okey(&mut dice);
        let mut deck = Tile::deck();
        // A part of the deck, so that pairs are frequent.
        deck.retain(|tile| {
            tile.index() % 3 == 0 || tile.is_joker(okey) || *tile == Tile::FalseJoker
        });
        dice.shuffle(&mut deck);
        deck.truncate(14);
        let (counts, jokers) = counts(&deck, okey);
        let singles: usize = counts
            .iter()
            .flatten()
            .map(|count| usize::from(count % 2))
            .sum();
        let natural: usize = counts
            .iter()
            .flatten()
            .map(|count| usize::from(count / 2))
            .sum();
        let helped = jokers.min(singles);
        let expected = natural + helped + (jokers - helped) / 2;
        assert_eq!(
            pairs(&deck, okey).len(),
            expected,
            "seed {seed}: {}, okey {okey}",
            text(&deck)
        );
    }
}

/// About the hardest racks to arrange: 22 random tiles, both jokers among them. How long that takes, the bench tells.
#[test]
fn large_racks_with_both_jokers_are_arranged() {
    let okey = Face::new(Colour::Red, 5).expect("a face");
    let joker = Tile::Numbered(okey);
    for seed in 0..200 {
        let mut deck = Tile::deck();
        deck.retain(|tile| *tile != joker);
        Dice::from_seed(seed).shuffle(&mut deck);
        let tiles = [&deck[..20], &[joker, joker]].concat();
        let melded = arrange_in_melds(&tiles, okey);
        check_melds(&melded.melds, &melded.loose, &tiles, okey);
        let covered = arrange(&tiles, okey).covered();
        assert!(covered >= melded.covered().max(6), "seed {seed}: {covered}");
    }
}

#[test]
fn by_colours_the_false_joker_stands_for_the_okey_and_jokers_stand_behind() {
    let tiles = |text| Tile::read_all(text).expect("tiles");
    let rack = "K1 F R5 Y6 R13 Y4 R5";
    for (okey, sorted) in [
        ("Y5", "R5 R5 R13 Y4 F Y6 K1"),
        ("R5", "F R13 Y4 Y6 K1 R5 R5"),
    ] {
        let okey = tiles(okey)[0].face().expect("a face");
        assert_eq!(by_colours(tiles(rack), okey), tiles(sorted));
    }
}
