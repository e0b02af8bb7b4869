//! How long the exact solver takes: the distance of 14 tiles, and of what each of 15 discards leaves.

use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use istaka::rules::Dice;
use istaka::rules::meld::{discards, distance, distances, progress};
use istaka::rules::tile::{Face, Tile};

const RACKS: usize = 1_000;

fn solver(criterion: &mut Criterion) {
    let (fourteen, fifteen) = (racks(14), racks(15));
    let mut measure =
        |name: &str, racks: &[(Vec<Tile>, Face)], run: &dyn Fn(&[Tile], Face) -> usize| {
            spread(name, racks, run);
            let mut next = racks.iter().cycle();
            criterion.bench_function(name, |bencher| {
                bencher.iter(|| next.next().map(|(tiles, indicator)| run(tiles, *indicator)));
            });
        };
    measure("distance of 14", &fourteen, &|t, i| distance(t, i).into());
    measure("distance and useful of 14", &fourteen, &|t, i| {
        progress(t, i).distance.into()
    });
    measure("distances of 15", &fifteen, &|t, i| distances(t, i).len());
    measure("discards of 15", &fifteen, &|t, i| discards(t, i).len());
}

/// Random racks of a real deck, their indicators with them.
fn racks(tiles: usize) -> Vec<(Vec<Tile>, Face)> {
    let mut dice = Dice::from_seed(13);
    let mut deck = Tile::deck();
    let mut racks = Vec::new();
    while racks.len() < RACKS {
        dice.shuffle(&mut deck);
        if let Some(indicator) = deck[0].face() {
            racks.push((deck[1..=tiles].to_vec(), indicator));
        }
    }
    racks
}

/// Criterion tells means: the median and the worst rack are told here.
fn spread(name: &str, racks: &[(Vec<Tile>, Face)], run: &dyn Fn(&[Tile], Face) -> usize) {
    let mut times: Vec<f64> = racks
        .iter()
        .map(|(tiles, indicator)| {
            let start = Instant::now();
            std::hint::black_box(run(tiles, *indicator));
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{name}: median {median:.1} µs, worst {worst:.1} µs of {} racks",
        times.len()
    );
}

criterion_group!(benches, solver);
criterion_main!(benches);
