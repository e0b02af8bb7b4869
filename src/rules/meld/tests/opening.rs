//! The best laying of 101 against a slow second opinion, and every laying against what a meld is.

use super::cover::{Cover, Sum, by_points, by_tiles, doubles};
use super::racks::Rack;
use super::{rounds, seed};
use crate::Dice;
use crate::meld::{
    CountedTiles, Goal, Laying, Left, Sort, Worth, best_laying, best_opening, best_openings,
    most_doubles, remove,
};
use crate::tile::{Face, Tile};

/// How many racks are checked, and in how many of them the other questions as well: one in so many.
const RACKS: u64 = 5_400;
const TAKEN: u64 = 5;
const DISCARDS: u64 = 23;
const TILES: u64 = 4;
const DOUBLES: u64 = 2;

/// Racks of 10 to 22 tiles; sizes, jokers, false jokers and shapes come in every combination.
fn each_rack(seed: u64, mut look: impl FnMut(u64, Rack, &mut Dice)) {
    let mut dice = Dice::from_seed(seed);
    for turn in 0..rounds(RACKS) {
        let size = 10 + (turn / 36 % 13) as usize;
        let rack = Rack::of(&mut dice, size, turn);
        look(turn, rack, &mut dice);
    }
}

/// What a laying comes to by its tiles; every meld is one, and all are on the rack.
fn sum(laying: &Laying, tiles: &[Tile], okey: Face) -> Sum {
    let mut rest = tiles.to_vec();
    let mut points = 0;
    for meld in &laying.melds {
        for tile in &meld.tiles {
            assert!(remove(&mut rest, *tile), "{tile} is not there");
        }
        points += value(meld.sort, &meld.tiles, okey).expect("what is laid is a meld");
    }
    assert_eq!(points, laying.points as i32);
    (points, laying.jokers(okey) as i32, laying.tiles() as i32)
}

/// What a meld is worth, if it is one.
fn value(sort: Sort, tiles: &[Tile], okey: Face) -> Option<i32> {
    let known = |tile: &Tile| match tile {
        Tile::Numbered(face) if *face == okey => None,
        Tile::Numbered(face) => Some((face.colour(), i32::from(face.number()))),
        Tile::FalseJoker => Some((okey.colour(), i32::from(okey.number()))),
    };
    let length = tiles.len() as i32;
    let real: Vec<_> = tiles
        .iter()
        .enumerate()
        .filter_map(|(at, tile)| Some((at as i32, known(tile)?)))
        .collect();
    let (at, (colour, number)) = *real.first()?;
    match sort {
        Sort::Set => {
            let mut colours: Vec<_> = real.iter().map(|(_, (colour, _))| *colour).collect();
            colours.sort_unstable();
            colours.dedup();
            let fine = colours.len() == real.len() && real.iter().all(|(_, face)| face.1 == number);
            (fine && (3..=4).contains(&length)).then_some(number * length)
        }
        Sort::Run => {
            let first = number - at;
            let fits = |(at, face): &(i32, _)| *face == (colour, first + at);
            let fine = real.iter().all(fits) && first >= 1 && first + length <= 14;
            (fine && length >= 3).then(|| (first..first + length).sum())
        }
    }
}

