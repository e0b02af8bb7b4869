//! How long the best opening of 101 takes, for racks as dealt, with jokers, with a tile that must be used, and for each
//! discard.

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use istaka::rules::Dice;
use istaka::rules::meld::{Goal, Left, best_laying, best_opening, best_openings, most_doubles};
use istaka::rules::tile::{Face, Tile};

const RACKS: usize = 20_000;

/// How often all racks are gone through: for each the least time counts, for the machine does other things as well.
const TIMES: usize = 3;

type Racks = Vec<(Vec<Tile>, Face)>;

fn opening(criterion: &mut Criterion) {
    let (kinds, with_one_more) = (kinds(21), kinds(22));
    let mut measure = |name: &str, kinds: &[(&str, Racks)], run: fn(&[Tile], Face) -> usize| {
        for (kind, racks) in kinds {
            spread(name, kind, racks, run);
        }
        let mut next = kinds[0].1.iter().cycle();
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| next.next().map(|(tiles, okey)| run(tiles, *okey)));
        });
    };
    measure("best opening of 21", &kinds, |tiles, okey| {
        best_opening(tiles, okey).points as usize
    });
    measure("most tiles of 21", &kinds[..1], |tiles, okey| {
        best_laying(tiles, okey, Goal::Tiles, None, Left::One).map_or(0, |best| best.tiles())
    });
    measure("with a taken tile, of 22", &with_one_more, |tiles, okey| {
        let taken = tiles.last().copied();
        best_laying(tiles, okey, Goal::Points, taken, Left::One).map_or(0, |best| best.tiles())
    });
    measure("for each discard of 22", &with_one_more, |tiles, okey| {
        best_openings(tiles, okey, None).len()
    });
    measure("most doubles of 21", &kinds[..1], |tiles, okey| {
        most_doubles(tiles, okey, None, Left::One).map_or(0, |doubles| doubles.len())
    });
}

/// Racks of every kind; the first are those that the figures are about.
fn kinds(size: usize) -> Vec<(&'static str, Racks)> {
    let mut dice = Dice::from_seed(101);
    let mut make = |fits: fn(usize) -> bool| {
        let mut racks = Racks::new();
        while racks.len() < RACKS {
            let (tiles, okey) = rack(&mut dice, size);
            if fits(tiles.iter().filter(|tile| tile.is_joker(okey)).count()) {
                racks.push((tiles, okey));
            }
        }
        racks
    };
    vec![
        ("as dealt", make(|_| true)),
        ("no joker", make(|jokers| jokers == 0)),
        ("one joker", make(|jokers| jokers == 1)),
        ("two jokers", make(|jokers| jokers == 2)),
    ]
}

/// A rack from a real deck.
fn rack(dice: &mut Dice, size: usize) -> (Vec<Tile>, Face) {
    let mut deck = Tile::deck();
    let indicator = loop {
        dice.shuffle(&mut deck);
        if let Some(face) = deck[0].face() {
            break face;
        }
    };
    (deck[1..=size].to_vec(), indicator.okey())
}

/// Criterion tells means: the median and the worst rack are told here.
fn spread(name: &str, kind: &str, racks: &Racks, run: fn(&[Tile], Face) -> usize) {
    let mut times = vec![f64::INFINITY; racks.len()];
    for _ in 0..TIMES {
        for ((tiles, okey), least) in racks.iter().zip(&mut times) {
            let start = Instant::now();
            black_box(run(tiles, *okey));
            *least = least.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() * part / 1_000).min(times.len() - 1)];
    println!(
        "{name}, {kind}: median {:.2} µs, p99 {:.1} µs, p99.9 {:.1} µs, worst {:.1} µs of {} racks",
        at(500),
        at(990),
        at(999),
        at(1_000),
        times.len()
    );
}

criterion_group!(benches, opening);
criterion_main!(benches);
