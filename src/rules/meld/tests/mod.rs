//! The solver against a slow second opinion, against the win test and against its own definitions.

mod arranging;
mod cover;
mod opening;
mod oracle;
mod racks;

use super::{
    Unseen, best_discards, discards, distance, distances, finishing, is_win, pairs, partition,
    progress, rest, rests,
};
use crate::Dice;
use crate::tile::Tile;
use oracle::Oracle;
use racks::Rack;

/// How many racks have their distance checked, and how many their useful tiles and discards as well.
const RACKS: u64 = 21_600;
const USEFUL: u64 = 1_440;
const DISCARDS: u64 = 1_440;

/// Other racks are met with another number in `ISTAKA_SEED`.
pub(super) fn seed() -> u64 {
    told("ISTAKA_SEED").unwrap_or(20_261_120)
}

/// How many racks a random test looks at: as many as usual, or the number in `ISTAKA_ROUNDS` if that is more.
pub(super) fn rounds(usual: u64) -> u64 {
    told("ISTAKA_ROUNDS").map_or(usual, |told| told.max(usual))
}

/// The number in a variable of the environment.
fn told(name: &str) -> Option<u64> {
    let text = std::env::var_os(name)?;
    let number = text.to_str().and_then(|text| text.parse().ok());
    Some(number.unwrap_or_else(|| panic!("{name} is a whole number, not {text:?}")))
}

#[test]
fn distances_agree_with_a_slow_second_opinion() {
    let seed = seed();
    let mut dice = Dice::from_seed(seed);
    let mut met = [0; 15];
    for turn in 0..rounds(RACKS) {
        let rack = Rack::of(&mut dice, 14, turn);
        let (tiles, indicator) = (&rack.tiles[..], rack.indicator);
        let found = distance(tiles, indicator);
        met[usize::from(found)] += 1;
        let oracle = Oracle::of(tiles, indicator);
        assert!(oracle.agrees(found), "not {found}, {}", rack.told(seed));
        let told = progress(tiles, indicator).distance;
        assert_eq!(told, found, "progress, {}", rack.told(seed));
        let in_melds = partition(tiles, indicator.okey()).is_some();
        let in_pairs = pairs(tiles, indicator.okey()).len() == 7;
        let expected = (
            found == 0 && oracle.melds_within(0),
            found == 0 && oracle.pairs() == 0,
        );
        assert_eq!((in_melds, in_pairs), expected, "{}", rack.told(seed));
    }
    println!("racks by distance: {met:?}");
    assert!(met[..6].iter().all(|racks| *racks > 500), "{met:?}");
}

/// The definition: a tile is useful if with it the rack comes nearer.
#[test]
fn useful_tiles_agree_with_a_slow_second_opinion() {
    let seed = seed() + 1;
    let mut dice = Dice::from_seed(seed);
    for turn in 0..rounds(USEFUL) {
        let rack = Rack::of(&mut dice, 14, turn);
        let found = progress(&rack.tiles, rack.indicator);
        let unseen = Unseen::but(&rack.tiles, rack.indicator);
        let mut useful = 0;
        for tile in Tile::kinds().filter(|tile| unseen.of(*tile) > 0) {
            let with = [&rack.tiles[..], &[tile]].concat();
            let nearer =
                found.distance > 0 && Oracle::of(&with, rack.indicator).within(found.distance - 1);
            assert_eq!(found.wants(tile), nearer, "{tile}, {}", rack.told(seed));
            useful += u32::from(unseen.of(tile)) * u32::from(nearer);
        }
        assert_eq!(found.count(&unseen), useful, "{}", rack.told(seed));
    }
}

#[test]
fn discards_agree_with_a_slow_second_opinion() {
    let seed = seed() + 2;
    let mut dice = Dice::from_seed(seed);
    let mut won = 0;
    for turn in 0..rounds(DISCARDS) {
        let rack = Rack::of(&mut dice, 15, turn);
        let all = discards(&rack.tiles, rack.indicator);
        let mut expected = rack.tiles.clone();
        expected.sort_unstable();
        expected.dedup();
        let tiles: Vec<Tile> = all.iter().map(|without| without.tile).collect();
        assert_eq!(tiles, expected, "{}", rack.told(seed));
        for without in &all {
            let rest = rest(&rack.tiles, without.tile);
            let told = || format!("without {}, {}", without.tile, rack.told(seed));
            let oracle = Oracle::of(&rest, rack.indicator);
            assert!(oracle.agrees(without.progress.distance), "{}", told());
            assert_eq!(
                without.progress,
                progress(&rest, rack.indicator),
                "{}",
                told()
            );
        }
        let nearest = all.iter().map(|without| without.progress.distance).min();
        let is_best = |without: &&super::Without| Some(without.progress.distance) == nearest;
        let best: Vec<super::Without> = all.iter().filter(is_best).copied().collect();
        assert_eq!(best_discards(&rack.tiles, rack.indicator), best);
        let short: Vec<(Tile, u8)> = all.iter().map(|w| (w.tile, w.progress.distance)).collect();
        assert_eq!(distances(&rack.tiles, rack.indicator), short);
        let rests = rests(&rack.tiles, rack.indicator).into_iter();
        let left: Vec<(Tile, u8)> = rests.map(|rest| (rest.tile, rest.distance)).collect();
        assert_eq!(left, short);
        let wins = !finishing(&rack.tiles, rack.indicator.okey()).is_empty();
        assert_eq!(wins, nearest == Some(0), "{}", rack.told(seed));
        won += u32::from(wins);
    }
    assert!(won > 20, "{won}");
}

/// The tables of the solver say the same as what lays the melds and pairs out.
#[test]
fn wins_are_those_that_can_be_laid_out() {
    let seed = seed() + 3;
    let mut dice = Dice::from_seed(seed);
    let (mut wins, mut losses) = (0, 0);
    for turn in 0..rounds(RACKS) {
        let rack = Rack::of(&mut dice, 15, turn);
        let okey = rack.indicator.okey();
        let mut expected = rack.tiles.clone();
        expected.sort_unstable();
        expected.dedup();
        expected.retain(|tile| {
            let fourteen = rest(&rack.tiles, *tile);
            let melds = partition(&fourteen, okey).is_some();
            let wins = melds || pairs(&fourteen, okey).len() == 7;
            assert_eq!(is_win(&fourteen, okey), wins, "{}", rack.told(seed));
            wins
        });
        let found = finishing(&rack.tiles, okey);
        assert_eq!(found, expected, "{}", rack.told(seed));
        if found.is_empty() {
            losses += 1;
        } else {
            wins += 1;
        }
        assert!(!is_win(&rack.tiles, okey), "fifteen do not win");
        let fourteen = &rack.tiles[1..];
        assert!(finishing(fourteen, okey).is_empty(), "fourteen are too few");
    }
    println!("{wins} racks can finish, {losses} cannot");
    assert!(wins > 1_000 && losses > 1_000, "{wins} and {losses}");
}