#[test]
fn the_best_laying_agrees_with_a_slow_second_opinion() {
    let seed = seed() + 50;
    println!("seed {seed}");
    let (mut jokers, mut openings) = ([0; 3], 0);
    each_rack(seed, |turn, rack, dice| {
        let (tiles, okey) = (&rack.tiles[..], rack.indicator.okey());
        let told = || rack.told(seed);
        let mut cover = Cover::new(by_points);
        let expected = cover.best(tiles, okey);
        let found =
            best_laying(tiles, okey, Goal::Points, None, Left::Any).expect("nothing is asked for");
        let found = sum(&found, tiles, okey);
        assert_eq!(found, expected, "{}", told());
        worth(tiles, okey, (found.0 as u32, found.2 as u32));
        jokers[(turn % 3) as usize] += 1;
        openings += usize::from(found.0 >= 101);
        if turn % TAKEN == 0 {
            let taken = tiles[dice.below(tiles.len() as u32) as usize];
            with_taken(&mut cover, &rack, taken, &told);
        }
        if turn % TILES == 0 {
            let found = best_laying(tiles, okey, Goal::Tiles, None, Left::Any)
                .expect("nothing is asked for");
            let expected = Cover::new(by_tiles).best(tiles, okey);
            assert_eq!(sum(&found, tiles, okey), expected, "most tiles, {}", told());
        }
        if turn % DISCARDS == 0 {
            let taken = turn
                .is_multiple_of(2)
                .then(|| tiles[dice.below(tiles.len() as u32) as usize]);
            per_discard(&mut cover, &rack, taken, &told);
        }
    });
    println!("racks by jokers: {jokers:?}, of 101 points and more: {openings}");
    assert!(openings > 300);
}

/// What the melds come to is told of tiles counted in two parts, and only where it is more than is asked.
fn worth(tiles: &[Tile], okey: Face, (points, laid): (u32, u32)) {
    let (one, other) = tiles.split_at(tiles.len() / 2);
    let counted = CountedTiles::of(one, okey).and(CountedTiles::of(other, okey));
    let expected = Worth {
        points,
        tiles: laid,
    };
    for less in [1, 2, 40, points]
        .into_iter()
        .filter(|less| *less <= points)
    {
        let told = counted.worth_over(points - less);
        assert_eq!(told, Some(expected).filter(|_| less > 0));
    }
    assert_eq!(counted.worth_over(points), None);
    left_by_melds(tiles, counted, expected);
    let doubles = most_doubles(tiles, okey, None, Left::Any).map_or(0, |doubles| doubles.len());
    // Two jokers alone are one double; here each of them is reckoned to find a single tile.
    let singles = tiles.iter().filter(|tile| !tile.is_joker(okey)).count() as u32;
    let jokers = tiles.len() as u32 - singles;
    if singles >= 2 * (counted.doubles() - jokers) + jokers {
        assert_eq!(counted.doubles() as usize, doubles);
    }
}

/// Melds and what they leave are all tiles; without any that is left, the others come to as much.
fn left_by_melds(tiles: &[Tile], counted: CountedTiles, expected: Worth) {
    assert!(counted.laid_over(expected.points).is_none());
    let Some(less) = expected.points.checked_sub(1) else {
        return;
    };
    let (worth, mut left) = counted.laid_over(less).expect("they come to more");
    assert_eq!(worth, expected);
    let mut count = 0;
    for tile in tiles {
        if left.holds(*tile) {
            let without = counted.without(*tile);
            assert_eq!(without.worth_over(less), Some(expected), "{tile}");
            left = left.without(*tile);
            count += 1;
        }
    }
    // The jokers that the melds do without are not among those left.
    let laid = tiles.len() as u32 - worth.tiles;
    assert!((count..=count + 2).contains(&laid), "{count} of {laid}");
}

fn with_taken(cover: &mut Cover, rack: &Rack, taken: Tile, told: &dyn Fn() -> String) {
    let (tiles, okey) = (&rack.tiles[..], rack.indicator.okey());
    let found = best_laying(tiles, okey, Goal::Points, Some(taken), Left::Any);
    let expected = cover.best_with(tiles, okey, taken);
    let uses = |laying: &Laying| laying.melds.iter().any(|meld| meld.tiles.contains(&taken));
    assert!(found.as_ref().is_none_or(uses), "{taken}, {}", told());
    let found = found.map(|found| sum(&found, tiles, okey));
    assert_eq!(found, expected, "with {taken}, {}", told());
}

