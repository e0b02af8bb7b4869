//! How long the exact solver takes, for racks just dealt, with as many jokers as one likes, and in the middle of a game.

use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use istaka::rules::Dice;
use istaka::rules::meld::{
    Unseen, arrange, best_discards, discards, distance, distances, progress, rest,
};
use istaka::rules::tile::{Face, Tile};

const RACKS: usize = 2_000;

type Racks = Vec<(Vec<Tile>, Face)>;

fn solver(criterion: &mut Criterion) {
    let (fourteen, fifteen) = (kinds(14), kinds(15));
    let mut measure = |name: &str, kinds: &[(&str, Racks)], run: fn(&[Tile], Face) -> usize| {
        for (kind, racks) in kinds {
            spread(name, kind, racks, run);
        }
        let mut next = kinds[0].1.iter().cycle();
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| next.next().map(|(tiles, indicator)| run(tiles, *indicator)));
        });
    };
    measure("distance of 14", &fourteen, |t, i| distance(t, i).into());
    measure("distance and useful of 14", &fourteen, |t, i| {
        progress(t, i).distance.into()
    });
    measure("distances of 15", &fifteen, |t, i| distances(t, i).len());
    measure("useful of the best of 15", &fifteen, |t, i| {
        best_discards(t, i).len()
    });
    measure("useful of all of 15", &fifteen, |t, i| discards(t, i).len());
    let hardest = [("two jokers", large_racks())];
    measure("arrange 22", &hardest, |t, i| {
        arrange(t, i.okey()).covered()
    });
}

/// Racks of 22 random tiles with both jokers: about the hardest to arrange.
fn large_racks() -> Racks {
    let mut dice = Dice::from_seed(22);
    let indicator = Face::all().next().expect("there are 52 faces");
    let joker = Tile::Numbered(indicator.okey());
    let mut deck = Tile::deck();
    deck.retain(|tile| *tile != joker);
    let racks = (0..RACKS).map(|_| {
        dice.shuffle(&mut deck);
        ([&deck[..20], &[joker, joker]].concat(), indicator)
    });
    racks.collect()
}

/// Racks of every kind; the first are those that the figures are about.
fn kinds(size: usize) -> Vec<(&'static str, Racks)> {
    let mut dice = Dice::from_seed(13);
    let mut make = |fits: fn(usize) -> bool, turns| {
        let mut racks = Racks::new();
        while racks.len() < RACKS {
            let (tiles, indicator) = rack(&mut dice, size, turns);
            let okey = indicator.okey();
            if fits(tiles.iter().filter(|tile| tile.is_joker(okey)).count()) {
                racks.push((tiles, indicator));
            }
        }
        racks
    };
    vec![
        ("as dealt", make(|_| true, 0)),
        ("no joker", make(|jokers| jokers == 0, 0)),
        ("one joker", make(|jokers| jokers == 1, 0)),
        ("two jokers", make(|jokers| jokers == 2, 0)),
        ("after 8 turns", make(|_| true, 8)),
    ]
}

/// A rack from a real deck after so many turns, in each of which the most hopeful tile was kept.
fn rack(dice: &mut Dice, size: usize, turns: usize) -> (Vec<Tile>, Face) {
    let mut deck = Tile::deck();
    let indicator = loop {
        dice.shuffle(&mut deck);
        if let Some(face) = deck[0].face() {
            break face;
        }
    };
    let mut deck = deck.into_iter().skip(1);
    let mut rack: Vec<Tile> = deck.by_ref().take(size).collect();
    for _ in 0..turns {
        if rack.len() == 14 {
            rack.extend(deck.next());
        }
        let unseen = Unseen::but(&rack, indicator);
        let best = best_discards(&rack, indicator)
            .into_iter()
            .max_by_key(|without| without.progress.count(&unseen));
        if let Some(best) = best {
            rack = rest(&rack, best.tile);
        }
        rack.extend(deck.by_ref().take(size - rack.len()));
    }
    (rack, indicator)
}

/// Criterion tells means: the median and the worst rack are told here.
fn spread(name: &str, kind: &str, racks: &Racks, run: fn(&[Tile], Face) -> usize) {
    let mut times: Vec<f64> = racks
        .iter()
        .map(|(tiles, indicator)| {
            let start = Instant::now();
            std::hint::black_box(run(tiles, *indicator));
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    println!(
        "{name}, {kind}: median {:.2} µs, p99 {:.1} µs of {} racks",
        at(50),
        at(99),
        times.len()
    );
}

criterion_group!(benches, solver);
criterion_main!(benches);