/// The best for each discard, and the best of them all: a laying that leaves a tile.
fn per_discard(cover: &mut Cover, rack: &Rack, taken: Option<Tile>, told: &dyn Fn() -> String) {
    let (tiles, okey) = (&rack.tiles[..], rack.indicator.okey());
    let mut found = best_openings(tiles, okey, taken).into_iter().peekable();
    let mut best: Option<Sum> = None;
    let mut discards = tiles.to_vec();
    discards.sort_unstable();
    discards.dedup();
    for discard in discards {
        let mut rest = tiles.to_vec();
        remove(&mut rest, discard);
        let expected = match taken {
            None => Some(cover.best(&rest, okey)),
            Some(taken) if !rest.contains(&taken) => None,
            Some(taken) => cover.best_with(&rest, okey, taken),
        };
        let own = found.next_if(|(tile, _)| *tile == discard);
        let own = own.map(|(_, laying)| sum(&laying, &rest, okey));
        assert_eq!(
            own,
            expected,
            "without {discard}, with {taken:?}, {}",
            told()
        );
        if best.map(by_points) < expected.map(by_points) {
            best = expected;
        }
    }
    let leaving = best_laying(tiles, okey, Goal::Points, taken, Left::One);
    let leaving = leaving.map(|laying| sum(&laying, tiles, okey));
    assert_eq!(leaving, best, "one left, with {taken:?}, {}", told());
}

#[test]
fn the_most_doubles_agree_with_a_slow_second_opinion() {
    let seed = seed() + 51;
    println!("seed {seed}");
    each_rack(seed, |turn, rack, dice| {
        if turn % DOUBLES != 0 {
            return;
        }
        // Pairs without anything single are rare: some racks are cut to their pairs.
        let (mut tiles, okey) = (rack.tiles.clone(), rack.indicator.okey());
        if turn % 8 == 0 {
            let all = tiles.clone();
            let has_twin = |tile: &Tile| {
                tile.is_joker(okey) || all.iter().filter(|one| *one == tile).count() == 2
            };
            tiles.retain(has_twin);
        }
        let taken = tiles.get(dice.below(22) as usize).copied();
        for (left, most) in [
            (Left::Any, tiles.len()),
            (Left::One, tiles.len().saturating_sub(1)),
        ] {
            let found = most_doubles(&tiles, okey, taken, left);
            let expected = doubles(&tiles, okey, most, taken);
            // Without a double there is nothing to leave.
            let number = found.as_ref().map(Vec::len);
            assert_eq!(
                number,
                expected,
                "{left:?}, with {taken:?}, of {tiles:?}, {}",
                rack.told(seed)
            );
            let mut rest = tiles.clone();
            let laid = || found.iter().flatten();
            assert!(laid().flatten().all(|tile| remove(&mut rest, *tile)));
            let joker = Tile::Numbered(okey);
            assert!(laid().all(|two| two[0] == two[1] || two.contains(&joker)));
        }
    });
}

#[test]
fn openings_of_the_rules() {
    let okey = "R5"
        .parse::<Tile>()
        .expect("a tile")
        .face()
        .expect("a face");
    let read = |text: &str| Tile::read_all(text).expect("tiles");
    let rows = [
        // The melds of B01, worth 101, and the three 1.
        (
            "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G4 G6 R1 R3 R7 R9 Y1 Y2 K2 K4 K8",
            104,
        ),
        // The melds of B06, worth 102, with the three 1 and the three 2.
        (
            "R11 R12 R13 G11 G12 G13 Y9 Y10 R5 G1 G2 G4 G6 R1 R3 R7 R9 Y1 Y2 K2 K4",
            111,
        ),
        // 12-13-1 is no run.
        ("R12 R13 R1 K2 K2", 0),
        // The false joker is the R5.
        ("R4 F R6", 0),
        ("R4 F R6 K1", 15),
        // A joker in the place of a tile that lies in another run.
        ("K9 K10 K11 K12 K13 R5 Y1", 66),
    ];
    for (rack, points) in rows {
        assert_eq!(best_opening(&read(rack), okey).points, points, "{rack}");
    }
}
